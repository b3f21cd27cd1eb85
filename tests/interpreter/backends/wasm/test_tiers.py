"""Games that begin as WebAssembly and go on as optimised C: positions carry over, and nothing else changes."""

from __future__ import annotations

import os
import pickle
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludparse import load
from ludparse.interpreter.backends.c import compiled
from ludparse.interpreter.backends.c.compile import BETTER, QUICK, CompilerFailsError
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.backends.wasm import tiers
from ludparse.interpreter.backends.wasm.tiers import TieredEngine
from ludparse.interpreter.game.game import SingleGame
from ludparse.search import UCT

pytest.importorskip("wasmtime")
pytestmark = pytest.mark.usefixtures("c_compiler")

GAME = """(game "Tiers" (players 2)
    (equipment {{ (board (square {size})) (piece "Man" Each (move Step (to if:(is Empty (to))))) (hand Each) }})
    (rules
        (start {{ (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) }})
        (play (forEach Piece))
        (end (if (is Line 3) (result Mover Win)))))"""
STEP = "(move Step (to if:(is Empty (to))))"
COUNTS = GAME.replace(STEP, f"{STEP[:-1]} (then (remember Value (count Moves))))").replace("Line 3", "Line 9")
REMEMBERS = GAME.replace("(rules", "(rules (meta (no Repeat))")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache. Better code is compiled without optimisation: what is tested is how it takes over."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    quick = (*QUICK, "-DVARIANTS")
    monkeypatch.setattr(compiled, "LEVELS", (*compiled.LEVELS[:1], BETTER, quick, QUICK))
    monkeypatch.setattr("ludparse.interpreter.backends.c.random_games_code.GAMES", ("-O0",))
    yield tmp_path


def game(size: int = 5, text: str = GAME) -> tuple[SingleGame, TieredEngine]:
    loaded = load(text.format(size=size))
    assert isinstance(loaded, SingleGame) and isinstance(loaded.engine, TieredEngine)
    return loaded, loaded.engine


def wait(thread: threading.Thread | None) -> None:
    if thread is not None:
        thread.join(300)  # a compiler on a busy machine may take minutes
        assert not thread.is_alive()


def test_playing_needs_no_native_code(folder: Path) -> None:
    loaded, engine = game()
    state = loaded.start(seed=1)
    for _ in range(6):
        state.apply(state.legal_moves()[0])
    assert loaded.playouts(5, seed=1).games == 5 and state.perft(2) > 0 and state.count_moves()
    assert loaded.backend == "wasm" and not engine.optimised and not list(folder.rglob("*.so"))


def test_positions_carry_over_and_games_stay_the_same(folder: Path) -> None:
    loaded, engine = game()
    state = loaded.start(seed=3)
    for ply in range(7):
        state.apply(state.legal_moves()[ply % 3])
    before = [move.text for move in state.legal_moves()], state.snapshot(), state.perft(3)
    early = loaded.playouts(40, seed=5, max_moves=60), state.playouts(20, seed=6, max_moves=60)
    saved = pickle.dumps(state)
    assert loaded.optimise() and loaded.backend == "c" and engine.optimised
    late = loaded.playouts(40, seed=5, max_moves=60), state.playouts(20, seed=6, max_moves=60)
    assert [move.text for move in state.legal_moves()] == before[0]
    assert (state.snapshot(), state.perft(3)) == before[1:]
    for one, other in zip(early, late, strict=True):
        assert list(one.lengths) == list(other.lengths) and list(one.rankings) == list(other.rankings)
    assert pickle.loads(saved).snapshot() == state.snapshot()
    state.apply(state.legal_moves()[0])
    assert state.raw[1] is engine._code.layout
    assert not loaded.optimise()


def test_much_play_brings_optimised_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within one call too, whose games are the same as without it."""
    loaded, engine = game()
    expected = list(loaded.playouts(400, seed=1, max_moves=60).lengths)
    monkeypatch.setattr(tiers, "PATIENCE", 0.0)
    first = loaded.playouts(20, seed=1, max_moves=60)
    wait(engine._compiling)
    assert loaded.backend == "c"
    assert list(first.lengths) == expected[:20]
    assert list(loaded.playouts(400, seed=1, max_moves=60).lengths) == expected


def test_games_of_one_call_may_begin_as_one_and_end_as_the_other(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded, engine = game()
    expected = loaded.playouts(100, seed=1, max_moves=60)
    first = engine.first
    assert first is not None
    plain = first.playouts

    def then_c(*arguments: object) -> object:
        played = plain(*arguments)  # type: ignore[arg-type]
        loaded.optimise()
        return played

    monkeypatch.setattr(first, "playouts", then_c)
    mixed = loaded.playouts(100, seed=1, max_moves=60)
    assert loaded.backend == "c" and (mixed.games, mixed.moves, mixed.cut) == (100, expected.moves, expected.cut)
    assert list(mixed.lengths) == list(expected.lengths) and list(mixed.rankings) == list(expected.rankings)


def test_a_search_has_native_code_and_play_stays_with_webassembly(folder: Path) -> None:
    loaded, engine = game()
    state = loaded.start(seed=1)
    state.apply(state.legal_moves()[1])
    python = UCT(iterations=60, seed=4, native=False).choose(state)
    assert not list(folder.rglob("*.so"))
    assert UCT(iterations=60, seed=4).choose(state).text == python.text
    assert loaded.backend == "wasm" and engine._code.searches and engine._code.rank == 0


def test_where_time_is_short_the_compiler_is_not_waited_for(folder: Path) -> None:
    loaded, engine = game()
    UCT(seconds=0.05, seed=4).choose(loaded.start(seed=1))
    wait(engine._compiling)
    assert engine._code.searches and engine.can_search()


def test_what_was_compiled_is_in_the_cache(folder: Path) -> None:
    """Code for searches: it is there at once. Optimised code: the game begins with it."""
    loaded, engine = game()
    expected = loaded.playouts(10, seed=1, max_moves=60).moves
    UCT(iterations=10, seed=4).choose(loaded.start(seed=1))
    again, engine = game()
    assert again is not loaded and engine.can_search() and engine.first is not None
    again.optimise()
    third = load(GAME.format(size=5))
    assert third.backend == "c" and not isinstance(third.engine, TieredEngine)
    assert third.playouts(10, seed=1, max_moves=60).moves == expected


def test_a_state_with_more_room_than_native_code_has_is_not_cut(folder: Path) -> None:
    """What WebAssembly has made more room for, native code makes room for before it reads it."""
    loaded, engine = game(text=COUNTS)
    engine.compiles()
    state = loaded.start(seed=1)
    first = engine.first
    assert first is not None
    caps = dict(first.capacities)
    while dict(first.capacities) == caps and not state.over:
        state.apply(state.legal_moves()[0])
    held = state.snapshot()
    assert dict(first.capacities) != caps
    loaded.optimise()
    assert state.snapshot() == held
    state.legal_moves()
    after = state.copy()
    after.apply(after.legal_moves()[0])
    assert len(after.history) == len(state.history) + 1
    assert any(size > caps[name] for name, size in engine._code.layout.caps.items())


def test_nor_do_random_games_cut_it(folder: Path) -> None:
    """Code that only plays random games is made for the room that native code had."""
    loaded, engine = game(text=COUNTS)
    engine.compiles()
    state = loaded.start(seed=1)
    first = engine.first
    assert first is not None
    for _ in range(100):
        state.apply(state.legal_moves()[0])
    wanted = list(first.playouts(state.raw, 0, 4, 3, 150, 1).lengths)
    assert loaded.optimise()
    held, native = dict(state.raw[1].caps), dict(engine._code.layout.caps)
    assert any(held[name] > size for name, size in native.items())
    assert list(state.playouts(4, seed=3, max_moves=150).lengths) == wanted


def test_optimised_code_that_a_search_finds_when_it_needs_more_room_takes_over(folder: Path) -> None:
    other = load(COUNTS.format(size=5), backend="c").engine
    assert isinstance(other, CEngine)
    more = list(other.capacities).index("remembered")
    other.enlarge(more, other.layout_now())
    other.optimise()
    expected = other.playouts(None, 0, 10, 1, 60, 1).moves
    loaded, engine = game(text=COUNTS)
    assert engine.compiles() and not engine.optimised
    engine.enlarge(more, engine.layout_now())
    assert engine.optimised and loaded.backend == "c"
    assert loaded.playouts(10, seed=1, max_moves=60).moves == expected


def test_states_that_remember_positions_begin_with_c(folder: Path) -> None:
    """Both write digests of positions, in different ways."""
    assert type(load(REMEMBERS.format(size=4)).engine) is CEngine


def test_a_compiler_that_fails_is_told_once_and_the_game_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded, _ = game()
    expected = loaded.playouts(10, seed=1, max_moves=60).moves

    def fails(*_: object) -> object:
        raise CompilerFailsError("the C compiler failed")

    monkeypatch.setattr(compiled, "compile_library", fails)
    with pytest.warns(RuntimeWarning, match="runs without native code: the C compiler failed"):
        assert not loaded.optimise()
    assert not loaded.optimise() and loaded.backend == "wasm"
    assert loaded.playouts(10, seed=1, max_moves=60).moves == expected
    assert UCT(iterations=20, seed=1).choose(loaded.start(seed=1)).text


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_plays_on(folder: Path) -> None:
    loaded, _ = game()
    expected = loaded.playouts(5, seed=1, max_moves=40).moves
    child = os.fork()
    if not child:
        os._exit(0 if loaded.playouts(5, seed=1, max_moves=40).moves == expected else 1)
    end = time.monotonic() + 60
    while (done := os.waitpid(child, os.WNOHANG)) == (0, 0) and time.monotonic() < end:
        time.sleep(0.02)
    assert done == (child, 0)
