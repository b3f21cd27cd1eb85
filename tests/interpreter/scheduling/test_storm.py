"""Commands in a storm over a cluster: `LUD_STORM=3` runs three of each kind (minutes)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.corpus import REPO
from tests.storm import COMMANDS, storm

RUNS = int(os.environ.get("LUD_STORM", "0"))


asked = pytest.mark.skipif(not RUNS, reason="set LUD_STORM to a number of runs, of half a minute each")


@asked
def test_a_storm_over_dask(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    assert storm("dask", RUNS, seed=7, seconds=10, names=[*COMMANDS], folder=tmp_path)


@asked
def test_a_storm_over_ray() -> None:
    pytest.importorskip("ray")
    command = [sys.executable, "-m", "tests.storm", "ray", "--runs", str(RUNS), "--seed", "7", "--seconds", "10"]
    done = subprocess.run(command, cwd=REPO, env=os.environ | {"PYTHONPATH": str(REPO)}, check=False)
    assert done.returncode == 0
