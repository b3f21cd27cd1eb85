"""What is said about wrong descriptions: all problems, each at its place, and none twice."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import LudError, Source, check
from ludparse.binding.alignment import MAX_ARGUMENTS, Aligner, names_kind
from ludparse.binding.bind import NO_FIT, Binder
from ludparse.binding.diagnosis import explain
from ludparse.binding.signatures import constants, forms_of, type_of_class
from ludparse.ludemes import Game
from ludparse.ludemes.base import REGISTRY, Ludeme, is_own
from ludparse.problems.complaints import MAX_PROBLEMS
from ludparse.problems.errors import edits, nearest
from ludparse.problems.message import example
from ludparse.problems.spans import Span
from ludparse.reader import read_source
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node, walk

GAME = type_of_class(Game)


def read(text: str) -> Node:
    (node,) = read_source(Source("mine.lud", text), [])
    return node


def problems(text: str) -> list[LudError]:
    return explain(read(text), GAME)


@pytest.mark.parametrize("head", ['("Nobody"', "(orr"])
def test_every_argument_of_what_nobody_knows_is_looked_at(head: str) -> None:
    found = check(example(play=f"{head} (move Pass 1) (move Pass 2))"))
    assert [problem.span.text for problem in found if problem.span][1:] == ["1", "2"]


def test_a_right_description_has_no_problems() -> None:
    assert problems(example()) == []


def test_all_problems_are_reported_in_the_order_of_the_text() -> None:
    found = problems(
        example(
            players="(players two)",
            board="(bord (square 3))",
            play="(move Add (to (sites Emty)) thn:(moveAgain))",
            end="(if (is Line 3 exact:3) (result Mover Won))",
        )
    )
    lines = [error.line for error in found]
    assert lines == sorted(lines)  # type: ignore[type-var]
    assert [error.span.text for error in found if error.span] == ["two", "(bord", "Emty", "thn:", "3", "Won"]
    assert found[1].nearest[0] == "board"
    assert found[2].nearest == ("Empty",)


HINTS = [
    # several things where one stands
    ("end", "(if (and (is Line 3) (is Full) (no Moves Next)) (result Mover Win))", "braces: (and {… …})"),
    ("play", "(or (move Pass) (move Pass) (move Pass))", "braces: (or {… …})"),
    ("end", "(if (is Full) (result Mover Win)) (if (is Line 3) (result Mover Win))", "braces: (end {… …})"),
    ("play", "(move Add (to (sites Empty)) (then (moveAgain) (addScore Mover 1)))", "joined: (then … (and … …))"),
    ("play", "(move Pass) (move Add (to (sites Empty)))", "joined: (play … (or … …))"),
    # where something belongs
    ("play", "(move Add (to (sites Empty) (then (moveAgain))))", "outside of its (to …)"),
    ("play", "(move Add (to (sites Empty)) (then (moveAgain)) (then (moveAgain)))", "leave one of the two out"),
    ("play", "(move Step (to if:(is Enemy (who at:(to))) (remove (to))))", "is written in (apply …)"),
    ("play", "(move Add (to (sites Empty)) (then (apply (moveAgain))))", "(between …), and without it elsewhere"),
    ("play", "(move Add (to (sites Empty)) (then (if (is Full) (result Mover Draw))))", "in the end rules alone"),
    # what a word means
    ("end", "(if (no Moves Opponent) (result Mover Win))", "did you mean: Next or Enemy?"),
    ("end", "(if (isFull) (result Mover Win))", "did you mean: is Full?"),
    ("end", "(if (is Own (to)) (result Mover Win))", "did you mean: Friend?"),
    ("end", "(if (is Whole) (result Mover Win))", "lud explain is lists them all."),
    ("end", "(if ((count Turns) = 9) (result Mover Win))", "The operator comes first: (= … …)."),
    ("end", "(if ((is Line 3) || (is Full)) (result Mover Win))", "The operator comes first: (or … …)."),
    ("end", "(if (3 <= (count Moves)) (result Mover Win))", "<= has to stand before its arguments"),
]  # fmt: skip


@pytest.mark.parametrize(("where", "text", "said"), HINTS)
def test_a_message_says_what_would_be_right(where: str, text: str, said: str) -> None:
    """In one message, where there is one mistake."""
    found = [error for error in check(example(**{where: text})) if error.severity == "error"]
    assert len(found) == 1
    assert said in found[0].explain()


@pytest.mark.parametrize(("where", "text", "never"), [
    ("play", '(move Add (to (sites "Home" 1)))', "braces"),  # a name and a number are no list
    ("play", "(move Add (target (sites Empty)))", "forget"),  # which cannot stand there
    ("end", '(if (is In 1 (sites "Nowhere")) (result Mover Win))', "no regions"),  # there is one without a name
])  # fmt: skip
def test_a_message_says_nothing_that_would_not_be_right(where: str, text: str, never: str) -> None:
    found = check(example(**{where: text, "pieces": '(piece "Disc" Each) (regions P1 (sites Bottom))'}))
    assert found
    assert not any(never in error.explain() for error in found)


def test_all_that_can_stand_at_a_place_is_told() -> None:
    """Not only what the first of several forms has there that fit as well."""
    text = example()
    (error,) = check(text.replace("(players 2)", "(players 1.5)"))
    assert {"a whole number", "a list in braces, each (player …)"} == set(error.expected[0].split(" or "))


def test_the_name_of_an_argument_stands_before_the_use_of_a_define() -> None:
    """Which lacks an argument, as it may: that is no mistake."""
    define = '(define "Both" (then (and {#1 #2})))'
    (error,) = check(define + example(play='(move Add (to (sites Empty)) then:("Both" (moveAgain)))'))
    assert error.span is not None and (error.code, error.span.text) == ("name-not-here", "then:")


def test_an_explanation_shows_the_place() -> None:
    (error,) = problems(example(end="(if (is Lin 3) (result Mover Win))"))
    assert (error.file, error.line, error.column) == ("mine.lud", 10, 22)
    text = error.explain()
    assert "mine.lud:10:22: type error: 'Lin' is not known here" in text
    assert "   10 |         (end (if (is Lin 3) (result Mover Win)))\n      |                      ^^^" in text
    assert "did you mean: Line" in text
    assert error.as_dict()["code"] == "unknown-constant-here"


def test_a_mistake_in_a_define_shows_both_places() -> None:
    text = example(before='(define "Three" (is Lyne 3))\n', end='(if ("Three") (result Mover Win))')
    (error,) = check(text)
    assert error.span is not None
    assert [place.line for place in error.span.places] == [1, 11]
    explained = error.explain()
    assert explained.index('(define "Three" (is Lyne 3))') < explained.index("used here") < explained.index("(if (")


def test_a_define_used_twice_is_one_mistake() -> None:
    text = example(
        before='(define "Three" (is Lyne 3))\n',
        end='{(if ("Three") (result Mover Win)) (if (not ("Three")) (result Mover Win))}',
    )
    assert len(check(text)) == 1


@pytest.mark.parametrize(
    ("body", "end", "where", "hint"),
    [
        ('"Row" (is Line 3 throughAny:#1)', '("Row" Mover)', "Mover", '"Row" puts it into (is …).'),
        ('"Row" (is Line 3 #1)', '("Row" throgh:1)', "throgh:", '"Row" puts it into (is Line '),
        ('"Row" (is Line 3 #1)', '("Row" (set Var 1))', "(set", '"Row" puts it into (is Line '),
        ('"Row" (is Line #1)', '("Row" (count Mvoes))', "Mvoes", ""),  # what is wrong is within the argument
        ('"Row" (is Line 3 throughAny:("Three"))) (define "Three" Mover', '("Row")', "Mover", ""),  # not given to it
    ],
)
def test_of_an_argument_of_a_define_is_said_where_it_goes(body: str, end: str, where: str, hint: str) -> None:
    """The ludeme stands in the define, where its user may never have looked."""
    error = check(example(before=f"(define {body})\n", end=f"(if {end} (result Mover Win))"))[0]
    assert error.span is not None and error.span.text == where
    assert error.hint.startswith(hint) and bool(error.hint) == bool(hint)


def test_a_parameter_in_a_wrong_place_is_one_mistake() -> None:
    """All arguments are wrong there: the first is shown, and how many there are. Where one of them fits, it is the
    others that are wrong, each at its place."""
    uses = " ".join(f'("Row" {word})' for word in (7, 8, 9))
    text = example(before='(define "Row" (is Line 3 #1))\n', end=f"(if (or {{{uses}}}) (result Mover Win))")
    (error,) = check(text)
    assert error.span is not None and error.span.text == "7"
    assert "so at each of the 3 uses of the define" in error.hint
    assert [e.span and e.span.text for e in check(text.replace("8", "P1"))] == ["7", "9"]


def test_an_unknown_word_is_reported_once_and_hides_nothing() -> None:
    found = problems(example(end='(if (foo (is Line "three") {(sits Empty)}) (result Mover Win))'))
    assert [error.code for error in found] == ["unknown-ludeme", "wrong-type", "unknown-ludeme"]


def test_what_was_meant_is_taken_from_the_rest() -> None:
    """Of the many ludemes called `if`, a condition with a number is meant, though one of them is misspelt."""
    (error,) = problems(example(end="(if (= 3 (if (is Mover P1) (cuont Moves) 4)) (result Mover Win))"))
    assert error.message == "there is no ludeme 'cuont'"
    assert error.nearest[0] == "count"


@pytest.mark.parametrize(
    ("end", "code"),
    [
        ("(if (is Line) (result Mover Win))", "missing-argument"),
        ("(if (is Line 3) (result Mover Win) 5)", "superfluous-argument"),
        ("(if (is Line 3 through:1 throughAny:(sites Top)) (result Mover Win))", "exclusive-arguments"),
        ("(if (is Line 3 what:1 whats:{1 2}) (result Mover Win))", "exclusive-arguments"),
        ("(if (is Line 3 Mover whats:{1 2}) (result Mover Win))", "exclusive-arguments"),
        ("(if (no Pieces Mover (sites Top)) (result Mover Win))", "name-missing"),
        ("(if (is Line 3) result:(result Mover Win))", "name-not-here"),
        ("(if (is P1 3) (result Mover Win))", "unknown-kind"),
        ("(if (is Line 3.5) (result Mover Win))", "wrong-number"),
        ("(if (is Line 99999999999) (result Mover Win))", "wrong-number"),
        ("{(if (is Line 3) (result Mover Win)) 5}", "wrong-type"),
    ],
)
def test_codes(end: str, code: str) -> None:
    assert [error.code for error in problems(example(end=end))] == [code]


def test_a_fault_deep_inside_is_found_there() -> None:
    deep = "(+ 1 " * 100 + "(sites Top)" + ")" * 100
    before = time.process_time()
    found = problems(example(end=f"(if (= 3 {deep}) (result Mover Win))"))
    assert time.process_time() - before < 5
    assert [error.code for error in found] == ["wrong-ludeme"]
    assert found[0].span is not None
    assert found[0].span.text == "(sites"


def test_what_is_not_a_game() -> None:
    assert [error.code for error in problems("(rules (play (move Pass)))")] == ["no-game"]
    assert [error.code for error in problems("(gaem 3)")] == ["unknown-ludeme"]


@pytest.mark.parametrize(
    ("word", "known", "first"),
    [
        ("mvoe", ["move", "vote", "none"], "move"),
        ("STEP", ["stop", "step"], "step"),
        ("xyz", ["move", "hop"], None),
        ("a", ["b", "c"], None),
        ("Sitess", ["Sites", "Site"], "Sites"),
    ],
)
def test_nearest_names(word: str, known: list[str], first: str | None) -> None:
    assert (nearest(word, known) or (None,))[0] == first


def test_edits() -> None:
    assert edits("move", "mvoe") == 1
    assert edits("", "abc") == 3
    assert edits("kitten", "sitting") == 3
    assert edits("kitten", "sitting", 2) == 2


# --- any damage at all ---


def damaged(root: Node, number: int, kind: str, word: str) -> Node:
    """The tree with one node changed."""
    nodes = [node for node in walk(root) if isinstance(node, Call | Array)]
    target = nodes[number % len(nodes)]

    def copy(node: Node) -> Node:
        if isinstance(node, Atom):
            return node
        if isinstance(node, Array):
            items = tuple(copy(item) for item in node.items)
            return Array(_shuffled(items, kind) if node is target else items, node.span)
        args = tuple(Arg(arg.name, copy(arg.value)) for arg in node.args)
        if node is not target:
            return Call(node.keyword, args, node.span)
        if kind == "word":
            return Call(word, args, node.span)
        if kind == "symbol":
            return Call(node.keyword, (Arg(None, Atom(word, AtomKind.SYMBOL, node.span)), *args), node.span)
        if kind == "unname":
            return Call(node.keyword, tuple(Arg(word, arg.value) for arg in args), node.span)
        return Call(node.keyword, _shuffled(args, kind), node.span)

    return copy(root)


def _shuffled(items: tuple[Any, ...], kind: str) -> tuple[Any, ...]:
    return {"drop": items[1:], "double": items + items[-1:], "turn": items[::-1]}.get(kind, items)


ROOT = read(
    example(
        start='(start {(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top))})',
        play="(or (forEach Piece) (move Hop (from (sites Occupied by:Mover)) (between if:(is Enemy (who at:(between))) "
        "(apply (remove (between)))) (to if:(is Empty (to))) (then (if (can Move (hop (from (last To)) (to))) "
        "(moveAgain)))))",
        end='{(if (and {(no Moves Next) (= (count Pieces Mover in:(sites P1 "Home")) 3)}) (result Next Loss)) '
        "(if (is Line 3 Diagonal exact:True) (result Mover Win))}",
    )
)


@given(
    st.integers(0, 200),
    st.sampled_from(["word", "symbol", "unname", "drop", "double", "turn"]),
    st.sampled_from(["sites", "count", "Mover", "foo", "3", "if", "(", "é", "is", "True"]),
)
@settings(max_examples=150, deadline=None)
def test_a_tree_is_bound_or_explained(number: int, kind: str, word: str) -> None:
    tree = damaged(ROOT, number, kind, word)
    binder = Binder()
    found = explain(tree, GAME)
    if binder.bind(tree, GAME) is NO_FIT:
        assert found
        assert all(error.span is not None and error.explain() for error in found)
    else:
        assert found == []


# --- names ---


def test_names_can_carry_the_number_of_their_player() -> None:
    for name in ("Disc1", "Disc2"):
        assert check(example(start=f'(start (place "{name}" 3))')) == []
    (error,) = check(example(start='(start (place "Disc" 3))'))
    assert error.hint == "A piece's name ends with the number of its player: Disc1 or Disc2."
    assert [e.code for e in check(example(start='(start (place "Stone1" 3))'))] == ["unknown-piece"]


def test_the_place_of_a_name_is_the_name() -> None:
    (error,) = check(example(start='(start (place "Dsic1" (sites Bottom)))'))
    assert error.span is not None
    assert error.span.text == '"Dsic1"'
    assert error.nearest == ("Disc",)


def test_labels_of_sites_are_no_regions() -> None:
    regions = '(piece "Disc" Each) (regions "A2x" P1 (sites Top))'
    assert check(example(pieces=regions, play='(move Add (to (sites "A2")))')) == []


def test_only_so_many_problems_are_told_and_that_there_are_more() -> None:
    few = problems(example(pieces=" ".join(f"(piece Each {n})" for n in range(MAX_PROBLEMS // 2))))
    assert len(few) == MAX_PROBLEMS and {error.code for error in few}.isdisjoint({"too-many-problems"})
    many = problems(example(pieces=" ".join(f"(piece Each {n})" for n in range(MAX_PROBLEMS))))
    assert len(many) == MAX_PROBLEMS + 1 and many[-1].code == "too-many-problems"


def test_arguments_past_those_that_are_laid_into_slots_are_reported_too() -> None:
    numbers = [str(n) for n in range(MAX_ARGUMENTS + 50)]
    found = problems(example(pieces=f'(piece "Disc" Each {" ".join(numbers)})'))
    superfluous = [error.span.text for error in found if error.code == "superfluous-argument" and error.span]
    assert superfluous[-50:] == numbers[-50:]


@pytest.mark.parametrize(
    "pieces",
    [
        " ".join(f"(pieze{n} Each)" for n in range(4000)),
        "(piece " + "(to) " * 4000 + ")",
        "(regions {" + " ".join(f"Foo{n}" for n in range(4000)) + "})",
        "(or " * 100 + "(move Ad (to 3.5)) " * 1000 + ")" * 100,
    ],
    ids=["unknown", "arguments", "words", "deep"],
)
def test_thousands_of_problems_take_no_time_to_speak_of(pieces: str) -> None:
    tree = read(example(pieces=pieces))
    began = time.process_time()
    assert explain(tree, GAME)
    assert time.process_time() - began < 10


def test_a_mistake_is_looked_for_once_in_what_a_define_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    """The define is used 2^10 times, and each use is wrong in the same way, at the same place of the text."""
    looked: list[str] = []
    nearest = Aligner.nearest_matches
    monkeypatch.setattr(
        Aligner, "nearest_matches", lambda self, node, forms: looked.append(node.keyword) or nearest(self, node, forms)
    )
    levels = "".join(f'(define "D{n}" (or "D{n + 1}" "D{n + 1}"))' for n in range(10))
    defines = f'{levels}(define "D10" (move Ad (to (sites Empty)) "A"))'
    found = check(defines + example(play='"D0"'))
    assert [error.code for error in found] == ["unknown-constant-here", "superfluous-argument"]
    assert len(looked) < 200


def test_a_place_in_a_very_long_line_is_shown_at_once() -> None:
    source = Source("mine.lud", "\t" + "(a) " * 500_000)
    began = time.process_time()
    shown = [Span(source, at, at + 3).excerpt() for at in range(1, 800_001, 400)]
    assert time.process_time() - began < 1
    assert shown[1].startswith("    1 | …") and "(a)" in shown[1] and "^^^" in shown[1]


def _first_words() -> dict[str, tuple[type[Ludeme], set[str]]]:
    """The keywords of which some ways to write them begin with a word that tells them apart, with a class and words."""
    found: dict[str, tuple[type[Ludeme], set[str]]] = {}
    for keyword, classes in REGISTRY.items():
        for cls in classes:
            words = {w for form in forms_of(cls) if form.slots and names_kind(form.slots[0])
                     for w in form.slots[0].types[0].constants}  # fmt: skip
            if words and not is_own(cls):
                found.setdefault(keyword, (cls, words))
    return found


@pytest.mark.parametrize("keyword", sorted(_first_words()))
@pytest.mark.parametrize("rest", ["", "1", "(sites Board)", '(id "Disc")'])
def test_a_first_word_from_elsewhere_is_told_which_words_fit(keyword: str, rest: str) -> None:
    """Also where there is a way to write the ludeme without any word, as `(sites)`."""
    cls, words = _first_words()[keyword]
    fitting = {w for c in REGISTRY[keyword] for form in forms_of(c) for slot in form.slots for t in slot.types
               for w in t.constants}  # fmt: skip
    word = next(word for word in constants() if word not in fitting)
    told = [e for e in explain(read(f"({keyword} {word} {rest})"), type_of_class(cls)) if e.code == "unknown-kind"]
    assert len(told) == 1
    assert words <= {one.strip() for one in told[0].expected[0].removeprefix("one of ").split(",")}


@pytest.mark.parametrize(("written", "meant"), [
    ("(at Least 3 (count Moves))", ">="), ("(At least 3 (count Moves))", ">="), ("(atMost 3 (count Moves))", "<="),
    ("(more Than 3 (count Moves))", ">"), ("(exactly 3 (count Moves))", "="), ("(eq (count Moves) 3)", "="),
    ("(neq (count Moves) 3)", "!="), ("(gte (count Moves) 3)", ">="),
])  # fmt: skip
def test_comparisons_in_words_are_told_their_sign(written: str, meant: str) -> None:
    """And nothing else: neither a word that is spelt like it, nor that `Least` means nothing."""
    (told,) = problems(example(end=f"(if {written} (result Mover Win))"))
    assert (told.code, told.nearest) == ("unknown-ludeme", (meant,))


BARE = [
    ("play", "(move Add to (sites Empty))", "(move Add (to (sites Empty)))"),
    ("play", "(move Add (to sites Empty))", "(move Add (to (sites Empty)))"),
    ("play", "(move Add (to (sites Empty)) (then moveAgain))", "(move Add (to (sites Empty)) (then (moveAgain)))"),
    ("end", "(if is Line 3 (result Mover Win))", "(if (is Line 3) (result Mover Win))"),
    ("end", "(if (is Line 3) result Mover Win)", "(if (is Line 3) (result Mover Win))"),
    ("end", "{if (is Line 3) (result Mover Win) (if (is Full) (result Mover Draw))}",
     "{(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))}"),
]  # fmt: skip


@pytest.mark.parametrize(("where", "wrong", "right"), BARE)
def test_a_ludeme_without_its_brackets_is_one_mistake(where: str, wrong: str, right: str) -> None:
    """It is told once, at its word, and one of what may put it right is what was meant."""
    (error,) = check(example(**{where: wrong}))
    assert error.span is not None and error.code == "bare-ludeme" and error.span.text in wrong
    text = error.span.source.text
    mended = []
    for remedy in error.remedies:
        after = text
        for edit in sorted(remedy.edits, key=lambda edit: -edit.span.start):
            after = after[: edit.span.start] + edit.text + after[edit.span.end :]
        mended.append(after)
    assert example(**{where: right}) in mended


def test_what_stands_too_early_is_not_too_late() -> None:
    for text, when in (("(move Step (to if:(is Empty (to))) Forward)", "late"),
                       ("(move Step (then (moveAgain)) (to if:(is Empty (to))))", "early")):  # fmt: skip
        (error,) = check(example(play=text))
        assert error.code == "order" and f"too {when} " in error.message


def test_a_number_in_a_name_is_not_misspelt() -> None:
    assert nearest("Mann2", ("Man1", "Man2")) == ("Man2",)
    assert nearest("Mann", ("Man1", "Man2")) == ("Man1", "Man2")


STONES = '(define "Stones" (piece "Stone" #1))\n(define "Both" (piece "Rock" P1) (piece "Rock" P2))\n'


@pytest.mark.parametrize(
    ("equipment", "shown"),
    [
        ('(board (square 3)) ("Stones" P1) ("Stones" P2)', '{(board …) ("Stones" …) …}'),
        ('("Stones" P1) ("Stones" P2) (board (square 3))', '{("Stones" …) ("Stones" …) …}'),
        ('"Both" (board (square 3))', '{"Both" (board …)}'),
    ],
)
def test_braces_around_what_defines_stand_for_go_around_their_uses(equipment: str, shown: str) -> None:
    """Of several that begin or end with a use of a define, the message points into the text that lacks the braces, and
    shows that text; putting the braces there helps."""
    rules = "(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw))))"
    text = f'{STONES}(game "G" (players 2) (equipment {equipment}) {rules})'
    (error,) = check(text)
    assert error.span is not None and error.code == "list-needed"
    assert error.span.start >= text.index("(equipment") and shown in error.hint
    (remedy,) = error.remedies
    better = text
    for edit in sorted(remedy.edits, key=lambda edit: -edit.span.start):
        better = better[: edit.span.start] + edit.text + better[edit.span.end :]
    assert f"(equipment {{{equipment}}})" in better
    assert [found for found in check(better) if found.severity == "error"] == []


def test_brackets_close_behind_a_define_with_its_arguments() -> None:
    walk_on = '(define "Walk" (move Step #1 (to if:(is Empty (to)))))\n'
    text = walk_on + example(pieces='piece "Man" Each ("Walk" Forward)')
    (error,) = check(text)
    assert error.code == "bare-ludeme" and error.hint == 'write (piece "Man" Each ("Walk" …))'
    (remedy,) = error.remedies
    at = [edit.span.start for edit in remedy.edits]
    assert text[at[0] :].startswith("piece") and text[: at[1]].endswith("Forward)")


def test_all_ways_of_writing_what_is_missing_are_told() -> None:
    (error,) = problems(example(play='(forget Value "Thrown")'))
    assert "needs All or a whole number" in error.message
    assert "All [<then>])" in error.hint and "<int> [<then>])" in error.hint


def test_a_role_that_names_nobody_is_told_once() -> None:
    told = check(example(pieces='(piece "Man" Player)'))
    assert [error.code for error in told if "Player" in error.message] == ["role-means-nobody"]


def mended(text: str, error: LudError, number: int = 0) -> str:
    """The text with a remedy of an error."""
    for edit in sorted(error.remedies[number].edits, key=lambda edit: -edit.span.start):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


SCORING = '(define "Points" (set Score #1 3))\n(define "Free" (is Empty (to)))\n'


def test_what_stands_there_twice_is_told_at_the_second_use_of_a_define() -> None:
    text = SCORING + example(play='(move Add (to (sites Empty)) (then ("Points" P1) ("Points" P1)))')
    (error,) = check(text)
    assert error.span is not None and error.span.text == '("Points" P1)'
    assert error.span.start == text.rindex('("Points"') and "leave one of the two out" in error.hint


def test_uses_of_a_define_with_other_arguments_are_not_the_same() -> None:
    text = SCORING + example(play='(move Add (to (sites Empty)) (then ("Points" P1) ("Points" P2)))')
    (error,) = check(text)
    assert "same" not in error.hint and "joined" in error.hint


def test_a_number_that_is_given_twice_may_count_twice() -> None:
    (error,) = check(example(end="(if (= (- 5 1 1) (count Pieces All)) (result Mover Win))"))
    assert error.code == "superfluous-argument" and "out." not in error.hint
    assert not any(edit.text == "" for remedy in error.remedies for edit in remedy.edits if len(remedy.edits) == 1)


def test_a_use_of_a_define_lacks_its_name_where_it_lacks_it() -> None:
    steps = '(or (move Step (to if:("Free"))) (move Step (to ("Free"))))'
    text = SCORING + example(pieces=f'(piece "Disc" Each {steps})', play="(forEach Piece)")
    (error,) = check(text)
    assert error.code == "name-missing" and error.span is not None
    assert error.span.start == text.rindex('("Free")') and error.span.used_at is None
    assert [found for found in check(mended(text, error)) if found.severity == "error"] == []


def test_braces_go_around_all_of_a_call_that_are_uses_of_defines() -> None:
    step = '(define "Walk" (move Step #1 (to if:(is Empty (to)))))\n'
    uses = '("Walk" N) ("Walk" E) ("Walk" S)'
    text = step + example(pieces=f'(piece "Disc" Each (or {uses}))', play="(forEach Piece)")
    (error,) = check(text)
    assert error.span is not None and error.span.text == '("Walk" S)' and "same" not in error.hint
    changes = [[(edit.span.start, edit.text) for edit in remedy.edits] for remedy in error.remedies]
    first = text.index(uses)
    assert [(first, "{"), (first + len(uses), "}")] in changes
    assert all(edit.span.start > text.index("(or") - 1 for remedy in error.remedies for edit in remedy.edits)


def test_a_bracket_that_closes_before_the_last_part_is_told() -> None:
    choices = "(or (move Add (to (sites Empty)))) (move Pass)"
    text = example(play=f"(if (is Even (count Moves)) (move Pass) {choices} (then (moveAgain)))")
    (error,) = check(text)
    column = text.splitlines()[8].index(")))) (move") + 4
    assert error.hint == f"(move …) after it would belong in it, if it did not end at 9:{column}."
    right = text.replace(choices, "(or (move Add (to (sites Empty))) (move Pass))")
    assert right in [mended(text, error, number) for number in range(len(error.remedies))] and check(right) == []


def test_a_region_that_nobody_names_is_not_given_a_name() -> None:
    (error,) = problems(example(pieces='(piece "Disc" Each) (regions White (sites Top))'))
    assert error.hint == "The players are P1 and P2." and not error.remedies


@pytest.mark.parametrize(
    ("comment", "right"),
    [
        ("/* a row\n", "// a row\n"),
        ("/* a row */\n", "// a row \n"),
        ("/* a row */ ", "// a row \n "),
        ("/* a\n  (row)\n*/\n", "// a\n  // (row)\n\n"),
    ],
)
def test_comments_of_other_languages_are_told_once(comment: str, right: str) -> None:
    text = example(end=f"(if (is Line 3) {comment} (result Mover Win))")
    (error,) = check(text)
    assert error.code == "comment-sign" and error.expected == ("//",)
    assert mended(text, error) == text.replace(comment, right)
    assert check(mended(text, error)) == []


def test_what_looks_like_a_comment_in_a_string_is_none() -> None:
    (error,) = check(example(pieces='(piece "/* Disc */" Each x)'))
    assert error.code != "comment-sign"
