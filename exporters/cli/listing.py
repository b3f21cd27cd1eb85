"""Lists that fit the terminal."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence

__all__ = ["beside", "columns"]

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_BETWEEN = 4
_NARROWEST = 24


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
