"""Functions of a rules program as C: statements, locals and signatures."""

from __future__ import annotations

from collections import Counter

from ....facts.acting import operands_act
from ....facts.chosen_moves import Point, points
from ....facts.engines.asked import makes_lists
from ....facts.loops import calls_functions
from ....facts.selectable import selectable
from ....facts.verdict_reads import verdict_functions
from ....program import expressions as ir
from ....program import ops
from ....program.expansion import (
    composed_statements,
    filter_statements,
    operands_first,
    played_ahead,
    saves_and_restores,
)
from ....program.intrinsics import ACT_COUNT, MOVE_COUNT, MOVES_REWIND, run_of
from ....program.modes import COUNT, PROBE
from ....program.ops import Argument, Block, Expr, Op, Type, Var
from ....program.program import Function, Program
from ....program.walk import all_calls, all_runs, bound, statements
from .field_writes import FieldWriteRenderer
from .sifted_loops import sift_loop
from .sifting import Refused
from .spared import SPARE, spared
from .spared_code import hook

C_TYPE = {
    Type.INT: "int",
    Type.BOOL: "int",
    Type.SET: "set_t",
    Type.LIST: "list_t",
    Type.FLOAT: "float",
    Type.DOUBLE: "double",
    Type.VOID: "void",
}

LIST = 4
"""A way of pushing beside those of `program.modes`, which optimised code has for games whose moves can be chosen by
number: many games side by side (`vector/vector.h`) need the sites of every legal move, but the actions of only the one
that is played. A move is built only where its sites are not known before, or where it has none (passes, bets)."""
_SHORT = 80  # statements of a function that is worth having twice


class FunctionRenderer(FieldWriteRenderer):
    """Renders statements, one function at a time."""

    memos = "e->by_slot_"  # what results are kept in for each value of a slot; the function's number follows

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.points = points(program)
        self.within = _of_play(program) - self.modal - self.runaway.recursive
        self.lists = selectable(program)
        asked = [s for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.InMode)]
        self.probes = any(s.mode == PROBE for s in asked)
        self.spared = spared(program)
        self.emits = _numbered_emits(program) if verdict_functions(program) else dict[ops.Emit, int]()
        self.list_marks: list[str] = []  # for each open move: where the moves that are listed end before it

    def render(self, fn: Function) -> list[str]:
        """A whole function, with its variants."""
        modal = fn.index in self.modal
        self.begin(fn, "mode" if modal else "-1")
        self.body(fn)
        storage = "WITHIN" if fn.index in self.within else "static"
        head = [(signature(fn, "_in", "INLINE", ", const int mode") if modal else signature(fn, "", storage)) + " {"]
        spares = hook(self.spared, fn.index, "mode" if modal else "e->mode")
        unused = "  (void)e, (void)mode;" if modal else "  (void)e;"
        kept = self.keeping(fn) if fn.kept else self.keeping_by_slot(fn) if fn.kept_by else ()
        after = self.variants(fn) if modal else ()
        return [*self.before, *head, *self.declared(fn), *spares, unused, *self.ended(fn), *kept, *after]

    def begin(self, fn: Function, mode: str) -> None:
        """Begins a function, whose statements are rendered next."""
        self.lines, self.depth, self.mode = [], 0, mode
        self.before, self.where = [], fn.index
        self.scoped = fn.result is not Type.LIST and makes_lists(fn)

    def locals(self, fn: Function) -> list[str]:
        """The declarations of the locals of a function."""
        return [self.local(v) for v in bound(fn.body) if v not in fn.params]

    def declared(self, fn: Function) -> list[str]:
        """The same, and what ordinary code has at the beginning of each function."""
        lists = ["  int lists0 = e->n_lists;"] if self.scoped else []
        calls = ["  COUNT_CALLS;"] if fn.index in self.runaway.recursive else []
        return [*lists, *self.locals(fn), f"  enum {{ WHERE = {fn.index} }};", "  PROFILED;", *calls]

    def ended(self, fn: Function) -> list[str]:
        """The statements of a function, and its end."""
        tail = ["  list_leave(e, lists0);"] if self.scoped and fn.result is Type.VOID else []
        return [*self.lines, *tail, "}"]

    def body(self, fn: Function) -> None:
        """The statements of a function."""
        self.block(fn.body)

    def local(self, v: Var) -> str:
        """The declaration of a local."""
        return f"  UNUSED {C_TYPE[v.type]} {v.name};"

    def keeping(self, fn: Function) -> list[str]:
        """Code that memoises the result of a function of the state until a field that such functions read changes."""
        k = self.kept_number[fn.index]
        memo = f"e->{'kept' if fn.result is Type.SET else 'kept_int'}[{k}]"
        again = f"if (!is_fresh(e, {k})) {{ {memo} = {fn.name}(e); set_fresh(e, {k}); }}"
        check = f"CHECK_MEMO(e, {memo}, {fn.name}(e));"
        head = f"{signature(fn, '_kept', 'INLINE', pointer=True)} {{"
        return [head, f"  {again}", f"  {check}", f"  return &{memo};", "}"]

    def keeping_by_slot(self, fn: Function) -> list[str]:
        """The same with a result for each value of a slot. For values that are no sites nothing is kept."""
        k = self.kept_number[fn.index]
        once = f"e->{'kept' if fn.result is Type.SET else 'kept_int'}[{k}]"
        memo = f"{self.memos}{k}"
        find = f"{memo}.results[i_] = {fn.name}(e); set_add(&{memo}.known, (int)i_);"
        return [
            f"{signature(fn, '_kept', 'INLINE', pointer=True)} {{",
            f"  const unsigned i_ = (unsigned)e->c.{fn.kept_by};",
            f"  if (i_ >= KEYS) {{ {once} = {fn.name}(e); return &{once}; }}",
            f"  if (!is_fresh(e, {k})) {{ {memo}.known = set_empty(); set_fresh(e, {k}); }}",
            f"  if (!set_has(&{memo}.known, (int)i_)) {{ {find} }}",
            f"  CHECK_MEMO(e, {memo}.results[i_], {fn.name}(e));",
            f"  return &{memo}.results[i_];",
            "}",
        ]

    def variants(self, fn: Function) -> list[str]:
        """The variants of a function that pushes moves: one that follows e->mode and, in optimised code, one that only
        counts, one that chooses and, where rules ask for moves to a site, one that only looks for these; for many games
        side by side also one that lists.
        """
        args = "".join(f", {v.name}" for v in fn.params)
        give = "" if fn.result is Type.VOID else "return "
        one, count, choose, probe, list_ = (
            f"{signature(fn, end)} {{ {give}{fn.name}_in(e, {mode}{args}); }}"
            for end, mode in (("", "-1"), ("_c", "1"), ("_s", "2"), ("_p", "3"), ("_l", str(LIST)))
        )
        optimised = [count, choose, *([probe] if self.probes else [])]
        if self.runs_spared(fn):
            optimised += ["#if SPARES", f"{signature(fn, '_t')} {{ {give}{fn.name}_in(e, {SPARE}{args}); }}", "#endif"]
        return [one, "#ifdef VARIANTS", *optimised, "#endif", "#if LISTS", list_, "#endif"]

    def block(self, body: Block) -> None:
        self.depth += 1
        for stmt in body:
            self.stmt(stmt)
        self.depth -= 1

    def on_copy(self, x: ops.OnCopy) -> None:
        self.labels += 1
        kind, when = "copy" if x.draws else "state", "" if x.when is None else f"if (copied_{self.labels}) "
        if x.when is not None:
            self.line(f"const int copied_{self.labels} = {self.e(x.when)};")
        self.line(f"{when}{kind}_push(e);")
        self.block(x.body)
        self.line(f"{when}{kind}_pop(e);")

    def restoring(self, x: ops.Restoring) -> None:
        self.labels += 1
        saves, restores = saves_and_restores(self.program, x, self.labels)
        self.line("{")
        self.depth += 1
        for s in saves:
            self.save(s)
        for stmt in [*x.body, *restores]:
            self.stmt(stmt)
        self.depth -= 1
        self.line("}")

    def save(self, x: ops.Assign) -> None:
        """A local of its own for what is restored."""
        self.line(f"const {C_TYPE[x.var.type]} {x.var.name} = {self.e(x.value)};")

    def in_mode(self, x: ops.InMode) -> None:
        """A question, or a block that builds moves."""
        self.labels += 1
        mark, acts = (Var(f"{name}_{self.labels}", Type.INT) for name in ("mark", "acts"))
        count, built = (Expr(Op.RUN, Type.INT, (), run_of(entry)) for entry in (MOVE_COUNT, ACT_COUNT))
        if isinstance(x, ops.Question):
            self.line(f"const int {mark.name} = {self.e(count)}, {acts.name} = {self.e(built)};")
        elif isinstance(x, ops.InFull) and x.exports:
            self.line(f"const int {mark.name} = {self.e(count)};")
        outer, kept = self.mode, f"enough_{self.labels}"
        self.line(f"const int32_t {kept} = mode_enter_in(e, {outer}, {x.mode}, {self.e(x.aim)});")
        self.mode = str(x.mode)
        self.block(x.body)
        if isinstance(x, ops.Question):
            answer = self.e(count - ir.value_of(mark)) if x.mode == COUNT else "probe_found(e)"
            self.line(f"{x.var.name} = {answer};")
            rewind = Expr(Op.RUN, Type.VOID, (ir.value_of(mark), ir.value_of(acts)), run_of(MOVES_REWIND))
            self.line(f"{self.e(rewind)};")
        self.mode = outer
        if isinstance(x, ops.InFull) and x.exports:
            self.line(f"mode_export(e, {mark.name}); (void){kept};")
        else:
            self.line(f"mode_leave_in(e, {outer}, {x.mode}, {kept});")

    def built_move(self, x: ops.BuiltMove) -> None:
        self.line(f"if ({self.is_built(x)}) {{")
        outer = self.list_instead(None if x.from_site is None else (x.from_site, x.to_site))
        self.mode = "0"
        self.block(x.body)
        self.line("emit_done(e);")
        self.list_done(outer)
        self.line("}")

    def list_instead(self, ends: tuple[Expr, Expr] | None) -> str:
        """Begins what builds a move: where moves are listed, it is only noted, if it is known beforehand where it
        begins and ends. Returns the mode of the code around it, for `list_done`."""
        if self.mode == "mode" and self.lists:
            if ends:
                self.line(f"if (NOTED(e, mode, {self.e(ends[0])}, {self.e(ends[1])})) {{}} else {{")
            else:
                self.line("{")
            self.labels += 1
            self.line(f"  const int at_{self.labels} = list_room(e, mode);")
            self.list_marks.append(f"at_{self.labels}")
        return self.mode

    def list_done(self, outer: str) -> None:
        """Ends what `list_instead` began: a move that was built after all is noted."""
        self.mode = outer
        if self.mode == "mode" and self.lists:
            self.line(f"  note_built(e, mode, {self.list_marks.pop()}); }}")

    def operands_first(self, x: ops.Emit | ops.SetField) -> None:
        """A statement whose operands are evaluated in their order before it, which C does not promise."""
        self.labels += 1
        first, made = operands_first(x, self.labels)
        self.line("{")
        self.depth += 1
        for s in first:
            self.save(s)
        self.stmt(made)
        self.depth -= 1
        self.line("}")

    def stmt(self, x: ops.Stmt) -> None:
        if isinstance(x, ops.Emit | ops.SetField) and operands_act(self.program, x):
            self.operands_first(x)
        elif isinstance(x, ops.Assign):
            changed = self.one_more("set", x.var.name, x.value, x.value.src and x.value.src[0].arg is x.var)
            self.line(changed or f"{x.var.name} = {self.e(x.value)};")
        elif isinstance(x, ops.SetField):
            self.set_field(x)
        elif isinstance(x, ops.SetCtx):
            self.line(f"e->c.{x.slot} = {self.e(x.value)};")
        elif isinstance(x, ops.If):
            self.line("{" if x.implied and not x.orelse else f"if ({self.e(x.cond)}) {{")
            self.block(x.then)
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
        elif isinstance(x, ops.ForNumbers):
            self.for_range(x)
        elif isinstance(x, ops.ForPieces):
            self.for_pieces(x)
        elif isinstance(x, ops.Scan):
            v = x.var.name
            self.line(f"{{ const int {v}_e = {self.e(x.hi)}; for ({v} = {self.e(x.lo)}; {v} < {v}_e; {v}++) {{")
            self.loop_body(x, None)
            self.line("} }")
        elif isinstance(x, ops.WhileAny):
            v = x.var.name
            self.line(f"{{ int {v}_e = {self.e(x.hi)}; for ({v} = {self.e(x.lo)}; {v} < {v}_e; {v}++) {{")
            self.block(x.head)
            self.line(f"  if ({self.e(ir.set_eq(ir.value_of(x.on), ir.EMPTY_SET))}) break;")
            self.block(x.body)
            self.line("} }")
        elif isinstance(x, ops.ForSet):
            self.for_set(x)
        elif isinstance(x, ops.ForRow):
            if x.goes is not None:
                self.goes(x.goes.to)
            if x.narrowed is not None:
                self.for_sites(x, x.narrowed)
                return
            v = x.var.name
            self.line(f"{{ const table_t *{v}_p = {self.row(x.table, x.row)};")
            self.line(f"const table_t *{v}_e = {v}_p + {v}_p->v + 1;")
            self.line(f"for ({v}_p++; {v}_p < {v}_e; {v}_p++) {{ {v} = {v}_p->v;")
            self.loop_body(x, None)
            self.line("} }")
        elif isinstance(x, ops.ForList):
            v = x.var.name
            self.line(
                f"{{ list_t {v}_l = {self.e(x.list)}; for (int {v}_i = 0; {v}_i < list_len(e, {v}_l); {v}_i++) {{"
            )
            self.line(f"  {v} = list_at(e, {v}_l, {v}_i);")
            self.loop_body(x, None)
            self.line("} }")
        elif isinstance(x, ops.Composed):
            for stmt in composed_statements(x):
                self.stmt(stmt)
        elif isinstance(x, ops.Ahead):
            self.stmt(played_ahead(x))
        elif isinstance(x, ops.OnCopy):
            self.on_copy(x)
        elif isinstance(x, ops.Restoring):
            self.restoring(x)
        elif isinstance(x, ops.InMode):
            self.in_mode(x)
        elif isinstance(x, ops.Filter):
            own, body = filter_statements(x)
            self.line(f"{{ int {', '.join(v.name for v in own)};")
            for stmt in body:
                self.stmt(stmt)
            self.line("}")
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
            if x.value.op is Op.RUN and x.value.run.intrinsic.argument is Argument.LIST:
                self.line(self.stale(x.value.run.name))
        elif isinstance(x, ops.Emit):
            self.emit(x)
        elif isinstance(x, ops.BuiltMove):
            self.built_move(x)
        elif isinstance(x, Refused):
            self.line(f"IF_SIFTED(sift_{'end' if x.ends else 'begin'}(e, {self.mode}));")
        else:
            raise ValueError(f"the C backend has no rendering for {type(x).__name__}")

    def return_(self, x: ops.Return) -> None:
        if x.value is None:
            self.line("{ list_leave(e, lists0); return; }" if self.scoped else "return;")
        elif self.scoped:
            typ = C_TYPE[x.value.type]
            self.line(f"{{ {typ} r_ = {self.returned(x.value)}; list_leave(e, lists0); return r_; }}")
        else:
            self.line(f"return {self.returned(x.value)};")

    def returned(self, value: Expr) -> str:
        """The result of the function."""
        return self.e(value)

    def emit(self, x: ops.Emit) -> None:
        if self.mode == "mode" and x in self.points:
            self.choose(self.points[x])
        self.build(x)

    def build(self, x: ops.Emit) -> None:
        """A move with its record."""
        # arguments that call functions may push moves themselves: all are evaluated before the move is opened
        actions = []
        self.line(f"if ({self.is_built(x)}) {{")
        known = not calls_functions(x.from_site) and not calls_functions(x.to_site)
        outer = self.list_instead((x.from_site, x.to_site) if known else None)
        self.mode = "0"
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
            self.line(f"{self.action(kind, [decision, *params])};")
        self.line(f"move_close(e, {', '.join(head)});")
        for fn in x.then:
            self.line(f"move_attach(e, e->n_moves - 1, {fn.index});")
        stamp = self.stamp(x)
        if stamp:
            self.line(f"IF_VERDICTS(stamp_move(e, {', '.join(stamp)});)")
        self.line("emit_done(e);")
        self.list_done(outer)
        self.depth -= 1
        self.line("}")

    def runs_spared(self, fn: Function) -> bool:
        return fn.index in self.spared.modal

    def is_built(self, x: ops.Push) -> str:
        """Whether a move has to be built."""
        if self.mode != "mode" or self.where not in self.spared.modal:
            return f"emit_gate_in(e, {self.mode}, {self.e(x.to_site)})"
        test, sure = self.spared.tests.get(x, (ir.TRUE, False))
        return f"GATE(e, mode, {self.e(x.to_site)}, {self.e(test)}, {int(sure)})"

    def stamp(self, x: ops.Emit) -> list[str]:
        """What tells the moves of an Emit apart where verdicts on them are kept: the Emit's number and four values;
        nothing if it takes more, or others than locals and fields."""
        number = self.emits.get(x, 0)
        values = [x.mover, x.from_site, x.to_site, x.level_min, x.level_max]
        values += [v for action in x.actions for v in (*action.params, action.decision)]
        varying = [v for v in values if not v.is_const]
        texts = list(dict.fromkeys(self.e(v) for v in varying))
        plain = all(v.type is Type.INT and (v.op is Op.VAR or (v.op is Op.FIELD and not v.src)) for v in varying)
        return [str(number), *texts, *["-1"] * (4 - len(texts))] if number and plain and len(texts) <= 4 else []

    def sift(self, x: ops.ForSet) -> None:
        (emit,) = (s for s in x.body if isinstance(s, ops.Emit))
        sift_loop(self, x, self.stamp(emit), self.e(emit.mover))

    def choose(self, point: Point) -> None:
        """A plain move, where one is chosen: what its actions take is stored, and no record is made."""
        x, n = point.emit, point.number
        self.line("#ifdef VARIANTS")
        self.line("if (mode == 2) { if (is_chosen_now(e)) {")
        self.depth += 1
        head = [self.e(v) for v in (x.mover, x.from_site, x.to_site, x.level_min, x.level_max)]
        stored = [f"e->chosen[{k}] = {self.e(v)};" for k, v in enumerate(point.stored)]
        self.line(f"chosen_move(e, {', '.join([str(n), str(int(point.is_pass)), *head])});")
        self.line(" ".join([*stored, *(f"then_add(e, e->moves, {fn.index});" for fn in x.then)]))
        self.depth -= 1
        self.line("} } else")
        self.line("#endif")

    def pin(self, x: Expr, name: str) -> str:
        if calls_functions(x):
            self.line(f"int {name} = {self.e(x)};")
            return name
        return self.e(x)


def signature(fn: Function, end: str = "", storage: str = "static", extra: str = "", pointer: bool = False) -> str:
    """The head of a function; end: of its name."""
    params = "".join(f", UNUSED {C_TYPE[v.type]} {v.name}" for v in fn.params)
    result = f"const {C_TYPE[fn.result]} *" if pointer else C_TYPE[fn.result]
    return f"{storage} {result} {fn.name}{end}(E *e{extra}{params})"


def _numbered_emits(program: Program) -> dict[ops.Emit, int]:
    """Numbers from 1 to 255 for the Emits of a program; further ones have none."""
    emits = [s for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.Emit)]
    return {s: k for k, s in enumerate(emits[:255], start=1)}


def _of_play(program: Program) -> set[int]:
    """The parts of `play` that optimised code has as one function: what it calls, and what these call, where that is
    short and called from few places."""
    calls = Counter(x.called.index for fn in program.running for x in all_runs(fn) if x.op is Op.CALL)
    found: set[int] = set()
    todo = [program.entries["play"]]
    for _ in range(2):
        called = {f for fn in todo for f in all_calls(fn)}
        todo = [fn for fn in called if calls[fn.index] <= 2 and len(statements(fn.body)) <= _SHORT and not fn.kept]
        found |= {fn.index for fn in todo}
    return found
