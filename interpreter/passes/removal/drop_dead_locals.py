"""Removes assignments to locals that are never read, and statements of which nothing remains then."""

from __future__ import annotations

from collections.abc import Iterable

from ...program import ops
from ...program.effects import silent
from ...program.ops import Block, Stmt, Var
from ...program.program import Program
from ...program.walk import all_of, expressions, locals_read, rewrite, statements
from ..base.registry import register


@register(after=("drop_idle_slots",))
def drop_dead_locals(program: Program) -> None:
    """Repeats until there are none. Values with an effect, and those that may fail, stay."""
    for fn in program.functions:
        if all_of(fn, ops.Assign):
            body = without_dead_locals(fn.body)
            if body is not fn.body:
                fn.body[:] = body
                fn.changed()


def without_dead_locals(body: Block, wanted: Iterable[Var] = ()) -> Block:
    """A block without them, or itself if it has none. wanted: the locals that are read after it."""
    while True:
        found = statements(body)
        read = locals_read(found).union(wanted)
        dead = {s for s in found if isinstance(s, ops.Assign) and s.var not in read and silent(s.value)}
        if not dead:
            return body

        def change(s: Stmt, dead: set[ops.Assign] = dead, read: set[Var] = read) -> list[Stmt]:
            return [] if s in dead or _empty(s, read) else [s]

        body = rewrite(body, change)


def _empty(s: Stmt, read: set[Var]) -> bool:
    """Whether a statement holds none and evaluates nothing that has an effect. read: the locals that are read."""
    if isinstance(s, ops.If):
        return not s.then and not s.orelse and silent(s.cond)
    if isinstance(s, ops.ForRow | ops.ForSet):
        return not s.body and s.var not in read and all(map(silent, expressions(s)))
    return False
