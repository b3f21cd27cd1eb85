"""Descriptions that are smaller by two changes at once, where no single change will do.

A part may only be left out together with another one that refers to it. And what shows a difference may stand deep in
something that is there for its sake alone, such as an effect in the moves of a piece: then it is put where moves are
asked for, and what it stood in is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from exporters.ludii.simpler import kinds_of
from exporters.ludii.trees import Path, Place, places, replaced, size
from ludparse.syntax import Call

__all__ = ["two_changes"]


def two_changes(tree: Call) -> Iterator[Call]:
    """Smaller trees, the smallest first: parts moved elsewhere, and two parts left out."""
    found = [place for place in places(tree) if place.path]
    tries = [*_moved(found), *_left_out(found)]
    tries.sort(key=lambda t: -t[0])
    for _, changes in tries:
        changed: Call | None = tree
        for path, new in changes:
            after = replaced(changed, path, new) if changed is not None else None
            changed = after if isinstance(after, Call) else None
        if changed is not None:
            yield changed


_Changes = list[tuple[Path, tuple[Call, ...]]]


def _moved(found: list[Place]) -> Iterator[tuple[int, _Changes]]:
    """A part takes the place of another that can stand for the same, and something that it stood in is left out. With
    each the number of words that are saved."""
    calls = [(p, p.node, kinds_of(p.node)) for p in found if isinstance(p.node, Call)]
    for there, old, kinds in calls:
        for here, part, own in calls:
            if not kinds & own or _within(here.path, there.path) or _within(there.path, here.path):
                continue
            for around in found:
                if _within(here.path, around.path) and not _within(there.path, around.path):
                    saved = size(around.node) + size(old) - size(part)
                    if saved > 0:
                        yield saved, _from_the_end([(there.path, (part,)), (around.path, ())])


def _left_out(found: list[Place]) -> Iterator[tuple[int, _Changes]]:
    for i, one in enumerate(found):
        for other in found[i + 1 :]:
            if not _within(other.path, one.path):
                yield size(one.node) + size(other.node), _from_the_end([(one.path, ()), (other.path, ())])


def _within(path: Path, around: Path) -> bool:
    return path[: len(around)] == around


def _from_the_end(changes: _Changes) -> _Changes:
    """Changes in an order in which none moves the place of the next."""
    return sorted(changes, key=lambda change: change[0], reverse=True)
