"""Renders the program of random games as one C file on top of `runtime_games.h`: a ply is one function."""

from __future__ import annotations

from ..program.actions import ORDER
from ..program.ops import Expr, FieldKind, Function, Op, Program
from ..program.runaway import MAX_STEPS
from ..program.walk import reached_from
from .expressions import ExpressionRenderer
from .functions import FunctionRenderer, signature
from .state import declaration, kept_functions, layout
from .tables import definitions


class _GameRenderer(FunctionRenderer):
    """Renders functions that are all inlined; those that push moves take the mode as an argument."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.lists = False

    def render(self, fn: Function) -> list[str]:
        lines = super().render(fn)
        return [line.replace("static ", "INLINE ", 1) if line.startswith(("static ", "WITHIN ")) else line for line in lines]

    def variants(self, fn: Function) -> list[str]:
        return []

    def emit(self, x):  # a plain move is chosen or counted
        if id(x) in self.points:
            self.choose(self.points[id(x)])
        self.line(f"(void)emit_gate_in(e, {self.mode}, {self.e(x.to_site)});")


def render_games(program: Program) -> str:
    functions = _GameRenderer(program)
    p = program
    reach = reached_from(p, [p.entries["moves"], p.entries["play"], *p.appliers.values()])
    live = [fn for fn in p.functions if fn.index in reach]
    out = [f"#define SET_WORDS {(p.set_width + 63) // 64}"]
    for i, (name, size) in enumerate(p.caps.items()):
        out += [f"#ifndef CAP_{name}", f"#define CAP_{name} {size}", "#endif", f"#define CAPID_{name} {i}"]
    out += [f"#define ACT_{name} {i}" for i, name in enumerate(("THEN", *ORDER))]
    stored = max([1, *(len(point.stored) for point in functions.points.values())])
    kept = len([f for f in kept_functions(p)])
    sizes = {"MAX_PARAMS": 4, "MAX_CHOSEN": stored, "N_TABLES": max(1, len(p.tables)), "N_KEPT": max(1, kept), "MAX_STEPS": MAX_STEPS, "SELECTABLE": 1, "LISTS_": 0}
    out += [f"#define {k} {v}" for k, v in sizes.items()]
    out += ["#define VARIANTS", '#include "runtime_types.h"', *definitions(p)]
    out += ["typedef struct state {", *("  " + declaration(f) for f in p.fields.values()), "} state_t;"]
    out += ["typedef struct {"]
    for f in p.fields.values():
        if f.kind is FieldKind.LIST:
            out.append(f"  int32_t {f.name}_n; int{f.bits}_t *{f.name};")
        elif f.kind is FieldKind.ARRAY:
            out.append(f"  int{f.bits}_t *{f.name};")
        else:
            out.append("  " + declaration(f))
    out += ["} hot_t;", "typedef struct ctx {", *(f"  set_t {n};" for n in p.context_sets), *(f"  int {n};" for n in p.context), "  int unused_;", "} ctx_t;"]
    out += ['#include "runtime_games.h"']
    bodies = [line for fn in live for line in functions.render(fn)]
    for fn in live:
        modal = fn.index in functions.modal
        out.append(f"UNUSED {signature(fn, '_in' if modal else '', 'INLINE', ', const int mode' if modal else '')};")
        if fn.kept:
            out.append(f"{signature(fn, '_kept', 'INLINE', pointer=True)};")
    kinds = [[a for a in pt.emit.actions] for pt in functions.points.values()]
    width = max([1, *map(len, kinds)])
    def rows(of):
        return ", ".join("{" + ", ".join([str(of(a)) for a in k] + ["0"] * (width - len(k))) + "}" for k in [[]] + kinds)
    out += [f"static const int point_counts[] UNUSED = {{{', '.join(str(len(k)) for k in [[]] + kinds)}}};"]
    out += [f"static const int point_kinds[][{width}] UNUSED = {{{rows(lambda a: 'ACT_' + a.kind)}}};"]
    out += [f"static const int point_decisions[][{width}] UNUSED = {{{rows(lambda a: int(a.decision.const))}}};"]
    out += ["INLINE int move_action_count(E *e, int m) { (void)m; return point_counts[e->point]; }"]
    out += ["INLINE int move_action_kind(E *e, int m, int k) { (void)m; return point_kinds[e->point][k]; }"]
    out += ["INLINE int move_action_decision(E *e, int m, int k) { (void)m; return point_decisions[e->point][k]; }"]
    out += bodies
    out += ["INLINE void apply_point(E *e) {", "  switch (e->point) {"]
    for point in functions.points.values():
        out.append(f"  case {point.number}: {{")
        for action, values in zip(point.emit.actions, point.values, strict=True):
            if action.kind != "passed":
                out.append(f"    {p.appliers[action.kind].name}({', '.join(['e', *values])});")
        out.append("    break; }")
    out += ["  default: fail(e, -12);", "  }", "}"]
    out += [line for line in layout(p)[: layout(p).index("  -1};") + 1]]
    out += ["INLINE void ctx_init(E *e) {", *(f"  e->c.{n} = {v};" for n, v in p.context.items()), *(f"  e->c.{n} = set_empty();" for n in p.context_sets), "}"]
    arrays, copies = [], []
    for f in p.fields.values():
        if f.kind is FieldKind.ARRAY:
            arrays.append(f"int{f.bits}_t a_{f.name}[sizeof(((state_t *)0)->{f.name}) / {f.bits // 8}]; e->s.{f.name} = a_{f.name};")
            copies.append(f"  for (size_t i = 0; i < sizeof from->{f.name} / {f.bits // 8}; i++) e->s.{f.name}[i] = from->{f.name}[i];")
        elif f.kind is FieldKind.LIST:
            arrays.append(f"int{f.bits}_t a_{f.name}[CAP_{f.cap}]; e->s.{f.name} = a_{f.name};")
            copies.append(f"  e->s.{f.name}_n = from->{f.name}_n; for (int i = 0; i < from->{f.name}_n; i++) e->s.{f.name}[i] = from->{f.name}[i];")
        else:
            copies.append(f"  e->s.{f.name} = from->{f.name};")
    out += ["#define ARRAYS(e) \\", *("  " + a + " \\" for a in arrays), "  (void)0"]
    out += ["INLINE void state_unpack(E *e, const state_t *from) {", *copies, "}"]
    moves, play = p.entries["moves"], p.entries["play"]
    out += [f"INLINE void entry_moves_in(E *e, const int mode) {{ {moves.name}_in(e, mode); }}"]
    out += [f"INLINE void entry_play(E *e) {{ {play.name}(e{', 0' if play.params else ''}); }}"]
    out += ['#include "runtime_games_entry.h"', ""]
    return "\n".join(out)
