"""Pieces of work for tests: they have to be importable where workers run."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ludparse.interpreter.scheduling.perform import report


@dataclass(frozen=True)
class Squares:
    """Squares numbers, and notes every square in a folder."""

    folder: str

    def prepare(self) -> Callable[[int], int]:
        return self.square

    def square(self, number: int) -> int:
        if number < 0:
            raise ValueError(f"{number} is below 0")
        with (Path(self.folder) / "done.txt").open("a") as file:
            file.write(f"{number}\n")
        return number * number


@dataclass(frozen=True)
class Deadly(Squares):
    """Its process is killed at one number, so many times."""

    number: int
    times: int

    def square(self, number: int) -> int:
        if number == self.number:
            deaths = Path(self.folder) / "deaths.txt"
            known = deaths.read_text() if deaths.exists() else ""
            if len(known) < self.times:
                deaths.write_text(known + "x")
                os.kill(os.getpid(), signal.SIGKILL)
        return super().square(number)


def count(to: int) -> tuple[int, int]:
    for n in range(to):
        report(n)
    return to, os.getpid()


def raising() -> None:
    raise ValueError("nothing good")


def dying() -> None:
    report("begun")
    os.kill(os.getpid(), signal.SIGKILL)


def hanging() -> None:
    report("begun")
    time.sleep(60)


def greedy() -> None:
    bytearray(600 << 20)
