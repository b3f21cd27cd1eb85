"""A description that our engine compares with Ludii: most are played once, for some moves, and only some for long."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, ClassVar, TypeVar

__all__ = ["LIGHT", "Loaded"]

R = TypeVar("R")

LIGHT = "light"
"""In the place of a backend: plain Python, and native code for a game that takes long, where there is a compiler."""

_PATIENCE = 5.0
"""Seconds of processor time in plain Python before native code is worth compiling."""


class _SlowError(BaseException):
    """Plain Python takes too long. No error of a game: nothing on the way may take it for one."""


class Loaded:
    """A loaded game. The one that was asked for last is kept, because it is often looked at twice."""

    _last: ClassVar[tuple[object, Loaded] | None] = None

    def __init__(self, source: str, backend: str, chosen: dict[str, Any]) -> None:
        """chosen: what `load` is given besides. Raises what `load` raises."""
        from ludparse.interpreter.game.load import load, load_once

        self._again: Callable[[], Any] = lambda: load(source, backend="c", **chosen)
        self._light = backend == LIGHT
        self.game: Any = (
            load_once(source, backend="python", **chosen) if self._light else load(source, backend=backend, **chosen)
        )

    @classmethod
    def of(cls, source: str, backend: str, chosen: dict[str, Any]) -> Loaded:
        """The game of a description."""
        key = source, backend, *chosen.items()
        if cls._last is None or cls._last[0] != key:
            cls._last = None
            cls._last = key, cls(source, backend, chosen)
        return cls._last[1]

    def run(self, work: Callable[[Any], R]) -> R:
        """What comes of some work on the game; it begins anew where native code takes over."""
        if self._light:
            try:
                with _limited(_PATIENCE):
                    return work(self.game)
            except _SlowError:
                self._light = False
                self._compile()
        return work(self.game)

    def _compile(self) -> None:
        """Native code from now on, where there is a compiler."""
        from ludparse.interpreter.backends.c.compile import NoCompilerError

        with suppress(NoCompilerError):
            self.game = self._again()


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raises _SlowError in the block after so much processor time of this process; not where there are no timers."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def late(number: int, frame: object) -> None:
        raise _SlowError

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
