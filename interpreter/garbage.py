"""Suspends garbage collection while many objects are made that stay alive."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
