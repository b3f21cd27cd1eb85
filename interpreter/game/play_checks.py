"""Warnings that only play shows: random games that never end, are always drawn, or always won by the same player."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from itertools import chain

from ludparse.checks.inspection import Inspection
from ludparse.library.library import Library
from ludparse.ludemes import EquipmentPiece
from ludparse.ludemes import Game as GameNode
from ludparse.problems.errors import LudError
from ludparse.problems.problem import problem
from ludparse.problems.spans import Source, Span

from ..equipment.items import ContainerKind
from ..play.game import Game
from ..play.playouts import Playouts
from .cover.remarks import Seen
from .game import SingleGame
from .load import load, load_sandboxed
from .rules_that_never_fire import has_opponents, rules_that_never_fire

__all__ = ["MAX_MOVES", "look", "play_and_look"]

MAX_MOVES = 1000
"""A random game that is longer than this counts as one that does not end."""

_LOOKED_AT = 10
"""So many of the games are followed move by move, which takes longer."""

_ENOUGH = 20
"""With fewer games, one player winning all of them says little."""


def play_and_look(
    source: Source,
    *,
    library: Library | None = None,
    options: Sequence[str] = (),
    ruleset: str | None = None,
    games: int = 50,
    backend: str | None = None,
    seed: int = 1,
) -> list[LudError]:
    """What is striking in random games of a description without errors: as `look`, with the error alone if a game fails
    while it is loaded or played. backend: by default the sandbox, as a stranger may have written it."""
    chosen = partial(load_sandboxed if backend is None else partial(load, backend=backend), source)
    try:
        game = chosen(library=library, options=tuple(options), ruleset=ruleset)
        return look(game, games, seed)
    except LudError as wrong:
        return list(wrong.problems)


def look(game: Game, games: int = 50, seed: int = 1) -> list[LudError]:
    """What is striking in random games, and, with 0 games too, at their start; the same for the same seed. A match of
    several games is not looked at.

    Raises LudError if a game fails while it is played.
    """
    if not isinstance(game, SingleGame):
        return []
    start = game.start(seed=seed)
    others = (game.start(seed=seed + k) for k in range(1, _ENOUGH))  # what the dice show may leave nothing but a pass
    if all(move.is_pass for state in chain((start,), others) for move in state.legal_moves()):
        why = "the game is over at the start" if start.over else f"player {start.mover} can only pass"
        return [problem("no-first-move", _rules(game), why=why)]
    if not games:
        return []
    played = game.playouts(games, seed=seed, max_moves=MAX_MOVES)
    seen = Seen(game, min(games, _LOOKED_AT), seed, MAX_MOVES)
    results = [*_results(game, played, seen), *_passes(game, seen), *_dice(game, seen)]
    return [*results, *_pieces(game, games, seed), *rules_that_never_fire(game, games, seed)]


def _rules(game: SingleGame) -> Span | None:
    tree = game.description.game
    return tree.rules.span if isinstance(tree, GameNode) else None


def _passes(game: SingleGame, seen: Seen) -> list[LudError]:
    """Players who can do nothing but pass in most of their turns."""
    return [
        problem("play-forced-pass", _rules(game), player=player, count=count, turns=seen.turns[player])
        for player, count in sorted(seen.forced.items())
        if count > seen.turns[player] / 2 and seen.turns[player] >= _ENOUGH
    ]


def _dice(game: SingleGame, seen: Seen) -> list[LudError]:
    """Dice of a set that stand on the board. Those that the equipment has one by one may be pieces."""
    thrown = {index for dice in game.equipment.containers if dice.kind is ContainerKind.DICE for index in dice.members}
    names = {game.equipment.components[index].name for index in thrown}
    return [problem("play-die-on-board", _rules(game), name=x) for x in seen.dice_on_board() if x in names]


def _results(game: SingleGame, played: Playouts, seen: Seen) -> list[LudError]:
    rules = _rules(game)
    ended = [ranking for ranking, cut in zip(played.rankings, _cut(played), strict=True) if not cut]
    if not ended:
        why = seen.why_endless()
        hint = f"{why[0].upper()}{why[1:]}." if why else ""
        return [problem("play-never-ends", rules, hint=hint, games=played.games, limit=MAX_MOVES)]
    if len(ended) < _ENOUGH or not has_opponents(game):
        return []
    if all(len(set(ranking)) == 1 for ranking in ended):
        return [problem("play-always-drawn", rules, games=len(ended))]
    winners = {tuple(place == 1.0 for place in ranking) for ranking in ended}
    if len(winners) == 1 and sum(next(iter(winners))) == 1:
        (winner,) = winners
        return [problem("play-one-winner", rules, games=len(ended), player=winner.index(True) + 1)]
    return []


def _cut(played: Playouts) -> list[bool]:
    """Whether each game was broken off."""
    return [length >= MAX_MOVES and not any(r) for length, r in zip(played.lengths, played.rankings, strict=True)]


def _pieces(game: SingleGame, games: int, seed: int) -> list[LudError]:
    """Pieces that have moves and stood on the board, but were never moved."""
    mobile = {c.index: c for c in game.pieces if isinstance(c.node, EquipmentPiece) and c.generator is not None}
    if not mobile:
        return []
    seen: set[int] = set()
    moved: set[int] = set()
    for number in range(min(games, _LOOKED_AT)):
        state = game.start(seed=seed + number)
        rng = random.Random(seed + number)
        for _ in range(MAX_MOVES // 5):
            if state.over:
                break
            standing: dict[int, set[int]] = {}
            for name, _, *pieces in state.sites():
                here = {piece[0] for piece in pieces if isinstance(piece, list)}
                standing.setdefault(int(str(name)[1:]), set()).update(here)
            seen.update(*standing.values())
            moves = state.legal_moves()
            for move in moves:
                if move.from_site >= 0 and (move.to_site != move.from_site):
                    moved |= standing.get(move.from_site, set())
            state.apply(moves[rng.randrange(len(moves))] if moves else state.forced_pass())
        if moved >= mobile.keys():
            break
    inspection = Inspection(game.description.game, game.description.tree)
    found: dict[str, LudError] = {}
    for index, piece in mobile.items():
        still = [c for c in mobile.values() if c.node is piece.node and c.index in moved]
        if index in seen and not still and isinstance(piece.node, EquipmentPiece):
            place = inspection.place(piece.node, piece.node.name)
            name = piece.node.name
            found[name] = problem("play-piece-still", place, name=name, games=min(games, _LOOKED_AT))
    return list(found.values())
