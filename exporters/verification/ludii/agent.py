"""Ludii's agents as opponents: they choose moves in games of ours, over the connection with a running Ludii."""

from __future__ import annotations

import contextlib
import re
import struct
from pathlib import Path
from typing import Any

from ludparse.problems.errors import LudUnsupportedError

from .client import Limits, Ludii
from .errors import LudiiCrashError, LudiiError

__all__ = ["LudiiAgent", "close_all"]

_ITERATIONS = re.compile(r"(\d+) iterations")

_open: dict[str, tuple[Ludii, list[object]]] = {}
"""One Ludii for each place in this process, and what was loaded there last."""


def close_all() -> None:
    """End every Ludii that agents of this process have started."""
    for ludii, _ in _open.values():
        ludii.close()
    _open.clear()


class LudiiAgent:
    """One of Ludii's agents, by its name there: UCT, MC-GRAVE, Alpha-Beta, and whatever else Ludii's factory makes.

    seconds, iterations, depth: limits as Ludii takes them; at least one is needed. place: Ludii.jar or a folder of its
    classes (default: the variable LUD_LUDII). warm_up: seconds for which the agent searches the first position before
    its first move in a game, so that Java has compiled what is used often; once for each game in a process.

    Ludii follows the game move by move. If it applies something else than we do, choosing raises LudiiCrashError.
    """

    def __init__(
        self,
        name: str,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        depth: int | None = None,
        place: str | Path | None = None,
        warm_up: float = 2.0,
    ) -> None:
        """Raises ValueError without a limit."""
        if seconds is None and iterations is None and depth is None:
            raise ValueError("an agent of Ludii's needs a limit: seconds=…, iterations=… or depth=…")
        self.name, self.seconds, self.iterations, self.depth = name, seconds, iterations, depth
        self.place, self.warm_up = place, warm_up
        self.report = ""
        """What the agent says about its last move."""
        self.done: int | None = None
        """Iterations of the last search, where the agent tells them."""
        self.processor: float | None = None
        """Seconds of processor time that the last search took."""
        self._number: int | None = None
        self._ludii: Ludii | None = None
        self._channel: object = None
        self._game: Any = None
        self._began: int | None = None
        self._plies = 0
        self._last: Any = None

    def choose(self, state: Any) -> Any:
        """The move that Ludii's agent chooses. Raises LudiiError; LudUnsupportedError for a position that is not
        reached by moves from the start of a game."""
        self.prepare(state)
        answer = self._ask(do="choose", number=self._number, seconds=_or(self.seconds), iterations=_or(self.iterations),
                           depth=_or(self.depth))  # fmt: skip
        self.report = answer["report"]
        self.processor = answer.get("processor")
        told = _ITERATIONS.search(self.report)
        self.done = int(told[1]) if told else None
        moves = state.legal_moves()
        number = answer["number"]
        if 0 <= number < len(moves) and state.consequences(moves[number]).text == answer["text"]:
            return moves[number]
        for move in moves:
            if state.consequences(move).text == answer["text"]:
                return move
        raise LudiiCrashError(f"Ludii's {self.name} chose a move that is not legal for us: {answer['text']}")

    def prepare(self, state: Any) -> None:
        """Start Ludii if need be, and let it follow the game up to a position in which the agent is to move."""
        if state.began is None:
            raise LudUnsupportedError("Ludii can follow games from their start on, not single positions")
        self._follow(state)

    def close(self) -> None:
        """Ludii may forget the game."""
        if self._number is not None and self._ludii is not None and self._ludii._channel is self._channel:
            with contextlib.suppress(LudiiError):
                self._ask(do="end", number=self._number)
        self._number = None

    # ------------------------------------------------------------------ following a game

    def _follow(self, state: Any) -> None:
        history = state.history
        known = self._number is not None and self._ludii is not None and self._ludii._channel is self._channel
        same = known and self._game is state.game and self._began == state.began and len(history) >= self._plies
        if not same or (self._plies and history[self._plies - 1] != self._last):
            self.close()
            self._begin(state)
        steps = [[m.number, m.text] for m in history[self._plies :]]
        if steps:
            answer = self._ask(do="follow", number=self._number, moves=steps)
            if "departs" in answer:
                ply = self._plies + answer["moves"] + 1
                what = f"we applied {answer['departs']}, Ludii {answer['found']}"
                raise LudiiCrashError(f"at ply {ply} Ludii plays otherwise than we: {what}")
        self._plies = len(history)
        self._last = history[-1] if history else None

    def _begin(self, state: Any) -> None:
        description = state.game.description
        key = str(self.place or "")
        if key not in _open:
            _open[key] = Ludii(self.place, Limits(megabytes=2048, seconds=self._patience())), []
        ludii, loaded = _open[key]
        wanted = [description.source.text, [*description.selected_options], ludii._channel]
        cold = loaded[:3] != wanted or ludii._channel is None  # behind them stand the agents that are warm
        if cold:
            ludii.load(description.source.text, path="game.lud", options=description.selected_options)
            loaded[:] = [*wanted[:2], ludii._channel]
        self._ludii, self._channel = ludii, ludii._channel
        self._game, self._began, self._plies, self._last = state.game, state.began, 0, None
        rng = struct.unpack("<8b", struct.pack("<Q", state.began % 2**64))
        if self.warm_up > 0 and f"warm {self.name}" not in loaded:
            loaded.append(f"warm {self.name}")
            self._number = self._ask(do="begin", name=self.name, rng=rng, player=1)["number"]
            self._ask(do="choose", number=self._number, seconds=self.warm_up, iterations=-1, depth=-1)
            self._ask(do="end", number=self._number)
        self._number = self._ask(do="begin", name=self.name, rng=rng, player=state.mover)["number"]

    def _patience(self) -> float:
        return 60.0 + 10 * (self.seconds or 60.0) + self.warm_up

    def _ask(self, **request: Any) -> Any:
        assert self._ludii is not None
        try:
            return self._ludii.one(request, self._patience())
        except LudiiError:
            self._number = None  # Ludii may have played some of the moves
            raise


def _or(limit: float | None) -> float:
    """A limit as Ludii takes it."""
    return -1 if limit is None else limit
