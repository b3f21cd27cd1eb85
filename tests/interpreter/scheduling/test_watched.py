"""A process that is watched: what it answers and reports, and tasks that crash, hang or need too much."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator

import pytest

from ludparse.interpreter.scheduling.watched import EndedError, TooLongError, Watched
from tests.interpreter.scheduling.works import count, dying, greedy, hanging, raising


@pytest.fixture
def process() -> Iterator[Watched]:
    watched = Watched(megabytes=500)
    yield watched
    watched.close()


def test_what_is_reported_comes_first(process: Watched) -> None:
    *reported, (last, _) = process.ask(count, 3)
    assert (reported, last) == ([0, 1, 2], 3)


def test_one_process_performs_all_tasks_until_one_ends_it(process: Watched) -> None:
    first = process.one(count, 1)
    assert process.one(count, 1) == first
    with pytest.raises(ValueError, match="nothing good"):
        process.one(raising)
    assert process.one(count, 1) == first
    heard = []
    with pytest.raises(EndedError, match="the process ended with signal SIGKILL") as found:
        heard += process.ask(dying)
    assert found.value.code == -signal.SIGKILL
    assert process.one(count, 1) != first


def test_a_task_that_takes_too_long(process: Watched) -> None:
    process.one(count, 1, seconds=60)  # the process has begun, which may take longer than the limit on a busy machine
    heard = []
    with pytest.raises(TooLongError, match=r"not done after 2 s"):
        for found in process.ask(hanging, seconds=2):
            heard.append(found)
    assert heard == ["begun"]
    assert process.one(count, 2, seconds=60)[0] == 2


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux alone")
def test_a_task_that_needs_too_much_memory(process: Watched) -> None:
    with pytest.raises(MemoryError):
        process.one(greedy)
    assert process.one(count, 2)[0] == 2


def test_who_stops_listening_gets_no_stale_answer(process: Watched) -> None:
    assert next(process.ask(count, 5)) == 0
    assert process.one(count, 2)[0] == 2
