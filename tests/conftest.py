"""What all tests share: the profiles of hypothesis, the need of a C compiler, how long each test takes, and what a
complete run may leave out."""

import fnmatch
import hashlib
import math
import os
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Generator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from ludparse.interpreter.backends.c import compiled, engine
from ludparse.interpreter.backends.c.compile import NoCompilerError, find_compiler
from ludparse.interpreter.backends.wasm import tiers
from tests.corpus import LIBRARY

# The same examples in every run, so that a change fails for what it changed. `HYPOTHESIS_PROFILE=explore` draws new
# ones; what it finds becomes an explicit example of its test.
# How long it takes to draw them says how busy a machine is.
_ANY_TIME = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("steady", derandomize=True, **_ANY_TIME)
settings.register_profile("explore", max_examples=1000, **_ANY_TIME)
settings.register_profile("unshrunk", derandomize=True, phases=[Phase.explicit, Phase.generate], **_ANY_TIME)

# Better code is compiled in the background after some play: on a busy machine in every other test. Tests of that set
# this themselves.
engine.PATIENCE = engine.MANY_CALLS = float("inf"), float("inf")
tiers.PATIENCE = tiers.MANY_CALLS = float("inf")


_NO_COMPILER = "no C compiler on this machine"


def _finds_compiler() -> bool:
    try:
        find_compiler()
    except NoCompilerError:
        return False
    return True


# Without a compiler an example that asks for native code is not made simpler: its test is skipped.
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady" if _finds_compiler() else "unshrunk"))


@pytest.fixture(scope="session")
def c_compiler() -> None:
    """Skips a test where there is no C compiler."""
    if not _finds_compiler():
        pytest.skip(_NO_COMPILER)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup() -> Generator[None, object, object]:
    return (yield from _skipping_native_code())


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Generator[None, object, object]:
    return (yield from _skipping_native_code())


def _skipping_native_code() -> Generator[None, object, object]:
    """A test that asks for native code is skipped where there is no compiler, whether or not it says so before."""
    try:
        return (yield)
    except NoCompilerError:
        if _finds_compiler():
            raise
        pytest.skip(_NO_COMPILER)


# ------------------------------------------------------------------------------------------------ what a run tells

HERE = Path(__file__).parent
DEAR = HERE / "dear.tsv"
MOST = 20.0
"""Seconds of a processor that a complete run tells of where long.txt does not name the test: twice what it may take,
because machines differ."""
DEAR_SECONDS = float(os.environ.get("LUD_DEAR_SECONDS", "inf"))
"""So many seconds of a processor a run of all tests spends on tests that dear.tsv names, which took over half a second
when all were last measured, and on those that are long."""
UNKNOWN_SECONDS = 5.0
"""What a long test is taken for of which no case was measured."""
_WHOLE = "LUD_ALL_TESTS"
"""Tells the processes of a run that no file or test was named."""
_BEGUN = pytest.StashKey[float]()
_TOOK: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])  # by test: seconds elapsed, and of processors
_WRONG: list[str] = []
_LONG: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    about = "fail on skips that allowed_skips.txt does not name, and tell of long tests that long.txt does not"
    parser.addoption("--complete", action="store_true", help=about)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        os.environ[_WHOLE] = "1" * (config.args_source is pytest.Config.ArgsSource.TESTPATHS)


def _rows(name: str) -> dict[str, str]:
    """The lines of a file beside this one: pattern and reason."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    rows = (line.partition(" | ") for line in lines if line and not line.startswith("#"))
    return {pattern.strip(): reason for pattern, _, reason in rows}


def long_tests() -> re.Pattern[str]:
    """The names of tests that long.txt means, without the folder."""
    return re.compile("|".join(f"({fnmatch.translate(pattern)})" for pattern in _rows("long.txt")))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks what long.txt names, and the cases of a test that are not `telling`: `-m "not long"` leaves them out. Marks
    as `dear` what dear.tsv names, as far as it is not drawn."""
    patterns = long_tests()
    seen, unknown = Counter[str](), set[tuple[str, str]]()
    known = set[tuple[str, str]]()
    for item in items:
        if patterns.match(item.nodeid.removeprefix("tests/")):
            item.add_marker("long")
        telling = item.get_closest_marker("telling")
        if telling is None:
            continue
        test, case = item.nodeid.partition("[")[0], f"-{item.nodeid.partition('[')[2][:-1]}-"
        found = {(test, name) for name in telling.args if f"-{name}-" in case}
        known |= found
        unknown |= {(test, name) for name in telling.args}
        if not found and (telling.args or seen[test] % telling.kwargs["every"]):
            item.add_marker("long")
        seen[test] += 1
    leave_out_cases_that_are_not_drawn(config, items)
    mark_dear_tests(config, items)
    unknown -= known
    # without a compiler there are no cases of native code, without Ludii's library none of its games
    if unknown and os.environ.get(_WHOLE) and _finds_compiler() and LIBRARY.is_dir():
        raise pytest.UsageError(f"no such cases: {sorted(unknown)}")


@cache
def _commit() -> str:
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=HERE, capture_output=True, text=True, check=False)
    return head.stdout.strip()


def order_of_commit(name: str) -> bytes:
    """Sorts by SHA-256 of the commit and a name, so that each commit draws others first."""
    return hashlib.sha256(f"{_commit()}{name}".encode()).digest()


def mark_dear_tests(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of the dear and the long tests a run of all tests has so many seconds' worth: the first by SHA-256 of the commit
    and the name. `-m "not dear"` leaves out the others, and so does a complete run."""
    if not os.environ.get(_WHOLE) or math.isinf(DEAR_SECONDS):
        return
    rows = (line.split("\t") for line in DEAR.read_text(encoding="utf-8").splitlines())
    seconds = {name: float(took) for took, name in rows}
    cases = defaultdict[str, list[float]](list)
    for name, took in seconds.items():
        cases[name.partition("[")[0]].append(took)
    complete = config.option.complete
    drawn, out = 0.0, list[pytest.Item]()
    for item in sorted(items, key=lambda item: order_of_commit(item.nodeid)):
        long = item.get_closest_marker("long") is not None
        if not (complete if long else item.nodeid in seconds):
            continue
        measured = cases.get(item.nodeid.partition("[")[0], [UNKNOWN_SECONDS])
        drawn += seconds.get(item.nodeid, sum(measured) / len(measured))
        if drawn > DEAR_SECONDS:
            item.add_marker("dear")
            out.append(item)
    if complete:
        leave_out(config, items, out)


def leave_out(config: pytest.Config, items: list[pytest.Item], out: list[pytest.Item]) -> None:
    if out:
        config.hook.pytest_deselected(items=out)
        left_out = set(map(id, out))
        items[:] = [item for item in items if id(item) not in left_out]


def leave_out_cases_that_are_not_drawn(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a test that is `drawn` a run of all tests has so many of the cases that are long: the first by SHA-256 of the
    commit and the name of the case. Other commits draw others. LUD_ALL_CASES=1 runs all of them."""
    if os.environ.get("LUD_ALL_CASES") or not os.environ.get(_WHOLE):
        return
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("drawn") and item.get_closest_marker("long"):
            cases[item.nodeid.partition("[")[0]].append(item)
    out = list[pytest.Item]()
    for several in cases.values():
        several.sort(key=lambda item: order_of_commit(item.nodeid))
        out += several[next(mark.args[0] for mark in several[0].iter_markers("drawn")) :]
    leave_out(config, items, out)


def _processor_seconds() -> float:
    """Of this process and of those that it started and that have ended."""
    return sum(os.times()[:4])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[_BEGUN] = _processor_seconds()
    # Any test that was collected may have imported the searches. Without them C code takes half as long to compile.
    compiled._searches_expected = any(part in item.nodeid for part in ("/search/", "/contest/"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "teardown":
        long = item.get_closest_marker("long") is not None
        report.user_properties += [("seconds", _processor_seconds() - item.stash[_BEGUN]), ("long", long)]
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    more = dict(report.user_properties) if report.when == "teardown" else {}
    took = _TOOK[report.nodeid]
    took[0] += report.duration
    took[1] += more.get("seconds", 0.0)
    if took[1] > MOST and more.get("long") is False:
        _LONG.append(f"{report.nodeid} took {took[1]:.0f} s of a processor: make it quicker, or name it in long.txt")
    if not hasattr(report, "wasxfail"):
        pytest_collectreport(report)


def pytest_collectreport(report: pytest.CollectReport | pytest.TestReport) -> None:
    """A skip has to be allowed."""
    if report.skipped:
        reason = str(report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr)
        allowed = [*_rows("allowed_skips.txt"), *os.environ.get("LUD_WITHOUT", "").split()]
        if not any(part in reason for part in allowed):
            _WRONG.append(f"{report.nodeid} is skipped: {reason}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Writes build/durations.tsv, dearest tests first."""
    if hasattr(session.config, "workerinput") or not _TOOK:
        return
    out = session.config.rootpath / "build" / "durations.tsv"
    out.parent.mkdir(exist_ok=True)
    rows = sorted(_TOOK.items(), key=lambda row: -row[1][1])
    lines = [f"{elapsed:.2f}\t{processor:.2f}\t{name}\n" for name, (elapsed, processor) in rows]
    out.write_text("elapsed\tprocessor\ttest\n" + "".join(lines), encoding="utf-8")
    if session.config.option.complete and _WRONG and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.option.complete and (_WRONG or _LONG):
        terminalreporter.section("not complete")
        for line in dict.fromkeys([*_WRONG, *_LONG]):
            terminalreporter.write_line(line)
