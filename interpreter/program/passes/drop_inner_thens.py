"""Where consequents do not give their moves consequents, code that runs within them need not look for any.

Functions that apply moves are then not recursive: one that a consequent calls cannot lead to another consequent.
"""

from __future__ import annotations

import dataclasses

from .. import ops
from ..copying import body_with_new_locals
from ..intrinsics import APPLY_THENS, MOVE_ATTACH
from ..ops import Function, Op, Program
from ..walk import all_runs, numbered, rewrite, statements
from .modes import is_run


def drop_inner_thens(program: Program) -> None:
    """Removes `apply_thens` from all that consequents call. A function that is also called from elsewhere is copied
    first; copies come after the other functions, whose numbers stay."""
    consequents = numbered(program)
    within = _called(program, consequents)
    if any(_gives_consequents(program.functions[i]) for i in within):
        return
    applying = {i for i in within if _called(program, {i}) & {k for k in within if _applies(program.functions[k])}}
    roots = {program.entries[name].index for name in program.entries} | {fn.index for fn in program.appliers.values()}
    elsewhere = _called(program, roots)
    if applying & consequents & elsewhere:
        return
    inner: dict[int, Function] = {}
    for i in sorted(applying):
        fn = program.functions[i]
        if i in elsewhere:
            fn = dataclasses.replace(fn, index=len(program.functions), name=f"{fn.name}_inner")
            program.functions.append(fn)
            if program.live is not None:
                program.live.add(fn.index)
        inner[i] = fn
    for i, fn in inner.items():
        fn.params, body = body_with_new_locals(program, program.functions[i], inner)
        fn.body = rewrite(body, lambda s: [] if isinstance(s, ops.Do) and is_run(s.value, APPLY_THENS) else [s])
    program.effects.clear()


def _called(program: Program, first: set[int]) -> set[int]:
    """The functions that are called by these, directly or not, and these themselves."""
    found: set[int] = set()
    todo = list(first)
    while todo:
        i = todo.pop()
        if i not in found:
            found.add(i)
            todo += [x.called.index for x in all_runs(program.functions[i]) if x.op is Op.CALL]
    return found


def _gives_consequents(fn: Function) -> bool:
    return any(isinstance(s, ops.Emit) and s.then for s in statements(fn.body)) or any(
        is_run(x, MOVE_ATTACH) for x in all_runs(fn)
    )


def _applies(fn: Function) -> bool:
    return any(is_run(x, APPLY_THENS) for x in all_runs(fn))
