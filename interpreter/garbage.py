"""Suspends garbage collection while a game is loaded."""

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
