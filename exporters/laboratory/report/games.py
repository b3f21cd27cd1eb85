"""The games of a report: who plays them, and what is kept of each. A game depends on its task alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ludparse.interpreter.play.move import Move
from ludparse.interpreter.program.position_codes import LETTERS
from ludparse.problems.errors import LudUnsupportedError
from ludparse.problems.spans import Source

from ...statistics.observe import Observer
from ...statistics.players import Player, choices, make_player
from ...statistics.record import GameRecord
from .plan import Plan

__all__ = ["RULES_FILE", "Played", "Playing", "Task", "loaded", "replayed", "restrictions_of", "tasks_of"]

RULES_FILE = "game.lud"
CAPTURES = "captures"


@dataclass(frozen=True)
class Task:
    """A game to be played. part: "alone" (an agent at all seats), "skill" (one agent at one seat, a weaker one at the
    others) or "restricted". agents: who sits at each seat. number: of the game in its group, which is all but the
    number and the order of seats. restriction, side: what the player at a seat (from 0) may not do."""

    part: str
    agents: tuple[str, ...]
    number: int
    restriction: str = ""
    side: int = -1

    def as_dict(self) -> dict[str, Any]:
        return {**self.__dict__, "agents": list(self.agents)}


@dataclass
class Played:
    """A game that was played. picks: the number of each move among the legal ones, -1 for a forced pass. moves: the
    same in words. start: what the game was started with. points: of each seat, from 0 for the last place to 1 for the
    first. ended: the conditions of end rules that decided. sites: where each move went to, -1 for nowhere. record: for
    the statistics."""

    task: Task
    start: int
    picks: list[int] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    sites: list[int] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    record: GameRecord = field(default_factory=lambda: GameRecord(-1))

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {**self.__dict__, "task": self.task.as_dict(), "record": self.record.as_dict()}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Played:
        """The inverse of `as_dict`."""
        task = Task(**{**data["task"], "agents": tuple(data["task"]["agents"])})
        return cls(**{**data, "task": task, "record": GameRecord.from_dict(data["record"])})


def loaded(rules: str, backend: str) -> Any:
    """The game of a report. Raises LudError."""
    from ludparse.interpreter.game.load import load

    return load(Source(RULES_FILE, rules), backend=backend)


def tasks_of(plan: Plan, game: Any) -> list[Task]:
    """All games that a plan asks for, in order."""
    seats = game.players
    tasks = [Task("alone", (agent,) * seats, number) for agent in plan.agents for number in range(plan.games)]
    for weak, strong in plan.pairs if seats > 1 else ():
        for number in range(plan.skill_games):
            agents = [weak] * seats
            agents[number % seats] = strong
            tasks.append(Task("skill", tuple(agents), number))
    for restriction in restrictions_of(game):
        for side in range(seats):
            agents = [plan.restricted] * seats
            tasks += [Task("restricted", tuple(agents), n, restriction, side) for n in range(plan.restricted_games)]
    return tasks


def restrictions_of(game: Any) -> list[str]:
    """What a side may be kept from: captures where there is somebody else, and moves of the pieces of one name where
    there are several and no stacks."""
    captures = [CAPTURES] if game.players > 1 else []
    if game.flags.stacking:
        return captures
    names = sorted({component.name.rstrip("0123456789") for component in game.equipment.components[1:]} - {""})
    return captures + (names if 1 < len(names) <= 8 else [])


class _Watcher(Observer):
    """Values positions, but not each legal move of them."""

    def choices(self, state: Any, count: int) -> None:
        self.record.branching.append(float(count))


class _Kept:
    """Plays as another player, but for what it is kept from, where there is something else to do."""

    def __init__(self, player: Player, restriction: str, seed: int) -> None:
        self.player, self.restriction = player, restriction
        self._chance = random.Random(seed)

    def prepare(self, state: Any) -> None:
        getattr(self.player, "prepare", lambda _: None)(state)

    def choose(self, state: Any) -> Move:
        move: Move = self.player.choose(state)
        if not self._refused(state, move):
            return move
        allowed = [other for other in state.legal_moves() if not self._refused(state, other)]
        texts: dict[str, Move] = {other.text: other for other in allowed}
        report = getattr(self.player, "report", None)
        for told in report.moves if report is not None else ():
            if (other := texts.get(told.move.text)) is not None:
                return other
        return self._chance.choice(allowed) if allowed else move

    def _refused(self, state: Any, move: Move) -> bool:
        if self.restriction != CAPTURES:
            return any(self.restriction == name.rstrip("0123456789") for name in _moved(state, move))
        after = state.copy()
        after.apply(move)
        return _of_others(after, move.mover) < _of_others(state, move.mover)


def _of_others(state: Any, player: int) -> int:
    """How many pieces the other players have."""
    return sum(row[1] for row in state.sites() for piece in row[2:] if piece[1] not in (0, player))


def _moved(state: Any, move: Move) -> list[str]:
    """The names of the pieces where a move comes from."""
    engine, fields = state.game.engine, state.game.data.fields
    names = []
    for letter in LETTERS:
        if f"what_{letter}" in fields and 0 <= move.from_site < fields[f"what_{letter}"].size:
            what = engine.read(state.raw, f"what_{letter}")[move.from_site]
            if what:
                names.append(state.game.equipment.components[what].name)
    return names


def played(game: Any, task: Task, plan: Plan) -> Played:
    """Plays a game."""
    chance = random.Random(f"{plan.seed}/{task.part}/{task.agents}/{task.restriction}/{task.side}/{task.number}")
    start, values, *seeds = (chance.getrandbits(62) for _ in range(2 + len(task.agents)))
    players: list[Player] = [make_player(agent)(seed) for agent, seed in zip(task.agents, seeds, strict=True)]
    if task.side >= 0:
        players[task.side] = _Kept(players[task.side], task.restriction, seeds[task.side])
    state = game.start(seed=start)
    found = Played(task, start)
    valued = plan.playouts if task.part == "alone" else 0
    watcher = _Watcher(game, valued=valued, seed=values, max_moves=plan.max_moves)
    watcher.begin(state, task.number)
    for choice in choices(state, players.__getitem__, plan.max_moves):
        watcher.choices(state, state.count_moves())
        found.picks.append(state.legal_moves().index(choice.move) if choice.player is not None else -1)
        found.moves.append(choice.move.notation)
        found.sites.append(choice.move.to_site)
        watcher.move(state.apply(choice.move), state)
    found.record = watcher.end(state)
    found.points = [(value + 1) / 2 for value in found.record.utilities]
    found.ended = _deciding(state) if state.over else ["broken off"]
    return found


def _deciding(state: Any) -> list[str]:
    """The conditions of end rules that decided."""
    try:
        told = state.why()
    except LudUnsupportedError:  # which games these are, docs/why.md says
        return ["not known"]
    rules = [rule for rule in told.rules if rule.value is True and rule.place is not None]
    return [" ".join(rule.place.text.split()) for rule in rules] or ["no end rule"]


def replayed(game: Any, kept: Played) -> Any:
    """The position at the end of a game that was kept."""
    state = game.start(seed=kept.start)
    for pick in kept.picks:
        state.apply(state.forced_pass() if pick < 0 else state.legal_moves()[pick])
    return state


class Playing:
    """Plays the games of a plan, wherever they are to be played."""

    def __init__(self, rules: str, backend: str, plan: Plan) -> None:
        self.rules, self.backend, self.plan = rules, backend, plan

    def prepare(self) -> Callable[[Task], dict[str, Any]]:
        game = loaded(self.rules, self.backend)
        return lambda task: played(game, task, self.plan).as_dict()
