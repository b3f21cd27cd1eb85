"""`lud dataset`: columns, the same files for the same seed, resumed runs, and errors."""

import json
from pathlib import Path

import pytest

from ludparse import Trial, load
from ludparse.exporters.cli import main
from ludparse.interpreter.game.game import SingleGame
from ludparse.search import RandomAgent
from tests.interpreter.descriptions import CROWDED

np = pytest.importorskip("numpy")
pq = pytest.importorskip("pyarrow.parquet")


def run(folder: Path, *arguments: str, game: str = "Two Shores") -> int:
    return main(["dataset", game, "--backend", "python", "--output", str(folder), *arguments])


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def test_columns(tmp_path: Path) -> None:
    assert run(tmp_path, "--games", "3", "--seed", "7") == 0
    folder = tmp_path / "Two-Shores"
    facts = json.loads((folder / "dataset.json").read_text())
    games = pq.read_table(folder / "games-00000000-00000002.parquet").to_pylist()
    rows = pq.read_table(folder / "positions-00000000-00000002.parquet").to_pylist()
    assert [g["game"] for g in games] == [0, 1, 2]
    assert len(rows) == sum(g["plies"] for g in games)
    game = load("Two Shores", backend="python")
    assert isinstance(game, SingleGame)
    for row in games:
        mine = [r for r in rows if r["game"] == row["game"]]
        state = game.start_with(row["rng"])
        for ply, at in enumerate(mine):
            assert at["ply"] == ply
            assert at["seat"] == state.mover - 1
            assert at["legal"] == state.actions()
            assert at["policy"] == pytest.approx([1 / len(at["legal"])] * len(at["legal"]))
            tensor = np.array(at["tensor"], np.float32).reshape(facts["tensor_shape"])
            assert np.array_equal(tensor, game.tensors.state(state))
            assert at["result"] == row["results"][at["seat"]]
            state.apply(state.move(at["action"]))
        assert state.over == row["over"]
        assert state.ranking[1:] == row["ranking"]
        assert Trial.parse(row["trial"]).moves == state.trial().moves


def test_games_end_before_a_position_with_too_many_moves() -> None:
    from ludparse.exporters.dataset.playing import play

    game = load(CROWDED, backend="python")
    assert isinstance(game, SingleGame)
    games = [play(game, number, 1, lambda seed: RandomAgent(seed=seed), 1000) for number in range(12)]
    cut = [played for played in games if not played.over]
    assert 0 < len(cut) < 12
    assert {tuple(played.results) for played in cut} == {(0.0, 0.0)}
    assert {len(played.positions) for played in cut} <= {102, 103}


def test_searching_agents_leave_their_visits(tmp_path: Path) -> None:
    assert run(tmp_path, "--games", "1", "--agent", "uct(iterations=20)", "--max-moves", "3") == 0
    rows = pq.read_table(tmp_path / "Two-Shores" / "positions-00000000-00000000.parquet").to_pylist()
    assert len(rows) == 3
    for row in rows:
        assert sum(row["policy"]) == pytest.approx(1)
        assert len(set(row["policy"])) > 1
        assert row["result"] == 0  # broken off


def test_the_same_seed_writes_the_same_files(tmp_path: Path) -> None:
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        run(tmp_path / name, "--games", "4", "--chunk", "2", "--seed", seed)
    a, b, c = (contents(tmp_path / name) for name in "abc")
    assert a == b
    assert a.keys() == c.keys() and a != c


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    run(tmp_path / "whole", "--games", "6", "--chunk", "2")
    run(tmp_path / "parts", "--games", "3", "--chunk", "2")
    first = tmp_path / "parts" / "Two-Shores" / "games-00000000-00000001.parquet"
    before = first.stat().st_mtime_ns
    run(tmp_path / "parts", "--games", "6", "--chunk", "2")
    assert first.stat().st_mtime_ns == before
    assert contents(tmp_path / "whole") == contents(tmp_path / "parts")


def test_another_data_set_is_not_mixed_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(tmp_path, "--games", "1")
    before = contents(tmp_path)
    assert run(tmp_path, "--games", "2", "--seed", "3") == 1
    assert "holds other results: seed 0 (wanted: 3)" in capsys.readouterr().err
    assert contents(tmp_path) == before


def test_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--agent", "nobody") == 2
    assert "there is no player 'nobody'" in capsys.readouterr().err
    both = """(game "Both" (players 2) (mode Simultaneous) (equipment {(board (square 2)) (piece "Stone" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"""
    assert run(tmp_path, game=both) == 1
    assert "move at the same time" in capsys.readouterr().err
    assert not contents(tmp_path)
