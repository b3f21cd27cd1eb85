"""Moves that a player types: line editing and Tab, and finding what was typed among the names of the legal moves."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ludparse.problems.errors import IllegalMoveError, nearest

__all__ = ["completing", "find_move", "moves_from"]


def find_move(text: str, names: Sequence[str]) -> int:
    """The index of the move that was typed: by its number (from 1), or by its name in any case.

    Raises IllegalMoveError with three different messages: what cannot be a move, what is not legal, what is ambiguous.
    """
    wanted = text.strip().casefold()
    if wanted.isdecimal():
        if 1 <= int(wanted) <= len(names):
            return int(wanted) - 1
        raise IllegalMoveError(f"there is no move {wanted}; the moves are numbered from 1 to {len(names)}")
    folded = [name.casefold() for name in names]
    if wanted in folded:
        return folded.index(wanted)
    alike = [name for name in names if name.casefold().split("/", 1)[0] == wanted]
    worded = [k for k, name in enumerate(folded) if " " in name and name.partition(" ")[0] == wanted]
    if len(worded) == 1:
        return worded[0]  # swap 2 1
    if alike:
        raise IllegalMoveError(f"{text.strip()!r} is ambiguous", expected=alike)
    if not re.fullmatch(r"(#?\w+-)?#?\w+([=~]\w+)*(x#?\w+)*( \S+)*(/\d+)?", wanted):
        raise IllegalMoveError(
            f"{text.strip()!r} cannot be a move", hint="Type a number of the list, or sites such as a1-b2 or b2."
        )
    raise IllegalMoveError(f"{text.strip()!r} is not legal here", nearest=nearest(text.strip(), names))


def moves_from(site: str, names: Sequence[str]) -> list[int]:
    """The indices of the moves whose name begins with a site (`a1`), in any case."""
    wanted = site.strip().casefold()
    if not re.fullmatch(r"#?\w+", wanted):
        return []
    return [k for k, name in enumerate(names) if re.match(re.escape(wanted) + r"(?!\w)", name.casefold())]


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
