"""Warnings for conditions that are always or never true, and for end rules that are never reached."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import ludparse.ludemes as L
from ludparse.checks.inspection import Inspection
from ludparse.ludemes.base import Ludeme, keyword_of, names_of, walk
from ludparse.ludemes.enums import RoleType
from ludparse.problems.spans import Span

__all__ = ["lint_conditions"]

_COMPARED: dict[type[Ludeme], Callable[[int, int], bool]] = {
    L.Equals: lambda a, b: a == b,
    L.NotEqual: lambda a, b: a != b,
    L.Lt: lambda a, b: a < b,
    L.Le: lambda a, b: a <= b,
    L.Gt: lambda a, b: a > b,
    L.Ge: lambda a, b: a >= b,
}

_CHANCE = (L.ValueRandom, L.SitesRandom)
"""Ludemes of which two that look the same can differ."""


_LOOKED_AT: tuple[type[Ludeme], ...] = (
    L.MovesIf, L.IntIf, L.BoolIf, L.RegionIf, L.EndIf, L.BoolAnd, L.BoolOr, L.End, L.EquipmentPiece, *_COMPARED,
)  # fmt: skip


def lint_conditions(inspection: Inspection) -> None:
    """Note conditions whose value is known beforehand, and end rules behind them."""
    for node in inspection.of(*_LOOKED_AT):
        match node:
            case L.MovesIf() | L.IntIf() | L.BoolIf() | L.RegionIf():
                _literal(inspection, node, node.cond)
            case L.EndIf():
                _literal(inspection, node, node.test)
            case L.BoolAnd() | L.BoolOr():
                for part in _parts(node):
                    _literal(inspection, node, part)
                _contradiction(inspection, node)
                if isinstance(node, L.BoolAnd):
                    _empty_with_owner(inspection, node)
            case L.Equals() | L.NotEqual() | L.Lt() | L.Le() | L.Gt() | L.Ge():
                _comparison(inspection, node)
            case L.EquipmentPiece() if node.generator is not None:
                _own_site(inspection, node.generator)
            case L.End():
                _unreachable(inspection, node)
            case _:
                pass


def _parts(node: L.BoolAnd | L.BoolOr) -> Sequence[object]:
    return node.list if node.list is not None else (node.a, node.b)


def _written_here(span: Span | None) -> bool:
    """Whether a word stands where it is used: one that a define or an option inserts is a switch, and meant so."""
    return span is not None and span.used_at is None


def _literal(inspection: Inspection, node: Ludeme, value: object) -> None:
    if not isinstance(value, bool) or not _written_here(node.span):  # a define may be given a condition that is plain
        return
    for atom in inspection.atoms(node):
        if atom.text.lower() == str(value).lower() and _written_here(atom.span):
            _tell(inspection, atom.span, value)


def _comparison(inspection: Inspection, node: L.Equals | L.NotEqual | L.Lt | L.Le | L.Gt | L.Ge) -> None:
    if not _written_here(node.span):
        return
    if isinstance(node, L.Equals | L.NotEqual):
        a: object = node.region_a if node.value_a is None else node.value_a
        b: object = node.region_b if node.value_b is None else node.value_b
        b = node.role_b if b is None else b
    else:
        a, b = node.value_a, node.value_b
    if isinstance(a, int) and isinstance(b, int):
        atoms = [atom.span for atom in inspection.atoms(node)]
        if all(_written_here(span) for span in atoms):
            _tell(inspection, node.span, _COMPARED[type(node)](a, b))
    elif isinstance(a, Ludeme) and a == b and not any(isinstance(part, _CHANCE) for part in walk(a)):
        _tell(inspection, node.span, _COMPARED[type(node)](0, 0))
    elif _negative(b) and _never_negative(a):
        value = {L.Lt: False, L.Ge: True, L.Gt: True, L.NotEqual: True, L.Equals: False}.get(type(node))
        if value is not None:
            _tell(inspection, node.span, value)


def _negative(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value < -2  # -1 and -2 mean no site


def _never_negative(value: object) -> bool:
    return isinstance(value, L.CountComponent | L.CountSite | L.CountSimple | L.CountGroups)


def _contradiction(inspection: Inspection, node: L.BoolAnd | L.BoolOr) -> None:
    """A condition together with its opposite, or twice in one list."""
    if not _written_here(node.span):
        return
    parts = [part for part in _parts(node) if isinstance(part, Ludeme)]
    seen: set[object] = set()
    for part in parts:
        if any(isinstance(below, _CHANCE) for below in walk(part)):
            continue
        if _opposites(part, either=isinstance(node, L.BoolOr)) & seen:
            _tell(inspection, node.span, isinstance(node, L.BoolOr))
        elif part in seen and _written_here(part.span):
            inspection.add("repeated-condition", part.span, keyword=keyword_of(node))
        seen.add(part)


_EXCLUSIVE = ({"Empty", "Occupied"}, {"Even", "Odd"}, {"Friend", "Enemy"})
"""Kinds of which one thing is never two. Of the first two pairs it is always one."""


def _opposites(part: Ludeme, *, either: bool) -> set[object]:
    """Conditions that are never true together with one; either: of which always one is true."""
    found: set[object] = {part.a if isinstance(part, L.Not) else L.Not(a=cast("L.BooleanFunction", part))}
    if isinstance(part, L.IsSite | L.IsInteger | L.IsPlayer):
        for names in _EXCLUSIVE[:2] if either else _EXCLUSIVE:
            if part.kind.name in names:
                (other,) = names - {part.kind.name}
                fields = {name: getattr(part, name) for name in names_of(part)}
                found.add(type(part)(**{**fields, "kind": type(part.kind)[other]}))
    return found


def _empty_with_owner(inspection: Inspection, node: L.BoolAnd) -> None:
    """A site that is to be empty, and whose piece is to be somebody's."""
    parts = _parts(node)
    empty = [x.at for x in parts if isinstance(x, L.IsSite) and x.kind.name == "Empty"]
    for part in parts:
        if isinstance(part, L.IsPlayer) and part.kind.name in ("Enemy", "Friend", "Mover", "Next", "Prev"):
            who = part.index
            if isinstance(who, L.Who) and who.at in empty and not any(isinstance(x, _CHANCE) for x in walk(node)):
                hint = "No piece stands on an empty site, so it is nobody's."
                inspection.add("never-true", node.span, hint=hint)


def _own_site(inspection: Inspection, generator: Ludeme) -> None:
    """The site where a piece stands is asked to be empty, so that it may move."""
    for move in walk(generator):
        if isinstance(move, L.MoveStep | L.MoveHop | L.MoveSlide | L.MoveLeap) and move.from_ is None and move.to:
            test = move.to.if_
            for part in _parts(test) if isinstance(test, L.BoolAnd) else (test,):
                if isinstance(part, L.IsSite) and part.kind.name == "Empty" and isinstance(part.at, L.IteratorFrom):
                    hint = "The piece itself stands there. Where it goes to is (to)."
                    inspection.add("never-true", part.span, hint=hint)


def _tell(inspection: Inspection, span: Span | None, value: bool) -> None:
    code = "always-true" if value else "never-true"
    inspection.add(code, span)


def _unreachable(inspection: Inspection, end: L.End) -> None:
    """End rules behind one that has the same condition, or a weaker one. The first that applies to a player counts."""
    seen: list[L.EndIf] = []
    for rule in end.end_rules or ():
        if not isinstance(rule, L.EndIf) or rule.sub is not None or rule.subs is not None:
            continue
        for earlier in seen:
            if earlier.test is not True and _implies(rule.test, earlier.test) and _settles(inspection, earlier):
                hint = f"The end rule at {earlier.span} applies whenever this one would, and comes first."
                inspection.add("unreachable-end", inspection.head(rule), hint=hint)
                break
        seen.append(rule)


def _implies(test: object, other: object) -> bool:
    """Whether a condition can only be true when the other is too, as far as their form shows."""
    if other is True or test == other:
        return True
    if isinstance(test, L.BoolAnd):
        return any(_implies(part, other) for part in _parts(test))
    if isinstance(other, L.BoolOr):
        return any(_implies(test, part) for part in _parts(other))
    return False


def _settles(inspection: Inspection, rule: L.EndIf) -> bool:
    """Whether the game is over when the rule applies; with more than two players a result may settle only one."""
    result = rule.result
    if isinstance(result, L.Result):
        return inspection.players <= 2 or result.who is RoleType.All
    return result is not None
