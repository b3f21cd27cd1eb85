"""Renders the program of random games as one C file on top of `runtime_games.h`, where it allows that.

All functions are inlined into one, which plays a ply. The compiler then keeps the fields of the state in registers, and
sees all that happens between two moves at once. Moves are counted, and the chosen one is applied at its point
(`chosen.py`). Only one that is not plain is built first, in a small buffer, and so are the moves of its consequents.
"""

from __future__ import annotations

import re
from functools import cache

from ..program import ops
from ..program.actions import ORDER
from ..program.intrinsics import EMIT_GATE, MODE_ENTER, MODE_LEAVE, MOVE_ATTACH, MOVE_SPLICE
from ..program.modes import COUNT
from ..program.ops import Argument, Block, Entry, Expr, Field, FieldKind, Function, NewAction, Op, Program, Type
from ..program.passes.modes import inherited, is_run, modal_functions
from ..program.passes.selectable import selectable
from ..program.runaway import MAX_STEPS, Runaway
from ..program.steps import Steps
from ..program.walk import all_runs, blocks, bound, expressions, numbered, reached_from, runs, statements
from .built import BuiltMoves
from .chosen import Point
from .compile import RUNTIME
from .functions import FunctionRenderer, signature
from .render import action_function, memos_by_slot, reads_record, same_start
from .state import declaration, initial_context, kept_functions, layout_table
from .tables import definitions

__all__ = ["LARGEST", "hindrance", "render_games"]

LARGEST = 900
"""Statements of the one function, counted after inlining. So many take the compiler about 10 seconds."""
LARGEST_STATE = 1 << 15
"""Values of all arrays: they lie on the stack."""


def hindrance(program: Program) -> str:
    """Why the random games of a program cannot be rendered as one function; empty if they can."""
    if not selectable(program):
        return "moves are looked at while they are made, or drawn by chance"
    if not same_start(program):
        return "the start draws random numbers"
    live = _live(program)
    builds = _builds(program)
    for fn in live:
        for s in statements(fn.body):
            if isinstance(s, ops.Do) and is_run(s.value, MODE_ENTER):
                mode = s.value.src[0]
                if not (mode.is_const and mode.const == COUNT):
                    return "questions that build moves"
            if any(x.op is Op.LIST_NEW for e in expressions(s) for x in runs(e)):
                return "lists"
        if any(v.type is Type.LIST for v in (*fn.params, *bound(fn.body))):
            return "lists"
        for x in all_runs(fn):
            if x.op is Op.RUN and not _has(x.run.intrinsic, builds):
                return x.run.intrinsic.name
    if builds and reads_record(program):
        return "the record of applied actions"
    if any(_consequents(fn.body) for fn in _building(program, [program.functions[i] for i in numbered(program)])):
        return "consequents of consequents"
    if any(_consequents_of_parts(program, fn) for fn in live):
        return "consequents of parts of a move"
    modal = modal_functions(program)
    if modal & {fn.index for fn in (program.entries["play"], *program.appliers.values())}:
        return "moves are built while a move is applied"
    if Runaway(program).recursive & {fn.index for fn in live}:
        return "recursion"
    if sum(f.size * program.caps.get(f.cap or "", 1) for f in program.fields.values()) > LARGEST_STATE:
        return "the state is large"
    return "the rules are long" if _size(program) > LARGEST else ""


@cache
def _defined() -> set[str]:
    """The names of the functions and macros of the runtime of random games."""
    headers = (RUNTIME / f"runtime_{name}.h" for name in ("games", "numbers", "random"))
    text = "\n".join(header.read_text() for header in headers)
    functions = set(re.findall(r"^(?:INLINE|static)[^(;]*?(\w+)\(", text, re.MULTILINE))
    functions |= {f"float_{name}" for name in re.findall(r"FLOAT_FUNCTION\((\w+)\)", text)}
    return functions | set(re.findall(r"^#define (\w+)", text, re.MULTILINE))


def _has(entry: Entry, builds: bool) -> bool:
    """Whether there is an intrinsic in this runtime. builds: whether moves are built."""
    if entry.argument is Argument.CAPACITY:  # rendered as a stop
        return True
    if entry.argument is Argument.ACTION:
        return builds
    return entry.name in _defined() or f"{entry.name}_in" in _defined()


def _builds(program: Program) -> bool:
    """Whether moves are built: those that are chosen, or those of consequents."""
    live = [program.functions[i] for i in reached_from(program, [program.entries["moves"]])]
    for fn in live:
        if any(isinstance(s, ops.Emit) and not s.plain for s in inherited(fn.body)):
            return True
    return any(_consequents(fn.body) or any(is_run(x, EMIT_GATE) for x in all_runs(fn)) for fn in _live(program))


def _consequents(body: Block) -> bool:
    """Whether a block gives moves consequents."""
    found = statements(body)
    emits = any(isinstance(s, ops.Emit) and s.then for s in found)
    return emits or any(is_run(x, MOVE_ATTACH) for s in found for e in expressions(s) for x in runs(e))


def _gated(fn: Function) -> list[Function]:
    """The functions that are called while a move is built that was chosen."""
    gates = [s for s in statements(fn.body) if isinstance(s, ops.If) and is_run(s.cond, EMIT_GATE)]
    return [called for gate in gates for called in _called(gate.then)]


def _consequents_of_parts(program: Program, fn: Function) -> bool:
    """Whether a function may join moves that have consequents."""
    found = statements(fn.body)
    joins = [k for k, s in enumerate(found) if _runs_one(s, MOVE_SPLICE)]
    if not joins:
        return False
    if any(_consequents(other.body) for other in _building(program, _called(fn.body)) if other is not fn):
        return True
    # what it attaches to a move after the last one was joined stays with that move
    before = found[: joins[-1]]
    for loop in found:
        if isinstance(loop, ops.While | ops.ForRange | ops.ForSet | ops.ForRow | ops.ForList):
            again = statements([loop])
            before += again if any(_runs_one(s, MOVE_SPLICE) for s in again) else []
    return any(_runs_one(s, MOVE_ATTACH) or (isinstance(s, ops.Emit) and s.then) for s in before)


def _runs_one(s: ops.Stmt, *which: Entry) -> bool:
    """Whether a statement itself runs one of these intrinsics."""
    return any(is_run(x, *which) for e in expressions(s) for x in runs(e))


def _building(program: Program, todo: list[Function]) -> list[Function]:
    """The functions among these, and among those that they call, that push moves."""
    found: dict[int, Function] = {}
    while todo:
        fn = todo.pop()
        if fn.index not in found:
            found[fn.index] = fn
            todo += _called(fn.body)
    modal = modal_functions(program)
    return [fn for fn in found.values() if fn.index in modal]


def _called(body: Block) -> list[Function]:
    """What a block calls, apart from questions about moves."""
    out, depth = [], 0
    for s in body:
        if isinstance(s, ops.Do) and is_run(s.value, MODE_ENTER):
            depth += 1
        elif isinstance(s, ops.Do) and is_run(s.value, MODE_LEAVE):
            depth -= 1
        if not depth:
            out += [x.called for e in expressions(s) for x in runs(e) if x.op is Op.CALL]
            for inner in blocks(s):
                out += _called(inner)
    return out


def _live(program: Program) -> list[Function]:
    """The functions of a ply."""
    reach = reached_from(program, [program.entries["moves"], program.entries["play"], *program.appliers.values()])
    return [fn for fn in program.functions if fn.index in reach]


def _size(program: Program) -> int:
    """The statements of a ply after inlining: each function counts as often as it is called."""
    known: dict[int, int] = {}

    def of(fn: Function) -> int:
        if fn.index not in known:
            calls = [x.called for x in all_runs(fn) if x.op is Op.CALL]
            known[fn.index] = 0
            known[fn.index] = len(statements(fn.body)) + sum(map(of, calls))
        return known[fn.index]

    moves, play = program.entries["moves"], program.entries["play"]
    consequents = sum(of(program.functions[i]) for i in numbered(program))
    places = 3 if _builds(program) else 1
    return 2 * of(moves) + of(play) + consequents + places * sum(map(of, program.appliers.values()))


class _GameRenderer(FunctionRenderer):
    """Renders functions that are all inlined. Those that push moves take the mode as an argument."""

    memos = "e->memos->by_slot_"

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.lists = False
        self.runaway = self.steps = Steps(program)
        self.builds = _builds(program)
        gates = [fn for live in _live(program) for fn in _gated(live)]
        building = _building(program, [*gates, *(program.functions[i] for i in numbered(program))])
        self.pushing = {fn.index for fn in building}
        self.built_moves = BuiltMoves(program, _live(program) if self.builds else [], self.pushing)

    def render(self, fn: Function) -> list[str]:
        """A whole function."""
        modal = fn.index in self.modal
        self.lines, self.depth, self.mode, self.scoped = [], 0, "mode" if modal else "-1", False
        self.before, self.where = [], fn.index
        self.block(fn.body)
        declared = [self.local(v) for v in bound(fn.body) if v not in fn.params]
        kept = self.keeping(fn) if fn.kept else self.keeping_by_slot(fn) if fn.kept_by else ()
        before = [line.replace("static UNUSED void", "INLINE void") for line in self.before]
        return [*before, f"{self.head(fn)} {{", *declared, "  (void)e;", *self.lines, "}", *kept]

    def head(self, fn: Function) -> str:
        """The signature of the one C function of a function."""
        modal = fn.index in self.modal
        return signature(fn, "_in" if modal else "", "INLINE", ", UNUSED const int mode" if modal else "")

    def action(self, kind: str, args: list[str]) -> str:
        stored = self.built_moves.stored.get(kind, ())  # some code is there for modes in which it never runs
        return super().action(kind, [args[0], *(args[1 + k] for k in stored)])

    def call(self, x: Expr) -> str:
        if x.called.index in self.modal and not (x.called.kept or x.called.kept_by):
            return f"{x.called.name}_in({', '.join(['e', self.mode, *map(self.e, x.src)])})"
        return super().call(x)

    def emit(self, x: ops.Emit) -> None:
        point = self.points.get(id(x))
        if self.mode == "1":
            self.line("push_counted(e, 1);")
        elif point is None or self.mode == "0":
            self.gate(x)
        elif self.where in self.pushing:
            self.line("if (mode == FULL) {")
            self.gate(x)
            self.line("} else")
            self.chosen(x, point)
        else:
            self.chosen(x, point)

    def gate(self, x: ops.Emit) -> None:
        """A move that is built where it is chosen."""
        super().emit(x)

    def chosen(self, x: ops.Emit, point: Point) -> None:
        """A move that is not built: what its actions take is stored."""
        head = [self.e(v) for v in (x.mover, x.from_site, x.to_site, x.level_min, x.level_max)]
        stored = [f" e->chosen[{k}] = {self.e(v)};" for k, v in enumerate(point.stored)]
        self.line(f"if ({self.mode} == CHOOSE) {{ if (is_chosen_now(e)) {{")
        values = ", ".join([str(point.number), str(int(point.is_pass)), *head])
        thens = "".join(f" then_add(e, e->moves, {fn.index});" for fn in x.then)
        self.line(f"  chosen_move(e, {values});{''.join(stored)}{thens}")
        self.line("} } else push_counted(e, 1);")


def render_games(program: Program) -> str:
    """C source (without the runtime headers) of a program for which there is no `hindrance`."""
    functions = _GameRenderer(program)
    live = _live(program)
    bodies = [line for fn in live for line in functions.render(fn)]
    out = [f"/* random games, {len(live)} functions */", *_sizes(program, functions)]
    out += ['#include "runtime_types.h"', *definitions(program), *_state_and_context(program)]
    out += ['#include "runtime_games.h"', *(f"{functions.head(fn)};" for fn in live)]
    out += [action_function(n) for n in sorted(functions.action_sizes)]
    out += [f"{signature(fn, '_kept', 'INLINE', pointer=True)};" for fn in live if fn.kept or fn.kept_by]
    out += [*_of_points(functions), *bodies, *_apply(functions), *layout_table(program)]
    out += _apply_built(functions) if functions.builds else []
    out += ["INLINE void ctx_init(E *e) {", "  memset(&e->c, 0, sizeof e->c);", *initial_context(program), "}"]
    out += _unpack(list(program.fields.values()))
    moves, play = program.entries["moves"], program.entries["play"]
    end = "_in(e, mode)" if moves.index in functions.modal else "(e)"
    out += [f"INLINE void entry_moves(E *e, UNUSED const int mode) {{ {moves.name}{end}; }}"]
    out += [f"INLINE void entry_play(E *e) {{ {play.name}(e{', 0' if play.params else ''}); }}"]
    return "\n".join([*out, '#include "runtime_games_entry.h"', ""])


def _sizes(p: Program, functions: _GameRenderer) -> list[str]:
    """The constants that the runtime's types depend on."""
    out = [f"#define SET_WORDS {(p.set_width + 63) // 64}"]
    for i, (name, size) in enumerate(p.caps.items()):
        out += [f"#ifndef CAP_{name}", f"#define CAP_{name} {size}", "#endif", f"#define CAPID_{name} {i}"]
    out += [f"#define ACT_{name} {i}" for i, name in enumerate(("THEN", *ORDER))]
    built = functions.built_moves
    stored = max([1, *(len(point.stored) for point in functions.points.values())])
    sizes = {"KEYS": p.set_width, "BUILDS": int(functions.builds), "MAX_PARAMS": max(1, built.widest)}
    sizes |= {"MAX_CHOSEN": stored, "PASSED": int("passed" in built.kinds), "BUILT_PASSES": int(built.passes)}
    sizes |= {"DECISIONS": int(built.decisions)}
    sizes |= {"N_TABLES": max(1, len(p.tables)), "N_KEPT": max(1, len(kept_functions(p)))}
    # an error that comes too early does no harm: ordinary code plays the game again
    sizes |= {"SELECTABLE": 1, "MAX_STEPS": MAX_STEPS - functions.steps.uncounted}
    return [*out, *(f"#define {name} {size}" for name, size in sizes.items())]


def _state_and_context(p: Program) -> list[str]:
    """The state as Python gives it, and as the game has it: its arrays are local variables of their own."""
    out = ["typedef struct state {", *(f"  {declaration(f)}" for f in p.fields.values()), "} state_t;"]
    out += ["typedef struct {"]
    for f in p.fields.values():
        if f.kind is FieldKind.LIST:
            out.append(f"  int32_t {f.name}_n; int{f.bits}_t *{f.name};")
        else:
            out.append(f"  int{f.bits}_t *{f.name};" if f.kind is FieldKind.ARRAY else f"  {declaration(f)}")
    out += ["} hot_t;", "typedef struct ctx {", *(f"  set_t {n};" for n in p.context_sets)]
    out += [*(f"  int {n};" for n in p.context), "  int unused_;", "} ctx_t;"]
    return [*out, "typedef struct {", *(f"  {memo}" for memo in memos_by_slot(p)), "  int unused_;", "} memos_t;"]


def _unpack(fields: list[Field]) -> list[str]:
    """Code that makes the arrays, and that takes the values of a state."""
    arrays, unpack = ["#define ARRAYS \\"], ["#define state_unpack(e, from) do { \\"]
    for f in fields:
        size = f"sizeof(((state_t *)0)->{f.name})"
        if f.kind is FieldKind.ARRAY:
            arrays.append(f"  int{f.bits}_t a_{f.name}[{size} / {f.bits // 8}]; \\")
            unpack.append(f"  e->s.{f.name} = a_{f.name}; memcpy(a_{f.name}, from->{f.name}, {size}); \\")
        elif f.kind is FieldKind.LIST:
            used = f"(size_t)from->{f.name}_n * {f.bits // 8}"
            arrays.append(f"  int{f.bits}_t a_{f.name}[{size} / {f.bits // 8}]; \\")
            unpack.append(f"  e->s.{f.name} = a_{f.name}; e->s.{f.name}_n = from->{f.name}_n; \\")
            unpack.append(f"  memcpy(a_{f.name}, from->{f.name}, {used}); \\")
        else:
            unpack.append(f"  e->s.{f.name} = from->{f.name}; \\")
    return [*arrays, "  (void)0", *unpack, "  } while (0)"]


def _of_points(functions: _GameRenderer) -> list[str]:
    """What rules ask of the actions of the chosen move, and of the record of those that were applied, by its point."""
    moves = [[], *(point.emit.actions for point in functions.points.values())]
    out = [f"static const int action_counts[] UNUSED = {{{', '.join(str(len(actions)) for actions in moves)}}};"]
    # all moves but the chosen one are in the buffer, and it may be, too
    built = "BUILDS && (m || e->point == BUILT) ? e->"
    out += ["INLINE int move_action_count(E *e, UNUSED int m) {"]
    out += [f"  return {built}moves[m].n_act : action_counts[e->point];", "}"]
    applied = [[a for a in actions if _is_applied(a)] for actions in moves]
    looks = (("move_action", moves, "E *e, UNUSED int m, int k"), ("applied", applied, "E *e, int k"))
    for stem, of, arguments in looks:
        for name, value in (("kind", _kind), ("decision", _decision)):
            width = max(map(len, of), default=0) or 1
            rows = ("{" + ", ".join([*map(value, actions), *["0"] * (width - len(actions))]) + "}" for actions in of)
            out += [f"static const int {stem}_{name}s[][{width}] UNUSED = {{{', '.join(rows)}}};"]
            within = f"(unsigned)k < {width}u ? {stem}_{name}s[e->point][k] : 0"
            if stem == "move_action":
                within = f"{built}acts[e->moves[m].act + k].{name} : {within}"
            out += [f"INLINE int {stem}_{name}({arguments}) {{ return {within}; }}"]
    return [*out, *_param_of_points(functions)]


def _param_of_points(functions: _GameRenderer) -> list[str]:
    """The function that gives a parameter of an action of a move."""
    out = ["INLINE int move_action_param(E *e, UNUSED int m, UNUSED int k, UNUSED int p) {"]
    out += ["  if (BUILDS && (m || e->point == BUILT)) return e->acts[e->moves[m].act + k].p[p];"]
    out += ["  switch (e->point) {"]
    for point in functions.points.values():
        out.append(f"  case {point.number}:")
        for k, values in enumerate(point.values):
            row = f"(const int[]){{{', '.join(values)}}}"
            out += [f"    if (k == {k}) return (unsigned)p < {len(values)}u ? {row}[p] : 0;"] if values else []
        out.append("    break;")
    return [*out, "  }", "  return 0;", "}"]


def _kind(action: NewAction) -> str:
    return f"ACT_{action.kind}"


def _decision(action: NewAction) -> str:
    return str(action.decision.const)


def _is_applied(action: NewAction) -> bool:
    return action.kind != "passed"  # says something about the move, and does nothing


def _apply(functions: _GameRenderer) -> list[str]:
    """The function that applies the actions of the chosen move."""
    out = ["INLINE void apply_point(E *e) {", "  switch (e->point) {"]
    for point in functions.points.values():
        out.append(f"  case {point.number}:")
        for action, values in zip(point.emit.actions, point.values, strict=True):
            if _is_applied(action):
                applier = functions.program.appliers[action.kind]
                out.append(f"    e->n_applied++; {applier.name}({', '.join(['e', *values])});")
        out.append("    break;")
    return [*out, "  default: __builtin_unreachable();", "  }", "}"]


def _apply_built(functions: _GameRenderer) -> list[str]:
    """The functions that apply an action of a move that was built, and that call a consequent."""
    p = functions.program
    out = ["INLINE void apply_action(E *e, const act_t *a) {", "  switch (a->kind) {"]
    built = functions.built_moves
    for kind, fn in p.appliers.items():
        if kind not in built.kinds:
            continue
        stored, constant = built.stored[kind], built.constant[kind]
        values = (f"({constant[k]})" if k in constant else f"a->p[{stored.index(k)}]" for k in range(len(fn.params)))
        args = ", ".join(["e", *values])
        out.append(f"  case ACT_{kind}: {fn.name}({args}); break;")
    out += ["  default: fail(e, -1);", "  }", "}"]
    out += ["INLINE void call_consequent(E *e, int fn) {", "  switch (fn) {"]
    for fn in (p.functions[i] for i in sorted(numbered(p))):
        end = "_in(e, FULL)" if fn.index in functions.modal else "(e)"
        out.append(f"  case {fn.index}: {fn.name}{end}; break;")
    return [*out, "  default: fail(e, -2);", "  }", "}"]
