"""Paths and trees of edges, loops, lines in stacks; both backends agree."""

import re

import pytest

from tests.interpreter.lower.playing import moves

pytestmark = pytest.mark.usefixtures("on_backends")

EDGES = """(game "Edges" (players 2)
  (equipment {{ (board (square 2) use:Vertex) (piece "Line" Each) }})
  (rules
    (start (place "Line1" Edge {{ 0 1 2 }}))
    (play (or {{ {} }}))
    (end (if (no Pieces Next) (result Mover Win)))))"""
EDGE_MOVE = "(move Add (to Edge {}) (then (set Var (toInt {}))))"

EDGE_QUESTIONS = [
    (3, "(is Path Edge P1 length:(exact 4) closed:True)", 1),
    (3, "(is Path Edge P1 length:(exact 4))", 0),
    (3, "(is Tree P1)", 0),
    (3, "(is RegularGraph P1 k:2)", 1),
    (3, "(is RegularGraph P1)", 1),  # whatever the degree, which is 2
]

STACKS = """(game "Stacks" (players 2)
  (equipment {{ (board (square 3)) (piece "Ball" Each) }})
  (rules
    (start {{ (place Stack items:{{"Ball2" "Ball1"}} 0) (place Stack items:{{"Ball1" "Ball2"}} 1) }})
    (play (or {{ {} }}))
    (end (if (no Pieces Next) (result Mover Win)))))"""
STACK_MOVE = "(move Add (to (sites {{ 2 }})) (then (set Var (toInt {}))))"
STACK_QUESTIONS = [
    ("(is Line 3 Orthogonal what:1)", 1),
    ("(is Line 3 Orthogonal what:1 top:True)", 0),
    ("(is Line 2 Orthogonal through:1 what:2)", 1),
    ("(is Line 2 Orthogonal what:1 byLevel:True)", 1),
    ("(= 1 (count Stack at:0 if:(is Enemy (who at:(to) level:(level)))))", 1),
    ('(= 1 (where Level "Ball" P1 at:0))', 1),
]


def answers(text: str) -> list[int]:
    return [int(re.findall(r"SetTemp:temp=(-?\d+)", m)[0]) for m in moves(text)]


def test_edges() -> None:
    text = EDGES.format(" ".join(EDGE_MOVE.format(at, question) for at, question, _ in EDGE_QUESTIONS))
    assert answers(text) == [value for *_, value in EDGE_QUESTIONS]


@pytest.mark.parametrize(
    ("length", "is_one"), [("exact 2", 1), ("exact 3", 0), ("range 1 2", 1), ("range 3 4", 1), ("range 0 1", 0)]
)
def test_a_path_of_two_edges(length: str, is_one: int) -> None:
    """The second edge is added to the first. Where a range of lengths is asked for, a path may be shorter, as in
    Ludii."""
    text = EDGES.format(EDGE_MOVE.format(1, f"(is Path Edge P1 length:({length}))")).replace("{ 0 1 2 }", "{ 0 }")
    assert answers(text) == [is_one]


def test_stacks() -> None:
    text = STACKS.format(" ".join(STACK_MOVE.format(question) for question, _ in STACK_QUESTIONS))
    assert answers(text) == [value for _, value in STACK_QUESTIONS]


ROW = """(game "Row" (players 2) (equipment {{ (board (rectangle 1 7) use:Vertex) (piece "Ball" Each) }})
  (rules (start (place "Ball1" {{ {ours} }})) (play (or {{ {asked} }}))
    (end (if (no Pieces Next) (result Mover Win)))))"""
COMPLETED = [("0 1 3 4", 2), ("0 1 2 4", 3), ("0 2 3 4", 1), ("1 2 3 4", 0), ("0 1 2 3", 4)]


@pytest.mark.parametrize(("ours", "at"), COMPLETED)
def test_a_path_of_vertices_that_a_move_completes(ours: str, at: int) -> None:
    """Five balls in a row of seven points, wherever the last of them comes."""
    asked = [f"(move Add (to {at}) (then (set Var (toInt (is Path Vertex P1 length:(exact {n}))))))" for n in (4, 5, 6)]
    assert answers(ROW.format(ours=ours, asked=" ".join(asked))) == [0, 1, 0]


RING = """(game "Ring" (players 2)
  (equipment {{ (board (hex 3)) (piece "Ball" Each) }})
  (rules
    (start {{ (place "Ball1" {{ {ours} }}) (place "Ball2" {{ 0 }}) }})
    (play (move Add (to (sites {{ 13 }})) (then (set Var (toInt (is Loop))))))
    (end (if (no Pieces Next) (result Mover Win)))))"""


@pytest.mark.parametrize(("ours", "value"), [("4 5 8 10 14", 1), ("4 5 8 10", 0)])
def test_loops(ours: str, value: int) -> None:
    assert answers(RING.format(ours=ours)) == [value]
