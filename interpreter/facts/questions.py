"""Questions about moves, other code that runs in another mode, and the functions that are reachable from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..program import ops
from ..program.program import Function
from ..program.walk import all_of, runs_of, statements
from ..program.worklist import reachable
from .modes import all_inherited_calls


def follow(
    functions: Iterable[Function], asks: Callable[[ops.InMode], bool], visit: Callable[[Function], bool]
) -> None:
    """Calls `visit` once for each function that is reachable from such blocks in these functions. asks: whether a block
    in another mode is one to look for. Callees of a function are followed if `visit` returns true for it."""
    asked = [s for fn in functions for s in all_of(fn, ops.InMode) if asks(s)]
    called = (x.arg for s in asked for x in runs_of(statements(s.body)) if isinstance(x.arg, Function))
    for _ in reachable(called, lambda fn: all_inherited_calls(fn) if visit(fn) else ()):
        pass
