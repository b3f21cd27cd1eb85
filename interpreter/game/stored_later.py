"""What goes into the cache is written behind the first moves of a game: when half a second has passed, when somebody
looks for it, when a game leaves the process, or when the process ends. What cannot be written is told in a warning."""

from __future__ import annotations

import atexit
import threading
import time
import warnings
from collections.abc import Callable

from ludparse.support.process import after_fork

from ..backends.cache import CacheWarning

__all__ = ["DELAY", "later", "written"]

DELAY: float = 0.5
"""Seconds until what waits is written."""

_waiting: dict[str, Callable[[], None]] = {}
_lock, _writing = threading.Lock(), threading.RLock()
_writer: threading.Thread | None = None


def later(name: str, write: Callable[[], None]) -> None:
    """Has something written in a while. name: what it is called here; of several with one name, the last is written."""
    global _writer
    with _lock:
        _waiting[name] = write
        if _writer is not None:
            return
        _writer = threading.Thread(target=_write_all, daemon=True)
        try:
            _writer.start()
            return
        except RuntimeError:  # no threads here, or no more of them
            _writer = None
    written()


def written(name: str | None = None) -> None:
    """Writes what waits with a name, or all that waits. Afterwards it is there, whoever has written it; a CacheWarning
    names what is not, and why."""
    with _writing:
        for key in [*_waiting] if name is None else [name]:
            if (write := _waiting.pop(key, None)) is None:
                continue
            try:
                write()
            except Exception as problem:  # the game plays without
                why = f"{type(problem).__name__}: {problem}"
                warnings.warn(f"{key} is not kept in the cache: {why}", CacheWarning, stacklevel=2)


def _write_all() -> None:
    global _writer
    try:
        while True:
            time.sleep(DELAY)
            for name in [*_waiting]:
                written(name)
            with _lock:
                if not _waiting:
                    _writer = None
                    return
    except BaseException:
        _writer = None
        raise


def _after_fork() -> None:
    """What waits is the parent's to write."""
    global _lock, _writing, _writer
    _waiting.clear()
    _lock, _writing, _writer = threading.Lock(), threading.RLock(), None


after_fork(_after_fork)
atexit.register(written)
