"""What several ludemes need of the state by their arguments (`ludparse.interpreter.equipment.needs`)."""

from __future__ import annotations

from ...equipment.features import DISTANCES
from ..base.prelude import NONE, Collector, Feature, L, RelationType


def distance_needs(node: L.CountSteps | L.SitesDistance, _: Collector) -> Feature:
    """The distances of the relation, unless steps are counted by a move."""
    return DISTANCES[node.relation or RelationType.Adjacent] if node.step_move is None else NONE


def repetition_needs(node: L.IsRepeat | L.NoRepeat, _: Collector) -> Feature:
    """The positions of the game, where no other kind of repetition is named."""
    return Feature.REPEAT_POSITION if node.repetition_type is None else NONE


def placed(state: L.Int | None, rotation: L.Int | None, value: L.Int | None) -> Feature:
    """What is needed to place a piece with a state, a rotation and a value (None and -1: without)."""
    needed = NONE
    for given, feature in ((state, Feature.STATE), (rotation, Feature.ROTATION), (value, Feature.VALUE)):
        if given is not None and given != -1:
            needed |= feature
    return needed


def many(count: L.Int | None) -> Feature:
    """Counts, unless a count is known to be at most 1."""
    return NONE if count is None or (isinstance(count, int) and count <= 1) else Feature.COUNT
