"""How well brackets fit the lines, counted by hand."""

import pytest

from ludparse.reader.layout import Bracket, _extra_at, _missing_at, _opened_by, _score, _Token, layout_faults


def tokens(text: str) -> list[_Token]:
    """The brackets of a text, with their lines (from 0) and what their lines are indented by."""
    found = []
    at = 0
    for number, line in enumerate(text.split("\n")):
        indent = len(line) - len(line.lstrip())
        for column, what in enumerate(line):
            if what in "(){}":
                found.append(_Token(what, at + column, number, indent, column == indent))
        at += len(line) + 1
    return found


@pytest.mark.parametrize(("text", "score"), [
    ("(a)", 1), (" (a)", 0), ("(a)\n(b)", 2), ("(a)\n (b)", 1), ("x (a)", 0),  # lines at the margin
    ("(a\n)", 1 + 2), ("(a\n )", 1),  # a closing bracket below the line that opens it counts twice
    ("(a\n  (b)\n)", 1 + 2 + 2), ("(a\n  (b)\n  (c)\n)", 1 + 2 + 2 + 2),  # inside: like its neighbours, and deeper
    ("(a\n  (b)\n   (c)\n)", 1 + 2 + 1 + 2), ("(a\n(b)\n)", 1 + 1 + 2), ("(a (b\n  (c)))", 1 + 2), ("{a\n}", 3),
    ("(a", None), ("a)", None), ("(a}", None), ("", 0),
])  # fmt: skip
def test_lines_that_begin_where_they_should(text: str, score: int | None) -> None:
    assert _score(tokens(text)) == score


def test_where_a_bracket_can_be_missing() -> None:
    """Of (a {b}⏎(c): before the brace that closes, at the end of the line, and at the end."""
    assert [*_missing_at(tokens("(a {b}\n(c)"), "(")] == [2, 3, 5]
    assert [*_missing_at(tokens("(a)"), "(")] == [2]


def test_which_bracket_can_be_one_too_many() -> None:
    """The last of those that stand together in a line."""
    assert [*_extra_at(tokens("(a (b)) (c)\n) )"), ")")] == [3, 5, 7]
    assert [*_extra_at(tokens("(a)\n)"), ")")] == [1, 2] and [*_extra_at(tokens("(a}"), ")")] == []


def test_what_a_missing_bracket_would_close() -> None:
    """The innermost of its kind that is open before it; else what stands just before."""
    text = "(a {b (c) {d"
    assert _opened_by(tokens(text), 5, "(") == 0 and _opened_by(tokens(text), 5, "{") == text.rindex("{")
    assert _opened_by(tokens(text), 3, "(") == text.index("(c") and _opened_by(tokens("{a}"), 2, "(") == 2


@pytest.mark.parametrize("text", [
    "(a\n  (b\n     (move.\n  )\n)", "(a\n  (b\n     (move \"x // y\".  // a note\n  )\n)",
    "(a\n  { (is Line 3. }\n)", "(a\n  (b\n     (place\n         \"Man\" coord:7.\n  )\n)",
])  # fmt: skip
def test_what_is_missing_stands_behind_the_words_that_it_belongs_to(text: str) -> None:
    """Where the point is: not right behind the bracket before."""
    (fault,) = layout_faults(text.replace(".", ""), [Bracket(t.what, t.at) for t in tokens(text.replace(".", ""))])
    assert (fault.extra, fault.what, fault.where) == (False, "(", text.index("."))
