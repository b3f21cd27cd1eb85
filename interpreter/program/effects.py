"""What functions of a program may read and change, those they call included."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from . import ops
from .intrinsics import INTRINSICS
from .ops import Expr, Function, Op, Program, Type
from .walk import expressions, statements, subexpressions

_READS = {"move_count", "act_count", "applied_count", "applied_base", "move_from", "move_to", "move_mover"}
_ANYTHING = {
    *("apply_actions", "apply_thens", "call_moves", "state_pop"),
    *("random_int", "random_unit", "hash_push", "fail", "list_set", "list_clear"),
}
"""Intrinsics that may change any field, or something else that lasts."""

_OF_ITSELF = {Op.CTX, Op.FIELD, Op.FIELD_RAW, Op.LEN, Op.SET_WHERE, Op.DIV, Op.MOD, Op.LIST_AT, Op.RUN}
"""Operations that `Effects.add_expression` has to look at."""


@dataclass(slots=True)
class Effects:
    """slots: of the context, read at some time; fields: read; written: fields that are changed, None where that may be
    any; pure: nothing but the result can be noticed, and there is always one."""

    slots: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    written: set[str] | None = field(default_factory=set)
    pure: bool = True

    def add(self, other: Effects) -> None:
        """Adds what a callee does."""
        self.slots |= other.slots
        self.fields |= other.fields
        self.written = None if self.written is None or other.written is None else self.written | other.written
        self.pure = self.pure and other.pure

    def add_expression(self, x: Expr) -> None:
        """Adds what one node does itself."""
        if x.op is Op.CTX:
            self.slots.add(str(x.arg))
        elif x.op in (Op.FIELD, Op.FIELD_RAW, Op.LEN, Op.SET_WHERE):
            self.fields.add(str(x.arg))
        elif x.op in (Op.DIV, Op.MOD, Op.LIST_AT):
            self.pure = self.pure and x.op is not Op.LIST_AT and x.src[1].is_const and x.src[1].const != 0
        elif x.op is Op.RUN:
            self._add_intrinsic(str(x.arg))

    def _add_intrinsic(self, name: str) -> None:
        if ":" in name:
            what, changed = name.split(":")
            if what.startswith("field_") and self.written is not None:
                self.written.add(changed)
            self.pure = False
            return
        if name in _ANYTHING:
            self.written = None
        if name not in _READS and not INTRINSICS[name].pure and name != "list_push":
            self.pure = False


def effects_of(program: Program) -> EffectsOf:
    """What is known of the effects of a program's functions.

    It is kept, and what passes leave out later stays in it: the effects may be more than there are, never fewer.
    """
    if program.effects is None:
        program.effects = EffectsOf()
    found: EffectsOf = program.effects
    return found


class EffectsOf:
    """Finds the effects of functions, each once."""

    def __init__(self) -> None:
        self._known: dict[int, Effects] = {}
        self._open: set[int] = set()

    def function(self, fn: Function) -> Effects:
        """The effects of a function. One that calls itself counts as able to change anything."""
        known = self._known.get(fn.index)
        if known is not None:
            return known
        if fn.index in self._open:
            return Effects(written=None, pure=False)
        self._open.add(fn.index)
        found = self.block(fn.body)
        if any(v.type is Type.LIST for v in fn.params):
            found.pure = False
        self._open.discard(fn.index)
        self._known[fn.index] = found
        return found

    def block(self, body: ops.Block) -> Effects:
        """The effects of a block."""
        return self.statements(statements(body))

    def statements(self, all_of_them: Iterable[ops.Stmt]) -> Effects:
        """The effects of statements, without those within them."""
        found = Effects()
        for s in all_of_them:
            if isinstance(s, ops.SetField):
                found.pure = False
                if found.written is not None:
                    found.written.add(s.field)
            elif isinstance(s, ops.SetCtx | ops.Emit):
                found.pure = False
            for x in expressions(s):
                self._add(found, x)
        return found

    def expression(self, x: Expr) -> Effects:
        """The effects of an expression."""
        found = Effects()
        self._add(found, x)
        return found

    def _add(self, found: Effects, x: Expr) -> None:
        """Adds the effects of an expression."""
        for y in subexpressions(x):
            if y.op in _OF_ITSELF:
                found.add_expression(y)
            elif y.op is Op.CALL and isinstance(y.arg, Function):
                found.add(self.function(y.arg))
