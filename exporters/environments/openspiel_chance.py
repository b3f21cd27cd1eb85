"""A game whose random numbers are given from outside, so that each draw can be a node of its own."""

from __future__ import annotations

from ludparse.interpreter.backends.python.given_chance import UNITS, Draw, GivenChanceEngine, OpenDrawError
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.program.intrinsics import INTRINSICS
from ludparse.interpreter.program.ops import Op, Upkeep
from ludparse.interpreter.program.walk import all_expressions

__all__ = ["Draws", "OpenDrawError", "begin", "give", "given_chance", "most_outcomes"]

Draws = dict[Draw, int]

LEAST_BOUND = 1000
"""Outcomes that a draw may have at least, where a rule computes how many."""


def given_chance(game: SingleGame) -> SingleGame:
    """The same game on an engine whose random numbers are given. It keeps what tensors need, because a second program
    could not replay the draws; its action numbers are those of `game`."""
    again = SingleGame(game.description, "python", keep=frozenset({Upkeep.POSITIONS}))
    again._engine = GivenChanceEngine(again.program)
    again.__dict__["actions"] = game.actions  # a cached property; measuring again would draw
    return again


def give(game: SingleGame, draws: Draws) -> None:
    """Set the draws of the calls that follow in this thread."""
    engine = game.engine
    assert isinstance(engine, GivenChanceEngine)
    engine.give(draws)


def begin(game: SingleGame, draws: Draws) -> GameState:
    """The start of a game. Raises OpenDrawError."""
    give(game, draws)
    return game.start_with(0)


def most_outcomes(game: SingleGame) -> int:
    """An upper bound of the outcomes of one draw: the largest constant of the rules, and where a rule computes the
    number, that of everything it may choose from (sites, faces, pieces, levels of stacks)."""
    most = 1
    sizes = [game.equipment.num_sites, len(game.pieces), *(len(p.faces) for p in game.pieces)]
    for fn in game.program.functions:
        for x in all_expressions(fn):
            if x.op is not Op.RUN:
                continue
            if x.run.intrinsic is INTRINSICS["random_unit"]:
                most = max(most, UNITS)
            if x.run.intrinsic is INTRINSICS["random_int"]:
                bound = x.src[0]
                most = max(most, bound.const if bound.is_const else max(LEAST_BOUND, 4 * max(sizes)))
    return most
