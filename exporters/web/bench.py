"""A process that compiles descriptions for the server, and can be ended when it takes too long.

A description is untrusted: what it costs is bounded from outside, by time and memory.
"""

from __future__ import annotations

import threading
from typing import Any

from ludparse.interpreter.scheduling.watched import EndedError, TooLongError, Watched

__all__ = ["Bench", "BenchError", "BusyError", "Ticket"]

_MEGABYTES = 6144


class BenchError(Exception):
    """A description could not be compiled. The text is for the author."""


class BusyError(Exception):
    """Too many requests are waiting already."""


class Ticket:
    """One request. Requests are equal only if they are the same one."""


class Bench:
    """One process that answers requests, one at a time, in their order.

    seconds: for each. waiting: how many requests may wait for it. newest_first: whether the latest request is answered
    first; then the one that has waited longest is turned away where too many wait, and otherwise the new one.
    """

    def __init__(
        self, library: str | None = None, *, seconds: float = 60.0, waiting: int = 4, newest_first: bool = False
    ) -> None:
        self.library = library
        self.seconds = seconds
        self.waiting = waiting
        self.newest_first = newest_first
        self._turn = threading.Condition()
        self._tickets: list[Ticket] = []  # that wait, in their order
        self._running: Ticket | None = None
        self._process = Watched(_MEGABYTES)

    def ask(self, job: str, *arguments: Any, ticket: Ticket | None = None) -> Any:
        """Run a job of `ludparse.exporters.web.jobs` in the process. ticket: of the request, for `ahead`.

        Raises BusyError, and BenchError for what the job raises, for a job that takes more than `seconds`, and for a
        process that dies.
        """
        ticket = ticket or Ticket()
        self._wait(ticket)
        try:
            return self._run(job, arguments)
        finally:
            with self._turn:
                self._running = None
                self._turn.notify_all()

    def ahead(self, ticket: Ticket) -> int:
        """How many requests are answered before one that waits; 0 for the one that is answered."""
        with self._turn:
            if ticket not in self._tickets:
                return 0
            before = self._tickets.index(ticket)
            if self.newest_first:
                before = len(self._tickets) - 1 - before
            return before + (self._running is not None)

    def _wait(self, ticket: Ticket) -> None:
        with self._turn:
            self._tickets.append(ticket)
            if len(self._tickets) > self.waiting + (self._running is None):
                self._tickets.pop(0 if self.newest_first else -1)
                self._turn.notify_all()
            while True:
                if ticket not in self._tickets:
                    raise BusyError("The server is busy. Try again in a moment.")
                if self._running is None and ticket is self._tickets[-1 if self.newest_first else 0]:
                    break
                self._turn.wait()
            self._tickets.remove(ticket)
            self._running = ticket

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
