"""Finds the sites for which an iteration of a loop over sites does anything, functions that it calls included."""

from __future__ import annotations

from collections.abc import Callable

from ..program import expressions as ir
from ..program import ops
from ..program.effects import EffectsOf
from ..program.intrinsics import (
    APPLIED_TRUNCATE,
    MOVE_COUNT,
    MOVES_REWIND,
    PUSH_MODE,
)
from ..program.modes import FULL, PROBE
from ..program.ops import Expr, Op, Type, Var
from ..program.program import Function
from ..program.walk import bound, expressions, substituted
from .modes import is_run
from .one_iteration import OneIteration, forget_written
from .resolver import Known
from .site_sets import ALL, NONE, UNKNOWN, Sites, SiteSets, text_of

DEEPEST = 12  # nested calls that are followed
LONGEST = 3000  # statements that are followed: a longer iteration counts as doing something

Near = Callable[[ops.ForRow], Sites]
"""For a loop that skips iterations: the numbers of the rows for which it has any left."""


class IdleIteration(OneIteration):
    """Follows an iteration as long as it does nothing. Until then no move is pushed, so their number is the same, and
    a function leaves the context as it found it."""

    def __init__(self, effects: EffectsOf, own: set[int], loop: ops.ForSet, sets: SiteSets, near: Near) -> None:
        super().__init__(effects, own)
        self.loop = loop
        self.sets, self.near = sets, near
        self.moves = ir.value_of(Var("moves", Type.INT))
        self.left = 0  # statements that may still be followed
        self.ways: list[int] = []  # modes of pushing moves that are open, the present one last
        self.within: list[tuple[Function, dict[str, Expr]]] = []  # functions followed, with the context on entry

    def needed(self, way: int) -> Sites:
        """The sites whose iteration may do something in a mode."""
        self.effect, self.ways, self.left = NONE, [way], LONGEST
        self.block(self.loop.body, ALL, Known({id(self.loop.var): ir.value_of(self.sets.key)}), inner=False)
        return self.effect

    def read(self, x: Expr, src: tuple[Expr, ...]) -> Expr | None:
        """The mode, and the number of moves, are known."""
        if is_run(x, PUSH_MODE):
            return ir.const(self.ways[-1])
        if is_run(x, MOVE_COUNT):
            return self.moves
        return None

    def quiet(self, x: Expr) -> bool:
        """Whether an expression has no effect. Asking for the mode has none either, nor has forgetting what was pushed
        as long as nothing was."""
        if is_run(x, MOVES_REWIND, APPLIED_TRUNCATE):
            return True
        return super().quiet(substituted(x, lambda y: ir.const(0) if is_run(y, PUSH_MODE) else None))

    def statement(self, s: ops.Stmt, reach: Sites, known: Known, inner: bool) -> Sites:
        """Follows one statement."""
        self.left -= 1
        if self.left < 0:
            self.affects(ALL)
        if isinstance(s, ops.Do):
            self._do(s.value, reach, known)
            return reach
        if isinstance(s, ops.InMode):
            if not self.quiet(s.aim):
                self.affects(reach)
            self.ways.append(s.mode)
            self.block(s.body, reach, known, inner)
            self.ways.pop()
            if isinstance(s, ops.Question):  # no move was pushed
                known.locals[id(s.var)] = ir.FALSE if s.mode == PROBE else ir.const(0)
            return reach
        if isinstance(s, ops.ForRow) and s.narrowed is not None:
            if not self.quiet(s.row):
                self.affects(reach)
            self.affects(self.sets.both(reach, self._rows(self.resolve(s.row, known), s)))
            return reach
        if isinstance(s, ops.ForRow | ops.CountedLoop | ops.ForSet):
            self._any_round(s, reach, known)
            return reach
        if isinstance(s, ops.BuiltMove) and self.ways[-1] == FULL and self.quiet(s.to_site):
            return self.block(s.body, reach, known, inner)
        if isinstance(s, ops.Return) and self.within:
            if s.value is not None and not self.quiet(s.value):
                self.affects(reach)
            self._leave(reach, known)
            return NONE
        return NONE if isinstance(s, ops.Continue) else super().statement(s, reach, known, inner)

    def _any_round(self, s: ops.ForRow | ops.CountedLoop | ops.ForSet, reach: Sites, known: Known) -> None:
        """Follows an arbitrary iteration of an inner loop."""
        if not all(self.quiet(x) for x in expressions(s)):
            self.affects(reach)
        forget_written([s], known)
        self.block(s.body, reach, known.copy(), inner=True)

    def _do(self, x: Expr, reach: Sites, known: Known) -> None:
        if x.op is Op.CALL:
            self._call(x.called, x.src, reach, known)
        else:
            self.affects(reach)

    def _call(self, fn: Function, args: tuple[Expr, ...], reach: Sites, known: Known) -> None:
        again = any(fn is f for f, _ in self.within) or len(self.within) == DEEPEST
        if again or not all(a.type is not Type.LIST and self.quiet(a) for a in args):
            self.affects(reach)
            return
        self.within.append((fn, dict(known.slots)))
        self.own |= {id(v) for v in bound(fn.body)}
        inside = Known({id(v): self.resolve(a, known) for v, a in zip(fn.params, args, strict=True)}, dict(known.slots))
        end = self.block(fn.body, reach, inside, inner=False)
        if not end.nowhere:
            self._leave(end, inside)
        self.within.pop()

    def _leave(self, reach: Sites, known: Known) -> None:
        """The end of a function that is followed: a changed context is an effect."""
        before = self.within[-1][1]
        for slot, value in known.slots.items():
            if text_of(value) != text_of(before.get(slot, Expr(Op.CTX, Type.INT, (), slot))):
                self.affects(reach)
                return

    def _rows(self, row: Expr, loop: ops.ForRow) -> Sites:
        """The sites for which a loop over that row has iterations that it does not skip."""
        if row.op is Op.SELECT:
            cond, a, b = row.src
            where = self.sets.where(cond)
            yes = self.sets.both(where, self._rows(a, loop))
            return self.sets.either(yes, self.sets.both(self.sets.others(where), self._rows(b, loop)))
        if row.is_const and row.const < 0:
            return NONE
        return self.near(loop) if row.op is Op.VAR and row.arg is self.sets.key else UNKNOWN
