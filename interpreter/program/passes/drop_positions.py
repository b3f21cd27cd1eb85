"""Leaves out the lists of positions of each component where no rule reads them."""

from __future__ import annotations

from .. import ops
from ..ops import Function, Op, Program, Stmt
from ..walk import all_expressions, reached, rewrite

_FIELDS = {"owned", "owned_n"}


def drop_positions(program: Program) -> None:
    """Removes the calls that only keep position lists up to date, and the lists, unless something reads them."""
    keepers = {fn.index for fn in program.functions if fn.name.startswith(("owned_add", "owned_remove", "owned_"))}
    if any(_reads(program.functions[index]) for index in reached(program) - keepers):
        return

    def change(s: Stmt) -> list[Stmt]:
        if isinstance(s, ops.Do) and isinstance(s.value.arg, Function) and s.value.arg.index in keepers:
            return []
        return [s]

    for fn in program.functions:
        if fn.index not in keepers:
            fn.body[:] = rewrite(fn.body, change)
    for name in _FIELDS:
        program.fields.pop(name, None)
    program.caps.pop("owned", None)


def _reads(fn: Function) -> bool:
    return any(x.arg in _FIELDS for x in all_expressions(fn) if x.op in (Op.FIELD, Op.FIELD_RAW))
