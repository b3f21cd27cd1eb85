"""The variables of a deduction puzzle: the values that each site can still take.

A variable is resolved when one value is left. The field of pieces then holds that value, so that everything that reads
sites finds it. While several values (or none) are left, the site is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludparse.ludemes import SiteType
from ludparse.problems.errors import LudLimitError

from ...equipment.features import LETTER
from ...equipment.maps import MapBuilder
from ...program import expressions as ir
from ...program.ops import Expr, FieldKind

if TYPE_CHECKING:
    from .lowering import Lowering

NARROW = (
    30  # Ludii keeps up to this many possible values as bits of a number, and with more counts from the lowest value
)

MAX_POSSIBLE = 1 << 22
"""Values that all sites of a type together may take."""


@dataclass(frozen=True, slots=True)
class Values:
    """What a type of site can take: the highest value of a move, and how many are possible at first.

    At first the values 0, 1, 2 … below `initial` are possible, whatever the lowest value of a move is. There is room
    for `width` values.
    """

    high: int
    initial: int

    @property
    def width(self) -> int:
        return max(self.high + 1, self.initial)


class Variables:
    """Access to the variables of each type of site. All reads are safe for any index."""

    def __init__(self, lo: Lowering) -> None:
        self.lo = lo
        ranges = {t: self._range(t) for t in SiteType}
        self.wide = any(high - low > NARROW or high > NARROW for low, high in ranges.values())
        self.values = {
            t: Values(high, high - low + 1 if self.wide else high + 1) for t, (low, high) in ranges.items()
        }
        self.types = [t for t in lo.sites.types if self.values[t].initial > 1]
        for t in self.types:
            values, size = self.values[t], lo.sites.on_board[t]
            if size * values.width > MAX_POSSIBLE:
                problem = f"{size} sites with {values.width} values each; at most {MAX_POSSIBLE} together are possible"
                raise LudLimitError(problem, lo.eq.containers[0].node.span if lo.eq.containers[0].node else None)
            bits = 16 if values.initial < 1 << 15 else 32
            lo.field(f"left_{LETTER[t]}", FieldKind.ARRAY, size=size, bits=bits, init=values.initial)
            lo.field(f"can_{LETTER[t]}", FieldKind.ARRAY, size=size * values.width, bits=8, init=1)
        self.highest = max(v.high for v in self.values.values())
        lo.program.caps["variables"] = max(lo.sites.on_board[lo.eq.default_site], 8)
        lo.field("variables", FieldKind.LIST, cap="variables")

    def _range(self, t: SiteType) -> tuple[int, int]:
        """The lowest and the highest value of a move before the game begins, by which Ludii lays out its table."""
        eq = self.lo.eq
        before = MapBuilder(self.lo.board, eq.players, eq.components, eq.containers)
        low, high = (
            before.number(node) if (known := self.lo.static_int(node)) is None else known
            for node in eq.values.get(t, (0, 0))
        )
        return low, high

    def offered(self, t: SiteType) -> tuple[Expr, Expr]:
        """The lowest and the highest value of a move now."""
        low, high = (self.lo.let(self.lo.int(node)) for node in self.lo.eq.values.get(t, (0, 0)))
        if not (low.is_const and high.is_const):
            beyond = (low <= high) & ((low < 0) | (high >= self.values[t].width))
            with self.lo.if_(beyond & (self.lo.length("variables") > 0)):
                self.lo.run("fail", self.lo.string("a puzzle offers values that it had no room for when it began"))
        return low, high

    def lay_out(self) -> None:
        """Removes values that are impossible from the start, before the first move."""
        lo = self.lo
        for t in self.types:
            values = self.values[t]
            if values.initial < values.width:
                with lo.for_range(0, self.lo.sites.on_board[t]) as site:
                    with lo.for_range(values.initial, values.width) as value:
                        lo.put(f"can_{LETTER[t]}", 0, site * values.width + value)

    # ------------------------------------------------------------------ reads

    def resolved(self, t: SiteType, site: ir.IntLike) -> Expr:
        """Whether one value is left. Sites of a type without values have the value 0 from the start.

        Constraints may confuse site types; a number that is no site of the type is open.
        """
        if t in self.types:
            done = ir.eq(self.lo.get(f"left_{LETTER[t]}", site), 1)
        else:
            done = ir.as_bool(self.values[t].initial == 1)
        if t is self.lo.eq.default_site:
            return done
        return self.lo.choose(ir.as_int(site) < self.lo.board.size(t), lambda: done, lambda: ir.FALSE)

    def value(self, t: SiteType, site: ir.IntLike) -> Expr:
        """The value of a resolved variable, else 0."""
        return self.lo.sites.what(t, site)

    def can(self, t: SiteType, site: Expr, value: ir.IntLike) -> Expr:
        """Whether a variable can still take a value."""
        width = self.values[t].width
        return ir.ne(self.lo.get(f"can_{LETTER[t]}", site * width + value), 0)

    # ------------------------------------------------------------------ writes

    def resolve(self, t: SiteType, site: Expr, value: ir.IntLike) -> None:
        """Leaves one value."""
        lo, width = self.lo, self.values[t].width
        with lo.for_range(0, width, "v") as v:
            lo.put(f"can_{LETTER[t]}", 0, site * width + v)
        lo.put(f"can_{LETTER[t]}", 1, site * width + value)
        self._show(t, site, 1, value)

    def toggle(self, t: SiteType, site: Expr, value: Expr) -> None:
        """Strikes out a possible value, or makes it possible again."""
        lo, width, x = self.lo, self.values[t].width, LETTER[t]
        was = lo.let(lo.get(f"can_{x}", site * width + value))
        lo.put(f"can_{x}", 1 - was, site * width + value)
        left = lo.let(lo.get(f"left_{x}", site) + 1 - was * 2)
        values = lo.when(ir.eq(left, 1), lo.for_range(0, width, "v"))
        only = lo.first_in(values, lambda v: self.can(t, site, v), none=0, stem="only")
        self._show(t, site, left, only)

    def _show(self, t: SiteType, site: Expr, left: ir.IntLike, value: ir.IntLike) -> None:
        nobody = self.wide and t is SiteType.Cell  # in Ludii such cells have no owner, others player 1
        who = ir.const(0) if nobody else ir.select(ir.ne(ir.as_int(value), 0), 1, 0)
        self.lo.put(f"left_{LETTER[t]}", left, site)
        self.lo.sites.set(t, site, what=value, who=who)

    @contextmanager
    def tried(self, t: SiteType, site: Expr, value: ir.IntLike) -> Iterator[None]:
        """For the statements inside, a variable has a value as if the move that sets it had just been played."""
        lo, x = self.lo, LETTER[t]
        left, what = lo.let(lo.get(f"left_{x}", site)), lo.let(self.value(t, site))
        self._show(t, site, 1, value)
        with lo.restoring(fields=("last_from", "last_to")):
            lo.put("last_from", site)
            lo.put("last_to", site)
            yield
        self._show(t, site, left, what)
