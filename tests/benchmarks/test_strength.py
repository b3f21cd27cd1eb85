"""The measure of strength: matches are logged, nothing is played twice, tables tell what was played."""

import json
from pathlib import Path

import pytest

from benchmarks.strength import FAMILIES, main


def test_it_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    common = [str(log), "--games", "Caravans", "--opponents", "random", "--agent", "random", "--max-moves", "5"]
    assert main([*common, "--matches", "3"]) == 0
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["number"] for line in lines] == [0, 1, 2]
    assert [line["seat"] for line in lines] == [1, 2, 1]
    with log.open("a") as file:
        file.write('{"cut short')
    log.write_text(log.read_text() + "\n")
    assert main([*common, "--matches", "4"]) == 0
    out = capsys.readouterr().out
    assert len(log.read_text().splitlines()) == 5
    assert "| Caravans |  | random | random | 4 | 50% (" in out
    assert main([str(log), "--show"]) == 0
    assert "| all | | random | random | 4 |" in capsys.readouterr().out


def test_what_is_wrong_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "log"), "--games", "Caravans", "--opponents", "nobody"]) == 2
    assert "there is no player 'nobody'" in capsys.readouterr().err
    assert not (tmp_path / "log").exists()


def test_there_are_twenty_games_of_different_families() -> None:
    assert len(FAMILIES) >= 20
    assert len(set(FAMILIES.values())) >= 10
