"""The searching player, and contests of it."""

import random
from pathlib import Path

import pytest

from ludparse import load
from ludparse.exporters.statistics.flat_monte_carlo import Contest, FlatMonteCarlo, play_contest

THREE = """
(game "Three"
    (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules
        META
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""
LINES = load(THREE.replace("META", ""))
CHANGING = load(THREE.replace("META", "(meta (swap))"))
SEARCH = FlatMonteCarlo(playouts=30)


def test_it_takes_a_win() -> None:
    state = LINES.start(seed=1)
    for site in (0, 3, 1, 4):
        state.apply(next(move for move in state.legal_moves() if move.to_site == site))
    before = state.snapshot()
    assert SEARCH.choose(LINES, state, random.Random(1)).to_site == 2
    assert state.snapshot() == before


def test_it_stops_one() -> None:
    state = LINES.start(seed=1)
    for site in (0, 4, 1):
        state.apply(next(move for move in state.legal_moves() if move.to_site == site))
    assert FlatMonteCarlo(200).choose(LINES, state, random.Random(1)).to_site == 2


def test_it_has_nothing_to_choose_when_the_game_is_over() -> None:
    state = LINES.start(seed=1)
    for site in (0, 3, 1, 4, 2):
        state.apply(next(move for move in state.legal_moves() if move.to_site == site))
    with pytest.raises(ValueError, match="over"):
        SEARCH.choose(LINES, state, random.Random(1))


@pytest.mark.parametrize("seat", [1, 2])
def test_it_beats_random_moves(seat: int) -> None:
    played = [play_contest(LINES, SEARCH, (seat,), seed) for seed in range(20)]
    assert sum(contest.ranking[seat - 1] == 1.0 for contest in played) >= 14
    assert all(5 <= contest.plies == contest.turns <= 11 for contest in played)  # two passes on the full board


def test_the_same_seed_gives_the_same_game() -> None:
    assert play_contest(LINES, SEARCH, (1, 2), 5) == play_contest(LINES, SEARCH, (1, 2), 5)


def test_whoever_changes_sides_is_ranked_at_their_seat() -> None:
    """On so small a board the middle is worth having, so the second player takes it over, and has it to the end."""
    state = CHANGING.start(seed=1)
    state.apply(next(move for move in state.legal_moves() if move.to_site == 4))
    move = FlatMonteCarlo(200).choose(CHANGING, state, random.Random(1))
    assert move.is_swap
    played = [play_contest(CHANGING, SEARCH, (2,), seed) for seed in range(20)]
    assert sum(contest.ranking[1] == 1.0 for contest in played) >= 14


def test_a_game_may_be_broken_off() -> None:
    contest = play_contest(LINES, FlatMonteCarlo(2, max_moves=3), (1,), 1)
    assert contest == Contest((1,), (0.0, 0.0), 3, 3)


def test_a_match_is_searched_too(tmp_path: Path) -> None:
    (tmp_path / "lud").mkdir()
    (tmp_path / "lud" / "Three.lud").write_text(THREE.replace("META", ""), encoding="utf-8")
    game = load(
        """(match "Match" (players 2) (games { (subgame "Three") (subgame "Three") })
          (end { (if (>= (matchScore P1) 2) (result P1 Win)) (if (>= (matchScore P2) 2) (result P2 Win)) }))""",
        library=tmp_path,
    )
    contest = play_contest(game, FlatMonteCarlo(8), (2,), 1)
    assert sorted(contest.ranking) == [1.0, 2.0]
    assert contest.plies > 10
