"""Tasks in this process and in several: the same results in the same order, also where processes are killed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludparse import LudError
from ludparse.interpreter.scheduling import Places, in_order
from ludparse.interpreter.scheduling.order import RETRIES
from tests.interpreter.scheduling.works import Deadly, Squares


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(tmp_path: Path, jobs: int) -> None:
    found = list(in_order(Squares(str(tmp_path)), range(12), Places(jobs)))
    assert found == [n * n for n in range(12)]


def test_a_killed_process_costs_nothing_and_is_counted_once(tmp_path: Path) -> None:
    found = list(in_order(Deadly(str(tmp_path), 5, 1), range(12), Places(2)))
    assert found == [n * n for n in range(12)]
    assert (tmp_path / "deaths.txt").read_text() == "x"


def test_a_task_that_kills_every_process(tmp_path: Path) -> None:
    with pytest.raises(LudError, match="workers are lost again and again with the same task: a process ended"):
        list(in_order(Deadly(str(tmp_path), 0, 99), range(1), Places(2)))
    assert len((tmp_path / "deaths.txt").read_text()) == RETRIES + 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_task_raises_is_raised(tmp_path: Path, jobs: int) -> None:
    results = in_order(Squares(str(tmp_path)), [3, -1, 4], Places(jobs))
    assert next(results) == 9
    with pytest.raises(ValueError, match="-1 is below 0"):
        next(results)


@pytest.mark.parametrize("jobs", [1, 2])
def test_tasks_may_stop_coming(tmp_path: Path, jobs: int) -> None:
    asked: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(100_000):
            asked.append(number)
            yield number

    results = in_order(Squares(str(tmp_path)), tasks(), Places(jobs))
    assert [next(results) for _ in range(3)] == [0, 1, 4]
    results.close()
    assert len(asked) < 100_000  # one process may begin much later than the other


@pytest.mark.parametrize("address", ["dask", "dask://", "slurm://here:1", "localhost:8786"])
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(LudError, match="is no cluster"):
        Places(on=address)
