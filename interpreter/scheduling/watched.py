"""A process that performs one task after the other, watched from outside: for what may crash, hang or need too much."""

from __future__ import annotations

import queue
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from .perform import Partial
from .processes import Process

__all__ = ["EndedError", "TooLongError", "Watched"]


class EndedError(ChildProcessError):
    """The process ended within a task. code: as of `subprocess`, negative for a signal."""

    def __init__(self, code: int) -> None:
        why = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        super().__init__(f"the process ended with {why}")
        self.code = code


class TooLongError(TimeoutError):
    """A task was not done in its time; its process was ended."""


class Watched:
    """One process, begun when it is needed, and begun anew after a task that ended it or took too long.

    megabytes: how much a task may add to the address space of the process, where the system can bound that.
    One thread at a time.
    """

    def __init__(self, megabytes: int | None = None) -> None:
        self._megabytes = megabytes
        self._process: Process | None = None
        self._heard: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()

    def ask(self, task: Callable[..., Any], *arguments: Any, seconds: float | None = None) -> Iterator[Any]:
        """What an importable function has reported (`perform.report`) while it ran, and at last what it returns.

        seconds: for all of that. Raises what the function raises, TooLongError, EndedError.
        """
        until = None if seconds is None else time.monotonic() + seconds
        if self._process is None or self._process.ended:
            self.close()
            self._process = Process(self._heard)
        process, heard, finished = self._process, self._heard, False
        process.give(0, _bounded, (self._megabytes, task, arguments))
        try:
            while not finished:
                left = None if until is None else max(0.0, until - time.monotonic())
                try:
                    _, answer = heard.get(timeout=left)
                except queue.Empty:
                    raise TooLongError(f"not done after {seconds:g} s") from None
                if process.ended and isinstance(answer, ChildProcessError):
                    raise EndedError(process.process.wait())
                finished = not isinstance(answer, Partial)
                if isinstance(answer, Exception):
                    raise answer
                yield answer if finished else answer.value
        finally:
            if not finished:
                self.close()

    def one(self, task: Callable[..., Any], *arguments: Any, seconds: float | None = None) -> Any:
        """What the function returns."""
        *_, answer = self.ask(task, *arguments, seconds=seconds)
        return answer

    def close(self) -> None:
        """End the process; a later task begins another. Any thread may call it, and ends the present task so."""
        process, self._process, self._heard = self._process, None, queue.SimpleQueue()
        if process is not None:
            process.process.kill()
            process.process.wait()


def _bounded(megabytes: int | None, task: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    if megabytes is not None and sys.platform == "linux":
        import resource  # other systems lack it

        with open("/proc/self/statm", encoding="ascii") as status:
            used = int(status.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + (megabytes << 20), resource.getrlimit(resource.RLIMIT_AS)[1]))
    return task(*arguments)
