"""The distances between all games: as a matrix in a file, and as a map on a page."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludparse.description.description import load_description
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.interpreter.scheduling import Places, in_order
from ludparse.ludemes import Game
from ludparse.ludemes.enums import SiteType
from ludparse.problems.errors import LudError
from ludparse.support.files import write_whole

from ..templates import rendered
from .space import COMBINED, Space

__all__ = ["all_distances", "map_page", "placed", "write_matrix"]

MOST_SITES = 400
"""Sites of a board that are drawn on a map; of larger ones every second, third, …"""

Report = Callable[[int, int], None]


def all_distances(space: Space, *, by: str = COMBINED, report: Report | None = None) -> NDArray[np.float64]:
    """The distance between each two games, a row and a column for each; 1 where one of them lacks what is compared.

    The same in both directions, and 0 between a game and itself.
    """
    count = len(space.about)
    found = np.zeros((count, count))
    for row in range(count):
        found[row] = space.distances(space.traits(row))[by]
        if report is not None:
            report(row + 1, count)
    found = np.nan_to_num((found + found.T) / 2, nan=1.0)
    np.fill_diagonal(found, 0.0)
    return found


def write_matrix(file: Path, space: Space, distances: NDArray[np.float64]) -> None:
    """Write the distances: as CSV with the place of each game at its row and column, or (.npz) as arrays `names`,
    `places` and `distances`. Raises OSError."""
    places = [about.place for about in space.about]
    if file.suffix == ".npz":
        data = io.BytesIO()
        np.savez_compressed(data, names=[about.name for about in space.about], places=places, distances=distances)
        write_whole(file, data.getvalue())
        return
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["", *places])
    rows.writerows([place, *(f"{value:.4f}" for value in row)] for place, row in zip(places, distances, strict=True))
    write_whole(file, text.getvalue())


def placed(distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """A point of the plane for each game, between 0 and 1 in both directions: metric multidimensional scaling (SMACOF,
    de Leeuw, 1977) from one start of fixed seed. Raises ModuleNotFoundError without scikit-learn."""
    from sklearn.manifold import MDS

    scaling = MDS(n_components=2, metric="precomputed", n_init=1, init="random", max_iter=200, random_state=0)
    points = np.asarray(scaling.fit_transform(distances), np.float64)
    low, high = points.min(axis=0), points.max(axis=0)
    return np.asarray((points - low) / np.where(high > low, high - low, 1.0))


def map_page(space: Space, distances: NDArray[np.float64], *, report: Report | None = None) -> str:
    """A page with a map of all games, near ones beside each other as well as two dimensions allow. Under the pointer a
    game shows its name and board. Raises ModuleNotFoundError without scikit-learn."""
    points = placed(distances)
    games = []
    for row, (about, board) in enumerate(zip(space.about, _boards(space, report), strict=True)):
        x, y = (round(float(value), 4) for value in points[row])
        folder = about.place.removeprefix("lud/").split("/")
        kind = "/".join(folder[:2]) if about.place.startswith("lud/") else "bundled"
        games.append(
            {"name": about.name, "kind": kind, "board": about.kind, "players": about.players, "x": x, "y": y,
             "sites": board}
        )  # fmt: skip
    return rendered("atlas.html.jinja", games=games)


# ---------------------------------------------------------------------------------------------------- boards


@dataclass(frozen=True)
class _Sites:
    """The sites of a description's board, as numbers between 0 and 100: x and y of each, one after the other."""

    def prepare(self) -> Callable[[str], list[int]]:
        return _sites


def _sites(text: str) -> list[int]:
    try:
        game = load_description(text).game
        if not isinstance(game, Game):
            return []
        board = build_equipment(game).board
    except LudError:
        return []
    site: SiteType = board.default_site
    elements = board.elements(site)
    shown = elements[:: -(-len(elements) // MOST_SITES) or 1]
    if not shown:
        return []
    left, top = min(e.x for e in elements), max(e.y for e in elements)
    size = max(max(e.x for e in elements) - left, top - min(e.y for e in elements)) or 1.0
    return [round(100 * value) for e in shown for value in ((e.x - left) / size, (top - e.y) / size)]


def _boards(space: Space, report: Report | None) -> Iterator[list[int]]:
    drawn: Any = in_order(_Sites(), space.texts(), Places(os.cpu_count() or 1))
    try:
        for number, sites in enumerate(drawn, 1):
            yield sites
            if report is not None:
                report(number, len(space.about))
    finally:
        drawn.close()
