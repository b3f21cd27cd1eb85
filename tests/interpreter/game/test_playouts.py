"""Random games in bulk: the same whether they are played by code that compiles quickly or by optimised code."""

from array import array

import pytest

from ludparse import Playouts, load
from ludparse.interpreter.backends.c import engine as c_engine
from ludparse.interpreter.play.playouts import Chance, Lengths, Rankings
from tests.interpreter.lower.playing import BACKENDS

GAME = "Leapfrogs"
THROWS = """(game "Throws" (players 2) (equipment { (board (rectangle 1 7)) (dice d:6 num:1) (piece "Ball" Each) })
  (rules (play (do (roll) next:(move Add (to (intersection (sites Empty) (sites {(count Pips)}))))))
    (end (if (is In (last To) (sites {1 2 3})) (result Mover Win)))))"""


def test_optimised_code_plays_the_same_games(
    c_compiler: None, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # nothing is compiled yet
    monkeypatch.setattr(c_engine, "PATIENCE", (float("inf"),) * 2)
    quick = load(GAME, backend="c")
    slow = quick.playouts(40, seed=7)
    assert not quick.engine.optimised  # type: ignore[union-attr]
    quick.optimise()
    assert quick.engine.optimised  # type: ignore[union-attr]
    fast = quick.playouts(40, seed=7)
    assert (list(slow.lengths), list(slow.rankings)) == (list(fast.lengths), list(fast.rankings))
    assert (slow.games, slow.moves, slow.cut) == (fast.games, fast.moves, fast.cut) == (40, sum(slow.lengths), 0)


def test_results_are_printed_without_a_number_for_each_game() -> None:
    results = Playouts(3, 21, 0, Lengths("i", [7, 7, 7]), Rankings(array("f", [1.0, 2.0] * 3), 2, 3))
    assert repr(results) == "Playouts(games=3, moves=21, cut=0)"


def test_rankings_read_like_a_list() -> None:
    from array import array

    rankings = Rankings(array("f", [1.0, 2.0, 1.5, 1.5]), 2, 2)
    assert len(rankings) == 2
    assert list(rankings) == [(1.0, 2.0), (1.5, 1.5)]
    assert rankings[-1] == (1.5, 1.5)
    assert rankings[:1] == [(1.0, 2.0)]
    with pytest.raises(IndexError, match="2 games"):
        rankings[2]


@pytest.mark.parametrize("backend", BACKENDS)
def test_games_are_played_on_from_a_position(backend: str) -> None:
    state = load(GAME, backend=backend).start(seed=3)
    for _ in range(5):
        state.apply(state.legal_moves()[0])
    before = state.snapshot()
    on, whole = state.playouts(30, seed=1), state.game.playouts(30, seed=1)
    assert state.snapshot() == before
    assert on.games == 30
    assert all(set(ranking) == {1.0, 2.0} for ranking in on.rankings)
    assert list(on.lengths) != list(whole.lengths)
    assert list(state.playouts(30, seed=1).lengths) == list(on.lengths)
    assert max(state.playouts(9, seed=1, max_moves=2).lengths) == 2
    with pytest.raises(ValueError, match="n=-1: between 0 and 2147483647"):
        state.playouts(-1, seed=1)


@pytest.mark.parametrize("backend", BACKENDS)
def test_dice_are_thrown_anew_in_each(backend: str) -> None:
    state = load(THROWS, backend=backend).start(seed=3)
    assert len(set(state.playouts(60, seed=1).lengths)) > 3


def test_a_position_that_is_over_stays_so() -> None:
    state = load(THROWS).start(seed=3)
    while not state.over:
        state.apply(state.legal_moves()[0])
    results = state.playouts(3, seed=1)
    assert list(results.lengths) == [0, 0, 0]
    assert list(results.rankings) == [tuple(state.ranking[1:])] * 3


def test_random_numbers_are_those_of_splitmix64() -> None:
    """The first numbers of the seed 1234567, as published with the generator."""
    chance = Chance(1234567)
    assert [chance.bits() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("most", "cut"), [(8, 4), (9, 0), (10, 0)])
def test_a_game_that_ends_with_the_last_move_allowed_is_not_cut_short(most: int, cut: int, backend: str) -> None:
    """Nine cells are filled one after the other, and then the game ends."""
    text = """(game "Nine" (players 2) (equipment { (board (square 3)) (piece "Ball" Each) })
      (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"""
    assert load(text, backend=backend).playouts(4, seed=1, max_moves=most).cut == cut
