"""The numbers of moves as one array of integers, for native code (`backends/c/runtime/vector/numbers.h`)."""

from __future__ import annotations

from array import array

from .numbering import Column, Group
from .space import ActionSpace

__all__ = ["encoded"]

_NO_NUMBER = -1
_GROUPS_FROM = -2
"""A place in `groups` is this number minus the place."""


def encoded(space: ActionSpace) -> tuple[array[int], tuple[int, int, int, int, int]]:
    """The codes; and one more than the sites, where groups, columns and declared components begin, and how many
    components there are."""
    places = space.numbering.places
    width = max(max(begin, end) for begin, end in places) + 2
    ends: dict[int, list[int]] = {}
    for begin, end in places:
        ends.setdefault(begin, []).append(end)
    columns: dict[Column, int] = {}
    groups = array("i")
    rows, cells = array("i"), array("i")
    for begin in range(-1, width - 1):
        of_begin = ends.get(begin, [0])
        low, high = min(of_begin), max(of_begin) if begin in ends else -1
        rows.extend((low, high - low + 1, 3 * width + len(cells)))
        for end in range(low, high + 1):
            found = places.get((begin, end), _NO_NUMBER)
            if isinstance(found, Group):
                found = _GROUPS_FROM - _add_group(groups, found, columns)
            cells.append(found)
    codes = rows + cells
    groups_at = len(codes)
    codes += groups
    columns_at = len(codes)
    for column in columns:
        codes.extend((column.what, column.kind, column.nth, column.param, int(column.declared)))
    declared_at = len(codes)
    codes.extend(space.declared)
    return codes, (width, groups_at, columns_at, declared_at, len(space.declared))


def _add_group(groups: array[int], group: Group, columns: dict[Column, int]) -> int:
    at = len(groups)
    groups.extend((len(group.columns), len(group.numbers), group.other))
    groups.extend(columns.setdefault(column, len(columns)) for column in group.columns)
    for key in sorted(group.numbers):
        groups.extend((*key, group.numbers[key]))
    return at
