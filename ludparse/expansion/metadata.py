"""The `(metadata …)` of a description as data: author, date, rules in words, graphics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node

__all__ = ["Metadata"]


class Metadata:
    """The metadata of a description that applies to the chosen options and ruleset.

    `node`: all of it as plain syntax, None if there is none.
    """

    def __init__(self, node: Call | None, active: Sequence[str] = ()) -> None:
        self.node = _selected(node, frozenset(active)) if node is not None else None

    def section(self, name: str) -> tuple[Node, ...]:
        """The entries of `(info …)`, `(graphics …)`, `(ai …)`, …: those of its list, or its arguments."""
        if self.node is None:
            return ()
        found: list[Node] = []
        for arg in self.node.args:
            if isinstance(arg.value, Call) and arg.value.keyword == name:
                for inner in arg.value.args:
                    found.extend(inner.value.items if isinstance(inner.value, Array) else [inner.value])
        return tuple(found)

    @cached_property
    def info(self) -> Mapping[str, tuple[str, ...]]:
        """The entries of `(info …)`, such as description, rules, source, author, date, with all strings of each."""
        entries: dict[str, list[str]] = {}
        for node in self.section("info"):
            if isinstance(node, Call):
                entries.setdefault(node.keyword, []).extend(_strings(node))
        return {name: tuple(strings) for name, strings in entries.items()}

    @cached_property
    def version(self) -> tuple[int, ...]:
        """The numbers of `(version "1.3.14")`, the first if there are several; none where nothing is said."""
        said = next(iter(self.info.get("version", ())), "")
        numbers = said.strip().split(".")
        return tuple(map(int, numbers)) if all(n.isascii() and n.isdigit() and len(n) < 9 for n in numbers) else ()

    def text(self, name: str) -> str:
        """All strings of one entry of `(info …)` as one text; empty if it is not there."""
        return "\n\n".join(" ".join(string.split()) for string in self.info.get(name, ()))


def _strings(node: Node) -> Iterator[str]:
    if isinstance(node, Atom):
        if node.kind is AtomKind.STRING:
            yield node.text.replace('\\"', '"')
    elif isinstance(node, Array):
        for item in node.items:
            yield from _strings(item)
    else:
        for arg in node.args:
            yield from _strings(arg.value)


def _selected(node: Call, active: frozenset[str]) -> Call:
    """Without `(useFor {"Option/Item" …} …)`, of which the rest stays if all that is named is chosen."""
    args: list[Arg] = []
    for arg in node.args:
        args.extend(Arg(arg.name, value) for value in _kept(arg.value, active))
    return Call(node.keyword, tuple(args), node.place)


def _kept(node: Node, active: frozenset[str]) -> list[Node]:
    if isinstance(node, Atom):
        return [node]
    if isinstance(node, Array):
        return [Array(tuple(kept for item in node.items for kept in _kept(item, active)), node.place)]
    if node.keyword == "useFor" and node.args:
        if not active.issuperset(_strings(node.args[0].value)):
            return []
        return [kept for arg in node.args[1:] for kept in _kept(arg.value, active)]
    return [_selected(node, active)]
