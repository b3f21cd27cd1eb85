"""What an author says of a game in the metadata, held against the description: board size, players, pieces.

Only numbers that the text gives once and clearly are compared: of two sizes nobody knows which one is meant.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from ludparse import ludemes as L
from ludparse.description.description import Description
from ludparse.interpreter.equipment import ComponentKind, Equipment

from .description_words.unchanging import Constant

__all__ = ["differences", "said"]

_NUMBERS = {word: number for number, word in enumerate(
    ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
     "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"))}  # fmt: skip
_NUMBER = rf"(\d+|{'|'.join(_NUMBERS)})"
_X = r"(\d+)\s?(?:x|×|by)\s?(\d+)\b(?!,? (?:or |and )?\d)"
_SIZE = re.compile(rf"\b{_X}(?: \w+){{0,2}} (?:board|grid)|\b(?:board|grid)(?: \w+){{0,3}} {_X}", re.IGNORECASE)
_PLAYERS = re.compile(rf"(?:^|[.:] |\b(?:for|by|with) ){_NUMBER} players\b(?! (?:each|a side))", re.IGNORECASE)
_PIECES = re.compile(
    rf"\beach (?:player|side) (?:starts with|begins with|plays with|receives) {_NUMBER} (?:\w+ )?"
    r"(?:pieces|stones|men|counters|discs|seeds|pawns|balls|checkers)\b(?! of)",
    re.IGNORECASE,
)


def said(description: Description) -> list[str]:
    """What the author says of the game, if the metadata hold it."""
    info = description.info
    return [line for key in ("description", "rules") for line in info.get(key, ())]


def differences(description: Description, equipment: Equipment) -> list[str]:
    """Where the author's text and the description differ, as sentences; none where an option is not the usual one."""
    if not _usual(description).issuperset(description.selected_options):
        return []
    text = " ".join(said(description))
    return [*_size(text, equipment), *_players(text, equipment), *_pieces(text, description, equipment)]


def _usual(description: Description) -> set[str]:
    return {option.default.heading for option in description.options}


def _once(numbers: list[str]) -> int | None:
    """The number that is said, None unless it is one alone."""
    values = {_NUMBERS.get(word.lower(), int(word) if word.isdigit() else -1) for word in numbers}
    return values.pop() if len(values) == 1 else None


def _size(text: str, equipment: Equipment) -> list[str]:
    sizes = {(int(a or c), int(b or d)) for a, b, c, d in _SIZE.findall(text)}
    elements = equipment.board.elements(equipment.default_site)
    rows, columns = {e.row for e in elements}, {e.col for e in elements}
    if len(sizes) != 1 or len(rows) * len(columns) != len(elements) or min(len(rows), len(columns)) < 3:
        return []
    told = sorted(sizes.pop())
    built = sorted((len(rows), len(columns)))
    if any([size + more for size in built] == told for more in (-1, 0, 1)):  # cells or the points between them
        return []
    return [f"The author's text has a board of {told[0]}x{told[1]}, the description one of {built[0]}x{built[1]}."]


def _players(text: str, equipment: Equipment) -> list[str]:
    number, count = _once(_PLAYERS.findall(text)), equipment.players.count
    if number is None or number < 2 or number == count or "team" in text.lower():
        return []
    return [f"The author's text has {number} players, the description {count}."]


def _pieces(text: str, description: Description, equipment: Equipment) -> list[str]:
    number = _once(_PIECES.findall(text))
    placed = _placed(description.game, equipment)
    if number is None or not placed or any(number == count for count in placed.values()):
        return []
    counts = sorted(set(placed.values()))
    told = " or ".join(map(str, counts))
    return [f"In the author's text each player has {number} pieces, in the description {told}."]


def _placed(game: Any, equipment: Equipment) -> Counter[int]:
    """How many pieces each player has at the start; none if a rule does not say it by itself."""
    rules = game.rules.start
    counts: Counter[int] = Counter()
    owners = {c.name: c.owner for c in equipment.components[1:] if c.kind is ComponentKind.PIECE}
    constant = Constant(equipment)
    for rule in () if rules is None else rules.rules if rules.rules is not None else (rules.rule,):
        if not isinstance(rule, L.PlaceItem) or rule.counts or owners.get(rule.item, 0) == 0:
            return Counter()
        each = 1 if rule.count is None else rule.count
        if type(each) is not int:
            return Counter()
        sites: Any = rule.coords or rule.locs
        if sites is None and rule.region is not None:
            sites = constant.of(rule.region)
            if sites is None:
                return Counter()
        counts[owners[rule.item]] += each * (1 if sites is None else len(set(sites)))
    return counts
