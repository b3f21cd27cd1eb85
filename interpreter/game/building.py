"""From a description to the parts of a game: equipment, flags, players, program."""

from __future__ import annotations

from ludparse.description.description import Description
from ludparse.ludemes import Game as GameNode
from ludparse.ludemes import Int
from ludparse.problems.errors import LudUnsupportedError, raise_all

from ..equipment import Equipment
from ..equipment.flags import GameFlags
from ..equipment.players import PlayersInfo, build_players
from ..lower.equipment import build_equipment, game_flags
from ..lower.program import lower_game
from ..program.ops import Program, Upkeep
from ..program.verifier import verify as verify_program
from .checks import refusals

__all__ = ["checked_equipment", "flags_of", "lowered", "players_of", "tree_of"]


def tree_of(description: Description) -> GameNode:
    """The typed tree of a game. Raises LudUnsupportedError for a match."""
    tree = description.game
    if not isinstance(tree, GameNode):
        raise LudUnsupportedError("a game was wanted here, and this is a match of several", tree.span)
    return tree


def checked_equipment(description: Description) -> Equipment:
    """The equipment of a game. Raises LudError for a game that cannot be played."""
    tree = tree_of(description)
    equipment = build_equipment(tree)
    raise_all(refusals(tree, description.tree, equipment))
    return equipment


def flags_of(description: Description, equipment: Equipment) -> GameFlags:
    """What a game uses."""
    return game_flags(tree_of(description), equipment)


def players_of(description: Description) -> PlayersInfo:
    """The players of a game. Raises LudError for numbers that are not possible."""
    return build_players(tree_of(description))


def lowered(
    description: Description,
    equipment: Equipment,
    players: PlayersInfo,
    flags: GameFlags,
    result: Int | None,
    keep: frozenset[Upkeep],
    verify: bool,
) -> Program:
    """The program of a game; arguments as of `Game`. Raises LudError for rules that cannot be compiled."""
    check = verify_program if verify else None
    return lower_game(tree_of(description), equipment, players, flags, result=result, keep=keep, check=check)
