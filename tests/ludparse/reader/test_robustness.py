"""Whatever the text: `check` returns, and says something where the text is no description."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import LudError, LudLimitError, check, format_text
from ludparse.problems.message import example

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


FIVE_SECONDS = 5.0
"""Processor time that is promised for any text; what stands below takes between 0.1 and 3 seconds."""

SLOW_MACHINE = 4.0
"""The promise is for a machine of today with nothing else to do."""


def _with_pieces(text: str) -> str:
    return example(pieces=text)


LARGE = {
    "numbers": (lambda: _with_pieces('(regions "A" {' + "1 " * 480_000 + "})"), None),
    "more numbers": (lambda: _with_pieces('(regions "A" {' + "1 " * 1_900_000 + "})"), None),
    "digits": (lambda: _with_pieces('(regions "A" {' + "1" * 3_600_000 + "})"), "wrong-number"),
    "chain": (
        lambda: "".join(f'(define "D{n}" ("D{n + 1}"))' for n in range(20_000)) + '(game "g" ("D0"))',
        "define-too-deep",
    ),
    "unused defines": (
        lambda: "".join(f'(define "D{n}" (x))' for n in range(60_000)) + _with_pieces('"D7" ' * 20_000),
        "unknown-ludeme",
    ),
    "unknown words": (lambda: _with_pieces(" ".join(f"foo{n}" for n in range(200_000))), "too-many-problems"),
    "uses": (lambda: '(define "A" (x #1))' + _with_pieces('("A" 1) ' * 60_000), "too-many-problems"),
    "angles": (lambda: _with_pieces("<" * 3_000_000), "unknown-constant"),
}


@pytest.mark.parametrize("name", LARGE)
def test_large_texts_take_bounded_time(name: str) -> None:
    make, code = LARGE[name]
    text = make()
    start = time.process_time()
    problems = check(text)
    taken = time.process_time() - start
    assert (problems[-1].code if problems else None) == code
    assert all(len(problem.explain()) < 100_000 for problem in problems)
    assert taken < FIVE_SECONDS * SLOW_MACHINE


@pytest.mark.parametrize(
    "text", ["1 " * 480_000, "(a) " * 160_000, "(" * 140 + "(a (b (c {1 2 3}))) " * 30_000 + ")" * 140]
)
def test_large_texts_are_laid_out_in_bounded_time(text: str) -> None:
    start = time.process_time()
    assert format_text(text)
    assert time.process_time() - start < FIVE_SECONDS * SLOW_MACHINE


def test_a_text_of_too_many_words_is_not_laid_out() -> None:
    with pytest.raises(LudLimitError, match="more than 500,000 words"):
        format_text("(game " + "a " * 1_990_000 + ")")


ROW = '(define "Row" (is Line #1))\n'


def test_blanks_that_do_not_break_a_line_belong_to_an_argument() -> None:
    # as in Java, where they are no white space; the reader takes them for blanks
    assert check(ROW + example(end='(if ("Row" \u00a03) (result Mover Win))')) == []


@pytest.mark.parametrize("blank", ["\u2003", "\u3000", "\u2028", "\x1f\u1680"])
def test_blanks_at_which_ludii_never_ends_are_refused(blank: str) -> None:
    (wrong,) = check(ROW + example(end=f'(if ("Row" {blank}3) (result Mover Win))'))
    assert wrong.code == "strange-blank" and wrong.span is not None and wrong.span.text.strip() == ""


def test_a_long_word_is_shown_in_part() -> None:
    (wrong,) = check(_with_pieces(f"({'x' * 1_000_000})"))
    assert "x" * 500 in wrong.message and len(wrong.explain()) < 3_000


@pytest.mark.parametrize("call", ["(Mover 3)", '("PreviousHole" 1)', '("PreviousHole" (Mover))'])
@pytest.mark.parametrize("around", ["(= (count {}) 3)", "(is {} 3)", "(is Linee {})", "(= (count (sites {})) 3)"])
def test_a_call_in_place_of_a_kind(around: str, call: str) -> None:
    problems = check(example(end=f"(if {around.format(call)} (result Mover Win))"))
    assert problems and all(problem.explain() for problem in problems)
