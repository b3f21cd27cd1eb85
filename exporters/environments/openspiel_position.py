"""Positions as OpenSpiel sees them: a position of the game, or a node where chance draws one number."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludparse.interpreter.backends.python.given_chance import UNITS, Draw, GivenChanceEngine, OpenDrawError
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.dice import lying_dice
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.program.intrinsics import INTRINSICS
from ludparse.interpreter.program.ops import Op, Upkeep
from ludparse.interpreter.program.walk import all_expressions
from ludparse.problems.errors import LudLimitError

from ..terminal.screen import Screen
from .episode import rewards_of
from .opening import open_game

__all__ = [
    "Draws",
    "OpenDrawError",
    "Parameters",
    "Position",
    "Table",
    "begin",
    "give",
    "given_chance",
    "most_outcomes",
    "observed",
    "table_of",
]


class Parameters(NamedTuple):
    """What a game is made from: as of `load`; max_moves: moves after which it ends undecided, 0 for no such limit."""

    source: str
    options: tuple[str, ...]
    ruleset: str | None
    library: str | None
    max_moves: int


class Table:
    """What all positions of one game share. lud: the game; played: the same with random numbers that are given, where
    there is chance (else `lud` itself). outcomes: of one draw, at most."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        source, options, ruleset, library, self.max_moves = parameters
        self.lud = open_game(source, options=options, ruleset=ruleset, library=library)
        self.chance = self.lud.flags.stochastic
        self.played: SingleGame = given_chance(self.lud) if self.chance else self.lud
        self.outcomes = most_outcomes(self.lud) if self.chance else 0
        self.screen = Screen(self.played)


    @cached_property
    def simultaneous(self) -> bool:
        """Whether the players move at the same time."""
        return self.lud.flags.simultaneous

    @cached_property
    def hidden(self) -> bool:
        """Whether the rules hide something."""
        return self.lud.flags.hidden

    @cached_property
    def _first(self) -> Position:
        return Position(self)

    def first(self) -> Position:
        """The start of a game. OpenSpiel begins one for each tensor that it is asked for, to see the shape."""
        return self._first.copy()


@lru_cache(maxsize=64)
def table_of(parameters: Parameters) -> Table:
    """The table of a game, one for all that ask with the same parameters."""
    return Table(parameters)


class Position:
    """A position, or an open draw. It changes with every event; copies are cheap.

    What the rules draw in one move is drawn one number at a time: the move is tried again with all numbers so far,
    until it asks for no other. A pickle holds the events, which are played again.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.reached: GameState | None = None
        """The position; None while chance still draws the first one, and the last one while it draws the next."""
        self.open: Draw | None = None
        """The draw that is wanted."""
        self.limit: LudLimitError | None = None
        """The limit that the position passes, for which the game ends undecided."""
        self.cycles = 0
        self._draws: dict[Draw, int] = {}
        self._todo: tuple[int, ...] | None = None  # the actions that wait for chance; None for the start
        self._events: tuple[Any, ...] = ()  # all outcomes (a number) and actions (a tuple), linked from the last
        self._seen: tuple[Any, ...] = ((),) * table.lud.players  # what each player saw, linked from the last
        self._past: tuple[Any, ...] = ()  # all positions, each with the actions before it, linked from the last
        self._acted: dict[int, int] = {}
        self.seat = 0
        """Whose turn it is, from 0."""
        self.over = False
        """Whether the game is over, has been played for `max_moves`, or was cut off by a limit."""
        self._looks: dict[int, npt.NDArray[np.float32]] = {}
        self._advance()

    @property
    def state(self) -> GameState:
        """The position. Raises ValueError while chance still draws the first one."""
        if self.reached is None:
            raise ValueError("chance has not drawn the first position yet")
        return self.reached

    def actions(self, seat: int) -> list[int]:
        """The legal actions of a seat, ascending."""
        state, table = self.state, self.table
        if not table.simultaneous:
            return sorted(set(state.actions()))
        both = zip(state.legal_moves(), state.actions(), strict=True)
        return sorted({a for m, a in both if m.mover == seat + 1}) or [table.lud.actions.passing(seat)]

    def rewards(self) -> tuple[float, ...]:
        """What the game is worth to each seat so far."""
        return (0.0,) * self.table.lud.players if self.reached is None else rewards_of(self.reached)

    # ------------------------------------------------------------------ events

    def draw(self, outcome: int) -> None:
        """Chance draws the number that is open."""
        assert self.open is not None
        self._events = self._events, outcome
        self._draws = {**self._draws, self.open: outcome}
        self.open = None
        self._advance()

    def act(self, actions: Sequence[int]) -> None:
        """A player acts, or all players do where they move at the same time."""
        if self.table.hidden:
            self._acted = dict(enumerate(actions)) if self.table.simultaneous else {self.seat: actions[0]}
            own = self._acted
            self._seen = tuple((seen, own[p]) if p in own else seen for p, seen in enumerate(self._seen))
        self._events = self._events, tuple(actions)
        self._todo = tuple(actions)
        self._advance()

    def _advance(self) -> None:
        """Do what is to be done, or stop where chance has to draw."""
        table = self.table
        if table.chance:
            give(table.played, self._draws)
        try:
            if self._todo is None:
                after = begin(table.played, self._draws) if table.chance else table.played.start(seed=0)
            else:
                after = self.state.copy()
                self._play(after, self._todo)
                self.cycles += 1
        except OpenDrawError as wanted:
            if wanted.draw[1] > table.outcomes:
                raise LudLimitError(f"chance draws one of {wanted.draw[1]} numbers, more than was expected") from None
            self.open = wanted.draw
            return
        except LudLimitError as problem:
            if self._todo is None:
                raise
            self.limit, self.over = problem, True
            return
        self.stand(after)
        if table.chance:  # draws that are past are never asked for again
            now = table.played.engine.read(after.raw, "rng")
            self._draws = {draw: value for draw, value in self._draws.items() if draw[0] >= now}
        if table.hidden:
            self._seen = tuple((seen, self.text(p)) for p, seen in enumerate(self._seen))
            self._past = self._past, (after, self._acted)

    def stand(self, state: GameState) -> None:
        """Note how the game stands in a position, which OpenSpiel asks for several times at each step."""
        self.reached, self._looks = state, {}
        self.seat = state.seats[state.mover - 1]
        self.over = state.over or bool(self.table.max_moves and self.cycles >= self.table.max_moves)
        if not self.over:
            try:
                state.actions()
            except LudLimitError as problem:
                self.limit, self.over = problem, True

    def _play(self, state: GameState, actions: tuple[int, ...]) -> None:
        if not self.table.simultaneous:
            state.apply(state.move(actions[0]))
            return
        moves = {state.action(move): move for move in state.legal_moves()}
        state.apply_together([moves[action] for action in actions if action in moves])

    # ------------------------------------------------------------------ what players see

    def __str__(self) -> str:
        if self.open is not None:
            before = " ".join(map(str, self._draws.values()))
            after = " ".join(map(str, self._todo or ()))
            return f"chance draws one of {self.open[1]}; drawn: {before}; after: {after}\n\n{self._drawn()}"
        return f"{self._drawn()}\n\n{self.table.screen.outcome(self.state)}"

    def _drawn(self) -> str:
        state = self.reached
        if state is None:
            return ""
        there = self._thrown(state)
        dice = lying_dice(state.game.equipment, there.sites())  # without what depends on the moves before
        return self._told(state, self.table.screen.position(there, dice), None)

    def _thrown(self, state: GameState) -> GameState:
        """The position with the present throw of dice, which no state shows before a move is made."""
        return state.game.tensors.with_throw(state)

    def _told(self, state: GameState, text: str, player: int | None) -> str:
        """A text with what is known besides."""
        known = state.game.tensors.told(state, player=player)
        return f"{text}\n\n{known}" if known else text

    def text(self, seat: int) -> str:
        """What a seat sees of the position: the board, or with hidden information the sites as data."""
        state = self.reached
        if state is None:
            return ""
        if not self.table.hidden:
            return self._drawn()
        role = state.seats.index(seat) + 1
        rows = self._thrown(state).sites(player=role)
        about: dict[str, Any] = {"mover": state.mover, "sites": rows}
        if not self.over and (state.game.flags.simultaneous or seat == self.seat):
            about["legal"] = self.actions(seat)  # who is to move knows what may be done, even where it tells of others
        text = json.dumps(about, separators=(",", ":"))
        return self._told(state, text, role)

    def look(self, seat: int) -> npt.NDArray[np.float32]:
        """The tensor of what a seat sees of the position, made once: OpenSpiel asks more than once."""
        if seat not in self._looks:
            self._looks[seat] = observed(self.state, seat)
            self._looks[seat].flags.writeable = False
        return self._looks[seat]

    def recalled(self, seat: int) -> str:
        """All that a seat has seen and done, where information is hidden."""
        found = [f"action {what}" if isinstance(what, int) else what for what in _unlinked(self._seen[seat])]
        return "\n".join(found)

    def fits(self, seat: int, seen: list[Any]) -> bool:
        """Whether a seat has seen and done the beginning of this."""
        mine = _unlinked(self._seen[seat])
        return mine == seen[: len(mine)]

    def seen(self, seat: int) -> list[Any]:
        """What a seat has seen (texts) and done (actions), where information is hidden."""
        return _unlinked(self._seen[seat])

    @property
    def events(self) -> int:
        """How many actions and outcomes led here."""
        return len(_unlinked(self._events))

    def past(self) -> list[tuple[GameState, dict[int, int]]]:
        """Where information is hidden: all positions so far, from the first one on, each with the actions that led to
        it, by seat (from 0)."""
        found: list[tuple[GameState, dict[int, int]]] = _unlinked(self._past)
        return found

    # ------------------------------------------------------------------ copies

    def copy(self) -> Position:
        """The same position, which goes on by itself."""
        new = Position.__new__(Position)
        new.__dict__.update(self.__dict__)
        if new.reached is not None:
            new.reached = new.reached.copy()
        return new

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Any, ...]]:
        return _again, (self.table.parameters, tuple(_unlinked(self._events)))


def observed(state: GameState, seat: int) -> npt.NDArray[np.float32]:
    """The tensor of what a seat sees, with all of it for another number."""
    order = state.seats
    role = order.index(seat) + 1 if 0 <= seat < len(order) else None
    return state.game.tensors.observe(state, player=role)


def _unlinked(link: tuple[Any, ...]) -> list[Any]:
    found = []
    while link:
        link, what = link
        found.append(what)
    return found[::-1]


def _again(parameters: Parameters, events: tuple[Any, ...]) -> Position:
    """Play the events of a pickled position again."""
    position = table_of(parameters).first()
    for event in events:
        if isinstance(event, tuple):
            position.act(event)
        else:
            position.draw(event)
    return position


Draws = dict[Draw, int]

LEAST_BOUND = 1000
"""Outcomes that a draw may have at least, where a rule computes how many."""


def given_chance(game: SingleGame) -> SingleGame:
    """The same game on an engine whose random numbers are given. It keeps what tensors need, because a second program
    could not replay the draws; its action numbers are those of `game`."""
    again = SingleGame(game.description, "python", keep=frozenset({Upkeep.POSITIONS}))
    again._engine = GivenChanceEngine(again.program)
    again.__dict__["actions"] = game.actions  # a cached property: found once
    return again


def give(game: SingleGame, draws: Draws) -> None:
    """Set the draws of the calls that follow in this thread."""
    engine = game.engine
    assert isinstance(engine, GivenChanceEngine)
    engine.give(draws)


def begin(game: SingleGame, draws: Draws) -> GameState:
    """The start of a game. Raises OpenDrawError."""
    give(game, draws)
    return game.start_with(0)


def most_outcomes(game: SingleGame) -> int:
    """An upper bound of the outcomes of one draw: the largest constant of the rules, and where a rule computes the
    number, that of everything it may choose from (sites, faces, pieces, levels of stacks)."""
    most = 1
    sizes = [game.equipment.num_sites, len(game.pieces), *(len(p.faces) for p in game.pieces)]
    for fn in game.program.functions:
        for x in all_expressions(fn):
            if x.op is not Op.RUN:
                continue
            if x.run.intrinsic is INTRINSICS["random_unit"]:
                most = max(most, UNITS)
            if x.run.intrinsic is INTRINSICS["random_int"]:
                bound = x.src[0]
                most = max(most, bound.const if bound.is_const else max(LEAST_BOUND, 4 * max(sizes)))
    return most
