"""What only a look at the whole game finds, whatever options are chosen; and that `load` refuses what Ludii refuses."""

from __future__ import annotations

import hashlib
import os

import pytest

from ludparse import LudError, load
from ludparse.interpreter.game.checks import diagnose
from ludparse.problems.message import example
from tests.corpus import LIBRARY, needs_corpus

SIZED = "(board (square <Size:side>))"


def option(*items: str) -> str:
    listed = " ".join(f'(item "{value}" <{value}> "")' for value in items)
    return f'(option "Size" <Size> args:{{<side>}} {{{listed}}})'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (example(play='(move Add (piece "Dics") (to (sites Empty)))'), "unknown-piece"),
        (example(start='(start (place "Disc7" coord:"A1"))', pieces='(piece "Disk" Each)'), "unknown-piece"),
        (example(play='(move Add (to (sites Mover "Hoem")))'), "unknown-region"),
        (
            example(end='(if (is Proposed "x") (result Mover Win))', play='(move Propose "other")'),
            "unknown-name-of-all",
        ),
        (example(board="(board (square 3)) (board (square 3) use:Edge)"), ""),
        (example(board="(board (square -3))"), ""),
        (example(board="(board (square 3000))"), ""),
        (example(pieces='(piece "Disc" Each (forEach Piece))', play="(forEach Piece)"), "moves-of-themselves"),
        (
            example(board="(board (square 3) use:Vertex)", pieces='(piece "Disc" Each) (regions P1 (sites {1 99}))'),
            "site-off-board",
        ),
        (
            example(board="(board (square 3) use:Vertex)",
                    pieces='(piece "Disc" Each) (hand Shared) (regions P1 {(sites Top) (sites Hand Shared)})'),
            "hand-in-region",
        ),
        (
            example(pieces='(piece "Disc" Each) (regions P1 (sites Top)) (regions All (sites Left))',
                    end="(if (is Blocked Mover) (result Mover Loss))"),
            "region-of-nobody",
        ),
        (example(start="(start (set P1 (union (expand (sites Centre)) (sites Top))))"), "no-type-yet"),
        (
            example(pieces='(piece "Disc" Shared) (regions P1 (sites Left)) (regions P2 (sites Mover "Far"))',
                    start="(start (set Count 2 to:(sites P1)))"),
            "no-position-yet",
        ),
        (example(start="(start (set Count 2 to:(sites Around (to))))"), "no-position-yet"),
        (example(start="(start (set P1 (sites Around 4)))"), "no-position-yet"),
        (example(start="(start (set P1 (union (sites Top) (sites Around 4))))"), "no-position-yet"),
        (example(play="(move Add (to (expand (sites {1 40}))))"), ""),
        (example(board="(board (union {(square 2 pyramidal:True) (square 2 pyramidal:True)}) use:Vertex)"), ""),
    ],
)
def test_load_refuses_what_ludii_refuses(text: str, code: str) -> None:
    with pytest.raises(LudError) as refused:
        load(text, backend="python")
    assert not code or refused.value.code == code
    assert refused.value.span is not None
    assert any(error.severity == "error" for error in diagnose(text))


@pytest.mark.parametrize(
    "text",
    [
        example(end="(if (is Line 3) (result P1 Win))", start="(start (set Score P1 1))"),
        example(play='(move Add (piece "Disc1") (to (sites Empty)))'),
        example(pieces='(piece "Disc" Each) (hand Each)', start='(start (place "Disc" "Hand" count:3))'),
        example(
            pieces='(piece "Disc" Each) (regions "Homes" P1 (sites Top))', play='(move Add (to (sites P1 "Home")))'
        ),
        example(pieces='(piece "Disc" Each) (regions P1 {1 99})', end="(if (is Empty 1) (result P1 Win))"),
        example(start='(start {(place "Disc1" (sites Board)) (set P1 Edge (sites Board Edge))})'),
        example(board="(board (square 3) use:Edge)",
                pieces='(piece "Disc" Each) (hand Each) (regions "R" (sites Hand P1))'),
        example(pieces='(piece "Disc" Each) (regions P3 (sites Top))',
                end="(if (is Connected {(sites Top) (sites Left)}) (result Mover Win))"),
    ],
)
def test_nothing_is_wrong(text: str) -> None:
    assert [error.explain() for error in diagnose(text) if error.severity == "error"] == []
    load(text, backend="python")


IF = "(move Add (to (sites Empty) if:{}))"
NEEDS = [
    # a rule, what gives what it needs, and what does not
    ("(do (roll) next:(move Add (to (sites Empty))))", ["(dice d:6 num:2)"], ["(hand Each)"]),
    # the place of dice, and that of a deck, count as hands
    ("(move (from (handSite Mover)) (to (sites Empty)))", ["(hand Each)", "(dice num:2)", "(deck)"], ["(dominoes)"]),
    (IF.format("(= 1 (card TrumpSuit))"), ["(deck)"], ["(hand Each)", "(dominoes)", "(map {(pair 1 2)})"]),
    (IF.format("(is PipsMatch)"), ["(dominoes)"], ["(dice d:6 num:2)", '(tile "T" Each numSides:4)']),
    (IF.format("(= 1 (mapEntry (to)))"), ["(map {(pair 1 2)})"], ['(regions "Home" P1 (sites Bottom))']),
    (IF.format("(is SidesMatch)"), ['(tile "T" Each numSides:4)', "(dominoes)"], ["(deck)"]),
    (
        IF.format("(= 1 (size LargePiece at:(to)))"),
        ['(tile "T" Each {F R F})', '(tile "T" Each {{F R F} {F F}})', "(dominoes)"],
        ['(tile "T" Each numSides:4)', "(deck)"],
    ),
    (
        "(move Select (from (sites Occupied by:Mover)) (then (flip)))",
        ['(piece "Coin" Each (flips 1 2))', '(tile "T" Each (flips 1 2))'],
        ["(dominoes)", '(piece "Coin" Each)'],
    ),
    (IF.format("(is In (to) (sites P1))"), ["(regions P1 (sites Bottom))"], ["(map {(pair 1 2)})"]),
]


@pytest.mark.parametrize(("play", "gives", "others"), NEEDS)
def test_what_rules_need_is_given_by_some_items_alone(play: str, gives: list[str], others: list[str]) -> None:
    def missing(item: str) -> bool:
        found = diagnose(example(pieces=f'(piece "Disc" Each) {item}', play=play))
        return any(error.code == "missing-equipment" for error in found)

    assert missing("")
    assert not any(missing(item) for item in gives)
    assert all(missing(item) for item in others)


def test_a_track_is_a_line_on_any_board_and_those_of_surakarta_come_with_theirs() -> None:
    play = IF.format("(is In (to) (sites Track))")
    for board, missing in (
        ("(board (square 3))", True), ('(board (square 3) (track "T" {0 1 2}))', False),
        ("(surakartaBoard (square 6) startAtRow:1)", False),
    ):  # fmt: skip
        assert any(error.code == "missing-equipment" for error in diagnose(example(board=board, play=play))) is missing


def test_every_item_of_an_option_is_looked_at() -> None:
    found = diagnose(example(board=SIZED, after=option("3", "4", "-5")))
    assert [error.when for error in found] == [("Size/-5",)]
    assert 'This happens with "Size/-5".' in found[0].explain()


def test_what_is_always_wrong_is_said_once() -> None:
    found = diagnose(example(board=SIZED, end="(if (is Line 3) (result P3 Win))", after=option("3", "4", "5")))
    assert [(error.code, error.when) for error in found] == [("unknown-player", ())]


def test_every_ruleset_is_looked_at() -> None:
    rulesets = '(rulesets {(ruleset "Good" {"Size/4"}) (ruleset "Bad" {"Size/6"}) (ruleset "Odd" {"Size/-1"})})'
    found = diagnose(example(board=SIZED, after=option("3", "4", "-1") + rulesets))
    assert sorted((error.code, error.when) for error in found) == [("", ("Odd",)), ("unknown-option", ())]


def test_a_ruleset_that_is_left_open_is_not_looked_at() -> None:
    assert diagnose(example(board=SIZED, after=option("3", "[#]"))) == []


def test_a_choice_can_be_looked_at_alone() -> None:
    text = example(board=SIZED, after=option("3", "-1"))
    assert diagnose(text, options=["Size/3"]) == []
    assert len(diagnose(text, options=["Size/-1"])) == 1
    assert diagnose(text, every_choice=False) == []


def test_what_cannot_be_opened_is_a_problem_too() -> None:
    assert [error.code for error in diagnose("no such game")] == ["unknown-game"]
    assert [error.code for error in diagnose(example(), options="Size/3")] == ["unknown-option"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (example(play='(move Add (to (sites Empty) if:(not (is In 0 (values Remembered "Full")))))'), "unknown-memory"),
        (example(end='(if (= 1 (var "Count")) (result Mover Win))'), "unknown-variable"),
        (example(play='(move Add (to (sites Empty)) (then (promote (last To) (piece "Disc"))))'), "unknown-piece"),
    ],
)
def test_names_of_nothing_that_ludii_plays_with_are_warned_of(text: str, code: str) -> None:
    assert [(error.code, error.severity) for error in diagnose(text)] == [(code, "warning")]
    assert len(load(text, backend="python").start(seed=1).legal_moves()) == 9


def sampled(one_in: int) -> list[str]:
    """Some descriptions of the library, others than a person would choose; all of them with LUD_EVERY_GAME=1."""
    paths = sorted(path.relative_to(LIBRARY).as_posix() for path in (LIBRARY / "lud").rglob("*.lud"))
    order = {path: int(hashlib.sha256(f"2026-11{path}".encode()).hexdigest(), 16) for path in paths}
    return paths if os.environ.get("LUD_EVERY_GAME") else sorted(paths, key=order.__getitem__)[: len(paths) // one_in]


@needs_corpus
@pytest.mark.parametrize("path", sampled(60))
def test_games_of_the_library_have_no_errors(path: str) -> None:
    found = diagnose((LIBRARY / path).read_text(encoding="utf-8"), library=LIBRARY)
    assert [error.explain() for error in found if error.severity == "error"] == []


def test_a_number_of_a_site_that_is_not_there_is_a_warning_in_moves() -> None:
    """Such a move fails only when somebody makes it."""
    found = diagnose(example(play="(move Add (to 99))"), warnings=True)
    assert [(error.code, error.span and error.span.text) for error in found] == [("site-off-board", "99")]
