"""The sites of regions that pictures mention: regions of the equipment, and region functions of the metadata."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ludparse import ludemes as L
from ludparse.binding.bind import NO_FIT, Binder
from ludparse.binding.signatures import type_of_class
from ludparse.interpreter.concepts.known import Known
from ludparse.interpreter.equipment import EquipmentRegion
from ludparse.interpreter.lower.equipment import game_flags
from ludparse.problems.errors import LudError
from ludparse.reader.syntax import Node

from .any_board import AnyBoard
from .graphics import Entry, numbers_in

__all__ = ["Regions"]

_REGION = type_of_class(L.RegionFunction)


class Regions:
    """Evaluates regions as they are before a game begins. A region that cannot be evaluated has no sites."""

    def __init__(self, board: AnyBoard, game: L.Game) -> None:
        self.board = board
        self.game = game

    @cached_property
    def _known(self) -> Known:
        return Known(self.game, self.board.equipment, game_flags(self.game, self.board.equipment))

    def of(self, node: Node) -> Sequence[int]:
        """The sites of a region function of the metadata, which is plain syntax."""
        function = Binder().bind(node, _REGION)
        return () if function is NO_FIT else self._sites(function)

    def of_entry(self, entry: Entry, *, after: int = 0) -> list[int]:
        """The sites that an entry of the graphics names: by number, by a region function, or by the name of a region.
        after: so many strings come before the region's name."""
        found = [int(v) for v in (*entry.numbers, *(v for array in entry.arrays for v in numbers_in(array)))]
        role = next((w for w in entry.words if w[:1] == "P" and w[1:].isdecimal()), "")
        for name in entry.strings[after:]:
            found += self.named(name, int(role[1:]) if role else None)
        for call in entry.calls:
            if call.keyword != "colour":
                found += self.of(call)
        return list(dict.fromkeys(site for site in found if site >= 0))

    def named(self, name: str, owner: int | None = None) -> list[int]:
        """The sites of the regions of the equipment with a name; owner: of that player's alone."""
        found: list[int] = []
        for region in self.board.equipment.regions:
            if region.name == name and owner in (None, region.owner):
                for sites in self.parts(region):
                    found += sites
        return found

    def parts(self, region: EquipmentRegion) -> list[Sequence[int]]:
        """The sites of a region of the equipment, part by part."""
        found: list[Sequence[int]] = [region.sites] if region.sites else []
        found += [self._sites(function) for function in region.functions]
        for kind in region.types:
            try:
                found += self.board.equipment.static_regions(kind, region.hint_label)
            except LudError:
                continue
        return found

    def _sites(self, function: L.RegionFunction) -> Sequence[int]:
        try:
            return self._known.sites(function)
        except LudError:
            return ()
