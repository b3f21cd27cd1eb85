"""What strangers wrote runs under wasmtime where that is installed, and never as native code."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludparse import LudLimitError, load
from ludparse.exporters.authoring.language_server.commands import playouts
from ludparse.exporters.cli import main
from ludparse.interpreter.backends.c import compiled
from ludparse.interpreter.backends.wasm import tiers
from ludparse.interpreter.game.load import load_sandboxed
from ludparse.interpreter.game.play_checks import play_and_look
from ludparse.problems.spans import Source

pytest.importorskip("wasmtime")

LINE = """(game "Sandboxed" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
GROWS = """(game "Grows" (players 1) (equipment { (board (square 2) use:Vertex) (piece "Disc" Each) })
    (rules (play (forEach Value min:1 max:1000 (forEach Value min:1 max:1000
        (move Add (to (sites Empty)) stack:True)))) (end (if (no Moves Next) (result Mover Loss)))))"""
ENDLESS = """(game "Endless" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)) (then (while (= 1 1) (addScore Mover 1)))))
    (end (if (is Line 3) (result Mover Win)))))"""


@pytest.fixture(autouse=True)
def no_native_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Nothing is compiled or loaded as native code, however long is played."""

    def native(*_: Any) -> Any:
        raise AssertionError("a stranger's rules became native code")

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(compiled, "compile_library", native)
    monkeypatch.setattr(compiled, "Code", native)
    monkeypatch.setattr(tiers, "PATIENCE", 0.0)
    yield
    assert not list(tmp_path.rglob("*.so"))


def test_it_never_goes_over_to_native_code() -> None:
    for _ in range(2):  # the second time from the cache
        game = load_sandboxed(LINE)
        before = game.playouts(50, seed=1)
        assert not game.optimise()
        assert list(game.playouts(50, seed=1).lengths) == list(before.lengths) and game.backend == "wasm"


def test_a_game_for_which_webassembly_has_no_code_is_played_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludparse.interpreter.backends.wasm.rendering.base.MOST_WORDS", 0)
    assert load_sandboxed(LINE.replace("Sandboxed", "Large")).backend == "python"


def test_where_wasmtime_is_missing_it_is_loaded_as_any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("ludparse.interpreter.game.load.wasmtime_there", lambda: False)
    monkeypatch.setattr("ludparse.interpreter.game.load.load", lambda *_, backend="auto", **__: asked.append(backend))
    load_sandboxed(LINE)
    assert asked == ["auto"]


def test_checks_by_play_and_the_editor_run_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play_and_look(Source("<test>", LINE)) == []
    assert "random games" in playouts(Source("<test>", LINE), None)
    file = tmp_path / "sandboxed.lud"
    file.write_text(LINE)
    assert main(["check", "--play", str(file)]) == 0
    capsys.readouterr()


def test_rules_without_end_and_growth_end_in_errors_with_their_places() -> None:
    for text, told in ((ENDLESS, "without end"), (GROWS, "grew past")):
        (wrong,) = play_and_look(Source("<test>", text))
        assert told in str(wrong) and wrong.span is not None


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludparse.interpreter.backends.wasm.code.MOST_MEMORY", 1 << 16)
    with pytest.raises(LudLimitError, match="not enough memory"):
        load_sandboxed(LINE.replace("Sandboxed", "Bounded")).playouts(1, seed=1)


def test_ctrl_c_ends_what_runs_in_it() -> None:
    """Within a tenth of a second of processor time from when it is pressed."""
    game = load_sandboxed(LINE)
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.05, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        game.playouts(20_000_000, seed=1)
    assert time.process_time() - pressed[0] < 0.1


def test_games_of_users_are_compiled_as_ever(monkeypatch: pytest.MonkeyPatch, c_compiler: None) -> None:
    with pytest.raises(AssertionError, match="became native code"):
        load(LINE, backend="c")
