"""Defines, comments and ranges: what the text means once they are replaced, and where its words came from."""

from __future__ import annotations

import pytest

from ludparse import Library, LudError, LudLimitError, LudSyntaxError, Source
from ludparse.expansion import defines as defines_module
from ludparse.expansion.pipeline import Expansion, expand_source
from ludparse.reader.syntax import Call, tokens, walk


def expansion(text: str, library: Library | None = None) -> Expansion:
    result = expand_source(Source("<test>", text), library)
    if result.problems:
        raise result.problems[0]
    return result


def words(text: str) -> str:
    """The words of the game, with blanks between them."""
    game = expansion(text).game
    assert game is not None
    return " ".join(tokens(game)).replace("( ", "(").replace(" )", ")")


@pytest.mark.parametrize(
    ("description", "meaning"),
    [
        ('(define "A" 3) (game "A" (x "A"))', '(game "A" (x 3))'),
        ('(define "A" (is #1 #2)) (game "g" ("A" Line 4))', '(game "g" (is Line 4))'),
        ('(define "A" (is #1 #2)) (game "g" ("A" ~ 4))', '(game "g" (is 4))'),
        ('(define "A" (is #1 #2)) (game "g" ("A" Line))', '(game "g" (is Line))'),
        ('(define "A" (is #1 #2)) (game "g" "A")', '(game "g" (is))'),
        ('(define "A" (is #1)) (game "g" ("A" if:(no more)))', '(game "g" (is if: (no more)))'),
        ('(define "A" (is x:#1)) (game "g" ("A"))', '(game "g" (is))'),
        ('(define "A" (is "Pawn#1")) (game "g" ("A" 2))', '(game "g" (is "Pawn2"))'),
        ('(define "A" a b) (game "g" (x "A"))', '(game "g" (x a b))'),
        ('(define "A" (x #1)) (game "g" (("A" 1)))', '(game "g" (x 1))'),
        ('(define "A" (x #1)) (game "g" ("A" ("A" 1)))', '(game "g" (x (x 1)))'),
        ('(define "A" ("B" 1 #1)) (define "B" (x #2 #1)) (game "g" ("A" 2))', '(game "g" (x 2 1))'),
        ('(define "B" (x #2 #1)) (define "A" ("B" 1 #1)) (game "g" ("A" 2))', '(game "g" (x 2 1))'),
        # One digit: the tenth parameter is the first and a zero.
        ('(define "A" (x #1 #10)) (game "g" ("A" 7))', '(game "g" (x 7 70))'),
        # A parameter counts only if those before it occur, and is otherwise left to complain about.
        ('(define "A" (x "#2")) (game "g" ("A" 7 8))', '(game "g" (x "#2"))'),
        # Arguments too many are ignored.
        ('(define "A" (x #1)) (game "g" ("A" 7 8))', '(game "g" (x 7))'),
        # An argument that itself stands for two words: it depends on which define comes first.
        ('(define "P" 1 2) (define "A" (x #2 #1)) (game "g" ("A" "P"))', '(game "g" (x 2 1))'),
        ('(define "A" (x #2 #1)) (define "P" 1 2) (game "g" ("A" "P"))', '(game "g" (x 1 2))'),
        # Half a bracket.
        ('(define "Open" (x {) (define "Close" }) (game "g" "Open" 1 "Close"))', None),
        ('(define "Half" 1} {2) (game "g" (x {0 "Half" 3}))', '(game "g" (x { 0 1 } { 2 3 }))'),
        # Names of games, matches and instances are no uses.
        ('(define "g" 3) (game "g" (x "g"))', '(game "g" (x 3))'),
        # A blank before a define that stands for nothing is still one.
        ('(define "g" ) (game "h" (x "g"game "g"))', '(game "h" (x game "g"))'),
        # Defines in defines.
        ('(define "A" (x) (define "B" 5)) (game "g" "A" "B")', '(game "g" (x) 5)'),
        # The first of two that are called the same.
        ('(define "A" 1) (define "A" 2) (game "g" (x "A"))', '(game "g" (x 1))'),
        ('(game "g" // "A" (\n (x)) // end', '(game "g" (x))'),
        ('(game "g" (x {1..4} 3..1 5..6))', '(game "g" (x { 1 2 3 4 } 3 2 1 5 6))'),
        ('(game "g" {"A1".."B2" "C1".."C2"})', '(game "g" { "A1" "A2" "B1" "B2" "C1" "C2" })'),
        ('(define "N" 4) (game "g" (x {1.."N"}))', '(game "g" (x { 1 2 3 4 }))'),
        # What vanishes leaves nothing behind.
        ('(game "g" () (x y: ))', '(game "g" (x))'),
        ('(game "g" ((x) (y)))', '(game "g" (x) (y))'),
        ('(game "g" x:((y)))', '(game "g" x: (y))'),
        ('(game "g" (from: (y)))', '(game "g" (from (y)))'),
        ('(game "a  b: ( c )" (x))', '(game "a b:(c)" (x))'),
        (r'(game "a \"b\"" (x))', """(game "a 'b'" (x))"""),
        ('(game "g" (x)) (metadata (info {(a "b")}))', '(game "g" (x))'),
    ],
)
def test_what_it_means(description: str, meaning: str | None) -> None:
    if meaning is None:
        with pytest.raises(LudSyntaxError):
            words(description)
    else:
        assert words(description) == meaning


@pytest.mark.parametrize(
    ("description", "outside"),
    [
        # as Ludii 1.3.13 took them, with its game for (game …)
        ('```lud\n(game "g" (x))\n```\nA game of mine.', ["```lud", "```\nA game of mine."]),
        ('# no:yes #1 <b> {a {b}}\n(game "g" (x))', ["# no:yes #1 <b> {a {b}}"]),
        ('Sites 0..3 are [here]\n(game "g" (x))', ["Sites 0..3 are [here]"]),
        ('*** (game "g" (x)) ***', []),
        ('(game "g" (x)) }{ see (a b) and "c"', ['}{ see (a b) and "c"']),
        ('(define "A" (x #1 #2)) (game "g" ("A")) See "A" or (game "h" (y))', ["See", '"A"', 'or (game "h" (y))']),
        ('(game "g" (x)) (metadata (a)) (metadata (b)) Thanks (all', ["(metadata (b)) Thanks (all"]),
        # what Ludii refuses
        ('my (own) words (game "g" (x))', None),
        ('"(own)" words (game "g" (x))', None),
        ('(define "A" (own)) "A" (game "g" (x))', None),
        ('(metadata (a)) (game "g" (x))', None),
        ('(game "g" (x)) )(', None),
        ('(game "g" (x)) (and so', None),
        ('(game "g" (x)) it is 5" long', None),
        ('(game "g" (x)) (rules (y))', None),
    ],
)  # fmt: skip
def test_text_around_the_game(description: str, outside: list[str] | None) -> None:
    result = expand_source(Source("<test>", description))
    if outside is None:
        assert result.problems
    else:
        assert not result.problems
        assert result.game is not None
        assert result.game.args[0].value.span.text == '"g"'
        assert [warning.span.text for warning in result.outside if warning.span] == outside


def test_places_in_a_define_and_where_it_is_used() -> None:
    text = '(define "A" (outer ("B" #1)))\n(define "B" (inner #1))\n(game "g" ("A" arg))'
    game = expansion(text).game
    assert game is not None
    inner = next(node for node in walk(game) if isinstance(node, Call) and node.keyword == "inner")
    assert inner.span is not None
    assert [(place.text, place.line, place.column) for place in inner.span.places] == [
        ("(inner #1)", 2, 13),
        ('"B"', 1, 21),
        ('"A"', 3, 12),
    ]
    argument = inner.args[0].value
    assert argument.span is not None
    assert [(place.text, place.line) for place in argument.span.places] == [("arg", 3)]


def test_places_in_an_option() -> None:
    text = '(game "g" (board <Size:b>))\n(option "S" <Size> args:{<a> <b>} {(item "1" <x> <(hex 5)> "d")})'
    game = expansion(text).game
    assert game is not None
    hexagon = next(node for node in walk(game) if isinstance(node, Call) and node.keyword == "hex")
    assert hexagon.span is not None
    assert [(p.text, p.line) for p in hexagon.span.places] == [("(hex 5)", 2), ("<Size:b>", 1)]


def problem_of(text: str) -> LudError:
    result = expand_source(Source("<test>", text))
    assert result.problems
    return result.problems[0]


def test_a_define_that_uses_itself_is_shown_with_both_places() -> None:
    error = problem_of('(define "A" (x "B"))\n(define "B" ("A"))\n(game "g" (y "A"))')
    assert error.code == "recursive-define"
    assert error.span is not None and len(error.span.places) == 3
    assert error.span.places[-1].line == 3


def test_an_unknown_define_names_the_nearest() -> None:
    error = problem_of('(define "StepMove" (x #1)) (game "g" ("StepMvoe" 1))')
    assert error.code == "no-library"
    assert error.nearest == ("StepMove",)
    assert "no library was given" in error.hint


def test_what_grows_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(defines_module, "MAX_TEXT", 1000)
    error = problem_of(
        '(define "A" "B" "B") (define "B" "C" "C") (define "C" 1234567 (x)) (game "g" ' + '"A" ' * 40 + ")"
    )
    assert isinstance(error, LudLimitError)
    assert error.code == "expansion-too-large"


def test_indentation_does_not_count_for_the_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """The places of errors are still found."""
    monkeypatch.setattr(defines_module, "MAX_TEXT", 4_000_000)
    deep = "\n" + " " * 700_000
    text = f'(game "g"{"".join(f"{deep}(x{n})" for n in range(6))})'
    found = expansion(text).game
    assert found is not None
    assert " ".join(tokens(found)) == '( game "g" ' + " ".join(f"( x{n} )" for n in range(6)) + " )"
    last = [node for node in walk(found) if isinstance(node, Call)][-1]
    assert last.span is not None
    assert text[last.span.start : last.span.end] == "(x5)"
    error = problem_of(f'(game "g" {"(x)" * 1_400_000})')
    assert error.code == "expansion-too-large"


def test_missing_closing_bracket_of_a_define_is_found_where_it_is_missing() -> None:
    error = problem_of('(define "A" (x)\n\n(game "g" "A")')
    assert (error.code, error.line, error.column) == ("unclosed-bracket", 1, 1)


def test_metadata_are_data() -> None:
    text = (
        '(game "g" (x <B>))\n'
        '(option "Board" <B> args:{<n>} {(item "Small" <3> "d")* (item "Large" <5> "d")})\n'
        '(metadata (info {(description "About \\"g\\"") (aliases {"h" "i"})'
        ' (useFor {"Board/Small"} (rules "small ones")) (useFor "Board/Large" (rules "large ones"))})'
        ' (graphics {(piece Scale "Pawn" 0.5)}))'
    )
    metadata = expansion(text).metadata
    assert metadata.info == {"description": ('About "g"',), "aliases": ("h", "i"), "rules": ("small ones",)}
    assert metadata.text("rules") == "small ones"
    (graphics,) = metadata.section("graphics")
    assert list(tokens(graphics)) == ["(", "piece", "Scale", '"Pawn"', "0.5", ")"]
    large = expand_source(Source("<test>", text), options=["Board/Large"])
    assert large.metadata.text("rules") == "large ones"


def test_faults_in_the_metadata_do_not_hinder_the_game() -> None:
    result = expansion('(game "g" (x)) (metadata (info {(rules "a"})))')
    assert result.game is not None
    assert result.metadata.info == {}
    assert [p.code for p in result.metadata_problems] == ["wrong-bracket", "surplus-bracket"]


def test_agents_are_told_by_their_own_part_of_the_metadata() -> None:
    text = """(game "G" (players 2)) (metadata (info { (author "Somebody") }) (ai (bestAgent "UCT")))"""
    assert [" ".join(tokens(arg.value)) for arg in expansion(text).ai] == ['( bestAgent "UCT" )']
