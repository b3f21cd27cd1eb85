"""The table of mistakes: each gets one message, at the right place, that names the cause and the fix."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludparse import Source
from ludparse.interpreter.game.checks import diagnose
from ludparse.problems.message import example

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


def test_braces_that_are_missing_behind_a_name_are_missing_around_all() -> None:
    wrong = game("race").replace("phases:{", "phases:").replace("        }\n        (end", "        (end")
    (error,) = diagnose(Source("mine.lud", wrong))
    assert error.code == "list-needed" and "write {(phase …) (phase …)}" in error.explain()


def test_a_quotation_mark_is_missed_also_where_all_brackets_match() -> None:
    text = example(
        before='(define "Made" (piece #1 Each #2))\n',
        pieces='("Made" "Man (move Pass))\n        (regions "Home" P1 (sites Top))',
        after='(metadata (info {(source "<a href=\\"x\\">x</a>")}))',
    )
    (error,) = diagnose(Source("mine.lud", text))
    assert error.code == "unterminated-string" and "after Man, at 6:21" in error.hint


def calls(text: str) -> list[tuple[int, int]]:
    """Where the calls within the calls of the rules begin and end."""
    opened, found = list[int](), list[tuple[int, int]]()
    for at, sign in enumerate(text):
        if sign == "(":
            opened.append(at)
        elif sign == ")":
            found.append((opened.pop(), at + 1))
    rules = text.index("(rules")
    around = [(a, z) for a, z in found if a > rules and text.startswith(("(move", "(if"), a)]
    return [(a, z) for a, z in found if any(b < a and z < y for b, y in around)]


UNKNOWN = ["(bar)", "(quux 3)"]
WRONG = [*UNKNOWN, '"x"', "17", "Foo", "{1 2}"]


@given(
    st.sampled_from(["step", "race", "place"]), st.data(), st.sampled_from(UNKNOWN),
    st.lists(st.sampled_from(WRONG), max_size=8),
)  # fmt: skip
def test_mistakes_inside_an_argument_are_told_there(
    name: str, data: st.DataObject, first: str, others: list[str]
) -> None:
    """However many they are, the argument is what it is: nothing outside of it is said to be wrong, or missing."""
    right = game(name)
    begin, end = data.draw(st.sampled_from(calls(right)))
    more = " " + " ".join([first, *others])
    mine = right[: end - 1] + more + right[end - 1 :]
    found = [error for error in diagnose(Source("mine.lud", mine), warnings=False) if error.span is not None]
    shown = "\n\n".join(error.explain() for error in found)
    assert found, "the mistakes are silent"
    for error in found:
        assert begin < error.span.start and error.span.end <= end + len(more), shown
        assert "missing" not in str(error).splitlines()[0], shown


def test_the_table_is_long_enough() -> None:
    assert len(ROWS) >= 200
