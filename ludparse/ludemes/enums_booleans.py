"""Constants that say which condition is meant."""

from enum import Enum

__all__ = [
    "AllGroupsType",
    "AllPuzzleType",
    "AllSimpleType",
    "AllSitesType",
    "AllValuesType",
    "CanType",
    "IsAngleType",
    "IsComponentType",
    "IsConnectType",
    "IsEdgeType",
    "IsGraphType",
    "IsHiddenType",
    "IsInType",
    "IsIntegerType",
    "IsLineType",
    "IsLoopType",
    "IsPathType",
    "IsPatternType",
    "IsPlayerType",
    "IsPuzzleGraphType",
    "IsPuzzleRegionResultType",
    "IsPuzzleSimpleType",
    "IsRegularGraphType",
    "IsRelationType",
    "IsRepeatType",
    "IsSimpleType",
    "IsSiteType",
    "IsStringType",
    "IsTargetType",
    "IsTreeType",
    "IsTriggeredType",
    "NoMoveType",
    "NoPieceType",
    "WasType",
]


class CanType(Enum):
    Move = "Move"


class IsSiteType(Enum):
    Empty = "Empty"
    Occupied = "Occupied"


class IsPatternType(Enum):
    Pattern = "Pattern"


class IsHiddenType(Enum):
    Hidden = "Hidden"


class IsComponentType(Enum):
    Threatened = "Threatened"
    Within = "Within"


class IsIntegerType(Enum):
    Odd = "Odd"
    Even = "Even"
    Visited = "Visited"
    SidesMatch = "SidesMatch"
    PipsMatch = "PipsMatch"
    Flat = "Flat"
    AnyDie = "AnyDie"


class IsPathType(Enum):
    Path = "Path"


class IsConnectType(Enum):
    Connected = "Connected"
    Blocked = "Blocked"


class IsGraphType(Enum):
    LastFrom = "LastFrom"
    LastTo = "LastTo"


class IsRepeatType(Enum):
    Repeat = "Repeat"


class IsLineType(Enum):
    Line = "Line"


class IsTreeType(Enum):
    Tree = "Tree"
    SpanningTree = "SpanningTree"
    CaterpillarTree = "CaterpillarTree"
    TreeCentre = "TreeCentre"


class IsEdgeType(Enum):
    Crossing = "Crossing"


class IsInType(Enum):
    In = "In"


class IsAngleType(Enum):
    Acute = "Acute"
    Right = "Right"
    Obtuse = "Obtuse"
    Reflex = "Reflex"


class IsPlayerType(Enum):
    Mover = "Mover"
    Next = "Next"
    Prev = "Prev"
    Friend = "Friend"
    Enemy = "Enemy"
    Active = "Active"


class IsStringType(Enum):
    Proposed = "Proposed"
    Decided = "Decided"


class IsRegularGraphType(Enum):
    RegularGraph = "RegularGraph"


class IsLoopType(Enum):
    Loop = "Loop"


class IsRelationType(Enum):
    Related = "Related"


class IsSimpleType(Enum):
    Cycle = "Cycle"
    Pending = "Pending"
    Full = "Full"


class IsTargetType(Enum):
    Target = "Target"


class IsTriggeredType(Enum):
    Triggered = "Triggered"


class AllGroupsType(Enum):
    Groups = "Groups"


class AllSitesType(Enum):
    Sites = "Sites"
    Different = "Different"


class AllSimpleType(Enum):
    DiceUsed = "DiceUsed"
    DiceEqual = "DiceEqual"
    Passed = "Passed"


class AllValuesType(Enum):
    Values = "Values"


class IsPuzzleRegionResultType(Enum):
    Count = "Count"
    Sum = "Sum"


class IsPuzzleSimpleType(Enum):
    Solved = "Solved"


class IsPuzzleGraphType(Enum):
    Unique = "Unique"


class AllPuzzleType(Enum):
    Different = "Different"


class WasType(Enum):
    Pass = "Pass"


class NoMoveType(Enum):
    Moves = "Moves"


class NoPieceType(Enum):
    Pieces = "Pieces"
