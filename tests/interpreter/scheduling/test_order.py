"""Chunks on an engine that a test plays: workers come, go, are late, forget, or have another version."""

from __future__ import annotations

import inspect
import itertools
import sys
import warnings
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from ludparse import LudError
from ludparse.interpreter.scheduling import Places, about, chunks, order
from ludparse.interpreter.scheduling.perform import perform
from ludparse.interpreter.scheduling.places import EngineLostError


class Doubles:
    """Doubles each number of a chunk."""

    def prepare(self) -> Callable[[Any], list[int]]:
        return lambda numbers: [2 * n for n in numbers]


@dataclass
class Fake:
    """Two workers that answer at once, apart from what `answer` makes of it."""

    there: dict[str, int] = field(default_factory=lambda: {"a": 1, "b": 1})
    versions: dict[str, dict[str, Any]] = field(default_factory=dict)
    answer: Callable[[str, int, Any], Any] = lambda worker, number, value: value
    name: str = "fake"
    seconds: float = 0.001
    same: bool = False
    given: list[tuple[str, bool]] = field(default_factory=list)
    reached: int = 0
    closed: bool = False

    def __post_init__(self) -> None:
        self.tickets = itertools.count()
        self.out: dict[int, tuple[str, Callable[..., Any], tuple[Any, ...]]] = {}

    def workers(self) -> dict[str, int]:
        return dict(self.there)

    def give(self, worker: str, function: Callable[..., Any], *arguments: Any) -> int:
        ticket = next(self.tickets)
        self.out[ticket] = worker, function, arguments
        return ticket

    def answers(self, seconds: float) -> Iterator[tuple[Hashable, Any]]:
        for ticket, (worker, function, arguments) in list(self.out.items()):
            value = function(*arguments)
            if function is perform:
                self.given.append((worker, arguments[1] is not None))
                value = self.answer(worker, len(self.given), value)
                if value is Ellipsis:  # not now
                    self.given.pop()
                    continue
            elif worker in self.versions:
                value = value | self.versions[worker]
            del self.out[ticket]
            yield ticket, value

    def again(self) -> None:
        self.reached += 1

    def close(self) -> None:
        self.closed = True


NUMBERS = range(200)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[[Fake], list[int]]:
    def of(engine: Fake) -> list[int]:
        monkeypatch.setattr(order, "_engine", lambda places: engine)
        monkeypatch.setattr(order, "LOOK", 0.0)
        done = list(chunks(Doubles(), NUMBERS, Places(2)))
        assert [n for numbers, _ in done for n in numbers] == [*NUMBERS]
        assert engine.closed
        return [n for _, found in done for n in found]

    return of


DOUBLED = [2 * n for n in NUMBERS]


def test_both_workers_get_chunks_that_grow_and_the_work_once(run: Callable[[Fake], list[int]]) -> None:
    engine = Fake()
    assert run(engine) == DOUBLED
    assert {worker for worker, _ in engine.given} == {"a", "b"}
    assert sum(whole for _, whole in engine.given) == 2
    assert len(engine.given) < 100


def test_one_worker_gets_everything(run: Callable[[Fake], list[int]]) -> None:
    engine = Fake(there={"a": 1})
    assert run(engine) == DOUBLED
    assert {worker for worker, _ in engine.given} == {"a"}


def test_a_worker_of_another_version_gets_nothing(run: Callable[[Fake], list[int]]) -> None:
    engine = Fake(versions={"a": {"code": "other"}})
    with pytest.warns(UserWarning, match="worker a of fake is not used: its files of ludparse"):
        assert run(engine) == DOUBLED
    assert {worker for worker, _ in engine.given} == {"b"}


def test_nobody_is_left_who_may_work(run: Callable[[Fake], list[int]]) -> None:
    engine = Fake(versions={name: {"python": "3.2"} for name in "ab"})
    with pytest.warns(UserWarning), pytest.raises(LudError, match=r"no worker .* can be used: .*it has python 3\.2"):
        run(engine)


def test_a_worker_that_never_answers_holds_nothing_up(run: Callable[[Fake], list[int]]) -> None:
    engine = Fake(answer=lambda worker, number, value: ... if worker == "a" else value)
    assert run(engine) == DOUBLED


def test_a_worker_that_is_gone(run: Callable[[Fake], list[int]]) -> None:
    engine = Fake(there={"a": 1, "b": 1})

    def answer(worker: str, number: int, value: Any) -> Any:
        if number > 4:
            engine.there.pop("a", None)
        return ... if worker == "a" and number > 4 else value

    engine.answer = answer
    assert run(engine) == DOUBLED


def test_a_chunk_that_is_lost_again_and_again(run: Callable[[Fake], list[int]]) -> None:
    engine = Fake(answer=lambda worker, number, value: ChildProcessError("killed"))
    with pytest.raises(LudError, match="again and again with the same task: killed"):
        run(engine)
    assert engine.closed


def test_a_worker_that_has_forgotten_the_work_gets_it_again(run: Callable[[Fake], list[int]]) -> None:
    engine = Fake(answer=lambda worker, number, value: None if 4 <= number < 8 else value)
    assert run(engine) == DOUBLED
    assert sum(whole for _, whole in engine.given) > 2


def test_a_scheduler_that_is_reached_again(run: Callable[[Fake], list[int]]) -> None:
    engine = Fake()

    def answer(worker: str, number: int, value: Any) -> Any:
        if number == 5 and not engine.reached:
            engine.out.clear()
            raise EngineLostError("gone")
        return value

    engine.answer = answer
    assert run(engine) == DOUBLED
    assert engine.reached == 1


def test_nobody_is_asked_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order, "_engine", None)
    assert list(chunks(Doubles(), range(0), Places(on="dask://127.0.0.1:9"))) == []


def test_it_is_told_what_makes_a_worker_slow(run: Callable[[Fake], list[int]]) -> None:
    engine = Fake(answer=lambda worker, number, value: value._replace(slow="plain Python"))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert run(engine) == DOUBLED
    assert sorted(str(one.message) for one in told) == [
        f"worker {name} of fake is slow: plain Python" for name in "ab"
    ]


def test_the_text_that_workers_are_asked_with_is_that_of_the_module() -> None:
    assert "def about()" in inspect.getsource(about)


@pytest.mark.parametrize("kind", ["dask", "ray"])
def test_workers_are_those_of_the_kind_that_was_asked_for(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether or not the libraries are installed."""
    for name in ("dask", "ray"):
        engine = SimpleNamespace(**{name.capitalize(): lambda on, name=name: (name, on)})
        monkeypatch.setitem(sys.modules, f"ludparse.interpreter.scheduling.{name}_engine", engine)
    assert order._engine(Places(on=f"{kind}://place:1")) == (kind, f"{kind}://place:1")
