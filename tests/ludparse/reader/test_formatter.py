"""The formatter: nothing that the text says changes, comments stay, and laid out twice is laid out once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import LudSyntaxError, Source, format_text, parse
from ludparse.reader.formatter import WIDTH, format_tree
from ludparse.reader.read import words
from ludparse.reader.syntax import tokens


def meaning(text: str) -> list[list[str]]:
    return [list(tokens(node)) for node in parse(Source("<test>", text))]


def comments(text: str) -> list[str]:
    return [word.rstrip() for kind, word in words(text) if kind == "COMMENT"]


def check_laws(text: str) -> str:
    laid_out = format_text(text)
    assert meaning(laid_out) == meaning(text)
    assert comments(laid_out) == comments(text)
    assert format_text(laid_out) == laid_out
    assert all(line == line.rstrip() for line in laid_out.split("\n")) or '"' in text or "<" in text
    return laid_out


ATOMS = st.one_of(
    st.sampled_from(
        ["Mover", "-1", "0.5", "#1", "~", "<Size:side>", "<>", '"A1".."C3"', "1..6", "*", "(<= 1 2)", "()"]
    ),
    st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,30}", fullmatch=True),
    st.from_regex(r'"[a-z (){}/<>\n.:]{0,40}"', fullmatch=True),
)
BLANKS = st.sampled_from(
    [" ", "\n", "  ", "\n\n", "\n\n\n", " // note\n", "\n// a line (\n", '\n\n// "a\n// b\n\n', ""]
)


@st.composite
def texts(draw: st.DrawFn, depth: int = 4) -> str:
    kind = draw(st.integers(0, 3)) if depth else 0
    if kind == 0:
        return draw(ATOMS)
    parts: list[str] = []
    for _ in range(draw(st.integers(0, 5))):
        label = draw(st.sampled_from(["", "", "if:", "to: "]))
        parts += [label + draw(texts(depth=depth - 1)), draw(BLANKS) or " "]
    inside = draw(BLANKS) + "".join(parts)
    if kind == 1:
        return "{" + inside + "}"
    keyword = draw(st.sampled_from(["move", "game", "equipment", "rules", '"Define"', "option", ""]))
    return f"({keyword} {inside})" + draw(st.sampled_from(["", "", "*", "**"]))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(texts(), BLANKS.filter(bool)), max_size=4))
def test_laws(parts: list[tuple[str, str]]) -> None:
    check_laws("".join(text + blank for text, blank in parts))


def test_layout() -> None:
    text = """// A game.
(define "Line" (is Line #1)) // in a row


(game "Example" (players 2) (equipment { (board (square 3)) // small

(piece "Disc" Each) }) (rules (play (move Add (to (sites Empty)))) (end (if ("Line" 3) (result Mover Win)))))
(option "Board Size" <Size> args:{ <side> } { (item "3x3" <3> "Small.")* (item "4x4" <4> "Large.") })
"""
    assert (
        check_laws(text)
        == """// A game.
(define "Line" (is Line #1))  // in a row

(game "Example"
    (players 2)
    (equipment {
        (board (square 3))  // small

        (piece "Disc" Each)
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if ("Line" 3) (result Mover Win)))
    )
)
(option "Board Size" <Size> args:{<side>} {(item "3x3" <3> "Small.")* (item "4x4" <4> "Large.")})
"""
    )


def test_long_lists_run_over_lines_of_the_usual_width() -> None:
    text = f'(place "Disc1" {{{" ".join(str(n) for n in range(200))}}} state:1)'
    lines = check_laws(text).split("\n")
    assert len(lines) > 5
    assert max(map(len, lines)) <= WIDTH


def test_long_strings_stay_beside_their_keyword() -> None:
    text = f'(rules "{"word " * 60}")'
    assert check_laws(f"(info {{{text} (a 1)}})") == f"(info {{\n    {text}\n    (a 1)\n}})\n"


def test_words_that_touch_still_do() -> None:
    assert format_text('(a "A1".."B2" (b)** x#1 "C"#2)') == '(a "A1".."B2" (b)** x#1 "C"#2)\n'
    assert format_text('(a(b)(c){d}"e")') == '(a(b) (c) {d} "e")\n'


def test_a_name_stays_at_its_bracket_whatever_touches_it() -> None:
    inner = " ".join(["word"] * 12)
    assert check_laws(f'(a ("b"(c {inner})(d {inner})))').splitlines()[1] == f'    ("b"(c {inner})'
    assert check_laws(f'(a ( "b"(c {inner})(d {inner})))').splitlines()[1] == f'    ( "b"(c {inner})'


def test_a_name_over_two_lines_stays_at_its_bracket() -> None:
    check_laws('(a ("b\nc" (d)))')


def test_values_of_options_are_left_as_they_are() -> None:
    assert check_laws("(item <(a  {> 1)").startswith("(item <(a  {> 1)")


def test_brackets_have_to_match() -> None:
    with pytest.raises(LudSyntaxError, match="never closed"):
        format_text("(a (b)")


def test_trees_are_laid_out_too() -> None:
    text = '(game "g"\n    (x if:(y 1) {"a" "b"})\n)\n'
    assert format_tree(*parse(text)) == text
    assert format_text("") == ""
