"""Partial descriptions: in what the parts that are left open stand, and what of another game fits there.

Ludii's syntax, read as its completers read it (docs/completing.md): `[a | b | …]` is one of these, `[2..15]` one of a
range, `[#]` what a game has in the same bracket after the same words, `[##]` in the same two brackets, and so on.
`[+ text]` and `[- text]` among these say what has to be within a choice, and what must not be. All texts are those that
`one_line` makes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludparse.problems.errors import LudLimitError, LudSyntaxError
from ludparse.problems.spans import Span
from ludparse.reader.matching import CLOSING, STRING, closing_bracket, open_parts

__all__ = ["Clause", "one_line", "parts_like", "read_clause", "surroundings"]

MAX_RANGE = 1000
"""Choices of one range, and of one part."""

_BLANKS = re.compile(r"[\n\r\t ]+")
_TIDIED = ((" )", ")"), ("( ", "("), (" }", "}"), ("{ ", "{"), (": ", ":"))


def one_line(text: str) -> str:
    """A description in one line, with blanks only where words need them, as Ludii tidies descriptions."""
    text = _BLANKS.sub(" ", text).strip()
    for written, meant in _TIDIED:
        text = text.replace(written, meant)
    return text


@dataclass(frozen=True)
class Clause:
    """What may stand where a part is left open: one of the `choices`, which may leave parts open in turn, and what
    other games have in so many brackets around the part (`levels`). required, refused: of which texts one has to be in
    it, and none."""

    choices: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()
    required: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    def allows(self, text: str) -> bool:
        """Whether a text has what it has to have."""
        if any(word in text for word in self.refused):
            return False
        return not self.required or any(word in text for word in self.required)


# ---------------------------------------------------------------------------------------------------- clauses

_SQUARE_OR_BAR = re.compile(rf"{STRING.pattern}|[\[\]|]")


def read_clause(text: str, place: Span | None = None) -> Clause:
    """What stands between the brackets. Raises LudError with the place of the part."""
    choices: list[str] = []
    levels: list[int] = []
    required: list[str] = []
    refused: list[str] = []
    for item in _items(text):
        inner = item[1:-1].strip() if item[:1] == "[" and closing_bracket(item, 0) == len(item) - 1 else ""
        word = inner if inner[:1] in ("+", "-", "#") else item
        if word[:1] == "#":
            if word.strip("#"):
                raise LudSyntaxError(
                    f"{_short(word)} is no part that is left open", place,
                    hint="Each # stands for one more bracket around the part: [#], [##], [###].",
                )  # fmt: skip
            levels.append(len(word))
        elif inner[:1] in ("+", "-"):
            needed = inner[1:].strip()
            if not needed or open_parts(needed):
                raise LudSyntaxError(
                    f"[{inner[:1]} …] needs a text without [ … ]", place, hint="An example: [a | b | [- c]]"
                )
            (required if inner[0] == "+" else refused).append(one_line(needed))
        elif item[:2] in ("+ ", "- "):
            raise LudSyntaxError(
                f"{_short(item)} is no choice", place,
                hint="What a choice has to contain stands in brackets of its own: [a | b | [+ c]], [# | [- c]].",
            )  # fmt: skip
        else:
            choices += _ranges(item, place)
    if len(choices) > MAX_RANGE:
        raise LudLimitError(f"there are more than {MAX_RANGE} choices", place)
    if not text.strip() or not (choices or levels):
        raise LudSyntaxError(
            "nothing can stand here", place, hint="Write [a | b], [2..5], or [#] for what other games have."
        )
    return Clause(tuple(map(one_line, choices)), tuple(dict.fromkeys(levels)), tuple(required), tuple(refused))


def _items(text: str) -> list[str]:
    """The texts between the bars that stand in no inner bracket."""
    items, depth, start = [], 0, 0
    for found in _SQUARE_OR_BAR.finditer(text):
        if found[0] == "[":
            depth += 1
        elif found[0] == "]":
            depth -= 1
        elif found[0] == "|" and depth == 0:
            items.append(text[start : found.start()].strip())
            start = found.end()
    return [*items, text[start:].strip()]


_NUMBERS = re.compile(r"([0-9]+)\.\.([0-9]+)")
_SITES = re.compile(r'"([A-Za-z])([0-9]+)"\.\."([A-Za-z])([0-9]+)"')


def _ranges(item: str, place: Span | None) -> list[str]:
    """A choice; of words of which one is a range, each word, and each number or site of the ranges."""
    words = item.split()
    if not any(_NUMBERS.fullmatch(word) or _SITES.fullmatch(word) for word in words):
        return [item]
    found: list[str] = []
    for word in words:
        if numbers := _NUMBERS.fullmatch(word):
            _refuse_long(numbers.groups(), place)
            first, last = int(numbers[1]), int(numbers[2])
            found += map(str, range(first, last + 1) if first <= last else range(first, last - 1, -1))
        elif sites := _SITES.fullmatch(word):
            _refuse_long((sites[2], sites[4]), place)
            letters = range(ord(sites[1].upper()), ord(sites[3].upper()) + 1)
            rows = range(int(sites[2]), int(sites[4]) + 1)
            found += (f'"{chr(letter)}{row}"' for letter in letters for row in rows)
        else:
            found.append(word)
    return found


def _refuse_long(ends: tuple[str | None, ...], place: Span | None) -> None:
    first, last = (int(end) if end and len(end) < 10 else MAX_RANGE * MAX_RANGE for end in ends)
    if abs(first - last) >= MAX_RANGE or max(first, last) >= MAX_RANGE * MAX_RANGE:
        raise LudLimitError(f"a range holds at most {MAX_RANGE} numbers", place)


def _short(text: str) -> str:
    return text if len(text) < 60 else f"{text[:60]}…"


# ---------------------------------------------------------------------------------------------------- other games

_STRING_OR_BRACKET = re.compile(rf"{STRING.pattern}|[(){{}}]")


def surroundings(text: str, start: int, end: int, level: int) -> tuple[str, str] | None:
    """What stands before and behind a part of a text in the bracket of a level around it (1: the innermost), this
    bracket included; None if there are not so many."""
    opened: list[int] = []
    for found in _STRING_OR_BRACKET.finditer(text, 0, start):
        if found[0] in ("(", "{"):
            opened.append(found.start())
        elif found[0] in (")", "}") and opened:
            opened.pop()
    close = _closed(text, end, level)
    return (text[opened[-level] : start], text[end:close]) if level <= len(opened) and close else None


def _closed(text: str, start: int, level: int = 1) -> int | None:
    """The index behind the bracket that closes so many which are open at an index."""
    depth = level
    for found in _STRING_OR_BRACKET.finditer(text, start):
        depth += (found[0] in ("(", "{")) - (found[0] in (")", "}"))
        if depth == 0:
            return found.end()
    return None


def parts_like(game: str, before: str, behind: str) -> list[str]:
    """What a game has where a part stands between two texts, as the two completers of Ludii take it.

    The texts that begin with the first occurrence of `before` count. Where a bracket follows, the part is this bracket;
    else it is what stands before the first occurrence of `behind`. It is also all that stands in the innermost bracket.
    """
    at = game.find(before)
    if at < 0:
        return []
    start = at + len(before)
    found: list[str] = []
    if game[start] in "({":
        last = closing_bracket(game, start)
        found.append(game[start : last + 1])
    elif game[start] not in ")}":
        last = game.find(behind, start)
        if last > start and _balanced(before + game[start:last] + behind):
            found.append(game[start:last])
    close = _closed(game, start)
    if close is not None and game[start : close - 1].strip():
        found.append(game[start : close - 1])
    return list(dict.fromkeys(part.strip() for part in found))


def _balanced(text: str) -> bool:
    opened: list[str] = []
    for found in _STRING_OR_BRACKET.finditer(text):
        if found[0] in ("(", "{"):
            opened.append(CLOSING[found[0]])
        elif found[0] in (")", "}") and (not opened or opened.pop() != found[0]):
            return False
    return not opened
