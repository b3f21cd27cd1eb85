"""The parts of a game that playing does without: its description, board, equipment, flags and program.

A game from the cache makes each of them when somebody first asks for it, by reading the description again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from ludparse.support.process import after_fork

if TYPE_CHECKING:
    from ludparse.description.description import Description
    from ludparse.ludemes import Int

    from ..equipment import Equipment
    from ..equipment.flags import GameFlags
    from ..equipment.players import PlayersInfo
    from ..program.ops import Upkeep
    from ..program.program import Program
    from .pickling import Recipe

__all__ = ["Parts", "once"]

T = TypeVar("T")
_lock = threading.RLock()


class once(Generic[T]):  # a decorator, as functools.cached_property is
    """A property that is computed when it is first read, by one thread alone, and then kept."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> once[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> once[T] | T:
        if instance is None:
            return self
        with _lock:
            held = instance.__dict__
            if self.name not in held:
                held[self.name] = self.make(instance)
            value: T = held[self.name]
        return value


def _after_fork() -> None:
    global _lock
    _lock = threading.RLock()  # another thread of the parent may have held it


after_fork(_after_fork)


class Parts:
    """The parts of one game. Each may raise what reading and compiling the description raises."""

    def __init__(
        self,
        read: Callable[[], Description],
        result: Int | None = None,
        keep: frozenset[Upkeep] = frozenset(),
        verify: bool = False,
        stored: Callable[[], Recipe] | None = None,
        again: Callable[[Recipe], object] | None = None,
        without: Collection[str] = (),
    ) -> None:
        """read: gives the description. result, keep, verify, without: as of `Game`. stored: gives what a pickle
        holds, where that is known without reading the description. again: makes the game of a recipe, for pickles."""
        self._read = read
        self._result = result
        self._keep = keep
        self._verify = verify
        self._without = without
        self._stored = stored
        self.again = again

    def recipe(self, backend: str) -> Recipe:
        """What a pickle of the game holds. backend: as it was asked for."""
        from .pickling import Recipe

        return Recipe.of(self.description, backend) if self._stored is None else self._stored()

    @once
    def description(self) -> Description:
        """The description."""
        return self._read()

    @once
    def equipment(self) -> Equipment:
        """The board and all other items. Raises for what cannot be played, too."""
        from .building import checked_equipment

        return checked_equipment(self.description)

    @once
    def flags(self) -> GameFlags:
        """What the game uses."""
        from .building import flags_of

        return flags_of(self.description, self.equipment)

    @once
    def players(self) -> PlayersInfo:
        """The players."""
        from .building import players_of

        return players_of(self.description)

    @once
    def program(self) -> Program:
        """The rules program."""
        from .building import lowered

        equipment, flags = self.equipment, self.flags
        how = self._result, self._keep, self._verify, self._without
        return lowered(self.description, equipment, self.players, flags, *how)
