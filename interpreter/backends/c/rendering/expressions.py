"""Expressions of a rules program as C."""

from __future__ import annotations

import math

from ....facts.acting import order_matters
from ....facts.engines.asked import dependent_results, digested_fields, kept_functions
from ....facts.modes import modal_functions
from ....facts.verdict_reads import watched
from ....program import expressions as ir
from ....program.intrinsics import ACT_NOW
from ....program.operations import SPELLED_ALIKE
from ....program.ops import Argument, Expr, Field, Op, Type, Var
from ....program.program import Function, Program
from .state import follows_writes, length
from .tables import group_shape, ray_shape, table_names

# {0} is the first operand, {arg} the field, slot or capacity
_TEXT: dict[Op, str] = SPELLED_ALIKE | {
    Op.CTX: "e->c.{arg}",
    Op.FIELD_RAW: "e->s.{arg}[{0}]",
    Op.LEN: "e->s.{arg}_n",
    Op.CAP: "CAP_{arg}",
    Op.ADD: "({0} + {1})",
    Op.SUB: "({0} - {1})",
    Op.MUL: "({0} * {1})",
    Op.MOD: "lp_mod(e, {0}, {1})",
    Op.NEG: "(-{0})",
    Op.BIT_COUNT: "__builtin_popcount((unsigned){0})",
    Op.SHL: "lp_shl({0}, {1})",
    Op.SHR: "lp_shr({0}, {1})",
    Op.TO_FLOAT: "((float){0})",
    Op.TO_DOUBLE: "((double){0})",
    Op.TO_INT: "lp_int((double){0})",
    Op.AND: "({0} && {1})",
    Op.OR: "({0} || {1})",
    Op.NOT: "(!{0})",
    Op.SELECT: "({0} ? {1} : {2})",
    Op.SET_EMPTY: "set_empty()",
    Op.SET_ONE: "set_one({0})",
    Op.SET_RANGE: "set_range({0}, {1})",
    Op.SET_OR: "set_or({0}, {1})",
    Op.SET_AND: "set_and({0}, {1})",
    Op.SET_DIFF: "set_diff({0}, {1})",
    Op.SET_XOR: "set_xor({0}, {1})",
    Op.SET_SHIFT: "set_shift({0}, {1})",
    Op.SET_COUNT: "set_count({0})",
    Op.SET_MIN: "set_min({0})",
    Op.SET_MAX: "set_max({0})",
    Op.SET_EQ: "set_eq({0}, {1})",
    Op.LIST_LEN: "list_len(e, {0})",
    Op.LIST_AT: "list_at(e, {0}, {1})",
    Op.LIST_HAS: "list_has(e, {0}, {1})",
}
_TABLE_READS = {
    Op.TABLE, Op.ROW_LEN, Op.ROW_AT, Op.SET_TABLE, Op.ROW_SET, Op.ROW_RUN, Op.SIGHT, Op.RAY_ENDS,
    Op.SET_UNION, Op.SET_FLOOD, Op.FLOOD_MEETS, Op.SOME_WITHIN,
}  # fmt: skip
_LAZY = {Op.AND, Op.OR, Op.SELECT}
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
        self.digested = digested_fields(program) if follows_writes(program) else {}
        self.touched = watched(program)
        self.ordered = 0
        self.action_sizes: set[int] = set()  # the parameter counts of all actions rendered so far
        self.applied_now: set[str] = set()  # the kinds of actions that are applied at once
        self.mode = "-1"  # how moves are pushed where the present statement runs: a number, "mode", or -1 for e->mode

    def e(self, x: Expr) -> str:
        op, a = x.op, x.src
        if len(a) > 1 and op not in _LAZY and order_matters(self.program, a):
            return self.in_order(x)
        if op in _TEXT:
            return _TEXT[op].format(*map(self.e, a), arg=x.arg)
        if op is Op.VAR:
            return x.var.name
        if op is Op.CONST:
            return _literal(x)
        if op is Op.CALL:
            return self.call(x)
        if op is Op.FIELD:
            if not a:
                return self.field(x.name)
            f = self.program.fields[x.name]
            if self.in_bounds(a[0], f.size * self.program.caps.get(f.cap or "", 1)):
                return f"e->s.{f.name}[{self.e(a[0])}]"
            return f"AT(e->s.{f.name}, {length(f)}, {self.e(a[0])}, {f.init})"
        if op is Op.RUN:
            return self.run(x)
        if op in _TABLE_READS:
            return self.table_read(x)
        if op is Op.DIV:
            first, second = map(self.e, a)
            return f"lp_div(e, {first}, {second})" if x.type is Type.INT else f"({first} / {second})"
        if op in _BY_TYPE:
            return f"{_PREFIX[a[0].type]}{_BY_TYPE[op]}({', '.join(self.e(s) for s in a)})"
        if op is Op.ABS:
            return f"{_ABS[x.type]}({self.e(a[0])})"
        if op is Op.SET_HAS and a[0].op is Op.SET_TABLE:
            return f"set_holds({self.table(a[0].name)}, {self.e(a[0].src[0])}, {self.e(a[1])})"
        if op is Op.SET_HAS:
            return f"set_has({self.address(a[0])}, {self.e(a[1])})"
        if op is Op.SET_NTH:
            least = a[1].is_const and a[1].const == 0
            return f"set_first({self.e(a[0])})" if least else f"set_nth({self.e(a[0])}, {self.e(a[1])})"
        if op is Op.SET_WHERE:
            return self.search(self.program.fields[x.name], a[0])
        if op is Op.FIND:
            f = self.program.fields[x.name]
            return f"find_{f.bits}(e->s.{f.name}, {length(f)}, {', '.join(self.e(s) for s in a)})"
        if op is Op.LIST_NEW:
            values = ", ".join(self.e(s) for s in a)
            return f"list_new(e, {len(a)}, (int[]){{{values or '0'}}})"
        raise ValueError(f"the C backend has no rendering for {op.name}")

    def in_order(self, x: Expr) -> str:
        """An expression whose operands are evaluated one after the other, which C does not promise."""
        self.ordered += 1
        names = [Var(f"o{self.ordered}_{k}", s.type) for k, s in enumerate(x.src)]
        found = [f"__auto_type {name.name} = {self.e(s)};" for name, s in zip(names, x.src, strict=True)]
        return f"({{ {' '.join(found)} {self.e(Expr(x.op, x.type, tuple(map(ir.value_of, names)), x.arg))}; }})"

    def field(self, name: str) -> str:
        """A whole field of the state."""
        return f"e->s.{name}"

    def search(self, f: Field, value: Expr) -> str:
        """The indices of an array that hold a value."""
        return f"set_where_{f.bits}(e->s.{f.name}, {length(f)}, {self.e(value)})"

    def call(self, x: Expr) -> str:
        """A call of a function of the program."""
        fn, args = x.called, ", ".join(["e", *(self.e(s) for s in x.src)])
        if fn.kept or fn.kept_by:
            return f"(*{fn.name}_kept(e))"
        if fn.tries:
            return f"{fn.name}_kept({args})"
        if fn.index in self.modal and self.mode in ("mode", "1", "2", "3"):
            how = "IN_SPARED" if self.mode == "mode" and self.runs_spared(fn) else "IN"
            return f"{how}({self.mode}, {fn.name}, {args})"
        return f"{fn.name}({args})"

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
        table = self.table(x.name)
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
        if x.op is Op.CALL and (x.called.kept or x.called.kept_by):
            return f"{x.called.name}_kept(e)"
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
