"""Workers of a Dask cluster. Each chunk is given to one worker, so that it is known which one is late."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import time
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from ludparse.problems.errors import LudError

from .places import SECONDS, EngineLostError

__all__ = ["Dask"]


class Dask:
    """on: an address (`Places`), or a `distributed.Client`, which stays open."""

    seconds, same = 2.0, False

    def __init__(self, on: Any) -> None:
        self._address = on if isinstance(on, str) else None
        self.name = self._address or str(on.scheduler.address).replace("tcp://", "dask://")
        self._client: Any = None if self._address else on
        self.again()

    def again(self) -> None:
        from distributed import Client

        if self._address is not None:
            self.close()
            for name in logging.root.manager.loggerDict:  # what goes wrong is told by us
                if name.startswith("distributed"):  # several of them have a level of their own
                    logging.getLogger(name).setLevel(logging.CRITICAL)
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
        self._out: set[Any] = set()
        self._heard: queue.SimpleQueue[tuple[Any, Any]] = queue.SimpleQueue()

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
        self._out.add(future)
        self._client.loop.add_callback(self._watch, future, self._heard)
        return future

    async def _watch(self, future: Any, heard: queue.SimpleQueue[tuple[Any, Any]]) -> None:
        """Wait for an answer, in the thread of the client, and pass it on."""
        try:
            heard.put((future, await self._client.gather(future, asynchronous=True)))
        except (Exception, asyncio.CancelledError) as problem:
            heard.put((future, ChildProcessError(f"{type(problem).__name__}: {problem}")))

    def answers(self, seconds: float) -> Iterator[tuple[Hashable, Any]]:
        try:
            found = self._heard.get(timeout=seconds)
            while True:
                self._out.discard(found[0])
                yield found
                found = self._heard.get_nowait()
        except queue.Empty:
            if self._client.status != "running":
                raise EngineLostError("the scheduler does not answer") from None

    def close(self) -> None:
        if self._client is None:
            return
        if self._client.status == "running":
            with contextlib.suppress(Exception):  # it may be lost at this moment
                self._client.cancel([*self._out], force=True)
        if self._address is not None:
            with contextlib.suppress(Exception):
                self._client.close(timeout=0.2)
