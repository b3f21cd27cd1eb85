"""Finds the matching bracket or quotation mark in text that is not a tree yet."""

from __future__ import annotations

import re
import sys

__all__ = ["CLOSING", "STRING", "WORD", "closing_bracket", "closing_quote", "preceding_word"]

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


def preceding_word(text: str, end: int) -> tuple[str, int]:
    """The last word before the index `end`, and where it begins (0 or less: perhaps not all of it is there)."""
    at = end - 1
    while at >= 0 and text[at] not in WORD:
        at -= 1
    last = at + 1
    while at >= 0 and text[at] in WORD:
        at -= 1
    return text[at + 1 : last], at + 1
