"""Distances in steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["all_distances", "at_distance", "distances_from", "distances_to_marks"]

Neighbours = Sequence[Sequence[int]]


def distances_from(neighbours: Neighbours, start: int) -> list[int]:
    """The number of steps from one element to each element; 0 for itself and for unreachable elements."""
    found = [0] * len(neighbours)
    seen = bytearray(len(neighbours))
    seen[start] = 1
    frontier: Sequence[int] = (start,)
    distance = 0
    while frontier:
        distance += 1
        reached = []
        for element in frontier:
            for other in neighbours[element]:
                if not seen[other]:
                    seen[other] = 1
                    found[other] = distance
                    reached.append(other)
        frontier = reached
    return found


def all_distances(neighbours: Neighbours) -> list[list[int]]:
    """The number of steps between any two elements; 0 if one is unreachable from the other."""
    return [distances_from(neighbours, start) for start in range(len(neighbours))]


def at_distance(distances: Sequence[int], element: int) -> list[list[int]]:
    """The elements at distance 0 (the element itself), 1, 2, ... from one.

    The greatest distance listed is found in one pass over the elements, where a counter goes up by one at each element
    that is farther away than its value. Elements beyond the counter's last value are left out, as in Ludii.
    """
    greatest = 0
    for distance in distances:
        if distance > greatest:
            greatest += 1
    found: list[list[int]] = [[] for _ in range(greatest + 1)]
    for other, distance in enumerate(distances):
        if 0 < distance <= greatest:
            found[distance].append(other)
    found[0] = [element]
    return found


def distances_to_marks(neighbours: Neighbours, marks: Iterable[int], *, unreached: int | None = None) -> list[int]:
    """The number of steps from each element to the nearest marked element.

    Elements that reach no mark get `unreached`, or by default one more than the greatest distance met while the marks
    were processed one by one.
    """
    found = [-1] * len(neighbours)
    done = bytearray(len(neighbours))
    greatest = -1
    for mark in marks:
        found[mark] = 0
        done[mark] = 1
        frontier: Sequence[int] = (mark,)
        distance = 0
        while frontier:
            distance += 1
            reached = []
            for element in frontier:
                for other in neighbours[element]:
                    if done[other] or 0 < found[other] <= distance:
                        continue
                    found[other] = distance
                    greatest = max(greatest, distance)
                    reached.append(other)
            frontier = reached
    rest = greatest + 1 if unreached is None else unreached
    return [rest if distance < 0 else distance for distance in found]
