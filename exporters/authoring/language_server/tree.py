"""The brackets of a text that may be half-written: a tree for every text, whatever is missing in it.

The reader of descriptions refuses a text with one bracket too few. An editor has to answer while that is so. Here a
bracket that is never closed ends where something new begins at the left margin, or with the text; one that closes
nothing is left out; a string that is not closed ends with its line, or before the next bracket.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ludparse.reader.read import scanned

__all__ = ["Node", "Token", "read_tree", "tokens_of"]


@dataclass(slots=True, eq=False)
class Token:
    """A word of the text. `kind`: its name in the grammar; `ANGLE` for an option's value in angle brackets."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(slots=True, eq=False)
class Node:
    """A part of the text, characters `start` up to (not including) `end`.

    `kind`: "root", "call", "array", "angle" (an option's value) or "atom". `label`: the name before it, which begins
    at `label_at`. `token`: the word of an atom. `closed`: whether the bracket has its counterpart.
    """

    kind: str
    start: int
    end: int
    parent: Node | None
    token: Token | None = None
    label: str | None = None
    label_at: int = -1
    children: list[Node] = field(default_factory=list)
    closed: bool = False

    @property
    def text(self) -> str:
        """The word of an atom as written, a string with its quotation marks; empty for anything else."""
        return self.token.text if self.token else ""

    @property
    def is_string(self) -> bool:
        return self.token is not None and self.token.kind == "STRING"

    @property
    def string(self) -> str:
        """A string without its quotation marks."""
        text = self.text[1:]
        return text[:-1] if text.endswith('"') else text

    @property
    def head(self) -> Node | None:
        """The word after the opening bracket of a call."""
        first = self.children[0] if self.kind == "call" and self.children else None
        return first if first is not None and first.kind == "atom" and first.label is None else None

    @property
    def keyword(self) -> str:
        head = self.head
        return head.text if head else ""

    @property
    def arguments(self) -> list[Node]:
        return self.children[1:] if self.head is not None else self.children

    def walk(self) -> Iterator[Node]:
        """The node and everything within, in the order of the text."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def at(self, offset: int) -> Node:
        """The innermost node that holds the place between two characters; brackets themselves belong to the node."""
        node = self
        while True:
            inside = None
            for child in node.children:
                begins = child.label_at if child.label_at >= 0 else child.start
                if begins > offset:
                    break
                if offset < child.end or (offset == child.end and (child.kind == "atom" or not child.closed)):
                    inside = child
            if inside is None or offset < inside.start:
                return node if inside is None else inside
            node = inside


_BRACKET_OR_LINE = re.compile(r"[(){}\n]")
_TOP = re.compile(r"\((?:define|game|match|metadata|option|rulesets|ruleset)\b")


def tokens_of(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The words of a text with comments, without blanks."""
    at = start
    stop = len(text) if end is None else end
    restart = True
    while restart:
        restart = False
        base = at
        part = text if at == 0 and stop == len(text) else text[at:stop]
        for found in scanned(part):
            kind, word, place = found.lastgroup, found[0], base + found.start()
            if place > at and (gap := text.find('"', at, place)) >= 0:  # a quotation mark that opens no string
                at = _unclosed_end(text, gap, stop)
                yield Token("STRING", text[gap:at], gap)
                restart = True
                break
            at = place + len(word)
            if kind == "SPACE":
                continue
            if kind == "HEAD":
                yield Token("LPAR", "(", place)
                yield Token("WORD", word[1:], place + 1)
            elif kind == "STRING" and "\n" in word and _is_torn(text, place, word, stop):
                at = _unclosed_end(text, place, stop)
                yield Token("STRING", text[place:at], place)
                restart = True
                break
            elif kind == "WORD" and word[0] == "<" and len(word) > 2 and word[-1] == ">" and not _is_tag(word):
                yield Token("ANGLE", word, place)
            else:
                assert kind is not None
                yield Token(kind, word, place)
        else:
            gap = text.find('"', at, stop)
            if gap >= 0:
                at = _unclosed_end(text, gap, stop)
                yield Token("STRING", text[gap:at], gap)
                restart = True


def _is_torn(text: str, place: int, word: str, stop: int) -> bool:
    """Whether a string over several lines is more likely one whose quotation mark is missing: then the mark that ends
    it opens another one, so that a word follows at once."""
    end = place + len(word)
    return end < stop and (text[end].isalnum() or text[end] == "_")


def _unclosed_end(text: str, start: int, stop: int) -> int:
    found = _BRACKET_OR_LINE.search(text, start + 1, stop)
    return found.start() if found else stop


_TAG = re.compile(r"<\w+(?::[\w-]+)?>")


def _is_tag(word: str) -> bool:
    return _TAG.fullmatch(word) is not None


def read_tree(text: str) -> tuple[Node, list[Token]]:
    """The tree of a text, and all its words. Takes any text."""
    tokens: list[Token] = []
    root = Node("root", 0, len(text), None, closed=True)
    _Builder(text, root, tokens).add(tokens_of(text))
    return root, tokens


_MAX_DEPTH = 20
"""How deep angle brackets are looked into."""


class _Builder:
    def __init__(self, text: str, root: Node, tokens: list[Token], depth: int = 0) -> None:
        self.text = text
        self.open = [root]
        self.tokens = tokens
        self.label: Token | None = None
        self.depth = depth

    def add(self, tokens: Iterator[Token]) -> None:
        for token in tokens:
            if token.kind == "ANGLE":
                self.angle(token)
                continue
            self.tokens.append(token)
            if token.kind == "COMMENT":
                continue
            if token.kind in ("RPAR", "RBRACE"):
                self.dangling()
                self.close(token)
            elif token.kind == "LABEL":
                self.dangling()
                self.label = token
            elif token.kind in ("LPAR", "LBRACE"):
                if len(self.open) > 1 and not self.depth and self.at_margin(token):
                    self.end_all(token.start)
                self.open.append(self.child("call" if token.kind == "LPAR" else "array", token.start, token.end))
            else:
                self.child("atom", token.start, token.end, token).closed = True
        self.dangling()
        self.end_all(self.open[0].end)

    def child(self, kind: str, start: int, end: int, token: Token | None = None) -> Node:
        parent = self.open[-1]
        node = Node(kind, start, end, parent, token)
        if self.label is not None:
            node.label, node.label_at = self.label.text[:-1], self.label.start
            self.label = None
        parent.children.append(node)
        return node

    def dangling(self) -> None:
        """A name without what it names is a word of its own."""
        if self.label is not None:
            token, self.label = self.label, None
            self.child("atom", token.start, token.end, token)

    def at_margin(self, token: Token) -> bool:
        before = self.text[token.start - 1 : token.start]
        return before in ("", "\n") and _TOP.match(self.text, token.start) is not None

    def close(self, token: Token) -> None:
        kind = "call" if token.kind == "RPAR" else "array"
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth].kind == kind:
                for node in self.open[depth + 1 :]:
                    node.end = token.start
                self.open[depth].end, self.open[depth].closed = token.end, True
                del self.open[depth:]
                return

    def end_all(self, end: int) -> None:
        for node in self.open[1:]:
            node.end = end
        del self.open[1:]

    def angle(self, token: Token) -> None:
        """What stands within angle brackets is read like a text of its own."""
        node = self.child("angle", token.start, token.end)
        node.closed = True
        self.tokens.append(Token("WORD", "<", token.start))
        if self.depth < _MAX_DEPTH:
            inner = Node("root", token.start + 1, token.end - 1, None, closed=True)
            _Builder(self.text, inner, self.tokens, self.depth + 1).add(
                tokens_of(self.text, token.start + 1, token.end - 1)
            )
            node.children = inner.children
            for child in node.children:
                child.parent = node
        self.tokens.append(Token("WORD", ">", token.end - 1))
