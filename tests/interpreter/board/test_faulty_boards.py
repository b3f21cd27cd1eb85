"""Boards that cannot be: each error says what is wrong, and its place is the ludeme at fault."""

import pytest

from ludparse import LudError, LudLimitError, LudRuleError
from ludparse.interpreter.equipment.equipment import MAX_HAND
from ludparse.interpreter.lower.equipment import build_equipment
from tests.interpreter.small import small_game

RULE, LIMIT = LudRuleError, LudLimitError
FLAT = "{ {0 0} {1 1} {2 2} }"

FAULTS: list[tuple[str, type[LudError], str, str]] = [
    # equipment, error, part of the message, the ludeme it points at
    ("(board (rotate 90 (hex (- 2 3))))", RULE, "at least 1, not -1", "(hex (- 2 3))"),
    ("(board (tri Rectangle (- 2 3) (- 2 4)))", RULE, "at least 1, not -1", "(tri Rectangle (- 2 3) (- 2 4))"),
    ("(board (square (/ 4 0)))", RULE, "division by zero", "(/ 4 0)"),
    ("(board (square 150))", LIMIT, "at most 12000", "(square 150)"),
    ("(board (layers 5000 (square 3)))", LIMIT, "at most 12000", "(layers 5000 (square 3))"),
    ("(board (complete (square 30)))", LIMIT, "edges; at most 12000", "(complete (square 30))"),
    # outlines without an inside
    (f"(board (square (poly {FLAT})))", RULE, "on one line", f"(poly {FLAT})"),
    (f"(board (keep (square 3) (poly {FLAT})))", RULE, "on one line", f"(poly {FLAT})"),
    ("(board (hex (poly { {0 0} {5 0} })))", RULE, "at least three corners", "(poly { {0 0} {5 0} })"),
    ("(board (tri (poly { {1 1} {1 1} {1 1} })))", RULE, "on one line", "(poly { {1 1} {1 1} {1 1} })"),
    ("(board (tiling T3636 (poly {})))", RULE, "at least three corners", "(poly {})"),
    # elements that are not there
    ("(board (wedge 2 1) use:Vertex)", RULE, "at least two columns", "(wedge 2 1)"),
    ("(board (concentric Square rings:0))", RULE, "at least one ring", "(concentric Square rings:0)"),
    ("(board (square {}))", RULE, "at least one", "(square {})"),
    ("(board (repeat -1 1 step:{ {1 0} {0 1} } {}))", RULE, "at least 1", "(repeat -1 1 step:{ {1 0} {0 1} } {})"),
    ("(board (mesh 5000))", LIMIT, "mesh", "(mesh 5000)"),
    ("(board (mesh { {0 0} {1} }))", RULE, "x and y", "(mesh { {0 0} {1} })"),
    # tracks and regions that leave the board
    ('(board (square 2) (track "T" "0,Q"))', RULE, "'Q' of the track 'T' is no direction", '(track "T" "0,Q")'),
    ('(board (square 2) (track "T" "0,W"))', RULE, "two different places", '(track "T" "0,W")'),
    ("(surakartaBoard (square 4) loops:5)", RULE, "outside", "(surakartaBoard (square 4) loops:5)"),
    ("(mancalaBoard 9 6)", RULE, "two to six rows", "(mancalaBoard 9 6)"),
    ('(board (square 2)) (regions "R" { 0 -4 })', RULE, "site -4", '(regions "R" { 0 -4 })'),
    ('(board (square 2)) (regions "R" { 0 100000 })', LIMIT, "site 100000", '(regions "R" { 0 100000 })'),
    # cells that cannot be made
    (
        "(board (add (square 3) cells:{ {0 1 1} }))", RULE, "no edge joins 1 and 1",
        "(board (add (square 3) cells:{ {0 1 1} }))",
    ),
    (
        "(board (shift 1 1 (add (square 3) cells:{ {0 1 5} })))", RULE, "no edge joins 5 and 0",
        "(board (shift 1 1 (add (square 3) cells:{ {0 1 5} })))",
    ),
    # a circle's centre is removed, and so are others: nothing has its number 5 any more (Ludii fails to load it, too)
    (
        "(board (remove (merge (concentric {1 4}) (shift 9 0 (concentric {1 4}))) vertices:{5 0 1 2 3}) use:Vertex)",
        RULE, "turn around one that is removed", "(board (remove",
    ),
    ("(board (merge (square 3) (hex 0)))", RULE, "at least 1, not 0", "(hex 0)"),
    # maps to nothing
    ("(board (square 2)) (map { (pair 1 -1) })", RULE, "a map to nothing", "(pair 1 -1)"),
    ('(board (square 2)) (map { (pair P1 (id "Dog" P1)) })', RULE, "a map to nothing", '(id "Dog" P1)'),
    # further boards
    (
        "(board (square 2)) (board (square 3) use:Vertex)", RULE, "9 sites and only 4 cells",
        "(board (square 3) use:Vertex)",
    ),
    # hands and dice
    ("(board (square 2)) (hand P1 size:2000000000)", LIMIT, str(MAX_HAND), "(hand P1 size:2000000000)"),
    ("(board (square 2)) (dice num:2000000000)", LIMIT, "between 0 and 100", "(dice num:2000000000)"),
    ("(board (square 2)) (dice d:0 num:1)", RULE, "at least one face", "(dice d:0 num:1)"),
    ("(board (square 2)) (deck suits:2000000000)", LIMIT, "suits", "(deck suits:2000000000)"),
]  # fmt: skip


@pytest.mark.parametrize(("items", "kind", "message", "place"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_an_error_with_its_place(items: str, kind: type[LudError], message: str, place: str) -> None:
    with pytest.raises(kind, match=message.replace("(", r"\(")) as caught:
        build_equipment(small_game(board=items))
    span = caught.value.span
    assert span is not None
    assert span.text.startswith(place)


def test_a_site_of_a_hand_is_part_of_a_track() -> None:
    equipment = build_equipment(small_game(board='(board (square 2) (track "T" { 4 0 1 })) (hand P1)'))
    assert equipment.tracks[0].sites == (4, 0, 1)


def test_more_crossings_than_can_be_split() -> None:
    with pytest.raises(LudLimitError, match="cross each other") as caught:
        build_equipment(small_game(board="(board (splitCrossings (complete (hex 5))))"))
    assert caught.value.span is not None
