"""Do the tests notice small changes of the product? `make mutants` draws changes, runs the tests nearest to each in a
copy of the work tree, and reports by package.

Neither mutmut nor cosmic-ray nor mutatest (no release since 2022) is used: they change Python alone, while we draw from
C and TypeScript too, and have no operators for swapped arguments or the wrong player.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import accumulate, islice
from pathlib import Path
from queue import Queue
from threading import Lock
from typing import Any

from tests.corpus import CORPUS, REPO
from tests.mutants.covering import FOLDER, Covering
from tests.mutants.operators import OPERATORS, Mutant, mutants_of, package_of

SOURCES = ("ludparse/**/*.py", "interpreter/**/*.py", "exporters/**/*.py", "interpreter/**/*.h", "web/src/**/*.ts")
NOT_COUNTED = (
    "test_a_program_to_read", "test_the_reference_page", "test_known_boards",
    "test_ludii_plays_the_same", "test_the_scripts_are_built", "test_every_form_is_played",
    "test_the_picture_is_that_of_the_board", "docs/test_course.py", "test_readme.py", "test_architecture_page.py",
    "census/test_census.py",
)  # fmt: skip
"""Parts of the names of tests. Golden files, checksums, lists and sessions copied from our own run say that something
has changed, not what is wrong: they do not count."""
_PYTEST = (
    sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not long",
    "-k", " and ".join(f"not {name}" for name in NOT_COUNTED if name.isidentifier()),
)  # fmt: skip
TYPESCRIPT = ("tests/exporters/web/test_in_node.py", "tests/exporters/web/test_searches_in_node.py")
"""Its tests: nothing says which of them run a line."""
FIRST, SECONDS, WALL = 10, 90, 600
"""Of a processor for the nearest tests of a change, then for all, and of a clock after which a run is given up."""
_CRASHES = {signal.SIGSEGV: "a crash", signal.SIGABRT: "an abort", signal.SIGFPE: "a crash", signal.SIGBUS: "a crash"}
RECORDINGS = Path(__file__).parent / "recordings.txt"
WORK = Path(os.environ.get("MUTANTS_WORK", REPO / "build" / "mutants")).absolute()
"""Copies, what was recorded, and the log; another folder lets two runs go on beside each other."""


def draw(mutants: list[Mutant], seed: int) -> Iterator[Mutant]:
    """Changes in a random order: each time an operator, then one of the lines that it fits, then one of its changes of
    the line. The first of a long draw are those of a short one."""
    lines: dict[str, dict[tuple[str, int], list[Mutant]]] = {operator: defaultdict(list) for operator in OPERATORS}
    for mutant in mutants:
        lines[mutant.operator][mutant.path, mutant.line].append(mutant)
    places = {operator: list(found) for operator, found in lines.items() if found}
    generator, drawn = random.Random(seed), set[Mutant]()
    while len(drawn) < len(mutants):
        operator = generator.choice(list(places))
        mutant = generator.choice(lines[operator][generator.choice(places[operator])])
        if mutant not in drawn:
            drawn.add(mutant)
            yield mutant


def all_mutants(under: str = "") -> list[Mutant]:
    """Of the files whose path matches a pattern."""
    paths = sorted({str(file.relative_to(REPO)) for pattern in SOURCES for file in REPO.glob(pattern)})
    chosen = [path for path in paths if re.search(under, path) and not os.path.islink(REPO / path.split("/")[0])]
    return [mutant for path in chosen for mutant in mutants_of(path, (REPO / path).read_text(encoding="utf-8"))]


class Copy:
    """A copy of the work tree, away from the recordings. All copies share a cache of compiled games."""

    def __init__(self, folder: Path) -> None:
        self.tree, self.cache = folder / "tree", WORK / "cache"
        shutil.rmtree(self.tree, ignore_errors=True)
        self.cache.mkdir(parents=True, exist_ok=True)
        names = subprocess.run(
            ["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=REPO, capture_output=True, check=True, text=True
        ).stdout.split("\0")
        for name in filter(None, names):
            if os.path.lexists(REPO / name):
                (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(REPO / name, self.tree / name, follow_symlinks=False)
        if (modules := REPO / "web" / "node_modules").is_dir():
            (self.tree / "web" / "node_modules").symlink_to(modules)

    def run(
        self, *command: str, cwd: str = ".", seconds: int = SECONDS, wall: int | None = WALL, **variables: str
    ) -> tuple[int, str]:
        """Exit code (minus a signal) and output of a command, which is killed where it needs more seconds of a
        processor, or of the clock."""
        env = {k: v for k, v in os.environ.items() if not k.startswith(("LUD_", "PYTEST_", "HYPOTHESIS_"))}
        env |= {"PYTHONPATH": str(self.tree), "XDG_CACHE_HOME": str(self.cache), "PYTHONDONTWRITEBYTECODE": "1"}
        running = subprocess.Popen(
            command, cwd=self.tree / cwd, env=env | variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", stdin=subprocess.DEVNULL, start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)),
        )  # fmt: skip
        try:
            output, _ = running.communicate(timeout=wall)
            return running.returncode, output
        except subprocess.TimeoutExpired:
            return -signal.SIGKILL, ""
        finally:
            with suppress(ProcessLookupError):  # what a test has started and left
                os.killpg(running.pid, signal.SIGKILL)
            running.wait()

    def failing(self, tests: list[str]) -> str:
        """The first test that fails; empty if there is none, or the time ends before."""
        (self.tree.parent / "tests").write_text("".join(f"{test}\n" for test in tests), encoding="utf-8")
        code, output = self.run(*_PYTEST, "-x", "--tb=no", f"@{self.tree.parent / 'tests'}")
        if -code in _CRASHES:
            return f"{_CRASHES[-code]} of the tests"
        found = re.search(r"^(?:FAILED|ERROR) (\S+(?: [^-]\S*)*)", output, re.M)
        return found[1] if code in (1, 2, 3, 4) and found else ""  # 4: a file of tests does not load

    def record(self, covering: Covering, tests: list[str]) -> None:
        """What the lines of test files are run by."""
        command = [*_PYTEST, "-p", "tests.mutants.covering", *tests]
        self.run(*command, seconds=10**6, wall=None, **{FOLDER: str(covering.folder)})

    def recorded(self) -> str:
        """What the fixed recordings say."""
        lud = "import sys; from ludparse.exporters.cli import script; sys.argv[0] = 'lud'; sys.exit(script())"
        where = ["--library", str(CORPUS / "res"), "crosscheck", str(CORPUS), "--games-from", str(RECORDINGS)]
        _, output = self.run(sys.executable, "-c", lud, *where, "--no-trials", "--lines", "--most", "1000", seconds=120)
        return "\n".join(line.split(" s  ")[0].rstrip("0123456789. ") for line in output.splitlines() if " s  " in line)


class Judge:
    """Tries changes in copies, and looks in another whether a test that fails passes without the change."""

    def __init__(self, jobs: int = 1) -> None:
        self.free: Queue[Copy] = Queue()
        for job in range(jobs):
            self.free.put(Copy(WORK / f"changed{job}"))
        self.whole = Copy(WORK / "unchanged")
        self.covering = Covering(WORK / "covering", self.whole.tree)
        self.sound: dict[str, bool] = {}
        self.alone = Lock()

    def cover(self, drawn: Iterable[str], pattern: str = "") -> None:
        """Record what is not recorded yet of the test files whose path matches, for the sources drawn from."""
        self.covering.keep_sources(drawn)
        missing = [test for test in self.covering.missing() if not any(part in test for part in NOT_COUNTED)]
        if tests := [test for test in missing if re.search(pattern, test)]:
            print(f"recording which lines {len(tests)} test files run", flush=True)
            self.whole.record(self.covering, tests)

    def judge(self, mutant: Mutant, recordings: bool = False) -> dict[str, Any]:
        """A line of the log, without `status` if the change does not compile. recordings: look at them alone."""
        copy = self.free.get()
        file = copy.tree / mutant.path
        text, times = file.read_text(encoding="utf-8"), file.stat()
        changed = mutant.applied(text)
        row: dict[str, Any] = {name: getattr(mutant, name) for name in ("id", "path", "line", "operator")}
        row |= {"package": package_of(mutant.path), "old": _excerpt(text, mutant.start, mutant.end)}
        row |= {"new": _excerpt(changed, mutant.start, mutant.start + len(mutant.new))}
        try:
            file.write_text(changed, encoding="utf-8")
            return row | (self._recordings(copy) if recordings else self._status(copy, mutant, text))
        finally:
            file.write_text(text, encoding="utf-8")
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
            self.free.put(copy)

    def _recordings(self, copy: Copy) -> dict[str, Any]:
        with self.alone:
            self.usual = getattr(self, "usual", None) or self.whole.recorded()
        return {"status": "not caught" if copy.recorded() == self.usual else "recordings"}

    def _status(self, copy: Copy, mutant: Mutant, text: str) -> dict[str, Any]:
        if mutant.path.endswith(".ts"):
            tests = list(TYPESCRIPT)
            if copy.run("node", "build.mjs", cwd="web")[0]:
                return {}
        else:
            tests = self.covering.nearest(mutant.path, range(mutant.first, mutant.line + 1), text, SECONDS)
            tests = self.covering.beside(mutant.path, 1 if tests else 3) + tests
        tests = [test for test in tests if not any(part in test for part in NOT_COUNTED)]
        used = accumulate(self.covering.seconds.get(test, FIRST / 3) for test in tests)
        first = sum(seconds <= FIRST for seconds in used) or 1  # it takes long to collect the tests of many files
        by = next(filter(None, (copy.failing(part) for part in (tests[:first], tests[first:]) if part)), "")
        if not by:
            return {"status": "not caught", "tests": len(tests)}
        if "::" in by:  # neither a crash nor a file that does not even load
            with self.alone:
                if by not in self.sound:
                    self.sound[by] = not self.whole.failing([by])
        return {"status": "caught" if self.sound.get(by, True) else "unsound", "by": by}


def _excerpt(text: str, start: int, end: int) -> str:
    """The whole lines of a part of a text."""
    return text[text.rfind("\n", 0, start) + 1 : text.find("\n", end)].strip()


def rows_of(log: Path) -> dict[str, dict[str, Any]]:
    """What the log says last of each change; a judgement comes after its change and adds to it."""
    rows: dict[str, dict[str, Any]] = {}
    for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else []:
        row = json.loads(line)
        rows[row["id"]] = {**rows.get(row["id"], {}), **row}
    return rows


def report(log: Path) -> str:
    """The table by package, and what was not caught."""
    kinds = ("caught", "recordings", "not caught", "equivalent")
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    details = []
    for row in rows_of(log).values():
        status = "equivalent" if "equivalent" in row else row.get("status", "")
        if status:
            counts[row["package"]][status] += 1
            counts["together"][status] += 1
        if status in kinds[1:]:
            details += [f"\n{row['id']} {row['path']}:{row['line']} {row['operator']}: {row.get('equivalent', status)}"]
            details += [f"  - {line}" for line in row["old"].splitlines()]
            details += [f"  + {line}" for line in row["new"].splitlines()]
    lines = [f"{'':12}" + "".join(f"{kind:>12}" for kind in kinds) + "   of those that are not equivalent"]
    for package, count in sorted(counts.items(), key=lambda pair: (pair[0] == "together", pair[0])):
        share = count["caught"] / max(1, count.total() - count["equivalent"])
        lines.append(f"{package:12}" + "".join(f"{count[kind]:12}" for kind in kinds) + f"   {share:.1%} caught")
    if counts["together"]["equivalent"] * 10 > counts["together"].total():
        lines.append("More than a tenth is said to be equivalent.")
    return "\n".join(lines + details)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--count", type=int, default=50, help="how many changes that compile")
    parser.add_argument("--under", default="", metavar="REGEX", help="only in files whose path matches")
    parser.add_argument("--only", default="", metavar="REGEX", help="judge only what was drawn in files that match")
    parser.add_argument("--tests", default="", metavar="REGEX", help="record only test files whose path matches")
    parser.add_argument("--jobs", type=int, default=2, help="how many changes are tried at once")
    parser.add_argument("--log", default=WORK / "log.jsonl", type=Path, help="a run goes on where the log ends")
    parser.add_argument("--again", action="store_true", help="judge those of the log that were not caught once more")
    parser.add_argument("--recordings", action="store_true", help="ask the recordings about those not caught")
    parser.add_argument("--report", action="store_true", help="only print the report of the log")
    parser.add_argument("--equivalent", nargs=2, metavar=("ID", "REASON"), help="note that no test could tell a change")
    args = parser.parse_args()
    args.log.parent.mkdir(parents=True, exist_ok=True)
    known = rows_of(args.log)
    with open(args.log, "a", encoding="utf-8") as log:
        if args.equivalent:
            print(json.dumps({"id": args.equivalent[0], "equivalent": args.equivalent[1]}), file=log, flush=True)
        elif not args.report:
            drawn = [m for m in islice(draw(all_mutants(args.under), args.seed), 2 * args.count) if _compiles(m)]
            if args.again or args.recordings:
                left = [row for row in known.values() if "equivalent" not in row]
                missed = {row["id"] for row in left if row.get("status") in ("not caught", "recordings")}
                chosen = [m for m in drawn if m.id in missed]
            else:
                chosen = [m for m in drawn[: args.count] if m.id not in known]
            chosen = [mutant for mutant in chosen if re.search(args.only, mutant.path)]
            judge = Judge(args.jobs)
            if not args.recordings:
                judge.cover({m.path for m in drawn[: args.count] if m.path.endswith(".py")}, args.tests)

            def note(mutant: Mutant) -> None:
                row = judge.judge(mutant, args.recordings)
                print(json.dumps(row | {"seed": args.seed}), file=log, flush=True)
                where = f"{row['path']}:{row['line']}, {row['operator']}"
                print(f"{row.get('status', '-')}: {where} {row.get('by', '')}", flush=True)

            with ThreadPoolExecutor(args.jobs) as pool:
                list(pool.map(note, chosen))
    print(report(args.log))


def _compiles(mutant: Mutant) -> bool:
    if not mutant.path.endswith(".py"):
        return True
    try:
        ast.parse(mutant.applied((REPO / mutant.path).read_text(encoding="utf-8")))
    except SyntaxError:
        return False
    return True


if __name__ == "__main__":
    main()
