"""What a valid module of the low form is."""

from __future__ import annotations

from collections.abc import Sequence

from . import nodes
from . import operations as op
from .nodes import Function, Module, Value
from .operations import Word

__all__ = ["InvalidModuleError", "verify"]


_SEQUENCES, _EITHERS = set(op.SEQUENCE.values()), set(op.EITHER.values())


class InvalidModuleError(Exception):
    """A module of the low form is not valid: a fault of what made it."""


def verify(module: Module) -> None:
    """Checks operands, results, what is called and read, that locals are assigned before they are read, and where jumps
    go. Raises InvalidModuleError."""
    functions, variables = {id(f) for f in module.functions}, {id(g) for g in module.globals}
    for f in module.functions:
        _Checker(f, functions, variables).body(f.body, {})
    for f in module.numbered:
        if f.params or f.results or id(f) not in functions:
            raise InvalidModuleError(f"{f.name} is called by its number")


Around = dict["nodes.Block | nodes.Loop", int]
"""Blocks and loops around a statement, and the locals that are assigned behind a block, whichever way leads there."""

_ALL = -1
"""What is assigned where nothing arrives: every local."""


class _Checker:
    """One function. assigned: the locals that have a value where the check has come to, a bit each.

    Nothing takes a value away from a local. So what is assigned where a loop begins is so in each of its iterations."""

    def __init__(self, function: Function, functions: set[int], variables: set[int]) -> None:
        self.function = function
        self.functions = functions
        self.variables = variables
        self.bits: dict[nodes.Local, int] = {}
        self.assigned = 0
        for param in function.params:
            self.assign(param)

    def bit(self, local: nodes.Local) -> int:
        return self.bits.setdefault(local, 1 << len(self.bits))

    def assign(self, local: nodes.Local) -> None:
        self.assigned |= self.bit(local)

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
            # a piece that was cut out shares locals with what it was cut from: handing them on reads none of them
            if x.arg is not param:
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
        if o in _SEQUENCES:
            self.body(x.arg, {})  # type: ignore[arg-type]
        ways = []
        for k, (y, word) in enumerate(zip(x.src, o.operands, strict=True)):
            before = self.assigned
            self.expect(y, word, f"an operand of {o.name}")
            if o in _EITHERS and k > 0:
                ways.append(self.assigned)
                self.assigned = before
        if ways:
            self.assigned = ways[0] & ways[1]
        if o is op.TRAP:
            self.assigned = _ALL
        if isinstance(x.arg, nodes.Local):
            if x.arg.type is not o.result:
                raise self.wrong(f"the local {x.arg.name} is {x.arg.type}")
            if not self.assigned & self.bit(x.arg):
                raise self.wrong(f"the local {x.arg.name} is read where it may not have been assigned")
        if isinstance(x.arg, nodes.Global) and (x.arg.type is not o.result or id(x.arg) not in self.variables):
            raise self.wrong(f"the variable {x.arg.name} is {x.arg.type}")

    def body(self, body: Sequence[nodes.Stmt], around: Around) -> None:
        for s in body:
            self.stmt(s, around)

    def stmt(self, s: nodes.Stmt, around: Around) -> None:
        if isinstance(s, nodes.Set):
            self.expect(s.value, s.local.type, f"the local {s.local.name}")
            self.assign(s.local)
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
            for local in s.locals:
                self.assign(local)
        elif isinstance(s, nodes.If):
            self.expect(s.cond, Word.I32, "a condition")
            before = self.assigned
            self.body(s.then, around)
            then, self.assigned = self.assigned, before
            self.body(s.orelse, around)
            self.assigned &= then
        elif isinstance(s, nodes.Block | nodes.Loop):
            around[s] = _ALL
            self.body(s.body, around)
            jumps = around.pop(s)
            if isinstance(s, nodes.Block):
                self.assigned &= jumps
        elif isinstance(s, nodes.Jump):
            if s.when is not None:
                self.expect(s.when, Word.I32, "a condition")
            self.go((s.to,), around, "a jump")
            if s.when is None:
                self.assigned = _ALL
        elif isinstance(s, nodes.Switch):
            self.expect(s.number, Word.I32, "a number")
            self.go(s.to, around, "a switch")
            self.assigned = _ALL
        elif isinstance(s, nodes.Return):
            if len(s.values) != len(self.function.results):
                raise self.wrong(f"returns {len(s.values)} values")
            for x, word in zip(s.values, self.function.results, strict=True):
                self.expect(x, word, "a result")
            self.assigned = _ALL
        elif isinstance(s, nodes.Do):
            self.value(s.value)
        else:
            raise self.wrong(f"{type(s).__name__} is no statement")

    def go(self, to: Sequence[nodes.Block | nodes.Loop], around: Around, what: str) -> None:
        for block in to:
            if block not in around:
                raise self.wrong(f"{what} goes out of what it stands in")
            around[block] &= self.assigned
