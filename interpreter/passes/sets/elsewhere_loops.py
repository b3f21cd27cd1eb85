"""Leaves out loops whose moves cannot go to the one site that is asked about (`skip_elsewhere`)."""

from __future__ import annotations

from functools import reduce

from ...program import expressions as ir
from ...program import ops
from ...program.effects import EffectsOf
from ...program.ops import Block, Expr, Op, Stmt, Type, Var
from ...program.program import Function
from ...program.substitution import substituted
from ...program.walk import assigned_once, blocks, bound, expressions, keeps_locals, own_locals, subexpressions

_LONGEST = 30  # nodes of a condition


def guard_loops(effects: EffectsOf, fn: Function, body: Block, wanted: Var, narrowed: dict[Stmt, Expr]) -> None:
    """Runs loops only if the site that is asked about is in the set that a narrowed loop within them goes through.

    A move from each of some sites to each of others is such a loop: most often nothing has to be found out about the
    origins. narrowed: the sets of the loops over destinations, without the site that is asked about, by the loop.
    """
    for s in body:
        for inner in blocks(s):
            if not isinstance(s, ops.ForLoop):
                guard_loops(effects, fn, inner, wanted, narrowed)
    k = len(body)
    while k:
        k -= 1
        s = body[k]
        if not isinstance(s, ops.ForLoop) or s in narrowed:
            continue
        to = _destinations(effects, fn, s, narrowed)
        if to is None or not keeps_locals(fn, s):
            continue
        lo = k
        while lo and _only_for(effects, fn, body[lo - 1], body[lo - 1 : k + 1]):
            lo -= 1
        asked = Expr(Op.VAR, Type.INT, (), wanted)
        fn.changed()
        body[lo : k + 1] = [ops.If(ir.or_(ir.lt(asked, 0), ir.set_has(to, asked)), body[lo : k + 1], [])]
        k = lo


def _destinations(effects: EffectsOf, fn: Function, loop: Stmt, narrowed: dict[Stmt, Expr]) -> Expr | None:
    """A set, known before a loop, that holds the destinations of all its moves; None if the loop does more than to
    push moves, or the set is not the same in all iterations."""
    own = set(bound([loop]))
    values = {v: x for v, x in assigned_once(fn).items() if v in own}

    def before(x: Expr) -> Expr:
        """What an expression within the loop is, over what is known before it."""
        return substituted(x, lambda y: before(values[y.var]) if y.op is Op.VAR and y.var in values else None)

    sets, todo = list[Expr](), [loop]
    while todo:
        s = todo.pop()
        if s in narrowed:
            sets.append(before(narrowed[s]))
        elif _passes(effects, s):
            todo += [t for inner in blocks(s) for t in inner]
        else:
            return None
    to = reduce(ir.set_or, dict.fromkeys(sets), ir.EMPTY_SET)
    used = subexpressions(to)
    if not sets or len(used) > _LONGEST or any(y.op is Op.VAR and y.arg in own for y in used):
        return None
    return to if effects.expression(to).pure else None


def _passes(effects: EffectsOf, s: Stmt) -> bool:
    """Whether a statement around narrowed loops does nothing itself."""
    if not isinstance(s, ops.If | ops.Assign | ops.ForLoop):
        return False
    return all(effects.expression(x).pure for x in expressions(s))


def _only_for(effects: EffectsOf, fn: Function, s: Stmt, block: Block) -> bool:
    """Whether a statement only assigns a local that nothing outside of a block reads."""
    return isinstance(s, ops.Assign) and _passes(effects, s) and s.var in own_locals(fn, block)
