"""The terms of heuristics: what Ludii's `(heuristics …)` may list, as data."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import Enum

__all__ = ["DEFAULT", "Term", "TermKind", "Transformation", "single"]


class TermKind(Enum):
    """The kinds of terms, by their keywords.

    All but the last are terms of the language. `value(player)` is what the term gives for one player.
    """

    MATERIAL = "material"
    """The weights of the player's pieces; of pieces of nobody too where they lie in the player's hand."""
    COMPONENT_VALUES = "componentValues"
    """The same, with the value of each piece as a factor."""
    UNTHREATENED_MATERIAL = "unthreatenedMaterial"
    """The weights of the pieces on the board that no other player could capture, or move to."""
    CENTRE_PROXIMITY = "centreProximity"
    """The weights of the pieces, each with its proximity to the centre: 1 there, 0 at the greatest distance."""
    CORNER_PROXIMITY = "cornerProximity"
    SIDES_PROXIMITY = "sidesProximity"
    REGION_PROXIMITY = "regionProximity"
    """The same for the region of a number."""
    PLAYER_REGIONS_PROXIMITY = "playerRegionsProximity"
    """The same for the nearest of the regions of a player."""
    MOBILITY_SIMPLE = "mobilitySimple"
    """The number of legal moves if it is the player's turn, otherwise 0."""
    MOBILITY_ADVANCED = "mobilityAdvanced"
    """The number of legal moves, as if it were the player's turn."""
    INFLUENCE = "influence"
    """The share of all sites that the player could move to if it is the player's turn, otherwise 0."""
    INFLUENCE_ADVANCED = "influenceAdvanced"
    """The share of all sites that the player could move to, as if it were the player's turn."""
    LINE_COMPLETION = "lineCompletionHeuristic"
    """How full the best lines of a length are that can still be completed."""
    OWN_REGIONS_COUNT = "ownRegionsCount"
    """What lies in the regions of the player."""
    PLAYER_SITE_MAP_COUNT = "playerSiteMapCount"
    """What lies on the sites that maps give for the player."""
    SCORE = "score"
    CURRENT_MOVER = "currentMoverHeuristic"
    """1 if it is the player's turn, otherwise 0."""
    INTERCEPT = "intercept"
    """A constant for each player."""
    NULL = "nullHeuristic"


class Transformation(Enum):
    """What is done with the value of a term before its weight is applied."""

    NONE = ""
    BOARD_SITES = "divNumBoardSites"
    INITIAL_PLACEMENT = "divNumInitPlacement"
    TANH = "tanh"
    LOGISTIC = "logisticFunction"


@dataclass(frozen=True, slots=True)
class Term:
    """One term. pieces: names of components, each with a weight; a name without a digit at its end stands for all that
    continue it with digits alone, and "" for all of them. number: of the region or player; the length of lines (None:
    the longest that the rules about the end ask for). board_only: whether pieces elsewhere do not count."""

    kind: TermKind
    weight: float = 1.0
    transformation: Transformation = Transformation.NONE
    pieces: tuple[tuple[str, float], ...] = (("", 1.0),)
    number: int | None = None
    board_only: bool = False


def single(value: float) -> float:
    """A number as Ludii holds it, with 32 bits."""
    return float(struct.unpack("<f", struct.pack("<f", value))[0])


DEFAULT = (
    Term(TermKind.MATERIAL),
    Term(TermKind.SCORE),
    Term(TermKind.MOBILITY_SIMPLE, single(0.001)),
)
"""Where a description has no heuristics: Ludii's default (material and mobility), and the score."""
