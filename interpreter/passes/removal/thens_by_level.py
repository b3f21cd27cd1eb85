"""Gives consequents of each level (those of the moves that are played, those of the moves that these push) functions of
their own that apply consequents, and none where there is no further level.

Functions that apply moves are then not recursive: one that a consequent calls leads only to consequents of the next
level.
"""

from __future__ import annotations

import dataclasses

from ...facts.modes import is_run
from ...facts.then_levels import applies_thens, called_from, then_levels
from ...program import ops
from ...program.copying import body_with_new_locals
from ...program.intrinsics import APPLY_THENS
from ...program.ops import Block, Stmt, Var
from ...program.program import Function, Program
from ...program.walk import rewrite


def thens_by_level(program: Program) -> None:
    """Copies functions that apply consequents and are called at several levels, and removes `apply_thens` from what
    consequents of the last level call. Copies come after the other functions, whose numbers stay.

    Does nothing where a consequent leads to itself, or would have to be copied."""
    levels = then_levels(program)
    if not levels:
        return
    roots = {program.entries[name].index for name in program.entries} | {fn.index for fn in program.appliers.values()}
    taken = called_from(program, roots)
    instead: list[dict[int, Function]] = []
    copies: list[Function] = []
    for level, consequents in enumerate(levels):
        within = called_from(program, consequents)
        applying = {k for k in within if applies_thens(program.functions[k])}
        ways = sorted(i for i in within if called_from(program, {i}) & applying)
        if taken & consequents & set(ways):
            return
        inner: dict[int, Function] = {}
        for i in ways:
            fn = program.functions[i]
            if i in taken:
                index = len(program.functions) + len(copies)
                fn = dataclasses.replace(fn, index=index, name=f"{fn.name}_inner{level or ''}")
                copies.append(fn)
            inner[i] = fn
        instead.append(inner)
        taken |= within
    bodies: list[tuple[Function, tuple[Var, ...], Block]] = []
    for level, inner in enumerate(instead):
        for i, fn in inner.items():
            params, body = body_with_new_locals(program, program.functions[i], inner)
            last = level + 1 == len(levels)
            bodies.append((fn, params, rewrite(body, _without_thens) if last else body))
    program.functions += copies
    if program.live is not None:
        program.live |= {fn.index for fn in copies}
    for fn, params, body in bodies:
        fn.params, fn.body = params, body
        fn.changed()


def _without_thens(s: Stmt) -> list[Stmt]:
    return [] if isinstance(s, ops.Do) and is_run(s.value, APPLY_THENS) else [s]
