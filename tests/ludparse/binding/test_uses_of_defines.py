"""What is said where a use of a define, or a call with one thing in it, is wrong: the author's own call comes first,
and a define that is right for others is not blamed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludparse import LudError, check
from ludparse.library.library import Library
from ludparse.problems.message import example
from ludparse.problems.spans import Source, Span
from ludparse.reader.brackets import bracket_problems

THEN = "(move Add (to (sites Empty)) (then {}))"
DEFINES = {
    "Again": "(if (is In (last To) #1)\n        (moveAgain)\n    )",
    "Top": "(sites\n        Top)",
    "Edge": "(sites Emty)",
}


@pytest.fixture
def library(tmp_path: Path) -> Library:
    for name, body in DEFINES.items():
        path = tmp_path / "def" / f"{name}.def"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'// {name}\n(define "{name}"\n    {body}\n)\n', encoding="utf-8")
    return Library.open(tmp_path)


def only(text: str, library: Library | None = None) -> LudError:
    (error,) = (error for error in check(Source("mine.lud", text), library=library) if error.severity == "error")
    return error


@pytest.mark.parametrize("inside", ['("Again" (sites Top))', "(moveAgain)"])
def test_an_operator_with_one_thing_lacks_another(inside: str, library: Library) -> None:
    """Whether a define stands for that or not; and no fix says that nothing is missing."""
    error = only(example(play=THEN.format(f"(and {inside})")), library)
    assert error.span is not None and error.span.text == "(and" and error.span.source.name == "mine.lud"
    assert error.message.startswith("(and …) needs one thing more than (")
    assert "without (and …)" in error.hint and not error.remedies


@pytest.mark.parametrize(("end", "hint"), [
    ("(if (= (+ (count Turns)) 3) (result Mover Win))", "or (count …) without (+ …)"),
    ("(if (and (is Line 3)) (result Mover Win))", "or (is …) without (and …)"),
    ("(if (= (* 4) 3) (result Mover Win))", "or 4 without (* …)"),
])  # fmt: skip
def test_so_does_one_of_numbers_or_conditions(end: str, hint: str) -> None:
    error = only(example(end=end))
    assert error.code == "missing-argument" and error.hint.endswith(hint)


def test_a_define_of_the_library_is_told_at_its_use(library: Library) -> None:
    """It is right in itself: what is wrong is where it stands."""
    error = only(example(end='(if ("Top") (result Mover Win))'), library)
    assert error.span is not None and error.span.text == '("Top")' and error.span.used_at is None
    assert 'this is ("Top"), which stands for (sites …), which is a region' in error.explain()
    assert "expected: a condition" in error.explain()


@pytest.mark.parametrize("use", ['("One")', '"One"'])
def test_braces_are_missing_around_the_use(use: str) -> None:
    text = example(before='(define "One" (score P1 3))\n', end=f"(if (is Line 3) (byScore {use}))")
    error = only(text)
    assert f"write {{{use}}}" in error.explain()
    places = [edit.span.start for edit in error.remedies[0].edits]
    assert places == [text.rindex(use), text.rindex(use) + len(use)]


def test_the_place_in_the_authors_file_comes_first(library: Library) -> None:
    error = only(example(play='(move Add (to ("Edge")))'), library)
    lines = error.explain().splitlines()
    assert lines[0].startswith("mine.lud:9:") and '("Edge")' in lines[1]
    assert any(line.startswith("  within what it stands for: ") and "Edge.def:3" in line for line in lines)
    assert error.span is not None and error.span.text == "Emty"


def test_an_argument_left_out_is_told_at_the_use_that_lacks_it() -> None:
    """Not at another, whose part is written alike, nor at the option of which the rest comes."""
    text = example(
        before='(define "Size" <Board:side>)\n(define "Facing" (+ #1 "Size"))\n',
        end='{(if (= 1 ("Facing" 2)) (result Mover Win)) (if (= 2 ("Facing")) (result Mover Win))}',
        after='(option "Board" <Board> args:{<side>} {(item "3" <3> "a")* (item "4" <4> "b")})\n',
    )
    error = only(text)
    assert error.code == "define-arguments" and error.span is not None and error.span.text == '"Facing"'
    assert error.span.start == text.index('("Facing")') + 1
    assert error.hint == 'What is missing is #1 in (+ #1 "Size"): (+ …) needs one thing more than 3.'


def test_what_a_use_within_a_define_lacks_is_told_of_the_use_that_lacks_it() -> None:
    """And nothing else is: neither of the use within the define, nor of one that is right."""
    text = example(
        before='(define "In" (is In #1 (sites Around #2 Orthogonal)))\n(define "Near" ("In" #1 (last To)))\n',
        end='{(if ("Near" 2) (result Mover Win)) (if ("Near") (result Mover Loss))}',
    )
    error = only(text)
    assert error.code == "define-arguments" and error.span is not None and error.span.used_at is None
    assert error.span.start == text.index('("Near")') + 1


def test_a_word_in_brackets_within_a_define_is_written_as_the_argument_alone() -> None:
    text = example(before='(define "Go" (move Step #1 (to if:(is Empty (to)))))\n', play='("Go" (All))')
    assert only(text).hint == "write All"


def test_a_define_that_takes_more_is_named_with_what_it_makes_of_its_argument() -> None:
    text = example(
        before='(define "Take" (move Add (to (sites Empty)) (then (remove 3 #1))))\n', play='("Take" (set Counter))'
    )
    assert only(text).hint.startswith('"Take" puts it into (remove …). ')


@pytest.mark.parametrize(("players", "said"), [(1, "The only player is P1."), (2, "The players are P1 and P2.")])
def test_a_player_that_is_none_is_no_coordinate(players: int, said: str) -> None:
    error = only(example(players=f"(players {players})", end="(if (is Line 3) (result P0 Win))"))
    assert error.hint == said
    assert 'string: "Q1"' in only(example(play="(move Add (to Q1))")).hint


@pytest.mark.parametrize(("where", "text", "right"), [
    ("play", THEN.format("(And {(moveAgain) (addScore P1 1)})"), "and"),
    ("play", "(move Add (to (sites empTy)))", "Empty"),
])  # fmt: skip
def test_of_words_like_another_those_that_differ_by_capitals_are_meant(where: str, text: str, right: str) -> None:
    assert only(example(**{where: text})).nearest == (right,)


def test_the_range_of_whole_numbers_is_told_of_those_beyond_it() -> None:
    assert only(example(board="(board (square 1.5))")).message == "1.5 is no whole number"
    assert "from -2147483648" in only(example(board="(board (square 99999999999))")).message


def test_of_several_words_one_is_told_after_which_a_quotation_mark_may_be_missing() -> None:
    text = '(game "A"\n    (end ("Taken Next))\n    (piece "C" Each)\n    (x {\n 1 "D"})\n)\n'
    (error,) = bracket_problems(text, lambda start, end: Span(Source("a", text), start, end))
    assert error.hint == 'By the look of the line, a " is missing after Taken, at 2:17, or after a word behind it.'
