"""Regions of the equipment, and the sites of the static region types."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from ludparse.ludemes import Hints, Regions
from ludparse.ludemes.enums import AbsoluteDirection, RegionTypeStatic, RelationType, RoleType, SiteType
from ludparse.problems.errors import LudLimitError, LudRuleError

from ..board.topology import Topology
from ..program.limits import MAX_WIDTH, no_such_site
from .items import EquipmentRegion, HintSet
from .players import PlayersInfo

__all__ = ["build_hints", "build_region", "static_regions"]

SiteLists = tuple[tuple[int, ...], ...]


def build_region(node: Regions, players: PlayersInfo) -> EquipmentRegion:
    """A region from its node.

    Without a name it is named after its role, by default P1. Raises LudRuleError for a negative site, LudLimitError for
    one that no game has.
    """
    for site in node.sites or ():
        if site < 0:
            raise LudRuleError(f"a region of site {site}: numbers begin with 0", node.span)
        if site >= MAX_WIDTH:
            raise LudLimitError(no_such_site(site), node.span)
    role = node.role or RoleType.Neutral
    functions = node.regions_fn or ()
    types = node.static_regions or ()
    return EquipmentRegion(
        name=node.name if node.name is not None else f"Region{(node.role or RoleType.P1).name}",
        role=role,
        owner=players.owner(role),
        sites=node.sites,
        functions=functions if node.region_fn is None else (node.region_fn,),
        types=types if node.static_region is None else (node.static_region,),
        hint_label=node.hint_region_label,
        node=node,
    )


def build_hints(nodes: Sequence[Hints]) -> dict[SiteType, HintSet]:
    """The hints of each site type; of several lists for one type, the last one counts."""
    found = {site_type: HintSet(site_type) for site_type in SiteType}
    for node in nodes:
        site_type = node.type or SiteType.Cell
        regions = tuple((hint.site,) if hint.site is not None else hint.region or () for hint in node.records)
        values = tuple(0 if hint.hint is None else hint.hint for hint in node.records)
        found[site_type] = HintSet(site_type, regions, values)
    return found


def static_regions(
    kind: RegionTypeStatic, topology: Topology, hints: dict[SiteType, HintSet], hint_label: str | None = None
) -> SiteLists:
    """The lists of sites that a static region type stands for; sites are of the board's default type.

    Raises LudRuleError for types without sites.
    """
    site_type = topology.default_site
    sets = topology.sets(site_type)
    everything = range(topology.size(site_type))
    match kind:
        case RegionTypeStatic.Corners:
            return tuple((site,) for site in sets.corners)
        case RegionTypeStatic.Sides:
            return tuple(sets.sides.values())
        case RegionTypeStatic.SidesNoCorners:
            return tuple(tuple(site for site in side if site not in sets.corners) for side in sets.sides.values())
        case RegionTypeStatic.AllSites:
            return (tuple(everything),)
        case RegionTypeStatic.Columns:
            return sets.columns
        case RegionTypeStatic.Rows:
            return sets.rows
        case RegionTypeStatic.Diagonals:
            return sets.diagonals
        case RegionTypeStatic.Layers:
            return sets.layers
        case RegionTypeStatic.HintRegions:
            order = (SiteType.Vertex, SiteType.Cell, SiteType.Edge) if hint_label is not None else (SiteType.Cell,)
            return next((hints[of].regions for of in order if hints[of].regions), ())
        case RegionTypeStatic.AllDirections:
            return tuple(_lines_through(topology, site) for site in everything)
        case RegionTypeStatic.SubGrids:
            return _sub_grids(topology)
        case RegionTypeStatic.Regions | RegionTypeStatic.Vertices | RegionTypeStatic.Touching:
            adjacent = topology.neighbours(site_type, RelationType.Adjacent)
            return tuple((site, other) for site in everything for other in adjacent[site])
        case _:
            raise LudRuleError(f"no sites belong to the static region {kind.name}")


def _lines_through(topology: Topology, site: int) -> tuple[int, ...]:
    """A site, followed by all sites on lines from it in any direction."""
    radials = topology.radials(topology.default_site, site, AbsoluteDirection.All)
    return tuple(dict.fromkeys([site, *(to for radial in radials for to in radial.sites[1:])]))


def _sub_grids(topology: Topology) -> SiteLists:
    """The square blocks of a board whose side is a square number, as in Sudoku: by row, then column."""
    cells = topology.elements(SiteType.Cell)
    side = isqrt(isqrt(len(cells)))
    return tuple(
        tuple(
            cell.index
            for cell in cells
            if block_row * side <= cell.row < (block_row + 1) * side
            and block_column * side <= cell.col < (block_column + 1) * side
        )
        for block_row in range(side)
        for block_column in range(side)
    )
