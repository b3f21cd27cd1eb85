"""The levels before the first move: expansion token by token, and the board."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from .result import Difference

__all__ = ["board_difference", "expansion_difference", "tokens"]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[(){}\[\]]|[^\s(){}\[\]"]+')
_AROUND = 6


def tokens(text: str) -> list[str]:
    """The tokens of a description: brackets, strings, words. Layout is ignored."""
    return _TOKEN.findall(text)


def expansion_difference(ours: str, recorded: str) -> Difference | None:
    """The first token in which two expanded descriptions differ.

    Ludii's goes on with clauses that stand after the game, which mean nothing.
    """
    mine, other = tokens(ours), tokens(recorded)
    if mine and mine == other[: len(mine)]:
        return None
    at = next((i for i, (a, b) in enumerate(zip(mine, other, strict=False)) if a != b), min(len(mine), len(other)))
    around = slice(max(0, at - _AROUND), at + _AROUND)
    return Difference(
        "expansion",
        "expansion",
        f"token {at + 1} of {len(other)}",
        ours=" ".join(mine[around]),
        recorded=" ".join(other[around]),
    )


def board_difference(ours: Mapping[str, object], recorded: dict[str, Any]) -> Difference | None:
    """The first value in which two descriptions of a board differ, with its place (`Cell[4].rel.Adjacent`)."""
    # Nearly always equal. Lists against tuples and nearly equal numbers are compared below.
    found = None if ours == recorded else _first(ours, recorded, "")
    if found is None:
        return None
    place, mine, other = found
    return Difference(
        "board",
        f"board: {re.sub(r'[0-9]+', '#', place)}",
        place,
        ours=_short(mine),
        recorded=_short(other),
    )


def _first(ours: Any, recorded: Any, place: str) -> tuple[str, Any, Any] | None:
    if isinstance(ours, dict) and isinstance(recorded, dict):
        for key in [*recorded, *(k for k in ours if k not in recorded)]:
            here = f"{place}.{key}" if place else str(key)
            if key not in ours or key not in recorded:
                return here, ours.get(key, "(absent)"), recorded.get(key, "(absent)")
            found = _first(ours[key], recorded[key], here)
            if found:
                return found
        return None
    if isinstance(ours, list | tuple) and isinstance(recorded, list):
        if len(ours) != len(recorded):
            return f"{place}.length" if len(recorded) > 20 else place, ours, recorded
        for i, (a, b) in enumerate(zip(ours, recorded, strict=True)):
            if (found := _first(a, b, f"{place}[{i}]")) is not None:
                return found if isinstance(a, dict | list) else (place, ours, recorded)
        return None
    if isinstance(ours, float) or isinstance(recorded, float):
        numbers = isinstance(ours, int | float) and isinstance(recorded, int | float)
        return None if numbers and math.isclose(ours, recorded, abs_tol=1e-6) else (place, ours, recorded)
    return None if ours == recorded else (place, ours, recorded)


def _short(value: Any, width: int = 300) -> str:
    text = str(value)
    return text if len(text) <= width else f"{text[:width]}…"
