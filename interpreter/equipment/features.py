"""The features that a game may require of its state, and those that the language's constants require.

The requirements of ludemes are declared with their lowerings (`needs.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, Flag, auto

from ludparse import ludemes as L
from ludparse.ludemes.enums import RelationType, SiteType

from ..program.position_codes import LETTERS

__all__ = ["CONSTANT_FLAGS", "DISTANCES", "LETTER", "NAME", "NUMBER", "SITE_TYPES", "Feature"]

SITE_TYPES = (SiteType.Cell, SiteType.Vertex, SiteType.Edge)
NUMBER = {t: number for number, t in enumerate(SITE_TYPES)}
LETTER = dict(zip(SITE_TYPES, LETTERS, strict=True))
NAME = {t: letter.upper() for t, letter in LETTER.items()}
"""The types of sites in the order of their numbers in actions, the letters that fields about them end in, and those
that the names of sites begin with (C5)."""


class Feature(Flag):
    """Something that a game uses."""

    FROM_POSITIONS = auto()
    STATE = auto()
    COUNT = auto()
    HIDDEN = auto()
    STACKING = auto()
    BOARDLESS = auto()
    STOCHASTIC = auto()
    DEDUCTION = auto()
    SCORE = auto()
    VISITED = auto()
    SIMULTANEOUS = auto()
    LAYERS = auto()
    NO_END_BY_PASSES = auto()
    CARDS = auto()
    LARGE_PIECES = auto()
    SEQUENCE_CAPTURE = auto()
    TRACK = auto()
    ROTATION = auto()
    TEAMS = auto()
    AMOUNT = auto()
    SCORE_IN_HASH = auto()
    GRAPH = auto()
    VERTEX = auto()
    CELL = auto()
    EDGE = auto()
    DOMINOES = auto()
    LINE_OF_PLAY = auto()
    MOVE_AGAIN = auto()
    VALUE = auto()
    VOTES = auto()
    NOTES = auto()
    ADJACENT_DISTANCE = auto()
    ORTHOGONAL_DISTANCE = auto()
    DIAGONAL_DISTANCE = auto()
    OFF_DIAGONAL_DISTANCE = auto()
    ALL_DISTANCE = auto()
    INTERNAL_LOOP = auto()
    SWAP_RULE = auto()
    REPEAT_POSITION = auto()
    REPEAT_POSITION_IN_TURN = auto()
    REPEAT_SITUATION = auto()
    REPEAT_SITUATION_IN_TURN = auto()
    PENDING = auto()
    VARIABLES = auto()
    REMEMBERING = auto()
    PAYOFF = auto()
    CYCLES = auto()


F = Feature
DISTANCES = {
    RelationType.Adjacent: F.ADJACENT_DISTANCE,
    RelationType.All: F.ALL_DISTANCE,
    RelationType.OffDiagonal: F.OFF_DIAGONAL_DISTANCE,
    RelationType.Diagonal: F.DIAGONAL_DISTANCE,
    RelationType.Orthogonal: F.ORTHOGONAL_DISTANCE,
}
"""Steps counted in a relation; the first one that a game needs is the one of all its distances."""

_DOMINO = F.DOMINOES | F.LARGE_PIECES

CONSTANT_FLAGS: Mapping[Enum, Feature] = {
    L.SiteType.Vertex: F.VERTEX | F.GRAPH,
    L.SiteType.Edge: F.EDGE | F.GRAPH,
    L.SiteType.Cell: F.CELL,
    L.AllSimpleType.DiceEqual: F.STOCHASTIC,
    L.AllSimpleType.DiceUsed: F.STOCHASTIC,
    L.AllSimpleType.Passed: F.NO_END_BY_PASSES,
    L.CountComponentType.Pips: F.STOCHASTIC,
    L.CountSimpleType.Cells: F.CELL,
    L.CountSimpleType.Edges: F.EDGE,
    L.CountSimpleType.Vertices: F.VERTEX,
    L.DealableType.Cards: F.CARDS,
    L.DealableType.Dominoes: _DOMINO | F.STOCHASTIC | F.HIDDEN,
    L.IsIntegerType.AnyDie: F.STOCHASTIC,
    L.IsIntegerType.PipsMatch: _DOMINO,
    L.IsIntegerType.Visited: F.VISITED,
    L.IsSimpleType.Cycle: F.CYCLES,
    L.PassEndType.NoEnd: F.NO_END_BY_PASSES,
    L.RandomDirectionType.Random: F.STOCHASTIC,
    L.RepetitionType.Positional: F.REPEAT_POSITION,
    L.RepetitionType.PositionalInTurn: F.REPEAT_POSITION_IN_TURN,
    L.RepetitionType.Situational: F.REPEAT_SITUATION,
    L.RepetitionType.SituationalInTurn: F.REPEAT_SITUATION_IN_TURN,
    L.SetPlayerType.Score: F.SCORE | F.SCORE_IN_HASH,
    L.SetSiteType.State: F.STATE,
    L.SetSiteType.Value: F.VALUE,
    L.SetStartPlayerType.Amount: F.AMOUNT,
    L.SetStartPlayerType.Score: F.SCORE,
    L.SetStartSitesType.Count: F.COUNT,
    L.SitesIndexType.Cell: F.CELL | F.VERTEX,
    L.SitesSimpleType.Hint: F.DEDUCTION,
    L.SitesSimpleType.LineOfPlay: F.LINE_OF_PLAY,
    L.SitesSimpleType.Pending: F.PENDING,
    L.SitesSimpleType.ToClear: F.SEQUENCE_CAPTURE,
    L.SplitType.Deck: F.CARDS,
    L.ValueSimpleType.Pending: F.PENDING,
    L.MoveSimpleType.PlayCard: F.FROM_POSITIONS | F.CELL | F.CARDS | F.HIDDEN | F.NO_END_BY_PASSES,
}
"""What a constant needs as an argument of any ludeme."""
