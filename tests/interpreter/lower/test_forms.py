"""Every ludeme that has a meaning is played in a game of our own, with each of its arguments and without, and with each
value of an enumeration of its own: Ludii has played it, or its answer is worked out in `test_worked_forms.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

from ludparse import ludemes
from ludparse.description.description import load_description
from ludparse.interpreter.lower import families
from ludparse.interpreter.lower.base.registry import ELSEWHERE, LOWERS
from ludparse.ludemes import enums
from ludparse.ludemes.base import Ludeme, fields_of, walk
from tests.interpreter.lower.test_recorded import CASES
from tests.interpreter.lower.test_worked_forms import DESCRIPTIONS

SHARED = ("RoleType", "SiteType", "AbsoluteDirection", "RelativeDirection")
"""Enumerations of many ludemes, which mean the same everywhere."""
OPEN = Path(__file__).parent / "recorded" / "open.txt"


def forms(cls: type[Ludeme]) -> set[str]:
    """The forms of a signature: each argument given and, where it can be, left out."""
    given = {f"{cls.__name__} with {field.name}" for field in fields_of(cls)}
    return {cls.__name__} | given | {f"{cls.__name__} without {f.name}" for f in fields_of(cls) if not f.required} | {
        f"{cls.__name__} with {field.name}:{value.value}"
        for field in fields_of(cls)
        for name in {*re.findall(r"\w+", field.type)} - {*SHARED}
        if isinstance(found := getattr(enums, name, None), type) and issubclass(found, Enum)
        for value in found
    }


def shown(node: Ludeme) -> set[str]:
    """The forms that a node of a description shows."""
    name = type(node).__name__
    there = {field.name: getattr(node, field.name) is not None for field in fields_of(node)}
    values = {f"{name} with {field}:{v.value}" for field in there for v in _values(getattr(node, field))}
    return {name} | values | {f"{name} {'with' if given else 'without'} {field}" for field, given in there.items()}


def _values(argument: object) -> Iterator[Enum]:
    if isinstance(argument, tuple):
        for one in argument:
            yield from _values(one)
    elif isinstance(argument, Enum):
        yield argument


def test_every_form_is_played() -> None:
    families.load()
    lowered = {cls for _, cls in LOWERS if getattr(ludemes, cls.__name__, None) is cls}
    lowered |= {getattr(ludemes, name) for name in ELSEWHERE}
    played: set[str] = set()
    for description in [*(case["description"] for case in CASES.values()), *DESCRIPTIONS]:
        for node in walk(load_description(description).game):
            played |= shown(node)
    missing = {form for cls in lowered for form in forms(cls)} - played
    rows = OPEN.read_text(encoding="utf-8").splitlines()
    known = {row for row in rows if row and not row.startswith("#")}
    assert not missing - known, "record a small game with these (python -m tests.interpreter.lower.record)"
    assert not known - missing, f"these are played now: take them out of {OPEN.name}"
