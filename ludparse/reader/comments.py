"""Removes comments from marked text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludparse.problems.errors import Edit, LudError, Remedy
from ludparse.problems.problem import problem
from ludparse.problems.spans import Source, Span
from ludparse.reader.marked import Marked, Pieces

__all__ = ["blank_comments", "comments_of", "foreign_comments", "without_comments", "without_indentation"]

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


_FOREIGN = re.compile(r'"[^"\\]*+(?:\\"?+[^"\\]*+)*+"|//[^\n]*|"|(?<![^\s(){}])(?:(;+|#+(?!\d)|--+(?=\s))[^\n]*'
                      r'|(/\*)(?:(?:(?!/\*)[^*]|\*(?!/))*+(\*/)|[^\n]*))')
_NO_LINE_END = re.compile(r"[^\n]")
_LINE = re.compile(r"\n[ \t]*(?=\S)")


def foreign_comments(source: Source) -> tuple[LudError, Source] | None:
    """The problem of comments as other languages write them, `; …`, `# …`, `-- …` and `/* … */`, all of which are one
    mistake; and the same text with blanks in their place. None where there are none."""
    comments = [found for found in _FOREIGN.finditer(source.text) if found[1] or found[2]]
    if not comments:
        return None
    signs = [Span(source, *found.span(1 if found[1] else 2)) for found in comments]
    hint = "" if len(signs) == 1 else f"There are {len(signs)} of them."
    error = problem("comment-sign", signs[0], expected=["//"], hint=hint, sign=signs[0].text)
    words = tuple(word for found in comments for word in _SPOKEN.findall(found[0]))
    edits = [Edit(sign, "//") for sign in signs]
    for found in comments:
        edits += _lines(source, found)
    error.remedies = (Remedy(tuple(edits), 0, words),)
    blank = _FOREIGN.sub(
        lambda found: _NO_LINE_END.sub(" ", found[0]) if found[1] or found[2] else found[0], source.text
    )
    return error, Source(source.name, blank)


def _lines(source: Source, comment: re.Match[str]) -> Iterator[Edit]:
    """What else a comment of several lines, or one that ends within a line, needs: `//` on each line, a line end."""
    if not comment[3]:
        return
    last = comment.start(3)
    for line in _LINE.finditer(source.text, comment.end(2), last):
        if line.end() < last:
            yield Edit(Span(source, line.end(), line.end()), "// ")
    behind, _, _ = source.text[comment.end() :].partition("\n")
    yield Edit(Span(source, last, comment.end()), "\n" if behind.strip() else "")


_SPOKEN = re.compile(r"[^\s(){}\"]+")


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
