"""Effects that add their actions to the move that they belong to: the same moves as with moves of their own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse import Game, load
from ludparse.interpreter.passes.trials.effects_in_place import effects_in_place
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Expr
from ludparse.interpreter.program.printer import print_program
from ludparse.interpreter.program.queries import QueryBuilder
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import statements
from tests.interpreter.lower.playing import BACKENDS
from tests.interpreter.passes.test_results import blank, push, runs
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


@pytest.mark.parametrize("backend", BACKENDS)
def test_whether_there_were_effects_is_known_afterwards(backend: str) -> None:
    """A tower of two pieces slides onto one of the enemy on the right, which goes first: as in Ludii such a move names
    no levels. Of the slide upwards the effect does nothing, and it names both."""
    effect = "(to if:(is Enemy (who at:(to))) (apply (if (= 1 (to)) (remove (to)))))"
    text = f"""(game "Towers" (players 2)
      (equipment {{ (board (square 3)) (piece "Tower" Each (move Slide Orthogonal {effect} stack:True)) }})
      (rules (start {{ (place Stack "Tower1" 0 count:2) (place Stack "Tower2" (sites {{1 3}}) count:1) }})
        (play (forEach Piece top:True)) (end (if (no Moves Next) (result Mover Win)))))"""
    moves = load(text, backend=backend).start().legal_moves()
    assert {m.to_site: (m.raw.level_min, m.raw.level_max) for m in moves} == {1: (0, 0), 3: (0, 1)}


def returns(b: QueryBuilder, first: Expr) -> None:
    with b.if_(ir.eq(b.get("mover"), 0)):
        b.return_()


def keeps_the_number(b: QueryBuilder, first: Expr) -> None:
    with b.one_move(0, 0, 0, effects=lambda: push(b, ir.const(2)), joins=True) as within:
        b.set_ctx("to", within)


def pushes(b: QueryBuilder, first: Expr) -> None:
    push(b, ir.const(2))


@pytest.mark.parametrize("effect", [returns, keeps_the_number, pushes])
@pytest.mark.parametrize("called", [False, True])
def test_effects_that_need_the_move_are_joined(effect: Callable[[QueryBuilder, Expr], None], called: bool) -> None:
    """They leave it before it is pushed, or ask where in the buffer another one begins."""
    b = blank()

    def effects() -> None:
        push(b, ir.const(1))
        effect(b, ir.const(0))

    with b.function("effects") as (fn, _):
        effects()

    def moves() -> None:
        with b.one_move(0, 0, 3, effects=lambda: b.do(b.call(fn)) if called else effects(), joins=True):
            pass

    program = runs(b, moves)
    effects_in_place(program)
    verify(program)
    joined = [s for s in statements(program.entries["moves"].body) if isinstance(s, ops.Composed) and s.joins]
    assert bool(joined) is (effect is keeps_the_number or (effect is returns and not called))
