"""Performs tasks wherever they are to be performed, and yields their results in the order of the tasks.

Tasks are cut into numbered chunks, as large as the worker that gets them needs to be busy for a while. They are asked
for as workers get done, so that they may stop coming. A chunk whose worker is lost, or late when nothing else is left
to do, is given to another one as well; the first answer counts. The results do not depend on the place.
"""

from __future__ import annotations

import heapq
import inspect
import pickle
import time
import warnings
from collections.abc import Generator, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from ludparse.problems.errors import LudError

from . import about
from .perform import Each, Packed, Reply, Work, perform, result
from .places import Engine, EngineLostError, Places

__all__ = ["RETRIES", "chunks", "in_order"]

T = TypeVar("T")
R = TypeVar("R")

RETRIES = 4
"""So many workers may be lost with one chunk, and so often in a row a cluster without any chunk answered."""
AHEAD = 8
"""Chunks for each processor that may be given out, or wait, from the first that has no answer on."""
MOST = 100
"""Chunks a second: where there are so many workers that more would come, chunks are larger."""
LOOK = 1.0
"""Seconds between two looks at which workers there are."""
WAIT = 10.0
"""It is said after so many seconds that there are no workers."""


def in_order(work: Work[T, R], tasks: Iterable[T], places: Places, *, needs: Sequence[str] = ()) -> Generator[R]:
    """The result of each task, in the order of the tasks; otherwise like `chunks`. Raises what a task raises."""
    doing = chunks(Each(work), tasks, places, needs=needs)
    try:
        for _, done in doing:
            for found, problem in done:
                if problem is not None:
                    raise problem
                yield found
    finally:
        doing.close()


def chunks(
    work: Work[Any, R], tasks: Iterable[T], places: Places, *, needs: Sequence[str] = ()
) -> Generator[tuple[Sequence[T], R]]:
    """Chunks of tasks with their results, in the order of the tasks; work: is done with such a chunk.

    A `range` is never written out, and its chunks are ranges. needs: packages whose versions take part in the results.
    Closing the generator ends the workers of this machine, and gives up what a cluster has not begun. Raises what the
    work raises, and LudError where no cluster can be reached or workers are lost again and again.
    """
    supply = _Supply(tasks)
    return _here(work, supply) if places.here or supply.empty else _Run(work, supply, places, needs).results()


class _Supply:
    """The tasks that were not given out yet."""

    def __init__(self, tasks: Iterable[Any]) -> None:
        self._left = tasks if isinstance(tasks, range) else iter(tasks)
        self._size = len(tasks) if isinstance(tasks, Sequence) else None
        self.empty = self._size == 0

    def take(self, most: int, shares: int) -> Sequence[Any]:
        """So many tasks at most; at the end an equal part for each of so many shares, unless that is too small."""
        if self._size is not None:
            most = min(most, max(1, most // 8, -(-self._size // shares)))
        if isinstance(self._left, range):
            some: Sequence[Any] = self._left[:most]
            self._left = self._left[most:]
        else:
            some = [*islice(self._left, most)]
        if self._size is not None:
            self._size -= len(some)
        self.empty = not some or self._size == 0
        return some


@dataclass(slots=True, eq=False)
class _Speed:
    """How many tasks keep somebody busy for some seconds: one at first, then by what was measured."""

    seconds: float
    rate: float = 0.0
    size: int = 1

    def measured(self, tasks: int, seconds: float) -> None:
        rate = tasks / max(seconds, 1e-6)
        self.rate = (self.rate + rate) / 2 if self.rate else rate
        self.size = max(1, min(4 * self.size, int(self.rate * self.seconds)))


def _here(work: Work[Any, R], supply: _Supply) -> Generator[tuple[Sequence[Any], R]]:
    do, speed = work.prepare(), _Speed(0.2)
    try:
        while some := supply.take(speed.size, 1):
            began = time.perf_counter()
            done = do(some)
            speed.measured(len(some), time.perf_counter() - began)
            yield some, done
    finally:
        getattr(do, "close", lambda: None)()


@dataclass(slots=True, eq=False)
class _Worker:
    """slots: how many chunks it performs at a time. tickets: for what it has not answered, in order, the number of the
    chunk (None: it was asked about itself). good: whether it may be given any. knows: whether it had the work."""

    name: str
    slots: int
    speed: _Speed
    good: bool
    knows: bool = False
    told: str = ""
    tickets: dict[Hashable, int | None] = field(default_factory=dict)

    @property
    def full(self) -> bool:
        """Whether it has a chunk for each slot, and one more."""
        return len(self.tickets) > self.slots

    def begun(self, ticket: Hashable) -> bool:
        """Whether it is performing this, and not others before."""
        return ticket in [*islice(self.tickets, self.slots)]

    def waits(self, ticket: Hashable, tasks: int) -> float:
        """After how many seconds it is late with so many tasks; at once where it has not begun."""
        return 2 * (self.speed.seconds + tasks / (self.speed.rate or 1.0)) if self.begun(ticket) else 0.0


@dataclass(slots=True, eq=False)
class _Chunk:
    """Tasks without an answer: who has them, since when, how many workers were lost with them, and whether somebody did
    not know the work any more."""

    tasks: Sequence[Any]
    holders: dict[Hashable, _Worker] = field(default_factory=dict)
    given: float = 0.0
    losses: int = 0
    forgotten: bool = False


class _Run:
    """One run of a work on an engine."""

    def __init__(self, work: Work[Any, Any], supply: _Supply, places: Places, needs: Sequence[str]) -> None:
        self.work, self.supply, self.places, self.needs = Packed.of(work), supply, places, needs
        self.next = self.told = 0
        self.out: dict[int, _Chunk] = {}
        self.lost: list[int] = []
        self.done: dict[int, tuple[Sequence[Any], Reply]] = {}
        self.workers: dict[str, _Worker] = {}
        self.free: dict[str, None] = {}
        self.holders: dict[Hashable, _Worker] = {}
        self.refused: dict[str, str] = {}
        self.late: list[int] = []
        self.looked, self.idle_since, self.slots, self.breaks = 0.0, time.monotonic(), 0, 0

    def results(self) -> Generator[tuple[Sequence[Any], Any]]:
        """Every chunk with its result, in order."""
        engine = _engine(self.places)
        try:
            while True:
                try:
                    self._meet(engine)
                    self._give_out(engine)
                    if not self.out and self.supply.empty:
                        return
                    for ticket, answer in engine.answers(0.5):
                        self._heard(engine, ticket, answer)
                except EngineLostError as problem:
                    self._reached_again(engine, problem)
                while self.told in self.done:
                    tasks, reply = self.done.pop(self.told)
                    self.told += 1
                    yield tasks, result(reply)
        finally:
            engine.close()

    # ------------------------------------------------------------------ who is there

    def _meet(self, engine: Engine) -> None:
        """Take note of workers that came and went."""
        now = time.monotonic()
        if now - self.looked < LOOK:
            return
        self.looked, there = now, engine.workers()
        for name in self.workers.keys() - there.keys():
            self._gone(self.workers.pop(name))
        for name in there.keys() - self.workers.keys():
            worker = _Worker(name, there[name], _Speed(engine.seconds), engine.same)
            self.workers[name] = worker
            if not engine.same:
                ticket = engine.give(name, eval, about.CALL, {"source": inspect.getsource(about)})
                worker.tickets[ticket] = None
                self.holders[ticket] = worker
        self.free |= {name: None for name, worker in self.workers.items() if worker.good and not worker.full}
        self.slots = sum(worker.slots for worker in self.workers.values() if worker.good)
        for worker in self.workers.values():
            worker.speed.seconds = max(engine.seconds, self.slots / MOST)
        self.late = [*self._late(now)]
        if self.slots:
            self.idle_since = now
        elif self.refused and self.refused.keys() >= there.keys():
            reasons = "; ".join(f"{name}: {why}" for name, why in self.refused.items())
            raise LudError(f"no worker of {engine.name} can be used: {reasons}")
        elif now - self.idle_since > WAIT:
            self._say(f"{engine.name} has no workers that answer; waiting for some")
            self.idle_since = now + 1e9  # once

    def _met(self, engine: Engine, worker: _Worker, answer: Any) -> None:
        """A worker has said what it is."""
        if isinstance(answer, Exception):
            why = f"it cannot say what it has: {type(answer).__name__}: {answer}"
        else:
            why = about.misfit(_mine(), answer, self.needs)
        if why:
            self.refused[worker.name] = why
            self._say(f"worker {worker.name} of {engine.name} is not used: {why}")
        else:
            worker.good = True
            self.slots += worker.slots
            self.free[worker.name] = None

    def _gone(self, worker: _Worker) -> None:
        self.free.pop(worker.name, None)
        self.refused.pop(worker.name, None)
        for place, (ticket, number) in enumerate(worker.tickets.items()):
            del self.holders[ticket]
            if number is not None:
                self._lose(number, ticket, place < worker.slots, "it is gone")

    def _lose(self, number: int, ticket: Hashable, begun: bool, why: object) -> None:
        """A worker was lost that had this chunk."""
        chunk = self.out.get(number)
        if chunk is None:
            return
        del chunk.holders[ticket]
        chunk.losses += begun
        if chunk.losses > RETRIES:
            raise LudError(f"workers are lost again and again with the same task: {why}")
        if not chunk.holders:
            heapq.heappush(self.lost, number)

    def _reached_again(self, engine: Engine, problem: EngineLostError) -> None:
        """A cluster was lost with all that it had been given."""
        self.breaks += 1
        if self.breaks > RETRIES:
            raise LudError(f"{engine.name} is lost again and again: {problem}")
        for worker in self.workers.values():
            worker.slots = 0  # nobody was lost with a chunk
            self._gone(worker)
        self.workers.clear()
        self.lost, self.looked = sorted(self.out), 0.0
        engine.again()

    def _say(self, text: str) -> None:
        warnings.warn(text, stacklevel=2)

    # ------------------------------------------------------------------ what they do

    def _give_out(self, engine: Engine) -> None:
        """Give every worker what it can do, and one chunk more, so that it need not wait for the next."""
        for more in (0, 1):
            for worker in [self.workers[name] for name in self.free]:
                while len(worker.tickets) < worker.slots + more and (number := self._pick(worker)) is not None:
                    self._give(engine, worker, number)
                if worker.full:
                    self.free.pop(worker.name)

    def _pick(self, worker: _Worker) -> int | None:
        """The number of the chunk that a worker should get."""
        while self.lost:
            number = heapq.heappop(self.lost)
            if number in self.out:
                return number
        if self.next - self.told < AHEAD * (self.slots + 1):
            tasks = self.supply.take(worker.speed.size, 2 * self.slots)
            if tasks:
                self.out[self.next] = _Chunk(tasks)
                self.next += 1
                return self.next - 1
        if len(worker.tickets) < worker.slots:
            for number in self.late:
                if number in self.out and worker not in self.out[number].holders.values():
                    self.late.remove(number)
                    return number
        return None

    def _late(self, now: float) -> Iterator[int]:
        """Chunks that their workers have not begun, or have had for too long."""
        for number, chunk in self.out.items():
            waits = [worker.waits(ticket, len(chunk.tasks)) for ticket, worker in chunk.holders.items()]
            if waits and now - chunk.given > max(waits) and (len(waits) == 1 or now - chunk.given > WAIT):
                yield number

    def _give(self, engine: Engine, worker: _Worker, number: int) -> None:
        chunk = self.out[number]
        data = None if worker.knows and not chunk.forgotten else self.work.data
        ticket = engine.give(worker.name, perform, self.work.key, data, pickle.dumps(chunk.tasks))
        worker.knows = True
        worker.tickets[ticket] = number
        self.holders[ticket] = chunk.holders[ticket] = worker
        chunk.given = time.monotonic()

    def _heard(self, engine: Engine, ticket: Hashable, answer: Any) -> None:
        worker = self.holders.pop(ticket, None)
        if worker is None:
            return  # of somebody who was given up
        begun = worker.begun(ticket)
        number = worker.tickets.pop(ticket)
        if number is None:
            self._met(engine, worker, answer)
            return
        if isinstance(answer, Exception):
            worker.knows, self.looked = False, 0.0  # it gets another chunk after the next look, if it is there then
            self.free.pop(worker.name, None)
            self._lose(number, ticket, begun, answer)
            return
        self.free[worker.name] = None
        chunk = self.out.get(number)
        if answer is None:  # a new process of the worker, or it has done other work in between
            if chunk is not None:
                chunk.forgotten = True
                self._lose(number, ticket, False, "")
            return
        self.breaks = 0
        if answer.slow and worker.told != answer.slow:
            worker.told = answer.slow
            self._say(f"worker {worker.name} of {engine.name} is slow: {answer.slow}")
        if chunk is not None:
            del self.out[number]
            worker.speed.measured(len(chunk.tasks), answer.seconds)
            self.done[number] = chunk.tasks, answer


_known: dict[str, Any] = {}


def _mine() -> dict[str, Any]:
    """What this machine has."""
    if not _known:
        _known.update(about.about())
    return _known


def _engine(places: Places) -> Engine:
    """The workers. Raises LudError where they cannot be reached."""
    if places.on is None:
        from .processes import Processes

        return Processes(places.jobs)
    try:
        if places.kind == "dask":
            from .dask_engine import Dask

            return Dask(places.on)
        from .ray_engine import Ray

        return Ray(places.on)
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("dask", "distributed", "ray", "grpc"):
            raise
        raise LudError(f"{missing.name} is not installed: pip install 'ludparse[{places.kind}]'") from None
