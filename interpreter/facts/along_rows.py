"""Loops over the positions of a row of sites, with the site at the position as the unknown."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..program import expressions as ir
from ..program import ops
from ..program.ops import Expr, Op, Type, Var
from ..program.program import Program
from ..program.walk import nodes, statements


@dataclass(slots=True)
class AlongRow:
    """table, row: what the loop reads at its positions. size: one more than the greatest site of the table. key: stands
    for the site at the position."""

    table: str
    row: Expr
    size: int
    _site: Expr
    key: Var = field(default_factory=lambda: Var("site", Type.INT))

    @staticmethod
    def of_loop(program: Program, loop: ops.ForRange | ops.Scan) -> AlongRow | None:
        """What a loop goes along; None if it reads no row at its position, or numbers that are no members of a SET."""
        site = next((x for x in nodes(statements(loop.body)) if x.op is Op.ROW_AT and x.src[1].arg is loop.var), None)
        if site is None:
            return None
        least, greatest = program.tables[site.name].span
        if not 0 <= least <= greatest < program.set_width:
            return None
        return AlongRow(site.name, site.src[0], greatest + 1, site)

    def known(self, x: Expr) -> Expr | None:
        """The key for the site at the position, None for other expressions: what `outcomes` asks for."""
        return ir.value_of(self.key) if x is self._site else None

    def run(self, lo: Expr, within: Expr, hi: Expr) -> Expr:
        """The first position from `lo` on, below `hi`, whose site is not in a set; else `hi` (or `lo` if that is
        greater)."""
        run = Expr(Op.ROW_RUN, Type.INT, (self.row, lo, within), self.table)
        return run if self.whole(hi) else ir.max_(lo, ir.min_(run, hi))

    def whole(self, hi: Expr) -> bool:
        """Whether a limit is the end of the row."""
        same = hi.op is Op.ROW_LEN and hi.arg == self.table and hi.src[0] is self.row
        return same and self.row.op in (Op.VAR, Op.CONST)


def limits(hi: Expr, lo: int) -> list[Expr]:
    """The numbers of which an upper bound is the least, for positions from `lo` on."""
    if hi.op is Op.MAX and hi.src[0].is_const and hi.src[0].const == lo:
        return limits(hi.src[1], lo)
    return [y for x in hi.src for y in limits(x, lo)] if hi.op is Op.MIN else [hi]
