"""Many variants compared with a running Ludii, several at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from .client import Limits, Ludii
from .ours import Ours
from .pair import Pair

__all__ = ["Setting", "Workers"]

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Setting:
    """Where both engines are and what they may use. `jobs`: how many pairs of them work at the same time."""

    ludii: Path
    library: str | None = None
    backend: str = "auto"
    jobs: int = 1
    limits: Limits = field(default_factory=Limits)
    seconds: float = 120.0


class Workers:
    """A few threads, each with a Ludii and an engine of ours. Use it as a context."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._pool = ThreadPoolExecutor(setting.jobs, thread_name_prefix="ludii")
        self._local = threading.local()
        self._pairs: list[Pair] = []
        self._stopped = False

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        """Ends all processes at once, also in the middle of a game."""
        self._stopped = True
        for pair in self._pairs:
            if (channel := pair.ludii._channel) is not None:
                channel.close()
            pair.ours.close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def pair(self) -> Pair:
        """The pair of this thread."""
        if not hasattr(self._local, "pair"):
            setting = self.setting
            ours = Ours(library=setting.library, backend=setting.backend, seconds=setting.seconds)
            self._local.pair = Pair(Ludii(setting.ludii, setting.limits), ours)
            self._pairs.append(self._local.pair)
        pair: Pair = self._local.pair
        return pair

    def about(self) -> dict[str, Any]:
        """What `Ludii.about` says, once a worker has started; empty before."""
        return next((pair.ludii.about() for pair in self._pairs if pair.ludii.started), {})

    def replaced(self) -> int:
        """How many processes of Ludii's had to be replaced."""
        return sum(pair.ludii.replaced for pair in self._pairs)

    def map(
        self, work: Callable[[Pair, T], R], items: Iterable[T], *, until: float | None = None
    ) -> Iterator[tuple[T, R]]:
        """`work` on every item, with the results as they come; until: no item is begun after this (time.monotonic)."""
        waiting: dict[Future[R], T] = {}
        todo = iter(items)
        more = True
        while more or waiting:
            while more and len(waiting) < 2 * self.setting.jobs:
                if until is not None and time.monotonic() > until:
                    more = False
                    break
                try:
                    item = next(todo)
                except StopIteration:
                    more = False
                    break
                waiting[self._pool.submit(self._run, work, item)] = item
            done, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in done:
                yield waiting.pop(future), future.result()

    def _run(self, work: Callable[[Pair, T], R], item: T) -> R:
        return work(self.pair(), item)
