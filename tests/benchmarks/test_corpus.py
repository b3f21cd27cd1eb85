"""The comparison of speeds over a sample of a library."""

from pathlib import Path

import pytest

from benchmarks.corpus import _named, main, sample, table
from benchmarks.log import add, lines
from ludparse import Library, LudError


def library(tmp_path: Path) -> Library:
    (tmp_path / "def").mkdir()
    (tmp_path / "lud").mkdir()
    for k in range(40):
        (tmp_path / "lud" / f"Game {k}.lud").write_text(f'(game "Game {k}" (players 2))')
    return Library.open(tmp_path)


def test_games_by_name(tmp_path: Path) -> None:
    games = library(tmp_path)
    assert _named(games, "game 7") == "lud/Game 7.lud"
    with pytest.raises(LudError, match="Gane 7"):
        _named(games, "Gane 7")


def row(path: str, ours: float, ludii: float) -> dict[str, object]:
    return {"path": path, "ours": {"moves_per_s": ours}, "ludii": {"moves_per_s": ludii}}


def test_the_sample_depends_on_the_paths_alone(tmp_path: Path) -> None:
    games = library(tmp_path)
    assert len(sample(games, 1)) == 40
    assert sample(games, 4) == [f"lud/Game {k}.lud" for k in (12, 2, 20, 21, 24, 30, 32, 34, 39, 4)]
    assert {*sample(games, 8)} < {*sample(games, 4)}


def test_the_table_begins_with_the_slowest_and_ends_with_failures() -> None:
    found = list(
        table([row("fast", 100.0, 10.0), row("slow", 15.0, 10.0), row("none", 1.0, 1.0) | {"ours": {"failure": "no"}}])
    )
    assert [line.split(" | ")[0] for line in found[2:]] == ["| slow", "| fast", "| none"]
    assert found[2].endswith("| 1.5 |")


def test_ten_games_are_summed_up() -> None:
    *_, last = table([row(str(k), 10.0 * k, 10.0) for k in range(1, 11)])
    assert "10 games: median 5.5" in last
    assert last.endswith("below 2: 1")


def test_a_line_that_was_cut_short_is_left_out(tmp_path: Path) -> None:
    log = tmp_path / "log"
    add(log, row("one", 1.0, 1.0))
    with log.open("a") as file:
        file.write('{"path": "tw')
    assert [line["path"] for line in lines(log)] == ["one"]
    assert main([str(log), "--show"]) == 0
