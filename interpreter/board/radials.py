"""Radials: lines of steps that keep their direction.

Pieces slide along them, and lines of pieces are counted on them. A radial starts at a site and continues with the step
in the same direction that bends least, as long as it bends by less than a quarter of a radian. Around the centre of a
round board, towards it and away from it, a radial follows the curve. Radials are computed on demand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce
from math import tan
from operator import or_

from ludparse.ludemes.enums import AbsoluteDirection as A
from ludparse.problems.errors import LudLimitError

from .directions import ORDINAL, is_specific
from .skeleton import Skeleton
from .steps import Step, bit

__all__ = ["Radial", "RadialTable"]

_MAX_BEND = tan(0.25)
_MAX_OPPOSITE_BEND = tan(0.1)
_CURVED = frozenset((A.CW, A.CCW, A.In, A.Out))
_AROUND = (A.In, A.Out, A.CW, A.CCW)
_PAIRS = frozenset(((A.CW, A.CCW), (A.CCW, A.CW), (A.In, A.Out), (A.Out, A.In)))
_BY_ORDINAL = tuple(A)


MAX_RADIALS = 6_000_000
"""Sites that all radials of one kind of element may have together."""


class Radial:
    """A line of at least two sites of one kind: its `sites`, beginning with the start, and its `direction`."""

    __slots__ = ("_opposites", "_table", "direction", "sites")

    def __init__(self, table: RadialTable, sites: tuple[int, ...], direction: A) -> None:
        self._table = table
        self._opposites: list[Radial] | None = None
        self.sites = sites
        self.direction = direction

    @property
    def opposites(self) -> list[Radial]:
        """The radial that continues the line straight behind the start: a list of at most one."""
        if self._opposites is None:
            self._opposites = self._table.opposites(self)
        return self._opposites

    def starts(self, other: Radial) -> bool:
        """Whether this radial is a prefix of the other one."""
        return other.sites[: len(self.sites)] == self.sites

    def __repr__(self) -> str:
        return f"Radial({self.direction.name}: {'-'.join(map(str, self.sites))})"


class RadialTable:
    """The radials of one kind of element. `steps` are the steps of each element."""

    def __init__(self, skeleton: Skeleton, kind: int, steps: Sequence[Sequence[Step]]) -> None:
        self._points = skeleton.points[kind]
        self._kind = kind
        self._steps = [[step for step in around if step.kind == kind] for around in steps]
        self._found: dict[tuple[int, A], list[Radial]] = {}
        self._length = 0  # of all radials made so far
        self._next: dict[A, dict[tuple[int, int], int]] = {}

    @cached_property
    def _specific(self) -> list[tuple[A, ...]]:
        """The specific directions in which each element has steps, in the language's order."""
        specific = [d for d in _BY_ORDINAL if is_specific(d)]
        return [tuple([d for d in specific if mask >> ORDINAL[d] & 1]) for mask in self._listed]

    @cached_property
    def _listed(self) -> list[int]:
        """The set of all directions in which each element has steps."""
        return [reduce(or_, [step.listed for step in around], 0) for around in self._steps]

    def radials(self, site: int, direction: A) -> list[Radial]:
        """The radials from a site in a direction, specific or collective, clockwise from north."""
        if direction is A.Rotational:
            return sorted(self._made(site, direction), key=self._score)
        return self._made(site, direction)

    def distinct(self, site: int, direction: A) -> list[Radial]:
        """As `radials`, without those that are opposite to an earlier one."""
        found: list[Radial] = []
        behind: list[tuple[int, ...]] = []
        for radial in self._made(site, direction):
            if radial.sites not in behind:
                found.append(radial)
                behind += [o.sites for o in radial.opposites]
        return sorted(found, key=self._score) if direction is A.Rotational else found

    def opposites(self, radial: Radial) -> list[Radial]:
        """The first radial from the same site that goes the opposite way, as a list of at most one.

        For a specific direction all specific directions are searched, for a collective one only the same direction.
        """
        site, direction = radial.sites[0], radial.direction
        curved = direction in _CURVED
        for other in self._specific[site] if is_specific(direction) else (direction,):
            pair = curved and (direction, other) in _PAIRS
            for candidate in self._straight(site, other):
                if candidate is not radial and (pair or self._is_opposite(radial, candidate)):
                    return [candidate]
        return []

    # ------------------------------------------------------------------ making

    def _made(self, site: int, direction: A) -> list[Radial]:
        """The radials in the order of their creation, which differs from clockwise only for Rotational."""
        if direction is not A.Rotational:
            return self._straight(site, direction)
        found = list(self._straight(site, direction))
        for part in _AROUND:
            found += self._straight(site, part)
        for i in range(len(found) - 1, -1, -1):  # without those that are a prefix of another one
            if any(j != i and found[i].starts(other) for j, other in enumerate(found)):
                del found[i]
        return found

    def _straight(self, site: int, direction: A) -> list[Radial]:
        """The radials that begin with a step in the direction and keep it."""
        known = self._found.get((site, direction))
        if known is not None:
            return known
        mask = bit(direction)
        if not self._listed[site] & mask:
            return []
        found: list[Radial] = []
        follow = self._next.setdefault(direction, {})
        for step in self._steps[site]:
            if not step.listed & mask:
                continue
            path = [site, step.to]
            passed = {site, step.to}
            while True:
                key = path[-2], path[-1]
                following = follow.get(key)
                if following is None:
                    following = follow[key] = self._following(*key, direction)
                if following < 0 or following in passed:
                    break
                path.append(following)
                passed.add(following)
            self._length += len(path)
            if self._length > MAX_RADIALS:
                raise LudLimitError(f"the lines of the board have more than {MAX_RADIALS:,} sites together")
            found.append(Radial(self, tuple(path), direction))
        self._found[site, direction] = found
        return found

    def _following(self, before: int, here: int, direction: A) -> int:
        """The next site of a radial that came from `before` to `here`; -1 if it ends."""
        mask = bit(direction)
        candidates = [step.to for step in self._steps[here] if step.listed & mask]
        if direction in _CURVED:
            return candidates[0] if candidates else -1
        if not candidates:
            return -1
        points = self._points
        ax, ay, _ = points[before]
        bx, by, _ = points[here]
        vx, vy = bx - ax, by - ay
        best, found = _MAX_BEND, -1
        for to in candidates:
            cx, cy, _ = points[to]
            ux, uy = cx - bx, cy - by
            ahead = ux * vx + uy * vy
            if ahead <= 0.0:
                continue
            bend = abs((ux * -vy + uy * vx) / ahead)
            if bend < best:
                best, found = bend, to
                if bend == 0.0:
                    break
        return found

    def _score(self, radial: Radial) -> float:
        return next(step.score for step in self._steps[radial.sites[0]] if step.to == radial.sites[1])

    def _is_opposite(self, radial: Radial, other: Radial) -> bool:
        """Whether two radials from one site form a nearly straight line through it."""
        points = self._points
        ax, ay, _ = points[radial.sites[1]]
        bx, by, _ = points[radial.sites[0]]
        cx, cy, _ = points[other.sites[1]]
        vx, vy, ux, uy = bx - ax, by - ay, cx - bx, cy - by
        ahead = ux * vx + uy * vy
        return ahead > 0.0 and abs((ux * -vy + uy * vx) / ahead) < _MAX_OPPOSITE_BEND
