"""What comes of a match, of which Ludii gives no digests, beside an engine that answers as it is told to."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludparse.exporters.verification.crosscheck.result import Difference, GameResult
from ludparse.exporters.verification.ludii import Ludii, LudiiError
from ludparse.exporters.verification.ludii.errors import LudiiCrashError, LudiiTimeoutError
from ludparse.exporters.verification.ludii.ours import Ours
from ludparse.exporters.verification.ludii.pair import Pair, Played, rng_of
from ludparse.exporters.verification.ludii.variants import Variant

MATCH = Variant("match", "(match …)", "(match …)")
START: dict[str, Any] = {"rng": [1]}
PLY: dict[str, Any] = {"pick": 0}


class TellingLudii:
    """Plays a game of so many plies, and then fails if there is an error."""

    def __init__(self, plies: int, error: LudiiError | None) -> None:
        self.plies, self.error, self.asked = plies, error, list[Any]()

    def load(self, *_: object, **__: object) -> dict[str, Any]:
        return {"game": "match"}  # without what only single games tell

    def expanded(self) -> str:
        return ""

    def digests(self, **_: object) -> Iterator[list[int]]:
        return iter(())

    def record(self, *, rng: tuple[int, ...], plies: int, **_: object) -> Iterator[dict[str, Any]]:
        self.asked.append((rng, plies))
        yield from [START, *[PLY] * self.plies]
        if self.error is not None:
            raise self.error


class TellingOurs:
    """Differs where a game has at least so many plies."""

    def __init__(self, differs_at: int | None, kind: str) -> None:
        self.differs_at, self.kind, self.lengths = differs_at, kind, list[list[int]]()

    def check(self, label: str, _source: str, traces: list[list[Any]], **_: object) -> GameResult:
        self.lengths.append([len(trace) - 1 for trace in traces])
        found = GameResult(label)
        if self.differs_at is not None and any(length >= self.differs_at for length in self.lengths[-1]):
            found.difference = Difference(self.kind, "cause", "message")
        return found


CRASH, HANG = LudiiCrashError("no site"), LudiiTimeoutError("too long")
ALL = ("plays", "refused", "crash", "hang", "died")


@pytest.mark.parametrize(
    ("plies", "error", "followed", "differs_at", "kind", "verdict", "lengths", "differs"),
    [
        (3, None, ALL, None, "", "plays", [[3, 3]], False),
        (3, None, ALL, 2, "state", "plays", [[3, 3]], True),
        (3, None, ("crash",), 2, "state", "plays", [], False),
        # it fails at once: that is the verdict; after some plies it plays all the same
        (0, CRASH, ALL, None, "", "crash", [[0, 0]], False),
        (0, CRASH, ("plays",), 0, "state", "crash", [], False),
        (0, HANG, ("crash",), 0, "state", "hang", [], False),
        (0, HANG, ("hang",), 0, "state", "hang", [[0, 0]], True),
        (2, CRASH, ("plays",), None, "", "plays", [[2, 2]], False),
        # we fail as well, a ply earlier: that is no difference, but one without the last ply is
        (2, CRASH, ALL, 2, "error", "plays", [[2, 2], [2, 1]], True),
        (2, CRASH, ALL, 3, "error", "plays", [[2, 2]], False),
        (2, CRASH, ALL, 2, "state", "plays", [[2, 2]], True),
    ],
)
def test_a_match_is_followed_where_its_verdict_asks_for_it(
    plies: int, error: LudiiError | None, followed: tuple[str, ...], differs_at: int | None, kind: str, verdict: str,
    lengths: list[list[int]], differs: bool,
) -> None:  # fmt: skip
    ludii, ours = TellingLudii(plies, error), TellingOurs(differs_at, kind)
    pair = Pair(cast(Ludii, ludii), cast(Ours, ours))
    outcome = pair.compare(MATCH, games=2, plies=9, seed=4, followed=followed)
    assert (outcome.verdict, ours.lengths, outcome.result.differs) == (verdict, lengths, differs)
    assert ludii.asked == [(rng_of(4, number), 9) for number in range(2)]
    says = "" if error is None else "crash: no site" if error is CRASH else "hang: too long"
    assert outcome.result.ludii == says


def test_where_we_fail_a_ply_earlier_than_ludii_nothing_differs() -> None:
    """One game: without its last ply there is nothing that differs, and this is what counts."""
    ours = TellingOurs(2, "error")
    outcome = Pair(cast(Ludii, TellingLudii(2, CRASH)), cast(Ours, ours)).compare(MATCH, games=1, plies=9)
    assert (ours.lengths, outcome.result.differs) == ([[2], [1]], False)
    assert outcome.result.ludii == "crash: no site"


@pytest.mark.parametrize(
    ("kind", "ply", "found", "taken"),
    [
        ("text", 1, Difference("text", "in full", "m", ply=1), True),
        ("legal", 0, Difference("legal", "in full", "m", ply=0), True),
        # what it finds is another difference, or none: then the first one is kept
        ("text", 1, Difference("text", "in full", "m", ply=0), False),
        ("text", 1, Difference("applied", "in full", "m", ply=1), False),
        ("text", 1, None, False),
        # it is not about moves, or not about one of them
        ("state", 1, Difference("state", "in full", "m", ply=1), False),
        ("text", None, Difference("text", "in full", "m"), False),
    ],
)
def test_a_difference_is_told_in_full_by_playing_up_to_it(
    kind: str, ply: int | None, found: Difference | None, taken: bool
) -> None:
    """Ludii plays the same moves again, up to the one that differs and not further, with all texts."""
    asked: list[Any] = []

    def record(**settings: Any) -> Iterator[dict[str, Any]]:
        asked.append(settings)
        return iter([START, PLY])

    def check(*_: object, **__: object) -> GameResult:
        return GameResult("x", difference=found)

    played = Played([{"rng": [1]}, {"pick": 5}, {"pick": 6}, {"pick": 7}])
    pair = Pair(cast(Ludii, SimpleNamespace(record=record)), cast(Ours, SimpleNamespace(check=check)))
    quick = Difference(kind, "checksums", "m", ply=ply)
    assert pair.in_full(MATCH, {}, played, quick) is (found if taken else quick)
    picks = [] if ply is None or kind == "state" else [[5, 6, 7][: ply + 1]]
    assert [(a["rng"], a["plies"], a["picks"], a["full"]) for a in asked] == [([1], 0, some, True) for some in picks]
