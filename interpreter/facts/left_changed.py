"""Which slots of the context a function may leave changed, or which fields: generators save the slots that they use
and restore them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from ..program import ops
from ..program.entries import Resource
from ..program.kept_facts import of_function, of_program
from ..program.ops import Block, Expr, Op
from ..program.program import Function, Program
from ..program.walk import blocks, expressions, numbered, repeats, runs
from ..program.worklist import Solution

T = TypeVar("T")
_Parts = tuple[set[str], set[tuple[int, frozenset[str]]]]
"""The slots, or fields, that a block itself may leave changed, and what it runs: the index of a function (-1 for any
action or consequent), with those that are restored after it."""


class LeftChanged:
    """Finds the slots that functions, blocks and expressions may leave changed. given: those of some functions, by
    their index. fields: it finds fields of the state, in the place of slots; "" stands for any."""

    def __init__(
        self, program: Program, given: Mapping[int, frozenset[str]] | None = None, *, fields: bool = False
    ) -> None:
        self.program, self._given = program, given or {}
        self._parts_of = _fields_of if fields else _slots_of
        self._slots: Solution[int, frozenset[str]] = Solution(self._of_function, frozenset())

    def function(self, fn: Function) -> frozenset[str]:
        """The slots that may hold another value after a call of a function than before."""
        return self._slots.value(fn.index)

    def expression(self, x: Expr) -> frozenset[str]:
        """The slots that evaluating an expression may change."""
        return frozenset().union(*map(self._slots.value, _run_by(runs(x))))

    def block(self, body: Block) -> frozenset[str]:
        """The slots that a block may leave changed."""
        return _together(_parts(body, False), self._slots.value)

    def _of_function(self, index: int, ask: Callable[[int], frozenset[str]]) -> frozenset[str]:
        if index in self._given:
            return self._given[index]
        if index >= 0:
            return _together(self._parts_of(self.program.functions[index]), ask)
        applied = (*numbered(self.program), *(fn.index for fn in self.program.appliers.values()))
        return frozenset().union(*map(ask, applied))


slots_left_changed = of_program(LeftChanged)
"""The slots that functions of a program may leave changed, as it is now."""


def _together(parts: _Parts, of: Callable[[int], frozenset[str]]) -> frozenset[str]:
    return frozenset(parts[0]).union(*(of(i) - restored for i, restored in parts[1]))


@of_function
def _slots_of(fn: Function) -> _Parts:
    return _parts(fn.body, False)


@of_function
def _fields_of(fn: Function) -> _Parts:
    return _parts(fn.body, True)


def _parts(body: Block, fields: bool) -> _Parts:
    found: _Parts = set(), set()
    _add_parts(body, *found, fields)
    return found


def _add_parts(body: Block, names: set[str], called: set[tuple[int, frozenset[str]]], fields: bool) -> None:
    for s in body:
        if isinstance(s, ops.SetField) and fields:
            names.add(s.field)
        elif isinstance(s, ops.SetCtx) and not fields:
            names.add(s.slot)
        elif isinstance(s, ops.Restoring):
            more, below = _parts(s.inside, fields)
            if (more or below) and not left_early(s.inside):
                kept = s.fields if fields else s.slots
                more, below = more.difference(kept), {(i, restored.union(kept)) for i, restored in below}
            names |= more
            called |= below
            continue
        for x in (y for e in expressions(s) for y in runs(e)):
            called.update((i, _NOTHING) for i in _run_by([x]))
            if fields and x.op is Op.RUN and x.run.intrinsic.writes & Resource.FIELDS:
                names.add(x.run.name)
        for inner in blocks(s):
            _add_parts(inner, names, called, fields)


_NOTHING: frozenset[str] = frozenset()


def _run_by(found: Iterable[Expr]) -> Iterator[int]:
    """The indices of the functions that calls and intrinsics run, -1 for any action or consequent."""
    for x in found:
        if x.op is Op.CALL:
            yield x.called.index
        elif x.op is Op.RUN and x.run.intrinsic.calls:
            yield -1


def restored(after: Mapping[str, T], before: Mapping[str, T], slots: tuple[str, ...]) -> dict[str, T]:
    """What is known of slots after a `Restoring`. before: what was known of them before it; that holds again for the
    slots that are restored, `slots`. after: what is known at the end of the body; that holds for the others."""
    return {k: x for k, x in after.items() if k not in slots} | {k: x for k, x in before.items() if k in slots}


def left_early(body: Block, within_loop: bool = False) -> bool:
    """Whether a block can be left before its end."""
    for s in body:
        if isinstance(s, ops.Return) or (isinstance(s, ops.Break | ops.Continue) and not within_loop):
            return True
        if any(left_early(inner, within_loop or repeats(s, inner)) for inner in blocks(s)):
            return True
    return False
