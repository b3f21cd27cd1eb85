"""From a description to all that is wrong with it, its board included."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from ludparse.checks.inspection import Inspection
from ludparse.checks.names import refused_names
from ludparse.checks.rules import refused_rules
from ludparse.checks.run import Begun, check_text
from ludparse.description.description import open_library
from ludparse.description.request import Options, option_list
from ludparse.expansion.pipeline import Expansion
from ludparse.library.library import Library, find_source
from ludparse.ludemes import Game, Match
from ludparse.ludemes.base import Ludeme
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source
from ludparse.reader.syntax import Call
from ludparse.support.process import bounded, no_collection

from ...board.topology import Topology
from ...equipment.boards import board_node
from ...equipment.equipment import Equipment
from ...equipment.players import match_players
from ...lower.equipment import build_equipment, game_flags
from ...lower.program import lower_game
from ..compiling.driver import compile_match
from .before_play import refused_before_play
from .places import check_places, refused_places

__all__ = ["diagnose", "refusals"]


def diagnose(
    source: str | os.PathLike[str] | Source,
    *,
    library: str | os.PathLike[str] | Library | None = None,
    options: Options = (),
    ruleset: str | None = None,
    every_choice: bool = True,
    warnings: bool = True,
    begun: Begun | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> list[LudError]:
    """All problems of a description, in the order of the text: errors, and `LudWarning`s for likely slips.

    source: a path, a name, a text that begins with "(", or a `Source`. library: as for `load`. Without options and
    ruleset every option item and every ruleset is looked at, unless `every_choice` is False. begun: what
    `ludparse.checks.begin` made of the same source, library and choice. stopped: whether the answer is not needed any
    more; then it may be incomplete. Raises nothing, prints nothing, and finds what it can in a text with errors.
    """
    try:
        opened = open_library(library)
        text = find_source(source, opened)
    except LudError as wrong:
        return list(wrong.problems)
    with no_collection():
        return check_text(
            text, opened, option_list(options), ruleset,
            every_choice=every_choice, warnings=warnings, further=_Boards(every_choice).check,
            begun=begun, stopped=stopped,
        )  # fmt: skip


def refusals(game: Ludeme, tree: Call, equipment: Equipment | None = None) -> list[LudError]:
    """What Ludii's compiler refuses though the ludemes fit together, such as names that stand for nothing."""
    inspection = Inspection(game, tree)
    refused_names(inspection)
    refused_rules(inspection)
    if equipment is not None:
        refused_places(inspection, equipment)
        refused_before_play(inspection, equipment)
    return inspection.problems


class _Boards:
    """Builds the equipment of each game that is looked at; a board that several of them share is built once."""

    def __init__(self, lowered: bool) -> None:
        self._boards: dict[Any, Topology] = {}
        self._lower = lowered

    def check(self, inspection: Inspection, expansion: Expansion) -> None:
        """Note what is wrong with the board and the equipment, and, for the first game, what cannot be compiled."""
        game = inspection.game
        if not isinstance(game, Game | Match) or any(error.severity == "error" for error in inspection.problems):
            return
        try:
            with bounded(lambda: game.span):
                if isinstance(game, Game):
                    self._build(inspection, game)
                elif self._lower:
                    self._lower = False
                    compile_match(game, match_players(game))
        except LudError as wrong:
            if wrong.span is None:
                wrong.span = inspection.head(game.equipment if isinstance(game, Game) else game)
            inspection.problems.append(wrong)

    def _build(self, inspection: Inspection, game: Game) -> None:
        # Rules that speak of layers have another topology, but the same sites and labels.
        board = board_node(game)
        known = self._boards.get(board)
        equipment = build_equipment(game, known)
        if known is None:
            self._boards[board] = equipment.board
        check_places(inspection, game, equipment)
        refused_before_play(inspection, equipment)
        if self._lower and not any(error.severity == "error" for error in inspection.problems):
            self._lower = False
            lower_game(game, equipment, equipment.players, game_flags(game, equipment))
