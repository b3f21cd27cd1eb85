"""What the C backend saves where rules try moves: the fields that these may change, which come first in the state."""

from __future__ import annotations

from ludparse import load
from ludparse.interpreter.backends.c.rendering.state import heads, in_order
from ludparse.interpreter.facts.engines.tried_fields import tried_fields
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.ops import FieldKind
from ludparse.interpreter.program.program import Program
from tests.interpreter.passes.golden_games import GAMES


def test_fields_that_change_meanwhile_come_first_among_numbers_and_among_lists() -> None:
    program = Program("test")
    b = Builder(program)
    b.field("fixed", FieldKind.INT)
    b.field("changed", FieldKind.INT)
    for name in ("fixed_list", "changed_list"):
        program.caps[name] = 4
        b.field(name, FieldKind.LIST, cap=name)
    tried = {"changed", "changed_list"}
    assert [f.name for f in in_order(program, tried)] == ["changed", "fixed", "changed_list", "fixed_list"]
    # the head ends where the first list begins
    expected = {"STATE_HEAD": "offsetof(state_t, changed_list_n)", "TRIED_HEAD": "offsetof(state_t, fixed)"}
    assert heads(program, tried) == expected


def test_what_a_tried_move_may_change() -> None:
    found = tried_fields(load(GAMES["surround"], backend="python").program)
    assert {"what_c", "last_to"} <= found
    assert not found & {"seen", "over", "mover"}
    assert tried_fields(load(GAMES["line"], backend="python").program) == set()
