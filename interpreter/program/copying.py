"""Copies of programs, for passes that a program's engines do not all want."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

from . import ops
from .ops import Block, Expr, Op, Stmt, Var
from .program import Function, Program
from .walk import change_expressions

__all__ = ["body_with_new_locals", "copied", "copy_of", "same_but_for_locals", "unmarked"]


def copy_of(program: Program) -> Program:
    """A program that can be changed without changing this one. They share what never changes: expressions that call
    nothing, locals and tables."""
    return _Copy(program).made()


def body_with_new_locals(
    program: Program, fn: Function, instead: Mapping[int, Function]
) -> tuple[tuple[Var, ...], Block]:
    """The parameters and the body of a function once more, with locals of their own. instead: by their indices,
    functions that have others called in their place."""
    copy = _CopyOfLocals(program)
    for i, other in instead.items():
        copy.functions[i] = other
    return tuple(map(copy.local, fn.params)), copy.block(fn.body)


def same_but_for_locals(a: Block, b: Block) -> bool:
    """Whether two blocks do the same with locals of their own, whatever their places."""
    there: dict[Var, Var] = {}
    back: dict[Var, Var] = {}

    def same(x: object, y: object) -> bool:
        if isinstance(x, Var) and isinstance(y, Var):
            return there.setdefault(x, y) is y and back.setdefault(y, x) is x and x.type is y.type
        if type(x) is not type(y):
            return False
        if isinstance(x, list | tuple) and isinstance(y, list | tuple):
            return len(x) == len(y) and all(map(same, x, y))
        if isinstance(x, Function) or not dataclasses.is_dataclass(x):
            return x == y
        names = ("op", "type", "src", "arg") if isinstance(x, Expr) else [f.name for f in dataclasses.fields(x)]
        return all(same(getattr(x, name), getattr(y, name)) for name in names if name != "places")

    return same(a, b)


def copied(s: Stmt, block: Callable[[Block], Block]) -> Stmt:
    """A copy of a statement, with what `block` makes of the blocks directly within it."""
    new = dataclasses.replace(s)
    if isinstance(new, ops.If):
        new.then, new.orelse = block(new.then), block(new.orelse)
    elif isinstance(new, ops.While | ops.WhileAny):
        new.head, new.body = block(new.head), block(new.body)
    elif isinstance(new, ops.ForLoop | ops.Scope | ops.BuiltMove):
        new.body = block(new.body)
        if isinstance(new, ops.Filter):
            new.tests = block(new.tests)
        elif isinstance(new, ops.Composed):
            new.parts = block(new.parts)
    elif isinstance(new, ops.Emit):
        new.actions = [dataclasses.replace(action) for action in new.actions]
    return new


def unmarked(s: Stmt, block: Callable[[Block], Block]) -> Stmt:
    """The same without what passes have noted for backends: each iteration runs."""
    new = copied(s, block)
    if isinstance(new, ops.If):
        new.implied = False
    elif isinstance(new, ops.ForRow):
        new = ops.ForRow(new.var, new.table, new.row, new.body, places=new.places)
    elif isinstance(new, ops.CountedLoop):
        new.apart, new.each, new.leaves, new.at_once = False, None, (), None
    elif isinstance(new, ops.ForSet):
        new.apart, new.at_once = False, None
    return new


class _Copy:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.functions = [dataclasses.replace(fn, body=[]) for fn in program.functions]
        self.known: dict[Expr, Expr] = {}

    def made(self) -> Program:
        p = self.program
        for fn, new in zip(p.functions, self.functions, strict=True):
            new.body = self.block(fn.body)
            new.whole = None if fn.whole is None else self.functions[fn.whole.index]
        return dataclasses.replace(
            p,
            fields=dict(p.fields),
            context=dict(p.context),
            context_sets=list(p.context_sets),
            caps=dict(p.caps),
            tables=dict(p.tables),
            functions=self.functions,
            entries={name: self.functions[fn.index] for name, fn in p.entries.items()},
            appliers={name: self.functions[fn.index] for name, fn in p.appliers.items()},
            hashed=[list(names) for names in p.hashed],
            live=None if p.live is None else set(p.live),
        )

    def block(self, body: Block) -> Block:
        return [self._statement(s) for s in body]

    def _statement(self, s: Stmt) -> Stmt:
        new = copied(s, self.block)
        if isinstance(new, ops.Filter):
            new.generator = None if new.generator is None else self.functions[new.generator.index]
        elif isinstance(new, ops.Composed | ops.Emit):
            new.then = tuple(self.functions[fn.index] for fn in new.then)
        change_expressions(new, self._expression)
        if isinstance(new, ops.CountedLoop | ops.ForSet):
            new.at_once = None if new.at_once is None else self._at_once(new.at_once)
        if isinstance(new, ops.CountedLoop):
            new.each = None if new.each is None else self._expression(new.each)
            new.leaves = tuple(dataclasses.replace(w, value=self._expression(w.value)) for w in new.leaves)
        elif isinstance(new, ops.ForRow):
            if (n := new.narrowed) is not None:
                new.narrowed = dataclasses.replace(n, sites=self._expression(n.sites))
            if (goes := new.goes) is not None:
                new.goes = ops.Goes(self._expression(goes.to), goes.rays, goes.each_step)
            new.ends = None if new.ends is None else self._ends(new.ends)
        return new

    def _ends(self, x: ops.WayEnds) -> ops.WayEnds:
        over, idle, hits = map(self._expression, (x.over, x.idle, x.hits))
        return ops.WayEnds(x.before, x.after, over, idle, hits)

    def _at_once(self, x: ops.AtOnce) -> ops.AtOnce:
        return dataclasses.replace(x, sites=self._expression(x.sites), body=self.block(x.body))

    def _expression(self, x: Expr) -> Expr:
        """The same expression, or one that calls the copies of the functions that it calls."""
        if not x.src and x.op is not Op.CALL:
            return x
        known = self.known.get(x)
        if known is None:
            src = tuple(map(self._expression, x.src))
            called: Function | None = self.functions[x.called.index] if x.op is Op.CALL else None
            same = called is None and all(a is b for a, b in zip(src, x.src, strict=True))
            known = self.known[x] = x if same else Expr(x.op, x.type, src, called or x.arg)
        return known


class _CopyOfLocals(_Copy):
    """A copy within the same program, which shares all functions with it."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.functions = list(program.functions)
        self._locals: dict[Var, Var] = {}

    def local(self, v: Var) -> Var:
        """The local in the copy."""
        return self._locals.setdefault(v, dataclasses.replace(v))

    def _statement(self, s: Stmt) -> Stmt:
        new = super()._statement(s)
        if isinstance(new, ops.Binding):
            new.var = self.local(new.var)
        if isinstance(new, ops.Filter):
            new.keep = self.local(new.keep)
        if isinstance(new, ops.WhileAny):
            new.on = self.local(new.on)
        return new

    def _expression(self, x: Expr) -> Expr:
        return Expr(x.op, x.type, (), self.local(x.var)) if x.op is Op.VAR else super()._expression(x)

    def _at_once(self, x: ops.AtOnce) -> ops.AtOnce:
        new = super()._at_once(x)
        return dataclasses.replace(new, own=self.local(new.own), planes=tuple(map(self.local, new.planes)))
