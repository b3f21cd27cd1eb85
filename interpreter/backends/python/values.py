"""Functions that rendered modules import: bounds-checked reads and writes, arithmetic, sets as integers, lists."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from ludparse.problems.errors import LudLimitError, LudRuleError

from ...program.arithmetic import (
    float32,
    float_div,
    float_max,
    float_min,
    float_pow,
    modulo,
    power,
    quotient,
    to_int,
    wrap,
)
from ...program.limits import does_not_fit

__all__ = [
    "at",
    "div",
    "find",
    "fit",
    "float32",
    "float_div",
    "float_max",
    "float_min",
    "float_pow",
    "flood_meets",
    "list_at",
    "members",
    "mod",
    "power",
    "put",
    "ray_ends",
    "row_run",
    "row_set",
    "set_flood",
    "set_has",
    "set_max",
    "set_min",
    "set_nth",
    "set_one",
    "set_range",
    "set_shift",
    "set_union",
    "set_where",
    "sight",
    "some_within",
    "to_int",
    "wrap",
]


def at(values: Any, i: int, default: Any) -> Any:
    """values[i], or the default if i is out of bounds."""
    return values[i] if 0 <= i < len(values) else default


def put(values: list[int], i: int, v: int) -> None:
    """values[i] = v. Raises LudRuleError if i is out of bounds."""
    if not 0 <= i < len(values):
        raise LudRuleError("a site that does not exist was changed")
    values[i] = v


def fit(field: str, bits: int, v: int) -> int:
    """The value, checked to fit into a field of this many bits. Raises LudLimitError if it does not fit."""
    if not -(1 << bits - 1) <= v < 1 << bits - 1:
        raise LudLimitError(does_not_fit(field, bits, v))
    return v


def div(a: int, b: int) -> int:
    """Quotient, rounded towards zero. Raises LudRuleError for b = 0."""
    if a >= 0 and b > 0:
        return a // b
    if b == 0:
        raise LudRuleError("division by zero in the rules")
    return quotient(a, b)


def mod(a: int, b: int) -> int:
    """Remainder with the sign of a. Raises LudRuleError for b = 0."""
    if a >= 0 and b > 0:
        return a % b
    if b == 0:
        raise LudRuleError("division by zero in the rules")
    return modulo(a, b)


def row_run(rows: Any, row: int, start: int, s: int) -> int:
    """The first position of a row, from `start` on, whose value is not in a set; its length if there is none."""
    values, start = at(rows, row, ()), max(start, 0)
    while start < len(values) and s >> values[start] & 1:
        start += 1
    return start


def sight(rays: Any, row: int, through: int) -> int:
    """The sites of each ray of a row, up to and including the first that is not in a set."""
    seen = 0
    for ray in at(rays, row, ()):
        for site in ray:
            seen |= 1 << site
            if not through >> site & 1:
                break
    return seen


def ray_ends(rays: Any, row: int, through: int) -> int:
    """The last site of each ray of a row before the first that is not in a set."""
    out = 0
    for ray in at(rays, row, ()):
        last = -1
        for site in ray:
            if not through >> site & 1:
                break
            last = site
        if last >= 0:
            out |= 1 << last
    return out


def set_union(sets: Any, places: int) -> int:
    """The union of the sets of a table at the members of another set."""
    out = 0
    for i, one in enumerate(sets):
        if places >> i & 1:
            out |= one
    return out


def set_flood(sets: Any, start: int, within: int) -> int:
    """A set with all members of another set that are reached from it; the table says what lies beside each site."""
    todo, left = start, within & ~start
    while todo:
        site = (todo & -todo).bit_length() - 1
        todo &= todo - 1
        if site < len(sets):
            fresh = sets[site] & left
            todo |= fresh
            left ^= fresh
    return start | (within & ~left)


def flood_meets(sets: Any, start: int, within: int, target: int) -> bool:
    """Whether a member of the third set lies beside a member of `set_flood` and is not in it."""
    flood = set_flood(sets, start, within)
    return bool(set_union(sets, flood) & target & ~flood)


def row_set(rows: Any, row: int, lo: int, hi: int) -> int:
    """The set of a row's values at positions lo … hi - 1."""
    found = 0
    for value in at(rows, row, ())[max(lo, 0) : max(hi, 0)]:
        found |= 1 << value
    return found


def some_within(groups: Any, row: int, s: int) -> bool:
    """Whether one of the sets of a row lies within a set."""
    return any(not group & ~s for group in at(groups, row, ()))


def set_one(i: int, width: int) -> int:
    """The set of one site; empty when the site is not within the width."""
    return 1 << i if 0 <= i < width else 0


def set_range(lo: int, hi: int, width: int) -> int:
    """The set lo … hi - 1, restricted to the width."""
    hi = min(hi, width)
    return ((1 << hi) - 1) & ~((1 << max(lo, 0)) - 1) if hi > lo and hi > 0 else 0


def find(values: list[int], lo: int, hi: int, v: int) -> int:
    """The first index from lo (0 if negative) to hi - 1 at which a field has this value; hi where there is none."""
    try:
        return values.index(v, max(lo, 0), max(hi, 0))
    except ValueError:
        return hi


def set_where(values: list[int], v: int, width: int) -> int:
    """The set of indices below the width at which a field has this value."""
    if v not in values:
        return 0
    try:
        found = bytes(values[:width]).translate(_where_equal(v))
    except ValueError:  # a value that is no byte
        return sum(1 << i for i, x in enumerate(values[:width]) if x == v)
    return int(b"0" + found[::-1], 2)


@cache
def _where_equal(v: int) -> bytes:
    """The table that makes the digit 1 of bytes equal to a value, and 0 of others."""
    return bytes(b"01"[byte == v] for byte in range(256))


def set_has(s: int, i: int) -> bool:
    """Whether site i is in the set."""
    return i >= 0 and bool(s >> i & 1)


def set_min(s: int) -> int:
    """Lowest member or -1."""
    return (s & -s).bit_length() - 1


def set_max(s: int) -> int:
    """Highest member or -1."""
    return s.bit_length() - 1


def set_shift(s: int, by: int, width: int) -> int:
    """The set with a number added to each member, restricted to the width."""
    if abs(by) >= width:
        return 0
    return s << by & (1 << width) - 1 if by >= 0 else s >> -by


def set_nth(s: int, k: int) -> int:
    """The k-th lowest member, -1 past the end."""
    for site in members(s):
        if k == 0:
            return site
        k -= 1
    return -1


def members(s: int) -> Iterator[int]:
    """Members of a set, ascending."""
    while s:
        low = s & -s
        yield low.bit_length() - 1
        s ^= low


def list_at(values: list[int], i: int) -> int:
    """Item of a list. Raises LudRuleError past its end."""
    if not 0 <= i < len(values):
        raise LudRuleError("an item past the end of a list was asked for")
    return values[i]
