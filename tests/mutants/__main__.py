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
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.corpus import CORPUS, REPO
from tests.mutants.operators import OPERATORS, Mutant, mutants_of, package_of

SOURCES = ("ludparse/**/*.py", "interpreter/**/*.py", "exporters/**/*.py", "interpreter/**/*.h", "web/src/**/*.ts")
NOT_COUNTED = (
    "test_the_program_of_a_game", "test_what_a_pass_does", "test_the_reference_page", "test_known_boards",
    "test_ludii_plays_the_same_game", "test_the_scripts_are_built", "test_every_form_is_played",
)  # fmt: skip
"""Golden files, checksums and lists say that something has changed, not what is wrong: they do not count."""
SECONDS, WALL = 90, 900
"""Of a processor for the tests of a change, and of a clock after which a run is given up."""
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


def all_mutants(under: str = "") -> list[Mutant]:
    """Of the files whose path matches a pattern."""
    paths = sorted({str(file.relative_to(REPO)) for pattern in SOURCES for file in REPO.glob(pattern)})
    chosen = [path for path in paths if re.search(under, path) and not os.path.islink(REPO / path.split("/")[0])]
    return [mutant for path in chosen for mutant in mutants_of(path, (REPO / path).read_text(encoding="utf-8"))]


def nearest(path: str) -> list[str]:
    """Test files, nearest first: those that import the module or name it, then those whose path is most like it."""
    stem, words = Path(path).stem, set(re.findall("[a-z]+", path))
    module = re.compile(rf"\b{re.escape('.'.join(Path(path).with_suffix('').parts[-2:]))}\b|\b{re.escape(stem)}\b")

    def far(test: Path) -> tuple[int, int, str]:
        name = str(test.relative_to(REPO))
        shared = len(os.path.commonpath([f"tests/{path}", name]).split("/"))
        named = module.search(test.read_text(encoding="utf-8")) is not None
        return -(2 * named + shared), -len(words & set(re.findall("[a-z]+", name))), name

    tests = [test for test in (REPO / "tests").rglob("test_*.py") if "mutants" not in test.parts]
    return [str(test.relative_to(REPO)) for test in sorted(tests, key=far)]


class Copy:
    """A copy of the work tree, away from the recordings, with its own cache of compiled games."""

    def __init__(self, folder: Path) -> None:
        self.tree, self.cache = folder / "tree", folder / "cache"
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

    def run(self, *command: str, cwd: str = ".") -> tuple[int, str]:
        """Exit code and output of a command; -1 where it needs more than SECONDS of a processor, or WALL."""
        env = {k: v for k, v in os.environ.items() if not k.startswith(("LUD_", "PYTEST_", "HYPOTHESIS_"))}
        env |= {"PYTHONPATH": str(self.tree), "XDG_CACHE_HOME": str(self.cache), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                command, cwd=self.tree / cwd, env=env, capture_output=True, text=True, timeout=WALL,
                stdin=subprocess.DEVNULL, errors="replace",
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)),
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return -1, ""
        return max(done.returncode, -1), done.stdout + done.stderr

    def failing(self, *tests: str) -> str:
        """The first test that fails and counts; empty if there is none, or the time ends before."""
        leave_out = " or ".join(NOT_COUNTED)
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not long", *tests]
        code, output = self.run(*command, "-k", f"not ({leave_out})")
        found = re.search(r"^(?:FAILED|ERROR) (\S+(?: [^-]\S*)*)", output, re.M)
        return found[1] if code in (1, 2, 3) and found else ""

    def recorded(self) -> str:
        """What the fixed recordings say."""
        lud = "import sys; from ludparse.exporters.cli import script; sys.argv[0] = 'lud'; sys.exit(script())"
        where = ["--library", str(CORPUS / "res"), "crosscheck", str(CORPUS), "--games-from", str(RECORDINGS)]
        _, output = self.run(sys.executable, "-c", lud, *where, "--no-trials", "--lines", "--most", "1000")
        return "\n".join(line.split(" s  ")[0].rstrip("0123456789. ") for line in output.splitlines() if " s  " in line)


class Judge:
    """Tries changes in one copy, and looks in another whether a test that fails passes without the change."""

    def __init__(self) -> None:
        self.changed, self.whole = Copy(WORK / "changed"), Copy(WORK / "unchanged")
        self.sound: dict[str, bool] = {}
        self.recordings: str | None = None

    def judge(self, mutant: Mutant, files: int) -> dict[str, Any]:
        """A line of the log, without `status` if the change does not compile."""
        file = self.changed.tree / mutant.path
        text = file.read_text(encoding="utf-8")
        changed = mutant.applied(text)
        row: dict[str, Any] = {name: getattr(mutant, name) for name in ("id", "path", "line", "operator")}
        row |= {"package": package_of(mutant.path), "old": _excerpt(text, mutant.start, mutant.end)}
        row |= {"new": _excerpt(changed, mutant.start, mutant.start + len(mutant.new))}
        try:
            file.write_text(changed, encoding="utf-8")
            return row | self._status(mutant, changed, files)
        finally:
            file.write_text(text, encoding="utf-8")

    def _status(self, mutant: Mutant, text: str, files: int) -> dict[str, Any]:
        if mutant.path.endswith(".py"):
            try:
                ast.parse(text)
            except SyntaxError:
                return {}
        if mutant.path.endswith(".ts") and self.changed.run("node", "build.mjs", cwd="web")[0]:
            return {}
        tests = nearest(mutant.path)[:files]
        by = self.changed.failing(*tests)
        if by:
            if by not in self.sound:
                self.sound[by] = not self.whole.failing(by)
            if self.sound[by]:
                return {"status": "caught", "by": by}
        if CORPUS.is_dir():
            self.recordings = self.whole.recorded() if self.recordings is None else self.recordings
            if self.changed.recorded() != self.recordings:
                return {"status": "recordings"}
        return {"status": "not caught"}


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
    parser.add_argument("--files", type=int, default=12, help="how many test files are near")
    parser.add_argument("--log", default=WORK / "log.jsonl", type=Path, help="a run goes on where the log ends")
    parser.add_argument("--report", action="store_true", help="only print the report of the log")
    parser.add_argument("--equivalent", nargs=2, metavar=("ID", "REASON"), help="note that no test could tell a change")
    args = parser.parse_args()
    args.log.parent.mkdir(parents=True, exist_ok=True)
    with open(args.log, "a", encoding="utf-8") as log:
        if args.equivalent:
            print(json.dumps({"id": args.equivalent[0], "equivalent": args.equivalent[1]}), file=log, flush=True)
        elif not args.report:
            judge, known, compiled = Judge(), rows_of(args.log), 0
            for mutant in draw(all_mutants(args.under), args.seed):
                row = known.get(mutant.id) or judge.judge(mutant, args.files)
                if mutant.id not in known:
                    print(json.dumps(row | {"seed": args.seed}), file=log, flush=True)
                compiled += "status" in row
                where = f"{row['path']}:{row['line']}, {row['operator']}"
                print(f"{row.get('status', '-')}: {where} {row.get('by', '')}", flush=True)
                if compiled == args.count:
                    break
    print(report(args.log))


if __name__ == "__main__":
    main()
