"""Turns stack and memory exhaustion caused by rules into a LudLimitError."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludparse.errors import LudLimitError
from ludparse.spans import Span

__all__ = ["bounded", "too_deep"]


def too_deep(place: Span | None = None) -> LudLimitError:
    """The error for rules that are too long or too deeply nested."""
    return LudLimitError("these rules are too long, or nested too deep, to be compiled", place)


@contextmanager
def bounded(place: Callable[[], Span | None]) -> Iterator[None]:
    """A context in which running out of stack or memory raises LudLimitError. Other limit errors get the place too."""
    try:
        yield
    except (RecursionError, MemoryError):
        raise too_deep(place()) from None
    except LudLimitError as error:
        error.span = error.span or place()
        raise
