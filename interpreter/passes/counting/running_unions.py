"""Loops within loops that only collect: what the earlier iterations have collected is kept, not found again.

The loop over where a run ends often has one over the sites before that end. Where it says of the starting sites S only
whether one of these sites fits, it collects `S ∩ fits[1]`, …, `S ∩ fits[end - 1]`, and the union of the `fits` before
the end grows by one set when the end moves on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...program import expressions as ir
from ...program import ops
from ...program.ops import Block, Expr, Op, Stmt, Type, Var
from ...program.substitution import put_in
from ...program.walk import blocks, bound, conjuncts, locals_read, reads, statements, subexpressions

_LANEWISE = {Op.SET_AND, Op.SET_OR, Op.SET_XOR, Op.SET_DIFF, Op.SET_EMPTY}


@dataclass(frozen=True, eq=False, slots=True)
class RunningUnion:
    """What a loop keeps: the local `union` has, before the iteration for a position, the union of what `fits` was at
    the positions from `first` on. fits: a SET over the loop's variable."""

    union: Var
    first: int
    fits: Expr


def running_unions(
    body: Block, own: Var, wanted: list[Var], new: Callable[[], Var], made: dict[Stmt, list[RunningUnion]]
) -> Block:
    """A block in which such inner loops are replaced, wherever one is of this form.

    own: the local that holds the sites of which all sets that say something about starting sites are subsets. wanted:
    the locals that are read after the block. new: makes a local for a set. made: gets the unions by the loops that keep
    them.
    """
    out: Block = []
    for s in body:
        if isinstance(s, ops.WhileAny) and s.lo.is_const and s.lo.const >= 1:
            out += _before(s, own, _read([t for t in body if t is not s]) | set(wanted), new, made)
        for inner in blocks(s):
            inner[:] = running_unions(inner, own, wanted, new, made)
        out.append(s)
    return out


def _read(body: Block) -> set[Var]:
    return locals_read(statements(body))


def _before(
    loop: ops.WhileAny, own: Var, outside: set[Var], new: Callable[[], Var], made: dict[Stmt, list[RunningUnion]]
) -> Block:
    """Changes the body of a loop. Returns what has to stand before it."""
    before: Block = []
    for k, s in enumerate(loop.body):
        read = outside | _read([t for t in loop.body if t is not s])
        found = _collected(s, loop, own, read)
        if found is None:
            continue
        inner, into, some, fits = found
        union = RunningUnion(new(), inner.lo.const, put_in(fits, {inner.var: ir.value_of(loop.var)}))
        made.setdefault(loop, []).append(union)
        collected = ir.value_of(union.union)
        before.append(ops.Assign(union.union, ir.EMPTY_SET))
        earlier = (put_in(union.fits, {loop.var: ir.const(at)}) for at in range(union.first, loop.lo.const))
        before += [ops.Assign(union.union, ir.set_or(collected, x)) for x in earlier]
        loop.body[k] = ops.Assign(into, ir.set_or(ir.value_of(into), ir.set_and(some, collected)))
        loop.body.append(ops.Assign(union.union, ir.set_or(collected, union.fits)))
    return before


def _collected(
    inner: Stmt, loop: ops.WhileAny, own: Var, outside: set[Var]
) -> tuple[ops.WhileAny, Var, Expr, Expr] | None:
    """The inner loop, the local that it adds to, the starting sites, and the sites that fit at a position."""
    if not isinstance(inner, ops.WhileAny) or inner.on in bound([inner]):
        return None
    some = ir.value_of(inner.on)
    upto = inner.hi.op is Op.VAR and inner.hi.var is loop.var
    if not upto or not inner.lo.is_const or not 0 < inner.lo.const <= loop.lo.const:
        return None
    values: dict[Var, Expr] = {}
    added: list[tuple[Var, Expr]] = []
    for t in (*inner.head, *inner.body):
        if not isinstance(t, ops.Assign) or t.var.type is not Type.SET:
            return None
        value = put_in(t.value, values)
        if t.var in outside:
            if value.op is not Op.SET_OR or value.src[0].arg is not t.var or added:
                return None
            added.append((t.var, value.src[1]))
        else:
            values[t.var] = value
    if len(added) != 1:
        return None
    into, what = added[0]
    changed = {*bound(loop.body), loop.var, into}
    read = {x.var for x in subexpressions(what) if x.op is Op.VAR}
    if read & (changed - {some.var, inner.var}) or not _by_member(what, some.var):
        return None
    if _simple(put_in(what, {some.var: ir.EMPTY_SET})).op is not Op.SET_EMPTY:
        return None
    return inner, into, some, _simple(put_in(what, {some.var: Expr(Op.VAR, Type.SET, (), own)}))


def _by_member(x: Expr, v: Var) -> bool:
    """Whether no site's membership in a set depends on which other sites are in `v`."""
    if x.op in _LANEWISE:
        return all(_by_member(y, v) for y in x.src)
    return x.op is Op.VAR or not reads(x, {v})


def _simple(x: Expr) -> Expr:
    """A set without operations that change nothing."""
    if x.op not in _LANEWISE or not x.src:
        return x
    a, b = map(_simple, x.src)
    if Op.SET_EMPTY in (a.op, b.op):
        if x.op is Op.SET_AND or (x.op is Op.SET_DIFF and a.op is Op.SET_EMPTY):
            return ir.EMPTY_SET
        return b if a.op is Op.SET_EMPTY else a
    if x.op is Op.SET_AND:
        if any(a.arg is y.arg and y.op is Op.VAR and a.op is Op.VAR for y in conjuncts(b, Op.SET_AND)):
            return b
        if any(b.arg is y.arg and y.op is Op.VAR and b.op is Op.VAR for y in conjuncts(a, Op.SET_AND)):
            return a
    return Expr(x.op, x.type, (a, b))

