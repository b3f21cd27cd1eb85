"""Which function lowers which ludeme. `UNSUPPORTED` lists ludemes that cannot be lowered yet, with the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from ludparse.binding.own import store
from ludparse.ludemes.base import Ludeme

from ...equipment.needs import Feature, Needs, declare

if TYPE_CHECKING:
    from .lowering import Lowering

Lower = Callable[[Any, "Lowering"], object]
F = TypeVar("F", bound=Callable[..., Any])

LOWERS: dict[tuple[str, type[Ludeme]], Lower] = {}
store(LOWERS)
UNSUPPORTED: dict[str, str] = {}
# rules that the flow of a game reads itself (flow/turn.py, flow/meta.py, state/repetition.py)
ELSEWHERE = {"Automove", "Gravity", "NextPhase", "NoRepeat", "NoSimple", "NoStackOn", "PassEnd", "Pin", "Swap"}


def lowers(*classes: type[Ludeme], to: str = "", needs: Needs | Feature | None = None) -> Callable[[F], F]:
    """Registers a function `(node, lowering)` as the meaning of one or several ludeme classes.

    needs: what the ludemes need of the state of a game (`ludparse.interpreter.equipment.needs`). A feature that no
    rule of a game needs is
    left out of its state.

    to: "int", "bool", "float", "region", "ints", "moves", "start", "end", "directions", "range" where one class has
    several meanings; otherwise the class has this one meaning wherever it stands.
    """

    def register(function: F) -> F:
        for cls in classes:
            key = (to, cls)
            if key in LOWERS:
                raise ValueError(f"{cls.__name__} has a meaning already: {LOWERS[key].__name__}")
            LOWERS[key] = function
        if needs is not None:
            declare(*classes, needs=needs)
        return function

    return register


def find(cls: type[Ludeme], to: str) -> Lower | None:
    """The meaning of a class in a place of kind `to`."""
    return LOWERS.get((to, cls)) or LOWERS.get(("", cls))
