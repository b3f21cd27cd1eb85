"""Text to plain syntax: words, names, places, brackets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lark import Lark
from lark.exceptions import UnexpectedToken

from ludparse import LudLimitError, LudSyntaxError, Source, parse
from ludparse.problems.spans import Span
from ludparse.reader import MAX_DEPTH, bracket_problems, parser
from ludparse.reader import read as read_module
from ludparse.reader.matching import open_parts
from ludparse.reader.parser import TABLES, Parser, UnreadableError, cut, grammar
from ludparse.reader.read import words
from ludparse.reader.syntax import Array, Atom, AtomKind, Call, Node, tokens
from ludparse.reader.write_tables import tables


def read(text: str) -> list[Node]:
    return parse(Source("<test>", text))


def only(text: str) -> Node:
    (node,) = read(text)
    return node


def problems(text: str) -> list[tuple[str, int, int]]:
    source = Source("<test>", text)
    found = bracket_problems(text, lambda start, end: Span(source, start, end))
    return [(p.code, p.line or 0, p.column or 0) for p in found]


def test_a_call_has_its_keyword_and_arguments_with_their_names() -> None:
    node = only('(move Step (to if:(is Empty (to))) 3 "Pawn1" {1 2})')
    assert isinstance(node, Call)
    assert node.keyword == "move"
    kinds = [type(arg.value).__name__ for arg in node.args]
    assert kinds == ["Atom", "Call", "Atom", "Atom", "Array"]
    inner = node.args[1].value
    assert isinstance(inner, Call)
    assert [arg.name for arg in inner.args] == ["if"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("3", AtomKind.NUMBER),
        ("-12", AtomKind.NUMBER),
        ("0.5", AtomKind.NUMBER),
        (".5", AtomKind.NUMBER),
        ("Mover", AtomKind.SYMBOL),
        ("#1", AtomKind.SYMBOL),
        ("~", AtomKind.SYMBOL),
        ("<Board:size>", AtomKind.SYMBOL),
        ("<(hex 7)>", AtomKind.SYMBOL),
        ("<>", AtomKind.SYMBOL),
        ("1..6", AtomKind.SYMBOL),
        ("*", AtomKind.SYMBOL),
    ],
)
def test_words(text: str, kind: AtomKind) -> None:
    node = only(text)
    assert isinstance(node, Atom)
    assert (node.text, node.kind) == (text, kind)


def test_less_and_greater_are_ludemes_behind_a_bracket() -> None:
    node = only("(if (< 1 2) (>= 3 <Tag>))")
    assert list(tokens(node)) == ["(", "if", "(", "<", "1", "2", ")", "(", ">=", "3", "<Tag>", ")", ")"]


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ('"a b"', "a b"),
        (r'"say \"no\""', r"say \"no\""),
        (r'"two \\" more"', r"two \\" + '" more'),
        ('"a // b"', "a // b"),
        ('"two\nlines"', "two\nlines"),
        ('""', ""),
    ],
)
def test_strings(text: str, inside: str) -> None:
    node = only(text)
    assert isinstance(node, Atom)
    assert (node.text, node.kind) == (inside, AtomKind.STRING)


def test_comments_are_left_out() -> None:
    assert [list(tokens(n)) for n in read('// one (\n(a // two "\n b) // three')] == [["(", "a", "b", ")"]]


def test_spans_are_exact() -> None:
    text = '(game "X"\n    {Alpha (two 2)})'
    node = only(text)
    assert isinstance(node, Call) and node.span is not None
    assert node.span.text == text
    array = node.args[1].value
    assert isinstance(array, Array) and array.span is not None
    assert (array.span.line, array.span.column, array.span.text) == (2, 5, "{Alpha (two 2)}")
    inner = array.items[1]
    assert inner.span is not None and inner.span.text == "(two 2)"
    assert (inner.span.end_line, inner.span.end_column) == (2, 18)


def test_what_is_cut_into_words_is_the_whole_text() -> None:
    text = '(a b:{1 2} "c d"**) // end\n'
    assert "".join(word for _, word in words(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        '(a b:{1 2} "c \\" d"** <(e "f) > 2">) // end\n',
        "(to)(from if:(is Empty (to)))( spaced)\t( // remark\n late) (one\n(two{three}))",
        '(glued"string") (x(y)) (half//comment\n) (under_score) (a1 b2) (plus+ 1) (<= 1 2) (label: 3) (name)',
        '{ #1 ~ 2..5 <Board:size>x:1 (#2 "n":) } <a(b> (<) (>)',
    ],
)
def test_words_are_cut_as_lark_cuts_them(text: str) -> None:
    lark = Lark(grammar(), parser="lalr", lexer="basic")
    assert list(cut(text)) == [(token.type, str(token), token.start_pos) for token in lark.lex(text)]


def test_the_tables_are_those_of_the_grammar() -> None:
    """Where not: python -m ludparse.reader.write_tables"""
    written = json.loads(Path(parser.__file__).with_name(TABLES).read_text("utf-8"))
    del written["written by"]
    assert written == json.loads(json.dumps(tables()))


@pytest.mark.parametrize(
    ("text", "at"), [("(a b", 3), ("(a b))", 5), ("{a)", 2), ("(a b: }", 6), (")", 0), ("(a (b {c: })", 11), ("(", 0)]
)
def test_what_is_not_of_the_grammar_is_refused_where_lark_refuses_it(text: str, at: int) -> None:
    builder = read_module._Builder()
    builder.span, builder.expanded, builder.problems = lambda start, end: Span(Source("", text), start, end), False, []
    with pytest.raises(UnreadableError) as refused:
        Parser(builder).parse(cut(text))
    with pytest.raises(UnexpectedToken) as caught:
        Lark(grammar(), parser="lalr").parse(text)
    assert refused.value.at == caught.value.pos_in_stream == at


def test_what_is_no_word_is_refused_with_its_place() -> None:
    with pytest.raises(UnreadableError) as refused:
        list(cut('(a  "b)'))
    assert refused.value.at == 4


def test_the_name_of_a_ludeme_is_the_same_however_it_is_written() -> None:
    written = ["(abc)", "( abc)", "(abc )", "(\nabc\n)", "(abc// remark\n)", "(abc(d))", "(abc{})", '(abc"")', "(ab1)"]
    assert [getattr(only(text), "keyword", None) for text in written] == ["abc"] * 8 + ["ab1"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(a\n (b", [("unclosed-bracket", 1, 1), ("unclosed-bracket", 2, 2)]),
        ("(a))", [("extra-bracket", 1, 4)]),
        ("(a {b))", [("wrong-bracket", 1, 6)]),
        ("(a {b\n)", [("unclosed-bracket", 1, 4)]),
        ('(a "b)', [("unterminated-string", 1, 4)]),
        ("(a // )\n)", []),
        ('(a ")" )', []),
        ("} (", [("surplus-bracket", 1, 1), ("unclosed-bracket", 1, 3)]),
    ],
)
def test_brackets(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert problems(text) == expected


def test_one_bracket_too_few_or_too_many_is_one_problem() -> None:
    whole = "(game\n    (rules\n        {\n            (a (b 1) (c 2))\n            (d)\n        }\n    )\n)\n"
    assert problems(whole) == []
    for at, character in enumerate(whole):
        if character in "(){}":
            assert len(problems(whole[:at] + whole[at + 1 :])) == 1, at
            assert len(problems(whole[:at] + character + whole[at:])) == 1, at


def test_the_lines_show_where_a_bracket_is_missing() -> None:
    text = "(game\n    (rules\n        (a (b 1)\n        (c)\n    )\n)\n"
    source = Source("<test>", text)
    (problem,) = bracket_problems(text, lambda start, end: Span(source, start, end))
    assert (problem.code, problem.line) == ("unclosed-bracket", 3)
    assert "line 3" in problem.hint


def test_all_problems_come_at_once() -> None:
    with pytest.raises(LudSyntaxError) as caught:
        read("(a}\n(b}\n")
    assert len(caught.value.problems) == 2
    assert "expected: )" in str(caught.value)


def test_nesting_has_a_limit() -> None:
    deep = "(a " * MAX_DEPTH + ")" * MAX_DEPTH
    assert isinstance(only(deep), Call)
    with pytest.raises(LudLimitError, match="nested"):
        read(f"(a {deep})")


def test_a_missing_quotation_mark_is_found_where_it_is_missing() -> None:
    text = '(game "A"\n    (piece "B Each)\n    (piece "C" Each)\n    (x {1 "D"})\n)\n'
    assert problems(text) == [("unterminated-string", 2, 12)]
    # Two of them are missing, so that their number is even.
    text = text.replace('"D"', '"D')
    assert problems(text) == [("unterminated-string", 2, 12)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("(a [b] [c | [d | e]])", ["[b]", "[c | [d | e]]"]),
        ('(a "[b" [c "]"] "d]")', ['[c "]"]']),
        ("(a // [b]\n [c // ]\n d] // [\n)", ["[c // ]\n d]"]),
        ("(a b] [c)", ["[c)"]),
        ("(a [b [c] d)", ["[b [c] d)"]),
        ("(a)", []),
    ],
)
def test_parts_that_are_left_open(text: str, parts: list[str]) -> None:
    """Brackets in strings and comments open nothing, and one that is not closed goes on to the end."""
    assert [text[start:end] for start, end in open_parts(text)] == parts
