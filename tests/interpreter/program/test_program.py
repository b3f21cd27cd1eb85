"""The rules program: verifier, passes and printer."""

import pytest

from ludparse import load_description
from ludparse.interpreter.equipment.players import build_players
from ludparse.interpreter.game.compiling.driver import compile_game
from ludparse.interpreter.lower.equipment import build_equipment, game_flags
from ludparse.interpreter.passes import run_passes
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.ops import Expr, FieldKind, Type, Var
from ludparse.interpreter.program.printer import print_program, statement
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.verifier import verify
from tests.interpreter.descriptions import ALL


def program_of(text: str) -> Program:
    game = load_description(text).game
    equipment = build_equipment(game)  # type: ignore[arg-type]
    return compile_game(game, equipment, build_players(game), game_flags(game, equipment))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ALL)
def test_lowered_games_are_valid_after_every_pass(name: str) -> None:
    program = program_of(ALL[name])
    verify(program)
    run_passes(program, verify)


def test_the_printed_program_shows_what_is_emitted() -> None:
    text = print_program(program_of(ALL["line"]))
    assert "emit mover=mover" in text
    assert "actions=[add(" in text


def test_what_a_condition_decides_is_printed_below_it() -> None:
    one, two = (ops.Assign(Var("x", Type.INT), ir.const(k)) for k in (1, 2))
    assert statement(ops.If(ir.TRUE, [one], [two]), 0) == ["if true:", "  x = 1", "else:", "  x = 2"]


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (ir.add(2, 3), 5),
        (ir.div(-7, 2), -3),
        (ir.mod(-7, 2), -1),
        (ir.min_(4, 2), 2),
        (ir.select(True, 1, 2), 1),
        (ir.and_(True, False), 0),
        (ir.not_(ir.eq(1, 1)), 0),
    ],
)
def test_constants_are_folded(expr: Expr, value: int) -> None:
    assert expr.is_const
    assert expr.const == value


def test_division_by_zero_is_left_for_the_game_to_fail_on() -> None:
    assert not ir.div(1, 0).is_const


def test_equal_tables_are_kept_once() -> None:
    b = Builder(Program("test"))
    assert b.table([1, 2]) == b.table([1, 2])
    assert b.table([1, 2]) != b.table([2, 1])


def test_a_field_is_declared_once() -> None:
    b = Builder(Program("test"))
    b.field("x", FieldKind.INT, init=3)
    b.field("x", FieldKind.INT, init=4)
    assert b.program.fields["x"].init == 3
