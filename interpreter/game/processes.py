"""Random games in several processes, for cases where threads would not run in parallel (plain Python, and matches)."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from array import array
from collections.abc import Sequence
from typing import Protocol

from ..play.playouts import Playouts, Rankings, ranges

__all__ = ["in_processes"]


class Playable(Protocol):
    """A game, a match, or a state of one."""

    def playouts(self, n: int, *, seed: int, max_moves: int | None = None, jobs: int = 1, first: int = 0) -> Playouts:
        """Random games."""


Piece = tuple[int, list[int], list[tuple[float, ...]], int]
"""Games that a worker has played: the number of the first, their lengths and rankings, and how many were broken off."""


def in_processes(what: Playable, n: int, seed: int, max_moves: int | None, jobs: int, first: int) -> Playouts:
    """The same as what.playouts(…, jobs=1), computed by `jobs` processes. They end if this process is interrupted."""
    pieces = ranges(first, n, jobs)
    command = [sys.executable, "-m", __name__]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
    workers: list[subprocess.Popen[bytes]] = []
    try:
        for k in range(min(jobs, len(pieces))):
            # in a session of its own: Ctrl-C in a terminal reaches only this process, which then ends the workers
            worker = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, start_new_session=True
            )
            workers.append(worker)
            assert worker.stdin is not None
            pickle.dump((what, seed, max_moves, pieces[k::jobs]), worker.stdin)
            worker.stdin.close()
        answers = [_answer(worker) for worker in workers]
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
            if worker.stdout is not None:
                worker.stdout.close()
    for answer in answers:
        if isinstance(answer, BaseException):
            raise answer
    done = sorted((piece for answer in answers if isinstance(answer, list) for piece in answer), key=lambda p: p[0])
    return _joined(done)


def _answer(worker: subprocess.Popen[bytes]) -> list[Piece] | BaseException:
    assert worker.stdout is not None
    data = worker.stdout.read()
    if not data:
        raise RuntimeError(f"a process that played random games ended with code {worker.wait()}")
    found: list[Piece] | BaseException = pickle.loads(data)
    return found


def _joined(pieces: Sequence[Piece]) -> Playouts:
    lengths = array("i", [length for _, some, _, _ in pieces for length in some])
    rankings = [ranking for _, _, some, _ in pieces for ranking in some]
    players = len(rankings[0]) if rankings else 0
    places = array("f", [place for ranking in rankings for place in ranking])
    cut = sum(piece[3] for piece in pieces)
    return Playouts(len(lengths), sum(lengths), cut, lengths, Rankings(places, players, len(lengths)))


def main() -> None:
    """The main function of a worker: reads its task from standard input and writes the results."""
    out = sys.stdout.buffer
    answer: list[Piece] | BaseException
    try:
        what, seed, max_moves, pieces = pickle.load(sys.stdin.buffer)
        answer = []
        for first, n in pieces:
            done = what.playouts(n, seed=seed, max_moves=max_moves, first=first)
            answer.append((first, list(done.lengths), [tuple(r) for r in done.rankings], done.cut))
    except Exception as problem:
        answer = problem
    pickle.dump(answer, out)
    out.flush()


if __name__ == "__main__":
    main()
