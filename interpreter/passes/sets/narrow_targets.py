"""Turns the conditions of loops over sets that push a move for each site that fulfils them into the loops' sets.

A loop that is left without a condition pushes one move for each member of its set: a backend counts them without
running it, and goes straight to the iteration of the chosen move.
"""

from __future__ import annotations

from ...facts.context_kept import context_kept
from ...facts.footprint_slots import inherited_slots
from ...facts.liveness import Liveness
from ...facts.loops import keeps_to_itself, way_to
from ...facts.modes import modal_functions
from ...facts.resolver import Knowledge, Resolver
from ...facts.site_sets import Sites, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of, may_fail
from ...program.entries import Failure, Resource
from ...program.ops import Expr, Op, Stmt, Type, Var
from ...program.program import Function, Program
from ...program.substitution import over
from ...program.walk import (
    all_statements,
    bound,
    conjuncts,
    expressions,
    nodes,
    reached,
    rewrite,
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
    for i in sorted(reached(program) & modal_functions(program)):
        pass_.function(program.functions[i])


class _Narrowing:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = effects_of(program)
        self.pairs = PairTables(program)
        self.kept = context_kept(program)
        self.inherited = inherited_slots(program)
        self.quiet: dict[int, bool] = {}

    def function(self, fn: Function) -> None:
        """Rewrites the loops of a function."""
        self.pairs.follow(fn)

        def change(s: Stmt) -> list[Stmt]:
            if isinstance(s, ops.ForSet):
                self._loop(fn, s)
            return [s]

        rewrite(fn.body, change)

    def _loop(self, fn: Function, loop: ops.ForSet) -> None:
        before, push = way_to(ops.Push, loop.body) or ([], ops.Break())
        if not any(isinstance(s, ops.If) for s in before):
            return
        inside = set(bound(loop.body))
        outer = {v: ir.value_of(v) for v in (loop.var, *fn.params, *bound(fn.body)) if v not in inside}
        sets = _PairSets(self, loop.var, set(outer))
        whole = sets.all_of(self._asked(before, Knowledge(outer), sets))
        if (whole.everywhere and not whole.exact) or not self._alone(fn, loop, before):
            return
        size = len(subexpressions(sets.written_out(whole)))
        if whole.exact and size <= LARGEST:
            steps = [s for s in before if not isinstance(s, ops.If)]
            loop.body[:] = [*Liveness(self.program, of_locals=True).needed(steps, push), push]
        elif size > LARGEST_MORE or not sets.cheap(sets.written_out(whole)):
            return
        if not whole.everywhere:
            loop.set = ir.set_and(loop.set, sets.written_out(whole))
        fn.changed()

    def _asked(self, before: list[Stmt], known: Knowledge, sets: _PairSets) -> Expr:
        """What has to hold for an iteration to push its move, over its site and what the loop does not change."""
        resolver, asked = _Resolver(self, sets), ir.TRUE

        def resolved(x: Expr) -> Expr:
            if x.op in (Op.AND, Op.OR):
                return over(x, tuple(map(resolved, x.src)))
            return resolver.resolve(x, known)

        for s in before:
            if isinstance(s, ops.If):
                asked = ir.and_(asked, resolved(s.cond))
            elif isinstance(s, ops.Assign):
                known.locals[s.var] = resolver.resolve(s.value, known)
            elif isinstance(s, ops.SetCtx):
                known.slots[s.slot] = resolver.resolve(s.value, known)
        return asked

    def _alone(self, fn: Function, loop: ops.ForSet, before: list[Stmt]) -> bool:
        """Whether an iteration whose condition fails can be left out, and the condition is the same before the loop."""
        if not all(self._quiet(x) for s in before for x in expressions(s)):
            return False
        return keeps_to_itself(self.program, self.kept, fn, loop)

    def _quiet(self, x: Expr) -> bool:
        """Whether an expression can be left out: it has no effect, or none but on slots that it restores."""
        if self.effects.expression(x).pure:
            return True
        if any(may_fail(y) or (y.op is Op.RUN and not y.run.intrinsic.silent) for y in subexpressions(x)):
            return False
        called = [y.called for y in runs(x) if y.op is Op.CALL]
        return not self.kept.expression(x) and all(map(self.restores, called))

    def fixed(self, fn: Function) -> bool:
        """Whether a function gives a result that depends on the state alone, and leaves the context as it was."""
        if fn.params or fn.result is Type.LIST or not self.restores(fn) or self.kept.changed(fn):
            return False
        return self.effects.function(fn).state_only and not self.inherited.block(fn.body)

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


class _Resolver(Resolver):
    """Leaves calls as they are that give the same result in all iterations."""

    def __init__(self, of: _Narrowing, sets: _PairSets) -> None:
        super().__init__(of.effects)
        self.of, self.sets = of, sets

    def read(self, x: Expr, src: tuple[Expr, ...]) -> Expr | None:
        """The value of a node that depends on the state alone."""
        if x.op is not Op.CALL:
            return None
        found = self.of.effects.function(x.called)
        same = found.pure and not found.slots and bool(src) and all(map(self.sets.state_only, src))
        return Expr(Op.CALL, x.type, src, x.arg) if same or self.of.fixed(x.called) else None

    def restores(self, fn: Function) -> bool:
        """Whether a function changes nothing but slots of the context that it restores."""
        return self.of.restores(fn) and not self.of.kept.changed(fn)


def _on_lists(x: Expr) -> bool:
    """Whether all that an intrinsic may do is to change local lists."""
    entry = x.run.intrinsic
    return entry.silent or (entry.writes == Resource.LISTS and entry.fails is Failure.NEVER)


class _PairSets(SiteSets):
    """Sets that may depend on what a loop does not change, and on tables in any way."""

    def __init__(self, of: _Narrowing, key: Var, outer: set[Var]) -> None:
        super().__init__(of.program, of.effects, key, of.program.set_width, ())
        self.pairs, self.of, self.outer = of.pairs, of, outer

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
            return self.pairs.sites(x, self.key)
        return self.all_of(x) if x.op is Op.AND else super().where(x)

    def all_of(self, asked: Expr) -> Sites:
        """The same, where conditions that look at tables alone are joined first."""
        parts = conjuncts(asked)
        constant = [x for x in parts if not x.is_const and self.constant(x)]
        joined = ir.and_(*constant) if constant else ir.TRUE
        if not self.constant(joined):  # they depend on different numbers
            joined, constant = ir.TRUE, []
        found = self.where(joined)
        for x in parts:
            if all(x is not y for y in constant):
                found = self.both(found, self.where(x))
        return found

    def cheap(self, x: Expr) -> bool:
        """Whether a set takes no work, so that it pays to narrow a loop by it that keeps its conditions."""
        if x.op is Op.SELECT:
            return all(map(self.cheap, x.src[1:]))
        if x.op in (Op.SET_AND, Op.SET_OR, Op.SET_DIFF):
            return all(map(self.cheap, x.src))
        return x.op in (Op.FIELD, Op.SET_TABLE, Op.SET_ONE, Op.SET_RANGE, Op.SET_EMPTY, Op.CALL)
