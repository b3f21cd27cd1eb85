"""The measure of strength: matches are logged, nothing is played twice, tables tell what was played."""

import json
from pathlib import Path

import pytest

from benchmarks.strength import FAMILIES, main, schedule


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
    assert "| Caravans |  | 2 of 4 | 50% (" in out
    assert main([str(log), "--show"]) == 0
    assert "| all | | 50% (" in capsys.readouterr().out


def test_what_is_wrong_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "log"), "--games", "Caravans", "--opponents", "nobody"]) == 2
    assert "there is no player 'nobody'" in capsys.readouterr().err
    assert not (tmp_path / "log").exists()


def test_there_are_twenty_games_of_different_families() -> None:
    assert len(FAMILIES) >= 20
    assert len(set(FAMILIES.values())) >= 10


def test_every_round_has_one_match_of_each_game_and_opponent() -> None:
    games, opponents = ["a", "b", "c"], ["x", "y"]
    played = list(schedule(games, opponents, 4))
    assert len(set(played)) == len(played) == 24
    for n in range(4):
        one_round = played[6 * n : 6 * n + 6]
        assert {(game, opponent) for game, opponent, _ in one_round} == {(g, o) for g in games for o in opponents}
        assert sum(number % 2 for _, _, number in one_round) == 3  # the seats alternate


def test_an_odd_number_of_rounds_has_all_its_matches() -> None:
    assert sorted(number for _, _, number in schedule(["a"], ["x"], 3)) == [0, 1, 2]
    assert [number for _, _, number in schedule(["a", "b"], ["x"], 1)] == [0, 0]


def test_speed_counts_the_iterations_of_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Against an agent that does not tell iterations the speed is not known, and that is said."""
    log = tmp_path / "log.jsonl"
    assert main([str(log), "--speed", "--games", "Leapfrogs", "--opponents", "random", "--seconds", "0.02"]) == 0
    line = json.loads(log.read_text())
    ours, theirs = line["timing"]
    assert line["plies"] == 12 and 1 <= ours["moves"] == theirs["moves"] <= 4
    assert ours["iterations"] > 10 and theirs["iterations"] == 0
    assert "| Leapfrogs | not measured | | |" in capsys.readouterr().out
