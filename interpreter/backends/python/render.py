"""Renders a rules program as one readable Python module.

The module's functions take the engine `e` (`runtime.py`); the state is `e.s`, the context `e.c`. Sets of sites are
Python integers used as bit sets.
"""

from __future__ import annotations

from collections.abc import Callable

from ...facts.acting import operands_act
from ...facts.questions import follow
from ...facts.runaway import Runaway
from ...facts.widths import looks
from ...program import ops
from ...program.actions import ORDER
from ...program.expansion import (
    composed_statements,
    expand,
    filter_statements,
    operands_first,
    played_ahead,
    positions_by_number,
    saves_and_restores,
    scan_statements,
)
from ...program.modes import COUNT
from ...program.ops import Block, FieldKind, Type
from ...program.program import Function, Program
from .expressions import ExpressionRenderer, local

_MEANT: dict[type[ops.Stmt], Callable[..., Block]] = {
    ops.Scan: scan_statements, ops.ForPieces: lambda s: [positions_by_number(s)], ops.Composed: composed_statements,
    ops.Filter: lambda s: filter_statements(s)[1], ops.BuiltMove: lambda s: s.body,
    **dict.fromkeys((ops.Ahead, ops.Trial), lambda s: [played_ahead(s)]),
}  # fmt: skip
"""The statements that stand for others, for which there is nothing better in Python."""


class PythonRenderer(ExpressionRenderer):
    """Renders functions and the module; `render()` gives its text."""

    def __init__(self, program: Program) -> None:
        self.live = program.running
        super().__init__(program, self.live)
        self.runaway = Runaway(program)
        self.lines: list[str] = []
        self.depth = 0
        self.asked = False
        self.copies = 0

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    # ------------------------------------------------------------------ statements

    def block(self, body: Block) -> None:
        self.depth += 1
        self.statements(body)
        if not body:
            self.line("pass")
        self.depth -= 1

    def statements(self, body: Block) -> None:
        for stmt in body:
            self.stmt(stmt)

    def stmt(self, x: ops.Stmt) -> None:
        if isinstance(x, ops.Emit) and operands_act(self.program, x):
            # a list has the decision of an action before its parameters
            self.copies += 1
            first, x = operands_first(x, self.copies)
            self.statements([*first])
        if isinstance(x, ops.Assign):
            self.line(f"{local(x.var.name)} = {self.e(x.value)}")
        elif isinstance(x, ops.SetField):
            if x.index is None:
                self.line(f"e.s.{x.field} = {self.int_(x.value)}")
            else:
                value = self.int_(x.value)
                if looks(self.program, x):
                    value = f"fit('{x.field}', {self.program.fields[x.field].bits}, {value})"
                self.line(f"put(e.s.{x.field}, {self.e(x.index)}, {value})")
        elif isinstance(x, ops.SetCtx):
            self.line(f"e.c.{local(x.slot)} = {self.int_(x.value)}")
        elif isinstance(x, ops.If):
            self.if_(x)
        elif isinstance(x, ops.While):
            self.line("while True:")
            self.depth += 1
            self.line("e.tick()")
            self.statements(x.head)
            self.line(f"if not {self.e(x.cond)}:")
            self.line("    break")
            self.depth -= 1
            self.block(x.body)
        elif isinstance(x, ops.ForNumbers):
            lo, hi = self.e(x.lo), self.e(x.hi)
            span = f"range({lo}, {hi} - 1, -1)" if x.down else f"range({lo}, {hi})"
            self.loop(x, span)
        elif type(x) in _MEANT:
            self.statements(_MEANT[type(x)](x))
        elif isinstance(x, ops.ForSet):
            self.loop(x, f"members({self.e(x.set)})")
        elif isinstance(x, ops.ForRow):
            self.loop(x, f"at(e.tables['{x.table}'], {self.e(x.row)}, ())")
        elif isinstance(x, ops.ForList):
            self.loop(x, self.e(x.list))
        elif isinstance(x, ops.OnCopy):
            self.copies += 1
            kind, when = "copy" if x.draws else "state", "" if x.when is None else f"if copied_{self.copies}: "
            if x.when is not None:
                self.line(f"copied_{self.copies} = {self.e(x.when)}")
            self.line(f"{when}e.{kind}_push()")
            self.statements(x.body)
            self.line(f"{when}e.{kind}_pop()")
        elif isinstance(x, ops.Restoring):
            self.copies += 1
            saves, restores = saves_and_restores(self.program, x, self.copies)
            self.statements([*saves, *x.body, *restores])
        elif isinstance(x, ops.InMode):
            self.line(f"e.mode_enter({x.mode}, {self.e(x.aim)})")
            self.statements(x.body)
            self.line(f"{local(x.var.name)} = e.answer({x.mode})" if isinstance(x, ops.Question) else "e.mode_leave()")
        elif isinstance(x, ops.Break):
            self.line("break")
        elif isinstance(x, ops.Continue):
            self.line("continue")
        elif isinstance(x, ops.Return):
            self.line("return" if x.value is None else f"return {self.e(x.value)}")
        elif isinstance(x, ops.Do):
            self.line(self.e(x.value))
        elif isinstance(x, ops.Emit):
            self.emit(x)
        else:
            raise ValueError(f"the Python backend has no rendering for {type(x).__name__}")

    def loop(self, x: ops.ForLoop, values: str) -> None:
        self.line(f"for {local(x.var.name)} in {values}:")
        if self.runaway.counts(x) or (isinstance(x, ops.ForSet) and self.runaway.searches(x)):
            self.line("    e.tick()")
        if self.asked and isinstance(x, ops.CountedLoop | ops.ForSet | ops.ForRow) and x.apart:
            self.line("    if len(e.buffer) > e.enough:")  # the question is answered
            self.line("        break")
        self.block(x.body)

    def condition(self, x: ops.If) -> str:
        """The condition of an `if`."""
        return self.e(x.cond)

    def if_(self, x: ops.If) -> None:
        self.line(f"if {self.condition(x)}:")
        self.block(x.then)
        if x.orelse:
            self.line("else:")
            self.block(x.orelse)

    def emit(self, x: ops.Emit) -> None:
        actions = []
        for a in x.actions:
            params = "".join(f"{self.int_(p)}, " for p in a.params)
            actions.append(f"['{a.kind}', {self.e(a.decision)}, {params}]".replace(", ]", "]"))
        head = ", ".join(self.e(v) for v in (x.mover, x.from_site, x.to_site, x.level_min, x.level_max))
        then = ", ".join(str(fn.index) for fn in x.then)
        self.line(f"e.emit({head}, [{', '.join(actions)}], [{then}])")

    def counted(self, body: Block) -> None:
        """The body of a recursive function, with its call depth counted."""
        self.depth += 1
        self.line("e.deeper()")
        self.line("try:")
        self.block(body)
        self.line("finally:")
        self.line("    e.depth -= 1")
        self.depth -= 1

    # ------------------------------------------------------------------ the module

    def render(self) -> str:
        p = self.program
        out = ['"""A compiled game. Made by ludparse; run by ludparse.interpreter.backends.python."""', ""]
        out += ["from ludparse.interpreter.backends.python.values import *  # noqa: F403", ""]
        asked = _asked(self.live)
        for fn in self.live:
            self.lines, self.depth, self.asked = [], 0, fn.index in asked
            params = ", ".join(["e", *(local(v.name) for v in fn.params)])
            self.line("")
            self.line(f"def {fn.name}({params}):")
            if fn.comment:
                self.line(f"    # {_plain(fn.comment)}")
            if fn.index in self.runaway.recursive:
                self.counted(fn.body)
            else:
                self.block(fn.body)
            out += [*self.lines, ""]
        out += ["", "ACTIONS = {"]
        out += [f"    '{k}': {p.appliers[k].name}," for k in ORDER if k in p.appliers]
        out += ["}", "CONSEQUENTS = {"]
        out += [f"    {f.index}: {f.name}," for f in self.live if not f.params and f.result is Type.VOID]
        out += ["}"]
        for name in ("start", "moves", "play", "consequences"):
            out.append(f"{name} = {p.entries.get(name, p.entries['play']).name}")
        out += ["", "", "class State:", '    """The flat state of this game."""', ""]
        names = ", ".join(repr(n) for n in p.fields)
        out += [f"    __slots__ = ({names},)", "", "    def __init__(self, caps):"]
        for f in p.fields.values():
            if f.kind is FieldKind.LIST:
                init = "[]"
            elif f.kind is FieldKind.ARRAY:
                init = f"[{f.init}] * ({f.size}" + (f" * caps['{f.cap}'])" if f.cap else ")")
            else:
                init = str(f.init)
            out.append(f"        self.{f.name} = {init}")
        out += ["", "    def copy(self):", "        new = State.__new__(State)"]
        for f in p.fields.values():
            listy = f.kind in (FieldKind.LIST, FieldKind.ARRAY)
            out.append(f"        new.{f.name} = self.{f.name}{'[:]' if listy else ''}")
        out += ["        return new", "", "", "class Context:", '    """The evaluation context."""', ""]
        slots = [*p.context, *p.context_sets]
        out += [f"    __slots__ = ({''.join(repr(local(n)) + ', ' for n in slots)})", "", "    def __init__(self):"]
        out += [f"        self.{local(n)} = {v}" for n, v in p.context.items()]
        out += [f"        self.{local(n)} = 0" for n in p.context_sets]
        out += ["        pass", ""]
        return "\n".join(out)


def _asked(functions: list[Function]) -> set[int]:
    """The functions that are reachable from a question whether there is any move, by index."""
    found: set[int] = set()

    def visit(fn: Function) -> bool:
        found.add(fn.index)
        return True

    follow(functions, lambda s: s.mode == COUNT, visit)
    return found


def _plain(text: str) -> str:
    return "".join(ch if ch.isprintable() else " " for ch in text)[:100]


def render_python(program: Program, renderer: Callable[[Program], PythonRenderer] = PythonRenderer) -> str:
    """The program as the text of a Python module. renderer: what writes its functions."""
    expand(program)  # of a program that no passes have run on
    return renderer(program).render()
