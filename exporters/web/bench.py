"""A process that compiles descriptions for the server, and can be ended when it takes too long.

A description is untrusted: what it costs is bounded from outside, by time and memory.
"""

from __future__ import annotations

import multiprocessing
import threading
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

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
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def ask(self, job: str, *arguments: Any) -> Any:
        """Run a job of `ludparse.exporters.web.jobs` in the process. Raises BusyError, and BenchError for what the
        job raises,
        for a job that takes more than `seconds`, and for a process that dies."""
        if not self._count.acquire(blocking=False):
            raise BusyError("The server is busy. Try again in a moment.")
        try:
            with self._turn:
                return self._run(job, arguments)
        finally:
            self._count.release()

    def _run(self, job: str, arguments: tuple[Any, ...]) -> Any:
        pipe = self._started()
        try:
            pipe.send((job, arguments))
            if not pipe.poll(self.seconds):
                self.close()
                raise BenchError(f"This was not compiled within {self.seconds:.0f} seconds.")
            good, answer = pipe.recv()
        except (EOFError, OSError) as problem:
            self.close()
            raise BenchError("The process that compiles has ended: these rules need too much memory.") from problem
        if not good:
            raise BenchError(str(answer))
        return answer

    def _started(self) -> Connection:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self.close()
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs, self.library), daemon=True)
            self._process.start()
            theirs.close()
        return self._pipe

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _serve(pipe: Connection, library: str | None) -> None:
    """What runs in the process."""
    import contextlib
    import resource

    from ludparse.interpreter.scheduling.perform import quiet

    quiet()
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (_MEGABYTES << 20, _MEGABYTES << 20))

    from . import jobs

    while True:
        try:
            job, arguments = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = True, jobs.JOBS[job](library, *arguments)
        except MemoryError:
            answer = False, "There is not enough memory for these rules."
        except Exception as problem:
            answer = False, str(problem) or type(problem).__name__
        pipe.send(answer)
