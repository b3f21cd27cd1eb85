"""Workers of a Dask or Ray cluster, through the backends of joblib.

Dask gives a lost worker's chunks to another one by itself, and answers chunk by chunk. Ray's backend of joblib answers
a list at a time, so it gets windows of chunks.
"""

from __future__ import annotations

import logging
import pickle
import zlib
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import islice
from typing import Any

from ludparse.problems.errors import LudError

from .perform import Answer, perform
from .places import WorkersLostError

__all__ = ["answers"]

WINDOW = 8
"""Chunks for each processor of a Ray cluster that are given out together."""
SECONDS = 20
"""The time to reach a cluster."""
Chunks = Iterator[tuple[int, Sequence[Any]]]
Answers = Generator[tuple[int, list[Answer]]]


def answers(work: bytes, chunks: Chunks, cluster: str) -> Answers:
    """The answers to numbered chunks, as they come. cluster: an address (`Places`). Raises LudError where it cannot be
    reached, and WorkersLostError."""
    kind, _, address = cluster.partition("://")
    of: dict[str, Callable[[bytes, Chunks, str], Answers]] = {"dask": _dask, "ray": _ray}
    try:
        import joblib  # noqa: F401

        yield from of[kind](work, chunks, address)
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("joblib", "dask", "distributed", "ray"):
            raise
        raise LudError(f"{missing.name} is not installed: pip install 'ludparse[{kind}]'") from None


def _numbered(work: bytes, number: int, tasks: Sequence[Any]) -> tuple[int, bytes]:
    """What a worker is given to do. Answers are compressed, because all of them pass through the scheduler."""
    return number, zlib.compress(pickle.dumps(perform(work, tasks), protocol=5))


def _unpacked(answer: tuple[int, bytes]) -> tuple[int, list[Answer]]:
    number, packed = answer
    found: list[Answer] = pickle.loads(zlib.decompress(packed))
    return number, found


def _dask(work: bytes, chunks: Chunks, address: str) -> Answers:
    from dask.distributed import Client
    from joblib import Parallel, delayed, parallel_config

    try:
        client = Client(f"tcp://{address}", timeout=SECONDS)
    except (OSError, ValueError) as problem:
        raise LudError(f"there is no Dask scheduler at {address!r}: {problem}") from None
    try:
        with parallel_config(backend="dask", client=client, wait_for_workers_timeout=SECONDS):
            # one chunk is one task of Dask's, and two for each processor are on their way
            parallel = Parallel(n_jobs=-1, return_as="generator_unordered", batch_size=1, pre_dispatch="2 * n_jobs")
            done = parallel(delayed(_numbered)(work, *chunk) for chunk in chunks)
            while True:
                try:
                    answer = next(done)
                except StopIteration:
                    return
                except Exception as problem:  # tasks raise nothing (`perform`): the cluster does
                    raise WorkersLostError(f"{type(problem).__name__}: {problem}") from problem
                yield _unpacked(answer)
    finally:
        client.close()


def _ray(work: bytes, chunks: Chunks, address: str) -> Answers:
    import ray
    from joblib import Parallel, delayed, parallel_config
    from ray.util.joblib import register_ray

    begun = not ray.is_initialized()
    if begun:
        try:
            there = "auto" if address == "auto" else f"ray://{address}"
            ray.init(there, log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, RuntimeError, ValueError) as problem:
            raise LudError(f"there is no Ray at {address!r}: {problem}") from None
    try:
        register_ray()
        processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
        # Actors that Ray restarts by itself would keep their processors for good: lost windows are given out again
        with parallel_config(backend="ray"):
            while window := list(islice(chunks, WINDOW * processors)):
                try:
                    parallel = Parallel(n_jobs=processors, batch_size=1, pre_dispatch="all")
                    found = parallel(delayed(_numbered)(work, *chunk) for chunk in window)
                except Exception as problem:
                    raise WorkersLostError(f"{type(problem).__name__}: {problem}") from problem
                yield from map(_unpacked, found)
    finally:
        if begun:
            ray.shutdown()
