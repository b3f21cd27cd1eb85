"""A process that compiles descriptions for the server, and can be ended when it takes too long.

A description is untrusted: what it costs is bounded from outside, by time and memory.
"""

from __future__ import annotations

import threading
from typing import Any

from ludparse.interpreter.scheduling.watched import EndedError, TooLongError, Watched

__all__ = ["Bench", "BenchError", "BusyError"]

_MEGABYTES = 6144


class BenchError(Exception):
    """A description could not be compiled. The text is for the author."""


class BusyError(Exception):
    """Too many requests are waiting already."""


class Bench:
    """One process that answers requests, one at a time. waiting: how many requests may wait for it."""

    def __init__(self, library: str | None = None, *, seconds: float = 60.0, waiting: int = 4) -> None:
        self.library = library
        self.seconds = seconds
        self.waiting = waiting
        self._turn = threading.Lock()
        self._count = threading.Semaphore(waiting + 1)
        self._process = Watched(_MEGABYTES)

    def ask(self, job: str, *arguments: Any) -> Any:
        """Run a job of `ludparse.exporters.web.jobs` in the process. Raises BusyError, and BenchError for what the
        job raises, for a job that takes more than `seconds`, and for a process that dies."""
        if not self._count.acquire(blocking=False):
            raise BusyError("The server is busy. Try again in a moment.")
        try:
            with self._turn:
                return self._run(job, arguments)
        finally:
            self._count.release()

    def _run(self, job: str, arguments: tuple[Any, ...]) -> Any:
        try:
            return self._process.one(_perform, job, self.library, arguments, seconds=self.seconds)
        except TooLongError:
            raise BenchError(f"This was not compiled within {self.seconds:.0f} seconds.") from None
        except EndedError as problem:
            raise BenchError("The process that compiles has ended: these rules need too much memory.") from problem
        except MemoryError:
            raise BenchError("There is not enough memory for these rules.") from None
        except Exception as problem:
            raise BenchError(str(problem) or type(problem).__name__) from problem

    def close(self) -> None:
        """End the process."""
        self._process.close()


def _perform(job: str, library: str | None, arguments: tuple[Any, ...]) -> Any:
    """What runs in the process."""
    from . import jobs  # imports the interpreter, which the server does not need

    return jobs.JOBS[job](library, *arguments)
