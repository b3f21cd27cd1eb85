"""A board as a networkx graph, for all algorithms of that library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes.enums import RelationType, SiteType

from .topology import Topology

if TYPE_CHECKING:
    import networkx

__all__ = ["network"]

_NAMED = ("corners", "perimeter", "inner", "centre", "top", "bottom", "left", "right", "major", "minor")


def network(
    topology: Topology, site: SiteType | None = None, relation: RelationType = RelationType.Adjacent
) -> networkx.Graph[int]:
    """A `networkx.Graph` whose nodes are the numbers of the elements of a kind (default: the kind played on).

    Nodes have the attributes of `Element` and `sets`: the names of the sets that contain them (also `side N` and the
    like). Two nodes are joined if either is a neighbour of the other; the edge's `relations` are the names of all
    relations between them (Orthogonal, Diagonal, OffDiagonal, Adjacent, All).
    """
    import networkx

    site = site or topology.default_site
    graph: networkx.Graph[int] = networkx.Graph(site=site.name, relation=relation.name)
    sets = topology.sets(site)
    names: list[set[str]] = [set() for _ in range(topology.size(site))]
    for name in _NAMED:
        for index in getattr(sets, name):
            names[index].add(name)
    for direction, on_side in sets.sides.items():
        for index in on_side:
            names[index].add(f"side {direction.name}")
    for element in topology.elements(site):
        graph.add_node(
            element.index,
            label=element.label,
            x=element.x,
            y=element.y,
            z=element.z,
            row=element.row,
            col=element.col,
            layer=element.layer,
            phase=element.phase,
            sets=frozenset(names[element.index]),
        )
    relations: dict[tuple[int, int], set[str]] = {}
    for kind in RelationType:
        for index, others in enumerate(topology.neighbours(site, kind)):
            for other in others:
                relations.setdefault((min(index, other), max(index, other)), set()).add(kind.name)
    for pair, found in relations.items():
        if relation.name in found:
            graph.add_edge(*pair, relations=frozenset(found))
    return graph
