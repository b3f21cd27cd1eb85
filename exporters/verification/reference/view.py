"""The engine's position with names instead of indices, for comparisons with rules written by hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ludparse.interpreter.equipment.features import NAME
from ludparse.interpreter.equipment.items import ContainerKind

__all__ = ["Names", "View"]

_THROWN = re.compile(r"SetStateAndUpdateDice:site=(\d+),state=(\d+)")


class Names:
    """The names of one game's sites and pieces.

    Sites of the board have their labels (`A1`); those beside it the name of their container and a number from 0
    (`Hand1/0`).
    """

    def __init__(self, game: Any) -> None:
        kind = game.board.default_site
        self.letter = NAME[kind]
        self.sites: list[str] = [element.label for element in game.board.elements(kind)]
        self.beside: dict[str, str] = {}
        self.dice: list[str] = []
        for container in game.equipment.containers[1:]:
            for k in range(container.num_sites):
                site = f"C{container.first_site + k}"
                self.beside[site] = f"{container.name}/{k}"
                if container.kind is ContainerKind.DICE:
                    self.dice.append(site)
        self.pieces = [piece.name for piece in game.pieces]
        self.faces = [piece.faces for piece in game.pieces]

    def site(self, index: int) -> str:
        """The name of a site of the board's own kind, or beside the board; "" for -1."""
        if index < 0:
            return ""
        if index < len(self.sites):
            return self.sites[index]
        return self.beside.get(f"C{index}", f"#{index}")

    def key(self, site: str) -> str:
        """The same for a site as snapshots write it (`C12`)."""
        if site in self.beside:
            return self.beside[site]
        return self.sites[int(site[1:])] if site[0] == self.letter else site


class View:
    """One position of the engine."""

    def __init__(self, state: Any, names: Names) -> None:
        self.state = state
        self.names = names

    @property
    def mover(self) -> int:
        """The player to move, from 1."""
        return int(self.state.mover)

    @property
    def sites(self) -> Sequence[str]:
        """The names of the board's sites by index."""
        return self.names.sites

    def site(self, index: int) -> str:
        """The name of a site, from an index as moves have it; "" for -1."""
        return self.names.site(index)

    @cached_property
    def snapshot(self) -> dict[str, Any]:
        """The snapshot of the position."""
        found: dict[str, Any] = self.state.snapshot()
        return found

    @cached_property
    def pieces(self) -> dict[str, tuple[str, ...]]:
        """The pieces on each site from the bottom, without dice: names of pieces by the name of their site.

        A piece that is there n times is named n times; sites without any are left out.
        """
        found = {}
        for site, count, *levels in self.snapshot["sites"]:
            names = [self.names.pieces[level[0]] for level in levels if level[0]]
            if names and site not in self.names.dice:
                found[self.names.key(site)] = tuple(names * count if len(names) == 1 else names)
        return found

    @cached_property
    def states(self) -> dict[str, int]:
        """The local state of the top piece of each site where it is not 0."""
        rows = self.snapshot["sites"]
        return {self.names.key(site): levels[-1][2] for site, _, *levels in rows if levels and levels[-1][2]}

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of each player in order; empty in a game without."""
        return tuple(self.snapshot.get("score", ()))

    @cached_property
    def dice(self) -> tuple[int, ...]:
        """What was thrown for this turn, in the order of the dice.

        The throw is read from the legal moves, so it is empty where it allows none and the turn is passed.
        """
        thrown: dict[int, int] = {}
        for move in self.state.legal_moves()[:1]:
            for site, face in _THROWN.findall("".join(map(str, move.actions))):
                thrown[int(site)] = int(face)
        lying = {site: levels[-1][0] for site, _, *levels in self.snapshot["sites"]}
        return tuple(self.names.faces[lying[f"C{site}"]][face] for site, face in sorted(thrown.items()))

    def ranking(self) -> Sequence[float]:
        """As `Position.ranking`."""
        return tuple(self.state.ranking[1:]) if self.state.over else ()
