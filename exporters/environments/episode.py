"""One game that is being played in an environment: seats, masks, observations, rewards and actions that are checked.

A *seat* is who chooses, from 0; a player of the rules is a role, from 1. They differ after a change of sides (the rule
of the pie): the seat keeps its name and its rewards, and plays the other role from then on.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from ludparse.problems.errors import IllegalMoveError, LudLimitError

__all__ = ["Episode", "OnIllegal", "action_of", "checked_illegal", "rewards_of"]

OnIllegal = str
"""What an illegal action does: one of ILLEGAL."""
ILLEGAL = ("terminate", "raise", "random")
"""terminate: the episode ends, with reward -1 for who chose it and 0 for the others. raise: IllegalMoveError, and the
position stays. random: a legal action is drawn in its place, which `info["illegal"]` tells."""


class Ending(Enum):
    """How an episode stands."""

    RUNNING = "running"
    OVER = "over"
    CUT = "cut off"
    ILLEGAL = "ended by an illegal action"


def checked_illegal(illegal: str) -> str:
    """The setting `illegal`. Raises ValueError for one that there is not."""
    if illegal not in ILLEGAL:
        raise ValueError(f"illegal={illegal!r}: one of {', '.join(map(repr, ILLEGAL))}")
    return illegal


def action_of(action: Any, size: int) -> int:
    """An action as a plain integer: anything that numpy takes for a single integer, or for an array of one.

    Raises ValueError for another shape or dtype, or for a number that is no action.
    """
    given = np.asarray(action)
    if given.size != 1:
        raise ValueError(f"an action is a single integer, and this has shape {given.shape}")
    if given.dtype.kind not in "iu":
        raise ValueError(f"an action is an integer, and this has dtype {given.dtype}: {action!r}")
    number = int(given.item())
    if not 0 <= number < size:
        raise ValueError(f"actions go from 0 to {size - 1}, and {number} is none")
    return number


def rewards_of(state: GameState) -> tuple[float, ...]:
    """What the result is worth to each seat: from 1 for the first place to -1 for the last; 0 where it is undecided."""
    if not state.over:
        return (0.0,) * state.game.players
    return tuple(2 * value - 1 for value in state.by_seat(tuple(state.ranking[1 : state.game.players + 1])))


class Episode:
    """A game from its start.

    max_cycles: moves (of all players together; rounds, where they move at the same time) after which it is cut off;
    None for the limit of the rules alone (1,250 turns of each player, or 10,000 moves). It is also cut off where a
    position passes a limit. auto_pass: whether a pass is played at once where nothing else is legal; such moves count.
    """

    def __init__(self, game: SingleGame, max_cycles: int | None, seed: int | None, auto_pass: bool = False) -> None:
        self.state = game.start(seed=seed)
        self.game = game
        self.max_cycles, self.auto_pass = max_cycles, auto_pass
        self.cycles = 0
        self.limit: LudLimitError | None = None
        """The limit for which it was cut off."""
        self._chance = random.Random(seed)
        self.ending = Ending.RUNNING
        self.rewards: tuple[float, ...] = (0.0,) * game.players
        """Of each seat, for the last action."""
        self._stand()
        self._pass()

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.state.seats[self.state.mover - 1]

    def player(self, seat: int) -> int:
        """The player (from 1) whose role a seat plays."""
        return self.state.seats.index(seat) + 1

    @property
    def terminated(self) -> bool:
        """Whether the game is over, or an illegal action has ended it."""
        return self.ending in (Ending.OVER, Ending.ILLEGAL)

    @property
    def truncated(self) -> bool:
        """Whether the episode was cut off."""
        return self.ending is Ending.CUT

    # ------------------------------------------------------------------ what there is to see

    def actions(self, seat: int) -> list[int]:
        """The legal actions of a seat; none where it is not the seat's turn, or the episode is over."""
        if self.ending is not Ending.RUNNING:
            return []
        if not self.game.flags.simultaneous:
            return list(dict.fromkeys(self.state.actions())) if seat == self.seat else []
        moves = zip(self.state.legal_moves(), self.state.actions(), strict=True)
        return list(dict.fromkeys(n for move, n in moves if move.mover == seat + 1)) or [self.forced(seat)]

    def forced(self, seat: int) -> int:
        """The action with which a seat passes, where the players move at the same time and it has no move."""
        return self.game.actions.passing(seat)

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """1 for each legal action of a seat; shape (game.actions.size,)."""
        mask = np.zeros(self.game.actions.size, dtype=np.int8)
        mask[self.actions(seat)] = 1
        return mask

    def observation(self, seat: int) -> npt.NDArray[np.float32]:
        """The position with all that its tensor does not show, without what is hidden from the seat; float32 of
        `game.tensors.observation_shape`."""
        return self.game.tensors.observe(self.state, player=self.player(seat))

    # ------------------------------------------------------------------ what can be done

    def legal(self, action: int, seat: int, illegal: str) -> int | None:
        """The action, or a random one in its place, if it is illegal and that is wanted; None if the episode is to end.

        Raises IllegalMoveError if that is wanted.
        """
        legal = self.actions(seat)
        if action in legal:
            return action
        if illegal == "random":
            return self._chance.choice(legal)
        if illegal == "raise":
            name = self.game.actions.name(action)
            raise IllegalMoveError(f"action {action} ({name}) is not legal here; {len(legal)} are")
        self.ending = Ending.ILLEGAL
        self.rewards = tuple(-1.0 if k == seat else 0.0 for k in range(self.game.players))
        return None

    def play(self, action: int) -> None:
        """Play a legal action."""
        self._play(lambda: self.state.apply(self.state.move(action)))
        self._pass()

    def _pass(self) -> None:
        """Pass as long as that is all that can be done, if that is wanted."""
        while self.auto_pass and self.ending is Ending.RUNNING:
            first, *others = self.state.legal_moves()
            if others or not first.is_pass:
                return
            self._play(lambda: self.state.apply(first))  # noqa: B023 (it is called at once)

    def play_together(self, actions: list[int]) -> None:
        """Play a legal action of each seat, all at the same time."""
        moves = dict(zip(self.state.actions(), self.state.legal_moves(), strict=True))
        self._play(lambda: self.state.apply_together([moves[action] for action in actions if action in moves]))

    def _play(self, apply: Callable[[], object]) -> None:
        self.cycles += 1
        try:
            apply()
        except LudLimitError as problem:
            self._cut(problem)
        else:
            self._stand()

    def _stand(self) -> None:
        """Note how the episode stands in its position."""
        self.rewards = rewards_of(self.state)
        if self.state.over:
            self.ending = Ending.OVER
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.ending = Ending.CUT
        else:
            try:
                self.state.actions()
            except LudLimitError as problem:
                self._cut(problem)

    def _cut(self, problem: LudLimitError) -> None:
        self.ending, self.limit = Ending.CUT, problem
        self.rewards = (0.0,) * self.game.players

    @property
    def info(self) -> dict[str, Any]:
        """What a framework's `info` says of the episode: `limit`, the text of the limit for which it was cut off."""
        return {"limit": str(self.limit)} if self.limit else {}
