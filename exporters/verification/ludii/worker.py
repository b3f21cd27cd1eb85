"""The process in which Ludii runs. What Ludii itself prints goes to standard error.

| request | arguments | lines | done |
|---|---|---|---|
| `open` | `place`, `megabytes` | | `ludii`, `java`: versions; `differs`: the language of another Ludii than ours |
| `load` | `text`, `path`, `options` | | what the first line of a trace says of the game |
| `expanded` | | | the game part of the description, as Ludii expands it |
| `board` | | | the board as in the recorded boards |
| `record` | `rng`, `plies`, `seed` or `picks`, `full`, `every` | more of a trace's first line; the plies | `trial` |
| `digests` | `rng`, `plies`, `seed` | digests of a random game, many plies a line (`digested.py`); none of a match | |
| `begin` | `name`, `rng`, `player` | | `number` of a game that an agent of Ludii's takes part in (`game_play.py`) |
| `follow` | `number`, `moves` | | `moves`: how many were played; `departs`, `found` |
| `choose` | `number`, `seconds`, `iterations`, `depth` | | `number`, `text` of the move; `report`; `processor` time |
| `end` | `number` | | |
| `tensors` | `rng`, `plies`, `seed` | | tensors of a random game, and where Ludii's wrapper fails |
| `statistics` | `rng`, `plies`, `seed`, `names` | | statistics of a random game, and where Ludii fails |
| `replay` | `trial` | | `moves`, `over`, `ranking`, and `departs` where the trial does not replay |
"""

from __future__ import annotations

import random
import sys
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from .digested import digested
from .errors import LudiiCrashError, LudiiError, kind_of
from .game_play import GamePlay
from .process import serve_standard

__all__ = ["Server", "failure", "in_a_thread", "statistics", "tensors"]

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


def statistics(bridge: Any, rng: Sequence[int], plies: int, seed: int, names: Sequence[str]) -> dict[str, Any]:
    """Statistics of one random game of the game that was loaded last, by Ludii's names of them.

    rng: the state of the random numbers. seed: of the choice of moves. names: which statistics. The values are numbers,
    None where Ludii has none, or the words of the exception with which Ludii fails.
    """
    java = bridge.java
    jpype, game = java.jpype, bridge.game
    trial = java.Trial(game)
    context = java.Context(game, trial)
    state = java.RandomState(jpype.JArray(jpype.JByte)([*rng]))
    context.rng().restoreState(state)
    game.start(context)
    chance = random.Random(seed)
    for _ in range(plies):
        if trial.over():
            break
        moves = game.moves(context).moves()
        count = int(moves.size())
        forced = java.Game.createPassMove(context.state().mover(), True) if not count else None
        game.apply(context, moves.get(chance.randrange(count)) if forced is None else forced)
    evaluation = jpype.JClass("metrics.Evaluation")()
    trials, states = jpype.JArray(java.Trial)([trial]), jpype.JArray(java.RandomState)([state])
    known = {str(metric.concept().name()): metric for metric in evaluation.conceptMetrics()}
    found: dict[str, Any] = {}
    for name in names:
        if name not in known:
            found[name] = "Ludii has no statistic of this name"
            continue
        try:
            value = known[name].apply(game, evaluation, trials, states)
            found[name] = None if value is None else float(value)
        except jpype.JException as problem:
            cause: Any = problem
            found[name] = f"{cause.getClass().getSimpleName()}: {cause.getMessage()}"
    return found


def tensors(bridge: Any, rng: Sequence[int], plies: int, seed: int) -> dict[str, Any]:
    """A random game of the game that was loaded last, as Ludii's wrappers for other frameworks hand it on.

    rng: the state of the random numbers. seed: of the choice of moves. `picks`: the moves that were played (-1: a
    forced pass). `states`: CRC-32 of the position's tensor (float32, as the machine stores it) before each of them.
    `moves`: the number of each legal move. `fails`: where Ludii's wrapper raised an exception: `ply` (-1: while it was
    made), `of` ("game", "state" or "move") and `message`.
    """
    java = bridge.java
    jpype, game = java.jpype, bridge.game
    picks: list[int] = []
    states: list[int] = []
    numbers: list[list[int]] = []
    found: dict[str, Any] = {"picks": picks, "states": states, "moves": numbers}
    stage, ply = "game", -1
    try:
        wrapper = jpype.JClass("utils.LudiiGameWrapper")(game)
        trial = java.Trial(game)
        context = java.Context(game, trial)
        context.rng().restoreState(java.RandomState(jpype.JArray(jpype.JByte)([*rng])))
        game.start(context)
        position = jpype.JClass("utils.LudiiStateWrapper")(wrapper, context)
        chance = random.Random(seed)
        for ply in range(plies):  # noqa: B007 - told where an exception arises
            stage = "state"
            states.append(zlib.crc32(memoryview(position.toTensorFlat()).tobytes()))
            if trial.over():
                break
            stage = "move"
            moves = game.moves(context).moves()
            numbers.append([int(wrapper.moveToInt(move)) for move in moves])
            pick = chance.randrange(len(numbers[-1])) if numbers[-1] else -1
            forced = java.Game.createPassMove(context.state().mover(), True) if pick < 0 else None
            picks.append(pick)
            game.apply(context, moves.get(pick) if forced is None else forced)
    except jpype.JException as problem:
        cause: Any = problem
        text = " ".join(str(cause.getMessage() or "no message").split())
        message = f"{cause.getClass().getSimpleName()}: {text} (in {_place(cause)})"
        found["fails"] = {"ply": ply, "of": stage, "message": message}
    return found


def _place(problem: Any) -> str:
    """The method that raised an exception, and the method of the wrappers that called it."""
    frames = [(str(f.getClassName()).rsplit(".", 1)[-1], str(f.getMethodName())) for f in problem.getStackTrace()]
    raised = ".".join(frames[0]) if frames else "no stack"
    caller = next((".".join(f) for f in frames if f[0].endswith("Wrapper")), raised)
    return raised if caller == raised else f"{raised}, called by {caller}"


if __name__ == "__main__":
    serve_standard(Server().answer, failure, in_a_thread)
