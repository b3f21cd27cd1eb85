"""Playouts play the move that they choose without a record of its actions. That it does what its record does:
test_checked.py."""

import pytest

from ludparse import load
from ludparse.interpreter.backends.c.rendering.render import render_c
from ludparse.interpreter.facts.chosen_moves import points
from tests.interpreter.backends.c.test_checked import check
from tests.interpreter.passes.golden_games import GAMES

SWAPPING = ["connect"]  # its rules read the record of applied actions


def test_what_is_plain() -> None:
    found = points(load(GAMES["line"], backend="python").program).values()
    assert [[a.kind for a in point.emit.actions] for point in found] == [["add"], ["pass"]]
    # all moves are made and tried, so that none is chosen by its number
    assert not points(load(GAMES["order"], backend="python").program)


def test_constants_are_not_stored() -> None:
    text = render_c(load(GAMES["line"], backend="python").program)
    assert "\n    act_add_1(e, (0), move_to(e, 0), (-1), e->chosen[0], (1), (-1), (-1), (-1), (-1));\n" in text


@pytest.mark.parametrize("name", SWAPPING)
def test_the_record_of_applied_actions_is_kept_where_rules_read_it(name: str, c_compiler: None) -> None:
    assert "#define RECORDS 1" in render_c(load(GAMES[name], backend="python").program)
    check(load(GAMES[name], backend="python").program, 60, 150, seed=5)
