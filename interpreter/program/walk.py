"""Walking over programs: all statements of a block, all expressions of a statement, all functions reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from . import ops
from .ops import Block, Expr, Function, Op, Program, Stmt


def statements(body: Block) -> list[Stmt]:
    """All statements of a block, nested ones included."""
    out: list[Stmt] = []
    _statements(body, out)
    return out


def _statements(body: Block, out: list[Stmt]) -> None:
    for s in body:
        out.append(s)
        for inner in blocks(s):
            _statements(inner, out)


_BLOCKS: dict[type[Stmt], Callable[[Any], tuple[Block, ...]]] = {
    ops.If: lambda s: (s.then, s.orelse),
    ops.While: lambda s: (s.head, s.body),
    **dict.fromkeys((ops.ForRange, ops.ForSet, ops.ForRow, ops.ForList), lambda s: (s.body,)),
}


def blocks(s: Stmt) -> tuple[Block, ...]:
    """The blocks directly within a statement."""
    find = _BLOCKS.get(type(s))
    return find(s) if find else ()


_EXPRESSIONS: dict[type[Stmt], Callable[[Any], tuple[Expr, ...]]] = {
    **dict.fromkeys((ops.Assign, ops.SetCtx, ops.Do), lambda s: (s.value,)),
    ops.SetField: lambda s: (s.value,) if s.index is None else (s.index, s.value),
    **dict.fromkeys((ops.If, ops.While), lambda s: (s.cond,)),
    ops.ForRange: lambda s: (s.lo, s.hi),
    ops.ForSet: lambda s: (s.set,),
    ops.ForRow: lambda s: (s.row,) if s.sites is None else (s.row, s.sites),
    ops.ForList: lambda s: (s.list,),
    ops.Return: lambda s: () if s.value is None else (s.value,),
    ops.Emit: lambda s: _of_emit(s),
}


def _of_emit(s: ops.Emit) -> tuple[Expr, ...]:
    head = (s.mover, s.from_site, s.to_site, s.level_min, s.level_max)
    return (*head, *(x for action in s.actions for x in (*action.params, action.decision)))


def expressions(s: Stmt) -> tuple[Expr, ...]:
    """The expressions directly within a statement (not those of nested statements)."""
    find = _EXPRESSIONS.get(type(s))
    return find(s) if find else ()


def subexpressions(x: Expr) -> list[Expr]:
    """An expression and all below it."""
    return _below((x,))


def _below(found: tuple[Expr, ...]) -> list[Expr]:
    """Expressions and all below them, parents first; passes look at every expression, so this has to be fast."""
    out, todo = [], list(found[::-1])
    while todo:
        x = todo.pop()
        out.append(x)
        if x.src:
            todo += x.src[::-1]
    return out


def all_expressions(fn: Function) -> list[Expr]:
    """All expressions of a function, however deep."""
    out: list[Expr] = []
    for s in statements(fn.body):
        out += _below(expressions(s))
    return out


def consequents(fn: Function) -> Iterator[int]:
    """Indices of the functions that a function attaches to moves as consequents."""
    for s in statements(fn.body):
        if isinstance(s, ops.Emit):
            yield from (f.index for f in s.then)
    for x in all_expressions(fn):
        if x.op is Op.RUN and x.arg == "move_attach" and x.src[1].is_const:
            yield x.src[1].const
        elif x.op is Op.RUN and x.arg == "call_moves" and x.src[0].is_const:
            yield x.src[0].const


def reached(program: Program) -> set[int]:
    """Indices of all functions that the entries can come to."""
    todo = [f.index for f in program.entries.values()]
    seen: set[int] = set()
    while todo:
        i = todo.pop()
        if i in seen:
            continue
        seen.add(i)
        fn = program.functions[i]
        todo += [x.arg.index for x in all_expressions(fn) if isinstance(x.arg, Function)]
        todo += consequents(fn)
    return seen


def rewrite(body: Block, change: Callable[[Stmt], list[Stmt]]) -> Block:
    """A block in which every statement, innermost first, is replaced by what `change` gives for it."""
    out: Block = []
    for s in body:
        for inner in blocks(s):
            inner[:] = rewrite(inner, change)
        out += change(s)
    return out
