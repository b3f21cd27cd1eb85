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
from tests.mutants.__main__ import NOT_COUNTED, draw, nearest, report
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
    texts = [file.read_text(encoding="utf-8") for file in (REPO / "tests").rglob("test_*.py")]
    assert [name for name in NOT_COUNTED if not any(f"def {name}" in text for text in texts)] == []


def test_the_nearest_tests_name_the_module_or_lie_beside_it() -> None:
    assert nearest("exporters/statistics/contest/rating.py")[0].startswith("tests/exporters/statistics/contest/")
    assert "tests/interpreter/lower/test_sow.py" in nearest("interpreter/lower/moves/sow.py")[:12]


def test_a_change_is_caught_or_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a tree with one function and two tests: what a test notices, what only a list notices, and what none does."""
    (tmp_path / "pkg").mkdir()
    (tmp_path / "tests" / "pkg").mkdir(parents=True)
    source = "def f(n):\n    if n > 1:\n        return 2\n    return 1 + 0\n"
    (tmp_path / "pkg" / "a.py").write_text(source)
    (tmp_path / "pkg" / "__init__.py").write_text("")
    (tmp_path / "tests" / "pkg" / "test_a.py").write_text(
        "from pkg.a import f\ndef test_low(): assert f(0) == 1\ndef test_every_form_is_played(): assert f(1) == 1\n"
    )
    ini = "[pytest]\nmarkers = long\npythonpath = .\naddopts = --import-mode=importlib\n"
    (tmp_path / "pytest.ini").write_text(ini)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    monkeypatch.setattr(tool, "REPO", tmp_path)
    monkeypatch.setattr(tool, "WORK", tmp_path / "work")
    monkeypatch.setattr(tool, "CORPUS", tmp_path / "none")
    judge = tool.Judge()
    found = {(m.operator, m.line): judge.judge(m, 5).get("status") for m in mutants_of("pkg/a.py", source)}
    assert found["condition negated", 2] == "caught"  # f(0) is 2
    assert found["comparison", 2] == "not caught"  # >= is seen at f(1) alone, which is a list
    assert found["plus lost", 4] == "not caught"  # nothing changes
    assert (tmp_path / "work" / "changed" / "tree" / "pkg" / "a.py").read_text() == source


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
