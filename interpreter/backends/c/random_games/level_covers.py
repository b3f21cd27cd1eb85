"""Loops that look for a line in stacks: "do all sites of a line hold what this one has on top?"

    for line in lines[site]:
      full = true
      for i in 0 .. len(sites[line]) - 1:
        at = sites[line][i]
        level = top + rises[line][i]
        if what(at, level) != here:
          full = false
          break
      if full:
        return true

A *place* is a level of a site. Where the places of all stacks fit into a machine word, random games know the set of
places that hold each piece (`value_sets.py`), and the places of a line are such a set too. So several lines are
compared at a time, and no branch depends on what the stacks hold. Where stacks have grown higher than the program's
capacity, the loop stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ....facts.ranges import Ranges
from ....program import expressions as ir
from ....program import ops
from ....program.ops import Expr, Field, FieldKind, Function, Op, Program, Type, Var
from ....program.printer import block, expression
from ....program.walk import nodes, statements
from ..rendering.functions import FunctionRenderer
from .value_sets import ValueSets

__all__ = ["LevelCoverRenderer", "levelled_fields"]

_WORD = 64
_MOST = 32
"""Lines of a place that are compared without a branch."""
_AT_ONCE = 4
"""Lines that one comparison of the runtime takes."""


class _Cover(NamedTuple):
    """Such a loop: the field of what the places hold, the tables of the rows, of the sites and of the rises, the site
    and the level on which all lines begin, what the places have to hold, and what is done then."""

    field: Field
    rows: str
    sites: str
    rises: str
    row: Expr
    level: Expr
    here: Expr
    then: list[ops.Stmt]

    @property
    def cap(self) -> str:
        """The capacity that says how high stacks are."""
        assert self.field.cap is not None
        return self.field.cap


def levelled_fields(program: Program, live: Iterable[Function]) -> set[str]:
    """The fields in which such loops look."""
    found = (_cover_of(program, fn, s) for fn in live for s in statements(fn.body))
    return {cover.field.name for cover in found if cover}


def _cover_of(program: Program, fn: Function, s: ops.Stmt) -> _Cover | None:
    """What a loop compares, if it is one that can be rendered in this way."""
    if program.set_width > _WORD or not isinstance(s, ops.ForRow) or s.sites is not None or len(s.body) != 3:
        return None
    full, along, found = s.body
    if not isinstance(full, ops.Assign) or not isinstance(along, ops.ForRange) or not isinstance(found, ops.If):
        return None
    if len(along.body) != 3 or len(found.then) != 1 or not isinstance(found.then[0], ops.Return):
        return None
    at, level, test = along.body
    if not isinstance(at, ops.Assign) or not isinstance(level, ops.Assign) or not isinstance(test, ops.If):
        return None
    if at.value.op is not Op.ROW_AT or level.value.op is not Op.ADD or level.value.src[1].op is not Op.ROW_AT:
        return None
    what, here = test.cond.src if test.cond.op is Op.NE else (None, None)
    if what is None or here is None or here.op is not Op.VAR or level.value.src[0].op is not Op.VAR:
        return None
    f = _levelled(program, what) if what.op is Op.CALL else None
    cover = f and _Cover(
        f, s.table, at.value.name, level.value.src[1].name, s.row, level.value.src[0], here, found.then
    )
    own = {s.var, full.var, along.var, at.var, level.var}
    if not cover or {here.var, cover.level.var} & own or any(_reads(fn.body, v) != _reads([s], v) for v in own):
        return None
    expected = _loop(s, full.var, along.var, at.var, what, cover)
    return cover if block([s], 0) == block([expected], 0) and _fits(program, cover) else None


def _loop(s: ops.ForRow, full: Var, i: Var, at: Var, what: Expr, cover: _Cover) -> ops.Stmt:
    """The loop as it has to be."""
    line = Expr(Op.VAR, Type.INT, (), s.var)
    position = Expr(Op.VAR, Type.INT, (), i)
    level = what.src[1].var
    rise = Expr(Op.ROW_AT, Type.INT, (line, position), cover.rises)
    walk = [
        ops.Assign(at, Expr(Op.ROW_AT, Type.INT, (line, position), cover.sites)),
        ops.Assign(level, Expr(Op.ADD, Type.INT, (cover.level, rise))),
        ops.If(Expr(Op.NE, Type.BOOL, (what, cover.here)), [ops.Assign(full, ir.FALSE), ops.Break()], []),
    ]
    along = ops.ForRange(i, ir.const(0), Expr(Op.ROW_LEN, Type.INT, (line,), cover.sites), walk)
    done = ops.If(Expr(Op.VAR, Type.BOOL, (), full), cover.then, [])
    return ops.ForRow(s.var, cover.rows, cover.row, [ops.Assign(full, ir.TRUE), along, done])


def _levelled(program: Program, what: Expr) -> Field | None:
    """The field whose value at a site and a level a call gives, if that is all that it does."""
    fn = what.called
    if len(fn.params) != 2 or len(fn.body) != 1 or any(x.op is not Op.VAR for x in what.src):
        return None
    (give,) = fn.body
    if not isinstance(give, ops.Return) or give.value is None or give.value.op is not Op.FIELD:
        return None
    f = program.fields[give.value.name]
    if f.kind is not FieldKind.ARRAY or f.cap is None or f.init:
        return None
    site, level = (Expr(Op.VAR, Type.INT, (), v) for v in fn.params)
    cap = Expr(Op.CAP, Type.INT, (), f.cap)
    bad = ir.or_(ir.lt(level, 0), ir.ge(level, cap), ir.lt(site, 0))
    place = ir.select(bad, -1, site * cap + level)
    return f if expression(give.value.src[0]) == expression(place) else None


def _fits(program: Program, cover: _Cover) -> bool:
    """Whether the places fit into a word, few lines begin at each, and the tables say where they go."""
    f, rows = cover.field, program.tables[cover.rows].lists
    sites, rises = program.tables[cover.sites].lists, program.tables[cover.rises].lists
    known = all(0 <= k < len(sites) for row in rows for k in row) and all(0 <= x < f.size for a in sites for x in a)
    if not known or list(map(len, sites)) != list(map(len, rises)) or not 0 < max(map(len, rows), default=0) <= _MOST:
        return False
    found = f.size * program.caps[cover.cap]
    return found < _WORD or (found == _WORD and all(_sets(program, cover)))


def _sets(program: Program, cover: _Cover) -> list[list[int]]:
    """For each place, the sets of the other places of the lines that begin there."""
    height = program.caps[cover.cap]
    sites, rises = program.tables[cover.sites].lists, program.tables[cover.rises].lists
    out = []
    for row in program.tables[cover.rows].lists:
        for level in range(height):
            lines = [{(x, level + y) for x, y in zip(sites[k], rises[k], strict=True)} for k in row]
            within = [line for line in lines if all(0 <= y < height for _, y in line)]
            out.append([sum(1 << x * height + y for x, y in line) for line in within])
    return out


def _table(program: Program, cover: _Cover, name: str) -> tuple[list[str], int]:
    """The definition of the table of all places, and how many sets of places each has. A line that leaves the stacks is
    left out."""
    sets = _sets(program, cover)
    wide = -(-max(map(len, sets)) // _AT_ONCE) * _AT_ONCE
    return [f"static const uint64_t {name}[] UNUSED = {{{', '.join(_filled_up(row, wide) for row in sets)}}};"], wide


def _filled_up(row: list[int], wide: int) -> str:
    """The text of a row that is filled up with its first set; an empty one with what no set of games includes."""
    found = row or [(1 << 64) - 1]
    return ", ".join(f"{x:#x}ull" for x in found + found[:1] * (wide - len(found)))


def _reads(body: ops.Block, var: Var) -> int:
    """How often a block reads a local."""
    found = nodes(statements(body))
    return sum(y.op is Op.VAR and y.var is var for y in found)


class LevelCoverRenderer(FunctionRenderer):
    """Renders functions, and these loops as comparisons."""

    ranges: Ranges
    value_sets: ValueSets

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.covers: list[str] = []  # the tables of these loops

    def stmt(self, x: ops.Stmt) -> None:
        cover = _cover_of(self.program, self.program.functions[self.where], x)
        if cover is None:
            super().stmt(x)
            return
        self.line(f"#if {self.value_sets.has_places(cover.field)}")
        self._level_cover(cover)
        self.line("#else")
        super().stmt(x)
        self.line("#endif")

    def _level_cover(self, cover: _Cover) -> None:
        """What begins at no level of a site is an error here, and ordinary code plays the game again."""
        name, rows = f"cover_{len(self.covers)}", len(self.program.tables[cover.rows].lists)
        table, wide = _table(self.program, cover, name)
        self.covers += table
        height = self.program.caps[cover.cap]
        here, level = self.e(cover.here), self.e(cover.level)
        self.line(f"{{ const int row_ = {self.e(cover.row)};")
        outside = f"(unsigned)row_ >= {rows}u || (unsigned){level} >= {height}u || {here} == 0"
        self.line(f"if ({outside}) stop(e, LP_RULE, 0);")
        self.line(f"const set_t mine_ = {self.value_sets.where(cover.field, here, self.ranges.of(cover.here))};")
        self.line(f"if (includes_one({name} + (row_ * {height} + {level}) * {wide}, {wide}, &mine_)) {{")
        self.block(cover.then)
        self.line("} }")
