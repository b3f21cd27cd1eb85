"""A position of Ludii's as plain data, read from a stand-in for its context."""

from types import SimpleNamespace as Some
from typing import Any, cast

import pytest

from ludparse.exporters.verification.ludii.snapshot import Snapshots, _Place


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


NAMES = ("what", "who", "state", "rotation", "value")
COLUMNS = {
    "count": [8] * 9 + [0, 2, 0], "what": [8] * 9 + [0, 1, 0], "rotation": [8] * 9 + [0, 0, 3],
    **dict.fromkeys(("who", "state", "value"), [8] * 9 + [0, 0, 0]),
    "sizeStack": [8] * 9 + [0, 2, 0],
}  # fmt: skip
"""Of the sites 0 to 11; those from 9 on are asked for."""


@pytest.mark.parametrize(
    ("stacking", "count", "rows"),
    [
        # site 9 is blank; nothing stands on site 11, which is turned all the same
        (False, [0, 2, 0], [["C10", 2, [1, 0, 0, 0, 0]], ["C11", 0, [0, 0, 0, 3, 0]]]),
        # pieces of a stack are asked for level by level; a count without a stack is told as well
        (True, [0, 1, 4], [["C10", 1, [110, 210, 310, 410, 510], [111, 211, 311, 411, 511]], ["C11", 4]]),
        (True, [0, 0, 0], [["C10", 0, [110, 210, 310, 410, 510], [111, 211, 311, 411, 511]]]),
    ],
)
def test_sites_that_are_not_blank_are_told(stacking: bool, count: list[int], rows: list[list[Any]]) -> None:
    """Of a stack the stand-in answers 100, 200, … for the name, 10 for each site after site 9, and the level."""
    columns = {**COLUMNS, "count": [*COLUMNS["count"][:9], *count]}
    java = Some(
        method=lambda _cls, name, *_: name, bound=lambda name, *_: name, function=lambda name, _: name,
        column=lambda begin, end, name: columns[name][begin:end], jpype=Some(JInt=None), SiteType=None,
        ContainerState=None,
    )  # fmt: skip
    state = Some(**{
        name: lambda site, level, kind, k=k: 100 * k + 10 * (site - 9) + level if kind == "cell" else -1
        for k, name in enumerate(NAMES, 1)
    })  # fmt: skip
    assert _Place(cast(Any, java), stacking, state, "C", "cell", 9, 12).rows() == rows
