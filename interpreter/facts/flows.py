"""What flows where: each value that a program assigns, returns, passes, lists, or puts into moves and actions, and what
it becomes a value of. Analyses of values solve these equations over lattices of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from ..program import ops
from ..program.actions import ACTIONS
from ..program.expressions import const, set_one, sub, value_of
from ..program.intrinsics import (
    APPLIED_PARAM,
    APPLIED_SET_PARAM,
    MOVE_COUNT,
    PARTS,
    run_of,
)
from ..program.ops import Argument, Entry, Expr, Field, Op, Stmt, Type, Var
from ..program.program import Function, Program
from ..program.walk import all_runs, all_statements

__all__ = ["Node", "flows", "node_of"]

Node = Var | Function | str | Field | Entry
"""What has values: a local, the result of a function, a slot of the context, a field of the state, what an intrinsic
says of moves, or the sites among the parameters of actions (APPLIED_PARAM). Lists have those of their elements."""


def flows(program: Program, functions: Iterable[Function]) -> Iterator[tuple[Node, Expr]]:
    """Each node with the values that some functions give it. A loop gives its variable its bounds, its set, or an
    element of its row or list."""
    for fn in functions:
        in_statements = (_of_statement(program, fn, s) for s in all_statements(fn))
        for node, value in chain(*in_statements, *(_of_run(program, fn, x) for x in all_runs(fn))):
            yield node, value
            if value.type is Type.LIST and value.op is Op.VAR and isinstance(node, Var):
                yield value.var, value_of(node)  # two names of one list


def node_of(program: Program, x: Expr) -> Node | None:
    """The node whose values an expression has; None if it is computed."""
    if x.op in (Op.VAR, Op.CALL, Op.CTX):
        return x.arg  # type: ignore[return-value]
    if x.op in (Op.FIELD, Op.FIELD_RAW):
        return program.fields[x.name]
    return x.run.intrinsic if x.op is Op.RUN and x.run.intrinsic in (*PARTS, APPLIED_PARAM) else None


def _of_statement(program: Program, fn: Function, s: Stmt) -> Iterator[tuple[Node, Expr]]:
    if isinstance(s, ops.Assign):
        yield s.var, s.value
    elif isinstance(s, ops.SetCtx):
        yield s.slot, s.value
    elif isinstance(s, ops.SetField):
        yield program.fields[s.field], s.value
    elif isinstance(s, ops.Return) and s.value is not None:
        yield fn, s.value
    elif isinstance(s, ops.ForNumbers):
        # the other bound limits the values on one side only
        yield s.var, s.lo
        yield s.var, s.hi if s.down else sub(s.hi, 1)
    elif isinstance(s, ops.Scan):
        yield s.var, s.lo
        yield s.var, s.hi
    elif isinstance(s, ops.ForPieces):
        yield s.var, s.first
    elif isinstance(s, ops.ForSet):
        yield s.var, s.set
    elif isinstance(s, ops.Flood):
        yield s.group, set_one(s.start)
        yield s.var, value_of(s.group)
    elif isinstance(s, ops.ForRow):
        yield s.var, Expr(Op.ROW_AT, Type.INT, (s.row, const(0)), s.table)
    elif isinstance(s, ops.ForList):
        yield s.var, Expr(Op.LIST_AT, Type.INT, (s.list, const(0)))
    elif isinstance(s, ops.Question | ops.Filter):
        yield s.var, Expr(Op.RUN, Type.INT, (), run_of(MOVE_COUNT))
    elif isinstance(s, ops.Emit):
        yield from zip(PARTS, (s.mover, s.from_site, s.to_site, s.level_min, s.level_max), strict=True)
        for action in s.actions:
            yield from _of_action(program, action.kind, action.params)


def _of_run(program: Program, fn: Function, x: Expr) -> Iterator[tuple[Node, Expr]]:
    if x.op is Op.CALL:
        yield from zip(x.called.params, x.src, strict=True)
    if x.op is not Op.RUN:
        return
    entry = x.run.intrinsic
    if entry.argument is Argument.ACTION:
        yield from _of_action(program, x.run.name, x.src[1:])
    elif entry.argument is Argument.LIST:
        for value in x.src:
            yield program.fields[x.run.name], value
    elif x.src and x.src[0].type is Type.LIST and (listed := node_of(program, x.src[0])) is not None:
        for value in x.src[1:]:
            yield listed, value
    elif entry is APPLIED_SET_PARAM:  # the action that is being applied: it may be applied again
        which, value = x.src
        appliers = program.appliers.values()
        for applier in [fn] if fn in appliers else appliers:
            yield from ((v, value) for k, v in enumerate(applier.params) if not which.is_const or which.const == k)
    for operand, value in zip(entry.operands, x.src, strict=False):
        if operand.part is not None:
            yield operand.part, value


def _of_action(program: Program, kind: str, values: Sequence[Expr]) -> Iterator[tuple[Node, Expr]]:
    applier = program.appliers.get(kind)
    if applier is not None:
        yield from zip(applier.params, values, strict=False)
    for name, value in zip(ACTIONS[kind].params, values, strict=True):
        if name in ACTIONS[kind].sites:
            yield APPLIED_PARAM, value
