"""Nebuchadnezzar: the description against the reference, and the reference against the rules."""

import importlib
from dataclasses import replace

import pytest

from ludparse.interpreter.game.load import load
from tests.games.by_hand import GAMES, check

reference = importlib.import_module("ludparse.games.nebuchadnezzar.reference")
Rules = reference.Rules


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("Board Size/4",),
        ("Board Size/6",),
        ("Board Size/4", "Perimeter/Whole walls"),
        ("Board Size/7", "Perimeter/Whole walls"),
        ("Board Size/5", "Perimeter/Walls and corners"),
        ("Board Size/5", "Edge/Empty points"),
        ("Board Size/5", "Perimeter/Walls and corners", "Edge/Empty points"),
    ],
)
@pytest.mark.telling("options0", "options7")  # the usual rules, and three options at once
def test_ours_is_the_reference(options: tuple[str, ...]) -> None:
    outcome = check("nebuchadnezzar", options, positions=120, perft_seconds=0.3)
    assert outcome.positions == 120
    assert outcome.finished


def test_on_the_largest_board() -> None:
    assert check("nebuchadnezzar", ("Board Size/19",), positions=40, perft_seconds=0.1).positions == 40


def test_on_the_python_backend() -> None:
    assert check("nebuchadnezzar", ("Board Size/4",), backend="python", positions=60).positions == 60


def test_colours_changed() -> None:
    """White is to move after the change, and results are those of the colours."""
    game = load(str(GAMES / "nebuchadnezzar" / "nebuchadnezzar.lud"), options=["Board Size/4"])
    state = game.start(seed=1)
    state.apply(state.legal_moves()[0])
    state.apply(next(m for m in state.legal_moves() if "Swap" in m.text))
    assert state.mover == 2
    position = reference.setup({"Board Size": "4"}).after("A1").after("swap")
    assert position.mover == 2
    assert "swap" not in position.notations()


def position(*rows: str, mover: int = 1, **rules: bool) -> "reference.Position":
    """Rows from above: x black, o white."""
    size = len(rows)
    discs = {
        (x, size - 1 - y): "xo".index(letter) + 1
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter in "xo"
    }
    return replace(
        reference.setup({"Board Size": str(size)}), rules=Rules(size, **rules), discs=discs, mover=mover, plies=9
    )


def flips(p: "reference.Position") -> list[str]:
    return [notation for notation in p.notations() if ":" in notation]


def test_a_walled_disc_flips() -> None:
    p = position(".....", "..x..", ".xox.", "..x..", ".....")
    assert flips(p) == ["C3:C3"]
    assert p.after("C3:C3").shown()["C3"] == 1
    assert p.after("C3:C3").winner == 1  # it was the last one


def test_one_side_open_is_no_wall() -> None:
    assert flips(position(".....", "..x..", ".xox.", ".....", ".....")) == []


def test_a_wall_of_two_colours_is_none() -> None:
    assert "B3:C3" not in flips(position(".....", ".xx..", "xoox.", ".xo..", "....."))


def test_an_edge_takes_the_colour_from_opposite() -> None:
    assert flips(position("....", "....", "x...", "ox..")) == ["A1:A1"]


def test_the_larger_one_alone_flips() -> None:
    p = position("......", "..xx..", ".xoox.", "..xx..", "......", "......")
    assert flips(p) == ["C4:D4"]


def test_half_is_no_majority() -> None:
    # Below and above are black, left and right white: two points each.
    p = position("......", "..x...", ".ooo..", "..x...", "......", "......")
    assert "C4:C4" not in flips(p)


@pytest.mark.parametrize(("whole_walls", "found"), [(False, True), (True, False)])
def test_two_long_walls_or_three_walls(whole_walls: bool, found: bool) -> None:
    # Below and above are black, four of six points; left and right are white.
    p = position("......", "..xx..", ".oooo.", "..xx..", "......", "......", whole_walls=whole_walls)
    assert ("C4:D4" in flips(p)) == found


@pytest.mark.parametrize("whole_walls", [False, True])
def test_two_neutral_walls(whole_walls: bool) -> None:
    p = position("....", "xxxx", "oooo", "xxxx", whole_walls=whole_walls)
    assert flips(p) == ["A2:D2"]


@pytest.mark.parametrize(("corners", "found"), [(False, True), (True, False)])
def test_corners(corners: bool, found: bool) -> None:
    # Three of four walls are black; with corners that is three of eight points.
    p = position(".....", "..x..", ".xoo.", "..x..", "....o", corners=corners)
    assert ("C3:C3" in flips(p)) == found


@pytest.mark.parametrize(("empty_beyond", "allowed"), [(False, True), (True, False)])
def test_placing_at_the_edge(empty_beyond: bool, allowed: bool) -> None:
    p = position("....", "....", "....", ".o..", empty_beyond=empty_beyond)
    assert ("A1" in p.notations()) == allowed
    assert "B2" not in p.notations()
    assert "D4" in p.notations()
