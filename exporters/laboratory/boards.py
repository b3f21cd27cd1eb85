"""Boards as graphs, in a few numbers that do not depend on how sites are numbered or drawn."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import log10

from ludparse.interpreter.board.topology import Topology
from ludparse.ludemes.enums import RelationType, SiteType

__all__ = ["INVARIANTS", "invariants_of"]

DEGREES = 9
"""Sites are told apart by their number of neighbours, from 0 to 8 and more."""
SOURCES = 24
"""So many sites, evenly spread over their numbers, from which distances are measured on larger boards."""

INVARIANTS = (
    "sites", "vertices", "edges", "cells",
    *(f"adjacent {n}" for n in range(DEGREES)), *(f"orthogonal {n}" for n in range(DEGREES)),
    "distance", "eccentricity", "reached", "triangles", "perimeter", "corners",
)  # fmt: skip
"""Names of the numbers, in their order.

sites, vertices, edges, cells: log10 of 1 and their number (sites: those that are played on). adjacent N, orthogonal N:
the share of the sites with so many neighbours (8: or more). distance: the mean number of steps between two sites, over
the square root of their number; eccentricity: the mean number of steps to the farthest, likewise; reached: the share of
pairs between which there is a way. triangles: the share of the pairs of neighbours of a site that are neighbours
themselves (Watts and Strogatz, 1998). perimeter, corners: their shares of the sites.
"""


def invariants_of(topology: Topology) -> list[float]:
    """The numbers of `INVARIANTS` for the sites that a board is played on."""
    site = topology.default_site
    adjacent = topology.neighbours(site, RelationType.Adjacent)
    orthogonal = topology.neighbours(site, RelationType.Orthogonal)
    count = len(adjacent)
    sizes = [count, *(topology.size(kind) for kind in (SiteType.Vertex, SiteType.Edge, SiteType.Cell))]
    numbers = [log10(1 + size) for size in sizes]
    if not count:
        return [*numbers, *[0.0] * (len(INVARIANTS) - len(numbers))]
    sets = topology.sets(site)
    return [
        *numbers, *_degrees(adjacent), *_degrees(orthogonal), *_distances(adjacent), _triangles(adjacent),
        len(sets.perimeter) / count, len(sets.corners) / count,
    ]  # fmt: skip


def _degrees(neighbours: Sequence[Sequence[int]]) -> list[float]:
    shares = [0.0] * DEGREES
    for near in neighbours:
        shares[min(len(near), DEGREES - 1)] += 1 / len(neighbours)
    return shares


def _distances(neighbours: Sequence[Sequence[int]]) -> tuple[float, float, float]:
    """Mean distance and mean eccentricity, both over the square root of the number of sites, and the share reached."""
    count = len(neighbours)
    sources = range(count) if count <= SOURCES else [i * count // SOURCES for i in range(SOURCES)]
    total = farthest = pairs = 0
    for source in sources:
        steps = [-1] * count
        steps[source] = 0
        queue = deque([source])
        while queue:
            at = queue.popleft()
            for near in neighbours[at]:
                if steps[near] < 0:
                    steps[near] = steps[at] + 1
                    queue.append(near)
        reached = [n for n in steps if n > 0]
        total, pairs, farthest = total + sum(reached), pairs + len(reached), farthest + max(reached, default=0)
    scale = count**0.5
    possible = len(sources) * max(1, count - 1)
    return total / max(1, pairs) / scale, farthest / len(sources) / scale, pairs / possible


def _triangles(neighbours: Sequence[Sequence[int]]) -> float:
    shares = []
    for near in neighbours:
        if len(near) > 1:
            around = set(near)
            closed = sum(len(around.intersection(neighbours[site])) for site in near)
            shares.append(closed / (len(near) * (len(near) - 1)))
    return sum(shares) / len(shares) if shares else 0.0
