"""`game.symmetries`: turns and mirrors of the board, and exchanges of players, that change nothing of the rules, as
permutations of players, pieces, sites, actions, planes and numbers.

Candidates are motions of the plane that carry every site of the board to a site, each with every player in the place of
the one who comes so many later. Whether the rules keep to one is found by play: games are played move by move beside
their images, and legal moves, positions and results have to be images of each other at every ply. One that play has
not refuted in so many games is kept; where a game draws random numbers, both draw the same.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ludparse.problems.errors import LudLimitError, LudRuleError

from ..equipment.features import LETTER
from ..play.action_space import Symmetry
from ..play.game_state import GameState

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..play.board_planes import BoardPlanes
    from ..play.game import Playable

__all__ = ["holds", "symmetries_of"]

GAMES, PLIES = 6, 1000
"""Random games by which a candidate is verified, and how many of their plies are followed."""
_EVERY = 8
"""Positions are compared plane by plane at so many plies each, from the second: at first the last move is that of the
start."""
_NEAR = 1e-3
_TURNS = (2, 3, 4, 5, 6, 8, 12)
_SITES = ("from", "to", "site", "between")
_PLAYERS = ("player", "player1", "player2", "who")
"""Parameters of actions that are sites, and those that are players."""


def symmetries_of(game: Playable, games: int = GAMES) -> tuple[Symmetry, ...]:
    """The symmetries of a game, the identity first, then those that leave the players in their places. games: by which
    each is verified."""
    held = [c.first_site + c.num_sites for c in game.equipment.containers]  # hands may leave numbers of sites out
    n = max(game.equipment.num_sites, game.equipment.board.size(game.equipment.default_site), *held)
    moved: list[tuple[str, Sequence[int]]] = [("identity", range(n))]
    if len(game.tensors.form("board").on_board) == 1:  # an action tells no types of sites apart
        board = game.equipment.board
        points = [(e.x, e.y) for e in board.elements(game.equipment.default_site)]
        moved += [(name, (*image, *range(len(image), n))) for name, image in _motions(points)]
    found: list[Symmetry] = []
    still = tuple(range(game.players + 1))
    group, refuted = {_Key(tuple(range(n)), still, still)}, set[_Key]()
    stated = any(name.startswith("state_") for name in game.data.fields)
    for shift, (name, sites) in product(range(max(game.players, 1)), moved):
        for states in (False, True) if shift and stated else (False,):
            one = _symmetry(game, name, sites, shift, states)
            if one is None:
                continue
            key = _Key(one.sites, one.players, one.states)
            if key not in group and key not in refuted:
                if holds(game, one, games):
                    group = _closure(group, key)
                else:
                    refuted |= {key.after(other) for other in group}
            if key in group:
                found.append(one)
                break  # of those that differ in states alone, which then are of dice
    return tuple(found)


class _Key(NamedTuple):
    """The images that make a symmetry."""

    sites: tuple[int, ...]
    players: tuple[int, ...]
    states: tuple[int, ...]

    def after(self, other: _Key) -> _Key:
        """The other one, then this."""
        return _Key(*(tuple(mine[k] for k in first) for mine, first in zip(self, other, strict=True)))


def _closure(group: set[_Key], new: _Key) -> set[_Key]:
    """All that some symmetries and one more make, one after the other."""
    every, fresh = set(group), {new}
    while fresh:
        every |= fresh
        fresh = {key for one in fresh for other in every for key in (one.after(other), other.after(one))} - every
    return every


def _symmetry(game: Playable, name: str, board: Sequence[int], shift: int, stated: bool) -> Symmetry | None:
    """A candidate: a motion of the board, and each player in the place of the one who comes so many later. stated:
    local states are numbers of players."""
    n = game.players
    players = (0, *((p - 1 + shift) % n + 1 for p in range(1, n + 1)))
    if shift:
        others = "players exchanged" if n == 2 else f"Player 1 as Player {players[1]}"
        name = others if name == "identity" else f"{name}, {others}"
    pieces, sites = _of_pieces(game, players), _of_hands(game, board, players)
    if pieces is None or sites is None:
        return None
    states = players if stated else tuple(range(n + 1))
    images = dict.fromkeys(_SITES, sites) | dict.fromkeys(_PLAYERS, players) | {"what": pieces, "state": states}
    actions, form = _of_actions(game, images), game.tensors.form("board")
    told = form.exchanged(players, pieces, states)
    if actions is None or told is None:
        return None
    return Symmetry(name, players, pieces, states, sites, actions, _of_cells(form, sites), *told)


# ---------------------------------------------------------------------- candidates


def _motions(points: Sequence[tuple[float, float]]) -> Iterable[tuple[str, tuple[int, ...]]]:
    """The turns and mirrors about the middle of some points that carry each to a point, but for the identity."""
    if len(points) < 2:
        return
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    centred = [(x - middle[0], y - middle[1]) for x, y in points]
    rounded: dict[tuple[int, int], list[int]] = {}
    for i, (x, y) in enumerate(centred):
        rounded.setdefault((math.floor(x), math.floor(y)), []).append(i)

    def at(x: float, y: float) -> int | None:
        for dx in (0, -1, 1):
            for dy in (0, -1, 1):
                for i in rounded.get((math.floor(x) + dx, math.floor(y) + dy), ()):
                    if math.hypot(centred[i][0] - x, centred[i][1] - y) < _NEAR:
                        return i
        return None

    def image(turn: float, mirrored: bool) -> tuple[int, ...] | None:
        c, s = math.cos(turn), math.sin(turn)
        found: list[int] = []
        for x, y in centred:
            y = -y if mirrored else y
            i = at(c * x - s * y, s * x + c * y)
            if i is None:
                return None
            found.append(i)
        return tuple(found) if len(set(found)) == len(found) else None

    angles = sorted({(k * 360 // n if k * 360 % n == 0 else k * 360 / n) for n in _TURNS for k in range(n)})
    seen = {tuple(range(len(points)))}
    for mirrored in (False, True):
        for degrees in angles:
            found = image(math.radians(degrees), mirrored)
            if found is not None and found not in seen:
                seen.add(found)
                yield (f"mirror at {degrees / 2:g}°" if mirrored else f"turn by {degrees:g}°"), found


def _of_pieces(game: Playable, players: Sequence[int]) -> tuple[int, ...] | None:
    """The image of each component: of those of a player, in order, those of the image of that player."""
    components = game.equipment.components
    owned = [[c.index for c in components if c.owner == p] for p in range(len(players))]
    found = list(range(len(components)))
    for player, other in enumerate(players):
        if player:
            if len(owned[player]) != len(owned[other]):
                return None
            for piece, image in zip(owned[player], owned[other], strict=True):
                found[piece] = image
    return tuple(found)


def _of_hands(game: Playable, board: Sequence[int], players: Sequence[int]) -> tuple[int, ...] | None:
    """The image of each site, with the hands of players where those of their images are."""
    found = list(board)
    hands = {c.owner: c.sites for c in game.equipment.containers[1:] if 0 < c.owner < len(players)}
    for player, sites in hands.items():
        others = hands.get(players[player], ())
        if len(others) != len(sites):
            return None
        for site, image in zip(sites, others, strict=True):
            found[site] = image
    return tuple(found)


def _of_actions(game: Playable, images: Mapping[str, Sequence[int]]) -> Any:
    """The images of all actions; None where one has no image. images: of values of parameters, by name."""
    import numpy as np

    space = game.actions
    own = space.table[: space.first_reserve]
    number = {tuple(action)[1:]: action.number for action in own}

    def moved(name: str, value: int) -> int:
        to = images.get(name, ())
        image = to[value] if 0 <= value < len(to) else value
        return space.declared[image] if name == "what" and 0 <= image < len(to) else image

    found = np.arange(space.size, dtype=np.int32)
    for action in own:
        told = tuple((name, tuple(sorted(moved(name, v) for v in values))) for name, values in action.told)
        seat = moved("player", action.seat + 1) - 1 if space.seats > 1 else action.seat
        image = number.get((seat, action.kind, moved("from", action.begin), moved("to", action.end), told))
        if image is None:
            return None
        found[action.number] = image
    return found


def _of_cells(form: BoardPlanes, sites: Sequence[int]) -> Any:
    import numpy as np

    at = {site: k for k, site in enumerate(form.sites) if site is not None}
    hands, width = set(form.hands), form.shape[-1]
    found = np.arange(len(form.sites), dtype=np.int32)
    for (kind, site), cell in at.items():
        if site in hands or (LETTER[kind] == LETTER[form.default_site] and site < len(sites)):
            image = at.get((kind, sites[site]), cell)
            for up in range(max(form.levels, 1)):  # the lowest level stands last
                found[cell - up * width] = image - up * width
    return found


# ---------------------------------------------------------------------- verified by play


def holds(game: Playable, symmetry: Symmetry, games: int = GAMES, plies: int = PLIES, *, first: int = 0) -> bool:
    """Whether so many random games and their images agree: legal moves and results at each ply, positions now and then.
    Of the first two at least one has to end, for results to be compared; first: the seed of the first one, where 0 is
    that of those by which symmetries are found; from any other on none has to end. In every other game what was done
    least often goes first."""
    ended = 0
    try:
        for seed in range(first, first + games):
            end = _agrees(game, symmetry, seed, plies)
            ended += bool(end)
            if end is None or (seed == 1 and not ended):
                return False
    except LudLimitError:
        return False
    return ended > 0 or first > 0


def _agrees(game: Playable, symmetry: Symmetry, seed: int, plies: int) -> bool | None:
    """Whether a random game has ended; None where its image is not played in the same way."""
    one, other, chance = game.start(seed=seed), _image_of_start(game, symmetry, seed), random.Random(seed)
    if other is None:
        return None
    players, table = symmetry.players, game.actions.table
    assert isinstance(one, GameState)
    times: Counter[str] = Counter()
    for ply in range(plies):
        if one.over or other.over:
            same = one.over == other.over and [other.ranking[p] for p in players] == one.ranking
            return True if same else None
        if other.mover != players[one.mover] or (ply % _EVERY == 1 and not _same_position(game, symmetry, one, other)):
            return None
        legal, images = _legal(one, symmetry.sites, symmetry.actions), _legal(other)
        if legal.keys() != images.keys() or any(len(legal[k]) != len(images[k]) for k in legal):
            return None
        kinds = {k: table[action].kind for k, (action, *others) in legal.items() if not others}
        if not kinds:
            return None
        least = min(times[kind] for kind in kinds.values()) if seed % 2 else None
        chosen = chance.choice([k for k, kind in kinds.items() if least is None or times[kind] == least])
        times[kinds[chosen]] += 1
        one.apply(one.move(legal[chosen][0]))
        other.apply(other.move(images[chosen][0]))
    return False


def _legal(
    state: GameState, sites: Sequence[int] | None = None, image: npt.NDArray[np.int32] | None = None
) -> dict[object, list[int]]:
    """The legal actions by what their images are: numbers; for those of the reserve where they begin and end, and at
    which levels, which may be several. Without sites and images: by what they are."""
    numbers, reserve = list(dict.fromkeys(state.actions())), state.game.actions.first_reserve
    found: dict[object, list[int]] = {}
    for number in numbers:
        if number < reserve:
            found[number if image is None else int(image[number])] = [number]
            continue
        move = state.move(number)
        ends = [v if sites is None or v < 0 else sites[v] for v in move.ends]
        found.setdefault((*ends, move.raw.level_min, move.raw.level_max), []).append(number)
    return found


def _image_of_start(game: Playable, symmetry: Symmetry, seed: int) -> GameState | None:
    """The image of the position at the start: the same pieces with another player to move; None where others stand
    there, or where they cannot be set up."""
    start = game.start(seed=seed)
    assert isinstance(start, GameState)
    mover, letter = symmetry.players[start.mover], LETTER[game.equipment.default_site].upper()
    if mover == start.mover:
        return start
    whose = symmetry.pieces if game.flags.piece_is_owner else symmetry.players
    parts = symmetry.pieces, whose, symmetry.states
    dice = {site for hand in game.equipment.dice for site in hand.sites}
    before, after = dict[str, object](), dict[str, object]()
    for name, count, *levels in start.sites():
        assert isinstance(name, str)
        site = int(name[1:])
        if site in dice:
            continue
        before[name] = count, levels
        moved = name[0] == letter or site >= game.equipment.board.size(game.equipment.default_site)
        lying = [_laid(cast("list[int]", level), parts) for level in levels]
        after[f"{name[0]}{symmetry.sites[site]}" if moved else name] = count, lying
    if before != after:
        return None
    try:
        return start.with_pieces(start.sites(), mover=mover)
    except LudRuleError:
        return None


def _laid(level: list[int], parts: Sequence[Sequence[int]]) -> list[int]:
    """The image of a piece with its data, as rows of sites have it."""
    images = [to[v] if 0 <= v < len(to) else v for to, v in zip(parts, level, strict=False)]
    return images + level[len(parts) :]


def _same_position(game: Playable, symmetry: Symmetry, one: GameState, other: GameState) -> bool:
    """Whether all see the image of what they see."""
    import numpy as np

    for player in (None, *range(1, game.players + 1)) if game.flags.hidden else (None,):
        image = None if player is None else symmetry.players[player]
        left, right = game.tensors.look(one, player=player), game.tensors.look(other, player=image)
        planes, numbers = symmetry.of_planes(left.planes), symmetry.of_numbers(left.numbers)
        if not (np.array_equal(planes, right.planes) and np.array_equal(numbers, right.numbers)):
            return False
    return True
