"""Random games in bulk: the same whether they are played by code that compiles quickly or by optimised code."""

import pytest

from interpreter import load
from interpreter.backend_c import engine as c_engine
from interpreter.program.raw import Rankings

GAME = "Leapfrogs"


def test_optimised_code_plays_the_same_games(
    c_compiler: None, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # nothing is compiled yet
    monkeypatch.setattr(c_engine, "PATIENCE", float("inf"))
    quick = load(GAME, backend="c")
    slow = quick.playouts(40, seed=7)
    assert quick.engine._level == c_engine.QUICK  # type: ignore[attr-defined]
    monkeypatch.setattr(c_engine, "PATIENCE", 0.0)
    impatient = load(GAME, backend="c")
    fast = impatient.playouts(40, seed=7)
    assert impatient.engine._level == c_engine.OPTIMISED  # type: ignore[attr-defined]
    assert (list(slow.lengths), list(slow.rankings)) == (list(fast.lengths), list(fast.rankings))
    assert (slow.games, slow.moves, slow.cut) == (fast.games, fast.moves, fast.cut) == (40, sum(slow.lengths), 0)


def test_rankings_read_like_a_list() -> None:
    from array import array

    rankings = Rankings(array("f", [1.0, 2.0, 1.5, 1.5]), 2)
    assert len(rankings) == 2
    assert list(rankings) == [(1.0, 2.0), (1.5, 1.5)]
    assert rankings[-1] == (1.5, 1.5)
    assert rankings[:1] == [(1.0, 2.0)]
    with pytest.raises(IndexError, match="2 games"):
        rankings[2]
