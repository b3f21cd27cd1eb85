"""All that is known of each game as a table."""

import csv
import json
from pathlib import Path

import pytest

from ludparse import load
from ludparse.exporters.catalogue import index as index_module
from ludparse.exporters.cli import table as command
from ludparse.exporters.laboratory.table import COLUMNS
from ludparse.interpreter.concepts import CONCEPTS
from ludparse.statistics import Setup, evaluate, play_game
from tests.exporters.commands import run

STONES = """(game "Stones" (players 2) (equipment {(board (hex 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
    (metadata (info {(author "Somebody") (date "1999") (aliases {"Pebbles"})}))"""
ALONE = """(game "Alone" (players 1) (equipment {(board (square 2)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    library = tmp_path / "library"
    (library / "lud" / "board").mkdir(parents=True)
    for name, text in {"Stones": STONES, "Alone": ALONE, "Broken": "(game"}.items():
        (library / "lud" / "board" / f"{name}.lud").write_text(text)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(index_module, "BUNDLED", tmp_path / "none")
    monkeypatch.setenv("LUD_LIBRARY", str(library))
    return library


def table(capsys: pytest.CaptureFixture[str], file: Path, *more: str) -> list[dict[str, object]]:
    code, _, err = run(capsys, "table", "-o", str(file), "--backend", "python", *more)
    assert (code, err) == (0, "")
    found: list[dict[str, object]] = json.loads(file.read_text())
    return found


def test_what_the_rows_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone, broken, stones = table(capsys, tmp_path / "games.json", "-n", "5", "--seed", "3")
    assert list(alone) == list(COLUMNS)
    told = ("name", "place", "category", "board", "author", "date", "aliases", "players", "played", "unplayed")
    assert [stones[name] for name in told] == [
        "Stones", "lud/board/Stones.lud", "board", "hex, 19 cells", "Somebody", "1999", "Pebbles", 2, 5, None,
    ]  # fmt: skip
    game = load(STONES, backend="python")
    assert {name for name in CONCEPTS if stones[f"concept_{name}"]} == game.concepts
    assert {name: value for name, value in game.concept_counts.items() if name != "NumPlayers"} == {
        name: value for name, value in stones.items() if name.startswith("Num")
    }
    records = [play_game(game, Setup("", seed=3), number) for number in range(5)]
    for name, estimate in evaluate(game, records).games.items():
        assert stones[name] == estimate.value
        assert [stones[f"{name}_low"], stones[f"{name}_high"]] == list(estimate.interval or (None, None))
    assert (alone["Balance"], alone["DurationMoves"]) == (None, 4), "nobody to be balanced with"
    assert str(broken["problem"]).startswith("lud/board/Broken.lud") or "Broken.lud:1:1" in str(broken["problem"])
    assert broken["played"] is None and broken["concept_HexTiling"] is None


def test_a_query_and_no_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (alone,) = table(capsys, tmp_path / "games.json", "--no-play", "solitaire")
    assert (alone["name"], alone["played"], alone["DurationMoves"], alone["agent"]) == ("Alone", 0, None, None)
    assert alone["program_lines"]


def test_every_ending_holds_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = table(capsys, tmp_path / "games.json", "--no-play")
    timed = {"load_seconds"}
    assert run(capsys, "table", "--no-play", "-o", str(tmp_path / "games.csv"), "--backend", "python")[0] == 0
    with (tmp_path / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row, same in zip(rows, wanted, strict=True):
        for name, kind in COLUMNS.items():
            if name not in timed:
                value = same[name]
                assert row[name] == ("" if value is None else str(value).lower() if kind is bool else str(value))
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra laboratory is not installed")
    assert run(capsys, "table", "--no-play", "-o", str(tmp_path / "games.parquet"), "--backend", "python")[0] == 0
    read = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    for row, same in zip(read, wanted, strict=True):
        assert {k: v for k, v in row.items() if k not in timed} == {k: v for k, v in same.items() if k not in timed}


def test_an_interrupted_table_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C after the first row: what is there is written, and the same command makes the others alone."""
    file = tmp_path / "games.json"

    class Stopping(command.Progress):
        def __call__(self, done: int, note: str = "") -> None:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(command, "Progress", Stopping)
        code, out, _ = run(capsys, "table", "--no-play", "-o", str(file), "--backend", "python")
    assert code == 130 and "1 of 3 games" in out and len(json.loads(file.read_text())) == 1
    told = []

    class Counting(command.Progress):
        def __call__(self, done: int, note: str = "") -> None:
            told.append(note)

    monkeypatch.setattr(command, "Progress", Counting)
    rows = table(capsys, file, "--no-play")
    assert [row["name"] for row in rows] == ["Alone", "Broken", "Stones"] and told == ["Broken", "Stones"]
    assert [path.name for path in tmp_path.glob("games*")] == ["games.json"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("-o", "games.txt"), "'games.txt' ends in none of .parquet, .csv, .json"),
        (("-o", "games.csv", "five players"), "no game is found"),
        (("-o", "games.csv", "cells < x"), ""),
        (("-o", "nowhere/games.csv"), "there is no folder 'nowhere'"),
    ],
)
def test_what_is_wrong(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...],
    problem: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    try:
        code, _, err = run(capsys, "table", *arguments)
    except SystemExit as ended:
        code, err = ended.code, capsys.readouterr().err  # type: ignore[assignment]
    assert code in (1, 2) and problem in err


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.csv"
    file.write_text("mine")
    code, _, err = run(capsys, "table", "-o", str(file))
    assert code == 1 and "is not overwritten" in err and file.read_text() == "mine"
