"""A search: inputs are drawn, run and, where they fail, made small and kept."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from tests.corpus import LIBRARY
from tests.fuzz.minimise import minimise
from tests.fuzz.mutate import Mutator, seeds
from tests.fuzz.worker import Failure, Worker

__all__ = ["Session", "figures", "rows"]

MINIMISING = 120.0
"""Seconds that are spent on making one failing input smaller."""

_CHECKS = 12
"""Inputs that are checked for each that is also played: checking takes milliseconds, compiling a second."""


SLICE = 100
"""Inputs of a line of the results."""
FIGURES = ("inputs", "played", "done", "seconds", "megabytes")


def rows(results: Path) -> list[dict[str, Any]]:
    """What a long run has found so far: a line for some inputs of a target. played: how many did anything; done: their
    plies or edits; seconds and megabytes: the most that one took."""
    return [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []


def figures(found: Iterable[dict[str, Any]]) -> str:
    """The same for people, a line for each target."""
    lines = []
    for target, own in groupby(sorted(found, key=itemgetter("target")), itemgetter("target")):
        mine = list(own)
        inputs, played, done = (sum(row[name] for row in mine) for name in FIGURES[:3])
        seconds, megabytes = (max(row[name] for row in mine) for name in FIGURES[3:])
        failures = sum(len(row["failures"]) for row in mine)
        acts = f", {played:,} played or edited ({done:,} plies or edits)" if played else ""
        most = f"{seconds:.1f} s and {megabytes:.0f} MB at most"
        lines.append(f"{target}: {inputs:,} inputs{acts}, {most}, {failures} failures")
    return "\n".join(lines)


class Session:
    """`failures` are the first inputs of each cause that was found, by cause."""

    def __init__(
        self, seed: int, targets: Sequence[str], *, corpus: bool = False, keep: Path | None = None, factor: float = 1.0,
        patience: float = 30.0,
    ) -> None:  # fmt: skip
        self.seed = seed
        self.targets = targets
        self.keep = keep
        self.counts: Counter[str] = Counter()
        self.failures: dict[str, tuple[str, Failure]] = {}
        self._mutator = Mutator([text for _, text in seeds(corpus=corpus)], seed)
        self._worker = Worker(patience, factor, library=LIBRARY if corpus else None)

    def search(self, seconds: float, *, show: bool = False) -> None:
        """Run new inputs for so long: checks and formats for each, the other targets for some."""
        end, number = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            text = self._mutator.text(number)
            for target in self.targets:
                if target in ("check", "format") or number % _CHECKS == 0:
                    self._run(target, text, number, show)
            number += 1

    def go_on(self, results: Path, count: int, seconds: float) -> None:
        """Run each target on the first `count` inputs, after those that the file of results has; for so long."""
        end = time.monotonic() + seconds
        for target in self.targets:
            number = sum(row["inputs"] for row in rows(results) if row["target"] == target)
            while number < count and time.monotonic() < end:
                row: dict[str, Any] = {"target": target, "first": number, "seed": self.seed, "failures": []}
                row |= dict.fromkeys(FIGURES, 0)
                while row["inputs"] < min(SLICE, count - row["first"]) and time.monotonic() < end:
                    failure = self._run(target, self._mutator.text(number), number, True)
                    told = self._worker.told
                    for name, value in (("seconds", max), ("megabytes", max), ("done", sum)):
                        row[name] = value((row[name], told.get(name, 0)))
                    row["played"] += told.get("done", 0) > 0
                    row["failures"] += [] if failure is None else [[number, failure.cause]]
                    row["inputs"] += 1
                    number += 1
                with results.open("a") as out:
                    out.write(json.dumps(row) + "\n")

    def again(self, files: Iterable[Path]) -> None:
        """Run inputs that were kept: the target is the first part of a file's name."""
        for file in files:
            self._run(file.name.partition("-")[0], file.read_text("utf-8"), self.seed, True)

    def _run(self, target: str, text: str, number: int, show: bool) -> Failure | None:
        seed = (self.seed << 32) + number
        self.counts[target] += 1
        failure = self._worker.run(target, text, seed)
        if failure is None or failure.cause in self.failures:
            return failure
        self.failures[failure.cause] = text, failure
        if show:
            print(f"{failure.cause} (input {number})", flush=True)
        if self.keep is not None:
            self._keep(target, text, seed, failure)
        return failure

    def _keep(self, target: str, text: str, seed: int, failure: Failure) -> None:
        assert self.keep is not None
        self.keep.mkdir(parents=True, exist_ok=True)
        stem = self.keep / f"{target}-{hashlib.sha256(failure.cause.encode()).hexdigest()[:10]}"
        stem.with_suffix(".whole.lud").write_text(text, "utf-8")
        about = {"cause": failure.cause, "seed": seed, "details": failure.details}
        stem.with_suffix(".json").write_text(json.dumps(about, indent=1), "utf-8")

        def fails(smaller: str) -> bool:
            found = self._worker.run(target, smaller, seed)
            return found is not None and found.cause == failure.cause

        small = minimise(text, fails, MINIMISING)
        stem.with_suffix(".lud").write_text(small, "utf-8")
        self.failures[failure.cause] = small, failure

    def report(self) -> str:
        """What was done and what was found, for people."""
        done = ", ".join(f"{n} of {target}" for target, n in self.counts.items())
        lines = [f"{sum(self.counts.values())} runs ({done or 'none'}): {len(self.failures)} sorts of failure"]
        for cause, (text, failure) in self.failures.items():
            lines += ["", cause, f"  input: {text[:1000]!r}", *failure.details.splitlines()[-12:]]
        return "\n".join(lines)

    def close(self) -> None:
        """End the process of the worker."""
        self._worker.close()
