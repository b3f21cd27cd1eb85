"""Line editing while a move is typed: the arrow keys, what was typed before, and Tab."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

__all__ = ["completing"]


@contextmanager
def completing(words: Sequence[str]) -> Iterator[None]:
    """Tab completes to these words, in any case, where the input is a terminal and Python has readline."""
    if not sys.stdin.isatty():
        yield
        return
    try:
        import readline
    except ImportError:  # a Python that was built without it
        yield
        return

    def complete(text: str, state: int) -> str | None:
        fitting = [word for word in words if word.casefold().startswith(text.casefold())]
        return fitting[state] if state < len(fitting) else None

    before = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(complete)
    readline.set_completer_delims("")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    try:
        yield
    finally:
        readline.set_completer(before[0])
        readline.set_completer_delims(before[1])
