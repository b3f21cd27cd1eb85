"""What may stand in the place of a node of a description so that the description becomes smaller.

Nothing here has to be right: Ludii's compiler decides what is still a game. But each proposal costs time, so nodes are
replaced by what can stand for the same (a condition by a condition, moves by moves), as the ludemes' classes tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ludparse import ludemes
from ludparse.description.description import parse
from ludparse.ludemes.base import Ludeme, keyword_of
from ludparse.reader.syntax import Array, Atom, AtomKind, Call, Node, walk

from .trees import children, is_number, size

__all__ = ["kinds_of", "simpler", "smaller_numbers"]

_PLAIN: dict[type[Ludeme], tuple[str, ...]] = {
    ludemes.Moves: ("(pass)", "(add (to 0))"),
    ludemes.BooleanFunction: ("True", "False"),
    ludemes.IntFunction: ("0", "1", "2"),
    ludemes.FloatFunction: ("0", "1"),
    ludemes.DimFunction: ("1", "2"),
    ludemes.RegionFunction: ("0", "(sites Board)", "(sites Empty)"),
    ludemes.GraphFunction: ("(square 1)", "(square 2)", "(square 3)"),
    ludemes.Container: ("(board (square 2))", "(board (square 3))"),
    ludemes.IntArrayFunction: (),
    ludemes.DirectionsFunction: ("Orthogonal", "Adjacent"),
    ludemes.StartRule: (),
    ludemes.EndRule: ("(if False)",),
    ludemes.Item: (),
    ludemes.MetaRule: (),
}
"""For each of the types of the language the plainest things that can stand for it."""

_DESCENDANTS = 16
"""At most so many descendants of a node are proposed in its place, the smallest first."""

_MANY = 4
"""A list of so many items is also cut into halves."""


def simpler(node: Node) -> Iterator[tuple[Node, ...]]:
    """What may stand in the place of a node, what is most worth first: nothing, something plain, a part of it."""
    yield ()
    if isinstance(node, Atom):
        yield from ((number,) for number in smaller_numbers(node))
        return
    words = size(node)
    if isinstance(node, Array):
        if len(node.items) >= _MANY:
            middle = len(node.items) // 2
            yield (Array(node.items[:middle]),)
            yield (Array(node.items[middle:]),)
        if words > 1:
            yield (Atom(str(len(node.items)), AtomKind.NUMBER),)  # a list of players may be their number
        yield from ((item,) for item in node.items if not isinstance(item, Atom))
        within = [part for item in node.items for part in children(item) if isinstance(part, Call)]
        yield from ((part,) for part in within[:_DESCENDANTS])
        return
    kinds = _kinds(node.keyword)
    for text in dict.fromkeys(text for kind in kinds for text in _PLAIN[kind]):
        plain = _read(text)
        if size(plain) < words:
            yield (plain,)
    parts = children(node)
    yield from ((part,) for part in sorted(parts, key=size) if not isinstance(part, Call))
    inner = {id(part): part for part in parts if isinstance(part, Call)}
    inner |= {id(found): found for found in walk(node) if isinstance(found, Call) and kinds & _kinds(found.keyword)}
    inner.pop(id(node), None)
    yield from ((found,) for found in sorted(inner.values(), key=size)[:_DESCENDANTS])


def smaller_numbers(node: Node) -> Iterator[Node]:
    """What is tried in the place of a whole number, the smallest first; nothing for other nodes."""
    if isinstance(node, Atom) and is_number(node) and int(node.text) > 1:
        value = int(node.text)
        for smaller in dict.fromkeys((0, 1, 2, 3, value // 2, value - 1)):
            if smaller < value:
                yield Atom(str(smaller), AtomKind.NUMBER)


def kinds_of(node: Call) -> frozenset[type[Ludeme]]:
    """What a call can stand for: types of the language."""
    return _kinds(node.keyword)


@cache
def _kinds(keyword: str) -> frozenset[type[Ludeme]]:
    """What calls of a keyword can stand for: some of the keys of _PLAIN."""
    return _all_kinds().get(keyword, frozenset())


@cache
def _all_kinds() -> dict[str, frozenset[type[Ludeme]]]:
    found: dict[str, frozenset[type[Ludeme]]] = {}
    todo = [Ludeme]
    while todo:
        cls = todo.pop()
        todo += cls.__subclasses__()
        if keyword_of(cls):
            kinds = frozenset(kind for kind in _PLAIN if issubclass(cls, kind))
            found[keyword_of(cls)] = found.get(keyword_of(cls), frozenset()) | kinds
    return found


@cache
def _read(text: str) -> Node:
    if text.startswith("("):
        (node,) = parse(text)
        return node
    return Atom(text, AtomKind.NUMBER if text.isdecimal() else AtomKind.SYMBOL)
