"""The search that priors and values guide: it goes where they point, finds wins, and says what is wrong."""

from collections.abc import Sequence
from typing import Any

import pytest

from ludparse import LudUnsupportedError, load
from ludparse.interpreter.play.game_state import GameState

np = pytest.importorskip("numpy")

from ludparse.search import UCT, Guided  # noqa: E402
from tests.interpreter.descriptions import IN_A_ROW as LINE  # noqa: E402

DICE = """(game "Race" (players 2) (equipment {(board (rectangle 1 9)) (dice d:4 num:1) (piece "Stone" Each
    (move (from (from)) (to (ahead (from) steps:(face 0) Forward)))) })
    (rules (start {(place "Stone1" 0) (place "Stone2" 1)}) (play (do (roll) next:(or (move Pass) (move Pass))))
    (end (if (= 6 (count Turns)) (result Mover Win)))))"""


def even(states: Sequence[GameState]) -> tuple[list[Any], Any]:
    """Knows nothing."""
    return [np.ones(len(s.legal_moves()), dtype=np.float32) for s in states], np.zeros((len(states), 2), np.float32)


def line_state(*sites: int) -> GameState:
    state = load(LINE).start(seed=1)
    assert isinstance(state, GameState)
    for site in sites:
        state.apply(next(m for m in state.legal_moves() if m.to_site == site))
    return state


def test_it_wins_and_blocks_without_knowing_anything() -> None:
    assert Guided(even, iterations=100, seed=1).choose(line_state(0, 3, 1, 4)).to_site == 2
    assert Guided(even, iterations=300, seed=1).choose(line_state(0, 4, 1)).to_site == 2


def test_it_goes_where_the_priors_point() -> None:
    def corner(states: Sequence[GameState]) -> tuple[list[Any], Any]:
        priors = [np.array([9.0 if m.to_site == 6 else 0.1 for m in s.legal_moves()], np.float32) for s in states]
        return priors, np.zeros((len(states), 2), np.float32)

    agent = Guided(corner, iterations=20, seed=1)
    assert agent.choose(line_state()).to_site == 6
    assert agent.report is not None and agent.report.iterations == 20
    assert sum(move.visits for move in agent.report.moves) == 20


def test_values_are_of_seats() -> None:
    """What is good for the first seat alone is chosen by it, and avoided by the other."""

    def middle(states: Sequence[GameState]) -> tuple[list[Any], Any]:
        good = [1.0 if any(m.to_site == 4 for m in s.history) else -1.0 for s in states]
        return even(states)[0], np.array([[v, -v] for v in good], np.float32)

    assert Guided(middle, iterations=60, seed=1).choose(line_state()).to_site == 4
    assert Guided(middle, iterations=60, seed=1).choose(line_state(0)).to_site != 4


def test_the_same_seed_gives_the_same_visits_and_batches_are_asked_for() -> None:
    sizes: list[int] = []

    def counted(states: Sequence[GameState]) -> tuple[list[Any], Any]:
        sizes.append(len(states))
        return even(states)

    states = [line_state(), line_state(4), line_state(0, 4)]
    first = Guided(counted, iterations=30, noise=0.25, seed=5).visits(states)
    assert max(sizes) == 3 and len(sizes) <= 31
    again = Guided(even, iterations=30, noise=0.25, seed=5).visits(states)
    assert all((a == b).all() and a.sum() == 30 for a, b in zip(first, again, strict=True))


def test_chance_is_drawn_in_the_tree() -> None:
    state = load(DICE).start(seed=3)
    assert isinstance(state, GameState) and state.game.flags.stochastic
    before = state.key
    Guided(even, iterations=40, seed=1).choose(state)
    assert state.key == before


def test_it_beats_random_moves_and_keeps_up_with_uct() -> None:
    state = line_state()
    agents = (Guided(even, iterations=200, seed=1), UCT(iterations=200, seed=1))
    while not state.over:
        state.apply(agents[state.mover - 1].choose(state))
    assert state.ranking[1] <= 1.5  # nobody who looks ahead loses


def test_errors() -> None:
    with pytest.raises(ValueError, match="batch=0"):
        Guided(even, iterations=10, batch=0)
    with pytest.raises(ValueError, match="2 priors were given for 9 legal moves"):
        Guided(lambda s: ([np.ones(2, np.float32)], np.zeros((1, 2), np.float32)), iterations=5).choose(line_state())
    both = load(LINE.replace("(equipment", "(mode Simultaneous) (equipment"))
    with pytest.raises(LudUnsupportedError, match="move in turn"):
        Guided(even, iterations=5).choose(both.start(seed=1))
