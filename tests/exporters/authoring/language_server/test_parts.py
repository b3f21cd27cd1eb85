"""Parts of the language server by themselves: lines and columns, trees of broken texts, problems and how they move."""

import pytest

from ludparse.exporters.authoring.language_server.lines import Lines
from ludparse.exporters.authoring.language_server.problems import (
    Problem,
    Replacement,
    Target,
    _common,
    _problem,
    shifted,
)
from ludparse.exporters.authoring.language_server.tree import Node, read_tree, tokens_of
from ludparse.problems.errors import Edit, LudTypeError, LudWarning
from ludparse.problems.spans import Source, Span

TEXT = "ab\r\n\ncé\U0001f3b2x\rlast"
"""Lines end with one character or two; é takes two bytes, the die four, or two units of UTF-16."""


@pytest.mark.parametrize(("encoding", "units"), [
    ("utf-8", {"é": 2, "\U0001f3b2": 4}), ("utf-16", {"\U0001f3b2": 2}), ("utf-32", {}),
])  # fmt: skip
def test_lines_and_columns(encoding: str, units: dict[str, int]) -> None:
    lines, line, column = Lines(TEXT, encoding), 0, 0
    for offset, char in enumerate(TEXT):
        if not (char == "\n" and TEXT[offset - 1] == "\r"):
            assert lines.position(offset) == (line, column)
            if char not in "\r\n":
                assert lines.offset(line, column) == offset
        column += units.get(char, 1)
        if char == "\n" or (char == "\r" and TEXT[offset + 1] != "\n"):
            line, column = line + 1, 0
    assert lines.position(len(TEXT)) == lines.position(99) == (3, 4) and lines.position(-1) == (0, 0)
    assert lines.offset(0, 99) == 2 and lines.offset(1, 5) == 4 and lines.offset(2, 99) == TEXT.index("\rlast")
    assert lines.offset(3, 99) == lines.offset(4, 0) == len(TEXT)


def test_between_the_units_of_a_character() -> None:
    """Editors never ask for such a place; what follows is meant."""
    assert Lines("\U0001f3b2x", "utf-16").offset(0, 1) == 1


# ------------------------------------------------------------------------------------------------ trees


def shape(node: Node) -> object:
    inner = [shape(child) for child in node.children]
    own = node.text or {"call": "()", "array": "{}", "angle": "<>", "root": "root"}[node.kind]
    name = f"{node.label}:{own}" if node.label is not None else own
    return (name, *inner) if inner or not node.text else name


@pytest.mark.parametrize(("text", "tree"), [
    ("(a b:(c) {1 2})", ("()", "a", ("b:()", "c"), ("{}", "1", "2"))),
    ("(a (b", ("()", "a", ("()", "b"))), ("(a {b) c", ("()", "a", ("{}", "b"))), ("(a b:)", ("()", "a", "b:")),
    ("(a b: c)", ("()", "a", "b:c")), ("(a <-3> <c:d> e)", ("()", "a", ("<>", "-3"), "<c:d>", "e")),
    ('(a "b c" d)', ("()", "a", '"b c"', "d")), ('(a "b\n(c)', ("()", "a", '"b', ("()", "c"))),
    ("(a // (b\n c)", ("()", "a", "c")), ("(a\n(game b)", ("()", "a")), ("{a}", ("{}", "a")),
    ("(a b:(c))", ("()", "a", ("b:()", "c"))),
])  # fmt: skip
def test_trees(text: str, tree: object) -> None:
    """A bracket that nothing closes ends with what is around it, or before a new part at the margin."""
    root, _ = read_tree(text)
    assert shape(root.children[0]) == tree
    for node in root.walk():
        for child in node.children:
            assert child.parent is node or node.kind == "root"
            assert node.start <= child.start <= child.end <= node.end


def test_what_is_closed() -> None:
    closed = {node.keyword: node.closed for node in read_tree("(a (b {c) d) (e")[0].walk() if node.kind == "call"}
    assert closed == {"a": True, "b": True, "e": False}
    root, _ = read_tree("(a\n(b\n(game c)")
    assert [node.keyword for node in root.children] == ["a", "game"] and root.children[0].end == 6
    (call,) = read_tree("((a) b)")[0].children
    assert call.head is None and call.keyword == "" and len(call.arguments) == 2
    (named,) = read_tree("(a:b c)")[0].children
    assert named.head is None and len(named.arguments) == 2
    (plain,) = read_tree('(a "b" "c')[0].children
    assert [child.string for child in plain.arguments] == ["b", "c"]


def test_the_innermost_part_at_a_place() -> None:
    """Between two characters: just behind a word it is the word, behind a closed bracket what is around it; on a name
    the whole that is named."""
    text = "(ab cd:(e) {f} g"
    root, _ = read_tree(text)
    assert (root.at(0).keyword, root.at(1).text, root.at(3).text) == ("ab", "ab", "ab")
    assert (root.at(4).keyword, root.at(7).keyword, root.at(8).text, root.at(9).text) == ("e", "e", "e", "e")
    assert root.at(10).keyword == "ab", "behind the bracket that is closed"
    assert (root.at(11).kind, root.at(12).text, root.at(13).text) == ("array", "f", "f")
    assert root.at(14).keyword == "ab" and root.at(16).text == "g"
    assert read_tree("  (a)")[0].at(0).kind == "root"


def test_strings_without_an_end() -> None:
    """They end with the line or before the next bracket; a string over lines is one only if no word follows its end."""
    told = lambda text: [token.text for token in tokens_of(text) if token.kind == "STRING"]  # noqa: E731
    assert told('(a "b c') == ['"b c'] and told('(a "b (c') == ['"b '] and told('(a "b\nc') == ['"b']
    assert told('(a "b\nc" d)') == ['"b\nc"'] and told('(a "b\n(c "d e")') == ['"b', '"d e"']
    assert told('"a" "b') == ['"a"', '"b']
    assert [token.start for token in tokens_of('(a "b (c "d"')] == [0, 1, 3, 10, 11], "a string, a word, and a mark"


# ------------------------------------------------------------------------------------------------ problems


def problem(start: int, end: int, **more: object) -> Problem:
    return Problem(start, end, "error", "x", "m", **{"related": (), "fix": (), **more})  # type: ignore[arg-type]


def test_problems_move_with_the_text() -> None:
    """`X` stands in place of `34`: what lies before stays, what lies behind moves, what was touched is gone."""
    old, new = "0123456789", "012X56789"
    for start in range(10):
        for end in range(start + 1, 11):
            kept = shifted([problem(start, end)], old, new)
            expected = [(start, end)] if end <= 3 else [(start - 1, end - 1)] if start >= 5 else []
            assert [(one.start, one.end) for one in kept] == expected, (start, end)
    assert shifted([problem(2, 4)], old, old)[0].start == 2
    grown = shifted([problem(3, 3), problem(4, 5)], old, "012XYZ3456789")
    assert [(one.start, one.end) for one in grown][-1] == (7, 8)


def test_what_belongs_to_a_problem_moves_too() -> None:
    """Its fix is whole or none; places in other texts stay."""
    old, new = "0123456789", "01X23456789"
    other = Source("lib", "zzz")
    related = ((Target(0, 1), "a"), (Target(5, 6), "b"), (Target(1, 3), "c"), (Target(1, 3, other), "d"))
    fix = (Replacement(0, 1, "p"), Replacement(7, 8, "q"))
    (kept,) = shifted([problem(4, 5, related=related, fix=fix)], old, new)
    assert kept.related == ((Target(0, 1), "a"), (Target(6, 7), "b"), (Target(1, 3, other), "d"))
    assert kept.fix == (Replacement(0, 1, "p"), Replacement(8, 9, "q"))
    (torn,) = shifted([problem(4, 5, fix=(Replacement(1, 3, "p"), *fix))], old, new)
    assert torn.fix == ()


@pytest.mark.parametrize(("one", "other", "count"), [
    ("", "", 0), ("abc", "abc", 3), ("abc", "abd", 2), ("abc", "ab", 2), ("x", "y", 0),
])  # fmt: skip
def test_common_beginnings(one: str, other: str, count: int) -> None:
    assert _common(one, other) == _common(other, one) == count


def test_a_problem_for_an_editor() -> None:
    """Its own place is the innermost in the text; others are told beside it; a fix elsewhere is none."""
    source, library = Source("a", "0123456789"), Source("lib", "zzzzz")
    used = Span(source, 4, 6)
    error = LudTypeError("wrong", Span(library, 1, 2, used), expected=["p", "q"], nearest=["r"], hint="Look.")
    error.when = ("A/1", "R")
    found = _problem(error, source)
    assert (found.start, found.end, found.severity) == (4, 6, "error")
    assert found.message == 'wrong\nexpected: p or q\ndid you mean: r?\nLook.\nThis happens with "A/1", "R".'
    assert found.related == ((Target(1, 2, library), "it stands here"),)
    error.fix = (Edit(Span(source, 0, 1), "x"),)
    assert _problem(error, source).fix == (Replacement(0, 1, "x"),)
    for wrong in (Span(library, 0, 1), Span(source, 9, 11)):
        error.fix = (Edit(Span(source, 0, 1), "x"), Edit(wrong, "y"))
        assert _problem(error, source).fix == ()
    between = Span(library, 3, 4, used)
    deep = _problem(LudTypeError("wrong", Span(library, 1, 2, between)), source)
    assert deep.related == ((Target(1, 2, library), "it stands here"), (Target(3, 4, library), "it is used here"))
    bare = _problem(LudWarning("m"), source)
    assert (bare.start, bare.end, bare.severity, bare.message, bare.related) == (0, 0, "warning", "m", ())
    inner = _problem(LudTypeError("wrong", Span(source, 1, 2, used)), source)
    assert (inner.start, inner.end) == (1, 2) and inner.related == ((Target(4, 6), "it is used here"),)
