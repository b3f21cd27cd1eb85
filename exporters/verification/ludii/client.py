"""Ludii as its users see it: an object whose worker process is started, watched and replaced."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..recordings import EVERY
from .place import find_ludii
from .process import Asker, Channel, Process

__all__ = ["Limits", "Ludii"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a worker may use: megabytes of Java's heap, and seconds for each answer (for each line of a recording).

    `descriptions`: after so many a worker is replaced. Ludii keeps some of what it has compiled, so its memory grows.
    """

    megabytes: int = 1024
    seconds: float = 60.0
    seconds_to_start: float = 60.0
    descriptions: int = 400


def _start() -> Channel:
    return Process("ludparse.exporters.verification.ludii.worker", "Ludii")


class Ludii(Asker):
    """A running Ludii. Use it as a context, or `close` it.

    When the worker hangs or dies, the request raises LudiiTimeoutError or LudiiDiedError, and the next one starts a new
    worker. LudiiRefusedError and LudiiCrashError leave the worker as it is; it goes on in a new thread, because an
    exception within `(no Moves Next)` leaves a mark in the thread, by which no player is ever without moves again.
    """

    def __init__(
        self, place: str | os.PathLike[str] | None = None, limits: Limits | None = None, *,
        connect: Callable[[], Channel] = _start,
    ) -> None:  # fmt: skip
        """place: as for `find_ludii`. connect: makes the channel to a new worker.

        Raises LudiiMissingError, NotLudiiError; and when the first request starts the worker JavaMissingError,
        LudiiVersionError.
        """
        super().__init__(connect)
        self.place: Path = find_ludii(place)
        self.limits = limits or Limits()
        self._about: dict[str, Any] = {}
        self._loaded = 0

    def __enter__(self) -> Ludii:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def started(self) -> bool:
        """Whether a worker has told its versions yet."""
        return bool(self._about)

    @property
    def version(self) -> str:
        """Ludii's version, such as 1.3.13."""
        return str(self.about()["ludii"])

    def about(self) -> dict[str, Any]:
        """`ludii` and `java`: their versions. `differs`: of another Ludii than ours what differs in its language."""
        if not self._about:
            self.opened()
        return self._about

    def opened(self) -> Channel:
        if self._channel is None:
            self._channel = self._connect()
            self._loaded = 0
            request = {"do": "open", "place": str(self.place), "megabytes": self.limits.megabytes}
            self._about = self.one(request, self.limits.seconds_to_start)
        return self._channel

    def load(self, text: str, *, path: str = "", options: Sequence[str] = ()) -> dict[str, Any]:
        """Let Ludii compile a description; what a trace's first line says of the game.

        Raises LudiiRefusedError, LudiiCrashError, LudiiTimeoutError, LudiiDiedError.
        """
        self._loaded += 1
        if self._loaded > self.limits.descriptions:
            self.close()
        header: dict[str, Any] = self._one({"do": "load", "text": text, "path": path, "options": [*options]})
        return header

    def _one(self, request: dict[str, Any]) -> Any:
        return self.one(request, self.limits.seconds)

    def expanded(self) -> str:
        """The game part of the description that was loaded last, as Ludii expands it."""
        return str(self._one({"do": "expanded"}))

    def board(self) -> dict[str, Any]:
        """The board of the game that was loaded last, in the form of recorded boards."""
        board: dict[str, Any] = self._one({"do": "board"})
        return board

    def record(
        self, *, rng: Sequence[int], plies: int, seed: int | None = None, picks: Sequence[int] | None = None,
        full: bool = False, every: int = EVERY,
    ) -> Iterator[dict[str, Any]]:  # fmt: skip
        """Let Ludii play the game that was loaded last; lines of a trace as they come, the last `{"trial": text}`.

        rng: the state of the random numbers. seed: of the choice of moves; picks: the choices themselves. The first
        line goes on with what `load` returned. Raises LudiiCrashError (with its ply), LudiiTimeoutError,
        LudiiDiedError.
        """
        request = {"do": "record", "rng": [*rng], "plies": plies, "full": full, "every": every}
        request |= {"seed": seed} if picks is None else {"picks": [*picks]}
        for record in self.ask(request, self.limits.seconds):
            yield record["line"] if "line" in record else record["done"]

    def digests(self, *, rng: Sequence[int], plies: int, seed: int) -> Iterator[list[int]]:
        """The same game as `record` tells of, by digests alone (`digested.digested`). Raises what `record` raises."""
        for record in self.ask({"do": "digests", "rng": [*rng], "plies": plies, "seed": seed}, self.limits.seconds):
            if "line" in record:
                yield from record["line"]

    def replay(self, trial: str) -> dict[str, Any]:
        """Let Ludii read a trial of the game that was loaded last and play it over.

        `moves`: how many it played, `over`, `ranking`; `departs` says where it cannot go on, if it cannot.
        """
        outcome: dict[str, Any] = self._one({"do": "replay", "trial": trial})
        return outcome

    def tensors(self, *, rng: Sequence[int], plies: int, seed: int) -> dict[str, Any]:
        """Tensors of a random game of the game that was loaded last, and where Ludii fails to make them: see
        `worker.tensors`. Raises what `record` raises."""
        found: dict[str, Any] = self._one({"do": "tensors", "rng": [*rng], "plies": plies, "seed": seed})
        return found

    def statistics(self, *, rng: Sequence[int], plies: int, seed: int, names: Sequence[str]) -> dict[str, Any]:
        """Ludii's statistics of a random game of the game that was loaded last: see `worker.statistics`.
        Raises what `record` raises."""
        request = {"do": "statistics", "rng": [*rng], "plies": plies, "seed": seed, "names": [*names]}
        found: dict[str, Any] = self._one(request)
        return found
