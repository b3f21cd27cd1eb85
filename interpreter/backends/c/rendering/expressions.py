"""Expressions of a rules program as C."""

from __future__ import annotations

import math

from ....facts.modes import modal_functions
from ....facts.verdict_reads import watched
from ....program import ops
from ....program.intrinsics import ACT_NOW
from ....program.ops import Argument, Expr, Field, Op, Type
from ....program.program import Function, Program
from .state import dependent_results, digested, follows_writes, kept_functions, length
from .tables import group_shape, ray_shape, table_names

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
    Op.BAND: "&",
    Op.BOR: "|",
    Op.AND: "&&",
    Op.OR: "||",
}
_CALLS = {
    Op.DIV: "lp_div",
    Op.MOD: "lp_mod",
    Op.SHL: "lp_shl",
    Op.SHR: "lp_shr",
    Op.SET_ONE: "set_one",
    Op.SET_RANGE: "set_range",
    Op.SET_OR: "set_or",
    Op.SET_AND: "set_and",
    Op.SET_DIFF: "set_diff",
    Op.SET_XOR: "set_xor",
    Op.SET_SHIFT: "set_shift",
    Op.SET_COUNT: "set_count",
    Op.SET_MIN: "set_min",
    Op.SET_MAX: "set_max",
    Op.SET_NTH: "set_nth",
    Op.SET_EQ: "set_eq",
}
_TABLE_READS = {
    Op.TABLE, Op.ROW_LEN, Op.ROW_AT, Op.SET_TABLE, Op.ROW_SET, Op.ROW_RUN, Op.SIGHT, Op.RAY_ENDS,
    Op.SET_UNION, Op.SET_FLOOD, Op.FLOOD_MEETS, Op.SOME_WITHIN,
}  # fmt: skip
_NEEDS_ENGINE = {Op.DIV, Op.MOD}  # these fail for a divisor of 0
_BY_TYPE = {Op.MIN: "lp_min", Op.MAX: "lp_max", Op.POW: "lp_pow"}
_PREFIX = {Type.INT: "", Type.FLOAT: "f", Type.DOUBLE: "d"}
_ABS = {Type.INT: "lp_abs", Type.FLOAT: "fabsf", Type.DOUBLE: "fabs"}


class ExpressionRenderer:
    """Renders expressions from one table of operations."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.tables = table_names(program)
        self.modal = modal_functions(program)
        self.kept_number = {fn.index: k for k, fn in enumerate(kept_functions(program))}
        self.dependent = dependent_results(program)
        self.digested = digested(program) if follows_writes(program) else {}
        self.touched = watched(program)
        self.action_sizes: set[int] = set()  # the parameter counts of all actions rendered so far
        self.applied_now: set[str] = set()  # the kinds of actions that are applied at once
        self.mode = "-1"  # how moves are pushed where the present statement runs: a number, "mode", or -1 for e->mode

    def e(self, x: Expr) -> str:
        op, a = x.op, x.src
        if op is Op.VAR:
            assert isinstance(x.arg, ops.Var)
            return x.arg.name
        if op is Op.CONST:
            return _literal(x)
        sign = _INFIX.get(op)
        if sign is not None:
            return f"({self.e(a[0])} {sign} {self.e(a[1])})"
        if op is Op.CALL:
            return self.call(x)
        if op is Op.CTX:
            return f"e->c.{x.arg}"
        if op is Op.FIELD:
            if not a:
                return self.field(str(x.arg))
            f = self.program.fields[str(x.arg)]
            if self.in_bounds(a[0], f.size * self.program.caps.get(f.cap or "", 1)):
                return f"e->s.{f.name}[{self.e(a[0])}]"
            return f"AT(e->s.{f.name}, {length(f)}, {self.e(a[0])}, {f.init})"
        if op is Op.RUN:
            return self.run(x)
        if op is Op.FIELD_RAW:
            return f"e->s.{x.arg}[{self.e(a[0])}]"
        if op is Op.LEN:
            return f"e->s.{x.arg}_n"
        if op is Op.CAP:
            return f"CAP_{x.arg}"
        if op in _TABLE_READS:
            return self.table_read(x)
        if x.type in (Type.FLOAT, Type.DOUBLE) and op is Op.DIV:
            return f"({self.e(a[0])} / {self.e(a[1])})"
        if op in _BY_TYPE:
            return f"{_PREFIX[a[0].type]}{_BY_TYPE[op]}({', '.join(self.e(s) for s in a)})"
        if op is Op.ABS:
            return f"{_ABS[x.type]}({self.e(a[0])})"
        if op is Op.SET_HAS and a[0].op is Op.SET_TABLE:
            return f"set_holds({self.table(a[0].name)}, {self.e(a[0].src[0])}, {self.e(a[1])})"
        if op is Op.SET_HAS:
            return f"set_has({self.address(a[0])}, {self.e(a[1])})"
        if op is Op.SET_NTH and a[1].is_const and a[1].const == 0:
            return f"set_first({self.e(a[0])})"
        if op in _CALLS:
            args = ", ".join(self.e(s) for s in a)
            return f"{_CALLS[op]}({'e, ' if op in _NEEDS_ENGINE else ''}{args})"
        if op is Op.NEG:
            return f"(-{self.e(a[0])})"
        if op is Op.NOT:
            return f"(!{self.e(a[0])})"
        if op is Op.SELECT:
            return f"({self.e(a[0])} ? {self.e(a[1])} : {self.e(a[2])})"
        if op in (Op.TO_FLOAT, Op.TO_DOUBLE):
            return f"(({x.type.value}){self.e(a[0])})"
        if op is Op.TO_INT:
            return f"lp_int((double){self.e(a[0])})"
        if op is Op.SET_WHERE:
            return self.search(self.program.fields[x.name], a[0])
        if op is Op.FIND:
            f = self.program.fields[str(x.arg)]
            return f"find_{f.bits}(e->s.{f.name}, {length(f)}, {', '.join(self.e(s) for s in a)})"
        if op is Op.SET_EMPTY:
            return "set_empty()"
        if op is Op.LIST_NEW:
            values = ", ".join(self.e(s) for s in a)
            return f"list_new(e, {len(a)}, (int[]){{{values or '0'}}})"
        if op is Op.LIST_LEN:
            return f"list_len(e, {self.e(a[0])})"
        if op is Op.LIST_AT:
            return f"list_at(e, {self.e(a[0])}, {self.e(a[1])})"
        if op is Op.LIST_HAS:
            return f"list_has(e, {self.e(a[0])}, {self.e(a[1])})"
        raise ValueError(f"the C backend has no rendering for {op.name}")

    def field(self, name: str) -> str:
        """A whole field of the state."""
        return f"e->s.{name}"

    def search(self, f: Field, value: Expr) -> str:
        """The indices of an array that hold a value."""
        return f"set_where_{f.bits}(e->s.{f.name}, {length(f)}, {self.e(value)})"

    def call(self, x: Expr) -> str:
        """A call of a function of the program."""
        assert isinstance(x.arg, Function)
        args = ", ".join(["e", *(self.e(s) for s in x.src)])
        if x.arg.kept or x.arg.kept_by:
            return f"(*{x.arg.name}_kept(e))"
        if x.arg.tries:
            return f"{x.arg.name}_kept({args})"
        if x.arg.index in self.modal and self.mode in ("mode", "1", "2", "3"):
            how = "IN_SPARED" if self.mode == "mode" and self.runs_spared(x.arg) else "IN"
            return f"{how}({self.mode}, {x.arg.name}, {args})"
        return f"{x.arg.name}({args})"

    def runs_spared(self, fn: Function) -> bool:
        """Whether a function also runs where moves that need no trial are counted (`spared.py`)."""
        return False

    def run(self, x: Expr) -> str:
        """An intrinsic."""
        entry, name = x.run.intrinsic, x.run.name
        args = [self.e(s) for s in x.src]
        if entry.argument is Argument.CAPACITY:
            return f"stop(e, LP_FULL, CAPID_{name})"
        if entry is ACT_NOW:
            self.applied_now.add(name)
            return f"now_{name}({', '.join(['e', *args])})"
        if entry.argument is Argument.ACTION:
            return self.action(name, args)
        if entry.argument is Argument.LIST:
            cap = self.program.fields[name].cap
            args = [f"e->s.{name}", f"&e->s.{name}_n", f"CAP_{cap}", f"CAPID_{cap}", *args]
        elif entry.mode_aware:
            return f"{entry.name}_in({', '.join(['e', self.mode, *args])})"
        return f"{entry.name}({', '.join(['e', *args])})"

    def action(self, kind: str, args: list[str]) -> str:
        """Puts an action into the move that is open; args: whether it is a decision, parameters."""
        self.action_sizes.add(len(args) - 1)
        return f"act_{len(args) - 1}(e, ACT_{kind}, {', '.join(args)})"

    def table(self, name: str) -> str:
        """The address of a table."""
        return self.tables[name]

    def in_bounds(self, index: Expr, size: int) -> bool:
        """Whether an index is known to be from 0 to size - 1. (Ordinary code looks each time: a write also has to keep
        the value from before.)"""
        return False

    def row(self, table: str, row: Expr) -> str:
        """The address of a row of a ragged table."""
        known = self.in_bounds(row, len(self.program.tables[table].rows))
        return f"{'row_known' if known else 'row_ptr'}({self.table(table)}, {self.e(row)})"

    def table_read(self, x: Expr) -> str:
        table = self.table(str(x.arg))
        if x.op is Op.SIGHT:
            lanes, *shape = ray_shape(self.program.tables[x.name])
            through = self.address(x.src[1])
            return f"sight_{lanes}({table}, {self.e(x.src[0])}, {through}, {', '.join(map(str, shape))})"
        if x.op is Op.RAY_ENDS:
            numbers = ", ".join(map(str, ray_shape(self.program.tables[x.name])))
            return f"ray_ends({table}, {self.e(x.src[0])}, {self.address(x.src[1])}, {numbers})"
        if x.op is Op.SOME_WITHIN:
            wide = group_shape(self.program.tables[x.name])
            known = self.in_bounds(x.src[0], len(self.program.tables[x.name].rows))
            name = "some_known" if known else "some_within"
            return f"{name}({table}, {self.e(x.src[0])}, {self.address(x.src[1])}, {wide})"
        if x.op is Op.SET_UNION:
            return f"set_union({table}, {self.address(x.src[0])})"
        if x.op is Op.FLOOD_MEETS:
            sets = ", ".join(map(self.e, x.src))
            return f"(flood_meets({table}, {sets}, &(set_t){{{{0}}}}) >= 0)"
        if x.op is Op.SET_FLOOD:
            return f"set_flood({table}, {self.e(x.src[0])}, {self.e(x.src[1])})"
        if x.op in (Op.TABLE, Op.SET_TABLE):
            known = self.in_bounds(x.src[0], len(self.program.tables[x.name].rows))
            stem = "flat" if x.op is Op.TABLE else "set"
            return f"{stem}_{'known' if known else 'at'}({table}, {self.e(x.src[0])})"
        row = self.row(x.name, x.src[0])
        if x.op is Op.ROW_LEN:
            return f"{row}->v"
        if x.op is Op.ROW_RUN:
            return f"row_run({row}, {self.e(x.src[1])}, {self.address(x.src[2])})"
        rest = ", ".join(map(self.e, x.src[1:]))
        return f"row_set({row}, {rest})" if x.op is Op.ROW_SET else f"row_at({row}, {rest})"

    def address(self, x: Expr) -> str:
        """The address of a SET expression's value."""
        if x.op is Op.CALL and isinstance(x.arg, Function) and (x.arg.kept or x.arg.kept_by):
            return f"{x.arg.name}_kept(e)"
        return f"&{self.e(x)}" if x.op in (Op.FIELD, Op.VAR) else f"(set_t[]){{{self.e(x)}}}"


def _literal(x: Expr) -> str:
    """A constant, without loss of precision."""
    value = x.number
    if x.type in (Type.FLOAT, Type.DOUBLE):
        end = "f" if x.type is Type.FLOAT else ""
        if math.isfinite(value):
            return f"({float(value).hex()}{end})"
        return f"(({x.type.value}){'NAN' if value != value else 'INFINITY' if value > 0 else '-INFINITY'})"
    v = int(value)
    if v == -(2**31):
        return "(-2147483647 - 1)"
    return f"({v})" if v < 0 else str(v)
