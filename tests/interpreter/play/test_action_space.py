"""The action space: no two legal moves share a number, numbers mean the same everywhere, errors say what is wrong."""

import random
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludparse import IllegalMoveError, LudLimitError, load
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.action_numbers import LEAST_RESERVE, ActionNumbers, Variants, rounded

np = pytest.importorskip("numpy")

OURS = ("Caravans", "Ex Nihilo", "Gardens", "Hypnosia", "Leapfrogs", "Nebuchadnezzar", "Ponds", "Two Shores")

def game_of(source: str, backend: str = "auto") -> SingleGame:
    game = load(source, backend=backend)
    assert isinstance(game, SingleGame)
    return game


@pytest.mark.parametrize("name", OURS)
def test_every_legal_move_has_a_number_of_its_own(name: str) -> None:
    game = game_of(name)
    space, chance = game.actions, random.Random(name)
    for seed in range(3):
        state = game.start(seed=seed)
        for _ in range(60):
            if state.over:
                break
            moves = state.legal_moves()
            numbers = space.of(moves)
            assert len(set(numbers)) == len(moves)
            assert all(0 <= n < space.size for n in numbers)
            assert len({space.name(n) for n in numbers}) == len(moves)
            k = chance.randrange(len(moves))
            assert state.move(numbers[k]) == moves[k]
            assert state.action(moves[k]) == numbers[k]
            assert np.flatnonzero(state.action_mask()).tolist() == sorted(numbers)
            state.apply(moves[k])


def test_numbers_are_the_same_in_every_session() -> None:
    """These are pinned: programs store what they learned under them."""
    for name, size, numbers in PINNED:
        game = game_of(name)
        found = game.actions.of(game.start(seed=1).legal_moves())
        assert (game.actions.size, found[: len(numbers)]) == (size, numbers), name
    assert game_of("Two Shores").actions.name(3) == "B1"


PINNED = [
    ("Two Shores", 211, [1, 2, 3, 4]),
    ("Caravans", 3933, [90, 266, 442, 272]),
    ("Leapfrogs", 7680, [608, 609, 694, 693]),
    ("Gardens", 97, [1, 2, 3, 4]),
    ("Ex Nihilo", 94611, [2956, 2958, 2966, 2976]),
]


@pytest.mark.parametrize("name", ["Two Shores", "Caravans"])
def test_both_backends_measure_the_same_space(name: str) -> None:
    ours, theirs = game_of(name, "python").actions, game_of(name).actions
    assert (ours.size, ours.variants) == (theirs.size, theirs.variants)


@dataclass
class Step:
    mover: int
    from_site: int
    to_site: int
    is_pass: bool = False
    is_swap: bool = False


steps = st.builds(
    Step, st.integers(1, 2), st.integers(-1, 4), st.integers(-1, 4), st.booleans(), st.booleans()
)


@given(st.lists(steps, max_size=60), st.booleans(), st.integers(1, 2), st.integers(1, 4))
def test_no_two_moves_of_any_list_share_a_number(moves: list[Step], begins: bool, seats: int, room: int) -> None:
    space = ActionNumbers(5, begins, seats, Variants(rounded(room), rounded(room + 2)))
    numbers = space.numbers(moves)
    assert len(set(numbers)) == len(moves)
    assert all(0 <= n < space.size for n in numbers)
    for move, number in zip(moves, numbers, strict=True):
        seat, begin, end, _ = space.parts(number)
        if seat >= 0:
            assert end == move.to_site
            assert begin == (move.from_site if begins or (move.from_site < 0 and move.to_site < 0) else -1)


def test_more_moves_than_the_reserve_holds() -> None:
    space = ActionNumbers(5, True, 1, Variants(1, 4))
    with pytest.raises(LudLimitError, match="1 variants of each move, and 32 in reserve"):
        space.numbers([Step(1, 0, 1)] * (LEAST_RESERVE + 2))
    large = ActionNumbers(79, True, 1, Variants(2, 4))
    assert large.reserve == (80 * 80 * 2 + 4) // 16
    assert large.numbers([Step(1, 0, 1)] * 100)[-1] == large.first_reserve + 97


def test_a_site_past_the_last_one() -> None:
    space = ActionNumbers(5, True, 1, Variants(1, 4))
    with pytest.raises(LudLimitError, match="a site that the action space does not have: it has 5"):
        space.numbers([Step(1, 5, 1)])


def test_errors_of_a_state() -> None:
    state = game_of("Two Shores").start(seed=1)
    state.apply(state.legal_moves()[0])
    with pytest.raises(IllegalMoveError, match=r"action 1 \(A1\) is not legal here"):
        state.move(1)
    with pytest.raises(IndexError, match="actions go from 0 to"):
        state.move(10**9)
