"""Turns the conditions of loops over sets that push a move for each site that fulfils them into the loops' sets.

A loop that is left without a condition pushes one move for each member of its set: a backend counts them without
running it, and goes straight to the iteration of the chosen move.
"""

from __future__ import annotations

from functools import reduce

from ...facts.left_changed import slots_left_changed
from ...facts.liveness import Liveness, slots_inherited
from ...facts.loops import keeps_to_itself
from ...facts.one_iteration import OneIteration
from ...facts.resolver import Knowledge, anything
from ...facts.site_sets import ALL, NONE, Sites, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of, may_fail
from ...program.entries import Failure, Resource
from ...program.ops import Expr, Op, Stmt, Type, Var
from ...program.program import Function, Program
from ...program.walk import (
    all_of,
    all_statements,
    bound,
    conjuncts,
    nodes,
    reached,
    runs,
    subexpressions,
)
from ..base.registry import register
from .pair_tables import PairTables

__all__ = ["narrow_targets"]

WIDEST = 192  # sites: a condition on two of them becomes a set for each
LARGEST = 40  # nodes of the expression of a set
LARGEST_MORE = 120  # the same where conditions stay


@register(after=("drop_dead_slots", "expand_nodes"))
def narrow_targets(program: Program) -> None:
    """Rewrites loops of the form: for site in a set: if condition(site): push one move."""
    if program.set_width > WIDEST:
        return
    pass_ = _Narrowing(program)
    for i in sorted(reached(program)):
        pass_.function(program.functions[i])


class _Narrowing:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = effects_of(program)
        self.pairs = PairTables(program)
        self.left_changed = slots_left_changed(program)
        self.inherited = slots_inherited(program)
        self.quiet: dict[int, bool] = {}

    def function(self, fn: Function) -> None:
        """Rewrites the loops of a function."""
        self.pairs.follow(fn)
        for loop in all_of(fn, ops.ForSet):
            self._loop(fn, loop)

    def _loop(self, fn: Function, loop: ops.ForSet) -> None:
        own = set(bound(loop.body))
        sets = _PairSets(self, loop.var, {loop.var, *fn.params, *bound(fn.body)} - own)
        one = _OneMove(self, sets, own)
        one.block(loop.body, ALL, Knowledge(), inner=False)
        if not one.tested or not one.pushed or not one.effect.nowhere:
            return
        if one.where.everywhere and not one.where.exact:
            return
        if not keeps_to_itself(self.program, self.left_changed, fn, loop):
            return
        narrower = sets.written_out(one.where)
        size = len(subexpressions(narrower))
        if one.where.exact and size <= LARGEST:
            loop.body[:] = Liveness(self.program, of_locals=True).needed(one.steps, one.pushed)
        elif size > LARGEST_MORE or not sets.cheap(narrower):
            return
        if not one.where.everywhere:
            loop.set = ir.set_and(loop.set, narrower)
        fn.changed()

    def can_be_left_out(self, x: Expr) -> bool:
        """Whether an expression can be left out: it has no effect, or none but on slots that it restores."""
        if self.effects.expression(x).pure:
            return True
        if any(may_fail(y) or (y.op is Op.RUN and not y.run.intrinsic.silent) for y in subexpressions(x)):
            return False
        called = [y.called for y in runs(x) if y.op is Op.CALL]
        return not self.left_changed.expression(x) and all(map(self.restores, called))

    def fixed(self, fn: Function) -> bool:
        """Whether a function gives a result that depends on the state alone, and leaves the context as it was."""
        if fn.params or fn.result is Type.LIST or not self.restores(fn) or self.left_changed.function(fn):
            return False
        return self.effects.function(fn).state_only and not self.inherited.inherited(fn.body)

    def restores(self, fn: Function) -> bool:
        """Whether a function itself has no effect but on slots of the context and on lists of its own."""
        if fn.index not in self.quiet:
            self.quiet[fn.index] = False  # of a recursive call nothing is known
            given = any(v.type is Type.LIST for v in fn.params)
            self.quiet[fn.index] = not given and all(map(self._harmless, all_statements(fn)))
        return self.quiet[fn.index]

    def _harmless(self, s: Stmt) -> bool:
        if isinstance(s, ops.SetField | ops.Push | ops.While):
            return False
        for y in nodes([s]):
            if y.op is Op.CALL and not self.restores(y.called):
                return False
            if may_fail(y) or (y.op is Op.RUN and not _on_lists(y)):
                return False
        return True


class _OneMove(OneIteration):
    """Follows an iteration to the one move that it pushes, at its end.

    where: the sites for which it does; tested: whether that depends on a condition. steps: what is assigned and written
    on the way. Calls that give the same result in all iterations stay as they are.
    """

    def __init__(self, of: _Narrowing, sets: _PairSets, own: set[Var]) -> None:
        super().__init__(of.effects, own)
        self.of, self.sets, self.outer = of, sets, sets.outer
        self.where, self.tested = NONE, False
        self.pushed: list[ops.Push] = []
        self.steps: list[Stmt] = []

    def quiet(self, x: Expr) -> bool:
        """Whether an expression can be left out."""
        return self.of.can_be_left_out(x)

    def local(self, x: Expr) -> Expr:
        """Locals that the loop does not assign are invariant."""
        return x if x.arg in self.outer else anything(x.type)

    def read(self, x: Expr, src: tuple[Expr, ...]) -> Expr | None:
        """The value of a node that depends on the state alone."""
        if x.op is not Op.CALL:
            return None
        found = self.of.effects.function(x.called)
        same = found.pure and not found.slots and bool(src) and all(map(self.sets.state_only, src))
        return Expr(Op.CALL, x.type, src, x.arg) if same or self.of.fixed(x.called) else None

    def restores(self, fn: Function) -> bool:
        """Whether a function changes nothing but slots of the context that it restores."""
        return self.of.restores(fn) and not self.of.left_changed.function(fn)

    def statement(self, s: Stmt, reach: Sites, known: Knowledge, inner: bool) -> Sites:
        """Notes the move, and what is assigned and written before it. All else is an effect."""
        if self.pushed or isinstance(s, ops.Restoring):
            self.affects(reach)
        elif isinstance(s, ops.Push):
            self.pushed, self.where = [s], reach
            return reach
        elif isinstance(s, ops.If):
            before = len(self.steps)
            after = super().statement(s, reach, known, inner)
            self.tested |= bool(self.pushed) or after is not reach
            if not self.pushed:
                self.steps[before:] = [s]
            elif s.orelse:
                self.affects(reach)
            return after
        elif isinstance(s, ops.Assign | ops.SetCtx):
            self.steps.append(s)
        return super().statement(s, reach, known, inner)


def _on_lists(x: Expr) -> bool:
    """Whether all that an intrinsic may do is to change local lists."""
    entry = x.run.intrinsic
    return entry.silent or (entry.writes == Resource.LISTS and entry.fails is Failure.NEVER)


class _PairSets(SiteSets):
    """Sets that may depend on what a loop does not change, and on tables in any way."""

    def __init__(self, of: _Narrowing, key: Var, outer: set[Var]) -> None:
        super().__init__(of.program, of.effects, key, of.program.set_width, ())
        self.pairs, self.of, self.outer = of.pairs, of, outer
        self.conditions: dict[Expr, Expr] = {}  # by set: the condition on tables alone that it stands for

    def state_only(self, x: Expr) -> bool:
        """Whether an expression is the same for all sites, and known."""
        if x.op is Op.VAR:
            return x.arg is not self.key and x.arg in self.outer
        return super().state_only(x) or (x.op is Op.CALL and self.of.fixed(x.called))

    def constant(self, x: Expr) -> bool:
        """Whether a condition depends on tables, the site and one other number."""
        if self.state_only(x) or any(y.op is Op.VAR and y.arg not in self.outer for y in subexpressions(x)):
            return False
        return self.pairs.other(x, self.key)[1]

    def where(self, x: Expr) -> Sites:
        """The sites for which a BOOL expression holds."""
        if not x.is_const and self.state_only(x):
            return Sites(ir.select(x, self.everything, ir.EMPTY_SET))
        if not x.is_const and self.constant(x):
            found = self.pairs.sites(x, self.key)
            if found.inside is not None:
                self.conditions[found.inside] = x
            return found
        return super().where(x)

    def both(self, a: Sites, b: Sites) -> Sites:
        """The intersection, where conditions that look at tables alone are joined."""
        found = super().both(a, b)
        parts = [] if found.inside is None else conjuncts(found.inside, Op.SET_AND)
        constant = [x for x in parts if x in self.conditions]
        joined = ir.and_(*(self.conditions[x] for x in constant))
        if len(constant) < 2 or not self.constant(joined):  # they depend on different numbers
            return found
        rest = [Sites(x, exact=found.exact) for x in parts if x not in constant]
        return reduce(super().both, [*rest, Sites(None, found.outside, found.exact)], self.where(joined))

    def cheap(self, x: Expr) -> bool:
        """Whether a set takes no work, so that it pays to narrow a loop by it that keeps its conditions."""
        if x.op is Op.SELECT:
            return all(map(self.cheap, x.src[1:]))
        if x.op in (Op.SET_AND, Op.SET_OR, Op.SET_DIFF):
            return all(map(self.cheap, x.src))
        return x.op in (Op.FIELD, Op.SET_TABLE, Op.SET_ONE, Op.SET_RANGE, Op.SET_EMPTY, Op.CALL)
