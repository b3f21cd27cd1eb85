"""Workers of a Dask cluster. Each chunk is given to one worker, so that it is known which one is late."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from ludparse.problems.errors import LudError

from .places import SECONDS, EngineLostError

__all__ = ["Dask"]

LOOK = 0.005
"""Seconds between two looks at what has come."""


class Dask:
    """on: an address (`Places`), or a `distributed.Client`, which stays open."""

    seconds, same = 2.0, False

    def __init__(self, on: Any) -> None:
        self._address = on if isinstance(on, str) else None
        self.name = self._address or str(on.scheduler.address).replace("tcp://", "dask://")
        self._client: Any = None if self._address else on
        self.again()

    def again(self) -> None:
        from distributed import Client, as_completed

        if self._address is not None:
            self.close()
            logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told by us
            where = {"address": self._address.replace("dask://", "tcp://")}
            if self._address.endswith(".json"):
                where = {"scheduler_file": self._address}
            try:
                self._client = Client(**where, timeout=SECONDS, set_as_default=False)
            except (OSError, ValueError) as problem:
                raise LudError(f"there is no Dask scheduler at {self.name!r}: {problem}") from None
        end = time.monotonic() + SECONDS
        while self._client.status != "running":  # somebody else's client, which tries to reach it again by itself
            if time.monotonic() > end or self._client.status == "closed":
                raise LudError(f"the Dask scheduler at {self.name!r} does not answer")
            time.sleep(0.1)
        self._coming = as_completed(loop=self._client.loop, with_results=True, raise_errors=False)

    def workers(self) -> dict[str, int]:
        try:
            found: dict[str, int] = self._client.sync(self._client.scheduler.ncores, callback_timeout=SECONDS)
            return found
        except (OSError, TimeoutError) as problem:  # errors of connections are OSErrors
            raise EngineLostError(str(problem)) from problem

    def give(self, worker: str, function: Callable[..., Any], *arguments: Any) -> Hashable:
        try:
            future: Hashable = self._client.submit(function, *arguments, workers=[worker], pure=False)
        except (OSError, RuntimeError) as problem:  # a client that was closed raises RuntimeError
            raise EngineLostError(str(problem)) from problem
        self._coming.add(future)
        return future

    def answers(self, seconds: float) -> Iterator[tuple[Hashable, Any]]:
        end = time.monotonic() + seconds
        while not self._coming.has_ready() and time.monotonic() < end and self._client.status == "running":
            time.sleep(LOOK)
        if self._client.status != "running":
            raise EngineLostError("the scheduler does not answer")
        for future, answer in self._coming.next_batch(block=False):
            if future.status == "finished":
                yield future, answer
            elif future.status == "error":
                yield future, answer[1]
            else:
                yield future, ChildProcessError(f"{future.status}: {answer}")

    def close(self) -> None:
        if self._client is None:
            return
        with contextlib.suppress(Exception):  # what is lost anyway
            self._client.cancel([*self._coming.futures], force=True)
        if self._address is not None:
            with contextlib.suppress(Exception):
                self._client.close(timeout=0.2)
