"""What a game uses, from its ludemes and its equipment."""

import subprocess
import sys

import pytest

from ludparse.interpreter.equipment.flags import Feature, GameFlags, SiteState
from ludparse.interpreter.equipment.needs import Needs, declare, declared, needs_of
from ludparse.interpreter.lower.equipment import build_equipment, game_flags
from ludparse.ludemes import Sow
from ludparse.ludemes.base import fields_of
from ludparse.ludemes.enums import ModeType
from tests.interpreter.small import small_game

F = Feature


def flags(items: str = '(piece "Pawn" Each)', **parts: str) -> GameFlags:
    game = small_game(items, **parts)
    return game_flags(game, build_equipment(game))


def effect(text: str) -> GameFlags:
    return flags(play=f"(play (move Add (to (sites Empty)) (then {text})))")


def test_a_plain_game_uses_nothing() -> None:
    assert flags().features == F.CELL


@pytest.mark.parametrize(
    ("text", "feature"),
    [
        ("(moveAgain)", F.MOVE_AGAIN),
        ("(set State at:(last To) 1)", F.STATE),
        ("(set Value at:(last To) 1)", F.VALUE),
        ("(set Rotation)", F.ROTATION),
        ("(set Pending)", F.PENDING),
        ('(set Var "X" 1)', F.VARIABLES),
        ("(set Hidden at:(last To) to:P1)", F.HIDDEN),
        ("(remember Value 1)", F.REMEMBERING),
        ("(addScore Mover 1)", F.SCORE | F.SCORE_IN_HASH),
        ("(roll)", F.STOCHASTIC | F.STATE),
        ("(if (is Visited (last To)) (moveAgain))", F.VISITED),
        ("(if (is Cycle) (moveAgain))", F.CYCLES),
        ("(if (= 1 (count at:(last To))) (moveAgain))", F.COUNT),
        ("(if (= 1 (count Steps (last From) (last To))) (moveAgain))", F.ADJACENT_DISTANCE),
        ("(if (= 1 (count Steps Orthogonal (last From) (last To))) (moveAgain))", F.ORTHOGONAL_DISTANCE),
        ("(if (= 1 (size Stack at:(last To))) (moveAgain))", F.STACKING),
        ("(remove (last To) at:EndOfTurn)", F.SEQUENCE_CAPTURE),
        ("(sow)", F.COUNT | F.FROM_POSITIONS),
        ("(forEach Piece (moveAgain) top:True)", F.STACKING),
        ("(if (is Occupied Vertex (last To)) (moveAgain))", F.VERTEX | F.GRAPH),
    ],
)
def test_ludemes(text: str, feature: Feature) -> None:
    found = effect(text).features
    assert found & feature == feature
    assert found & ~(feature | F.CELL | F.MOVE_AGAIN | F.FROM_POSITIONS) == Feature(0)


@pytest.mark.parametrize(
    ("parts", "feature"),
    [
        ({"meta": "(meta (swap))"}, F.SWAP_RULE),
        ({"meta": "(meta (no Repeat))"}, F.REPEAT_POSITION),
        ({"meta": "(meta (no Repeat SituationalInTurn))"}, F.REPEAT_SITUATION_IN_TURN),
        ({"meta": "(meta (passEnd NoEnd))"}, F.NO_END_BY_PASSES),
        ({"start": '(start (place "Pawn1" 3))'}, F(0)),
        ({"start": '(start (place "Pawn1" 3 count:2))'}, F.COUNT),
        ({"start": '(start (place "Pawn1" 3 count:1 state:-1))'}, F(0)),
        ({"start": '(start (place "Pawn1" 3 state:1 rotation:2 value:3))'}, F.STATE | F.ROTATION | F.VALUE),
        ({"start": '(start (place Stack "Pawn1" 3))'}, F.STACKING),
        ({"start": '(start (place Random { "Pawn1" }))'}, F.STOCHASTIC),
        ({"start": "(start (set Score Each 2))"}, F.SCORE),
        ({"start": "(start (set Amount 2))"}, F.AMOUNT),
        ({"start": "(start (set Team 1 { P1 P2 }))"}, F.TEAMS),
        ({"end": "(end (if (no Moves Next) (byScore)))"}, F.SCORE),
        ({"mode": "(mode Simultaneous)"}, F.SIMULTANEOUS),
        ({"play": "(play (move Step (to if:(is Empty (to))) stack:True))"}, F.STACKING | F.FROM_POSITIONS),
        ({"play": "(play (move Step (to if:(is Empty (to))) stack:False))"}, F.FROM_POSITIONS),
        ({"play": "(play (move Add (to (sites Empty)) count:2))"}, F.COUNT),
        ({"play": "(play (move Add (to (sites Empty)) count:2 stack:True))"}, F.STACKING),
        ({"play": '(play (move Add (piece "Pawn1" state:2) (to (sites Empty))))'}, F.STATE),
        ({"play": "(play (move Pass))"}, F(0)),
        ({"play": "(play (move Pass))", "players": "1"}, F.NO_END_BY_PASSES),
        ({"play": "(play (move Add (to (sites Hand P1 (note (amount Mover))))))"}, F(0)),
        ({"play": "(play (move Add (to (sites Winning P1 (note (amount Mover))))))"}, F.AMOUNT | F.NOTES),
        ({"play": "(play (move (from 0 level:1) (to 1)))"}, F.STACKING | F.FROM_POSITIONS),
        ({"board": "(board (square 4) use:Edge)"}, F.EDGE | F.GRAPH),
        ({"board": '(board (square 4) (track "T" { 1 2 1 }))'}, F.TRACK | F.INTERNAL_LOOP),
        ({"board": "(boardless Square)"}, F.BOARDLESS),
    ],
)
def test_other_parts(parts: dict[str, str], feature: Feature) -> None:
    assert flags(**parts).features & ~F.CELL == feature


@pytest.mark.parametrize(
    ("items", "feature"),
    [
        ("(dice num:2)", F.STOCHASTIC | F.NO_END_BY_PASSES),
        ("(deck)", F.CARDS),
        ('(tile "Bend" { F F })', F.LARGE_PIECES),
        ("(dominoes)", F.LARGE_PIECES),
        ("(hand Each)", F(0)),
        # The moves of pieces count only where the rules ask for them.
        ('(piece "Pawn" Each (move Step (to if:True)))', F(0)),
        ("(map { (pair P1 (handSite P1)) }) (hand Each)", F.COUNT),
        ("(regions P1 (sites Hidden to:P1))", F(0)),
    ],
)
def test_equipment(items: str, feature: Feature) -> None:
    assert flags(items).features & ~F.CELL == feature


def test_moves_of_pieces() -> None:
    found = flags('(piece "Pawn" Each (move Step (to if:True) stack:True))', play="(play (forEach Piece))")
    assert found.stacking


def test_modes() -> None:
    assert flags(players="0").mode is ModeType.Simulation
    assert flags(players="1", mode="(mode Simultaneous)").alternating
    assert flags(players="2", mode="(mode Simultaneous)").simultaneous
    assert not flags(players="0").all_pass_ends


def test_what_follows() -> None:
    assert flags("(hand Each)").counts
    assert not flags("(hand Each) (deck)").counts
    assert flags(board="(board (square 3) largeStack:True)").stacking
    assert flags('(tile "Bend" { F F })').states
    assert flags("(dominoes)").uses(F.LARGE_PIECES)
    assert not flags('(piece "Pawn" Each)').piece_indices
    assert flags('(piece "Pawn" P1) (piece "King" P1)').piece_indices
    assert flags('(piece "Pawn" Each) (piece "King" P1)').piece_indices
    assert flags('(piece "Rock" Neutral) (piece "Tree" Neutral)').piece_indices
    assert not flags('(piece "Ball" Shared) (piece "Stick" Shared)').piece_indices  # not more than players, of none
    assert not flags('(piece "Rock" Neutral) (piece "Pawn" P2)').piece_indices


@pytest.mark.parametrize(
    ("parts", "board", "hand"),
    [
        ({}, SiteState.FLAT, SiteState.FLAT),
        ({"board": "(board (square 3) use:Vertex)"}, SiteState.GRAPH, SiteState.GRAPH),
        ({"start": '(start (place Stack "Pawn1" 3))'}, SiteState.STACK, SiteState.STACK),
        (
            {"start": '(start (place Stack "Pawn1" 3))', "board": "(board (square 3) use:Vertex)"},
            SiteState.GRAPH_STACK,
            SiteState.STACK,
        ),
    ],
)
def test_site_states(parts: dict[str, str], board: SiteState, hand: SiteState) -> None:
    found = flags('(piece "Pawn" Each) (hand P1)', **parts)
    containers = found.equipment.containers
    assert (found.site_state(containers[0]), found.site_state(containers[1])) == (board, hand)


@pytest.mark.parametrize(("use", "state"), [("Vertex", SiteState.VERTEX), ("Edge", SiteState.EDGE)])
def test_one_type_of_site_without_hands(use: str, state: SiteState) -> None:
    found = flags(board=f"(board (square 3) use:{use})")
    assert found.site_state(found.equipment.containers[0]) is state


def test_needs_name_arguments_that_exist() -> None:
    missing = [
        (ludeme.__name__, name)
        for ludeme, needs in declared().items()
        for name in (*needs.given, *needs.true, *needs.unseen)
        if name not in {field.name for field in fields_of(ludeme)}
    ]
    assert missing == []
    assert len(declared()) > 100


def test_needs_are_declared_once() -> None:
    assert needs_of(Sow) == Needs(F.FROM_POSITIONS | F.COUNT)
    with pytest.raises(ValueError, match="the needs of Sow are declared already"):
        declare(Sow, needs=F.COUNT)


def test_features_do_not_depend_on_what_is_imported() -> None:
    code = (
        "from ludparse import load_description\n"
        "from ludparse.interpreter.equipment.flags import Feature\n"
        "from ludparse.interpreter.lower.equipment import build_equipment, game_flags\n"
        f"game = load_description({SCORES!r}).game\n"
        "print(game_flags(game, build_equipment(game)).uses(Feature.SCORE))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "True\n"


SCORES = """(game "Scores" (players 2) (equipment { (board (square 3)) (piece "Man" Each) })
  (rules (play (move Add (to (sites Empty)) (then (addScore Mover 1)))) (end (if (no Moves Next) (byScore)))))"""
