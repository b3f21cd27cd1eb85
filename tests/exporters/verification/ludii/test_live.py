"""With a running Ludii."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from functools import partial
from pathlib import Path

import pytest

from ludparse.exporters.cli import main
from ludparse.exporters.verification.ludii.client import Limits, Ludii
from ludparse.exporters.verification.ludii.errors import LudiiDiedError, NotLudiiError
from ludparse.exporters.verification.ludii.minimise import Minimiser, case_of, dump
from ludparse.exporters.verification.ludii.ours import Ours
from ludparse.exporters.verification.ludii.pair import Pair, rng_of
from ludparse.exporters.verification.ludii.variants import Variant
from ludparse.exporters.verification.recordings import read_text
from tests.corpus import REPO, TRACES, description, needs_corpus
from tests.exporters.verification.ludii.conversations import ROWS, SCRIPTS
from tests.exporters.verification.ludii.faulty import with_fault
from tests.exporters.verification.ludii.live import needs_ludii
from tests.interpreter.lower.test_recorded import check_case

pytestmark = needs_ludii


@needs_corpus
@pytest.mark.parametrize("path", ["board/sow/two_rows/Oware", "puzzle/planning/Minesweeper", "math/hand/Morra"])
def test_recorded_anew_the_same(path: str) -> None:
    lines = [json.loads(line) for line in read_text(TRACES / path / "seed1.jsonl.gz").splitlines()]
    with Ludii() as ludii:
        header = ludii.load(description(path).read_text(encoding="utf-8"), path=f"{path}.lud")
        picks = [line["pick"] for line in lines[1:]]
        first, *plies, _ = ludii.record(rng=lines[0]["rng"], plies=80, picks=picks)
    assert json.loads(json.dumps([{**header, **first}, *plies])) == lines


def test_the_recorded_conversations_are_still_true() -> None:
    recorded = Path(__file__).parent / "conversations" / "dice.json"
    with Ludii() as ludii:
        _, records, _ = SCRIPTS["dice"](ludii)
    answers = [json.loads(line) for turn in json.loads(recorded.read_text()) for line in turn[1:]]
    assert [r for r in records if "legal" in r] == [a["line"] for a in answers if "legal" in a.get("line", {})]


def test_our_games_are_the_same_in_ludii(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["crosscheck", "Gardens", ROWS, "--backend", "python", "--html", str(tmp_path / "r.html")]) == 0
    out = capsys.readouterr().out
    assert "2 played" in out and "identical      2" in out
    assert "Ludii 1.3.13" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_what_is_recorded_is_not_recorded_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["record", "Gardens", "--output", str(tmp_path), "--games", "2", "--max-moves", "9"]
    assert main(command) == 0
    assert "2 games by Ludii" in capsys.readouterr().out
    assert main(command) == 0
    assert "0 games written" in capsys.readouterr().out
    assert main(["crosscheck", str(tmp_path), "--no-trials", "--backend", "python", "--library", str(tmp_path)]) != 3


def test_too_little_memory_is_an_error_and_the_next_game_is_played() -> None:
    with Ludii(limits=Limits(megabytes=48)) as ludii:
        huge = ROWS.replace("(square 3)", "(square 900)")
        with pytest.raises(LudiiDiedError, match="memory"):
            ludii.load(huge)
        assert ludii.load(ROWS)["cells"] == 9
        assert ludii.replaced == 1


AGAIN = """(game "Twice" (players 2) (equipment {(board (square 3)) (piece "Man" Each) (regions "Spot" (sites Centre))})
    (rules (play (move Add (to (sites Empty)) (then (if (is In (last To) (sites "Spot")) (moveAgain)))))
        (end (if (is Line 3) (result Mover Win)))))"""


def test_digests_find_what_differs_and_tell_it_in_detail() -> None:
    """Equal games are not looked at in detail; of others the first difference is told in full."""
    with Ludii() as ludii:
        header = ludii.load(AGAIN)
        *records, _ = ludii.record(rng=rng_of(1, 0), plies=9, seed=1_000_003)
        lines = list(ludii.digests(rng=rng_of(1, 0), plies=9, seed=1_000_003))
        assert [line[3] for line in lines[1:]] == [record["pick"] for record in records[1:]] and header["players"] == 2
        variant = Variant("again", AGAIN, AGAIN)
        ours = Ours(library=None, backend="python")
        faulty = Ours(library=None, backend="python", perform=partial(with_fault, "nobody moves again"))
        try:
            same = Pair(ludii, ours).compare(variant, games=3, plies=9)
            other = Pair(ludii, faulty).compare(variant, games=3, plies=9)
        finally:
            ours.close(), faulty.close()
    assert same.result.level.name == "identical" and not same.games and same.result.plies > 9
    difference = other.result.difference
    assert difference is not None and difference.kind == "text" and "SetNextPlayer" in difference.recorded
    assert other.result.checks["board"] and not other.result.checks["identical"] and other.games


def test_who_fails_where_ludii_fails_plays_the_same() -> None:
    """We list the second player's moves when the first has played, Ludii when it is asked for them."""
    text = AGAIN.replace("(play ", "(play (if (is Mover P1) (move Add (to (sites Empty))) (move Remove (sites)))) #", 1)
    text = text[: text.index("#")] + text[text.index("(end") :]
    with Ludii() as ludii:
        pair = Pair(ludii, Ours(library=None, backend="python"))
        try:
            outcome = pair.compare(Variant("fails", text, text), plies=9)
        finally:
            pair.ours.close()
    assert outcome.result.ludii.startswith("crash") and outcome.result.difference is None


def test_what_is_saved_is_a_test_case() -> None:
    pair = Pair(Ludii(), Ours(library=None, backend="python", perform=partial(with_fault, "nobody moves again")))
    try:
        found = Minimiser(pair, seconds=60).minimise(AGAIN, 20)
        assert found is not None and found.words < 30
        (case,) = json.loads(dump(case_of(pair, found, "again")))
    finally:
        pair.close()
    assert case["ludii"] == "1.3.13" and "(moveAgain)" in case["description"]
    check_case(case, "python")  # as it is without the fault
    case["plies"][-1]["legal"][0] += "[Pass:]"
    with pytest.raises(AssertionError):
        check_case(case, "python")


MISSING = """
from ludparse.exporters.verification.ludii.jvm import Java
from ludparse.exporters.verification.ludii.place import find_ludii

java = Java(find_ludii(), 256)
try:
    java.method(java.Move, "fly", java.Move)
except Exception as problem:
    print(type(problem).__name__, problem.message)
"""


def test_a_method_that_is_missing_is_named() -> None:
    done = subprocess.run([sys.executable, "-c", MISSING], capture_output=True, text=True, cwd=REPO, check=True)
    assert "LudiiVersionError Ludii 1.3.13 has no method other.move.Move.fly" in done.stdout


def test_a_jar_without_ludii_is_named(tmp_path: Path) -> None:
    jar = tmp_path / "Ludii.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr("other/GameLoader.class", b"")
    with Ludii(jar) as ludii, pytest.raises(NotLudiiError, match="does not hold Ludii's classes"):
        ludii.load(ROWS)


LANGUAGE = """
from ludparse.exporters.verification.ludii import language
from ludparse.exporters.verification.ludii.jvm import Java
from ludparse.exporters.verification.ludii.place import find_ludii

place = find_ludii()
print(language.differences(language.entries(Java(place, 256).jpype, place)))
"""


def test_the_language_of_the_ludii_that_is_followed_is_ours() -> None:
    done = subprocess.run([sys.executable, "-c", LANGUAGE], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
