"""Functions that run once for each game that is compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from .lowering import Lowering

P = ParamSpec("P")
T = TypeVar("T")


def per_game(function: Callable[Concatenate[Lowering, P], T]) -> Callable[Concatenate[Lowering, P], T]:
    """Memoises a function of a lowering and hashable arguments, in that lowering (`Lowering.once`).

    Not for a function that reaches itself again with the same arguments; see `Lowering.shared`.
    """

    @wraps(function)
    def once(lo: Lowering, /, *args: P.args, **named: P.kwargs) -> T:
        key = (function, args, *sorted(named.items()))
        return lo.once(key, lambda: function(lo, *args, **named))

    return once
