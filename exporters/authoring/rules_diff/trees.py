"""What differs between two trees of plain syntax: the smallest parts that were taken out, put in or changed.

Arguments with names are compared by name. Other arguments, and the items of lists, are lined up so that what is equal
stands together, then what is most alike (the alignment of Needleman and Wunsch, with likeness as the score). Two trees
that have little in common are told as a whole and not piece by piece.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludparse.reader.formatter import format_tree
from ludparse.reader.syntax import Array, Atom, AtomKind, Call, Node, tokens

__all__ = ["Change", "Trees", "compare", "laid_out", "title"]

ALIKE = 0.4
"""Trees with less in common than this are different things; 1 is for equal ones."""

MOST_PAIRS = 40_000
"""Longer lists than such a product of lengths are lined up by equality alone."""


@dataclass(frozen=True)
class Change:
    """One difference. `path`: what it stands in, from the outside; `old` None: put in, `new` None: taken out."""

    path: tuple[str, ...]
    old: Node | None
    new: Node | None


def compare(old: Node, new: Node, path: tuple[str, ...] = ()) -> list[Change]:
    """The differences between two trees, in the order of the text; none where they are equal."""
    return list(Trees().changes(old, new, path))


def title(node: Node) -> str:
    """A tree in two or three words: its keyword and the plain words that follow (`move Step`, `is Line`)."""
    if isinstance(node, Atom):
        return node.text
    if isinstance(node, Array):
        return "list"
    words = [node.keyword]
    for arg in node.args:
        if arg.name is not None or not isinstance(arg.value, Atom) or len(words) == 3:
            break
        if arg.value.kind is AtomKind.NUMBER:
            break
        words.append(f'"{arg.value.text}"' if arg.value.kind is AtomKind.STRING else arg.value.text)
    return " ".join(words)


class Trees:
    """Comparing trees; what is found out about them is kept while it lasts."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}
        self._words: dict[int, Counter[str]] = {}
        self._nodes: list[Node] = []  # so that no number of a node is used again

    # ------------------------------------------------------------------ likeness

    def text(self, node: Node) -> str:
        """The words of a tree with one blank between them."""
        if id(node) not in self._texts:
            self._nodes.append(node)
            self._texts[id(node)] = " ".join(tokens(node))
        return self._texts[id(node)]

    def same(self, a: Node, b: Node) -> bool:
        return self.text(a) == self.text(b)

    def likeness(self, a: Node, b: Node) -> float:
        """How much two trees have in common: 1 for equal ones, 0 for different kinds of thing."""
        if self.same(a, b):
            return 1.0
        if isinstance(a, Atom) or isinstance(b, Atom):
            both = isinstance(a, Atom) and isinstance(b, Atom) and a.kind is b.kind
            return 0.5 if both else 0.0
        if type(a) is not type(b):
            return 0.0
        if isinstance(a, Call) and isinstance(b, Call) and a.keyword != b.keyword:
            return 0.3 * self._shared(a, b)
        return min(0.2 + 0.8 * self._shared(a, b), 0.99)

    def _shared(self, a: Node, b: Node) -> float:
        x, y = self._bag(a), self._bag(b)
        return 2 * (x & y).total() / max(x.total() + y.total(), 1)

    def _bag(self, node: Node) -> Counter[str]:
        if id(node) not in self._words:
            self._nodes.append(node)
            self._words[id(node)] = Counter(token for token in tokens(node) if token not in "(){}")
        return self._words[id(node)]

    # ------------------------------------------------------------------ differences

    def changes(self, old: Node, new: Node, path: tuple[str, ...]) -> Iterator[Change]:
        if self.same(old, new):
            return
        if isinstance(old, Array) and isinstance(new, Array):
            yield from self._sequences(old.items, new.items, path)
        elif isinstance(old, Call) and isinstance(new, Call) and old.keyword == new.keyword and self._close(old, new):
            yield from self._calls(old, new, path)
        else:
            yield Change(path, old, new)

    def _close(self, old: Call, new: Call) -> bool:
        return self.likeness(old, new) >= ALIKE and _kinds(old) == _kinds(new)

    def _calls(self, old: Call, new: Call, path: tuple[str, ...]) -> Iterator[Change]:
        inside = (*path, title(new))
        plain = [[arg.value for arg in call.args if arg.name is None] for call in (old, new)]
        yield from self._sequences(plain[0], plain[1], inside)
        named = [{arg.name: arg.value for arg in call.args if arg.name is not None} for call in (old, new)]
        for name in dict.fromkeys([*named[0], *named[1]]):
            before, after = named[0].get(name), named[1].get(name)
            where = (*inside, f"{name}:")
            if before is None or after is None:
                yield Change(where, before, after)
            else:
                yield from self.changes(before, after, where)

    def _sequences(self, old: Sequence[Node], new: Sequence[Node], path: tuple[str, ...]) -> Iterator[Change]:
        for before, after in self.aligned(old, new):
            if before is None or after is None:
                yield Change(path, before, after)
            else:
                yield from self.changes(before, after, path)

    # ------------------------------------------------------------------ lining up

    def aligned(self, old: Sequence[Node], new: Sequence[Node]) -> Iterator[tuple[Node | None, Node | None]]:
        """Pairs of what belongs together; None where there is nothing on the other side."""
        start = 0
        while start < min(len(old), len(new)) and self.same(old[start], new[start]):
            start += 1
        end = 0
        while end < min(len(old), len(new)) - start and self.same(old[-1 - end], new[-1 - end]):
            end += 1
        a, b = old[start : len(old) - end], new[start : len(new) - end]
        if len(a) * len(b) > MOST_PAIRS:
            yield from self._one_by_one(a, b)
        else:
            yield from _replaced(list(self._best(a, b)))

    def _one_by_one(self, a: Sequence[Node], b: Sequence[Node]) -> Iterator[tuple[Node | None, Node | None]]:
        for i in range(max(len(a), len(b))):
            yield (a[i] if i < len(a) else None, b[i] if i < len(b) else None)

    def _best(self, a: Sequence[Node], b: Sequence[Node]) -> Iterator[tuple[Node | None, Node | None]]:
        score = [[0.0] * (len(b) + 1) for _ in range(len(a) + 1)]
        like = [[self.likeness(x, y) for y in b] for x in a]
        for i in range(len(a) - 1, -1, -1):
            for j in range(len(b) - 1, -1, -1):
                together = score[i + 1][j + 1] + (like[i][j] if like[i][j] >= ALIKE else -1.0)
                score[i][j] = max(score[i + 1][j], score[i][j + 1], together)
        i = j = 0
        while i < len(a) and j < len(b):
            if like[i][j] >= ALIKE and score[i][j] == score[i + 1][j + 1] + like[i][j]:
                yield a[i], b[j]
                i, j = i + 1, j + 1
            elif score[i][j] == score[i + 1][j]:
                yield a[i], None
                i += 1
            else:
                yield None, b[j]
                j += 1
        yield from ((x, None) for x in a[i:])
        yield from ((None, y) for y in b[j:])


def _replaced(pairs: list[tuple[Node | None, Node | None]]) -> Iterator[tuple[Node | None, Node | None]]:
    """The same pairs, in which one that went and one that came in its place are a pair."""
    i = 0
    while i < len(pairs):
        old, new = pairs[i]
        alone = (i == 0 or None not in pairs[i - 1]) and (i + 2 >= len(pairs) or None not in pairs[i + 2])
        if i + 1 < len(pairs) and alone:
            after = pairs[i + 1]
            if new is None and after[0] is None:
                yield old, after[1]
                i += 2
                continue
            if old is None and after[1] is None:
                yield after[0], new
                i += 2
                continue
        yield old, new
        i += 1


def _kinds(call: Call) -> list[str]:
    """The first plain word of a call that says which kind of thing it is: `Step` of `(move Step …)`."""
    for arg in call.args[:1]:
        if arg.name is None and isinstance(arg.value, Atom) and arg.value.kind is AtomKind.SYMBOL:
            return [arg.value.text] if call.keyword in _WITH_KINDS else []
    return []


_WITH_KINDS = frozenset(
    ("all", "can", "count", "forEach", "is", "last", "max", "move", "no", "place", "set", "sites", "size", "value")
)


def laid_out(node: Node) -> list[str]:
    """A tree as text, in the usual layout."""
    if isinstance(node, Atom):
        return [f'"{node.text}"' if node.kind is AtomKind.STRING else node.text]
    return format_tree(node).rstrip("\n").split("\n")
