"""What compiling asks of the Python process: no garbage collection meanwhile, errors for exhausted memory, forks."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludparse.problems.errors import LudLimitError
from ludparse.problems.spans import Span

__all__ = ["after_fork", "bounded", "grown_old", "no_collection", "too_deep"]

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


@contextmanager
def no_collection() -> Iterator[None]:
    """Suspends Python's cyclic garbage collection, in all threads.

    Loading a game creates many small objects that stay alive. The collector would traverse them repeatedly and find
    almost nothing, which takes up to a third of the loading time.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def grown_old() -> None:
    """Counts all objects as old ones, so that the collector does not visit those that were made while it was suspended
    as soon as it goes on. What becomes garbage of them stays until a full collection. Does nothing where objects are
    frozen (`gc.freeze`), which would be undone."""
    if not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()


def after_fork(function: Callable[[], None]) -> None:
    """Calls a function in every forked child process, before anything else runs there."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=function)
