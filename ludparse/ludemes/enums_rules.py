"""Constants that say which move or rule is meant."""

from enum import Enum

__all__ = [
    "ForEachDieType",
    "ForEachDirectionType",
    "ForEachGroupType",
    "ForEachLevelType",
    "ForEachPieceType",
    "ForEachPlayerType",
    "ForEachSiteType",
    "ForEachStartValueType",
    "ForEachTeamType",
    "ForEachValueType",
    "ForgetValueAllType",
    "ForgetValueType",
    "MaxDistanceType",
    "MaxMovesType",
    "MoveBetType",
    "MoveHopType",
    "MoveLeapType",
    "MoveMessageType",
    "MovePromoteType",
    "MoveRemoveType",
    "MoveSelectType",
    "MoveSetType",
    "MoveShootType",
    "MoveSimpleType",
    "MoveSiteType",
    "MoveSlideType",
    "MoveStepType",
    "MoveSwapType",
    "NoRepeatType",
    "NoSimpleType",
    "PlaceRandomType",
    "PlaceStackType",
    "RememberStateType",
    "RememberValueType",
    "SetHiddenType",
    "SetNextPlayerType",
    "SetPendingType",
    "SetPlayerType",
    "SetRememberValueType",
    "SetRotationType",
    "SetSiteType",
    "SetStartHiddenType",
    "SetStartPlayerType",
    "SetStartPlayersType",
    "SetStartSitesType",
    "SetTeamType",
    "SetTrumpType",
    "SetValueType",
    "SetVarType",
    "SplitType",
    "SwapPlayersType",
    "SwapSitesType",
    "TakeControlType",
    "TakeSimpleType",
]


class PlaceStackType(Enum):
    Stack = "Stack"


class PlaceRandomType(Enum):
    Random = "Random"


class SplitType(Enum):
    Deck = "Deck"


class ForEachStartValueType(Enum):
    Value = "Value"


class ForEachTeamType(Enum):
    Team = "Team"


class SetStartPlayerType(Enum):
    Amount = "Amount"
    Score = "Score"


class SetStartHiddenType(Enum):
    Hidden = "Hidden"


class SetRememberValueType(Enum):
    RememberValue = "RememberValue"


class SetStartPlayersType(Enum):
    Team = "Team"


class SetStartSitesType(Enum):
    Count = "Count"
    Cost = "Cost"
    Phase = "Phase"


class MoveSwapType(Enum):
    Swap = "Swap"


class MoveSiteType(Enum):
    Add = "Add"
    Claim = "Claim"


class MoveSlideType(Enum):
    Slide = "Slide"


class MoveRemoveType(Enum):
    Remove = "Remove"


class MoveMessageType(Enum):
    Propose = "Propose"
    Vote = "Vote"


class MovePromoteType(Enum):
    Promote = "Promote"


class MoveSetType(Enum):
    Set = "Set"


class MoveShootType(Enum):
    Shoot = "Shoot"


class MoveHopType(Enum):
    Hop = "Hop"


class MoveSelectType(Enum):
    Select = "Select"


class MoveStepType(Enum):
    Step = "Step"


class MoveSimpleType(Enum):
    Pass = "Pass"
    PlayCard = "PlayCard"


class MoveBetType(Enum):
    Bet = "Bet"


class MoveLeapType(Enum):
    Leap = "Leap"


class ForEachValueType(Enum):
    Value = "Value"


class ForEachPlayerType(Enum):
    Player = "Player"


class ForEachDirectionType(Enum):
    Direction = "Direction"


class ForEachDieType(Enum):
    Die = "Die"


class ForEachPieceType(Enum):
    Piece = "Piece"


class ForEachGroupType(Enum):
    Group = "Group"


class ForEachLevelType(Enum):
    Level = "Level"


class ForEachSiteType(Enum):
    Site = "Site"


class TakeSimpleType(Enum):
    Domino = "Domino"


class TakeControlType(Enum):
    Control = "Control"


class MaxMovesType(Enum):
    Moves = "Moves"
    Captures = "Captures"


class MaxDistanceType(Enum):
    Distance = "Distance"


class RememberStateType(Enum):
    State = "State"


class RememberValueType(Enum):
    Value = "Value"


class ForgetValueType(Enum):
    Value = "Value"


class ForgetValueAllType(Enum):
    All = "All"


class SwapSitesType(Enum):
    Pieces = "Pieces"


class SwapPlayersType(Enum):
    Players = "Players"


class SetRotationType(Enum):
    Rotation = "Rotation"


class SetPendingType(Enum):
    Pending = "Pending"


class SetTrumpType(Enum):
    TrumpSuit = "TrumpSuit"


class SetSiteType(Enum):
    Count = "Count"
    State = "State"
    Value = "Value"


class SetTeamType(Enum):
    Team = "Team"


class SetNextPlayerType(Enum):
    NextPlayer = "NextPlayer"


class SetVarType(Enum):
    Var = "Var"


class SetPlayerType(Enum):
    Value = "Value"
    Score = "Score"


class SetHiddenType(Enum):
    Hidden = "Hidden"


class SetValueType(Enum):
    Counter = "Counter"
    Pot = "Pot"


class NoSimpleType(Enum):
    Suicide = "Suicide"


class NoRepeatType(Enum):
    Repeat = "Repeat"
