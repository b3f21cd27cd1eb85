"""How the table of concepts is written: one declaration for each class of ludeme.

A ludeme contributes its own concepts and those of its arguments. `adds` says what a class contributes itself, and which
arguments count where not all do; `peculiar` registers a function for what depends on the arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

from ludparse.ludemes.base import Ludeme, names_of

if TYPE_CHECKING:
    from .collector import Collector

__all__ = ["RULES", "Rule", "adds", "peculiar"]

Special = Callable[[Any, set[str], "Collector"], None]
S = TypeVar("S", bound=Special)


@dataclass
class Rule:
    """What a class of ludeme contributes.

    `own`: concepts of its own. `paths`: the arguments that count, also arguments of arguments (`to.effect`).
    `defaults`: by path, concepts that an argument contributes when it is left out. `specials`: functions that get the
    node, the concepts found so far, which they may change, and the collector.
    """

    own: frozenset[str] = frozenset()
    paths: tuple[str, ...] = ()
    defaults: Mapping[str, frozenset[str]] = field(default_factory=dict)
    specials: list[Special] = field(default_factory=list)


RULES: dict[type[Ludeme], Rule] = {}
"""The table: one rule for every class of ludeme."""


def adds(
    *classes: type[Ludeme],
    own: str = "",
    seen: str | None = None,
    unseen: str = "",
    default: Mapping[str, str] | None = None,
) -> None:
    """Declares what classes contribute.

    own: concepts, separated by spaces. seen: the arguments that count, as paths; all if it is left out, without those
    that `unseen` names. default: concepts of arguments that are left out, by path.

    Raises ValueError for a class that is declared twice, or an argument that it does not have.
    """
    for cls in classes:
        if cls in RULES:
            raise ValueError(f"{cls.__name__} is declared twice")
        hidden = set(unseen.split())
        paths = tuple(n for n in names_of(cls) if n not in hidden) if seen is None else tuple(seen.split())
        strange = (hidden | {path.split(".")[0] for path in paths}) - set(names_of(cls))
        if strange:
            raise ValueError(f"{cls.__name__} has no {', '.join(sorted(strange))}")
        given = {path: frozenset(names.split()) for path, names in (default or {}).items()}
        RULES[cls] = Rule(frozenset(own.split()), paths, given)


def peculiar(*classes: type[Ludeme]) -> Callable[[S], S]:
    """Registers what changes the concepts of nodes of declared classes after the table's part is done."""

    def register(function: S) -> S:
        for cls in classes:
            RULES[cls].specials.append(function)
        return function

    return register


def at(node: Ludeme, path: str) -> Any:
    """The argument at a path such as `to.effect`; None where a part of it was left out."""
    if "." not in path:
        return getattr(node, path)
    value: Any = node
    for name in path.split("."):
        value = attrgetter(name)(value)
        if value is None:
            return None
    return value
