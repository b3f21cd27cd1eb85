"""The sites that a large piece covers: where a walk of forward steps and quarter turns comes by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.directions import left, right
from interpreter.equipment.items import OFF, Component
from ludparse.ludemes.enums import AbsoluteDirection, RelationType, SiteType, StepType

if TYPE_CHECKING:
    from interpreter.board.topology import Topology

__all__ = ["covered_sites", "large_piece_sites", "large_piece_states"]


def large_piece_sites(component: Component, site: int, state: int, topology: Topology) -> tuple[int, ...]:
    """The cells that a large piece covers when it stands on a cell in a state; `site` itself first, in walking order.

    States count the orthogonal directions of the board for the first walk, then for the second, and so on. Empty where
    the walk leaves the board (and for sites that are not on it); the site alone for a state past the last.
    """
    size = topology.size(SiteType.Cell)
    if site >= size or component.walks is None:
        return ()
    facings = topology.supported_directions(SiteType.Cell, None, RelationType.Orthogonal)
    if not facings:
        return ()
    walk, turn = divmod(max(state, 0), len(facings))
    if walk >= len(component.walks):
        return (site,)
    facing = facings[turn]
    sites = [site]
    current = site
    for step in component.walks[walk]:
        if step is StepType.F:
            current = _forward(topology, current, facing)
            if current == OFF:
                return ()
            if current not in sites:
                sites.append(current)
        else:
            turned = right if step is StepType.R else left
            facing = turned(facing)
            while facing not in facings:
                facing = turned(facing)
    return tuple(sites)


def large_piece_states(component: Component, topology: Topology) -> int:
    """How many states a large piece can stand in: one for each walk and orthogonal direction of the board."""
    facings = topology.supported_directions(SiteType.Cell, None, RelationType.Orthogonal)
    return len(component.walks or ()) * len(facings)


def covered_sites(component: Component, topology: Topology) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """`large_piece_sites` of every state (outer) and cell of the board (inner)."""
    return tuple(
        tuple(large_piece_sites(component, site, state, topology) for site in range(topology.size(SiteType.Cell)))
        for state in range(large_piece_states(component, topology))
    )


def _forward(topology: Topology, site: int, facing: AbsoluteDirection) -> int:
    """The next cell in a direction, the last where there are several, `OFF` where there is none."""
    to = OFF
    for site_type, next_site in topology.steps(SiteType.Cell, site, facing):
        if site_type is SiteType.Cell:
            to = next_site
    return to
