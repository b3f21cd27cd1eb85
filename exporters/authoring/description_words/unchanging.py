"""The sites of regions that are the same in every position."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.equipment import Equipment
from ludparse.ludemes.enums import AbsoluteDirection, CompassDirection

from .shape import EVERY
from .tree.arguments import raw

__all__ = ["Constant"]

_COMPARED: dict[type, Callable[[int, int], bool]] = {
    L.Lt: operator.lt, L.Le: operator.le, L.Gt: operator.gt, L.Ge: operator.ge, L.Equals: operator.eq,
    L.NotEqual: operator.ne,
}  # fmt: skip


class Constant:
    """The sites of regions that are the same in every position, as far as they are made of rows, sides and lists."""

    def __init__(self, equipment: Equipment) -> None:
        self.board, self.site, self.tracks = equipment.board, equipment.default_site, equipment.tracks
        self.sets = self.board.sets(self.site)
        self.size = self.board.size(self.site)

    def of(self, region: Any) -> Sequence[int] | None:
        """The sites in order, None for a region that may change."""
        found = self._set(raw(region))
        return None if found is None else sorted(found)

    def _set(self, node: Any) -> set[int] | None:
        if isinstance(node, L.SitesSimple) and node.kind.name == "Board" and node.element_type in (None, self.site):
            return set(range(self.size))
        if isinstance(node, L.SitesSimple) and node.element_type is None:
            sets = {"Top": self.sets.top, "Bottom": self.sets.bottom, "Left": self.sets.left, "Right": self.sets.right,
                    "Corners": self.sets.corners, "Centre": self.sets.centre, "Outer": self.sets.outer,
                    "Inner": self.sets.inner, "Perimeter": self.sets.perimeter}  # fmt: skip
            return set(sets[node.kind.name]) if node.kind.name in sets else None
        if isinstance(node, L.SitesSide) and node.element_type is None and node.direction is not None:
            return set(self.sets.sides.get(node.direction, ())) or None
        if isinstance(node, L.SitesIndex) and node.element_type is None and node.index is not None:
            index = self._number(node.index, -1)
            lines = {"Row": self.sets.rows, "Column": self.sets.columns, "Phase": self.sets.phases}
            listed = lines.get(node.kind.name, ())
            return set(listed[index]) if index is not None and 0 <= index < len(listed) else None
        if isinstance(node, L.SitesCoords) and node.element_type is None:
            named = {element.label: element.index for element in self.board.elements(self.site)}
            return {named[name] for name in node.coords} if all(name in named for name in node.coords) else None
        if isinstance(node, L.CentrePoint):
            return set(self.sets.centre[:1])
        if isinstance(node, L.SitesDirection) and isinstance(node.directions, AbsoluteDirection | CompassDirection):
            return self._ahead(node)
        if isinstance(node, L.SitesTrack) and node.name and (node.role, node.pid, node.from_, node.to) == (None,) * 4:
            track = next((track for track in self.tracks if track.name == node.name), None)
            return None if track is None else {site for site in track.sites if 0 <= site < self.size}
        if isinstance(node, L.Expand):
            return self._grown(node)
        if isinstance(node, L.RegionDifference) and node.subtraction is not None:
            first, second = self._set(node.source), self._set(node.subtraction)
            return None if first is None or second is None else first - second
        if isinstance(node, L.RegionForEachSite):
            found = self._set(node.region)
            fits = None if found is None else {site: self._holds(node.if_, site) for site in found}
            known = fits is not None and all(holds is not None for holds in fits.values())
            return {site for site, holds in fits.items() if holds} if fits is not None and known else None
        if isinstance(node, L.RegionUnion | L.RegionIntersection):
            parts = [self._set(part) for part in node.regions or (node.region1, node.region2)]
            if any(part is None for part in parts):
                return None
            union = isinstance(node, L.RegionUnion)
            return set.union(*parts) if union else set.intersection(*parts)  # type: ignore[arg-type]
        return None

    def _holds(self, asked: Any, site: int) -> bool | None:
        """Whether a condition on the numbers of sites holds for (site); None where that depends on more."""
        if isinstance(asked, bool):
            return asked
        if isinstance(asked, L.Not):
            inner = self._holds(asked.a, site)
            return None if inner is None else not inner
        if isinstance(asked, L.BoolAnd | L.BoolOr):
            parts = [self._holds(part, site) for part in asked.list or (asked.a, asked.b)]
            if any(part is None for part in parts):
                return None
            return all(parts) if isinstance(asked, L.BoolAnd) else any(parts)
        if isinstance(asked, L.IsIn) and isinstance(asked.site, L.IteratorSite) and asked.region is not None:
            region = self._set(asked.region)
            return None if region is None else site in region
        if isinstance(asked, L.IsInteger) and asked.kind in (L.IsIntegerType.Even, L.IsIntegerType.Odd):
            number = self._number(asked.value, site)
            return None if number is None else number % 2 == (asked.kind is L.IsIntegerType.Odd)
        compare = _COMPARED.get(asked.__class__)
        if compare is None or getattr(asked, "region_a", None) is not None:
            return None
        a, b = self._number(asked.value_a, site), self._number(asked.value_b, site)
        return None if a is None or b is None else compare(a, b)

    def _number(self, value: Any, site: int) -> int | None:
        """A number of a site, row or column, or one that is written."""
        if type(value) is int:
            return value
        if isinstance(value, L.IteratorSite):
            return site
        if isinstance(value, L.CountSimple) and value.kind in (L.CountSimpleType.Rows, L.CountSimpleType.Columns) and (
                value.type in (None, self.site)):  # fmt: skip
            return len(self.sets.rows if value.kind is L.CountSimpleType.Rows else self.sets.columns)
        if isinstance(value, L.IntAdd | L.IntSub | L.IntMul | L.IntDiv) and getattr(value, "list", None) is None:
            return self._computed(value, site)
        if isinstance(value, L.CentrePoint):
            return next(iter(self.sets.centre), None)
        if isinstance(value, L.Row | L.Column):
            of = self._number(value.of, site)
            element = None if of is None or not 0 <= of < self.size else self.board.elements(self.site)[of]
            return None if element is None else element.row if isinstance(value, L.Row) else element.col
        return None

    def _computed(self, value: Any, site: int) -> int | None:
        """A sum, a difference, a product or the whole part of a quotient."""
        both = (value.value_a, value.value_b) if isinstance(value, L.IntSub) else (value.a, value.b)
        a, b = (None if one is None else self._number(one, site) for one in both)
        if a is None or b is None or (isinstance(value, L.IntDiv) and (a < 0 or b <= 0)):
            return None
        by: dict[Any, Callable[[int, int], int]] = {
            L.IntAdd: operator.add, L.IntSub: operator.sub, L.IntMul: operator.mul, L.IntDiv: operator.floordiv}
        return by[type(raw(value))](a, b)

    def _ahead(self, node: Any) -> set[int] | None:
        """The sites in a direction of the compass from others on, up to the edge of the board."""
        found = self._set(node.from_)
        more = (node.included, node.stop, node.stop_included, node.distance, node.type)
        way = AbsoluteDirection[node.directions.name]
        if found is None or any(one is not None for one in more) or way not in EVERY:
            return None
        ahead: set[int] = set()
        while found:
            found = {s for i in found for kind, s in self.board.steps(self.site, i, way) if kind is self.site} - ahead
            ahead |= found
        return ahead

    def _grown(self, node: Any) -> set[int] | None:
        """A region and what is next to it, step by step."""
        found = self._set(node.region if node.region is not None else node.origin)
        if found is None or node.type is not None or node.container_id_fn is not None:
            return None
        way = AbsoluteDirection.Adjacent if node.dirn is None else node.dirn
        steps = 1 if node.steps is None else self._number(node.steps, -1)
        if steps is None:
            return None
        for _ in range(min(steps, self.size)):
            found = found | {
                s for i in found for kind, s in self.board.steps(self.site, i, way)
                if kind is self.site
            }  # fmt: skip
        return found
