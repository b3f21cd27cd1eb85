"""A storm over a cluster: commands whose workers, scheduler and own process are killed, stopped and replaced at random.

    python -m tests.storm dask --runs 100 --seed 1      # or ray; needs ludparse[dask] or [ray]

In every run a command, or two at once, are given until they end well. When they end otherwise, they have to say one
thing that is wrong and keep what they have; after the storm they end with the results of one core to the byte.
Servers listen on the loopback address alone: Ray cannot be told to, so it gets a network of its own (`unshare`, Linux),
and a token that nobody else knows. Most of the time is spent waiting, so that several storms of other seeds may go on
beside each other.
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
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.corpus import REPO
from tests.interpreter.descriptions import IN_A_ROW as LINE

SHORT = LINE.replace("(is Line 3)", "(is Line 2)")
WAITS = "tests.storm:Waits(seconds=0.008)"
COMMANDS: dict[str, tuple[str, ...]] = {
    "playouts": ("playouts", LINE, "-n", "2500"),
    "evaluate": ("evaluate", LINE, "-n", "120", "--agent", WAITS),
    "compare": ("compare", LINE, SHORT, "-n", "80", "--time", "1000", "--no-warnings", "--agent", WAITS),
    "contest": ("contest", LINE, WAITS, "random", "-n", "160", "--all-games"),
    "search-variants": (
        "search-variants", LINE.replace("3))", "3)) // vary 3..5\n"), "--want", "length 5..9",
        "-n", "24", "--agent", WAITS,
    ),
    "dataset": ("dataset", LINE, "--games", "120", "--chunk", "12", "--agent", WAITS),
}  # fmt: skip
"""Some seconds each on one core, which pass with waiting as far as they can; all with results that are kept."""
TIMED = ("second", "per_s", "timing", "jobs", "cluster", "resumed", "output", "folders", "file")
LOCAL = "127.0.0.1"


class Waits:
    """Chooses at random, after a while."""

    def __init__(self, seed: int, seconds: float) -> None:
        self.rng, self.seconds = random.Random(seed), seconds

    def choose(self, state: Any) -> Any:
        time.sleep(self.seconds)
        return self.rng.choice(state.legal_moves())


def free_port() -> int:
    with socket.socket() as one:
        one.bind((LOCAL, 0))
        return int(one.getsockname()[1])


class Cluster:
    """A scheduler and its workers, processes of their own. Subclasses say how these are begun."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.workers: list[subprocess.Popen[bytes]] = []
        self.strangers: list[subprocess.Popen[bytes]] = []
        """Of another version."""
        self.number = 0
        self.head: subprocess.Popen[bytes] | None = None

    address = ""

    def head_command(self) -> list[str]:
        raise NotImplementedError

    def worker_command(self) -> list[str]:
        raise NotImplementedError

    def begin(self, command: list[str], path: Path = REPO) -> subprocess.Popen[bytes]:
        """A process, which is known with all that it starts by its session."""
        self.number += 1
        with (self.folder / f"process-{self.number}.log").open("wb") as log:
            return subprocess.Popen(
                command, cwd=self.folder, stdout=log, stderr=log, start_new_session=True,
                env=os.environ | {"PYTHONPATH": str(path)},
            )  # fmt: skip

    def whole(self) -> None:
        """There are a scheduler that listens and two workers again, and nobody else."""
        end = time.monotonic() + 300
        while not self._listens():
            assert time.monotonic() < end, f"no scheduler listens; see {self.folder}"
            if self.head is None or self.head.poll() is not None:  # where much else runs, Ray gives up by itself
                self.stop()
                self.head = self.begin(self.head_command())
            time.sleep(0.1)
        for one in (*self.alive()[2:], *self.strangers):
            self.end(one)
        self.strangers.clear()
        while len(self.alive()) < 2:
            self.add()

    def _listens(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection((LOCAL, self.port), timeout=1):
            return True
        return False

    def add(self) -> None:
        self.workers.append(self.begin(self.worker_command()))

    def add_stranger(self, path: Path) -> None:
        self.strangers.append(self.begin(self.worker_command(), path))

    def alive(self) -> list[subprocess.Popen[bytes]]:
        self.workers = [one for one in self.workers if one.poll() is None]
        return self.workers

    def end(self, process: subprocess.Popen[bytes], how: signal.Signals = signal.SIGKILL) -> None:
        self.signal(process, (how, 0))
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        self.signal(process, (signal.SIGKILL, 0))
        process.wait(10)

    def processes(self, process: subprocess.Popen[bytes]) -> Iterator[int]:
        """A process and all that it has started, whatever their parents are now."""
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(ProcessLookupError):
                if os.getsid(int(entry.name)) == process.pid:
                    yield int(entry.name)

    def signal(self, process: subprocess.Popen[bytes], *signals: tuple[signal.Signals, float]) -> None:
        """Send them signals, and wait so many seconds after each."""
        them = [*self.processes(process)]
        for how, seconds in signals:
            for pid in them:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, how)
            time.sleep(seconds)

    def stop(self) -> None:
        for one in (*self.workers, *self.strangers, *([self.head] if self.head else [])):
            self.end(one)
        self.workers.clear()
        self.strangers.clear()
        self.head = None


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
        """A folder for each, as on machines of their own: two that begin at once take the same name for their sockets,
        and the later one waits for itself for 30 s."""
        return [str(Path(sys.executable).parent / "ray"), "start", "--block", "--disable-usage-stats",
                "--object-store-memory", "100000000", "--include-log-monitor", "false",
                "--temp-dir", str(self.folder / f"ray{self.number}")]  # fmt: skip


KINDS: dict[str, Callable[[Path], Cluster]] = {"dask": Dask, "ray": Ray}


class Given:
    """A command that is given again and again until it ends well."""

    def __init__(self, name: str, place: Path, where: Sequence[str]) -> None:
        self.name, self.output = name, place / name
        self.command = [*COMMANDS[name], "--backend", "python", "--json", "--output", str(self.output), *where]
        self.kept = 0
        self.process: subprocess.Popen[bytes] | None = None
        self.code: int | None = None
        self.said = b"", b""

    def begin(self, limit: int | None = None) -> None:
        """limit: bytes of the largest file that it may write."""

        def limits() -> None:
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        self.process = subprocess.Popen(
            [sys.executable, "-m", "ludparse.exporters.cli", *self.command], cwd=REPO, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(REPO)}, preexec_fn=limits,
        )  # fmt: skip
        self.reader = threading.Thread(target=self._read, args=(self.process,))
        self.reader.start()

    def send(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        self.said = process.communicate()
        self.code = process.returncode

    def ended(self) -> str:
        """How it ended, "" if it did not. Raises AssertionError for what no user should see, or where less is kept
        than before."""
        if self.reader.is_alive():
            return ""
        out, errors = (text.decode() for text in self.said)
        assert "Traceback" not in errors and "defect" not in errors + out, out + errors
        kept = self._count()
        assert kept >= self.kept, f"{kept} results are left of {self.kept}"
        self.kept = kept
        if self.code in (0, 130, -signal.SIGKILL, -signal.SIGTERM):  # the last: while Python was starting or ending
            return f"exit code {self.code}"
        (problem,) = json.loads(out)["problems"] if out.startswith("{") else [{"message": errors.splitlines()[-1]}]
        return str(problem["message"])

    def _count(self) -> int:
        """How many results are kept."""
        count = sum(file.read_bytes().count(b"\n") for file in self.output.rglob("*.jsonl"))
        tallies = [json.loads(file.read_text())["games"] for file in self.output.rglob("tally.json")]
        return count + sum(tallies) + sum(1 for _ in self.output.rglob("*.parquet"))

    def results(self) -> tuple[Any, dict[str, Any]]:
        """What it said and wrote, without times."""
        files = {
            str(file.relative_to(self.output)): (
                [untimed(json.loads(line)) for line in file.read_text().splitlines()]
                if file.suffix == ".jsonl"
                else file.read_bytes()
            )
            for file in sorted(self.output.rglob("*"))
            if file.is_file()
        }
        return untimed(json.loads(self.said[0])), files


EVENTS = {
    "worker killed": 4, "worker paused": 2, "worker slowed": 2, "worker joined": 2, "worker left": 2,
    "worker of another version": 1, "scheduler killed, begun again": 1, "scheduler gone for 25 s": 0.2,
    "command SIGTERM": 1, "command SIGKILL": 1, "nothing": 3,
}  # fmt: skip


class Storm:
    """Everything that happens to some commands."""

    def __init__(self, cluster: Cluster, rng: random.Random, other: Path) -> None:
        self.cluster, self.rng, self.other = cluster, rng, other
        self.happened: Counter[str] = Counter()

    def run(self, commands: Sequence[Given], seconds: float) -> None:
        """Give commands again and again in a storm and, when it is over, until they end well. Raises AssertionError."""
        end = time.monotonic() + seconds
        left = [*commands]
        for one in left:
            one.begin(self.limit())
        while left:
            calm = time.monotonic() > end
            time.sleep(0.2 if calm else self.rng.uniform(0.4, 2))
            for one in [*left]:
                if not (how := one.ended()):
                    continue
                self.happened["worker refused"] += one.said[1].count(b"is not used: ")
                if one.code == 0:
                    left.remove(one)
                    continue
                self.happened[how.replace(self.cluster.address, "ADDRESS")] += 1
                assert time.monotonic() < end + 600, f"no end of {one.name}: {how}"
                self.cluster.whole()
                one.begin(None if calm else self.limit())
            if calm:
                self.cluster.whole()
                assert time.monotonic() < end + 700, f"no end of {', '.join(one.name for one in left)}"
            elif left:
                self.event(left)

    def limit(self) -> int | None:
        """Now and then the disk is full."""
        if self.rng.random() > 0.15:
            return None
        self.happened["full disk"] += 1
        return self.rng.choice([100, 1000, 3000])

    def event(self, commands: Sequence[Given]) -> None:
        """Something happens."""
        cluster, rng = self.cluster, self.rng
        what = rng.choices([*EVENTS], [*EVENTS.values()])[0]
        self.happened[what] += what != "nothing"
        worker = rng.choice([*cluster.alive(), None])
        match what.split():
            case ["command", how]:
                rng.choice(commands).send(signal.Signals[how])
            case ["scheduler", *how]:
                cluster.stop()
                if "gone" in how:
                    time.sleep(25)
                cluster.whole()
            case ["worker", "of", *_]:
                cluster.add_stranger(self.other)
            case ["worker", "joined"] if len(cluster.workers) < 4:
                cluster.add()
            case ["worker", "killed" | "left" as how] if worker is not None:
                cluster.end(worker, signal.SIGKILL if how == "killed" else signal.SIGTERM)
                cluster.add()
            case ["worker", "paused"] if worker is not None:
                cluster.signal(worker, (signal.SIGSTOP, rng.uniform(0.5, 4)), (signal.SIGCONT, 0))
            case ["worker", "slowed"] if worker is not None:
                cluster.signal(worker, *[(signal.SIGSTOP, 0.2), (signal.SIGCONT, 0.02)] * rng.randint(5, 20))


def untimed(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: untimed(v) for k, v in value.items() if not any(word in k for word in TIMED)}
    return [untimed(v) for v in value] if isinstance(value, list) else value


@contextlib.contextmanager
def cluster_of(kind: str, folder: Path) -> Iterator[Cluster]:
    cluster = KINDS[kind](folder)
    try:
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


def storm(
    kind: str, runs: int, seed: int, seconds: float, names: list[str], folder: Path, first: int = 0
) -> bool:
    """Run commands in a storm; whether all results were those of one core. The cluster stays from run to run."""
    other, expected = another_version(folder / "other"), {}
    good, happened, runs_of = 0, Counter[str](), Counter[str]()
    with cluster_of(kind, folder) as cluster:
        for number in range(first, first + runs):
            rng = random.Random(f"{seed}/{number}")
            chosen = rng.sample(names, 2 if len(names) > 1 and rng.random() < 0.25 else 1)
            for name in {*chosen} - {*expected}:
                alone = Given(name, folder / "alone", ["--jobs", "1"])
                alone.begin()
                alone.reader.join()
                assert alone.ended() == "exit code 0", alone.said
                expected[name] = alone.results()
            place = folder / f"run-{number}"
            place.mkdir()
            tempest, began = Storm(cluster, rng, other), time.monotonic()
            commands = [Given(name, place, ["--cluster", cluster.address]) for name in chosen]
            wrong = ""
            try:
                cluster.whole()
                tempest.run(commands, seconds)
                wrong = " ".join(one.name for one in commands if one.results() != expected[one.name])
            except Exception as problem:
                wrong = f"{type(problem).__name__}: {problem}"
            finally:
                for one in commands:
                    one.send(signal.SIGKILL)
            good += not wrong
            happened.update(tempest.happened)
            runs_of.update({" and ".join(sorted(chosen)): 1})
            told = ", ".join(f"{what} {times}" for what, times in sorted(tempest.happened.items()) if times)
            print(f"{number} {' and '.join(chosen)}: {f'WRONG {wrong}' if wrong else 'same'} after "
                  f"{time.monotonic() - began:.0f} s  [{told}]", flush=True)  # fmt: skip
            if not wrong:
                shutil.rmtree(place)
    print(f"{good} of {runs} runs ended with the results of one core")
    for what, times in sorted((runs_of + happened).items()):
        print(f"{times:6} {what}")
    return good == runs


def alone(command: list[str]) -> list[str]:
    """A command in a network of its own, which has the loopback interface and no other."""
    user = [] if os.geteuid() == 0 else ["--map-root-user"]
    return ["unshare", "--net", *user, "sh", "-c", 'ip link set lo up && exec "$@"', "sh", *command]


def can_be_alone() -> bool:
    return subprocess.run(alone(["true"]), capture_output=True, check=False).returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first run (default 0)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=15.0, help="how long a storm lasts (default 15)")
    parser.add_argument("--only", nargs="*", default=list(COMMANDS), choices=COMMANDS)
    args = parser.parse_args()
    if args.kind == "ray" and "STORM_ALONE" not in os.environ:
        os.environ |= {"STORM_ALONE": "1", "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        command = alone([sys.executable, "-m", "tests.storm", *sys.argv[1:]])
        os.execvp(command[0], command)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # not without ending what was begun
    with tempfile.TemporaryDirectory(prefix="storm") as folder:
        return 0 if storm(args.kind, args.runs, args.seed, args.seconds, args.only, Path(folder), args.first) else 1


if __name__ == "__main__":
    sys.exit(main())
