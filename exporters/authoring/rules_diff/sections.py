"""The parts of a description as people speak of them: players, board, pieces, start, play, end."""

from __future__ import annotations

from dataclasses import dataclass

from ludparse.reader.syntax import Array, Call, Node

from .trees import Change, Trees

__all__ = ["Section", "compare_games", "sections_of"]

_ITEMS = {
    "board": "board",
    "boardless": "board",
    "mancalaBoard": "board",
    "surakartaBoard": "board",
    "hand": "hands",
    "regions": "regions",
    "map": "maps",
    "hints": "hints",
    "dice": "dice",
}
"""Keyword of an item of the equipment -> section; other items are pieces."""

_ORDER = (
    *("players", "mode", "board", "pieces", "hands", "dice", "regions", "maps", "hints"),
    *("meta rules", "start", "play", "games", "end"),
)
_RULES = {"meta": "meta rules", "start": "start", "play": "play", "phases": "play", "end": "end"}


@dataclass(frozen=True)
class Section:
    """A part of two descriptions, with what differs in it; none where the part is the same."""

    name: str
    changes: tuple[Change, ...]


def compare_games(old: Call, new: Call) -> list[Section]:
    """All parts that either description has, in the usual order."""
    trees = Trees()
    before, after = sections_of(old), sections_of(new)
    found = []
    for name in _ORDER:
        if name in before or name in after:
            pairs = trees.aligned(before.get(name, []), after.get(name, []))
            changes = []
            for a, b in pairs:
                changes += [Change((), a, b)] if a is None or b is None else list(trees.changes(a, b, ()))
            found.append(Section(name, tuple(changes)))
    return found


def sections_of(game: Call) -> dict[str, list[Node]]:
    """The nodes of each part of an expanded `(game …)` or `(match …)`."""
    found: dict[str, list[Node]] = {}
    for arg in game.args:
        node = arg.value
        if not isinstance(node, Call):
            continue
        if node.keyword == "equipment":
            for item in _nodes(node):
                name = _ITEMS.get(item.keyword, "pieces") if isinstance(item, Call) else "pieces"
                found.setdefault(name, []).append(item)
        elif node.keyword == "rules":
            for part in node.args:
                _add_rules(found, part.name, part.value)
        elif node.keyword in _ORDER:
            found.setdefault(node.keyword, []).append(node)
    return found


def _add_rules(found: dict[str, list[Node]], name: str | None, node: Node) -> None:
    """One argument of `(rules …)`; of lists the items, so that they are lined up one by one."""
    section = _RULES.get(name or (node.keyword if isinstance(node, Call) else ""))
    if section is None:
        return
    inside = _nodes(node) if isinstance(node, Call) else list(node.items) if isinstance(node, Array) else [node]
    found.setdefault(section, []).extend(inside)


def _nodes(call: Call) -> list[Node]:
    """The arguments of a call, and the items of those that are lists."""
    found: list[Node] = []
    for arg in call.args:
        found += arg.value.items if isinstance(arg.value, Array) else [arg.value]
    return found
