"""Questions whether there is anything beside a group of connected sites: a search that ends at the first such site."""

from __future__ import annotations

import dataclasses

from ...facts.loops import way_to
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Type, Var
from ...program.program import Function, Program
from ...program.walk import (
    all_expressions,
    bound,
    change_expressions,
    expressions,
    locals_read,
    nodes,
    put_in,
    runs,
    statements,
    subexpressions,
    substituted,
)
from ..base.registry import register
from ..removal.drop_unreached import drop_unreached


@register(needs=("floods",))
def flood_meets(program: Program) -> None:
    """Rewrites questions whether the result of a function is more than 0, where that result is the size of a set: the
    members of another set that lie beside a group (`SET_FLOOD`)."""
    if not any(x.op is Op.SET_FLOOD for fn in program.functions for x in all_expressions(fn)):
        return
    effects = effects_of(program)
    known: dict[int, Function | None] = {}

    def asked(x: Expr) -> Expr | None:
        if x.op is Op.CALL:
            return x
        called = _asked(x)
        if called is not None:
            fn = called.called
            if fn.index not in known:
                found = _meets(fn) if effects.function(fn).written == set() else None
                known[fn.index] = None if found is None else _question(program, fn, found)
            question = known[fn.index]
            if question is not None:
                return Expr(Op.CALL, Type.BOOL, called.src, question)
        return None

    for fn in list(program.functions):
        for s in statements(fn.body):
            if any(_asked(x) is not None for x in nodes([s])):
                change_expressions(s, lambda x: substituted(x, asked))
    if any(known.values()):
        drop_unreached(program)


def _asked(x: Expr) -> Expr | None:
    """The call of which an expression asks whether it gives more than 0."""
    if x.op not in (Op.GT, Op.GE) or x.src[0].op is not Op.CALL or not x.src[1].is_const:
        return None
    return x.src[0] if x.src[1].const == (x.op is Op.GE) else None


def _meets(fn: Function) -> Expr | None:
    """The `FLOOD_MEETS` that holds where a function without branches gives more than 0; None if there is none."""
    before, last = way_to(ops.Return, fn.body) or ([], None)
    if last is None or last.value is None or last.value.op is not Op.SET_COUNT:
        return None
    if any(isinstance(s, ops.If) or any(runs(x) for x in expressions(s)) for s in before):
        return None
    values: dict[Var, Expr] = {}
    for s in before:
        if isinstance(s, ops.Assign) and s.var.type is Type.SET:
            values[s.var] = put_in(s.value, values)
    found = _without_nothing(put_in(last.value.src[0], values))
    assigned = [*fn.params, *(s.var for s in before if isinstance(s, ops.Assign))]
    if any(y.op is Op.CTX or (y.op is Op.VAR and assigned.count(y.var) > 1) for y in subexpressions(found)):
        return None
    if found.op is not Op.SET_DIFF or found.src[0].op is not Op.SET_AND or found.src[1].op is not Op.SET_FLOOD:
        return None
    flood = found.src[1]
    for beside, target in (found.src[0].src, found.src[0].src[::-1]):
        if beside.op is Op.SET_UNION and beside.src[0] is flood and beside.arg == flood.arg:
            return Expr(Op.FLOOD_MEETS, Type.BOOL, (*flood.src, target), flood.arg)
    return None


def _without_nothing(x: Expr) -> Expr:
    """A set without the union with the empty set."""
    while x.op is Op.SET_OR and any(s.op is Op.SET_EMPTY for s in x.src):
        x = x.src[1] if x.src[0].op is Op.SET_EMPTY else x.src[0]
    return x


def _needed(body: ops.Block, answer: Expr) -> ops.Block:
    """Those of some statements without branches that write a slot, or a local that the answer depends on."""
    read = {y.var for y in subexpressions(answer) if y.op is Op.VAR}
    kept: ops.Block = []
    for s in reversed(body):
        if isinstance(s, ops.SetCtx) or (isinstance(s, ops.Assign) and s.var in read):
            kept.append(s)
            read |= locals_read([s])
    return kept[::-1]


def _question(program: Program, fn: Function, answer: Expr) -> Function:
    """The function that gives the answer, with locals of its own."""
    new = {v: Var(v.name, v.type) for v in (*fn.params, *bound(fn.body))}
    values = {old: Expr(Op.VAR, v.type, (), v) for old, v in new.items()}

    body: ops.Block = [dataclasses.replace(s) for s in _needed(fn.body[:-1], answer)]
    for s in body:
        change_expressions(s, lambda x: put_in(x, values))
        if isinstance(s, ops.Assign):
            s.var = new[s.var]
    body.append(ops.Return(put_in(answer, values)))
    params = tuple(new[v] for v in fn.params)
    return program.add(dataclasses.replace(fn, name=f"any_{fn.name}", params=params, result=Type.BOOL, body=body))
