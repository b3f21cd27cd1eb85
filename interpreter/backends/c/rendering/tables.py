"""Constant tables in C: small ones are part of the source, where the compiler knows them; others are passed as data."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from ....program.ops import Table
from ....program.program import Program
from ....program.state_layout import LONGEST_WAY

__all__ = ["FEW", "definitions", "group_shape", "ray_shape", "table_data", "table_names"]

FEW = 4
"""Values that may be read of any row, also where it is shorter (`row_few`): so much room follows the last one."""
LARGEST = 4096
"""Ints of a table that still becomes part of the source. More would cost the compiler noticeable time."""
_WORD = (1 << 64) - 1


def table_data(table: Table, set_width: int) -> array[int]:
    """A table as an array of ints for the runtime."""
    if table.kind == "flat":
        return array("i", [len(table.values), *map(int, table.values)])
    if table.kind in ("sets", "groups"):
        words = (set_width + 63) // 64
        out = array("i", [len(table.rows), 0])
        for members in table.lists if table.kind == "sets" else _filled_up(table):
            bits = 0
            for site in members:
                bits |= 1 << site
            out.frombytes(array("Q", (bits >> 64 * k & _WORD for k in range(words))).tobytes())
        return out
    if table.kind == "rays":
        return _packed_rays(table)
    if table.kind == "ways":
        return _packed_ways(table)
    heads, body = array("i"), array("i")
    n = len(table.rows)
    for row in table.lists:
        heads.append(1 + n + len(body))
        body.append(len(row))
        body.extend(row)
    return array("i", [n]) + heads + body + array("i", [0] * FEW)


def _packed_ways(table: Table) -> array[int]:
    """Two bytes for each site, all first ones of a way before all second ones: the byte of a set that holds the site,
    and its bit there. Behind the last site the byte is one that no set has."""
    out = array("i", [len(table.rows), 0])
    for way in table.lists:
        rest = LONGEST_WAY - len(way)
        out.frombytes(bytes([*(site // 8 for site in way), *[0x80] * rest]))
        out.frombytes(bytes([*(1 << site % 8 for site in way), *[0xFF] * rest]))
    return out


def group_shape(table: Table) -> int:
    """The number of sets for each row of a table of groups, a multiple of 4: so many are compared at a time."""
    return -(-max(map(len, table.parts), default=1) // 4) * 4


def _filled_up(table: Table) -> Iterator[tuple[int, ...]]:
    """The sets of all rows of a table of groups; shorter rows are filled up with their first set."""
    wide = group_shape(table)
    for groups in table.parts:
        yield from groups
        yield from groups[:1] * (wide - len(groups))


def ray_shape(table: Table) -> tuple[int, int, int, int]:
    """How a table of rays is laid out: how many rays make a group, the groups of a row that rise and those that fall,
    and the words of a ray as a SET."""
    divided = [_by_direction(rays) for rays in table.parts]
    up = max((len(rising) for rising, _, _ in divided), default=0)
    down = max((len(falling) for _, falling, _ in divided), default=0)
    up = max(up, max((sum(map(len, parts)) for parts in divided), default=0) - down)
    words = max((site for row in table.lists for site in row), default=0) // 64 + 1
    lanes = 1 if (up + down) * words <= 4 else 2 if max(up, down) <= 2 else 4
    return lanes, -(-up // lanes), -(-down // lanes), words


def _packed_rays(table: Table) -> array[int]:
    """The words of a group's rays stand side by side: the first ones first, or, of rays that fall, the last ones."""
    lanes, up, down, words = ray_shape(table)
    out = array("i", [len(table.rows), 0])
    for rays in table.parts:
        rising, falling, either = _by_direction(rays)
        room = up * lanes - len(rising)
        rising, falling = [*rising, *either[:room]], [*falling, *either[room:]]
        for these, groups, order in ((rising, up, range(words)), (falling, down, range(words - 1, -1, -1))):
            sets = [sum(1 << site for site in ray) for ray in these]
            sets += [0] * (groups * lanes - len(sets))
            for first in range(0, len(sets), lanes):
                for k in order:
                    side_by_side = array("Q", (bits >> 64 * k & _WORD for bits in sets[first : first + lanes]))
                    out.frombytes(side_by_side.tobytes())
    return out


_Rays = list[tuple[int, ...]]


def _by_direction(rays: _Rays) -> tuple[_Rays, _Rays, _Rays]:
    """The rays that rise, those that fall, and those of a single site. Rays without sites are left out."""
    long = [ray for ray in rays if len(ray) > 1]
    rising = [ray for ray in long if ray[0] < ray[1]]
    return rising, [ray for ray in long if ray[0] > ray[1]], [ray for ray in rays if len(ray) == 1]


def table_names(program: Program) -> dict[str, str]:
    """How C code refers to each table."""
    return {
        name: f"table_{i}" if _ints(table, program.set_width) <= LARGEST else f"e->t[{i}]"
        for i, (name, table) in enumerate(program.tables.items())
    }


def definitions(program: Program) -> list[str]:
    """The tables that are part of the source."""
    out = []
    for name, place in table_names(program).items():
        if not place.startswith("e->"):
            values = ", ".join(map(str, table_data(program.tables[name], program.set_width)))
            out.append(f"static const table_t {place}[] UNUSED = {{{values}}};")
    return ['#pragma GCC diagnostic ignored "-Wmissing-braces"', *out] if out else []


def _ints(table: Table, set_width: int) -> int:
    """The number of ints of `table_data`."""
    if table.kind == "flat":
        return 1 + len(table.rows)
    if table.kind in ("sets", "groups"):
        sets = len(table.rows) * (1 if table.kind == "sets" else group_shape(table))
        return 2 + sets * ((set_width + 63) // 64) * 2
    if table.kind == "rays":
        lanes, up, down, words = ray_shape(table)
        return 2 + len(table.rows) * lanes * (up + down) * words * 2
    if table.kind == "ways":
        return 2 + len(table.rows) * LONGEST_WAY // 2
    return 1 + 2 * len(table.rows) + sum(map(len, table.lists)) + FEW
