"""Moves that random games build (`games.py`): what their actions have to hold.

A chosen move that is not `plain` is built in a buffer before it is applied, and so are the moves of consequents. Of an
action only those parameters are stored that vary and that somebody reads.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Set

from ....facts.modes import is_run
from ....program import ops
from ....program.actions import ACTIONS
from ....program.effects import silent
from ....program.intrinsics import (
    APPLIED_DECISION,
    APPLIED_PARAM,
    APPLIED_SET_PARAM,
    MOVE_ACTION_DECISION,
    MOVE_ACTION_PARAM,
)
from ....program.ops import Argument, Block, Expr, Op
from ....program.program import Function, Program
from ....program.walk import all_expressions, all_runs, blocks, statements

__all__ = ["BuiltMoves"]


class BuiltMoves:
    """What is known of the actions of built moves.

    live: the functions of a ply. points: what `facts.chosen_moves` found. pushing: the numbers of those that push moves
    while one is built, or as consequents. kinds: of the actions. passes: whether such a move may pass. decisions:
    whether it matters which actions are decisions. stored: for each kind the numbers of the parameters that are
    stored. constant: the values of the others, for each kind by their numbers. records: whether applied actions are
    recorded, and may be applied again.
    """

    def __init__(
        self, program: Program, live: Iterable[Function], pushing: Set[int], points: Container[ops.Emit], records: bool
    ) -> None:
        live = list(live)
        run = {x.run.intrinsic for fn in live for x in all_runs(fn) if x.op is Op.RUN}
        made: dict[str, list[tuple[Expr, ...]]] = {}
        for fn in live:
            for x in all_runs(fn):
                if x.op is Op.RUN and x.run.intrinsic.argument is Argument.ACTION:
                    made.setdefault(x.run.name, []).append(x.src[1:])
            for s in statements(fn.body):
                if isinstance(s, ops.Emit) and (records or s not in points or fn.index in pushing):
                    for action in s.actions:
                        made.setdefault(action.kind, []).append(action.params)
        appliers = {fn.index for fn in program.appliers.values()}
        # a function that appliers of several kinds may call sets parameters by their numbers among all
        unclear = records and any(fn.index not in appliers and _sets(fn) for fn in live)
        self.kinds = frozenset(made)
        self.passes = "pass" in made
        self.decisions = self.passes or MOVE_ACTION_DECISION in run or APPLIED_DECISION in run
        self.stored: dict[str, list[int]] = {}
        self.constant: dict[str, dict[int, int]] = {}
        for kind, moves in made.items():
            known = {} if run & {MOVE_ACTION_PARAM, APPLIED_PARAM} or unclear else _known(program, kind, moves)
            applier = program.appliers.get(kind)
            if records and applier is not None:
                known = {k: value for k, value in known.items() if not _may_be_set(applier, k, known)}
            self.constant[kind] = known
            self.stored[kind] = [k for k in range(len(ACTIONS[kind].params)) if k not in known]

    @property
    def widest(self) -> int:
        """The most parameters that an action stores."""
        return max(map(len, self.stored.values()), default=0)


def _sets(fn: Function) -> bool:
    return any(is_run(x, APPLIED_SET_PARAM) for x in all_runs(fn))


def _may_be_set(applier: Function, k: int, constant: dict[int, int]) -> bool:
    """Whether applying an action may change its parameter k, where those in `constant` are known."""

    def within(body: Block) -> bool:
        for s in body:
            if isinstance(s, ops.If) and _never(s.cond, applier, constant):
                if within(s.orelse):
                    return True
            elif any(map(within, blocks(s))):
                return True
            elif isinstance(s, ops.Do) and is_run(s.value, APPLIED_SET_PARAM):
                which = s.value.src[0]
                if not which.is_const or which.const == k:
                    return True
        return False

    return within(applier.body)


def _never(cond: Expr, applier: Function, constant: dict[int, int]) -> bool:
    """Whether a condition compares a known parameter with another number than it is."""
    if cond.op is not Op.EQ or cond.src[0].op is not Op.VAR or not cond.src[1].is_const:
        return False
    if cond.src[0].var not in applier.params:
        return False
    k = applier.params.index(cond.src[0].var)
    return k in constant and constant[k] != cond.src[1].const


def _known(program: Program, kind: str, moves: list[tuple[Expr, ...]]) -> dict[int, int]:
    """Those parameters of a kind of action that are the same in all moves, or that nobody reads."""
    applier = program.appliers.get(kind)
    read = {x.var for x in all_expressions(applier) if x.op is Op.VAR} if applier is not None else set()
    found = {}
    for k in range(len(ACTIONS[kind].params)):
        values = [params[k] for params in moves]
        if all(x.is_const for x in values) and len({x.const for x in values}) == 1:
            found[k] = values[0].const
        elif (applier is None or applier.params[k] not in read) and all(map(silent, values)):
            found[k] = 0
    return found
