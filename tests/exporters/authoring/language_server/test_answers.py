"""What the language server answers, without an editor: completion, hover, names, outline, and texts in pieces."""

from __future__ import annotations

import random
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import Library
from ludparse.exporters.authoring.language_server import answers
from ludparse.exporters.authoring.language_server.completion import Completion, complete
from ludparse.exporters.authoring.language_server.document import Document
from ludparse.exporters.authoring.language_server.lines import Lines
from ludparse.exporters.authoring.language_server.problems import problems_of
from ludparse.exporters.authoring.language_server.tree import read_tree, tokens_of
from ludparse.reader.read import words

ROOT = Path(__file__).resolve().parents[4]
GAMES = sorted(ROOT.glob("games/*/*.lud"))

TEXT = """\
// A game of lines.
// It has an option.
(define "Row" (is Line #1))

(game "Rows"
    (players 2)
    (equipment {
        (board (square <Board:size>))
        (piece "Disc" Each)
        (regions "Home" P1 (sites Bottom))
    })
    (rules
        (start (place "Disc1" (sites "Home")))
        (play (move Add (to (sites Empty))))
        (end (if ("Row" 3) (result Mover Win)))
    )
)

(option "Board Size" <Board> args:{<size>} {
    (item "3" <3> "Small.")
    (item "4" <4> "Large.")*
})
"""


def marked(text: str) -> tuple[Document, int]:
    """The document of a text and the offset at which it has a `|`."""
    offset = text.index("|")
    return Document(text[:offset] + text[offset + 1 :]), offset


def at(text: str, within: str = TEXT) -> tuple[Document, int]:
    """The text with what stands at `|` of a part of it."""
    before = text.replace("|", "")
    assert within.count(before) == 1, before
    return Document(within), within.index(before) + text.index("|")


def put(old: str, new: str) -> tuple[Document, int]:
    """The text with a change, which has a `|`."""
    assert TEXT.count(old) == 1, old
    return marked(TEXT.replace(old, new))


def labels(found: list[Completion]) -> set[str]:
    return {one.label for one in found}


def test_a_ludeme_where_a_condition_is_expected() -> None:
    document, offset = put('(if ("Row" 3)', "(if (|)")
    found = complete(document, offset)
    assert {"is Line", "no Moves", "and", '"Row"'} <= labels(found)
    assert not {"move", "square", "is", "sites Empty"} & labels(found)
    (line,) = [one for one in found if one.label == "is Line"]
    assert line.snippet and line.insert == "is Line ${1:a whole number}"  # the bracket is closed already
    assert line.start == line.end == offset


def test_the_first_word_of_a_ludeme() -> None:
    assert labels(complete(*put('("Row" 3)', "(is | 3)"))) >= {"Line", "Empty", "Connected"}
    assert "Mover" in labels(complete(*put("(result Mover Win)", "(result | Win)")))
    assert labels(complete(*put("(result Mover Win)", "(result Mover |)"))) >= {"Win", "Loss", "Draw"}
    assert "Line" not in labels(complete(*put("(result Mover Win)", "(result Mover W|)")))


def test_the_names_of_arguments() -> None:
    found = labels(complete(*put('("Row" 3)', "(is Line 3 |)")))
    assert {"exact:", "through:", "throughAny:", "Orthogonal", "Mover"} <= found
    assert {"True", "False"} <= labels(complete(*put('("Row" 3)', "(is Line 3 exact:|)")))


def test_names_in_strings() -> None:
    assert labels(complete(*at('(place "|Disc1"'))) == {"Disc", "Disc1", "Disc2", "Row"}
    assert labels(complete(*put('(sites "Home")', '(sites "|")'))) == {"Home", "Row"}
    assert labels(complete(*at('(piece "|Disc"'))) == set()


def test_coordinates_of_the_text_go_on() -> None:
    """After two of a row the third comes first; one that stands elsewhere in the text is offered too."""
    start = '(place "Disc1" {"C3" "D3" "E3"}) (place "Disc2" {"A1" "B1" |})'
    found = [one.label for one in complete(*put('(place "Disc1" (sites "Home"))', start))]
    assert found[0] == '"C1"' and {'"E3"', '"D3"'} <= set(found)


def test_defines_stand_only_where_their_kind_fits() -> None:
    """A condition is no outcome, and nothing but players comes after `(result `."""
    found = complete(*put("(result Mover Win)", "(result |)"))
    assert '"Row"' not in labels(found) and {one.kind for one in found} <= {"constant", "option"}
    assert len(found) <= 30
    assert '"Row"' in labels(complete(*put('(if ("Row" 3)', "(if (|)")))


def test_an_opening_angle_bracket_is_that_of_an_option() -> None:
    assert labels(complete(*put("(square <Board:size>)", "(square <|)"))) == {"<Board:size>"}


def test_the_likeliest_comes_first() -> None:
    """What the library mostly has at a place is sent first."""
    assert complete(*put("(result Mover Win)", "(result |)"))[0].label == "Mover"
    assert complete(*put("(result Mover Win)", "(result Mover |)"))[0].label == "Win"
    assert complete(*put("(move Add (to (sites Empty)))", "(move Add (to (|)))"))[0].label == "sites Empty"
    assert complete(*put('(piece "Disc" Each)', '(piece "Disc" |)'))[0].label == "Each"


def test_within_defines_and_options() -> None:
    found = labels(complete(*put("(is Line #1)", "(|)")))
    assert "is Line" in found and "square" not in found
    assert "<Board:size>" in labels(complete(*put("(square <Board:size>)", "(square |)")))
    assert labels(complete(Document("("), 1)) == {"game", "define", "option", "rulesets", "metadata"}
    assert complete(*marked('(game "A") // (|')) == []


def test_every_ludeme_that_is_offered_fits() -> None:
    """What is inserted for a condition gives no problem but that of the holes that are left."""
    document, offset = put('(if ("Row" 3)', "(if (|)")
    (one,) = [one for one in complete(document, offset) if one.label == "is Full"]
    text = document.text[: one.start] + one.insert + document.text[one.end :]
    assert [p.code for p in problems_of(text, "<text>") if p.severity == "error"] == []


def test_hover() -> None:
    found = answers.hover(*at("(mo|ve Add"))
    assert found is not None and "**(move Add|Claim …)**" in found.markdown
    found = answers.hover(*at("(move A|dd"))
    assert found is not None and "**(move Add|Claim …)**" in found.markdown
    found = answers.hover(*at("(result Mo|ver Win)"))
    assert found is not None and found.markdown.startswith("**Mover** (RoleType): the player to move")
    found = answers.hover(*at('("R|ow" 3)'))
    assert found is not None
    assert "a define with 1 parameter" in found.markdown and "stands here for\n```lud\n(is Line 3)" in found.markdown
    found = answers.hover(*at('(place "Di|sc1"'))
    assert found is not None and '(piece "Disc" Each)' in found.markdown
    found = answers.hover(*at("(square <Bo|ard:size>)"))
    assert found is not None and found.markdown == "the option **Board Size**: 3, 4"
    found = answers.hover(*marked("(count Sites i|n:(sites Empty))"))
    assert found is not None and found.markdown.startswith("**in:** ") and (found.start, found.end) == (13, 15)
    assert answers.hover(Document(""), 0) is None


@pytest.mark.parametrize(
    ("place", "declared", "count"),
    [('("R|ow" 3)', '"Row" (is', 2), ('(place "Di|sc1"', '"Disc" Each', 2), ('(sites "Ho|me")', '"Home" P1', 2),
     ("(square <Bo|ard:size>)", "Board> args", 2)],
)  # fmt: skip
def test_names(place: str, declared: str, count: int) -> None:
    document, offset = at(place)
    (target,) = answers.definition(document, offset)
    assert document.text[target.start :].startswith(declared.lstrip('"'))
    assert len(answers.references(document, offset)) == count
    assert len(answers.references(document, offset, declaration=False)) == count - 1
    changed = document.text
    for target in reversed(answers.rename(document, offset, "Other")):
        changed = changed[: target.start] + "Other" + changed[target.end :]
    assert [p for p in problems_of(changed, "<text>") if p.severity == "error"] == []
    assert len(answers.references(Document(changed), changed.index("Other") + 1)) == count


def test_a_tag_belongs_to_its_option_among_several() -> None:
    """The second option, its use, and not the first one; the values in `args:` are no tags."""
    second = '(option "Goal" <Goal> args:{<Goal>} {(item "a" <3> "d")})'
    text = TEXT.replace('("Row" 3)', '("Row" <Goal:Goal>)') + second
    document = Document(text)
    for place in (text.index("<Goal:Goal>"), text.index("<Goal> args")):
        assert [text[t.start - 1 : t.end + 1] for t in answers.references(document, place + 1)] == ["<Goal:", "<Goal>"]
    found = answers.hover(document, text.index("<Goal:Goal>") + 1)
    assert found is not None and found.markdown == "the option **Goal**: a"
    with pytest.raises(answers.RenameError, match="no name here"):
        answers.rename(document, text.index("{<Goal>}") + 2, "Other")


def test_what_cannot_be_renamed() -> None:
    with pytest.raises(answers.RenameError, match="cannot be a name"):
        answers.rename(*at('(piece "Di|sc"'), 'a"b')
    with pytest.raises(answers.RenameError, match="already"):
        answers.rename(*at('(piece "Di|sc"'), "Row")
    with pytest.raises(answers.RenameError, match="no name here"):
        answers.rename(*at("(pla|yers 2)"), "Other")


def test_defines_of_a_library(tmp_path: Path) -> None:
    (tmp_path / "def").mkdir()
    (tmp_path / "def" / "Three.def").write_text('(define "Three" (is Line 3))', encoding="utf-8")
    document, offset = put('("Row" 3)', '"Thr|ee"')
    document = Document(document.text, library=Library.open(tmp_path))
    (target,) = answers.definition(document, offset)
    assert target.source is not None and target.source.text[target.start : target.end] == "Three"
    found = answers.hover(document, offset)
    assert found is not None and "a define of the library" in found.markdown and "(is Line 3)" in found.markdown
    assert "Three" in labels(complete(document, offset))
    with pytest.raises(answers.RenameError, match="library"):
        answers.rename(document, offset, "Four")


def test_signatures() -> None:
    found = answers.signature_help(*put('("Row" 3)', "(is Line |)"))
    assert found is not None and len(found.labels) == 1 and found.labels[0].startswith("(is Line [Vertex|Edge|Cell]")
    assert found.active[0] is not None
    assert found.parameters[0][found.active[0]][0].startswith(("one of Vertex", "a whole"))
    assert any(said.startswith("how many sites in a row") for _, said in found.parameters[0])
    found = answers.signature_help(*at('("Row" |3)'))
    assert found is not None and found.labels == ('("Row" #1)',) and "a whole number" in found.parameters[0][0][0]
    assert answers.signature_help(Document("   "), 1) is None


@pytest.mark.parametrize(
    ("call", "following"),
    [
        ('(start (place "Disc1" {0 1} |))', "a region"),
        ('(start (place Stack items:{"Disc1"} |))', "a string in quotation marks"),  # of the container
        ('(start (place Stack "Disc1" {0 1} |))', "count: with a whole number"),
        ("(play (or {(move Pass)} |))", "(then …)"),
        ("(play (random {0.5 0.5} |))", "a list in braces, each moves"),
        ("(play (if (is In {1 2} |) (move Pass)))", "a region"),
        ("(play (move Leap {{F F R}} |))", "forward: with a condition"),
        ("(end (if (is Line 3) {(if True (result P1 Win))} |))", "a result"),
        ("(play (if (is In 1 |) (move Pass)))", "a region"),
    ],
)
def test_what_follows_an_argument(call: str, following: str) -> None:
    """By the grammar, as Ludii's language reference has it: `(place <string> [<siteType>] [{<int>}] [<sites>] …)`,
    `(or {<moves>} [<then>])` and so on. A list belongs where a list of its kind is wanted."""
    text = f'(game "G" (players 2) (equipment {{ (board (square 3)) (piece "Disc" Each) }}) (rules {call}))'
    found = answers.signature_help(Document(text.replace("|", "")), text.index("|"))
    assert found is not None
    (active,), (parameters,) = found.active, found.parameters
    assert active is not None and parameters[active][0] == following


def test_outline_and_folds() -> None:
    document = Document(TEXT)
    define, game, option = answers.outline(document)
    assert (define.name, game.name, option.name) == ("Row", "Rows", "Board Size")
    assert [part.name for part in game.children] == ["equipment", "rules"]
    assert [part.name for part in game.children[0].children] == ["board", "Disc", "Home"]
    assert [part.name for part in option.children] == ["3", "4"]
    folds = answers.folds(document)
    assert answers.Fold(0, 1, True) in folds
    assert answers.Fold(4, 16) in folds
    assert answers.Fold(6, 10) in folds


def test_colours() -> None:
    document = Document(TEXT)
    found = {document.text[one.start : one.end]: one.type for one in answers.colours(document)}
    assert found["game"] == "keyword" and found["Mover"] == "enumMember" and found["#1"] == "typeParameter"
    assert found['"Row"'] == "macro" and found['"Disc"'] == "class" and found['"Home"'] == "property"
    assert found['"Rows"'] == "string" and found["2"] == "number" and found["args:"] == "parameter"
    places = [(one.start, one.end) for one in answers.colours(document)]
    assert all(a[1] <= b[0] for a, b in pairwise(places))


def test_formatting() -> None:
    text = answers.formatted(Document('(define   "A"   3)'))
    assert text == '(define "A" 3)\n'
    assert answers.formatted(Document("(a")) is None


def test_a_string_without_its_end_is_one_line() -> None:
    document, offset = put('(piece "Disc" Each)', '(piece "Di|')
    names = {symbol.name for symbol in answers.outline(document)}
    assert {"Row", "Rows", "Board Size"} <= names
    assert document.root.at(offset).text == '"Di'


def test_brackets_without_their_end() -> None:
    document = Document(TEXT.replace("(result Mover Win)))", "(result Mover Win"))
    assert [symbol.name for symbol in answers.outline(document)] == ["Row", "Rows", "Board Size"]
    found = answers.hover(document, document.text.index("Mover"))
    assert found is not None and "RoleType" in found.markdown


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_words_of_a_whole_text_are_those_of_the_reader(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expected = "".join(word for kind, word in words(text) if kind != "SPACE")
    assert "".join(token.text for token in tokens_of(text)) == expected
    root, _ = read_tree(text)
    assert all(node.closed for node in root.walk())


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_is_written_is_among_what_is_offered(path: Path) -> None:
    """At every constant and keyword of our games, what stands there is offered there."""
    document = Document(path.read_text(encoding="utf-8"))
    nodes = [node for node in document.root.walk() if node.kind == "atom" and node.parent is not None]
    asked = missing = 0
    for node in random.Random(1).sample(nodes, min(60, len(nodes))):
        parent = node.parent
        if parent is None or not node.text[:1].isalpha() or document.expected(parent) is None:
            continue
        found = labels(complete(document, node.start + 1))
        asked += 1
        missing += node.text not in {label.split()[0] for label in found} | found
    assert missing * 20 <= asked, (missing, asked)


def test_five_thousand_lines_are_answered_in_time() -> None:
    line = "        (if (is Line 3) (result Mover Win))\n"
    text = (
        f'(game "Long" (players 2) (equipment {{(board (square 3))}}) (rules (play (pass)) (end {{\n{line * 5000}}})))'
    )
    began = time.process_time()
    document = Document(text)
    found = answers.hover(document, text.index("Mover", len(text) // 2))
    assert found is not None and "RoleType" in found.markdown
    assert time.process_time() - began < 5


# ---------------------------------------------------------------------- random edits

_BITS = [
    "(",
    ")",
    "{",
    "}",
    '"',
    "<",
    ">",
    "#1",
    " ",
    "\n",
    "(define ",
    "is",
    "Line",
    ":",
    "~",
    "//",
    "é",
    "\U0001f3b2",
]


def everything(document: Document, offset: int) -> list[object]:
    """All answers about a place."""
    return [
        complete(document, offset), answers.hover(document, offset), answers.signature_help(document, offset),
        answers.definition(document, offset), answers.references(document, offset), answers.outline(document),
        answers.folds(document), answers.colours(document), answers.rename_range(document, offset),
    ]  # fmt: skip


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_random_edits(path: Path) -> None:
    """No edit breaks the server, and what was asked before does not change an answer."""
    draw = random.Random(path.stem)
    text = path.read_text(encoding="utf-8")[:6000]
    for _ in range(12):
        start = draw.randrange(len(text) + 1)
        end = min(len(text), start + draw.choice((0, 0, 1, 5, 40)))
        text = text[:start] + draw.choice(_BITS) * draw.choice((0, 1, 1, 2)) + text[end:]
        document = Document(text)
        for _ in range(2):
            everything(document, draw.randrange(len(text) + 1))
        offset = min(len(text), start + 1)
        assert everything(document, offset) == everything(Document(text), offset)


@given(st.text(alphabet='(){}"<>#1 \nab:/~é', max_size=60), st.integers(0, 60))
@settings(max_examples=150, deadline=None)
def test_any_text_is_answered(text: str, offset: int) -> None:
    document = Document(text)
    everything(document, min(offset, len(text)))
    nodes = list(document.root.walk())
    assert all(0 <= node.start <= node.end <= len(text) for node in nodes)
    tokens = document.tokens
    assert all(text[token.start : token.end] == token.text for token in tokens)
    assert all(a.end <= b.start for a, b in pairwise(tokens))


# ---------------------------------------------------------------------- lines


@given(st.text(alphabet="a\r\n\x0c\u2028é\U0001f3b2", max_size=30), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
@settings(max_examples=150, deadline=None)
def test_positions_go_there_and_back(text: str, encoding: str) -> None:
    lines = Lines(text, encoding)
    for offset in range(len(text) + 1):
        if offset == 0 or text[offset - 1 : offset + 1] != "\r\n":  # no place between the two
            assert lines.offset(*lines.position(offset)) == offset


def test_columns_are_counted_in_units() -> None:
    assert Lines("\U0001f3b2x", "utf-16").position(1) == (0, 2)
    assert Lines("\U0001f3b2x", "utf-8").position(1) == (0, 4)
    assert Lines("\U0001f3b2x", "utf-32").position(1) == (0, 1)
    assert Lines("a\nb").offset(0, 99) == 1
    assert Lines("a\nb").offset(9, 0) == 3
