"""Pieces that cover several cells are placed where all these cells are empty."""

from __future__ import annotations

import random
import re

import pytest

from ludparse import load
from ludparse.interpreter.lower.board import large_pieces
from tests.interpreter.lower.playing import BACKENDS

SIDE = 4
SECOND = {0: (1, 0), 1: (0, 1)}  # rows and columns from the cell where a tile is placed to the other one, by its state


def tiles(moves: str) -> str:
    return f"""(game "Tiles" (players 2)
        (equipment {{ (board (square {SIDE})) (tile "Tile" P1 {{F}} numSides:4) (tile "Tile" P2 {{F}} numSides:4) }})
        (rules (play (or {moves})) (end (if (no Moves Next) (result Mover Win)))))"""


GIVEN = "(move Add (piece (mover) state:0) (to (sites Empty))) (move Add (piece (mover) state:1) (to (sites Empty)))"
COMPUTED = (
    "(move Add (piece (mover) state:(- (mover) (mover))) (to (sites Empty)))"
    "(move Add (piece (mover) state:(/ (mover) (mover))) (to (sites Empty)))"
)


def covered(to: int, state: int) -> set[int] | None:
    """The cells under a tile; None where it would not be on the board."""
    row, column = to // SIDE + SECOND[state][0], to % SIDE + SECOND[state][1]
    return {to, row * SIDE + column} if row < SIDE and column < SIDE else None


@pytest.mark.parametrize("largest", [large_pieces.LARGEST, 0], ids=["sets", "rows"])
@pytest.mark.parametrize("moves", [GIVEN, COMPUTED], ids=["given", "computed"])
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.telling("python")
def test_tiles_lie_on_empty_cells(
    backend: str, moves: str, largest: int, monkeypatch: pytest.MonkeyPatch, c_compiler: None
) -> None:
    monkeypatch.setattr(large_pieces, "LARGEST", largest)
    state, chance = load(tiles(moves), backend=backend, verify=True).start(seed=1), random.Random(5)
    empty = set(range(SIDE * SIDE))
    while not state.over:
        found = {}
        for move in state.legal_moves():
            if not move.is_pass:
                turned = re.search(r"state=(\d)", move.actions[0])
                found[move.to_site, int(turned[1]) if turned else 0] = move
        fits = {(to, s) for to in sorted(empty) for s in SECOND if (cells := covered(to, s)) and cells <= empty}
        assert set(found) == fits
        chosen = chance.choice(sorted(found))
        state.apply(found[chosen])
        empty -= covered(*chosen) or set()
    assert len(empty) < 8, "the board fills up"
