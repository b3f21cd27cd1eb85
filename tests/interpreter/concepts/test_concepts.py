"""The table of concepts: complete, and in the details that few recorded games show."""

import doctest
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludparse import ludemes as L
from ludparse.interpreter.concepts import BRANCHES, CONCEPTS, PARENTS, RULES, in_order
from ludparse.interpreter.concepts.collector import CONSTANTS
from ludparse.interpreter.concepts.game import rule_concepts
from ludparse.interpreter.concepts.rules import adds
from ludparse.interpreter.concepts.taxonomy import with_parents
from ludparse.interpreter.game.load import load
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes.base import REGISTRY
from tests.corpus import REPO
from tests.interpreter.descriptions import LINE
from tests.interpreter.small import small_game

STEP = "(move Step (from (sites Occupied by:Mover)) {} {})"

# a part of a game, with the concepts that it brings and those that it does not
CASES = [
    (
        "play",
        STEP.format("", "(to if:(is Empty (to)))"),
        "StepDecisionToEmpty AdjacentDirection",
        "StepDecisionToEnemy",
    ),
    ("play", STEP.format("Orthogonal", "(to)"), "StepDecision OrthogonalDirection", "AdjacentDirection"),
    ("play", STEP.format("", "(to if:(not (is Friend (who at:(to)))))"), "StepDecisionToEmpty StepDecisionToEnemy", ""),
    ("play", STEP.format("", "(to if:(not (is Empty (to))))"), "StepDecisionToFriend", "StepDecisionToEmpty"),
    ("play", STEP.format("", "(to (apply (remove (to))))"), "ReplacementCapture RemoveEffect", "RemoveDecision"),
    (
        "play",
        "(move Add (to (sites Empty)) (then (custodial)))",
        "CustodialCapture RemoveEffect IsEnemy Then",
        "AddEffect",
    ),
    (
        "play",
        "(move Add (to (sites Empty)) (then (custodial (between (apply (addScore Mover 1))))))",
        "Scoring",
        "CustodialCapture",
    ),
    ("play", '(move Shoot (piece "Disc0"))', "ShootDecision AddDecision LineOfSight Contains", "ShootEffect"),
    (
        "play",
        "(move Hop (between (exact 2) if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))",
        "HopDecisionMoreThanOne HopDecisionEnemyToEmpty",
        "HopCapture",
    ),
    (
        "play",
        "(move Hop (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))",
        "HopDecision",
        "HopDecisionMoreThanOne",
    ),
    (
        "play",
        "(max Moves (or (move Pass) (move Add (to (sites Empty)))))",
        "MaxMovesInTurn CopyContext Union",
        "MaxCapture",
    ),
    (
        "play",
        "(move (from (sites Occupied by:Mover)) (to (sites Board) (apply (remove (to)))))",
        "FromToDecision ReplacementCapture",
        "",
    ),
    (
        "play",
        "(move (from (sites Occupied by:Mover)) (to (sites Empty) (apply (addScore Mover 1))))",
        "FromToDecision Scoring",
        "ReplacementCapture",
    ),
    ("play", "(move Add (to (sites Random)))", "Stochastic", ""),
    ("end", "(if (is Line 3) (result Mover Win))", "LineEnd LineWin Line", "LineLoss Misere"),
    ("end", "(if (is Line 3) (result Next Win))", "LineLoss Misere", "LineWin"),
    ("end", "(if (is Line 3) (result Mover Draw))", "LineDraw Draw", "LineWin"),
    ("end", "(if (is In (last To) (sites Top)) (result Mover Win))", "ReachWin Contains", "FillEnd"),
    (
        "end",
        "(if (and (is In (last To) (sites Top)) (is Mover P1)) (result Mover Win))",
        "Conjunction",
        "ReachEnd Contains",
    ),
    ("end", "(if (= 0 (count Pieces Next)) (result Mover Win))", "NoPieceNext EliminatePiecesWin", "NoOwnPiecesEnd"),
    ("end", "(if (= (counter) 20) (result Mover Draw))", "ProgressCheck NoProgressDraw", "NoProgressWin"),
    ("end", "(if (no Moves Next) (byScore))", "ScoringEnd ScoringWin Scoring NoMovesEnd", "NoMovesWin"),
    ("start", '(place "Disc1" (sites Bottom))', "PiecesPlacedOnBoard", "PiecesPlacedOutsideBoard"),
    ("start", '(place "Disc1" 0 count:3)', "PieceCount PiecesPlacedOnBoard", "SiteState"),
    ("start", '(place "Disc1" 0 state:1 value:2)', "SiteState PieceValue", "PieceRotation PieceCount"),
    ("start", '(place Random {"Disc1"})', "InitialRandomPlacement Stochastic", "PiecesPlacedOnBoard"),
    ("start", '(place "Disc1" (forEach (sites Board) if:(= 0 (row of:(site)))))', "PiecesPlacedOnBoard", ""),
    ("start", '(place "Disc1" (sites Hand P1))', "PiecesPlacedOutsideBoard", "PiecesPlacedOnBoard"),
    ("start", '(place "Disc1" (ahead (ahead 0 N) steps:2 E))', "PiecesPlacedOnBoard", "PiecesPlacedOutsideBoard"),
    ("start", '(place "Disc1" (ahead (handSite P1) N))', "PiecesPlacedOutsideBoard", "PiecesPlacedOnBoard"),
    (
        "board",
        "(board (square 3 diagonals:Alternating) use:Vertex)",
        "AlquerqueTiling SquareShape GraphStyle",
        "SquareTiling",
    ),
    ("board", "(board (rectangle 2 3))", "RectangleShape SquareTiling", "SquareShape GraphStyle"),
    ("board", "(board (hex Diamond 4))", "HexTiling DiamondShape", "HexShape"),
    ("board", "(board (tri 4))", "TriangleTiling TriangleShape", "SquareShape"),
    ("board", "(board (brick 3 4))", "BrickTiling RectangleShape", "SquareShape"),
    ("board", "(board (concentric sides:8 rings:2))", "MorrisTiling ConcentricTiling RegularShape", "SquareShape"),
    ("board", "(board (rotate 45 (square 3)))", "SquareShape", ""),
    ("board", "(board (dual (square 3)))", "Board", "SquareShape"),
    ("board", '(board (square 4) (track "T" {0 1 2} loop:True P1))', "TrackLoop TrackOwned", ""),
    ("meta", "(meta (swap))", "SwapOption", "Repetition"),
    ("meta", "(meta (no Repeat Situational))", "SituationalSuperko", "PositionalSuperko"),
]


def concepts_with(part: str, text: str) -> set[str]:
    pieces = '(piece "Disc" Each) (piece "Disc" Neutral) (hand Each)'
    parts = {part: text if part in ("board", "meta") else f"({part} {text})"}
    game = small_game(pieces, **parts)  # type: ignore[arg-type]
    return rule_concepts(game, build_equipment(game))


@pytest.mark.parametrize(("part", "text", "there", "absent"), CASES, ids=[case[1] for case in CASES])
def test_a_part_of_a_game_brings_its_concepts(part: str, text: str, there: str, absent: str) -> None:
    found = concepts_with(part, text)
    assert set(there.split()) - found == set()
    assert set(absent.split()) & found == set()


def ludeme_classes() -> Iterator[type[L.Ludeme]]:
    for classes in REGISTRY.values():
        yield from classes


@pytest.mark.parametrize("word", ["custodial", "surround", "enclose", "intervene", "directional"])
def test_where_nothing_is_said_of_what_happens_to_a_piece_it_is_taken(word: str) -> None:
    of = "to" if word in ("intervene", "directional") else "between"
    concept = f"{word.title()}Capture".replace("Directional", "Direction")
    rule = f"(move Add (to (sites Empty)) (then ({word} ({of} if:(is Enemy (who at:({of}))) APPLY))))"
    assert concept in concepts_with("play", rule.replace(" APPLY", ""))
    scored = concepts_with("play", rule.replace("APPLY", "(apply (addScore Mover 1))"))
    assert "Scoring" in scored and concept not in scored


def test_every_ludeme_has_its_rule() -> None:
    roots = (L.Game, L.Match, L.Games, L.Subgame, L.Rules, L.Players, L.GamePlayer, L.Mode)
    assert {c.__name__ for c in ludeme_classes() if c not in RULES and c not in roots} == set()


def test_rules_name_only_concepts_that_there_are() -> None:
    named = {name for rule in RULES.values() for name in rule.own.union(*rule.defaults.values())}
    named |= frozenset().union(*CONSTANTS.values())
    assert named - set(CONCEPTS) == set()


def test_a_class_is_declared_once_and_by_its_own_arguments() -> None:
    with pytest.raises(ValueError, match="twice"):
        adds(L.Step)
    with pytest.raises(ValueError, match="has no sites"):
        adds(L.Game, seen="sites")


@given(st.sets(st.sampled_from(CONCEPTS)))
def test_parents_hold_with_what_is_below_them(concepts: set[str]) -> None:
    found = with_parents(concepts)
    assert found >= concepts
    assert with_parents(found) == found
    assert found - concepts <= BRANCHES
    assert in_order(found) == [name for name in PARENTS if name in found]


def test_a_loaded_game_has_concepts_and_counts() -> None:
    game = load(LINE, backend="python")
    assert {"TwoPlayer", "LineWin", "AddDecision", "SquareTiling"} <= game.concepts
    assert game.concepts is game.concepts
    assert (game.concept_counts["NumCells"], game.concept_counts["NumRows"]) == (9, 3)
    assert game.concept_counts["NumDirections"] == 4.44


def test_the_page_says_what_is_so() -> None:
    session = (REPO / "docs" / "concepts.md").read_text(encoding="utf-8").split("## ")[0]
    test = doctest.DocTestParser().get_doctest(session, {}, "concepts.md", "concepts.md", 0)
    results = doctest.DocTestRunner(verbose=False).run(test)
    assert (results.attempted, results.failed) == (4, 0)


def test_a_match_has_those_of_its_end_and_of_its_first_game(tmp_path: Path) -> None:
    """The first game adds stones on squares and ends with a line; the second, on hexagons, is not looked at."""
    (tmp_path / "lud").mkdir()
    hexes = LINE.replace("(square 3)", "(hex 2)").replace("(move Add (to (sites Empty)))", "(move Pass)")
    for name, text in (("Three", LINE), ("Hexes", hexes)):
        (tmp_path / "lud" / f"{name}.lud").write_text(text.replace("Three", name), encoding="utf-8")
    text = """(match "Both" (players 2) (games { (subgame "Three") (subgame "Hexes") })
      (end (if (>= (matchScore P1) 2) (result P1 Win))))"""
    game = load(text, library=tmp_path, backend="python")
    assert {"Match", "LineWin", "AddDecision", "SquareTiling", "GreaterThanOrEqual"} <= game.concepts
    assert not game.concepts & {"HexTiling", "PassDecision"}
    assert "Match" not in load(LINE, backend="python").concepts


@pytest.mark.parametrize(
    ("board", "style", "there", "absent"),
    [
        ("(mancalaBoard 2 6)", "Mancala", "MancalaTwoRows MancalaStores MancalaBoard Sow", "MancalaFourRows"),
        ("(mancalaBoard 3 6 store:None)", "Mancala", "MancalaThreeRows", "MancalaStores MancalaTwoRows"),
        ("(mancalaBoard 4 6 store:Outer)", "Mancala", "MancalaFourRows MancalaStores", "MancalaSixRows"),
        ("(mancalaBoard 6 6 store:Inner)", "Mancala", "MancalaSixRows MancalaStores", "MancalaFourRows"),
        ("(mancalaBoard 5 6)", "Mancala", "MancalaStores Sow", "MancalaFourRows MancalaSixRows"),
        ("(board (square 3))", "Mancala", "MancalaStyle MancalaBoard", "Sow MancalaStores MancalaCircular"),
        ("(board (square 3))", "Chess", "ChessStyle", "MancalaStyle GoStyle"),
        ("(board (square 3))", "Go", "GoStyle", "ChessStyle"),
    ],
)
def test_the_style_of_a_board(board: str, style: str, there: str, absent: str) -> None:
    """The names say it: with how many rows, and whether there are stores. Of five rows there is no concept."""
    text = f"""(game "Style" (players 2) (equipment {{ {board} (piece "Seed" Shared) }})
      (rules (play (move Pass)) (end (if (no Moves Next) (result Mover Win)))))
      (metadata (graphics {{ (board Style {style}) }}))"""
    game = load(text, backend="python")
    assert set(there.split()) <= game.concepts
    assert not set(absent.split()) & game.concepts
