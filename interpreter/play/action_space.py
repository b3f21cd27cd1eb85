"""`game.actions`: the action space of a game, one number for each move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ludparse.ludemes.enums import SiteType

from ..equipment.flags import Feature
from .action_numbers import NOWHERE, ActionNumbers, Variants, measure

if TYPE_CHECKING:
    from .game import Playable
    from .move import Move

__all__ = ["ActionSpace"]

_SPECIAL = ("pass", "swap")


class ActionSpace:
    """The numbers of a game's moves; see `ludparse.interpreter.play.action_numbers` for what they mean.

    The space depends on the description, its options and its ruleset alone. It is the same on every machine, on both
    backends and in every session.
    """

    def __init__(self, game: Playable) -> None:
        self._game = game

    @cached_property
    def numbers(self) -> ActionNumbers:
        """The arithmetic of the space. Made when it is first asked for, from a few random games."""
        game = self._game
        topology = game.equipment.board
        sites = max(game.equipment.num_sites, *(topology.size(kind) for kind in SiteType))
        seats = game.players if game.flags.simultaneous else 1
        begins = game.flags.uses(Feature.FROM_POSITIONS)
        return ActionNumbers(sites, begins, seats, measure(lambda seed: _Sample(game, seed)))

    @property
    def size(self) -> int:
        """How many actions there are: they are numbered from 0 to size - 1."""
        return self.numbers.size

    @property
    def variants(self) -> Variants:
        """How many moves that share their sites have numbers of their own, outside of the reserve."""
        return self.numbers.variants

    def of(self, moves: Sequence[Move]) -> list[int]:
        """The actions of all legal moves of a position, in order. Raises LudLimitError (see `action_numbers`)."""
        return self.numbers.numbers(moves)

    def name(self, action: int) -> str:
        """An action for people: `A1-B2`, `B2`, `A7-A8 #2` (the second variant), `pass`, `swap`, `no site #3`,
        `reserve 4`; with the player's number in front where the players move at the same time.

        Raises IndexError for a number outside the space.
        """
        seat, begin, end, variant = self.numbers.parts(action)
        if seat < 0:
            return f"reserve {variant + 1} of {self.numbers.reserve}"
        if begin == end == NOWHERE and variant < len(_SPECIAL):
            text = _SPECIAL[variant]
        else:
            names = self._game.vocabulary.names
            assert names is not None  # only a move that came alone has none
            sites = [names.site(s) for s in (begin, end) if s != NOWHERE]
            text = "-".join(sites) or "no site"
            text += f" #{variant + 1}" if variant else ""
        return f"P{seat + 1}: {text}" if self.numbers.seats > 1 else text

    def __repr__(self) -> str:
        return f"<ActionSpace of {self._game.name!r}, {self.size} actions>"


class _Sample:
    """A random game that the space is measured in."""

    def __init__(self, game: Playable, seed: int) -> None:
        self._state = game.start(seed=seed)

    @property
    def over(self) -> bool:
        return self._state.over

    def listed(self) -> Sequence[Move]:
        """The legal moves."""
        return self._state.legal_moves()

    def play(self, index: int) -> None:
        """Plays the legal move of a number."""
        self._state.apply(self._state.legal_moves()[index])
