"""Finds how far a loop along a row runs before it runs, where the condition that ends it is a set of sites.

A loop that leaves a row at the first site which is not in a set becomes one that stays within the set (`ForAlong`). It
has no way out, so that its iterations can be counted without running them. If all it does is to count, nothing of it
is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...facts.along_rows import AlongRow
from ...facts.outcomes import Outcome, WaysOut, outcomes
from ...facts.site_sets import NONE, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import EffectsOf, effects_of
from ...program.ops import Block, Expr, Op, Stmt, Type, Var
from ...program.program import Function, Program
from ...program.walk import all_of, blocks, bound, own_locals, rewrite, statements, subexpressions, unused_name
from ..base.kept_sets import KeptSets
from ..base.registry import register

Path = tuple[tuple[Block, Stmt], ...]
"""The statements that enclose a statement, and itself: each with the block that it stands in, outermost first."""


@register(after=("keep_results",))
def bound_runs(program: Program) -> None:
    """Rewrites the loops whose condition depends on nothing that they change."""
    effects, kept = effects_of(program), KeptSets(program)
    for fn in list(program.functions):
        made: list[ops.Assign] = []
        for path in _paths(fn.body) if all_of(fn, ops.ForAlong) else ():
            _bound(program, effects, kept, fn, path, made)


def _paths(body: Block, outer: Path = ()) -> list[Path]:
    found = []
    for s in body:
        path = (*outer, (body, s))
        if isinstance(s, ops.ForAlong):
            found.append(path)
        for inner in blocks(s):
            found += _paths(inner, path)
    return found


def _bound(
    program: Program, effects: EffectsOf, kept: KeptSets, fn: Function, path: Path, made: list[ops.Assign]
) -> None:
    """Rewrites one loop, if its condition is a set that the loop does not change.

    made: the assignments of sets that were added to the function so far.
    """
    loop = path[-1][1]
    if not isinstance(loop, ops.ForAlong) or loop.apart or not loop.lo.is_const or loop.lo.const < 0:
        return
    along = AlongRow.of_loop(program, loop)
    if along is None or loop.limits or loop.var not in own_locals(fn, [loop]):
        return
    sets = SiteSets(program, effects, along.key, along.size, (*bound(loop.body), loop.var))
    own = own_locals(fn, loop.body)
    ways = WaysOut(sets, loop.body, own, along.known)
    if ways.slots or ways.where.nowhere or ways.where.everywhere or not ways.where.exact:
        return
    fitting = sets.written_out(sets.others(ways.where))
    certain = [s for s, yes in ways.asked if yes.exact and sets.written_out(yes) is fitting]
    if not _unchanged(effects, fitting, loop):
        return
    if not effects.expression(fitting).slots and not _locals(fitting):
        fitting = Expr(Op.CALL, Type.SET, (), kept.function(fitting))
    elif fitting.op is not Op.VAR:
        fitting = ir.value_of(_outside(effects, fn, fitting, path, made))
    fn.changed()
    rest = rewrite(loop.body, partial(_along, effects, ways.breaks, certain))
    found = outcomes(sets, rest, own, along.known)
    if found is not None and not found.slots and (counted := _counted(found.found)) is not None:
        block = path[-1][0]
        total = ir.add(ir.value_of(counted), ir.sub(loop.end(fitting), loop.lo))
        block[_index(block, loop)] = ops.Assign(counted, total, places=loop.places)
    else:
        loop.within = fitting
        loop.body[:] = rest
    fn.changed()


def _along(effects: EffectsOf, breaks: list[Stmt], certain: list[ops.If], s: Stmt) -> list[Stmt]:
    """What is left of a statement without some breaks, where some conditions hold."""
    if any(s is other for other in breaks):
        return []
    if not isinstance(s, ops.If):
        return [s]
    if any(s is other for other in certain):
        return s.then
    if s.then or (not s.orelse and not effects.expression(s.cond).pure):
        return [s]
    return [ops.If(ir.not_(s.cond), s.orelse, [], places=s.places)] if s.orelse else []


def _outside(effects: EffectsOf, fn: Function, fitting: Expr, path: Path, made: list[ops.Assign]) -> Var:
    """A local with the value of a set, assigned before the outermost loop that does not change it."""
    block, before = path[-1]
    for outer, s in reversed(path):
        if not isinstance(s, ops.Loop | ops.If) or (isinstance(s, ops.Loop) and not _unchanged(effects, fitting, s)):
            break
        if isinstance(s, ops.Loop):
            block, before = outer, s
    at = _index(block, before)
    same = next((s for s in made if at and s is block[at - 1] and s.value is fitting), None)
    if same is None:
        same = ops.Assign(Var(unused_name(fn, "fitting"), Type.SET), fitting)
        made.append(same)
        block.insert(at, same)
    return same.var


def _locals(x: Expr) -> list[Var]:
    return [y.var for y in subexpressions(x) if y.op is Op.VAR]


def _unchanged(effects: EffectsOf, x: Expr, s: Stmt) -> bool:
    """Whether a statement changes nothing that an expression reads."""
    read, done = effects.expression(x), effects.block([s])
    if done.written is None or read.fields & done.written:
        return False
    if any(v is w for v in _locals(x) for w in bound([s])):
        return False
    return not read.slots or not (_slots(s) or done.calls or not done.pure)


def _slots(s: Stmt) -> bool:
    return any(isinstance(t, ops.SetCtx) for t in statements([s]))


def _index(block: Block, s: Stmt) -> int:
    return next(i for i, t in enumerate(block) if t is s)


def _counted(found: Sequence[Outcome]) -> Var | None:
    """The local to which an iteration adds 1, if that is all that it does."""
    (x, *others) = found or [Outcome(NONE, ops.Break())]
    if others or not isinstance(x.what, ops.Assign) or x.value is None or not x.where.everywhere:
        return None
    var = x.what.var
    return var if x.value is ir.add(ir.value_of(var), 1) else None
