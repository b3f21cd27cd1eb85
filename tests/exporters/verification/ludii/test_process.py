"""A process that hangs, dies or talks out of turn does no harm."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludparse.exporters.verification.ludii.errors import LudiiCrashError, LudiiDiedError, LudiiTimeoutError
from ludparse.exporters.verification.ludii.process import Asker, Process


@pytest.fixture
def asker() -> Iterator[Asker]:
    found = Asker(lambda: Process("tests.exporters.verification.ludii.odd_worker", "the odd worker"))
    yield found
    found.close()


def test_lines_come_one_by_one_and_the_process_is_kept(asker: Asker) -> None:
    first, second, done = asker.ask({"do": "talk"}, 30)
    assert (first["line"]["number"], len(second["line"]["long"])) == (1, 200_000)
    assert asker.one({"do": "again"}, 30)["pid"] == done["done"]["pid"]


def test_who_stops_listening_gets_no_old_answer(asker: Asker) -> None:
    answers = asker.ask({"do": "talk"}, 30)
    next(answers)
    answers.close()
    assert "pid" in asker.one({"do": "again"}, 30)


@pytest.mark.parametrize(
    ("what", "error", "words"),
    [
        ("hang", LudiiTimeoutError, "the odd worker did not answer within 3 s"),
        ("die", LudiiDiedError, "the process of the odd worker ended (signal 11)"),
        ("complain", LudiiDiedError, "the process of the odd worker ended (exit code 7): then that"),
        ("memory", LudiiDiedError, "the odd worker ran out of memory"),
    ],
)
def test_a_process_that_is_lost_is_replaced(asker: Asker, what: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as problem:
        asker.one({"do": what}, 3 if what == "hang" else 30)
    assert words in str(problem.value)
    assert "pid" in asker.one({"do": "again"}, 30)
    assert asker.replaced == 1


def test_an_error_of_the_process_comes_through(asker: Asker) -> None:
    with pytest.raises(LudiiCrashError, match="IndexError: seven"):
        asker.one({"do": "raise"}, 30)
    assert "pid" in asker.one({"do": "again"}, 30)
    assert asker.replaced == 0
