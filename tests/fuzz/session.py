"""A search: inputs are drawn, run and, where they fail, made small and kept."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.corpus import LIBRARY
from tests.fuzz.minimise import minimise
from tests.fuzz.mutate import Mutator, seeds
from tests.fuzz.worker import Failure, Worker

__all__ = ["Session"]

MINIMISING = 120.0
"""Seconds that are spent on making one failing input smaller."""

_CHECKS = 12
"""Inputs that are checked for each that is also played: checking takes milliseconds, compiling a second."""


class Session:
    """`failures` are the first inputs of each cause that was found, by cause."""

    def __init__(
        self, seed: int, targets: Sequence[str], *, corpus: bool = False, keep: Path | None = None, factor: float = 1.0
    ) -> None:
        self.seed = seed
        self.targets = targets
        self.keep = keep
        self.counts: Counter[str] = Counter()
        self.failures: dict[str, tuple[str, Failure]] = {}
        self._mutator = Mutator([text for _, text in seeds(corpus=corpus)], seed)
        self._worker = Worker(factor=factor, library=LIBRARY if corpus else None)

    def search(self, seconds: float, *, show: bool = False) -> None:
        """Go on for so long."""
        end, number = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            text = self._mutator.text()
            for target in self.targets:
                if target in ("check", "format") or number % _CHECKS == 0:
                    self._run(target, text, number, show)
            number += 1

    def again(self, files: Iterable[Path]) -> None:
        """Run inputs that were kept: the target is the first part of a file's name."""
        for file in files:
            self._run(file.name.partition("-")[0], file.read_text("utf-8"), self.seed, True)

    def _run(self, target: str, text: str, number: int, show: bool) -> None:
        seed = (self.seed << 32) + number
        self.counts[target] += 1
        failure = self._worker.run(target, text, seed)
        if failure is None or failure.cause in self.failures:
            return
        self.failures[failure.cause] = text, failure
        if show:
            print(f"{failure.cause} (input {number})", flush=True)
        if self.keep is not None:
            self._keep(target, text, seed, failure)

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
