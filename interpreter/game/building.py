"""From a description to the parts of a game: equipment, flags, players, program."""

from __future__ import annotations

from collections.abc import Callable, Collection

from ludparse.description.description import Description
from ludparse.ludemes import Game as GameNode
from ludparse.ludemes import Int, Match
from ludparse.problems.errors import LudUnsupportedError, raise_all

from ..equipment import Equipment
from ..equipment.flags import GameFlags
from ..equipment.players import PlayersInfo, build_players, match_players
from ..lower.equipment import build_equipment, game_flags
from ..program.ops import Upkeep
from ..program.program import Program
from ..program.verifier import verify as verify_program
from .checks import refusals
from .compiling.driver import compile_game, compile_match

__all__ = ["checked_equipment", "flags_of", "lowered", "lowered_alone", "players_of", "program_of", "tree_of"]


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
    without: Collection[str] = (),
) -> Program:
    """The program of a game; arguments as of `Game`. Raises LudError for rules that cannot be compiled."""
    check = verify_program if verify else None
    tree = tree_of(description)
    return compile_game(tree, equipment, players, flags, result=result, keep=keep, check=check, without=without)


def lowered_alone(description: Description, equipment: Equipment, flags: GameFlags) -> Program:
    """The program of a game as it was lowered, before any pass."""
    return compile_game(tree_of(description), equipment, players_of(description), flags, passes=False)


def program_of(
    description: Description, check: Callable[[Program], None] | None = None, without: Collection[str] = (),
    *, traced: bool = False,
) -> Program:  # fmt: skip
    """The program of a game or a match, for who looks at it without playing. check: called with the program as it was
    lowered and after each pass. without: names of passes to leave out. traced: as of `compile_game`.

    Raises LudError for what cannot be compiled, ValueError as `run_passes` does.
    """
    tree = description.game
    if isinstance(tree, Match):
        return compile_match(tree, match_players(tree), check, without, traced=traced)
    equipment = checked_equipment(description)
    players, flags = players_of(description), flags_of(description, equipment)
    tree = tree_of(description)
    return compile_game(tree, equipment, players, flags, check=check, without=without, traced=traced)
