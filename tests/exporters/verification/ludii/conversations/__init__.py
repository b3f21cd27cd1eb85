"""What was asked of a worker with Ludii 1.3.13, and what it answered: the worker's protocol without Ludii.

`NAME.json`: the request lines and the lines that came after each. `python -m
tests.exporters.verification.ludii.conversations`
records them anew (LUD_LUDII says where Ludii is). All descriptions are our own.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludparse.exporters.verification.ludii.errors import LudiiDiedError, LudiiError
from ludparse.exporters.verification.ludii.process import Channel

FOLDER = Path(__file__).parent

ROWS = (
    '(game "Rows" (players 2) (equipment {(board (square 3)) (piece "Man" Each)}) (rules (play (move Add (to (sites '
    "Empty)))) (end (if (is Line 3) (result Mover Win)))))"
)
DICE = (
    '(game "Dice" (players 2) (equipment {(board (square 3)) (piece "Man" Each) (dice d:4 num:1)}) (rules (play '
    "(do (roll) next:(forEach Die (move Add (to (sites {(pips)})) (then (add (to (sites Random num:1)))))))) (end (if "
    "(= (count Moves) 12) (result Mover Win)))))"
)
STACK = (
    '(game "Heap" (players 2) (equipment {(board (square 2)) (piece "Man" Each)}) (rules (start (place Stack "Man1" 0 '
    "count:2)) (play (move Add (to (sites Board)) stack:True)) (end (if (= (count Moves) 9) (result Mover Loss)))))"
)
REFUSED = '(game "No" (players 2) (equipment {(board (square 3)) (piece "Man" Each)}) (rules (play (move Jump))))'


def play(text: str, **more: Any) -> Callable[[Any], Any]:
    """Load a description and play it."""

    def script(ludii: Any) -> Any:
        header = ludii.load(text, path="ours.lud")
        records = list(ludii.record(rng=[1, 2, 3, 4, 5, 6, 7, 8], **{"plies": 12, "seed": 5, **more}))
        return header, records, ludii.replay(records[-1]["trial"])

    return script


def _digests(ludii: Any) -> Any:
    ludii.load(DICE, path="ours.lud")
    return list(ludii.digests(rng=[1, 2, 3, 4, 5, 6, 7, 8], plies=12, seed=5))


def _refused(ludii: Any) -> Any:
    try:
        ludii.load(REFUSED, path="no.lud")
    except LudiiError as problem:
        return type(problem).__name__, problem.message
    return None


def _board(ludii: Any) -> Any:
    ludii.load(STACK)
    return ludii.board(), ludii.expanded()


SCRIPTS: dict[str, Callable[[Any], Any]] = {
    "rows": play(ROWS),
    "rows in full": play(ROWS, full=True, plies=3),
    "dice": play(DICE, full=True),
    "heap": play(STACK),
    "refused": _refused,
    "board": _board,
    "digests": _digests,
}
"""What is done with a Ludii in each conversation, and what comes of it."""


class Recorder:
    """A channel that notes what goes through another."""

    def __init__(self, channel: Channel, turns: list[list[str]]) -> None:
        self.channel = channel
        self.turns = turns

    def send(self, line: str) -> None:
        self.turns.append([line])
        self.channel.send(line)

    def receive(self, seconds: float) -> str:
        line = self.channel.receive(seconds)
        self.turns[-1].append(line)
        return line

    def close(self) -> None:
        self.channel.close()


class Player:
    """A channel that answers what was recorded, and dies where something else is asked."""

    def __init__(self, name: str, *, place: str = "") -> None:
        self.turns = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        self.place = place
        self.lines: list[str] = []

    def send(self, line: str) -> None:
        if not self.turns:
            raise LudiiDiedError("nothing more was recorded")
        asked, *self.lines = self.turns.pop(0)
        now, then = json.loads(line), json.loads(asked)
        if now["do"] == "open":
            now.pop("place"), then.pop("place")
        assert now == then

    def receive(self, seconds: float) -> str:
        if not self.lines:
            raise LudiiDiedError("nothing more was recorded")
        return self.lines.pop(0)

    def close(self) -> None:
        self.lines = []
