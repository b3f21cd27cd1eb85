"""The examples that learn: a second of each; and the command that learns, whose network then plays."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ludparse.exporters.cli.main import main

pytest.importorskip("torch")

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "learning"
BREAKTHROUGH = str(FOLDER / "small_breakthrough.lud")


def run(script: str, *arguments: str) -> str:
    command = [sys.executable, str(FOLDER / script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("game", [BREAKTHROUGH, "Ponds"])
def test_a_network_learns_and_plays(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A second passes with each position, on any machine."""
    pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    from ludparse.exporters.environments.learning.alpha_zero import Training

    monkeypatch.setattr(Training, "spent", property(lambda self: float(self.positions)))
    file = tmp_path / "net.onnx"
    assert main(["learn", game, "--time", "1500", "--output", str(file)]) == 0
    assert "learned from" in capsys.readouterr().out
    assert main(["contest", game, f"{file}(iterations=10)", "uct(iterations=8)", "-n", "4"]) == 0
    assert "net.onnx(iterations=10)" in capsys.readouterr().out


@pytest.mark.parametrize("after", [0, 60])
def test_ctrl_c_ends_it_early_and_what_was_learned_is_written(
    after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After so many moves; before the first step of learning there is nothing to write."""
    pytest.importorskip("onnx")
    from ludparse.exporters.environments.learning.alpha_zero import Training

    moves, play = [], Training._play

    def played(self: Training, *found: Any) -> None:
        if len(moves) >= after and (self.steps or not after):
            raise KeyboardInterrupt
        moves.append(1)
        play(self, *found)

    monkeypatch.setattr(Training, "_play", played)
    file = tmp_path / "net.onnx"
    assert main(["learn", "Ponds", "--output", str(file)]) == 130
    told = capsys.readouterr()
    if after:
        assert file.exists() and "learned from" in told.out
    else:
        assert not file.exists() and not told.out and "nothing has been learned: it was interrupted" in told.err


def test_a_time_that_is_too_short_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "net.onnx"
    assert main(["learn", "Ponds", "--time", "0.0001", "--output", str(file)]) == 1
    told = capsys.readouterr()
    assert not file.exists() and not told.out
    assert "nothing has been learned: --time 0.0001 is too short (0 games with 0 positions had ended" in told.err


@pytest.mark.parametrize("name", ["net.pt", "nowhere/net.onnx"])
def test_a_file_that_cannot_be_written_is_told_before(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", "Ponds", "--output", str(tmp_path / name)]) == 2
    assert "ends in .onnx, in a folder that is there" in capsys.readouterr().err


def test_ppo(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    file = tmp_path / "net.onnx"
    told = run("ppo.py", BREAKTHROUGH, "--seconds", "2", "--lanes", "16", "--steps", "8", "--output", str(file))
    assert "of a processor" in told and file.exists()


def test_maskable_ppo() -> None:
    pytest.importorskip("stable_baselines3")
    pytest.importorskip("sb3_contrib")
    told = run("maskable_ppo.py", BREAKTHROUGH, "--steps", "128", "--lanes", "4", "--games", "4")
    assert "against random moves" in told


def test_pettingzoo() -> None:
    pytest.importorskip("pettingzoo")
    assert "20 games; the learner has won" in run("pettingzoo_turns.py", "Ponds", "--games", "20")


def test_the_table_is_written_and_gone_on_with(tmp_path: Path) -> None:
    """Rows that are there are not played again."""
    pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    file = tmp_path / "table.tsv"
    few = "--only", "Small Breakthrough", "--by", "ppo", "--seeds", "1", "--games", "2", "--seconds", "1"
    first = run("measure.py", *few, "--output", str(file))
    assert first.splitlines()[-1] == file.read_text(encoding="utf-8").splitlines()[-1]
    assert run("measure.py", *few, "--output", str(file)) == ""
