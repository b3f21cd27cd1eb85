"""The examples that learn: a second of each; and the command that learns, whose network then plays."""

import subprocess
import sys
from pathlib import Path

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
def test_a_network_learns_and_plays(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    file = tmp_path / "net.onnx"
    assert main(["learn", game, "--time", "2", "--output", str(file)]) == 0
    assert "learned from" in capsys.readouterr().out
    assert main(["contest", game, f"{file}(iterations=10)", "uct(iterations=8)", "-n", "4"]) == 0
    assert "net.onnx(iterations=10)" in capsys.readouterr().out


def test_ctrl_c_ends_it_early_and_the_network_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("onnx")
    from ludparse.exporters.environments.learning.alpha_zero import Training

    def interrupted(self: Training) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Training, "move", interrupted)
    file = tmp_path / "net.onnx"
    assert main(["learn", "Ponds", "--output", str(file)]) == 130
    assert file.exists() and "learned from 0 games" in capsys.readouterr().out


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
