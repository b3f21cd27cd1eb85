"""A short storm over a cluster; `LUD_STORM=20` runs twenty of each kind (half a minute each, with Ray twice that)."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.corpus import REPO
from tests.storm import COMMANDS, can_be_alone, storm

RUNS = int(os.environ.get("LUD_STORM", "2"))
NAMES = [name for name in COMMANDS if name != "dataset" or importlib.util.find_spec("pyarrow")]


def test_a_storm_over_dask(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    assert storm("dask", RUNS, seed=7, seconds=10, names=NAMES, folder=tmp_path)


def test_a_storm_over_ray() -> None:
    pytest.importorskip("ray")
    if not can_be_alone():
        pytest.skip("this system makes no network for a process of its own")
    command = [sys.executable, "-m", "tests.storm", "ray", "--runs", str(RUNS), "--seed", "7", "--seconds", "10"]
    command += ["--only", *NAMES]
    done = subprocess.run(command, cwd=REPO, env=os.environ | {"PYTHONPATH": str(REPO)}, check=False)
    assert done.returncode == 0
