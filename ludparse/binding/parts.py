"""What parts of a tree are, by their look."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ludparse.binding.signatures import forms_of
from ludparse.ludemes.base import REGISTRY
from ludparse.ludemes.kinds import RegionFunction
from ludparse.problems.spans import Span
from ludparse.reader.mending import in_text_of
from ludparse.reader.syntax import Array, Atom, AtomKind, Call, Node

__all__ = [
    "MOST_ARGUMENTS", "goes_over", "head", "in_text_of", "is_region", "is_string", "is_walk", "kinds_of", "opening",
    "short", "strings_of", "words_of", "written",
]  # fmt: skip

MOST_ARGUMENTS = 100
"""A call with more of them is no slip of a word: what it may have meant is not looked for at each of its arguments."""


def head(node: Node) -> Span | None:
    """The opening bracket and the keyword of a call; all of anything else."""
    if not isinstance(node, Call) or node.span is None:
        return node.span
    length = node.span.end - node.span.start
    return node.span.sub(0, min(length, 1 + len(node.keyword)))


def short(node: Node) -> str:
    if isinstance(node, Call):
        return f"({node.keyword} …)"
    return node.text if isinstance(node, Atom) else "{…}"


def opening(around: Node, node: Node) -> Span | None:
    """Where a part of a call or list begins in the text that holds its brackets: the bracket and the keyword of a call,
    all of anything else, and the use of a define."""
    place = in_text_of(around, node)
    return head(node) if place == node.span else place


def written(around: Node, node: Node) -> str:
    """A part of a call or list, shortened, as it is written in the text that holds its brackets."""
    place = in_text_of(around, node)
    if place is None or place == node.span:
        return f'"{node.text}"' if is_string(node) and isinstance(node, Atom) else short(node)
    name, *arguments = place.text.split(maxsplit=1)
    return f"{name} …)" if arguments and name.startswith("(") else place.text


def is_region(node: Call) -> bool:
    return any(issubclass(cls, RegionFunction) for cls in REGISTRY.get(node.keyword, ()))


def words_of(node: Call) -> list[str]:
    """The words among the arguments without a name."""
    return [arg.value.text for arg in node.args if arg.name is None and isinstance(arg.value, Atom)]


def is_walk(node: Array, steps: Collection[str]) -> bool:
    return bool(node.items) and all(isinstance(step, Atom) and step.text in steps for step in node.items)


def goes_over(node: Call) -> bool:
    """Whether a move says what it goes over."""
    between = (isinstance(arg.value, Call) and arg.value.keyword == "between" for arg in node.args)
    return len(node.args) <= MOST_ARGUMENTS and any(between)


def strings_of(nodes: Iterator[Node]) -> frozenset[str]:
    """The strings among some nodes."""
    return frozenset(node.text for node in nodes if is_string(node) and isinstance(node, Atom))


def is_string(node: Node) -> bool:
    return isinstance(node, Atom) and node.kind is AtomKind.STRING


def kinds_of(keyword: str) -> set[str]:
    """The words that can come first in a call."""
    forms = [form for cls in REGISTRY.get(keyword, ()) for form in forms_of(cls)]
    slots = [form.slots[0] for form in forms if form.slots and form.slots[0].selects]
    return {word for slot in slots for type_ in slot.types for word in type_.constants}
