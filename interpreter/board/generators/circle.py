"""Round boards: rings of cells (or of vertices) around a centre, which is the pivot of all vertices."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from ..geometry import Point, distance, normalised
from ..graph import TOLERANCE, Graph, check_size
from .regular import regular

__all__ = ["circle"]

_TOP = pi / 2  # the angle at which each ring starts


class _Sample(NamedTuple):
    """A point on a ring, with the angle from which it was computed."""

    x: float
    y: float
    theta: float

    @property
    def point(self) -> Point:
        return self.x, self.y


def circle(sizes: Sequence[int], *, stagger: bool = False, cells: bool = True) -> Graph:
    """Rings with these numbers of cells, from the centre outwards.

    With `stagger`, every second ring is turned by half a cell. A first ring of one cell is a disc. Without `cells`, the
    numbers count vertices. They are joined around their ring (unless its number is negative), and to the next ring
    where both rings have a vertex at the same angle.
    """
    check_size(4 * sum(abs(size) for size in sizes))
    if cells:
        return _circle_of_cells(sizes, stagger)
    if len(sizes) == 1:
        return regular(sizes[0], cells=False)
    return _circle_of_vertices(sizes, stagger)


def _angles(size: int, offset: float) -> list[float]:
    return [_TOP + offset - 2 * pi * step / size for step in range(size)]


def _circle_of_cells(sizes: Sequence[int], stagger: bool) -> Graph:
    graph = Graph()
    if not sizes:
        return graph
    pivot = graph.add_vertex(0.0, 0.0)
    # ring r of cells lies between circle r (radius r - 0.5) and circle r + 1 (radius r + 0.5)
    circles: list[list[_Sample]] = [[] for _ in range(len(sizes) + 1)]
    spokes: list[tuple[Point, Point]] = []
    for ring, signed in enumerate(sizes):
        size = abs(signed)
        if size < 2:
            continue
        inner, outer = max(0.0, ring - 0.5), ring + 0.5
        for angle in _angles(size, 2 * pi / size / 2 if stagger and ring % 2 == 1 else 0.0):
            theta = angle
            while theta < -pi:
                theta += 2 * pi
            while theta > pi:
                theta -= 2 * pi
            circles[ring].append(_Sample(inner * cos(theta), inner * sin(theta), theta))
            circles[ring + 1].append(_Sample(outer * cos(theta), outer * sin(theta), theta))
            c, s = cos(angle), sin(angle)
            spokes.append(((inner * c, inner * s), (outer * c, outer * s)))
    circles = [_distinct(samples, TOLERANCE) for samples in circles]
    for samples in circles:
        for sample in samples:
            graph.find_or_add_vertex(sample.x, sample.y)
    for samples in circles:
        _join_ring(graph, samples)
    for start, end in spokes:
        a, b = graph.find_or_add_vertex(*start), graph.find_or_add_vertex(*end)
        if a is not b:
            graph.find_or_add_edge(a, b)
    for vertex in graph.vertices:
        vertex.pivot = pivot
    graph.make_faces(check_crossings=True)
    return graph


def _circle_of_vertices(sizes: Sequence[int], stagger: bool) -> Graph:
    """As `circle`, for vertices. If the first ring has more than one vertex, the centre is empty."""
    graph = Graph()
    if not sizes:
        return graph
    if abs(sizes[0]) > 1:
        sizes = [0, *sizes]
    circles: list[list[_Sample]] = []
    for ring, signed in enumerate(sizes):
        size = abs(signed)
        angles = _angles(size, 2 * pi / size / 2 if stagger and ring % 2 == 1 and size else 0.0)
        samples = [_Sample(ring * cos(theta), ring * sin(theta), theta) for theta in angles]
        circles.append(_distinct(samples, 0.1) if ring else samples)
    for samples in circles:
        for sample in samples:
            graph.find_or_add_vertex(sample.x, sample.y)
    for size, samples in zip(sizes[1:], circles[1:], strict=True):
        if size >= 2:
            _join_ring(graph, samples)
    for ring, samples in enumerate(circles[:-1]):
        for sample in samples:
            _join_outwards(graph, sample, ring, circles[ring + 1], hollow=sizes[0] == 0)
    if sizes[0] != 0:
        pivot = graph.find_vertex(0.0, 0.0)
        for vertex in graph.vertices:
            vertex.pivot = pivot
    return graph


def _join_outwards(graph: Graph, sample: _Sample, ring: int, outside: Sequence[_Sample], *, hollow: bool) -> None:
    """Join a vertex to the vertex straight outside it; join the centre to every vertex of the first ring."""
    a = graph.find_vertex(sample.x, sample.y)
    if a is None:
        return
    if ring == 0:
        for other in outside:
            b = graph.find_vertex(other.x, other.y)
            if b is not None:
                graph.find_or_add_edge(a, b)
        return
    ratio = (ring + 1) / ring
    b = graph.find_vertex(sample.x * ratio, sample.y * ratio)
    if b is not None:
        graph.find_or_add_edge(a, b)
        if hollow:
            b.pivot = a


def _distinct(samples: list[_Sample], apart: float) -> list[_Sample]:
    """The samples sorted by angle, without those that are less than `apart` from their predecessor."""
    kept = sorted(samples, key=lambda sample: sample.theta)
    for n in range(len(kept) - 1, 0, -1):
        if distance(kept[n].point, kept[n - 1].point) < apart:
            del kept[n]
    return kept


def _join_ring(graph: Graph, samples: Sequence[_Sample]) -> None:
    """Join neighbouring vertices of a circle by curves."""
    size = len(samples)
    if size < 2:
        return
    for n in range(size):
        before, start, end, after = (samples[(n + i) % size] for i in (-1, 0, 1, 2))
        a, b = graph.find_or_add_vertex(start.x, start.y), graph.find_or_add_vertex(end.x, end.y)
        if a is not b:
            tangent_a = normalised(end.x - before.x, end.y - before.y)
            tangent_b = normalised(start.x - after.x, start.y - after.y)
            graph.find_or_add_edge(a, b, tangent_a, tangent_b)
