"""What is special about the elements of a board: perimeter, centre, corners, sides and colours.

Everything here follows from the graph alone and is computed once per board. The rules read like geometry but have
special cases. These are Ludii's, and they are kept because the regions of games depend on them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from .perimeter import Outline, corners_of, outlines, sector, sides_of
from .skeleton import CELL, EDGE, VERTEX, Skeleton

__all__ = ["PHASES", "Marks", "Orientation"]

PHASES = 6
"""So many colours an element can have."""

_EXTREME = 0.01
_CENTRE = 0.0001
_FEW = 100  # with fewer elements the centre depends on the perimeter and the corners, otherwise on the corners alone

Kinds = tuple[set[int], set[int], set[int]]


@dataclass(frozen=True, slots=True)
class Orientation:
    """The orientation of edges: along an axis (level or upright) or at an angle (rising or falling)."""

    axial: tuple[int, ...]
    horizontal: tuple[int, ...]
    vertical: tuple[int, ...]
    angled: tuple[int, ...]
    slash: tuple[int, ...]
    slosh: tuple[int, ...]


class Marks:
    """The marks of all elements of a graph, as sets of element numbers by kind (vertex, edge, cell)."""

    def __init__(self, skeleton: Skeleton) -> None:
        self._s = skeleton
        self._phases: dict[int, list[int]] = {}
        self._centre: dict[int, list[int]] = {}

    # ------------------------------------------------------------------ rim

    @cached_property
    def perimeter(self) -> Kinds:
        """Elements on the perimeter; these are also the outer elements. A cell counts if it touches the perimeter."""
        s = self._s
        vertices: set[int] = set()
        edges: set[int] = set()
        cells: set[int] = set()
        for outline in self.outlines:
            vertices.update(outline.vertices)
            for a, b in zip(outline.vertices, (*outline.vertices[1:], outline.vertices[0]), strict=True):
                edge = next((e for e in s.vertex_edges[a] if set(s.edge_ends[e]) == {a, b}), -1)
                if edge >= 0:
                    edges.add(edge)
                    left = s.edge_left[edge]
                    cells.add(left if left >= 0 else s.edge_right[edge])
        cells.discard(-1)
        cells.update(f for f, around in enumerate(s.face_vertices) if not vertices.isdisjoint(around))
        for edge, (a, b) in enumerate(s.edge_ends):
            if a in vertices and b in vertices and (s.edge_left[edge] < 0 or s.edge_right[edge] < 0):
                edges.add(edge)
        return vertices, edges, cells

    @cached_property
    def outlines(self) -> list[Outline]:
        """The outlines of the parts of the graph."""
        return outlines(self._s)

    def extremes(self, kind: int) -> dict[str, list[int]]:
        """The leftmost, rightmost, topmost and bottommost elements of each kind."""
        points = self._s.points[kind]
        x, y, width, height = self._s.bounds(kind)
        right, top = max((p[0] for p in points), default=x + width), max((p[1] for p in points), default=y + height)
        return {
            "left": [i for i, p in enumerate(points) if p[0] - x < _EXTREME],
            "right": [i for i, p in enumerate(points) if right - p[0] < _EXTREME],
            "top": [i for i, p in enumerate(points) if top - p[1] < _EXTREME],
            "bottom": [i for i, p in enumerate(points) if p[1] - y < _EXTREME],
        }

    @cached_property
    def major(self) -> set[int]:
        """The cells with the greatest number of sides."""
        most = max(map(len, self._s.face_vertices), default=0)
        return {face for face, vertices in enumerate(self._s.face_vertices) if len(vertices) == most}

    # ------------------------------------------------------------------ corners and sides

    @cached_property
    def corners(self) -> tuple[Kinds, Kinds, Kinds]:
        """The corners, the convex corners and the concave corners."""
        s = self._s
        every: Kinds = (set(), set(), set())
        convex: Kinds = (set(), set(), set())
        concave: Kinds = (set(), set(), set())
        for outline in self.outlines:
            out, into = corners_of(outline)
            convex[VERTEX].update(out)
            concave[VERTEX].update(into)
        vertices = every[VERTEX]
        vertices |= convex[VERTEX] | concave[VERTEX]
        rim, rim_edges = self.perimeter[VERTEX], self.perimeter[EDGE]
        for vertex in sorted(vertices):
            mark = concave if vertex in concave[VERTEX] else convex
            joined = [e for e in s.vertex_edges[vertex] if s.other_end(e, vertex) in vertices]
            edges = joined or [e for e in s.vertex_edges[vertex] if e in rim_edges]
            for edge in edges:
                every[EDGE].add(edge)
                mark[EDGE].add(edge)
                if not joined and mark is concave:  # a single concave corner: the cell inside its angle
                    faces = [f for f in s.vertex_faces[vertex] if _count_in(s.face_vertices[f], rim) == 1]
                else:
                    left = s.edge_left[edge]
                    faces = [left if left >= 0 else s.edge_right[edge]]
                for face in faces:
                    if face >= 0:
                        every[CELL].add(face)
                        mark[CELL].add(face)
        return every, convex, concave

    @cached_property
    def sides(self) -> tuple[dict[str, list[int]], ...]:
        """By kind, the elements on each side that has a compass name."""
        found = []
        for of_element in sides_of(self._s, self.outlines, self.corners[0][VERTEX]):
            by_name: dict[str, list[int]] = {}
            for element, names in enumerate(of_element):
                for name in names:
                    by_name.setdefault(name, []).append(element)
            found.append(by_name)
        return tuple(found)

    # ------------------------------------------------------------------ centre

    def centre(self, kind: int) -> list[int]:
        """The elements with the least sum of squared distances to the corners and, on small boards, to the perimeter.
        """
        if kind not in self._centre:
            points = self._s.points[kind]
            rim = sorted(self.perimeter[kind]) if len(points) < _FEW else []
            targets = [points[i] for i in (*rim, *sorted(self.corners[0][kind]))]
            sums = []
            for x, y, _ in points:
                total = 0.0
                for tx, ty, _ in targets:
                    dx, dy = tx - x, ty - y
                    total += dx * dx + dy * dy
                sums.append(total)
            least = min(sums, default=0.0)
            self._centre[kind] = [i for i, total in enumerate(sums) if abs(total - least) < _CENTRE]
        return self._centre[kind]

    # ------------------------------------------------------------------ phases

    def phases(self, kind: int) -> list[int]:
        """The colours of each element as a bit set; nearly always a single colour."""
        if kind not in self._phases:
            self._phases[kind] = _colour(self._s.neighbours(kind))
        return self._phases[kind]

    # ------------------------------------------------------------------ edges

    @cached_property
    def orientation(self) -> Orientation:
        """The orientation of the edges."""
        points = self._s.points[VERTEX]
        sectors = []
        for a, b in self._s.edge_ends:
            sectors.append(sector(points[b][0] - points[a][0], points[b][1] - points[a][1]))

        def where(test: Callable[[int], bool]) -> tuple[int, ...]:
            return tuple(i for i, at in enumerate(sectors) if test(at))

        return Orientation(
            axial=where(lambda at: at % 4 == 0),
            horizontal=where(lambda at: at % 8 == 0),
            vertical=where(lambda at: at % 8 == 4),
            angled=where(lambda at: at % 4 != 0),
            slash=where(lambda at: at % 8 in (1, 2, 3)),
            slosh=where(lambda at: at % 8 in (5, 6, 7)),
        )


def _count_in(elements: Iterable[int], among: set[int]) -> int:
    return sum(element in among for element in elements)


_LOWEST = [0, *[bits & -bits for bits in range(1, 1 << PHASES)]]
_FREE = [next(colour for colour in range(5) if not bits >> colour & 1 or colour == 4) for bits in range(1 << PHASES)]


def _colour(neighbours: list[list[int]]) -> list[int]:
    """Greedy colouring: each element gets the first colour that no neighbour has, the most constrained elements first.
    """
    n = len(neighbours)
    colours = [0] * n
    for start in range(n):
        if colours[start]:
            continue
        colours[start] = 1
        queue = deque([start])
        visited = bytearray(n)
        while queue:
            element = queue.popleft()
            if visited[element]:
                continue
            around = 0
            for other in neighbours[element]:
                around |= _LOWEST[colours[other]]
            colours[element] |= 1 << _FREE[around]
            visited[element] = 1
            for other in neighbours[element]:
                if visited[other]:
                    continue
                around = 0
                for third in neighbours[other]:
                    around |= _LOWEST[colours[third]]
                if around & (around - 1):
                    queue.appendleft(other)
                else:
                    queue.append(other)
    return colours
