"""What the program writes to its standard streams: characters that a terminal obeys, or nobody sees, as escapes.

Names, metadata and excerpts are other people's text. A terminal would obey what is in them: write the clipboard, erase
lines, turn the direction of reading. So both streams are wrapped, and what a command prints needs no care of its own.
Colours and the return to the start of a line are the program's own: `obeyed` marks them in a way that no text can know.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

__all__ = ["Writer", "escaped", "obeyed", "wrapped", "write_data", "written_safely"]

_OURS = f"\x00{os.urandom(8).hex()}"
"""Stands before a sequence that a terminal is to obey; drawn anew for each process."""

_UNSEEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Controls but the line end and the tab, marks of direction, characters without width, halves of surrogate pairs."""

_PATTERN = re.compile(f"{_OURS}(\x1b\\[[0-9;]*m|\r)|[{_UNSEEN}]")


def obeyed(sequence: str) -> str:
    """A colour (`\x1b[31m`) or `\\r` that a terminal is to obey when a `Writer` writes it."""
    return _OURS + sequence


def escaped(text: str) -> str:
    """A text as it is safe to show: what is unseen as `\\u001b`, which JSON reads as the same character again."""
    return _PATTERN.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    if found[1]:
        return found[1]
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


class Writer:
    """A stream that writes escapes in place of what a terminal would obey. All else is that of the stream."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        self.stream.write(escaped(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def wrapped(stream: TextIO) -> TextIO:
    """The stream, if it is a `Writer`, else one that writes to it."""
    return stream if isinstance(stream, Writer) else cast(TextIO, Writer(stream))


@contextmanager
def written_safely() -> Iterator[None]:
    """Within, the standard streams are wrapped."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(wrapped, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def write_data(text: str) -> None:
    """Write what another program reads, such as a description: as it is, unless it goes to a terminal."""
    stream = sys.stdout
    if isinstance(stream, Writer) and not stream.isatty():
        stream.stream.write(text)
    else:
        stream.write(text)
