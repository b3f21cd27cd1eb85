"""The result of cross-checking one game."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["LEVELS", "Difference", "GameResult", "Level", "TrialStatus"]


class Level(enum.IntEnum):
    """The levels that a game can reach; each implies the one before."""

    none = 0
    parses = 1
    expands = 2
    board = 3
    legal = 4
    identical = 5


LEVELS = tuple(level for level in Level if level is not Level.none)


class TrialStatus(enum.StrEnum):
    """How the replay of a whole game ended."""

    absent = "absent"  # nothing recorded
    same = "same"
    differs = "differs"
    not_run = "not run"


@dataclass(slots=True)
class Difference:
    """The first difference between a game and its recording, or what stopped the comparison.

    `kind`: error, crash, limit, recording, expansion, board, start, legal, text, applied, over, ranking, state, count,
    repeat (Ludii did not do the same twice).
    `cause`: the group it is counted in. `ply` counts from 0, None where it is not about a move. `ours` and `recorded`
    are both sides as text; `only_ours` and `only_recorded` what one side has and the other has not.
    """

    kind: str
    cause: str
    message: str
    where: str = ""
    ply: int | None = None
    ours: str = ""
    recorded: str = ""
    only_ours: list[str] = field(default_factory=list)
    only_recorded: list[str] = field(default_factory=list)
    detail: str = ""

    def sides(self) -> list[str]:
        """Both sides, in some lines."""
        return [*_side("ours", self.ours, self.only_ours), *_side("Ludii", self.recorded, self.only_recorded)]


def _side(name: str, text: str, only: Sequence[str]) -> list[str]:
    rows = [f"  {name:<6}{row}" for row in text.splitlines()[:4]]
    return rows + [f"  only {name}:"] * bool(only) + [f"    {row[:300]}" for row in only]


@dataclass(slots=True)
class GameResult:
    """One game of the corpus.

    `level` is the highest level up to which all hold. `checks` says for each level whether it holds by itself; a level
    that could not be tried is missing. `unrecorded` are the levels for which there was nothing to compare with.
    `out_of_order` counts the plies whose legal moves are the recorded ones in another order. `ludii`: what a running
    Ludii did other than play the game to the end that was asked for ("refused: …", "crash: …", "hang: …").
    """

    path: str
    game: str = ""
    backend: str = ""
    level: Level = Level.none
    checks: dict[str, bool] = field(default_factory=dict)
    unrecorded: list[str] = field(default_factory=list)
    difference: Difference | None = None
    trial: TrialStatus = TrialStatus.absent
    trial_difference: Difference | None = None
    plies: int = 0
    out_of_order: int = 0
    seconds: float = 0.0
    stage: str = ""
    ludii: str = ""

    @property
    def differs(self) -> bool:
        """Whether there is any difference, or something that stopped the comparison."""
        return self.difference is not None or self.trial_difference is not None

    def settle(self) -> None:
        """Compute `level` from `checks`."""
        self.level = Level.none
        for level in LEVELS:
            if not self.checks.get(level.name, False):
                break
            self.level = level

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        record = asdict(self)
        record["level"] = self.level.name
        record["trial"] = self.trial.value
        record.pop("stage")
        return record

    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> GameResult:
        """The inverse of `as_dict`."""
        fields = dict(record)
        fields["level"] = Level[fields["level"]]
        fields["trial"] = TrialStatus(fields["trial"])
        for key in ("difference", "trial_difference"):
            if fields[key] is not None:
                fields[key] = Difference(**fields[key])
        return cls(**fields)
