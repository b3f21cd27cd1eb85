"""What a worker does: it unpacks a piece of work once, and performs chunks of its tasks."""

from __future__ import annotations

import hashlib
import pickle
import signal
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from ludparse.problems.errors import LudError

__all__ = ["Each", "Packed", "Partial", "Reply", "Work", "perform", "quiet", "report", "result"]

T_in = TypeVar("T_in", contravariant=True)
R_out = TypeVar("R_out", covariant=True)


class Work(Protocol[T_in, R_out]):
    """What is done with each task. It travels to the workers as a pickle, with everything that it needs."""

    def prepare(self) -> Callable[[T_in], R_out]:
        """What performs a task: called once in each process. If it has a method `close`, that is called at the end;
        if it has a text `slow`, that says why it is slower there than where the work was made."""


class Partial(NamedTuple):
    """What a task of a process reports while it runs."""

    value: Any


reporters: list[Callable[[Partial], None]] = []
"""What passes on what tasks of this process report."""


def report(value: Any) -> None:
    """Tell who has asked for the present task (`Watched.ask`) what is known so far."""
    for tell in reporters:
        tell(Partial(value))


class Packed(NamedTuple):
    """Some work as it travels, and a digest of it."""

    key: bytes
    data: bytes

    @classmethod
    def of(cls, work: Any) -> Packed:
        """Pack some work."""
        data = zlib.compress(pickle.dumps(work, protocol=5))
        return cls(hashlib.blake2b(data, digest_size=16).digest(), data)


class Reply(NamedTuple):
    """What comes back of a chunk: the seconds that it took, why that was slow, and the packed result."""

    seconds: float
    slow: str
    data: bytes


_MOST = 4
_prepared: OrderedDict[bytes, Callable[[Any], Any]] = OrderedDict()
_lock = threading.Lock()


def perform(key: bytes, work: bytes | None, tasks: bytes) -> Reply | None:
    """Perform a chunk of pickled tasks. key, work: as `Packed`; None for a work that this process has had before. If it
    does not know it any more, the answer is None.

    Exceptions are part of the answer, so that whatever is raised in a worker is trouble of the worker itself.
    """
    slow, began = "", time.perf_counter()
    try:
        do = _known(key, work)
        if do is None:
            return None
        slow, began = getattr(do, "slow", ""), time.perf_counter()
        answer = True, do(pickle.loads(tasks))
    except Exception as problem:
        answer = False, portable(problem)
    seconds = time.perf_counter() - began
    return Reply(seconds, slow, zlib.compress(pickle.dumps(answer, protocol=5), 1))


def result(reply: Reply) -> Any:
    """The result of a chunk. Raises what its work has raised. Only what this program has packed is ever unpacked."""
    good, value = pickle.loads(zlib.decompress(reply.data))
    if not good:
        raise value
    return value


def _known(key: bytes, work: bytes | None) -> Callable[[Any], Any] | None:
    with _lock:
        if key not in _prepared:
            if work is None:
                return None
            _prepared[key] = pickle.loads(zlib.decompress(work)).prepare()
            while len(_prepared) > _MOST:
                _prepared.popitem(last=False)
        _prepared.move_to_end(key)
        return _prepared[key]


def portable(problem: Exception) -> Exception:
    """An exception that can be pickled."""
    try:
        pickle.loads(pickle.dumps(problem))
    except Exception:
        return LudError(f"{type(problem).__name__}: {problem}")
    return problem


class Each:
    """Some work, done with each of several tasks: the results up to the first task that fails, and its exception."""

    def __init__(self, work: Work[Any, Any]) -> None:
        self.work = work

    def prepare(self) -> Each:
        """What performs several tasks."""
        self.do = self.work.prepare()
        self.slow = getattr(self.do, "slow", "")
        self.close = getattr(self.do, "close", lambda: None)
        return self

    def __call__(self, tasks: Sequence[Any]) -> list[tuple[Any, Exception | None]]:
        done: list[tuple[Any, Exception | None]] = []
        for task in tasks:
            try:
                done.append((self.do(task), None))
            except Exception as problem:
                done.append((None, portable(problem)))
                break
        return done


def quiet() -> None:
    """Called at the start of a worker: signals to end are for the process that asked, which kills its workers.

    Ctrl-C in a terminal reaches all processes of it, and `timeout` sends SIGTERM to all as well.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
