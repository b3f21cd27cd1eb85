"""What a worker does: it unpacks a piece of work once, and performs chunks of its tasks."""

from __future__ import annotations

import hashlib
import pickle
import signal
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from ludparse.problems.errors import LudError

__all__ = ["Answer", "Work", "perform", "quiet", "unpacked"]

T = TypeVar("T", contravariant=True)
R = TypeVar("R", covariant=True)

Answer = tuple[bool, Any]
"""Whether a task was done, and its result or the exception that it raised."""


class Work(Protocol[T, R]):
    """What is done with each task. It travels to the workers as a pickle, with everything that it needs."""

    def prepare(self) -> Callable[[T], R]:
        """What performs a task: called once in each process. If it has a method `close`, that is called at the end."""


_MOST = 4
_prepared: OrderedDict[bytes, Callable[[Any], Any]] = OrderedDict()
_lock = threading.Lock()


def perform(packed: bytes, tasks: Sequence[Any]) -> list[Answer]:
    """Perform tasks one after the other, up to the first that fails. packed: the work, pickled and compressed.

    Exceptions are part of the answer, so that whatever is raised in a worker is trouble of the worker itself.
    """
    answers: list[Answer] = []
    try:
        do = _known(packed)
        for task in tasks:
            answers.append((True, do(task)))
    except Exception as problem:
        answers.append((False, _portable(problem)))
    return answers


def unpacked(packed: bytes) -> Any:
    """The work. Only what this program has packed is ever unpacked."""
    return pickle.loads(zlib.decompress(packed))


def _known(packed: bytes) -> Callable[[Any], Any]:
    key = hashlib.blake2b(packed, digest_size=16).digest()
    with _lock:
        if key not in _prepared:
            _prepared[key] = unpacked(packed).prepare()
            while len(_prepared) > _MOST:
                _prepared.popitem(last=False)
        _prepared.move_to_end(key)
        return _prepared[key]


def _portable(problem: Exception) -> Exception:
    """An exception that can be pickled."""
    try:
        pickle.loads(pickle.dumps(problem))
    except Exception:
        return LudError(f"{type(problem).__name__}: {problem}")
    return problem


def quiet() -> None:
    """Called at the start of a worker: signals to end are for the process that asked, which kills its workers.

    Ctrl-C in a terminal reaches all processes of it, and `timeout` sends SIGTERM to all as well.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
