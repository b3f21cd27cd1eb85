"""Effects that add their actions to the move that they belong to: the same moves as with moves of their own."""

from __future__ import annotations

import pytest

from ludparse import Game, load
from ludparse.interpreter.program.printer import print_program
from tests.interpreter.lower.playing import BACKENDS
from tests.interpreter.passes.test_untouched import CONSEQUENTS, played

# Effects with consequents, effects that choose, effects that are built from further effects, hops that take several
# pieces, and a move whose levels depend on whether it has effects.
EFFECTS = """(game "Effects" (players {(player N) (player S)}) (equipment {(board (square 6))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to)))
            (apply (and {(remove (to) (then (set Counter))) (add (piece "Stone0") (to (from)))})))))
        (piece "Frog" Each (move Hop (between before:0 (range 1 2) if:(is Occupied (between))
            (apply if:(is Enemy (who at:(between))) (remove (between)))) (to if:(is Empty (to)))))
        (piece "Stone" Neutral)
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to))))
            (apply (if (is Enemy (who at:(to))) (remove (to)) (set State at:(from) 1))))))})
    (rules (start {(place "King1" 2) (place "King2" 33) (place "Rook1" {0 5}) (place "Rook2" {30 35})
            (place "Frog1" {6 7 9 10}) (place "Frog2" {25 26 28 29})})
        (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""

# Which effects there are depends on how many moves others have pushed before.
COUNTED = EFFECTS.replace("(apply if:(is Enemy (who at:(between))) (remove (between)))",
    "(apply (priority {(if (is Enemy (who at:(between))) (remove (between))) (set Counter)}))")  # fmt: skip


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("text", [EFFECTS, COUNTED, CONSEQUENTS], ids=["effects", "counted", "consequents"])
@pytest.mark.telling("effects-python", "counted-c")
def test_the_same_moves_with_and_without(text: str, backend: str) -> None:
    assert played(text, backend, 4, 60) == played(text, backend, 4, 60, ("effects_in_place",))


def test_nothing_is_joined_any_more() -> None:
    game = load(EFFECTS, backend="python", verify=True)
    assert isinstance(game, Game)
    program = print_program(game.program)
    assert "act_then" in program
    assert "which joins those before it" not in program


def test_effects_that_look_at_the_buffer_are_joined() -> None:
    assert COUNTED != EFFECTS
    program = print_program(load(COUNTED, backend="python", verify=True).program)
    assert "which joins those before it" in program
    assert "act_then" in program, "other effects of the game are in place"
