"""Terms of heuristics in one position whose values are worked out by hand: neither Ludii nor native code is asked."""

import pytest

from ludparse import load
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.search.evaluation import OUT_OF_GAME, Evaluations
from ludparse.interpreter.search.heuristics import Evaluator, make_evaluation
from tests.interpreter.search.games import THREE, position
from tests.interpreter.search.heuristics.test_heuristics import term, values

YARD = """(game "Yard" (players 2) (equipment { (board (square 5))
    (piece "Disc" Each (move Step Orthogonal (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
    (regions "Ends" P1 (sites {"A1"})) (regions "Ends" P1 (sites {"E5"})) (regions "Middle" P2 (sites {"C3"})) })
  (rules (start { (place "Disc1" {"A1" "C3" "E4"}) (place "Disc2" {"B1" "C1" "D2"}) SCORE }) (play (forEach Piece))
    (end (if (no Pieces Next) (result Mover Win)))))"""
"""Player 1 is to move.

    5  .  .  .  .  .     Steps to adjacent sites, diagonals too, between two sites are the larger of the
    4  .  .  .  .  1     differences of columns and rows: at most 2 from the centre, from the nearest corner
    3  .  .  1  .  .     or from the nearest side, and at most 4 from a corner.
    2  .  .  .  2  .
    1  1  2  2  .  .
       A  B  C  D  E
"""


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        # the distances of A1, C3, E4 and B1, C1, D2 are 2, 0, 2 and 2, 2, 1 of 2
        ("(centreProximity)", 0 + 1 + 0, 0 + 0 + 1 / 2),
        # 0, 2, 1 and 1, 2, 1 of 2
        ("(cornerProximity)", 1 + 0 + 1 / 2, 1 / 2 + 0 + 1 / 2),
        # 0, 2, 0 and 0, 0, 1 of 2
        ("(sidesProximity)", 1 + 0 + 1, 1 + 1 + 1 / 2),
        ('(sidesProximity pieceWeights:{(pair "Disc2" 4)})', 0, 4 * 2.5),
        # from E5: 4, 2, 1 and 4, 4, 3 of 4
        ("(regionProximity region:1)", 0 + 1 / 2 + 3 / 4, 0 + 0 + 1 / 4),
        # from the nearer one of A1 and E5: 0, 2, 1 and 1, 2, 3 of 4
        ("(playerRegionsProximity player:1)", 1 + 1 / 2 + 3 / 4, 3 / 4 + 1 / 2 + 1 / 4),
        # A1 goes to A2 or takes B1, C3 has four moves, E4 three; B1 goes to B2 or takes A1, C1 has two, D2 four
        ("(mobilitySimple)", 2 + 4 + 3, 0),
        ("(mobilityAdvanced)", 2 + 4 + 3, 2 + 2 + 4),
        # player 1 never reaches a site in two ways; C2 and D1 can be reached from C1 as well as from D2
        ("(influence)", 9 / 25, 0),
        ("(influenceAdvanced)", 9 / 25, 6 / 25),
        # player 2 could take A1; whoever is to move threatens nothing, as in Ludii
        ("(unthreatenedMaterial)", 2, 3),
        ('(unthreatenedMaterial pieceWeights:{(pair "Disc1" 5) (pair "Disc2" -1)})', 10, -3),
        ("(currentMoverHeuristic weight:7)", 7, 0),
        # of 25 sites; six moves set the pieces up
        ('(material pieceWeights:{(pair "Disc1" 1) (pair "Disc2" 2)} transformation:(divNumBoardSites))', 0.12, 0.24),
        ('(material pieceWeights:{(pair "Disc1" 1) (pair "Disc2" 2)} transformation:(divNumInitPlacement))', 0.5, 1),
        # tanh(0.5) and tanh(1), as tables have them; the weight comes afterwards
        ('(intercept playerWeights:{(pair "P1" 0.5) (pair "P2" 1)} transformation:(tanh) weight:2)',
         2 * 0.4621172, 2 * 0.7615942),
        # 1 / (1 + exp(x)) of 0.5 and 1: the sign is Ludii's
        ('(intercept playerWeights:{(pair "P1" 0.5) (pair "P2" 1)} transformation:(logisticFunction) weight:-1)',
         -0.3775407, -0.2689414),
        ("{(material weight:2) (influence weight:100) (material transformation:(tanh) weight:-1)}",
         6 + 36 - 0.9950548, 6 - 0.9950548),
    ],
)  # fmt: skip
def test_values(text: str, first: float, second: float) -> None:
    assert values(YARD.replace("SCORE", ""), text) == pytest.approx([first, second])


def test_scores() -> None:
    assert values(YARD.replace("SCORE", "(set Score P1 4) (set Score P2 -3)"), "(score weight:0.5)") == [2, -1.5]


def test_what_depends_on_the_turn_changes_with_it() -> None:
    """Player 1 takes B1 with A1. Then C1 has three moves, of which one takes back, D2 has four, and they share C2 and
    D1; B1 has three (it may take C1), C3 four and E4 three. At player 2's turn B1 is not threatened, and C1 is."""
    game = load(YARD.replace("SCORE", ""), backend="python")
    assert isinstance(game, SingleGame)
    state = game.start(seed=1)
    state.apply(state.parse_move("A1-B1"))
    for text, wanted in (
        ("(mobilitySimple)", [0, 3 + 4]), ("(mobilityAdvanced)", [3 + 4 + 3, 3 + 4]), ("(influence)", [0, 5 / 25]),
        ("(currentMoverHeuristic)", [0, 1]), ("(unthreatenedMaterial)", [3, 1]),
    ):  # fmt: skip
        assert Evaluator(make_evaluation(game, term(text))).values(state) == pytest.approx(wanted), text


def test_pieces_within_stacks_count_where_they_stand() -> None:
    """Of a row of five the middle is nearest to the centre, its neighbours are half as near, the ends are not. Player 1
    has the lowest piece at B, one at D, the upper one at A and one at E; player 2 has the others."""
    game = """(game "Stacks" (players 2) (equipment { (board (rectangle 1 5)) (piece "Disc" Each) })
        (rules (start { (place Stack items:{"Disc1" "Disc2" "Disc2"} 1) (place "Disc1" 3) (place "Disc1" 4)
            (place Stack items:{"Disc2" "Disc1"} 0) }) (play (move Add (to (sites Empty)) stack:True))
            (end (if (is Full) (result Mover Win)))))"""
    assert values(game, '(material pieceWeights:{(pair "Disc1" 2) (pair "Disc2" 5)})') == [4 * 2, 3 * 5]
    assert values(game, "(centreProximity)") == [1 / 2 + 1 / 2, 2 / 2]


def test_what_lies_in_a_hand_is_its_players() -> None:
    game = """(game "Purses" (players 3) (equipment { (board (square 2)) (hand Each) (piece "Disc" Each)
            (piece "Coin" Neutral) })
        (rules (start { (place "Coin0" (handSite P3) count:2) (place "Coin0" (handSite P2)) })
            (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"""
    assert values(game, '(material pieceWeights:{(pair "Coin0" 3)})') == [0, 3, 6]


ROW = THREE.replace("square 3", "rectangle 1 LENGTH").replace("(rules", '(rules (start { START })')


@pytest.mark.parametrize(
    ("length", "start", "target", "first", "second"),
    [
        # AB and BC hold one piece of two; BC ends before an enemy. The same from D's side
        (5, '(place "Disc1" {1}) (place "Disc2" {3})', 2, 1 / 2 + (1 / 4) / 2, 1 / 2 + (1 / 4) / 2),
        # ABC and BCD hold two of three; player 2 has DEF alone, and the second line counts as -1
        (6, '(place "Disc1" {1 2}) (place "Disc2" {4})', 3, 2 / 3 + (2 / 3 / 2) / 2, 1 / 3 / 2 - 1 / 2),
        # between two enemies: halved twice; these have no room for a line
        (5, '(place "Disc1" {2}) (place "Disc2" {0 4})', 3, (1 / 3) / 4 - 1 / 2, 0 - 1 / 2),
        # one line alone: the second one counts as -1
        (2, '(place "Disc1" {0})', 2, 1 / 2 - 1 / 2, 0 - 1 / 2),
    ],
)
def test_lines_between_enemies(length: int, start: str, target: int, first: float, second: float) -> None:
    text = ROW.replace("LENGTH", str(length)).replace("START", start)
    assert values(text, f"(lineCompletionHeuristic targetLength:{target})") == pytest.approx([first, second])


def test_the_lead_of_a_side() -> None:
    """The mean of its values less the mean of the others'."""
    three = position(THREE.replace("(players 2)", "(players 3)"), backend="python")
    weighed = Evaluations('(heuristics (intercept playerWeights:{(pair "P1" 1) (pair "P2" 4) (pair "P3" -3)}))')
    assert weighed.lead(three, frozenset({0})) == 1 - (4 - 3) / 2
    assert weighed.lead(three, frozenset({0, 2})) == (1 - 3) / 2 - 4


def test_who_has_left_the_game_counts_by_the_place() -> None:
    """Player 1 of three has won and gone: 10,000 whatever the heuristics say, against the mean of 4 and -3."""
    game = THREE.replace("(players 2)", "(players 3)").replace("(is Line 3)", "(= 1 (count Moves))")
    weighed = Evaluations('(heuristics (intercept playerWeights:{(pair "P1" 1) (pair "P2" 4) (pair "P3" -3)}))')
    state = position(game, "A1", backend="python")
    assert not state.over and state.ranking[1] == 1
    assert weighed.lead(state, frozenset({0})) == OUT_OF_GAME - (4 - 3) / 2
