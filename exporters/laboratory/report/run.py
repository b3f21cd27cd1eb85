"""Plays what a plan asks for, writes the report, and plays it again to compare."""

from __future__ import annotations

import hashlib
import io
import json
import platform
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludparse.description.description import Description
from ludparse.interpreter.game.building import program_of
from ludparse.interpreter.game.cover.covering import cover
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.scheduling import Places, in_order
from ludparse.interpreter.scheduling.about import about
from ludparse.interpreter.scheduling.runs import Run
from ludparse.problems.errors import LudError
from ludparse.support.files import write_whole
from ludparse.support.release import __version__

from ...statistics.players import make_player
from .games import RULES_FILE, Played, Playing, loaded, replayed, tasks_of
from .page import FirstMove, report_page
from .plan import Plan

__all__ = ["PAGE_FILE", "Verified", "digest_of", "rules_of", "verify", "write_report"]

PLAN_FILE, PAGE_FILE, MARKS_FILE, TRIALS_FILE, GAMES_FOLDER = (
    "plan.json", "report.html", "marks.json", "trials.zip", "games",
)  # fmt: skip
FOLLOWED = 30
"""Games of the strongest agent in which ludemes are counted as well."""

Report = Callable[[int, int], None]


def rules_of(description: Description) -> str:
    """A game as it is played: without defines, options and metadata, so that it stands by itself."""
    return description.text


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def write_report(
    plan: Plan, rules: str, folder: Path, *, jobs: int = 1, backend: str = "auto", report: Report | None = None
) -> Path:
    """Play the games of a plan, or those that are not there yet, and write the page. Ctrl-C keeps what was played.

    Raises LudError for a folder of another plan, for a match, and for a game without players.
    """
    if digest_of(rules) != plan.rules:
        raise LudError("the plan is for other rules: the game has changed since, or other options are chosen")
    game = loaded(rules, backend)
    if not isinstance(game, SingleGame):
        raise LudError(f"{plan.name} is a match of several games", hint="Ask for one of them.")
    if not game.players:
        raise LudError(f"{plan.name} has no players: nobody chooses anything")
    folder.mkdir(parents=True, exist_ok=True)
    with Run(folder / GAMES_FOLDER, {"plan": plan.digest, "rules": plan.rules}) as kept:
        games = [Played.from_dict(found) for found in kept.found]
        plan.write(folder / PLAN_FILE)
        write_whole(folder / RULES_FILE, rules)
        tasks = tasks_of(plan, game)
        for played in _played(plan, rules, backend, jobs, tasks[len(games) :]):
            kept.add(played)
            games.append(Played.from_dict(played))
            if report is not None:
                report(len(games), len(tasks))
    marks = _marks(plan, games, backend)
    write_whole(folder / TRIALS_FILE, _trials(game, games))
    write_whole(folder / MARKS_FILE, json.dumps(marks, indent=1, ensure_ascii=False) + "\n")
    write_whole(folder / PAGE_FILE, _page(plan, game, games, marks))
    return folder / PAGE_FILE


def _played(plan: Plan, rules: str, backend: str, jobs: int, tasks: Sequence[Any]) -> Iterator[dict[str, Any]]:
    playing = in_order(Playing(rules, backend, plan), tasks, Places(jobs))
    try:
        yield from playing
    finally:
        playing.close()


def _marks(plan: Plan, games: Sequence[Played], backend: str) -> dict[str, str]:
    """What a report depends on."""
    lines = "".join(json.dumps(game.as_dict(), separators=(",", ":")) + "\n" for game in games)
    return {
        "rules": f"sha256 {plan.rules}", "options": ", ".join(plan.options) or "the usual ones",
        "plan": f"sha256 {plan.digest}", "games": f"sha256 {digest_of(lines)}", "seed": str(plan.seed),
        "engine": f"ludparse {__version__}, code sha256 {about()['code']}, backend {backend}",
        "machine": f"{platform.system()} {platform.machine()}, Python {sys.version.split()[0]}",
    }  # fmt: skip


def _page(plan: Plan, game: Any, games: Sequence[Played], marks: dict[str, str]) -> str:
    return report_page(plan, game, games, _first_moves(plan, game), _covered(plan, game, games), marks)


def _first_moves(plan: Plan, game: Any) -> list[FirstMove]:
    state = game.start(seed=plan.seed)
    player: Any = make_player(plan.values)(plan.seed)
    player.choose(state)
    found = getattr(player, "report", None)
    return [] if found is None else [(each.move.notation, each.value, each.visits) for each in found.moves]


def _covered(plan: Plan, game: Any, games: Sequence[Played]) -> dict[str, Any]:
    strongest = [g for g in games if g.task.part == "alone" and g.task.agents[0] == plan.agents[-1]]
    try:
        followed = [replayed(game, kept) for kept in strongest[:FOLLOWED]]
        traced = [((), game, program_of(game.description, traced=True))]
        found, _ = cover(traced, plan.covering, plan.seed, plan.max_moves, None, followed)
    except LudError as problem:
        return {"problem": problem.message.split("\n", 1)[0]}
    return found.as_dict() | {"never": [each.as_dict() for each in found.never]}


def _trials(game: Any, games: Sequence[Played]) -> bytes:
    """Every game as a trial, in Ludii's format. The bytes depend on the games alone."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, kept in enumerate(games):
            archive.writestr(zipfile.ZipInfo(f"{number:06d}.trl"), str(replayed(game, kept).trial()))
    return data.getvalue()


@dataclass(frozen=True)
class Verified:
    """What came of playing a report again. different: the numbers of games that are not the same. page: whether the
    page is. engine: whether the same engine played."""

    games: int
    different: tuple[int, ...]
    page: bool
    engine: bool

    @property
    def same(self) -> bool:
        """Whether all is the same to the bit."""
        return self.page and not self.different


def verify(folder: Path, *, jobs: int = 1, backend: str = "auto", report: Report | None = None) -> Verified:
    """Play a report again. Raises LudError for a folder that holds none, or one that was changed."""
    plan = Plan.read(folder / PLAN_FILE)
    try:
        rules = (folder / RULES_FILE).read_text(encoding="utf-8")
        marks = json.loads((folder / MARKS_FILE).read_text(encoding="utf-8"))
        page = (folder / PAGE_FILE).read_text(encoding="utf-8")
        files = sorted((folder / GAMES_FOLDER).glob("results-*.jsonl"))
        lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as problem:
        raise LudError(f"{folder} holds no whole report: {problem}") from None
    if digest_of(rules) != plan.rules or marks.get("plan") != f"sha256 {plan.digest}":
        raise LudError(f"{folder} was changed: its rules or its plan are not those of its report")
    game = loaded(rules, backend)
    tasks = tasks_of(plan, game)
    games: list[Played] = []
    different: list[int] = []
    for number, played in enumerate(_played(plan, rules, backend, jobs, tasks)):
        games.append(Played.from_dict(played))
        if number >= len(lines) or json.dumps(played, separators=(",", ":")) != lines[number]:
            different.append(number)
        if report is not None:
            report(len(games), len(tasks))
    different += range(len(games), len(lines))
    now = _marks(plan, games, backend)
    told = marks | {"games": now["games"]}
    same = page == _page(plan, game, games, told)
    return Verified(len(games), tuple(different), same, now["engine"] == marks.get("engine"))
