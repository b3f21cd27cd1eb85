"""A storm over a cluster: commands whose workers, scheduler and own process are killed, stopped and replaced at random.

    python -m tests.storm dask --runs 100 --seed 1      # or ray; needs ludparse[dask] or [ray]

Every run ends with the results of one core to the byte, or with one line that says what is wrong; then the same command
is given again, without a storm, and has to go on to the same results. Servers listen on the loopback address alone:
Ray cannot be told to, so it gets a network of its own (`unshare`, Linux), and a token that nobody else knows.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import resource
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.corpus import REPO

LINE = """(game "Line" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
SHORT = LINE.replace("(is Line 3)", "(is Line 2)")
COMMANDS: dict[str, tuple[str, ...]] = {
    "playouts": ("playouts", LINE, "-n", "4000"),
    "evaluate": ("evaluate", LINE, "-n", "400"),
    "compare": ("compare", LINE, SHORT, "-n", "200", "--seconds", "1000", "--no-warnings"),
    "contest": ("contest", LINE, "uct(iterations=30)", "random", "-n", "60", "--all-games"),
    "search-variants": ("search-variants", LINE.replace("3))", "3)) // vary 3..5\n"), "--want", "length 5..9"),
    "dataset": ("dataset", LINE, "--games", "200", "--chunk", "20"),
}
"""Some seconds each on one core; all with results that are kept."""
TIMED = ("second", "per_s", "timing", "jobs", "cluster", "resumed", "output", "folders", "file")
LOCAL = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as one:
        one.bind((LOCAL, 0))
        return int(one.getsockname()[1])


class Cluster:
    """A scheduler and its workers, processes of their own. Subclasses say how these are begun."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.workers: list[subprocess.Popen[bytes]] = []
        self.number = 0
        self.marks: dict[int, bytes] = {}
        self.head: subprocess.Popen[bytes] | None = None

    address = ""

    def head_command(self) -> list[str]:
        raise NotImplementedError

    def worker_command(self) -> list[str]:
        raise NotImplementedError

    def begin(self, command: list[str], path: Path = REPO) -> subprocess.Popen[bytes]:
        """A process, which is known with all that it starts by a mark in the environment."""
        self.number += 1
        mark = f"{os.getpid()}-{self.folder.name}-{self.number}"
        with (self.folder / f"process-{self.number}.log").open("wb") as log:
            process = subprocess.Popen(
                command, cwd=self.folder, stdout=log, stderr=log, start_new_session=True,
                env=os.environ | {"PYTHONPATH": str(path), "STORM": mark},
            )  # fmt: skip
        self.marks[process.pid] = f"STORM={mark}".encode()
        return process

    def start(self, workers: int = 2) -> None:
        self.head = self.begin(self.head_command())
        self.wait()
        for _ in range(workers):
            self.add()

    def wait(self) -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection((LOCAL, self.port), timeout=1):
                return
            time.sleep(0.1)
        raise TimeoutError(f"no scheduler listens; see {self.folder}")

    def add(self, path: Path = REPO) -> None:
        self.workers.append(self.begin(self.worker_command(), path))

    def alive(self) -> list[subprocess.Popen[bytes]]:
        self.workers = [one for one in self.workers if one.poll() is None]
        return self.workers

    def end(self, process: subprocess.Popen[bytes], how: signal.Signals = signal.SIGKILL) -> None:
        self.signal(process, how)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        self.signal(process, signal.SIGKILL)
        process.wait(10)

    def signal(self, process: subprocess.Popen[bytes], how: signal.Signals) -> None:
        """Send a signal to a process and all that it has started, whatever their parents are now."""
        for entry in Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):
                if self.marks[process.pid] in entry.read_bytes().split(b"\0"):
                    os.kill(int(entry.parent.name), how)

    def stop(self) -> None:
        for one in (*self.workers, *([self.head] if self.head else [])):
            self.end(one)
        self.workers.clear()

    def restart(self) -> None:
        """The scheduler is lost, and its workers with it."""
        self.stop()
        self.start()


class Dask(Cluster):
    @property
    def address(self) -> str:  # type: ignore[override]
        return f"dask://{LOCAL}:{self.port}"

    def head_command(self) -> list[str]:
        return [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", LOCAL, "--port", str(self.port),
                "--dashboard-address", f"{LOCAL}:0", "--no-show"]  # fmt: skip

    def worker_command(self) -> list[str]:
        here = ["--host", LOCAL, "--dashboard-address", f"{LOCAL}:0", "--nthreads", "1", "--no-nanny"]
        return [sys.executable, "-m", "distributed.cli.dask_worker", f"{LOCAL}:{self.port}", *here]


class Ray(Cluster):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.store = free_port()

    @property
    def address(self) -> str:  # type: ignore[override]
        return f"ray://{LOCAL}:{self.port}"

    def head_command(self) -> list[str]:
        return [*self.ray(), "--head", "--port", str(self.store), "--ray-client-server-port", str(self.port),
                "--num-cpus", "0", "--include-dashboard", "false"]  # fmt: skip

    def worker_command(self) -> list[str]:
        return [*self.ray(), "--address", f"{LOCAL}:{self.store}", "--num-cpus", "1"]

    def ray(self) -> list[str]:
        return [str(Path(sys.executable).parent / "ray"), "start", "--block",
                "--object-store-memory", "100000000", "--disable-usage-stats"]  # fmt: skip


KINDS: dict[str, Callable[[Path], Cluster]] = {"dask": Dask, "ray": Ray}


class Storm:
    """Everything that happens to one command."""

    def __init__(self, cluster: Cluster, rng: random.Random, other: Path) -> None:
        self.cluster, self.rng, self.other = cluster, rng, other
        self.happened: Counter[str] = Counter()

    def run(self, command: list[str], seconds: float) -> tuple[int, str, str]:
        """Give a command again and again in a storm, and once more after it."""
        end = time.monotonic() + seconds
        while True:
            limited = self.rng.random() < 0.15
            process = begun(command, limit=2000 if limited and time.monotonic() < end else None)
            self.happened["full disk"] += limited
            while process.poll() is None and time.monotonic() < end:
                time.sleep(self.rng.uniform(0.2, 1.5))
                if self.event(process):
                    break
            code, out, errors = ended(process)
            if code == 0 or time.monotonic() > end + 120:
                return code, out, errors
            self.happened[f"ended with {code}"] += 1
            assert "Traceback" not in errors and "defect" not in errors + out, errors + out
            self.whole()

    def whole(self) -> None:
        """There are workers again."""
        while len(self.cluster.alive()) < 2:
            self.cluster.add()

    def event(self, process: subprocess.Popen[bytes]) -> bool:
        """Something happens; whether the command was ended."""
        what = self.rng.choices(
            ["kill", "pause", "join", "leave", "scheduler", "SIGTERM", "SIGKILL", "other version", "nothing"],
            [4, 3, 3, 2, 1, 1, 1, 1, 4],
        )[0]
        self.happened[what] += 1
        alive = self.cluster.alive()
        worker = self.rng.choice(alive) if alive else None
        if what in ("SIGTERM", "SIGKILL"):
            process.send_signal(signal.Signals[what])
            return True
        if what == "scheduler":
            self.cluster.restart()
        elif what == "other version":
            self.cluster.add(self.other)
        elif what == "join" and len(alive) < 4:
            self.cluster.add()
        elif worker is not None and what in ("kill", "leave"):
            self.cluster.end(worker, signal.SIGKILL if what == "kill" else signal.SIGTERM)
            self.cluster.add()
        elif worker is not None and what == "pause":
            self.cluster.signal(worker, signal.SIGSTOP)
            time.sleep(self.rng.uniform(0.5, 4))
            self.cluster.signal(worker, signal.SIGCONT)
        return False


def begun(command: list[str], limit: int | None = None) -> subprocess.Popen[bytes]:
    """A command of `lud`. limit: bytes of the largest file that it may write."""

    def limits() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.Popen(
        [sys.executable, "-m", "ludparse.exporters.cli", *command], cwd=REPO, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(REPO)}, preexec_fn=limits,
    )  # fmt: skip


def ended(process: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    out, errors = process.communicate(timeout=300)
    return process.returncode, out.decode(), errors.decode()


def untimed(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: untimed(v) for k, v in value.items() if not any(word in k for word in TIMED)}
    return [untimed(v) for v in value] if isinstance(value, list) else value


def results(out: str, folder: Path) -> tuple[Any, dict[str, Any]]:
    """What a command said and wrote, without times."""
    files = {
        str(file.relative_to(folder)): (
            [untimed(json.loads(line)) for line in file.read_text().splitlines()]
            if file.suffix == ".jsonl"
            else file.read_bytes()
        )
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }
    return untimed(json.loads(out)), files


@contextlib.contextmanager
def cluster_of(kind: str, folder: Path) -> Iterator[Cluster]:
    cluster = KINDS[kind](folder)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


def another_version(folder: Path) -> Path:
    """A copy of the package with one line more."""
    for top in ("ludparse", "interpreter", "exporters", "games"):
        shutil.copytree(REPO / top, folder / top, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "built"))
    with (folder / "interpreter/lower/__init__.py").open("a") as file:
        file.write("# another version\n")
    return folder


def storm(kind: str, runs: int, seed: int, seconds: float, names: list[str], folder: Path) -> bool:
    """Run commands in a storm; whether all results were those of one core."""
    other = another_version(folder / "other")
    expected, good = {}, True
    for name in names:
        alone = folder / "alone" / name
        code, out, errors = ended(
            begun([*COMMANDS[name], "--jobs", "1", "--backend", "python", "--json", "--output", str(alone)])
        )
        assert code == 0, errors
        expected[name] = results(out, alone)
    for number in range(runs):
        rng = random.Random(f"{seed}/{number}")
        name = rng.choice(names)
        place = folder / f"run-{number}"
        place.mkdir()
        with cluster_of(kind, place) as cluster:
            tempest = Storm(cluster, rng, other)
            began, output = time.monotonic(), place / "output"
            command = [*COMMANDS[name], "--backend", "python", "--json", "--output", str(output)]
            code, out, errors = tempest.run([*command, "--cluster", cluster.address], seconds)
        same = code == 0 and results(out, output) == expected[name]
        good &= same
        happened = ", ".join(f"{what} {times}" for what, times in sorted(tempest.happened.items()) if times)
        print(f"{number} {name}: {'same' if same else f'DIFFERENT (exit code {code})'} after "
              f"{time.monotonic() - began:.0f} s  [{happened}]", flush=True)  # fmt: skip
        if not same:
            print((out + errors)[-2000:], flush=True)
        elif place.exists():
            shutil.rmtree(place)
    return good


def alone(command: list[str]) -> list[str]:
    """A command in a network of its own, which has the loopback interface and no other."""
    user = [] if os.geteuid() == 0 else ["--map-root-user"]
    return ["unshare", "--net", *user, "sh", "-c", 'ip link set lo up && exec "$@"', "sh", *command]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long a storm lasts (default 20)")
    parser.add_argument("--only", nargs="*", default=list(COMMANDS), choices=COMMANDS)
    args = parser.parse_args()
    if args.kind == "ray" and "STORM_ALONE" not in os.environ:
        os.environ |= {"STORM_ALONE": "1", "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        command = alone([sys.executable, "-m", "tests.storm", *sys.argv[1:]])
        os.execvp(command[0], command)
    with tempfile.TemporaryDirectory(prefix="storm") as folder:
        return 0 if storm(args.kind, args.runs, args.seed, args.seconds, args.only, Path(folder)) else 1


if __name__ == "__main__":
    sys.exit(main())
