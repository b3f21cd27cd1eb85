"""Generators that look at moves they have pushed get them in full, also where their caller only counts moves.

Rules ask whether there is any move (COUNT) or one to a site (PROBE). Within such a question a generator that needs the
moves themselves is wrapped: it fills the buffer as always, and what it leaves there is passed on as counted.
"""

from __future__ import annotations

from .. import ops
from ..builder import Builder
from ..expressions import const
from ..intrinsics import FULL
from ..ops import Block, Expr, Function, Op, Program, Type
from ..walk import blocks, expressions, reached, runs, statements
from .modes import inherited_calls, is_run
from .selectable import only_pushes


def full_where_needed(program: Program) -> None:
    """Wraps every function that a question can come to and that needs moves in full."""
    todo: list[Function] = []
    if not any(_asks(s) for fn in program.functions for s in statements(fn.body)):
        return
    for index in reached(program):
        _questions(program.functions[index].body, todo)
    seen: set[int] = set()
    while todo:
        fn = todo.pop()
        if fn.index in seen:
            continue
        seen.add(fn.index)
        if not only_pushes(fn):
            _wrap(program, fn)
            continue
        todo += inherited_calls(fn.body)


def _questions(body: Block, found: list[Function]) -> None:
    """Adds the functions that are called between a mode_enter and its mode_leave."""
    asking = False
    for s in body:
        if _asks(s):
            asking = True
        elif (isinstance(s, ops.Do) and is_run(s.value, "mode_enter")) or (
            isinstance(s, ops.Do) and is_run(s.value, "mode_leave", "mode_export")
        ):
            asking = False
        if asking:
            _calls(s, found)
        for inner in blocks(s):
            _questions(inner, found)


def _asks(s: ops.Stmt) -> bool:
    """Whether a question begins: a mode_enter that is not known to build the moves."""
    if not (isinstance(s, ops.Do) and is_run(s.value, "mode_enter")):
        return False
    mode = s.value.src[0]
    return not (mode.is_const and mode.const == FULL)


def _calls(s: ops.Stmt, found: list[Function]) -> None:
    for x in expressions(s):
        found += [y.arg for y in runs(x) if isinstance(y.arg, Function)]
    for inner in blocks(s):
        for t in inner:
            _calls(t, found)


def _wrap(program: Program, fn: Function) -> None:
    b = Builder(program)
    inner = Function(f"{fn.name}_full", fn.params, fn.result, fn.body, len(program.functions), fn.comment)
    program.functions.append(inner)
    fn.params = tuple(ops.Var(v.name, v.type) for v in fn.params)
    fn.body = []
    b.block = fn.body
    marked = ops.Var("mark", Type.INT)
    mark = Expr(Op.VAR, Type.INT, (), marked)
    fn.body.append(ops.Assign(marked, b.run("move_count")))
    b.run("mode_enter", const(0), const(-1))
    call = Expr(Op.CALL, inner.result, tuple(Expr(Op.VAR, v.type, (), v) for v in fn.params), inner)
    if fn.result is Type.VOID:
        b.do(call)
        b.run("mode_export", mark)
        return
    result = ops.Var("result", fn.result)
    fn.body.append(ops.Assign(result, call))
    b.run("mode_leave")
    b.return_(Expr(Op.VAR, fn.result, (), result))
