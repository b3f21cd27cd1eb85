"""Radials: lines of steps that keep their direction.

Pieces slide along them, and lines of pieces are counted on them. A radial starts at a site and continues with the step
in the same direction that bends least, as long as it bends by less than a quarter of a radian. Around the centre of a
round board, towards it and away from it, a radial follows the curve. Radials are computed on demand.

Ludii 1.3.13 measures how much a line bends as seen from above, and continues with the first of equally straight steps.
Ludii 1.3.14 measures it in space, and there is a radial for each of them (`in_space`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce
from math import inf, sqrt, tan
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
    """The radials of one kind of element. `steps`: those of each element. `in_space`: as in Ludii 1.3.14."""

    def __init__(
        self, skeleton: Skeleton, kind: int, steps: Sequence[Sequence[Step]], *, in_space: bool = False
    ) -> None:
        self._in_space = in_space
        self._points = skeleton.points[kind]
        self._kind = kind
        self._steps = [[step for step in around if step.kind == kind] for around in steps]
        self._found: dict[tuple[int, A], list[Radial]] = {}
        self._length = 0  # of all radials made so far
        self._next: dict[A, dict[tuple[int, int], tuple[int, ...]]] = {}
        self._ends: dict[A, dict[tuple[int, int], tuple[tuple[int, ...], int]]] = {}

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
        for step in self._steps[site]:
            if step.listed & mask:
                self._follow([site, step.to], direction, found)
        self._found[site, direction] = found
        return found

    def _follow(self, path: list[int], direction: A, found: list[Radial]) -> None:
        """Adds the radials that begin with a path of two sites to `found`, those of the first branch first.

        Where two sites are followed by others without a branch, and not because these came before, they are followed by
        the same in each radial.
        """
        follow, ends = self._next.setdefault(direction, {}), self._ends.setdefault(direction, {})
        branches = [(path, False)]
        while branches:
            path, is_over = branches.pop()
            passed = set(path)
            following: tuple[int, ...] | None = ()
            walked = 0
            while not is_over:
                key = path[-2], path[-1]
                walked = len(path)
                whole, at = ends.get(key, ((), 0))
                rest = whole[at + 2 :]
                if whole and passed.isdisjoint(rest):
                    path += rest
                    following = ()
                    break
                following = follow.get(key)
                if following is None:
                    following = follow[key] = self._following(*key, direction)
                if len(following) != 1 or following[0] in passed:
                    break
                path.append(following[0])
                passed.add(following[0])
            self._length += len(path)
            if self._length > MAX_RADIALS:
                raise LudLimitError(f"the lines of the board have more than {MAX_RADIALS:,} sites together")
            if following and len(following) > 1:  # a branch that would come back to the path ends before it
                branches += [(path, True) if to in passed else ([*path, to], False) for to in reversed(following)]
            elif not (is_over and any(radial.sites == tuple(path) for radial in found)):
                made = tuple(path)
                found.append(Radial(self, made, direction))
                for at in range(walked - 2, -1, -1) if not following else ():
                    key = made[at], made[at + 1]
                    if len(follow.get(key, ())) > 1:
                        break
                    ends.setdefault(key, (made, at))

    def _following(self, before: int, here: int, direction: A) -> tuple[int, ...]:
        """The next site of a radial that came from `before` to `here`, or several that are equally straight ahead; none
        where it ends."""
        mask = bit(direction)
        candidates = [step.to for step in self._steps[here] if step.listed & mask]
        if direction in _CURVED:
            return tuple(candidates[:1])
        best = _MAX_BEND
        found: list[int] = []
        for to in candidates:
            bend = self._bend(before, here, to)
            if bend < best:
                best, found = bend, [to]
                if bend == 0.0:
                    break
            elif bend == best and self._in_space:
                found.append(to)
        return tuple(found)

    def _bend(self, before: int, here: int, to: int) -> float:
        """The tangent of the angle by which a way of two steps bends; infinite from a right angle on."""
        ax, ay, az = self._points[before]
        bx, by, bz = self._points[here]
        cx, cy, cz = self._points[to]
        vx, vy, vz = bx - ax, by - ay, bz - az
        ux, uy, uz = cx - bx, cy - by, cz - bz
        if not self._in_space:
            ahead = ux * vx + uy * vy
            return inf if ahead <= 0.0 else abs((ux * -vy + uy * vx) / ahead)
        ahead = ux * vx + uy * vy + uz * vz
        if ahead <= 0.0:
            return inf
        x, y, z = vy * uz - vz * uy, vz * ux - vx * uz, vx * uy - vy * ux
        return abs(sqrt(x * x + y * y + z * z) / ahead)

    def _score(self, radial: Radial) -> float:
        return next(step.score for step in self._steps[radial.sites[0]] if step.to == radial.sites[1])

    def _is_opposite(self, radial: Radial, other: Radial) -> bool:
        """Whether two radials from one site form a nearly straight line through it."""
        return self._bend(radial.sites[1], radial.sites[0], other.sites[1]) < _MAX_OPPOSITE_BEND
