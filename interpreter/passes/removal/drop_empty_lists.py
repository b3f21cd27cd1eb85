"""Removes loops over lists of the state that nothing is ever added to, and what empties such a list."""

from __future__ import annotations

from ...program import ops
from ...program.intrinsics import LIST_FIELD_CHANGES
from ...program.ops import Expr, FieldKind, Op, Stmt
from ...program.program import Program
from ...program.walk import all_runs, rewrite_function

__all__ = ["drop_empty_lists"]

_ADD = tuple(LIST_FIELD_CHANGES[what] for what in ("push", "insert"))
_REMOVE = tuple(LIST_FIELD_CHANGES[what] for what in ("pop", "clear"))


def drop_empty_lists(program: Program) -> None:
    """Rewrites every function. A LIST field is empty at first, so that one to which no function of the program adds
    anything is empty in all states. (Pieces that are taken at the end of a turn wait in such a list, for example; in
    most games that take pieces none ever waits.)
    """
    added = {x.run.name for fn in program.functions for x in all_runs(fn) if x.op is Op.RUN and x.run.intrinsic in _ADD}
    lists = {f.name for f in program.fields.values() if f.kind is FieldKind.LIST}
    empty = lists - added - set(program.hash_lists)

    def is_empty(x: Expr) -> bool:
        return x.op is Op.LEN and x.name in empty

    def change(s: Stmt) -> list[Stmt]:
        if isinstance(s, ops.ForRange) and not s.down and is_empty(s.hi) and s.lo.is_const and s.lo.const >= 0:
            return []
        run = s.value if isinstance(s, ops.Do) else None
        if run is not None and run.op is Op.RUN and run.run.intrinsic in _REMOVE and run.run.name in empty:
            return []
        return [s]

    for fn in program.functions:
        rewrite_function(fn, change)
