"""From a bound description to the rules program that engines run: lowering, then passes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from ludparse import ludemes as L
from ludparse.support.process import bounded

from ...equipment import Equipment
from ...equipment.flags import GameFlags
from ...equipment.players import PlayersInfo
from ...lower.base.lowering import Lowering
from ...lower.match import lower_match
from ...lower.program import lower_game
from ...passes import OPTIONAL, make_ready, run_passes
from ...program.ops import Upkeep
from ...program.program import Program

__all__ = ["compile_game", "compile_match"]

Check = Callable[[Program], None]


def compile_game(
    game: L.Game,
    equipment: Equipment,
    players: PlayersInfo,
    flags: GameFlags,
    *,
    actions: Iterable[str] = (),
    passes: bool = True,
    result: L.Int | None = None,
    keep: frozenset[Upkeep] = frozenset(),
    prepare: Callable[[Lowering], None] | None = None,
    check: Check | None = None,
    without: Collection[str] = (),
    traced: bool = False,
) -> Program:
    """The rules program of a game. actions, result, keep, prepare: as of `lower_game`.

    passes: whether what no rule needs is left out.
    check: called with the program as it was lowered and after each pass (`program.verifier.verify`).
    without: names of passes to leave out (see `run_passes`).
    traced: as of `lower_game`; no optional pass runs then.

    Raises LudUnsupportedError with the place of the first ludeme that cannot be compiled yet, LudLimitError for rules
    that are too long or nested too deep, ValueError as `run_passes` does.
    """
    program = lower_game(
        game, equipment, players, flags, actions=actions, result=result, keep=keep, prepare=prepare, traced=traced
    )
    with bounded(lambda: game.span):
        make_ready(program)
        if check is not None:
            check(program)
        if passes:
            run_passes(program, check, OPTIONAL if traced else without)
    return program


def compile_match(
    match: L.Match, players: int, check: Check | None = None, without: Collection[str] = (), *, traced: bool = False
) -> Program:
    """The program of a match (`lower_match`); arguments and errors as of `compile_game`."""
    program = lower_match(match, players, traced=traced)
    if check is not None:
        check(program)
    run_passes(program, check, OPTIONAL if traced else without)
    return program
