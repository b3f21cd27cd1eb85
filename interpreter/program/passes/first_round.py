"""Under which conditions on its site one round of a loop over a row has an effect."""

from __future__ import annotations

from collections.abc import Iterable

from .. import expressions as ir
from .. import ops
from ..effects import EffectsOf
from ..ops import Block, Expr, Function, Op, Program, Type, Var
from ..site_sets import ALL, NONE, Sites, SiteSets
from ..walk import expressions, statements, subexpressions
from .resolver import Known, Resolver, anything


class FirstRound(Resolver):
    """Follows a round with its site, and the first site of its radial, as unknowns.

    What runs only where a condition holds has its effect there; the second round of a loop within counts as effect, and
    so does leaving the loop itself.
    """

    def __init__(self, program: Program, effects: EffectsOf, fn: Function, loop: ops.ForRow) -> None:
        super().__init__(effects)
        self.program, self.loop = program, loop
        self.site, self.first_site = Var("site", Type.INT), Var("first_site", Type.INT)
        self.radials = self._radials()
        self.own = _only_within(fn, loop)
        self.sets: SiteSets
        self.effect = NONE
        self.asked: list[tuple[ops.If, Sites]] = []  # each condition and where it holds

    def _radials(self) -> str | None:
        """The table whose rows the loop's values number."""
        for s in statements(self.loop.body):
            for x in (y for e in expressions(s) for y in subexpressions(e)):
                if x.op is Op.ROW_AT and x.src[0].op is Op.VAR and x.src[0].arg is self.loop.var:
                    return str(x.arg)
        return None

    def read(self, x: Expr, src: tuple[Expr, ...]) -> Expr | None:
        """The first site of the loop's radial."""
        if x.op is not Op.ROW_AT or x.arg != self.radials or src[0].arg is not self.site or not src[1].is_const:
            return None
        return Expr(Op.VAR, Type.INT, (), self.first_site) if src[1].const == 1 else anything()

    def needed(self, sets: SiteSets) -> Sites:
        """The sites (of the key that `sets` is about) where a round may have an effect."""
        self.sets, self.effect = sets, NONE
        self.asked.clear()
        known = Known({id(self.loop.var): Expr(Op.VAR, Type.INT, (), self.site)})
        self._block(self.loop.body, ALL, known, inner=False)
        return self.effect

    def leaves_nothing(self, body: Iterable[ops.Stmt]) -> bool:
        """Whether none of these statements of the body sets a local that is read after it, hands on a list, or
        returns."""
        for s in body:
            if isinstance(s, ops.Return) or (isinstance(s, ops.Assign) and id(s.var) not in self.own):
                return False
            for x in (y for e in expressions(s) for y in subexpressions(e)):
                if x.op in (Op.CALL, Op.RUN) and any(a.type is Type.LIST for a in x.src):
                    return False
        return True

    def _affects(self, reach: Sites) -> None:
        self.effect = self.sets.either(self.effect, reach)

    def _block(self, body: Block, reach: Sites, known: Known, inner: bool) -> Sites:
        """Follows a block that is entered under `reach`; gives that under which its end is reached. inner: whether
        breaks leave a loop within the loop itself."""
        for s in body:
            if reach.nowhere:
                return reach
            reach = self._statement(s, reach, known, inner)
        return reach

    def _statement(self, s: ops.Stmt, reach: Sites, known: Known, inner: bool) -> Sites:
        if isinstance(s, ops.Assign):
            if id(s.var) not in self.own or not self.effects.expression(s.value).pure:
                self._affects(reach)
            known.locals[id(s.var)] = self.resolve(s.value, known)
            return reach
        if isinstance(s, ops.SetCtx):
            if not self.effects.expression(s.value).pure:
                self._affects(reach)
            known.slots[s.slot] = self.resolve(s.value, known)
            return reach
        if isinstance(s, ops.If):
            return self._if(s, reach, known, inner)
        if isinstance(s, ops.ForRange):
            return self._range(s, reach, known)
        if isinstance(s, ops.Break) and inner:
            return NONE
        if isinstance(s, ops.Continue) and not inner:
            return NONE
        self._affects(reach)
        return NONE if isinstance(s, ops.Break | ops.Return | ops.Continue) else reach

    def _if(self, s: ops.If, reach: Sites, known: Known, inner: bool) -> Sites:
        if not self.effects.expression(s.cond).pure:
            self._affects(reach)
            return reach
        cond = self.resolve(s.cond, known)
        yes, no = self.sets.where(cond), self.sets.where(ir.not_(cond))
        self.asked.append((s, yes))
        a, b = known.copy(), known.copy()
        then = self._block(s.then, self.sets.both(reach, yes), a, inner)
        orelse = self._block(s.orelse, self.sets.both(reach, no), b, inner)
        # what is known after one branch alone can go on is what that branch knows
        if then.nowhere or orelse.nowhere:
            kept = b if then.nowhere else a
            known.locals, known.slots = kept.locals, kept.slots
        else:
            known.forget_differences(a, b)
        return self.sets.either(then, orelse)

    def _range(self, s: ops.ForRange, reach: Sites, known: Known) -> Sites:
        within = known.copy()
        within.locals[id(s.var)] = self.resolve(s.lo, known)
        asked = len(self.asked)
        through = self._block(s.body, reach, within, inner=True)
        if not _at_most_once(s):
            self._affects(through)
            del self.asked[asked:]  # they are asked again in later rounds
        for t in statements(s.body):
            if isinstance(t, ops.Assign):
                known.locals[id(t.var)] = anything()
            elif isinstance(t, ops.SetCtx):
                known.slots[t.slot] = anything()
        return reach


def _at_most_once(s: ops.ForRange) -> bool:
    """Whether a loop certainly has no second round."""
    hi = s.hi
    if s.down or not s.lo.is_const:
        return False
    most = [y.const for y in (hi, *(hi.src if hi.op is Op.MIN else ())) if y.is_const]
    return bool(most) and min(most) <= s.lo.const + 1


def _only_within(fn: Function, loop: ops.ForRow) -> set[int]:
    """The locals that nothing outside a loop's body reads or writes."""
    within = {id(s) for s in statements(loop.body)}
    inside, outside = set[int](), set[int]()
    for s in statements(fn.body):
        names = inside if id(s) in within else outside
        if isinstance(s, ops.Assign | ops.ForRange | ops.ForSet | ops.ForRow | ops.ForList):
            names.add(id(s.var))
        names |= {id(x.arg) for y in expressions(s) for x in subexpressions(y) if x.op is Op.VAR}
    return inside - outside
