"""The WebAssembly of pages plays the native engine's game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

pytest.importorskip("ziglang", reason="no compiler for WebAssembly (the extra web-test)")
pytest.importorskip("wasmtime", reason="no WebAssembly outside a browser (the extra web-test)")

import wasmtime

from ludparse import LudRuleError
from ludparse import load as load_native
from ludparse.exporters.verification.crosscheck.replay import check_trace
from ludparse.exporters.verification.recordings import read_trace
from ludparse.interpreter.backends.c.wasm import compile_wasm
from tests.corpus import LIBRARY, TRACES, needs_corpus
from tests.exporters.web.wasm_engine import WasmEngine, load

OWN = ["Ex Nihilo", "Hypnosia", "Caravans", "Ponds"]
FORTY = (Path(__file__).parent / "forty.txt").read_text(encoding="utf-8").split("\n")[:-1]


@pytest.mark.parametrize("name", OWN)
def test_random_games_are_the_same_as_native_ones(name: str) -> None:
    games = [load_native(name), load(name)]
    states = [game.start(seed=5) for game in games]
    chance = random.Random(5)
    for _ in range(40):
        legal = [[move.text for move in state.legal_moves()] for state in states]
        assert legal[0] == legal[1]
        if not legal[0]:
            break
        pick = chance.randrange(len(legal[0]))
        applied = [state.apply(state.legal_moves()[pick]).text for state in states]
        assert applied[0] == applied[1]
        assert states[0].snapshot() == states[1].snapshot()


def test_perft_is_the_same_as_native() -> None:
    assert load("Ponds").perft(2) == load_native("Ponds").perft(2)


def test_an_error_in_the_rules_leaves_the_module_usable() -> None:
    text = """(game "Division" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
        (rules (play (move Add (to (sites Empty)) (then (addScore Mover (/ 6 (- (count Moves) 1))))))
               (end (if (is Line 3) (result Mover Win)))))"""
    game = load(text)
    state = game.start(seed=1)
    engine = game.engine
    assert isinstance(engine, WasmEngine)
    stack = engine.module.exports["__stack_pointer"].value(engine.module.store)
    failed = 0
    for _ in range(3):
        try:
            state.apply(state.legal_moves()[0])
        except LudRuleError as problem:
            failed += 1
            assert "division by zero" in str(problem)
    assert failed
    assert engine.module.exports["__stack_pointer"].value(engine.module.store) == stack
    assert len(state.legal_moves()) == 9 - (3 - failed)


def test_memory_is_the_modules_own_and_is_used_again() -> None:
    """A module has no C library: making one took half a minute of the first export on a machine."""
    engine = load("Ponds").engine
    assert isinstance(engine, WasmEngine)
    module = engine.module
    places = [module.raw("lp_alloc", size) for size in (1, 100, 70_000, 1_000_000)]
    assert all(place % 16 == 0 for place in places) and len(set(places)) == 4
    whole = module.memory.data_len(module.store)
    for place in places:
        module.raw("lp_release", place)
    for _ in range(3):
        assert module.raw("lp_alloc", 900_000) == places[3]
        module.raw("lp_release", places[3])
    assert module.memory.data_len(module.store) == whole
    imported = {(i.module, i.name) for i in wasmtime.Module(wasmtime.Engine(), module.code).imports}
    assert {origin for origin, _ in imported} == {"host", "wasi_snapshot_preview1"}
    assert ("host", "log") in imported


def test_compiled_modules_come_from_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("Ponds")
    source = game.engine._source
    first = compile_wasm(source)

    def fails(*_: object) -> None:
        raise AssertionError("it was compiled again")

    monkeypatch.setattr("ludparse.interpreter.backends.c.wasm.run_compiler", fails)
    assert compile_wasm(source) == first


@needs_corpus
@pytest.mark.parametrize("path", FORTY)
def test_recorded_games_are_identical(path: str) -> None:
    game = load(f"{path}.lud", library=str(LIBRARY))
    for name in ("full", "seed1"):
        file = TRACES / path / f"{name}.jsonl.gz"
        if file.exists():
            outcome = check_trace(game, read_trace(file), path)
            assert outcome.identical, outcome.difference

