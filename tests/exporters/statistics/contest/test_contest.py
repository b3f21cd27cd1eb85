"""Games between two agents."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludparse import Trial, load
from ludparse.exporters.cli import main
from ludparse.exporters.statistics.contest.game import ContestSetup, play_contest_games
from ludparse.interpreter.game.game import SingleGame
from tests.exporters.verification.ludii.live import PLACE, needs_ludii
from tests.interpreter.search.games import SWAPPING, THREE

STRONG, WEAK = "uct(iterations=150)", "random"


class Stubborn:
    """An agent of one's own: always the first legal move."""

    def choose(self, state: Any) -> Any:
        return state.legal_moves()[0]


def played(text: str, agents: tuple[str, str], number: int, jobs: int = 1, **more: Any) -> list[dict[str, Any]]:
    setup = ContestSetup(text, agents, seed=3, **more)
    records = [g.as_dict() for g in play_contest_games(setup, load(text), number, jobs)]
    for record in records:
        for timing in record["timing"]:
            del timing["seconds"], timing["longest"]
    return records


def test_the_same_seed_gives_the_same_games_with_any_number_of_jobs() -> None:
    alone = played(THREE, (STRONG, WEAK), 6)
    assert alone == played(THREE, (STRONG, WEAK), 6, jobs=2)
    assert [g["seat"] for g in alone] == [1, 2, 1, 2, 1, 2]
    assert all(g["over"] for g in alone)


def test_games_in_pairs_begin_with_the_same_random_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance favours no agent: each has both seats with the same throws to come, and the next pair has others."""
    text = """(game "Throws" (players 2) (equipment {(board (rectangle 1 70)) (dice d:6 num:2) (piece "Man" Each)})
        (rules (play (do (roll) next:(move Add (to (sites {(+ (count Pips) (* 6 (count Moves)))})))))
            (end (if (= 9 (count Moves)) (result Mover Win)))))"""
    monkeypatch.setattr(SingleGame, "optimise", lambda game: False)  # six short games
    own = "tests.exporters.statistics.contest.test_contest:Stubborn"
    games = list(play_contest_games(ContestSetup(text, (own, own), seed=3), load(text), 6, 1))
    thrown = [[move.text for move in load(text).replay(game.trial).history] for game in games]
    assert thrown[0::2] == thrown[1::2]
    assert len({*map(str, thrown)}) == 3


def test_the_stronger_agent_wins_also_where_sides_change() -> None:
    for text in (THREE, SWAPPING):
        scores = [g["score"] for g in played(text, (STRONG, WEAK), 20)]
        assert sum(scores) >= 17
    own = "tests.exporters.statistics.contest.test_contest:Stubborn"
    assert sum(g["score"] for g in played(THREE, (own, STRONG), 6)) <= 1


def test_games_are_saved_as_trials_and_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games"
    command = ["contest", THREE, STRONG, WEAK, "-n", "60", "--output", str(out), "--json"]
    assert main(command) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["decided"] == STRONG  # long before 60 games
    assert 8 <= record["games"] < 60
    trials = sorted(out.glob("*.trl"))
    lines = [json.loads(line) for line in (out / "results-00000000.jsonl").read_text().splitlines()]
    assert len(trials) == len(lines) == record["games"]
    game = load(THREE)
    for path, line in zip(trials, lines, strict=True):
        state = game.replay(Trial.read(path))
        assert state.over
        assert list(state.ranking[1:]) == line["ranking"]


def test_a_stopped_contest_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games"
    command = ["contest", THREE, STRONG, WEAK, "--all-games", "--output", str(out), "--json", "-n"]
    assert main([*command, "2"]) == 0
    before = {path: path.stat().st_mtime_ns for path in out.glob("*.trl")}
    assert len(before) == 2
    capsys.readouterr()
    assert main([*command, "4"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["games"], len(list(out.glob("*.trl")))) == (4, 4)
    assert record["seats"]["1"][0] == record["seats"]["2"][0] == 2
    assert main([*command, "6", "--seed", "7"]) == 1  # another contest
    assert "holds other results" in capsys.readouterr().out
    assert before == {path: path.stat().st_mtime_ns for path in before}


def test_the_report_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["contest", THREE, STRONG, WEAK, "-n", "4", "--all-games"]) == 0
    out = capsys.readouterr().out
    assert f"{STRONG} against {WEAK}" in out
    assert "games      4: " in out
    assert "not yet" in out
    assert "iterations/s" in out
    assert "interrupted" not in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["uct", "flet"], "did you mean flat"),
        (["uct", "uct", "--sprt", "5", "5"], "below HIGH"),
        (["uct(speed=3)", "flat"], "no setting 'speed'"),
        (["uct(iterations=0)", "flat"], "iterations=0: between 1 and"),
    ],
)
def test_what_is_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["contest", THREE, *arguments]) == 2
    assert message in capsys.readouterr().err


@needs_ludii
def test_ludii_takes_part(tmp_path: Path) -> None:
    """Dice, so that both have to draw the same; the trial replays."""
    agents = ("uct(iterations=100)", "ludii:UCT(iterations=20,warm_up=0)")
    games = played("Caravans", agents, 2, ludii=PLACE, output=str(tmp_path))
    assert [g["failure"] for g in games] == ["", ""]
    assert all(g["over"] for g in games)
    load("Caravans").replay(Trial.read(tmp_path / "game00001.trl"))
    (broken,) = played(THREE, ("random", "ludii:Nobody(seconds=1)"), 1, ludii=PLACE)
    assert "no agent" in broken["failure"]
