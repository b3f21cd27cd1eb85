"""What the linter says and what it does not, rule by rule: each table has both sides of every condition. A row is a
part of a description, and what is told of it (nothing, in an empty list)."""

import pytest

from ludparse import Source
from ludparse.checks.run import check_text
from ludparse.interpreter.game.checks import diagnose
from ludparse.problems.errors import LudError
from ludparse.problems.message import example

DISC = '(piece "Disc" Each)'
ADD = "(move Add (to (sites Empty)))"
WIN = "(result Mover Win)"


def found(text: str, *codes: str) -> list[LudError]:
    errors = check_text(Source("<text>", text), warnings=True)
    assert not [error.explain() for error in errors if error.severity == "error" and error.code not in codes]
    return [error for error in errors if error.code in codes]


def places(text: str, *codes: str) -> list[tuple[str, str]]:
    return [(error.code, error.span.text) for error in found(text, *codes) if error.span is not None]


# ------------------------------------------------------------------------------------------------ conditions

LINE = "(is Line 3)"
FULL = "(is Full)"


@pytest.mark.parametrize(("test", "told"), [
    (LINE, []), ("True", ["always-true"]), ("False", ["never-true"]), (f"(and True {LINE})", ["always-true"]),
    (f"(or {{{LINE} {FULL} False}})", ["never-true"]), (f"(and {LINE} {FULL})", []),
    # two numbers
    *((f"({sign} {a} {b})", ["always-true" if holds else "never-true"]) for sign, a, b, holds in (
        ("=", 1, 1, True), ("=", 1, 2, False), ("!=", 1, 1, False), ("!=", 1, 2, True), ("<", 1, 2, True),
        ("<", 1, 1, False), ("<=", 1, 1, True), ("<=", 2, 1, False), (">", 2, 1, True), (">", 1, 1, False),
        (">=", 1, 1, True), (">=", 1, 2, False),
    )),
    # the same on both sides, but for chance
    *((f"({sign} (count Moves) (count Moves))", [told]) for sign, told in (
        ("=", "always-true"), ("!=", "never-true"), ("<", "never-true"), ("<=", "always-true"), (">", "never-true"),
        (">=", "always-true"),
    )),
    ("(= (count Moves) (count Turns))", []), ("(= (value Random (range 0 3)) (value Random (range 0 3)))", []),
    ("(= (sites Empty) (sites Empty))", ["always-true"]), ("(= (sites Empty) (sites Top))", []),
    # counts are never below 0; -1 and -2 stand for no site
    *((f"({sign} (count Moves) -3)", [told] if told else []) for sign, told in (
        ("=", "never-true"), ("!=", "always-true"), ("<", "never-true"), (">", "always-true"), (">=", "always-true"),
    )),
    ("(= (count Moves) -2)", []), ("(= (score Mover) -3)", []), ("(= (count Moves) 3)", []),
    # together with the opposite
    (f"(and {LINE} (not {LINE}))", ["never-true"]), (f"(and (not {LINE}) {LINE})", ["never-true"]),
    (f"(or {LINE} (not {LINE}))", ["always-true"]), (f"(and {LINE} (not {FULL}))", []),
    ("(and (is Empty 0) (is Occupied 0))", ["never-true"]), ("(and (is Empty 0) (is Occupied 1))", []),
    ("(or (is Empty 0) (is Occupied 0))", ["always-true"]), ("(and (is Occupied 0) (is Empty 0))", ["never-true"]),
    ("(and (is Friend (who at:0)) (is Enemy (who at:0)))", ["never-true"]),
    (f"(and {{{LINE} {FULL} {LINE}}})", ["repeated-condition"]), (f"(or {LINE} {LINE})", ["repeated-condition"]),
    ("(and (= 1 (value Random (range 0 3))) (= 1 (value Random (range 0 3))))", []),
])  # fmt: skip
def test_conditions(test: str, told: list[str]) -> None:
    text = example(end=f"(if {test} {WIN})")
    assert [error.code for error in found(text, "always-true", "never-true", "repeated-condition")] == told


@pytest.mark.parametrize("part", [
    "(if True (move Pass) {})", "(move Add (to (if True (sites Top) (sites Empty))))",
    "(move Add (to (sites Empty)) (then (if True (addScore Mover 1))))", "(or {} (if True (move Pass)))",
    "(move Add (to (sites {(if True 1 2)})))",
])  # fmt: skip
def test_conditions_of_moves_regions_and_numbers(part: str) -> None:
    (error,) = found(example(play=part.replace("{}", ADD)), "always-true")
    assert error.span is not None and error.span.text == "True"


def test_words_that_a_define_inserts_are_switches() -> None:
    """A condition that is given to a define may be plain; of one that stands there in whole it is said."""
    switch = '(define "Ends" (if (and #1 (is Full)) (result Mover Win)))\n'
    assert found(example(before=switch, end='("Ends" True)'), "always-true") == []
    number = '(define "Many" 3)\n'
    assert found(example(before=number, end=f'(if (= 3 "Many") {WIN})'), "always-true") == []
    twice = '(define "Line" (is Line 3))\n'
    assert found(example(before=twice, end=f'(if (and "Line" "Line") {WIN})'), "repeated-condition") == []


@pytest.mark.parametrize(("rules", "players", "count"), [
    (f"(if {LINE} {WIN}) (if {LINE} (result Mover Draw))", 2, 1),
    (f"(if {LINE} {WIN}) (if {FULL} (result Mover Draw))", 2, 0),
    (f"(if {LINE} {WIN}) (if (and {FULL} {LINE}) (result Mover Draw))", 2, 1),
    (f"(if (and {FULL} {LINE}) {WIN}) (if {LINE} (result Mover Draw))", 2, 0),
    (f"(if (or {FULL} {LINE}) {WIN}) (if {LINE} (result Mover Draw))", 2, 1),
    (f"(if {LINE} {WIN}) (if (or {FULL} {LINE}) (result Mover Draw))", 2, 0),
    (f"(if {LINE} {WIN}) (if {LINE} (result Mover Draw)) (if {LINE} (result Mover Loss))", 2, 2),
    (f"(if {LINE} {WIN}) (if {LINE} (result Mover Draw))", 3, 0),
    (f"(if {LINE} (result All Draw)) (if {LINE} (result Mover Draw))", 3, 1),
    (f"(if {LINE} (byScore)) (if {LINE} (result Mover Draw))", 3, 1),
])  # fmt: skip
def test_end_rules_behind_others(rules: str, players: int, count: int) -> None:
    """A rule that applies whenever a later one would hides it; with three players a result may be one player's alone,
    and the others play on."""
    assert len(found(example(players=f"(players {players})", end=f"{{{rules}}}"), "unreachable-end")) == count


# ------------------------------------------------------------------------------------------------ moves


def man(move: str, *, roles: str = "Each", more: str = "") -> str:
    return f'(piece "Man" {roles} {move}) {more}'


STEP = "(move Step {} (to if:(is Empty (to))))"


@pytest.mark.parametrize(("way", "told"), [
    ("Forward", ["Forward"]), ("(directions {Forward})", ["Forward"]), ("(directions {FR FL})", ["FR"]),
    ("(directions {FR BL})", []), ("(directions {Forward Backward})", []), ("(directions {Rightward Leftward})", []),
    ("(directions {Forward Rightward})", ["Forward"]), ("(directions {Forwards Backwards})", []),
    ("Orthogonal", []), ("N", []), ("(directions {FRR BLL})", []), ("(directions {FRR BRR})", ["FRR"]),
])  # fmt: skip
def test_ways_without_a_side_that_looks_there(way: str, told: list[str]) -> None:
    text = example(pieces=man(STEP.format(way)), play="(forEach Piece)")
    assert [where for _, where in places(text, "no-facing")] == told


def test_where_somebody_says_which_way_pieces_look() -> None:
    forward = STEP.format("Forward")
    told = lambda **parts: len(found(example(**{"play": "(forEach Piece)", **parts}), "no-facing"))  # noqa: E731
    assert told(pieces=man(forward)) == 1
    assert told(pieces=man(forward, roles="P1", more=man(forward, roles="P2").replace("Man", "Dog"))) == 2
    assert told(pieces=man(forward), players="(players {(player N) (player S)})") == 0
    assert told(pieces=man(forward), players="(players 1)") == 0
    assert told(pieces=man(forward, roles="P1 N", more='(piece "Dog" P2)')) == 0
    assert told(pieces=man(forward, roles="P1", more='(piece "Dog" P2)')) == 1
    assert told(pieces=man(forward, roles="P1")) == 0, "one player alone has pieces"
    assert told(pieces=man(forward, roles="P1", more='(piece "Dog" Neutral)')) == 0
    assert told(pieces=man(forward, roles="Neutral", more='(piece "Dog" Each)')) == 0
    turned = "(or (forEach Piece) (move Set Rotation (to (sites Occupied by:Mover)) {0 90}))"
    assert told(pieces=man(forward), play=turned) == 0
    (error,) = found(example(pieces=man(forward), play="(forEach Piece)"), "no-facing")
    assert '(piece "Man" P1 N …)' in error.hint


@pytest.mark.parametrize(("moves", "told"), [
    ("(move Step (to if:(is Enemy (who at:(between)))))", 1),
    ("(move Hop (between if:(is Enemy (who at:(between)))) (to))", 0),
    ("(move Slide (between if:(is Empty (between))))", 0),
    ("(or (move Slide) (move Step (to if:(is Enemy (who at:(between))))))", 1),
    ("(or (move Slide) (move Step (to) (then (if (is Empty (between)) (moveAgain)))))", 0),
])  # fmt: skip
def test_between_without_anything_that_passes(moves: str, told: int) -> None:
    assert len(found(example(pieces=man(moves), play="(forEach Piece)"), "nothing-between")) == told


@pytest.mark.parametrize(("play", "told"), [
    ("(forEach Die (move Step (to if:(= 1 (pips)))))", 0), ("(do (roll) next:(move Add (to (sites {(pips)}))))", 1),
    ("(do (roll) next:(forEach Die (move Add (to (sites {(pips)})))))", 0),
    ("(do (roll) next:(or (forEach Die (move Add (to (sites {0})))) (move Add (to (sites {(pips)})))))", 1),
])  # fmt: skip
def test_pips_outside_of_the_loop_over_dice(play: str, told: int) -> None:
    text = example(pieces=f"{DISC} (dice num:2)", play=play)
    assert [where for _, where in places(text, "outside-of-loop")] == ["(pips)"] * told


def test_moves_of_pieces_may_be_made_within_a_loop() -> None:
    moves = "(move Add (to (sites {(pips)})))"
    text = example(pieces=f"{man(moves)} (dice num:2)", play="(do (roll) next:(forEach Die (forEach Piece)))")
    assert found(text, "outside-of-loop") == []
    alone = example(pieces=f"{man(moves)} (dice num:2)", play="(do (roll) next:(forEach Piece))")
    assert len(found(alone, "outside-of-loop")) == 1


TALL = "if:(< 1 (size Stack at:(from)))"


@pytest.mark.parametrize(("moves", "told"), [
    (f"(move Step (to {TALL}))", 1), (f"(move Step (to {TALL}) stack:True)", 0), ("(move Step (to))", 0),
    (f"(move Hop (between) (to {TALL}))", 1), (f"(move Step (from level:0) (to {TALL}))", 0),
    ("(move Step (to) (then (if (< 1 (size Stack at:(from))) (moveAgain))))", 0),
    ("(move Step (to if:(< 1 (size Stack at:(to)))))", 0),
    ("(or (move Step (to)) (move Slide stack:True))", 1),
    ("(or {(move Step (to)) (move Hop (to)) (move Slide stack:True)})", 2),
    ("(or (move Step (to)) (move Slide))", 0), ("(or (move Step (to) stack:True) (move Slide stack:True))", 0),
    ("(or (move Step (from level:0) (to)) (move Slide stack:True))", 0),
])  # fmt: skip
def test_stacks_of_which_the_top_alone_moves(moves: str, told: int) -> None:
    start = '(start (place Stack items:{"Man1" "Man2"} 0))'
    text = example(pieces=man(moves), play="(forEach Piece)", start=start)
    assert len(found(text, "stack-left-behind")) == told


@pytest.mark.parametrize(("first", "second", "told"), [
    ('(place "Disc1" 0)', '(place "Disc2" 0)', 1), ('(place "Disc1" 0)', '(place "Disc2" 1)', 0),
    ('(place "Disc1" 0)', '(place "Disc1" 0)', 0), ('(place "Disc1" {0 1 2})', '(place "Disc2" {3 2})', 1),
    ('(place "Disc1" coord:"A1")', '(place "Disc2" coord:"A1")', 1),
    ('(place "Disc1" {"A1" "B1"})', '(place "Disc2" {"C1"})', 0),
    ('(place "Disc1" (sites {0 1}))', '(place "Disc2" 1)', 1),
    ('(place "Disc1" (sites {"A1"}))', '(place "Disc2" coord:"A1")', 1),
    ('(place "Disc1" (sites Top))', '(place "Disc2" (sites Top))', 1),
    ('(place "Disc1" (sites Top))', '(place "Disc2" (sites Bottom))', 0),
    ('(place "Disc1" Vertex 0)', '(place "Disc2" Cell 0)', 0),
    ('(place "Disc1" "Hand1")', '(place "Disc2" "Hand1")', 0),
    ('(place "Disc1" 0)', '(place Stack "Disc2" 0 count:2)', 0),
])  # fmt: skip
def test_two_pieces_on_one_site(first: str, second: str, told: int) -> None:
    hands = " (hand Each)" if "Hand" in first else ""
    text = example(pieces=DISC + hands, start=f"(start {{{first} {second}}})")
    assert len(found(text, "same-site")) == told


@pytest.mark.parametrize(("pieces", "play", "players", "player"), [
    ('(piece "Disc" P1)', ADD, 2, "2"), ('(piece "Disc" P2)', ADD, 2, "1"), (DISC, ADD, 2, None),
    ('(piece "Disc" P1) (piece "Dog" P2)', ADD, 2, None), ('(piece "Disc" P1) (piece "Dog" P2)', ADD, 3, "3"),
    ('(piece "Disc" Neutral)', ADD, 2, "1"),
    ('(piece "Disc" P1)', '(move Add (piece "Disc1") (to (sites Empty)))', 2, None),
    ('(piece "Disc" P1)', "(move Pass)", 2, None),
    ('(piece "Disc" P1)', "(move Remove (sites Occupied by:All))", 2, None),
    ('(piece "Disc" P1) (dice num:1)', ADD, 2, None), ('(piece "Disc")', ADD, 2, None),
])  # fmt: skip
def test_players_without_a_piece_to_add(pieces: str, play: str, players: int, player: str | None) -> None:
    errors = found(example(players=f"(players {players})", pieces=pieces, play=play), "no-piece-to-add")
    assert [player in error.message for error in errors if player] == [True] * (player is not None)
    assert len(errors) == (player is not None)


@pytest.mark.parametrize(("rules", "players", "player"), [
    ('(place "Man1" 0) (place "Man2" 1)', 3, "3"), ('(place "Man1" 0) (place "Man2" 1)', 2, None),
    ('(place "Man1" 0) (place "Man2" 1) (place "Man3" 2)', 4, "4"),
    ('(place "Man1" 0) (place "Man2" 1) (place "Man3" 2)', 3, None),
    ('(place "Man1" 0) (place "Man3" 1)', 3, None), ('(place "Man1" 0)', 3, None),
    ('(place "Man1" 0) (place "Man2" 1) (place Random {"Man3"})', 3, None),
    ('(place "Man1" 0) (place "Man2" 1) (place "Man0" 2)', 3, "3"),
])  # fmt: skip
def test_players_who_are_left_out_at_the_start(rules: str, players: int, player: str | None) -> None:
    pieces = '(piece "Man" Each (move Step (to if:(is Empty (to))))) (piece "Man" Neutral)'
    start = f"(start {{{rules}}})"
    text = example(players=f"(players {players})", pieces=pieces, start=start, play="(forEach Piece)")
    errors = found(text, "no-piece-at-start")
    assert [f"layer {player}" in error.message for error in errors] == [True] * (player is not None)
    adding = example(players=f"(players {players})", pieces=pieces, start=start, play=f"(or (forEach Piece) {ADD})")
    assert found(adding, "no-piece-at-start") == []


# ------------------------------------------------------------------------------------------------ what nothing uses


@pytest.mark.parametrize(("pieces", "play", "told"), [
    ('(piece "Man" Each) (piece "Dog" Each)', '(move Add (piece "Man1") (to (sites Empty)))', ['"Dog"']),
    ('(piece "Man" Each) (piece "Dog" Each)', ADD, ['"Dog"']), ('(piece "Man" P1) (piece "Dog" P2)', ADD, []),
    ('(piece "Man" Each) (piece "Man" Neutral)', '(move Add (piece "Man0") (to (sites Empty)))', []),
    ('(piece "Man" Each)', '(move Add (piece (mover)) (to (sites Empty)))', []),
    ('(piece "Man" Each)', "(move Pass)", ['"Man"']),
    ('(piece "Man" Each) (piece "Dog" Each)',
     '(move Add (to (sites Empty)) (then (promote (last To) (piece "Dog") Mover)))', []),
    ('(piece "Man" Each) (dice num:1)', "(move Pass)", []),
])  # fmt: skip
def test_pieces(pieces: str, play: str, told: list[str]) -> None:
    assert [where for _, where in places(example(pieces=pieces, play=play), "unused-piece")] == told


def test_the_piece_that_counts_are_of_is_used() -> None:
    start = "(start (set Count 3 to:(sites Board)))"
    text = example(pieces='(piece "Seed" Shared) (piece "Dog" Shared)', play="(move Pass)", start=start)
    assert [where for _, where in places(text, "unused-piece")] == ['"Dog"']


@pytest.mark.parametrize(("regions", "play", "told"), [
    ('(regions "Home" P1 (sites Top))', ADD, ["P1"]), ('(regions "Home" (sites Top))', ADD, [None]),
    ('(regions "Home" P1 (sites Top))', '(move Add (to (sites P1 "Home")))', []),
    ('(regions "Home" P1 (sites Top))', '(move Add (to (sites Mover)))', []),
    ('(regions "Home" P1 (sites Top)) (regions "Far" (sites Bottom))', '(move Add (to (sites "Far")))', ["P1"]),
])  # fmt: skip
def test_regions(regions: str, play: str, told: list[str | None]) -> None:
    errors = found(example(pieces=f"{DISC} {regions}", play=play), "unused-region")
    hints = [f'(sites {who} "Home")' if who else '(sites "Home")' for who in told]
    assert [hint in error.hint for hint, error in zip(hints, errors, strict=True)] == [True] * len(told)


def test_regions_of_players_that_a_connection_asks_for() -> None:
    text = example(pieces=f'{DISC} (regions "Home" P1 (sites Top)) (regions "All" (sites Bottom))',
                   end=f"(if (is Connected Mover) {WIN})")  # fmt: skip
    assert [where for _, where in places(text, "unused-region")] == ['"All"']


WAY = '(board (square 3) {(track "Way" {0 1 2} directed:True) (track "Back" {2 1 0} directed:True)})'


@pytest.mark.parametrize(("play", "told"), [
    (ADD, ["Way", "Back"]), ('(move Add (to (sites Track "Way")))', ["Back"]),
    ('(move Add (to (sites Track "Ba")))', ["Way"]),
    ("(move Add (to (sites Track)))", []),
    ('(move Add (to (sites {(trackSite Move from:0 "Way" steps:1)})))', ["Back"]),
    ('(or (move Add (to (sites Track "Way"))) (move Add (to (sites Track "Back"))))', []),
    ("(or (move Slide) (move Add (to (sites Track \"Way\"))))", ["Back"]),
])  # fmt: skip
def test_tracks(play: str, told: list[str]) -> None:
    found_ = places(example(board=WAY, play=play), "unused-track")
    assert [where.strip('"') for _, where in found_] == told


@pytest.mark.parametrize(("then", "end", "told"), [
    ('(set Var "a" 1)', LINE, ["unused-variable"]), ('(set Var "a" 1)', '(= 1 (var "a"))', []),
    ('(set Var "a" 1)', '(= 1 (var "b"))', ["unused-variable"]), ("(set Var 1)", LINE, []),
    ('(trigger "a" Mover)', '(is Triggered "a" Mover)', []),
    ('(trigger "a" Mover)', '(is Triggered "b" Mover)', ["never-triggered"]),
    ('(propose "a")', '(is Proposed "a")', []), ('(vote "b")', '(is Decided "a")', ["never-proposed"]),
])  # fmt: skip
def test_variables_events_and_proposals(then: str, end: str, told: list[str]) -> None:
    text = example(play=f"(move Add (to (sites Empty)) (then {then}))", end=f"(if {end} {WIN})")
    codes = "unused-variable", "never-triggered", "never-proposed"
    assert [code for code, _ in places(text, *codes)] == told


@pytest.mark.parametrize(("phases", "told"), [
    ([("A", "", '"B"'), ("B", "", "")], []), ([("A", "", ""), ("B", "", "")], ["B"]),
    ([("A", "", None), ("B", "", "")], []),
    ([("A", "", '"C"'), ("B", "", ""), ("C", "", "")], ["B"]), ([("A", "P1", ""), ("B", "P2", "")], []),
    ([("A", "P1", ""), ("B", "P1", "")], ["B"]),
    ([("A", "", '"B"'), ("B", "", None), ("C", "", ""), ("D", "", "")], ["D"]),
])  # fmt: skip
def test_phases(phases: list[tuple[str, str, str | None]], told: list[str]) -> None:
    """A row for each phase: its name, its player, and the phase that it names as the next one (None: it names none)."""
    written = ""
    for name, role, following in phases:
        leads = "" if following == "" else f"(nextPhase (is Full) {following or ''})"
        written += f'(phase "{name}" {role} (play {ADD}) {leads}) '
    whole = example().replace(f"(play {ADD})", f"phases:{{{written}}}")
    assert [where.strip('"') for _, where in places(whole, "unused-phase")] == told


# ------------------------------------------------------------------------------------------------ kinds of numbers


@pytest.mark.parametrize(("test", "told"), [
    ("(is Enemy (to))", ["wrong-kind"]), ("(is Friend (last To))", ["wrong-kind"]), ("(is Enemy (who at:(to)))", []),
    ("(is Empty (mover))", ["wrong-kind"]), ("(is Empty (last To))", []), ("(is Occupied (what at:0))", ["wrong-kind"]),
    ("(= 1 (who at:(mover)))", ["wrong-kind"]), ("(= 1 (who at:(ahead 0 N)))", []), ("(is Enemy 2)", []),
    ("(= 1 (state at:(who at:0)))", ["wrong-kind"]),
    ("(= (mover) (what at:0))", []), ("(= (last To) (what at:0))", ["different-kinds"]), ("(= (mover) (who at:0))", []),
    ("(!= (last To) (mover))", ["different-kinds"]), ("(< (last To) (count Moves))", []), ("(= (next) (mover))", []),
    ("(= (what at:0) (count Pieces Mover))", ["different-kinds"]), ("(= 2 (count Pieces Mover))", []),
    ("(= (mover) (count Pieces Mover))", ["different-kinds"]), ("(= (last To) (count Pieces Mover))", []),
    ("(is Enemy (count Pieces Mover))", ["wrong-kind"]), ("(is Empty (count Pieces Mover))", []),
    ("(< (count Pieces Mover) (count Pieces Next))", []), ("(= (next) (count Players))", []),
])  # fmt: skip
def test_numbers_of_another_kind(test: str, told: list[str]) -> None:
    text = example(end=f"(if {test} {WIN})")
    assert [code for code, _ in places(text, "wrong-kind", "different-kinds")] == told


@pytest.mark.parametrize(("pieces", "told"), [
    ('(piece "Disc" Each)', 0), ('(piece "Disc" P1) (piece "Man" P2) (piece "Rock" Neutral)', 0),
    ('(piece "Rock" Neutral) (piece "Disc" Each)', 1), ('(piece "Disc" P2) (piece "Man" P1)', 1),
    ('(piece "Disc" Each) (dice d:6 num:1)', 1),
])  # fmt: skip
def test_pieces_may_stand_for_players_where_they_have_the_same_numbers(pieces: str, told: int) -> None:
    text = example(pieces=pieces, end=f"(if (= (mover) (what at:0)) {WIN})")
    assert len(places(text, "different-kinds")) == told


@pytest.mark.parametrize(("pieces", "piece", "told"), [
    (DISC, "(last To)", 1), (DISC, "(count Pieces Mover)", 1), (DISC, "(what at:(last To))", 0), (DISC, "(mover)", 0),
    ('(piece "Disc" P2) (piece "Man" P1)', "(mover)", 1), (f"{DISC} (dice d:6 num:1)", "(who at:0)", 1), (DISC, "1", 0),
    ('(tile "Straight" Each numSides:4 {(path from:0 to:2 colour:1)})', "(mover)", 0),
])  # fmt: skip
def test_the_number_of_a_piece_that_is_of_another_kind(pieces: str, piece: str, told: int) -> None:
    play = f"(do (roll) next:(move Add (piece {piece}) (to (sites Empty))))"
    text = example(pieces=pieces, play=play if "dice" in pieces else play.removeprefix("(do (roll) next:")[:-1])
    assert len(places(text, "wrong-kind")) == told


@pytest.mark.parametrize(("end", "told"), [
    ("(if (is Line 3) (result Player Win))", 1), ("(if (no Pieces Player) (result Mover Win))", 1),
    ("(forEach Player if:(no Moves Player) (result Player Loss))", 0), ("(if (is Line 3) (result P1 Win))", 0),
    ("{(forEach Player if:(is Full) (result Player Win)) (if (no Pieces Player) (result Mover Win))}", 1),
])  # fmt: skip
def test_the_role_player_outside_of_loops(end: str, told: int) -> None:
    assert len(places(example(end=end), "no-player-meant")) == told


@pytest.mark.parametrize(("test", "told"), [
    ("(and (is Empty (to)) (is Enemy (who at:(to))))", True), ("(and (is Friend (who at:(to))) (is Empty (to)))", True),
    ("(and (is Empty (to)) (is Enemy (who at:(from))))", False),
    ("(or (is Empty (to)) (is Enemy (who at:(to))))", False),
    ("(is Empty (from))", True), ("(and (is Empty (from)) (is In (to) (sites Top)))", True), ("(is Empty (to))", False),
    ("(and (not (is Empty (to))) (is Enemy (who at:(to))))", False),
])  # fmt: skip
def test_conditions_of_steps_that_are_never_true(test: str, told: bool) -> None:
    text = example(pieces=f'(piece "Disc" Each (move Step (to if:{test})))', play="(forEach Piece)")
    assert ("never-true" in [code for code, _ in places(text, "never-true")]) == told


STEPS = '(piece "Disc" Each (move Step (to if:{}{})))'
PLACED = '(start {(place "Disc1" 0) (place "Disc2" 8)})'


@pytest.mark.parametrize(("pieces", "play", "told"), [
    (STEPS.format("(is Empty (to))", ""), "(forEach Piece)", True),
    (STEPS.format("(not (is Friend (who at:(to))))", ""), "(forEach Piece)", False),
    (STEPS.format("(is Empty (to))", " (apply (remove 0))"), "(forEach Piece)", False),
    (STEPS.format("(is Empty (to))", ""), "(or (forEach Piece) (move Pass))", True),
    (STEPS.format("(is Empty (to))", ""), "(or (forEach Piece) (move Remove (sites Occupied by:Mover)))", False),
    (STEPS.format("(and (is Empty (to)) (is In (to) (sites Top)))", ""), "(forEach Piece)", True),
])  # fmt: skip
def test_nobody_loses_a_piece_where_none_is_removed(pieces: str, play: str, told: bool) -> None:
    text = example(pieces=pieces, play=play, start=PLACED, end=f"(if (no Pieces Next) {WIN})")
    assert bool(places(text, "nothing-removed")) == told


@pytest.mark.parametrize(("kind", "between", "test", "effect", "told"), [
    # slides that end on every empty site: with a move, or without one
    ("Slide", "", "(not (is Friend (who at:(to))))", "if:(is Enemy (who at:(to))) (remove (to))", "without a move"),
    ("Slide", "", "(not (is Friend (who at:(to))))", "(remove (to))", "it ends there"),
    ("Slide", "", "(!= (who at:(to)) (mover))", "(remove (to))", "it ends there"),
    ("Slide", "", "(or (is Empty (to)) (is Enemy (who at:(to))))", "if:(is Occupied (to)) (remove (to))", "without"),
    ("Slide", "(between if:(is Empty (between)))", "(not (is Friend (who at:(to))))", "(remove (to))", "it ends"),
    ("Slide", "", "True", "(remove (to))", "it ends there"),
    # those that end where a piece stands, or perhaps there
    ("Slide", "", "(is Enemy (who at:(to)))", "(remove (to))", ""),
    ("Slide", "", "(and (not (is Friend (who at:(to)))) (is In (to) (sites Top)))", "(remove (to))", ""),
    ("Slide", "", "(and (is Empty (to)) (is Occupied (to)))", "(remove (to))", ""),
    ("Slide", "", "(not (is Enemy (who at:(from))))", "(remove (to))", ""),
    # those that may pass what is there, or go as many sites as is said; and steps
    ("Slide", "(between if:True)", "(not (is Friend (who at:(to))))", "(remove (to))", ""),
    ("Slide", "(between (exact 2))", "True", "(remove (to))", ""),
    ("Step", "", "(not (is Friend (who at:(to))))", "(remove (to))", ""),
])  # fmt: skip
def test_slides_that_end_at_the_first_empty_site(kind: str, between: str, test: str, effect: str, told: str) -> None:
    piece = f'(piece "Disc" Each (move {kind} {between} (to if:{test} (apply {effect}))))'
    warnings = found(example(pieces=piece, play="(forEach Piece)", start=PLACED), "slide-of-one")
    assert [told in warning.message for warning in warnings] == [True] * bool(told)


HANDS = '(piece "Disc" Each) (hand Each)'


@pytest.mark.parametrize(("pieces", "start", "told"), [
    (f"{HANDS} (dice d:6 num:1)", '(place "Disc1" "Hand1")', "this places Die1 and not Disc1"),
    (f"{HANDS} (dice d:6 num:1)", '(place "Disc" "Hand")', ""),
    (f"{HANDS} (dice d:6 num:1)", '(place "Disc1" (handSite P1))', ""), (HANDS, '(place "Disc1" "Hand1")', ""),
    (HANDS, '(place "Disc2" "Hand2" count:3)', ""),
    (HANDS, '(place "Disc2" "Hand1")', "this places Disc1 and not Disc2"),
    (f'(piece "Man" P1) {HANDS}', '(place "Disc1" "Hand1")', "this places Man1 and not Disc1"),
    ('(piece "Man" P1) (hand Each)', '(place "Man1" "Hand2")', "this places nothing and not Man1"),
])  # fmt: skip
def test_pieces_placed_in_a_hand_that_is_named(pieces: str, start: str, told: str) -> None:
    text = example(pieces=pieces, start=f"(start {start})", play="(move (from (sites Hand Mover)) (to (sites Empty)))")
    warnings = [error for error in diagnose(text) if error.code == "other-piece-placed"]
    assert [warning.message for warning in warnings] == [told] * bool(told)
    if told.startswith("this places Die1"):
        assert "(handSite P1)" in warnings[0].hint


@pytest.mark.parametrize(("test", "told"), [
    ("(is Empty 9)", 1), ("(is Empty 8)", 0), ("(= 1 (who at:12))", 1), ("(= 1 (what at:-1))", 0),
    ("(= 1 (state at:9))", 1), ("(= 0 (count at:30))", 1), ("(= 0 (size Stack at:9))", 1), ("(is Empty (last To))", 0),
])  # fmt: skip
def test_sites_beyond_the_board_that_conditions_ask_about(test: str, told: int) -> None:
    warnings = [error for error in diagnose(example(end=f"(if {test} {WIN})")) if error.code == "site-off-board"]
    assert len(warnings) == told and all(warning.severity == "warning" for warning in warnings)


# ------------------------------------------------------------------------------------------------ options and defines


def test_a_warning_about_the_board_holds_with_the_choice_that_it_names() -> None:
    option = '(option "Size" <Size> args:{<side>} {(item "Small" <3> "")* (item "Large" <9> "")})'
    text = example(board="(board (square <Size:side>))", end=f"(if (is Line 4) {WIN})", after=option)
    (wrong,) = [e for e in diagnose(text) if e.code == "line-too-long"]
    assert wrong.when == ()  # it is the usual choice
    other = text.replace("<3>", "<9>").replace('(item "Large" <9>', '(item "Large" <3>')
    (wrong,) = [e for e in diagnose(other) if e.code == "line-too-long"]
    assert wrong.when == ("Size/Large",)


@pytest.mark.parametrize(
    ("values", "hint"),
    [("<3>", ""), ("3 4", "A value stands between < and >."), ("", "A value stands between < and >.")],
)
@pytest.mark.parametrize("tags", ["<Size:r> <Size:c>", "<Size> <Size:c>"])
def test_an_item_with_too_few_values_is_told_at_the_item_and_once(tags: str, values: str, hint: str) -> None:
    option = '(option "Size" <Size> args:{<r> <c>} {(item "3x3" <3> <3> "")* (item "3x4" VALUES "")})'
    option = option.replace("VALUES", values)
    found = diagnose(example(board=f"(board (rectangle {tags}))", after=option))
    item = f'(item "3x4" {values} "")'
    assert [(e.code, e.span.text if e.span else "", e.hint) for e in found] == [("few-values", item, hint)]


def test_an_item_without_values_is_told_where_it_leaves_later_options_without_theirs() -> None:
    options = """(option "Colour" <Colour> args:{<c>} {(item "Red" "")* (item "Blue" <2> "")})
        (option "Size" <Size> args:{<s>} {(item "3" <3> "")* (item "4" <4> "")})"""
    found = diagnose(example(board="(board (square <Size:s>))", after=options))
    assert [(e.code, e.span.text if e.span else "") for e in found] == [("few-values", '(item "Red" "")')]


def test_values_that_no_tag_asks_for_may_be_left_out() -> None:
    option = '(option "Size" <Size> args:{<r> <c>} {(item "3x3" <3> "")* (item "3x4" <3> "")})'
    assert [e.code for e in diagnose(example(board="(board (square <Size:r>))", after=option))] == []


@pytest.mark.parametrize(
    ("board", "label", "hint"),
    [
        ("(square 3)", "B7", "Column B has B1 to B3."),
        ("(square 3)", "F2", "Row 2 has A2 to C2."),
        ("(square 3)", "F7", "Its columns are A to C, and its rows 1 to 3."),
        ("(remove (square 3) cells:{4})", "B2", "Column B has B1 and B3."),
        ("(remove (square 3) cells:{4})", "F2", "Row 2 has A2 and C2."),
        ("(remove (square 3) cells:{1 4 7})", "F7", "Its columns are A and B, and its rows 1 to 3."),
        ("(rectangle 2 30)", "F3", "Column F has F1 and F2."),
        ("(rectangle 2 30)", "AF1", "Row 1 has A1 to AD1."),
        ("(remove (square 5) cells:{6 8 16 18})", "B9", "Column B has B1, B3 and B5."),
    ],
)
def test_coordinates_that_the_board_has_are_told_beside_one_that_it_has_not(board: str, label: str, hint: str) -> None:
    found = diagnose(example(board=f"(board {board})", start=f'(start (place "Disc1" coord:"{label}"))'))
    assert [e.hint for e in found if e.code == "unknown-coordinate"] == [hint]


def test_a_define_with_too_few_arguments_is_told_at_its_use_and_once() -> None:
    before = '(define "Hit" (is Enemy (who at:(ahead #1 #2))))\n'
    found = diagnose(example(before=before, end=f'(if (and (is Line 3) ("Hit")) {WIN})'))
    assert [(e.code, e.span.text if e.span else "") for e in found] == [("define-arguments", '"Hit"')]


def test_a_comma_is_told_and_taken_out() -> None:
    found = diagnose(example(board="(board (rectangle 3, 3))"))
    assert [(e.code, e.span.text if e.span else "") for e in found] == [("comma", "3,")]
    assert [edit.text for edit in found[0].remedies[0].edits] == ["3"]


def test_a_site_beyond_the_cells_of_a_board_is_told_in_any_list() -> None:
    text = example(board="(board (hex 3))", end=f"(if (is In (last To) (sites {{18 19}})) {WIN})")
    assert [e.span.text for e in diagnose(text) if e.code == "site-off-board" and e.span] == ["19"]
    corners = text.replace("(is In", "(is Empty Vertex 0) (result Mover Loss)) (if (is In")
    assert not [e for e in diagnose(corners.replace("(end ", "(end {").replace("))\n    )\n)", "))})\n    )\n)")
                ) if e.code == "site-off-board"]  # fmt: skip
