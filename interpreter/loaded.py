"""What games and matches share: a description, and an engine that runs its program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from ludparse.description import Description, Request
    from ludparse.expansion.metadata import Metadata
    from ludparse.expansion.options import Option, Ruleset

    from .engine import Engine
    from .program.data import ProgramData
    from .program.ops import Program

__all__ = ["Loaded"]


class Loaded:
    """A compiled description. It is immutable: copies are the same object, and threads may share it."""

    def __init__(
        self, name: str, request: Request, backend: str, data: ProgramData, engine: Engine, players: int
    ) -> None:
        self.name = name
        """The name of the game."""
        self.data = data
        """What playing needs of the program: the fields of a state, texts, and so on."""
        self.request = request
        """The text of the description, and the options and the ruleset that were asked for."""
        self.wanted_backend = backend
        """The backend that was asked for: "auto", "c" or "python"."""
        self.players = players
        """The number of players, from 0 (a simulation) to 16."""
        self._engine = engine

    @property
    def description(self) -> Description:
        """The description, read with its options."""
        raise NotImplementedError

    @property
    def program(self) -> Program:
        """The rules program that the engine runs."""
        raise NotImplementedError

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
        return self is other or self.request == other.request

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self
