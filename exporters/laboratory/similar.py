"""The nearest games of a library, and why: `ludparse.similar` and `lud similar`."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludparse.description.description import Description, load_description
from ludparse.description.request import Options
from ludparse.interpreter.concepts import CONCEPTS
from ludparse.interpreter.play.game import Game
from ludparse.interpreter.scheduling import Places, in_order
from ludparse.library.library import Library, open_library
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source
from ludparse.support.cache import cache_folder
from ludparse.support.files import write_whole
from ludparse.support.tables import html_table, text_table

from ..catalogue import PACKAGES, OfEachGame, made_with
from .measured import DescribedGame, DescribedGames, PlayedGame, PlayedGames
from .reasons import Reasons, digest_of, reasons_between
from .space import COMBINED, DISTANCES, Rules, Space, Traits, crc, side_of, tree_of
from .trees import edit_distance, labelled

__all__ = ["EDITS", "ORDERS", "Neighbour", "Neighbours", "neighbours", "similar", "space_at"]

FORMAT = 2
"""Of the index in the cache."""

PLAY = "play"
"""The name of the distance for which games are played."""

EDITS = "edits"
"""The name of the tree edit distance, which is computed for the nearest `RANKED` games alone."""
RANKED = 50

Report = Callable[[int, int], None]

ORDERS = (COMBINED, *DISTANCES, EDITS)
"""What games can be put in order by."""


@dataclass(frozen=True)
class Neighbour:
    """A near game. distances: by name, from 0 to 1; None where a game has no board of its own, or cannot be played."""

    name: str
    place: str
    distances: Mapping[str, float | None]
    why: Reasons


class Neighbours(Sequence[Neighbour]):
    """Near games, the nearest first. name: of the game that they are near to. by: which distance puts them in order."""

    def __init__(self, name: str, by: str, games: Sequence[Neighbour]) -> None:
        self.name, self.by, self._games = name, by, tuple(games)

    def __len__(self) -> int:
        return len(self._games)

    def __getitem__(self, at: Any) -> Any:
        return self._games[at]

    def _rows(self) -> Iterator[tuple[str, ...]]:
        for game in self._games:
            yield game.name, *(f"{game.distances[name]:.3f}" if game.distances[name] is not None else "-"
                               for name in self._columns())  # fmt: skip

    def _columns(self) -> list[str]:
        return [self.by, *(name for name in ORDERS if name != self.by and self and name in self._games[0].distances)]

    def __str__(self) -> str:
        return text_table(("game", *self._columns()), self._rows())

    def _repr_html_(self) -> str:
        return html_table(("game", *self._columns()), self._rows())

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        games = [
            {"name": game.name, "place": game.place, "distances": dict(game.distances), "why": game.why.as_dict()}
            for game in self._games
        ]
        return {"game": self.name, "by": self.by, "games": games}


def similar(
    game: Game | str | Path,
    others: str | os.PathLike[str] | Library | Iterable[Game | str | Path] | None = None,
    *,
    n: int = 10,
    by: str = COMBINED,
    options: Options = (),
    ruleset: str | None = None,
    jobs: int | None = None,
) -> Neighbours:
    """The n nearest games, and why they are near (docs/laboratory.md).

    game: a game, or a path, a name or a text of which one is read with `options` and `ruleset`. others: the games to
    choose from: the place of a library (which is indexed once, in minutes), or some games; by default those that come
    with this package, and those of the library that the environment variable LUD_LIBRARY names. by: one of `ORDERS`.
    jobs: processes. Names say nothing, and a game is not its own neighbour.

    Raises LudError for what cannot be read, and where there is nothing to choose from; ValueError for another `by`.
    """
    if by not in ORDERS:
        raise ValueError(f"by is one of {', '.join(ORDERS)}, not {by!r}")
    if others is None or isinstance(others, str | os.PathLike | Library):
        library = open_library(others)
        space = space_at(None if library is None else str(library.path), play=by == PLAY, jobs=jobs)
    else:
        library = open_library(None)
        given = [_description(other, library) for other in others]
        played = [PlayedGame.of(other, library) for other in given] if by == PLAY else None
        space = Space.of([DescribedGame.of(other, library) for other in given], played)
    if not space.about:
        raise LudError("there are no games to choose from", hint="Name a library, or some games that can be read.")
    return neighbours(space, _description(game, library, options, ruleset), library, n=n, by=by, jobs=jobs)


def _description(
    game: Game | str | Path | Source, library: Library | None, options: Options = (), ruleset: str | None = None
) -> Description:
    if isinstance(game, Game):
        return game.description
    return load_description(game, library=library, options=options, ruleset=ruleset)


def space_at(
    place: str | None, *, play: bool = False, jobs: int | None = None, report: Report | None = None,
    reading: Report | None = None,
) -> Space:  # fmt: skip
    """The games at hand, side by side: those of this package and of the library at a place. What is new or has changed
    is measured; the rest comes from the cache. play: also how they are played. report: is told how many games of how
    many are measured; reading: of how many the rules are laid out. Raises LudError for a place that holds no
    library."""
    own = (PACKAGES / "exporters" / "laboratory" / f"{name}.py" for name in ("bags", "reasons", "space", "trees"))
    kind: type[OfEachGame[Any]] = PlayedGames if play else DescribedGames
    key = " ".join([made_with(FORMAT, own), DescribedGames.key(place), kind.key(place)])
    file = cache_folder() / f"{kind.name_of(place)}.space"

    def described() -> list[DescribedGame]:
        games = DescribedGames(place, jobs=jobs, report=report).by_place.values()
        return sorted(games, key=lambda game: (game.entry.name.casefold(), game.entry.place))

    with contextlib.suppress(OSError):
        texts = lambda: [game.text for game in described() if game.text]  # noqa: E731
        kept = Space.unpacked(file.name, key, file.read_bytes(), texts)
        if kept is not None:
            return kept
    games = described()
    played = PlayedGames(place, jobs=jobs, report=report).by_place if play else None
    of_each = None if played is None else [played[game.entry.place] for game in games]
    space = Space.of(games, of_each, jobs=jobs or os.cpu_count() or 1, report=reading)
    with contextlib.suppress(OSError):
        write_whole(file, space.packed(file.name, key))
    return space


def neighbours(
    space: Space, description: Description, library: Library | None, *, n: int, by: str = COMBINED,
    jobs: int | None = None, report: Report | None = None,
) -> Neighbours:  # fmt: skip
    """The n nearest games of a space. report: is told how many of how many edit distances are known. Raises LudError
    for equipment that cannot be built, and where a package is missing."""
    same = _same(space, description)
    if same is None:
        described = DescribedGame.of(description, library)
        played = PlayedGame.of(description, library) if by == PLAY else PlayedGame()
        rules = Rules.of(described.text)
        traits, side = Traits.of(described, rules, played), side_of(described, rules)
    else:
        traits, side = space.traits(same), space.side(same)
    found = space.distances(traits)
    if by != EDITS and np.isnan(found.get(by, np.array(np.nan))).all():
        lacks = "it has no board of its own" if by == "boards" else "it cannot be played, or none of the others can"
        raise LudError(f"{description.name!r} has no distance by {by}: {lacks}")
    if by == EDITS:
        found[EDITS] = _edits(space, description.text, found["trees"], same, jobs, report)
    order = [int(row) for row in np.argsort(found[by], kind="stable") if row != same and not np.isnan(found[by][row])]
    near = []
    for row in order[:n]:
        why = reasons_between(side, space.side(row), partial(_rarity, space), partial(_ludeme_rarity, space))
        values = {name: None if np.isnan(d[row]) else round(float(d[row]), 4) for name, d in found.items()}
        near.append(Neighbour(space.about[row].name, space.about[row].place, values, why))
    return Neighbours(description.name, by, near)


def _same(space: Space, description: Description) -> int | None:
    """The row of the game itself, if it is one of these."""
    rows = [row for row, about in enumerate(space.about) if about.name == description.name]
    text = digest_of(description.text) if rows else ""
    return next((row for row in rows if space.about[row].text == text), None)


def _rarity(space: Space, concept: str) -> float:
    return float(space.rarity[CONCEPTS.index(concept)])


def _ludeme_rarity(space: Space, ludeme: str) -> float:
    return float(space.ludemes.rarity(space.ludemes.holders(crc(ludeme))))


# ---------------------------------------------------------------------------------------------------- edit distances


@dataclass(frozen=True)
class _Edits:
    """Measures how far descriptions are from one: its text."""

    text: str

    def prepare(self) -> Callable[[str], float]:
        tree = labelled(tree_of(self.text))
        return lambda other: edit_distance(tree, labelled(tree_of(other)))


def _edits(
    space: Space, text: str, trees: NDArray[np.float64], same: int | None, jobs: int | None,
    report: Report | None,
) -> NDArray[np.float64]:  # fmt: skip
    """The edit distance of the `RANKED` games that are nearest by their pq-grams; of others it is not a number."""
    rows = [int(row) for row in np.argsort(trees, kind="stable") if row != same][:RANKED]
    found = np.full(len(trees), np.nan)
    places = Places(min(jobs or os.cpu_count() or 1, max(1, len(rows))))
    texts = space.texts()
    measured = in_order(_Edits(text), [texts[row] for row in rows], places)
    try:
        for number, (row, distance) in enumerate(zip(rows, measured, strict=True), 1):
            found[row] = distance
            if report is not None:
                report(number, len(rows))
    finally:
        measured.close()
    return found
