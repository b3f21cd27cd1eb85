"""What a game and a match of several have in common: a description, and an engine that runs its program."""

from __future__ import annotations

from typing import Any

from ludparse.description import Description

from .program.raw import Engine

__all__ = ["Loaded"]


class Loaded:
    """A description that was compiled."""

    def __init__(self, description: Description, name: str, engine: Engine) -> None:
        self.description = description
        self.name = name
        self._engine = engine

    @property
    def backend(self) -> str:
        """ "c" or "python"."""
        return self._engine.name

    @property
    def engine(self) -> Engine:
        """The engine that runs the program; the games of a match have engines of their own."""
        return self._engine

    @property
    def info(self) -> Any:
        """The metadata of the description, as data."""
        return self.description.metadata

    @property
    def options(self) -> Any:
        """The options that the description offers."""
        return self.description.options

    @property
    def rulesets(self) -> Any:
        """The rulesets that the description offers."""
        return self.description.rulesets
