"""Rules that are too much for this machine's stack or memory: a named error in place of Python's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludparse.errors import LudLimitError
from ludparse.spans import Span

__all__ = ["bounded", "too_deep"]


def too_deep(place: Span | None = None) -> LudLimitError:
    """The error for rules that are too long or nested too deep."""
    return LudLimitError("these rules are too long, or nested too deep, to be compiled", place)


@contextmanager
def bounded(place: Callable[[], Span | None]) -> Iterator[None]:
    """Raises LudLimitError where what is done inside runs out of stack or memory; other limits get the place too."""
    try:
        yield
    except (RecursionError, MemoryError):
        raise too_deep(place()) from None
    except LudLimitError as error:
        error.span = error.span or place()
        raise
