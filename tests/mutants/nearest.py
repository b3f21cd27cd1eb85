"""Which tests reach a line, nearest first; and the pytest plugin that records it and that runs chosen tests in order.

The data of a test file are collected in a process of its own, and again when that file has changed: coverage.py with a
context for each test (Python, in the processes that a test starts too), and for the C headers gcov, of a whole test
file (those of its tests count that touch the folder of the header). Lines of a source that has changed since are
matched with the old ones.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.operators import Mutant
from tests.mutants.running import Place

CONTEXT, CHOSEN, SEEN = "MUTANTS_CONTEXT", "MUTANTS_CHOSEN", "MUTANTS_SEEN"
"""Variables: the test that runs; files with the tests to run, and for what was seen (outcome, test, seconds)."""
WEB = "tests/exporters/web/"
"""The tests of what is built from TypeScript: no coverage says which of them reach a line."""

# ---------------------------------------------------------------------------------------------------- the plugin


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    if CHOSEN in os.environ:
        rank = {node: n for n, node in enumerate(json.loads(Path(os.environ[CHOSEN]).read_text()))}
        config.hook.pytest_deselected(items=[i for i in items if i.nodeid not in rank])
        items[:] = sorted((i for i in items if i.nodeid in rank), key=lambda i: rank[i.nodeid])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if SEEN in os.environ:
        _note("started", item.nodeid, 0.0)
    if CONTEXT in os.environ:
        import coverage  # only installed for this

        os.environ[CONTEXT] = item.nodeid  # of processes that the test starts
        measured = coverage.Coverage.current()
        assert measured is not None  # COVERAGE_PROCESS_START is set
        measured.switch_context(item.nodeid)
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if SEEN in os.environ and (report.when == "call" or not report.passed):
        _note(report.outcome, report.nodeid, report.duration)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if SEEN in os.environ and report.failed:
        _note("failed", report.nodeid, 0.0)


def _note(*what: object) -> None:
    with open(os.environ[SEEN], "a", encoding="utf-8") as file:
        file.write(json.dumps(what) + "\n")


# ---------------------------------------------------------------------------------------------------- collecting

SETTINGS = """[run]
context = ${{{context}-}}
data_file = {folder}/data
parallel = true
sigterm = true
concurrency = thread, multiprocessing
include = {tree}/*
omit = {tree}/tests/*
"""
COMPILER = """#!/bin/sh
# The C compiler with gcov; notes and a copy of what was compiled are kept beside the counts.
gcc "$@" --coverage -fprofile-update=atomic -O0 || exit
for part; do
  case $before in -o) out=$part ;; esac
  case $part in *.c) source=$part ;; esac
  before=$part
done
case $out in /*) ;; *) exit 0 ;; esac
kept=$GCOV_PREFIX$(dirname "$out")
mkdir -p "$kept" && cp "$(dirname "$out")"/*.gcno "$source" "$kept" 2>/dev/null && echo "$@" >"$kept/command"
exit 0
"""


class Nearest:
    """The recorded coverage in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _place(self, test: str) -> Path:
        return self.folder / test.removesuffix(".py").replace("/", "-")

    def missing(self, tree: Path, path: str = "") -> list[str]:
        """The test files whose data are not there or are of another text. Those come first whose folder and words are
        most like those of a source, or that name it."""
        tests = [test for test in _tests(tree) if self._record(test).get("of") != _digest(tree / test)]
        stem, words = Path(path).stem, set(re.findall("[a-z]+", path)) - {"py", "h", "ts", "runtime"}
        names = re.compile(rf"\b{re.escape(stem or '.')}\b")

        def like(test: str) -> int:
            named = bool(stem) and names.search((tree / test).read_text(encoding="utf-8")) is not None
            return 2 * named + 2 * (stem in Path(test).stem) + len(words & set(re.findall("[a-z]+", test)))

        return sorted(tests, key=lambda test: -like(test))

    def _record(self, test: str) -> dict[str, Any]:
        try:
            return dict(json.loads((self._place(test) / "record.json").read_text()))
        except FileNotFoundError:
            return {}

    def collect(self, test: str, at: Place) -> str:
        """Run a test file with coverage; what came of it, for a log."""
        place, tree = self._place(test), at.tree
        shutil.rmtree(place, ignore_errors=True)
        (place / "native").mkdir(parents=True)
        (place / "settings").write_text(SETTINGS.format(context=CONTEXT, folder=place, tree=tree))
        (place / "cc").write_text(COMPILER)
        done = at.pytest([test], cpu=1800, seen=place / "seen", **{
            CONTEXT: "", "COVERAGE_PROCESS_START": f"{place}/settings",
            "CC": f"sh {place}/cc", "GCOV_PREFIX": f"{place}/native",
        })  # fmt: skip
        command = [sys.executable, "-m", "coverage", "combine", "-q", f"--rcfile={place}/settings"]
        subprocess.run(command, cwd=place, capture_output=True)
        nodes = {node: 0 for outcome, node, _ in done.seen if outcome in ("passed", "failed")}
        sources = {}
        for path, node, bits in self._bits(test, "%"):
            sources[path.removeprefix(f"{tree}/")] = ""
            if node in nodes:
                nodes[node] += int.from_bytes(bits, "little").bit_count()
        native = _native(place / "native", tree)
        for path in [*sources, *native]:
            sources[path] = _digest(tree / path)
            text = self.folder / "texts" / sources[path]
            text.parent.mkdir(exist_ok=True)
            shutil.copyfile(tree / path, text)
        record = {"of": _digest(tree / test), "nodes": nodes, "sources": sources, "native": native, "tree": str(tree)}
        (place / "record.json").write_text(json.dumps(record))
        return f"{test}: {len(nodes)} tests, {done.cpu:.0f} s, code {done.code}"

    def _bits(self, test: str, path: str) -> list[tuple[str, str, bytes]]:
        """Of the sources like a path: the source, a test, and which of its lines that runs, bit by bit."""
        query = """SELECT path, context, numbits FROM line_bits JOIN context ON context_id = context.id
            JOIN file ON file_id = file.id WHERE path LIKE ?"""
        if not (data := self._place(test) / "data").exists():
            return []
        with closing(sqlite3.connect(data)) as connection:
            return connection.execute(query, [path]).fetchall()

    # ------------------------------------------------------------------------------------------------ ranking

    def nodes(self, mutant: Mutant, tree: Path) -> list[str]:
        """The tests that reach a change. First one of each test function, then the second of each, and so on; among
        these those in a folder that mirrors the file's, then those that reach the fewest lines. Last the other tests of
        the same files: what one test compiles or computes is often kept for them."""
        near: list[tuple[bool, int, str]] = []
        rest: list[str] = []
        for test in _tests(tree):
            if (record := self._record(test)) and (reach := self._reaching(test, record, mutant, tree)):
                far = not f"tests/{Path(mutant.path).parent}".startswith(str(Path(test).parent))
                near += [(far, lines, node) for node, lines in record["nodes"].items() if node in reach]
                rest += [node for node in record["nodes"] if node not in reach]
        turns = Counter[str]()
        order = []
        for place in sorted(near):
            function = place[2].partition("[")[0]
            order.append((turns[function], place))
            turns[function] += 1
        return [node for _, (_, _, node) in sorted(order)] + rest

    def _reaching(self, test: str, record: dict[str, Any], mutant: Mutant, tree: Path) -> set[str]:
        """The tests of a file that reach a change. Where no test runs the line itself (it runs when it is imported),
        those that run anything of the file."""
        if mutant.path.endswith(".ts"):
            return set(record["nodes"]) if test.startswith(WEB) else set()
        sources, found = record["sources"], set[str]()
        moved = [path for path in sources if Path(path).name == Path(mutant.path).name]
        for path in [mutant.path] if mutant.path in sources else moved:
            old = self.folder / "texts" / sources[path]
            lines = {_old_line(old, tree / mutant.path, n) for n in range(mutant.first, mutant.line + 1)}
            wanted = sum(1 << line for line in lines)
            if path in record["native"]:
                if lines & set(record["native"][path]):
                    found |= {node for _, node, _ in self._bits(test, f"%/{Path(path).parent}/%")}
            else:
                rows = [(node, int.from_bytes(bits, "little")) for _, node, bits in self._bits(test, f"%/{path}")]
                found |= {node for node, ran in rows if ran & wanted and node} or {node for node, _ in rows}
        return found & set(record["nodes"])

    def invalid(self, mutant: Mutant, tree: Path) -> bool:
        """Whether no compiler takes the changed header: a game that was compiled with it is compiled again."""
        for record in self.folder.glob("*/record.json"):
            found = json.loads(record.read_text())
            if mutant.path in found["native"]:
                for command in (record.parent / "native").rglob("command"):
                    words = command.read_text().replace(found["tree"], str(tree)).split()
                    words = [word for word in words if not word.endswith(".c")]
                    source = next(command.parent.glob("*.c"))
                    done = subprocess.run(["gcc", "-fsyntax-only", *words, str(source)], capture_output=True)
                    return done.returncode != 0
        return False


def _native(folder: Path, tree: Path) -> dict[str, list[int]]:
    """The lines of headers that ran, by path. Counts are removed, except for one game."""
    ran: dict[str, set[int]] = defaultdict(set)
    counts = sorted(folder.rglob("*.gcda"))
    for n, file in enumerate(counts):
        done = subprocess.run(["gcov", "--json-format", "--stdout", file.name], cwd=file.parent, capture_output=True)
        for line in done.stdout.splitlines():
            for part in json.loads(line)["files"]:
                path = os.path.realpath(part["file"])
                if path.startswith(f"{tree}/") and path.endswith(".h"):
                    ran[path[len(str(tree)) + 1 :]] |= {row["line_number"] for row in part["lines"] if row["count"]}
        if n:
            shutil.rmtree(file.parent, ignore_errors=True)
    return {path: sorted(lines) for path, lines in ran.items()}


def _tests(tree: Path) -> list[str]:
    return sorted(str(file.relative_to(tree)) for file in (tree / "tests").rglob("test_*.py"))


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def _old_line(old: Path, new: Path, line: int) -> int:
    """The line of an earlier text that a line of a text was, or that stood before it."""
    blocks = [block for block in _blocks(old, new) if block.size and block.b < line]
    return max((block.a + min(line - block.b, block.size) for block in blocks), default=1)


@cache
def _blocks(old: Path, new: Path) -> list[difflib.Match]:
    before, after = (file.read_text(encoding="utf-8").split("\n") for file in (old, new))
    return difflib.SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
