"""Text to plain syntax tree."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, cast

from ludparse.problems.errors import Edit, LudError, Remedy
from ludparse.problems.problem import problem
from ludparse.problems.spans import Source, Span, SpanOf, span_of
from ludparse.reader.brackets import bracket_problems, long_groups
from ludparse.reader.mending import OPERATORS, infix, infix_operator, labelled_span
from ludparse.reader.parser import READ_BEFORE, Known, Parser, UnreadableError, Word, cut, word_pattern
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node

__all__ = ["MAX_WORDS", "read_expanded", "read_source", "scanned", "too_many_words", "words"]

MAX_WORDS = 500_000
"""Words, brackets and comments of a text that is read as it is written, or laid out. Ludii's longest description has
150,000."""

_NUMBER = re.compile(r"-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE]-?[0-9]+)?")
_NUMBER_STARTS = frozenset("0123456789.-")
_PARAMETER = re.compile(r"#[0-9]+")
_BLANKS = re.compile(r"[\n\r\t ]+")


class _Dangling:
    """`name:` without a value: an argument that vanished."""

    __slots__ = ("word",)

    def __init__(self, word: Word) -> None:
        self.word = word


_Entry = Node | Arg | _Dangling | Word


class _Alike:
    """The nodes of a text by what is written there, so that what is written again is the same node.

    Long groups are known by their text before they are read again, all others by their words and parts.
    """

    def __init__(self, text: str) -> None:
        self.nodes: dict[object, Any] = {}
        self._text = text
        self._ends = dict(long_groups(text, _LONG))
        self._long: dict[int, tuple[int, int, Call]] = {}
        self._hashes: dict[int, int] = {}

    def known(self, start: int) -> tuple[Call, int] | None:
        """See `Known`."""
        end = self._ends.get(start)
        if end is None:
            return None
        text = self._text
        written = text[start:end]
        key = hash(written)
        before = self._long.get(key)
        if before is not None and text[before[0] : before[1]] == written:
            return before[2], end
        self._hashes[start] = key
        return None

    def remember(self, start: int, end: int, node: Call) -> None:
        """Takes note of a long group that was read."""
        key = self._hashes.pop(start, None)
        if key is not None:
            self._long[key] = start, end, node


_LONG = 12
"""Characters of a group whose text is looked up: `(= (mover) 1)`."""


class _Builder:
    """Builds nodes while a text is parsed. There is one builder per thread, and it builds one text at a time."""

    span: SpanOf
    expanded: bool
    problems: list[LudError]
    alike: _Alike | None = None

    def atom(self, word: Word) -> Atom:
        if self.alike is None:
            return self._atom(word)
        node = self.alike.nodes.get(word[1])
        if node is None:
            node = self.alike.nodes[word[1]] = self._atom(word)
        return cast(Atom, node)

    def _atom(self, word: Word) -> Atom:
        what, text, start = word
        place = self.span, start, start + len(text)
        if what == "STRING":
            text = text[1:-1]
            return Atom(_tidy(text) if self.expanded else text, AtomKind.STRING, place)
        if self.expanded and text[0] in "#~<":
            self._leftover(text, self.span(start, start + len(text)))
        kind = AtomKind.NUMBER if text[0] in _NUMBER_STARTS and _NUMBER.fullmatch(text) else AtomKind.SYMBOL
        return Atom(text, kind, place)

    def _leftover(self, word: str, span: Span) -> None:
        """Reports what is allowed in defines and options only."""
        if word == "~":
            self.problems.append(problem("stray-placeholder", span))
        elif _PARAMETER.fullmatch(word):
            hint = "In a define, a number counts only if all numbers before it stand there too." if word != "#1" else ""
            self.problems.append(problem("stray-parameter", span, hint=hint, word=word))
        elif word.startswith("<") and word.endswith(">") and len(word) > 2:
            self.problems.append(problem("unknown-tag", span, word=word))

    def labelled(self, children: list[Any]) -> Arg:
        name, value = children[0][1][:-1], children[1]
        if isinstance(value, tuple):
            value = self.atom(value)
        elif self.expanded and isinstance(value, Call) and not value.keyword and len(value.args) == 1:
            value = value.args[0].value  # name:((…))
        return Arg(name, value)

    def dangling(self, children: list[Any]) -> _Dangling:
        return _Dangling(children[0])

    def call(self, children: list[Any]) -> Call:
        opening = children[0]
        if opening[0] == READ_BEFORE:
            return cast(Call, opening[1])
        place = self.span, opening[2], children[-1][2] + 1
        entries: list[_Entry] = children[1] if len(children) == 3 else []
        args: list[Arg] = []
        if opening[0] == "HEAD":
            keyword = opening[1][1:]
        else:
            keyword, first = self._keyword(entries)
            if first is not None:
                args.append(first)
            if keyword:
                entries = entries[1:]
        for entry in entries:
            if isinstance(entry, tuple):
                args.append(Arg(None, self.atom(entry)))
            elif isinstance(entry, Arg):
                args.append(entry)
            elif isinstance(entry, _Dangling):
                if not self.expanded:
                    args.append(Arg(None, self._word(entry.word)))
            elif self.expanded and isinstance(entry, Call) and not entry.keyword:
                args.extend(entry.args)  # ((a) (b)): parentheses around a list mean nothing
            else:
                args.append(Arg(None, entry))
        if self.expanded and not keyword and args:
            ends = args[0], args[-1]
            written = Call(keyword, tuple(args), place)
            sign = infix_operator(written)
            if sign or not all(arg.name is None and isinstance(arg.value, Call) and arg.value.keyword for arg in ends):
                self.problems.append(problem("no-keyword", span_of(place)))
                if sign:
                    self.problems[-1].remedies = tuple(map(Remedy, infix(written, sign)))
                    keyword, args = OPERATORS[sign.text], [arg for arg in args if arg.value is not sign]
                    self.problems[-1].hint = f"The operator comes first: ({keyword} … …)."
        node = Call(keyword, tuple(args), place)
        if self.alike is None:
            return node
        key = (keyword, *[arg.name for arg in args], *[id(arg.value) for arg in args])
        node = cast(Call, self.alike.nodes.setdefault(key, node))
        self.alike.remember(place[1], place[2], node)
        return node

    def _keyword(self, entries: list[_Entry]) -> tuple[str, Arg | None]:
        """The keyword of a ludeme, and its first argument if both are one entry."""
        first = entries[0] if entries else None
        if isinstance(first, tuple):
            return first[1], None
        # A colon after the keyword itself means nothing.
        colon = "" if self.expanded else ":"
        if isinstance(first, Arg):
            return f"{first.name}{colon}", Arg(None, first.value)
        if isinstance(first, _Dangling):
            return f"{first.word[1][:-1]}{colon}", None
        return "", None

    def array(self, children: list[Any]) -> Array:
        place = self.span, children[0][2], children[-1][2] + 1
        node = Array(tuple(self._items(children[1] if len(children) == 3 else [])), place)
        if self.alike is None:
            return node
        return cast(Array, self.alike.nodes.setdefault(("{", *map(id, node.items)), node))

    def start(self, children: list[Any]) -> list[Node]:
        return self._items(children[0] if children else [])

    def _items(self, entries: list[_Entry]) -> list[Node]:
        items: list[Node] = []
        for entry in entries:
            if isinstance(entry, tuple):
                items.append(self.atom(entry))
            elif isinstance(entry, Arg):
                if self.expanded:
                    self.problems.append(problem("name-in-list", entry.value.span, name=entry.name))
                    span = labelled_span(entry) if entry.name == "coord" else None
                    if span is not None and entry.value.span is not None:
                        name = Edit(Span(span.source, span.start, entry.value.span.start, span.used_at), "")
                        self.problems[-1].remedies = (Remedy((name,)),)
                items.append(Call("", (entry,), entry.value.place))
            elif isinstance(entry, _Dangling):
                if not self.expanded:
                    items.append(self._word(entry.word))
            elif self.expanded and isinstance(entry, Call) and not entry.keyword:
                items.extend(arg.value for arg in entry.args)
            else:
                items.append(entry)
        return items

    def _word(self, word: Word) -> Atom:
        _, text, start = word
        return Atom(text, AtomKind.SYMBOL, (self.span, start, start + len(text)))


def _tidy(text: str) -> str:
    """A string of the game, normalised as Ludii does it: runs of blanks become one, none at brackets and after colons,
    no quotation marks."""
    if not text.isalnum():
        text = _BLANKS.sub(" ", text)
        for written, meant in ((" )", ")"), ("( ", "("), (" }", "}"), ("{ ", "{"), (": ", ":"), ('\\"', "'")):
            if written in text:
                text = text.replace(written, meant)
    return text


class _Local(threading.local):
    def __init__(self) -> None:
        self.builder = _Builder()
        self.parser = Parser(self.builder)


@cache
def _local() -> _Local:
    return _Local()


def too_many_words(text: str, span: SpanOf) -> list[LudError]:
    """A problem at the first word past `MAX_WORDS`; none where the text has no more."""
    if len(text) <= MAX_WORDS:
        return []
    over = next(islice(_word_after_blanks().finditer(text), MAX_WORDS, None), None)
    return [] if over is None else [problem("too-many-words", span(over.end() - 1, over.end()), limit=MAX_WORDS)]


def _read(
    text: str, span: SpanOf, expanded: bool, problems: list[LudError], known: Known | None = None, shared: bool = False
) -> list[Node]:
    many = [] if expanded else too_many_words(text, span)
    if many:
        problems.extend(many)
        return []
    wrong = bracket_problems(text, span)
    if wrong:
        problems.extend(wrong)
        return []
    local = _local()
    builder = local.builder
    builder.span, builder.expanded, builder.problems = span, expanded, problems
    builder.alike = alike = _Alike(text) if shared else None
    try:
        return cast("list[Node]", local.parser.parse(cut(text, known if alike is None else alike.known)))
    except UnreadableError as wrong_word:
        at = wrong_word.at
        problems.append(problem("unreadable", span(at, at + 1) if at < len(text) else None))
    finally:
        builder.alike = None
    return []


@cache
def _scanner() -> re.Pattern[str]:
    return re.compile(word_pattern(heads=False))


@cache
def _word_after_blanks() -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{word_pattern(heads=False)})")


def words(text: str) -> Iterator[tuple[str, str]]:
    """The tokens of the text, with blanks (SPACE) and comments (COMMENT), each with its name in the grammar."""
    for found in scanned(text):
        yield cast(str, found.lastgroup), found[0]


def scanned(text: str) -> Iterator[re.Match[str]]:
    """The same as matches: `lastgroup` is the name in the grammar. Characters that begin no token are passed over."""
    return _scanner().finditer(text)


def read_source(source: Source, problems: list[LudError]) -> list[Node]:
    """The syntax trees of a text as it was written, with its defines and options. Problems are appended to the list."""
    return _read(source.text, lambda start, end: Span(source, start, end), False, problems)


def read_expanded(
    text: str,
    span: SpanOf,
    problems: list[LudError],
    *,
    raw: bool = False,
    known: Known | None = None,
    shared: bool = False,
) -> list[Node]:
    """The syntax trees of expanded text; `span` gives places.

    Arguments that vanished are dropped, unless `raw` is set, which returns the tree as it was read. known: the calls
    that need not be read again. shared: whether what is written alike is one node, whose place is the first of its
    places.
    """
    return _read(text, span, not raw, problems, known, shared)
