"""The table of messages: every row's wrong example says what the row says it does."""

from __future__ import annotations

import re

import pytest

from ludparse import check
from ludparse.interpreter.game.checks import diagnose
from ludparse.problems.game_messages import GAME_MESSAGES
from ludparse.problems.message import example
from ludparse.problems.messages import MESSAGES
from ludparse.problems.problem import problem
from ludparse.problems.text_messages import TEXT_MESSAGES
from ludparse.problems.type_messages import TYPE_MESSAGES
from ludparse.problems.warnings import WARNINGS
from tests.corpus import REPO

WITH_EXAMPLE = {code: row for code, row in MESSAGES.items() if row.wrong}


@pytest.mark.parametrize("code", WITH_EXAMPLE)
def test_the_example_has_the_problem(code: str) -> None:
    row = WITH_EXAMPLE[code]
    found = diagnose(row.wrong, options=row.options, ruleset=row.ruleset)
    right = [error for error in found if error.code == code]
    assert right, [error.explain() for error in found]
    assert any(row.says in error.explain() for error in right), right[0].explain()
    assert isinstance(right[0], row.error)
    errors = [error for error in found if error.severity == "error"]
    assert len(errors) <= 2, [error.explain() for error in found]


def test_the_table_is_long_enough() -> None:
    assert len(WITH_EXAMPLE) >= 30


def test_the_example_itself_is_right() -> None:
    assert check(example()) == []


def test_a_code_is_given_once() -> None:
    assert sum(map(len, (TEXT_MESSAGES, TYPE_MESSAGES, GAME_MESSAGES, WARNINGS))) == len(MESSAGES)


def test_every_code_that_is_told_is_in_the_table() -> None:
    told: set[str] = set()
    for folder in ("ludparse", "interpreter", "exporters"):
        for path in (REPO / folder).rglob("*.py"):
            text = path.read_text("utf-8")
            told.update(re.findall(r'\b(?:problem|(?:inspection|self|complaints)\.add)\(\s*"([\w-]+)"', text))
    assert len(told) > 80 and told <= MESSAGES.keys()


def test_a_problem_is_made_from_its_row() -> None:
    error = problem("unknown-ludeme", word="foo", nearest=["for"], hint="Look it up.")
    assert error.code == "unknown-ludeme"
    assert error.explain() == ("type error: there is no ludeme 'foo'\n  did you mean: for?\n  Look it up.")
