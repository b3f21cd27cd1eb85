"""Descriptions that are smaller by two changes at once, where no single change will do.

A part may only be left out together with another one that refers to it. And what shows a difference may stand deep in
something that is there for its sake alone, such as an effect in the moves of a piece: then it is put where moves are
asked for, and what it stood in is left out.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import chain

from ludparse.reader.syntax import Call

from .simpler import kinds_of
from .trees import Path, Place, places, replaced, size

__all__ = ["MOST", "two_changes"]

MOST = 20_000
"""Pairs of changes of one description that are tried, those that save most. More would take hours."""

_PLACES = 400
"""Parts of one description that are changed, the largest. The number of pairs grows with the square."""

_Change = tuple[Path, tuple[Call, ...]]
_Saving = tuple[int, _Change, _Change]
"""The number of words that two changes save, and the changes."""


def two_changes(tree: Call) -> Iterator[Call]:
    """Smaller trees, the smallest first and at most MOST: parts moved elsewhere, and two parts left out."""
    everywhere = [place for place in places(tree) if place.path]
    sizes = {place.path: size(place.node) for place in everywhere}
    kept = {*heapq.nlargest(_PLACES, sizes, key=sizes.__getitem__)}
    found = [place for place in everywhere if place.path in kept]
    tries = chain(_moved(found, sizes), _left_out(found, sizes))
    for _, *changes in heapq.nlargest(MOST, tries, key=lambda saving: saving[0]):
        changed: Call | None = tree
        for path, new in sorted(changes, key=lambda change: change[0], reverse=True):  # no change moves the next place
            after = replaced(changed, path, new) if changed is not None else None
            changed = after if isinstance(after, Call) else None
        if changed is not None:
            yield changed


def _moved(found: list[Place], sizes: dict[Path, int]) -> Iterator[_Saving]:
    """A part takes the place of another that can stand for the same, and something that it stood in is left out."""
    calls = [(p.path, p.node, kinds_of(p.node)) for p in found if isinstance(p.node, Call)]
    for there, _, kinds in calls:
        for here, part, own in calls:
            if not kinds & own or _within(here, there) or _within(there, here):
                continue
            for depth in range(1, len(here) + 1):
                around = here[:depth]
                saved = sizes[around] + sizes[there] - sizes[here]
                if saved > 0 and not _within(there, around):
                    yield saved, (there, (part,)), (around, ())


def _left_out(found: list[Place], sizes: dict[Path, int]) -> Iterator[_Saving]:
    """Two parts are left out, neither of which stands in the other."""
    for i, one in enumerate(found):
        for other in found[i + 1 :]:
            if not _within(other.path, one.path):
                yield sizes[one.path] + sizes[other.path], (one.path, ()), (other.path, ())


def _within(path: Path, around: Path) -> bool:
    return path[: len(around)] == around
