"""No argument is lost: a node as it is put into words, which notes what has been read of it.

A phrase is made from a `Reading` of its node. What was given in the description and was neither read nor told is
then told by its name, `(level: 2)`. Nodes that a phrase looks into, instead of telling them, are readings as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from ludparse.ludemes.base import Ludeme, LudemeMeta, names_of, replace

__all__ = ["Reading", "left_over", "raw", "reading", "replaced", "whole"]


class Reading:
    """Stands for a node wherever its arguments are read or its class is asked for."""

    __slots__ = ("_asked", "_node", "_read", "_told")

    def __init__(self, node: Ludeme) -> None:
        self._node = node
        self._read: dict[str, Any] = {}
        self._asked = False
        self._told = False

    def __getattr__(self, name: str) -> Any:
        if name in self._read:
            return self._read[name]
        value = getattr(self._node, name)
        if name[0] != "_":
            value = self._read[name] = reading(value)
        return value

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        self._asked = True
        return type(self._node)

    def __hash__(self) -> int:
        return hash(self._node)

    def __eq__(self, other: object) -> bool:
        return bool(self._node == raw(other))


def reading(value: Any) -> Any:
    """An argument with a reading in place of every node; what is none already stays."""
    kind = type(value)
    if kind is tuple:
        return tuple(reading(item) for item in value)
    return Reading(value) if type(kind) is LudemeMeta else value


def raw(value: Any) -> Any:
    """The node of a reading."""
    return value._node if type(value) is Reading else value


def whole(value: Any) -> Any:
    """The node of a reading, all of which is told."""
    if type(value) is not Reading:
        return value
    value._told = True
    return value._node


def replaced(node: Any, **changes: Any) -> Any:
    """The node with other arguments, told in place of the one that is read."""
    return replace(whole(node), **changes)


def left_over(node: Reading, later: Collection[str] = ()) -> Iterator[tuple[str, Any]]:
    """The arguments that were given and not told, with their names; they count as told then.

    later: arguments that are told after this.
    """
    for name in names_of(node._node):
        given = getattr(node._node, name)
        if given is None or given == () or name in later:
            continue
        if name not in node._read:
            node._read[name] = given
            yield name, given
            continue
        parts = [node._read[name]]
        while parts:
            part = parts.pop(0)
            if type(part) is tuple:
                parts = [*part, *parts]
            elif type(part) is Reading and not part._told:
                if part._read:
                    yield from left_over(part)
                elif not part._asked or any(getattr(part._node, inner) is not None for inner in names_of(part._node)):
                    part._told = True
                    yield name, part._node
