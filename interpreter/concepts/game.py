"""The concepts of a whole game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Any

from ludparse import ludemes as L
from ludparse.description.description import Description, load_description
from ludparse.ludemes.enums import AbsoluteDirection, ModeType, RelationType, SiteType

from ..equipment import Equipment
from ..equipment.boards import board_node, boards_of
from ..equipment.flags import GameFlags, game_mode
from ..equipment.players import match_players, subgames
from ..lower.equipment import build_equipment, game_flags
from . import boards, style
from .collector import CONSTANTS, Broken, Collector
from .known import Known
from .taxonomy import with_parents

__all__ = ["concepts_of", "game_concepts", "match_concepts", "rule_concepts"]


def concepts_of(
    description: Description, *, library: Any = None, equipment: Equipment | None = None
) -> frozenset[str]:
    """The concepts that hold for a game or a match. `library`: where the games of a match are found.
    `equipment`: of the game, where it is built already.

    Raises LudError for equipment that cannot be built, and for a game of a match that cannot be read.
    """
    if isinstance(description.game, L.Match):
        node = subgames(description.game)[0]
        options = () if node.option is None else (node.option,)
        first = load_description(f"{node.name}.lud", library=library, options=options)
        game = first.game
        assert isinstance(game, L.Game)
        return match_concepts(description, first, build_equipment(game))
    assert isinstance(description.game, L.Game)
    return game_concepts(description, equipment or build_equipment(description.game))


def game_concepts(description: Description, equipment: Equipment) -> frozenset[str]:
    """The concepts that hold for a game, with those that its pictures add."""
    game = description.game
    assert isinstance(game, L.Game)
    found = rule_concepts(game, equipment, description.library_defines)
    found = _with_pictures(description, board_node(game), found)
    if "MancalaBoard" in found and "Track" in found:
        found |= _sowing_directions(equipment)
    return frozenset(found)


def match_concepts(description: Description, first: Description, equipment: Equipment) -> frozenset[str]:
    """The concepts that hold for a match: those of its end, and those of its first game by its rules.

    `equipment`: the first game's. Ludii looks at no other game of a match.
    """
    match, game = description.game, first.game
    assert isinstance(match, L.Match) and isinstance(game, L.Game)
    known = Known(game, equipment, game_flags(game, equipment))
    concepts = Collector(equipment, known, match_players(match))
    numbers = tuple((node.next, node.result) for node in subgames(match))
    found = {"Match", *concepts.of((match.end, *numbers))}
    found |= rule_concepts(game, equipment, first.library_defines)
    return frozenset(_with_pictures(description, board_node(game), found))


def _with_pictures(description: Description, board: L.Ludeme, found: set[str]) -> set[str]:
    pictures = style.of_graphics(description.metadata, board, found)
    found = found | pictures
    if "StackType" in found and "Stack" not in pictures and "StackState" in found:
        found.discard("Stack")
    return found


def rule_concepts(game: L.Game, equipment: Equipment, defines: Iterable[str] = ()) -> set[str]:
    """The concepts that hold for a game by its rules alone. `defines`: those of the library that it uses."""
    found: set[str] = set()
    flags = game_flags(game, equipment)
    try:
        for part in _parts(game, equipment, Collector(equipment, Known(game, equipment, flags))):
            found |= part
    except Broken:
        return found
    found |= _of_the_whole(game, equipment, flags, found)
    found = with_parents(found)
    for define in defines:
        found |= _DEFINES.get(define, frozenset())
    return found


def _parts(game: L.Game, equipment: Equipment, concepts: Collector) -> Iterator[AbstractSet[str]]:
    """The concepts of the parts of a game, in the order in which Ludii gathers them."""
    rules = game.rules
    if any(player.dirn is not None for player in game.players.players or ()):
        yield {"PieceDirection", "PlayersWithDirections"}
    yield concepts.of(tuple(boards_of(game)))
    yield boards.of_containers(equipment)
    yield boards.of_components(equipment.components, equipment.players.count)
    items = game.equipment.items
    yield concepts.of(tuple(item for item in items if isinstance(item, L.Map | L.Regions)))
    if equipment.regions:
        yield {"Region"}
    if any(isinstance(item, L.Hints) for item in items):
        yield {"Hints"}
    for part in (rules.meta, rules.start):
        yield concepts.of(part)
    if rules.phases is None:
        yield concepts.of(rules.play)
    else:
        for phase in rules.phases:
            yield concepts.of((phase.play, phase.next_phase, phase.next_phases))
            yield concepts.of(phase.end)
        if len(rules.phases) > 1:
            yield {"Phase"}
    yield concepts.of(rules.end)


def _of_the_whole(game: L.Game, equipment: Equipment, flags: GameFlags, found: set[str]) -> set[str]:
    """What follows from the parts, and from players and modes."""
    more = {"End", *CONSTANTS[equipment.default_site]}
    if flags.stacking:
        more |= {"StackState", "Stack"}
    if found & {"Dice", "Domino", "Card"}:
        more.add("Stochastic")
    if found & {"Dice", "LargePiece"}:
        more.add("SiteState")
    if "Domino" in found:
        more.add("PieceCount")
    more |= boards.of_names(equipment.components)
    more |= _MODES[game_mode(game)]
    players = equipment.players.count
    if players == 1:
        more.add("Solitaire")
        if "DeductionPuzzle" not in found:
            more.add("PlanningPuzzle")
    elif players > 1:
        more.add("TwoPlayer" if players == 2 else "Multiplayer")
    return more


_MODES = {
    ModeType.Alternating: {"Discrete", "Alternating"},
    ModeType.Simultaneous: {"Discrete", "Simultaneous"},
    ModeType.Simulation: {"Realtime", "Simulation"},
}

_ALQUERQUE = {
    "": frozenset({"AlquerqueBoard"}),
    "WithBottomAndTopTriangles": frozenset({"AlquerqueBoard", "AlquerqueBoardWithTwoTriangles"}),
    "WithBottomTriangle": frozenset({"AlquerqueBoard", "AlquerqueBoardWithOneTriangle"}),
    "WithFourTriangles": frozenset({"AlquerqueBoard", "AlquerqueBoardWithFourTriangles"}),
}
_MERELS = frozenset({"ThreeMensMorrisBoard", "ThreeMensMorrisBoardWithTwoTriangles"})

_DEFINES = {
    **{f"AlquerqueBoard{name}": concepts for name, concepts in _ALQUERQUE.items()},
    **{f"AlquerqueGraph{name}": concepts for name, concepts in _ALQUERQUE.items()},
    "AlquerqueBoardWithEightTriangles": frozenset({"AlquerqueBoard", "AlquerqueBoardWithEightTriangles"}),
    "ThreeMensMorrisBoard": frozenset({"ThreeMensMorrisBoard"}),
    "ThreeMensMorrisBoardWithLeftAndRightTriangles": _MERELS,
    "ThreeMensMorrisGraphWithLeftAndRightTriangles": _MERELS,
    "NineMensMorrisBoard": frozenset({"NineMensMorrisBoard"}),
    "StarBoard": frozenset({"StarBoard"}),
    "CrossBoard": frozenset({"CrossBoard"}),
    "CrossGraph": frozenset({"CrossBoard"}),
    "KintsBoard": frozenset({"KintsBoard"}),
    "PachisiBoard": frozenset({"PachisiBoard"}),
    "FortyStonesWithFourGapsBoard": frozenset({"FortyStonesWithFourGapsBoard"}),
}
"""Boards that are told by the define of the library that they are written with."""

_AGAINST = {AbsoluteDirection.N, AbsoluteDirection.E, AbsoluteDirection.CCW}
_WITH = {AbsoluteDirection.S, AbsoluteDirection.W, AbsoluteDirection.CW}


def _sowing_directions(equipment: Equipment) -> set[str]:
    """Clockwise or not, by the direction of the first step of each track from one vertex to the next."""
    board = equipment.board
    found = set()
    for track in equipment.tracks:
        first = track.elements[0]
        for facing in board.supported_directions(SiteType.Vertex, None, RelationType.All):
            if first.next in board.steps_to(SiteType.Vertex, first.site, SiteType.Vertex, facing):
                if facing in _AGAINST:
                    found.add("SowCCW")
                elif facing in _WITH:
                    found.add("SowCW")
    return found
