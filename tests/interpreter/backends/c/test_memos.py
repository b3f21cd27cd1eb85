"""Which functions of the C backend are memoised. That they give what they would give now: test_checked.py."""

from __future__ import annotations

from ludparse import load
from ludparse.interpreter.passes.sets.keep_results import MOST_BYTES
from tests.interpreter.passes.golden_games import GAMES


def test_what_is_kept_by_a_slot() -> None:
    program = load(GAMES["stacks"], backend="python").program
    assert [(fn.name.rstrip("0123456789"), fn.kept_by) for fn in program.functions if fn.kept_by] == [
        ("region_sites_direction_", "from")
    ]


def test_memos_have_a_limit() -> None:
    program = load("Ex Nihilo", backend="python").program
    kept = [fn for fn in program.functions if fn.kept_by]
    assert kept
    assert sum(program.set_width * (8 if fn.result.value == "set" else 4) for fn in kept) <= MOST_BYTES
