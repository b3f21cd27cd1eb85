"""A module of the low form as text, for people."""

from __future__ import annotations

from collections.abc import Iterator

from . import nodes
from . import operations as op
from .nodes import Body, Function, Module, Value

__all__ = ["print_function", "print_module"]


def print_module(module: Module) -> str:
    """All functions, each as `print_function` shows it."""
    return "\n".join(print_function(f) for f in module.functions if not f.imported)


def print_function(function: Function) -> str:
    """A function: its head, and its statements line by line. Locals have numbers."""
    return "\n".join(_Printer(function).lines()) + "\n"


class _Printer:
    def __init__(self, function: Function) -> None:
        self.function = function
        self.names: dict[int, str] = {}
        self.labels: dict[int, str] = {}

    def local(self, local: nodes.Local) -> str:
        return self.names.setdefault(id(local), f"{local.name or 'v'}{len(self.names)}")

    def label(self, block: nodes.Stmt) -> str:
        return self.labels.setdefault(id(block), f"{type(block).__name__.lower()}_{len(self.labels)}")

    def lines(self) -> Iterator[str]:
        f = self.function
        params = ", ".join(f"{self.local(p)}: {p.type.name.lower()}" for p in f.params)
        results = ", ".join(word.name.lower() for word in f.results)
        yield f"fn {f.name}({params})" + (f" -> {results}:" if results else ":")
        yield from self.body(f.body, 1)

    def value(self, x: Value) -> str:
        if isinstance(x.arg, nodes.Local):
            return self.local(x.arg)
        if isinstance(x.arg, nodes.Global):
            return x.arg.name
        src = [self.value(y) for y in x.src]
        if isinstance(x.arg, Function):
            return f"{x.arg.name}({', '.join(src)})"
        if isinstance(x.arg, tuple):
            inner = "; ".join(line.strip() for line in self.body(list(x.arg), 0))
            return f"({inner}; {src[0]})"
        if x.op in op.LOAD.values() or x.op in (op.LOAD_BYTE, op.LOAD_VECTOR):
            return f"{x.op.text}{_place(src[0], x.arg)}"
        return x.op.text.format(*src, arg=x.arg)

    def body(self, body: Body, depth: int) -> Iterator[str]:
        pad = "  " * depth
        if not body:
            yield f"{pad}pass"
        for s in body:
            if isinstance(s, nodes.Set):
                yield f"{pad}{self.local(s.local)} = {self.value(s.value)}"
            elif isinstance(s, nodes.SetGlobal):
                yield f"{pad}{s.to.name} = {self.value(s.value)}"
            elif isinstance(s, nodes.Store):
                yield f"{pad}{s.op.text}{_place(self.value(s.address), s.distance)} = {self.value(s.value)}"
            elif isinstance(s, nodes.CallInto):
                args = ", ".join(self.value(x) for x in s.args)
                yield f"{pad}{', '.join(map(self.local, s.locals))} = {s.function.name}({args})"
            elif isinstance(s, nodes.If):
                yield f"{pad}if {self.value(s.cond)}:"
                yield from self.body(s.then, depth + 1)
                if s.orelse:
                    yield f"{pad}else:"
                    yield from self.body(s.orelse, depth + 1)
            elif isinstance(s, nodes.Block | nodes.Loop):
                yield f"{pad}{self.label(s)}:"
                yield from self.body(s.body, depth + 1)
            elif isinstance(s, nodes.Jump):
                where = f"{'leave' if isinstance(s.to, nodes.Block) else 'again'} {self.label(s.to)}"
                yield pad + (where if s.when is None else f"if {self.value(s.when)}: {where}")
            elif isinstance(s, nodes.Switch):
                yield f"{pad}leave one of {', '.join(map(self.label, s.to))} by {self.value(s.number)}"
            elif isinstance(s, nodes.Return):
                yield f"{pad}return {', '.join(map(self.value, s.values))}".rstrip()
            elif isinstance(s, nodes.Do):
                yield f"{pad}{self.value(s.value)}"


def _place(address: str, distance: nodes.Payload) -> str:
    if address == "0":
        return f"[{distance}]"
    return f"[{address} + {distance}]" if distance else f"[{address}]"
