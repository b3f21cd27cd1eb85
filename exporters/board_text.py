"""A position as text for a terminal."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

__all__ = ["EMPTY", "Piece", "Spot", "draw", "glyphs"]

EMPTY = "·"
_CELL = 3
_MOST_ROWS = 60
_SINGLE = "XOAVHN"


@dataclass(frozen=True, slots=True)
class Spot:
    """A site to draw: the name that snapshots give it (`C12`), its label (`B3`) and its place."""

    name: str
    label: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece that may stand on a site; `owner` 0 is neutral. A die has `faces`: what it shows in each state."""

    index: int
    name: str
    owner: int
    faces: tuple[int, ...] = ()


def glyphs(pieces: Sequence[Piece]) -> dict[int, str]:
    """A letter for each piece, by index.

    Where no player has two kinds of pieces, the players are X, O, …. Otherwise a piece is a letter of its name, in
    upper case for player 1 and in lower case for player 2. Further players share letters; colours tell them apart.
    """
    kinds: dict[int, set[str]] = {}
    for piece in pieces:
        kinds.setdefault(piece.owner, set()).add(_base(piece.name))
    single = all(len(names) == 1 for owner, names in kinds.items() if owner > 0)
    letters: dict[str, str] = {}
    result = {}
    for piece in pieces:
        if piece.owner == 0 and single and len(kinds[0]) == 1:
            result[piece.index] = "○"
        elif single and 0 < piece.owner <= len(_SINGLE):
            result[piece.index] = _SINGLE[piece.owner - 1]
        else:
            letter = letters.setdefault(_base(piece.name), "")
            if not letter:
                letter = letters[_base(piece.name)] = _free_letter(_base(piece.name), {*letters.values()})
            result[piece.index] = letter.lower() if piece.owner == 2 else letter
    return result


def _base(name: str) -> str:
    return name.rstrip("0123456789")


def _free_letter(name: str, taken: set[str]) -> str:
    candidates = [c.upper() for c in name if c.isalpha()] + [chr(c) for c in range(ord("A"), ord("Z") + 1)] + ["?"]
    return next((c for c in candidates if c not in taken), "?")


def draw(
    spots: Sequence[Spot], marks: Mapping[str, str], paint: Callable[[str, str], str] = lambda name, text: text
) -> str:
    """The sites at their places, each with its mark (`EMPTY` where it has none), rows from the top.

    Each row begins with the label of its first site. `paint(name, text)` may add colour but must keep the width.
    """
    if not spots:
        return "(no board)"
    rows = _rows(spots)
    columns = _columns(spots, rows)
    margin = max(len(row[0].label) for row in rows if row)
    lines = []
    for row in rows:
        line = f"{row[0].label if row else '':>{margin}} "
        at = 0
        for spot in row:
            column = max(columns[spot.name], at)
            mark = marks.get(spot.name, EMPTY)
            line += " " * (column - at) + paint(spot.name, mark) + " " * max(0, _CELL - len(mark))
            at = column + max(_CELL, len(mark))
        lines.append(line.rstrip())
    return "\n".join(lines)


def _rows(spots: Sequence[Spot]) -> list[list[Spot]]:
    """The sites by rows from the top, each row from the left. Irregular boards are put on a grid of at most
    `_MOST_ROWS` rows."""
    heights = sorted({round(s.y, 3) for s in spots})
    gaps = [b - a for a, b in pairwise(heights)]
    top, height = heights[-1], heights[-1] - heights[0]
    step = max(statistics.median(gaps) if gaps else 1.0, height / _MOST_ROWS) or 1.0
    if gaps and min(gaps) > 0.4 * step:
        step = min(step, min(gaps))
    rows: list[list[Spot]] = [[] for _ in range(round(height / step) + 1)]
    for spot in spots:
        rows[round((top - spot.y) / step)].append(spot)
    for row in rows:
        row.sort(key=lambda s: s.x)
    return rows


def _columns(spots: Sequence[Spot], rows: Sequence[Sequence[Spot]]) -> dict[str, int]:
    gaps = [b.x - a.x for row in rows for a, b in pairwise(row) if b.x - a.x > 1e-3]
    left = min(s.x for s in spots)
    width = max(s.x for s in spots) - left
    gap = max(min(gaps), width / 60) if gaps else math.inf
    spread = _CELL + 1
    return {s.name: round((s.x - left) / gap * spread) for s in spots}
