"""Questions whether there is any move: (can Move …), (no Moves …), and what is asked when somebody passes."""

from __future__ import annotations

from typing import Any

from ludparse.ludemes import Apply, MaxMoves, MovesIf, Priority
from ludparse.ludemes.base import replace


def asked(node: Any) -> Any:
    """The generator that answers the question whether a generator has any move.

    Of the moves that are the longest there is one if there is any. To find out which are the longest would be more than
    work: it plays on, and a pass on the way asks the same question again, without end.
    """
    if isinstance(node, MaxMoves):
        return asked(node.moves)
    changes: dict[str, Any] = {}
    if isinstance(node, MovesIf):
        changes = {"list": asked(node.list), "else_list": asked(node.else_list)}
    elif isinstance(node, Priority):
        changes = {name: asked(getattr(node, name)) for name in ("list1", "list2")}
        changes["list"] = None if node.list is None else tuple(asked(item) for item in node.list)
    elif isinstance(node, Apply):
        changes = {"effect": asked(node.effect)}
    changed = any(value != getattr(node, name) for name, value in changes.items())
    return replace(node, **changes) if changed else node
