"""`lud playouts`: kept results are gone on with, and end up the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludparse import load
from ludparse.exporters.cli import main
from ludparse.exporters.statistics import tally
from ludparse.exporters.statistics.tally import Tally
from tests.interpreter.descriptions import IN_A_ROW as LINE


def played(capsys: pytest.CaptureFixture[str], number: int, *more: str) -> Any:
    assert main(["playouts", LINE, "-n", str(number), "--backend", "python", "--json", *more]) == 0
    found = json.loads(capsys.readouterr().out)
    return {key: value for key, value in found.items() if "second" not in key and "per_s" not in key}


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_tallies_add_up() -> None:
    game = load(LINE, backend="python")
    whole = Tally.of(game.playouts(40, seed=2, max_moves=7))
    parts = Tally()
    for first in (0, 15, 30):
        parts.add(Tally.of(game.playouts(min(15, 40 - first), seed=2, max_moves=7, first=first)))
    assert parts == whole == Tally.from_dict(json.loads(json.dumps(whole.as_dict())))
    assert whole.cut and whole.shortest == 5


def test_a_run_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = played(capsys, 60, "--output", str(tmp_path / "whole"))
    played(capsys, 25, "--output", str(tmp_path / "parts"))
    assert played(capsys, 60, "--output", str(tmp_path / "parts")) == whole
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")
    assert played(capsys, 60) == whole
    assert main(["playouts", LINE, "-n", "60", "--seed", "9", "--output", str(tmp_path / "parts")]) == 1
    assert "holds other results" in capsys.readouterr().err


def test_a_row_for_each_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(tally, "ROWS", 16)
    whole = played(capsys, 40, "--each", "--output", str(tmp_path / "whole"))
    for number in (5, 16, 29, 40):
        last = played(capsys, number, "--each", "--output", str(tmp_path / "parts"))
    assert last == whole
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")
    files = sorted((tmp_path / "whole").glob("*.parquet"))
    rows = [row for file in files for row in pq.read_table(file).to_pylist()]
    alone = load(LINE, backend="python").playouts(40, seed=0)
    assert [(r["game"], r["plies"], (r["place_1"], r["place_2"])) for r in rows] == [
        (number, *game) for number, game in enumerate(zip(alone.lengths, alone.rankings, strict=True))
    ]
    assert len(files) == 3
