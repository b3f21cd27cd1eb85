"""Finds the sites for which an iteration of a loop over a row has an effect, by following its first steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from ..program import expressions as ir
from ..program import ops
from ..program.arithmetic import INT_MIN
from ..program.effects import EffectsOf
from ..program.ops import Expr, Op, Type, Var
from ..program.walk import nodes
from .intervals import bounds, wrapped
from .one_iteration import OneIteration, forget_written
from .resolver import Knowledge, anything
from .site_sets import ALL, NONE, Sites, SiteSets


class FirstIteration(OneIteration):
    """Follows an iteration with its site, and the first site of its radial, as unknowns.

    A second iteration of an inner loop counts as an effect, and so does leaving the loop itself.
    """

    def __init__(
        self, effects: EffectsOf, own: set[Var], loop: ops.ForRow, radials: str, once: Mapping[Var, Expr]
    ) -> None:
        """own: as of `own_locals`. radials: the table of which the loop runs over row numbers, "" for none. once: as of
        `assigned_once`."""
        super().__init__(effects, own)
        self.loop, self.once = loop, once
        self.site, self.first_site = Var("site", Type.INT), Var("first_site", Type.INT)
        self.radials = radials
        self.origins: Set[str] = frozenset()  # the slots that hold the number of the loop's row
        self.elsewhere = False  # whether no site that is asked about is the number of the row that it stands in

    def local(self, x: Expr) -> Expr:
        """What is known of the numbers that a local can hold."""
        found = bounds(self.once[x.var])[0] if x.arg in self.once and x.type is Type.INT else INT_MIN
        return anything(x.type) if found == INT_MIN else ir.max_(anything(), found)

    def read(self, x: Expr, src: tuple[Expr, ...]) -> Expr | None:
        """The first site of the loop's radial; whether a run goes beyond it; whether a site that is asked about is the
        row's number."""
        if x.op in (Op.EQ, Op.NE) and self.elsewhere:
            for a, b in (src, src[::-1]):
                if a.op is Op.VAR and a.arg is self.sets.key and b.op is Op.CTX and b.arg in self.origins:
                    return ir.TRUE if x.op is Op.NE else ir.FALSE
            return None
        if x.op not in (Op.ROW_AT, Op.ROW_RUN) or x.arg != self.radials or src[0].arg is not self.site:
            return None
        if not src[1].is_const:
            return None
        if x.op is Op.ROW_RUN:
            within = ir.set_has(src[2], ir.value_of(self.first_site))
            return ir.select(within, anything(), ir.const(1)) if src[1].const == 1 else None
        return Expr(Op.VAR, Type.INT, (), self.first_site) if src[1].const == 1 else anything()

    def needed(self, sets: SiteSets) -> Sites:
        """The sites (of the key that `sets` is about) for which an iteration may have an effect."""
        self.sets, self.effect = sets, NONE
        self.asked.clear()
        known = Knowledge({self.loop.var: Expr(Op.VAR, Type.INT, (), self.site)})
        self.block(self.loop.body, ALL, known, inner=False)
        return self.effect

    def leaves_nothing(self, body: Iterable[ops.Stmt]) -> bool:
        """Whether none of these statements of the body assigns a local that is live after the loop, passes on a list,
        or returns."""
        for s in body:
            if isinstance(s, ops.Return) or (isinstance(s, ops.Assign) and s.var not in self.own):
                return False
            for x in nodes([s]):
                if x.op in (Op.CALL, Op.RUN) and any(a.type is Type.LIST for a in x.src):
                    return False
        return True

    def statement(self, s: ops.Stmt, reach: Sites, known: Knowledge, inner: bool) -> Sites:
        """Follows one statement; of an inner loop, its first iteration."""
        if isinstance(s, ops.ForNumbers):
            return self._range(s, reach, known)
        return super().statement(s, reach, known, inner)

    def _range(self, s: ops.ForNumbers, reach: Sites, known: Knowledge) -> Sites:
        if not (self.quiet(s.lo) and self.quiet(s.hi)):
            self.affects(reach)
        within = known.copy()
        within.locals[s.var] = self.resolve(s.lo, known)
        asked = len(self.asked)
        through = self.block(s.body, reach, within, inner=True)
        if not _at_most_once(s):
            self.affects(through)
            del self.asked[asked:]  # later iterations ask them again
        forget_written(self.sets.program, s.body, known)
        return reach


def _at_most_once(s: ops.ForNumbers) -> bool:
    """Whether a loop certainly has no second iteration."""
    return not s.down and s.lo.is_const and wrapped(bounds(s.hi))[1] <= s.lo.const + 1
