"""Counts of instructions: what is compared, what may grow, and that counting gives the same number twice."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import fuel
from benchmarks.__main__ import main
from benchmarks.count import Count, NoToolError, count, environment, find_tool
from benchmarks.counts import COUNTS, Table, UnexplainedGrowthError
from benchmarks.games import BENCHMARKS, Benchmark
from tests.corpus import REPO

GAME = Benchmark("A game", "a.lud", 10)


def _table(instructions: int) -> Table:
    table = Table()
    table.update("here", {GAME: Count(10 * instructions, 10, 80)})
    return table


def test_a_growth_of_three_percent_needs_a_note(tmp_path: Path) -> None:
    table = _table(1000)
    table.update("here", {GAME: Count(10_300, 10, 80)})
    assert table.notes == []
    with pytest.raises(UnexplainedGrowthError, match="1,030 → 1,070"):
        table.update("here", {GAME: Count(10_700, 10, 80)})
    assert table.before("here", GAME) == 1030
    table.update("here", {GAME: Count(10_700, 10, 80)}, "it checks more")
    table.write(tmp_path / "counts.json")
    again = Table.read(tmp_path / "counts.json")
    assert again.before("here", GAME) == 1070
    assert [(n.before, n.now, n.why) for n in again.notes] == [(1030, 1070, "it checks more")]


def test_only_the_same_is_compared() -> None:
    table = _table(1000)
    assert table.before("elsewhere", GAME) is None
    assert table.before("here", replace(GAME, playouts=20)) is None
    assert table.before("here", replace(GAME, max_moves=5)) is None
    assert not table.difference("elsewhere", GAME, Count(10**9, 10, 80)).grown
    assert table.difference("here", GAME, Count(10_310, 10, 80)).grown


def test_the_benchmarks_are_described_and_counted() -> None:
    names = [b.name for b in BENCHMARKS]
    assert len({*names}) == len(names)
    assert all((REPO / b.source).is_file() for b in BENCHMARKS if b.ours)
    assert {path.name for path in (REPO / "games").iterdir() if list(path.glob("*.lud"))} == {
        Path(b.source).parent.name for b in BENCHMARKS if b.ours
    }
    for held in Table.read(COUNTS).environments.values():
        assert {*held} <= {*names}
    assert any({*held} == {*names} for held in Table.read(COUNTS).environments.values())


def test_counting_is_the_same_twice(c_compiler: None) -> None:
    try:
        find_tool()
    except NoToolError as problem:
        pytest.skip(str(problem))
    game = next(replace(b, playouts=20) for b in BENCHMARKS if b.name == "Ponds")
    first, second = count(game, None), count(game, None)
    assert first == second and first.per_playout > 1000
    double = count(replace(game, playouts=40), None)
    assert 1.6 < double.instructions / first.instructions < 2.4
    assert environment() == environment()


def test_fuel_is_as_it_is_checked_in() -> None:
    """Within what may grow; a game that takes less is told by `make fuel`."""
    pytest.importorskip("wasmtime", reason="no WebAssembly (the extra fast)")
    where, table = fuel.environment(), Table.read(COUNTS)
    held = table.environments.get(where)
    assert held is not None, "counts of this version of wasmtime: python -m benchmarks --fuel --update"
    assert {*held} == {b.name for b in fuel.FUELLED} and len(held) == 12
    game = next(b for b in fuel.FUELLED if b.name == "Gardens")
    first = fuel.count(game, None)
    assert first == fuel.count(game, None) and first.moves == held[game.name]["moves"]
    assert not table.difference(where, game, first).grown


def test_without_a_tool_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], c_compiler: None
) -> None:
    def missing() -> str:
        raise NoToolError("valgrind is not installed")

    monkeypatch.setattr("benchmarks.__main__.find_tool", missing)
    assert main(["Ponds"]) == 0
    assert "skipped: valgrind is not installed" in capsys.readouterr().err


def test_an_unknown_game_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["Gess"])
    assert end.value.code == 2
    assert "no benchmark is called Gess" in capsys.readouterr().err
