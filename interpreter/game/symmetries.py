"""`game.symmetries`: turns and mirrors of the board that change nothing of the rules, as permutations of sites, actions
and planes.

Candidates come from the board alone: motions of the plane that carry every site to a site. Whether the rules keep to
one is found by play: games are played move by move beside their images, and legal moves, positions and results have
to be images of each other at every ply. One that play has not refuted in so many games is kept; where a game draws
random numbers, both draw the same.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ludparse.problems.errors import LudLimitError

from ..equipment.features import LETTER
from ..play.action_space import Symmetry
from ..play.game_state import GameState

if TYPE_CHECKING:

    from ..play.board_planes import BoardPlanes
    from ..play.game import Playable

__all__ = ["holds", "symmetries_of"]

GAMES, PLIES = 6, 80
"""Random games by which a candidate is verified, and how many of their plies are followed."""
_EVERY = 8
"""Positions are compared plane by plane at so many plies each, from the second: at first the last move is that of the
start."""
_NEAR = 1e-3
_TURNS = (2, 3, 4, 5, 6, 8, 12)
_SITES = ("from", "to", "site", "between")
"""Parameters of actions that are sites."""


def symmetries_of(game: Playable, games: int = GAMES) -> tuple[Symmetry, ...]:
    """The symmetries of a game, the identity first. games: by which each is verified."""
    form = game.tensors.form("board")
    used = {site[0] for site in form.sites if site is not None}
    n = max(game.equipment.num_sites, game.equipment.board.size(game.equipment.default_site))
    candidates: list[tuple[str, Sequence[int]]] = [("identity", range(n))]
    if len(used) == 1:  # an action tells no types of sites apart
        board = game.equipment.board
        points = [(e.x, e.y) for e in board.elements(game.equipment.default_site)]
        candidates += [(name, (*image, *range(len(image), n))) for name, image in _motions(points)]
    found: list[Symmetry] = []
    for name, sites in candidates:
        actions = _of_actions(game, sites)
        if actions is not None:
            one = Symmetry(name, tuple(sites), actions, _of_cells(form, sites))
            if not found or holds(game, one, games):
                found.append(one)
    return tuple(found)


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


def _of_actions(game: Playable, sites: Sequence[int]) -> Any:
    """The images of all actions; None where one has no image."""
    import numpy as np

    space = game.actions
    number = {tuple(action)[1:]: action.number for action in space.table if action.kind}  # without the reserve

    def moved(site: int) -> int:
        return sites[site] if 0 <= site < len(sites) else site

    found = np.arange(space.size, dtype=np.int32)
    for action in space.table:
        if not action.kind:
            continue
        told = tuple(
            (name, tuple(sorted(map(moved, values))) if name in _SITES else values) for name, values in action.told
        )
        image = number.get((action.seat, action.kind, moved(action.begin), moved(action.end), told))
        if image is None:
            return None
        found[action.number] = image
    return found


def _of_cells(form: BoardPlanes, sites: Sequence[int]) -> Any:
    import numpy as np

    at = {site: k for k, site in enumerate(form.sites) if site is not None}
    found = np.arange(len(form.sites), dtype=np.int32)
    for (kind, site), cell in at.items():
        if LETTER[kind] == LETTER[form.default_site] and site < len(sites):
            found[cell] = at.get((kind, sites[site]), cell)
    return found


# ---------------------------------------------------------------------- verified by play


def holds(game: Playable, symmetry: Symmetry, games: int, plies: int = PLIES) -> bool:
    """Whether so many random games and their images agree: legal moves and results at each ply, positions now and
    then."""
    try:
        return all(_agrees(game, symmetry, seed, plies) for seed in range(games))
    except LudLimitError:
        return False


def _agrees(game: Playable, symmetry: Symmetry, seed: int, plies: int) -> bool:
    one, other, chance = game.start(seed=seed), game.start(seed=seed), random.Random(seed)
    image = symmetry.actions
    assert isinstance(one, GameState) and isinstance(other, GameState)
    for ply in range(plies):
        if one.over or other.over:
            return one.over == other.over and list(one.ranking) == list(other.ranking)
        if one.mover != other.mover or (ply % _EVERY == 1 and not _same_position(game, symmetry, one, other)):
            return False
        legal = list(dict.fromkeys(one.actions()))
        if sorted(image[legal].tolist()) != sorted(set(other.actions())):
            return False
        action = chance.choice(legal)
        if not game.actions.table[action].kind:
            return False  # a number of the reserve says nothing of what a move is
        one.apply(one.move(action))
        other.apply(other.move(int(image[action])))
    return True


def _same_position(game: Playable, symmetry: Symmetry, one: GameState, other: GameState) -> bool:
    import numpy as np

    left, right = game.tensors.look(one), game.tensors.look(other)
    return np.array_equal(symmetry.of_planes(left.planes), right.planes) and np.array_equal(left.numbers, right.numbers)
