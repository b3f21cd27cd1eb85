"""Renders the program of random games as one C file on top of `games/runtime.h`, where it allows that.

All functions are inlined into one, which plays a ply. The compiler then keeps the fields of the state in registers, and
sees all that happens between two moves at once. Moves are counted, and the chosen one is applied at its point
(`facts/chosen_moves.py`). Only one that is not plain is built first, in a small buffer, and so are the moves of its
consequents.
"""

from __future__ import annotations

from collections.abc import Callable

from ....facts.chosen_moves import Point
from ....facts.engines.asked import kept_functions
from ....facts.intervals import Range
from ....facts.ranges import Ranges, held_ranges, sizes_in
from ....facts.runaway import MAX_MOVES, MAX_STEPS
from ....facts.steps import Steps
from ....facts.then_levels import level_of_each, then_levels
from ....program import ops
from ....program.actions import ORDER
from ....program.effects import silent
from ....program.intrinsics import APPLIED_SET_PARAM, APPLY_THENS
from ....program.ops import Expr, Field, FieldKind, NewAction, Op, Type
from ....program.program import Function, Program
from ....program.walk import numbered, statements
from ..rendering.chosen import parameters
from ..rendering.functions import signature
from ..rendering.render import action_function, laid_out, memos_by_slot
from ..rendering.state import declaration, entered, initial_context, layout_table
from ..rendering.tables import definitions
from .built import BuiltMoves
from .games_saved import lies_apart, saved_type, saving
from .growing import MOVERS, growing_floods
from .one_function import (
    builds_moves,
    called_while_building,
    hindrance,
    keeps_record,
    of_a_ply,
    pushing,
    statements_in_all,
)
from .stack_lines import StackLineRenderer, levelled_fields
from .value_sets import ValueSets

__all__ = ["hindrance", "render_games"]

SMALL = 2000
"""Statements of a program that is worth having once for each of two movers: tables are then read at constant places."""
SHORT = 550
"""Statements of a program of which `play` is worth having once more for the usual kind of move."""
_DECIDED: dict[Op, Callable[[int, int, int, int], tuple[bool, bool]]] = {
    Op.LT: lambda lo, hi, least, most: (hi < least, lo >= most),
    Op.LE: lambda lo, hi, least, most: (hi <= least, lo > most),
    Op.GT: lambda lo, hi, least, most: (lo > most, hi <= least),
    Op.GE: lambda lo, hi, least, most: (lo >= most, hi < least),
    Op.EQ: lambda lo, hi, least, most: (lo == hi == least == most, hi < least or lo > most),
    Op.NE: lambda lo, hi, least, most: (hi < least or lo > most, lo == hi == least == most),
}
"""Of comparisons of lo … hi with least … most: whether they always hold, and whether they never do."""


class _GameRenderer(StackLineRenderer):
    """Renders functions that are all inlined. Those that push moves take the mode as an argument."""

    memos = "e->memos->by_slot_"

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.lists = False
        self.held = held_ranges(program)
        self.ranges = Ranges(program, of_a_ply(program), sizes_in(program), fields=True, known=self.held)
        self.runaway = self.steps = Steps(program, self.ranges)
        levelled = levelled_fields(program, of_a_ply(program))
        self.value_sets = ValueSets(program, of_a_ply(program), self.ranges, levelled)
        self.builds, self.records = builds_moves(program), keeps_record(program)
        gates = [fn for live in of_a_ply(program) for fn in called_while_building(live)]
        building = pushing(program, [*gates, *(program.functions[i] for i in numbered(program))])
        self.pushing = {fn.index for fn in building}
        live = of_a_ply(program) if self.builds or self.records else []
        self.built_moves = BuiltMoves(program, live, self.pushing, self.points, self.records)
        self.kinds = {fn.index: kind for kind, fn in program.appliers.items()}
        self.levels = then_levels(program) or []
        self.level_of = level_of_each(program, self.levels) or {}
        self.growing = growing_floods(program, of_a_ply(program))

    def render(self, fn: Function) -> list[str]:
        """A whole function."""
        self.begin(fn, "mode" if fn.index in self.modal else "-1")
        self.body(fn)
        kept = self.keeping(fn) if fn.kept else self.keeping_by_slot(fn) if fn.kept_by else ()
        before = [line.replace("static UNUSED void", "INLINE void") for line in self.before]
        lists = ["  const int lists0 = e->n_lists;"] if self.scoped else []
        return [*before, f"{self.head(fn)} {{", *self.locals(fn), *lists, "  (void)e;", *self.ended(fn), *kept]

    def field(self, name: str) -> str:
        return f"(*e->s.{name})" if lies_apart(self.program, self.program.fields[name]) else super().field(name)

    def head(self, fn: Function) -> str:
        """The signature of the one C function of a function."""
        modal = fn.index in self.modal
        return signature(fn, "_in" if modal else "", "INLINE", ", UNUSED const int mode" if modal else "")

    def in_bounds(self, index: Expr, size: int) -> bool:
        lo, hi = self.ranges.range_of(index)
        return lo >= 0 and hi < size

    def e(self, x: Expr) -> str:
        if x.op in _DECIDED and x.src[0].type is Type.INT and silent(x):
            (lo, hi), (least, most) = (self.ranges.range_of(y) for y in x.src)
            always, never = _DECIDED[x.op](lo, hi, least, most)
            if always or never:
                return str(int(always))
        return super().e(x)

    def fitting(self, x: ops.SetField) -> str:
        """As of ordinary code; what is known to fit is not looked at."""
        half = 1 << self.program.fields[x.field].bits - 1
        if x.value.type is Type.INT and half < 1 << 31:
            lo, hi = self.ranges.range_of(x.value)
            if lo >= -half and hi < half:
                return self.e(x.value)
        return super().fitting(x)

    def search(self, f: Field, value: Expr) -> str:
        if f.name not in self.value_sets.names:
            return super().search(f, value)
        return self.value_sets.where(f, self.e(value), self.ranges.range_of(value))

    def table_read(self, x: Expr) -> str:
        if x not in self.growing:
            return super().table_read(x)
        number, site = self.growing[x]
        groups = f"&e->o->growing[{number * MOVERS} + ({self.field('mover')} & {MOVERS - 1})]"
        return f"growing_flood({groups}, {self.table(x.name)}, {self.e(site)}, {self.e(x.src[1])})"

    def follow(self, f: Field) -> str:
        return self.value_sets.follow(f) if f.name in self.value_sets.names else ""

    def action(self, kind: str, args: list[str]) -> str:
        stored = self.built_moves.stored.get(kind, ())  # some code is there for modes in which it never runs
        return super().action(kind, [args[0], *(args[1 + k] for k in stored)])

    def run(self, x: Expr) -> str:
        if x.run.intrinsic is APPLY_THENS:
            level = self.level_of[self.where]
            return f"apply_thens_{level}(e, {self.e(x.src[0])})" if level < len(self.levels) else "(void)0"
        if x.run.intrinsic is not APPLIED_SET_PARAM:
            return super().run(x)
        if not self.records:
            return "(void)0"
        number, kind = x.src[0], self.kinds.get(self.where)
        if kind is None:  # then all parameters are stored
            return super().run(x)
        stored = self.built_moves.stored.get(kind, [])
        slot = str(stored.index(number.const)) if number.const in stored else ""
        return f"applied_set_param(e, {slot}, {self.e(x.src[1])})" if slot else "(void)0"

    def call(self, x: Expr) -> str:
        if x.called.index in self.modal and not (x.called.kept or x.called.kept_by):
            return f"{x.called.name}_in({', '.join(['e', self.mode, *map(self.e, x.src)])})"
        return super().call(x)

    def emit(self, x: ops.Emit) -> None:
        point = self.points.get(x)
        if self.mode == "1":
            self.line("push_counted(e, 1);")
        elif point is None or self.mode == "0":
            self.build(x)
        elif self.where in self.pushing:
            self.line("if (mode == FULL) {")
            self.build(x)
            self.line("} else")
            self.chosen(x, point)
        else:
            self.chosen(x, point)

    def chosen(self, x: ops.Emit, point: Point) -> None:
        """A move that is not built: what its actions take is stored."""
        head = [self.e(v) for v in (x.mover, x.from_site, x.to_site, x.level_min, x.level_max)]
        stored = [f" e->chosen[{k}] = {self.e(v)};" for k, v in enumerate(point.stored)]
        self.line(f"if ({self.mode} == CHOOSE) {{ if (is_chosen_now(e)) {{")
        values = ", ".join([str(point.number), str(int(point.is_pass)), *head])
        thens = "".join(f" then_add(e, 0, {fn.index});" for fn in x.then)
        self.line(f"  chosen_move(e, {values});{''.join(stored)}{thens}")
        self.line("} } else push_counted(e, 1);")


def render_games(program: Program) -> str:
    """C source (without the runtime headers) of a program for which there is no `hindrance`."""
    functions = _GameRenderer(program)
    live = of_a_ply(program)
    bodies = [line for fn in live for line in functions.render(fn)]
    out = [f"/* random games, {len(live)} functions */", *_sizes(program, functions)]
    sets = functions.value_sets
    out += ['#include "core/types.h"', *definitions(program), *_state_and_context(program, sets)]
    out += [*saved_type(program, sets), '#include "games/runtime.h"', *sets.functions()]
    out += [f"{functions.head(fn)};" for fn in live]
    out += [f"INLINE void apply_thens_{level}(E *e, int m);" for level in range(len(functions.levels))]
    out += [action_function(n) for n in sorted(functions.action_sizes)]
    out += [f"{signature(fn, '_kept', 'INLINE', pointer=True)};" for fn in live if fn.kept or fn.kept_by]
    out += [
        *saving(program, functions.dependent, sets),
        *_of_points(functions),
        *functions.covers,
        *(_now(functions, kind) for kind in sorted(functions.applied_now)),
        *bodies,
        *_apply(functions),
        *layout_table(program),
    ]
    out += _apply_built(functions) if functions.builds else []
    out += ["INLINE void ctx_init(E *e) {", "  e->c = (ctx_t){0};", *initial_context(program), "}"]
    out += [*_unpack(program, sets), *_held(program, functions.held)]
    moves, play = program.entries["moves"], program.entries["play"]
    end = "_in(e, mode)" if moves.index in functions.modal else "(e)"
    fresh = " ".join(entered(program))
    out += [f"INLINE void entry_moves(E *e, UNUSED const int mode) {{ {fresh} {moves.name}{end}; }}"]
    out += [f"INLINE void entry_play(E *e) {{ {fresh} {play.name}(e{', 0' if play.params else ''}); }}"]
    return laid_out([*out, '#include "games/entry.h"', ""])


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
    saves = any(isinstance(s, ops.Copying) for fn in of_a_ply(p) for s in statements(fn.body))
    sizes |= {"RECORDS": int(functions.records), "SAVES": int(saves), "N_GROWING": len(functions.growing) * MOVERS}
    in_all = statements_in_all(p)
    by_mover = p.constants.get("players") == 2 and in_all <= SMALL
    sizes |= {"DECISIONS": int(built.decisions), "BY_MOVER": int(by_mover), "PLAYERS": p.constants.get("players", 0)}
    sizes |= {"N_TABLES": max(1, len(p.tables)), "N_KEPT": max(1, len(kept_functions(p)))}
    hot = [point.number for point in functions.points.values() if not point.is_pass]
    sizes |= {"HOT_POINT": hot[0] if by_mover and in_all <= SHORT and len(hot) == 1 else 0}
    # an error that comes too early does no harm: ordinary code plays the game again
    sizes |= {"SELECTABLE": 1, "MAX_MOVES": MAX_MOVES, "MAX_STEPS": MAX_STEPS - functions.steps.uncounted}
    return [*out, *(f"#define {name} {size}" for name, size in sizes.items())]


def _state_and_context(p: Program, sets: ValueSets) -> list[str]:
    """The state as Python gives it, and as the game has it: its arrays are local variables of their own."""
    out = ["typedef struct state {", *(f"  {declaration(f)}" for f in p.fields.values()), "} state_t;"]
    out += ["typedef struct {"]
    for f in p.fields.values():
        if f.kind is FieldKind.LIST:
            out.append(f"  int32_t {f.name}_n; int{f.bits}_t *{f.name};")
        elif f.kind is FieldKind.ARRAY:
            out.append(f"  int{f.bits}_t *{f.name};")
        else:
            out.append(f"  set_t *{f.name};" if lies_apart(p, f) else f"  {declaration(f)}")
    out += [*sets.members(), "} hot_t;", "typedef struct ctx {", *(f"  set_t {n};" for n in p.context_sets)]
    out += [*(f"  int {n};" for n in p.context), "  int unused_;", "} ctx_t;"]
    return [*out, "typedef struct {", *(f"  {memo}" for memo in memos_by_slot(p)), "  int unused_;", "} memos_t;"]


def _unpack(p: Program, sets: ValueSets) -> list[str]:
    """Code that makes the arrays, that takes the values of a state, and that finds what is found once for a state."""
    arrays, unpack = ["#define ARRAYS \\"], ["#define state_unpack(e, from) do { \\"]
    for f in p.fields.values():
        size = f"sizeof(((state_t *)0)->{f.name})"
        if f.kind is FieldKind.ARRAY:
            arrays.append(f"  int{f.bits}_t a_{f.name}[{size} / {f.bits // 8}]; \\")
            unpack.append(f"  e->s.{f.name} = a_{f.name}; memcpy(a_{f.name}, from->{f.name}, {size}); \\")
        elif f.kind is FieldKind.LIST:
            used = f"(size_t)from->{f.name}_n * {f.bits // 8}"
            arrays.append(f"  int{f.bits}_t a_{f.name}[{size} / {f.bits // 8}]; \\")
            unpack.append(f"  e->s.{f.name} = a_{f.name}; e->s.{f.name}_n = from->{f.name}_n; \\")
            unpack.append(f"  memcpy(a_{f.name}, from->{f.name}, {used}); \\")
        elif lies_apart(p, f):
            arrays.append(f"  set_t a_{f.name}; \\")
            unpack.append(f"  e->s.{f.name} = &a_{f.name}; a_{f.name} = from->{f.name}; \\")
        else:
            unpack.append(f"  e->s.{f.name} = from->{f.name}; \\")
    unpack += [*sets.unpack(), "  } while (0)"]
    found = ["static void find_start(UNUSED O *o, UNUSED const state_t *from) {", *sets.start()[1], "}"]
    return [*arrays, *sets.arrays(), "  (void)0", *unpack, *found]


def _held(p: Program, held: dict[str, Range]) -> list[str]:
    """Code that checks the ranges of fields in a state, and code that tells them to the compiler."""
    check, known = ["static int in_ranges(UNUSED const state_t *s) {"], ["INLINE void ranges_hold(UNUSED E *e) {"]
    for name, (lo, hi) in held.items():
        f = p.fields[name]
        if f.kind is FieldKind.INT:
            check.append(f"  if ({_outside(f's->{name}', lo, hi, f.bits)}) return 0;")
            known.append(f"  if ({_outside(f'e->s.{name}', lo, hi, f.bits)}) __builtin_unreachable();")
        else:
            n = f"s->{name}_n" if f.kind is FieldKind.LIST else f"(int)(sizeof s->{name} / sizeof *s->{name})"
            check.append(f"  for (int i = 0; i < {n}; i++) if ({_outside(f's->{name}[i]', lo, hi, f.bits)}) return 0;")
    return [*check, "  return 1;", "}", *known, "}"]


def _outside(value: str, lo: int, hi: int, bits: int) -> str:
    """The condition that a value of so many bits is not in lo … hi. Compilers warn where one side is always false."""
    sides = [f"{value} < {lo}"] if lo > -(1 << bits - 1) else []
    sides += [f"{value} > {hi}"] if hi < (1 << bits - 1) - 1 else []
    return " || ".join(sides)


def _of_points(functions: _GameRenderer) -> list[str]:
    """What rules ask of the actions of the chosen move, and of the record of those that were applied, by its point."""
    moves = [[], *(point.emit.actions for point in functions.points.values())]
    out = [f"static const int action_counts[] UNUSED = {{{', '.join(str(len(actions)) for actions in moves)}}};"]
    # all moves but the chosen one are in the buffer, and it may be, too
    built = "BUILDS && (m || e->point == BUILT) ? "
    out += ["INLINE int move_action_count(E *e, UNUSED int m) {"]
    out += [f"  return {built}HEAD(e, m, n_act) : action_counts[e->point];", "}"]
    applied = [[a for a in actions if _is_applied(a)] for actions in moves]
    looks = (("move_action", moves, "E *e, UNUSED int m, int k"), ("applied", applied, "E *e, int k"))
    for stem, of, arguments in looks:
        for name, value in (("kind", _kind), ("decision", _decision)):
            width = max(map(len, of), default=0) or 1
            rows = ("{" + ", ".join([*map(value, actions), *["0"] * (width - len(actions))]) + "}" for actions in of)
            out += [f"static const int {stem}_{name}s[][{width}] UNUSED = {{{', '.join(rows)}}};"]
            within = f"(unsigned)k < {width}u ? {stem}_{name}s[e->point][k] : 0"
            if stem == "move_action":
                within = f"{built}e->acts[HEAD(e, m, act) + k].{name} : {within}"
            elif functions.records:
                within = f"e->applied[k].{name}"
            out += [f"INLINE int {stem}_{name}({arguments}) {{ return {within}; }}"]
    return [*out, *_param_of_points(functions)]


def _param_of_points(functions: _GameRenderer) -> list[str]:
    """The function that gives a parameter of an action of a move."""
    out = ["INLINE int move_action_param(E *e, UNUSED int m, UNUSED int k, UNUSED int p) {"]
    out += ["  if (BUILDS && (m || e->point == BUILT)) return e->acts[HEAD(e, m, act) + k].p[p];"]
    out += ["  switch (e->point) {"]
    for point in functions.points.values():
        out.append(f"  case {point.number}:")
        for k, values in enumerate(parameters(point)):
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


def _now(functions: _GameRenderer, kind: str) -> str:
    """The function that applies an action of a kind at once."""
    fn = functions.program.appliers[kind]
    names = [f"p{k}" for k in range(len(fn.params))]
    stored = functions.built_moves.stored.get(kind, []) if functions.records else []
    kept = " ".join(f"e->applied[e->applying].p[{i}] = p{k};" for i, k in enumerate(stored))
    head = f"INLINE void now_{kind}(E *e, int decision{''.join(f', UNUSED int {name}' for name in names)}) {{"
    begin = f"const int outer_ = record_next(e, ACT_{kind}, decision); {kept}"
    return f"{head} {begin} {fn.name}({', '.join(['e', *names])}); e->applying = outer_; }}"


def _apply(functions: _GameRenderer) -> list[str]:
    """The function that applies the actions of the chosen move."""
    out = ["INLINE void apply_point(E *e) {", "  switch (e->point) {"]
    for point in functions.points.values():
        out.append(f"  case {point.number}:")
        for action, values in zip(point.emit.actions, parameters(point), strict=True):
            if _is_applied(action):
                applier = functions.program.appliers[action.kind]
                begin = f"record_next(e, {_kind(action)}, {_decision(action)})"
                stored = functions.built_moves.stored.get(action.kind, [])
                kept = (f"e->applied[e->applying].p[{i}] = {values[k]};" for i, k in enumerate(stored))
                out.append(f"    {{ const int outer_ = {begin}; {' '.join(kept if functions.records else ())}")
                out.append(f"      {applier.name}({', '.join(['e', *values])}); e->applying = outer_; }}")
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
    return [*out, "  default: fail(e, -1);", "  }", "}", *_apply_consequents(functions)]


def _apply_consequents(functions: _GameRenderer) -> list[str]:
    """For each level of consequents, the function that calls one and the function that applies those of a move. The
    moves that they push may have consequents of the next level."""
    p, levels, out = functions.program, functions.levels, []
    for level, consequents in enumerate(levels):
        out += [f"INLINE void call_consequent_{level}(E *e, int fn) {{", "  switch (fn) {"]
        for fn in (p.functions[i] for i in sorted(consequents)):
            end = "_in(e, FULL)" if fn.index in functions.modal else "(e)"
            out.append(f"  case {fn.index}: {fn.name}{end}; break;")
        out += ["  default: fail(e, -2);", "  }", "}"]
        apply = "apply_built"
        if level + 1 < len(levels):
            apply = f"apply_level_{level + 1}"
            out.append(f"APPLIES_WITH_THENS({apply}, apply_thens_{level + 1})")
        out.append(f"APPLIES_THENS(apply_thens_{level}, call_consequent_{level}, {apply})")
    return out
