"""What a condition refers to. Some rules of Ludii depend on the form of a condition, not on its value."""

from __future__ import annotations

from ludparse.ludemes.base import Ludeme, children

from ..base.prelude import L

EMPTY, FRIEND, ENEMY = "empty", "friend", "enemy"


def concepts(node: object) -> set[str]:
    """Which of empty sites, friends and enemies a condition asks for."""
    if not isinstance(node, Ludeme):
        return set()
    found: set[str] = set()
    for child in children(node):
        found |= concepts(child)
    if isinstance(node, L.IsSite) and node.kind is L.IsSiteType.Empty:
        found.add(EMPTY)
    if isinstance(node, L.IsPlayer) and node.kind is L.IsPlayerType.Friend:
        found.add(FRIEND)
    if isinstance(node, L.IsPlayer) and node.kind is L.IsPlayerType.Enemy:
        found.add(ENEMY)
    if isinstance(node, L.Not):
        for name in (FRIEND, ENEMY, EMPTY):
            if name in found:
                return (found - {name}) | ({EMPTY, FRIEND, ENEMY} - {name})
    return found
