"""A position of Ludii's as plain data, read from a stand-in for its context."""

from types import SimpleNamespace as Some
from typing import Any, cast

import pytest

from ludparse.exporters.verification.ludii.snapshot import Snapshots


@pytest.mark.parametrize(("scored", "betted", "temp"), [(False, False, -1), (True, False, 4), (False, True, 0)])
def test_what_is_told_of_a_position(scored: bool, betted: bool, temp: int) -> None:
    """Each part from the method that has its name; scores, bets and the value of `temp` only where a game has them."""
    state = Some(
        mover=lambda: 1, next=lambda: 2, prev=lambda: 0, numTurn=lambda: 3, counter=lambda: -1,
        currentPhase=lambda player: player - 1, amount=lambda player: 10 * player, temp=lambda: temp,
    )  # fmt: skip
    trial = Some(ranking=lambda: [0.0, 1.5, 1.5])
    context = Some(state=lambda: state, active=lambda: True, score=lambda player: 7 * player, trial=lambda: trial)
    snapshots = cast(Any, Snapshots.__new__(Snapshots))
    snapshots.context, snapshots.players, snapshots.scored, snapshots.betted = context, 2, scored, betted
    snapshots._places = [Some(rows=lambda: [["C0", 1]]), Some(rows=lambda: [["C9", 2], ["C10", 1]])]
    assert snapshots.take() == {
        "mover": 1, "next": 2, "prev": 0, "turn": 3, "counter": -1, "active": True, "phase": [0, 1],
        "ranking": [0.0, 1.5, 1.5], "sites": [["C0", 1], ["C9", 2], ["C10", 1]],
        **({"score": [7, 14]} if scored else {}),
        **({"amount": [10, 20]} if betted else {}),
        **({"temp": temp} if temp != -1 else {}),
    }  # fmt: skip
