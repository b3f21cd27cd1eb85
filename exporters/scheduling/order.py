"""Performs tasks wherever they are to be performed, and yields their results in the order of the tasks.

Tasks are asked for as workers get done, so that they may stop coming. Each result is counted once: what a lost worker
had not answered is given to another one, and what comes twice is dropped. The results do not depend on the place.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, TypeVar

from ludparse.problems.errors import LudError

from .perform import Answer, Work
from .places import Places, WorkersLostError

__all__ = ["RETRIES", "in_order", "packed"]

T = TypeVar("T")
R = TypeVar("R")

RETRIES = 3
"""So many times in a row workers may be lost before any chunk is answered."""
Chunk = tuple[int, Sequence[Any]]


def packed(work: Work[Any, Any]) -> bytes:
    """Some work as it travels."""
    return zlib.compress(pickle.dumps(work, protocol=5))


def in_order(work: Work[T, R], tasks: Iterable[T], places: Places, *, chunk: int = 1) -> Generator[R]:
    """The result of each task, in the order of the tasks.

    chunk: so many tasks travel to a cluster together (processes of this machine get them one by one). Closing the
    generator ends the workers of this machine, and gives up what a cluster has not begun. Raises what a task raises,
    and LudError where no cluster can be reached or workers are lost again and again.
    """
    if places.here:
        do = work.prepare()
        try:
            yield from map(do, tasks)
        finally:
            close = getattr(do, "close", None)
            if close is not None:
                close()
        return
    numbered = enumerate(_chunks(tasks, chunk if places.cluster else 1))
    yield from _told(packed(work), numbered, places)


def _told(work: bytes, numbered: Iterator[Chunk], places: Places) -> Generator[Any]:
    """The results of all chunks in their order; chunks are given out again where workers are lost."""
    done: dict[int, Sequence[Answer]] = {}
    told = lost = 0
    again: list[Chunk] = []
    while True:
        out: dict[int, Sequence[Any]] = {}

        def handed(again: list[Chunk] = again, out: dict[int, Sequence[Any]] = out) -> Iterator[Chunk]:
            for number, tasks in chain(again, numbered):
                out[number] = tasks
                yield number, tasks

        answering = _answers(work, handed(), places)
        try:
            for number, answers in answering:
                lost = 0
                if out.pop(number, None) is not None:
                    done[number] = answers
                while told in done:
                    yield from map(_result, done.pop(told))
                    told += 1
            return
        except WorkersLostError as problem:
            lost += 1
            if lost > RETRIES:
                raise LudError(f"workers are lost again and again: {problem}") from problem
            again = sorted(out.items())
        finally:
            answering.close()


def _answers(work: bytes, chunks: Iterator[Chunk], places: Places) -> Generator[tuple[int, list[Answer]]]:
    if places.cluster is None:
        from .processes import answers

        return answers(work, chunks, places.jobs)
    from .clusters import answers as of_cluster

    return of_cluster(work, chunks, places.cluster)


def _result(answer: Answer) -> Any:
    good, value = answer
    if not good:
        raise value
    return value


def _chunks(tasks: Iterable[T], size: int) -> Iterator[Sequence[T]]:
    rest = iter(tasks)
    while some := list(islice(rest, size)):
        yield some
