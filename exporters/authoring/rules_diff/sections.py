"""The parts of a description as people speak of them: players, board, pieces, start, play, end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludparse.reader.syntax import Array, Call, Node

from .trees import Change, Trees, laid_out

__all__ = ["Differences", "Section", "compare_games", "sections_of", "told"]

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


class Differences(tuple[Section, ...]):
    """The parts of two descriptions. It is false where the rules are the same; as text, what was taken out (-), put in
    (+) or changed."""

    def __bool__(self) -> bool:
        return any(section.changes for section in self)

    def __str__(self) -> str:
        parts = ["\n".join([section.name, *told(section)]) for section in self if section.changes]
        return "\n\n".join(parts) or "the rules are the same"


def told(section: Section, paint: Callable[[str, str], str] = lambda text, shade: text) -> Iterator[str]:
    """The changes of a part; those in the same place stand together. paint: gives a text a colour."""
    place: tuple[str, ...] = ()
    for change in section.changes:
        if change.path != place:
            place = change.path
            if place:
                yield f"  in {' > '.join(place)}:"
        indent = "    " if place else "  "
        for node, mark, shade in ((change.old, "- ", "31"), (change.new, "+ ", "32")):
            for line in laid_out(node) if node is not None else ():
                yield paint(f"{indent}{mark}{line}", shade)
                mark = "  "


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
