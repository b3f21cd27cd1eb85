"""The whole board as one dictionary. Boards are recorded and compared in this form."""

from __future__ import annotations

from math import floor
from typing import TypedDict

from ludparse.ludemes.enums import RelationType, SiteType

from .directions import to_absolute
from .topology import Topology

__all__ = [
    "BoardDescription",
    "ComponentDescription",
    "ContainerDescription",
    "ElementDescription",
    "EquipmentDescription",
    "SetsDescription",
    "TopologyDescription",
    "describe_topology",
    "rounded",
]


class ElementDescription(TypedDict):
    """A vertex, edge or cell."""

    label: str
    x: float
    y: float
    z: float
    row: int
    col: int
    layer: int
    rel: dict[str, list[int]]
    """By relation (Orthogonal, Diagonal, OffDiagonal, Adjacent, All): the neighbours of the same kind."""
    radials: dict[str, list[list[int]]]
    """By direction: lines of sites, each beginning with this element. Given only for the kind that is played on."""


class SetsDescription(TypedDict):
    """The named sets of the elements of one kind."""

    corners: list[int]
    perimeter: list[int]
    outer: list[int]
    inner: list[int]
    centre: list[int]
    top: list[int]
    bottom: list[int]
    left: list[int]
    right: list[int]
    major: list[int]
    minor: list[int]
    sides: dict[str, list[int]]
    """By direction."""
    phases: list[list[int]]
    """The colours of a colouring in which neighbours differ."""


class TopologyDescription(TypedDict):
    """The elements of a board and their named sets."""

    Vertex: list[ElementDescription]
    Edge: list[ElementDescription]
    Cell: list[ElementDescription]
    Vertex_sets: SetsDescription
    Edge_sets: SetsDescription
    Cell_sets: SetsDescription
    default_site: str
    """The kind that is played on: Vertex, Edge or Cell."""
    num_edges_dir: int
    """The number of edges of a cell if the board has a single tiling, else -1."""


class ComponentDescription(TypedDict):
    """A kind of piece."""

    owner: int
    """A player, from 1; 0 for nobody, one more than the number of players for a shared piece."""
    name: str
    index: int
    value: int


# the syntax of a call, because `from` is a word of Python
ContainerDescription = TypedDict("ContainerDescription", {"owner": int, "name": str, "sites": int, "from": int})
"""The board, a hand or dice: owner, name, number of sites, and the first of these."""


class EquipmentDescription(TypedDict):
    """All kinds of pieces, and all containers."""

    components: list[ComponentDescription]
    containers: list[ContainerDescription]


class BoardDescription(TopologyDescription, EquipmentDescription):
    """A whole board as plain data, in the form in which boards are recorded."""

    game: str
    """The name of the game."""


_RELATIONS = ("Orthogonal", "Diagonal", "OffDiagonal", "Adjacent", "All")


def describe_topology(topology: Topology) -> TopologyDescription:
    """Elements and named sets of every kind: keys Vertex, Edge, Cell, Vertex_sets, Edge_sets, Cell_sets, default_site,
    num_edges_dir.

    Coordinates are rounded to five decimal places. Radials are given only for the default kind, in the directions of
    its adjacent steps; each is the list of its sites, beginning with the start.
    """
    return {
        "default_site": topology.default_site.name,
        "num_edges_dir": topology.num_edges,
        "Vertex": _elements(topology, SiteType.Vertex),
        "Vertex_sets": _sets(topology, SiteType.Vertex),
        "Edge": _elements(topology, SiteType.Edge),
        "Edge_sets": _sets(topology, SiteType.Edge),
        "Cell": _elements(topology, SiteType.Cell),
        "Cell_sets": _sets(topology, SiteType.Cell),
    }


def rounded(place: float) -> float:
    """Rounded to five decimal places, halves up."""
    return floor(place * 100_000 + 0.5) / 100_000


def _elements(topology: Topology, site: SiteType) -> list[ElementDescription]:
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


def _sets(topology: Topology, site: SiteType) -> SetsDescription:
    sets = topology.sets(site)
    return {
        "corners": list(sets.corners),
        "perimeter": list(sets.perimeter),
        "outer": list(sets.outer),
        "inner": list(sets.inner),
        "centre": list(sets.centre),
        "top": list(sets.top),
        "bottom": list(sets.bottom),
        "left": list(sets.left),
        "right": list(sets.right),
        "major": list(sets.major),
        "minor": list(sets.minor),
        "sides": {direction.name: list(sites) for direction, sites in sets.sides.items()},
        "phases": [list(sites) for sites in sets.phases],
    }
