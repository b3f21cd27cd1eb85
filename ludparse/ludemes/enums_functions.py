"""Constants that say which number, region or list is meant."""

from enum import Enum

__all__ = [
    "CardSimpleType",
    "CardSiteType",
    "CountComponentType",
    "CountGroupsType",
    "CountLibertiesType",
    "CountLinesType",
    "CountSimpleType",
    "CountSiteType",
    "CountSitesPlatformBelowType",
    "CountStackType",
    "CountStepsOnTrackType",
    "CountStepsType",
    "CountValueType",
    "LastRegionType",
    "LastType",
    "LineOfSightType",
    "PlayersManyType",
    "PlayersTeamType",
    "RegionForEachLevelType",
    "SitesAroundType",
    "SitesBetweenType",
    "SitesCrossingType",
    "SitesDirectionType",
    "SitesDistanceType",
    "SitesEdgeType",
    "SitesGroupType",
    "SitesHiddenType",
    "SitesIncidentType",
    "SitesIndexType",
    "SitesLargePieceType",
    "SitesLineOfSightType",
    "SitesLoopType",
    "SitesMoveType",
    "SitesOccupiedType",
    "SitesPatternType",
    "SitesPieceType",
    "SitesPlayerType",
    "SitesRandomType",
    "SitesSideType",
    "SitesSimpleType",
    "SitesTrackType",
    "SizeArrayType",
    "SizeGroupType",
    "SizeLargePieceType",
    "SizeSiteType",
    "SizeTerritoryType",
    "SizesGroupType",
    "TrackSiteFirstType",
    "TrackSiteMoveType",
    "TrackSiteType",
    "ValueComponentType",
    "ValuePlayerType",
    "ValueRandomType",
    "ValueSimpleType",
    "ValuesStringType",
    "WhereLevelType",
]


class WhereLevelType(Enum):
    Level = "Level"


class ValueComponentType(Enum):
    Piece = "Piece"


class ValueSimpleType(Enum):
    Pending = "Pending"
    MoveLimit = "MoveLimit"
    TurnLimit = "TurnLimit"


class ValueRandomType(Enum):
    Random = "Random"


class ValuePlayerType(Enum):
    Player = "Player"


class CountSimpleType(Enum):
    Rows = "Rows"
    Columns = "Columns"
    Turns = "Turns"
    Moves = "Moves"
    Trials = "Trials"
    MovesThisTurn = "MovesThisTurn"
    Phases = "Phases"
    Vertices = "Vertices"
    Edges = "Edges"
    Cells = "Cells"
    Players = "Players"
    Active = "Active"
    LegalMoves = "LegalMoves"


class CountValueType(Enum):
    Value = "Value"


class CountComponentType(Enum):
    Pieces = "Pieces"
    Pips = "Pips"


class CountSiteType(Enum):
    Sites = "Sites"
    Adjacent = "Adjacent"
    Neighbours = "Neighbours"
    Orthogonal = "Orthogonal"
    Diagonal = "Diagonal"
    Off = "Off"


class CountGroupsType(Enum):
    Groups = "Groups"
    SizeBiggestGroup = "SizeBiggestGroup"


class CountStackType(Enum):
    Stack = "Stack"


class CountStepsOnTrackType(Enum):
    StepsOnTrack = "StepsOnTrack"


class CountLibertiesType(Enum):
    Liberties = "Liberties"


class CountLinesType(Enum):
    SizeBiggestLine = "SizeBiggestLine"


class CountSitesPlatformBelowType(Enum):
    SitesPlatformBelow = "SitesPlatformBelow"


class CountStepsType(Enum):
    Steps = "Steps"


class CardSimpleType(Enum):
    TrumpSuit = "TrumpSuit"


class CardSiteType(Enum):
    Rank = "Rank"
    Suit = "Suit"
    TrumpValue = "TrumpValue"
    TrumpRank = "TrumpRank"


class SizeGroupType(Enum):
    Group = "Group"


class SizeLargePieceType(Enum):
    LargePiece = "LargePiece"


class SizeTerritoryType(Enum):
    Territory = "Territory"


class SizeArrayType(Enum):
    Array = "Array"


class SizeSiteType(Enum):
    Stack = "Stack"


class TrackSiteMoveType(Enum):
    Move = "Move"


class TrackSiteType(Enum):
    EndSite = "EndSite"


class TrackSiteFirstType(Enum):
    FirstSite = "FirstSite"


class LastType(Enum):
    From = "From"
    LevelFrom = "LevelFrom"
    To = "To"
    LevelTo = "LevelTo"


class PlayersTeamType(Enum):
    Team1 = "Team1"
    Team2 = "Team2"
    Team3 = "Team3"
    Team4 = "Team4"
    Team5 = "Team5"
    Team6 = "Team6"
    Team7 = "Team7"
    Team8 = "Team8"
    Team9 = "Team9"
    Team10 = "Team10"
    Team11 = "Team11"
    Team12 = "Team12"
    Team13 = "Team13"
    Team14 = "Team14"
    Team15 = "Team15"
    Team16 = "Team16"


class PlayersManyType(Enum):
    All = "All"
    NonMover = "NonMover"
    Enemy = "Enemy"
    Friend = "Friend"
    Ally = "Ally"


class ValuesStringType(Enum):
    Remembered = "Remembered"


class SizesGroupType(Enum):
    Group = "Group"


class SitesRandomType(Enum):
    Random = "Random"


class SitesDistanceType(Enum):
    Distance = "Distance"


class SitesHiddenType(Enum):
    Hidden = "Hidden"


class SitesSideType(Enum):
    Side = "Side"


class SitesDirectionType(Enum):
    Direction = "Direction"


class SitesLineOfSightType(Enum):
    LineOfSight = "LineOfSight"


class SitesTrackType(Enum):
    Track = "Track"


class SitesIndexType(Enum):
    Row = "Row"
    Column = "Column"
    Phase = "Phase"
    Cell = "Cell"
    Edge = "Edge"
    State = "State"
    Empty = "Empty"
    Layer = "Layer"


class SitesLoopType(Enum):
    Loop = "Loop"


class SitesAroundType(Enum):
    Around = "Around"


class SitesIncidentType(Enum):
    Incident = "Incident"


class SitesEdgeType(Enum):
    Axial = "Axial"
    Horizontal = "Horizontal"
    Vertical = "Vertical"
    Angled = "Angled"
    Slash = "Slash"
    Slosh = "Slosh"


class SitesMoveType(Enum):
    From = "From"
    Between = "Between"
    To = "To"


class SitesGroupType(Enum):
    Group = "Group"


class LineOfSightType(Enum):
    Empty = "Empty"
    Farthest = "Farthest"
    Piece = "Piece"


class SitesCrossingType(Enum):
    Crossing = "Crossing"


class SitesPatternType(Enum):
    Pattern = "Pattern"


class SitesPieceType(Enum):
    Start = "Start"


class SitesSimpleType(Enum):
    Board = "Board"
    Top = "Top"
    Bottom = "Bottom"
    Left = "Left"
    Right = "Right"
    Inner = "Inner"
    Outer = "Outer"
    Perimeter = "Perimeter"
    Corners = "Corners"
    ConcaveCorners = "ConcaveCorners"
    ConvexCorners = "ConvexCorners"
    Major = "Major"
    Minor = "Minor"
    Centre = "Centre"
    Hint = "Hint"
    ToClear = "ToClear"
    LineOfPlay = "LineOfPlay"
    Pending = "Pending"
    Playable = "Playable"
    LastTo = "LastTo"
    LastFrom = "LastFrom"


class SitesBetweenType(Enum):
    Between = "Between"


class SitesLargePieceType(Enum):
    LargePiece = "LargePiece"


class SitesOccupiedType(Enum):
    Occupied = "Occupied"


class SitesPlayerType(Enum):
    Hand = "Hand"
    Winning = "Winning"


class RegionForEachLevelType(Enum):
    Level = "Level"


class LastRegionType(Enum):
    Between = "Between"
