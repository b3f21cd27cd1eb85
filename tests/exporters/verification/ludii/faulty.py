"""Our engine with a fault: what a cross-check has to find, and what is then made small.

`Ours(…, perform=partial(with_fault, NAME))` is such an engine.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.game import load as loading
from ludparse.interpreter.lower import families
from ludparse.interpreter.lower.base import registry
from ludparse.interpreter.lower.base.lowering import Lowering
from ludparse.interpreter.program import expressions as ir
from ludparse.ludemes.base import replace

__all__ = ["FAULTS", "die", "hang", "plant", "with_fault"]

Lower = Callable[[Any, Lowering], Any]


def _without_consequent(lower: Lower) -> Lower:
    return lambda node, lo: lower(replace(node, then=None) if node.then is not None else node, lo)


def _nothing(lower: Lower) -> Lower:
    return lambda node, lo: None


def _never(lower: Lower) -> Lower:
    return lambda node, lo: ir.FALSE


def _one_more(lower: Lower) -> Lower:
    return lambda node, lo: lower(node, lo) + 1


FAULTS: dict[str, tuple[str, tuple[type[Any], ...], Callable[[Lower], Lower]]] = {
    "consequents of steps, slides and hops are forgotten": (
        "moves",
        (L.Step, L.MoveStep, L.Slide, L.MoveSlide, L.Hop, L.MoveHop),
        _without_consequent,
    ),
    "consequents of moves from a site to another are forgotten": (
        "moves",
        (L.FromTo, L.MoveFromTo),
        _without_consequent,
    ),
    "consequents of added pieces are forgotten": ("moves", (L.MovesAdd,), _without_consequent),
    "nobody moves again": ("moves", (L.MoveAgain,), _nothing),
    "nothing is removed": ("moves", (L.MovesRemove,), _nothing),
    "nothing is promoted": ("moves", (L.Promote,), _nothing),
    "nothing is sown": ("moves", (L.Sow,), _nothing),
    "nothing is a line": ("bool", (L.IsLine,), _never),
    "nothing is in a region": ("bool", (L.IsIn,), _never),
    "the mover is the next": ("int", (L.Mover,), _one_more),
}
"""Each by what it does: the kind of meaning, the ludemes, and how their meaning is changed."""


def plant(name: str) -> None:
    """Give ludemes a wrong meaning, in this process."""
    loading.store = lambda *_: None  # nothing with a fault is for the cache of games, and nothing comes from there
    loading.restored = lambda *_: None
    families.load()
    kind, classes, change = FAULTS[name]
    for cls in classes:
        registry.LOWERS[kind, cls] = change(registry.LOWERS[kind, cls])


_planted: list[str] = []


def with_fault(name: str, task: Callable[[], Any]) -> Any:
    """Perform a task with a fault, in the process of an engine that has no other."""
    if not _planted:
        plant(name)
        _planted.append(name)
    return task()


def hang(_: Callable[[], Any]) -> None:
    """Perform nothing, and never answer."""
    time.sleep(600)


def die(_: Callable[[], Any]) -> None:
    """End the process."""
    os._exit(3)
