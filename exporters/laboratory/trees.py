"""Descriptions as trees of labels, without names: their ludemes as a bag, their pq-grams, and their edit distance.

The tree is that of the expanded description. A call is labelled with its keyword, an argument that has a name with that
name before it (`if:is`), a list with `{}`, and every text with `""`, whatever it says: so that games are the same which
differ in the names of games, players and pieces.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from ludparse.problems.errors import LudError
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node, walk

__all__ = ["P", "Q", "Tree", "edit_distance", "labelled", "ludemes_of", "pq_grams", "without_names"]

P, Q = 2, 3
"""Labels above and beside each other in a pq-gram, as its authors recommend."""

_NONE = "*"
"""The label of what stands beyond the root, before the first child, after the last one and below a leaf."""


@dataclass(slots=True)
class Tree:
    """A node with its label and what is below it, in order."""

    name: str
    children: list[Tree] = field(default_factory=list)

    def nodes(self) -> Iterator[Tree]:
        """All nodes, the root first."""
        todo = deque([self])
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.children))


def labelled(node: Node, name: str | None = None) -> Tree:
    """The tree of labels of some syntax. name: of the argument that it is."""
    before = f"{name}:" if name else ""
    if isinstance(node, Atom):
        return Tree(before + ('""' if node.kind is AtomKind.STRING else node.text))
    if isinstance(node, Call):
        return Tree(before + node.keyword, [labelled(arg.value, arg.name) for arg in node.args])
    return Tree(before + "{}", [labelled(item) for item in node.items])


def ludemes_of(node: Node) -> Counter[str]:
    """The bag of ludemes: how often each keyword occurs, and each keyword with a plain word as an argument of its own
    that has no name."""
    found: Counter[str] = Counter()
    for at in walk(node):
        if isinstance(at, Call):
            found[at.keyword] += 1
            words = (arg.value for arg in at.args if arg.name is None and isinstance(arg.value, Atom))
            found.update(f"{at.keyword} {word.text}" for word in words if word.kind is AtomKind.SYMBOL)
    return found


def pq_grams(tree: Tree) -> Counter[int]:
    """The pq-grams of a tree (Augsten, Böhlen and Gamper, 2005), each as the CRC-32 of its labels: a bag.

    A pq-gram is a node with its P - 1 ancestors and Q of its children that stand beside each other.
    """
    found: Counter[int] = Counter()
    todo: list[tuple[Tree, tuple[str, ...]]] = [(tree, (_NONE,) * (P - 1))]
    while todo:
        node, above = todo.pop()
        stem = (*above, node.name)
        names = [child.name for child in node.children]
        row = [_NONE] * (Q - 1) + names + [_NONE] * (Q - 1) if names else [_NONE] * Q
        for first in range(len(row) - Q + 1):
            gram = "\0".join((*stem, *row[first : first + Q]))
            found[zlib.crc32(gram.encode("utf-8", "surrogatepass"))] += 1
        todo += [(child, stem[1:]) for child in node.children]
    return found


def edit_distance(a: Tree, b: Tree) -> float:
    """The smallest number of nodes that are put in, taken out or given another label to make one tree of the other
    (computed by APTED, Pawlik and Augsten, 2016), as a share of the nodes of both: from 0 to 1.

    Raises LudError where `apted` is not installed.
    """
    try:
        from apted import APTED
    except ImportError:
        raise LudError("apted is not installed: pip install 'ludparse[laboratory]'") from None
    nodes = sum(1 for tree in (a, b) for _ in tree.nodes())
    return float(APTED(a, b).compute_edit_distance()) / nodes


_NAMED = frozenset(("game", "match", "piece", "regions", "track", "map", "phase", "player"))
"""Ludemes whose first text is a name."""
_LABEL = re.compile(r"[A-Za-z]?")


def without_names(tree: Call) -> Call:
    """The same description with other names for the game, its pieces, regions, tracks, maps, phases and players: `Xa`,
    `Xb` and so on, in the order of their first use.

    A number at the end of a name stays, since `Disc1` is the disc of player 1. So does a name of one letter, which
    cannot be told from the label of a site, and every text that is no such name.
    """
    named = {_stem(text) for node in walk(tree) if isinstance(node, Call) and (text := _name(node)) is not None}
    numbers: dict[str, int] = {}

    def renamed(node: Node) -> Node:
        if isinstance(node, Call):
            return Call(node.keyword, tuple(Arg(arg.name, renamed(arg.value)) for arg in node.args))
        if isinstance(node, Array):
            return Array(tuple(map(renamed, node.items)))
        stem = _stem(node.text)
        if node.kind is not AtomKind.STRING or stem not in named or _LABEL.fullmatch(stem):
            return node
        number = numbers.setdefault(stem, len(numbers))
        return Atom(f"X{chr(97 + number // 26) if number > 25 else ''}{chr(97 + number % 26)}{node.text[len(stem):]}",
                    AtomKind.STRING)  # fmt: skip

    made = renamed(tree)
    assert isinstance(made, Call)
    return made


def _name(node: Call) -> str | None:
    """What a ludeme calls itself, None if it has no name."""
    first = node.args[0].value if node.args else None
    text = isinstance(first, Atom) and first.kind is AtomKind.STRING
    return first.text if text and node.keyword in _NAMED and isinstance(first, Atom) else None


def _stem(name: str) -> str:
    return name.rstrip("0123456789")
