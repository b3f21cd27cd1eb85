"""Brackets and uses of defines in text that is not a tree yet."""

from __future__ import annotations

import pytest

from ludparse.problems.spans import Source, Span
from ludparse.reader.matching import use_of_define


@pytest.mark.parametrize(
    ("text", "name", "use"),
    [
        ('(or ("Step" (to)) x)', '"Step"', '("Step" (to))'),
        ('(or ( "Step" (to)) x)', '"Step"', '( "Step" (to))'),
        ('(or (\n  "Step" ")") x)', '"Step"', '(\n  "Step" ")")'),
        ('(or "Step" x)', '"Step"', '"Step"'),
        ('{ "Step" }', '"Step"', '"Step"'),
        ('("Step" (to)', '"Step"', '"Step"'),  # never closed
        ("(<Board:size> 8)", "<Board:size>", "<Board:size>"),  # an option, whose value is a ludeme's name
    ],
)
def test_the_use_of_a_define_has_its_brackets(text: str, name: str, use: str) -> None:
    at = text.index(name)
    assert use_of_define(Span(Source("<text>", text), at, at + len(name))).text == use
