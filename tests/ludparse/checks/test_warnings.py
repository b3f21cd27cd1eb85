"""The linter: every warning's wrong example has it and the right one has none, and comments silence it."""

from __future__ import annotations

import pytest

from ludparse import LudWarning, Source
from ludparse.interpreter.game.checks import diagnose
from ludparse.interpreter.game.play_checks import play_and_look
from ludparse.problems.message import example
from ludparse.problems.warnings import WARNINGS

IN_PLAY = [code for code in WARNINGS if code.startswith("play-") or code == "no-first-move"]
ADDING = "(move Add (to (sites Empty)) (then {}))"
MAN = example(pieces='(piece "Man" Each (move Step (directions WAYS) (to if:(is Empty (to)))))', play="(forEach Piece)",
              start='(start {(place "Man1" 0) (place "Man2" 8)})')  # fmt: skip
TWICE = "{{(if (is Line 3) (result {})) (if (and (is Line 3) (is Full)) (result Mover Win))}}"
SEEN = [code for code in WARNINGS if code not in IN_PLAY]


@pytest.mark.parametrize("code", IN_PLAY)
@pytest.mark.telling("no-first-move", "play-always-drawn", "play-never-ends")
def test_play_shows_it(code: str) -> None:
    row = WARNINGS[code]
    assert code in [error.code for error in play_and_look(Source("<test>", row.wrong))]
    assert play_and_look(Source("<test>", row.right)) == []


@pytest.mark.parametrize("code", SEEN)
def test_the_wrong_example_has_the_warning(code: str) -> None:
    found = diagnose(WARNINGS[code].wrong)
    assert [error.code for error in found] == [code], [error.explain() for error in found]
    assert isinstance(found[0], LudWarning)
    assert found[0].span is not None


@pytest.mark.parametrize("code", SEEN)
def test_the_right_example_has_none(code: str) -> None:
    found = diagnose(WARNINGS[code].right)
    assert not found, [error.explain() for error in found]


@pytest.mark.parametrize(
    "comment", ["// lud: ignore unused-define", "// lud: ignore", "//lud: ignore always-true, unused-define"]
)
def test_a_comment_silences_its_line(comment: str) -> None:
    assert diagnose(example(before=f'(define "Three" (is Line 3)) {comment}\n')) == []


@pytest.mark.parametrize("comment", ["// lud: ignore-file unused-define", "// lud: ignore-file"])
def test_a_comment_silences_the_file(comment: str) -> None:
    assert diagnose(example(before='(define "Three" (is Line 3))\n', after=comment)) == []


@pytest.mark.parametrize(
    "text",
    [
        example(before='(define "Three" (is Line 3)) // lud: ignore always-true\n'),
        example(before='// lud: ignore unused-define\n(define "Three" (is Line 3))\n'),
        example(before='(define "Three" "// lud: ignore")\n'),
    ],
)
def test_other_comments_silence_nothing(text: str) -> None:
    assert [error.code for error in diagnose(text)] == ["unused-define"]


def test_errors_cannot_be_silenced() -> None:
    found = diagnose(example(end="(if (is Line 3) (result P3 Win)) // lud: ignore\n"))
    assert [error.code for error in found] == ["unknown-player"]


@pytest.mark.parametrize(
    "said", ['(propose {"Go" "Draw"})', '(propose "Draw")', '(vote {"Go" "Draw"})', '(vote "Draw")']
)
def test_whatever_proposes_or_votes_counts(said: str) -> None:
    """Beside other proposals, each alone or several together."""
    play = f'(or (move Propose {{"Stop" "Go"}}) {ADDING.format(said)})'
    asked = " ".join(f'(if (is Decided "{name}") (result Mover Draw))' for name in ("Stop", "Go", "Draw", "Never"))
    found = diagnose(example(play=play, end=f"{{{asked}}}"))
    assert [(error.code, "'Never'" in error.message) for error in found] == [("never-proposed", True)]


def test_a_warning_holds_whatever_is_chosen() -> None:
    """A define that one item of an option uses is used, though the default is another item."""
    option = '(option "End" <End> args:{<line>} {(item "Short" <3> "")* (item "Long" <("Four")> "")})'
    text = example(board="(board (square 4))", before='(define "Four" 4)\n',
                   end="(if (is Line <End:line>) (result Mover Win))", after=option)  # fmt: skip
    assert diagnose(text) == []
    assert [e.code for e in diagnose(text, every_choice=False)] == ["unused-define"]


def test_a_region_that_is_drawn_is_used() -> None:
    text = example(pieces='(piece "Disc" Each) (regions "Dark" (sites Phase 0))')
    assert [error.code for error in diagnose(text)] == ["unused-region"]
    drawn = '(metadata (graphics {(region Colour "Dark" (colour Grey))}))'
    assert diagnose(text + drawn) == []


def test_a_define_whose_name_has_blanks_has_no_surplus_arguments() -> None:
    text = example(before='(define "In A Row" (is Line 3))\n', end='(if ("In A Row") (result Mover Win))')
    assert diagnose(text) == []


def test_warnings_can_be_left_out() -> None:
    assert diagnose(example(before='(define "Three" (is Line 3))\n'), warnings=False) == []


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        (example(play='(move Step (to if:(and (is Empty (to)) (is Occupied (to)))))'), "never-true", "(and (is Empty"),
        (example(end="(if (or (is Odd (mover)) (is Even (mover))) (result Mover Win))"), "always-true", "(or"),
        (example(end='(if (= (what at:(last To)) (id "Disc")) (result Mover Win))'), "unknown-piece", '"Disc"'),
        (example(play='(move Add (piece "Disc") (to (sites Empty)))'), "unknown-piece", '"Disc"'),
        (example(play=ADDING.format('(add (piece {"Disc1" "Disc"}) (to 3))')), "unknown-piece", '"Disc"'),
        (example(play=ADDING.format('(promote (last To) (piece "Disc"))')), "unknown-piece", '"Disc"'),
        (example(pieces='(piece "Man" Each (move Step (to if:(< 1 (size Stack at:(from))))))', play="(forEach Piece)",
                 start='(start (place Stack items:{"Man1" "Man2"} 0))'), "stack-left-behind", "(move"),
        (example(board="(board (square 5))", end="(if (is Line 6) (result Mover Win))"), "line-too-long", "6"),
        (example(end="(if (= 1 (% 5 (- 2 2))) (result Mover Win))"), "divides-by-zero", "(% 5"),
        (example(players="(players 3)", end=TWICE.format("All Draw")), "unreachable-end", "(if"),
        # seen from the other side these are two others, or the other one
        (MAN.replace("WAYS", "{FR FL}"), "no-facing", "FR"),
        (MAN.replace("WAYS", "{Rightward Backward Forward}"), "no-facing", "Rightward"),
    ],
)
def test_what_says_nothing_is_told_at_its_place(text: str, code: str, word: str) -> None:
    (found,) = [error for error in diagnose(text) if error.code == code]
    assert isinstance(found, LudWarning)
    assert found.span is not None and found.span.text.startswith(word)


@pytest.mark.parametrize(
    "text",
    [
        example(board="(board (square 5))", end="(if (is Line 5) (result Mover Win))"),
        example(end="(if (or (is Friend (who at:0)) (is Enemy (who at:0))) (result Mover Win))"),
        example(end='(if (= (what at:(last To)) (id "Disc" Mover)) (result Mover Win))'),
        example(end="(if (= 1 (% 5 (count Moves))) (result Mover Win))"),
        # and these the same
        *(MAN.replace("WAYS", ways)
          for ways in ("{FR FL BR BL}", "{Rightwards Leftwards}", "{FR BL Forward Backward}")),
        # of three players two play on when the mover has won
        example(players="(players 3)", end=TWICE.format("Mover Win")),
        example(play=ADDING.format('(promote (last To) (piece "Disc") Mover)')),
        # the top alone is meant where there is another way for the whole
        example(pieces='(piece "Man" Each (if (is Even (count Moves)) (move Step (to if:(< 1 (size Stack at:(from))))) '
                       "(move Step (to) stack:True)))",
                play="(forEach Piece)", start='(start (place Stack items:{"Man1" "Man2"} 0))'),
        # who takes from a hand, or names a level, does not leave the rest behind by mistake
        example(pieces='(piece "Man" Each) (hand Each)', start='(start (place Stack "Man1" (handSite P1) count:2))',
                play="(or {(move (from (handSite Mover)) (to (sites Board))) "
                     "(move (from (sites Board) level:0) (to (sites Board))) "
                     "(move Step (from (sites Occupied by:Mover)) (to) stack:True)})"),
        # a plain condition is what a define is given
        example(before='(define "Full" (and #1 (no Moves Next)))\n', end='(if ("Full" True) (result Mover Win))'),
    ],
)
def test_what_can_be_is_not_warned_of(text: str) -> None:
    assert diagnose(text) == []


def test_hands_are_told_apart_from_the_board() -> None:
    text = example(pieces='(piece "Disc" Each) (hand Each)', start='(start (place "Disc1" 27))')
    (found,) = diagnose(text)
    assert found.hint == "The numbers go from 0 to 8 on the board, and on to 10 in hands and dice."


def test_an_option_begins_with_its_category() -> None:
    text = example(board="(board (square <A:x>))", before='(option <A> args:{<x>} {(item "3" <3> "d")*})\n')
    assert "An option begins with its category" in diagnose(text)[0].hint


def test_random_moves_need_not_solve_a_puzzle() -> None:
    text = example(players="(players 1)", pieces='(piece "Disc" P1)',
                   end="{(if (is Line 9) (result P1 Win)) (if (is Full) (result P1 Loss))}")  # fmt: skip
    assert "play-end-never" not in [error.code for error in play_and_look(Source("<test>", text))]


@pytest.mark.parametrize("stone", [0, 1])
def test_random_games_that_are_looked_at_differ(stone: int) -> None:
    """In half of the games the stone goes where it lets the other piece move: ten games are enough to see it."""
    text = example(
        pieces=f'(piece "Stone" P1) (piece "Man" P2 (if (is Occupied {stone}) (move Step (to if:(is Empty (to))))))',
        start='(start (place "Man2" 8))',
        play='(if (= 0 (count Moves)) (move Add (piece "Stone1") (to (sites {0 1}))) (or (move Pass) (forEach Piece)))',
        end="(if (= 2 (count Moves)) (result Mover Win))",
    )
    assert "play-piece-still" not in [found.code for found in play_and_look(text, games=10, backend="python")]
