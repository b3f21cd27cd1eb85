"""Mistakes of newcomers: which of the answers of check, cover and why names the cause. The table was kept by hand: the
answer was read before it was noted, and counts if it names what the author has to change."""

from __future__ import annotations

import json

import pytest

from ludparse.exporters.cli.main import main
from tests.corpus import REPO

MISTAKES = REPO.parent / "shared" / "cases" / "mistakes"

CHECK: dict[str, str] = {
    "fx2-c-Left": "'Rigth' is not known here",
    "fx2-g-P2s": "there is no player P3: the game has 2 players",
    "fx2-h-Opp": "'Other' is not known here",
    "fx2-l-not-two": "(not …) has no place for this: (no …)",
    "fx2-n-Man-noplayer": "no piece is called 'Man'",
    "fx2-p-AND": "there is no ludeme 'AND'",
    "fx2-r-isEmpty": "there is no ludeme 'isEmpty'",
    "m-04-offboard-coord": "nothing that holds pieces is called 'C1'",
    "m-04b-coord": "the board has no cell 'C6'",
    "m-04c-site": "there is no site 25",
    "m-05-offboard-index-in-rule": "there is no site 19",
    "m-06-line-too-long": "no line of the board has 7 sites: the longest has 6",
    "m-07-contradiction": "this is never true",
    "m-10-option-missing": "no option has a value <Goal:k>",
    "m-12-ruleset-wrong": "there is no option 'Board/6'",
    "m-15-int-for-region": "this comes too late in (is …)",
    "m-19b-endless": "no rule takes a piece off",
    "m-21-define-args": "the define 'Hit' has 2 parameters, and here it has 1",
    "m-22-define-misspelled": "there is no define 'CaptureSteps'",
    "m-23-define-recursive": "the define 'Step' uses itself",
    "m-24-piece-name-typo": "(move …) needs a list in braces",
    "m-25-add-places-die": "a die is added here",
    "m-26-then-misplaced": "(to …) has no place for this: (then …)",
    "m-28-from-to-confusion": "this is never true",
    "m-29-commas": "no comma stands between arguments",
    "m-33-two-defaults": "another item of the option 'Board Size'",
    "m-35-option-item-broken": "'Conected' is not known here",
    "m-36-div-zero-plain": "this divides by 0",
    "m-38-quote-missing": "this string never ends",
    "m-40-equals-not-prefix": "the first word after ( is the name of a",
    "m-42-hand-missing": "the game has no hands",
    "m-44-apply-outside-if": "(between …) has no place for this: (remove …)",
    "m-45-else-if": "(if …) takes this without a name",
    "top-04-two-ends": "(end …) takes only one of these",
    "top-05-then-in-to": "(to …) has no place for this: (then …)",
    "top-06-then-apply": "this is (apply …), which is moves",
    "top-07b-or-three-moves": "(or …) has no place for this: (move …)",
    "top-08-jump": "cannot begin with the word Jump",
    "top-09b-semicolon2": "a comment does not begin with ;",
    "top-12-component": "this has to be named in (sites …)",
    "top-13-opponent": "'Opponent' is not known here",
    "top-13b-player": "'Player1' is not known here",
    "top-14-occupied-no-by": "(sites …) needs by:",
    "top-16-adjacent": "cannot begin with the word Adjacent",
    "top-17-markdown-fence": "this stands outside of the game",
    "top-19-capture": "there is no ludeme 'capture'",
    "top-22-and-three": "(and …) has no place for this: (is …)",
    "top-23-coordinate-in-place": "nothing that holds pieces is called 'C1'",
}
"""Mistake -> what `lud check` says of it."""

COVER: dict[str, tuple[str, str]] = {
    "m-20-mover-next": ("(result Next Loss)", "(no Pieces Mover) never held"),
    "m-43-win-on-opponents-region": ("(result Mover Win)", "(is In (last To) (sites Mover)) never held"),
}
"""Mistake -> the ludeme that `lud cover` marks, and why it never happens."""

WHY: dict[str, tuple[tuple[str, ...], str]] = {
    "m-31-mover-next-line": (
        ("--moves", "A1", "A5", "B1", "B5", "C1", "C5", "D1"),
        "player 2 wins by (result Next Win)",
    ),
}
"""Mistake -> moves, and what `lud why --end` says after them."""

NO_MISTAKE = {
    "fx2-m-each-missing": "a piece without a role is everybody's, and the game plays as it was meant",
    "top-24-sites-coord": '(sites "C1") is the site C1, and the game plays as it was meant',
}

pytestmark = pytest.mark.skipif(not MISTAKES.exists(), reason="the mistakes are kept outside the repository")


def file(name: str) -> str:
    return str(MISTAKES / f"{name}.lud")


def test_the_table_has_every_mistake_once_and_nearly_all_are_told() -> None:
    told = [*CHECK, *COVER, *WHY]
    kept = {path.stem for path in MISTAKES.glob("*.lud")}
    assert sorted([*told, *NO_MISTAKE]) == sorted(kept)
    assert len(told) >= 0.92 * len(kept)


def test_check_names_the_cause(capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in CHECK.items():
        main(["check", file(name)])
        assert text in capsys.readouterr().out, name


@pytest.mark.parametrize("name", COVER)
def test_cover_names_the_cause(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    ludeme, reason = COVER[name]
    assert main(["cover", file(name), "-n", "10", "--max-moves", "200", "--backend", "python", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["ludemes"]
    assert [x["never"] for x in found if x["ludeme"] == ludeme] == [reason]


@pytest.mark.parametrize("name", WHY)
def test_why_names_the_cause(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    moves, text = WHY[name]
    assert main(["why", file(name), "--backend", "python", "--end", *moves]) == 0
    assert text in capsys.readouterr().out


def test_what_is_no_mistake_has_no_problem_and_plays(capsys: pytest.CaptureFixture[str]) -> None:
    for name in NO_MISTAKE:
        assert main(["check", "--strict", file(name)]) == 0, name
        assert "no problems" in capsys.readouterr().out
        assert main(["playouts", file(name), "-n", "5", "--max-moves", "50", "--backend", "python"]) == 0
        capsys.readouterr()


