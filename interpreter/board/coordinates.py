"""Rows, columns, layers and labels of elements.

Elements are sorted into rows by their distance from a base line whose angle is tried in steps of 15 degrees, then into
columns in the same way. If two elements of a kind get the same label, all elements of that kind are numbered again by x
and y alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from ludparse.problems.errors import LudRuleError

from .geometry import Point
from .perimeter import distance_to_line
from .skeleton import EDGE, VERTEX, Point3, Skeleton

__all__ = ["Coordinates", "column_letters", "measure_coordinates"]

_MARGIN = 0.6  # elements within this fraction of the estimated spacing belong to the same row
_BUCKET_COST = 0.01
_GOOD = 0.01
_SAME = 0.001


@dataclass(slots=True)
class Coordinates:
    """The row, column and layer (each from 0) and the label of each element, and the elements of each row, column and
    layer.
    """

    rows: list[int]
    columns: list[int]
    layers: list[int]
    labels: list[str]
    by_row: list[list[int]]
    """The elements of each row; in games with layers, only those above or below an element on the ground."""
    by_column: list[list[int]]
    by_layer: list[list[int]]


def measure_coordinates(
    s: Skeleton, kind: int, *, three_dimensions: bool = False, boardless: bool = False
) -> Coordinates:
    """The coordinates of all elements of a kind.

    `three_dimensions`: the game uses layers; rows and columns then follow x and y. `boardless`: labels and layers stay
    as first measured.
    """
    points = s.points[kind]
    if not points:
        return Coordinates([], [], [], [], [], [], [])
    found = _measure(s, kind)
    duplicates = len(set(found.labels)) < len(found.labels)
    if duplicates or three_dimensions:
        flat = [i for i, p in enumerate(points) if p[2] == 0]
        found.by_row = _regroup([p[1] for p in points], flat, found.rows)
        found.by_column = _regroup([p[0] for p in points], flat, found.columns)
    if duplicates and not boardless:
        heights = _heights(points)
        found.layers = [heights.index(p[2]) for p in points]
        found.by_layer = _groups(found.layers)
        found.labels = [_flat_label(c, r) for c, r in zip(found.columns, found.rows, strict=True)]
    if kind == EDGE:
        found.labels = [str(i) for i in range(len(points))]
    return found


def _heights(points: Sequence[Point3]) -> list[float]:
    """The heights of layers as Ludii lists them where several elements have the same label: a height that is new stands
    one place after the one where it belongs.

    Raises LudRuleError for one that would stand at the end, where there is no such place: Ludii's compiler fails.
    """
    heights: list[float] = []
    for point in points:
        place = bisect_left(heights, point[2])
        if place < len(heights) and heights[place] == point[2]:
            continue
        if heights and place == len(heights):
            raise LudRuleError("elements of several layers have the same label, and their layers cannot be told apart")
        heights.insert(min(place + 1, len(heights)), point[2])
    return heights


def _measure(s: Skeleton, kind: int) -> Coordinates:
    points = s.points[kind]
    box = s.bounds(kind)
    unit = (box[2] + box[3]) / 2 / sqrt(len(points))
    if kind == EDGE:
        row_angle, column_angle = _best_angles(s.points[VERTEX], s.bounds(VERTEX))
    else:
        row_angle, column_angle = _best_angles(points, box)
    rows, _ = _cluster(_row_distances(points, box, row_angle), unit)
    columns, _ = _cluster(_column_distances(points, box, column_angle), unit)
    layers, _ = _cluster([p[2] for p in points], unit)
    several = any(layer != layers[0] for layer in layers)
    labels = []
    for row, column, layer in zip(rows, columns, layers, strict=True):
        label = f"{column_letters(column)}{row + 1}"
        labels.append(f"{label}/{layer}" if several else label)
    return Coordinates(rows, columns, layers, labels, _groups(rows), _groups(columns), _groups(layers))


def _best_angles(points: Sequence[Point3], box: tuple[float, float, float, float]) -> tuple[float, float]:
    """The angles of the base lines that sort the elements best into rows, and then into columns."""
    unit = (box[2] + box[3]) / 2 / sqrt(len(points))
    best, row_angle = 1000.0, 0.0
    for degrees in (0, 15, 30, 45, 60):
        theta = degrees / 180.0 * pi
        error = _cluster(_row_distances(points, box, theta), unit)[1]
        if error < best:
            best, row_angle = error, theta
            if error < _GOOD:
                break
    best, column_angle = 1000.0, 0.0
    for degrees in (90, 105, 120):
        theta = row_angle + degrees / 180.0 * pi
        error = _cluster(_column_distances(points, box, theta), unit)[1]
        if error < best:
            best, column_angle = error, theta
            if error < _GOOD:
                break
    return row_angle, column_angle


def _row_distances(points: Sequence[Point3], box: tuple[float, float, float, float], theta: float) -> list[float]:
    x, y, width, height = box
    return _distances(points, (x + width / 2, y - height), width, theta)


def _column_distances(points: Sequence[Point3], box: tuple[float, float, float, float], theta: float) -> list[float]:
    x, y, width, height = box
    return _distances(points, (x - width, y + height / 2), width, theta)


def _distances(points: Sequence[Point3], a: Point, length: float, theta: float) -> list[float]:
    """Distances to the line through `a` in direction `theta`."""
    b = a[0] + length * cos(theta), a[1] + length * sin(theta)
    dx, dy = b[0] - a[0], b[1] - a[1]
    if abs(dx) + abs(dy) < 1e-7:
        return [distance_to_line((p[0], p[1]), a, b) for p in points]
    ax, ay = a
    square = dx * dx + dy * dy
    found = []
    for x, y, _ in points:
        twice = (y - ay) * dx - (x - ax) * dy
        found.append(sqrt(twice * twice / square))
    return found


def _cluster(scores: Sequence[float], unit: float) -> tuple[list[int], float]:
    """Sorts elements by score into buckets with about the same score. Gives the bucket of each, and the error."""
    margin = _MARGIN * unit
    order = sorted(range(len(scores)), key=scores.__getitem__)
    buckets = [0] * len(scores)
    error = 0.0
    count, total, size, last = 0, 0.0, 0, 0.0
    for element in order:
        score = scores[element]
        if size == 0 or abs(score - total / size) > margin:
            if size:
                error += _bucket_error(total / size, last, size)
            count, total, size = count + 1, 0.0, 0
        total += score
        size += 1
        last = score
        buckets[element] = count - 1
    error += _bucket_error(total / size, last, size)
    return buckets, error + _BUCKET_COST * count


def _bucket_error(mean: float, last: float, size: int) -> float:
    """The error of a bucket, measured at its last element."""
    return (mean - last) * (mean - last) / size


def _groups(numbers: Sequence[int]) -> list[list[int]]:
    """The elements of each group number, including empty groups."""
    groups: list[list[int]] = [[] for _ in range(max(numbers) + 1)]
    for element, number in enumerate(numbers):
        groups[number].append(element)
    return groups


def _regroup(values: Sequence[float], flat: Sequence[int], numbers: list[int]) -> list[list[int]]:
    """Renumber elements by the distinct values of the elements on the ground; the others keep their number."""
    centres: list[float] = []
    for i in flat:
        if not any(abs(values[i] - centre) < _SAME for centre in centres):
            centres.append(values[i])
    centres.sort()
    groups: list[list[int]] = [[] for _ in centres]
    for number, centre in enumerate(centres):
        for i, value in enumerate(values):
            if abs(value - centre) < _SAME:
                numbers[i] = number
                groups[number].append(i)
    return groups


def column_letters(column: int) -> str:
    """A to Z, then two letters."""
    letters = chr(ord("A") + column % 26)
    while column >= 26:
        column //= 26
        letters = chr(ord("A") + column % 26 - 1) + letters
    return letters


def _flat_label(column: int, row: int) -> str:
    first = chr(ord("A") + column // 26 - 1) if column >= 26 else ""
    return f"{first}{chr(ord('A') + column % 26)}{row + 1}"
