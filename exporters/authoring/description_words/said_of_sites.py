"""What a condition says of a site, in a few words beside its noun: "an empty cell", "a cell with an enemy piece"."""

from __future__ import annotations

import re
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.enums import IsPlayerType, IsSiteType, RoleType

from .folding import EachWay, SomeWay
from .phrases import Words
from .vocabulary import ROLES, grouped, joined

__all__ = ["is_compound", "is_pending", "of_it", "of_piece", "of_site"]

Iterator = type[L.IteratorTo] | type[L.IteratorBetween] | type[L.IteratorFrom] | type[L.IteratorSite]


def of_site(condition: Any, iterator: Iterator, words: Words) -> tuple[str, str]:
    """A condition as what it says of a site: words before the noun, and words after it (each may be empty)."""
    if condition is None or condition is True:
        return "", ""
    if _is_at(condition, iterator, L.IsSite) and condition.kind is IsSiteType.Empty:
        return "empty", ""
    if _is_at(condition, iterator, L.IsSite):
        return "occupied", ""
    side = _side(condition, iterator, words)
    if side:
        return "", f"with {side}"
    if isinstance(condition, L.Not):
        inner: Any = condition.a
        if _is_at(inner, iterator, L.IsSite):
            return ("occupied" if inner.kind is IsSiteType.Empty else "empty"), ""
        other = _side(condition.a, iterator, words)
        if other:
            return "", f"without {other}"
        if isinstance(inner, L.BoolAnd):
            return "", f"unless {words.of(inner)}"
        if isinstance(inner, L.IsIn) and isinstance(inner.site, iterator) and inner.region is not None:
            return "", f"not in {words.one_in(inner.region)}"
    if isinstance(condition, L.IsIn) and isinstance(condition.site, iterator) and condition.region is not None:
        return "", f"in {words.one_in(condition.region)}"
    if isinstance(condition, L.IsIn) and condition.site is None and iterator is L.IteratorTo:
        return "", f"in {words.one_in(condition.region)}"
    if is_pending(condition, iterator):
        return "", "that is marked as pending"
    if is_start(condition, iterator):
        return "", "where such a piece began"
    if isinstance(condition, L.BoolAnd):
        given = condition.list or (condition.a, condition.b)
        parts = [of_site(part, iterator, words) for part in given]
        if len(parts) > 1:
            parts = [(b, grouped(within(a, part, words)) if a and is_compound(part) else a)
                     for part, (b, a) in zip(given, parts, strict=True)]  # fmt: skip
        before = " ".join(b for b, _ in parts if b)
        afters = [a for _, a in parts if a]
        sorts = [[a for a in afters if _order(a) == number] for number in range(3)]
        return before, " ".join(" and ".join(sort) for sort in sorts if sort)
    if isinstance(condition, L.BoolOr):
        given = condition.list or (condition.a, condition.b)
        clauses = [of_it(part, iterator, words) for part in given]
        if not any(is_compound(part) for part in given) and all(clause.startswith("it ") for clause in clauses):
            return "", f"that {' or '.join(clause.removeprefix('it ') for clause in clauses)}"
        if words.is_term(condition):
            return "", _relative(words.of(condition), words.of(iterator()))
        parts = [of_site(part, iterator, words) for part in given]
        told_parts = [f"that is {b} {a}".strip() if b else a for b, a in parts]
        return "", " or ".join(grouped(within(a, p, words)) if is_compound(p) else a
                               for p, a in zip(given, told_parts, strict=True))  # fmt: skip
    return "", _relative(words.of(condition), words.of(iterator()))


def is_pending(condition: Any, iterator: Iterator) -> bool:
    """Whether a site is the one that is pending; that there is one is said by this, too."""
    parts = (condition.list or (condition.a, condition.b)) if isinstance(condition, L.BoolAnd) else ()
    if len(parts) != 2 or not isinstance(parts[0], L.IsSimple) or parts[0].kind is not L.IsSimpleType.Pending:
        return False
    same = parts[1]
    return isinstance(same, L.Equals) and isinstance(same.value_a, iterator) and isinstance(
        same.value_b, L.ValueSimple) and same.value_b.kind is L.ValueSimpleType.Pending  # fmt: skip


def is_start(condition: Any, iterator: Iterator) -> bool:
    """Whether a site is one where pieces of the kind that stands there began."""
    if not isinstance(condition, L.IsIn) or not isinstance(condition.site, iterator):
        return False
    pieces: Any = condition.region
    what = pieces.pid.component if isinstance(pieces, L.SitesPiece) and pieces.pid is not None else None
    return isinstance(what, L.What) and isinstance(what.at, iterator)


def is_compound(condition: Any) -> bool:
    """Whether the words of a condition have parts, so that they need brackets among others."""
    if isinstance(condition, L.BoolAnd | L.BoolOr):
        parts = condition.list or (condition.a, condition.b)
        return len(parts) > 1 and not (isinstance(condition, L.BoolOr) and all(isinstance(p, L.Equals) for p in parts))
    if isinstance(condition, L.Not):
        return is_compound(condition.a)
    if isinstance(condition, L.BoolIf):
        return condition.not_ok is None or condition.not_ok is True
    loops = SomeWay | EachWay | L.AllSites | L.AllGroups | L.AllValues | L.ForAll
    return isinstance(condition, loops | L.Xor | L.IsLine)


def within(text: str, condition: Any, words: Words) -> str:
    """A condition that has parts as a part of another one."""
    if words.is_term(condition):
        return text
    if isinstance(condition, L.BoolAnd | L.BoolOr):
        number = len(condition.list or (condition.a, condition.b))
        both = "both " if number == 2 else "all of this: "
        that = "that " if text.startswith(("that is ", "that are ", "that holds ")) else ""
        return f"{that}{both if isinstance(condition, L.BoolAnd) else 'either '}{text.removeprefix(that)}"
    return text


def of_it(condition: Any, iterator: Iterator, words: Words) -> str:
    """A condition as a clause about "it", a site that was named just before; empty for none."""
    if isinstance(condition, L.BoolAnd | L.BoolOr):
        given = condition.list or (condition.a, condition.b)
        parts = [of_it(part, iterator, words) for part in given]
        parts = [grouped(within(t, p, words)) if is_compound(p) else t for p, t in zip(given, parts, strict=True)]
        return joined([part for part in parts if part], "and" if isinstance(condition, L.BoolAnd) else "or")
    before, after = of_site(condition, iterator, words)
    if before:
        return f"it is {before}"
    for begin, verb in _OF_IT:
        if after.startswith(begin):
            return verb + after.removeprefix(begin)
    return after


_OF_IT = (
    ("with ", "it holds "),
    ("without a ", "it holds no "),
    ("without an ", "it holds no "),
    ("that ", "it "),
    ("in ", "it is in "),
    ("not in ", "it is not in "),
    ("where ", ""),
)


_LIES = re.compile(r"that is (not )?(?=the |[A-Z]+\d)")
"""What is said of a site that is, or is not, another one, apart from that one."""


def of_piece(condition: Any, iterator: Iterator, words: Words) -> str:
    """A condition on the site of a piece as what it says of the piece, empty for none: `an enemy piece where …`."""
    parts = (condition.list or (condition.a, condition.b)) if isinstance(condition, L.BoolAnd) else (condition,)
    pieces, others = [], []
    for part in parts:
        _, after = of_site(part, iterator, words)
        inner: Any = part.a if isinstance(part, L.Not) else part
        region = inner.region if isinstance(inner, L.IsIn) else None
        to_clear = isinstance(region, L.SitesSimple) and region.kind is L.SitesSimpleType.ToClear
        if to_clear and isinstance(inner.site, iterator):
            others.append("that is captured already" if inner is part else "that is not captured yet")
        elif isinstance(inner, L.Equals | L.NotEqual) and _LIES.match(after):
            others.append(_LIES.sub(r"\1on ", after))
        elif after.startswith(("in ", "not in ")):
            others.append(after)
        elif after.startswith("with ") and " or " not in after:
            pieces.append(after.removeprefix("with "))
        elif part is not None and part is not True:
            others.append(f"where {words.of(part)}")
    others.sort(key=_order)
    return " ".join(part for part in (" and ".join(pieces), " and ".join(others)) if part)


def _order(text: str) -> int:
    """What a site holds comes before what is said of it in a clause of its own."""
    if text.startswith(("in ", "not in ", "on ", "not on ")):
        return 0
    return 1 if text.startswith(("with ", "without ")) else 2


_CLAUSE = re.compile(r"(is|has|holds|belongs) ")


def _relative(clause: str, noun: str) -> str:
    """A clause about a site as what is said of it: `the site between is not X` as `that is not X`."""
    rest = clause.removeprefix(f"{noun} ")
    if noun not in rest and rest != clause and " and " not in rest and " or " not in rest and _CLAUSE.match(rest):
        held = rest.removeprefix("holds ")
        return f"with {held}" if held != rest else f"that {rest}"
    piece = clause.removesuffix(f" stands on {noun}")
    if piece != clause and noun not in piece and " and " not in piece and " or " not in piece:
        return f"with {piece}"
    return f"where {clause}"


def _is_at(condition: Any, iterator: Iterator, cls: type) -> bool:
    return isinstance(condition, cls) and isinstance(getattr(condition, "at", None), iterator)


_SIDES = {IsPlayerType.Enemy: "an enemy piece", IsPlayerType.Friend: "a friendly piece"}


def _side(condition: Any, iterator: Iterator, words: Words) -> str:
    """Whose piece a condition asks for on the site, empty if it asks for something else."""
    owner = L.Who | L.State if words.states_are_sides else L.Who
    if isinstance(condition, L.IsPlayer) and isinstance(condition.index, owner):
        at: Any = condition.index.at
        return _SIDES.get(condition.kind, "") if isinstance(at, iterator) else ""
    if isinstance(condition, L.Equals) and isinstance(condition.value_a, L.Who):
        who = condition.value_b if condition.value_b is not None else condition.role_b
        if isinstance(condition.value_a.at, iterator):
            if isinstance(who, L.Mover) or who is RoleType.Mover:
                return "a friendly piece"
            if isinstance(who, RoleType) and who in ROLES:
                return "a neutral piece" if who is RoleType.Neutral else f"one of {words.whose(who)} pieces"
            if isinstance(who, L.Next):
                return f"one of {words.whose(who)} pieces"
            number = who.name[1:] if isinstance(who, RoleType) and who.name[0] == "P" else str(who)
            if number.isdigit() and number != "0":
                return f"one of player {number}'s pieces"
    return ""
