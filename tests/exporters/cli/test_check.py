"""`lud check`: formats, fixes, exit codes, several files, standard input, watching."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from ludparse.exporters.authoring.diagnostics import formats
from ludparse.exporters.cli import check as command
from ludparse.exporters.cli.main import main
from ludparse.interpreter.game.checks import diagnose
from ludparse.problems.message import example
from tests.exporters.commands import run
from tools.warnings_page import warnings_page

RIGHT = example()
SLIP = example(before='(define "Spare" 3)\n')
WRONG = example(play="(mvoe Add (to (sites Empty)))")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (("right", RIGHT), ("slip", SLIP), ("wrong", WRONG)):
        (tmp_path / f"{name}.lud").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LUD_LIBRARY", raising=False)
    return tmp_path


def test_exit_codes(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", "right.lud")[:2] == (0, "1 file checked: no problems\n")
    out = run(capsys, "check", "right.lud", "wrong.lud", "--games", "3")[1]
    assert out.endswith("2 files checked: 1 error in 1 file\n")
    assert run(capsys, "check", "slip.lud")[0] == 0
    assert run(capsys, "check", "slip.lud", "--strict")[0] == 1
    assert run(capsys, "check", "slip.lud", "--strict", "--no-warnings")[0] == 0
    assert run(capsys, "check", "wrong.lud")[0] == 1
    assert run(capsys, "check", "none.lud")[0] == 1


def test_what_is_wrong_at_three_places_or_more_is_told_once(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (2, 3, 5):
        steps = "\n".join("(move Step Sideward (to if:(is Empty (to))))" for _ in range(number))
        Path("many.lud").write_text(example(play=f"(or {{{steps}}})"), encoding="utf-8")
        code, out, _ = run(capsys, "check", "many.lud", "--no-warnings")
        assert code == 1 and f"{number} errors in 1 file" in out
        assert out.count("error: ") == (number if number < 3 else 1), out
        assert ("The same is wrong at" in out) == (number >= 3)


def test_a_game_that_cannot_start_is_told_without_warnings_too(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ludii fails on it as well: a board of nine cells has none with the number 9."""
    code, out, _ = run(capsys, "check", example(start='(start (place "Disc1" (sites {9})))'), "--no-warnings")
    assert code == 1
    assert "a site that does not exist was changed" in out


def test_text(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "check", ".")[1]
    assert "wrong.lud:9:15: type error: there is no ludeme 'mvoe' [unknown-ludeme]" in out
    assert "slip.lud:1:9: warning: the define 'Spare' is never used [unused-define]" in out
    assert out.endswith("3 files checked: 1 error and 1 warning in 2 files\n")


def test_a_missing_file(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "check", "rihgt.lud")[1]
    assert "there is no file rihgt.lud" in out
    assert "did you mean: right.lud?" in out
    assert "There is no folder 'games'" in run(capsys, "check", "games/right.lud")[1]


def test_a_name_and_a_text(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", "Ex Nihilo", "--default-only")[0] == 0
    code, out, _ = run(capsys, "check", WRONG)
    assert code == 1
    assert "<text>:9:15: type error" in out
    assert json.loads(run(capsys, "check", WRONG, "--json")[1])["files"][0]["file"] == "<text>"


def test_the_first_position_is_looked_at(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "full.lud").write_text(example(start='(start (place "Disc1" (sites Board)))'), encoding="utf-8")
    code, out, _ = run(capsys, "check", "full.lud")
    assert code == 0
    assert "full.lud:7:5: warning: there is no first move: player 1 can only pass [no-first-move]" in out


def test_what_goes_wrong_in_play_names_the_file(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "never.lud").write_text(example(end="(if (is Line 3) (result Nobody Win))"), encoding="utf-8")
    assert "<text>" not in run(capsys, "check", "never.lud", "--play", "-n", "3")[1]


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(WRONG))
    code, out, _ = run(capsys, "check", "-")
    assert code == 1
    assert out.startswith("<standard input>:9:15: type error")


def test_json(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(run(capsys, "check", "slip.lud", "wrong.lud", "--json")[1])
    assert (record["errors"], record["warnings"]) == (1, 1)
    [problem] = record["files"][1]["problems"]
    assert (problem["severity"], problem["code"]) == ("error", "unknown-ludeme")
    assert problem["places"][0]["line"] == 9
    assert problem["fix"][0]["text"] == "move"


def test_sarif(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = json.loads(run(capsys, "check", "slip.lud", "wrong.lud", "right.lud", "--format", "sarif")[1])
    assert log["version"] == "2.1.0"
    [found] = log["runs"]
    rules = [rule["id"] for rule in found["tool"]["driver"]["rules"]]
    assert rules == ["unknown-ludeme", "unused-define"]
    slip, wrong = found["results"]
    assert (slip["level"], slip["ruleId"], rules[slip["ruleIndex"]]) == ("warning", "unused-define", "unused-define")
    place = wrong["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "wrong.lud"
    assert place["region"] == {"startLine": 9, "startColumn": 15, "endLine": 9, "endColumn": 20}
    [replacement] = wrong["fixes"][0]["artifactChanges"][0]["replacements"]
    assert replacement["insertedContent"] == {"text": "move"}


def test_github(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "check", "slip.lud", "wrong.lud", "--format", "github")[1].splitlines()
    assert lines[0].startswith("::warning file=slip.lud,line=1,col=9,endLine=1,endColumn=16,title=unused-define::")
    assert lines[1].startswith("::error file=wrong.lud,line=9,col=15,")
    assert len(lines) == 2


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (WRONG, RIGHT),
        (example(play="(move Add to:(to (sites Empty)))"), RIGHT),
        (example(end="(if (no Pieces Mover (sites Board)) (result Mover Win))"),
         example(end="(if (no Pieces Mover in:(sites Board)) (result Mover Win))")),
        (example(end="(if (is Line 3) (byScore (score P1 3)))"),
         example(end="(if (is Line 3) (byScore {(score P1 3)}))")),
        (example(start='(start (place "Dsic1" (sites Top)))'), example(start='(start (place "Disc1" (sites Top)))')),
        (example(play="(move Add (to (sites Empty))))"), RIGHT),
        (example(board="(board (square 3)"), RIGHT),
        (example(play="(move Step (to if:(is Empty (to))) Forward)"),
         example(play="(move Step Forward (to if:(is Empty (to))))")),
    ],
)  # fmt: skip
def test_fix(files: Path, capsys: pytest.CaptureFixture[str], wrong: str, right: str) -> None:
    file = files / "mine.lud"
    file.write_text(wrong, encoding="utf-8")
    out = run(capsys, "check", "mine.lud", "--fix")[1]
    assert file.read_text(encoding="utf-8") == right, out
    assert "1 problem put right" in out


def test_a_mistake_in_an_option_is_mended_there(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = (
        '(option "Where" <Where> args:{ <region> } { (item "Empty" <Emty> "e")** (item "All" <Borad> "b")* })\n'
        '(option "Size" <Size> args:{ <board> } { (item "3" <(square 3)> "e")** (item "4" <(sqaure 4)> "b")* })\n'
    )
    text = example(board="(board <Size:board>)", play="(move Add (to (sites <Where:region>)))") + options
    file = files / "mine.lud"
    file.write_text(text, encoding="utf-8")
    code, out, _ = run(capsys, "check", "mine.lud", "--fix", "--no-warnings")
    assert code == 0 and "3 problems put right" in out, out
    right = text.replace("Emty", "Empty").replace("Borad", "Board").replace("sqaure", "square")
    assert file.read_text(encoding="utf-8") == right


def test_brackets_that_were_moved_are_told_with_their_places(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who does what is said by hand has the text that was written."""
    file = files / "mine.lud"
    wrong = example(play="(move Add (to (sites Empty)\n  (then (moveAgain))))")
    file.write_text(wrong, encoding="utf-8")
    out = run(capsys, "check", "mine.lud", "--fix", "--explain")[1]
    by_hand = [[*line] for line in wrong.split("\n")]
    told = re.findall(r"([(){}]+) (left out|put in) at (\d+):(\d+)", out)
    assert [what for _, what, _, _ in told] == ["put in", "left out"]
    for brackets, what, line, column in reversed(told):
        row, at = by_hand[int(line) - 1], int(column) - 1
        if what == "left out":
            assert "".join(row[at : at + len(brackets)]) == brackets
        row[at : at + len(brackets) * (what == "left out")] = brackets if what == "put in" else ""
    assert "".join("\n".join(map("".join, by_hand)).split()) == "".join(file.read_text(encoding="utf-8").split())


def test_what_was_put_right_is_explained(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each change with its place, why it was made, and the words before and after; also for programs."""
    file = files / "mine.lud"
    wrong = example(play="(mvoe Add (to (sites Empty)))", end="(if (is Line 3) (result Draw))")
    file.write_text(wrong, encoding="utf-8")
    out = run(capsys, "check", "mine.lud", "--fix", "--explain")[1]
    assert "put right: there is no ludeme 'mvoe'\n  - mvoe\n  + move\n" in out
    assert "put right: (result …) needs" in out and "\n  - Draw\n  + Mover Draw\n" in out
    file.write_text(wrong, encoding="utf-8")
    record = json.loads(run(capsys, "check", "mine.lud", "--fix", "--json")[1])["files"][0]
    assert record["problems"] == []
    assert [(one["code"], one["before"], one["after"]) for one in record["fixed"]] == [
        ("unknown-ludeme", "mvoe", "move"), ("missing-argument", "Draw", "Mover Draw"),
    ]  # fmt: skip
    file.write_text(wrong, encoding="utf-8")
    offered = json.loads(run(capsys, "check", "mine.lud", "--json")[1])["files"][0]
    assert [[edit["text"] for edit in one["fix"]] for one in offered["problems"]] == [["move"], ["Mover Draw"]]
    assert "give both" in run(capsys, "check", "mine.lud", "--explain")[2]


def test_a_fix_keeps_the_line_ends(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = files / "mine.lud"
    file.write_bytes(WRONG.replace("\n", "\r\n").encode())
    run(capsys, "check", "mine.lud", "--fix")
    assert file.read_bytes() == RIGHT.replace("\n", "\r\n").encode()


def test_what_has_no_fix_is_left_alone(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = files / "mine.lud"
    text = example(end="(if (is Line 3) (result P3 Win))")
    file.write_text(text, encoding="utf-8")
    assert run(capsys, "check", "mine.lud", "--fix")[0] == 1
    assert file.read_text(encoding="utf-8") == text


def test_a_bracket_is_put_right_where_no_more_errors_come_to_light(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = files / "mine.lud"
    hidden = {"play": "(move Add (to (sites 7 7)))"}
    file.write_text(example(board="(board (square 3)", **hidden), encoding="utf-8")
    assert "1 error in 1 file; 1 problem put right" in run(capsys, "check", "mine.lud", "--fix", "--no-warnings")[1]
    assert file.read_text(encoding="utf-8") == example(**hidden)
    hidden["end"] = '(if (is Line 3) (result "X" Win))'
    wrong = example(board="(board (square 3)", **hidden)
    file.write_text(wrong, encoding="utf-8")
    run(capsys, "check", "mine.lud", "--fix")
    assert file.read_text(encoding="utf-8") == wrong


def test_a_fix_that_does_not_help_is_neither_offered_nor_made(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`are` is like `Ace`, which means nothing there either."""
    file = files / "mine.lud"
    wrong = example(board="(board (square 3)) are")
    file.write_text(wrong, encoding="utf-8")
    said = run(capsys, "check", "mine.lud", "--no-warnings")[1]
    assert "did you mean: Ace?" in said and "--fix" not in said
    run(capsys, "check", "mine.lud", "--fix")
    assert file.read_text(encoding="utf-8") == wrong


def test_watching(files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = 0

    def sleep(_: float) -> None:
        nonlocal rounds
        rounds += 1
        if rounds == 2:
            (files / "right.lud").write_text(WRONG, encoding="utf-8")
            import os

            os.utime(files / "right.lud", (1, 1))
        if rounds == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(command.time, "sleep", sleep)
    assert main(["check", "right.lud", "--watch"]) == 130
    out = capsys.readouterr().out
    assert out.startswith("1 file checked: no problems\n--- ")
    assert out.count("checked") == 2
    assert "unknown-ludeme" in out
    assert main(["check", "-", "--watch"]) == 2


def test_the_page_of_warnings_is_written_from_the_table() -> None:
    page = Path(__file__).parents[3] / "docs" / "warnings.md"
    assert page.read_text(encoding="utf-8") == warnings_page(), (
        "run python -m tools.warnings_page docs/warnings.md"
    )


@pytest.mark.parametrize(("end", "colour"), [("(if (is Lime 3) (result Mover Win))", "31;1"),
                                             ("(if (is Line 6) (result Mover Win))", "33;1")])
def test_errors_are_red_and_warnings_yellow(end: str, colour: str) -> None:
    """No line of the word Lime can be asked for; one of six sites on a board of three cannot be made."""
    (problem,) = diagnose(example(end=end))
    said = formats.text(problem, lambda words, colour: f"<{colour}>{words}" if words else "")
    assert f"<{colour}>{problem.kind}: " in said
    assert [line.startswith(f"<{colour}>") for line in said.splitlines() if "^" in line] == [True]


@pytest.mark.parametrize("named", [["rows.lud"], ["rows.expect"], ["rows.lud", "rows.expect"]])
def test_github_and_the_hook_are_told_once_of_what_is_expected_and_does_not_hold(
    named: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The hook names each changed file, the expectations too."""
    monkeypatch.chdir(tmp_path)
    Path("rows.lud").write_text(example(), encoding="utf-8")
    Path("rows.expect").write_text('[[position]]\nillegal = ["A1"]\n', encoding="utf-8")
    code, out, _ = run(capsys, "check", *named, "--format", "github")
    (line,) = [x for x in out.splitlines() if x.startswith("::error")]
    assert (code, line.split("::")[1]) == (
        1, "error file=rows.expect,line=2,col=12,endLine=2,endColumn=16,title=expectation",
    )  # fmt: skip
    assert "A1 is expected not to be legal" in line


def test_beside_a_line_of_github_stands_a_sentence() -> None:
    (problem,) = diagnose(example(end="(if (is Lime 3) (result Mover Win))"))
    assert "::'Lime' is not known here. Expected: Line. Did you mean Line?" in formats.github("a.lud", problem)


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_progress_is_for_people(
    form: str, files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is drawn with text alone, on a terminal; each format is printed whole and nothing else."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    code, out, err = run(capsys, "check", "right.lud", "wrong.lud", "--format", form)
    assert code == 1 and ("checked" in err) is (form == "text")
    if form in ("json", "sarif"):
        json.loads(out)
    else:
        assert ("unknown-ludeme" in out, out.startswith("::error")) == (True, form == "github")
    assert ("files checked" in out) is (form == "text")


def test_play_looks_at_each_option_item(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the other item nobody ever wins: that is told of it alone."""
    items = '{(item "Row" <(is Line 3)> "")* (item "Late" <(= (count Moves) 500)> "")}'
    option = f'(option "Goal" <Goal> args:{{<test>}} {items})'
    game = tmp_path / "rows.lud"
    end = "{(if <Goal:test> (result Mover Win)) (if (is Full) (result Mover Draw))}"
    game.write_text(example(end=end, after=option), encoding="utf-8")
    assert main(["check", "--json", "--play", "--games", "25", str(game)]) == 0
    (record,) = json.loads(capsys.readouterr().out)["files"]
    assert [(p["code"], p["when"]) for p in record["problems"]] == [
        ("play-always-drawn", ["Goal/Late"]), ("play-end-never", ["Goal/Late"]),
    ]  # fmt: skip
    assert main(["check", "--json", "--play", "--games", "25", "--default-only", str(game)]) == 0
    assert json.loads(capsys.readouterr().out)["warnings"] == 0
