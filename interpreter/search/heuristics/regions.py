"""The sites of the equipment's regions, as far as they are known before the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes import Game as GameNode
from ludparse.ludemes import (
    RegionFunction,
    SitesBetween,
    SitesContext,
    SitesCrossing,
    SitesGroup,
    SitesHidden,
    SitesLargePiece,
    SitesLineOfSight,
    SitesLoop,
    SitesMove,
    SitesOccupied,
    SitesPattern,
    SitesPiece,
    SitesRandom,
    SitesSimple,
    SitesTrack,
    SitesWalk,
    walk,
)
from ludparse.ludemes.enums import SiteType
from ludparse.problems.errors import LudError

from ...backends.python.engine import PythonEngine
from ...equipment.players import build_players
from ...game.compiling.driver import compile_game
from ...lower import families
from ...lower.base.lowering import Lowering
from ...program.ops import FieldKind, Op

if TYPE_CHECKING:
    from ...play.game import Playable

__all__ = ["Region", "region_distances"]

_CHANGING = (
    SitesBetween, SitesContext, SitesCrossing, SitesGroup, SitesHidden, SitesLargePiece, SitesLineOfSight, SitesLoop,
    SitesMove, SitesOccupied, SitesPattern, SitesPiece, SitesRandom, SitesWalk,
)  # fmt: skip
_CHANGING_NAMES = frozenset(("Hint", "ToClear", "LineOfPlay", "Pending", "Playable", "LastTo", "LastFrom"))

Region = tuple[list[int], list[int]]


def region_distances(game: Playable, site_type: SiteType) -> list[Region | None]:
    """For each region of the equipment its sites, and the distance of every site of a type from them (0 for sites that
    cannot reach them). None for a region without sites that are known before the game."""
    board = game.equipment.board
    functions = {f: None for region in game.equipment.regions for f in region.functions}
    values = _values(game, list(functions)) if functions else {}
    found: list[Region | None] = []
    for region in game.equipment.regions:
        parts = [values[f] for f in region.functions] if region.functions else [region.sites]
        if any(part is None for part in parts):
            found.append(None)
            continue
        sites = [site for part in parts for site in part or ()]
        marks = [site for site in sites if 0 <= site < board.size(site_type)]
        found.append((sites, board.distances_to(site_type, marks, unreached=0)))
    return found


def _values(game: Playable, functions: list[RegionFunction]) -> dict[RegionFunction, tuple[int, ...] | None]:
    """The sites of region functions; None for those that cannot be compiled. Most are constants already when they are
    lowered; for the others a program is made that computes them when a game begins."""
    tree = game.description.game
    assert isinstance(tree, GameNode)
    families.load()
    lo = Lowering(tree, game.equipment, build_players(tree), game.flags)
    values: dict[RegionFunction, tuple[int, ...] | None] = {}
    rest: list[RegionFunction] = []
    for function in functions:
        if any(_changes(node) for node in walk(function)):
            values[function] = None
            continue
        try:
            sites = lo.region(function)
        except LudError:
            values[function] = None
            continue
        if sites.op is Op.SET_EMPTY:
            values[function] = ()
        elif sites.op is Op.SET_TABLE and sites.src[0].is_const:
            values[function] = tuple(lo.program.tables[str(sites.arg)].lists[sites.src[0].const])
        else:
            rest.append(function)
    if rest:
        values |= _computed(game, tree, rest)
    return values


def _computed(
    game: Playable, tree: GameNode, functions: list[RegionFunction]
) -> dict[RegionFunction, tuple[int, ...] | None]:
    names = [f"region_{number}" for number in range(len(functions))]

    def prepare(lo: Lowering) -> None:
        def compute() -> None:
            for name, function in zip(names, functions, strict=True):
                lo.put(name, lo.region(function))

        for name in names:
            lo.field(name, FieldKind.SET)
        lo.after_start.append(compute)

    program = compile_game(tree, game.equipment, build_players(tree), game.flags, passes=False, prepare=prepare)
    engine = PythonEngine(program)
    state = engine.start(0)
    return {f: tuple(engine.read(state, name)) for name, f in zip(names, functions, strict=True)}


def _changes(node: object) -> bool:
    """Whether Ludii takes a region for one that changes during play; also that of a track that nobody is named for."""
    if isinstance(node, SitesSimple):
        return node.kind.name in _CHANGING_NAMES
    return isinstance(node, _CHANGING) or (isinstance(node, SitesTrack) and node.pid is None and node.role is None)
