"""The worker's protocol, from recorded conversations with Ludii 1.3.13: what is made of the answers, without Ludii."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ludparse.exporters.cli import crosscheck_ludii
from ludparse.exporters.cli.main import build_parser
from ludparse.exporters.verification.crosscheck import GameResult
from ludparse.exporters.verification.ludii.client import Limits, Ludii
from ludparse.exporters.verification.ludii.errors import (
    JavaMissingError,
    LudiiDiedError,
    LudiiError,
    LudiiVersionError,
    NotLudiiError,
    error_of,
)
from ludparse.exporters.verification.ludii.jvm import BUILT
from ludparse.exporters.verification.ludii.live import Setting
from ludparse.exporters.verification.ludii.ours import agree, check
from ludparse.exporters.verification.ludii.pair import Outcome, Pair
from ludparse.exporters.verification.ludii.variants import Variant
from tests.exporters.verification.ludii import conversations
from tests.exporters.verification.ludii.conversations import DICE, REFUSED, ROWS, SCRIPTS, STACK, Player
from tests.exporters.verification.ludii.live import PLACE, needs_ludii
from tests.interpreter.lower.playing import BACKENDS


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A jar that passes for Ludii as long as nobody runs it."""
    jar = tmp_path / "Ludii.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr("other/GameLoader.class", b"")
    return jar


def ludii(name: str, place: Path) -> Ludii:
    return Ludii(place, connect=lambda: Player(name))


@pytest.mark.parametrize("name", ["rows", "rows in full", "dice", "heap"])
def test_a_recorded_game_is_ours(name: str, place: Path) -> None:
    with ludii(name, place) as there:
        header, records, replayed = SCRIPTS[name](there)
        assert there.version == "1.3.13"
    assert header["ludii"] == "1.3.13" and header["path"] == "ours.lud"
    *lines, last = records
    text = {"dice": DICE, "heap": STACK}.get(name, ROWS)
    lines[0] = {**header, **lines[0]}
    result = check(
        path=name, source=text, traces=[lines], options=(), ruleset=None, expanded=None, board=None, library=None,
        backend="python",
    )  # fmt: skip
    assert result.difference is None and result.level.name == "identical" and result.plies == len(lines) - 1
    assert replayed["moves"] == len(lines) - 1 and "departs" not in replayed
    assert last["trial"].startswith("game=ours.lud\n") and "LUDII_VERSION=1.3.13" in last["trial"]


def test_another_rule_is_a_difference(place: Path) -> None:
    with ludii("rows", place) as there:
        header, (first, *plies, _), _ = SCRIPTS["rows"](there)
    other = ROWS.replace("(sites Empty)", "(difference (sites Empty) 4)")
    result = check(
        path="", source=other, traces=[[{**header, **first}, *plies]], options=(), ruleset=None, expanded=None,
        board=None, library=None, backend="python",
    )  # fmt: skip
    assert result.level.name == "board"
    assert result.difference is not None and result.difference.kind == "legal" and result.difference.ply == 0


@pytest.mark.parametrize("backend", BACKENDS)
def test_digests_tell_equal_games_from_others(backend: str, place: Path) -> None:
    with ludii("digests", place) as there:
        lines = SCRIPTS["digests"](there)
    assert len(lines) == 13
    asked: dict[str, Any] = {
        "path": "", "options": (), "expanded": None, "board": None, "library": None, "backend": backend
    }  # fmt: skip
    rng = [1, 2, 3, 4, 5, 6, 7, 8]
    result, apart = agree(source=DICE, games=[(rng, lines), (rng, [])], **asked)
    assert (apart, result.plies, result.level.name) == ([], 12, "identical")
    for ply, column in ((0, 0), (5, 1), (5, 2), (7, 4), (12, 5), (12, 6)):
        other = [[*line] for line in lines]
        other[ply][column] ^= 1
        assert agree(source=DICE, games=[(rng, lines), (rng, other)], **asked)[1] == [1]
    again = DICE.replace("(sites Random num:1)", "(sites Random num:2)")
    assert agree(source=again, games=[(rng, lines)], **asked)[1] == [0]


def test_source_and_classes_of_our_own_are_those_of_one_build() -> None:
    folder = BUILT.parent
    files = sorted([*folder.glob("java/**/*.java"), *folder.glob("built/**/*.class")])
    lines = (BUILT / "build.sha256").read_text(encoding="utf-8").splitlines()
    known = {name: digest for digest, name in (line.split("  ", 1) for line in lines)}
    found = {file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    assert len(found) >= 2 and found == known, "the classes are out of date: run `make java`"


@needs_ludii
def test_the_source_compiles_to_these_classes(tmp_path: Path) -> None:
    if not shutil.which("javac") or " 17." not in _run(["javac", "-version"]):
        pytest.skip("needs javac 17, with which the classes were built: others may lay them out differently")
    source = BUILT.parent / "java" / "ludparse" / "Digests.java"
    _run(["javac", "--release", "8", "-nowarn", "-cp", str(PLACE), "-d", str(tmp_path), str(source)])
    for file in BUILT.glob("ludparse/*.class"):
        assert (tmp_path / "ludparse" / file.name).read_bytes() == file.read_bytes(), file.name


def _run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    return done.stdout + done.stderr


def test_boards_and_expansions_are_compared(place: Path) -> None:
    with ludii("board", place) as there:
        board, expanded = SCRIPTS["board"](there)
    asked: dict[str, Any] = {
        "path": "", "traces": [], "options": (), "ruleset": None, "library": None, "backend": "python"
    }  # fmt: skip
    assert check(source=STACK, expanded=expanded, board=board, **asked).checks["board"]
    board["Cell"][3]["label"] = "Z9"
    result = check(source=STACK, expanded=expanded, board=board, **asked)
    assert result.difference is not None and result.difference.message == "Cell[3].label"


def test_what_ludii_refuses_is_an_error_with_its_words(place: Path) -> None:
    with ludii("refused", place) as there:
        kind, message = SCRIPTS["refused"](there)
    assert kind == "LudiiRefusedError" and "Jump" in message


class _Ours:
    """In the place of our engine's process: the same function in this one."""

    def check(self, path: str, source: str, traces: Any, **more: Any) -> Any:
        return check(path=path, source=source, traces=traces, library=None, backend="python", **more)


def test_a_refused_variant_has_a_verdict(place: Path) -> None:
    outcome = Pair(ludii("refused", place), _Ours()).compare(Variant("no", REFUSED, REFUSED))  # type: ignore[arg-type]
    assert outcome.verdict == "refused" and outcome.result.ludii.startswith("refused: ")
    assert outcome.result.difference is not None and "Jump" in outcome.result.difference.message  # nor do we take it


@pytest.mark.parametrize("error", [LudiiVersionError, NotLudiiError, JavaMissingError])
def test_what_is_wrong_with_ludii_itself_is_no_verdict_on_a_game(
    error: type[LudiiError], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(*_: object, **__: object) -> None:
        raise error("a class is missing")

    with ludii("rows", place) as there:
        monkeypatch.setattr(there, "load", load)
        with pytest.raises(error, match="a class is missing"):
            Pair(there, _Ours()).compare(Variant("", ROWS, ROWS))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["refused", "crash"])
def test_a_class_that_is_not_there_says_something_of_ludii(kind: str) -> None:
    missing = error_of({"kind": kind, "message": "NoClassDefFoundError: gnu/trove/list/array/TIntArrayList"})
    assert isinstance(missing, NotLudiiError) and "gnu/trove" in missing.message
    assert "whole Ludii.jar" in str(missing.hint)
    assert type(error_of({"kind": kind, "message": "NullPointerException: no message"})) is not NotLudiiError


def run_of(outcomes: list[Outcome], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code of a cross-check that had these outcomes, and what it prints."""
    args = build_parser(["crosscheck"]).parse_args(["crosscheck", "--ludii", "Ludii.jar", "x"])
    made = crosscheck_ludii._Run(args, Setting(Path("Ludii.jar"), None, "auto", 1, Limits(), 1.0))
    for outcome in outcomes:
        made.note(outcome)
    return made.report(), capsys.readouterr().out


def test_a_game_that_ludii_does_not_play_is_not_compared(capsys: pytest.CaptureFixture[str]) -> None:
    variant = Variant("x", ROWS, ROWS)
    failed = Outcome(variant, "crash", GameResult("x", ludii="crash: NullPointerException: no message"))
    code, out = run_of([failed], capsys)
    assert code == 2 and "1 on which it fails" in out and "crash: NullPointerException" in out
    checks = dict.fromkeys(("parses", "expands", "board", "legal", "identical"), True)
    same = GameResult("y", checks=checks)
    same.settle()
    assert run_of([failed, Outcome(variant, "plays", same)], capsys)[0] == 0


def test_a_worker_that_dies_is_replaced(place: Path) -> None:
    begun = []

    def connect() -> Player:
        begun.append(1)
        return Player("rows")

    there = Ludii(place, connect=connect)
    SCRIPTS["rows"](there)
    with pytest.raises(LudiiDiedError):
        there.load(DICE)  # after the last turn that was recorded
    assert (len(begun), there.replaced) == (1, 1)
    SCRIPTS["rows"](there)
    assert len(begun) == 2


def test_every_conversation_is_tested() -> None:
    recorded = {path.stem for path in conversations.FOLDER.glob("*.json")}
    assert recorded == set(SCRIPTS)
