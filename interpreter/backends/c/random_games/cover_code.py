"""The code of loops that look for a set within another one (`covers.py`, `level_covers.py`)."""

from __future__ import annotations

from ....facts.ranges import Ranges
from ....program import ops
from ....program.ops import Program
from ..rendering.functions import FunctionRenderer
from .covers import Cover, cover_of, cover_table
from .level_covers import LevelCover, level_cover_of, level_cover_table
from .value_sets import ValueSets

__all__ = ["CoverRenderer"]


class CoverRenderer(FunctionRenderer):
    """Renders functions, and these loops as comparisons."""

    ranges: Ranges
    value_sets: ValueSets

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.covers: list[str] = []  # the tables of these loops

    def stmt(self, x: ops.Stmt) -> None:
        fn = self.program.functions[self.where]
        if (cover := cover_of(self.program, fn, x)) is not None:
            self._cover(cover)
        elif (levels := level_cover_of(self.program, fn, x)) is not None:
            self.line(f"#if {self.value_sets.has_places(levels.field)}")
            self._level_cover(levels)
            self.line("#else")
            super().stmt(x)
            self.line("#endif")
        else:
            super().stmt(x)

    def _cover(self, cover: Cover) -> None:
        name = f"cover_{len(self.covers)}"
        table, wide = cover_table(self.program, cover, name)
        self.covers += table
        rows = len(self.program.tables[cover.rows].lists)
        known = self.in_bounds(cover.row, rows)
        self.line(f"{{ const int row_ = {self.e(cover.row)};")
        within = "" if known else f"(unsigned)row_ < {rows}u && "
        self.line(f"if ({within}includes_one({name} + row_ * {wide}, {wide}, {self.address(cover.mine)})) {{")
        self.block(cover.then)
        self.line("} }")

    def _level_cover(self, cover: LevelCover) -> None:
        """What begins at no level of a site is an error here, and ordinary code plays the game again."""
        name, rows = f"cover_{len(self.covers)}", len(self.program.tables[cover.rows].lists)
        table, wide = level_cover_table(self.program, cover, name)
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
