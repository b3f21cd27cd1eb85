"""Constants that many ludemes share: players, site types, directions, results, …"""

from enum import Enum

__all__ = [
    "AbsoluteDirection",
    "CardType",
    "CompassDirection",
    "DealableType",
    "GravityType",
    "HiddenData",
    "LandmarkType",
    "ModeType",
    "NoStackOnType",
    "PassEndType",
    "PinType",
    "PrevType",
    "PuzzleElementType",
    "RandomDirectionType",
    "RegionTypeDynamic",
    "RegionTypeStatic",
    "RelationType",
    "RelativeDirection",
    "RepetitionType",
    "ResultType",
    "RoleType",
    "RotationalDirection",
    "SiteType",
    "SpatialDirection",
    "StackDirection",
    "StepType",
    "StoreType",
    "TilingBoardlessType",
    "TrackType",
    "WhenType",
]


class LandmarkType(Enum):
    CentreSite = "CentreSite"
    LeftSite = "LeftSite"
    RightSite = "RightSite"
    Topsite = "Topsite"
    BottomSite = "BottomSite"
    FirstSite = "FirstSite"
    LastSite = "LastSite"


class StoreType(Enum):
    None_ = "None"
    Outer = "Outer"
    Inner = "Inner"


class RegionTypeStatic(Enum):
    Rows = "Rows"
    Columns = "Columns"
    AllDirections = "AllDirections"
    HintRegions = "HintRegions"
    Layers = "Layers"
    Diagonals = "Diagonals"
    SubGrids = "SubGrids"
    Regions = "Regions"
    Vertices = "Vertices"
    Corners = "Corners"
    Sides = "Sides"
    SidesNoCorners = "SidesNoCorners"
    AllSites = "AllSites"
    Touching = "Touching"


class TrackType(Enum):
    Track = "Track"


class RegionTypeDynamic(Enum):
    Empty = "Empty"
    NotEmpty = "NotEmpty"
    Own = "Own"
    NotOwn = "NotOwn"
    Enemy = "Enemy"
    NotEnemy = "NotEnemy"


class PuzzleElementType(Enum):
    Cell = "Cell"
    Edge = "Edge"
    Vertex = "Vertex"
    Hint = "Hint"


class RelationType(Enum):
    __hash__ = object.__hash__  # boards are looked up by it all the time

    Orthogonal = "Orthogonal"
    Diagonal = "Diagonal"
    OffDiagonal = "OffDiagonal"
    Adjacent = "Adjacent"
    All = "All"


class HiddenData(Enum):
    What = "What"
    Who = "Who"
    State = "State"
    Count = "Count"
    Rotation = "Rotation"
    Value = "Value"


class StepType(Enum):
    F = "F"
    L = "L"
    R = "R"


class SiteType(Enum):
    __hash__ = object.__hash__  # boards are looked up by it all the time

    Vertex = "Vertex"
    Edge = "Edge"
    Cell = "Cell"


class TilingBoardlessType(Enum):
    Square = "Square"
    Triangular = "Triangular"
    Hexagonal = "Hexagonal"


class DealableType(Enum):
    Dominoes = "Dominoes"
    Cards = "Cards"


class CardType(Enum):
    Joker = "Joker"
    Ace = "Ace"
    Two = "Two"
    Three = "Three"
    Four = "Four"
    Five = "Five"
    Six = "Six"
    Seven = "Seven"
    Eight = "Eight"
    Nine = "Nine"
    Ten = "Ten"
    Jack = "Jack"
    Queen = "Queen"
    King = "King"


class GravityType(Enum):
    PyramidalDrop = "PyramidalDrop"


class RepetitionType(Enum):
    SituationalInTurn = "SituationalInTurn"
    PositionalInTurn = "PositionalInTurn"
    Positional = "Positional"
    Situational = "Situational"


class NoStackOnType(Enum):
    Fallen = "Fallen"


class PinType(Enum):
    SupportMultiple = "SupportMultiple"


class PassEndType(Enum):
    Draw = "Draw"
    NoEnd = "NoEnd"


class WhenType(Enum):
    StartOfTurn = "StartOfTurn"
    EndOfTurn = "EndOfTurn"


class ResultType(Enum):
    Win = "Win"
    Loss = "Loss"
    Draw = "Draw"
    Tie = "Tie"
    Abandon = "Abandon"
    Crash = "Crash"


class RoleType(Enum):
    Neutral = "Neutral"
    P1 = "P1"
    P2 = "P2"
    P3 = "P3"
    P4 = "P4"
    P5 = "P5"
    P6 = "P6"
    P7 = "P7"
    P8 = "P8"
    P9 = "P9"
    P10 = "P10"
    P11 = "P11"
    P12 = "P12"
    P13 = "P13"
    P14 = "P14"
    P15 = "P15"
    P16 = "P16"
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
    TeamMover = "TeamMover"
    Each = "Each"
    Shared = "Shared"
    All = "All"
    Mover = "Mover"
    Next = "Next"
    Prev = "Prev"
    NonMover = "NonMover"
    Enemy = "Enemy"
    Friend = "Friend"
    Ally = "Ally"
    Player = "Player"


class PrevType(Enum):
    Mover = "Mover"
    MoverLastTurn = "MoverLastTurn"


class ModeType(Enum):
    Alternating = "Alternating"
    Simultaneous = "Simultaneous"
    Simulation = "Simulation"


class SpatialDirection(Enum):
    D = "D"
    DN = "DN"
    DNE = "DNE"
    DE = "DE"
    DSE = "DSE"
    DS = "DS"
    DSW = "DSW"
    DW = "DW"
    DNW = "DNW"
    U = "U"
    UN = "UN"
    UNE = "UNE"
    UE = "UE"
    USE = "USE"
    US = "US"
    USW = "USW"
    UW = "UW"
    UNW = "UNW"


class RelativeDirection(Enum):
    Forward = "Forward"
    Backward = "Backward"
    Rightward = "Rightward"
    Leftward = "Leftward"
    Forwards = "Forwards"
    Backwards = "Backwards"
    Rightwards = "Rightwards"
    Leftwards = "Leftwards"
    FL = "FL"
    FLL = "FLL"
    FLLL = "FLLL"
    BL = "BL"
    BLL = "BLL"
    BLLL = "BLLL"
    FR = "FR"
    FRR = "FRR"
    FRRR = "FRRR"
    BR = "BR"
    BRR = "BRR"
    BRRR = "BRRR"
    SameDirection = "SameDirection"
    OppositeDirection = "OppositeDirection"


class StackDirection(Enum):
    FromBottom = "FromBottom"
    FromTop = "FromTop"


class AbsoluteDirection(Enum):
    __hash__ = object.__hash__  # boards are looked up by it all the time

    All = "All"
    Angled = "Angled"
    Adjacent = "Adjacent"
    Axial = "Axial"
    Orthogonal = "Orthogonal"
    Diagonal = "Diagonal"
    OffDiagonal = "OffDiagonal"
    SameLayer = "SameLayer"
    Upward = "Upward"
    Downward = "Downward"
    Rotational = "Rotational"
    Base = "Base"
    Support = "Support"
    N = "N"
    E = "E"
    S = "S"
    W = "W"
    NE = "NE"
    SE = "SE"
    NW = "NW"
    SW = "SW"
    NNW = "NNW"
    WNW = "WNW"
    WSW = "WSW"
    SSW = "SSW"
    SSE = "SSE"
    ESE = "ESE"
    ENE = "ENE"
    NNE = "NNE"
    CW = "CW"
    CCW = "CCW"
    In = "In"
    Out = "Out"
    U = "U"
    UN = "UN"
    UNE = "UNE"
    UE = "UE"
    USE = "USE"
    US = "US"
    USW = "USW"
    UW = "UW"
    UNW = "UNW"
    D = "D"
    DN = "DN"
    DNE = "DNE"
    DE = "DE"
    DSE = "DSE"
    DS = "DS"
    DSW = "DSW"
    DW = "DW"
    DNW = "DNW"


class RotationalDirection(Enum):
    Out = "Out"
    CW = "CW"
    In = "In"
    CCW = "CCW"


class CompassDirection(Enum):
    N = "N"
    NNE = "NNE"
    NE = "NE"
    ENE = "ENE"
    E = "E"
    ESE = "ESE"
    SE = "SE"
    SSE = "SSE"
    S = "S"
    SSW = "SSW"
    SW = "SW"
    WSW = "WSW"
    W = "W"
    WNW = "WNW"
    NW = "NW"
    NNW = "NNW"


class RandomDirectionType(Enum):
    Random = "Random"
