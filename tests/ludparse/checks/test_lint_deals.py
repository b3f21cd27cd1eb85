"""Dealing: what is told of it is what is dealt."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from ludparse import LudRuleError, load
from ludparse.problems.message import example
from tests.ludparse.checks.test_lint import found

PLAY = "(move (from (sites Hand Mover)) (to (sites Empty)))"


def dominoes(players: int, count: int, *, size: int = 12, hands: str = "(hand Each size:{})") -> str:
    return example(
        players=f"(players {players})", pieces=f"(dominoes upTo:6) {hands.format(size)}", play=PLAY,
        start=f"(start (deal Dominoes {count}))",
    )  # fmt: skip


def dealt(text: str, players: int, size: int) -> list[int]:
    """The number of dominoes in the hand of each player."""
    game = load(text, backend="python")
    first = game.equipment.containers[1].first_site
    sites = [int(site[1:]) for site, _, _ in game.start(seed=1).sites()]
    counts = Counter((site - first) // size for site in sites)
    return [counts[player] for player in range(players)]


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_the_numbers_that_are_told_are_dealt(players: int) -> None:
    for count in (1, 2, 3, 5):
        text = dominoes(players, count)
        there = dealt(text, players, 12)
        told = found(text, "dominoes-dealt", "nothing-dealt")
        if players == 2:
            assert (told, there) == ([], [count, count])
            continue
        total, *each = map(int, re.findall(r"\d+", told[0].message))
        assert total == sum(there) == 2 * count
        assert set(each) == set(there)
        for other in re.findall(r"deal Dominoes (\d+)", told[0].hint):
            assert dealt(dominoes(players, int(other), size=28), players, 28) == [count] * players


@pytest.mark.parametrize(("players", "hands"), [(2, "(hand P1 size:{})"), (2, "(hand Each size:{}) (hand Shared)"),
                                                (3, "(hand P1 size:{}) (hand P2 size:{})")])  # fmt: skip
def test_nothing_is_dealt_unless_there_are_as_many_hands_as_players(players: int, hands: str) -> None:
    text = dominoes(players, 6, hands=hands.replace("{}", "12"))
    assert load(text, backend="python").start(seed=1).sites() == []
    assert [error.code for error in found(text, "nothing-dealt", "dominoes-dealt")] == ["nothing-dealt"]


@pytest.mark.parametrize(
    ("players", "count", "size", "words"),
    [
        (2, 14, 12, "14 dominoes are dealt to 'Hand1', which has 12 sites"),
        (2, 13, 12, "13 dominoes are dealt to 'Hand1', which has 12 sites"),
        (1, 7, 12, "14 dominoes are dealt to 'Hand1', which has 12 sites"),
        (1, 15, 40, "there are not 30 dominoes to be dealt"),
    ],
)
def test_what_there_is_no_room_for_is_told_with_the_hand(players: int, count: int, size: int, words: str) -> None:
    with pytest.raises(LudRuleError, match=re.escape(words)):
        load(dominoes(players, count, size=size), backend="python").start(seed=1)


def test_what_there_is_room_for_is_dealt() -> None:
    assert dealt(dominoes(2, 12), 2, 12) == [12, 12]
    assert dealt(dominoes(2, 14, size=14), 2, 14) == [14, 14]
