"""Loops over the positions of a row of sites, with the site at the position as the unknown."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..program import expressions as ir
from ..program import ops
from ..program.ops import Expr, Type, Var
from ..program.program import Program


@dataclass(slots=True)
class AlongRow:
    """loop: goes along a row of sites. size: one more than the greatest site of its table. key: stands for the site at
    the position."""

    loop: ops.AlongRow
    size: int
    key: Var = field(default_factory=lambda: Var("site", Type.INT))

    @staticmethod
    def of_loop(program: Program, loop: ops.AlongRow) -> AlongRow | None:
        """None if the loop goes along numbers that are no members of a SET."""
        least, greatest = program.tables[loop.table].span
        return AlongRow(loop, greatest + 1) if 0 <= least <= greatest < program.set_width else None

    def known(self, x: Expr) -> Expr | None:
        """The key for the site at the position, None for other expressions: what `outcomes` asks for."""
        return ir.value_of(self.key) if x is self.loop.here else None
