"""Whatever the text: `check` returns, and says something where the text is no description."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import LudError, check, format_text
from ludparse.messages import example

WHOLE = example(
    before='(define "Row" (is Line #1))\n',
    board="(board (square <Size:side>))",
    start='(start (place "Disc1" {0..2}))',
    end='{(if ("Row" 3) (result Mover Win)) (if (< 9 (count Moves)) (result Mover Loss))}',
    after='(option "Size" <Size> args:{<side>} {(item "Three" <3> "3x3")* (item "Four" <4> "4x4")})\n'
    '(rulesets {(ruleset "Small" {"Size/Three"})})\n(metadata (info {(rules "In a row.") (id "1")}))\n',
)
PIECES = st.sampled_from(
    ["(", ")", "{", "}", '"', "<", ">", "#1", "~", ":", "//", "\n", " ", "..", "*", "[", "]", "\\", "\x00", "é", "7",
     "(define ", '("Row"', '(option "', "(metadata", "<Size:side>", "(rulesets", '(game "']
)  # fmt: skip
CHANGES = st.tuples(st.integers(0, len(WHOLE)), st.integers(0, 12), PIECES | st.just(""))


def test_the_whole_is_right() -> None:
    assert check(WHOLE) == []


@settings(max_examples=80, deadline=None)
@given(st.lists(CHANGES, min_size=1, max_size=4))
def test_damaged_descriptions(changes: list[tuple[int, int, str]]) -> None:
    text = WHOLE
    for at, length, piece in changes:
        text = text[:at] + piece + text[at + length :]
    for problem in check("// damaged\n" + text):
        assert isinstance(problem, LudError)
        assert problem.explain() and problem.as_dict()
        assert problem.code


@settings(max_examples=60, deadline=None)
@given(st.lists(PIECES, max_size=30))
def test_no_description_at_all(pieces: list[str]) -> None:
    text = "//\n" + "".join(pieces)
    assert check(text)
    try:
        laid_out = format_text(text)
    except LudError:
        return
    assert format_text(laid_out) == laid_out


@pytest.mark.parametrize(
    "text",
    [
        "(game " + "<" * 20_000 + ")",
        '(game "' + "\\" * 20_000 + ")",
        '(define "A" ' + "#1" * 20_000 + ')(game "g" ("A" ' + "x" * 1000 + "))",
        '(define "A" (x #1))(game "g" ' + '("A" ("A" 1)) ' * 500 + ")",
        "(game " + "1..1000 " * 5_000 + ")",
        "".join(f'(define "D{n}" ("D{n + 1}"))' for n in range(2_000)) + '(game "g" ("D0"))',
        "(game " + "a:" * 20_000 + ")",
        "{" * 100_000,
    ],
    ids=["angles", "backslashes", "long", "nested", "ranges", "chain", "names", "deep"],
)
def test_what_is_meant_to_take_for_ever_does_not(text: str) -> None:
    assert check(text)
