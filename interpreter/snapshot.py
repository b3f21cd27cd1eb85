"""The contents of a position's sites as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .program.ops import Field

__all__ = ["SiteRow", "Snapshot", "sites"]

SiteRow = list[str | int | list[int]]
"""A site: its name (`C12`, `V3`, `E7`), its count, and from the bottom [what, who, state, rotation, value]."""

Snapshot = dict[str, Any]
"""A position as plain data: numbers, lists of numbers by player, and `sites`."""

_PARTS = ("what", "who", "state", "rotation", "value")
_LETTERS = (("V", "v"), ("E", "e"), ("C", "c"))  # the order of snapshots; hands follow the cells


def sites(fields: Mapping[str, Field], read: Callable[[str], Any]) -> list[SiteRow]:
    """Every non-empty site. read: returns the values of a field."""
    return [row for letter, x in _LETTERS if f"what_{x}" in fields for row in _sites_of(letter, x, fields, read)]


def _sites_of(letter: str, x: str, fields: Mapping[str, Field], read: Callable[[str], Any]) -> list[SiteRow]:
    columns = {p: read(f"{p}_{x}") for p in _PARTS if f"{p}_{x}" in fields}
    what = columns["what"]
    size = fields[f"what_{x}"].size
    stride = len(what) // size
    counts = read(f"count_{x}") if f"count_{x}" in fields else None
    heights = read(f"height_{x}") if f"height_{x}" in fields else None
    rows: list[SiteRow] = []
    for site in range(size):
        count = counts[site] if counts else int(what[site] != 0) if not heights else 0
        levels = range(heights[site]) if heights else range(1)
        pieces = [[columns[p][site * stride + lv] if p in columns else 0 for p in _PARTS] for lv in levels]
        if heights:
            count = int(bool(pieces) and pieces[-1][1] != 0)
        if (heights and heights[site]) or any(v for piece in pieces for v in piece) or count:
            rows.append([f"{letter}{site}", count, *pieces])
    return rows
