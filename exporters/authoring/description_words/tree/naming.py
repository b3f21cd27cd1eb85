"""Sites that take many words and of which a condition speaks several times are called by a letter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, names_of, replace, walk
from ludparse.ludemes.kinds import IntFunction

from .trees import replaced_at

__all__ = ["ByName", "Called", "with_names"]


class Called(IntFunction):
    """A site, and the letter by which it is called from here on."""

    site: IntFunction
    name: str


class ByName(IntFunction):
    """A site that has been told before, by its letter."""

    name: str


_LETTERS = "XYZ"

_WITHIN = (
    L.BoolAnd, L.BoolOr, L.Not, L.Equals, L.NotEqual, L.Lt, L.Le, L.Gt, L.Ge, L.IsPlayer, L.IsSite, L.IsIn, L.Who,
    L.What, L.SizeSite, L.State, L.CountSteps, L.IntAdd, L.IntSub, L.IntMul, L.Ahead, L.SitesLineOfSight,
)  # fmt: skip
"""Nodes in which a site is the same as beside them: none of them goes through sites, players or directions."""


def _takes_words(node: Any) -> bool:
    """Whether a site is told by how it is found."""
    return isinstance(node, L.RegionSite) or (
        isinstance(node, L.Ahead) and node.steps is not None and type(node.steps) is not int)  # fmt: skip


def _found(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The sites in a condition that take many words, in the order of the text, with the ways to them."""
    if isinstance(value, tuple):
        for i, one in enumerate(value):
            yield from _found(one, (*path, i))
        return
    if _takes_words(value):
        yield path, value
    if isinstance(value, _WITHIN):
        for name in names_of(value):
            yield from _found(getattr(value, name), (*path, name))


def with_names(node: L.BoolAnd) -> L.BoolAnd:
    """A condition in which a site that stands in several of its parts is called by a letter after the first of them."""
    parts: tuple[Any, ...] = node.list or (node.a, node.b)
    used = {one.name for part in parts if isinstance(part, Ludeme) for one in walk(part) if isinstance(one, Called)}
    for letter in _LETTERS:
        places: dict[Any, list[tuple[Any, ...]]] = {}
        for path, site in _found(parts):
            places.setdefault(site, []).append(path)
        again = [(site, paths) for site, paths in places.items() if len({path[0] for path in paths}) > 1
                 and sum(path[0] == paths[0][0] for path in paths) == 1]  # fmt: skip
        if not again or letter in used:
            continue
        site, (first, *later) = again[0]
        changes: dict[tuple[Any, ...], Any] = {path: ByName(name=letter, span=site.span) for path in later}
        changes[first] = Called(site=site, name=letter, span=site.span)
        parts = replaced_at(parts, changes)
    if all(a is b for a, b in zip(parts, node.list or (node.a, node.b), strict=True)):
        return node
    return replace(node, list=parts, a=None, b=None)
