"""Random games on all backends at once, and of two games that are the same."""

import random

from ludparse import load
from ludparse.interpreter.backends.c.flat_engine import FlatEngine
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.play.move import Move
from tests.interpreter.lower.playing import BACKENDS


def same_moves(text: str, plies: int, seed: int) -> int:
    """Plays a description at random; how many positions were compared. In each of them, the last one too, all backends
    have to hold the same: the contents of all sites, the player to move, the places of the players, and the legal moves
    in their order; and the move that is played has to have the same consequences."""
    states = [load(text, backend=backend).start(seed=seed) for backend in BACKENDS]
    for ply in range(plies + 1):
        seen = [(s.snapshot(), s.over, s.ranking, [m.text for m in s.legal_moves()]) for s in states]
        assert all(x == seen[0] for x in seen), f"after {ply} plies"
        if ply == plies or not (n := len(seen[0][3])):
            break
        done = [state.apply(state.legal_moves()[(seed + 7 * ply) % n]).text for state in states]
        assert len({*done}) == 1, f"what move {ply + 1} led to"
    return ply + 1


def end_together(one: SingleGame, other: SingleGame, seed: int) -> None:
    """Plays two games with the same moves at random: both have to be over after the same move."""
    chance, states = random.Random(seed), [game.start(seed=1) for game in (one, other)]
    while not states[0].over:
        pick = chance.randrange(len(states[0].legal_moves()))
        for state in states:
            state.apply(state.legal_moves()[pick])
        assert states[0].over == states[1].over, states[0].sites()


def listed(engine: FlatEngine, state: GameState, chance: random.Random, most: int) -> list[Move]:
    """The legal moves, which native code has to count rightly, and of which it has to find some by their numbers."""
    moves = state.legal_moves()
    if moves:
        assert engine.count(state.raw) == len(moves)
    for k in chance.sample(range(len(moves)), min(len(moves), most)):
        chosen = engine.choose(state.raw, k)
        assert chosen is not None and chosen.raw(0) == moves[k].raw
    return moves
