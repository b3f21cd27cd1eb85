"""Ranges: `2..5` stands for `2 3 4 5`, and `"A1".."B2"` for `"A1" "A2" "B1" "B2"`."""

from __future__ import annotations

import re
from array import array

from ludparse.expansion.defines import longest_text, too_long
from ludparse.problems.errors import LudError
from ludparse.problems.problem import problem
from ludparse.problems.spans import Span
from ludparse.reader.marked import Atlas, Marked, Pieces

__all__ = ["with_ranges"]

MAX_RANGE = 1000
"""Greatest difference between the two ends of a range."""

# There are no ranges between square brackets.
_NUMBERS = re.compile(r"[\[\]]|([0-9]+)\.\.(?=([0-9]+))")
_SITES = re.compile(r'[\[\]]|"([^"]*)"\.\."([^"]*)"')
_SITE = re.compile(r"([A-Za-z])([0-9]+)")


def with_ranges(text: Marked, atlas: Atlas) -> Marked:
    """The text with its ranges expanded. Raises LudLimitError for a range that is too long."""
    if ".." not in text.text:
        return text
    return _sites(_numbers(text, atlas), atlas)


def _numbers(text: Marked, atlas: Atlas) -> Marked:
    pieces = Pieces()
    at = 0
    in_brackets = False
    for found in _NUMBERS.finditer(text.text):
        if found[1] is None:
            in_brackets = found[0] == "["
            continue
        if in_brackets:
            continue
        first, last = _number(found[1], text, found, atlas), _number(found[2], text, found, atlas)
        if abs(last - first) > MAX_RANGE:
            raise _too_long(text, found, atlas)
        step = 1 if first <= last else -1
        between = " ".join(str(n) for n in range(first + step, last, step))
        pieces.add_part(text, at, found.end(1))
        pieces.add(_all_at(f" {between} " if between else " ", text.at[found.end(1)]))
        at = found.end()
        _refuse_large(pieces)
    pieces.add_part(text, at, len(text.text))
    return pieces.join()


def _number(digits: str, text: Marked, found: re.Match[str], atlas: Atlas) -> int:
    if len(digits) > 9:
        raise _too_long(text, found, atlas)
    return int(digits)


def _too_long(text: Marked, found: re.Match[str], atlas: Atlas) -> LudError:
    return problem("range-too-long", _place(text, found, atlas), limit=MAX_RANGE)


def _place(text: Marked, found: re.Match[str], atlas: Atlas) -> Span:
    return atlas.span(text.at[found.start()], text.at[found.end() - 1])


def _sites(text: Marked, atlas: Atlas) -> Marked:
    if '".."' not in text.text:
        return text
    pieces = Pieces()
    at = 0
    in_brackets = False
    for found in _SITES.finditer(text.text):
        if found[1] is None:
            in_brackets = found[0] == "["
            continue
        if in_brackets:
            continue
        corners = _SITE.fullmatch(found[1]), _SITE.fullmatch(found[2])
        if corners[0] is None or corners[1] is None:
            raise problem("bad-range", _place(text, found, atlas), expected=['"A1".."C3"'])
        columns = range(ord(corners[0][1].upper()), ord(corners[1][1].upper()) + 1)
        rows = range(_number(corners[0][2], text, found, atlas), _number(corners[1][2], text, found, atlas) + 1)
        if len(rows) * len(columns) > MAX_RANGE * 26:
            raise _too_long(text, found, atlas)
        sites = " ".join(f'"{chr(column)}{row}"' for column in columns for row in rows)
        pieces.add_part(text, at, found.start())
        pieces.add(_all_at(sites, text.at[found.start()]))
        at = found.end()
        _refuse_large(pieces)
    pieces.add_part(text, at, len(text.text))
    return pieces.join()


def _refuse_large(pieces: Pieces) -> None:
    if len(pieces) > longest_text():
        raise too_long()


def _all_at(text: str, address: int) -> Marked:
    return Marked(text, array("I", (address,)) * len(text))
