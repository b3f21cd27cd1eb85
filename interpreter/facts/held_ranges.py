"""The ranges of fields that hold in all states which a program makes: an invariant that is checked once, when a game
begins, and that code may then rely on."""

from __future__ import annotations

from ..program.ops import OPERATIONS, FieldKind, Resource
from ..program.program import Program
from ..program.walk import all_expressions, reached_from
from .intervals import Range
from .ranges import Ranges

__all__ = ["held_ranges", "sizes_in"]

_SMALL = 16
"""Ranges are not rounded up below this: players, components and directions are numbers of this size."""


def held_ranges(program: Program) -> dict[str, Range]:
    """The ranges of those fields whose values stay within narrow bounds from the start on, in all games. They are
    checked before a game begins in some state; if one does not hold, ordinary code plays.

    Fields that nothing reads have none: the program that made the state may still write them."""
    reached = reached_from(program, [*program.entries.values(), *program.appliers.values()])
    live = [fn for fn in program.functions if fn.index in reached]
    found = Ranges(program, live, sizes_in(program), fields=True)
    read = {x.name for fn in live for x in all_expressions(fn) if OPERATIONS[x.op].reads & Resource.FIELDS}
    held = {}
    for f in (f for f in program.fields.values() if f.name in read):
        lo, hi = found.field(f.name)
        if f.kind is not FieldKind.SET and f.bits <= 32 and (lo > -(1 << f.bits - 1) or hi < (1 << f.bits - 1) - 1):
            held[f.name] = lo, hi
    return held


def sizes_in(program: Program) -> list[int]:
    """The greatest indices of arrays, tables and sets."""
    found = {(program.set_width + 63) // 64 * 64, program.set_width, *range(2, _SMALL + 2)}
    found |= {f.size * program.caps.get(f.cap or "", 1) for f in program.fields.values()}
    found |= {len(table.rows) for table in program.tables.values()}
    return [size - 1 for size in found]
