"""The features that ludemes require.

Each lowering declares them beside `@lowers`; `features` collects them. A ludeme also requires whatever its arguments
require, except for arguments listed as unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludparse.binding.own import store
from ludparse.ludemes.base import Ludeme

from .features import Feature

__all__ = ["NONE", "Collector", "Feature", "Needs", "check_complete", "complete", "declare", "declared", "needs_of"]

NONE = Feature(0)


class Collector(Protocol):
    """What `Needs.more` may query besides the node."""

    @property
    def solitaire(self) -> bool:
        """Whether the game is for one player."""

    def of_pieces(self) -> Feature:
        """The features that the moves of the pieces require."""

    def of_value(self, value: object, within: type[Ludeme]) -> Feature:
        """The features of an argument of a ludeme of class `within`."""


@dataclass(frozen=True)
class Needs:
    """What the ludemes of a class need.

    always: in any case. given: by an argument that is given, whatever its value. true: by an argument that is
    literally True. unseen: arguments that need nothing, nor does what is below them. parts: by argument that is a
    (from …), (to …) or (between …), those of its parts that count; the others are unseen. graph_only: a site type among
    the arguments only says that vertices or edges are played on. more: what depends on the node in another way.
    """

    always: Feature = NONE
    given: Mapping[str, Feature] = field(default_factory=dict)
    true: Mapping[str, Feature] = field(default_factory=dict)
    unseen: Collection[str] = ()
    parts: Mapping[str, Collection[str]] = field(default_factory=dict)
    graph_only: bool = False
    more: Callable[[Any, Collector], Feature] | None = None


NOTHING = Needs()
_NEEDS: dict[type[Ludeme], Needs] = {}
store(_NEEDS)


def declare(*classes: type[Ludeme], needs: Needs | Feature) -> None:
    """Declare the requirements of ludeme classes that have no lowering of their own."""
    made = Needs(needs) if isinstance(needs, Feature) else needs
    for cls in classes:
        if cls in _NEEDS:
            raise ValueError(f"the needs of {cls.__name__} are declared already")
        _NEEDS[cls] = made


_complete = False


def complete() -> None:
    """Say that every module of lowerings is imported (`lower.families.load`)."""
    global _complete
    _complete = True


def check_complete() -> None:
    """Raises RuntimeError unless `complete` was called: a question about the needs of ludemes would miss some."""
    if not _complete:
        raise RuntimeError("not all lowerings are imported yet: `lower.families.load` does that")


def needs_of(cls: type[Ludeme]) -> Needs:
    """The requirements of a ludeme class, without those of its arguments."""
    return _NEEDS.get(cls, NOTHING)


def declared() -> Mapping[type[Ludeme], Needs]:
    """All declarations."""
    return dict(_NEEDS)
