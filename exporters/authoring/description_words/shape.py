"""The form of a board in words: rows and columns, lines, hexagons, holes; and how its sites are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.board.topology import Element
from ludparse.interpreter.equipment import Equipment
from ludparse.ludemes.base import names_of, walk
from ludparse.ludemes.enums import AbsoluteDirection, RelationType, SiteType

from .arguments import raw
from .phrases import Words
from .vocabulary import joined

MOST_LINES = 30
"""Of more lines, those of a board of its own kind are not listed: the board is drawn."""


MOST_POINTS = 400
"""Of a board of more points, no lines are looked for."""


EVERY = [direction for direction in AbsoluteDirection if direction.name in (
    "N", "E", "S", "W", "NE", "SE", "NW", "SW", "NNW", "WNW", "WSW", "SSW", "SSE", "ESE", "ENE", "NNE")]  # fmt: skip


def _differs(equipment: Equipment) -> bool:
    """Whether some neighbours of sites are not orthogonal ones."""
    board, site = equipment.board, equipment.default_site
    ways = AbsoluteDirection.Adjacent, AbsoluteDirection.Orthogonal
    beside = [[set(board.steps(site, i, way)) for i in range(board.size(site))] for way in ways]
    return beside[0] != beside[1]


def _asks_orthogonal(game: Any, equipment: Equipment) -> bool:
    roots = [raw(game).rules, *(c.generator for c in equipment.components[1:] if c.generator is not None)]
    nodes = [node for root in roots for node in walk(root)]
    return any(getattr(node, name).name == "Orthogonal" for node in nodes for name in names_of(node)
               if isinstance(getattr(node, name), AbsoluteDirection | RelationType))  # fmt: skip


def shape_of(game: Any, equipment: Equipment, kind: str, words: Words) -> Iterator[str]:
    """The form of the board, and how its sites are called."""
    board, site = equipment.board, equipment.default_site
    elements, number = board.elements(site), len(words.labels)
    if not elements:
        return
    rows = rows_of(elements)
    mancala = next((item for item in raw(game).equipment.items if isinstance(item, L.MancalaBoard)), None)
    if mancala is not None:
        yield _holes(rows, words)
        return
    if len(rows) == 1 and len({element.label for element in elements}) == number > 1:
        yield f"the board is one row of {number} {words.sites}, {rows[0][0].label} to {rows[0][-1].label} from the left"
        return
    columns = _called([row[0].label for row in rows], [element.label for element in rows[0]])
    if columns and len(rows) * len(rows[0]) == number and _straight(rows):
        first, last = columns
        yield (f"the board has {len(rows[0])} columns of {words.sites}, {first} to {last} from left to right, and "
               f"{len(rows)} rows, {rows[0][0].row + 1} to {rows[-1][0].row + 1} from bottom to top")  # fmt: skip
        return
    around = max(_degree(equipment, i) for i in range(min(number, 400)))
    form = _form(rows, around, site) if "hex" in kind or around == 6 else ""
    if form.startswith("made of"):  # its rows may stand upright
        across = _form(rows_of([replace(e, x=e.y, y=e.x) for e in elements]), around, site)
        form = across if not across.startswith("made of") else form if "hex" in kind else ""
    if kind.startswith("morris") and number % 8 == 0:
        form = f"{_COUNTED.get(number // 8, number // 8)} squares, one inside the other, with {number} {words.sites}"
    if around == 2 and min(_degree(equipment, i) for i in range(number)) == 2:
        form = f"a ring of {number} {words.sites}"
    corners = _corners(elements) if form.startswith("a rhombus") else ""
    yield f"the board is {form}{corners}" if form else f"the board has {number} {words.sites}"
    if corners or not words.places:
        return
    columns = _columns(elements)
    if columns:
        first, last = columns
        low, high = rows[0][0].row + 1, rows[-1][0].row + 1
        yield (f"{words.sites} are called by the letter of their column, {first} to {last} from left to right, and the "
               f"number of their row, {low} to {high} from bottom to top")  # fmt: skip
    elif all([e.col for e in row] == sorted({e.col for e in row}) and len({e.row for e in row}) == 1 for row in rows):
        yield f"rows are numbered from bottom to top, and the {words.sites} of a row are lettered from left to right"
    if not words.upright:
        yield from _upright(elements)
    if site is SiteType.Cell and words.upright and len(rows) <= MOST_ROWS and len(rows) < number / 2:
        yield f"from bottom to top the rows are {', '.join(words.listed([e.label for e in row]) for row in rows)}"
    if site is SiteType.Cell:
        only = not _differs(equipment) and _asks_orthogonal(game, equipment)
        yield f"a cell has up to {around} neighbours{', all of them orthogonal' if only else ''}"


NOT_IN_A_ROW = ("Corners", "Centre")


MOST_ROWS = 17


_COUNTED = {2: "two", 3: "three", 4: "four", 5: "five"}


def rows_of(elements: Sequence[Element]) -> list[list[Element]]:
    """The elements that are at one height, from the bottom up, each from the left."""
    rows: dict[float, list[Element]] = {}
    for element in elements:
        rows.setdefault(round(element.y, 2) + 0.0, []).append(element)
    return [sorted(rows[y], key=lambda e: e.x) for y in sorted(rows)]


_NEXT = {(1, 0): "number", (1, 1): "letter and number"}
"""How names go on in a column, by the row and column that the next site has more."""


def _upright(elements: Sequence[Element]) -> Iterator[str]:
    """The columns of a board whose rows lean, where names go on in all of them in one way."""
    columns: dict[float, list[Element]] = {}
    for element in sorted(elements, key=lambda e: e.y):
        columns.setdefault(round(element.x, 2) + 0.0, []).append(element)
    steps = {(b.row - a.row, b.col - a.col) for column in columns.values() for a, b in pairwise(column)}
    how = _NEXT.get(steps.pop()) if len(steps) == 1 else None
    if how is not None and len(columns) <= MOST_ROWS:
        listed = ", ".join(f"{columns[x][0].label} to {columns[x][-1].label}" for x in sorted(columns))
        yield f"from left to right the columns are {listed}, each from bottom to top with the next {how}"


def _straight(rows: Sequence[Sequence[Element]]) -> bool:
    """Whether columns stand upright."""
    return all(len(row) == len(rows[0]) and all(abs(a.x - b.x) < 0.01 for a, b in zip(row, rows[0], strict=True))
               for row in rows)  # fmt: skip


def _called(up: Sequence[str], along: Sequence[str]) -> tuple[str, str] | None:
    """The letters of the first and the last column, where sites are called by letters and numbers of rows."""
    names = [re.fullmatch(r"([A-Z]+)(\d+)", label) for label in (*up, *along)]
    if not all(names):
        return None
    return str(names[len(up)][1]), str(names[-1][1])  # type: ignore[index]


def _columns(elements: Sequence[Element]) -> tuple[str, str] | None:
    """The first and last letter of columns, where these stand upright and names have the numbers of rows."""
    names = [re.fullmatch(r"([A-Z])(\d+)", element.label) for element in elements]
    at = {(one[1], round(element.x, 2)) for one, element in zip(names, elements, strict=True) if one}
    up = {(int(one[2]), round(element.y, 2)) for one, element in zip(names, elements, strict=True) if one}
    along, above = ([[place for _, place in sorted(pairs)] for pairs in (at, up)])
    apart = all(len({name for name, _ in pairs}) == len(pairs) for pairs in (at, up))
    if not all(names) or not apart or along != sorted(set(along)) or above != sorted(set(above)):
        return None
    return min(at)[0], max(at)[0]


def _degree(equipment: Equipment, index: int) -> int:
    board, site = equipment.board, equipment.default_site
    return len({s for kind, s in board.steps(site, index, AbsoluteDirection.Adjacent) if kind is site})


def _form(rows: Sequence[Sequence[Element]], around: int, site: SiteType) -> str:
    """A hexagon, triangle, trapezium or rhombus of hexagonal cells or of points of triangles."""
    sizes = [len(row) for row in rows]
    number, what = sum(sizes), "hexagonal cells" if site is SiteType.Cell else "points"
    steps = {b - a for a, b in pairwise(sizes)}
    half = len(sizes) // 2
    if around != 6:
        return ""
    if sizes == sizes[::-1] and len(sizes) % 2 and sizes[0] == 1 and sizes[half] == half + 1:
        return f"a rhombus of {half + 1} by {half + 1} {what}"
    if sizes == sizes[::-1] and len(sizes) % 2 and sizes[half] - sizes[0] == half and sizes[0] == half + 1 > 1:
        return f"a hexagon of {number} {what} with sides of {sizes[0]}"
    if steps in ({1}, {-1}):
        return f"a {'triangle' if 1 in (sizes[0], sizes[-1]) else 'trapezium'} of {number} {what}"
    return f"made of {number} {what}"


def _corners(elements: Sequence[Element]) -> str:
    """The sites at the four ends of a board."""
    ends = [("bottom", min(elements, key=lambda e: e.y)), ("left", min(elements, key=lambda e: e.x)),
            ("right", max(elements, key=lambda e: e.x)), ("top", max(elements, key=lambda e: e.y))]  # fmt: skip
    return f"; its corners are {joined([f'{end.label} at the {where}' for where, end in ends])}"


def _holes(rows: Sequence[Sequence[Element]], words: Words) -> str:
    """Rows of holes, and the stores beside them."""
    most = max(len(row) for row in rows)
    full = [row for row in rows if len(row) == most]
    stores = [element for row in rows if len(row) != most for element in row]
    ways = ["the bottom row is", *["above it is"] * (len(full) - 1)]
    listed = [f"{way} {row[0].label} to {row[-1].label}" for way, row in zip(ways, full, strict=True)]
    text = f"the board has {len(full)} row{'s' * (len(full) > 1)} of {most} holes: {', '.join(listed)}"
    middle = sum(e.x for e in full[0]) / most
    if stores:
        beside = [f"{e.label} on the {'left' if e.x < middle else 'right'}" for e in sorted(stores, key=lambda e: e.x)]
        text += f"; beside them are the larger holes {joined(beside)}"
    return text


def numbered(equipment: Equipment, words: Words) -> str:
    """The numbers of the sites, by which rules reckon."""
    runs: list[list[Element]] = []
    for element in equipment.board.elements(equipment.default_site):
        if runs and runs[-1][-1].y == element.y:
            runs[-1].append(element)
        else:
            runs.append([element])
    told = [f"{run[0].label} has {run[0].index}" if len(run) == 1 else
            f"{run[0].label} to {run[-1].label} have {run[0].index} to {run[-1].index}" for run in runs]  # fmt: skip
    return f"{words.sites} have numbers: {', '.join(told)}"


def lines_of(equipment: Equipment, words: Words) -> tuple[str, bool]:
    """The lines of a board of points along which all steps to neighbours go, and whether they are those of a grid.

    The first is empty where steps go otherwise, or the lines are too many to tell.
    """
    board, site, number = equipment.board, equipment.default_site, len(words.labels)
    if site is not SiteType.Vertex or not words.places or number > MOST_POINTS:
        return "", False
    beside = [{s for kind, s in board.steps(site, i, AbsoluteDirection.Adjacent) if kind is site}
              for i in range(number)]  # fmt: skip
    once: set[tuple[int, ...]] = set()
    for direction in EVERY:
        after = {i: s for i in range(number) for kind, s in board.steps(site, i, direction)
                 if kind is site and s in beside[i]}  # fmt: skip
        for start in after.keys() - after.values():
            line = [start]
            while line[-1] in after:
                line.append(after[line[-1]])
            once.add(min(tuple(line), tuple(reversed(line))))
    lines = {line for line in once if not any(_within(line, other) for other in once)}
    pairs = {pair for line in lines for one, other in pairwise(line) for pair in ((one, other), (other, one))}
    if pairs != {(i, s) for i in range(number) for s in beside[i]}:
        return "", False
    at = [words.places[label] for label in words.labels]
    straight = {line for line in lines if any(len({at[s][axis] for s in line}) == 1 for axis in (0, 1))}
    grid = len({column for column, _ in at}) * len({row for _, row in at}) == number and len(straight) == len(
        {column for column, _ in at}) + len({row for _, row in at})  # fmt: skip
    others = lines - straight if grid else lines
    listed = "; ".join("-".join(words.labels[s] for s in line) for line in sorted(others))
    if len(others) > MOST_LINES:
        return "", False
    if not grid:
        return f"lines join {listed}", False
    return f"lines run along all rows and columns{f', and diagonally along {listed}' if others else ''}", True


def _within(line: Sequence[int], other: Sequence[int]) -> bool:
    return len(line) < len(other) and set(line) < set(other)
