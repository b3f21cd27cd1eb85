"""Checks expressions of a program against the table of operations: operand types, results and arguments."""

from __future__ import annotations

from . import arithmetic as num
from .actions import ACTIONS
from .entries import Entry, Signature, Use
from .ops import OPERATIONS, Argument, Expr, Field, FieldKind, Op, Table, Type, Var
from .program import Function, Program


class InvalidProgramError(Exception):
    """A program that breaks the rules of `docs/program.md`: a bug of a lowering or a pass. Names the function."""


def _types(operands: tuple[Type, ...]) -> str:
    return f"({', '.join(t.value for t in operands)})"


class ExpressionChecker:
    """Checks the expressions of one function. `assigned` holds the locals that are set at this point, and the slots of
    the context that the function has written; None where the point cannot be reached. `inherited`: the slots that it
    reads where it may not have written them. `called`: the functions that it calls, with the slots that it has written
    before, and those that it restores after it."""

    def __init__(self, program: Program, fn: Function) -> None:
        self.program, self.fn = program, fn
        self.assigned: frozenset[Var | str] | None = frozenset(fn.params)
        self.inherited: set[str] = set()
        self.called: list[tuple[Function, frozenset[Var | str], frozenset[str]]] = []
        self.restored: frozenset[str] = frozenset()  # the slots that the statements around this point restore
        self.left: set[str] = set()  # the slots that it may leave changed itself
        self.early = False  # whether it may return from where slots are restored, which restores none
        self.width = (program.set_width + 63) // 64 * 64

    def fail(self, text: str) -> None:
        """Raises InvalidProgramError for the function that is checked."""
        raise InvalidProgramError(f"{self.fn.name}: {text}")

    def want(self, x: Expr, wanted: Type, what: str) -> None:
        """Checks an expression and that it has a type."""
        self.expr(x)
        if x.type is not wanted:
            self.fail(f"{what} is {x.type.value}, not {wanted.value}")

    def expr(self, x: Expr, compared: bool = False) -> None:
        """Checks an expression. compared: whether it is a digest that is compared with another one."""
        pair = x.op in (Op.EQ, Op.NE) and all(map(self._is_wide, x.src)) and x.src[0].arg == x.src[1].arg
        for s in x.src:
            self.expr(s, compared=pair)
        if self._is_wide(x) and not compared:
            f = self.field(x.name)
            self.fail(f"field {f.name} has {f.bits} bits, more than an INT: it can only be compared with itself")
        entry = x.run.intrinsic if x.op is Op.RUN and x.arg is not None else OPERATIONS[x.op]
        self._argument(x, entry)
        signatures = self._signatures(x, entry)
        got = tuple(s.type for s in x.src)
        for sig in signatures:
            if got == sig.operands and x.type is sig.result:
                break
        else:
            takes = " or ".join(dict.fromkeys(map(str, signatures)))
            self.fail(f"{self._name(x, entry)} is used as {_types(got)} → {x.type.value}, it is {takes}")
        for operand, value in zip(entry.operands, x.src, strict=False):
            self._use(entry, operand.use, value)
        if self.assigned is not None and x.op is Op.CTX and x.name not in self.assigned:
            self.inherited.add(x.name)
        elif self.assigned is not None and x.op is Op.CALL:
            self.called.append((x.called, self.assigned, self.restored))

    def _is_wide(self, x: Expr) -> bool:
        """Whether an expression reads a digest or the state of a generator."""
        return x.op is Op.FIELD and isinstance(x.arg, str) and x.type is Type.INT and self.field(x.arg).bits > 32

    def _name(self, x: Expr, entry: Entry) -> str:
        if x.op is Op.CALL:
            return x.called.name
        return f"{entry.name} {x.run.name}".rstrip() if x.op is Op.RUN else entry.name

    def _signatures(self, x: Expr, entry: Entry) -> tuple[Signature, ...]:
        """The ways in which this node may be used."""
        if x.op is Op.VAR:
            return (Signature((), x.var.type),)
        if x.op is Op.CTX:
            return (Signature((), Type.SET if x.name in self.program.context_sets else Type.INT),)
        if x.op is Op.FIELD:
            return (_field_signature(self.field(x.name)),)
        if x.op is Op.CALL:
            return (Signature(tuple(p.type for p in x.called.params), x.called.result),)
        if entry.argument is Argument.ACTION:
            params = len(ACTIONS[x.run.name].params)
            return (Signature((Type.BOOL, *[Type.INT] * params), Type.VOID),)
        if entry.variadic:
            (sig,) = entry.signatures
            return (Signature(sig.operands * len(x.src), sig.result),)
        return entry.signatures

    # ------------------------------------------------------------------ arguments

    def _argument(self, x: Expr, entry: Entry) -> None:
        """Checks that what the node is about exists and is of the right kind."""
        kind = entry.argument
        if kind is Argument.CONSTANT:
            self._constant(x)
        elif kind is Argument.LOCAL:
            self._local(x)
        elif kind is Argument.FUNCTION:
            if not isinstance(x.arg, Function):
                self.fail(f"{entry.name} without a function")
            self.function(x.called)
        elif kind is Argument.INTRINSIC:
            self.fail("RUN without an intrinsic")
        elif kind is not Argument.NONE:
            name = x.run.name if x.op is Op.RUN else x.arg
            if not isinstance(name, str) or not name:
                self.fail(f"{entry.name} does not say which {kind.value.partition(' ')[2]} it is about")
            else:
                self._named(kind, name, entry)

    def _named(self, kind: Argument, name: str, entry: Entry) -> None:
        p = self.program
        if kind is Argument.SLOT:
            self.slot(name)
        elif kind is Argument.CAPACITY:
            if name not in p.caps:
                self.fail(f"there is no capacity {name}")
        elif kind is Argument.ACTION:
            if name not in ACTIONS:
                self.fail(f"there is no kind of action {name}")
        elif kind is Argument.FIELD:
            self.field(name)
        elif kind is Argument.ARRAY:
            f = self.field(name)
            if f.kind is not FieldKind.ARRAY or f.bits > 32:
                self.fail(f"{entry.name} of field {name}, which is {f.kind.value} of {f.bits} bits")
        elif kind is Argument.LIST:
            if self.field(name).kind is not FieldKind.LIST:
                self.fail(f"{entry.name} of field {name}, which is {self.field(name).kind.value}")
        else:
            table = self.table(name, kind.name.lower())
            if entry.name in (Op.ROW_RUN.name, Op.ROW_SET.name):
                self.sites(table)

    def _constant(self, x: Expr) -> None:
        value = x.arg
        if x.type in (Type.INT, Type.BOOL):
            lo, hi = (0, 1) if x.type is Type.BOOL else (num.INT_MIN, num.INT_MAX)
            if not isinstance(value, int) or not lo <= value <= hi:
                self.fail(f"{value!r} is no {x.type.value}")
        elif not isinstance(value, float) or (x.type is Type.FLOAT and value == value and num.float32(value) != value):
            self.fail(f"{value!r} is no {x.type.value}")

    def _local(self, x: Expr) -> None:
        if not isinstance(x.arg, Var):
            self.fail("VAR without a local")
        elif self.assigned is not None and x.arg not in self.assigned:
            self.fail(f"local {x.arg.name} may be read before it is set")

    def _use(self, entry: Entry, use: Use, value: Expr) -> None:
        """Checks numbers that stand for something, where they are constant."""
        if not value.is_const:
            if use is Use.CONSTANT:
                self.fail(f"{entry.name} of a number that is not constant")
            return
        if use is Use.FUNCTION:
            if not 0 <= value.const < len(self.program.functions):
                self.fail(f"{entry.name} of function number {value.const}, which does not exist")
            self.consequent(self.program.functions[value.const])
        elif use is Use.TEXT and not 0 <= value.const < len(self.program.strings):
            self.fail(f"{entry.name} of text number {value.const}, which does not exist")

    # ------------------------------------------------------------------ what names stand for

    def slot(self, name: str) -> Type:
        """The type of a slot of the context."""
        if name in self.program.context_sets:
            return Type.SET
        if name not in self.program.context:
            self.fail(f"there is no slot {name} in the context")
        return Type.INT

    def field(self, name: str) -> Field:
        """A field by its name."""
        if name not in self.program.fields:
            self.fail(f"there is no field {name}")
        return self.program.fields[name]

    def table(self, name: str, kind: str) -> Table:
        """A table of a kind by its name."""
        if name not in self.program.tables:
            self.fail(f"there is no table {name}")
        table = self.program.tables[name]
        if table.kind != kind:
            self.fail(f"table {name} is {table.kind}, not {kind}")
        return table

    def sites(self, table: Table) -> None:
        """Checks that all values of a ragged table can be members of a SET."""
        if any(not 0 <= v < self.width for row in table.lists for v in row):
            self.fail(f"table {table.name} has values that no SET can hold, it takes 0 to {self.width - 1}")

    def function(self, fn: Function) -> None:
        """Checks that a function belongs to the program."""
        functions = self.program.functions
        if not 0 <= fn.index < len(functions) or functions[fn.index] is not fn:
            self.fail(f"function {fn.name} does not belong to the program")

    def consequent(self, fn: Function) -> None:
        """Checks that a function can be called by its index."""
        self.function(fn)
        if fn.params or fn.result is not Type.VOID:
            self.fail(f"{fn.name} cannot be a consequent: it has parameters or a result")


def _field_signature(f: Field) -> Signature:
    if f.kind is FieldKind.SET:
        return Signature((), Type.SET)
    return Signature((), Type.INT) if f.kind is FieldKind.INT else Signature((Type.INT,), Type.INT)
