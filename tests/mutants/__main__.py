"""Do the tests notice small changes of the product? `make mutants` draws changes, runs the tests nearest to each, and
reports by package.

Neither mutmut nor cosmic-ray nor mutatest (no release since 2022) is used: they change Python alone, while we draw from
C and TypeScript too, and have no operators for swapped arguments or the wrong player. The drawing by line, the order of
the tests and the budget of processor time over all processes of a test would have to be added to each of them.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import queue
import random
import signal
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path
from typing import Any

from tests.corpus import CORPUS
from tests.mutants.nearest import Nearest
from tests.mutants.operators import OPERATORS, Mutant, mutants_of, package_of
from tests.mutants.running import REPO, Place, end_all

SOURCES = ("ludparse/**/*.py", "interpreter/**/*.py", "exporters/**/*.py", "interpreter/**/*.h", "web/src/**/*.ts")
NOT_COUNTED = (
    # golden files and pages written from the program
    "tests/interpreter/passes/test_golden.py::test_the_program_of_a_game*",
    "tests/interpreter/passes/test_golden.py::test_what_a_pass_does*",
    "tests/interpreter/passes/test_golden.py::test_the_reference_page_is_up_to_date",
    # checksums
    "tests/interpreter/board/test_regular_generators.py::test_known_boards*",
    "tests/games/test_ludii.py::test_ludii_plays_the_same_game*",
    "tests/exporters/web/test_built.py::test_the_scripts_are_built_from_the_present_sources",
    # the tool itself
    "tests/mutants/*",
)
"""Tests that say that something has changed, not what is wrong: a change that only they notice is not caught."""
SECONDS, RECORDED_SECONDS = 90.0, 120.0
FIRST_TESTS = 12
LIKELY = 2
"""So many test files without coverage are measured each time that a change is tried."""
RECORDINGS = Path(__file__).parent / "recordings.txt"
WORK = REPO / "build" / "mutants"


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


def all_mutants(package: str | None) -> list[Mutant]:
    paths = sorted({str(file.relative_to(REPO)) for pattern in SOURCES for file in REPO.glob(pattern)})
    chosen = [path for path in paths if package in (None, package_of(path))]
    return [mutant for path in chosen for mutant in mutants_of(path, (REPO / path).read_text(encoding="utf-8"))]


class Trials:
    """What the jobs of a run share."""

    def __init__(self, jobs: int) -> None:
        self.nearest = Nearest(WORK / "coverage")
        self.whole = Place(WORK / "unchanged")
        self.one = threading.Lock()  # of the unchanged copy
        self.sound: dict[str, bool] = {}
        self.places: queue.Queue[Place] = queue.Queue()
        for n in range(jobs):
            self.places.put(Place(WORK / f"changed-{n}"))

    def collect(self, path: str = "", most: int | None = None) -> None:
        """Collect the coverage of test files that have none, those first that are likely to test a source."""
        with self.one:
            for test in self.nearest.missing(self.whole.tree, path)[:most]:
                print(" ", self.nearest.collect(test, self.whole), flush=True)

    def try_out(self, mutant: Mutant) -> dict[str, Any]:
        """Make a change, run the tests, and undo it: a line of the log, without `status` if it does not compile."""
        self.collect(mutant.path, LIKELY)
        place = self.places.get()
        try:
            place.reset()
            text = (place.tree / mutant.path).read_text(encoding="utf-8")
            changed = mutant.applied(text)
            place.write(mutant.path, changed)
            row = {name: getattr(mutant, name) for name in ("id", "path", "line", "operator")}
            row |= {"package": package_of(mutant.path), "old": _excerpt(text, mutant.start, mutant.end)}
            row |= {"new": _excerpt(changed, mutant.start, mutant.start + len(mutant.new))}
            return row if self._invalid(mutant, changed, place) else row | self._caught(mutant, place)
        finally:
            place.reset()
            self.places.put(place)

    def _invalid(self, mutant: Mutant, text: str, place: Place) -> bool:
        if mutant.path.endswith(".py"):
            try:
                ast.parse(text)
            except SyntaxError:
                return True
            return False
        if mutant.path.endswith(".ts"):
            return place.run(["node", "build.mjs"], cwd="web", cpu=SECONDS).code != 0
        return self.nearest.invalid(mutant, place.tree)

    def _caught(self, mutant: Mutant, place: Place) -> dict[str, Any]:
        rest = [
            node
            for node in self.nearest.nodes(mutant, place.tree)
            if not any(fnmatch(node, pattern) for pattern in NOT_COUNTED)
        ]
        row, used, size = {"reached_by": len(rest)}, 0.0, FIRST_TESTS
        code: int | None = 0
        while rest and code is not None:
            batch, rest = rest[:size], rest[size:]
            code, seconds, _, seen = place.pytest(batch, cpu=SECONDS - used)
            used += seconds
            size *= 3
            if code not in (None, 0, 5):
                # the test that failed or was running; where a file cannot be imported, any test of it
                by = next((n for outcome, n, _ in reversed(seen) if outcome in ("failed", "started")), batch[0])
                node = next((n for n in batch if n.startswith(by)), batch[0])
                if self._says_something(node, place):
                    return {**row, "status": "caught", "by": node, "seconds": round(used, 1)}
                gone = {node, *(n for _, n, _ in seen)}
                rest = [n for n in batch if n not in gone] + rest
        noticed = self._recorded(place)
        return {**row, "status": "recordings" if noticed else "not caught", "by": noticed, "seconds": round(used, 1),
                "out_of_time": code is None, "unseen": len(self.nearest.missing(place.tree))}  # fmt: skip

    def _says_something(self, node: str, place: Place) -> bool:
        """Whether a test that has failed does so again by itself, and passes without the change."""
        if node not in self.sound:
            with self.one:
                self.sound[node] = self.whole.pytest([node], cpu=4 * SECONDS).code == 0
        return self.sound[node] and place.pytest([node], cpu=4 * SECONDS).code not in (0, 5)

    def _recorded(self, place: Place) -> str:
        """The first of the fixed recordings that is not played as without the change; empty if there is none."""
        if not CORPUS.is_dir():
            return ""
        where = ["--library", str(CORPUS / "res"), "crosscheck", str(CORPUS), "--games-from", str(RECORDINGS)]
        how = ["--no-trials", "--lines", "--most", "1000", "--baseline", str(place.rest)]
        done = place.lud(*where, *how, cpu=RECORDED_SECONDS)
        games = [line for line in done.output.splitlines() if " s  " in line]
        if not games and done.code not in (0, None):
            return done.output.strip()[-200:]
        return next((line for line in games if not line.startswith("identical")), "")


def _excerpt(text: str, start: int, end: int) -> str:
    """The whole lines of a part of a text."""
    return text[text.rfind("\n", 0, start) + 1 : text.find("\n", end)].strip()


def run(args: argparse.Namespace) -> None:
    """Try changes until so many that compile are in the log. Those that were not caught while the coverage of some test
    files was missing are tried again, with all of it or with a little more."""
    log, trials = args.log, Trials(args.jobs)

    def tried(mutants: list[Mutant]) -> None:
        with ThreadPoolExecutor(args.jobs) as pool:
            for row in pool.map(trials.try_out, mutants):
                _append(log, row | {"seed": args.seed})
                status = row.get("status", "does not compile")
                print(f"{status}: {row['path']}:{row['line']}, {row['operator']}", flush=True)

    drawn, some = draw(all_mutants(args.package), args.seed), list[Mutant]()
    while more := list(islice(drawn, args.count - len(some))):
        known = rows_of(log)
        tried([m for m in more if m.id not in known])
        known = rows_of(log)
        some += [m for m in more if "status" in known[m.id]]
    again = [m for m in some if known[m.id].get("unseen") and "equivalent" not in known[m.id]]
    if again and not args.likely:
        trials.collect()
    tried(again)


def _append(log: Path, row: dict[str, Any]) -> None:
    log.parent.mkdir(parents=True, exist_ok=True)
    with open(log, "a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def rows_of(log: Path) -> dict[str, dict[str, Any]]:
    """What the log says last of each change; a judgement comes after its change and adds to it."""
    rows: dict[str, dict[str, Any]] = {}
    for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else []:
        row = json.loads(line)
        rows[row["id"]] = {**rows.get(row["id"], {}), **row} if "equivalent" in row else row
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
            details += [f"  reached by {row['reached_by']} tests{', out of time' * row['out_of_time']} {row['by']}"]
            details += [f"  - {line}" for line in row["old"].splitlines()]
            details += [f"  + {line}" for line in row["new"].splitlines()]
    lines = [f"{'':12}" + "".join(f"{kind:>12}" for kind in kinds) + "   of those that are not equivalent"]
    for package, count in sorted(counts.items(), key=lambda pair: (pair[0] == "together", pair[0])):
        share = count["caught"] / max(1, count.total() - count["equivalent"])
        lines.append(f"{package:12}" + "".join(f"{count[kind]:12}" for kind in kinds) + f"   {share:.1%} caught")
    if counts["together"]["equivalent"] * 10 > counts["together"].total():
        lines.append("More than a tenth is said to be equivalent.")
    return "\n".join(lines + details)


def _stop(*_: object) -> None:
    end_all()
    os._exit(130)  # without waiting for the jobs


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--count", type=int, default=50, help="how many changes that compile")
    parser.add_argument("--package", choices=("ludparse", "interpreter", "exporters", "C", "TypeScript"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--log", default=WORK / "log.jsonl", type=Path, help="a run goes on where the log ends")
    parser.add_argument("--collect", action="store_true", help="only collect the coverage that is missing")
    parser.add_argument("--likely", action="store_true", help="only collect that of some tests that are likely near")
    parser.add_argument("--report", action="store_true", help="only print the report of the log")
    parser.add_argument("--equivalent", nargs=2, metavar=("ID", "REASON"), help="note that no test could tell a change")
    args = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    if args.collect:
        Trials(0).collect()
    elif args.equivalent:
        _append(args.log, {"id": args.equivalent[0], "equivalent": args.equivalent[1]})
    elif not args.report:
        run(args)
    print("" if args.collect else report(args.log))


if __name__ == "__main__":
    main()
