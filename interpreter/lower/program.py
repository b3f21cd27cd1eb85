"""From a bound description to its rules program, as it is lowered."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludparse.support.process import bounded

from ..equipment import Equipment
from ..equipment.flags import GameFlags
from ..equipment.players import PlayersInfo
from ..facts.set_width import set_width
from ..program.ops import Upkeep
from . import families
from .actions import lower_actions
from .base import repetition
from .base.fields import declare_fields
from .base.prelude import L, Lowering, Program
from .board.listed import listed_field
from .turn import Turn


def lower_game(
    game: L.Game,
    equipment: Equipment,
    players: PlayersInfo,
    flags: GameFlags,
    *,
    actions: Iterable[str] = (),
    result: L.Int | None = None,
    keep: frozenset[Upkeep] = frozenset(),
    prepare: Callable[[Lowering], None] | None = None,
    traced: bool = False,
) -> Program:
    """The rules program of a game; `game.compiling.driver` makes it ready to run.

    actions: kinds of actions that can be applied though no rule makes them (to set up positions).
    result: what winning is worth in a match, known at the end in the field `result`.
    keep: data of the state that stays although no rule reads it.
    prepare: called before anything is lowered, to ask for more (see `Lowering.after_start`).
    traced: whether each value of a ludeme that is not known before the game, and the result of each end rule, is a
    function of its own, so that a call tells it (docs/program.md, "Places").

    Raises LudUnsupportedError with the place of the first ludeme that cannot be compiled yet, LudLimitError for rules
    that are too long or nested too deep.
    """
    families.load()
    lo = Lowering(game, equipment, players, flags, traced=traced)
    lo.program.keep = keep
    with bounded(lo.place):
        if prepare is not None:
            prepare(lo)
        declare_fields(lo)
        repetition.declare(lo)
        turn = Turn(lo, result)
        turn.lower()
        lo.run_later()
        turn.compute_regions()
        for kind in actions:
            lo.act(kind)
        lower_actions(lo)
    with bounded(lambda: game.span):
        lo.program.set_width = set_width(lo.program, lo.program.set_width, lo.sites.pieces)
        lo.program.listed = listed_field(lo)
    return lo.program
