"""Finds how far a loop along a row runs before it runs, where the condition that ends it is a set of sites.

A loop that leaves a row at the first site which is not in a set becomes a loop up to that site (`ROW_RUN`). Such a loop
has no way out, so that its iterations can be counted without running them. If all it does is to count, nothing of it
is left.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...facts.kept_sets import KeptSets
from ...facts.resolver import Known, Resolver
from ...facts.site_sets import SiteSets, text_of
from ...program import expressions as ir
from ...program import ops
from ...program.effects import EffectsOf, effects_of
from ...program.ops import Block, Expr, Function, Op, Program, Stmt, Type, Var
from ...program.walk import blocks, bound, statements, subexpressions, used_elsewhere
from ..base.registry import register

Path = tuple[tuple[Block, Stmt], ...]
"""The statements that enclose a statement, and itself: each with the block that it stands in, outermost first."""


@register(after=("keep_by_slot",))
def bound_runs(program: Program) -> None:
    """Rewrites the loops whose condition depends on nothing that they change."""
    effects, kept = effects_of(program), KeptSets(program)
    for fn in list(program.functions):
        made: list[ops.Assign] = []
        for path in list(_paths(fn.body)):
            run = _Run.of(path[-1][1])
            if run is not None and _private(fn, run):
                _bound(program, effects, kept, path, run, made)


def _paths(body: Block, outer: Path = ()) -> list[Path]:
    found = []
    for s in body:
        path = (*outer, (body, s))
        if isinstance(s, ops.ForRange):
            found.append(path)
        for inner in blocks(s):
            found += _paths(inner, path)
    return found


@dataclass(slots=True)
class _Run:
    """for k in lo .. limit - 1: site = table[row][k]; if not fits(site): break; body"""

    loop: ops.ForRange
    at: ops.Assign
    fits: Expr
    body: Block

    @staticmethod
    def of(s: Stmt) -> _Run | None:
        """The parts of such a loop; None for another statement."""
        if not isinstance(s, ops.ForRange) or s.down or s.apart or len(s.body) < 2:
            return None
        at, test, *rest = s.body
        if not isinstance(at, ops.Assign) or at.value.op is not Op.ROW_AT or not isinstance(test, ops.If):
            return None
        row, position = at.value.src
        within = s.hi.op is Op.ROW_LEN and s.hi.arg == at.value.arg and s.hi.src[0].arg is row.arg
        if not within or position.arg is not s.var or row.op is not Op.VAR or not s.lo.is_const or s.lo.const < 0:
            return None
        if _leaves(test.then) and not test.orelse:
            return _Run(s, at, ir.not_(test.cond), rest)
        if _leaves(test.orelse):
            return _Run(s, at, test.cond, [*test.then, *rest])
        return None


def _leaves(body: Block) -> bool:
    return len(body) == 1 and isinstance(body[0], ops.Break)


def _private(fn: Function, run: _Run) -> bool:
    """Whether nothing outside the loop reads the locals that would have another value after it."""
    own = {id(run.loop.var), id(run.at.var)}
    assigned = [s for s in statements(run.loop.body) if isinstance(s, ops.Assign) and id(s.var) in own]
    if own & used_elsewhere(fn, [run.loop]) or assigned != [run.at]:
        return False
    return all(run.at.value.src[0].var is not v for v in bound(run.loop.body))


def _bound(
    program: Program, effects: EffectsOf, kept: KeptSets, path: Path, run: _Run, made: list[ops.Assign]
) -> None:
    """Rewrites one loop, if its condition is a set that the loop does not change.

    made: the assignments of sets that were added to the function so far.
    """
    loop, table = run.loop, str(run.at.value.arg)
    values = [v for row in program.tables[table].lists for v in row]
    if not values or min(values) < 0 or max(values) >= program.set_width or not effects.expression(run.fits).pure:
        return
    changed, size = bound(loop.body), max(values) + 1
    known = Known({id(v): Expr(Op.VAR, v.type, (), v) for v in _locals(run.fits)})
    fits = Resolver(effects).resolve(run.fits, known)
    key = run.at.var
    sets = SiteSets(program, effects, key, size, tuple(v for v in (*changed, loop.var) if v is not key))
    found = sets.where(fits)
    if not found.exact:
        return
    fitting = sets.written_out(found)
    if not _unchanged(effects, fitting, loop):
        return
    slots, names = effects.expression(fitting).slots, _locals(fitting)
    if not slots and not names:
        fitting = Expr(Op.CALL, Type.SET, (), kept.function(fitting))
    elif fitting.op is not Op.VAR:
        # found once, before the outermost loop that does not change it
        block, before = path[-1]
        for outer, s in reversed(path):
            if isinstance(s, ops.Loop) and not _unchanged(effects, fitting, s):
                break
            if not isinstance(s, ops.Loop) and not isinstance(s, ops.If):
                break
            if isinstance(s, ops.Loop):
                block, before = outer, s
        at = _index(block, before)
        known_before = next((s for s in made if at and s is block[at - 1]), None)
        if known_before is not None and text_of(known_before.value) == text_of(fitting):
            same = known_before.var
        else:
            same = Var(f"same_{key.name}", Type.SET)
            made.append(ops.Assign(same, fitting))
            block.insert(at, made[-1])
        fitting = Expr(Op.VAR, Type.SET, (), same)
    end = Expr(Op.ROW_RUN, Type.INT, (run.at.value.src[0], loop.lo, fitting), table)
    counted = _counts(run)
    if counted is not None:
        block = path[-1][0]
        value = ir.add(counted.value.src[0], ir.sub(end, loop.lo))
        block[_index(block, loop)] = ops.Assign(counted.var, value)
        return
    loop.hi = end
    loop.body[:] = [run.at, *run.body]


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


def _counts(run: _Run) -> ops.Assign | None:
    """The statement that adds 1 to a local, if that is all that the loop does."""
    if len(run.body) != 1:
        return None
    (s,) = run.body
    if not isinstance(s, ops.Assign) or s.value.op is not Op.ADD or s.value.type is not Type.INT:
        return None
    a, b = s.value.src
    return s if a.arg is s.var and b.is_const and b.const == 1 else None
