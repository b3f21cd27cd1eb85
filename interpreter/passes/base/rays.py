"""Rows of sites, and rows of radials, by the difference between the numbers of neighbouring sites.

On a regular board most steps in one direction add the same number to a site's number. The sites that are reached by
all steps of one difference are then the sites where they begin, shifted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from ...program import expressions as ir
from ...program.ops import Expr, Op, Table, Type, Var
from ...program.program import Program
from ...program.substitution import put_in

MOST_GROUPS = 16
LARGEST = 1 << 18  # bytes of a table of rays


@dataclass(frozen=True)
class Rays:
    """The rays that begin at the sites of a board: steps (of two sites) or radials, grouped by their difference.

    Rays are told apart by a block as well: what the row of a table depends on beside the site (a piece's facing, say).
    steps: a ragged table with the differences of the groups of each block. origins: a table of sets with the sites
    whose ray of a group has a position; position 0 is the site itself. `place` says which set is which. groups: of a
    block, at most. longest: the last position of the longest ray. row: the number of rays of a site, at most. usual:
    the number of groups of a block that has any, on average. size: one more than the greatest site.
    """

    steps: str
    origins: str
    groups: int
    longest: int
    row: int
    usual: float
    size: int

    def place(self, block: Expr, group: Expr) -> Expr:
        """The number of the set for position 0 of a group; those of the other positions follow, and an empty one."""
        return (block * self.groups + group) * (self.longest + 2)

    def with_position(self, place: Expr, position: Expr) -> Expr:
        """The sites whose ray has a position."""
        return Expr(Op.SET_TABLE, Type.SET, (place + position,), self.origins)

    def regular(self, program: Program, place: Expr, step: Expr) -> bool:
        """Whether the rays of a group go on from a site as the ray of that site does. place, step: of the group."""
        if not place.is_const or not step.is_const or step.const == 0:
            return False
        sites = [set(row) for row in program.tables[self.origins].lists[place.const : place.const + self.longest + 2]]
        return bool(sites[1]) and all(
            sites[k + 1] == {site for site in sites[k] if site + k * step.const in sites[1]}
            for k in range(1, self.longest + 1)
        )


class RayTables:
    """Makes the tables of rays of a program, each once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._known: dict[str, Rays | None] = {}

    def rays(self, rows: str) -> Rays | None:
        """The rays of a table of sites, or of numbers of radials. None if the differences vary along a ray, or are too
        many."""
        if rows not in self._known:
            self._known[rows] = self._made(rows)
        return self._known[rows]

    def _made(self, rows: str) -> Rays | None:
        lists, radials = self.program.tables[rows].lists, self.program.tables[rows].rows_of
        sites = self.program.tables[rows].block or max(len(lists), 1)
        if sites > self.program.set_width:
            return None
        blocks: list[dict[tuple[int, int], list[list[int]]]] = []
        for first in range(0, len(lists), sites):
            found: dict[tuple[int, int], list[list[int]]] = {}
            for site, row in enumerate(lists[first : first + sites]):
                seen = Counter[int]()
                for value in row:
                    ray = _ray(self.program, radials, site, value)
                    if ray is None:
                        return None
                    step = ray[1] - ray[0] if len(ray) > 1 else 0
                    if any(b - a != step for a, b in pairwise(ray)):
                        return None
                    group = found.setdefault((step, seen[step]), [])
                    seen[step] += 1
                    for position in range(len(ray)):
                        if len(group) == position:
                            group.append([])
                        group[position].append(site)
            blocks.append(found)
        return self._rays(rows, radials, blocks)

    def _rays(self, rows: str, radials: str, blocks: list[dict[tuple[int, int], list[list[int]]]]) -> Rays | None:
        groups = max(map(len, blocks), default=0)
        if not 0 < groups <= MOST_GROUPS:
            return None
        longest = max(len(group) for found in blocks for group in found.values()) - 1
        members: list[list[int]] = []
        for found in blocks:
            for k in range(groups):
                group = list(found.values())[k] if k < len(found) else []
                members += [*group, *([[]] * (longest + 2 - len(group)))]
        name = "_".join(part for part in (rows, radials, "rays") if part)
        tables = self.program.tables
        tables[f"{name}_steps"] = Table(f"{name}_steps", "ragged", [[step for step, _ in found] for found in blocks])
        tables[f"{name}_origins"] = Table(f"{name}_origins", "sets", members)
        counts = [len(found) for found in blocks if found]
        row = tables[rows].longest
        size = 1 + max(s + step * k for f in blocks for (step, _), g in f.items() for k, at in enumerate(g) for s in at)
        return Rays(f"{name}_steps", f"{name}_origins", groups, longest, row, sum(counts) / len(counts), size)


class RayRows:
    """Makes the tables of the rays that loops over rows of radials look at, each once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._known: dict[tuple[str, int, int], str] = {}

    def table(self, rows: str, first: int, end: int) -> str:
        """The table of positions first … end - 1 of the radials in each row. "" if rays do not rise or fall, or meet,
        or if it would be large."""
        key = (rows, first, end)
        if key not in self._known:
            self._known[key] = self._made(*key)
        return self._known[key]

    def _made(self, rows: str, first: int, end: int) -> str:
        lists = self.program.tables[self.program.tables[rows].rows_of].lists
        found: list[list[int]] = []
        for row in self.program.tables[rows].lists:
            rays = [list(lists[x][first:end]) for x in row]
            sites = [site for ray in rays for site in ray]
            if len(set(sites)) < len(sites) or any(ray not in (sorted(ray), sorted(ray)[::-1]) for ray in rays):
                return ""
            found.append([value for ray in rays for value in (*ray, -1)])
        most = max((row.count(-1) for row in found), default=0)
        if len(found) * most * ((self.program.set_width + 63) // 64) * 8 > LARGEST:
            return ""
        number, tables = 1, self.program.tables
        while (name := f"{rows}_rays_{number}") in tables and [list(row) for row in tables[name].lists] != found:
            number += 1
        tables.setdefault(name, Table(name, "rays", found))
        return name


def _ray(program: Program, radials: str, site: int, value: int) -> list[int] | None:
    """The sites of the ray that a value in the row of a site stands for; None if it does not begin there."""
    if not radials:
        return [site, value] if 0 <= value < program.set_width else None
    ray = list(program.tables[radials].lists[value])
    fits = ray and ray[0] == site and all(0 <= s < program.set_width for s in ray)
    return ray if fits else None


def block_of(table: Table, row: Expr, site: Var) -> Expr | None:
    """The block in which a row number is that of a site; None if it is not, or if the block is not known."""
    first = put_in(row, {site: ir.const(0)})
    if row not in (ir.add(first, ir.value_of(site)), ir.add(ir.value_of(site), first)):
        return None
    if first.is_const and (first.const == 0 or (table.block and first.const % table.block == 0)):
        return ir.const(first.const // (table.block or 1))
    factors = first.src if first.op is Op.MUL else ()
    others = [x for x in factors if not (x.is_const and x.const == table.block)]
    return others[0] if len(factors) - len(others) == 1 else None
