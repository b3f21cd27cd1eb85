"""Workers that are processes of this machine."""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from typing import Any

from .perform import Answer, perform, quiet
from .places import WorkersLostError

__all__ = ["answers"]


def answers(
    work: bytes, chunks: Iterator[tuple[int, Sequence[Any]]], jobs: int
) -> Generator[tuple[int, list[Answer]]]:
    """The answers to numbered chunks, as they come. Raises WorkersLostError."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=quiet)
    waiting: dict[Future[list[Answer]], int] = {}
    more = True
    try:
        while more or waiting:
            while more and len(waiting) <= jobs:
                item = next(chunks, None)
                if item is None:
                    more = False
                else:
                    waiting[pool.submit(perform, work, item[1])] = item[0]
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                number = waiting.pop(future)
                yield number, future.result()
    except BrokenExecutor as problem:
        raise WorkersLostError("a process ended") from problem
    finally:
        for process in list((pool._processes or {}).values()):
            with contextlib.suppress(OSError):
                process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
