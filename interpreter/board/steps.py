"""Single steps from every element of a board, with their directions.

A step leads from one element to another of any kind. Steps are found from the graph by relation (orthogonal, diagonal,
off diagonal). Each gets a compass direction from its angle, and on round boards one of CW, CCW, In and Out. The steps
of an element are sorted clockwise from north.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from math import atan2, pi, sqrt
from typing import NamedTuple

from ludparse.ludemes.enums import AbsoluteDirection as A

from .angles import clockwise_from_north, exact_atan2
from .directions import COMPASS, ORDINAL
from .geometry import EPSILON
from .perimeter import distance_to_line
from .skeleton import CELL, EDGE, VERTEX, Skeleton

__all__ = ["Step", "bit", "bits", "steps_from"]


class Step(NamedTuple):
    """A step to element `to` of kind `kind`.

    `listed`: the directions (a bit set by ordinal) under which the step is found. `directions`: the directions that it
    agrees with. These are more than `listed` if steps of different relations lead to the same element. `score`: its
    angle clockwise from north, in radians.
    """

    kind: int
    to: int
    listed: int
    directions: int
    score: float


def bits(directions: Iterable[A]) -> int:
    """A set of directions as a bit set."""
    mask = 0
    for direction in directions:
        mask |= 1 << ORDINAL[direction]
    return mask


def bit(direction: A) -> int:
    return 1 << ORDINAL[direction]


_ORTHOGONAL = bits((A.Orthogonal, A.Adjacent, A.All))
_DIAGONAL_OF_CELL = bits((A.Diagonal, A.Adjacent, A.All))
_DIAGONAL_AFAR = bits((A.Diagonal, A.All))
_OFF_DIAGONAL = bits((A.OffDiagonal, A.Adjacent, A.All))
_DIAGONAL = bit(A.Diagonal)
_OUT, _IN = bits((A.Out, A.Rotational)), bits((A.In, A.Rotational))
_CW, _CCW = bits((A.CW, A.Rotational)), bits((A.CCW, A.Rotational))

_FAR_DIAGONAL_ERROR = 0.1
_LEVEL = 0.1  # fraction of the mean edge length that counts as the same height, or as straight above
_STRAIGHT = 0.9  # limit of the cosine for a step towards the pivot or away from it


def _sectors(count: int) -> list[float]:
    """The angles at which the sectors of the compass end, counter-clockwise from east.

    The last sector is east again.
    """
    half = 2 * pi / (2 * count)
    return [half, *[half + k * pi / count for k in range(2, 2 * count, 2)]]


def _masks(names: Iterable[str], extra: A) -> list[int]:
    return [bits((A[name], extra)) for name in names]


_EIGHT = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")
_SIXTEEN = tuple(COMPASS[(4 - k) % 16].name for k in range(16))
# between layers there are only eight directions; a sixteenth counts as the nearest of them
_SIXTEEN_LAYERS = ("E", *("NE",) * 3, "N", *("NW",) * 3, "W", *("SW",) * 3, "S", *("SE",) * 3)

_EDGES_8, _EDGES_16 = _sectors(8), _sectors(16)
_TIE = 1e-9
_LEVEL_8, _LEVEL_16 = _masks([*_EIGHT, "E"], A.SameLayer), _masks([*_SIXTEEN, "E"], A.SameLayer)
_DOWN_8 = _masks(["D" + n for n in (*_EIGHT, "E")], A.Downward)
_DOWN_16 = _masks(["D" + n for n in (*_SIXTEEN_LAYERS, "E")], A.Downward)
_UP_8 = _masks(["U" + n for n in (*_EIGHT, "E")], A.Upward)
_UP_16 = _masks(["U" + n for n in (*_SIXTEEN_LAYERS, "E")], A.Upward)
_STRAIGHT_DOWN, _STRAIGHT_UP = bits((A.D, A.Downward)), bits((A.U, A.Upward))


def steps_from(s: Skeleton, kind: int) -> list[list[Step]]:
    """The steps of every element of a kind, clockwise from north."""
    raw_steps = (_from_vertex, _from_edge, _from_cell)[kind]
    pivots = set(s.pivots) - {-1} if kind == VERTEX else set()
    round_board = any(p >= 0 for p in s.pivots)
    found = []
    for element in range(s.size(kind)):
        raw: dict[tuple[int, int], list[int]] = {}
        for to_kind, to, mask in raw_steps(s, element):
            known = raw.setdefault((to_kind, to), [mask, mask])
            known[1] |= mask
        angles, vectors = _with_compass(s, kind, element, raw)
        if round_board:
            if element in pivots:
                for masks in raw.values():
                    masks[0] |= _OUT
            else:
                _with_rotation(s, kind, element, raw)
        scores = clockwise_from_north(angles, vectors)
        steps = [
            Step(to_kind, to, listed, directions | listed, score)
            for ((to_kind, to), (listed, directions)), score in zip(raw.items(), scores, strict=True)
        ]
        steps.sort(key=_score)
        found.append(steps)
    return found


def _score(step: Step) -> float:
    return step.score


# ---------------------------------------------------------------------- by relation


def _from_vertex(s: Skeleton, vertex: int) -> Iterable[tuple[int, int, int]]:
    edges, faces = s.vertex_edges[vertex], s.vertex_faces[vertex]
    for edge in edges:
        yield VERTEX, s.other_end(edge, vertex), _ORTHOGONAL
    points = s.points[VERTEX]
    here = points[vertex][:2]
    for face in faces:
        if len(s.face_vertices[face]) < 4:
            continue
        middle = s.points[CELL][face][:2]
        best, across = 1000000.0, -1
        for other in s.face_vertices[face]:
            if other != vertex:
                distance = distance_to_line(middle, here, points[other][:2])
                if distance < best:
                    best, across = distance, other
        yield VERTEX, across, _DIAGONAL_AFAR
    for edge in edges:
        yield EDGE, edge, _ORTHOGONAL
    for face in faces:
        yield CELL, face, _ORTHOGONAL


def _from_edge(s: Skeleton, edge: int) -> Iterable[tuple[int, int, int]]:
    ends = s.edge_ends[edge]
    for vertex in ends:
        for other in s.vertex_edges[vertex]:
            if other != edge:
                yield EDGE, other, _ORTHOGONAL
    for vertex in ends:
        yield VERTEX, vertex, _ORTHOGONAL
    used = set()
    for face in (s.edge_left[edge], s.edge_right[edge], *s.vertex_faces[ends[0]], *s.vertex_faces[ends[1]]):
        if face >= 0 and face not in used:
            used.add(face)
            yield CELL, face, _ORTHOGONAL


def _from_cell(s: Skeleton, face: int) -> Iterable[tuple[int, int, int]]:
    vertices, edges = s.face_vertices[face], s.face_edges[face]
    used = {face}
    for edge in edges:
        other = s.other_face(edge, face)
        if other >= 0:
            used.add(other)
            yield CELL, other, _ORTHOGONAL
    points, cells = s.points[VERTEX], s.points[CELL]
    middle = cells[face][:2]
    for vertex in vertices:
        corner = points[vertex][:2]
        best, diagonal = 1000000.0, -1
        for other in s.vertex_faces[vertex]:
            if other not in used:
                distance = distance_to_line(corner, middle, cells[other][:2])
                if distance < best:
                    best, diagonal = distance, other
        if diagonal >= 0:
            used.add(diagonal)
            yield CELL, diagonal, _DIAGONAL_OF_CELL
    for vertex in vertices:
        for other in s.vertex_faces[vertex]:
            if other not in used:
                used.add(other)
                yield CELL, other, _OFF_DIAGONAL
    for vertex in vertices:
        if len(s.vertex_edges[vertex]) == 3:
            yield from ((CELL, other, _DIAGONAL_AFAR) for other in _across_edge(s, face, vertex, used))
    for vertex in vertices:
        yield VERTEX, vertex, _ORTHOGONAL
    for edge in edges:
        yield EDGE, edge, _ORTHOGONAL


def _across_edge(s: Skeleton, face: int, vertex: int, used: set[int]) -> Iterable[int]:
    """Cells at the far end of the edge that leads from a corner away from `face`, if they are in line with both ends of
    the edge.
    """
    away = next((e for e in s.vertex_edges[vertex] if e not in s.face_edges[face]), -1)
    if away < 0:
        return
    far = s.other_end(away, vertex)
    points, cells = s.points[VERTEX], s.points[CELL]
    middle, near_point, far_point = cells[face][:2], points[vertex][:2], points[far][:2]
    for other in s.vertex_faces[far]:
        if other in used:
            continue
        to = cells[other][:2]
        dx, dy = to[0] - middle[0], to[1] - middle[1]
        length = sqrt(dx * dx + dy * dy)
        off_line = distance_to_line(near_point, middle, to) + distance_to_line(far_point, middle, to)
        if length == 0 or off_line / length > _FAR_DIAGONAL_ERROR:
            continue
        used.add(other)
        yield other


# ---------------------------------------------------------------------- by angle


def _with_compass(
    s: Skeleton, kind: int, element: int, raw: dict[tuple[int, int], list[int]]
) -> tuple[list[float], list[tuple[float, float]]]:
    """Add the compass direction to each step.

    Returns the angles of the steps (from -pi to pi, 0 is east) and their vectors. Eight directions are used if they
    distinguish all steps of the element, otherwise sixteen.
    """
    x, y, z = s.points[kind][element]
    unit = s.mean_edge_length
    level = _LEVEL * unit
    angles: list[float] = []
    vectors: list[tuple[float, float]] = []
    placed: list[tuple[list[int], int, float]] = []
    used: set[tuple[int, int]] = set()
    collision = False
    for key, masks in raw.items():
        tx, ty, tz = s.points[key[0]][key[1]]
        dx, dy, dz = tx - x, ty - y, tz - z
        angle = atan2(dy, dx)
        angles.append(angle)
        vectors.append((dx, dy))
        part = angle / (pi / 16)
        if abs(part - round(part)) < _TIE and round(part) % 4:  # the last bit decides between two directions
            angle = exact_atan2(dy, dx)
        if angle < 0:
            angle += 2 * pi
        rise = -1 if dz < -level else 1 if dz > level else 0
        if rise and sqrt(dx * dx + dy * dy) < level:
            masks[0] |= _STRAIGHT_DOWN if rise < 0 else _STRAIGHT_UP
            at = -1
        else:
            at = bisect_right(_EDGES_8, angle) % 8
            placed.append((masks, rise, angle))
        collision = collision or (rise, at) in used
        used.add((rise, at))
    edges = _EDGES_16 if collision else _EDGES_8
    tables = (_LEVEL_16, _UP_16, _DOWN_16) if collision else (_LEVEL_8, _UP_8, _DOWN_8)
    for masks, rise, angle in placed:
        masks[0] |= tables[rise][bisect_right(edges, angle)]
    return angles, vectors


def _with_rotation(s: Skeleton, kind: int, element: int, raw: dict[tuple[int, int], list[int]]) -> None:
    """Add the rotational direction to each step: around the pivot, towards it or away from it."""
    pivot = s.pivot(kind, element)
    if pivot < 0:
        return
    x, y, z = s.points[kind][element]
    px, py, pz = s.points[VERTEX][pivot]
    to_pivot = _unit(px - x, py - y, pz - z)
    for (to_kind, to), masks in raw.items():
        if masks[1] & _DIAGONAL:
            continue
        tx, ty, tz = s.points[to_kind][to]
        ahead = _unit(tx - x, ty - y, tz - z)
        dot = ahead[0] * to_pivot[0] + ahead[1] * to_pivot[1] + ahead[2] * to_pivot[2]
        if dot > _STRAIGHT:
            masks[0] |= _IN
        elif dot < -_STRAIGHT:
            masks[0] |= _OUT
        # the numbers are used as vertex numbers even if the step is between cells or edges, as in Ludii
        elif (min(element, to), max(element, to)) in s.curved:
            side = (tx - px) * (y - py) - (ty - py) * (x - px)
            masks[0] |= _CW if side > EPSILON else _CCW


def _unit(x: float, y: float, z: float) -> tuple[float, float, float]:
    length = sqrt(x * x + y * y + z * z)
    return (x, y, z) if length < EPSILON else (x / length, y / length, z / length)
