"""Watches a game while it is played, and notes what the statistics are made of."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from ludparse.interpreter.equipment.flags import Feature
from ludparse.interpreter.program.actions import ACTIONS
from ludparse.interpreter.program.position_codes import LETTERS

from .record import GameRecord
from .sites import BoardSites

__all__ = ["Observer", "utilities"]

_CONTENT = ("what", "who", "count", "state", "rotation", "value", "height")
_LIMIT = 16  # moves in a row by one player; from there on only the remainder counts


class _Fields:
    """Which fields of a game's state make a position, and which the situation of its players."""

    def __init__(self, game: Any) -> None:
        self.sites = BoardSites(game)
        flags, fields = game.flags, game.data.fields
        self.scores = flags.uses(Feature.SCORE)
        undigested = flags.large_stack or flags.deduction_puzzle or flags.uses(Feature.CARDS)
        content = () if undigested else _CONTENT
        hidden = () if flags.stacking else tuple(name for name in fields if name.startswith("hidden"))
        names = (f"{name}_{letter}" for letter in LETTERS for name in content)
        self.position = [name for name in (*names, *hidden, "temp", "team", "order") if name in fields]
        scores = ("score",) if flags.uses(Feature.SCORE_IN_HASH) else ()
        self.situation = [n for n in ("mover", "next", "prev", "triggered", "stalemated", *scores) if n in fields]


class Observer:
    """Makes the record of a game, or of one game after another.

    `begin` sees the position at the start, `choices` how many moves are legal, `move` the move that was made and the
    position after it; `end` gives the record. A position is read field by field, so that watching costs little next to
    finding the legal moves.

    valued: by so many random games every position, and every legal move, is valued for each player; 0: it is not.
    """

    def __init__(self, game: Any, *, valued: int = 0, seed: int = 0, max_moves: int = 1000) -> None:
        self.game = game
        self._valued = valued
        self._max_moves = max_moves
        self._chance = random.Random(seed)
        self._fields: dict[int, _Fields] = {}

    def begin(self, state: Any, number: int) -> None:
        """A new game starts."""
        self.record = GameRecord(number)
        self._covered: dict[str, set[int]] = {"c": set(), "v": set(), "e": set()}
        self._seen_positions: set[Any] = set()
        self._seen_situations: set[Any] = set()
        self._last_mover = 0
        self._look(state)

    def _look(self, state: Any) -> None:
        """Notes a position; of a match that of the game which is being played."""
        instance = getattr(state, "instance", state)
        game = instance.game
        fields = self._fields.get(id(game))
        if fields is None:
            fields = self._fields[id(game)] = _Fields(game)
        record, sites = self.record, fields.sites
        pieces, covered = sites.look(instance)
        record.pieces.append(pieces)
        for letter, found in covered.items():
            self._covered[letter].update(found)
        record.occupied.append(len(covered[sites.default]) / sites.sizes[sites.default])
        record.score_differences.append(_score_difference(instance) if fields.scores else 0.0)
        read, raw = game.engine.read, instance.raw
        position = (id(game), *(_frozen(read(raw, name)) for name in fields.position))
        record.positions_repeat = record.positions_repeat or position in self._seen_positions
        self._seen_positions.add(position)
        situation = (position, *_situation(instance, fields.situation))
        record.situations_repeat = record.situations_repeat or situation in self._seen_situations
        self._seen_situations.add(situation)
        self._sites = sites
        if self._valued:
            record.evaluations.append(self._value(state))

    def _value(self, state: Any) -> list[float]:
        """What the position is worth to each seat, by random games from it; what it came to, once it is over."""
        if state.over:
            return utilities(state)
        played = state.playouts(self._valued, seed=self._chance.getrandbits(62), max_moves=self._max_moves)
        totals = [0.0] * self.game.players
        for ranking in played.rankings:
            for p, place in enumerate(ranking):
                totals[p] += _utility(place, self.game.players)
        return _by_seat(state, [total / self._valued for total in totals])

    def choices(self, state: Any, count: int) -> None:
        """There are so many legal moves in the position that is about to be played."""
        self.record.branching.append(float(count))
        if self._valued:
            values = []
            for move in state.legal_moves():
                after = state.copy()
                after.apply(move)
                values.append(self._value(after)[state.seats[move.mover - 1]])
            self.record.move_values.append(values)

    def move(self, applied: Any, state: Any, pick: int = -1) -> None:
        """A move was made (as it was applied), and led to this position. pick: its number among the legal moves."""
        record = self.record
        record.plies += 1
        record.picks.append(pick)
        raw = applied.raw
        record.actions += len(applied.actions)
        if raw.mover != self._last_mover:
            record.turns += 1
            self._last_mover = raw.mover
        distance = _distance(raw, self._sites)
        if distance is not None:
            record.distances.append(float(distance))
        self._look(state)

    def end(self, state: Any, judged: Any = None) -> GameRecord:
        """The record of the game, which ends here or is broken off. judged: the position by which the players'
        utilities are to be told, where it is another one."""
        record, sites = self.record, self._sites
        record.over = bool(state.over)
        record.winner = record.over and _has_winner(state)
        record.utilities = utilities(state if judged is None else judged)
        record.timeout = not record.over or _out_of_time(state)
        sizes = sites.sizes
        record.covered_default = len(self._covered[sites.default]) / sizes[sites.default]
        used = sum(sizes[letter] for letter in sites.used)
        record.covered_used = sum(len(self._covered[letter]) for letter in sites.used) / used if used else 0.0
        record.covered_full = sum(map(len, self._covered.values())) / sum(sizes.values())
        return record


def utilities(state: Any) -> list[float]:
    """What a position is worth to each of those who sat at the seats at the start: 1 for the first place, -1 for the
    last; players without a place yet share the best that is left."""
    players = state.game.players
    ranking: Sequence[float] = state.ranking
    if players == 0:
        return []
    if players == 1:
        return [2.0 * ranking[1] - 1.0]
    fields, read = state.game.data.fields, state.game.engine.read
    if "active" not in fields:  # a match, which has no places before its end
        return [_utility(ranking[p], players) for p in range(1, players + 1)]
    winners = read(state.raw, "winners").bit_count()
    draw = (read(state.raw, "active").bit_count() + 1) / 2 + winners
    return _by_seat(state, [_utility(ranking[p] or draw, players) for p in range(1, players + 1)])


def _by_seat(state: Any, values: Sequence[float]) -> list[float]:
    """Values of the players, from player 1 on, for those who sit there: in the order of the seats."""
    at = state.seats
    return [values[at.index(seat)] for seat in range(len(at))]


def _utility(place: float, players: int) -> float:
    if players == 1:
        return 2.0 * place - 1.0
    return 1.0 - (place - 1.0) * (2.0 / (players - 1)) if place else 0.0


def _has_winner(state: Any) -> bool:
    fields = state.game.data.fields
    if "winner" in fields:
        return bool(state.game.engine.read(state.raw, "winner") != 0)
    return 1.0 in state.ranking[1:]


def _out_of_time(state: Any) -> bool:
    """Whether a game that is over was ended by the limit of moves or turns, and not by its rules."""
    instance = getattr(state, "instance", state)
    game = instance.game
    read, raw = game.engine.read, instance.raw
    if read(raw, "turn") >= TURN_LIMIT * game.players:
        return True
    return bool(read(raw, "n_moves") - read(raw, "n_start") >= MOVE_LIMIT)


TURN_LIMIT = 1250
"""So many turns a player has Ludii let a game go on."""
MOVE_LIMIT = 10000
"""So many moves Ludii lets a game go on."""


def _situation(state: Any, names: Sequence[str]) -> Iterable[Any]:
    """What a situation has besides its position: who is to move, and what is remembered of passes, turns and scores."""
    players = state.game.players
    read, raw = state.game.engine.read, state.raw
    yield read(raw, "active") or (1 << players) - 1  # once nobody plays any more, it counts as if all did
    yield _folded(read(raw, "turn_same"), _LIMIT)
    yield _folded(read(raw, "passes"), 2 * players + 1)
    if "pending" in state.game.data.fields:
        yield frozenset(read(raw, "pending"))
    for name in names:
        yield _frozen(read(raw, name))


def _score_difference(state: Any) -> float:
    scores = state.game.engine.read(state.raw, "score")[1 : state.game.players + 1]
    return float(max(scores) - min(scores)) if scores else 0.0


def _distance(raw: Any, sites: BoardSites) -> int | None:
    """Steps between the two sites that a move's decision is about; None where these are not two sites of the board."""
    decision = next((action for action in raw.actions if action.decision), None)
    if decision is None or decision.kind not in ACTIONS:
        return None
    params = ACTIONS[decision.kind].params
    if "from" not in params or "to" not in params:
        return None
    of = dict(zip(params, decision.params, strict=False))
    start, end, type_from, type_to = of["from"], of["to"], of["type_from"], of["type_to"]
    if decision.kind == "select":
        end = start if end == -1 else end
        type_to = type_from if type_to == -1 else type_to
    if type_from != type_to or start == end:
        return None
    return sites.distance(type_from, start, end)


def _folded(number: int, limit: int) -> int:
    return number if number < limit else limit + number % limit


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
