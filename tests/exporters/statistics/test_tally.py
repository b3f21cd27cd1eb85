"""What is counted of random games, and the folder that it is kept in: against games that are written down."""

import json
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludparse import load
from ludparse.exporters.statistics import tally as module
from ludparse.exporters.statistics.tally import Kept, Tally
from ludparse.problems.errors import LudError

RANKINGS = [(1.0, 2.0, 3.0), (1.0, 3.0, 2.0), (2.0, 1.0, 3.0), (1.5, 1.5, 3.0), (2.0, 2.0, 2.0), (0.0, 0.0, 0.0)]
"""Of three players: the first wins twice, the second once; two games are drawn, and one is broken off."""


def played(rankings: list[tuple[float, ...]], lengths: list[int], cut: int) -> Any:
    return SimpleNamespace(games=len(rankings), moves=sum(lengths), lengths=lengths, rankings=rankings, cut=cut)


def test_a_tally() -> None:
    tally = Tally.of(played(RANKINGS, [5, 3, 9, 4, 4, 20], 1))
    assert (tally.games, tally.moves, tally.shortest, tally.longest, tally.cut) == (6, 45, 3, 20, 1)
    assert [tally.first(player) for player in (1, 2, 3)] == [2, 1, 0]
    assert tally.drawn == 2
    empty = Tally.of(played([], [], 0))
    assert (empty.games, empty.shortest, empty.longest, empty.drawn, empty.first(1)) == (0, None, 0, 0, 0)


def test_tallies_are_added() -> None:
    """One after another, an empty one among them, they are the tally of all."""
    lengths = [5, 3, 9, 4, 4, 20]
    whole = Tally()
    for part in ((0, 2), (2, 2), (2, 5), (5, 6)):
        whole.add(Tally.of(played(RANKINGS[slice(*part)], lengths[slice(*part)], part[1] == 6)))
    assert whole == Tally.of(played(RANKINGS, lengths, 1))
    assert whole.rankings == Counter(RANKINGS)


def test_a_tally_as_data() -> None:
    tally = Tally.of(played(RANKINGS[::-1] + RANKINGS[:1], [4] * 7, 1))
    data = json.loads(json.dumps(tally.as_dict()))
    assert data["rankings"] == sorted([[*ranking], 1 + (ranking == RANKINGS[0])] for ranking in RANKINGS)
    assert Tally.from_dict(data) == tally
    assert (data["games"], data["moves"], data["shortest"], data["longest"], data["cut"]) == (7, 28, 4, 4, 1)


GAME = """(game "Two" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"""


def test_a_tally_goes_on_in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is written at the end, and after a second of playing; a folder of other games is left alone."""
    game = load(GAME, backend="python")
    part = Tally.of(played([(1.0, 2.0)], [4], 0))
    now = [100.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    kept = Kept(tmp_path / "a", game, 1, None, each=False)
    written = lambda: json.loads((tmp_path / "a" / "tally.json").read_text())["games"]  # noqa: E731
    kept.add(part)
    assert not (tmp_path / "a" / "tally.json").exists()
    now[0] += 1.5
    kept.add(part)
    assert written() == 2
    now[0] += 0.9
    kept.add(part)
    assert written() == 2, "a second has to pass since it was written"
    kept.write()
    assert written() == 3
    again = Kept(tmp_path / "a", game, 1, None, each=False)
    assert again.tally.games == 3
    with pytest.raises(LudError):
        Kept(tmp_path / "a", game, 2, None, each=False)
    with pytest.raises(LudError):
        Kept(tmp_path / "a", game, 1, 10, each=False)
    nothing = Kept(None, game, 1, None, each=False)
    now[0] += 10
    nothing.add(part)
    assert nothing.tally.games == 1 and [path.name for path in tmp_path.iterdir()] == ["a"]
