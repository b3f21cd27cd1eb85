"""Makes those parts of moves constant that no function reads: sites, levels and movers."""

from __future__ import annotations

from collections.abc import Callable

from ...program import ops
from ...program.effects import silent
from ...program.entries import Resource
from ...program.expressions import const
from ...program.intrinsics import MOVE_SAME, MOVE_TO, PARTS
from ...program.modes import PROBE, TO_SITE
from ...program.ops import Entry, Expr, Op, Stmt
from ...program.program import Program
from ...program.walk import all_of, all_runs, rewrite_function

_MEMBERS = dict(zip(PARTS, ("mover", "from_site", "to_site", "level_min", "level_max"), strict=True))
"""What tells each part, and the member of an Emit that holds it. `move_close` takes the parts in this order."""
_UNREAD = const(0)


def drop_parts(program: Program) -> None:
    """Gives the parts of moves that no function reads a constant value.

    Only for a program whose moves nobody sees from outside. A value that has an effect or may fail stays.
    """
    live = [fn for fn in program.functions if program.live is None or fn.index in program.live]
    run = [x.run.intrinsic for fn in live for x in all_runs(fn) if x.op is Op.RUN]
    if MOVE_SAME in run:
        return
    idle = [part for part in _MEMBERS if part not in run]
    if MOVE_TO in idle and any(_asks_where(s) for fn in live for s in all_of(fn, ops.InMode, ops.Filter)):
        idle.remove(MOVE_TO)
    for fn in live:
        rewrite_function(fn, _change(idle))
        fn.changed()


def _change(idle: list[Entry]) -> Callable[[Stmt], list[Stmt]]:
    def change(s: Stmt) -> list[Stmt]:
        if isinstance(s, ops.Do) and s.value.op is Op.RUN and _changes_parts(s.value.run.intrinsic, idle):
            return [s] if not all(map(silent, s.value.src)) else []
        if isinstance(s, ops.Push):
            for member in (_MEMBERS[part] for part in idle):
                if (x := getattr(s, member, None)) is not None:
                    setattr(s, member, _idle(x, True))
        elif isinstance(s, ops.Composed):
            parts = zip(s.close.src, _MEMBERS, strict=True)
            src = tuple(_idle(x, part in idle) for x, part in parts)
            s.close = Expr(s.close.op, s.close.type, src, s.close.arg)
        return [s]

    return change


def _asks_where(s: ops.Scope) -> bool:
    """Whether a statement looks at where moves go."""
    if isinstance(s, ops.Filter):
        return s.to is not None
    return isinstance(s, ops.InMode) and (s.mode == PROBE or not s.aim.is_const or s.aim.const <= TO_SITE)


def _changes_parts(entry: Entry, idle: list[Entry]) -> bool:
    """Whether an intrinsic changes some of these parts of moves, and does nothing else."""
    parts = [operand.part for operand in entry.operands if operand.part is not None]
    return bool(parts) and entry.writes is Resource.MOVES and all(part in idle for part in parts)


def _idle(x: Expr, idle: bool) -> Expr:
    return _UNREAD if idle and silent(x) else x
