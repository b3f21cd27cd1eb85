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

from .tree.arguments import raw
from .wording.phrases import Words
from .wording.vocabulary import joined

MOST_LINES = 100
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
    if number == 1:
        yield f"the board is a single {words.site}, {words.labels[0]}"
        return
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
    if site is SiteType.Edge:
        yield from _joined(equipment)
        return
    if site is SiteType.Cell and around == 6 and words.places:
        yield _neighbours(game, equipment, around, words)
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
    if site is SiteType.Cell and around != 6:
        yield _neighbours(game, equipment, around, words)


MOST_EDGES = 60


def _joined(equipment: Equipment) -> Iterator[str]:
    """Which points the edges of a board join: neighbours in a grid, or two by two."""
    board = equipment.board
    points, edges = board.elements(SiteType.Vertex), board.elements(SiteType.Edge)
    ends = [sorted(two) for two in board.incident(SiteType.Edge, SiteType.Vertex)]
    at = {(point.col, point.row): point.index for point in points}
    columns, rows = len({col for col, _ in at}), len({row for _, row in at})
    beside = {tuple(sorted((i, at[near]))) for (col, row), i in at.items()
              for near in ((col + 1, row), (col, row + 1)) if near in at}  # fmt: skip
    if len(at) == len(points) == columns * rows and {tuple(two) for two in ends} == beside:
        yield f"each joins two neighbouring points of a grid of {columns} columns and {rows} rows of points"
    elif len(edges) <= MOST_EDGES and all(len(two) == 2 for two in ends):
        pairs = [f"{edge.label}: {points[a].label}-{points[b].label}" for edge, (a, b) in zip(edges, ends, strict=True)]
        yield f"they join these of the {len(points)} points: {', '.join(pairs)}"


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


def _neighbours(game: Any, equipment: Equipment, around: int, words: Words) -> str:
    """How many neighbours cells have. Of hexagonal cells, whose labels do not tell them, those of the first cell that
    has as many."""
    only = not _differs(equipment) and _asks_orthogonal(game, equipment)
    told = f"a cell has up to {around} neighbours{', all of them orthogonal' if only else ''}"
    board = equipment.board
    for element in board.elements(SiteType.Cell) if around == 6 else ():
        ways = board.steps(SiteType.Cell, element.index, AbsoluteDirection.Adjacent)
        near = {site for kind, site in ways if kind is SiteType.Cell}
        if len(near) == around:
            return f"{told}, as {element.label} has {joined(sorted(words.labels[site] for site in near))}"
    return told


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


MOST_NAMED = 60
"""Of more sites, those of a set such as the outer ones are not listed."""


def named_sets(equipment: Equipment, words: Words) -> Iterator[str]:
    """Which sites are the outer ones, the centre and the like, and which have which colour, as far as that was told."""
    elements, site = equipment.board.elements(equipment.default_site), equipment.default_site
    sets = equipment.board.sets(site)
    edge = {e.index for row in (rows_of(elements), rows_of([replace(e, x=e.y, y=e.x) for e in elements])) for part in (
        row[0], row[-1]) for e in part}  # fmt: skip
    for name, what, sites in (
        ("Centre", "the centre is", sets.centre), ("Corners", "the corners are", sets.corners),
        ("Outer", f"the outer {words.sites} are", sets.outer), ("Inner", f"the inner {words.sites} are", sets.inner),
        ("Perimeter", "the edge of the board is", sets.perimeter),
    ):  # fmt: skip
        labels = [words.labels[i] for i in sites]
        if name not in words.told_sets or not sites or not words.places or len(sites) == len(elements):
            continue
        if _full(elements) and ((name, len(sites)) == ("Corners", 4) or (name, len(sites)) == ("Centre", 1)):
            continue  # which is what anybody would think
        if set(sites) == edge and _full(elements):
            yield f"{what} those of the first and last row and column"
        elif len(sites) <= MOST_NAMED:
            yield f"{what} {words.listed(labels)}"
    if words.tells_colours:
        yield from _colours(equipment, words)


def _full(elements: Sequence[Element]) -> bool:
    rows = rows_of(elements)
    return len({len(row) for row in rows}) == 1 and _straight(rows)


def _colours(equipment: Equipment, words: Words) -> Iterator[str]:
    """The colours of sites: of two colours where neighbours differ, otherwise all of them."""
    board, site = equipment.board, equipment.default_site
    elements = board.elements(site)
    beside = [(e.phase, elements[i].phase) for e in elements
              for kind, i in board.steps(site, e.index, AbsoluteDirection.Orthogonal) if kind is site]  # fmt: skip
    if len(words.colours) == 2 and all(a != b for a, b in beside):
        square = _full(elements) and site is SiteType.Cell
        yield f"{words.sites} have two colours, as on a chessboard" if square else (
            f"{words.sites} have two colours, and those that are orthogonally beside each other differ; "
            f"{words.labels[0]} has one of them")  # fmt: skip
    elif len(words.colours) > 1 and len(elements) <= 2 * MOST_NAMED:
        parts = [words.listed([e.label for e in elements if e.phase == colour]) for colour in sorted(words.colours)]
        yield f"{words.sites} of one colour are {'; '.join(parts)}"


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
    listed = "; ".join(_line(line, words) for line in sorted(others))
    if len(others) > MOST_LINES:
        return "", False
    if not grid:
        return f"lines join {listed}", False
    return f"lines run along all rows and columns{f', and diagonally along {listed}' if others else ''}", True


def _line(line: Sequence[int], words: Words) -> str:
    """A line by its points; one along a row, column or diagonal by its ends, where it has all points between them."""
    at = [words.places[words.labels[site]] for site in line]
    steps = {(c - a, d - b) for (a, b), (c, d) in pairwise(at)}
    names = [words.labels[site] for site in line]
    straight = len(line) > 2 and len(steps) == 1 and all(step in (-1, 0, 1) for step in next(iter(steps)))
    return f"{names[0]} to {names[-1]}" if straight else "-".join(names)


def _within(line: Sequence[int], other: Sequence[int]) -> bool:
    return len(line) < len(other) and set(line) < set(other)
