"""The largest count, state, value and rotation of a site, which Ludii derives from start rules and equipment."""

from __future__ import annotations

from collections.abc import Callable

from ludparse import ludemes as L
from ludparse.ludemes.enums import SiteType

from . import Component, ComponentKind
from .flags import GameFlags

__all__ = ["MIN_VALUE_LIMIT", "max_count", "max_rotations", "max_state", "max_value"]

MIN_VALUE_LIMIT = 1024
"""The least number of values that pieces are provided with."""

Number = Callable[[L.Int], int]
Size = Callable[[L.RegionFunction], int]


def max_count(game: L.Game, flags: GameFlags, number: Number, size: Size) -> int:
    """The largest count of a site.

    A move that would exceed it adds no pieces there. `number`, `size`: evaluate a number, and the size of a region,
    before the game starts.
    """
    equipment = flags.equipment
    if flags.stacking:
        return 1
    if any("Domino" in component.name for component in equipment.components[1:]):
        return len(equipment.components)
    start = game.rules.start
    rules = () if start is None else start.rules or (start.rule,)
    board_sites = equipment.containers[0].num_sites
    placed = sum(_placed(rule, board_sites, number, size) for rule in rules if rule is not None)
    sites = sum(container.num_sites for container in equipment.containers)
    return max(placed, sites, _largest(equipment.components, "max_count"))


def _placed(rule: L.StartRule, board_sites: int, number: Number, size: Size) -> int:
    """How many pieces a start rule may place. Nested rules do not count."""
    match rule:
        case L.PlaceItem():
            count = rule.counts[0] if rule.counts else rule.count
            places = len(rule.locs) if rule.locs else 1
            return (1 if count is None else number(count)) * (places if rule.region is None else board_sites)
        case L.PlaceRandom():
            return 1
        case L.SetStartSites() if rule.kind is L.SetStartSitesType.Count:
            return number(rule.value) * (1 if rule.to is None else size(rule.to))
        case L.StartSetSite():
            return size(rule.region) if rule.region is not None else len(rule.locs or (0,))
    return 0


def max_state(game: L.Game, flags: GameFlags, number: Number) -> int:
    """The highest state that a site can have."""
    equipment = flags.equipment
    start = game.rules.start
    rules = () if start is None else start.rules or (start.rule,)
    found = 2
    for rule in rules:
        state = getattr(rule, "state", None)
        if isinstance(rule, L.PlaceItem | L.PlaceStack | L.PlaceRandom) and state is not None:
            found = max(found, number(state))
    for component in equipment.components[1:]:
        if component.kind is ComponentKind.DIE:
            found = max(found, component.num_faces)
        elif component.walks is not None:
            found = max(found, 4 * len(component.walks))
    if found == 2:
        found = equipment.players.count + 1
    return max(found, _largest(equipment.components, "max_state"))


def max_value(flags: GameFlags) -> int:
    """The highest value that a piece can have."""
    return max(MIN_VALUE_LIMIT, _largest(flags.equipment.components, "max_value"))


def max_rotations(flags: GameFlags) -> int:
    """The number of rotations of a site: the number of directions of the board."""
    board = flags.equipment.board
    return max(len(board.supported_directions(site)) for site in (SiteType.Cell, SiteType.Vertex))


def _largest(components: tuple[Component, ...], limit: str) -> int:
    return max((getattr(component, limit) for component in components[1:]), default=0)
