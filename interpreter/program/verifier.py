"""Checks that a program is well-formed: types, names, arities. Runs after every pass in tests."""

from __future__ import annotations

from . import ops
from .actions import ACTIONS
from .intrinsics import INTRINSICS
from .ops import Block, Expr, FieldKind, Function, Op, Program, Type
from .walk import reached, statements

N, B, S, L = Type.INT, Type.BOOL, Type.SET, Type.LIST
_SIGNATURES: dict[Op, tuple[tuple[Type, ...], Type]] = {
    **dict.fromkeys((Op.MOD, Op.SHL, Op.SHR, Op.BAND, Op.BOR), ((N, N), N)),
    **dict.fromkeys((Op.AND, Op.OR), ((B, B), B)),
    **dict.fromkeys((Op.SET_OR, Op.SET_AND, Op.SET_DIFF, Op.SET_XOR), ((S, S), S)),
    Op.NOT: ((B,), B),
    Op.SET_ONE: ((N,), S),
    Op.SET_RANGE: ((N, N), S),
    Op.SET_HAS: ((S, N), B),
    Op.SET_COUNT: ((S,), N),
    Op.SET_MIN: ((S,), N),
    Op.SET_MAX: ((S,), N),
    Op.SET_NTH: ((S, N), N),
    Op.SET_EQ: ((S, S), B),
    Op.LIST_LEN: ((L,), N),
    Op.LIST_AT: ((L, N), N),
    Op.LIST_HAS: ((L, N), B),
    Op.SET_EMPTY: ((), S),
    Op.TO_FLOAT: ((N,), Type.FLOAT),
    Op.TO_INT: ((Type.FLOAT,), N),
}
_NUMERIC = {Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MIN, Op.MAX, Op.POW}
_COMPARE = {Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE}
_FIELD_RUNS = {"field_push": 1, "field_pop": 0, "field_clear": 0, "field_remove_at": 1, "field_insert": 2}


class InvalidProgramError(Exception):
    """A program that breaks the rules of the vocabulary: a fault of a lowering or a pass."""


class _Checker:
    def __init__(self, program: Program, fn: Function) -> None:
        self.program, self.fn = program, fn
        self.known = {id(v) for v in fn.params}

    def fail(self, text: str) -> None:
        raise InvalidProgramError(f"{self.fn.name}: {text}")

    def want(self, x: Expr, *types: Type) -> None:
        if x.type not in types:
            self.fail(f"{x.op.name} gives {x.type.value}, wanted {' or '.join(t.value for t in types)}")

    def expr(self, x: Expr) -> None:
        for s in x.src:
            self.expr(s)
        op = x.op
        if op in _SIGNATURES:
            args, result = _SIGNATURES[op]
            if tuple(s.type for s in x.src) != args or x.type is not result:
                self.fail(f"{op.name} takes {[a.value for a in args]}, got {[s.type.value for s in x.src]}")
        elif op in _NUMERIC or op in _COMPARE:
            if len(x.src) != 2 or x.src[0].type is not x.src[1].type or x.src[0].type not in (N, Type.FLOAT):
                self.fail(f"{op.name} of {[s.type.value for s in x.src]}")
            self.want(x, *((B,) if op in _COMPARE else (x.src[0].type,)))
        elif op is Op.SELECT:
            self.want(x.src[0], B)
            if not x.src[1].type is x.src[2].type is x.type:
                self.fail(f"SELECT between {x.src[1].type.value} and {x.src[2].type.value}")
        elif op is Op.VAR:
            if id(x.arg) not in self.known:
                self.fail(f"variable {getattr(x.arg, 'name', x.arg)} is read before it is set")
        elif op in (Op.FIELD, Op.FIELD_RAW, Op.LEN):
            self.field(str(x.arg), bool(x.src) or op is Op.LEN)
        elif op in (Op.ROW_RUN, Op.ROW_SET):
            run = op is Op.ROW_RUN
            if [s.type for s in x.src] != [N, N, S if run else N] or x.type is not (N if run else S):
                self.fail(f"{op.name} of {[s.type.value for s in x.src]}")
            if x.arg not in self.program.tables:
                self.fail(f"there is no table {x.arg}")
        elif op is Op.SET_WHERE:
            self.field(str(x.arg), True)
            if [s.type for s in x.src] != [N] or x.type is not S:
                self.fail(f"SET_WHERE of {[s.type.value for s in x.src]}")
        elif op is Op.SET_UNION:
            table = self.program.tables.get(str(x.arg))
            if [s.type for s in x.src] != [S] or x.type is not S or table is None or table.kind != "sets":
                self.fail(f"SET_UNION of {[s.type.value for s in x.src]} and table {x.arg}")
        elif op in (Op.TABLE, Op.ROW_LEN, Op.ROW_AT, Op.SET_TABLE):
            if x.arg not in self.program.tables:
                self.fail(f"there is no table {x.arg}")
        elif op is Op.CAP and x.arg not in self.program.caps:
            self.fail(f"there is no capacity {x.arg}")
        elif op is Op.CALL:
            self.call(x)
        elif op is Op.RUN:
            self.run(x)

    def field(self, name: str, indexed: bool) -> None:
        f = self.program.fields.get(name)
        if f is None:
            self.fail(f"there is no field {name}")
        elif indexed != (f.kind in (FieldKind.ARRAY, FieldKind.LIST)):
            self.fail(f"field {name} is {f.kind.value}")

    def call(self, x: Expr) -> None:
        fn = x.arg
        assert isinstance(fn, Function)
        if [s.type for s in x.src] != [p.type for p in fn.params]:
            self.fail(f"{fn.name} takes {[p.type.value for p in fn.params]}, got {[s.type.value for s in x.src]}")
        if x.type is not fn.result:
            self.fail(f"{fn.name} gives {fn.result.value}, not {x.type.value}")

    def run(self, x: Expr) -> None:
        name = str(x.arg)
        if name.startswith("act:"):
            if len(x.src) != len(ACTIONS[name[4:]].params) + 1:
                self.fail(f"{name} with {len(x.src)} arguments")
        elif name.startswith("full:"):
            if name[5:] not in self.program.caps:
                self.fail(f"there is no capacity {name[5:]}")
        elif ":" in name:
            what, field = name.split(":")
            self.field(field, True)
            if _FIELD_RUNS.get(what) != len(x.src):
                self.fail(f"{name} with {len(x.src)} arguments")
        else:
            decl = INTRINSICS.get(name)
            if decl is None:
                self.fail(f"there is no intrinsic {name}")
            elif tuple(s.type for s in x.src) != decl.args:
                self.fail(f"{name} takes {[a.value for a in decl.args]}, got {[s.type.value for s in x.src]}")

    def block(self, body: Block, loop: bool) -> None:
        for s in body:
            self.stmt(s, loop)

    def stmt(self, s: ops.Stmt, loop: bool) -> None:
        if isinstance(s, ops.Assign):
            self.expr(s.value)
            self.want(s.value, s.var.type)
            self.known.add(id(s.var))
        elif isinstance(s, ops.SetField):
            self.field(s.field, s.index is not None)
            if s.index is not None:
                self.expr(s.index)
                self.want(s.index, N)
            self.expr(s.value)
            self.want(s.value, S if self.program.fields[s.field].kind is FieldKind.SET else N)
        elif isinstance(s, ops.SetCtx):
            self.expr(s.value)
        elif isinstance(s, ops.If):
            self.expr(s.cond)
            self.want(s.cond, B)
            self.block(s.then, loop)
            self.block(s.orelse, loop)
        elif isinstance(s, ops.While):
            self.block(s.head, True)
            self.expr(s.cond)
            self.want(s.cond, B)
            self.block(s.body, True)
        elif isinstance(s, ops.ForRange | ops.ForSet | ops.ForRow | ops.ForList):
            self.loop_head(s)
            self.known.add(id(s.var))
            apart = isinstance(s, ops.ForRange | ops.ForSet) and s.apart
            if apart and any(isinstance(t, ops.Return) for t in statements(s.body)):
                self.fail("Return out of a loop whose rounds stand apart")
            self.block(s.body, not apart)
        elif isinstance(s, ops.Break | ops.Continue):
            if not loop:
                self.fail(f"{type(s).__name__} outside a loop")
        elif isinstance(s, ops.Return):
            if (s.value is None) != (self.fn.result is Type.VOID):
                self.fail("a result is missing or too many")
            if s.value is not None:
                self.expr(s.value)
                self.want(s.value, self.fn.result)
        elif isinstance(s, ops.Do):
            self.expr(s.value)
        elif isinstance(s, ops.Emit):
            self.emit(s)

    def loop_head(self, s: ops.Stmt) -> None:
        if isinstance(s, ops.ForRange):
            for x in (s.lo, s.hi):
                self.expr(x)
                self.want(x, N)
        elif isinstance(s, ops.ForSet):
            self.expr(s.set)
            self.want(s.set, S)
            for x in () if s.only is None else (s.only, *s.made_of):
                self.expr(x)
                self.want(x, S)
        elif isinstance(s, ops.ForRow):
            self.expr(s.row)
            self.want(s.row, N)
            if s.table not in self.program.tables or self.program.tables[s.table].kind != "ragged":
                self.fail(f"{s.table} is no ragged table")
            if s.sites is not None:
                self.expr(s.sites)
                self.want(s.sites, S)
                keys = self.program.tables.get(s.keys)
                if keys is None or [len(r) for r in keys.rows] != [len(r) for r in self.program.tables[s.table].rows]:
                    self.fail(f"{s.keys or 'no table'} has not the shape of {s.table}")
        elif isinstance(s, ops.ForList):
            self.expr(s.list)
            self.want(s.list, L)

    def emit(self, s: ops.Emit) -> None:
        for x in (s.mover, s.from_site, s.to_site, s.level_min, s.level_max):
            self.expr(x)
            self.want(x, N)
        for a in s.actions:
            if len(a.params) != len(ACTIONS[a.kind].params):
                self.fail(f"action {a.kind} with {len(a.params)} parameters")
            for p in a.params:
                self.expr(p)
                self.want(p, N)
            self.expr(a.decision)
            self.want(a.decision, B)


def verify(program: Program) -> None:
    """Raises InvalidProgramError for the first fault in a function that can be reached."""
    for i, fn in enumerate(program.functions):
        if fn.index != i:
            raise InvalidProgramError(f"{fn.name} has index {fn.index}, stands at {i}")
    for index in sorted(reached(program)):
        fn = program.functions[index]
        _Checker(program, fn).block(fn.body, False)
