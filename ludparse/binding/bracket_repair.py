"""The places where a few brackets more, less or of the other kind make all brackets of a text match.

Which of them were meant the brackets do not say: what stands between them does. So the text is read once with all ways
of changing its brackets side by side, of which those go on after which most calls can be bound; the best are to be
tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ludparse.binding.bind import NO_FIT, Binder
from ludparse.binding.signatures import Type, type_of_class
from ludparse.ludemes.base import REGISTRY
from ludparse.problems.errors import Edit, LudError, Remedy
from ludparse.problems.problem import problem
from ludparse.problems.spans import Source, Span
from ludparse.reader.brackets import missing_at
from ludparse.reader.layout import Bracket, lines_in_place
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node

__all__ = ["MAX_CHANGES", "bracket_remedies"]

MAX_CHANGES = 3
"""Brackets that are changed at most."""

MAX_WAYS = 60
"""Ways that are followed side by side."""

MAX_WORDS = 3000
"""Of a longer text no brackets are looked at; where they match, of one that is longer than a third of this."""

MAX_REMEDIES = 24

_ALIKE = 6
"""Ways that are followed of those that have the same brackets open."""

_TOKEN = re.compile(r'//[^\n]*|"[^"\\]*+(?:\\"?+[^"\\]*+)*+"|[(){}]|[^\s(){}"]+|"')
_CLOSES = {"(": ")", "{": "}"}
_OTHER = {")": "}", "}": ")"}
_OPENS = {closing: opening for opening, closing in _CLOSES.items()}
_FURTHER = frozenset(("metadata", "define", "option", "rulesets"))  # what can stand after the game
_NUMBER = re.compile(r"-?[0-9.]+")


class _Open(NamedTuple):
    """A bracket that is open: at which word it stands, what is inside so far, and the one around it."""

    what: str
    at: int
    inside: tuple[tuple[str | None, Node], ...]
    around: _Open | None


class _Change(NamedTuple):
    """At which word a bracket is changed: the one instead of it, or after it if it is `kept`; and at which word the
    bracket stands that a new one closes, None where it opens. `before`: it stands before the word."""

    at: int
    new: str
    kept: bool
    closes: int | None = None
    before: bool = False


class _Way(NamedTuple):
    """A way of changing brackets: the changes, the brackets that are open, and how many calls cannot be bound."""

    wrong: int
    changes: tuple[_Change, ...]
    open_: _Open | None


def bracket_remedies(source: Source) -> list[Remedy]:
    """The remedies of a text whose brackets do not match, with as few changes as will do; where they match, with two
    that do not take lines from their places. Strings have to be closed.

    Places between which nothing but brackets of one kind stands are one, so no two remedies mean the same. Of two that
    help as much, the one is nearer with which more lines begin where they should.
    """
    return _Search(source).remedies()


class _Search:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = [token for token in _TOKEN.finditer(source.text) if not token[0].startswith("//")]
        self.words = [token[0] for token in self.tokens]
        self.binder = Binder()
        self.types: dict[str, tuple[Type, ...]] = {}
        self.calls: dict[tuple[object, ...], tuple[Node, int]] = {}
        self.bad: set[int] = set()  # calls that cannot be bound
        self.atoms = [_atom(word) for word in self.words]

    def remedies(self) -> list[Remedy]:
        if len(self.words) > MAX_WORDS or '"' in self.words:
            return []
        matched = self._matched()
        if matched and len(self.words) > MAX_WORDS // 3:
            return []
        least = _lines_in_place(self.source.text) if matched else 0
        for number in range(2, 3) if matched else range(1, MAX_CHANGES + 1):
            ways = self.ways(number)
            if ways:
                return self._remedies(ways, least)
        return []

    def _matched(self) -> bool:
        way = _Way(0, (), None)
        for at, word in enumerate(self.words):
            following = next(self.step(way, at, word, 0), None)
            if following is None:
                return False
            way = following
        return way.open_ is None

    def ways(self, most: int) -> list[_Way]:
        """The best ways with so many changes at most after which all brackets match."""
        ways = [_Way(0, (), None)]
        for at, word in enumerate(self.words):
            following: dict[tuple[object, ...], list[_Way]] = {}
            for way in ways:
                for new in self.step(way, at, word, most):
                    following.setdefault((*_places(new.open_),), []).append(new)
            ways = []
            for alike in following.values():
                alike.sort(key=_order)
                ways += alike[:_ALIKE]
            if len(ways) > MAX_WAYS:
                plain = [way for way in ways if not way.changes]
                ways = [*plain, *sorted((way for way in ways if way.changes), key=_order)[:MAX_WAYS]]
        return sorted((way for way in ways if way.open_ is None and way.changes), key=_order)

    def step(self, way: _Way, at: int, word: str, most: int) -> Iterator[_Way]:
        """The ways to go on with a word."""
        following = self.words[at + 1] if at + 1 < len(self.words) else ""
        more = len(way.changes) < most and at > 0
        if word in _OTHER:
            kept = self.close(way, word)
            if more and following != word:
                yield way._replace(changes=(*way.changes, _Change(at, "", False)))
            if more and (other := self.close(way, _OTHER[word])) is not None:
                yield other._replace(changes=(*way.changes, _Change(at, _OTHER[word], False)))
        else:
            kept = self.open(way, at, word) if word in _CLOSES else self.inside(way, self.atoms[at])
        if kept is None:
            return
        yield kept
        name, keyword = _named_word(word)
        if more and keyword in REGISTRY and self.words[at - 1] != "(":
            opened = self.open(self.inside(way, (name, _NAME)) if name else way, at, "(")
            if opened is not None:
                yield self.inside(opened, _atom(keyword))._replace(
                    changes=(*way.changes, _Change(at, "(", True, before=True))
                )
        if not more or kept.open_ is None:
            return
        if word not in _CLOSES:
            yield from self.closed(kept, at, following, most)
        if following not in _OTHER and word != "{" and (word not in _CLOSES or following == "("):
            inner = self.open(kept, at, "{")
            if inner is not None:
                yield inner._replace(changes=(*kept.changes, _Change(at, " {", True)))

    def closed(self, way: _Way, at: int, following: str, most: int) -> Iterator[_Way]:
        """The ways on which brackets are closed after a word, one or more."""
        for closing in _OTHER:
            if following != closing and len(way.changes) < most and way.open_ is not None:
                new = self.close(way, closing)
                if new is not None:
                    new = new._replace(changes=(*way.changes, _Change(at, closing, True, way.open_.at)))
                    yield new
                    yield from self.closed(new, at, following, most)

    def open(self, way: _Way, at: int, what: str) -> _Way | None:
        if way.open_ is None and at:
            before = way.changes and way.changes[-1].at < at and way.changes[-1].new == ")"
            if before and self.words[at + 1 : at + 2] and self.words[at + 1] not in _FURTHER:
                return None
        return way._replace(open_=_Open(what, at, (), way.open_))

    def inside(self, way: _Way, atom: tuple[str | None, Node]) -> _Way:
        if way.open_ is None:
            return way
        return way._replace(open_=way.open_._replace(inside=(*way.open_.inside, atom)))

    def close(self, way: _Way, what: str) -> _Way | None:
        """The way after a closing bracket; None if it closes what is not open."""
        opened = way.open_
        if opened is None or opened.what != _OPENS[what]:
            return None
        key = opened.what, *[(name, id(node)) for name, node in opened.inside]
        made = self.calls.get(key)
        if made is None:
            made = self.calls[key] = self.made(opened)
        node, wrong = made
        return self.inside(way._replace(open_=opened.around, wrong=way.wrong + wrong), (None, node))

    def made(self, opened: _Open) -> tuple[Node, int]:
        """What stands between two brackets, and whether it cannot be bound though all within it can."""
        args = [Arg(name, node) for name, node in _named(opened.inside)]
        if opened.what == "{":
            items = Array(tuple(arg.value for arg in args), None)
            if any(id(arg.value) in self.bad for arg in args):
                self.bad.add(id(items))
            return items, 0
        first = args[0] if args else None
        if first is None or first.name is not None or not isinstance(first.value, Atom):
            call = Call("", tuple(args), None)
            self.bad.add(id(call))
            return call, 1
        call = Call(first.value.text, tuple(args[1:]), None)
        keyword = call.keyword
        if keyword.startswith('"') or keyword not in REGISTRY:
            self.bad.add(id(call))  # a define, or a word that nobody knows: how brackets stand makes no difference
            return call, 0
        if keyword not in self.types:
            self.types[keyword] = tuple(map(type_of_class, REGISTRY[keyword]))
        if self.binder.any_of(call, self.types[keyword]) is not NO_FIT:
            return call, 0
        inner = [arg.value for arg in call.args if id(arg.value) in self.bad]
        self.bad.add(id(call))
        return call, 0 if inner and any(self.binder.has_plan(call, type_) for type_ in self.types[keyword]) else 1

    def _remedies(self, ways: list[_Way], least: int) -> list[Remedy]:
        """least: how much of the layout has to say at least that brackets stand where they should."""
        best = [way for way in ways if way.wrong <= ways[0].wrong + 1][:MAX_REMEDIES]
        edits = [tuple(map(self._edit, way.changes)) for way in best]
        causes = [self._cause(way.changes[0]) if len(way.changes) == 1 else None for way in best]
        scores = [_lines_in_place(_changed(self.source.text, some)) for some in edits]
        most = max(scores)
        why = "Each bracket has its partner then, and more ludemes have what they need."
        return [
            Remedy(some, 1 + most - score, why=why, cause=cause)
            for some, score, cause in zip(edits, scores, causes, strict=True)
            if score >= least
        ]

    def _edit(self, change: _Change) -> Edit:
        token = self.tokens[change.at]
        if change.before:
            place = self._unnamed(change.at)
            return Edit(place.sub(0, 0), change.new)
        return Edit(Span(self.source, token.end() if change.kept else token.start(), token.end()), change.new)

    def _cause(self, change: _Change) -> LudError | None:
        """The mistake, if one bracket is too many, or is missing; None if one is of the wrong kind."""
        at, new, kept, partner, before = change
        if before:
            place = self._unnamed(at)
            return problem("bare-ludeme", place, hint="A ( is missing before it.", word=place.text)
        if not kept:
            return None if new else problem("extra-bracket", self._place(at), bracket=self.words[at])
        hint = missing_at(self.source, self.tokens[at].end(), new.strip())
        if partner is None:
            partner = self._closing(at)
            return problem("surplus-bracket", self._place(partner), hint=hint, bracket=self.words[partner])
        return problem("unclosed-bracket", self._place(partner), expected=[new], hint=hint, bracket=self.words[partner])

    def _closing(self, at: int) -> int:
        """At which word a bracket is closed that is opened after another; all brackets match then."""
        depth = 1
        for after in range(at + 1, len(self.words)):
            depth += (self.words[after] in _CLOSES) - (self.words[after] in _OTHER)
            if not depth:
                return after
        raise AssertionError("a bracket has no partner")

    def _unnamed(self, at: int) -> Span:
        """The place of a word without the name of an argument before it."""
        name, _ = _named_word(self.words[at])
        return self._place(at).sub(len(name) + bool(name), len(self.words[at]))

    def _place(self, at: int) -> Span:
        return Span(self.source, self.tokens[at].start(), self.tokens[at].end())


def _changed(text: str, edits: tuple[Edit, ...]) -> str:
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def _lines_in_place(text: str) -> int:
    brackets = [token for token in _TOKEN.finditer(text) if token[0] in "(){}"]
    return lines_in_place(text, [Bracket(token[0], token.start()) for token in brackets])


def _order(way: _Way) -> tuple[int, int]:
    return way.wrong + 2 * len(way.changes), len(way.changes)


def _places(open_: _Open | None) -> Iterator[tuple[str, int]]:
    while open_ is not None:
        yield open_.what, open_.at
        open_ = open_.around


def _named_word(word: str) -> tuple[str, str]:
    """The name of an argument that begins a word, `at:to`, and the rest, which is empty for a name by itself."""
    name, colon, value = word.partition(":")
    return (name, value) if colon and name.isalpha() else ("", word)


def _atom(word: str) -> tuple[str | None, Node]:
    """A word as the last part of an argument; `name:` alone is the name of what follows."""
    name, value = _named_word(word)
    if not value:
        return name, _NAME
    if value.startswith('"'):
        return name or None, Atom(value[1:-1], AtomKind.STRING, None)
    kind = AtomKind.NUMBER if _NUMBER.fullmatch(value) else AtomKind.SYMBOL
    return name or None, Atom(value, kind, None)


_NAME: Node = Atom("", AtomKind.SYMBOL, None)


def _named(inside: tuple[tuple[str | None, Node], ...]) -> Iterator[tuple[str | None, Node]]:
    """The arguments, each with the name that stands before it."""
    waiting: str | None = None
    for name, node in inside:
        if node is _NAME:
            waiting = name
        else:
            yield waiting or name, node
            waiting = None
