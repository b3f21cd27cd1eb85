"""The variants that a description offers: every item of its options, and numbers that are marked in its text.

A number is marked by a comment at the end of its line, which Ludii ignores as any comment: the last whole number before
`// vary 3..9`, `// vary 2..10 step 2` or `// vary 3 5 8`.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ludparse.description.description import Description

__all__ = ["Knob", "MarkError", "Variant", "knobs_of", "variants_of"]

_MARK = re.compile(r"(?<![\w.:])(-?\d+)(?![\w.])([^\n]*?)//[ \t]*vary\b[ \t]*([^\n]*)")
_RANGE = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)(?:\s+step\s+(\d+))?")
_LEADING = re.compile(r"\A(?:\s+|//[^\n]*\n)*")
_MOST_VALUES = 1000


class MarkError(ValueError):
    """A mark that says nothing that could be varied."""


@dataclass(frozen=True, slots=True)
class Knob:
    """Something to vary. values: the texts it may take, the usual one first. place: start and end in the text for a
    marked number, None for an option, whose values are headings such as `Board Size/5`."""

    name: str
    values: tuple[str, ...]
    place: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Variant:
    """One choice for every knob. name: what differs from the usual one. source: the text of the description."""

    name: str
    settings: tuple[tuple[str, str], ...]
    source: str
    options: tuple[str, ...]


def knobs_of(description: Description) -> list[Knob]:
    """What can be varied. Raises MarkError."""
    found = []
    for option in description.options:
        items = sorted(option.items, key=lambda item: item is not option.default)
        if len(items) > 1:
            found.append(Knob(option.name, tuple(item.heading for item in items)))
    text = description.source.text
    for match in _MARK.finditer(text):
        start, end = _last_number(text, match)
        line = text.count("\n", 0, start) + 1
        values = _values(match[3].strip(), line)
        usual = text[start:end]
        found.append(Knob(f"line {line}", (usual, *(v for v in values if v != usual)), (start, end)))
    return found


def _last_number(text: str, match: re.Match[str]) -> tuple[int, int]:
    """Where the last whole number before the mark stands."""
    stop = text.index("//", match.end(2))
    *_, last = re.finditer(r"(?<![\w.:])-?\d+(?![\w.])", text[match.start() : stop])
    return match.start() + last.start(), match.start() + last.end()


def _values(text: str, line: int) -> list[str]:
    spread = _RANGE.fullmatch(text)
    if spread:
        low, high, step = int(spread[1]), int(spread[2]), int(spread[3] or 1)
        numbers = range(low, high + 1, step) if step else range(0)
        if not 1 < len(numbers) <= _MOST_VALUES:
            raise MarkError(f"line {line}: // vary {text}: between 2 and {_MOST_VALUES} numbers are possible")
        return [str(number) for number in numbers]
    words = text.split()
    if len(words) < 2 or not all(re.fullmatch(r"-?\d+", word) for word in words):
        raise MarkError(f"line {line}: // vary {text}: write 3..9, 2..10 step 2, or numbers such as 3 5 8")
    return words


def variants_of(description: Description, knobs: Sequence[Knob], most: int, seed: int) -> list[Variant]:
    """All combinations of values, the usual one first; of more than `most`, so many that are drawn by the seed."""
    total = 1
    for knob in knobs:
        total *= len(knob.values)
    if total <= most:
        combinations = list(itertools.product(*(knob.values for knob in knobs)))
    else:
        chance = random.Random(seed)
        drawn = {tuple(knob.values[0] for knob in knobs): None}
        while len(drawn) < most:
            drawn[tuple(chance.choice(knob.values) for knob in knobs)] = None
        combinations = list(drawn)
    return [_variant(description, knobs, values) for values in combinations]


def _variant(description: Description, knobs: Sequence[Knob], values: tuple[str, ...]) -> Variant:
    text = description.source.text
    chosen = list(zip(knobs, values, strict=True))
    for knob, value in sorted(
        ((k, v) for k, v in chosen if k.place), key=lambda pair: pair[0].place or (0, 0), reverse=True
    ):
        assert knob.place is not None
        text = text[: knob.place[0]] + value + text[knob.place[1] :]
    options = tuple(value for knob, value in chosen if knob.place is None)
    told = [
        value if knob.place is None else f"{knob.name}: {value}" for knob, value in chosen if value != knob.values[0]
    ]
    settings = tuple((knob.name, value) for knob, value in chosen)
    return Variant(", ".join(told) or "the usual rules", settings, text[_LEADING.match(text).end() :], options)  # type: ignore[union-attr]
