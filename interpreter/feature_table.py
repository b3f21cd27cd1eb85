"""Which ludemes need what of the state: the table behind `interpreter.features`.

A ludeme contributes what stands here for its class, for the constants among its arguments, for the arguments that are
given, and for those that are literally true. Everything below it contributes too, except through the arguments that are
listed as not looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, Flag, auto

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme

__all__ = ["CONSTANT_FLAGS", "GIVEN_FLAGS", "LUDEME_FLAGS", "ONLY_GRAPH", "TRUE_FLAGS", "UNSEEN", "Feature"]


class Feature(Flag):
    """What a game makes use of."""

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
_CARD_SECRETS = F.CARDS | F.HIDDEN
_DOMINO = F.DOMINOES | F.LARGE_PIECES

LUDEME_FLAGS: Mapping[type[Ludeme], Feature] = {
    # moves
    **dict.fromkeys(
        (
            L.Attract, L.Custodial, L.FromTo, L.Hop, L.Intervene, L.Leap, L.Shoot, L.Slide, L.Step, L.SwapSites,
            L.MoveFromTo, L.MoveHop, L.MoveLeap, L.MoveShoot, L.MoveSlide, L.MoveStep, L.MoveSwapSites,
        ),
        F.FROM_POSITIONS,
    ),
    L.Sow: F.FROM_POSITIONS | F.COUNT,
    L.PlayCard: F.FROM_POSITIONS | F.CELL | F.CARDS | F.HIDDEN | F.NO_END_BY_PASSES,
    L.Roll: F.STOCHASTIC | F.STATE,
    L.Random: F.STOCHASTIC,
    L.Flip: F.STATE,
    L.Satisfy: F.DEDUCTION,
    L.MoveAgain: F.MOVE_AGAIN,
    L.AddScore: F.SCORE | F.SCORE_IN_HASH,
    L.SetHidden: F.HIDDEN,
    L.SetTeam: F.TEAMS,
    L.SetPending: F.PENDING,
    L.SetVar: F.VARIABLES,
    L.RememberValue: F.REMEMBERING,
    L.ForgetValue: F.REMEMBERING,
    L.Note: F.NOTES,
    **dict.fromkeys((L.Bet, L.MoveBet), F.AMOUNT),
    **dict.fromkeys((L.Propose, L.Vote, L.MoveMessage), F.VOTES),
    **dict.fromkeys((L.SetRotation, L.MoveSetRotation), F.ROTATION),
    **dict.fromkeys((L.SetTrump, L.MoveSetTrump), F.NO_END_BY_PASSES),
    # before the first move, rules about rules, ends
    L.PlaceRandom: F.STOCHASTIC,
    L.PlaceStack: F.STACKING,
    L.Set: F.DEDUCTION,
    L.SetRememberValue: F.REMEMBERING,
    L.SetStartHidden: F.HIDDEN,
    L.Swap: F.SWAP_RULE,
    **dict.fromkeys((L.ByScore, L.EndScore), F.SCORE),
    **dict.fromkeys((L.Payoffs, L.Payoff), F.PAYOFF),
    # numbers and lists
    L.HandSite: F.COUNT,
    L.Layer: F.LAYERS,
    L.ValueRandom: F.STOCHASTIC,
    L.ValueComponent: F.VALUE,
    L.CardSite: _CARD_SECRETS,
    L.Rotation: F.ROTATION,
    L.Rotations: F.ROTATION,
    L.State: F.STATE,
    L.Amount: F.AMOUNT,
    L.IntScore: F.SCORE,
    L.Var: F.VARIABLES,
    L.ValuesString: F.REMEMBERING,
    **dict.fromkeys((L.CountStack, L.SizeSite, L.TopLevel, L.WhereLevel, L.IteratorLevel), F.STACKING),
    # conditions
    **dict.fromkeys((L.IsPath, L.IsRegularGraph, L.IsTree), F.GRAPH),
    L.IsEdge: F.EDGE | F.GRAPH,
    L.IsHidden: F.HIDDEN,
    L.IsString: F.VOTES,
    **dict.fromkeys((L.AllPuzzle, L.ForAll, L.IsPuzzleGraph, L.IsPuzzleRegionResult, L.IsPuzzleSimple), F.DEDUCTION),
    # regions
    L.SitesHidden: F.HIDDEN,
    L.SitesRandom: F.STOCHASTIC,
    L.SitesEdge: F.GRAPH | F.EDGE,
}  # fmt: skip
"""What a ludeme brings by being there."""

CONSTANT_FLAGS: Mapping[Enum, Feature] = {
    L.SiteType.Vertex: F.VERTEX | F.GRAPH,
    L.SiteType.Edge: F.EDGE | F.GRAPH,
    L.SiteType.Cell: F.CELL,
    L.AllSimpleType.DiceEqual: F.STOCHASTIC,
    L.AllSimpleType.DiceUsed: F.STOCHASTIC,
    L.AllSimpleType.Passed: F.NO_END_BY_PASSES,
    L.CardSimpleType.TrumpSuit: F.STOCHASTIC | _CARD_SECRETS,
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
    L.SetStartPlayersType.Team: F.TEAMS,
    L.SetStartSitesType.Count: F.COUNT,
    L.SitesIndexType.Cell: F.CELL | F.VERTEX,
    L.SitesSimpleType.Hint: F.DEDUCTION,
    L.SitesSimpleType.LineOfPlay: F.LINE_OF_PLAY,
    L.SitesSimpleType.Pending: F.PENDING,
    L.SitesSimpleType.ToClear: F.SEQUENCE_CAPTURE,
    L.SplitType.Deck: F.CARDS,
    L.TakeSimpleType.Domino: _DOMINO,
    L.ValueSimpleType.Pending: F.PENDING,
    L.MoveSimpleType.PlayCard: F.FROM_POSITIONS | F.CELL | F.CARDS | F.HIDDEN | F.NO_END_BY_PASSES,
}
"""What a constant brings as an argument of any ludeme."""

GIVEN_FLAGS: Mapping[tuple[type[Ludeme], str], Feature] = {
    (L.MovesRemove, "at"): F.SEQUENCE_CAPTURE,
    (L.MoveRemove, "at"): F.SEQUENCE_CAPTURE,
    (L.ForEachPiece, "top"): F.STACKING,
    (L.WhereSite, "state"): F.STATE,
    (L.WhereLevel, "state"): F.STATE,
}
"""What an argument brings by being given, whatever it says."""

TRUE_FLAGS: Mapping[tuple[type[Ludeme], str], Feature] = {
    (ludeme, "stack"): F.STACKING
    for ludeme in (
        L.FromTo, L.Hop, L.Slide, L.Step, L.MovesAdd, L.MoveFromTo, L.MoveHop, L.MoveSlide, L.MoveStep, L.MoveSite,
    )
}  # fmt: skip
"""What an argument brings when it is true."""

ONLY_GRAPH: frozenset[type[Ludeme]] = frozenset({L.IsLine, L.CountSitesPlatformBelow, L.Expand})
"""Ludemes whose type of site tells only that the game is played on a graph."""

_NO_TYPE = ("type", "element_type")
UNSEEN: Mapping[type[Ludeme], frozenset[str]] = {
    ludeme: frozenset(fields)
    for ludemes, fields in (
        ((L.AllGroups, L.CountGroups, L.CountLiberties, L.SizesGroup, L.SizeGroup), ("directions",)),
        ((L.SitesBetween, L.SitesGroup, L.SitesLineOfSight, L.SitesLoop), ("directions",)),
        ((L.Enclose, L.Directional, L.Push, L.ForEachDirection, L.ForEachGroup, L.IsLoop), ("directions",)),
        ((L.Hop, L.MoveHop, L.Slide, L.MoveSlide, L.Step, L.MoveStep), ("directions",)),
        ((L.Leap, L.MoveLeap), ("forward",)),
        ((L.Shoot, L.MoveShoot), ("what",)),
        ((L.MovesRemove, L.MoveRemove), ("level",)),
        ((L.Promote, L.MovePromote), ("who",)),
        ((L.IsConnect,), ("at", "directions")),
        ((L.IsLine,), ("contiguous",)),
        ((L.IsPath, L.SitesIndex, L.IsPuzzleRegionResult, L.AllPuzzle, L.IsPuzzleGraph), _NO_TYPE),
        ((L.CountComponent,), ("if_",)),
        ((L.RegionForEachLevel,), ("start_at",)),
        ((L.MovesDeal,), ("begin_with",)),
        ((L.Note,), ("message_direction",)),
        ((L.StartForEachValue,), ("starting_rule",)),
        ((L.PlaceItem, L.PlaceStack, L.StartSetSite), ("locs",)),
        ((L.IsTarget,), ("container_id_fn",)),
        ((L.Set,), ("type",)),
    )
    for ludeme in ludemes
}
"""Arguments that contribute nothing, nor does what is below them."""
