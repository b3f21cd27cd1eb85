"""Whether a move has to be tried (`spared.py`), asked before it is built."""

from __future__ import annotations

from collections.abc import Sequence

from ....facts.left_changed import restored
from ....facts.modes import is_run
from ....program import expressions as ir
from ....program import ops
from ....program.effects import EffectsOf
from ....program.intrinsics import ACT, ACT_THEN, MOVE_ATTACH
from ....program.ops import Block, Emit, Expr, Op, Type, Var
from ....program.program import Touches
from ....program.walk import expressions, subexpressions

__all__ = ["UnknownError", "test_before"]

_DEEP, _LONG = 6, 24  # calls within what builds a move; nodes of a parameter that is looked at beforehand


class UnknownError(Exception):
    """What a move would write is not known beforehand."""


def test_before(effects: EffectsOf, touches: Touches, body: Block, after: list[Expr]) -> tuple[Expr, bool]:
    """The condition on which a move may write what was read, and whether it is exact enough that the move has to be
    tried where it holds. body: what builds the move, or one Emit; after: consequents that it may get later."""
    move = _Move(effects, touches, body, after)
    return ir.or_(*move.tests, *move.late), not move.late


class _Move:
    """What the code that builds a move would put into it, as expressions that can be evaluated before it runs. Branches
    are all taken, so that there may be more than the move gets. Where a branch is not known, its condition stands for
    it.

    tests, late: the conditions, and those of branches. known, slots: what locals and slots of the context hold, None if
    that is not known. left: whether what follows may not run.
    """

    def __init__(self, effects: EffectsOf, touches: Touches, body: Block, after: list[Expr]) -> None:
        self.effects, self.touches = effects, touches
        self.known: dict[Var, Expr | None] = {}
        self.slots: dict[str, Expr | None] = {}
        self.left = False
        self.tests: list[Expr] = [self.touches.of_every_move()]
        self.late: list[Expr] = []
        found = effects.block([s for s in body if not isinstance(s, Emit)])
        if found.draws or found.written != set():
            raise UnknownError
        self._block(body, 0)
        self.tests += [self.touches.consequent(self._value(fn)) for fn in after]

    def _block(self, body: Block, depth: int) -> None:
        if depth > _DEEP:
            raise UnknownError
        for s in body:
            if isinstance(s, ops.Assign):
                # a second value of a local may be that of another way
                self.known[s.var] = None if s.var in self.known else self._given(s.value)
            elif isinstance(s, ops.SetCtx):
                self.slots[s.slot] = None if self.left else self._given(s.value)
            elif isinstance(s, ops.If):
                self._if(s, depth)
            elif isinstance(s, Emit):
                self._emit(s)
            elif isinstance(s, ops.Return) and s.value is None:
                self.left = True  # what follows may not run
            elif isinstance(s, ops.Restoring) and not expressions(s):
                before = dict(self.slots)
                self._block(s.body, depth)
                self.slots = restored(self.slots, before, s.slots)
            elif isinstance(s, ops.Composed) and not s.body:
                self._block(s.parts, depth)
                self.tests.append(self.touches.ends([self._value(x) for x in s.close.src[1:3]]))
                self.tests += [self.touches.consequent(ir.const(fn.index)) for fn in s.then]
            elif isinstance(s, ops.Do):
                self._do(s.value, depth)
            else:
                raise UnknownError

    def _if(self, s: ops.If, depth: int) -> None:
        known, slots, left, tests = dict(self.known), dict(self.slots), self.left, len(self.tests)
        try:
            self._block(s.then, depth)
            self._block(s.orelse, depth)
        except UnknownError:
            # where the branch is not taken, everything is as it was
            self.known, self.slots, self.left = known, slots, left
            self.late.append(self._condition(s))
            del self.tests[tests:]
            return
        # what a branch sets is not known after it
        self.known = {v: x if v in known and known[v] is x else None for v, x in self.known.items()}
        self.slots = {v: x if v in slots and slots[v] is x else None for v, x in self.slots.items()}

    def _condition(self, s: ops.If) -> Expr:
        """The condition of a branch, evaluated beforehand; there has to be no other branch."""
        x, turned = (s.cond.src[0], True) if s.cond.op is Op.NOT else (s.cond, False)
        if s.orelse:
            raise UnknownError
        if x.op is Op.CALL and not x.src:
            effects = self.effects.function(x.called)
            if not effects.pure or not effects.state_only or effects.slots & self.slots.keys():
                raise UnknownError
        else:
            x = self._value(x)
        return ir.not_(x) if turned else x

    def _emit(self, s: Emit) -> None:
        self.tests.append(self.touches.ends([self._value(s.from_site), self._value(s.to_site)]))
        for action in s.actions:
            self._action(action.kind, action.params)
        self.tests += [self.touches.consequent(ir.const(fn.index)) for fn in s.then]

    def _action(self, kind: str, params: Sequence[Expr]) -> None:
        if kind == "passed":
            return
        self.tests.append(self.touches.action(kind, lambda i: self._value(params[i])))

    def _do(self, x: Expr, depth: int) -> None:
        if x.op is Op.CALL:
            if x.type is not Type.VOID or x.called.kept:
                raise UnknownError
            for v, given in zip(x.called.params, x.src, strict=True):
                self.known[v] = None if v in self.known else self._given(given)
            self._block(x.called.body, depth + 1)
        elif is_run(x, ACT):
            self._action(x.run.name, x.src[1:])
        elif is_run(x, ACT_THEN):
            self.tests.append(self.touches.part(self._value(x.src[0])))
        elif is_run(x, MOVE_ATTACH):
            self.tests.append(self.touches.consequent(self._value(x.src[1])))
        else:
            raise UnknownError

    # ------------------------------------------------------------------ values

    def _given(self, x: Expr) -> Expr | None:
        try:
            return self._value(x)
        except UnknownError:
            return None

    def _value(self, x: Expr) -> Expr:
        """An expression with what is known put in: its value is the same before the move is built."""
        out = self._put_in(x)
        if len(subexpressions(out)) > _LONG:
            raise UnknownError
        return out

    def _put_in(self, x: Expr) -> Expr:
        if x.op is Op.VAR:
            found = self.known.get(x.var, x)
        elif x.op is Op.CTX:
            found = self.slots.get(x.name, x)
        elif x.op in (Op.CALL, Op.RUN) or x.type is Type.LIST or any(y.type is Type.LIST for y in x.src):
            raise UnknownError
        else:
            return Expr(x.op, x.type, tuple(map(self._put_in, x.src)), x.arg) if x.src else x
        if found is None:
            raise UnknownError
        return found
