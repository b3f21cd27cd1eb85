"""Finds the moves that can be played from the values of their operands, without a record of their actions."""

from __future__ import annotations

from ...facts.modes import inherited
from ...facts.selectable import selectable
from ...program import ops
from ...program.effects import EffectsOf, effects_of
from ...program.entries import Resource
from ...program.ops import Emit, Expr, Op
from ...program.program import Program
from ...program.walk import reached_from, runs_of
from ..base.registry import register

_OF_PUSHING = Resource.MOVES | Resource.COUNTS | Resource.OPEN | Resource.MODE


@register(after=("keep_verdicts",))
def plain_moves(program: Program) -> None:
    """Marks the `Emit`s of legal moves that are `plain`: what their operands run has no effect and does not look at
    the move buffer, and which actions are decisions is constant.

    Only for programs whose moves may be counted and then chosen: others build all moves anyway.
    """
    if not selectable(program):
        return
    effects = effects_of(program)
    for i in reached_from(program, [program.entries["moves"]]):
        for s in inherited(program.functions[i].body):
            if isinstance(s, ops.Emit):
                s.plain = _is_plain(s, effects)


def _is_plain(s: Emit, effects: EffectsOf) -> bool:
    if not all(action.decision.is_const for action in s.actions):
        return False
    return not any(_involved(x, effects) for x in runs_of([s]))


def _involved(x: Expr, effects: EffectsOf) -> bool:
    """Whether a node has effects, or depends on what was pushed."""
    if x.op is Op.CALL:
        return not (effects.function(x.called).pure and effects.function(x.called).state_only)
    if x.op is Op.RUN:
        return not x.run.intrinsic.silent or bool(x.run.intrinsic.reads & _OF_PUSHING)
    return False
