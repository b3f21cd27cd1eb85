"""Whether a game's moves can be counted without building them, and one of them built by its number.

That is so where generating legal moves only pushes them: what looks at moves already in the buffer, plays on copies or
draws random numbers needs them all.
"""

from __future__ import annotations

from .. import ops
from ..ops import Block, Expr, Function, Op, Program
from ..walk import blocks, expressions, subexpressions

_HARMLESS = {
    *("move_count", "move_attach", "move_set_movers", "emit_gate", "emit_done", "act_count"),
    *("mode_enter", "mode_leave", "probe_found", "moves_rewind", "state_push", "state_pop"),
}


def selectable(program: Program) -> bool:
    """Whether playouts may count moves and build only the chosen one."""
    todo, seen = [program.entries["moves"]], set()
    while todo:
        fn = todo.pop()
        if fn.index in seen:
            continue
        seen.add(fn.index)
        if not _block(fn.body, todo):
            return False
    return True


def only_pushes(fn: Function) -> bool:
    """Whether a function itself (not those it calls) works the same when moves are only counted."""
    return _block(fn.body, [])


def _block(body: Block, todo: list[Function]) -> bool:
    for s in body:
        for x in expressions(s):
            for y in subexpressions(x):
                if not _harmless(y):
                    return False
                if y.op is Op.CALL:
                    assert isinstance(y.arg, Function)
                    todo.append(y.arg)
        if isinstance(s, ops.If) and s.cond.op is Op.RUN and s.cond.arg == "emit_gate":
            continue  # within, moves are built in full
        if not all(_block(inner, todo) for inner in blocks(s)):
            return False
    return True


def _harmless(x: Expr) -> bool:
    if x.op is not Op.RUN:
        return True
    name = str(x.arg)
    return name in _HARMLESS or name.startswith(("list_", "field_"))
