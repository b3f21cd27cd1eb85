"""Columns: what moves that begin and end at the same sites are told apart by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...program.actions import ORDER, action_number
from ...program.raw import NOTES, RawMove
from .buffer import Possible
from .values import ANY, VARYING, Varying, joined, members, varies

__all__ = ["ABSENT", "HIGH", "KIND", "LOW", "PARAM", "SIZE", "THENS", "Column", "kinds_of"]

ABSENT = -(1 << 31)
"""The value of a column for a move that has no such action."""
KIND, LOW, HIGH, PARAM, SIZE, THENS = range(6)


class Column(NamedTuple):
    """Something by which moves are told apart. what: KIND, LOW, HIGH, PARAM, SIZE (the
    number of actions), or THENS (the consequents, as one number). kind, nth, param: which parameter, of
    the nth action of a kind (a number). declared: a component counts as the item of the equipment that declares it,
    whoever owns it."""

    what: int
    kind: int = 0
    nth: int = 0
    param: int = 0
    declared: bool = False

    def of(self, move: RawMove, declared: Sequence[int]) -> int:
        """The value of a move."""
        if self.what == KIND:
            return decided_kind(move)
        if self.what == LOW:
            return move.level_min
        if self.what == HIGH:
            return move.level_max
        if self.what == SIZE:
            return sum(act.kind not in NOTES for act in move.actions)
        if self.what == THENS:
            return _of_thens(move.then)
        name, seen = ORDER[self.kind - 1], 0
        for act in move.actions:
            if act.kind == name:
                if seen == self.nth:
                    value = act.params[self.param]
                    return declared[value] if self.declared and 0 <= value < len(declared) else value
                seen += 1
        return ABSENT

    def possible(self, move: Possible, declared: Sequence[int]) -> Any:
        """The values that it may have for a possible move."""
        if self.what == KIND:
            return kinds_of(move)
        if self.what == LOW or self.what == HIGH:
            return move.low if self.what == LOW else move.high
        if self.what == THENS:
            return ANY if move.thens is None else _of_thens(move.thens)
        if self.what == SIZE:
            known = not move.free and all(act.kind and not act.may for act in move.acts)
            return sum(act.kind not in NOTES for act in move.acts) if known else ANY
        name, seen, out, several = ORDER[self.kind - 1], 0, None, False
        shifted = name in move.free  # the others may come before these
        for act in move.acts:
            if not act.kind:
                return ANY
            if act.kind != name:
                continue
            if several or act.may:
                several = True
            elif seen < self.nth:
                seen += 1
                continue
            value = act.params[self.param] if self.param < len(act.params) else -1
            if self.declared:
                value = _mapped(value, declared)
            out = value if out is None else joined(out, value, False)
            if not several:
                break
        if shifted:
            return VARYING if varies(out) else ANY
        if out is None:
            return ABSENT
        if several and move.several:
            return ANY  # there may be any number of such actions
        return joined(out, ABSENT, False) if several else out


def _of_thens(thens: Sequence[int]) -> int:
    found = 0
    for fn in thens:
        found = (31 * found + fn + 1) & 0x3FFFFFFF
    return found


def _mapped(value: Any, declared: Sequence[int]) -> Any:
    some = members(value)
    if some is None:
        return value
    found = frozenset(declared[v] if 0 <= v < len(declared) else v for v in some)
    if len(found) == 1:
        return next(iter(found))
    return Varying(found) if varies(value) else found


def decided_kind(move: RawMove) -> int:
    """The kind, as a number, of the first action that is a decision; without one, of the first action; else 0."""
    acts = [act for act in move.actions if act.kind not in NOTES]
    for act in acts:
        if act.decision:
            return action_number(act.kind)
    return action_number(acts[0].kind) if acts else 0


def kinds_of(move: Possible) -> Any:
    """As `decided_kind`, of a possible move."""
    found = {action_number(kind) for kind in move.free}
    acts = [act for act in move.acts if act.kind not in NOTES]
    for act in acts:
        if not act.kind:
            return ANY
        if act.decision is not False:
            found.add(action_number(act.kind))
        if act.decision and not act.may:
            break
    else:
        found.update(action_number(act.kind) for act in acts[:1])
    return frozenset(found) if len(found) > 1 else found.pop() if found else 0
