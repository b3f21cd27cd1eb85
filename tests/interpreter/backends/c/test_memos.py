"""Memoised functions of the C backend give what they would give now, also after going back to saved states."""

from __future__ import annotations

import pytest

from ludparse import LudError, load
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.passes.sets.keep_by_slot import MOST_BYTES
from ludparse.interpreter.program.ops import Program
from tests.corpus import LIBRARY, description, needs_corpus
from tests.interpreter.passes.golden_games import GAMES

BUNDLED = ["Ex Nihilo", "Caravans", "Nebuchadnezzar", "Hypnosia"]
RECORDED = [
    "board/space/group/Lines of Action",
    "board/war/replacement/checkmate/chess/Chess",
    "board/space/territory/Go",
    "board/race/fill/Barca",
]


def check(program: Program, games: int) -> None:
    """Random games with code that computes each memo again (`CHECK_KEPT`) are the same as without."""
    checked = CEngine(program, ("-DVARIANTS", "-DCHECK_KEPT")).playouts(None, 0, games, 3, 60, 1)
    plain = CEngine(program).playouts(None, 0, games, 3, 60, 1)
    assert (list(checked.lengths), list(checked.rankings)) == (list(plain.lengths), list(plain.rankings))


@pytest.mark.parametrize("name", ["stacks", "check", "lonely", "repeat", *BUNDLED])
def test_memos_are_what_would_be_found_now(name: str, c_compiler: None) -> None:
    check(load(GAMES.get(name, name), backend="python").program, 4)


@needs_corpus
@pytest.mark.parametrize("path", RECORDED)
def test_the_same_in_recorded_games(path: str, c_compiler: None) -> None:
    check(load(description(path), library=str(LIBRARY), backend="python").program, 2)


def test_a_memo_that_is_wrong_is_found(c_compiler: None) -> None:
    """The check itself can fail: a function that depends on the state is marked as if only a slot mattered."""
    program = load(GAMES["stacks"], backend="python").program
    (kept,) = (fn for fn in program.functions if fn.kept_by)
    kept.kept_by = "value"  # it depends on `from`
    with pytest.raises(LudError):
        CEngine(program, ("-DVARIANTS", "-DCHECK_KEPT")).playouts(None, 0, 4, 3, 60, 1)


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
