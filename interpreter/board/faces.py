"""Finds the faces of a plane drawing: the loops that come back to their start when one always takes the next edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .edge_net import EdgeNet
from .elements import Edge, Vertex
from .geometry import area, distance, segments_intersect

__all__ = ["MAX_SIDES", "CrossingFinder", "face_key", "face_loops"]

MAX_SIDES = 32

_SAME_LEVEL = 0.0001


def face_key(loop: Sequence[int]) -> tuple[int, ...]:
    """A canonical key for a loop of numbers: it does not depend on the loop's start or direction."""
    if not loop:
        return ()
    n = len(loop)
    start = min(range(n), key=loop.__getitem__)
    forwards = tuple(loop[(start + i) % n] for i in range(n))
    backwards = tuple(loop[(start - i) % n] for i in range(n))
    return min(forwards, backwards)


def face_loops(vertices: Sequence[Vertex], edges: Sequence[Edge], check_crossings: bool) -> Iterator[list[int]]:
    """Each clockwise loop of 3 to MAX_SIDES vertex numbers on one level.

    A loop begins at the first start that leads to it, and may be found again from other starts.
    """
    around = [[edge.other(vertex).id for edge in vertex.edges] for vertex in vertices]
    position: list[dict[int, int]] = [{} for _ in vertices]
    for ids, places in zip(around, position, strict=True):
        for i, other in enumerate(ids):
            places.setdefault(other, i)
    level = [vertex.z for vertex in vertices]
    flat = all(z == level[0] for z in level)
    finder = CrossingFinder(edges) if check_crossings else None
    same: set[tuple[int, int]] = set()  # the start that gave a loop which was found before

    for start in range(len(vertices)):
        for first in around[start]:
            if (start, first) in same:
                continue
            loop = [start]
            at, back = start, first
            closed = False
            while len(loop) <= MAX_SIDES:
                ids = around[at]
                n = position[at][back]
                degree = len(ids)
                for m in range(1, degree):
                    onward = ids[(n + m) % degree]
                    if flat or abs(level[onward] - level[start]) < _SAME_LEVEL:
                        break
                else:
                    break
                at, back = onward, at
                if at == start:
                    closed = True
                    break
                if at in loop:
                    break
                loop.append(at)
                if finder is not None and finder.crosses(vertices[back], vertices[at]):
                    break
            if closed and len(loop) >= 3 and area([(vertices[v].x, vertices[v].y) for v in loop]) < 0:
                yield loop
                if flat and finder is None and back == first:  # the result so far does not depend on the start
                    same.update(zip(loop, loop[-1:] + loop, strict=False))


class CrossingFinder:
    """Tells whether an edge crosses an edge with a lower number, away from their ends."""

    _NEAR = 0.001  # crossings this close to an end of an edge do not count

    def __init__(self, edges: Sequence[Edge]) -> None:
        self.edges = edges
        self.net = EdgeNet(edges)
        self.squares = [self.net.add(i, edge.a, edge.b) for i, edge in enumerate(edges)]
        self.first: dict[tuple[int, int], int] = {}
        for i, edge in enumerate(edges):
            self.first.setdefault(edge.key, i)
        self.known: dict[int, bool] = {}

    def crosses(self, a: Vertex, b: Vertex) -> bool:
        """Whether the edge between a and b crosses an edge with a lower number."""
        number = self.first[(a.id, b.id) if a.id < b.id else (b.id, a.id)]
        if number not in self.known:
            self.known[number] = self._crosses(number)
        return self.known[number]

    def _crosses(self, number: int) -> bool:
        a, b = self.edges[number].a, self.edges[number].b
        near, slack = self._NEAR, self.net.slack
        pa, pb = (a.x, a.y), (b.x, b.y)
        x0, x1 = min(a.x, b.x) - slack, max(a.x, b.x) + slack
        y0, y1 = min(a.y, b.y) - slack, max(a.y, b.y) + slack
        for i in self.net.within(self.squares[number]):
            if i >= number:
                continue
            edge = self.edges[i]
            c, d = edge.a, edge.b
            if c is a or c is b or d is a or d is b or (c.x < x0 and d.x < x0) or (c.x > x1 and d.x > x1):
                continue
            if (c.y < y0 and d.y < y0) or (c.y > y1 and d.y > y1):
                continue
            qa, qb = (c.x, c.y), (d.x, d.y)
            if min(distance(pa, qa), distance(pa, qb), distance(pb, qa), distance(pb, qb)) < near:
                continue
            if segments_intersect(pa, pb, qa, qb):
                return True
        return False
