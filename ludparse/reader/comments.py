"""Removes comments from marked text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludparse.reader.marked import Marked, Pieces

__all__ = ["blank_comments", "comments_of", "without_comments", "without_indentation"]

_STRING_OR_COMMENT = re.compile(r'"[^"\\]*+(?:\\"?+[^"\\]*+)*+"|//[^\n]*|"')


_STRING_OR_INDENTATION = re.compile(r'"[^"\\]*+(?:\\"?+[^"\\]*+)*+"|\n[ \t]+|"')


def blank_comments(text: str) -> str:
    """The text with its comments replaced by blanks, so that no offset changes."""
    return _STRING_OR_COMMENT.sub(lambda found: " " * len(found[0]) if found[0].startswith("//") else found[0], text)


def comments_of(text: str) -> Iterator[tuple[int, str]]:
    """Each comment with the offset at which it begins; comment signs in strings begin none."""
    for found in _STRING_OR_COMMENT.finditer(text):
        if found[0].startswith("//"):
            yield found.start(), found[0]


def without_comments(text: Marked) -> Marked:
    """The text without `// …` up to the end of each line.

    Comment signs inside strings do not count. After an unclosed quotation mark the rest is left as it is.
    """
    if "//" not in text.text:
        return text
    pieces = Pieces()
    at = 0
    for found in _STRING_OR_COMMENT.finditer(text.text):
        if found[0].startswith("//"):
            pieces.add_part(text, at, found.start())
            at = found.end()
        elif len(found[0]) == 1:
            break
    pieces.add_part(text, at, len(text.text))
    return pieces.join()


def without_indentation(text: Marked) -> Marked:
    """The text without blanks at the beginnings of lines, except within strings."""
    pieces = Pieces()
    at = 0
    for found in _STRING_OR_INDENTATION.finditer(text.text):
        if found[0].startswith("\n"):
            pieces.add_part(text, at, found.start() + 1)
            at = found.end()
        elif len(found[0]) == 1:
            break
    pieces.add_part(text, at, len(text.text))
    return pieces.join()
