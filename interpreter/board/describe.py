"""The whole board as one dictionary. Boards are recorded and compared in this form."""

from __future__ import annotations

from math import floor
from typing import Any

from interpreter.board.directions import to_absolute
from interpreter.board.topology import Topology
from ludparse.ludemes.enums import RelationType, SiteType

__all__ = ["describe_topology", "rounded"]

_RELATIONS = ("Orthogonal", "Diagonal", "OffDiagonal", "Adjacent", "All")
_SITES = (SiteType.Vertex, SiteType.Edge, SiteType.Cell)
_PLAIN_SETS = (
    *("corners", "perimeter", "outer", "inner", "centre"),
    *("top", "bottom", "left", "right", "major", "minor"),
)


def describe_topology(topology: Topology) -> dict[str, Any]:
    """Elements and named sets of every kind: keys Vertex, Edge, Cell, Vertex_sets, Edge_sets, Cell_sets, default_site,
    num_edges_dir.

    Coordinates are rounded to five decimal places. Radials are given only for the default kind, in the directions of
    its adjacent steps; each is the list of its sites, beginning with the start.
    """
    found: dict[str, Any] = {"default_site": topology.default_site.name, "num_edges_dir": topology.num_edges}
    for site in _SITES:
        found[site.name] = _elements(topology, site)
        found[f"{site.name}_sets"] = _sets(topology, site)
    return found


def rounded(place: float) -> float:
    """Rounded to five decimal places, halves up."""
    return floor(place * 100_000 + 0.5) / 100_000


def _elements(topology: Topology, site: SiteType) -> list[dict[str, Any]]:
    neighbours = {name: topology.neighbours(site, RelationType[name]) for name in _RELATIONS}
    with_radials = site is topology.default_site
    return [
        {
            "label": element.label,
            "x": rounded(element.x),
            "y": rounded(element.y),
            "z": rounded(element.z),
            "row": element.row,
            "col": element.col,
            "layer": element.layer,
            "rel": {name: list(of[element.index]) for name, of in neighbours.items()},
            "radials": _radials(topology, site, element.index) if with_radials else {},
        }
        for element in topology.elements(site)
    ]


def _radials(topology: Topology, site: SiteType, index: int) -> dict[str, list[list[int]]]:
    found = {}
    for direction in map(to_absolute, topology.supported_directions(site, index, RelationType.Adjacent)):
        radials = topology.radials(site, index, direction)
        if radials:
            found[direction.name] = [list(radial.sites) for radial in radials]
    return found


def _sets(topology: Topology, site: SiteType) -> dict[str, Any]:
    sets = topology.sets(site)
    found: dict[str, Any] = {name: list(getattr(sets, name)) for name in _PLAIN_SETS}
    found["sides"] = {direction.name: list(sites) for direction, sites in sets.sides.items()}
    found["phases"] = [list(sites) for sites in sets.phases]
    return found
