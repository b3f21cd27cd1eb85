"""Renders a rules program as one C file on top of `core/runtime.h`.

Only numbers of a description reach the C text: the lowering creates the names of functions, fields and tables. Small
tables are part of the text, larger ones are passed as data (`tables.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ....facts.chosen_moves import Point
from ....facts.engines.asked import digested_fields, kept_functions, reads_record, same_start
from ....facts.engines.tried_fields import tried_fields
from ....facts.runaway import MAX_CALLS, MAX_MOVES, MAX_STEPS
from ....facts.selectable import selectable
from ....facts.verdict_reads import verdict_functions
from ....program import ops
from ....program.actions import ACTIONS, ORDER
from ....program.expansion import expand
from ....program.ops import Emit
from ....program.program import Function, Program
from ....program.state_layout import COPIES
from ....program.walk import numbered, statements
from .chosen import parameters
from .functions import C_TYPE, LIST, FunctionRenderer, signature
from .sifting import sifted
from .spared import SPARE, Spared
from .spared_code import filters_code, spared_sizes
from .state import declaration, digests, entered, heads, in_order, layout, state_copy
from .tables import definitions
from .verdicts import render_verdicts


def render_c(program: Program, renderer: type[FunctionRenderer] = FunctionRenderer) -> str:
    """The program as C source (without the runtime headers). renderer: of its functions."""
    expand(program)  # of a program that no passes have run on
    program = sifted(program)
    functions, changed = renderer(program), tried_fields(program)
    live = program.running
    used = [k for k in ORDER if k in program.appliers]
    out = [f"/* rules program, {len(program.functions)} functions */"]
    out += _sizes(program, used, functions.points, functions.spared)
    out += [
        '#include "core/types.h"',
        *definitions(program),
        *_state_and_context(program, changed),
        '#include "core/runtime.h"',
    ]
    bodies = [line for fn in live for line in functions.render(fn)]
    filters = filters_code(functions.spared, functions.render)
    verdicts = render_verdicts(program, functions)
    out += [action_function(n) for n in sorted(functions.action_sizes)]
    out += _declarations(live, functions)
    out += [line for kind in sorted(functions.applied_now) for line in _now(program, kind)]
    out += [*bodies, *filters, *verdicts]
    out += _dispatch(program, used)
    out += _points(program, functions)
    out += digests(program)
    out += _entries(program, functions.modal)
    out += state_copy(program, changed)
    out += layout(program)
    parts = ("search", "evaluate", "alpha_beta", "decisive", "solve", "cycles")
    searches = [f'#include "search/{part}.h"' for part in parts]
    out += ['#include "core/entry.h"', "#ifndef ONLY_PLAY", *searches, "#endif"]
    out += ["#ifdef VECTOR", '#include "vector/vector.h"', "#endif", ""]
    return laid_out(out)


def laid_out(lines: list[str]) -> str:
    """The text of a source file. Lines that are too long to read are broken between words."""
    return "\n".join(part for line in lines for part in ([line] if len(line) <= LONGEST else _broken(line)))


def _broken(line: str) -> Iterator[str]:
    end = " \\" if line.lstrip().startswith("#") else ""  # a directive goes on behind a backslash
    now = indent = line[: len(line) - len(line.lstrip())]
    for word in _WORD.findall(line):
        if len(now) + len(word) >= WIDTH and now.strip():
            yield now.rstrip() + end
            now = indent + "    "
        now += word + " "
    yield now.rstrip()


LONGEST, WIDTH = 160, 120
"""The characters of the longest line that is left as it is, and of the lines into which longer ones are broken."""

_WORD = re.compile(r'(?:"(?:\\.|[^"\\])*"|[^\s"])+')


def _sizes(p: Program, used: list[str], points: Mapping[Emit, Point], filters: Spared) -> list[str]:
    """The constants that the runtime's types depend on: capacities, action kinds, the greatest number of parameters,
    tables.
    """
    out = [f"#define SET_WORDS {(p.set_width + 63) // 64}"]
    for i, (name, size) in enumerate(p.caps.items()):
        out += [f"#ifndef CAP_{name}", f"#define CAP_{name} {size}", "#endif", f"#define CAPID_{name} {i}"]
    out += [f"#define ACT_{name} {i}" for i, name in enumerate(("THEN", *ORDER))]
    widest = max([4, *(len(ACTIONS[k].params) for k in used)])
    kept = len(kept_functions(p))
    stored = max([1, *(len(point.stored) for point in points.values())])
    sizes = {"KEYS": p.set_width, "MAX_PARAMS": widest, "MAX_CHOSEN": stored, "N_POINTS": len(points)}
    sizes |= {"N_TABLES": max(1, len(p.tables)), "N_KEPT": max(1, kept)}
    saves = any(isinstance(s, ops.Copying) for fn in p.functions for s in statements(fn.body))
    sizes |= {"SAVES": int(saves), "DRAWS_ON_COPIES": int(COPIES in p.fields)}
    sizes |= {"DIGESTS": len(p.hashed) if digested_fields(p) else 0, "HASH_LISTS": len(p.hash_lists)}
    verdicts = len(verdict_functions(p))
    sizes |= {"MAX_STEPS": MAX_STEPS, "MAX_CALLS": MAX_CALLS, "MAX_MOVES": MAX_MOVES}
    sizes |= {"SELECTABLE": int(selectable(p)), "LIST": LIST, "SPARE": SPARE}
    out += [f"#define {name} {size}" for name, size in sizes.items()]
    # quick code does not keep verdicts: it plays few positions, and would take longer to compile
    verdict_sizes = [f"#define VERDICTS {verdicts}", f"#define SIFTED {int('sifted' in p.entries)}"]
    without = [f"#define {name} 0" for name in ("VERDICTS", "SIFTED", "SPARES")]
    return [*out, "#ifdef VARIANTS", *verdict_sizes, *spared_sizes(filters), "#else", *without, "#endif"]


def _state_and_context(p: Program, changed: set[str]) -> list[str]:
    # lists come last, so that copies include only the used part of each list
    out = ["typedef struct state {"]
    out += ["  " + declaration(f) for f in in_order(p, changed)]
    out += ["} state_t;", *(f"#define {name} {size}" for name, size in heads(p, changed).items())]
    out.append("typedef struct ctx {")
    out += [f"  set_t {n};" for n in p.context_sets]
    out += [f"  int {n};" for n in p.context]
    sizes = ", ".join(str(n) for n in (1, *(len(ACTIONS[k].params) for k in ORDER)))
    out += ["  int unused_;", "} ctx_t;", f"static const int N_PARAMS[] = {{{sizes}}};"]
    return [*out, "#define BY_SLOT \\", *(f"  {memo} \\" for memo in memos_by_slot(p)), ""]


def memos_by_slot(p: Program) -> list[str]:
    """The members that hold results for each value of a slot."""
    return [
        f"struct {{ set_t known; {C_TYPE[fn.result]} results[KEYS]; }} by_slot_{k};"
        for k, fn in enumerate(kept_functions(p))
        if fn.kept_by
    ]


def action_function(size: int) -> str:
    """The function that adds an action with this many parameters to the open move."""
    params = "".join(f", int p{i}" for i in range(size))
    values = "".join(f" a->p[{i}] = p{i};" for i in range(size))
    head = f"INLINE void act_{size}(E *e, int kind, int decision{params})"
    return f"{head} {{ act_t *a = act_new(e, kind, decision);{values or ' (void)a;'} }}"


def _now(p: Program, kind: str) -> list[str]:
    """The function that applies an action of a kind at once."""
    fn = p.appliers[kind]
    names = [f"p{k}" for k in range(len(fn.params))]
    args = f"({', '.join(['e', *names])})"
    noted = bool(verdict_functions(p))
    kept = "".join(f" e->applied[e->applying].p[{k}] = {name};" for k, name in enumerate(names))
    out = ["#if VERDICTS", f"UNUSED {signature(fn, '_noted')};", "#endif"] if noted else []
    out.append(f"INLINE void now_{kind}(E *e, UNUSED int decision{''.join(f', int {name}' for name in names)}) {{")
    out.append("  const int outer_ = e->applying;")
    out.append(f"  if (e->recording) {{ record_next(e, ACT_{kind}, decision);{kept} }}")
    out += [f"  IF_VERDICTS(if (e->noting) {fn.name}_noted{args}; else)"] if noted else []
    return [*out, f"  {fn.name}{args};", "  e->applying = outer_;", "}"]


def _declarations(live: list[Function], functions: FunctionRenderer) -> list[str]:
    """The prototypes of the functions, and the macros that call functions which push moves."""
    modal, within = functions.modal, functions.within
    ends = ("_c", "_s", "_p") if functions.probes else ("_c", "_s")
    probe = "(mode) == 3 ? f##_p(__VA_ARGS__) : " if functions.probes else ""
    out = [f"UNUSED {signature(fn, '', 'WITHIN' if fn.index in within else 'static')};" for fn in live]
    out += [f"{signature(fn, '_kept', 'INLINE', pointer=True)};" for fn in live if fn.kept or fn.kept_by]
    out += [f"{signature(fn, '_kept', 'INLINE')};" for fn in live if fn.tries]
    out += ["#ifdef VARIANTS"]
    for fn in live:
        if fn.index in modal:
            out += [f"UNUSED {signature(fn, end)};" for end in ends]
        if functions.runs_spared(fn):
            out += ["#if SPARES", f"UNUSED {signature(fn, '_t')};", "#endif"]
        if fn.index in functions.spared.filters:
            out += [
                "#if SPARES",
                *(f"static void spared_{how}_{fn.index}(E *e);" for how in ("count", "choose")),
                "#endif",
            ]
    out += [
        "#define IN(mode, f, ...) \\",
        "  ((mode) == 1 ? f##_c(__VA_ARGS__) : (mode) == 2 ? f##_s(__VA_ARGS__) : \\",
        f"   {probe}IN_LIST(mode, f, __VA_ARGS__))",
        "#else",
        "#define IN(mode, f, ...) f(__VA_ARGS__)",
        "#endif",
        "#if LISTS",
        *(f"UNUSED {signature(fn, '_l')};" for fn in live if fn.index in modal),
        f"#define IN_LIST(mode, f, ...) ((mode) == {LIST} ? f##_l(__VA_ARGS__) : f(__VA_ARGS__))",
        "#else",
        "#define IN_LIST(mode, f, ...) f(__VA_ARGS__)",
        "#endif",
    ]
    return out


def _dispatch(p: Program, used: list[str]) -> list[str]:
    """The functions that apply an action and that call a function by its index."""
    noted = bool(verdict_functions(p))
    out = ["static void apply_action(E *e, const act_t *a) {"]
    out += ["  IF_VERDICTS(if (e->noting) { apply_action_noted(e, a); return; })"] * noted + ["  switch (a->kind) {"]
    for kind in used:
        fn = p.appliers[kind]
        args = ", ".join(["e", *(f"a->p[{i}]" for i in range(len(fn.params)))])
        out.append(f"  case ACT_{kind}: {fn.name}({args}); break;")
    out += ["  default: fail(e, -1);", "  }", "}"]
    out += ["static void call_moves(E *e, int fn) {"]
    out += ["  IF_VERDICTS(if (e->noting) { call_moves_noted(e, fn); return; })"] * noted + ["  switch (fn) {"]
    for fn in (p.functions[i] for i in sorted(numbered(p))):
        out.append(f"  case {fn.index}: {fn.name}(e); break;")
    out += ["  default: fail(e, -2);", "  }", "}"]
    return out


def _points(p: Program, functions: FunctionRenderer) -> list[str]:
    """The functions that apply the actions of a chosen move and that make a record of them, by the point where it was
    pushed."""
    records = reads_record(p)
    apply = ["static UNUSED void apply_point(E *e) {", "  switch (e->point) {"]
    record = ["static UNUSED void record_point(E *e) {", "  switch (e->point) {"]
    for point in functions.points.values():
        apply.append(f"  case {point.number}: {{")
        record.append(f"  case {point.number}: {{")
        for action, values in zip(point.emit.actions, parameters(point), strict=True):
            decision = str(action.decision.const)
            record.append(f"    {functions.action(action.kind, [decision, *values])};")
            if action.kind == "passed":  # says something about the move, and does nothing
                continue
            call = f"{p.appliers[action.kind].name}({', '.join(['e', *values])});"
            if records:
                kept = "".join(f" e->applied[e->applying].p[{i}] = {v};" for i, v in enumerate(values))
                begin = f"int outer_ = record_next(e, ACT_{action.kind}, {decision});{kept}"
                call = f"{{ {begin} {call} e->applying = outer_; }}"
            apply.append(f"    {call}")
        apply.append("    break; }")
        record.append("    break; }")
    if not functions.points:
        return []
    return ["#ifdef VARIANTS", *apply, "  }", "}", *record, "  }", "}", "#endif"]


def _entries(p: Program, modal: frozenset[int]) -> list[str]:
    """What engines call."""
    out = [f"#define RECORDS {int(reads_record(p))}", f"#define SAME_START {int(same_start(p))}"]
    fresh = " ".join(entered(p))
    for name, mode in (("count", 1), ("choose", 2), ("list", LIST)):
        moves = p.entries["sifted" if name != "list" and "sifted" in p.entries else "moves"]
        call = f"IN({mode}, {moves.name}, e)" if moves.index in modal else f"{moves.name}(e)"
        out.append(f"static UNUSED void entry_{name}(E *e) {{ {fresh} {call}; }}")
    for entry in ("start", "moves", "play", "consequences"):
        fn = p.entries.get(entry, p.entries["play"])
        params = ", int m" if fn.params else ""
        call = f"{fn.name}(e{', m' if fn.params else ''})"
        out.append(f"static void entry_{entry}(E *e{params}) {{ {fresh} {call}; }}")
    return out
