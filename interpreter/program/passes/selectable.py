"""Whether a game's moves can be counted without building them, and one of them built by its number.

That is so where generating legal moves only pushes them: what looks at moves already in the buffer needs them all, and
what draws random numbers would draw them twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..ops import Expr, Function, Op, Program
from ..walk import all_runs, expressions, runs
from .modes import inherited, is_run

_HARMLESS = {
    *(
        "move_count",
        "move_attach",
        "move_set_movers",
        "emit_gate",
        "emit_done",
        "act_count",
        "push_mode",
        "push_counted",
    ),
    *("mode_enter", "mode_leave", "mode_export", "probe_found", "moves_rewind", "state_push", "state_pop"),
}
_RANDOM = {"random_int", "random_unit"}


def selectable(program: Program) -> bool:
    """Whether playouts may count moves and build only the chosen one."""
    moves = program.entries["moves"]
    if any(x.op is Op.RUN and x.arg in _RANDOM for x in _everything(moves, all_runs)):
        return False
    # what builds its moves to be counted would build them once more to choose one
    return all(_harmless(x) and not is_run(x, "mode_export") for x in _everything(moves, _pushing))


def only_pushes(fn: Function) -> bool:
    """Whether a function itself (not those it calls) works the same when moves are only counted."""
    return all(_harmless(x) for x in _pushing(fn))


def _pushing(fn: Function) -> Iterator[Expr]:
    return (x for s in inherited(fn.body) for e in expressions(s) for x in runs(e))


def _everything(first: Function, of: Callable[[Function], Iterable[Expr]]) -> Iterator[Expr]:
    """What is found in a function and in all it calls."""
    todo, seen = [first], {first.index}
    while todo:
        for x in of(todo.pop()):
            yield x
            if isinstance(x.arg, Function) and x.arg.index not in seen:
                seen.add(x.arg.index)
                todo.append(x.arg)


def _harmless(x: Expr) -> bool:
    if x.op is not Op.RUN:
        return True
    name = str(x.arg)
    return name in _HARMLESS or name.startswith(("list_", "field_"))
