"""The tool that changes the product: what it changes, what it draws, whom it asks, and what it reports."""

from __future__ import annotations

import ast
import json
import sys
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path

import pytest

from tests.mutants import running
from tests.mutants.__main__ import NOT_COUNTED, draw, report
from tests.mutants.nearest import Nearest
from tests.mutants.operators import OPERATORS, Mutant, mutants_of, package_of
from tests.mutants.running import MARK, REPO, Place, _processes

PYTHON = '''
def best(scores: dict[int, int], mover: int, least: int = 3) -> int:
    """The best of 7."""
    if (mover < 1) or least is not None:
        least += limit(mover, scores)
    return scores[mover] + (least)
def note(texts):
    texts.sort()
    for text in texts:
        print(text, "next")
'''
C = """/* 1 < 2 */
static void add(int n, int mover) {
  total += n;
  if (n > 3 && count(n, mover)) return;
  total = total + n;
}
"""


def changed(path: str, text: str, operator: str) -> list[str]:
    """The lines that a change makes, stripped."""
    before = text.splitlines()
    found = [m.applied(text).splitlines() for m in mutants_of(path, text) if m.operator == operator]
    return ["; ".join(line.strip() for line in lines if line not in before) for lines in found]


@pytest.mark.parametrize(
    ("operator", "lines"),
    [
        ("comparison", ["if (mover <= 1) or least is not None:", "if (mover < 1) or least is None:"]),
        ("off by one", ["def best(scores: dict[int, int], mover: int, least: int = 4) -> int:",
                        "if (mover < 2) or least is not None:"]),
        ("condition negated", ["if (not ((mover < 1) or least is not None)):"]),
        ("condition dropped", ["if True:", "if least is not None:", "if (mover < 1):"]),
        ("arguments swapped", ["least += limit(scores, mover)", 'print("next", text)']),
        ("wrong player", ["if ((3 - mover) < 1) or least is not None:", "least += limit((3 - mover), scores)",
                          "return scores[(3 - mover)] + (least)", 'print(text, "mover")']),
        ("plus lost", ["least = limit(mover, scores)", "return scores[mover]"]),
        ("early return", ["return", "break"]),
    ],
)  # fmt: skip
def test_python(operator: str, lines: list[str]) -> None:
    assert sorted(changed("a.py", PYTHON, operator)) == sorted(lines)


@pytest.mark.parametrize(
    ("operator", "lines"),
    [
        ("comparison", ["if (n >= 3 && count(n, mover)) return;"]),
        ("off by one", ["if (n > 4 && count(n, mover)) return;"]),
        ("condition negated", ["if (!(n > 3 && count(n, mover))) return;"]),
        ("condition dropped", ["if (1) return;", "if (n > 3) return;"]),
        ("arguments swapped", ["if (n > 3 && count(mover, n)) return;"]),
        ("wrong player", ["if (n > 3 && count(n, (3 - mover))) return;"]),
        ("plus lost", ["total = n;", "total = total;"]),
        ("early return", ["return;", "return;"]),
    ],
)
def test_c(operator: str, lines: list[str]) -> None:
    assert sorted(changed("a.h", C, operator)) == sorted(lines)


def test_typescript_has_no_changes_in_types_and_strings() -> None:
    text = 'interface Row {\n  a: 1;\n}\nconst s = "1 < 2";\nif (n < 2) { go(n); }\n'
    assert changed("a.ts", text, "comparison") == ["if (n <= 2) { go(n); }"]
    assert changed("a.ts", text, "off by one") == ["if (n < 3) { go(n); }"]


@pytest.mark.parametrize("path", ["tests/corpus.py", "tests/mutants/running.py", "tests/mutants/operators.py"])
def test_what_is_changed_is_still_python(path: str) -> None:
    text = (REPO / path).read_text(encoding="utf-8")
    mutants = mutants_of(path, text)
    assert len({mutant.id for mutant in mutants}) == len(mutants)
    for mutant in mutants:
        ast.parse(mutant.applied(text))


def test_a_draw_is_repeated_and_goes_on() -> None:
    mutants = mutants_of("ludparse/a.py", PYTHON)
    five = list(islice(draw(mutants, 1), 5))
    everything = list(draw(mutants, 1))
    assert everything[:5] == five != list(islice(draw(mutants, 2), 5))
    assert sorted(everything) == sorted(mutants)
    assert {mutant.operator for mutant in everything} == set(OPERATORS)


def test_tests_that_do_not_count_exist() -> None:
    for pattern in NOT_COUNTED[:-1]:
        file, _, name = pattern.removesuffix("*").partition("::")
        assert f"def {name}(" in (REPO / file).read_text(encoding="utf-8")
    assert fnmatch("tests/interpreter/passes/test_golden.py::test_what_a_pass_does[fold]", NOT_COUNTED[1])


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A copy of nothing."""
    made = object.__new__(Place)
    made.tree, made.rest = tmp_path / "tree", tmp_path / "rest"
    for folder in (made.tree, made.rest):
        folder.mkdir()
    return made


def test_a_command_may_use_so_much_in_all_its_processes(place: Place) -> None:
    spin = "while True: pass"
    code = f"import subprocess, sys; print('begun', flush=True); subprocess.run([sys.executable, '-c', {spin!r}])"
    done = place.run([sys.executable, "-c", code], cpu=0.6)
    assert done.code is None and 0.6 < done.cpu < 6 and done.output == "begun\n"
    assert not _processes(MARK, {})
    assert place.run([sys.executable, "-c", "raise SystemExit(3)"], cpu=5).code == 3


def test_a_command_that_waits_for_ever_is_given_up(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "IDLE", 8)
    assert place.run([sys.executable, "-c", "import time; time.sleep(1000)"], cpu=60).code is None


def test_tests_that_reach_a_line_come_first(place: Place, tmp_path: Path) -> None:
    pytest.importorskip("coverage")
    (place.tree / "tests" / "pkg").mkdir(parents=True)
    (place.tree / "pkg").mkdir()
    source = place.tree / "pkg" / "a.py"
    source.write_text("def f(n):\n    if n > 1:\n        return 2\n    return 1\n")
    (place.tree / "tests" / "pkg" / "test_a.py").write_text(
        "from pkg.a import f\ndef test_low(): assert f(0) == 1\ndef test_high(): assert f(2) == 2\n"
        "def test_none(): pass\n"
    )
    (place.tree / "tests" / "mutants").symlink_to(REPO / "tests" / "mutants")
    (place.tree / "tests" / "corpus.py").symlink_to(REPO / "tests" / "corpus.py")
    nearest = Nearest(tmp_path / "coverage")
    assert nearest.missing(place.tree)[0] == "tests/pkg/test_a.py"
    nearest.collect("tests/pkg/test_a.py", place)
    assert "tests/pkg/test_a.py" not in nearest.missing(place.tree)
    source.write_text("# a line more\n" + source.read_text())  # lines are found again
    node = "tests/pkg/test_a.py::test_"

    def order(line: int) -> list[str]:
        found = nearest.nodes(Mutant("pkg/a.py", "off by one", 0, 0, "", line, line), place.tree)
        return [name.removeprefix(node) for name in found]

    assert order(4) == ["high", "low", "none"]
    assert order(5) == ["low", "high", "none"]
    assert place.pytest([f"{node}low", f"{node}high"], cpu=60).code == 0
    source.write_text("def f(n):\n    return 1\n")
    failed = place.pytest([f"{node}high", f"{node}low"], cpu=60)
    assert failed.code == 1
    assert [row[:2] for row in failed.seen] == [["started", f"{node}high"], ["failed", f"{node}high"]]


def test_the_report_counts_by_package(tmp_path: Path) -> None:
    row = {"path": "interpreter/a.py", "line": 3, "operator": "plus lost", "old": "a + b", "new": "a", "package": "C",
           "reached_by": 2, "out_of_time": False, "by": ""}  # fmt: skip
    rows = [{**row, "id": str(n), "status": "caught"} for n in range(3)]
    rows += [{**row, "id": "4", "status": "not caught"}, {**row, "id": "5", "status": "recordings", "by": "none  Hex"}]
    rows += [{"id": "6", "package": "C"}, {"id": "4", "equivalent": "b is 0"}]
    (tmp_path / "log").write_text("".join(json.dumps(line) + "\n" for line in rows))
    text = report(tmp_path / "log")
    assert [line.split() for line in text.splitlines()[1:3]] == [
        ["C", "3", "1", "0", "1", "75.0%", "caught"], ["together", "3", "1", "0", "1", "75.0%", "caught"],
    ]  # fmt: skip
    assert "More than a tenth" in text and "plus lost: b is 0" in text and "none  Hex" in text
    assert package_of("web/src/a.ts") == "TypeScript"
