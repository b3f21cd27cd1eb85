"""Long native calls: they can be interrupted, and several can run in parallel."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from .native import Working

__all__ = ["Calls", "patiently", "side_by_side"]

R = TypeVar("R")
T = TypeVar("T")


class CancelledError(Exception):
    """Another of several parallel calls has failed or was interrupted."""


class Calls:
    """A group of calls that are cancelled together."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._busy: set[Working] = set()
        self._over = False

    def begin(self, memory: Working) -> None:
        """Must be called before each call. Raises CancelledError once `cancel` has been called."""
        with self._lock:
            if self._over:
                raise CancelledError
            memory.code.patient(memory.pointer, 1)
            self._busy.add(memory)

    def end(self, memory: Working) -> None:
        """Must be called after each call."""
        with self._lock:
            self._busy.discard(memory)
            memory.code.patient(memory.pointer, 0)

    def cancel(self) -> None:
        """End all calls: within microseconds, or at the next tick of a position that takes long."""
        with self._lock:
            self._over = True
            for memory in self._busy:
                memory.code.cancel(memory.pointer)


def patiently(memory: Working, call: Callable[[], R]) -> R:
    """Make a native call that may take long.

    Python handles signals in the main thread and only between bytecode steps. In the main thread the call is therefore
    made by another thread, and an exception raised by a signal handler (KeyboardInterrupt) ends it.
    """
    calls = Calls()
    if threading.current_thread() is not threading.main_thread():
        calls.begin(memory)
        try:
            return call()
        finally:
            calls.end(memory)

    def work(_: int) -> R:
        calls.begin(memory)
        try:
            return call()
        finally:
            calls.end(memory)

    return side_by_side(work, (0,), 1, calls)[0]


def side_by_side(work: Callable[[T], R], tasks: Sequence[T], jobs: int, calls: Calls) -> list[R]:
    """Run work(task) for each task in several threads; returns the results in the order of the tasks.

    An exception of a task or of a signal handler (KeyboardInterrupt) cancels the other tasks and is raised here, once
    no call is running: what calls write to may then be used for something else.
    """
    results: dict[int, R] = {}
    failures: list[BaseException] = []
    running: set[int] = set()
    left = iter(enumerate(tasks))
    lock, done = threading.Lock(), threading.Semaphore(0)

    def worker() -> None:
        running.add(threading.get_ident())
        try:
            while not failures:
                with lock:
                    number, task = next(left, (-1, None))
                if number < 0:
                    break
                results[number] = work(task)  # type: ignore[arg-type]
        except CancelledError:
            pass
        except BaseException as problem:
            failures.append(problem)
            calls.cancel()
        finally:
            running.discard(threading.get_ident())
            done.release()

    threads = [threading.Thread(target=worker, daemon=True) for _ in range(min(jobs, len(tasks)))]
    try:
        for thread in threads:
            thread.start()
        for _ in threads:
            done.acquire()
    except BaseException as problem:
        while True:
            try:
                failures.append(problem)
                calls.cancel()
                while running:  # not `join`: interrupted once, it takes a running thread for ended (CPython 3.12)
                    time.sleep(0.001)
                break
            except BaseException:  # another Ctrl-C
                continue
        raise
    if failures:
        raise failures[0]
    return [results[number] for number in range(len(tasks))]
