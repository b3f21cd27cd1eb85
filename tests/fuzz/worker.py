"""A process that runs inputs for the fuzzer, so that a crash, an endless loop or a flood of memory ends it alone."""

from __future__ import annotations

import faulthandler
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from select import select
from typing import NamedTuple

from tests.corpus import REPO

__all__ = ["Failure", "Worker"]

MEMORY = 1 << 30
"""Bytes of address space that a worker may have."""


class Failure(NamedTuple):
    """What went wrong: a short name, equal for failures of one cause, and everything that is known of it."""

    cause: str
    details: str


class Worker:
    """Runs inputs one after the other, each within a time; a process that does not come back is replaced."""

    def __init__(self, seconds: float = 30.0, factor: float = 1.0, library: Path | None = None) -> None:
        self.seconds = seconds
        self.factor = factor
        self.library = library
        self.told: dict[str, float] = {}
        """Of the last input: seconds of a processor, the most megabytes of the process so far, what it did (plies)."""
        self._process: subprocess.Popen[str] | None = None
        self._log = tempfile.NamedTemporaryFile("w+", suffix=".log")  # noqa: SIM115 # lives as long as the worker

    def run(self, target: str, text: str, seed: int) -> Failure | None:
        """What went wrong with an input; None if nothing did."""
        process = self._running()
        assert process.stdin is not None and process.stdout is not None
        self.told = {}
        job = {"target": target, "text": text, "seed": seed, "seconds": self.seconds, "factor": self.factor}
        job["library"] = str(self.library) if self.library else None
        try:
            process.stdin.write(json.dumps(job) + "\n")
            process.stdin.flush()
            ready, _, _ = select([process.stdout], [], [], self.seconds * 1.5 + 5)
            answer = process.stdout.readline() if ready else None
        except BrokenPipeError:
            answer = ""
        if answer:
            cause, details, self.told = json.loads(answer)
            return Failure(f"{target}: {cause}", details) if cause else None
        self.close()
        self._log.seek(0)
        log = self._log.read()
        if answer is None or "Timeout" in log:
            return Failure(f"{target}: no answer after {self.seconds:.0f} s{_innermost(log)}", log)
        return Failure(f"{target}: the process died of signal {-process.returncode}", log)

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._log.truncate(0)
            self._process = subprocess.Popen(
                [sys.executable, "-m", __spec__.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log,
                text=True, cwd=REPO, start_new_session=True, env={**os.environ, "PYTHONPATH": str(REPO)},
            )  # fmt: skip
        return self._process

    def close(self) -> None:
        """End the process, and the compilers that it has started."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


def _innermost(log: str) -> str:
    """Where a traceback of the fault handler ends, in this repository."""
    lines = [line.strip() for line in log.splitlines() if line.strip().startswith("File ") and str(REPO) in line]
    if not lines:
        return ""
    return f" in {lines[0].rpartition(' in ')[2]} ({Path(lines[0].split(chr(34))[1]).name})"


def _cause(error: BaseException) -> str:
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "/tests/fuzz/" not in f.filename]
    ours = [f for f in frames if f.filename.startswith(str(REPO))] or frames
    if isinstance(error, RecursionError | MemoryError):
        ours = ours[:3]  # where it ends is an accident
    place = f" in {ours[-1].name} ({Path(ours[-1].filename).name})" if ours else ""
    message = str(error) if isinstance(error, AssertionError) else ""
    if type(error).__name__ == "SlowError":
        message = str(error).partition(" took")[0]
    return f"{type(error).__name__}{place} {message}".strip()


def _main() -> None:
    from tests.fuzz.targets import TARGETS, run

    if os.environ.get("FUZZ_SELF_TEST"):
        TARGETS["self-test"] = lambda text, seed, library, clock: exec(text) or 0
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a description makes us print is no answer
    for line in sys.stdin:
        job = json.loads(line)
        faulthandler.dump_traceback_later(job["seconds"], exit=True)
        began, done, answer = time.process_time(), 0, ("", "")
        try:
            library = Path(job["library"]) if job["library"] else None
            done = run(job["target"], job["text"], job["seed"], library, job["factor"])
        except Exception as error:
            answer = (_cause(error), traceback.format_exc(limit=-40))
        faulthandler.cancel_dump_traceback_later()
        told = {"seconds": round(time.process_time() - began, 3), "done": done}
        told["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        answers.write(json.dumps((*answer, told)) + "\n")
        answers.flush()


if __name__ == "__main__":
    _main()
