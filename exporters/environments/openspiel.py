"""OpenSpiel: every game as the registered game `ludparse`, with its parameters.

    import pyspiel
    from ludparse.exporters.environments import openspiel
    game = openspiel.game("Ex Nihilo", options=["Board Size/4"])
    same = pyspiel.load_game("ludparse(game=Ex Nihilo,options=Board Size/4)")

In texts of parameters, what OpenSpiel's own syntax uses (brackets, commas, equal signs) is written as in web addresses:
`%28` for an opening bracket. `openspiel.game` does so itself.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import numpy.typing as npt

from ludparse.description.request import Options, option_list
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.lower.base.fields import MOVE_LIMIT
from ludparse.ludemes import EndForEach, Result, walk
from ludparse.ludemes.enums import ResultType, RoleType

from .opening import missing
from .openspiel_position import Parameters, Position, observed, table_of

try:
    import pyspiel
except ImportError as absent:
    raise missing("openspiel", "OpenSpiel") from absent

__all__ = ["SHORT_NAME", "LudGame", "LudObserver", "LudState", "game", "game_type"]

SHORT_NAME = "ludparse"
_DEFAULTS: dict[str, Any] = {"game": "", "options": "", "ruleset": "", "library": "", "max_moves": 0}
_PLAIN = " /-_.'!&+;"
_BETWEEN = ";"
"""Between two options."""
_ONE = {RoleType.Mover, RoleType.Next, RoleType.Prev, *(RoleType[f"P{p}"] for p in range(1, 17))}
"""Roles that stand for one player."""
_CHANCE, _TERMINAL, _SIMULTANEOUS = (
    int(who) for who in (pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL, pyspiel.PlayerId.SIMULTANEOUS)
)


def game(
    source: str | Path,
    *,
    options: Options = (),
    ruleset: str | None = None,
    library: str | Path | None = None,
    max_moves: int | None = None,
) -> LudGame:
    """A game for OpenSpiel. source, options, ruleset, library: as of `load`. max_moves: moves after which a game ends
    undecided; None for the limits of the rules alone. Raises what `open_game` raises."""
    texts = {
        "game": quote(str(source), safe=_PLAIN),
        "options": _BETWEEN.join(quote(item, safe=_PLAIN.replace(_BETWEEN, "")) for item in option_list(options)),
        "ruleset": quote(ruleset or "", safe=_PLAIN),
        "library": quote(str(library or ""), safe=_PLAIN),
    }
    return LudGame({**texts, "max_moves": max_moves or 0})


def _zero_sum(lud: SingleGame) -> bool:
    """Whether what some win the others lose: at least two players, and no result for several of them at once."""
    nodes = list(walk(lud.description.game))
    if lud.players < 2 or any(isinstance(node, EndForEach) for node in nodes):
        return False
    results = [node for node in nodes if isinstance(node, Result)]
    return all(node.who in _ONE or node.result is ResultType.Draw for node in results)


def game_type(lud: SingleGame, max_moves: int = 0) -> Any:
    """What kind of game it is, in OpenSpiel's terms, computed from its rules. With hidden information there is a tensor
    of the information state if the length of games is bounded by `max_moves`."""
    kinds, flags = pyspiel.GameType, lud.flags
    known, hides = kinds.Information.PERFECT_INFORMATION, kinds.Information.IMPERFECT_INFORMATION
    return _type(
        lud.name,
        kinds.Dynamics.SIMULTANEOUS if flags.simultaneous else kinds.Dynamics.SEQUENTIAL,
        kinds.ChanceMode.EXPLICIT_STOCHASTIC if flags.stochastic else kinds.ChanceMode.DETERMINISTIC,
        hides if flags.hidden else known,
        kinds.Utility.ZERO_SUM if _zero_sum(lud) else kinds.Utility.GENERAL_SUM,
        (lud.players, lud.players),
        bool(flags.hidden and not flags.simultaneous and max_moves),
    )


def _type(
    name: str, dynamics: Any, chance: Any, information: Any, utility: Any, players: tuple[int, int], recalls: bool
) -> Any:
    return pyspiel.GameType(
        short_name=SHORT_NAME,
        long_name=name,
        dynamics=dynamics,
        chance_mode=chance,
        information=information,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=recalls,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
        default_loadable=False,
    )


_REGISTERED = _type(
    "Games described in Ludii's language",
    pyspiel.GameType.Dynamics.SEQUENTIAL,
    pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    pyspiel.GameType.Utility.GENERAL_SUM,
    (1, 16),
    True,
)
"""What is known before a description is read. `game_type` says it exactly for one game."""


class LudGame(pyspiel.Game):  # type: ignore[misc]
    """A game for OpenSpiel; make it with `game` or `pyspiel.load_game`.

    `lud` is the game itself; actions are `lud.actions`. Players are seats: after a change of sides a player keeps the
    number and the returns. Returns: 1 for the first place, -1 for the last, 0 where it is undecided.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Raises ValueError without a game, and what `open_game` raises."""
        given = {**_DEFAULTS, **(params or {})}
        if not given["game"]:
            raise ValueError(f"{SHORT_NAME} needs a game: {SHORT_NAME}(game=Ex Nihilo)")
        self.table = table_of(
            Parameters(
                unquote(given["game"]),
                tuple(unquote(item) for item in given["options"].split(_BETWEEN) if item),
                unquote(given["ruleset"]) or None,
                unquote(given["library"]) or None,
                given["max_moves"],
            )
        )
        self.lud = self.table.lud
        self._given = given
        kind = game_type(self.lud, self.table.max_moves)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.lud.actions.size,
            max_chance_outcomes=self.table.outcomes,
            num_players=self.lud.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=self.table.max_moves or MOVE_LIMIT,
        )
        super().__init__(kind, info, given)

    def __copy__(self) -> LudGame:
        return self

    def __deepcopy__(self, memo: object) -> LudGame:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return LudGame, (self._given,)

    def new_initial_state(self) -> LudState:
        """The start of a game."""
        return LudState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> LudObserver:
        """What reads tensors and texts of positions."""
        return LudObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class LudState(pyspiel.State):  # type: ignore[misc]
    """A position, or a node where chance draws one number. `at` holds it."""

    def __init__(self, game: LudGame) -> None:
        super().__init__(game)
        self.at: Position = game.table.first()

    def current_player(self) -> int:
        """Whose turn it is, from 0; or chance, all players, or nobody."""
        at = self.at
        if at.open is not None:
            return _CHANCE
        if at.over:
            return _TERMINAL
        return _SIMULTANEOUS if at.table.simultaneous else at.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.at.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of one draw, which are equally likely. Raises ValueError where chance draws nothing."""
        if self.at.open is None:
            raise ValueError("chance draws nothing here")
        n = self.at.open[1]
        return [(k, 1.0 / n) for k in range(n)]

    def _apply_action(self, action: int) -> None:
        if self.at.open is not None:
            self.at.draw(action)
        else:
            self.at.act((action,))

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.at.act(tuple(actions))

    def _action_to_string(self, player: int, action: int) -> str:
        at = self.at
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        if at.open is None and action in at.state.actions():
            return at.state.move(action).notation
        return at.table.lud.actions.name(action)

    def returns(self) -> list[float]:
        """What the game is worth to each player so far: 0 until it is over."""
        return list(self.at.rewards())

    def __str__(self) -> str:
        return str(self.at)

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now; by default whose turn it is."""
        return self.at.text(self._looking(player))

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen and done: the history, or with hidden information what was visible of it. By
        default of the player whose turn it is."""
        seat = self._looking(player)
        return self.at.recalled(seat) if self.at.table.lud.flags.hidden else str(self.history_str())

    def _looking(self, player: int | None) -> int:
        seat = self.current_player() if player is None else player
        if not 0 <= seat < self.num_players():
            raise ValueError(f"player {seat} sees nothing: players go from 0 to {self.num_players() - 1}")
        return seat

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> LudState:
        """A state in which the player has seen and done the same: the state itself where nothing is hidden, else one
        that is reached by what others might have done. sampler: gives numbers from 0 to below 1.

        Every choice of others is drawn evenly from those that are left; where none agrees with what the player has
        seen, the search goes back."""
        wanted = self.at
        if not wanted.table.lud.flags.hidden:
            same: LudState = self.clone()
            return same
        chance, seen, depth = random.Random(sampler()), wanted.seen(player), wanted.events
        start: LudState = self.get_game().new_initial_state()
        open_ = [(start, start._choices(player, seen, chance))]
        while open_:
            state, choices = open_[-1]
            if len(open_) == depth + 1 and state.at.seen(player) == seen:
                return state
            if not choices or len(open_) > depth:
                open_.pop()
                continue
            after: LudState = state.clone()
            action = choices.pop()
            if isinstance(action, tuple):
                after.apply_actions(list(action))
            else:
                after.apply_action(action)
            if after.at.fits(player, seen):
                open_.append((after, after._choices(player, seen, chance)))
        raise ValueError("no other state was found, not even this one")

    def _choices(self, player: int, seen: Sequence[Any], chance: random.Random) -> list[Any]:
        """What may happen next, the last first: the player's own next action, or anything that others may do."""
        if self.is_terminal():
            return []
        at = self.at
        if self.is_simultaneous_node():
            choices: list[Any] = [*itertools.product(*(at.actions(seat) for seat in range(self.num_players())))]
        elif self.current_player() == player:
            place = len(at.seen(player))
            return [seen[place]] if place < len(seen) else []
        else:
            choices = list(self.legal_actions())
        chance.shuffle(choices)
        return choices


class LudObserver:
    """Reads a position for one player: `tensor` (flat) and `dict["observation"]`, of `game.tensors.observation_shape`.

    With perfect recall, the text is the information state. There is a tensor of it where information is hidden and
    `max_moves` bounds the length of games: `dict["observations"]`, of shape
    (max_moves + 1, *game.tensors.observation_shape), has what the player saw of each position so far,
    `dict["actions"]`, of shape (max_moves + 1,), the player's own actions before them, as action + 1, and
    `dict["reached"]` a 1 for each position so far; all else is 0.
    """

    def __init__(self, game: LudGame, kind: Any, params: Any) -> None:
        """Raises ValueError for parameters: there are none."""
        if params:
            raise ValueError(f"there are no parameters of an observation: {params}")
        self._recalls = kind.perfect_recall
        shape = game.table.played.tensors.observation_shape
        size = int(np.prod(shape))
        provided = game_type(game.lud, game.table.max_moves).provides_information_state_tensor
        length = game.table.max_moves + 1 if provided else 0
        self.tensor = np.zeros(length * (size + 2) if self._recalls else size, dtype=np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not self._recalls:
            self.dict["observation"] = self.tensor.reshape(shape)
        elif length:
            self.dict["observations"] = self.tensor[: length * size].reshape(length, *shape)
            self.dict["actions"], self.dict["reached"] = self.tensor[length * size :].reshape(2, length)

    def set_from(self, state: LudState, player: int) -> None:
        """Write what a player sees; zeros before the first position is drawn."""
        if state.at.reached is None or not self.dict:
            self.tensor.fill(0)
            return
        if not self._recalls:
            self.dict["observation"][:] = state.at.look(player)
            return
        self.tensor.fill(0)
        for number, (past, acted) in enumerate(state.at.past()):
            self.dict["observations"][number] = observed(past, player)
            self.dict["reached"][number] = 1
            if player in acted:
                self.dict["actions"][number] = acted[player] + 1

    def string_from(self, state: LudState, player: int) -> str:
        """The information state with perfect recall, else what is seen now."""
        return state.information_state_string(player) if self._recalls else state.observation_string(player)


pyspiel.register_game(_REGISTERED, LudGame)
