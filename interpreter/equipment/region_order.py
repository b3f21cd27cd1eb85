"""What the regions of the equipment know of one another when Ludii computes them.

Ludii computes each region once, before the start rules, in the order of the description. A reference to regions, such
as `(sites P2)` within a region, first goes through all regions in that order, takes up those that it fits, and has them
computed. So a region that contains such a reference may be computed while the reference knows only the regions up to
that one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace as with_fields
from typing import Any, TypeVar

from ludparse.ludemes import RegionFunction, RoleType, SitesEquipmentRegion
from ludparse.ludemes.base import Ludeme, names_of, replace, walk
from ludparse.problems.errors import LudRuleError, LudUnsupportedError

from .items import EquipmentRegion
from .players import PlayersInfo

Node = TypeVar("Node", bound=Ludeme)

__all__ = ["COORDINATE", "RegionsSoFar", "in_order"]

COORDINATE = re.compile(r"([A-Za-z]{0,2}|([A-Za-z])\2[A-Za-z])[0-9]+")
"""What Ludii takes for the name of a site: three letters only where the first two are the same."""


class RegionsSoFar(RegionFunction):
    """The equipment's regions of these numbers, together. Descriptions cannot contain it."""

    numbers: tuple[int, ...]


def in_order(regions: Sequence[EquipmentRegion], players: PlayersInfo) -> tuple[EquipmentRegion, ...]:
    """The regions, with references that do not know all regions they fit replaced by the regions that they know.

    Raises LudRuleError for a region that refers to itself without end.
    """
    if not any(_references(region) for region in regions):
        return tuple(regions)
    order = _Order(regions, players)
    for number in range(len(regions)):
        order.prepare(number)
    return tuple(
        region if functions is None else with_fields(region, functions=functions)
        for region, functions in zip(regions, order.computed, strict=True)
    )


def _references(region: EquipmentRegion) -> list[SitesEquipmentRegion]:
    found = [node for function in region.functions for node in walk(function) if isinstance(node, SitesEquipmentRegion)]
    return [node for node in found if _indexed(node) or not COORDINATE.fullmatch(node.name or "")]


def _indexed(node: SitesEquipmentRegion) -> bool:
    return node.role is not None or node.player is not None


class _Order:
    """Follows Ludii's order. `computed`: the functions of each region that is computed already."""

    def __init__(self, regions: Sequence[EquipmentRegion], players: PlayersInfo) -> None:
        self.regions = regions
        self.players = players
        self.computed: list[tuple[RegionFunction, ...] | None] = [None for _ in regions]
        self.known: dict[int, list[int]] = {}
        """By the identity of a reference, the regions that it has taken up."""

    def prepare(self, number: int) -> None:
        """Have the references of a region look around, then compute it."""
        region = self.regions[number]
        for node in _references(region):
            self._look(node)
        if self.computed[number] is None:
            self._check(number, ())
            self.computed[number] = tuple(self._changed(function) for function in region.functions)

    def _fits(self, node: SitesEquipmentRegion, region: EquipmentRegion) -> bool:
        name = node.name or ""
        return name in region.name if _indexed(node) else name == region.name

    def _look(self, node: SitesEquipmentRegion) -> None:
        if id(node) in self.known:
            return
        known = self.known[id(node)] = []
        for number, region in enumerate(self.regions):
            if self._fits(node, region):
                known.append(number)
                self.prepare(number)

    def _check(self, number: int, within: tuple[int, ...]) -> None:
        """Raise LudRuleError if computing a region now needs the region itself."""
        if number in within:
            region = self.regions[number]
            raise LudRuleError(
                f"the region {region.name!r} refers to itself, and its sites cannot be found",
                None if region.node is None else region.node.span,
            )
        for node in _references(self.regions[number]):
            for other in self._chosen(node) or ():
                if self.computed[other] is None:
                    self._check(other, (*within, number))

    def _chosen(self, node: SitesEquipmentRegion) -> list[int] | None:
        """The regions that a reference stands for now; None if its player is not known before the game begins."""
        known = self.known.get(id(node), [])
        if not _indexed(node):
            return known
        who = self._player(node)
        return None if who is None else [number for number in known if self.regions[number].owner == who]

    def _player(self, node: SitesEquipmentRegion) -> int | None:
        if node.role is None:
            index = None if node.player is None else node.player.index
            return index if isinstance(index, int) else None
        count = self.players.count
        first = {RoleType.Mover: min(count, 1), RoleType.Next: min(count, 2), RoleType.Prev: 0}
        return first[node.role] if node.role in first else self.players.owner(node.role)

    def _changed(self, node: Node) -> Node:
        """A node with the references below it replaced that do not know all regions now."""
        if isinstance(node, SitesEquipmentRegion) and id(node) in self.known:
            known = self.known[id(node)]
            missing = any(self._fits(node, region) for n, region in enumerate(self.regions) if n not in known)
            if not missing and all(self.computed[number] is not None for number in known):
                return node
            chosen = self._chosen(node)
            if chosen is None or any(self.computed[number] is None for number in chosen):
                message = "regions that refer to each other in this way cannot be compiled yet"
                raise LudUnsupportedError(message, node.span)
            return RegionsSoFar(numbers=tuple(chosen), span=node.span)  # type: ignore[return-value]
        changes = {name: self._part(getattr(node, name)) for name in names_of(node)}
        changed = any(value is not getattr(node, name) for name, value in changes.items())
        return replace(node, **changes) if changed else node

    def _part(self, value: Any) -> Any:
        if isinstance(value, Ludeme):
            return self._changed(value)
        if isinstance(value, tuple):
            parts = tuple(self._part(item) for item in value)
            return parts if any(new is not old for new, old in zip(parts, value, strict=True)) else value
        return value
