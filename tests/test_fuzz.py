"""A short search with a fixed seed, and the parts of the fuzzer itself."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludparse.interpreter.game.load import load_once
from tests.fuzz import edits, targets
from tests.fuzz import session as session_module
from tests.fuzz.minimise import minimise
from tests.fuzz.mutate import Mutator, seeds
from tests.fuzz.session import Session, figures, rows
from tests.fuzz.worker import Worker

SECONDS = float(os.environ.get("FUZZ_SECONDS", "45"))
SLOW = 4.0
"""What an input may take more than is promised: other tests run beside this one."""


def test_damaged_descriptions_do_no_harm(tmp_path: Path) -> None:
    session = Session(1, ["check", "format", "play"], keep=tmp_path, factor=SLOW)
    try:
        session.search(SECONDS)
    finally:
        session.close()
    assert session.counts["check"] > 0 and session.counts["play"] > 0
    assert not session.failures, session.report()


def test_the_same_seed_draws_the_same_texts() -> None:
    texts = [text for _, text in seeds(corpus=False)]
    one, two, other = Mutator(texts, 3), Mutator(texts, 3), Mutator(texts, 4)
    drawn = [one.text(n) for n in range(20)]
    assert drawn[::-1] == [two.text(n) for n in reversed(range(20))]
    assert drawn != [other.text(n) for n in range(20)]
    assert all(text not in texts for text in drawn[:5]) and len(set(drawn)) == len(drawn)


def test_a_long_run_goes_on_after_its_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each input is run once, whether or not the run was stopped; the figures are of all of them."""
    monkeypatch.setattr(session_module, "SLICE", 2)
    drawn: list[str] = []
    for count in (3, 5):
        session = Session(4, ["format"])
        monkeypatch.setattr(session._worker, "run", lambda target, text, seed: drawn.append(text))
        session._worker.told = {"seconds": float(count), "megabytes": 70, "done": 2}
        session.go_on(tmp_path / "results", count, 60)
    texts = Mutator([text for _, text in seeds(corpus=False)], 4)
    assert drawn == [texts.text(n) for n in range(5)]
    assert [row["inputs"] for row in rows(tmp_path / "results")] == [2, 1, 2]
    said = "format: 5 inputs, 5 played or edited (10 plies or edits), 5.0 s and 70 MB at most, 0 failures"
    assert figures(rows(tmp_path / "results")) == said


def test_a_text_is_edited_in_an_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pygls", reason="the language server needs ludparse[editor]")
    monkeypatch.setattr(edits, "EDITS", 5)
    assert edits.edit(seeds(corpus=False)[0][1], 1) == 5
    with pytest.raises(AssertionError, match="Method Not Found"):
        edits._editor().ask("textDocument/nothing")


LINE = """(game "Line" (players 2) (equipment {(board (square 4)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


def test_a_text_plays_alike_in_python_and_as_webassembly(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("wasmtime", reason="no WebAssembly (the extra fast)")
    assert targets.run("wasm", LINE, 2) > 4
    assert targets.run("wasm", LINE.replace("Add", "Subtract"), 2) == 0
    other = load_once(LINE.replace("square 4", "square 5"), backend="wasm")
    monkeypatch.setattr(targets, "_as_wasm", lambda game: other)
    with pytest.raises(AssertionError, match="the backends differ"):
        targets.run("wasm", LINE, 2)


def test_a_failing_text_is_made_smaller() -> None:
    text = (
        '(game "x" (players 2) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))'
    )
    small = minimise(text, lambda t: "Line" in t and "Empty" in t, 10)
    assert "Line" in small and "Empty" in small and len(small) < 15


@pytest.mark.parametrize(
    "script, cause",
    [
        ("raise KeyError('x')", "KeyError"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "the process died of signal"),
        ("while True: pass", "no answer after 2 s"),
        ("x = [0] * 10**9", "MemoryError"),
    ],
)
def test_what_a_worker_tells(script: str, cause: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a target that does what the text says, only the worker's process knows it."""
    monkeypatch.setenv("FUZZ_SELF_TEST", "1")
    worker = Worker(seconds=2 if "2 s" in cause else 60)  # a process may take some seconds to begin
    try:
        failure = worker.run("self-test", script, 0)
        assert failure is not None and cause in failure.cause
        worker.seconds = 60
        assert worker.run("check", "(game)", 0) is None  # and goes on
    finally:
        worker.close()
