"""Ctrl-C and SIGTERM end every long command within a moment, with what it has and exit code 130."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ludparse.exporters.cli.main import main
from ludparse.exporters.verification.crosscheck import GameResult, Level, Settings
from ludparse.exporters.verification.recordings import Recording
from tests.corpus import REPO
from tests.exporters.verification.record import write_corpus

LONG = """(game "Long" (players 2)
  (equipment { (board (square 9)) (piece "Disc" Each (move Step (to if:(is Empty (to))))) })
  (rules (start { (place "Disc1" {0 2 4 6}) (place "Disc2" {80 78 76 74}) }) (play (forEach Piece))
    (end (if (= (count Moves) 1000000) (result Mover Win)))))"""
GRACE = float(os.environ.get("INTERRUPT_SECONDS", "2"))  # 0.3 on an idle machine


# Where the tests run in the background of a shell, SIGINT is ignored, and processes inherit that.
READY = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from ludparse.exporters.cli.main import script
import ludparse.interpreter.game.load
load = ludparse.interpreter.game.load.load
def loaded(*arguments, **more):
    game = load(*arguments, **more)
    ludparse.interpreter.game.load.load = load
    print("ready", file=sys.stderr, flush=True)
    return game
if sys.argv[1] == "bench":  # which opens games in processes of its own
    print("ready", file=sys.stderr, flush=True)
else:
    ludparse.interpreter.game.load.load = loaded
script()
"""
VARIANTS = f"import sys\ndel sys.argv[1]  # the game, which is not asked for{READY}"
FREED = """
import importlib, os, signal, time
main = importlib.import_module("ludparse.exporters.cli.main")
class Dying:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(100_000):
            pass
def run(_):
    Dying()
    time.sleep(50)
signal.signal(signal.SIGINT, signal.default_int_handler)
main._run = run
main.script()
"""
CALL = """
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from ludparse import load
state = load(sys.argv[1], backend="c").start(seed=1)
before = state.snapshot()
print("ready", file=sys.stderr, flush=True)
try:
    exec(sys.argv[2])
    sys.exit("it was not interrupted")
except KeyboardInterrupt:
    assert state.snapshot() == before and state.playouts(2, seed=1, max_moves=10).moves == 20
    sys.exit(130)
"""


def interrupted(
    tmp_path: Path, script: str, command: str, *more: str, everybody: signal.Signals | None = None
) -> tuple[int, str, str, float]:
    """Runs a script, interrupts it while it plays; exit code, output, errors, and the seconds from the signal on.

    everybody: a signal that its workers get as well, in the place of SIGINT for the command alone. They have to end.
    """
    game = tmp_path / "game.lud"
    game.write_text(LONG)
    arguments = [command, str(game)] if script is READY else [str(game), command]
    # into files: what the process has started may hold a pipe open a little longer than the process lives
    out, errors = tmp_path / "out.txt", tmp_path / "errors.txt"
    with out.open("wb") as out_file, errors.open("wb") as error_file:
        process = subprocess.Popen(
            [sys.executable, "-c", script, *arguments, *more], cwd=REPO, stdout=out_file, stderr=error_file,
            start_new_session=True,
        )  # fmt: skip
    try:
        while "ready\n" not in errors.read_text():
            assert process.poll() is None, errors.read_text()
            time.sleep(0.02)
        time.sleep(1)
        if everybody is None:
            process.send_signal(signal.SIGINT)
        else:
            os.killpg(process.pid, everybody)
        began = time.monotonic()
        code = process.wait(60)
        seconds = time.monotonic() - began
        if everybody is not None:
            nobody_left(process.pid)
    finally:
        process.kill()
    return code, out.read_text(), errors.read_text().replace("ready\n", ""), seconds


def nobody_left(group: int) -> None:
    """Waits until all processes of a group have ended."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    raise AssertionError("a worker goes on after its command has ended")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("playouts", "-n", "100000", "--max-moves", "300"), "interrupted after"),
        (("analyse", "--seconds", "60"), ""),  # interrupted while it searches, or compiles the search
        (("playouts", "-n", "100000", "--max-moves", "300", "--jobs", "2"), "interrupted after"),
        (("playouts", "-n", "100000", "--backend", "python"), "interrupted after"),
        (("playouts", "-n", "100000", "--backend", "python", "--jobs", "2"), "interrupted after"),
        (("perft", "9"), "interrupted after 0 of"),
        (("contest", "flat(playouts=20)", "random", "-n", "50"), "interrupted after 0 of 50 games"),
        (("bench", "--time-each", "60"), "interrupted"),
        (("evaluate", "-n", "5000"), "interrupted"),
        (("evaluate", "-n", "5000", "--jobs", "1", "--backend", "python"), "interrupted"),
    ],
)
@pytest.mark.telling("command0", "command4")
def test_commands(tmp_path: Path, command: tuple[str, ...], told: str, c_compiler: None) -> None:
    code, out, errors, seconds = interrupted(tmp_path, READY, *command)
    assert code == 130, out + errors
    assert told in out + errors
    assert "Traceback" not in errors
    assert seconds < GRACE


@pytest.mark.parametrize(
    "command",
    [
        ("compare", "Ex Nihilo", "--sweep", "Board Size", "--time", "600"),
        ("search-variants", "Ex Nihilo", "--want", "length 40..80"),
        ("crosscheck", "games/ex_nihilo"),
    ],
    ids=lambda command: command[0],
)
def test_commands_on_several_variants(tmp_path: Path, command: tuple[str, ...], c_compiler: None) -> None:
    if command[0] == "compare":
        pytest.importorskip("scipy")
    code, out, errors, seconds = interrupted(tmp_path, VARIANTS, *command)
    assert code == 130 and "interrupted" in out + errors and "Traceback" not in errors, out + errors
    assert seconds < GRACE


def test_an_interruption_is_not_lost_where_something_is_freed() -> None:
    """What is raised there is dropped: so it was with the expressions of programs, one interruption of some fifteen."""
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", FREED], cwd=REPO, capture_output=True, text=True, timeout=90, check=False
    )
    assert done.returncode == 130 and done.stderr == "\nlud: interrupted\n", done.stderr
    assert time.monotonic() - began < 40


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("contest", "flat(playouts=20)", "random", "-n", "50"), "interrupted after 0 of 50 games"),
        (("playouts", "-n", "100000", "--backend", "python", "--jobs", "2"), "interrupted after"),
        (("dataset", "--output", "games.jsonl", "-n", "5000", "--jobs", "2"), "interrupted"),
        (("bench", "--time-each", "60"), "interrupted"),
        (("evaluate", "-n", "5000", "--jobs", "2"), "interrupted"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
@pytest.mark.telling("contest")
def test_sigterm_for_a_command_and_its_workers(
    tmp_path: Path, command: tuple[str, ...], told: str, c_compiler: None
) -> None:
    command = tuple(str(tmp_path / word) if word.endswith(".jsonl") else word for word in command)
    code, out, errors, seconds = interrupted(tmp_path, READY, *command, everybody=signal.SIGTERM)
    assert code == 130 and told in out + errors, out + errors
    assert "Traceback" not in errors and "lost" not in errors
    assert seconds < GRACE


def test_results_in_json(tmp_path: Path, c_compiler: None) -> None:
    command = ("playouts", "-n", "1000000", "--max-moves", "300", "--json")
    code, out, _, _ = interrupted(tmp_path, READY, *command)
    record = json.loads(out)
    assert code == 130 and record["interrupted"] is True and record["playouts"] > 0
    assert record["playouts"] == record["cut_off"] and record["longest"] == 300


@pytest.mark.parametrize("call", ["perft(12)", "playouts(10**6, seed=1)", "playouts(10**6, seed=1, jobs=2)"])
@pytest.mark.telling(every=3)
def test_a_native_call_is_interrupted(tmp_path: Path, call: str, c_compiler: None) -> None:
    code, _, errors, seconds = interrupted(tmp_path, CALL, f"state.{call}")
    assert code == 130, errors
    assert seconds < GRACE


@pytest.mark.parametrize("form", ["json", "table"])
def test_a_cross_check_reports_the_games_that_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    corpus = write_corpus(tmp_path / "corpus")

    def one_game(
        recordings: Sequence[Recording], settings: Settings, heard: Callable[[GameResult, int, int], None]
    ) -> list[GameResult]:
        heard(GameResult(recordings[0].path, backend="python", level=Level.identical), 1, 2)
        raise KeyboardInterrupt

    monkeypatch.setattr("ludparse.exporters.cli.crosscheck_recordings.run_games", one_game)
    page = tmp_path / "report.html"
    command = ["--library", str(corpus), "crosscheck", str(corpus), "--html", str(page)]
    assert main([*command, "--json"] if form == "json" else command) == 130
    out, errors = capsys.readouterr()
    if form == "json":
        record = json.loads(out)
        assert record["run"]["interrupted"] is True
        assert [game["level"] for game in record["games"]] == ["identical"]
    else:
        assert "identical" in out
    assert "interrupted after 1 of 1 game\n" in errors
    assert "interrupted before all games" in page.read_text()
