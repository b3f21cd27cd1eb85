"""Which tests run which lines. As a plugin of pytest this records it (coverage.py, a context for each test), in one
process for all test files; a test file is recorded again only when it has changed. `Covering` reads it."""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import re
import shutil
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import cache, cached_property
from pathlib import Path
from typing import Any, cast

import pytest

FOLDER = "MUTANTS_COVERING"
"""Variable: the folder that this run records into."""
SOURCES = ("ludparse", "interpreter", "exporters")

# ---------------------------------------------------------------------------------------------------- the plugin


class _Recorder:
    """Adds lines to `coverage`, and to `tests.jsonl` what each test took: its name, seconds of a processor, whether it
    passed, and the digest of its file."""

    def __init__(self, folder: Path, root: Path) -> None:
        import coverage  # only installed for this

        folder.mkdir(parents=True, exist_ok=True)
        self.root, self.file = root, ""
        self.log = open(folder / "tests.jsonl", "a", encoding="utf-8")  # noqa: SIM115
        drawn = [str(root / name) for name in (folder / "sources.txt").read_text(encoding="utf-8").split()]
        self.coverage = coverage.Coverage(str(folder / "coverage"), include=drawn)
        self.coverage.load()
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self.coverage.switch_context(item.nodeid)
        self._begin(str(item.path.relative_to(self.root)))
        # each test file compiles its games itself: what it finds stored by another would seem to be of no concern to it
        if stored := cast(Any, sys.modules.get("ludparse.interpreter.game.stored_game")):
            stamp = getattr(stored.code_stamp, "real", stored.code_stamp)
            salted: Any = lambda: f"{stamp()} {item.path}"  # noqa: E731
            salted.real, stored.code_stamp = stamp, salted
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown" or not report.passed:
            self._write(report.nodeid, dict(report.user_properties).get("seconds", 0.0), report.passed)

    def _begin(self, file: str) -> None:
        """The file before it is recorded, then."""
        if self.file not in ("", file):
            self._write(self.file, 0.0, False)
        self.file = file

    def _write(self, name: str, seconds: float, passed: bool) -> None:
        row = name, round(seconds, 3), passed, digest(self.root / name.partition("::")[0])
        print(json.dumps(row), file=self.log, flush=True)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if exitstatus in (0, 1):  # to the end
            for file in session.config.args:
                self._write(file, 0.0, False)
        self.coverage.stop()
        self.coverage.save()
        self.log.close()


def pytest_configure(config: pytest.Config) -> None:
    if FOLDER in os.environ:
        config.pluginmanager.register(_Recorder(Path(os.environ[FOLDER]), config.rootpath))


def _module_of(path: str) -> re.Pattern[str]:
    """The last two parts of the name under which a source is imported."""
    return re.compile(rf"\b{re.escape('.'.join(Path(path).with_suffix('').parts[-2:]))}\b")


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16] if file.is_file() else ""


# ---------------------------------------------------------------------------------------------------- reading


class Covering:
    """What was recorded in a folder, of a tree whose sources are kept in it as they were then."""

    def __init__(self, folder: Path, tree: Path) -> None:
        self.folder, self.tree = folder, tree

    def missing(self) -> list[str]:
        """The test files that were not recorded, or have changed since."""
        known = {name for name, _, _ in self._rows()}
        tests = sorted(str(file.relative_to(self.tree)) for file in (self.tree / "tests").rglob("test_*.py"))
        return [test for test in tests if "mutants" not in test and test not in known]

    def keep_sources(self, drawn: Iterable[str]) -> None:
        """Only lines of the sources that changes were drawn from are recorded: of other sources it begins anew. Lines
        that have moved since are found by comparing with what is kept."""
        listed = self.folder / "sources.txt"
        if not set(drawn) <= set(listed.read_text(encoding="utf-8").split() if listed.exists() else ()):
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True)
            listed.write_text("\n".join(sorted(set(drawn))), encoding="utf-8")
        for name in SOURCES:
            if (self.tree / name).is_dir() and not (self.folder / name).exists():
                shutil.copytree(self.tree / name, self.folder / name, symlinks=True)

    def _rows(self) -> Iterator[tuple[str, float, bool]]:
        """Of test files that are as they were."""
        now = cache(lambda file: digest(self.tree / file))
        file = self.folder / "tests.jsonl"
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
            name, seconds, passed, recorded = json.loads(line)
            if recorded == now(name.partition("::")[0]):
                yield name, seconds, passed

    def beside(self, path: str, most: int) -> list[str]:
        """The test files that were not recorded and are nearest to a source by name: they import it, or lie in a folder
        that is named like its own."""
        module, words = _module_of(path), set(re.findall("[a-z]+", path))

        def far(test: str) -> tuple[int, int]:
            named = module.search((self.tree / test).read_text(encoding="utf-8")) is not None
            shared = len(os.path.commonpath([f"tests/{path}", test]).split("/"))
            return -(2 * named + shared), -len(words & set(re.findall("[a-z]+", test)))

        near = sorted((far(test), test) for test in self._unknown)
        return [test for (close, _), test in near if close <= -3][:most]

    @cached_property
    def _unknown(self) -> list[str]:
        return self.missing()

    @cached_property
    def seconds(self) -> dict[str, float]:
        """What each test that passed took."""
        return {name: seconds for name, seconds, passed in self._rows() if passed}

    @cached_property
    def breadth(self) -> dict[str, int]:
        """How many lines each test runs."""
        found: dict[str, int] = defaultdict(int)
        with closing(sqlite3.connect(self.folder / "coverage")) as data:
            rows = data.execute("select c.context, b.numbits from line_bits b join context c on c.id = b.context_id")
            for test, bits in rows:
                found[test] += int.from_bytes(bits, "little").bit_count()
        return found

    def _tests_of(self, path: str) -> dict[int, list[str]]:
        """By line of a source as it was recorded."""
        import coverage

        data = coverage.CoverageData(str(self.folder / "coverage"))
        data.read()
        (file,) = [name for name in data.measured_files() if name.endswith(f"/tree/{path}")] or [""]
        return data.contexts_by_lineno(file) if file else {}

    def nearest(self, path: str, lines: Iterable[int], text: str, budget: float) -> list[str]:
        """Tests for a change of these lines of a source, the most telling first, which take no longer than a budget in
        seconds together: those that run one of the lines (where only an import does, or none: that run the file), then
        their neighbours, which may have found ready what the first had made. Files that name the module come first, and
        before tests that run half of the product those that run little."""
        before = (self.folder / path).read_text(encoding="utf-8").splitlines() if (self.folder / path).exists() else []
        same = difflib.SequenceMatcher(None, before, text.splitlines(), autojunk=False).get_opcodes()
        moved = {
            old for line in lines for _, a, b, c, d in same if c < line <= d
            for old in ([a + line - c] if b - a == d - c else range(a + 1, b + 1))
        }  # fmt: skip
        by_line = self._tests_of(path)
        running = {test for line in moved for test in by_line.get(line, ())} & self.seconds.keys()
        running = running or {test for tests in by_line.values() for test in tests} & self.seconds.keys()
        if not path.endswith(".py"):  # nothing says which tests run its lines
            named = set(re.findall("[a-z]{3,}", path)) - {"interpreter", "runtime"}
            running = {test for test in self.seconds if len(named.intersection(re.findall("[a-z]+", test))) > 1}
        files = {test.partition("::")[0] for test in running}
        module = _module_of(path)
        of_file: dict[str, list[str]] = defaultdict(list)
        for test in self.seconds:
            if (file := test.partition("::")[0]) in files:
                of_file[file].append(test)

        def telling(test: str) -> tuple[bool, float]:
            return test not in running, self.breadth[test] * (0.1 + self.seconds[test])

        def of_a_file(file: str) -> tuple[bool, bool, float]:
            named = module.search((self.tree / file).read_text(encoding="utf-8")) is not None
            return not named, *min(map(telling, of_file[file]))

        chosen, rest, used = list[str](), list[str](), 0.0
        for file in sorted(files, key=of_a_file):
            seen: dict[str, int] = defaultdict(int)
            for test in sorted(of_file[file], key=telling):
                seen[test.partition("[")[0]] += 1
                late = test not in running or seen[test.partition("[")[0]] > 5  # rows of one table are much alike
                (rest if late else chosen).append(test)
        within = []
        for test in chosen + rest:
            if used + self.seconds[test] <= budget:
                used += self.seconds[test]
                within.append(test)
        return within
