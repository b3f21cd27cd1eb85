"""When not to look for garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """Holds back the search for cyclic garbage, in all threads.

    What a game is made of are many small objects that stay: the search would go through them again and again and find
    next to nothing, and takes up to a third of the time of loading.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
