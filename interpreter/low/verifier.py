"""What a valid module of the low form is."""

from __future__ import annotations

from collections.abc import Sequence

from . import nodes
from . import operations as op
from .nodes import Function, Module, Value
from .operations import Word

__all__ = ["InvalidModuleError", "verify"]


class InvalidModuleError(Exception):
    """A module of the low form is not valid: a fault of what made it."""


def verify(module: Module) -> None:
    """Checks operands, results, what is called and read, and where jumps go. Raises InvalidModuleError."""
    functions, variables = {id(f) for f in module.functions}, {id(g) for g in module.globals}
    for f in module.functions:
        _Checker(f, functions, variables).body(f.body, [])
    for f in module.numbered:
        if f.params or f.results or id(f) not in functions:
            raise InvalidModuleError(f"{f.name} is called by its number")


class _Checker:
    def __init__(self, function: Function, functions: set[int], variables: set[int]) -> None:
        self.function = function
        self.functions = functions
        self.variables = variables

    def wrong(self, what: str) -> InvalidModuleError:
        return InvalidModuleError(f"{self.function.name}: {what}")

    def expect(self, x: Value, word: Word | None, what: str) -> None:
        self.value(x)
        if x.type is not word:
            raise self.wrong(f"{what} is {x.type}, not {word}")

    def args(self, called: Function, args: Sequence[Value]) -> None:
        if id(called) not in self.functions:
            raise self.wrong(f"{called.name} is not part of the module")
        if len(args) != len(called.params):
            raise self.wrong(f"{called.name} takes {len(called.params)} operands, not {len(args)}")
        for x, param in zip(args, called.params, strict=True):
            self.expect(x, param.type, f"an operand of {called.name}")

    def value(self, x: Value) -> None:
        o = x.op
        if isinstance(x.arg, Function):
            self.args(x.arg, x.src)
            if (o.result,) != (tuple(x.arg.results) or (None,)):
                raise self.wrong(f"{x.arg.name} gives {x.arg.results}")
            return
        if len(x.src) != len(o.operands):
            raise self.wrong(f"{o.name} takes {len(o.operands)} operands, not {len(x.src)}")
        if o in op.SEQUENCE.values():
            self.body(x.arg, [])  # type: ignore[arg-type]
        for y, word in zip(x.src, o.operands, strict=True):
            self.expect(y, word, f"an operand of {o.name}")
        if isinstance(x.arg, nodes.Local) and x.arg.type is not o.result:
            raise self.wrong(f"the local {x.arg.name} is {x.arg.type}")
        if isinstance(x.arg, nodes.Global) and (x.arg.type is not o.result or id(x.arg) not in self.variables):
            raise self.wrong(f"the variable {x.arg.name} is {x.arg.type}")

    def body(self, body: Sequence[nodes.Stmt], around: list[nodes.Stmt]) -> None:
        for s in body:
            self.stmt(s, around)

    def stmt(self, s: nodes.Stmt, around: list[nodes.Stmt]) -> None:
        if isinstance(s, nodes.Set):
            self.expect(s.value, s.local.type, f"the local {s.local.name}")
        elif isinstance(s, nodes.SetGlobal):
            if s.to.given or id(s.to) not in self.variables:
                raise self.wrong(f"the variable {s.to.name} is not one that changes")
            self.expect(s.value, s.to.type, f"the variable {s.to.name}")
        elif isinstance(s, nodes.Store):
            self.expect(s.address, Word.I32, "an address")
            self.expect(s.value, s.op.operands[1], f"an operand of {s.op.name}")
        elif isinstance(s, nodes.CallInto):
            self.args(s.function, s.args)
            if [local.type for local in s.locals] != s.function.results:
                raise self.wrong(f"{s.function.name} gives {s.function.results}")
        elif isinstance(s, nodes.If):
            self.expect(s.cond, Word.I32, "a condition")
            self.body(s.then, around)
            self.body(s.orelse, around)
        elif isinstance(s, nodes.Block | nodes.Loop):
            self.body(s.body, [*around, s])
        elif isinstance(s, nodes.Jump):
            if s.when is not None:
                self.expect(s.when, Word.I32, "a condition")
            if s.to not in around:
                raise self.wrong("a jump goes out of what it stands in")
        elif isinstance(s, nodes.Switch):
            self.expect(s.number, Word.I32, "a number")
            if any(block not in around for block in s.to):
                raise self.wrong("a switch goes out of what it stands in")
        elif isinstance(s, nodes.Return):
            if len(s.values) != len(self.function.results):
                raise self.wrong(f"returns {len(s.values)} values")
            for x, word in zip(s.values, self.function.results, strict=True):
                self.expect(x, word, "a result")
        elif isinstance(s, nodes.Do):
            self.value(s.value)
        else:
            raise self.wrong(f"{type(s).__name__} is no statement")
