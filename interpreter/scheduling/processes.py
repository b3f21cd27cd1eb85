"""Workers that are processes of this machine: plain ones, so that a script needs no `if __name__ == "__main__"`."""

from __future__ import annotations

import itertools
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from .perform import Partial, portable, quiet, reporters

__all__ = ["Process", "Processes"]


def _environment() -> dict[str, str]:
    """The environment for a process that finds what this one finds."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}


class Process:
    """A process, and the tickets that it has not answered."""

    def __init__(self, heard: queue.SimpleQueue[tuple[int, Any]]) -> None:
        # in a session of its own: Ctrl-C in a terminal reaches only this process, which then ends its workers
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_environment(),
            start_new_session=True,
        )  # fmt: skip
        self.tickets: set[int] = set()
        self.heard, self.ended = heard, False
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Pass on what the process answers, until it ends."""
        assert self.process.stdout is not None
        while True:
            try:
                ticket, answer = pickle.load(self.process.stdout)
            except Exception:  # it ended, perhaps within an answer
                self.ended = True
                for ticket in [*self.tickets]:
                    self.heard.put((ticket, ChildProcessError("a process ended")))
                return
            if not isinstance(answer, Partial):
                self.tickets.discard(ticket)
            self.heard.put((ticket, answer))

    def give(self, ticket: int, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        assert self.process.stdin is not None
        self.tickets.add(ticket)
        try:
            pickle.dump((ticket, function, arguments), self.process.stdin)
            self.process.stdin.flush()
        except OSError:
            self.ended = True
            self.heard.put((ticket, ChildProcessError("a process ended")))


class Processes:
    """So many processes; one that ended is replaced."""

    seconds, same = 0.2, True

    def __init__(self, jobs: int) -> None:
        self.name = f"{jobs} processes"
        self._jobs = jobs
        self._running: dict[str, Process] = {}
        self._heard: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        self._tickets = itertools.count()

    def workers(self) -> dict[str, int]:
        self._running = {name: one for name, one in self._running.items() if not one.ended}
        while len(self._running) < self._jobs:
            one = Process(self._heard)
            self._running[f"process {one.process.pid}"] = one
        return dict.fromkeys(self._running, 1)

    def give(self, worker: str, function: Callable[..., Any], *arguments: Any) -> int:
        ticket = next(self._tickets)
        self._running[worker].give(ticket, function, arguments)
        return ticket

    def answers(self, seconds: float) -> Iterator[tuple[int, Any]]:
        try:
            yield self._heard.get(timeout=seconds)
            while True:
                yield self._heard.get_nowait()
        except queue.Empty:
            return

    def again(self) -> None:
        """Processes of this machine are never lost all together."""

    def close(self) -> None:
        for one in self._running.values():
            one.process.kill()


def main() -> None:
    """The main function of a worker. It ends when the process that asked has ended, also in the middle of a task."""
    quiet()
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed meanwhile is no answer
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def listen() -> None:
        try:
            while True:
                tasks.put(pickle.load(sys.stdin.buffer))
        finally:
            os._exit(0)

    def tell(answer: Any) -> None:
        pickle.dump((ticket, answer), out)
        out.flush()

    threading.Thread(target=listen, daemon=True).start()
    reporters.append(tell)
    while True:
        ticket, function, arguments = tasks.get()
        try:
            answer = function(*arguments)
        except Exception as problem:
            answer = portable(problem)
        tell(answer)


if __name__ == "__main__":
    main()
