"""Makes an option of a number or a word of a description, so that other items can be chosen in its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ludparse.problems.errors import LudError
from ludparse.reader.comments import blank_comments
from ludparse.reader.matching import closing_bracket

__all__ = ["Place", "places_of", "usual_items", "varied"]

_TOKEN = re.compile(r'"[^"\\]*+(?:\\"?+[^"\\]*+)*+"|[(){}]|<[^\s<>]*>|[^\s(){}"<>]+')
_NUMBER = re.compile(r"-?\d+")
_WORD = re.compile(r"[A-Z][A-Za-z]*")
_GAME = re.compile(r"\((?:game|match)\s")


class Place(NamedTuple):
    """A number or a word: where it begins and ends in the text, and the keyword of the call around it."""

    start: int
    end: int
    text: str
    keyword: str


def places_of(text: str, line: int) -> list[Place]:
    """The numbers of a line (from 1) of a description, else its words with a capital, that stand within the game.

    Raises LudError for a line that the text does not have.
    """
    lines = text.splitlines(keepends=True)
    if not 1 <= line <= len(lines):
        raise LudError(f"there is no line {line}: the text has {len(lines)}")
    first = sum(map(len, lines[: line - 1]))
    last = first + len(lines[line - 1])
    begin, end = _game(text)
    found: list[Place] = []
    open_: list[str] = []
    before = ""
    for token in _TOKEN.finditer(blank_comments(text), begin, end):
        word = token[0]
        if word in "({":
            open_.append("" if word == "(" else open_[-1] if open_ else "")
        elif word in ")}":
            open_ = open_[:-1]
        elif before == "(":
            open_[-1] = word
        elif first <= token.start() < last and open_:
            value = word.rpartition(":")[2]
            if _NUMBER.fullmatch(value) or _WORD.fullmatch(value):
                found.append(Place(token.end() - len(value), token.end(), value, open_[-1]))
        before = word
    numbers = [place for place in found if _NUMBER.fullmatch(place.text)]
    return numbers or found


def usual_items(place: Place) -> list[str]:
    """Items to choose from where nobody says which: the number that is there, and those beside it; of words none."""
    if not _NUMBER.fullmatch(place.text):
        return []
    number = int(place.text)
    return [str(n) for n in range(number - 1 if number > 1 else number, number + 2)]


def varied(text: str, place: Place, name: str, items: Sequence[str]) -> str:
    """The text with an option of that name in the place of a number or a word. items: to choose from; the one that
    stands there is the usual one.

    Raises LudError for a name that is no word or is taken, for items that are no single word, and for fewer than two.
    """
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9 _-]*", name):
        raise LudError(f"{name!r} cannot be the name of an option: it has letters, digits, blanks and hyphens")
    if f'(option "{name}"' in text:
        raise LudError(f"there is an option {name!r} already")
    wrong = [item for item in items if not re.fullmatch(r"-?\w+", item)]
    if wrong:
        raise LudError(f"{wrong[0]!r} cannot be an item: it is a number or a word")
    tag = "".join(part.capitalize() for part in re.split(r"\W+", name))
    if f"<{tag}" in text:
        raise LudError(f"the text has a tag <{tag}…> already; give the option another --name")
    chosen = list(dict.fromkeys((*items, place.text) if place.text not in items else items))
    if len(chosen) < 2:
        raise LudError(f"an option has two items at least, and here is {place.text} alone; say which with --items")
    width = max(map(len, chosen)) + 2
    rows = []
    for item in chosen:
        quoted = f'"{item}"'.ljust(width)
        usual = "**" if item == place.text else ""
        rows.append(f'    (item {quoted} <{item}> "{place.keyword}: {item}."){usual}')
    option = "\n".join([f'(option "{name}" <{tag}> args:{{ <value> }}', "{", *rows, "})"])
    end = _game(text)[1]
    return f"{text[: place.start]}<{tag}:value>{text[place.end : end]}\n\n{option}{text[end:]}"


def _game(text: str) -> tuple[int, int]:
    """Where the game begins and ends in a text. Raises LudError where there is none."""
    found = _GAME.search(blank_comments(text))
    end = closing_bracket(text, found.start()) if found else -1
    if found is None or end < 0:
        raise LudError("there is no whole (game …) in the text; lud check says what is wrong with it")
    return found.start(), end + 1
