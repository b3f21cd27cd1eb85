"""Lines in stacks: "do all places of a line hold what this one has on top?" (`StackLines`)

A *place* is a level of a site. Where the places of all stacks fit into a machine word, random games know the set of
places that hold each piece (`value_sets.py`), and the places of a line are such a set too. So several lines are
compared at a time, and no branch depends on what the stacks hold. Where stacks have grown higher than the program's
capacity, they are followed place by place.
"""

from __future__ import annotations

from collections.abc import Iterable

from ....facts.ranges import Ranges
from ....program import expressions as ir
from ....program.ops import Expr
from ....program.program import Function, Program, StackLines
from ..rendering.functions import FunctionRenderer
from .value_sets import ValueSets

__all__ = ["StackLineRenderer", "levelled_fields"]

_WORD = 64
_MOST = 32
"""Lines of a place that are compared without a branch."""
_AT_ONCE = 4
"""Lines that one comparison of the runtime takes."""


def levelled_fields(program: Program, live: Iterable[Function]) -> set[str]:
    """The fields in which lines are looked for that can be compared at once."""
    return {fn.lines.field for fn in live if fn.lines is not None and _fits(program, fn.lines)}


def _fits(program: Program, cover: StackLines) -> bool:
    """Whether the places fit into a word, few lines begin at each, and the tables say where they go."""
    f, rows = program.fields[cover.field], program.tables[cover.lines].lists
    sites, rises = program.tables[cover.sites].lists, program.tables[cover.rises].lists
    if program.set_width > _WORD or f.cap is None or f.init:
        return False
    known = all(0 <= k < len(sites) for row in rows for k in row) and all(0 <= x < f.size for a in sites for x in a)
    if not known or list(map(len, sites)) != list(map(len, rises)) or not 0 < max(map(len, rows), default=0) <= _MOST:
        return False
    found = f.size * program.caps[f.cap]
    return found < _WORD or (found == _WORD and all(_sets(program, cover)))


def _height(program: Program, cover: StackLines) -> int:
    cap = program.fields[cover.field].cap
    assert cap is not None
    return program.caps[cap]


def _sets(program: Program, cover: StackLines) -> list[list[int]]:
    """For each place, the sets of the other places of the lines that begin there."""
    height = _height(program, cover)
    sites, rises = program.tables[cover.sites].lists, program.tables[cover.rises].lists
    out = []
    for row in program.tables[cover.lines].lists:
        for level in range(height):
            lines = [{(x, level + y) for x, y in zip(sites[k], rises[k], strict=True)} for k in row]
            within = [line for line in lines if all(0 <= y < height for _, y in line)]
            out.append([sum(1 << x * height + y for x, y in line) for line in within])
    return out


def _table(program: Program, cover: StackLines, name: str) -> tuple[list[str], int]:
    """The definition of the table of all places, and how many sets of places each has. A line that leaves the stacks is
    left out."""
    sets = _sets(program, cover)
    wide = -(-max(map(len, sets)) // _AT_ONCE) * _AT_ONCE
    return [f"static const uint64_t {name}[] UNUSED = {{{', '.join(_filled_up(row, wide) for row in sets)}}};"], wide


def _filled_up(row: list[int], wide: int) -> str:
    """The text of a row that is filled up with its first set; an empty one with what no set of games includes."""
    found = row or [(1 << 64) - 1]
    return ", ".join(f"{x:#x}ull" for x in found + found[:1] * (wide - len(found)))


class StackLineRenderer(FunctionRenderer):
    """Renders functions, and those that look for such lines as comparisons."""

    ranges: Ranges
    value_sets: ValueSets

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.covers: list[str] = []  # the tables of these lines

    def body(self, fn: Function) -> None:
        if fn.lines is None or not _fits(self.program, fn.lines):
            super().body(fn)
            return
        self.line(f"#if {self.value_sets.has_places(self.program.fields[fn.lines.field])}")
        self._compared(fn.lines, *map(ir.value_of, fn.params))
        self.line("#else")
        super().body(fn)
        self.line("#endif")

    def _compared(self, lines: StackLines, site: Expr, level: Expr, here: Expr) -> None:
        """What begins at no level of a site is an error here, and ordinary code plays the game again."""
        name, height = f"cover_{len(self.covers)}", _height(self.program, lines)
        table, wide = _table(self.program, lines, name)
        self.covers += table
        at, up, what, sites = self.e(site), self.e(level), self.e(here), len(self.program.tables[lines.lines].lists)
        self.line(f"if ((unsigned){at} >= {sites}u || (unsigned){up} >= {height}u || {what} == 0) stop(e, LP_RULE, 0);")
        field = self.program.fields[lines.field]
        self.line(f"const set_t mine_ = {self.value_sets.where(field, what, self.ranges.range_of(here))};")
        self.line(f"return includes_one({name} + ({at} * {height} + {up}) * {wide}, {wide}, &mine_);")
