"""Lists that fit the terminal."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

__all__ = ["columns"]


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
