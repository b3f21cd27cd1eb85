"""Commands in a storm over a cluster: `LUD_STORM=3` runs three of each kind (minutes)."""

import os
from pathlib import Path

import pytest

from tests.storm import COMMANDS, storm

RUNS = int(os.environ.get("LUD_STORM", "0"))


@pytest.mark.skipif(not RUNS, reason="set LUD_STORM to a number of runs, of half a minute each")
def test_a_storm_over_dask(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    assert storm("dask", RUNS, seed=7, seconds=10, names=[*COMMANDS], folder=tmp_path)
