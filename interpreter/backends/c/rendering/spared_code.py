"""Filters over tried moves that count what needs no trial (`spared.py`), as C."""

from __future__ import annotations

from collections.abc import Callable

from ....program.ops import Type
from ....program.program import Function
from .spared import Spared
from .spared_filters import Filter, Whole

__all__ = ["filters_code", "hook", "spared_sizes"]


def spared_sizes(found: Spared) -> list[str]:
    """The constants of the runtime: whether there are such filters, and what they keep of the context."""
    types = {Type.SET: "set_t", Type.INT: "int32_t"}
    slots = " ".join(f"{types[t]} {slot};" for slot, t in found.slots.items())
    return [f"#define SPARES {int(bool(found.filters))}", f"#define SPARED_SLOTS {slots}"]


def hook(found: Spared, number: int, mode: str) -> list[str]:
    """The first statements of a wrapper: where filters count in this way, it does nothing else. mode: its own."""
    out = ["#if SPARES"]
    if number in found.filters:
        out.append(f"  if ({mode} == 1 && spares(e)) {{ spared_count_{number}(e); return; }}")
        out.append(f"  if ({mode} == 2 && spares(e)) {{ spared_choose_{number}(e); return; }}")
    if number not in found.wholes:
        return [*out, "#endif"] if number in found.filters else []
    whole = _whole(found.wholes[number])
    return [
        *out,
        f"  if ({mode} == 2 && spares(e)) {{ spared_pick(e); return; }}",
        f"  if (({mode} == 1 || {mode} == SPARE) && spares(e)) {{",
        "    const int of = spared_begin(e), first = e->n_moves;",
        f"    mode_enter(e, 0, -1); {whole}; mode_leave(e);",
        "    spared_all(e, of, first);",
        "    return;",
        "  }",
        "#endif",
    ]


def filters_code(found: Spared, render: Callable[[Function], list[str]]) -> list[str]:
    """The functions that count the moves of the filters and choose one. render: gives a function as C."""
    if not found.filters:
        return []
    out = ["#if SPARES"]
    for f in found.filters.values():
        for fn in (f.ask, f.tries):
            own = f"enum {{ WHERE = {fn.index} }}"
            out += [line.replace(own, f"enum {{ WHERE = {f.whole.index} }}") for line in render(fn)]
        out += _count(f, found) + _choose(f)
    return [*out, "#endif"]


def _whole(f: Whole) -> str:
    return f"{f.whole.name}(e{', -1' * f.given})"


def _count(f: Filter, found: Spared) -> list[str]:
    read = ", ".join(f"e->spared.{slot}" for slot in found.slots)
    kept = " ".join(f"e->spared.{slot} = e->c.{slot};" for slot in found.slots)
    return [
        f"static void spared_count_{f.wrapper.index}(E *e) {{",
        "  const int of = spared_begin(e), first = e->n_moves;",
        "  mode_enter(e, 0, -1);",
        f"  const int answer = {f.ask.name}(e);",
        "  mode_leave(e);",
        f"  {kept}",
        "  e->first_built = e->n_built;",
        "  e->mode = SPARE;",
        f"  {f.generator.name}_t(e);",
        "  e->mode = 1;",
        "  mode_enter(e, 0, -1);",
        "  for (int i = e->first_built; i < e->n_built; i++) {",
        "    const int m = e->n_moves++;",
        "    tick_at(e, -1);",
        "    e->moves[m] = e->built[i].move;",
        f"    e->built[i].good = e->built[i].sure || {found.touched}(e, m, {read}) ? {f.tries.name}(e, m) : answer;",
        "    e->n_moves = m;",
        "  }",
        "  mode_leave(e);",
        "  spared_end(e, of, first, answer);",
        "#ifdef CHECK_KEPT",
        "  const int n = e->n_moves, acts = e->n_acts;",
        f"  mode_enter(e, 0, -1); {_whole(f)}; mode_leave(e);",
        "  if (e->n_moves - n != n - first) fail(e, -13);",
        "  e->n_moves = n; e->n_acts = acts;",
        "#endif",
        "}",
    ]


def _choose(f: Filter) -> list[str]:
    return [
        f"static void spared_choose_{f.wrapper.index}(E *e) {{",
        "  const filtered_t *of = &e->filtered[e->n_filtered++];",
        "  const int first = e->n_moves, target = e->target;",
        "  if (target >= first && target < first + of->n) {",
        "    e->target = spared_find(e, of, first, target - first);",
        f"    if (e->target >= 0) {f.generator.name}_s(e);",
        "    e->target = target;",
        "#ifdef CHECK_KEPT",
        "    const int acts = e->n_acts;",
        "    e->n_moves = 1; mode_enter(e, 0, -1);",
        f"    {_whole(f)}; if (!move_same(e, 0, 1 + target - first)) fail(e, -13);",
        "    mode_leave(e); e->n_acts = acts;",
        "#endif",
        "  }",
        "  e->n_rounds = of->rounds; e->n_filtered = of->next; e->n_moves = first + of->n;",
        "}",
    ]
