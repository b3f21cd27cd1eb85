"""What a report asks, written down before anything is played."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from ludparse.problems.errors import LudError
from ludparse.support.files import write_whole

__all__ = ["ALONE", "QUESTIONS", "Plan", "agents_of"]

FORMAT = "ludparse-plan/2"

QUESTIONS = {
    "fair": "Does each player get between 45 % and 55 % of the points, with the strongest agent of each kind?",
    "shrinks": "Is the distance from 50 % smaller with the strongest agent of each kind than at random?",
    "deeper": "Does the agent with the larger budget win, from each budget of a kind to the next?",
    "restricted": "Does a side lose points that makes no captures, or moves no pieces of one kind?",
}
"""What is asked, by the name of the question; each answer is yes, no or not known. All intervals hold at once."""

ALONE = {
    "fair": "nobody else gets points that the player's could be compared with",
    "shrinks": "there is no share that would be even",
}
"""Questions that have no meaning for one player, and why."""


@dataclass(frozen=True)
class Plan:
    """What is to be played, and what is asked.

    name, rules: the game, and a digest of its rules as they are played. options, ruleset: with which it was chosen.
    kinds: agents by kind, the weakest first, random apart. games: of each agent against itself. skill_games: between an
    agent and the next of its kind, for more than one player. restricted, restricted_games: who plays against a side
    that lacks a kind of move, and how often for each kind and side. values: who values first moves. playouts: random
    games by which each position of the games is valued. covering: random games in which ludemes are counted. openings:
    plies of an opening. confidence: of all answers at once.
    """

    name: str
    rules: str
    options: tuple[str, ...]
    ruleset: str | None
    kinds: Mapping[str, Sequence[str]]
    games: int = 200
    skill_games: int = 60
    restricted: str = "random"
    restricted_games: int = 40
    values: str = "random"
    playouts: int = 20
    covering: int = 500
    openings: int = 4
    max_moves: int = 1000
    seed: int = 0
    confidence: float = 0.95
    questions: tuple[str, ...] = tuple(QUESTIONS)

    @property
    def agents(self) -> list[str]:
        """All agents, random first."""
        return ["random", *(agent for agents in self.kinds.values() for agent in agents)]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """An agent and the next one of its kind, weaker first; random stands before each kind."""
        return [
            pair for agents in self.kinds.values() for pair in zip(["random", *agents], agents, strict=False)
        ]  # fmt: skip

    def text(self) -> str:
        """The plan as it is written."""
        told = {"format": FORMAT, **asdict(self), "asked": {name: QUESTIONS[name] for name in self.questions}}
        return json.dumps(told, indent=1, ensure_ascii=False) + "\n"

    @property
    def digest(self) -> str:
        """What the plan says, as a digest."""
        return hashlib.sha256(self.text().encode()).hexdigest()

    def write(self, file: Path) -> None:
        """Raises OSError."""
        write_whole(file, self.text())

    @classmethod
    def read(cls, file: Path) -> Plan:
        """Raises LudError for a file that is no plan, with what is wrong with it."""
        try:
            said = json.loads(file.read_text(encoding="utf-8"))
            if said.pop("format", None) != FORMAT:
                raise ValueError(f"its format is not {FORMAT}")
            said.pop("asked", None)
            known = {field.name for field in fields(cls)}
            if said.keys() - known or {"name", "rules", "kinds"} - said.keys():
                raise ValueError(f"wrong or missing names: {', '.join(sorted(said.keys() ^ known))}")
            plan = cls(**{**said, "options": tuple(said["options"]), "questions": tuple(said["questions"])})
            if not set(plan.questions) <= set(QUESTIONS):
                raise ValueError(f"questions are {', '.join(QUESTIONS)}")
            numbers = (plan.games, plan.skill_games, plan.restricted_games, plan.playouts, plan.covering)
            if not all(isinstance(number, int) and number >= 2 for number in (*numbers, plan.max_moves)):
                raise ValueError("numbers of games are whole numbers from 2 on")
        except OSError as problem:
            raise LudError(f"{file} cannot be read: {problem.strerror}") from None
        except (ValueError, TypeError, KeyError) as problem:
            hint = "lud report GAME --plan FILE writes one."
            raise LudError(f"{file} is no plan of a report: {problem}", hint=hint) from None
        return plan


def agents_of(budgets: Sequence[int], depths: Sequence[int]) -> dict[str, list[str]]:
    """UCT with so many iterations, alpha-beta to such depths."""
    kinds = {
        "uct": [f"uct(iterations={number})" for number in sorted(budgets)],
        "alphabeta": [f"alphabeta(depth={depth})" for depth in sorted(depths)],
    }
    return {kind: agents for kind, agents in kinds.items() if agents}
