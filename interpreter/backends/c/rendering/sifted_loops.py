"""Loops whose moves have to pass tests (`sifting.py`), as C."""

from __future__ import annotations

from ....facts.verdict_reads import repetition, verdict_functions
from ....program import ops
from ....program.walk import all_of
from .loops import LoopRenderer

__all__ = ["sift_loop"]


def sift_loop(to: LoopRenderer, x: ops.ForSet, stamp: list[str], mover: str) -> None:
    """Writes statements that leave in the set `v`_s of a loop over v only the members whose moves pass its tests.

    stamp: what tells the moves of the loop's Emit apart (`FunctionRenderer.stamp`). Members whose verdicts are kept are
    found as sets; the moves of the others, `v`_u, are built and tried. Refused members are in `v`_r.
    """
    v, site, mode = x.var.name, f"{x.var.name}_x", to.mode
    numbers = {fn.index: k for k, fn in enumerate(verdict_functions(to.program))}
    tests = [(numbers[fn.index], fn, k >= len(x.tests)) for k, fn in enumerate((*x.tests, *x.refusing))]
    key = f"stamp_of({', '.join('-1' if value == v else value for value in stamp)})" if stamp else "0"
    to.line("#if VERDICTS")
    to.line(f"if (NOW(e, {mode}) == 2) {v}_s = e->sifted[e->n_sifted++];")
    to.line(f"else if (NOW(e, {mode}) == 1) {{ set_t {v}_u = set_empty(), {v}_r = set_empty();")
    to.line("#ifdef CHECK_KEPT")
    to.line(f"  const set_t {v}_0 = {v}_s;")
    to.line("#endif")
    to.line(f"  const uint64_t {v}_key = {key}; const int {v}_bank = sift_bank({mover});")
    for f, _, refuses in tests:
        to.line(f"  {{ const set_t failing = sift_known(e, {f}, {v}_bank, {v}_key, &{v}_s, &{v}_u);")
        kept = f"{v}_r = set_or({v}_r, failing)" if refuses else f"{v}_s = set_diff({v}_s, failing)"
        to.line(f"    {kept}; }}")
    to.line(f"  {v}_u = set_diff(set_and({v}_u, {v}_s), {v}_r);")
    for f, fn, _ in tests:
        question = repetition(*all_of(fn, ops.Trial))
        if question is not None:
            to.line(f"  {{ const set_t known = set_diff({v}_s, {v}_u);")
            repeats = f"sift_repeats(e, {f}, {v}_bank, &known, {question.variant}, {question.number})"
            to.line(f"    {v}_r = set_or({v}_r, {repeats}); }}")
    to.line("#ifdef CHECK_KEPT")
    to.line(f"  const set_t {v}_a = {v}_s, {v}_b = {v}_r, {v}_c = {v}_u; {v}_u = {v}_0;")
    to.line(f"  {v}_s = {v}_0; {v}_r = set_empty();")
    to.line("#endif")
    to.mode = "0"
    to.line(f"  for (int {site}; ({site} = set_min({v}_u)) >= 0; set_drop(&{v}_u, {site})) {{ tick(e);")
    to.line(f"    mode_enter(e, 0, -1); const int move = e->n_moves, acts = e->n_acts; {v} = {site};")
    to.block(x.body)
    to.line("    const uint64_t stamp = e->moves[move].stamp;")
    fails = [
        f"if (!{fn.name}_kept(e, move)) {f'set_add(&{v}_r, {site})' if refuses else f'set_drop(&{v}_s, {site})'};"
        for _, fn, refuses in tests
    ]
    to.line("    " + " else ".join(fails))
    to.line("    " + " ".join(f"sift_join(e, {f}, {v}_bank, {v}_key, {site}, stamp);" for f, _, _ in tests))
    to.line("    e->n_moves = move; e->n_acts = acts; mode_leave(e);")
    to.line("  }")
    to.mode = mode
    to.line("#ifdef CHECK_KEPT")
    to.line(f"  {{ const set_t sure = set_diff({v}_0, {v}_c), is = set_and({v}_s, sure), was = set_and({v}_a, sure);")
    to.line(f"    const set_t no = set_and({v}_r, sure);")
    to.line(f"    if (!set_eq(is, was) || !set_eq(no, {v}_b)) fail(e, -13); }}")
    to.line("#endif")
    if x.refusing:
        to.line(f"  sift_refused(e, &{v}_s, &{v}_r);")
    to.line(f"  sift_keep(e, &{v}_s);")
    to.line("}")
    to.line("#endif")
