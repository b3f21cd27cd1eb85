"""The example that learns: a few seconds of it, on two games, by changing the name alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "examples" / "learning" / "train.py"


@pytest.mark.parametrize("game", [str(SCRIPT.with_name("small_breakthrough.lud")), "Ponds"])
def test_it_trains_and_plays(game: str, tmp_path: Path) -> None:
    file = tmp_path / "network.pt"
    command = [sys.executable, str(SCRIPT), game, "--minutes", "0.03", "--lanes", "4", "--iterations", "4"]
    command += ["--games", "2", "--uct", "8", "--network", str(file)]
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, env=variables, check=False)
    assert done.returncode == 0, done.stderr
    assert "against UCT, 8 iterations each:" in done.stdout
    assert file.exists()
