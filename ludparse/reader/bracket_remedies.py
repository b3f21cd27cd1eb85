"""Every place where one bracket more, one less or one of the other kind makes all brackets of a text match.

Which of them was meant the brackets do not say: what stands between them does. So each is to be tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ludparse.problems.errors import Edit, Remedy
from ludparse.problems.spans import Source, Span

__all__ = ["bracket_remedies"]

MAX_WORK = 2_000_000
"""Brackets that are looked at for all remedies of a text; of a longer one only the first places are."""

_TOKEN = re.compile(r'//[^\n]*|"[^"\\]*+(?:\\"?+[^"\\]*+)*+"|[(){}]|[^\s(){}"]+|"')
_CLOSES = {"(": ")", "{": "}"}
_OTHER = {")": "}", "}": ")"}
_FURTHER = ("metadata", "define", "option", "rulesets")  # what can stand after the game

_Open = tuple[str, "_Open"] | None
"""The brackets that are open, the innermost first."""


class _Change(NamedTuple):
    """At a token, the brackets that stand instead of it and after it. `insert`: they stand after it alone."""

    at: int
    new: str
    insert: bool


def bracket_remedies(source: Source) -> list[Remedy]:
    """The remedies of a text whose brackets do not match. Strings have to be closed.

    Places between which nothing but brackets of one kind stands are one, so no two remedies mean the same.
    """
    text = source.text
    tokens = [found for found in _TOKEN.finditer(text) if not found[0].startswith("//")]
    words = [found[0] for found in tokens]
    opens: list[_Open] = [None]  # before each token, up to the first that does not match
    for word in words:
        after = _after(opens[-1], word)
        if after == ():
            break
        opens.append(after)  # type: ignore[arg-type]
    remedies, left = [], MAX_WORK
    for change in _changes(words, len(opens) - 1):
        left -= len(words) - change.at
        if left < 0:
            break
        if _matches(words, opens, change):
            found = tokens[change.at]
            place = Span(source, found.end() if change.insert else found.start(), found.end())
            remedies.append(Remedy((Edit(place, change.new),), 1))
    return remedies


def _after(open_: _Open, word: str) -> object:
    """What is open after a word; () if it closes what is not open."""
    if word in _CLOSES:
        return word, open_
    if word in _OTHER:
        return open_[1] if open_ is not None and _CLOSES[open_[0]] == word else ()
    return open_


def _changes(words: list[str], last: int) -> Iterator[_Change]:
    """The changes up to a token: what stands before the first mistake matches, so one of them is made no later."""
    for at in range(min(last + 1, len(words))):
        word = words[at]
        following = words[at + 1] if at + 1 < len(words) else ""
        if word in _OTHER:
            if following != word:
                yield _Change(at, "", False)
            yield _Change(at, _OTHER[word], False)
        if word not in _CLOSES:
            for closing in _OTHER:
                if following != closing and at < last:
                    yield _Change(at, closing, True)
            if following not in _OTHER and at < last:
                yield _Change(at, " {", True)
        elif at < last and following not in _OTHER:
            yield _Change(at, "{", True)


def _matches(words: list[str], opens: list[_Open], change: _Change) -> bool:
    """Whether all brackets match after a change, and no part of the game stands outside of it then."""
    open_: object = opens[change.at]
    new = [*([words[change.at]] if change.insert else []), *filter(None, [change.new.strip()])]
    for word in new:
        open_ = _after(open_, word)  # type: ignore[arg-type]
        if open_ == ():
            return False
    closed = open_ is None and bool(new)
    for at in range(change.at + 1, len(words)):
        word = words[at]
        if closed and word in _CLOSES and words[at + 1 : at + 2] and words[at + 1] not in _FURTHER:
            return False
        open_ = _after(open_, word)  # type: ignore[arg-type]
        if open_ == ():
            return False
        closed = open_ is None
    return open_ is None
