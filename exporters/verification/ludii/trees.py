"""Changing descriptions as trees: where a node stands, and a tree with another node in its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludparse.reader.syntax import Arg, Array, Atom, Call, Node, tokens

__all__ = ["Path", "Place", "children", "is_number", "places", "replaced", "size"]

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A node and where it stands: `path` from the root by indices of children, `role` what its parent takes it for."""

    path: Path
    node: Node
    role: str


def children(node: Node) -> tuple[Node, ...]:
    """What stands directly within a node."""
    if isinstance(node, Call):
        return tuple(arg.value for arg in node.args)
    return node.items if isinstance(node, Array) else ()


def places(tree: Node) -> Iterator[Place]:
    """Every node of a tree, the root first, in the order of the text."""
    stack = [Place((), tree, "")]
    while stack:
        place = stack.pop()
        yield place
        node = place.node
        for i, child in reversed([*enumerate(children(node))]):
            if isinstance(node, Call):
                role = f"{node.keyword} {node.args[i].name or ''}"
            else:
                role = f"{place.role} {{}}"
            stack.append(Place((*place.path, i), child, role))


def replaced(tree: Node, path: Path, new: tuple[Node, ...]) -> Node:
    """The tree with other nodes in the place of the one at `path`: one takes its place (and its name), none leaves it
    out, several stand one after another without a name. A call from within the items of a list has no name either.
    """
    if not path:
        (only,) = new
        return only
    i, rest = path[0], path[1:]
    if isinstance(tree, Call):
        arg = tree.args[i]
        if rest:
            inner: tuple[Arg, ...] = (Arg(arg.name, replaced(arg.value, rest, new)),)
        else:
            inner = tuple(Arg(arg.name if len(new) == 1 and _fits(node, arg.value) else None, node) for node in new)
        return Call(tree.keyword, (*tree.args[:i], *inner, *tree.args[i + 1 :]))
    assert isinstance(tree, Array)
    items = (replaced(tree.items[i], rest, new),) if rest else new
    return Array((*tree.items[:i], *items, *tree.items[i + 1 :]))


def _fits(new: Node, old: Node) -> bool:
    """Whether a node may have the name that an argument had."""
    return not (isinstance(old, Array) and isinstance(new, Call)) or any(new is item for item in old.items)


def size(node: Node) -> int:
    """How many words a node has; brackets and braces do not count."""
    return sum(1 for word in tokens(node) if word not in ("(", ")", "{", "}"))


def is_number(node: Node) -> bool:
    """Whether a node is a whole number."""
    return isinstance(node, Atom) and node.text.lstrip("-").isdecimal()
