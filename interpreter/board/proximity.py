"""Proximity queries: points at the same place, points at a given distance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor

from .elements import Vertex

__all__ = ["TOLERANCE", "VertexIndex", "pairs_at_distance"]

TOLERANCE = 0.001
"""Points are at one place when |dx| + |dy| + |dz| is less."""

_BUCKETS = 100  # buckets for a unit of length: each is ten times as wide as the tolerance


class VertexIndex:
    """Vertices indexed by place. A search gives the same result as a linear scan from the first vertex."""

    def __init__(self, vertices: Iterable[Vertex]) -> None:
        self._buckets: dict[tuple[int, int], list[Vertex]] = {}
        for vertex in vertices:
            self.add(vertex)

    def add(self, vertex: Vertex) -> None:
        key = floor(vertex.x * _BUCKETS), floor(vertex.y * _BUCKETS)
        self._buckets.setdefault(key, []).append(vertex)

    def find(self, x: float, y: float, z: float) -> Vertex | None:
        """The lowest-numbered vertex at a place."""
        best: Vertex | None = None
        for column in _bucket_range(x):
            for row in _bucket_range(y):
                for vertex in self._buckets.get((column, row), ()):
                    near = abs(x - vertex.x) + abs(y - vertex.y) + abs(z - vertex.z) < TOLERANCE
                    if near and (best is None or vertex.id < best.id):
                        best = vertex
        return best


def _bucket_range(value: float) -> tuple[int, ...]:
    """The range of buckets with numbers within the tolerance of `value`."""
    low, high = floor((value - 2 * TOLERANCE) * _BUCKETS), floor((value + 2 * TOLERANCE) * _BUCKETS)
    return (low,) if low == high else (low, high)


def pairs_at_distance(
    points: Sequence[Sequence[float]], unit: float, slack: float, *, flat: bool = True
) -> list[tuple[int, int]]:
    """All pairs (a, b), a < b, of points at distance `unit` (within `slack`), in lexicographic order.

    Points are (x, y, z); with `flat`, z is ignored. Only points in neighbouring squares of the plane are compared.
    """
    width = abs(unit) + slack + TOLERANCE
    squares: dict[tuple[int, int], list[int]] = {}
    for i, (x, y, *_) in enumerate(points):
        squares.setdefault((floor(x / width), floor(y / width)), []).append(i)
    pairs: list[tuple[int, int]] = []
    for a, (ax, ay, az) in enumerate(points):
        sx, sy = floor(ax / width), floor(ay / width)
        near: list[int] = []
        for qx in (sx - 1, sx, sx + 1):
            for qy in (sy - 1, sy, sy + 1):
                for b in squares.get((qx, qy), ()):
                    if b > a:
                        bx, by, bz = points[b]
                        dx, dy, dz = bx - ax, by - ay, 0.0 if flat else bz - az
                        if abs((dx * dx + dy * dy + dz * dz) ** 0.5 - unit) < slack:
                            near.append(b)
        near.sort()
        pairs += [(a, b) for b in near]
    return pairs
