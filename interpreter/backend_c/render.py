"""Renders a rules program as one C file on top of `runtime.h`.

Nothing of a description reaches the C text but numbers: names of functions, fields and tables are made by the
lowering, tables travel as data (`engine.py`).
"""

from __future__ import annotations

from ..program import ops
from ..program.actions import ACTIONS, ORDER
from ..program.ops import Block, Expr, Field, FieldKind, Function, Op, Program, Type
from ..program.passes.modes import MODAL, is_run, modal_functions
from ..program.passes.selectable import selectable
from ..program.walk import all_expressions, statements

C_TYPE = {
    Type.INT: "int",
    Type.BOOL: "int",
    Type.SET: "set_t",
    Type.LIST: "list_t",
    Type.FLOAT: "double",
    Type.VOID: "void",
}
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
    Op.AND: "&&",
    Op.OR: "||",
    Op.SHL: "<<",
    Op.SHR: ">>",
    Op.BAND: "&",
    Op.BOR: "|",
}
_CALLS = {
    Op.DIV: "lp_div",
    Op.MOD: "lp_mod",
    Op.POW: "lp_pow",
    Op.SET_ONE: "set_one",
    Op.SET_RANGE: "set_range",
    Op.SET_OR: "set_or",
    Op.SET_AND: "set_and",
    Op.SET_DIFF: "set_diff",
    Op.SET_XOR: "set_xor",
    Op.SET_HAS: "set_has",
    Op.SET_COUNT: "set_count",
    Op.SET_MIN: "set_min",
    Op.SET_MAX: "set_max",
    Op.SET_NTH: "set_nth",
    Op.SET_EQ: "set_eq",
    Op.ABS: "lp_abs",
}
_NEEDS_ENGINE = {Op.DIV, Op.MOD}


class CRenderer:
    """One table of operations and the statements; `render()` gives the whole file."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.lines: list[str] = []
        self.depth = 0
        self.table_index = {name: i for i, name in enumerate(program.tables)}
        self.labels = 0
        self.loops: list[str | None] = []  # label to leave each open loop by, None where `break` does
        self.used_labels: set[str] = set()
        self.modal = modal_functions(program)
        self.shrinking = _shrinking(program)
        self.mode = "-1"  # how moves are pushed where the present statement runs: a number, "mode", or -1 for e->mode

    def line(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    # ------------------------------------------------------------------ expressions

    def e(self, x: Expr) -> str:
        op, a = x.op, x.src
        if op is Op.CONST:
            return repr(float(x.const)) if x.type is Type.FLOAT else _int_literal(x.const)
        if op is Op.VAR:
            assert isinstance(x.arg, ops.Var)
            return x.arg.name
        if op is Op.CTX:
            return f"e->c.{x.arg}"
        if op is Op.FIELD:
            if not a:
                return f"e->s.{x.arg}"
            f = self.program.fields[str(x.arg)]
            return f"AT(e->s.{f.name}, {_length(f)}, {self.e(a[0])}, {f.init})"
        if op is Op.FIELD_RAW:
            return f"e->s.{x.arg}[{self.e(a[0])}]"
        if op is Op.LEN:
            return f"e->s.{x.arg}_n"
        if op is Op.CAP:
            return f"CAP_{x.arg}"
        if op in (Op.TABLE, Op.ROW_LEN, Op.ROW_AT, Op.SET_TABLE):
            return self.table_read(x)
        if op in _INFIX:
            return f"({self.e(a[0])} {_INFIX[op]} {self.e(a[1])})"
        if op is Op.MIN or op is Op.MAX:
            name = "lp_min" if op is Op.MIN else "lp_max"
            return f"{'f' if x.type is Type.FLOAT else ''}{name}({self.e(a[0])}, {self.e(a[1])})"
        if op in (Op.DIV, Op.POW) and x.type is Type.FLOAT:
            return f"lp_f{'div' if op is Op.DIV else 'pow'}(e, {self.e(a[0])}, {self.e(a[1])})"
        if op in _CALLS:
            args = ", ".join(self.e(s) for s in a)
            return f"{_CALLS[op]}({'e, ' if op in _NEEDS_ENGINE else ''}{args})"
        if op is Op.NEG:
            return f"(-{self.e(a[0])})"
        if op is Op.NOT:
            return f"(!{self.e(a[0])})"
        if op is Op.SELECT:
            return f"({self.e(a[0])} ? {self.e(a[1])} : {self.e(a[2])})"
        if op is Op.TO_FLOAT:
            return f"((double){self.e(a[0])})"
        if op is Op.TO_INT:
            return f"((int){self.e(a[0])})"
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
        if op is Op.CALL:
            assert isinstance(x.arg, Function)
            args = ", ".join(["e", *(self.e(s) for s in a)])
            if x.arg.index in self.modal and self.mode in ("mode", "1", "2"):
                return f"IN({self.mode}, {x.arg.name}, {args})"
            return f"{x.arg.name}({args})"
        if op is Op.RUN:
            name = str(x.arg)
            if name in MODAL:
                return f"{name}_in({', '.join(['e', self.mode, *(self.e(s) for s in a)])})"
            if name.startswith("full:"):
                return f"stop(e, LP_FULL, CAPID_{name[5:]})"
            if name.startswith("act:"):
                args = ", ".join(self.e(s) for s in a)
                return f"act_{len(a) - 1}(e, ACT_{name[4:]}, {args})"
            if ":" in name:
                what, fld = name.split(":")
                cap = self.program.fields[fld].cap
                extra = f"CAP_{cap}, CAPID_{cap}"
                args = "".join(f", {self.e(s)}" for s in a)
                return f"{what}(e, e->s.{fld}, &e->s.{fld}_n, {extra}{args})"
            return f"{name}({', '.join(['e', *(self.e(s) for s in a)])})"
        raise ValueError(f"the C backend has no rendering for {op.name}")

    def table_read(self, x: Expr) -> str:
        i = self.table_index[str(x.arg)]
        a = [self.e(s) for s in x.src]
        if x.op is Op.TABLE:
            return f"flat_at(e->t[{i}], {a[0]})"
        if x.op is Op.SET_TABLE:
            return f"set_load(e->t[{i}], {a[0]})"
        if x.op is Op.ROW_LEN:
            return f"row_len(e->t[{i}], {a[0]})"
        return f"row_at(e->t[{i}], {a[0]}, {a[1]})"

    # ------------------------------------------------------------------ statements

    def block(self, body: Block) -> None:
        self.depth += 1
        outer: list[str] = []
        for stmt in body:
            self.stmt(stmt)
            if isinstance(stmt, ops.Do) and is_run(stmt.value, "mode_enter"):
                outer.append(self.mode)
                entered = stmt.value.src[0]
                self.mode = str(entered.const) if entered.is_const else "-1"
            elif isinstance(stmt, ops.Do) and is_run(stmt.value, "mode_leave", "mode_export"):
                self.mode = outer.pop()
        self.depth -= 1

    def in_full(self, body: Block) -> None:
        """A block in which moves are built."""
        outer, self.mode = self.mode, "0"
        self.block(body)
        self.mode = outer

    def stmt(self, x: ops.Stmt) -> None:
        if isinstance(x, ops.Assign):
            self.line(f"{x.var.name} = {self.e(x.value)};")
        elif isinstance(x, ops.SetField):
            target = f"e->s.{x.field}"
            if x.index is not None:
                f = self.program.fields[x.field]
                target = f"PUT(e, e->s.{f.name}, {_length(f)}, {self.e(x.index)})"
            self.line(f"{target} = {self.e(x.value)};")
        elif isinstance(x, ops.SetCtx):
            self.line(f"e->c.{x.slot} = {self.e(x.value)};")
        elif isinstance(x, ops.If):
            self.line(f"if ({self.e(x.cond)}) {{")
            (self.in_full if is_run(x.cond, "emit_gate") else self.block)(x.then)
            if x.orelse:
                self.line("} else {")
                self.block(x.orelse)
            self.line("}")
        elif isinstance(x, ops.While):
            self.line("for (;;) {")
            self.loops.append(None)
            self.block(x.head)
            self.line(f"  if (!({self.e(x.cond)})) break;")
            self.line("  tick(e);")
            self.block(x.body)
            self.loops.pop()
            self.line("}")
        elif isinstance(x, ops.ForRange):
            self.for_range(x)
        elif isinstance(x, ops.ForSet):
            self.for_set(x)
        elif isinstance(x, ops.ForRow):
            v, t = x.var.name, self.table_index[x.table]
            self.line(f"{{ const table_t *{v}_p = row_ptr(e->t[{t}], {self.e(x.row)}), *{v}_e = {v}_p + {v}_p->v + 1;")
            self.line(f"for ({v}_p++; {v}_p < {v}_e; {v}_p++) {{ {v} = {v}_p->v;")
            self.loop_body(x.body, None)
            self.line("} }")
        elif isinstance(x, ops.ForList):
            v = x.var.name
            self.line(
                f"{{ list_t {v}_l = {self.e(x.list)}; for (int {v}_i = 0; {v}_i < list_len(e, {v}_l); {v}_i++) {{"
            )
            self.line(f"  {v} = list_at(e, {v}_l, {v}_i);")
            self.loop_body(x.body, None)
            self.line("} }")
        elif isinstance(x, ops.Break):
            label = self.loops[-1]
            if label:
                self.used_labels.add(label)
            self.line(f"goto {label};" if label else "break;")
        elif isinstance(x, ops.Continue):
            self.line("continue;")
        elif isinstance(x, ops.Return):
            self.return_(x)
        elif isinstance(x, ops.Do):
            self.line(f"(void){self.e(x.value)};" if x.value.type is not Type.VOID else f"{self.e(x.value)};")
        elif isinstance(x, ops.Emit):
            self.emit(x)
        else:
            raise ValueError(f"the C backend has no rendering for {type(x).__name__}")

    def loop_body(self, body: Block, label: str | None) -> None:
        self.loops.append(label)
        self.block(body)
        self.loops.pop()

    def for_range(self, x: ops.ForRange) -> None:
        v, lo, hi = x.var.name, self.e(x.lo), self.e(x.hi)
        head = f"{v} = {lo}, {v}_e = {hi}; "
        head += f"{v} >= {v}_e; {v}--" if x.down else f"{v} < {v}_e; {v}++"
        apart = x.apart and self.mode in ("mode", "1", "2")
        self.line(f"{{ int {v}_e{f', {v}_how = rounds_enter(e, {self.mode})' if apart else ''}; for ({head}) {{")
        if apart:
            self.line(f"  if (ENOUGH(e, {self.mode})) break;")
            step, left, end = ("-=", f"{v} - {v}_e + 1", "<") if x.down else ("+=", f"{v}_e - {v}", ">=")
            self.line(
                f"  if ({v}_how == ONE_ROUND) {{ {v} {step} rounds_skip(e, {left}); if ({v} {end} {v}_e) break; }}"
            )
        self.loop_body(x.body, None)
        if apart:
            self.line(f"  if ({v}_how == KEEP_ROUNDS) round_done(e);")
        self.line(f"}} {f'rounds_leave(e, {v}_how); ' if apart else ''}}}")

    def for_set(self, x: ops.ForSet) -> None:
        v, m = x.var.name, self.mode
        self.labels += 1
        label = f"out_{self.labels}"
        self.line(f"{{ set_t {v}_s = {self.e(x.set)};")
        if _one_move_each(x.body):
            # a move for each member: nothing to loop over when moves are counted, one to find when one is built
            self.line(f"if (NOW(e, {m}) == 1 || NOW(e, {m}) == 2) {{ int {v}_n = set_count({v}_s), {v}_0 = e->n_moves;")
            self.line(f"if (NOW(e, {m}) == 2 && e->target >= {v}_0 && e->target < {v}_0 + {v}_n) {{")
            self.line(f"  e->n_moves = e->target; {v} = set_nth({v}_s, e->target - {v}_0);")
            self.block(x.body)
            self.line(f"}} e->n_moves = {v}_0 + {v}_n; }} else")
        apart = x.apart and self.mode in ("mode", "1", "2")
        if apart:
            self.line(f"{{ int {v}_how = rounds_enter(e, {self.mode});")
        self.line(f"for (int {v}_w = 0; {v}_w < SET_WORDS; {v}_w++) {{ uint64_t {v}_b = {v}_s.w[{v}_w];")
        self.line(f"while ({v}_b) {{ {v} = {v}_w * 64 + __builtin_ctzll({v}_b); {v}_b &= {v}_b - 1;")
        if apart:
            self.line(f"  if (ENOUGH(e, {self.mode}) || ({v}_how == ONE_ROUND && rounds_skip(e, 1))) continue;")
        self.loop_body(x.body, label)
        if apart:
            self.line(f"  if ({v}_how == KEEP_ROUNDS) round_done(e);")
        self.line("} }")
        if apart:
            self.line(f"rounds_leave(e, {v}_how); }}")
        self.line(f"{label}:; }}" if label in self.used_labels else "}")

    def return_(self, x: ops.Return) -> None:
        if x.value is None:
            self.line("{ list_leave(e, lists0); return; }" if self.scoped else "return;")
        elif self.scoped:
            typ = C_TYPE[x.value.type]
            self.line(f"{{ {typ} r_ = {self.e(x.value)}; list_leave(e, lists0); return r_; }}")
        else:
            self.line(f"return {self.e(x.value)};")

    def emit(self, x: ops.Emit) -> None:
        # arguments that call functions may push moves of their own: they are all taken before the move is opened
        actions = []
        self.line(f"if (emit_gate_in(e, {self.mode}, {self.e(x.to_site)})) {{")
        outer, self.mode = self.mode, "0"
        self.depth += 1
        self.labels += 1
        k = self.labels
        head = []
        for name, value in zip("mftlx", (x.mover, x.from_site, x.to_site, x.level_min, x.level_max), strict=True):
            head.append(self.pin(value, f"{name}{k}_"))
        for j, action in enumerate(x.actions):
            params = [self.pin(p, f"p{k}_{j}_{n}_") for n, p in enumerate(action.params)]
            actions.append((action.kind, params, self.pin(action.decision, f"d{k}_{j}_")))
        self.line("move_open(e);")
        for kind, params, decision in actions:
            self.line(f"act_{len(params)}(e, ACT_{kind}, {', '.join([decision, *params])});")
        self.line(f"move_close(e, {', '.join(head)});")
        for fn in x.then:
            self.line(f"move_attach(e, e->n_moves - 1, {fn.index});")
        self.line("emit_done(e);")
        self.mode = outer
        self.depth -= 1
        self.line("}")

    def pin(self, x: Expr, name: str) -> str:
        if _calls(x):
            self.line(f"int {name} = {self.e(x)};")
            return name
        return self.e(x)

    # ------------------------------------------------------------------ the file

    def render(self) -> str:
        out: list[str] = [f"/* rules program, {len(self.program.functions)} functions */"]
        p = self.program
        out += [f"#define SET_WORDS {(p.set_width + 63) // 64}"]
        for i, (name, size) in enumerate(p.caps.items()):
            out += [f"#ifndef CAP_{name}", f"#define CAP_{name} {size}", "#endif", f"#define CAPID_{name} {i}"]
        kinds = ["THEN", *ORDER]
        out += [f"#define ACT_{name} {i}" for i, name in enumerate(kinds)]
        used = _action_kinds(p)
        widest = max([4, *(len(ACTIONS[k].params) for k in used)])
        out += [f"#define MAX_PARAMS {widest}", f"#define N_TABLES {max(1, len(p.tables))}"]
        out += ['#include "runtime_types.h"', "typedef struct state {"]
        # lists stand last: of a copy's lists no more is copied than they hold
        out += ["  " + _field(f) for f in sorted(p.fields.values(), key=lambda f: f.kind is FieldKind.LIST)]
        out += ["} state_t;", "typedef struct ctx {"]
        out += [f"  set_t {n};" for n in p.context_sets]
        out += [f"  int {n};" for n in p.context]
        sizes = ", ".join(str(n) for n in (1, *(len(ACTIONS[k].params) for k in ORDER)))
        out += ["  int unused_;", "} ctx_t;", f"static const int N_PARAMS[] = {{{sizes}}};", '#include "runtime.h"']
        self.live = [fn for fn in p.functions if p.live is None or fn.index in p.live]
        for fn in self.live:
            out.append(_signature(fn) + ";")
        out += ["#ifdef VARIANTS"]
        for fn in self.live:
            if fn.index in self.modal:
                out += [f"UNUSED {_signature(fn, '_c')};", f"UNUSED {_signature(fn, '_s')};"]
        out += [
            "#define IN(mode, f, ...) \\",
            "  ((mode) == 1 ? f##_c(__VA_ARGS__) : (mode) == 2 ? f##_s(__VA_ARGS__) : f(__VA_ARGS__))",
            "#else",
            "#define IN(mode, f, ...) f(__VA_ARGS__)",
            "#endif",
        ]
        for fn in self.live:
            out += self.function(fn)
        out += self.dispatch(used)
        out += self.state_copy()
        out += self.layout()
        out += ['#include "runtime_entry.h"', ""]
        return "\n".join(out)

    def function(self, fn: Function) -> list[str]:
        modal = fn.index in self.modal
        self.lines, self.depth, self.mode = [], 0, "mode" if modal else "-1"
        self.scoped = fn.result is not Type.LIST and _makes_lists(fn.body)
        self.block(fn.body)
        body = self.lines
        declared = [f"  UNUSED {C_TYPE[v.type]} {v.name};" for v in _locals(fn)]
        head = [(_signature(fn, "_in", "INLINE", ", const int mode") if modal else _signature(fn)) + " {"]
        if self.scoped:
            declared.insert(0, "  int lists0 = e->n_lists;")
        tail = ["  list_leave(e, lists0);"] if self.scoped and fn.result is Type.VOID else []
        unused = "  (void)e, (void)mode;" if modal else "  (void)e;"
        return [*head, *declared, unused, *body, *tail, "}", *(self.variants(fn) if modal else ())]

    def variants(self, fn: Function) -> list[str]:
        """A function that pushes moves as e->mode says; in optimised code one that only counts and one that chooses."""
        args = "".join(f", {v.name}" for v in fn.params)
        give = "" if fn.result is Type.VOID else "return "
        one, count, choose = (
            f"{_signature(fn, end)} {{ {give}{fn.name}_in(e, {mode}{args}); }}"
            for end, mode in (("", "-1"), ("_c", "1"), ("_s", "2"))
        )
        return [one, "#ifdef VARIANTS", count, choose, "#endif"]

    def dispatch(self, used: list[str]) -> list[str]:
        p = self.program
        out = ["static void apply_action(E *e, int k) {", "  act_t *a = &e->applied[k];", "  switch (a->kind) {"]
        for kind in used:
            fn = p.entries.get(f"act_{kind}")
            if fn is None:
                continue
            args = ", ".join(["e", *(f"a->p[{i}]" for i in range(len(fn.params)))])
            out.append(f"  case ACT_{kind}: {fn.name}({args}); break;")
        out += ["  default: fail(e, -1);", "  }", "}"]
        out += ["static void call_moves(E *e, int fn) {", "  switch (fn) {"]
        for fn in self.live:
            if not fn.params and fn.result is Type.VOID:
                out.append(f"  case {fn.index}: {fn.name}(e); break;")
        out += ["  default: fail(e, -2);", "  }", "}"]
        out += ["static uint64_t state_digest(E *e, int variant) {", "  uint64_t h = 0x9e3779b97f4a7c15ull;"]
        out += ["  (void)e;", "  switch (variant) {"]
        for i, names in enumerate(p.hashed):
            out.append(f"  case {i}:")
            out += [f"    h = mix_bytes(h, &e->s.{n}, {_bytes(p.fields[n])});" for n in names]
            out.append("    break;")
        out += ["  default: fail(e, -7);", "  }", "  return h;", "}"]
        out += [
            "static int64_t *digest_list(E *e, int list, UNUSED int32_t **n, UNUSED int *cap, UNUSED int *capid) {",
            "  switch (list) {",
        ]
        for i, n in enumerate(p.hash_lists):
            c = p.fields[n].cap
            out.append(f"  case {i}: *n = &e->s.{n}_n; *cap = CAP_{c}; *capid = CAPID_{c}; return e->s.{n};")
        out += ["  default: fail(e, -7);", "  }", "}"]
        out.append(f"#define SELECTABLE {int(selectable(p))}")
        moves = p.entries["moves"]
        for name, mode in (("count", 1), ("choose", 2)):
            call = f"IN({mode}, {moves.name}, e)" if moves.index in self.modal else f"{moves.name}(e)"
            out.append(f"static UNUSED void entry_{name}(E *e) {{ {call}; }}")
        for entry in ("start", "moves", "play", "consequences"):
            fn = p.entries.get(entry, p.entries["play"])
            params = ", int m" if fn.params else ""
            out.append(f"static void entry_{entry}(E *e{params}) {{ {fn.name}(e{', m' if fn.params else ''}); }}")
        return out

    def state_copy(self) -> list[str]:
        """Copies what a state holds. within: back and forth in one engine, where lists that only grow stay put."""
        p = self.program
        lists = [f for f in p.fields.values() if f.kind is FieldKind.LIST]
        head = f"offsetof(state_t, {lists[0].name}_n)" if lists else "sizeof *to"
        out = ["static void state_copy(state_t *to, const state_t *from, UNUSED int within) {"]
        out.append(f"  memcpy(to, from, {head});")
        for f in lists:
            grows = "if (!within) " if f.name in p.hash_lists and f.name not in self.shrinking else ""
            size = f"(size_t)from->{f.name}_n * sizeof *to->{f.name}"
            out.append(f"  to->{f.name}_n = from->{f.name}_n; {grows}memcpy(to->{f.name}, from->{f.name}, {size});")
        return [*out, "}"]

    def layout(self) -> list[str]:
        p = self.program
        out = ["const long lp_layout[] = {"]
        for f in p.fields.values():
            extra = f", (long)offsetof(state_t, {f.name}_n)" if f.kind is FieldKind.LIST else ", -1"
            out.append(f"  (long)offsetof(state_t, {f.name}), (long)sizeof(((state_t *)0)->{f.name}){extra},")
        out += ["  -1};", "static void ctx_init(E *e) {", "  memset(&e->c, 0, sizeof e->c);"]
        out += [f"  e->c.{n} = {v};" for n, v in p.context.items() if v]
        lists = [f.name for f in p.fields.values() if f.kind is FieldKind.LIST]
        head = f"offsetof(state_t, {lists[0]}_n)" if lists else "sizeof e->s"
        out += ["}", "static void state_init(E *e) {", f"  memset(&e->s, 0, {head});"]
        out += [f"  e->s.{name}_n = 0;" for name in lists]
        for f in p.fields.values():
            if f.init and f.kind is FieldKind.INT:
                out.append(f"  e->s.{f.name} = {f.init};")
            elif f.init and f.kind is FieldKind.ARRAY:
                out.append(f"  for (size_t i = 0; i < sizeof e->s.{f.name} / sizeof *e->s.{f.name}; i++)")
                out.append(f"    e->s.{f.name}[i] = {f.init};")
        out += ["}"]
        return out


def _int_literal(value: int) -> str:
    v = int(value)
    if v == -(2**31):
        return "(-2147483647 - 1)"
    return f"({v})" if v < 0 else str(v)


def _field(f: Field) -> str:
    if f.kind is FieldKind.SET:
        return f"set_t {f.name};"
    c = f"int{f.bits}_t"
    if f.kind is FieldKind.INT:
        return f"{c} {f.name};"
    size = f"{f.size} * CAP_{f.cap}" if f.cap and f.kind is FieldKind.ARRAY else str(max(1, f.size))
    if f.kind is FieldKind.LIST:
        return f"int32_t {f.name}_n; {c} {f.name}[CAP_{f.cap}];"
    return f"{c} {f.name}[{size}];"


def _length(f: Field) -> str:
    if f.kind is FieldKind.LIST:
        return f"e->s.{f.name}_n"
    return f"({f.size} * CAP_{f.cap})" if f.cap else str(max(1, f.size))


def _bytes(f: Field) -> str:
    if f.kind is FieldKind.LIST:
        return f"sizeof(int{f.bits}_t) * (size_t)e->s.{f.name}_n"
    return f"sizeof e->s.{f.name}"


def _signature(fn: Function, end: str = "", storage: str = "static", extra: str = "") -> str:
    params = "".join(f", UNUSED {C_TYPE[v.type]} {v.name}" for v in fn.params)
    return f"{storage} {C_TYPE[fn.result]} {fn.name}{end}(E *e{extra}{params})"


def _one_move_each(body: Block) -> bool:
    """Whether a loop's body pushes exactly one move each time, whatever it runs over."""
    *first, last = body or [ops.Break()]
    return isinstance(last, ops.Emit) and all(
        isinstance(s, ops.SetCtx | ops.Assign) and not _calls(s.value) for s in first
    )


def _calls(x: Expr) -> bool:
    return x.op in (Op.CALL, Op.RUN) or any(_calls(s) for s in x.src)


def _locals(fn: Function) -> list[ops.Var]:
    seen: dict[int, ops.Var] = {}
    binders = ops.Assign | ops.ForRange | ops.ForSet | ops.ForRow | ops.ForList
    for s in statements(fn.body):
        if isinstance(s, binders) and s.var not in fn.params:
            seen[id(s.var)] = s.var
    return list(seen.values())


def _shrinking(p: Program) -> set[str]:
    """The list fields that are changed otherwise than by pushing digests."""
    found = set()
    for fn in p.functions:
        for x in all_expressions(fn):
            if x.op is Op.RUN and ":" in str(x.arg):
                found.add(str(x.arg).split(":")[1])
        for s in statements(fn.body):
            if isinstance(s, ops.SetField):
                found.add(s.field)
    return found


def _makes_lists(body: Block) -> bool:
    def in_expr(x: Expr) -> bool:
        return (x.type is Type.LIST and x.op in (Op.LIST_NEW, Op.CALL)) or any(in_expr(s) for s in x.src)

    for s in statements(body):
        for name in ("value", "cond", "set", "list", "lo", "hi", "row"):
            x = getattr(s, name, None)
            if isinstance(x, Expr) and in_expr(x):
                return True
    return False


def _action_kinds(p: Program) -> list[str]:
    return [k for k in ORDER if f"act_{k}" in p.entries]


def render_c(program: Program) -> str:
    """The program as C source (without the runtime headers)."""
    return CRenderer(program).render()
