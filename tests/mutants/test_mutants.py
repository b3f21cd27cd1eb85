"""The tool that changes the product: what it changes, what it draws, whom it asks, and what it reports."""

from __future__ import annotations

import ast
import json
import subprocess
from itertools import islice
from pathlib import Path

import pytest

from tests.corpus import REPO
from tests.mutants import __main__ as tool
from tests.mutants.__main__ import NOT_COUNTED, draw, report
from tests.mutants.covering import Covering
from tests.mutants.operators import OPERATORS, mutants_of, package_of

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


def test_no_return_before_a_return() -> None:
    """It would change nothing."""
    assert changed("a.py", "def f(a: int) -> None:\n    g(a)\n    return\n", "early return") == []
    assert changed("a.py", "def f(a: int) -> None:\n    g(a)\n    g(1)\n", "early return") == ["return"]


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


@pytest.mark.parametrize("path", ["tests/corpus.py", "tests/mutants/__main__.py", "tests/mutants/operators.py"])
def test_what_is_changed_is_still_python(path: str) -> None:
    text = (REPO / path).read_text(encoding="utf-8")
    mutants = mutants_of(path, text)
    assert len({mutant.id for mutant in mutants}) == len(mutants)
    for mutant in mutants[:: 1 + len(mutants) // 100]:  # a hundred of each file
        ast.parse(mutant.applied(text))


def test_a_draw_is_repeated_and_goes_on() -> None:
    mutants = mutants_of("ludparse/a.py", PYTHON)
    five = list(islice(draw(mutants, 1), 5))
    everything = list(draw(mutants, 1))
    assert everything[:5] == five != list(islice(draw(mutants, 2), 5))
    assert sorted(everything) == sorted(mutants)
    assert {mutant.operator for mutant in everything} == set(OPERATORS)


def test_tests_that_do_not_count_exist() -> None:
    texts = {str(file): file.read_text(encoding="utf-8") for file in (REPO / "tests").rglob("test_*.py")}
    found = [[f"def {part}" in text or part in name for name, text in texts.items()] for part in NOT_COUNTED]
    assert all(map(any, found))


def test_a_change_is_caught_or_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a tree with one function and two tests: what a test notices, what only a list notices, and what none does."""
    pytest.importorskip("coverage")
    source = "def f(n):\n    if n > 1:\n        return 2\n    return 1 + 0\ndef g(n):\n    return n + 1\n"
    source += 'ONE = int("" + "1")\n'
    tests = "def test_low(): assert f(0) == 1\ndef test_g(): assert g(2) == 3\n"
    tests += "def test_every_form_is_played(): assert f(1) == 1\n"
    files = {
        "ludparse/a.py": source, "ludparse/__init__.py": "", "tests/mutants/__init__.py": "", "tests/__init__.py": "",
        "tests/mutants/covering.py": (REPO / "tests/mutants/covering.py").read_text(encoding="utf-8"),
        "tests/ludparse/test_a.py": "from ludparse.a import f, g\n" + tests,
        "pytest.ini": "[pytest]\nmarkers = long\npythonpath = .\naddopts = --import-mode=importlib\n",
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    monkeypatch.setattr(tool, "REPO", tmp_path)
    monkeypatch.setattr(tool, "WORK", tmp_path / "work")
    judge = tool.Judge()
    judge.cover(["ludparse/a.py"])
    low, g = "tests/ludparse/test_a.py::test_low", "tests/ludparse/test_a.py::test_g"
    assert judge.covering.nearest("ludparse/a.py", [2], source, 90)[0] == low
    moved = "# one line more\n" + source
    assert judge.covering.nearest("ludparse/a.py", [7], moved, 90)[0] == g
    assert judge.covering.missing() == []
    assert set(judge.covering.seconds) == {low, g}
    judged = {
        (m.operator, m.line): judge.judge(m).get("by") for m in mutants_of("ludparse/a.py", source)
        if m.operator in ("condition negated", "plus lost", "comparison")
    }  # fmt: skip
    assert judged == {
        ("condition negated", 2): low,  # f(0) is 2
        ("comparison", 2): None,  # >= is seen at f(1) alone, which is a list
        ("plus lost", 4): None,  # nothing changes
        ("plus lost", 6): g,
        ("plus lost", 7): "tests/ludparse/test_a.py",  # does not load
    }
    (tmp_path / "work" / "unchanged" / "tree" / "tests" / "ludparse" / "test_a.py").write_text("")
    assert Covering(tmp_path / "work" / "covering", judge.whole.tree).missing() == ["tests/ludparse/test_a.py"]
    assert (tmp_path / "work" / "changed0" / "tree" / "ludparse" / "a.py").read_text() == source


def test_the_report_counts_by_package(tmp_path: Path) -> None:
    row = {"path": "interpreter/a.py", "line": 3, "operator": "plus lost", "old": "a + b", "new": "a", "package": "C"}
    rows = [{**row, "id": str(n), "status": "caught"} for n in range(3)]
    rows += [{**row, "id": "4", "status": "not caught"}, {**row, "id": "5", "status": "recordings"}]
    rows += [{"id": "6", "package": "C"}, {"id": "4", "equivalent": "b is 0"}]
    (tmp_path / "log").write_text("".join(json.dumps(line) + "\n" for line in rows))
    text = report(tmp_path / "log")
    assert [line.split() for line in text.splitlines()[1:3]] == [
        ["C", "3", "1", "0", "1", "75.0%", "caught"], ["together", "3", "1", "0", "1", "75.0%", "caught"],
    ]  # fmt: skip
    assert "More than a tenth" in text and "plus lost: b is 0" in text
    assert package_of("web/src/a.ts") == "TypeScript"
