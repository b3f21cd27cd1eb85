"""The contents of a position's sites as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NotRequired, TypedDict, cast

from ..program.state_layout import Field

__all__ = [
    "LETTERS", "PARTS", "MatchScores", "Pieces", "SiteRow", "Snapshot", "Standing", "contents", "sites", "standing",
]  # fmt: skip

SiteRow = list[str | int | list[int]]
"""A site: its name (`C12`, `V3`, `E7`), its count, and from the bottom [what, who, state, rotation, value]."""


Pieces = Mapping[str | int, str | Sequence[str]] | Sequence[SiteRow]
"""The pieces on a board. By site (its label on the board, or its number where it lies beside it): the name of a piece,
or of several from the bottom. Or the rows of `State.sites`."""


Standing = str | tuple[str, ...]
"""What stands on a site: the name of a piece, or those of several from the bottom; `?` for one that lies face down."""


class MatchScores(TypedDict):
    """How a match stands: what a snapshot of it holds beside the position of the game that is being played."""

    game: str
    """The name of that game."""
    games: int
    """How many games have ended."""
    score: list[int]
    """By player, from player 1."""
    ranking: list[float]
    """Of the game, in the form of `Snapshot.ranking`."""


class Snapshot(TypedDict):
    """A position as plain data."""

    mover: int
    """The player to move, from 1; 0 in a simulation."""
    next: int
    """The player who moves after that."""
    prev: int
    """The player who moved last."""
    turn: int
    """Turns so far."""
    counter: int
    """The counter that rules may set."""
    active: bool
    """Whether any player is still in the game."""
    phase: list[int]
    """The phase of each player, from player 1; phases are numbered from 0."""
    ranking: list[float]
    """ranking[p] for p from 1 (index 0 is unused); 0.0 while undecided; 1.0 is first, 1.5 a shared first."""
    sites: list[SiteRow]
    """Every non-empty site."""
    score: NotRequired[list[int]]
    """By player, from player 1; in games with scores."""
    amount: NotRequired[list[int]]
    """By player, from player 1; in games with amounts."""
    temp: NotRequired[int]
    """The value that a rule remembers; where one is remembered."""
    match: NotRequired[MatchScores]
    """In matches."""


PARTS = ("what", "who", "state", "rotation", "value")
"""What is told of each piece, in this order."""

LETTERS = (("V", "v"), ("E", "e"), ("C", "c"))
"""The letters of site types in names of sites and of fields, in the order of snapshots; hands follow the cells."""


def contents(snapshot: Snapshot) -> Iterator[tuple[str, int, list[list[int]]]]:
    """Every non-empty site as (name, count, levels); levels: [what, who, state, rotation, value] from the bottom."""
    for name, count, *levels in snapshot["sites"]:
        yield cast(str, name), cast(int, count), cast("list[list[int]]", levels)


def sites(fields: Mapping[str, Field], read: Callable[[str], Any]) -> list[SiteRow]:
    """Every non-empty site. read: returns the values of a field."""
    return [row for letter, x in LETTERS if f"what_{x}" in fields for row in _sites_of(letter, x, fields, read)]


def _sites_of(letter: str, x: str, fields: Mapping[str, Field], read: Callable[[str], Any]) -> list[SiteRow]:
    columns = {p: read(f"{p}_{x}") for p in PARTS if f"{p}_{x}" in fields}
    what = columns["what"]
    size, gap = fields[f"what_{x}"].size, fields[f"what_{x}"].gap
    stride = len(what) // max(size, 1)
    counts = read(f"count_{x}") if f"count_{x}" in fields else None
    heights = read(f"height_{x}") if f"height_{x}" in fields else None
    rows: list[SiteRow] = []
    for site in (*range(gap[0]), *range(gap[1], size)):
        count = counts[site] if counts else int(what[site] != 0) if not heights else 0
        levels = range(heights[site]) if heights else range(1)
        pieces = [[columns[p][site * stride + lv] if p in columns else 0 for p in PARTS] for lv in levels]
        if heights:
            count = int(bool(pieces) and pieces[-1][1] != 0)
        if (heights and heights[site]) or any(v for piece in pieces for v in piece) or count:
            rows.append([f"{letter}{site}", count, *pieces])
    return rows


def standing(
    rows: Sequence[SiteRow], names: Sequence[str], labels: Sequence[str], letter: str
) -> dict[str | int, Standing]:
    """What stands on the sites of some rows, by their labels on the board; beside it by the number of the site, and
    where the board has sites of other types by the name in the row. names: of the pieces, by number. labels: of the
    sites of the board's own type, in order. letter: of that type."""
    found: dict[str | int, Standing] = {}
    for name, count, *levels in cast("list[list[Any]]", rows):
        site = int(name[1:])
        key: str | int = name
        if name[0] == letter and site < len(labels):
            key = labels[site]
        elif name[0] == "C":
            key = site
        here = tuple(names[level[0]] if level[0] >= 0 else "?" for level in levels if level[0])
        here *= max(count, 1) if len(here) == 1 else 1
        if here:
            found[key] = here[0] if len(here) == 1 else here
    return found
