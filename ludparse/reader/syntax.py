"""The plain syntax tree: the structure of the text, before anything is known about ludemes.

`(hop (from) from:#1 {2 "Pawn1"})` is a `Call` with the keyword `hop`; what stands within it are `Arg`s, which have a
name where the text writes `name:`; braces are an `Array`; everything else is an `Atom`. Nodes are compared by
identity, so that they can be keys of memo tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from ludparse.problems.spans import Place, Span, span_of

__all__ = ["Arg", "Array", "Atom", "AtomKind", "Call", "Node", "is_label", "tokens", "walk"]


class AtomKind(Enum):
    """What sort of word an atom is."""

    __hash__ = object.__hash__  # used as a dictionary key in hot code

    SYMBOL = "symbol"
    NUMBER = "number"
    STRING = "string"


@dataclass(slots=True, eq=False)
class Atom:
    """A single word. `text` is as written, a string's without its quotation marks."""

    text: str
    kind: AtomKind
    place: Place = field(default=None, repr=False)

    @property
    def span(self) -> Span | None:
        return span_of(self.place)


@dataclass(slots=True, eq=False)
class Array:
    """`{ … }`."""

    items: tuple[Node, ...]
    place: Place = field(default=None, repr=False)

    @property
    def span(self) -> Span | None:
        return span_of(self.place)


@dataclass(slots=True, eq=False)
class Arg:
    """One argument of a call, with the name written before it, if any (`if:(…)` has the name `if`)."""

    name: str | None
    value: Node


@dataclass(slots=True, eq=False)
class Call:
    """`(keyword …)`."""

    keyword: str
    args: tuple[Arg, ...]
    place: Place = field(default=None, repr=False)

    @property
    def span(self) -> Span | None:
        return span_of(self.place)


Node = Atom | Array | Call


def walk(node: Node) -> Iterator[Node]:
    """The node and all its descendants, in the order of the text; one that stands at several places once."""
    stack: list[Node] = [node]
    seen: set[Node] = set()
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        yield node
        if isinstance(node, Call):
            stack += [arg.value for arg in node.args[::-1]]
        elif isinstance(node, Array):
            stack += node.items[::-1]


def tokens(node: Node) -> Iterator[str]:
    """The words of the text a node stands for: brackets, `name:`, strings with their quotation marks."""
    if isinstance(node, Atom):
        yield f'"{node.text}"' if node.kind is AtomKind.STRING else node.text
    elif isinstance(node, Array):
        yield "{"
        for item in node.items:
            yield from tokens(item)
        yield "}"
    else:
        yield "("
        yield node.keyword
        for arg in node.args:
            if arg.name is not None:
                yield f"{arg.name}:"
            yield from tokens(arg.value)
        yield ")"


def is_label(text: str) -> bool:
    """Whether a word can be the label of a site: digits after at most three letters, two of them equal."""
    letters = text.rstrip("0123456789")
    if letters == text:
        return False
    if len(letters) > 3 or (len(letters) == 3 and letters[0] != letters[1]):
        return False
    return not letters or (letters.isascii() and letters.isalpha())
