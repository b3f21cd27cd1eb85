"""Summary, baseline, and the report in its three forms."""

import json
import re
from pathlib import Path

import pytest

from ludparse import LudUnsupportedError
from ludparse.exporters.verification.crosscheck import Difference, GameResult, Level, TrialStatus, baseline, summarise
from ludparse.exporters.verification.crosscheck.baseline import Fallen
from ludparse.exporters.verification.crosscheck.causes import error_cause, moves_cause, pattern, state_cause
from ludparse.exporters.verification.crosscheck.report import as_json, html, table

RUN = {"date": "2000-01-01 00:00", "backend": "c", "seconds": 1.0, "filter": "", "jobs": 1, "limit_seconds": 1}


def result(path: str, level: Level, cause: str = "", trial: TrialStatus = TrialStatus.absent) -> GameResult:
    checks = {each.name: True for each in Level if Level.none < each <= level}
    difference = Difference("legal", cause, "<b>5 & 6</b>", "full", 3, only_ours=["<x>"]) if cause else None
    made = GameResult(path, path.title(), "c", checks=checks, difference=difference, trial=trial, plies=10)
    made.settle()
    return made


RESULTS = [
    result("a", Level.identical, trial=TrialStatus.same),
    result("b", Level.board, "moves are missing"),
    result("c", Level.board, "moves are missing"),
    result("d", Level.parses, "expansion"),
]


def test_summary() -> None:
    summary = summarise(RESULTS)
    assert summary.reached == {"parses": 4, "expands": 3, "board": 3, "legal": 1, "identical": 1}
    assert [(c.cause, c.blocked, c.games) for c in summary.causes] == [
        ("moves are missing", "legal", ("b", "c")),
        ("expansion", "expands", ("d",)),
    ]
    assert summary.trials == {"same": 1, "absent": 3}


@pytest.mark.parametrize(
    ("level", "blocked"),
    [(Level.none, "parses"), (Level.parses, "expands"), (Level.expands, "board"), (Level.board, "legal"),
     (Level.legal, "identical"), (Level.identical, "identical")],
)  # fmt: skip
def test_a_cause_keeps_games_from_the_next_level(level: Level, blocked: str) -> None:
    assert [cause.blocked for cause in summarise([result("x", level, "a cause")]).causes] == [blocked]


def test_levels_do_not_skip_one() -> None:
    made = GameResult("x", checks={"parses": True, "expands": False, "board": True, "legal": True, "identical": True})
    made.settle()
    assert made.level is Level.parses


def test_table() -> None:
    text = table(summarise(RESULTS), [Fallen("b", "traces")], causes=1)
    assert "identical      1   25.0%" in text
    assert "    2  legal      moves are missing" in text
    assert "by 1 other cause (" in text and "4 games, " in text
    assert "b (traces)" in text
    assert re.search("trials +1  of 1 replayed to the end", text)  # three games have none


def test_what_was_not_recorded_is_not_compared() -> None:
    bare = [result("e", Level.board), result("f", Level.board)]
    bare[0].unrecorded = ["expands", "board", "legal", "identical"]
    bare[1].unrecorded = ["board", "legal", "identical"]
    text = table(summarise(bare), [])
    assert re.search(r"expands +2 +100.0% .*\(1 of 2 compared\)", text)
    assert re.search(r"board +not compared\n +legal +not compared\n +identical +not compared", text)
    assert html(summarise(bare), bare, [], RUN).count("not compared") == 3


def test_json_and_back() -> None:
    record = json.loads(as_json(summarise(RESULTS), RESULTS, [], RUN))
    assert [GameResult.from_dict({**game, "stage": ""}) for game in record["games"]] == RESULTS


def test_html_is_one_file_and_escapes() -> None:
    page = html(summarise(RESULTS), RESULTS, [Fallen("b", "traces")], RUN)
    assert "1 of 4 games identical" in page
    assert "&lt;b&gt;5 &amp; 6&lt;/b&gt;" in page
    assert "<b>5" not in page
    assert not any(word in page for word in ("http:", "https:", "src=", "@import"))


def test_a_baseline_only_grows(tmp_path: Path) -> None:
    assert baseline.compare(tmp_path, "c", RESULTS) == []
    assert baseline.update(tmp_path, "c", RESULTS) == {"traces": 1, "trials": 1}
    assert baseline.compare(tmp_path, "c", RESULTS) == []
    worse = [result("a", Level.legal, "text", TrialStatus.differs), result("b", Level.identical)]
    assert baseline.compare(tmp_path, "c", worse) == [Fallen("a", "traces"), Fallen("a", "trials")]
    assert baseline.update(tmp_path, "c", worse) == {"traces": 1, "trials": 0}
    assert baseline.read(tmp_path / "c-traces.txt") == ["a", "b"]
    assert baseline.compare(tmp_path, "c", [result("b", Level.identical)]) == []
    assert baseline.compare(tmp_path, "c", [result("a", Level.identical)]) == []  # its trial was not looked at


def test_causes() -> None:
    assert pattern("site 17 of Cell[4] at level -1") == "site # of Cell[#] at level #"
    unsupported = LudUnsupportedError("(is Foo) of chapter 3 is not supported")
    assert error_cause(unsupported) == "LudUnsupportedError: (is Foo) of chapter # is not supported"
    add, remove = "[Add:type=Cell,to=3,what=1]", "[Remove:type=Cell,to=3]"
    assert moves_cause([add], [add + remove]) == "without Remove"
    assert moves_cause([add + remove], [add]) == "with Remove"
    assert moves_cause([add + remove], [remove + add]) == "number or order of Add, Remove"
    assert moves_cause([add], [add.replace("what=1", "what=2")]) == "what of Add"
    assert moves_cause([add], [add.replace(",what=1", "")]) == "fields of Add: what"
    assert moves_cause([], [add]) == "not found: Add"
    sites = {"sites": [["C0", 1, [1, 1, 0, 0, 0]]]}
    other = {"sites": [["C0", 1, [1, 2, 0, 0, 0]], ["C1", 1, [1, 1, 0, 0, 0]]]}
    assert state_cause(["turn", "sites"], sites, other) == "sites (too few, who), turn"
