"""Questions about pieces near a site are one operation on sets, and games stay the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludparse import load
from ludparse.interpreter.backends.python.values import set_where
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Op
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.walk import all_expressions, reached, statements
from tests.interpreter.both_backends import same_moves

GAME = """(game "Questions" (players 2)
  (equipment { (board (square 5)) (piece "Disc" Each) (piece "Block" Neutral)
    (piece "Lion" Each (move Step (to if:(and (is Empty (to)) CONDITION)))) })
  (rules
    (start { (place "Lion1" (sites Bottom)) (place "Lion2" (sites Top)) (place "Disc1" 12) (place "Block0" 11) })
    (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""

AROUND = "(sites Around (to))"
WITHIN = [
    f'(is Within (id "Lion" Next) in:{AROUND})',
    f'(not (is Within (id "Disc" P1) in:{AROUND}))',
]
COUNTED = [
    f"(= 0 (count Pieces Next in:{AROUND}))",
    f'(< 0 (count Pieces All "Lion" in:{AROUND}))',
    f"(= 1 (count Pieces Mover in:{AROUND}))",
]
ANY_SITE = [
    f'(all Sites {AROUND} if:(!= (what at:(site)) (id "Lion" Next)))',
    f"(all Sites {AROUND} if:(is Empty (site)))",
]


def _program(condition: str) -> Program:
    return load(GAME.replace("CONDITION", condition), backend="python").program


def _live(p: Program) -> list[Function]:
    return [p.functions[i] for i in sorted(reached(p))]


def _look_at_lists(p: Program) -> list[str]:
    """The functions that read the lists of pieces, apart from the one that pushes the moves of each piece."""
    return [
        fn.name
        for fn in _live(p)
        if not fn.name.startswith(("owned_", "moves_"))
        and any(x.op is Op.FIELD and x.arg == "owned" for x in all_expressions(fn))
    ]


@pytest.mark.parametrize("condition", [*WITHIN, *COUNTED])
def test_pieces_within_a_region_are_not_looked_at_one_by_one(condition: str) -> None:
    assert not _look_at_lists(_program(condition))


@pytest.mark.parametrize("condition", ANY_SITE)
def test_whether_any_site_fits_is_asked_of_a_set(condition: str) -> None:
    p = _program(condition)
    (asked,) = (fn for fn in _live(p) if fn.name.startswith("bool_all_sites"))
    assert not any(isinstance(s, ops.ForSet) for s in statements(asked.body))


@pytest.mark.usefixtures("c_compiler")
@pytest.mark.parametrize("condition", [*WITHIN, *COUNTED, *ANY_SITE])
@pytest.mark.telling(every=3)
def test_questions_about_pieces_on_both_backends(condition: str) -> None:
    same_moves(GAME.replace("CONDITION", condition), 20, seed=2)


@given(st.lists(st.integers(-2, 300) | st.integers(0, 3), max_size=80), st.integers(-2, 300), st.integers(0, 80))
def test_the_places_of_a_value(values: list[int], v: int, width: int) -> None:
    """Fields with bytes alone are searched in another way than those with other values."""
    for numbers in (values, [x & 3 for x in values]):
        assert set_where(numbers, v, width) == sum(1 << i for i, x in enumerate(numbers[:width]) if x == v)
