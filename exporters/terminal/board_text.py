"""A position as text for a terminal."""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

__all__ = ["EMPTY", "Piece", "Spot", "draw", "glyphs"]

EMPTY = "·"
_SPREADS = (4, 3, 2)
_MOST_ROWS = 60
_MOST_COLUMNS = 60
_LABEL = re.compile(r"([A-Za-z]+)(\d+)")
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
    """A letter of the name; where all are taken two of them, and else any letters."""
    own = [c.upper() for c in name if c.isalpha()]
    pairs = [first + second for first in own[:1] for second in own[1:]]
    alphabet = [chr(c) for c in range(ord("A"), ord("Z") + 1)]
    others = [first + second for first in alphabet for second in alphabet]
    return next((c for c in (*own, *pairs, *others) if c not in taken), "?")


def draw(
    spots: Sequence[Spot],
    marks: Mapping[str, str],
    paint: Callable[[str, str], str] = lambda name, text: text,
    *,
    width: int | None = None,
) -> str:
    """The sites at their places, each with its mark (`EMPTY` where it has none), rows from the top.

    Where the labels follow the rows and columns (A1, B1, …), the numbers stand on the left and the letters below. On
    other boards each row stands between the labels of its first and its last site. `paint(name, text)` may add colour
    but must keep the width.

    width: characters in a line. A wider board is drawn closer together, and in parts below each other where that is not
    enough. None: no limit.
    """
    if not spots:
        return "(no board)"
    rows = _rows(spots)
    letters = {s.name: label[1] for s in spots if (label := _LABEL.fullmatch(s.label))}
    longest = max(len(text) for text in (*marks.values(), *letters.values(), EMPTY))
    spreads = [spread for spread in _SPREADS if spread > longest] or _SPREADS[:1]
    for spread in spreads:
        columns = _columns(spots, rows, spread)
        axis = _axis(rows, columns)
        placed = [_placed(row, columns, marks) for row in rows]
        names = [(_LABEL.fullmatch(row[0].label)[2] if axis else row[0].label) if row else "" for row in rows]  # type: ignore[index]
        margin = max(map(len, names)) + 1
        ends = [f"  {row[-1].label}" if len(row) > 1 and not axis else "" for row in rows]
        right = max(at + len(text) for row in placed for at, _, text in row)
        if width is None or margin + right + max(map(len, ends)) <= width:
            break
    else:
        ends = [""] * len(rows)
    room = right if width is None or right <= width - margin else max(spread, width - margin)
    parts = []
    for first in range(0, right, room - room % spread if room < right else room):
        last = first + (room - room % spread if room < right else room)
        lines = []
        for name, row, end in zip(names, placed, ends, strict=True):
            shown = [cell for cell in row if first <= cell[0] < last]
            lines.append(f"{name:>{margin - 1}} " + _line(shown, first, paint) + (end if shown else ""))
        if axis:
            shown = [(at, "", text) for at, text in sorted(axis.items()) if first <= at < last]
            lines.append(" " * margin + _line(shown, first, lambda name, text: text))
        parts.append("\n".join(line.rstrip() for line in lines))
    return "\n\n".join(parts)


def _placed(row: Sequence[Spot], columns: Mapping[str, int], marks: Mapping[str, str]) -> list[tuple[int, str, str]]:
    """The column, name and mark of each site of a row. Sites that would overlap are moved to the right."""
    found = []
    at = 0
    for spot in row:
        column, mark = max(columns[spot.name], at), marks.get(spot.name, EMPTY)
        found.append((column, spot.name, mark))
        at = column + len(mark) + 1
    return found


def _line(cells: Sequence[tuple[int, str, str]], first: int, paint: Callable[[str, str], str]) -> str:
    line, at = "", first
    for column, name, text in cells:
        line += " " * (column - at) + paint(name, text)
        at = column + len(text)
    return line


def _axis(rows: Sequence[Sequence[Spot]], columns: Mapping[str, int]) -> dict[int, str]:
    """The letters of the columns, by column; empty where the labels do not follow the rows and columns."""
    axis: dict[int, str] = {}
    for row in rows:
        labels = [_LABEL.fullmatch(spot.label) for spot in row]
        if len({label and label[2] for label in labels}) > 1:
            return {}
        for spot, label in zip(row, labels, strict=True):
            if label is None or axis.setdefault(columns[spot.name], label[1]) != label[1]:
                return {}
    return axis if len({*axis.values()}) == len(axis) else {}


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


def _columns(spots: Sequence[Spot], rows: Sequence[Sequence[Spot]], spread: int) -> dict[str, int]:
    """The column of each site; sites that are nearest to each other are `spread` columns apart."""
    gaps = [b.x - a.x for row in rows for a, b in pairwise(row) if b.x - a.x > 1e-3]
    left = min(s.x for s in spots)
    width = max(s.x for s in spots) - left
    gap = max(min(gaps), width / _MOST_COLUMNS) if gaps else math.inf
    return {s.name: round((s.x - left) / gap * spread) for s in spots}
