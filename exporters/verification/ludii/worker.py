"""The process in which Ludii runs. What Ludii itself prints goes to standard error.

| request | arguments | lines | done |
|---|---|---|---|
| `open` | `place`, `megabytes` | | `ludii`, `java`: versions |
| `load` | `text`, `path`, `options` | | what the first line of a trace says of the game |
| `expanded` | | | the game part of the description, as Ludii expands it |
| `board` | | | the board as in the recorded boards |
| `record` | `rng`, `plies`, `seed` or `picks`, `full`, `every` | more of a trace's first line; the plies | `trial` |
| `digests` | `rng`, `plies`, `seed` | digests of a random game, many plies a line (`digested.py`); none of a match | |
| `begin` | `name`, `rng`, `player` | | `number` of a game that an agent of Ludii's takes part in (`game_play.py`) |
| `follow` | `number`, `moves` | | `moves`: how many were played; `departs`, `found` |
| `choose` | `number`, `seconds`, `iterations`, `depth` | | `number`, `text` of the move; `report`; `processor` time |
| `end` | `number` | | |
| `tensors` | `rng`, `plies`, `seed` | | tensors of a random game, and where Ludii's wrapper fails (`tensor_play.py`) |
| `statistics` | `rng`, `plies`, `seed`, `names` | | statistics of a random game, and where Ludii fails |
| `replay` | `trial` | | `moves`, `over`, `ranking`, and `departs` where the trial does not replay |
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from .digested import digested
from .errors import LudiiCrashError, LudiiError, kind_of
from .game_play import GamePlay
from .process import serve_standard
from .statistics_play import statistics
from .tensor_play import tensors

__all__ = ["Server", "failure", "in_a_thread"]

_STACK = 16 << 20
"""Bytes of the stack of a thread. Ludii's questions may be nested deeply."""


class Server:
    """Answers requests with the bridge that `open` makes."""

    def __init__(self) -> None:
        self.bridge: Any = None
        self.game_play: Any = None

    def answer(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The lines of the answer to one request."""
        name = request.pop("do")
        if name == "open":
            from .bridge import Bridge  # which imports what speaks Java

            self.bridge = Bridge(Path(request["place"]), request["megabytes"])
            self.game_play = GamePlay(self.bridge)
            yield {"done": self.bridge.about()}
        elif name == "record":
            last: dict[str, Any] = {}
            for record in self.bridge.record(**request):
                if "trial" in record:
                    last = record
                else:
                    yield {"line": record}
            yield {"done": last}
        elif name == "digests":
            for rows in digested(self.bridge, **request):
                yield {"line": rows}
            yield {"done": {}}
        else:
            methods: dict[str, Callable[..., Any]] = {
                "load": self.bridge.load,
                "expanded": self.bridge.expanded,
                "board": self.bridge.board,
                "replay": self.bridge.replay,
                "tensors": partial(tensors, self.bridge),
                "statistics": partial(statistics, self.bridge),
                "begin": self.game_play.begin,
                "follow": self.game_play.follow,
                "choose": self.game_play.choose,
                "end": self.game_play.end,
            }
            yield {"done": methods[name](**request)}


def failure(problem: Exception) -> dict[str, Any]:
    """The last line of an answer that could not be given."""
    if not isinstance(problem, LudiiError):
        return {"kind": "crash", "message": f"{type(problem).__name__}: {problem}"}
    error: dict[str, Any] = {"kind": kind_of(problem), "message": problem.message, "hint": problem.hint}
    if isinstance(problem, LudiiCrashError) and problem.ply is not None:
        error["ply"] = problem.ply
    return error


def in_a_thread(serving: Callable[[], bool]) -> bool:
    """Calls `serving` in a new thread, for Python and for Java, and returns its result. Where it raises, the process
    ends.

    While Ludii asks some questions (`(no Moves Next)`, `(is Threatened)`), a mark on its thread makes the same
    questions fail inside them. An exception leaves the mark behind, and from then on the thread does not follow the
    rules.
    """
    found: list[bool] = []

    def run() -> None:
        try:
            found.append(serving())
        finally:
            _leave_java()

    threading.stack_size(_STACK)
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    if not found:
        sys.exit(1)  # the thread has printed why
    return found[0]


def _leave_java() -> None:
    """Detaches this thread from Java, which otherwise keeps what belongs to it until the process ends."""
    jpype = sys.modules.get("jpype")
    if jpype is not None and jpype.isJVMStarted() and jpype.java.lang.Thread.isAttached():
        jpype.java.lang.Thread.detach()


if __name__ == "__main__":
    serve_standard(Server().answer, failure, in_a_thread)
