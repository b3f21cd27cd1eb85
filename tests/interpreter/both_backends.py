"""Random games on both backends at once, and of two games that are the same."""

import random

from ludparse import load
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.play.move import Move


def same_moves(text: str, plies: int, seed: int) -> int:
    """Plays a description at random; how many positions were compared. At each ply both backends have to list the same
    moves with the same consequences, and what a move leads to has to be the same: the contents of all sites, the player
    to move, and the places of the players."""
    states = [load(text, backend=backend).start(seed=seed) for backend in ("python", "c")]
    for ply in range(plies):
        ours, theirs = states
        assert ours.snapshot() == theirs.snapshot(), f"after {ply} plies"
        assert (ours.over, ours.ranking) == (theirs.over, theirs.ranking), f"after {ply} plies"
        legal = [state.legal_moves() for state in states]
        assert [m.text for m in legal[0]] == [m.text for m in legal[1]], f"after {ply} plies"
        if not legal[0]:
            return ply + 1
        chosen = (seed + 7 * ply) % len(legal[0])
        done = [state.apply(moves[chosen]).text for state, moves in zip(states, legal, strict=True)]
        assert done[0] == done[1], f"what move {ply + 1} led to"
    return plies


def end_together(one: SingleGame, other: SingleGame, seed: int) -> None:
    """Plays two games with the same moves at random: both have to be over after the same move."""
    chance, states = random.Random(seed), [game.start(seed=1) for game in (one, other)]
    while not states[0].over:
        pick = chance.randrange(len(states[0].legal_moves()))
        for state in states:
            state.apply(state.legal_moves()[pick])
        assert states[0].over == states[1].over, states[0].sites()


def listed(engine: CEngine, state: GameState, chance: random.Random, most: int) -> list[Move]:
    """The legal moves, which native code has to count rightly, and of which it has to find some by their numbers."""
    moves = state.legal_moves()
    if moves:
        assert engine.count(state.raw) == len(moves)
    for k in chance.sample(range(len(moves)), min(len(moves), most)):
        chosen = engine.choose(state.raw, k)
        assert chosen is not None and chosen.raw(0) == moves[k].raw
    return moves
