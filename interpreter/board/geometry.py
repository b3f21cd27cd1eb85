"""Plane geometry of boards: polygons, distances, crossings. Points are tuples (x, y).

The rounding errors of these formulas decide which points belong to a board, so they are written out term by term.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from math import cos, pi, sin, sqrt

__all__ = [
    "EPSILON",
    "Bounds",
    "Point",
    "Polygon",
    "area",
    "clockwise",
    "crosses",
    "crossing_point",
    "distance",
    "normalised",
    "point_in_polygon",
    "segments_intersect",
    "single",
]

EPSILON = 1e-7

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]  # minimum x, minimum y, maximum x, maximum y


def single(value: float) -> float:
    """Round to single precision, the precision of numbers in a description."""
    return array("f", [value])[0]


def distance(a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    return sqrt(dx * dx + dy * dy)


def normalised(x: float, y: float) -> Point:
    """The vector scaled to length 1. The null vector stays as it is."""
    length = sqrt(x * x + y * y)
    if length < EPSILON:
        return x, y
    return x / length, y / length


def area(points: Sequence[Point]) -> float:
    """Signed area, positive when counter-clockwise."""
    total = 0.0
    x, y = points[0]
    for next_x, next_y in (*points[1:], points[0]):
        total += x * next_y - next_x * y
        x, y = next_x, next_y
    return total / 2.0


def clockwise(a: Point, b: Point, c: Point) -> bool:
    """Whether the path turns right at b or goes straight on."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]) < EPSILON


def point_in_polygon(x: float, y: float, points: Sequence[Point]) -> bool:
    """Even-odd rule, also for concave polygons."""
    odd = False
    jx, jy = points[-1]
    for ix, iy in points:
        between = (iy < y <= jy) or (jy < y <= iy)
        if between and (ix <= x or jx <= x):
            odd ^= ix + (y - iy) / (jy - iy) * (jx - ix) < x
        jx, jy = ix, iy
    return odd


def _cross_parameters(a0: Point, a1: Point, b0: Point, b1: Point) -> tuple[float, float] | None:
    """The parameters (0 to 1 within a segment) at which the lines meet; None if they are parallel."""
    xa, ya = a1[0] - a0[0], a1[1] - a0[1]
    xb, yb = b1[0] - b0[0], b1[1] - b0[1]
    xm, ym = b0[0] - a0[0], b0[1] - a0[1]
    det = xb * ya - yb * xa
    if abs(det) < EPSILON:
        return None
    inverse = 1.0 / det
    return (xb * ym - yb * xm) * inverse, (xa * ym - ya * xm) * inverse


def segments_intersect(a0: Point, a1: Point, b0: Point, b1: Point) -> bool:
    """Whether two segments meet; their ends count."""
    at = _cross_parameters(a0, a1, b0, b1)
    return at is not None and all(-EPSILON <= t <= 1 + EPSILON for t in at)


def crossing_point(a0: Point, a1: Point, b0: Point, b1: Point, margin: float = 0.01) -> Point | None:
    """The point where two segments cross, away from their ends; None if they do not cross there."""
    at = _cross_parameters(a0, a1, b0, b1)
    if at is None or not all(margin < t < 1 - margin for t in at):
        return None
    return a0[0] + at[0] * (a1[0] - a0[0]), a0[1] + at[0] * (a1[1] - a0[1])


def crosses(a0: Point, a1: Point, b0: Point, b1: Point) -> bool:
    return crossing_point(a0, a1, b0, b1) is not None


class Polygon:
    """A closed outline, possibly concave, as a list of `points`."""

    def __init__(self, points: Iterable[Point] = (), rotations: int = 0) -> None:
        """With `rotations`, the points are repeated, rotated by that many equal steps (negative: in reverse order)."""
        self.points: list[Point] = [(float(x), float(y)) for x, y in points]
        if rotations:
            self._add_rotations(rotations)

    @classmethod
    def from_sides(cls, sides: Iterable[int], steps: Sequence[tuple[float, float]]) -> Polygon:
        """The polygon of a walk from the origin.

        At each side the walk turns to the next of `steps` (the previous one if the side is negative) and goes on by the
        side's length. `steps` are vectors (dx, dy).
        """
        polygon = cls()
        x = y = 0.0
        polygon.points.append((x, y))
        at = len(steps) - 1
        for side in sides:
            at = (at + (-1 if side < 0 else 1)) % len(steps)
            x += side * steps[at][0]
            y += side * steps[at][1]
            polygon.points.append((x, y))
        return polygon

    def inflate(self, amount: float) -> None:
        """Move every corner outwards by about `amount`, so that points on the outline count as inside."""
        points = self.points
        n = len(points)
        moves: list[Point] = []
        for i in range(n):
            a, b, c = points[i], points[(i + 1) % n], points[(i + 2) % n]
            if clockwise(a, b, c):
                into, out = (b[0] - a[0], b[1] - a[1]), (b[0] - c[0], b[1] - c[1])
            else:
                into, out = (a[0] - b[0], a[1] - b[1]), (c[0] - b[0], c[1] - b[1])
            into, out = normalised(*into), normalised(*out)
            moves.append(((into[0] * amount + out[0] * amount) * 0.5, (into[1] * amount + out[1] * amount) * 0.5))
        self.points = [(p[0] + moves[i - 1][0], p[1] + moves[i - 1][1]) for i, p in enumerate(points)]

    def is_degenerate(self) -> bool:
        """Whether all points lie on one line, so that the outline encloses nothing."""
        if len(self.points) < 3:
            return True
        start = self.points[0]
        far = max(self.points, key=lambda point: distance(start, point))
        dx, dy = normalised(far[0] - start[0], far[1] - start[1])
        return all(abs(dx * (y - start[1]) - dy * (x - start[0])) < EPSILON for x, y in self.points)

    def contains(self, x: float, y: float) -> bool:
        return bool(self.points) and point_in_polygon(x, y, self.points)

    def bounds(self) -> Bounds:
        """(0, 0, 0, 0) for an empty polygon."""
        if not self.points:
            return 0.0, 0.0, 0.0, 0.0
        xs = [x for x, _ in self.points]
        ys = [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    def _add_rotations(self, rotations: int) -> None:
        if rotations < 0:
            self.points.reverse()
        original = list(self.points)
        step = 2.0 * pi / rotations
        angle = step
        for _ in range(1, abs(rotations)):
            c, s = cos(angle), sin(angle)
            self.points += [(x * c - y * s, x * s + y * c) for x, y in original]
            angle += step
