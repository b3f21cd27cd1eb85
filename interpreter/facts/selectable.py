"""Decides whether playouts may count a game's moves and then build only the chosen one.

That works if generating legal moves only pushes them. Code that looks at moves in the buffer needs them all, and code
that draws random numbers would draw them twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..program import ops
from ..program.kept_facts import of_program
from ..program.ops import Expr, Op, Stmt
from ..program.program import Function, Program
from ..program.walk import all_runs, runs_of
from ..program.worklist import reachable
from .modes import all_asked, all_inherited


@of_program
def selectable(program: Program) -> bool:
    """Whether all functions that are reachable from `moves` allow it."""
    moves = program.entries["moves"]
    if any(x.op is Op.RUN and x.run.intrinsic.draws for fn in _everything(moves, all_runs) for x in all_runs(fn)):
        return False
    # a generator wrapped in FULL would build all its moves twice
    pushing = _everything(moves, lambda fn: runs_of(all_inherited(fn)))
    return all(only_pushes(fn) and not any(map(_exports, all_inherited(fn))) for fn in pushing)


def only_pushes(fn: Function) -> bool:
    """Whether a function itself, callees apart, works the same while moves are only counted."""
    own = all_asked(fn)
    return not any(isinstance(s, ops.Filter) for s in own) and all(map(_harmless, runs_of(own)))


def _everything(first: Function, of: Callable[[Function], Iterable[Expr]]) -> list[Function]:
    """A function and those that `of` finds that it calls, with their callees."""
    return list(reachable([first], lambda fn: [x.arg for x in of(fn) if isinstance(x.arg, Function)]))


def _exports(s: Stmt) -> bool:
    return isinstance(s, ops.InFull) and s.exports


def _harmless(x: Expr) -> bool:
    """Whether a node itself neither needs the moves in the buffer nor draws random numbers."""
    return x.op is not Op.RUN or not (x.run.intrinsic.needs_moves or x.run.intrinsic.draws)
