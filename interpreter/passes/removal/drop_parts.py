"""Makes those parts of moves constant that no function reads: sites, levels and movers."""

from __future__ import annotations

from collections.abc import Callable

from ...facts.modes import is_run
from ...program import ops
from ...program.effects import silent
from ...program.expressions import const
from ...program.intrinsics import (
    MOVE_FROM,
    MOVE_LEVEL_MAX,
    MOVE_LEVEL_MIN,
    MOVE_MOVER,
    MOVE_SAME,
    MOVE_SET_FROM,
    MOVE_SET_LEVELS,
    MOVE_SET_MOVER,
    MOVE_SET_MOVERS,
    MOVE_SET_TO,
    MOVE_TO,
)
from ...program.modes import PROBE
from ...program.ops import Entry, Expr, Op, Stmt
from ...program.program import Program
from ...program.walk import all_of, all_runs, rewrite_function

_MEMBERS = {
    MOVE_MOVER: "mover",
    MOVE_FROM: "from_site",
    MOVE_TO: "to_site",
    MOVE_LEVEL_MIN: "level_min",
    MOVE_LEVEL_MAX: "level_max",
}
"""What asks for each part, and the member of an Emit that holds it. `move_close` takes the parts in this order."""
_SETTERS = {
    MOVE_SET_MOVER: {MOVE_MOVER},
    MOVE_SET_MOVERS: {MOVE_MOVER},
    MOVE_SET_FROM: {MOVE_FROM},
    MOVE_SET_TO: {MOVE_TO},
    MOVE_SET_LEVELS: {MOVE_LEVEL_MIN, MOVE_LEVEL_MAX},
}
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
    asked = [s for fn in live for s in all_of(fn, ops.InMode)]
    if MOVE_TO in idle and any(s.mode == PROBE for s in asked):
        idle.remove(MOVE_TO)
    for fn in live:
        rewrite_function(fn, _change(idle))
        fn.changed()


def _change(idle: list[Entry]) -> Callable[[Stmt], list[Stmt]]:
    setters = [setter for setter, parts in _SETTERS.items() if all(part in idle for part in parts)]

    def change(s: Stmt) -> list[Stmt]:
        if isinstance(s, ops.Do) and is_run(s.value, *setters):
            return [s] if not all(map(silent, s.value.src)) else []
        if isinstance(s, ops.Emit):
            for part in idle:
                setattr(s, _MEMBERS[part], _idle(getattr(s, _MEMBERS[part]), True))
        elif isinstance(s, ops.BuiltMove):
            s.to_site = _idle(s.to_site, MOVE_TO in idle)
        elif isinstance(s, ops.Composed):
            parts = zip(s.close.src, _MEMBERS, strict=True)
            src = tuple(_idle(x, part in idle) for x, part in parts)
            s.close = Expr(s.close.op, s.close.type, src, s.close.arg)
        return [s]

    return change


def _idle(x: Expr, idle: bool) -> Expr:
    return _UNREAD if idle and silent(x) else x
