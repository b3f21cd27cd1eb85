"""Long conditions on where moves go, told behind these and part by part."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, replace, walk

from .said_of_sites import is_compound
from .tree.arguments import raw, whole
from .wording.phrases import Words

_GO = (L.Step, L.MoveStep, L.Hop, L.MoveHop, L.Leap, L.MoveLeap, L.FromTo, L.MoveFromTo, L.MovesAdd, L.MoveSite)

MANY = 130
"""A condition with parts of so many letters is too long within a move."""

MANY_ELSEWHERE = 90
"""The same for one that asks also for something else than the site itself."""


def apart(node: Any, words: Words) -> tuple[Any, Any] | None:
    """A move without a long condition on the site where it goes, or the one that is chosen, and that condition; None
    for other moves."""
    name = "to" if isinstance(node, _GO) else "from_" if isinstance(node, L.Select | L.MoveSelect) else ""
    ends: Any = getattr(raw(node), name) if name else None
    asked: Any = None if ends is None else ends.if_
    if asked is None or isinstance(asked, bool) or words.is_term(asked):
        return None
    parts: list[Any] = list(asked.list or (asked.a, asked.b)) if isinstance(asked, L.BoolAnd) else [asked]
    iterator = L.IteratorTo if name == "to" else L.IteratorFrom
    long = [part for part in parts if (is_compound(part) or isinstance(part, L.BoolIf))
            and not isinstance(part, L.Not) and not words.is_term(part)
            and len(words.of(part)) > (MANY if _only_of(part, iterator) else MANY_ELSEWHERE)]  # fmt: skip
    if not long:
        return None
    whole(node)
    left = [part for part in parts if part not in long]
    shorter = replace(raw(node), **{name: replace(ends, if_=_all_of(left))})
    return shorter, _all_of(long)


def _only_of(condition: Any, iterator: type) -> bool:
    """Whether each part of a condition is one on the site itself."""
    if isinstance(condition, L.BoolAnd | L.BoolOr):
        return all(_only_of(part, iterator) for part in condition.list or (condition.a, condition.b))
    others = tuple({L.IteratorTo, L.IteratorFrom, L.IteratorBetween} - {iterator})
    nodes = list(walk(raw(condition))) if isinstance(condition, Ludeme) else []
    return any(isinstance(one, iterator) for one in nodes) and not any(isinstance(one, others) for one in nodes)


def _all_of(parts: list[Any]) -> Any:
    return None if not parts else parts[0] if len(parts) == 1 else L.BoolAnd(list=tuple(parts))
