"""What games and matches share: a description, and an engine that runs its program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from ludparse.description import Description
from ludparse.expansion.metadata import Metadata
from ludparse.expansion.options import Option, Ruleset

from .engine import Engine
from .program.ops import Program

__all__ = ["Loaded"]


class Loaded:
    """A compiled description. It is immutable: copies are the same object, and threads may share it."""

    def __init__(self, description: Description, backend: str, program: Program, engine: Engine, players: int) -> None:
        self.description = description
        self.wanted_backend = backend
        """The backend that was asked for: "auto", "c" or "python"."""
        self.program = program
        """The rules program that the engine runs."""
        self.players = players
        """The number of players, from 0 (a simulation) to 16."""
        self._engine = engine

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.description.name

    @property
    def backend(self) -> str:
        """The backend that runs it: "c" or "python"."""
        return self._engine.name

    @property
    def engine(self) -> Engine:
        """The engine that runs the program; the games of a match have engines of their own."""
        return self._engine

    @property
    def info(self) -> Metadata:
        """The metadata of the description: who made the game, its rules in words, and so on."""
        return self.description.metadata

    @property
    def options(self) -> Sequence[Option]:
        """The options that the description offers."""
        return self.description.options

    @property
    def rulesets(self) -> Sequence[Ruleset]:
        """The rulesets that the description offers."""
        return self.description.rulesets

    def same_as(self, other: Loaded) -> bool:
        """Whether another game has the same description, options and ruleset. The backend does not matter."""
        return self is other or self.description.request == other.description.request

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self
