"""Copies of the repository in which changes are made, and commands in them with a budget of processor time."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
import uuid
from pathlib import Path
from typing import NamedTuple

REPO = Path(__file__).resolve().parents[2]
MARK = f"{os.getpid()}-"
"""How the mark begins that processes have in their environment, so that they and nothing else are ended."""
LOOK, IDLE = 0.25, 480
"""Seconds between looks at a command, and after how many of them with hardly any use of the processor it is given up
(looks, not time: a run that somebody pauses has not been idle)."""


class Done(NamedTuple):
    """code: None where the time ran out; cpu: seconds; seen: what the plugin noted (outcome, test, seconds)."""

    code: int | None
    cpu: float
    output: str
    seen: list[tuple[str, str, float]]


class Place:
    """A copy of the work tree, away from the recordings, with its own cache of compiled games."""

    def __init__(self, folder: Path) -> None:
        self.tree, self.rest = folder / "tree", folder / "rest"
        self.reset()

    def reset(self) -> None:
        """Make the copy what the work tree is. What Python has compiled stays: it goes by the times of the files."""
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, cwd=REPO, capture_output=True, check=True, text=True).stdout.split("\0")
        wanted = {name for name in names if name and os.path.lexists(REPO / name)}
        for file in self.tree.rglob("*"):
            strange = not file.is_dir() and file.suffix != ".pyc" and str(file.relative_to(self.tree)) not in wanted
            if strange or file.is_symlink():
                file.unlink()
        for name in wanted:
            here, there = REPO / name, self.tree / name
            if here.is_symlink() or not there.exists() or _stamp(here) != _stamp(there):
                there.parent.mkdir(parents=True, exist_ok=True)
                there.unlink(missing_ok=True)
                shutil.copy2(here, there, follow_symlinks=False)
        if (modules := REPO / "web" / "node_modules").is_dir():
            (self.tree / "web" / "node_modules").symlink_to(modules)
        shutil.rmtree(self.rest, ignore_errors=True)
        (self.rest / "tmp").mkdir(parents=True, mode=0o700)

    def write(self, path: str, text: str) -> None:
        file = self.tree / path
        for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
            compiled.unlink()
        file.unlink()
        file.write_text(text, encoding="utf-8")

    def pytest(self, tests: list[str], *, cpu: float, seen: Path | None = None, **environment: str) -> Done:
        """Run a whole test file, or tests in this order up to the first failure."""
        seen = seen or self.rest / "seen"
        seen.unlink(missing_ok=True)
        environment["MUTANTS_SEEN"] = str(seen)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.mutants.nearest"]
        if any("::" in test for test in tests):
            (self.rest / "chosen").write_text(json.dumps(tests))
            environment["MUTANTS_CHOSEN"] = str(self.rest / "chosen")
            command.append("-x")
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        return self.run([*command, *files], cpu=cpu, **environment)._replace(seen=lines_of(seen))

    def lud(self, *arguments: str, cpu: float) -> Done:
        """Run the command line of this copy, wherever pyproject.toml says it is."""
        script = tomllib.loads((self.tree / "pyproject.toml").read_text())["project"]["scripts"]["lud"]
        module, _, function = script.partition(":")
        code = f"import sys; from {module} import {function}; sys.argv[0] = 'lud'; sys.exit({function}())"
        return self.run([sys.executable, "-c", code, *arguments], cpu=cpu)

    def run(self, command: list[str], *, cpu: float, cwd: str = ".", **environment: str) -> Done:
        """Run a command until it ends or its processes have used so many seconds together. They are all ended then."""
        mark = f"{MARK}{uuid.uuid4().hex}"
        env = {k: v for k, v in os.environ.items() if not k.startswith(("LUD_", "PYTEST_", "COVERAGE_", "HYPOTHESIS_"))}
        env |= {"PYTHONPATH": str(self.tree), "XDG_CACHE_HOME": str(self.rest), "TMPDIR": str(self.rest / "tmp")}
        env |= {**environment, "MUTANTS_RUN": mark}
        with open(self.rest / "output", "w+b") as output:
            process = subprocess.Popen(
                command, cwd=self.tree / cwd, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
            known: dict[tuple[bytes, bytes], bool] = {}
            used, before, idle = 0.0, 0.0, 0
            while process.poll() is None and used <= cpu and idle < IDLE:
                time.sleep(LOOK)
                used, idle = max(used, sum(_processes(mark, known).values())), idle + 1
                if used > before + 0.5:
                    before, idle = used, 0
            code = process.poll()
            end_all(mark, known)
            process.wait()
            output.seek(0)
            return Done(code, used, output.read()[-20000:].decode(errors="replace"), [])


def end_all(mark: str = MARK, known: dict[tuple[bytes, bytes], bool] | None = None) -> None:
    """End the processes of a run, or of all runs."""
    known = {} if known is None else known
    while left := _processes(mark, known):
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def lines_of(file: Path) -> list[tuple[str, str, float]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def _stamp(file: Path) -> tuple[int, int]:
    return file.stat().st_size, file.stat().st_mtime_ns


def _processes(mark: str, known: dict[tuple[bytes, bytes], bool]) -> dict[int, float]:
    """The processes of a run, each with the seconds that it and what it has waited for have used: those whose
    environment has the mark, and what they begin. known: of processes by start and number, whether they are of it."""
    found: dict[int, float] = {}
    for pid in sorted(int(name) for name in os.listdir("/proc") if name.isdecimal()):
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
            key = words[19], str(pid).encode()
            if not known.get(key):
                environment = Path(f"/proc/{pid}/environ").read_bytes()
                known[key] = f"MUTANTS_RUN={mark}".encode() in environment or int(words[1]) in found
            if known[key] and words[0] != b"Z":
                found[pid] = sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")
    return found
