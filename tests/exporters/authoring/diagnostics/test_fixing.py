"""What `lud check --fix` changes: laws over kinds of mistakes, and over all texts that are wrong here."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from ludparse import load
from ludparse.exporters.authoring.diagnostics import fixing
from ludparse.exporters.authoring.diagnostics.fixing import MAX_WORK, fixed, try_remedies
from ludparse.interpreter.game.checks import diagnose
from ludparse.ludemes.enums import RoleType
from ludparse.problems.errors import Edit, LudError, LudSyntaxError, LudTypeError, Remedy
from ludparse.problems.message import example
from ludparse.problems.messages import MESSAGES
from ludparse.problems.spans import Source, Span

MISTAKES = Path(__file__).parents[5] / "shared" / "cases" / "mistakes"

NOBODY = {"role-means-nobody", "unknown-player", "no-teams"}


def look(source: Source) -> list[LudError]:
    return diagnose(source)


def mended(text: str) -> str:
    return fixed(Source("a.lud", text), look)[0].text


@cache
def complaints(text: str) -> tuple[str, ...]:
    return tuple(problem.code for problem in diagnose(text))


# -------------------------------------------------------------------------------------------------------------- roles

_TEAMS = "(start {(set Team 1 {P1 P3}) (set Team 2 {P2 P4})})"

PLACES = {
    "result": lambda role: example(players="(players 4)", end=f"(if (is Line 3) (result {role} Win))"),
    "result for each player": lambda role: example(
        players="(players 4)", end=f"(forEach Player if:(is Line 3) (result {role} Win))"
    ),
    "result of a team": lambda role: example(
        players="(players 4)", start=_TEAMS, end=f"(if (is Line 3) (result {role} Win))"
    ),
    "owner": lambda role: example(pieces=f'(piece "Disc" {role})'),
    "sites": lambda role: example(end=f"(if (is In (last To) (sites Occupied by:{role})) (result Mover Win))"),
    "no moves": lambda role: example(end=f"(if (no Moves {role}) (result Mover Win))"),
    "score": lambda role: example(play=f"(move Add (to (sites Empty)) (then (addScore {role} 1)))"),
    "hand": lambda role: example(pieces=f'(piece "Disc" Each) (hand {role})'),
    "alone": lambda role: example(players="(players 1)", end=f"(if (is Line 3) (result {role} Win))"),
}
"""A description with a role, for places where different roles are somebody."""


def _number(role: str) -> str:
    return re.sub("[^0-9]", "", role)


@pytest.mark.parametrize("place", PLACES)
def test_a_misspelt_role_never_becomes_one_that_is_nobody(place: str) -> None:
    """Each role with a letter less, doubled, or changed: what it becomes has the same number, and nothing is said
    against it. `Player` is somebody within a `forEach` alone."""
    make, changed = PLACES[place], 0
    for role in RoleType:
        letters, number = role.value.rstrip("0123456789"), _number(role.value)
        if len(letters) < 3:
            continue
        for wrong in (letters[:-2] + letters[-1], letters[0] + letters, letters[:-1] + "x"):
            if wrong + number in RoleType.__members__:
                continue
            text = make(f"@{number}").replace("@", wrong)
            after = mended(text)
            if after == text:
                continue
            changed += 1
            (became,) = re.fullmatch(re.escape(make("@")).replace("@", "([A-Za-z0-9]+)"), after).groups()  # type: ignore[union-attr]
            assert _number(became) == number, after
            assert not NOBODY & {*complaints(after)}, after
            assert became != "Player" or "each" in place, after
    assert changed, "some are put right"


@pytest.mark.parametrize("number", range(1, 17))
@pytest.mark.parametrize("word", ["Player", "player", "PLAYER_", "Plyer", "Player-"])
def test_a_player_with_a_number_is_that_player(word: str, number: int) -> None:
    for players in (2, 16):
        make = PLACES["result"]
        text = make(f"{word}{number}").replace("(players 4)", f"(players {players})")
        right = make(f"P{number}").replace("(players 4)", f"(players {players})")
        assert mended(text) == (right if number <= players else text)


def test_a_number_is_no_letter() -> None:
    """`Player0`, `Player17` and `Team` numbers are left; so is a player of whom there is no saying how many."""
    for word in ("Player0", "Player17", "Tem17", "P17", "P0"):
        text = PLACES["result"](word)
        assert mended(text) == text
    assert mended(PLACES["result of a team"]("Tem1")) == PLACES["result of a team"]("Team1")
    assert mended(PLACES["result"]("Tem1")) == PLACES["result"]("Tem1"), "there are no teams"


# -------------------------------------------------------------------------------------------------------- coordinates

COORDINATES = ("A1", "a1", "B2", "C3", "P1", "P2", "L1")
"""Some are words of the language as well."""

QUOTED = {
    "sites": lambda a, b: example(play=f"(move Add (to (sites {{{a} {b}}})))"),
    "one site": lambda a, _: example(play=f"(move Add (to (sites {{{a}}})))"),
    "sites of a type": lambda a, b: example(play=f"(move Add (to (sites Vertex {{{a} {b}}})))"),
    "coord": lambda a, _: example(play=f"(move Add (to (coord {a})))"),
    "place at": lambda a, _: example(start=f'(start (place "Disc1" coord:{a}))'),
    "place, without a name": lambda a, _: example(start=f'(start (place "Disc1" {a}))'),
    "place at some": lambda a, b: example(start=f'(start (place "Disc1" {{{a} {b}}}))'),
    "place a stack": lambda a, _: example(start=f'(start (place Stack items:{{"Disc1" "Disc2"}} coord:{a}))'),
    "set": lambda a, _: example(start=f"(start (set P1 coord:{a}))"),
}


@pytest.mark.telling(every=8)
@pytest.mark.parametrize("place", QUOTED)
@pytest.mark.parametrize("one", COORDINATES)
def test_a_bare_coordinate_gets_its_quotation_marks(place: str, one: str) -> None:
    """On a board that has it; on another it may be something else, such as a player."""
    make, name = QUOTED[place], "coord:" if place == "place, without a name" else ""
    for other in ("C1", "P1"):
        for board in ("(square 3)", "(square 16)"):
            text, right = (some.replace("(square 3)", board) for some in
                           (make(one, other), make(f'{name}"{one}"', f'"{other}"')))  # fmt: skip
            assert {*complaints(right)} <= {"unknown-coordinate", "no-sites", "unused-piece"}
            assert mended(text) == (text if "unknown-coordinate" in complaints(right) else right)


def test_a_coordinate_never_becomes_another_word() -> None:
    """Not even where no string fits."""
    for word in ("A1", "B1", "Q1", "AA12", "BL1"):
        for text in (PLACES["result"](word), example(board=f"(board (square {word}))"), example(end=f"(if {word})")):
            assert mended(text) == text


# ------------------------------------------------------------------------------------------------------- left open

WRONG = [
    ("(board (square 3)) (piece \"Disc\" Each)", "equipment"),
    ("(mvoe Add (to (sites Empty)))", "play"),
    ("(move Add to:(to (sites Empty)))", "play"),
    ("(move Add (to (sites {A1 B1})))", "play"),
    ("(move Step (to if:(is Empty (to))) Forward)", "play"),
    ("(if (is Lime 3) (result Mover Win))", "end"),
    ("(if (is Line 3) (byScore (score P1 3)))", "end"),
    (" … ", "play"), ("", "end"), ("play", "play"),
]  # fmt: skip


ROLL = '(define "Roll" (do (roll) next:#1 #2))\n'
STEPS = '(piece "Disc" Each (move Step (to if:(is Empty (to))))) (dice num:1)'


@pytest.mark.parametrize(("wrong", "right"), [
    ('("Roll") (forEach Piece)', '("Roll" (forEach Piece))'),
    ('"Roll" (forEach Piece)', '("Roll" (forEach Piece))'),
    ('("Roll"   ) (forEach Piece)', '("Roll"    (forEach Piece))'),
])  # fmt: skip
def test_what_slipped_out_of_the_use_of_a_define_is_put_into_it(wrong: str, right: str) -> None:
    """`(and …)` around both would be valid too, and mean something else: nothing would follow the roll."""
    text = example(before=ROLL, pieces=STEPS, play=wrong)
    assert mended(text) == text.replace(wrong, right)


@pytest.mark.parametrize(("define", "wrong", "right"), [
    ("(+ #1 3)", '(count at:("Next") (to))', '(count at:("Next" (to)))'),
    ("(+ #1 3)", '(count at:("Next") (sites Top))', ""),  # which fits nowhere
])  # fmt: skip
def test_what_slipped_out_is_told_with_the_use_that_lacks_it(define: str, wrong: str, right: str) -> None:
    text = example(before=f'(define "Next" {define})\n', end=f"(if (= 2 {wrong}) (result Mover Win))")
    source = Source("a.lud", text)
    problems = look(source)
    try_remedies(source, problems, look)
    assert [problem.code for problem in problems] == ["define-arguments"]
    assert "What stands behind it has no place there: was it closed too early?" in problems[0].hint
    assert mended(text) == text.replace(wrong, right or wrong)


def test_what_stands_behind_a_use_that_lacks_an_argument_and_has_its_place_is_left() -> None:
    text = example(before='(define "Next" (+ #1 3))\n', end='(if (= ("Next") (count Turns)) (result Mover Win))')
    assert [problem.remedies for problem in look(Source("a.lud", text))] == [()]


def test_what_stands_below_the_use_of_a_define_may_belong_beside_it() -> None:
    """In a line of its own: then it is not decided which is meant."""
    text = example(before=ROLL, pieces=STEPS, play='("Roll")\n              (forEach Piece)')
    assert mended(text) == text


def test_an_opening_bracket_is_missing_behind_the_name_of_an_argument() -> None:
    """The closing one is not one too many."""
    right = example(end="(if (is Mover (who at:(last To))) (result Mover Win))")
    wrong = right.replace("at:(last", "at:last")
    source = Source("a.lud", wrong)
    assert mended(wrong) == right
    problems = look(source)
    try_remedies(source, problems, look)
    (one,) = problems
    assert one.message == "the ludeme 'last' lacks its brackets" and one.span is not None and one.span.text == "last"


def test_the_name_of_an_argument_becomes_no_second_ludeme_of_its_kind() -> None:
    """`next:` was meant."""
    play = "(do (roll) then:(move Add (to (sites Empty))) (then (addScore Mover 1)))"
    text = example(pieces='(piece "Disc" Each) (dice num:1)', play=play)
    assert mended(text) == text


def test_names_of_two_regions_get_no_braces() -> None:
    """There they would be coordinates."""
    regions = '(piece "Disc" Each) (regions "Top" (sites Top)) (regions "Low" (sites Bottom))'
    text = example(pieces=regions, end='(if (is In (last To) (sites "Top" "Low")) (result Mover Win))')
    assert mended(text) == text
    assert not any("braces" in problem.explain() for problem in look(Source("mine.lud", text)))


@pytest.mark.parametrize(("inside", "where"), WRONG)
def test_what_is_left_open_is_left(inside: str, where: str) -> None:
    """Nothing within `[ … ]` is changed, nor put around it; what stands outside is put right all the same."""
    whole = example(end="(if (is Line 3) (result Mover Win))")
    if where == "equipment":
        text = re.sub(r"\{.*?\}", lambda _: f"[{inside}]", whole, count=1, flags=re.DOTALL)
    else:
        old = "(move Add (to (sites Empty)))" if where == "play" else "(if (is Line 3) (result Mover Win))"
        text = whole.replace(old, f"[{inside}]")
    assert text != whole
    assert mended(text) == text
    misspelt = text.replace("(players 2)", "(plyers 2)")
    assert mended(misspelt) == text


# --------------------------------------------------------------------------------------- mistakes with one right answer

ADD, HOP = (
    "(move Add (to (sites Empty)){})",
    "(move Hop (between if:(is Enemy (who at:(between))){}(to if:(is Empty (to))))",
)
WIN = "(if {} (result Mover Win))"
STEP = "(move Step {} (to if:(is Empty (to))))"
SITES = "(= 0 (count Sites in:(sites Occupied {})))"

SAID: list[tuple[str, str, str, str]] = [
    # braces, `or` and `and`
    ("end", WIN, "(or (is Line 3) (is Full) (no Moves Next))", "(or {(is Line 3) (is Full) (no Moves Next)})"),
    ("end", "{}", f"{WIN.format('(is Line 3)')} {WIN.format('(is Full)')}",
     f"{{{WIN.format('(is Line 3)')} {WIN.format('(is Full)')}}}"),
    ("end", "{}", f"{WIN.format('(is Line 3)')} {WIN.format('(is Loop)')} {WIN.format('(is Full)')}",
     f"{{{WIN.format('(is Line 3)')} {WIN.format('(is Loop)')} {WIN.format('(is Full)')}}}"),
    ("play", "{}", f"{ADD.format('')} (move Pass)", f"(or {ADD.format('')} (move Pass))"),
    ("play", ADD, " (then (moveAgain) (addScore P1 1))", " (then (and (moveAgain) (addScore P1 1)))"),
    ("play", "(or (move Add (to (sites Empty)) {}) (move Pass))", "(then (moveAgain)) (then (addScore P1 1))",
     "(then (and (moveAgain) (addScore P1 1)))"),
    ("play", ADD, " (then (moveAgain) (addScore P1 1) (addScore P2 1))",
     " (then (and {(moveAgain) (addScore P1 1) (addScore P2 1)}))"),
    # an argument on the wrong side of a bracket
    ("play", "(move Add (to (sites Empty){}", " (then (moveAgain))))", ") (then (moveAgain)))"),
    ("play", HOP, ") (apply (remove (between))) ", " (apply (remove (between)))) "),
    ("play", "(move Hop (between (max 2) if:(is Enemy (who at:(between))){}",  # what is passed is that of `between`
     ") (to if:(is Empty (to))) (apply (remove (between))))", " (apply (remove (between)))) (to if:(is Empty (to))))"),
    ("play", "(move Hop (between (max 2) if:(is Enemy (who at:(between))){}",
     ")\n  (to if:(is Empty (to)))\n  (apply (remove (between))))",
     " (apply (remove (between))))\n  (to if:(is Empty (to))))"),
    ("play", "(or { (move Pass) (move Step (to if:(is Enemy (who at:(to))){}",
     ") (apply (remove (to))))})", " (apply (remove (to)))))})"),
    ("end", "{}", "(if (is Line 3)) (result Mover Win)", "(if (is Line 3) (result Mover Win))"),
    ("end", WIN, "(and (not (is In 3) (sites Bottom)) (is Full))", "(and (not (is In 3 (sites Bottom))) (is Full))"),
    ("play", "{}", "(if (is Full) (move Pass)) (move Add (to (sites Empty)))",
     "(if (is Full) (move Pass) (move Add (to (sites Empty))))"),
    # an effect is one without more
    ("play", ADD, " (then (apply (moveAgain)))", " (then (moveAgain))"),
    ("play", ADD, " then:(moveAgain)", " (then (moveAgain))"),
    ("play", ADD, " then (if (is Full) (moveAgain))", " (then (if (is Full) (moveAgain)))"),
    ("play", ADD, " (then if:(is Full) (moveAgain))", " (then (if (is Full) (moveAgain)))"),
    ("play", ADD, " (then {(addScore P1 1) (if (is Full) (apply (moveAgain)))})",
     " (then (and {(addScore P1 1) (if (is Full) (apply (moveAgain)))}))"),
    ("play", ADD, " (then (forEach (sites Around (last To)) (remove (site))))",
     " (then (forEach Site (sites Around (last To)) (remove (site))))"),
    # what stands on the site is asked before the move, what lies around it after it
    ("play", "(move Step (to if:(not (is Friend (who at:(to)))) {}",
     "(then (if (is Enemy (who at:(to))) (remove (to))))))", "(apply (if (is Enemy (who at:(to))) (remove (to))))))"),
    ("play", "(move Step (to if:(is Empty (to)){}", " (then (remove (sites Around (to))))))",
     ") (then (remove (sites Around (to)))))"),
    ("play", "(move Step (to if:(is Empty (to)){}",
     " (then (custodial (between if:(is Enemy (who at:(between))) (apply (remove (between))))))))",
     ") (then (custodial (between if:(is Enemy (who at:(between))) (apply (remove (between)))))))"),
    ("play", HOP, " (remove (between))) ", " (apply (remove (between)))) "),
    ("play", ADD, " (then (moveAgain if:(is Line 3)))", " (then (if (is Line 3) (moveAgain)))"),
    ("play", ADD, ' (then (add (piece "Disc" Mover) (to 3)))', ' (then (add (piece (id "Disc" Mover)) (to 3)))'),
    # a draw is one for all, what is occupied is so by anybody
    ("end", "(if (is Full) {})", "(result Draw)", "(result Mover Draw)"),
    ("end", "(if (is Full) {})", "(draw)", "(result Mover Draw)"),
    ("end", "(if (is Full) {})", "(result (draw))", "(result Mover Draw)"),
    ("end", WIN, SITES.format(""), SITES.format("by:All")),
    # words by what they mean
    ("end", WIN, "(no Pieces Opponent)", "(no Pieces Next)"),
    ("play", "(move Add (to (sites Around 3 {})))", "Opponent", "Enemy"),
    ("end", WIN, "(== (count Turns) 9)", "(= (count Turns) 9)"),
    ("end", WIN, "(isFull)", "(is Full)"),
    ("end", WIN, "(is Not Empty 3)", "(not (is Empty 3))"),
    ("play", STEP, "Ortho", "Orthogonal"),
    ("play", STEP, "Diag", "Diagonal"),
    ("play", HOP.replace("Hop", "{}", 1).replace("){}", ")) "), "Jump", "Hop"),
    ("play", HOP.replace("Hop", "{}", 1).replace("){}", ")) "), "Step", "Hop"),
    ("play", "(move Add (to (sites {} 3)))", "Neighbor", "Around"),
    ("end", WIN, "(is Ring)", "(is Loop)"),
    ("play", "{}", "(move (hop (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to)))))",
     "(move Hop (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))"),
    ("play", "(move {} (to if:(is Empty (to))))", "(step Diagonal)", "Step Diagonal"),
    ("end", "(if (is Full) {})", "(result (next Player) Win)", "(result Next Win)"),
    ("end", "(if (is Full) (result {} Win))", "(Next)", "Next"),
    ("play", ADD, " (then (move Again))", " (then (moveAgain))"),
    ("play", ADD, " (then (capture (sites Around 3)))", " (then (remove (sites Around 3)))"),
    ("play", ADD, " (then (addScore P1 (inc (score P1))))", " (then (addScore P1 (+ (score P1) 1)))"),
    ("play", "(if (is Full) (move Pass) {}" + ADD.format("") + ")", "else ", ""),
    # directions and ways
    ("play", STEP, "{N E}", "(directions {N E})"),
    ("play", STEP, "(directions {F L})", "(directions {Forward Leftward})"),
    ("play", STEP, "Horizontal", "(directions {E W})"),
    ("play", "(move Leap {} (to if:(is Empty (to))))", "{F F R}", "{{F F R}}"),
    ("play", "(move Leap {} (to if:(is Empty (to))))", "{(F F) (F R)}", "{{F F} {F R}}"),
    ("play", "(move Leap {} (to if:(is Empty (to))))", "{FFR FFL}", "{{F F R} {F F L}}"),
    ("play", "(move Leap {} (to if:(is Empty (to))))", "{(FFR) (FFL)}", "{{F F R} {F F L}}"),
    # names of arguments, strings, coordinates
    ("end", WIN, SITES.format('"Disc"'), SITES.format('by:All component:"Disc"')),
    ("start", "(start (place \"Disc1\" {}))", '"A1"', 'coord:"A1"'),
    ("pieces", '(piece "Disc" Each) (regions "A" (sites Bottom)) (regions "B" {})', "(sites A)", '(sites "A")'),
    ("start", "(start (place \"Disc1\" {}))", '{coord:"A1" coord:"B1"}', '{"A1" "B1"}'),
    ("pieces", '(piece "Disc" Each) {}', "(regions Mid (sites {3 4}))", '(regions "Mid" (sites {3 4}))'),
    ("end", WIN, '(is In (last To) (sites "A1" "B1"))', '(is In (last To) (sites {"A1" "B1"}))'),
    ("play", "(move Step (to {}))", "(if (is Empty (to)))", "if:(is Empty (to))"),
    ("play", "(move Step (to if:(is Enemy (who at:(to))) {}))", "capture:(remove (to))", "(apply (remove (to)))"),
    ("pieces", '(piece "Disc" Each) {}', '(regions "Mid" {"A1" B2})', '(regions "Mid" (sites {"A1" "B2"}))'),
    ("pieces", '(piece "Disc" Each) {}', '(regions "Mid" (expand (sites Centre) 2))',
     '(regions "Mid" (expand (sites Centre) steps:2))'),
    ("end", WIN, "(is In (last To) (sites Region P1))", "(is In (last To) (sites P1))"),
    ("play", "(move Add (to (sites Around (last To){})))", " steps:1", ""),
    # what stands around an argument and says nothing, or lacks around one
    ("play", "(move Remove {})", "(from (sites Occupied by:Next))", "(sites Occupied by:Next)"),
    ("play", "(move Add {})", "(sites Empty)", "(to (sites Empty))"),
    ("play", ADD, " (then (addScore P1 (+1)))", " (then (addScore P1 1))"),
    ("play", ADD, ' (then (add (piece "Disc" (mover)) (to 3)))', ' (then (add (piece (id "Disc" Mover)) (to 3)))'),
    ("play", ADD, ' (then (move Add (piece (id "Disc" Mover)) (to 3)))',
     ' (then (add (piece (id "Disc" Mover)) (to 3)))'),
    # other ways to say it
    ("end", WIN, "(is Edge (last To))", "(is In (last To) (sites Outer))"),
    ("end", WIN, "(is Adjacent (last To) 4)", "(is In (last To) (sites Around 4))"),
    ("play", "(move Step (to {}))", "if:(is Empty (to)) if:(is Full)", "if:(and (is Empty (to)) (is Full))"),
    ("play", STEP, "AllDirections", "All"),
    ("play", ADD, " (then (addScore (mover) 1))", " (then (addScore Mover 1))"),
    ("play", "(move {} (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))", "Leap", "Hop"),
    ("play", "(if (can Move ({} (from (last To)) Diagonal (between if:(is Full)) (to if:(is Full)))) (move Pass))",
     "leap", "hop"),
    ("end", WIN, "(is Line 3 Exact)", "(is Line 3 exact:True)"),
    ("end", WIN, "(is Equal (mover) 1)", "(= (mover) 1)"),
    ("end", WIN, "(is BoardFull)", "(is Full)"),
    ("end", WIN, "(has Line 3)", "(is Line 3)"),
    ("end", WIN, "(is Even Turn)", "(is Even (count Turns))"),
    ("end", WIN, "(is Even (turn))", "(is Even (count Turns))"),
    ("end", WIN, "(is In (last To) (sites Top Bottom))", "(is In (last To) (union (sites Top) (sites Bottom)))"),
    ("play", "(move Leap {} (to if:(is Empty (to))))", "(directions {F F R})", "{{F F R}}"),
    ("play", "(move Leap {} (to if:(is Empty (to))))", "{{F F R} {B B L}}", "{{F F R} {R R F F L}}"),
    ("end", WIN, "(line 3)", "(is Line 3)"),
    ("pieces", "{}", '(pieces "Disc" Each)', '(piece "Disc" Each)'),
    ("end", WIN, "(in (last To) (sites Outer))", "(is In (last To) (sites Outer))"),
    ("end", WIN, "(>= (pieces Mover) 5)", "(>= (count Pieces Mover) 5)"),
    ("end", WIN, "(= (multiply 2 (count (sites Top))) 6)", "(= (* 2 (count Sites in:(sites Top))) 6)"),
    ("end", WIN, '(is In (last To) "A1")', '(is In (last To) (sites {"A1"}))'),
    ("end", WIN, '(is In (last To) (expand origin:"A1"))', '(is In (last To) (expand origin:(coord "A1")))'),
    ("end", WIN, "(is Empty (sites Top))", "(all Sites (sites Top) if:(is Empty (site)))"),
    ("end", WIN, "(is Empty (sites Empty))", "(= (count Sites in:(sites Empty)) 0)"),
    ("end", "{}", "(or (if (is Line 3) (result Mover Win)) (if (is Full) (result Draw)))",
     "{(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))}"),
    ("end", "{}", "(or {(if (is Line 3) (result Mover Win)) (if (is Full) (result P1 Win))})",
     "{(if (is Line 3) (result Mover Win)) (if (is Full) (result P1 Win))}"),
    ("play", "(move Add (to (sites Empty)) {})", "(then (forEach Site (sites Adjacent (last To)) (remove (site))))",
     "(then (forEach Site (sites Around (last To)) (remove (site))))"),
    ("play", "{}", "(move Leap Diagonal (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))",
     "(move Hop Diagonal (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))"),
    ("play", "{}", "(move Slide Diagonal (from (last To)) (to if:(is Empty (to))) (between (max 2)))",
     "(move Slide (from (last To)) Diagonal (between (max 2)) (to if:(is Empty (to))))"),
    ("play", "(move Add (to (sites Empty)) (then (if (is Full) {})))", "(apply (moveAgain) (addScore Mover 1))",
     "(apply (and (moveAgain) (addScore Mover 1)))"),
    # one mistake behind another
    ("play", "{}", "(move Place (sites Empty))", "(move Add (to (sites Empty)))"),
    ("play", "(or {} (move Pass))",
     "(move Jump (between if:(is Enemy (who at:(between)))) (apply (remove (between))) (to if:(is Empty (to))))",
     "(move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))"),
    ("play", "(move Add {})", "(to (sites Empty) if:(is Full) then:(moveAgain))",
     "(to (sites Empty) if:(is Full)) (then (moveAgain))"),
    ("play", "(if (is Full) (move Pass) {})", "(else (move Add (to (sites Empty))))", "(move Add (to (sites Empty)))"),
    # operators between their arguments
    ("end", WIN, "((count Pieces P1) = 5)", "(= (count Pieces P1) 5)"),
    ("end", WIN, "(count Pieces P1 >= 5)", "(>= (count Pieces P1) 5)"),
    ("end", WIN, "(count (sites Occupied by:P1) == 5)", "(= (count Sites in:(sites Occupied by:P1)) 5)"),
    ("end", WIN, "(is Line 3 && (is Full))", "(and (is Line 3) (is Full))"),
    # names of arguments, defines and words without brackets; numbers in words
    ("end", WIN, "(= (who on:(last To)) 1)", "(= (who at:(last To)) 1)"),
    ("play", "(move Add (to {}))", "(sites (Empty))", "(sites Empty)"),
    ("end", WIN, "(is Line three)", "(is Line 3)"),
    ("pieces", '(piece "Disc" {})', "Both", "Each"),
    ("start", "(start {})", '(place "Disc1" {(sites Top)})', '(place "Disc1" (sites Top))'),
    ("start", '(start (place Stack "Disc1" 0 {}))', "count=2", "count:2"),
    ("start", '(start (place Stack "Disc1" 0 {}))', "count 2", "count:2"),
    ("play", "(move Add (to {}))", "Empty", "(sites Empty)"),
    # arguments in another order, of which two could be each other; and where a define stands for one
    ("play", "(move Add (to {}))", "(if (sites Top) (is Full) (sites P1))", "(if (is Full) (sites Top) (sites P1))"),
    ("play", '(define "A" (sites Top)) (move Add (to {}))', '(if ("A") (is Full) (sites Left))',
     '(if (is Full) ("A") (sites Left))'),
    ("end", '(define "Won" (result Mover Win)) {}', '(if (is Line 3)) ("Won")', '(if (is Line 3) ("Won"))'),
    ("end", '(define "Drawn" (if (is Full) (result Mover Draw))) {}', '(if (is Line 3) (result Mover Win)) ("Drawn")',
     '{(if (is Line 3) (result Mover Win)) ("Drawn")}'),
    # quotation marks of which the line shows where they are missing
    ("start", "(start {})", '(place "Disc1 (sites Top))', '(place "Disc1" (sites Top))'),
    ("start", "(start {})", '(place Disc1" (sites Top))', '(place "Disc1" (sites Top))'),
    # comments
    ("end", "(if (is Line 3) (result Mover Win)) {}", "; three (in a row\n", "// three (in a row\n"),
    ("end", "(if (is Line 3) (result Mover Win)) {}", "-- three in a row\n", "// three in a row\n"),
    ("end", "(if (is Full) {}", "## end\n (result Mover Win)) # wins\n", "// end\n (result Mover Win)) // wins\n"),
]  # fmt: skip


def _filled(where: str, around: str, inside: str) -> str:
    before, mark, after = around.partition("{}")
    assert mark
    return example(**{where: before + inside + after})


def _words(text: str) -> list[str]:
    return re.findall(r'"[^"]*"|[(){}]|[^\s(){}"]+', text)


@pytest.mark.parametrize(("where", "around", "wrong", "right"), SAID)
def test_a_mistake_with_one_right_answer(where: str, around: str, wrong: str, right: str) -> None:
    assert complaints(_filled(where, around, wrong)), "this is right"
    assert _words(mended(_filled(where, around, wrong))) == _words(_filled(where, around, right))
    assert not [p for p in look(Source("a.lud", _filled(where, around, right))) if isinstance(p, LudTypeError)]


AMBIGUOUS = [
    ("play", STEP, "(directions {F F R})"),  # a way, not directions
    ("play", "(move Leap {} (to if:(is Empty (to))))", "(directions {F F})"),  # ahead, or in all directions
    ("play", "(move Leap {} (to if:(is Empty (to))))", "{F F B F}"),  # a step back, or a turn
    ("play", "(if (is Turn {}) (move Add (to (sites Empty))))", "somebody"),  # a word that nobody knows
    ("end", WIN, "(is Empty (sites P1) (sites P2))"),  # two regions
    # whose opponent
    ("end", "{}", "(if (no Moves Next) (result Opponent Win))"),
    ("end", "{}", "{(if (is Line 3) (result Next Win)) (if (is Full) (result Opponent Win))}"),
    ("play", "(if (is Full) {})", "(else (move Pass))"),  # what is done if it is
    ("play", "(if (is Full) {})", "else (move Pass)"),
    # whether a condition of the move or of its effect is meant; and `add` is not the sum of two numbers
    ("play", "(move Step {})", '(to (if (is Full) (apply (add (piece (id "Disc" Mover)) (to (last From))))))'),
    ("end", WIN, "(sum 3 4)"), ("end", "(if (is Full) {})", "(result Win)"), ("end", WIN, "(no Moves)"),
    ("end", WIN, "(is Line 3) (is Full)"),  # and, or or
    ("play", ADD, " (then (addScore P1 (inc 1)))"),
    # a place captured by landing there, a number of a player or of an amount, what is removed, another operand
    ("play", "(move Add (to (sites Around (last To) steps:{})))", "2"),
    ("play", "{}", "(move Jump Diagonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"),
    ("play", "(move Leap {} forward:True (to if:(is Empty (to))))", "{{F F} {B B}}"),
    ("play", "(move Remove {})", "(from) (to (sites Empty))"), ("end", WIN, "(= (count 1) 3)"),
    ("play", ADD, " (then (addScore P1 (+ 1)))"), ("play", ADD, ' (then (add (piece "Disc") (mover)))'),
    ("end", "(if (all Passed) {})", "(byScore) (if (is Full) (result Mover Win))"),
]  # fmt: skip


@pytest.mark.parametrize(("where", "around", "wrong"), AMBIGUOUS)
def test_what_may_mean_several_things_is_left(where: str, around: str, wrong: str) -> None:
    assert complaints(_filled(where, around, wrong))
    assert mended(_filled(where, around, wrong)) == _filled(where, around, wrong)


def test_what_the_author_calls_so_is_meant_before_what_is_spelt_alike() -> None:
    pieces = '(piece "Disc" Each) (regions "Center" (sites {3 4}))'
    text = example(pieces=pieces, end="(if (is In (last To) (sites Center)) (result Mover Win))")
    assert mended(text) == text.replace("(sites Center)", '(sites "Center")')
    other = text.replace('"Center"', '"Middle"')
    assert mended(other) == other.replace("Center", "Centre")


def test_thousands_of_arguments_without_braces_take_no_time_to_speak_of() -> None:
    source = Source("a.lud", example(end=f"(if (and {'(is Line 3) ' * 1000}) (result Mover Win))"))
    began = time.process_time()
    problems = look(source)
    try_remedies(source, problems, look)
    assert problems[0].fix and time.process_time() - began < 5


def test_the_opponent_is_the_next_player_of_two_alone() -> None:
    text = example(players="(players 3)", end="(if (no Pieces Opponent) (result Mover Win))")
    assert mended(text) == text


def test_directions_in_which_players_face_are_these_players() -> None:
    wrong = example(players="(players {(player N) (player S)})", end="(if (is Line 3) (result S Win))")
    assert mended(wrong) == wrong.replace("result S", "result P2")


BRACKETS = example(
    play="(or (move Add (to (sites Empty)) (then (if (is Line 3) (and (moveAgain) (addScore Mover 1))))) (move Pass))",
    end="{(if (or (is Line 3) (no Moves Next)) (result Mover Win)) (if (is Full) (result Mover Draw))}",
)


def _played(text: str) -> list[object]:
    """Some games with their lengths and rankings."""
    results = load(text, backend="python").playouts(40, seed=1)
    return [list(results.lengths), list(results.rankings)]


def test_a_string_where_a_region_stands_is_one_of_the_regions() -> None:
    """Not one that is not there, nor where a number is expected."""
    pieces = '(piece "Disc" Each) (regions "Home" (sites Top))'
    for wrong, right in (('"Home"', '(sites "Home")'), ('"Hole"', '"Hole"')):
        text = example(pieces=pieces, end=f"(if (is In (last To) {wrong}) (result Mover Win))")
        assert complaints(text) and mended(text) == text.replace(f'To) {wrong}', f'To) {right}')
    text = example(pieces=pieces, end='(if (= (last To) "Home") (result Mover Win))')
    assert mended(text) == text


def test_a_region_that_is_called_as_one_of_the_board_is_meant_where_it_is_named() -> None:
    """But not within itself."""
    for sites in ('(sites {"A1" "B1"})', "(sites Corners)"):
        end = "(if (is In (last To) (sites NAME)) (result Mover Win))"
        text = example(pieces=f'(piece "Disc" Each) (regions NAME {sites})', end=end)
        right = text.replace("NAME", '"Corners"')
        assert mended(text.replace("NAME", "Corners")) == right


def test_a_region_is_not_defined_by_itself() -> None:
    """It is the one of the board that is spelt alike, if there is one."""
    for name, right in (("Corner", "(sites Corners)"), ("Home", "(sites Home)")):
        text = example(pieces=f'(piece "Disc" Each) (regions "{name}" {{(sites {name})}})',
                       end=f'(if (is In (last To) (sites "{name}")) (result Mover Win))')  # fmt: skip
        assert mended(text) == text.replace(f"(sites {name})", right)


def test_several_regions_of_one_name_are_no_list_of_one() -> None:
    """Where the sides are to be connected, a list of all of them would have one part, which is always connected."""
    for sides in ('(regions "Sides" {(sites Top) (sites Bottom)})',
                  '(regions "Sides" (sites Top)) (regions "Sides" (sites Bottom))'):  # fmt: skip
        pieces = f'(piece "Disc" Each) {sides}'
        for word in ("regions", "sites"):
            text = example(pieces=pieces, end=f'(if (is Connected ({word} "Sides")) (result Mover Win))')
            assert complaints(text) and mended(text) == text
        text = example(pieces=pieces, end='(if (is In (last To) (regions "Sides")) (result Mover Win))')
        assert mended(text) == text.replace('(regions "Sides"))', '(sites "Sides"))')


LAID_OUT = """(game "Laid out" (players 2)
    (equipment {(board (square 5)) (piece "Man" Each) (piece "King" Each)}) (rules
    (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top)) (place "King1" {"B2"}) (place "King2" {"D4"})})
    (play
        (if (is Even (count Moves))
            (move Pass)
            (forEach Piece "Man"
                (move Step Forward
                    (to if:(is Empty (to)))
                    (then (if (is Full) (moveAgain)))
                )
            )
            (forEach Piece "King"
                (move Step (to if:(is Empty (to))))
            )
        )
    )
    (end (if (no Moves Next) (result Mover Win)))))
"""


@pytest.mark.parametrize("rule", ["(move Pass)", "(or (move Pass) (move Swap Players P1 P2))"])
def test_a_rule_that_has_no_place_is_not_put_into_another(rule: str) -> None:
    """Brackets match and lines begin in their columns; of three rules, two would be moved together or one into another.
    """
    text = LAID_OUT.replace("(move Pass)", rule)
    assert complaints(text) == ("superfluous-argument",) and mended(text) == text


def test_what_the_lines_put_side_by_side_stays_so() -> None:
    """The second consequent is no consequent of the rule around the move, though it could be one."""
    lines = ["(or", "  (move Pass)", "  (move Add", "    (to (sites Empty))", "    (then (moveAgain))",
             "    (then (if (is Full) (addScore Mover 1)))", "  )", ")"]  # fmt: skip
    text = example(play="\n".join(lines))
    after = mended(text)
    right = text.replace("(then (moveAgain))", "(then (and (moveAgain)").replace("(then (if", "(if")
    assert _words(after) == _words(right.replace("Mover 1)))", "Mover 1))))"))
    assert complaints(after) == ()


def test_what_ends_the_game_twice_is_a_list() -> None:
    for first, second in (("{}", "{}"), ("{{{}}}", "{}"), ("{}", "{{{}}}")):
        ends = "(if (is Line 3) (result Mover Win))", "(if (is Full) (result P1 Win))"
        wrong = example(end=f"{first.format(ends[0])}) (end {second.format(ends[1])}")
        assert complaints(wrong) and _words(mended(wrong)) == _words(example(end=f"{{{ends[0]} {ends[1]}}}"))


@pytest.mark.parametrize(("region", "sites"), [("(sites Top)", {6, 7, 8}), ("(sites Empty)", None)])
def test_a_region_is_empty_where_nothing_stands_on_it(region: str, sites: set[int] | None) -> None:
    """In each position of random games. Empty sites are so where something stands on each."""
    start = '(start {(place "Disc1" (sites Top)) (place "Disc2" (sites Bottom))})'
    play = "(or (move Add (to (sites Empty))) (move Remove (sites Occupied by:Next)))"
    wrong = example(start=start, play=play, end=f"(if (is Empty {region}) (result Mover Win))")
    game, ended = load(mended(wrong), backend="python"), 0
    for seed in range(12):
        rng, state = Random(seed), game.start(seed=1)
        for _ in range(60):
            if not state.over:
                state.apply(rng.choice(state.legal_moves()))
                full = {int(str(name)[1:]) for name, *_ in state.sites()}
                assert state.over == (len(full) == 9 if sites is None else not full & sites)
                ended += state.over
    assert ended


def test_hexagonal_directions_are_those_of_hexagonal_cells() -> None:
    for board, right in (("(board (hex 3))", "Orthogonal"), ("(board (square 3))", None)):
        for word in ("Hex", "Hexagonal"):
            text = example(board=board, play=STEP.replace("{}", word))
            assert mended(text) == (text if right is None else text.replace(f"Step {word}", f"Step {right}"))


@pytest.mark.parametrize("part", range(4))
def test_a_bracket_too_many_and_one_too_few_give_this_game_or_none(part: int) -> None:
    """Never one that plays otherwise; where not all can be put right, something is still wrong."""
    places = [found.start() for found in re.finditer("[)}]", BRACKETS)]
    right = 0
    for number, at in enumerate(places[part::8]):
        other = places[(part + 5 * number + 7) % len(places)]
        if abs(other - at) < 6:
            continue
        edits = {at: "", other: BRACKETS[other] * 2}
        wrong = "".join(edits.get(i, letter) for i, letter in enumerate(BRACKETS))
        after = mended(wrong)
        if not any(error.severity == "error" for error in look(Source("a.lud", after))):
            right += 1
            assert _words(after) == _words(BRACKETS) or _played(after) == _played(BRACKETS), (wrong, after)
    assert right


@pytest.mark.parametrize("part", range(4))
def test_a_bracket_too_many_or_too_few_gives_this_game_or_none(part: int) -> None:
    """Each closing bracket left out, doubled, or of the other kind: it becomes the text it was, or stays as it is."""
    places = [found.start() for found in re.finditer("[)}]", BRACKETS)][part::4]
    assert look(Source("a.lud", BRACKETS)) == []
    right = 0
    for at in places:
        what = BRACKETS[at]
        for new in ("", what * 2, {")": "}", "}": ")"}[what]):
            wrong = BRACKETS[:at] + new + BRACKETS[at + 1 :]
            after = mended(wrong)
            assert after == wrong or _words(after) == _words(BRACKETS), (wrong, after)
            right += after != wrong
    assert right > len(places)


# ------------------------------------------------------------------------------------------ what is offered and kept


def _wrong_texts() -> Iterator[str]:
    yield from (row.wrong for row in MESSAGES.values() if row.wrong and not row.options and row.ruleset is None)
    yield from (file.read_text(encoding="utf-8") for file in sorted(MISTAKES.glob("*.lud")))


def _weight(problems: list[LudError]) -> tuple[int, ...]:
    errors = [problem for problem in problems if problem.severity == "error"]
    syntax = sum(isinstance(problem, LudSyntaxError) for problem in errors)
    types = sum(isinstance(problem, LudTypeError) for problem in errors)
    return syntax, types, len(errors) - syntax - types, len(problems) - len(errors)


def _content(text: str) -> list[str]:
    return re.findall(r'"[^"]*"|\(', text)


@pytest.mark.parametrize("part", range(4))
def test_what_is_offered_helps_and_what_is_made_was_offered(part: int) -> None:
    """Of every text that is wrong here: each fix that a problem has makes the text better by itself; all of them do;
    where none has one, nothing is changed; and no bracket that opens a ludeme, and no string, is lost."""
    offered = made = 0
    for text in [*_wrong_texts()][part::4]:
        source = Source("a.lud", text)
        before = look(source)
        if sum(len(problem.remedies) for problem in before) * len(text) > MAX_WORK:
            continue
        assert not any(problem.fix for problem in before), "nobody has tried"
        try_remedies(source, before, look)
        for problem in before:
            if problem.fix:
                offered += 1
                after = text
                for edit in sorted(problem.fix, key=lambda edit: -edit.span.start):
                    after = after[: edit.span.start] + edit.text + after[edit.span.end :]
                assert _weight(look(Source("a.lud", after))) < _weight(before), after
        better, left, count = fixed(source, look)
        assert bool(count) == (better.text != text) == any(problem.fix for problem in before), text
        if count:
            made += 1
            assert _weight(left) < _weight(before), text
            idle = text.count("(apply") - better.text.count("(apply")  # an effect is one without it
            idle += sum(problem.code == "word-in-brackets" for problem in count)  # these open no ludeme
            assert len(_content(better.text)) + idle >= len(_content(text)), text
            assert fixed(better, look)[2] == [], "once is enough"
    assert offered >= 3 and made >= 3


def _problem(source: Source, *remedies: tuple[int, int, str]) -> LudError:
    error = LudTypeError("wrong", Span(source, 0, 1))
    error.remedies = tuple(Remedy((Edit(Span(source, start, end), text),)) for start, end, text in remedies)
    return error


@pytest.mark.parametrize(
    ("wrong", "words", "right"),
    [
        ("(move Setp (to if:(is Empty (to)) (then (moveAgain))))",
         "(move Step (to if:(is Empty (to)) (then (moveAgain))))",
         "(move Step (to if:(is Empty (to))) (then (moveAgain)))"),
        ("(move Step (to if:(is Empty (to))) (then (addScore Mover 1 2)))", None,
         "(move Step (to if:(is Empty (to))) (then (addScore {Mover} {1 2})))"),
        ("(move Step (to if:(is Empty (to))",
         "(move Step (to if:(is Empty (to))))", "(move Step (to if:(is Empty (to))))"),
    ],
    ids=["a consequent", "a list", "brackets"],
)  # fmt: skip
def test_where_something_stays_wrong_only_words_and_brackets_are_put_right(
    wrong: str, words: str | None, right: str
) -> None:
    """Nothing tells there whether what was put in another place belongs there. No ludeme is like `(is Ring 3)`."""
    text = """(game "Moves" (players 2) (equipment {(board (square 5)) (piece "Man" Each MOVES)}) (rules
        (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})
        (play (forEach Piece)) (end (if CONDITION (result Mover Win)))))"""
    for condition, left in (("(no Moves Next)", right), ("(is Ring 3)", wrong if words is None else words)):
        whole = text.replace("CONDITION", condition)
        assert mended(whole.replace("MOVES", wrong)) == whole.replace("MOVES", left)


def test_what_was_read_once_is_offered_at_the_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is put right as a whole first, and then each problem by itself: that reads no further text here."""
    text = """(game "Fill" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
        (rules (play (move Add (to (sites Emtpy)))) (end (if (is Full) (result Mover Draw)))))"""
    monkeypatch.setattr(fixing, "MAX_WORK", len(text) + 9)
    source = Source("a.lud", text)
    problems = look(source)
    fixing.try_remedies(source, problems, look)
    assert [edit.text for problem in problems for edit in problem.fix] == ["Empty"]


def test_the_best_of_several_remedies_if_there_is_one() -> None:
    """The number of errors is that of the letter x."""

    def count(source: Source) -> list[LudError]:
        return [_problem(source, *remedies) for _ in range(source.text.count("x"))]

    text = "(xx x)"
    remedies = [(1, 2, "y"), (1, 3, "yy"), (4, 5, "y")]
    source, problems, made = fixed(Source("a.lud", text), count)
    assert (source.text, problems, len(made)) == ("(yy y)", [], 2), "first the remedy after which fewest are left"
    remedies = [(1, 2, "y"), (1, 2, "z")]
    assert fixed(Source("a.lud", text), count)[0].text == text, "two that are as good"
    remedies = [(1, 2, "y"), (4, 5, "y")]
    assert fixed(Source("a.lud", text), count)[0].text == "(yx y)", "two that come to the same in the end"
    remedies = [(1, 2, "x"), (0, 6, "y"), (4, 5, "")]
    assert fixed(Source("a.lud", text), count)[0].text == text, "one that does not help, two that leave something out"


@pytest.mark.parametrize(
    ("right", "wrong", "code", "at", "says"),
    [
        ("(to (sites Empty)))", "(to (sites Empty))", "unclosed-bracket", "(play", "A ) is missing at 4:30."),
        ("(to (sites Empty)))", "(to (sites Empty))))", "extra-bracket", ")", ""),
        ("(end {(if", "(end (if", "surplus-bracket", "}", "A { is missing at 5:5."),
        ("(to (sites Empty)))", "to (sites Empty)))", "bare-ludeme", "to", "A ( is missing before it."),
        ("Draw))}", "Draw)))", "wrong-bracket", ")", ""),
    ],
)
def test_a_remedy_of_a_bracket_says_which_mistake_it_is(right: str, wrong: str, code: str, at: str, says: str) -> None:
    """Wherever the brackets look wrong from outside: the place is that of the bracket that is changed, or of its
    partner. In a line each, so that the layout does not tell."""
    text = """(game "A" (players 2)
(equipment {(board (square 3)) (piece "Disc" Each)})
(rules (play
(move Add (to (sites Empty))))
(end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))})))
"""
    assert right in text
    source = Source("a.lud", text.replace(right, wrong))
    for problems in (look(source), fixed(source, look)[2]):
        if not any(problem.fix for problem in problems):
            try_remedies(source, problems, look)
        (error,) = [problem for problem in problems if problem.fix]
        assert error.code == code and error.span is not None
        assert source.text[error.span.start :].startswith(at) and says in error.hint


def test_what_is_wrong_because_of_another_mistake_says_so() -> None:
    """The name that has no place in a list stands in a ludeme that lacks its brackets."""
    text = example(start='(start {place "Disc1" coord:"A1" (place "Disc2" coord:"B2")})')
    source = Source("a.lud", text)
    problems = look(source)
    try_remedies(source, problems, look)
    first, second = problems
    assert first.fix and not second.fix and second.hint.startswith("This goes away when ")
    assert mended(text) == text.replace('place "Disc1" coord:"A1"', '(place "Disc1" coord:"A1")')


def test_what_stands_there_twice_is_left_out_and_not_put_elsewhere() -> None:
    text = example(pieces='(piece "Disc" Each) (regions "Home" "Home" P1 (sites Top))')
    assert mended(text) == text.replace('"Home" "Home"', '"Home"')


@pytest.mark.parametrize(
    "twice",
    [
        "(then (addScore Mover 1) (addScore Mover 1))",  # both may be meant
        "(then (addScore Mover (- 5 1 1)))",
    ],
)
def test_what_may_be_meant_twice_is_not_left_out(twice: str) -> None:
    text = example(play=f"(move Add (to (sites Empty)) {twice})")
    assert complaints(text) and mended(text) == text
