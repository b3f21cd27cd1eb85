"""Both backends run the same program: the same legal moves, texts, positions and results, whatever is played."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludparse import load
from ludparse.interpreter.game.game import SingleGame
from tests.interpreter.descriptions import ALL
from tests.interpreter.lower.playing import CODE


def both(text: str) -> tuple[SingleGame, SingleGame]:
    return load(text, backend="c"), load(text, backend="python")


@pytest.fixture(scope="module", params=[*ALL, "Ex Nihilo"])
def games(request: pytest.FixtureRequest, c_compiler: None) -> tuple[SingleGame, SingleGame]:
    return both(ALL.get(request.param, request.param))


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**63), picks=st.lists(st.integers(0, 10**6), max_size=25))
def test_the_same_game(games: tuple[SingleGame, SingleGame], seed: int, picks: list[int]) -> None:
    states = [game.start(seed=seed) for game in games]
    for pick in picks:
        assert states[0].snapshot() == states[1].snapshot()
        assert states[0].over == states[1].over
        if states[0].over:
            break
        moves = [state.legal_moves() for state in states]
        assert [m.text for m in moves[0]] == [m.text for m in moves[1]]
        k = pick % len(moves[0])
        done = [state.consequences(m[k]).text for state, m in zip(states, moves, strict=True)]
        assert done[0] == done[1]
        assert [state.apply(m[k]).text for state, m in zip(states, moves, strict=True)] == done
    assert states[0].ranking == states[1].ranking


def test_the_same_number_of_positions(games: tuple[SingleGame, SingleGame]) -> None:
    depth = 2 if games[0].name == "Ex Nihilo" else 3
    if games[0].name == "Ex Nihilo":
        assert games[0].perft(1) == games[1].perft(1)
        return
    assert games[0].perft(depth) == games[1].perft(depth)


def test_a_copy_is_independent(games: tuple[SingleGame, SingleGame]) -> None:
    for game in games:
        state = game.start(seed=5)
        before = state.snapshot()
        other = state.copy()
        other.apply(other.legal_moves()[0])
        assert state.snapshot() == before
        assert other.snapshot() != before


def test_consequences_leave_the_position_as_it_is(games: tuple[SingleGame, SingleGame]) -> None:
    for game in games:
        state = game.start(seed=5)
        before = state.snapshot()
        for move in state.legal_moves()[:20]:
            state.consequences(move)
        assert state.snapshot() == before


def test_random_games_end_and_are_counted(games: tuple[SingleGame, SingleGame]) -> None:
    result = games[0].playouts(50, seed=1, max_moves=500)
    assert result.games == 50
    assert result.moves == sum(result.lengths)
    assert all(
        sum(1 for r in ranks if r == 0) == 0
        for ranks, n in zip(result.rankings, result.lengths, strict=True)
        if n < 500
    )


LEFT_WRITTEN = """(game "Left" (players 2) (equipment {(board (square 3)) (hand Each) (piece "Man" Each)})
    (rules (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})
      (play (if (= (to) 9) (move Pass) (move (from (sites Occupied by:Mover)) (to (handSite P1)))))
      (end {(if (is Line 3) (result Mover Win)) (if (> (count Moves) 5) (result Mover Draw))})))"""
"""A line is asked for at the hand, which leaves this site in `to`. The rules for the next move read it before it is
written: nobody has done so in this position."""


@pytest.mark.parametrize("backend", CODE)
def test_what_a_rule_leaves_in_a_slot_ends_with_its_move(backend: str) -> None:
    game = load(LEFT_WRITTEN, backend=backend.split()[0])
    if backend == "c optimised":
        game.engine.optimise()
    assert game.perft(2) == 3 * 3
    assert list(game.playouts(5, seed=1).lengths) == [6] * 5  # each side has three men
