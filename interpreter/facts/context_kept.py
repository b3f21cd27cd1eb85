"""Which slots of the context a function may leave changed: generators save the slots that they use and restore them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from ..program import ops
from ..program.ops import Block, Expr, Op
from ..program.program import Function, Program
from ..program.walk import blocks, numbered, runs, runs_of

T = TypeVar("T")
_Parts = tuple[set[str], set[tuple[int, frozenset[str]]]]
"""The slots that a block itself may leave changed, and what it runs: the index of a function (-1 for any action or
consequent), with the slots that are restored after it."""


class ContextKept:
    """Finds the slots of functions, blocks and expressions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._known: dict[int, frozenset[str]] = {}
        self._given: dict[int, frozenset[str]] = {}

    def take(self, known: Mapping[int, frozenset[str]]) -> None:
        """Takes the slots that functions may change, by their index, as given."""
        self._given.update(known)
        self._known.clear()

    def changed(self, fn: Function) -> frozenset[str]:
        """The slots that may hold another value after a call of a function than before."""
        return self._of(fn.index)

    def expression(self, x: Expr) -> frozenset[str]:
        """The slots that evaluating an expression may change."""
        return frozenset().union(*(self._of(i) for i in _run_by(runs(x))))

    def block(self, body: Block) -> frozenset[str]:
        """The slots that a block may leave changed."""
        return self._together(_parts(body))

    def _together(self, parts: _Parts) -> frozenset[str]:
        return frozenset(parts[0]).union(*(self._of(i) - restored for i, restored in parts[1]))

    def _of(self, index: int) -> frozenset[str]:
        if index not in self._known:
            self._solve()
        return self._known[index]

    def _solve(self) -> None:
        """Iterates over all functions to the fixpoint, since they may call each other in a circle."""
        applied = [*numbered(self.program), *(fn.index for fn in self.program.appliers.values())]
        parts: dict[int, _Parts] = {fn.index: _parts(fn.body) for fn in self.program.functions}
        parts |= {i: (set(slots), set()) for i, slots in self._given.items()}
        parts[-1] = set(), {(i, frozenset[str]()) for i in applied}
        self._known = dict.fromkeys(parts, frozenset())
        last = None
        while last != self._known:
            last = dict(self._known)
            for i, of in parts.items():
                self._known[i] = self._together(of)


def _parts(body: Block) -> _Parts:
    slots: set[str] = set()
    called: set[tuple[int, frozenset[str]]] = set()
    for s in body:
        if isinstance(s, ops.SetCtx):
            slots.add(s.slot)
        called |= {(i, frozenset[str]()) for i in _run_by(runs_of([s]))}
        for inner in blocks(s):
            more, below = _parts(inner)
            if isinstance(s, ops.Restoring) and not leaves(inner):
                more, below = more.difference(s.slots), {(i, restored.union(s.slots)) for i, restored in below}
            slots |= more
            called |= below
    return slots, called


def _run_by(found: Iterable[Expr]) -> Iterator[int]:
    """The indices of the functions that calls and intrinsics run, -1 for any action or consequent."""
    for x in found:
        if x.op is Op.CALL:
            yield x.called.index
        elif x.op is Op.RUN and x.run.intrinsic.calls:
            yield -1


def restored(after: Mapping[str, T], before: Mapping[str, T], slots: tuple[str, ...]) -> dict[str, T]:
    """What is known of slots after a `Restoring`: of those that it names, what was known before it."""
    return {k: x for k, x in after.items() if k not in slots} | {k: x for k, x in before.items() if k in slots}


def leaves(body: Block, within_loop: bool = False) -> bool:
    """Whether a block can be left before its end."""
    for s in body:
        if isinstance(s, ops.Return) or (isinstance(s, ops.Break | ops.Continue) and not within_loop):
            return True
        loop = within_loop or not isinstance(s, ops.If)
        if any(leaves(inner, loop) for inner in blocks(s)):
            return True
    return False
