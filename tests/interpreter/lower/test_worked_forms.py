"""Forms of signatures that no game shows which Ludii has played: each answer is worked out in the comment above it."""

import re

import pytest

from ludparse import LudRuleError, LudUnsupportedError, load
from tests.interpreter.lower.playing import BACKENDS, legal, moves

GAME = """(game "Asked" (players 2)
  (equipment {{ {equipment} (hand Each size:2) }})
  (rules (start {{ {start} }}) (play (or {{ {play} }})) (end (if (no Moves Next) (result Mover Win)))))"""
SQUARE = '(board (square 3)) (piece "Ball" Each)'
ASK = "(move Add (to (sites {{ 8 }})) (then (set Var {})))"
STACK = '(place Stack items:{"Ball1" "Ball2" "Ball1" "Ball2"} 4)'
HOLES = """(mancalaBoard 2 3 store:None {
        (track "Round1" "0,E,N,W" loop:True P1) (track "Round2" "3,E,S,W" loop:True P2) })
    (piece "Seed" Shared)"""
SEEDS = "(set Count 2 to:(sites Board))"
SOWN = '(move Select (from (sites {{ 2 }})) (then (sow "Round" owner:{})))'
LAID = r"\[Move:typeFrom=Vertex,from=2,typeTo=Vertex,to=(\d+)"
BEND = '(board (square 3)) (tile "Bend" Each numSides:4 { (path from:0 to:1 colour:1) })'
IN_HAND = '(place "Bend1" "Hand1")'
TURNED = "(move (from (handSite P1)) (to (sites {{ 4 }}) (rotations {})))"

CASES = {
    # balls of P1 on 0, 1 and 3 touch each other, the one just placed on 8 touches none of them
    "biggest group of cells": (
        SQUARE, '(place "Ball1" {0 1 3})', ASK.format("(countSizeBiggestGroup Cell if:(is Mover (who at:(to))))"),
        r"SetTemp:temp=(\d+)", ["3"],
    ),
    # an L of three cells, laid without a turn: its foot on 0, one step north on 3, and one to the east of that on 4
    "cells of a large piece": (
        '(board (square 3) largeStack:False) (tile "Corner" Each { {F R F} } numSides:4)', '(place "Corner1" 0)',
        "(move Select (from (sites LargePiece Cell at:0)))",
        r"Select:typeFrom=Cell,from=(\d+)", ["0", "3", "4"],
    ),
    # levels 0 to 3 belong to P1, P2, P1, P2; the search begins at the top unless it is told not to
    "level of a player's piece": (
        SQUARE, STACK,
        "".join(ASK.format(f'(where Level "Ball" {rest})') for rest in ("1 at:4", "2 at:4", "2 at:4 fromTop:False")),
        r"SetTemp:temp=(\d+)", ["2", "3", "1"],
    ),
    # 9 cells, then two for each hand; a name says nothing that the player does not say
    "hand of a name": (
        SQUARE, "", '(move Select (from (sites Hand P1 "Hand1"))) (move Select (from (sites Hand P2 "Hand1")))',
        r"Select:typeFrom=Cell,from=(\d+)", ["9", "10", "11", "12"],
    ),
    # 16 facings clockwise from north, 8 directions for 4 sides: north is 0 / 2, east 4 / 2, west 12 / 2. In a game
    # that Ludii has played (recorded/tiles.json) all four are 0, 2, 4 and 6
    "rotations of two directions": (BEND, IN_HAND, TURNED.format("{N E}"), r"rotation=(\d+)", ["0", "2"]),
    "rotations of one in a list": (BEND, IN_HAND, TURNED.format("{W}"), r"rotation=(\d+)", ["6"]),
    # holes 0 1 2 below 3 4 5. The track of P1 goes from 2 up and back, that of P2 comes down to 2 and goes back
    "sowing on the track of P1": (HOLES, SEEDS, SOWN.format(1), LAID, ["5", "4"]),
    "sowing on the track of P2": (HOLES, SEEDS, SOWN.format(2), LAID, ["1", "0"]),
}  # fmt: skip
DESCRIPTIONS = [GAME.format(equipment=items, start=start, play=play) for items, start, play, _, _ in CASES.values()]


@pytest.mark.parametrize(("description", "name"), list(zip(DESCRIPTIONS, CASES, strict=True)), ids=list(CASES))
def test_worked_out(description: str, name: str) -> None:
    *_, pattern, expected = CASES[name]
    assert re.findall(pattern, "".join(moves(description))) == expected


@pytest.mark.parametrize(
    ("message", "reason"),
    [("(array {1 2})", "an address in memory"), ("(square 1)", "a graph as a message")],
    ids=["int array", "graph"],
)
def test_what_a_note_cannot_tell(message: str, reason: str) -> None:
    """Ludii writes a list of numbers as Java does, which is where it lies in memory, and a graph as a page."""
    description = GAME.format(equipment=SQUARE, start="", play=f"(move Pass (then (note {message})))")
    with pytest.raises(LudUnsupportedError, match=reason):
        load(description)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("(sites {383 0})", "{0, 383}"),
        ("(sites {384})", "a message names a site above 383"),  # twelve numbers have 12 * 32 bits
        ("(directions {N E S W N E S W N E S W})", f"[{', '.join('NESW' * 3)}]"),
        ("(directions {N E S W N E S W N E S W N})", "a message of more than 12 directions"),
    ],
)
def test_how_much_a_note_can_tell(message: str, told: str, backend: str) -> None:
    """Ludii has no such limits."""
    description = GAME.format(equipment=SQUARE, start="", play=f"(move Pass (then (note {message})))")
    try:
        found = "".join(legal(load(description, backend=backend).start()))
    except LudRuleError as problem:
        found = str(problem)
    assert told in found
