"""The designer's report: what is played is what the plan says, what is told follows from the games, and all of it can
be played again to the bit."""

import json
import random
import re
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludparse import LudError, load_description
from ludparse.exporters.laboratory.report.findings import Share, answers_of, endings, measures_of, overlap, site_shares
from ludparse.exporters.laboratory.report.games import (
    Played,
    Task,
    _Kept,
    loaded,
    played,
    replayed,
    restrictions_of,
    tasks_of,
)
from ludparse.exporters.laboratory.report.plan import Plan, agents_of
from ludparse.exporters.laboratory.report.run import PAGE_FILE, digest_of, verify, write_report
from ludparse.exporters.statistics.players import make_player
from ludparse.exporters.statistics.record import GameRecord
from tests.exporters.cli.test_kinds import KINDS
from tests.exporters.commands import run

RULES = """(game "Steps" (players {(player N) (player S)})
    (equipment {(board (square 4)) (piece "Man" Each (or {
        (move Step Forward (to if:(is Empty (to))))
        (move Step (directions {FR FL}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))}))
        (regions P1 (sites Top)) (regions P2 (sites Bottom))})
    (rules (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))}) (play (forEach Piece))
        (end {(if (is In (last To) (sites Mover)) (result Mover Win)) (if (no Moves Next) (result Next Loss))})))"""
PLAN = Plan(
    "Steps", digest_of(RULES), (), None, agents_of([10, 40], [1]), games=4, skill_games=2, restricted_games=4,
    restricted="uct(iterations=10)", values="uct(iterations=50)", playouts=2, covering=10, openings=2, max_moves=60,
)  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Any:
    return loaded(RULES, "python")


@pytest.fixture(scope="module")
def games(game: Any) -> list[Played]:
    return [played(game, task, PLAN) for task in tasks_of(PLAN, game)]


def test_a_plan_is_read_as_it_was_written(tmp_path: Path) -> None:
    PLAN.write(tmp_path / "plan.json")
    again = Plan.read(tmp_path / "plan.json")
    assert again == PLAN and again.digest == PLAN.digest
    assert replace(PLAN, seed=1).digest != PLAN.digest


@pytest.mark.parametrize(
    ("change", "problem"),
    [({"format": "other"}, "format"), ({"games": 1}, "whole numbers"), ({"gmaes": 4}, "gmaes"),
     ({"questions": ["why"]}, "questions are")],
)  # fmt: skip
def test_what_is_no_plan(tmp_path: Path, change: dict[str, Any], problem: str) -> None:
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(json.loads(PLAN.text()) | change))
    with pytest.raises(LudError, match=problem):
        Plan.read(file)
    file.write_text("{")
    with pytest.raises(LudError, match="is no plan"):
        Plan.read(file)


def test_what_is_played_is_what_the_plan_says(game: Any) -> None:
    tasks = tasks_of(PLAN, game)
    alone = [task for task in tasks if task.part == "alone"]
    assert [task.agents for task in alone[::4]] == [(agent, agent) for agent in PLAN.agents]
    assert PLAN.pairs == [
        ("random", "uct(iterations=10)"), ("uct(iterations=10)", "uct(iterations=40)"),
        ("random", "alphabeta(depth=1)"),
    ]  # fmt: skip
    skill = [task for task in tasks if task.part == "skill"]
    assert len(skill) == 6 and {task.agents for task in skill} == {
        seats for pair in PLAN.pairs for seats in (pair, pair[::-1])
    }, "each sits at each seat"
    assert len(tasks) == 4 * 4 + 6 + 2 * 4 and len(set(tasks)) == len(tasks)


def test_every_game_can_be_replayed(game: Any, games: list[Played]) -> None:
    """Its end, its result and its moves are the same, and so is what is read from a file."""
    for kept in games:
        again = Played.from_dict(json.loads(json.dumps(kept.as_dict())))
        assert again == kept
        state = replayed(game, again)
        assert [move.notation for move in state.history] == kept.moves
        assert state.over == kept.record.over and len(kept.moves) == kept.record.plies
        assert kept.points == [(value + 1) / 2 for value in kept.record.utilities]


def test_a_game_depends_on_its_task_alone(game: Any, games: list[Played]) -> None:
    chosen = random.Random(1).sample(games, 6)
    assert [played(game, kept.task, PLAN) for kept in chosen] == chosen


def test_the_conditions_that_decide_hold_at_the_end(game: Any, games: list[Played]) -> None:
    assert set(endings(games)) <= {"(is In (last To) (sites Mover))", "(no Moves Next)"}
    for kept in games:
        state = replayed(game, kept)
        last = state.history[-1]
        reached = game.equipment.board.elements(game.equipment.default_site)[last.to_site].row in (0, 3)
        assert ("(is In (last To) (sites Mover))" in kept.ended) == reached


def test_a_restricted_side_makes_no_captures_where_it_has_another_move(game: Any) -> None:
    class First:
        def choose(self, state: Any) -> Any:
            moves = state.legal_moves()
            return max(moves, key=lambda move: len(str(move.text)))  # captures have more actions

    assert restrictions_of(game) == ["captures"]
    chance, seen = random.Random(3), 0
    for seed in range(40):
        state = game.start(seed=seed)
        player = _Kept(First(), "captures", seed)
        while not state.over and state.legal_moves():
            captures = [move for move in state.legal_moves() if "Remove" in move.text]
            chosen = player.choose(state)
            if captures and len(captures) < len(state.legal_moves()):
                seen += 1
                assert "Remove" not in chosen.text
            state.apply(chance.choice(state.legal_moves()))
    assert seen > 10


def test_a_restricted_side_moves_no_piece_of_one_name_where_it_has_another() -> None:
    king = '(piece "King" Each (move Step (to if:(is Empty (to)))))'
    two = RULES.replace('(piece "Man" Each', f'{king} (piece "Man" Each')
    two = two.replace("(start {", '(start {(place "King1" {"A2" "D2"}) (place "King2" {"A3" "D3"}) ')
    game = loaded(two, "python")
    assert restrictions_of(game) == ["captures", "King", "Man"]
    chance, seen = random.Random(5), 0
    for seed in range(20):
        state = game.start(seed=seed)
        player = _Kept(make_player("random")(seed), "King", seed)
        while not state.over and state.legal_moves() and state.count_moves() < 40 and len(state.history) < 30:
            kings = {row[0] for row in state.sites() if "King" in game.equipment.components[row[2][0]].name}
            others = [move for move in state.legal_moves() if f"C{move.from_site}" not in kings]
            chosen = player.choose(state)
            seen += bool(others)
            assert not others or f"C{chosen.from_site}" not in kings
            state.apply(chance.choice(state.legal_moves()))
    assert seen > 20


def made(points: list[float], agent: str, part: str = "alone", **task: Any) -> list[Played]:
    """Games with these points of the first of two players."""
    agents = task.pop("agents", (agent, agent))
    both = ([p, 1 - p] for p in points)
    return [Played(Task(part, agents, n, **task), 0, points=p, record=GameRecord(n)) for n, p in enumerate(both)]


def of_share(share: float, games: int = 2000) -> list[float]:
    """Mixed evenly: each stretch has the same share."""
    return [float(int((n + 1) * share) > int(n * share)) for n in range(games)]


@pytest.mark.parametrize(
    ("at_random", "strong", "fair", "shrinks"),
    [(0.7, 0.5, "yes", "yes"), (0.5, 0.7, "no", "no"), (0.3, 0.5, "yes", "yes"), (0.5, 0.5, "yes", "not known"),
     (0.7, 0.3, "no", "not known")],
)  # fmt: skip
def test_answers_follow_from_the_points(at_random: float, strong: float, fair: str, shrinks: str) -> None:
    plan = Plan("x", "", (), None, {"uct": ["uct(iterations=9)"]}, questions=("fair", "shrinks"))
    games = made(of_share(at_random), "random") + made(of_share(strong), "uct(iterations=9)")
    verdicts = [(answer.question, answer.verdict) for answer in answers_of(plan, games)]
    assert verdicts == [("fair", fair), ("shrinks", shrinks)]


def of_three(shares: tuple[float, ...], agent: str, part: str = "alone", **task: Any) -> list[Played]:
    """Games of three players of which each wins so often, the others sharing the rest of the places."""
    agents = task.pop("agents", (agent,) * 3)
    counts, games = [0.0] * 3, []
    for number in range(1200):
        winner = max(range(3), key=lambda seat: shares[seat] * (number + 1) - counts[seat])
        counts[winner] += 1
        points = [1.0 if seat == winner else 0.25 for seat in range(3)]
        games.append(Played(Task(part, agents, number, **task), 0, points=points, record=GameRecord(number)))
    return games


def test_of_three_players_each_is_asked_about() -> None:
    """A third of the games is an even share. The last two seats win a sixth and a half: 0.375 and 0.625 of the
    points."""
    search = "uct(iterations=9)"
    plan = Plan("x", "", (), None, {"uct": [search]}, questions=("fair", "shrinks"))
    even, odd = (1 / 3, 1 / 3, 1 / 3), (1 / 3, 1 / 6, 1 / 2)
    for at_random, strong, fair, shrinks in ((odd, even, ["yes"] * 3, "yes"), (even, odd, ["yes", "no", "no"], "no")):
        answers = answers_of(plan, of_three(at_random, "random") + of_three(strong, search))
        assert [answer.verdict for answer in answers] == [*fair, shrinks]
        assert [answer.about for answer in answers[:3]] == [f"{search}, player {seat}" for seat in (1, 2, 3)]
    plan = replace(plan, questions=("deeper", "restricted"), restricted=search)
    games = [
        game for seat in range(3) for game in of_three(
            tuple(float(other == seat) for other in range(3)), "", "skill",
            agents=tuple(search if other == seat else "random" for other in range(3)),
        )
    ]  # fmt: skip
    games += of_three((0.0, 0.5, 0.5), search, "restricted", restriction="captures", side=0)
    assert [answer.verdict for answer in answers_of(plan, games)] == ["yes", "yes"]


@pytest.mark.parametrize(
    ("weak", "strong", "without", "verdict"),
    [(0.2, 0.8, 0.3, "yes"), (0.8, 0.2, 0.9, "no"), (0.5, 0.5, 0.5, "not known")],
)
def test_one_player_is_compared_with_the_own_games(
    weak: float, strong: float, without: float, verdict: str
) -> None:
    """Nobody else is there to be fair to."""
    search, chance = "uct(iterations=9)", random.Random(2)

    def alone(share: float, agent: str, part: str = "alone", **task: Any) -> list[Played]:
        some = chance.sample([[float(number < 200 * share)] for number in range(200)], 200)
        return [Played(Task(part, (agent,), n, **task), 0, points=p, record=GameRecord(n)) for n, p in enumerate(some)]

    plan = Plan("x", "", (), None, {"uct": [search]}, restricted=search)
    games = alone(weak, "random") + alone(strong, search)
    games += alone(without, search, "restricted", restriction="A", side=0)
    found = [(answer.question, answer.verdict) for answer in answers_of(plan, games)]
    assert found == [("deeper", verdict), ("restricted", verdict)]


def test_what_is_played_by_one_and_by_three() -> None:
    """With three, the stronger agent sits once at each seat, and each side is restricted in turn."""
    three = loaded(RULES.replace("{(player N) (player S)}", "{(player N) (player S) (player E)}"), "python")
    tasks = tasks_of(PLAN, three)
    weak, strong = PLAN.pairs[0]
    skill = [task.agents for task in tasks_of(replace(PLAN, skill_games=3), three) if task.part == "skill"][:3]
    assert skill == [(strong, weak, weak), (weak, strong, weak), (weak, weak, strong)]
    assert [task.side for task in tasks if task.part == "restricted"] == [0] * 4 + [1] * 4 + [2] * 4
    assert {len(task.agents) for task in tasks} == {3}
    one = loaded(load_description(KINDS["puzzle"]).text, "python")
    assert {task.part for task in tasks_of(PLAN, one)} == {"alone"}


def test_few_games_answer_nothing() -> None:
    plan = Plan("x", "", (), None, {"uct": ["uct(iterations=9)"]}, questions=("fair", "shrinks"))
    games = made([1.0, 0.0, 1.0], "random") + made([1.0, 0.0, 0.0], "uct(iterations=9)")
    assert {answer.verdict for answer in answers_of(plan, games)} == {"not known"}


def test_answers_are_told_from_the_side_that_they_are_about() -> None:
    plan = Plan("x", "", (), None, {"uct": ["uct(iterations=9)"]}, questions=("deeper", "restricted"))
    strong, weak = "uct(iterations=9)", "random"
    games = made([1.0] * 20, "", "skill", agents=(strong, weak)) + made([0.0] * 20, "", "skill", agents=(weak, strong))
    games += made([0.0] * 30, weak, "restricted", restriction="captures", side=0)
    games += made([1.0] * 30, weak, "restricted", restriction="captures", side=1)
    assert [(answer.question, answer.verdict) for answer in answers_of(plan, games)] == [
        ("deeper", "yes"), ("restricted", "yes"),
    ]  # fmt: skip


def test_all_answers_hold_at_once() -> None:
    """One that holds by itself with 95 % need not be one of several that do."""
    agents = ["uct(iterations=9)"]
    games = made([1.0] * 32 + [0.0] * 18, "", "skill", agents=(agents[0], "random"))
    games += made([0.5, 0.5], "random") + made([0.5, 0.5], agents[0])
    alone = Plan("x", "", (), None, {"uct": agents}, questions=("deeper",))
    assert [answer.verdict for answer in answers_of(alone, games)] == ["yes"]
    several = answers_of(replace(alone, questions=("fair", "shrinks", "deeper")), games)
    assert [answer.verdict for answer in several if answer.question == "deeper"] == ["not known"]


@pytest.mark.parametrize(("late", "reversed_"), [(0.6, 1.0), (0.4, 0.0)])
def test_a_late_reversal_is_more_than_chance(late: float, reversed_: float) -> None:
    values = [[0.9, -0.9]] * 6 + [[-late, late], [0.1, -0.1]]
    record = GameRecord(0, plies=8, over=True, utilities=[1.0, -1.0], evaluations=values, branching=[2.0])
    (game,) = made([1.0], "random")
    assert measures_of([replace(game, record=record)], PLAN)["late reversals"][1] == reversed_


def test_shares_and_overlaps() -> None:
    share = Share.of([1.0, 0.5, 0.0, 0.5], 0.95)
    assert share.mean == 0.5 and share.interval[0] < 0.5 < share.interval[1]
    some = [replace(one, sites=[0, 1, -1, 1, 9]) for one in made([1.0], "random")]
    assert site_shares(some, 3) == [1 / 3, 2 / 3, 0.0]
    assert overlap([0.5, 0.5, 0.0], [0.0, 0.5, 0.5]) == 0.5


def test_a_report_is_played_again_to_the_bit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On one process and on two, at once and with a stop; what was changed is told."""
    pytest.importorskip("matplotlib", reason="the extra statistics is not installed")
    small = replace(PLAN, kinds=agents_of([10], []), restricted_games=2)

    def interrupted(done: int, total: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_report(small, RULES, tmp_path / "a", backend="python", report=interrupted)
    page = write_report(small, RULES, tmp_path / "a", backend="python")
    other = write_report(small, RULES, tmp_path / "b", jobs=2, backend="python")
    assert page.read_bytes() == other.read_bytes()
    assert (tmp_path / "a" / "trials.zip").read_bytes() == (tmp_path / "b" / "trials.zip").read_bytes()
    found = verify(tmp_path / "a", backend="python")
    assert found.same and found.engine and found.games == 2 * 4 + 2 + 2 * 2
    with zipfile.ZipFile(tmp_path / "a" / "trials.zip") as trials:
        assert len(trials.namelist()) == found.games
        trial = tmp_path / "one.trl"
        trial.write_bytes(trials.read("000003.trl"))
    capsys.readouterr()
    code, said, _ = run(capsys, "show", str(tmp_path / "a" / "game.lud"), "--trial", str(trial), "--backend", "python")
    assert code == 0 and "wins" in said
    (results,) = (tmp_path / "a" / "games").glob("results-*.jsonl")
    lines = results.read_text().splitlines(keepends=True)
    lines[3] = re.sub(r'"points":\[[0-9., ]+\]', '"points":[0.5,0.5]', lines[3])
    results.write_text("".join(lines))
    assert verify(tmp_path / "a", backend="python").different == (3,)
    (tmp_path / "b" / PAGE_FILE).write_text("<p>")
    changed = verify(tmp_path / "b", backend="python")
    assert not changed.same and not changed.different
    (tmp_path / "b" / "game.lud").write_text(RULES + " ")
    with pytest.raises(LudError, match="was changed"):
        verify(tmp_path / "b")
    with pytest.raises(LudError, match="other results"):
        write_report(replace(small, seed=5), RULES, tmp_path / "a", backend="python")


def test_other_rules_than_the_plan_says(tmp_path: Path) -> None:
    with pytest.raises(LudError, match="the plan is for other rules"):
        write_report(PLAN, RULES.replace("4", "5"), tmp_path / "a")
    with pytest.raises(LudError, match="cannot be read"):
        verify(tmp_path / "none")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib", reason="the extra statistics is not installed")
    plan, folder = tmp_path / "plan.json", tmp_path / "report"
    asked = ("report", RULES, "--plan", str(plan))
    assert run(capsys, *asked, "--budgets", "5", "--depths", "1", "-n", "2")[0] == 0
    assert Plan.read(plan).agents == ["random", "uct(iterations=5)", "alphabeta(depth=1)"]
    code, _, err = run(capsys, *asked)
    assert code == 2 and "is there already" in err
    assert run(capsys, *asked, "--output", str(folder), "--backend", "python")[0] == 0
    assert "<h1>Steps: a report</h1>" in (folder / PAGE_FILE).read_text()
    code, said, _ = run(capsys, "report", "--verify", str(folder), "--backend", "python")
    assert code == 0 and said.startswith("the same to the bit")
    for arguments, problem in (
        (("report",), "name a GAME"), (("report", RULES), "name a --plan"),
        (("report", RULES, "--verify", str(folder)), "stands alone"),
    ):  # fmt: skip
        code, _, err = run(capsys, *arguments)
        assert code == 2 and problem in err


def test_a_match_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = """(match "Two rounds" (players 2) (games {(subgame "Steps" next:1) (subgame "Steps" next:0)})
        (end (if (> (matchScore P1) 1) (result P1 Win))))"""
    (tmp_path / "library" / "lud").mkdir(parents=True)
    (tmp_path / "library" / "lud" / "Steps.lud").write_text(RULES)
    monkeypatch.setenv("LUD_LIBRARY", str(tmp_path / "library"))
    with pytest.raises(LudError, match="is a match of several games"):
        write_report(replace(PLAN, rules=digest_of(match)), match, tmp_path / "report", backend="python")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "match"])
def test_every_kind_of_game_has_a_report_or_is_refused(tmp_path: Path, kind: str) -> None:
    """Dice, cards, stacks, hidden pieces, simultaneous moves and so on: all games can be replayed."""
    pytest.importorskip("matplotlib", reason="the extra statistics is not installed")
    rules, search = load_description(KINDS[kind]).text, "uct(iterations=2, max_moves=8)"
    plan = Plan(
        kind, digest_of(rules), (), None, {"uct": [search]}, games=2, skill_games=2, restricted="random",
        restricted_games=2, values=search, playouts=2, covering=2, openings=2, max_moves=8,
    )  # fmt: skip
    if not loaded(rules, "python").players:
        with pytest.raises(LudError, match="has no players"):
            write_report(plan, rules, tmp_path / "report", backend="python")
        return
    page = write_report(plan, rules, tmp_path / "report", backend="python").read_text()
    assert page.count("<section>") > 8
    assert verify(tmp_path / "report", backend="python").same
