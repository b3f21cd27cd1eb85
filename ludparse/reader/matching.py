"""Finds the matching bracket or quotation mark in text that is not a tree yet."""

from __future__ import annotations

import re
import sys

from ludparse.problems.spans import Span

__all__ = [
    "CLOSING", "STRING", "WORD", "closing_bracket", "closing_quote", "open_parts", "preceding_word", "use_of_define",
]  # fmt: skip

CLOSING = {"(": ")", "{": "}", "[": "]", "<": ">"}

# A quotation mark after a backslash does not end a string, however many backslashes stand before it.
STRING = re.compile(r'"[^"\\]*+(?:\\"?+[^"\\]*+)*+"')

# Between brackets of one kind only these matter. Here, other than in STRING, every quotation mark counts.
_MARKS = {
    "(": re.compile(r'[()"]'),
    "{": re.compile(r'[{}"]'),
    "[": re.compile(r'[\[\]"]'),
    "<": re.compile(r'(?<!\()[<>]|"'),  # `(<` and `(>` are ludemes
}

WORD = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"-.+*/%=!^~<>&|#')


def closing_bracket(text: str, start: int, end: int = sys.maxsize) -> int:
    """Index (less than `end`) of the bracket that closes the one at `start`, -1 if there is none.

    Brackets of other kinds, and the contents of strings, are skipped.
    """
    opening = text[start]
    depth = 1
    in_string = False
    for mark in _MARKS[opening].finditer(text, start + 1, end):
        what = mark[0]
        if what == '"':
            in_string = not in_string
        elif in_string:
            continue
        elif what == opening:
            depth += 1
        else:
            depth -= 1
            if not depth:
                return mark.start()
    return -1


def closing_quote(text: str, start: int, end: int = sys.maxsize) -> int:
    """Index of the quotation mark that ends the string beginning at `start`, -1 if there is none."""
    found = STRING.match(text, start, end)
    return found.end() - 1 if found else -1


_COMMENT_STRING_OR_SQUARE = re.compile(rf"//[^\n]*|{STRING.pattern}|[\[\]]")


def open_parts(text: str) -> list[tuple[int, int]]:
    """Where each part in square brackets begins and ends, brackets included: what a description leaves open.

    Parts within others do not count, nor brackets in strings and comments. One that is not closed ends with the text.
    """
    parts, depth, start = [], 0, 0
    for mark in _COMMENT_STRING_OR_SQUARE.finditer(text):
        if mark[0] == "[":
            start = start if depth else mark.start()
            depth += 1
        elif mark[0] == "]" and depth:
            depth -= 1
            if not depth:
                parts.append((start, mark.end()))
    return [*parts, (start, len(text))] if depth else parts


def preceding_word(text: str, end: int) -> tuple[str, int]:
    """The last word before the index `end`, and where it begins (0 or less: perhaps not all of it is there)."""
    at = end - 1
    while at >= 0 and text[at] not in WORD:
        at -= 1
    last = at + 1
    while at >= 0 and text[at] in WORD:
        at -= 1
    return text[at + 1 : last], at + 1


def use_of_define(name: Span) -> Span:
    """The use of a define whose name stands at a place: with its brackets and arguments where it has brackets. What is
    no name of a define (an option) is given back."""
    text, bracket = name.source.text, name.start - 1
    while bracket >= 0 and text[bracket].isspace():
        bracket -= 1
    if bracket < 0 or text[bracket] != "(" or not name.text.startswith('"'):
        return name
    closing = closing_bracket(text, bracket)
    return name if closing < 0 else Span(name.source, bracket, closing + 1, name.used_at)
