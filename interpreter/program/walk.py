"""Walking over programs: all statements of a block, all expressions of a statement, all functions reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from . import ops
from .ops import Block, Expr, Function, Op, Program, Stmt


def statements(body: Block) -> Iterator[Stmt]:
    """All statements of a block, nested ones included."""
    for s in body:
        yield s
        for inner in blocks(s):
            yield from statements(inner)


def blocks(s: Stmt) -> tuple[Block, ...]:
    """The blocks directly within a statement."""
    if isinstance(s, ops.If):
        return (s.then, s.orelse)
    if isinstance(s, ops.While):
        return (s.head, s.body)
    if isinstance(s, ops.ForRange | ops.ForSet | ops.ForRow | ops.ForList):
        return (s.body,)
    return ()


def expressions(s: Stmt) -> Iterator[Expr]:
    """The expressions directly within a statement (not those of nested statements)."""
    if isinstance(s, ops.Assign | ops.SetCtx | ops.Do):
        yield s.value
    elif isinstance(s, ops.SetField):
        if s.index is not None:
            yield s.index
        yield s.value
    elif isinstance(s, ops.If | ops.While):
        yield s.cond
    elif isinstance(s, ops.ForRange):
        yield s.lo
        yield s.hi
    elif isinstance(s, ops.ForSet):
        yield s.set
    elif isinstance(s, ops.ForRow):
        yield s.row
        if s.sites is not None:
            yield s.sites
    elif isinstance(s, ops.ForList):
        yield s.list
    elif isinstance(s, ops.Return):
        if s.value is not None:
            yield s.value
    elif isinstance(s, ops.Emit):
        yield from (s.mover, s.from_site, s.to_site, s.level_min, s.level_max)
        for action in s.actions:
            yield from action.params
            yield action.decision


def subexpressions(x: Expr) -> Iterator[Expr]:
    """An expression and all below it."""
    yield x
    for s in x.src:
        yield from subexpressions(s)


def all_expressions(fn: Function) -> Iterator[Expr]:
    """All expressions of a function, however deep."""
    for s in statements(fn.body):
        for x in expressions(s):
            yield from subexpressions(x)


def consequents(fn: Function) -> Iterator[int]:
    """Indices of the functions that a function attaches to moves as consequents."""
    for s in statements(fn.body):
        if isinstance(s, ops.Emit):
            yield from (f.index for f in s.then)
        for x in expressions(s):
            for y in subexpressions(x):
                if y.op is Op.RUN and y.arg == "move_attach" and y.src[1].is_const:
                    yield y.src[1].const
                elif y.op is Op.RUN and y.arg == "call_moves" and y.src[0].is_const:
                    yield y.src[0].const


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
        todo += list(consequents(fn))
    return seen


def rewrite(body: Block, change: Callable[[Stmt], list[Stmt]]) -> Block:
    """A block in which every statement, innermost first, is replaced by what `change` gives for it."""
    out: Block = []
    for s in body:
        for inner in blocks(s):
            inner[:] = rewrite(inner, change)
        out += change(s)
    return out
