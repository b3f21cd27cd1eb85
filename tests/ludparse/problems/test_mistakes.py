"""The table of mistakes: each gets one message, at the right place, that names the cause and the fix."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ludparse import Source
from ludparse.interpreter.game.checks import diagnose

FOLDER = Path(__file__).parent / "mistakes"
TABLES = sorted(FOLDER.glob("*.toml"))
ROWS = [
    pytest.param(row, id=f"{table.stem}-{number}")
    for table in TABLES
    for number, row in enumerate(tomllib.loads(table.read_text(encoding="utf-8"))["mistake"], 1)
]


@cache
def game(name: str) -> str:
    return (FOLDER / f"{name}.lud").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["step", "race", "place"])
def test_the_games_are_right(name: str) -> None:
    assert [error.explain() for error in diagnose(Source(f"{name}.lud", game(name)))] == []


@pytest.mark.parametrize("row", ROWS)
def test_a_mistake(row: dict[str, Any]) -> None:
    right = game(row["game"])
    assert row["old"] in right, "the text that is to be changed does not occur"
    found = diagnose(Source("mine.lud", right.replace(row["old"], row["new"], 1)))
    shown = "\n\n".join(error.explain() for error in found)
    assert found, "the mistake is silent"
    assert len(found) == 1, f"one mistake gives {len(found)} messages:\n{shown}"
    (error,) = found
    assert row["says"]
    for words in row["says"]:
        assert words in shown, f"the message does not say {words!r}:\n{shown}"
    assert error.span is not None
    assert any(place.text.startswith(row["at"]) for place in error.span.places), shown


def test_the_table_is_long_enough() -> None:
    assert len(ROWS) >= 200
