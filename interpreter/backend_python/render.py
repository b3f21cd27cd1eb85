"""Renders a rules program as one readable Python module.

The module's functions take the engine `e` (`runtime.py`); the state is `e.s`, the context `e.c`. Sets of sites are
Python integers used as bit sets.
"""

from __future__ import annotations

from ..program import ops
from ..program.actions import ORDER
from ..program.ops import Argument, Block, Expr, FieldKind, Function, Op, Program, Type
from ..program.runaway import Runaway
from ..program.widths import looks

_INFIX = {
    Op.ADD: "+",
    Op.SUB: "-",
    Op.MUL: "*",
    Op.EQ: "==",
    Op.NE: "!=",
    Op.LT: "<",
    Op.LE: "<=",
    Op.GT: ">",
    Op.GE: ">=",
    Op.SHL: "<<",
    Op.SHR: ">>",
    Op.BAND: "&",
    Op.BOR: "|",
    Op.AND: "and",
    Op.OR: "or",
    Op.SET_OR: "|",
    Op.SET_AND: "&",
    Op.SET_XOR: "^",
    Op.SET_EQ: "==",
}
_CALLS = {
    Op.DIV: "div",
    Op.MOD: "mod",
    Op.POW: "power",
    Op.MIN: "min",
    Op.MAX: "max",
    Op.ABS: "abs",
    Op.SET_RANGE: "set_range",
    Op.SET_MIN: "set_min",
    Op.SET_MAX: "set_max",
    Op.SET_NTH: "set_nth",
    Op.TO_FLOAT: "float",
    Op.TO_DOUBLE: "float",
    Op.TO_INT: "int",
}


class PythonRenderer:
    """One table of operations and the statements; `render()` gives the module's text."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.runaway = Runaway(program)
        self.lines: list[str] = []
        self.depth = 0
        self.temps = 0

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    # ------------------------------------------------------------------ expressions

    def e(self, x: Expr) -> str:
        op, a = x.op, x.src
        if op is Op.CONST:
            if x.type is Type.BOOL:
                return "True" if x.const else "False"
            return f"({x.arg})" if x.const < 0 else str(x.arg)
        if op is Op.VAR:
            assert isinstance(x.arg, ops.Var)
            return _local(x.arg.name)
        if op is Op.CTX:
            return f"e.c.{_local(str(x.arg))}"
        if op is Op.FIELD:
            return f"at(e.s.{x.arg}, {self.e(a[0])}, {self.program.fields[str(x.arg)].init})" if a else f"e.s.{x.arg}"
        if op is Op.FIELD_RAW:
            return f"e.s.{x.arg}[{self.e(a[0])}]"
        if op is Op.LEN:
            return f"len(e.s.{x.arg})"
        if op is Op.CAP:
            return f"e.caps['{x.arg}']"
        if op in (Op.TABLE, Op.SET_TABLE):
            return f"at(e.tables['{x.arg}'], {self.e(a[0])}, 0)"
        if op is Op.ROW_LEN:
            return f"len(at(e.tables['{x.arg}'], {self.e(a[0])}, ()))"
        if op is Op.ROW_AT:
            return f"at(at(e.tables['{x.arg}'], {self.e(a[0])}, ()), {self.e(a[1])}, 0)"
        if op in _INFIX:
            return f"({self.e(a[0])} {_INFIX[op]} {self.e(a[1])})"
        if op in (Op.DIV, Op.POW) and x.type is not Type.INT:
            return f"{'float_div' if op is Op.DIV else 'float_pow'}({self.e(a[0])}, {self.e(a[1])})"
        if op in _CALLS:
            return f"{_CALLS[op]}({', '.join(self.e(s) for s in a)})"
        if op is Op.NEG:
            return f"(-{self.e(a[0])})"
        if op is Op.NOT:
            return f"(not {self.e(a[0])})"
        if op is Op.SELECT:
            return f"({self.e(a[1])} if {self.e(a[0])} else {self.e(a[2])})"
        if op is Op.SET_EMPTY:
            return "0"
        if op is Op.SET_ONE:
            return f"set_one({self.e(a[0])}, {self.program.set_width})"
        if op is Op.SET_DIFF:
            return f"({self.e(a[0])} & ~{self.e(a[1])})"
        if op is Op.SET_HAS:
            return f"set_has({self.e(a[0])}, {self.e(a[1])})"
        if op is Op.SET_COUNT:
            return f"({self.e(a[0])}).bit_count()"
        if op is Op.ROW_RUN:
            return f"row_run(e.tables['{x.arg}'], {', '.join(self.e(s) for s in a)})"
        if op is Op.SET_UNION:
            return f"set_union(e.tables['{x.arg}'], {self.e(a[0])})"
        if op is Op.ROW_SET:
            return f"row_set(e.tables['{x.arg}'], {', '.join(self.e(s) for s in a)})"
        if op is Op.SET_WHERE:
            return f"set_where(e.s.{x.arg}, {self.e(a[0])})"
        if op is Op.LIST_NEW:
            return f"[{', '.join(self.e(s) for s in a)}]"
        if op is Op.LIST_LEN:
            return f"len({self.e(a[0])})"
        if op is Op.LIST_AT:
            return f"list_at({self.e(a[0])}, {self.e(a[1])})"
        if op is Op.LIST_HAS:
            return f"({self.e(a[1])} in {self.e(a[0])})"
        if op is Op.CALL:
            assert isinstance(x.arg, Function)
            return f"{x.arg.name}({', '.join(['e', *(self.e(s) for s in a)])})"
        if op is Op.RUN:
            return self.run(x)
        raise ValueError(f"the Python backend has no rendering for {op.name}")

    def run(self, x: Expr) -> str:
        """An intrinsic."""
        entry, name = x.run.intrinsic, x.run.name
        args = [self.e(s) for s in x.src]
        if entry.argument is Argument.CAPACITY:
            args = [repr(name)]
        elif entry.argument is Argument.ACTION:
            args = [repr(name), args[0], *map(self.int_, x.src[1:])]
        elif entry.argument is Argument.LIST:
            args = [f"e.s.{name}", *args]
        return f"e.{entry.name}({', '.join(args)})"

    # ------------------------------------------------------------------ statements

    def block(self, body: Block) -> None:
        self.depth += 1
        for stmt in body:
            self.stmt(stmt)
        if not body:
            self.line("pass")
        self.depth -= 1

    def stmt(self, x: ops.Stmt) -> None:
        if isinstance(x, ops.Assign):
            self.line(f"{_local(x.var.name)} = {self.e(x.value)}")
        elif isinstance(x, ops.SetField):
            if x.index is None:
                self.line(f"e.s.{x.field} = {self.int_(x.value)}")
            else:
                value = self.int_(x.value)
                if looks(self.program, x):
                    value = f"fit('{x.field}', {self.program.fields[x.field].bits}, {value})"
                self.line(f"put(e.s.{x.field}, {self.e(x.index)}, {value})")
        elif isinstance(x, ops.SetCtx):
            self.line(f"e.c.{_local(x.slot)} = {self.int_(x.value)}")
        elif isinstance(x, ops.If):
            self.if_(x)
        elif isinstance(x, ops.While):
            self.line("while True:")
            self.depth += 1
            self.line("e.tick()")
            for stmt in x.head:
                self.stmt(stmt)
            self.line(f"if not {self.e(x.cond)}:")
            self.line("    break")
            self.depth -= 1
            self.block(x.body)
        elif isinstance(x, ops.ForRange):
            lo, hi = self.e(x.lo), self.e(x.hi)
            span = f"range({lo}, {hi} - 1, -1)" if x.down else f"range({lo}, {hi})"
            self.loop(x, span)
        elif isinstance(x, ops.ForSet):
            self.loop(x, f"members({self.e(x.set)})")
        elif isinstance(x, ops.ForRow):
            self.loop(x, f"at(e.tables['{x.table}'], {self.e(x.row)}, ())")
        elif isinstance(x, ops.ForList):
            self.loop(x, self.e(x.list))
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

    def int_(self, x: Expr) -> str:
        return f"int({self.e(x)})" if x.type is Type.BOOL else self.e(x)

    def loop(self, x: ops.ForRange | ops.ForSet | ops.ForRow | ops.ForList, values: str) -> None:
        self.line(f"for {_local(x.var.name)} in {values}:")
        if self.runaway.counts(x):
            self.line("    e.tick()")
        self.block(x.body)

    def if_(self, x: ops.If) -> None:
        self.line(f"if {self.e(x.cond)}:")
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
        """The body of a function that can come to itself again: how deep it is called is counted."""
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
        out = ['"""A compiled game. Made by ludparse; run by interpreter.backend_python."""', ""]
        out += ["from interpreter.backend_python.values import *  # noqa: F403", ""]
        live = [fn for fn in p.functions if p.live is None or fn.index in p.live]
        for fn in live:
            self.lines, self.depth = [], 0
            params = ", ".join(["e", *(_local(v.name) for v in fn.params)])
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
        out += [f"    {f.index}: {f.name}," for f in live if not f.params and f.result is Type.VOID]
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
        out += [f"    __slots__ = ({''.join(repr(_local(n)) + ', ' for n in slots)})", "", "    def __init__(self):"]
        out += [f"        self.{_local(n)} = {v}" for n, v in p.context.items()]
        out += [f"        self.{_local(n)} = 0" for n in p.context_sets]
        out += ["        pass", ""]
        return "\n".join(out)


def _plain(text: str) -> str:
    return "".join(ch if ch.isprintable() else " " for ch in text)[:100]


def _local(name: str) -> str:
    return name + "_" if name in ("from", "in", "is", "if", "not", "or", "and", "to", "e", "list") else name


def render_python(program: Program) -> str:
    """The program as the text of a Python module."""
    return PythonRenderer(program).render()
