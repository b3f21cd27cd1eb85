"""The sites that a large piece covers: those on a walk of forward steps and quarter turns."""

from __future__ import annotations

from ludparse.ludemes.enums import SiteType

from ..board.topology import Topology
from ..board.walk import walk, walk_directions
from .items import Component

__all__ = ["covered_sites", "large_piece_sites", "large_piece_states"]


def large_piece_sites(component: Component, site: int, state: int, topology: Topology) -> tuple[int, ...]:
    """The cells that a large piece in this state covers when it stands on a cell, in walking order, `site` first.

    States enumerate the orthogonal directions of the board for the first walk, then for the second, and so on. The
    result is empty if the walk leaves the board or the site is not on it. For a state past the last it is the site
    alone.
    """
    size = topology.size(SiteType.Cell)
    if site >= size or component.walks is None:
        return ()
    facings = walk_directions(topology, SiteType.Cell)
    if not facings:
        return ()
    number, turn = divmod(max(state, 0), len(facings))
    if number >= len(component.walks):
        return (site,)
    found = walk(topology, SiteType.Cell, site, facings[turn], component.walks[number])
    return tuple(dict.fromkeys(found or ()))


def large_piece_states(component: Component, topology: Topology) -> int:
    """The number of states of a large piece: one for each walk and orthogonal direction of the board."""
    facings = walk_directions(topology, SiteType.Cell)
    return len(component.walks or ()) * len(facings)


def covered_sites(component: Component, topology: Topology) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """`large_piece_sites` for every state (outer list) and cell of the board (inner list)."""
    return tuple(
        tuple(large_piece_sites(component, site, state, topology) for site in range(topology.size(SiteType.Cell)))
        for state in range(large_piece_states(component, topology))
    )
