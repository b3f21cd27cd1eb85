"""Episodes with three seats: rewards, what is legal, what an illegal action does, and where they are cut off."""

from types import SimpleNamespace
from typing import Any

import pytest

from ludparse import IllegalMoveError, load

np = pytest.importorskip("numpy")

from ludparse.exporters.environments.episode import (  # noqa: E402
    Ending,
    Episode,
    action_of,
    checked_illegal,
    rewards_of,
)

THREE = """(game "Three" (players 3) (equipment {(board (rectangle 1 4)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end {END})))"""
FIRST = "(if (is Occupied 0) (result Mover Win))"


def episode(end: str = FIRST, max_cycles: int | None = None) -> Episode:
    return Episode(load(THREE.replace("END", end), backend="python"), max_cycles, 1)


@pytest.mark.parametrize(("action", "number"), [
    (0, 0), (4, 4), (np.int8(3), 3), (np.array([2]), 2), ([[1]], 1), (np.uint64(4), 4),
])  # fmt: skip
def test_actions_in_every_form(action: Any, number: int) -> None:
    assert action_of(action, 5) == number


@pytest.mark.parametrize(("action", "message"), [
    (5, "from 0 to 4, and 5"), (-1, "from 0 to 4, and -1"), ([1, 2], "shape"), ([], "shape"), (1.0, "dtype float64"),
    (True, "dtype bool"), (None, "dtype object"), ("1", "dtype"),
])  # fmt: skip
def test_what_is_no_action(action: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        action_of(action, 5)


def test_settings_for_illegal_actions() -> None:
    assert [checked_illegal(word) for word in ("terminate", "raise", "random")] == ["terminate", "raise", "random"]
    with pytest.raises(ValueError, match="one of 'terminate', 'raise', 'random'"):
        checked_illegal("ignore")


@pytest.mark.parametrize(("over", "values", "rewards"), [
    (False, (1.0, 0.5, 0.0), (0, 0, 0)), (True, (1.0, 0.5, 0.0), (1, 0, -1)), (True, (0.75, 0.75, 0.0), (0.5, 0.5, -1)),
    (True, (0.0, 1.0, 0.5), (-1, 1, 0)),
])  # fmt: skip
def test_rewards(over: bool, values: tuple[float, ...], rewards: tuple[float, ...]) -> None:
    """From 1 for the first place to -1 for the last, and places between evenly. The ranking goes to `by_seat` without
    its first entry, which is nobody's, and without what follows the players'."""
    asked: list[tuple[float, ...]] = []
    state: Any = SimpleNamespace(over=over, ranking=[9.0, 1.0, 2.0, 3.0, 8.0], game=SimpleNamespace(players=3))
    state.by_seat = lambda places: [asked.append(places), values][1]
    assert rewards_of(state) == rewards
    assert asked == [(1.0, 2.0, 3.0)] * over


def test_who_may_do_what() -> None:
    """Each in turn, all four cells at first; the masks of the others are empty."""
    one = episode()
    assert (one.seat, one.player(2), one.ending, one.terminated, one.truncated) == (0, 3, Ending.RUNNING, False, False)
    assert [int(one.mask(seat).sum()) for seat in range(3)] == [4, 0, 0]
    assert one.mask(0).shape == (one.game.actions.size,) and one.mask(0).dtype == np.int8
    assert [int(k) for k in np.flatnonzero(one.mask(0))] == sorted(one.actions(0))
    to = {one.state.move(action).to_site: action for action in one.actions(0)}
    one.play(to[3])
    assert (one.seat, one.cycles) == (1, 1) and one.actions(0) == [] and len(one.actions(1)) == 3
    one.play({one.state.move(action).to_site: action for action in one.actions(1)}[0])
    assert (one.seat, one.ending) == (2, Ending.RUNNING), "who has won is done, and the others play on"
    one.play(one.actions(2)[0])
    assert (one.ending, one.terminated, one.truncated, one.info) == (Ending.OVER, True, False, {})
    assert one.rewards == (-1.0, 1.0, 0.0)
    assert one.actions(2) == one.actions(1) == [] and not one.mask(2).any()


def test_illegal_actions() -> None:
    one = episode()
    taken = one.actions(0)[0]
    one.play(taken)
    legal = set(one.actions(1))
    assert one.legal(min(legal), 1, "terminate") == min(legal) and one.ending is Ending.RUNNING
    drawn = {one.legal(taken, 1, "random") for _ in range(40)}
    assert drawn == legal, "each of them comes up in forty draws"
    with pytest.raises(IllegalMoveError, match=rf"action {taken} \(.*\) is not legal here; 3 are"):
        one.legal(taken, 1, "raise")
    assert one.ending is Ending.RUNNING
    assert one.legal(taken, 1, "terminate") is None
    assert (one.ending, one.terminated, one.truncated) == (Ending.ILLEGAL, True, False)
    assert one.rewards == (0.0, -1.0, 0.0)


@pytest.mark.parametrize(("max_cycles", "moves"), [(1, 1), (2, 2), (3, 3), (None, 4)])
def test_episodes_are_cut_off(max_cycles: int | None, moves: int) -> None:
    """After so many moves, where the rules do not end the game before; nobody gets anything."""
    one = episode(end="(if (is Full) (result All Draw))", max_cycles=max_cycles)
    while one.ending is Ending.RUNNING:
        one.play(one.actions(one.seat)[0])
    assert one.cycles == moves
    assert one.truncated is (max_cycles is not None) and one.terminated is (max_cycles is None)
    assert one.rewards == (0.0, 0.0, 0.0)


def test_the_rules_come_before_the_limit() -> None:
    one = episode(end="(if (is Occupied 0) (result All Draw))", max_cycles=1)
    one.play({one.state.move(action).to_site: action for action in one.actions(0)}[0])
    assert one.ending is Ending.OVER
