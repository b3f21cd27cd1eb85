"""What goes to a terminal: colours, widths, lists that fit, progress."""

from __future__ import annotations

import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Collection, Sequence

from .writer import obeyed, wrapped

__all__ = [
    "Progress", "Waiting", "beside", "colour", "coloured", "columns", "counted", "painted", "table", "terminal_width",
]  # fmt: skip

_COLOUR = re.compile(re.escape(obeyed("")) + r"\x1b\[[0-9;]*m")
_BETWEEN = 4
_NARROWEST = 24


def counted(number: int, noun: str) -> str:
    """A number and what is counted: `1 game`, `2,000 games`, `3 plies`. noun: one of them, with its words."""
    if number == 1:
        return f"1 {noun}"
    plural = f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2] not in "aeiou" else f"{noun}s"
    return f"{number:,} {plural}"


def coloured() -> bool:
    """Whether the output is a terminal that wants colours (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def terminal_width() -> int | None:
    """The characters in a line of the output; None where it is no terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def colour(text: str, code: str) -> str:
    """Text in colour, where the output is a terminal that wants it."""
    return painted(text, code) if coloured() else text


def painted(text: str, code: str) -> str:
    """Text in colour, which shows when it is printed."""
    return obeyed(f"\x1b[{code}m") + text + obeyed("\x1b[0m")


def columns(items: Sequence[str], *, width: int | None = None, most: int = 200) -> str:
    """Items in columns, filled row by row; after `most` of them only how many there are more."""
    shown = list(items[:most])
    if not shown:
        return ""
    width = width or shutil.get_terminal_size((100, 24)).columns
    wide = max(map(len, shown)) + 2
    per_row = max(1, (width - 1) // wide)
    rows = [shown[i : i + per_row] for i in range(0, len(shown), per_row)]
    lines = ["".join(f"{item:<{wide}}" for item in row).rstrip() for row in rows]
    if len(items) > most:
        lines.append(f"… and {len(items) - most} more")
    return "\n".join(lines)


def table(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """The lines of a table whose columns are as wide as their widest texts. right: columns that end together."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    cells = [[f"{row[k]:{'>' if k in right else '<'}{width}}" for k, width in enumerate(widths)] for row in rows]
    return ["  ".join(row).rstrip() for row in cells]


def beside(text: str, items: Sequence[str], width: int | None) -> str:
    """A text with a list in columns on its right; empty where that does not fit, or makes more lines than the text has.

    width: characters in a line; None is no terminal, where nothing fits. Colours in the text take no room.
    """
    lines = text.split("\n")
    lengths = [len(_COLOUR.sub("", line)) for line in lines]
    left = max(lengths) + _BETWEEN
    if width is None or width - left < _NARROWEST or max(map(len, items), default=0) + 2 > width - left:
        return ""
    right = columns(items, width=width - left, most=len(items)).split("\n")
    if len(right) > len(lines):
        return ""
    right += [""] * (len(lines) - len(right))
    pairs = zip(lines, lengths, right, strict=True)
    return "\n".join(f"{line}{' ' * (left - length)}{more}".rstrip() for line, length, more in pairs)


def _rewrite(line: str, width: int) -> int:
    """Writes over the line on standard error that is so wide; the width of the new one. An empty one erases."""
    if line or width:
        back = obeyed("\r")
        print(f"{back}{line:<{width}}" + back * (not line), end="", file=wrapped(sys.stderr), flush=True)
    return len(line)


class Waiting:
    """Says on standard error what takes so long, from two seconds on, and erases it at the end.

    For work that cannot tell how far it is (`Progress` is for the rest). `what` may change meanwhile. Silent with
    `quiet` and where standard error is no terminal.
    """

    def __init__(self, what: str, *, quiet: bool = False, after: float = 2.0) -> None:
        self.what = what
        self.after = after
        self.shown = not quiet and sys.stderr.isatty()
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._say, daemon=True)

    def __enter__(self) -> Waiting:
        self.began = time.monotonic()
        if self.shown:
            self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        if self.shown:
            self.thread.join()

    def _say(self) -> None:
        width = 0
        wait = self.after
        while not self.ended.wait(wait):
            line = f"{self.what} … {time.monotonic() - self.began:.0f} s"
            width = _rewrite(line, width)
            wait = 1.0
        _rewrite("", width)


_PIPED = 5.0
"""Seconds between the lines of a progress that goes to no terminal."""


class Progress:
    """The progress of a long command, as a line on standard error. Silent with --json and where standard error is no
    terminal; with `piped` that gets a line every five seconds."""

    def __init__(
        self, what: str, total: int, *, quiet: bool = False, piped: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.what = what
        self.total = total
        self.erased = sys.stderr.isatty()
        self.shown = not quiet and (piped or self.erased)
        self.clock = clock
        self.began = self.last = clock()
        self.width = 0

    def __call__(self, done: int, note: str = "") -> None:
        """`done` of the total are done; drawn at most ten times a second."""
        now = self.clock()
        soon = now - self.last < (0.1 if self.erased else _PIPED)
        if not self.shown or (soon and (done < self.total or not self.erased)):
            return
        self.last = now
        left = (now - self.began) / done * (self.total - done) if done else 0.0
        line = f"{self.what} {done}/{self.total}  {now - self.began:.0f} s"
        line += f", about {left:.0f} s left" if done and done < self.total and left >= 2 else ""
        if self.erased:
            self.width = _rewrite(f"{line}  {note}"[:110], self.width)
        else:
            print(line, file=wrapped(sys.stderr), flush=True)

    def end(self) -> None:
        """Erases the line."""
        self.width = _rewrite("", self.width)
