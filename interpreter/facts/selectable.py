"""Decides whether playouts may count a game's moves and then build only the chosen one.

That works if generating legal moves only pushes them. Code that looks at moves in the buffer needs them all, and code
that draws random numbers would draw them twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..program.intrinsics import MODE_EXPORT
from ..program.ops import Expr, Function, Op, Program
from ..program.walk import all_runs, runs_of
from .modes import inherited, is_run


def selectable(program: Program) -> bool:
    """Whether all functions that are reachable from `moves` allow it."""
    moves = program.entries["moves"]
    if any(x.op is Op.RUN and x.run.intrinsic.draws for x in _everything(moves, all_runs)):
        return False
    # a generator wrapped in FULL would build all its moves twice
    return all(_harmless(x) and not is_run(x, MODE_EXPORT) for x in _everything(moves, _pushing))


def only_pushes(fn: Function) -> bool:
    """Whether a function itself, callees apart, works the same while moves are only counted."""
    return all(_harmless(x) for x in _pushing(fn))


def _pushing(fn: Function) -> list[Expr]:
    return runs_of(inherited(fn.body))


def _everything(first: Function, of: Callable[[Function], Iterable[Expr]]) -> Iterator[Expr]:
    """What `of` finds in a function and in its callees."""
    todo, seen = [first], {first.index}
    while todo:
        for x in of(todo.pop()):
            yield x
            if isinstance(x.arg, Function) and x.arg.index not in seen:
                seen.add(x.arg.index)
                todo.append(x.arg)


def _harmless(x: Expr) -> bool:
    """Whether a node itself neither needs the moves in the buffer nor draws random numbers."""
    return x.op is not Op.RUN or not (x.run.intrinsic.needs_moves or x.run.intrinsic.draws)
