"""The process in which Ludii runs. What Ludii itself prints goes to standard error.

| request | arguments | lines | done |
|---|---|---|---|
| `open` | `place`, `megabytes` | | `ludii`, `java`: versions |
| `load` | `text`, `path`, `options` | | what the first line of a trace says of the game |
| `expanded` | | | the game part of the description, as Ludii expands it |
| `board` | | | the board as in the recorded boards |
| `record` | `rng`, `plies`, `seed` or `picks`, `full`, `every` | more of a trace's first line; the plies | `trial` |
| `digests` | `rng`, `plies`, `seed` | digests of a random game (`digested.py`); none of a match | |
| `begin` | `name`, `rng`, `player` | | `number` of a game that an agent of Ludii's takes part in (`game_play.py`) |
| `follow` | `number`, `moves` | | `moves`: how many were played; `departs`, `found` |
| `choose` | `number`, `seconds`, `iterations`, `depth` | | `number`, `text` of the move; `report`; `processor` time |
| `end` | `number` | | |
| `tensors` | `rng`, `plies`, `seed` | | tensors of a random game, and where Ludii's wrapper fails (`tensor_play.py`) |
| `statistics` | `rng`, `plies`, `seed`, `names` | | statistics of a random game, and where Ludii fails |
| `replay` | `trial` | | `moves`, `over`, `ranking`, and `departs` where the trial does not replay |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from exporters.ludii.digested import digested
from exporters.ludii.errors import LudiiCrashError, LudiiError, kind_of
from exporters.ludii.game_play import GamePlay
from exporters.ludii.process import serve_standard
from exporters.ludii.statistics_play import statistics
from exporters.ludii.tensor_play import tensors

__all__ = ["Server", "failure"]


class Server:
    """Answers requests with the bridge that `open` makes."""

    def __init__(self) -> None:
        self.bridge: Any = None
        self.game_play: Any = None

    def answer(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The lines of the answer to one request."""
        name = request.pop("do")
        if name == "open":
            from exporters.ludii.bridge import Bridge  # which imports what speaks Java

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
            for digests in digested(self.bridge, **request):
                yield {"line": digests}
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


if __name__ == "__main__":
    serve_standard(Server().answer, failure)
