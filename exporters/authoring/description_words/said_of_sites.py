"""What a condition says of a site, in a few words beside its noun: "an empty cell", "a cell with an enemy piece"."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import IsPlayerType, IsSiteType, RoleType

from .tree.arguments import raw, whole
from .tree.folding import EachWay, SomePlayer, SomeWay
from .wording.phrases import Words
from .wording.vocabulary import ROLES, SINGULAR, grouped, joined

__all__ = [
    "held_in", "is_compound", "is_pending", "is_start", "of_it", "of_piece", "of_site", "one_number", "pieces_held",
    "pieces_in_groups", "pieces_of", "said_of", "within",
]  # fmt: skip


class Standing(NamedTuple):
    """What stands on a site: how one piece of that kind is called, several, and none of them, and what is said of a
    site without them; `site`: what a site is instead that is told without its pieces."""

    one: str = ""
    several: str = ""
    none: str = ""
    lacking: str = ""
    site: str = ""

    def on(self, several: bool) -> str:
        """What is said behind the sites on which that stands."""
        return f"that are {self.site}" if self.site else f"with {self.several if several else self.one}"

    def is_so(self, several: bool) -> str:
        """What one or several sites do on which that stands."""
        if self.site:
            return f"{'are' if several else 'is'} {self.site}"
        return f"{'hold' if several else 'holds'} {self.one}"


def _pieces_of(whose: str) -> Standing:
    none = f"none of {whose} pieces"
    return Standing(f"one of {whose} pieces", f"{whose} pieces", none, f"with {none}")


def _pieces(sort: str) -> Standing:
    one = f"{'an' if sort[0] in 'aeio' else 'a'} {sort} piece"
    return Standing(one, f"{sort} pieces", f"no {sort} piece", f"without {one}")


_ONLY = Standing("a piece", "pieces", "no piece", "without a piece")
"""What stands on sites where all pieces are those of one player who plays alone."""

_FRIENDLY, _ENEMY, _NEUTRAL = map(_pieces, ("friendly", "enemy", "neutral"))


def pieces_held(kind: str, words: Words) -> Standing | None:
    """What stands on sites, by the type that a region asks for; None for types of boards."""
    return _pieces_of(words.whose(RoleType.Mover)) if kind == "Own" else _HELD.get(kind)


_HELD = {
    "Empty": Standing(site="empty"), "NotEmpty": Standing(site="occupied"), "Enemy": _ENEMY,
    "NotOwn": Standing("a piece that is not yours", "pieces that are not yours"),
}  # fmt: skip


Iterator = type[L.IteratorTo] | type[L.IteratorBetween] | type[L.IteratorFrom] | type[L.IteratorSite]


def of_site(condition: Any, iterator: Iterator, words: Words, several: bool = False) -> tuple[str, str]:
    """A condition as what it says of a site, or of several: words before the noun, and after it (each may be empty)."""
    if condition is None or condition is True:
        return "", ""
    if _is_at(condition, iterator, L.IsSite) and condition.kind is IsSiteType.Empty:
        return "empty", ""
    if _is_at(condition, iterator, L.IsSite):
        return "occupied", ""
    held = _stands(condition, iterator, words)
    if held is not None:
        return "", held.on(several)
    are = "are" if several else "is"
    if isinstance(condition, L.Not):
        inner: Any = condition.a
        if _is_at(inner, iterator, L.IsSite):
            return ("occupied" if inner.kind is IsSiteType.Empty else "empty"), ""
        other = _stands(inner, iterator, words)
        if other is not None:
            return "", f"without {other.several}" if several else other.lacking
        if isinstance(inner, L.BoolAnd) and not words.is_term(inner):
            denied = [L.Not(a=raw(part)) for part in inner.list or (inner.a, inner.b)]
            said = [said_of(part, iterator, words, several) for part in denied]
            if all(said):
                whole(inner)
                return "", f"that {' or '.join(said)}"
            return "", f"unless {words.of(inner)}"
        if isinstance(inner, L.IsIn) and isinstance(inner.site, iterator) and inner.region is not None:
            return "", _inside(inner.region, words, several, "not ")
    if isinstance(condition, L.IsIn) and isinstance(condition.site, iterator) and condition.region is not None:
        return "", _inside(condition.region, words, several)
    if isinstance(condition, L.IsIn) and condition.site is None and iterator is L.IteratorTo:
        return "", f"in {words.one_in(condition.region)}"
    if is_pending(condition, iterator):
        return "", f"that {are} marked as pending"
    if is_start(condition, iterator):
        return "", "where such a piece began"
    if isinstance(condition, L.BoolAnd):
        given = condition.list or (condition.a, condition.b)
        parts = [of_site(part, iterator, words, several) for part in given]
        if len(parts) > 1:
            parts = [(b, grouped(within(a, part, words)) if a and is_compound(part) else a)
                     for part, (b, a) in zip(given, parts, strict=True)]  # fmt: skip
        before = " ".join(b for b, _ in parts if b)
        afters = [a for _, a in parts if a]
        sorts = [[a for a in afters if _order(a) == number] for number in range(3)]
        return before, " ".join(" and ".join(sort) for sort in sorts if sort)
    if isinstance(condition, L.BoolOr):
        given = condition.list or (condition.a, condition.b)
        if _is(iterator, one_enemy(given)) and not words.is_term(condition):
            whole(condition)
            return "", f"that {'hold' if several else 'holds'} {ONE_ENEMY}"
        clauses = [said_of(part, iterator, words, several) for part in given]
        if not any(is_compound(part) for part in given) and all(clauses):
            return "", f"that {' or '.join(clauses)}"
        if words.is_term(condition):
            return "", _relative(words.of(condition), words.of(iterator()), several)
        clauses = [clause if not is_compound(part) else _both(part, iterator, words, several)
                   for part, clause in zip(given, clauses, strict=True)]  # fmt: skip
        if all(clauses):
            return "", f"that {', or '.join(clauses)}"
        if one_number(given) is not None:
            return "", f"where {words.of(condition)}"
        parts = [of_site(part, iterator, words, several) for part in given]
        clauses_of = [a.startswith("where ") for _, a in parts]
        if any(clauses_of) and not all(clauses_of) and not any(map(is_compound, given)):
            return "", f"where {joined([words.of(part) for part in given], 'or')}"
        told_parts = [f"that {are} {b} {a}".strip() if b else a for b, a in parts]
        return "", " or ".join(grouped(within(a, p, words)) if is_compound(p) else a
                               for p, a in zip(given, told_parts, strict=True))  # fmt: skip
    return "", _relative(words.of(condition), words.of(iterator()), several)


def _inside(region: Any, words: Words, several: bool, negation: str = "") -> str:
    """That a site is, or is not, in a region, which may be told as sites; or that several are."""
    text = words.one_in(region)
    if not text.startswith(f"the {words.sites} "):
        return f"{negation}in {text}"
    return f"that {'are' if several else 'is'} {negation}{'among' if several else 'one of'} {text}"


def held_in(region: Any, words: Words) -> Standing | None:
    """What the sites of a region hold, where it is that of a player's pieces; None for others."""
    if words.stacks or words.is_term(region):
        return None
    return pieces_of(region, words)


def pieces_of(region: Any, words: Words) -> Standing | None:
    """The pieces of whose sites a region is, where these are all of a player's; None for others."""
    if not isinstance(region, L.SitesOccupied):
        return None
    more = ("component", "components", "container", "on", "top")
    who = getattr(region.by, "index", region.by)
    if any(getattr(region, name) is not None for name in more) or who in (None, RoleType.All, RoleType.Shared):
        return None
    whose = words.whose(who)
    return _NEUTRAL if whose == "neutral" else _pieces_of(whose)


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
        as_one = isinstance(condition, L.BoolOr) and (one_number(parts) is not None or one_enemy(parts) is not None)
        return len(parts) > 1 and not as_one
    if isinstance(condition, L.Not):
        return is_compound(condition.a)
    if isinstance(condition, L.BoolIf):
        return condition.not_ok is None or condition.not_ok is True
    loops = SomePlayer | SomeWay | EachWay | L.AllSites | L.AllGroups | L.AllValues | L.ForAll
    return isinstance(condition, loops | L.Xor | L.IsLine)


ONE_ENEMY = "no enemy piece or a single one"


def one_enemy(parts: Any) -> Any:
    """The site of which two alternatives say that its top piece is no enemy's, or that it holds one piece; or None."""
    denied, other = (raw(part) for part in parts) if len(parts) == 2 else (None, None)
    enemy: Any = denied.a if isinstance(denied, L.Not) else None
    owner: Any = enemy.index if isinstance(enemy, L.IsPlayer) and enemy.kind is IsPlayerType.Enemy else None
    sides = (other.value_a, other.value_b) if isinstance(other, L.Equals) else ()
    size: Any = next((one for one in sides if isinstance(one, L.SizeSite)), None) if 1 in sides else None
    if not isinstance(owner, L.Who) or size is None or owner.at is None:
        return None
    return owner.at if (owner, size) == (L.Who(at=owner.at), L.SizeSite(at=owner.at)) else None


def _both(condition: Any, iterator: Iterator, words: Words, several: bool) -> str:
    """What two conditions together say that a site is or does; empty for others."""
    parts = (condition.list or (condition.a, condition.b)) if isinstance(condition, L.BoolAnd) else ()
    if len(parts) != 2 or words.is_term(condition) or any(map(is_compound, parts)):
        return ""
    said = [said_of(part, iterator, words, several) for part in parts]
    return f"both {' and '.join(said)}" if all(said) else ""


def _is(iterator: Iterator, site: Any) -> bool:
    return isinstance(site, iterator)


def one_number(parts: Any) -> Any:
    """What is compared with several numbers, each of which it may be; None for other alternatives."""
    if not all(isinstance(part, L.Equals) for part in parts):
        return None
    pairs = [(p.value_b, p.value_a) if isinstance(p.value_a, int) else (p.value_a, p.value_b) for p in parts]
    same: Any = pairs[0][0]
    alike = isinstance(same, Ludeme) and all(one == same and isinstance(number, int) for one, number in pairs)
    return same if alike else None


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
    said = said_of(condition, iterator, words)
    return f"it {said}" if said else of_site(condition, iterator, words)[1].removeprefix("where ")


def said_of(condition: Any, iterator: Iterator, words: Words, several: bool = False) -> str:
    """What a condition says that a site is or does, or several: `is empty`, `hold no enemy piece`; empty for none and
    where it says something else."""
    inner: Any = condition.a if isinstance(condition, L.Not) else None
    if isinstance(condition, L.BoolOr) and not words.is_term(condition) and _is(
            iterator, one_enemy(condition.list or (condition.a, condition.b))):  # fmt: skip
        whole(condition)
        return f"{'hold' if several else 'holds'} {ONE_ENEMY}"
    held, without = _stands(condition, iterator, words), _stands(inner, iterator, words)
    if held is not None:
        return held.is_so(several)
    if without is not None:
        return f"{'hold' if several else 'holds'} {without.none}"
    before, after = of_site(condition, iterator, words, several)
    if before:
        return f"{'are' if several else 'is'} {before}"
    for begin, one, many in _SAID:
        if after.startswith(begin):
            return (many if several else one) + after.removeprefix(begin)
    return ""


_SAID = (
    ("with ", "holds ", "hold "),
    ("that ", "", ""),
    ("in ", "is in ", "are in "),
    ("not in ", "is not in ", "are not in "),
)


_LIES = re.compile(r"that (?:is|are) (not )?(?=the |[A-Z]+\d)")
"""What is said of a site that is, or is not, another one, apart from that one."""


def of_piece(condition: Any, iterator: Iterator, words: Words, several: bool = False) -> str:
    """A condition on the site of a piece, or of several, as what it says of these: `an enemy piece where …`, `enemy
    pieces`; empty for none."""
    parts = (condition.list or (condition.a, condition.b)) if isinstance(condition, L.BoolAnd) else (condition,)
    pieces, others = [], []
    for part in parts:
        _, after = of_site(part, iterator, words, several)
        inner: Any = part.a if isinstance(part, L.Not) else part
        region = inner.region if isinstance(inner, L.IsIn) else None
        to_clear = isinstance(region, L.SitesSimple) and region.kind is L.SitesSimpleType.ToClear
        if to_clear and isinstance(inner.site, iterator):
            captured = "captured already" if inner is part else "not captured yet"
            others.append(f"that {'are' if several else 'is'} {captured}")
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


_CLAUSE = re.compile(r"(is|has|holds|belongs|bears|does) ")


def _relative(clause: str, noun: str, several: bool) -> str:
    """A clause about a site as what is said of it, or of several: `the site between is not X` as `that is not X`."""
    rest = clause.removeprefix(f"{noun} ")
    verb = _CLAUSE.match(rest)
    if noun not in rest and rest != clause and " and " not in rest and " or " not in rest and verb is not None:
        held = rest.removeprefix("holds ")
        does = SINGULAR[verb[1]] if several else verb[1]
        return f"with {held}" if held != rest else f"that {does}{rest[verb.end(1):]}"
    piece = clause.removesuffix(f" stands on {noun}")
    if piece != clause and noun not in piece and " and " not in piece and " or " not in piece:
        return f"with {piece}"
    return f"where {clause}"


def pieces_in_groups(condition: Any, default: str, words: Words) -> str:
    """What groups are of, by the condition on their sites (to): `your pieces`, `empty cells`. default: without one."""
    if condition is None:
        return default
    side = _side(condition, L.IteratorTo, words)
    if side is not None:
        return (_pieces_of(words.whose(RoleType.Mover)) if side in (_FRIENDLY, _ONLY) else side).several
    with words.calling_to(f"that {words.site}"):
        before, after = of_site(condition, L.IteratorTo, words, several=True)
    return grouped(" ".join(part for part in (before, words.sites, after) if part))


def _is_at(condition: Any, iterator: Iterator, cls: type) -> bool:
    return isinstance(condition, cls) and isinstance(getattr(condition, "at", None), iterator)


_SIDES = {IsPlayerType.Enemy: _ENEMY, IsPlayerType.Friend: _FRIENDLY}
_ROLES = {IsPlayerType.Mover: RoleType.Mover, IsPlayerType.Next: RoleType.Next}


def _stands(condition: Any, iterator: Iterator, words: Words) -> Standing | None:
    """Whose piece a condition asks for on the site, by its owner or as one of a region; None for something else."""
    if isinstance(condition, L.IsIn) and isinstance(condition.site, iterator):
        return held_in(condition.region, words)
    return _side(condition, iterator, words)


def _side(condition: Any, iterator: Iterator, words: Words) -> Standing | None:
    """Whose piece a condition asks for on the site, by its owner; None if it asks for something else."""
    side = _side_of(condition, iterator, words)
    return _ONLY if side is _FRIENDLY and words.alone else side


def _side_of(condition: Any, iterator: Iterator, words: Words) -> Standing | None:
    owner = L.Who | L.State if words.states_are_sides else L.Who
    if isinstance(condition, L.IsPlayer) and isinstance(condition.index, owner):
        at: Any = condition.index.at
        if words.stack is not None and isinstance(raw(condition.index).level, L.IteratorLevel):
            return None
        if not isinstance(at, iterator):
            return None
        role = _ROLES.get(condition.kind) if isinstance(condition.index, L.Who) else None
        return _SIDES.get(condition.kind) if role is None else _pieces_of(words.whose(role))
    if isinstance(condition, L.Equals) and isinstance(condition.value_a, L.Who):
        who = condition.value_b if condition.value_b is not None else condition.role_b
        if words.stack is not None and isinstance(raw(condition.value_a).level, L.IteratorLevel):
            return None
        if isinstance(condition.value_a.at, iterator):
            if isinstance(who, L.Mover) or who is RoleType.Mover:
                return _FRIENDLY
            if isinstance(who, RoleType) and who in ROLES:
                return _NEUTRAL if who is RoleType.Neutral else _pieces_of(words.whose(who))
            if isinstance(who, L.Next):
                return _pieces_of(words.whose(who))
            number = who.name[1:] if isinstance(who, RoleType) and who.name[0] == "P" else str(who)
            if number.isdigit() and number != "0":
                return _pieces_of(f"player {number}'s")
    return None
