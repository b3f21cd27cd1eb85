"""All constants of the language. A member's value is the word in the text; names are the same but for `None_`."""

from enum import Enum


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


class ShapeStarType(Enum):
    Star = "Star"


class ConcentricShapeType(Enum):
    Square = "Square"
    Triangle = "Triangle"
    Hexagon = "Hexagon"
    Target = "Target"


class BrickShapeType(Enum):
    Square = "Square"
    Rectangle = "Rectangle"
    Diamond = "Diamond"
    Prism = "Prism"
    Spiral = "Spiral"
    Limping = "Limping"


class TilingType(Enum):
    T31212 = "T31212"
    T3464 = "T3464"
    T488 = "T488"
    T33434 = "T33434"
    T33336 = "T33336"
    T33344 = "T33344"
    T3636 = "T3636"
    T4612 = "T4612"
    T333333_33434 = "T333333_33434"


class HexShapeType(Enum):
    NoShape = "NoShape"
    Square = "Square"
    Rectangle = "Rectangle"
    Diamond = "Diamond"
    Triangle = "Triangle"
    Hexagon = "Hexagon"
    Star = "Star"
    Limping = "Limping"
    Prism = "Prism"


class SquareShapeType(Enum):
    NoShape = "NoShape"
    Square = "Square"
    Rectangle = "Rectangle"
    Diamond = "Diamond"
    Limping = "Limping"


class DiagonalsType(Enum):
    Implied = "Implied"
    Solid = "Solid"
    SolidNoSplit = "SolidNoSplit"
    Alternating = "Alternating"
    Concentric = "Concentric"
    Radiating = "Radiating"


class TriShapeType(Enum):
    NoShape = "NoShape"
    Square = "Square"
    Rectangle = "Rectangle"
    Diamond = "Diamond"
    Triangle = "Triangle"
    Hexagon = "Hexagon"
    Star = "Star"
    Limping = "Limping"
    Prism = "Prism"


class IsSiteType(Enum):
    Empty = "Empty"
    Occupied = "Occupied"


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


class IsConnectType(Enum):
    Connected = "Connected"
    Blocked = "Blocked"


class IsGraphType(Enum):
    LastFrom = "LastFrom"
    LastTo = "LastTo"


class IsTreeType(Enum):
    Tree = "Tree"
    SpanningTree = "SpanningTree"
    CaterpillarTree = "CaterpillarTree"
    TreeCentre = "TreeCentre"


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


class IsSimpleType(Enum):
    Cycle = "Cycle"
    Pending = "Pending"
    Full = "Full"


class AllSitesType(Enum):
    Sites = "Sites"
    Different = "Different"


class AllSimpleType(Enum):
    DiceUsed = "DiceUsed"
    DiceEqual = "DiceEqual"
    Passed = "Passed"


class IsPuzzleRegionResultType(Enum):
    Count = "Count"
    Sum = "Sum"


class ValueSimpleType(Enum):
    Pending = "Pending"
    MoveLimit = "MoveLimit"
    TurnLimit = "TurnLimit"


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


class CardSiteType(Enum):
    Rank = "Rank"
    Suit = "Suit"
    TrumpValue = "TrumpValue"
    TrumpRank = "TrumpRank"


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


class SitesIndexType(Enum):
    Row = "Row"
    Column = "Column"
    Phase = "Phase"
    Cell = "Cell"
    Edge = "Edge"
    State = "State"
    Empty = "Empty"
    Layer = "Layer"
    Support = "Support"


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


class LineOfSightType(Enum):
    Empty = "Empty"
    Farthest = "Farthest"
    Piece = "Piece"


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


class SitesPlayerType(Enum):
    Hand = "Hand"
    Winning = "Winning"


class SplitType(Enum):
    Deck = "Deck"


class SetStartPlayerType(Enum):
    Amount = "Amount"
    Score = "Score"


class SetStartSitesType(Enum):
    Count = "Count"
    Cost = "Cost"
    Phase = "Phase"


class MoveSiteType(Enum):
    Add = "Add"
    Claim = "Claim"


class MoveMessageType(Enum):
    Propose = "Propose"
    Vote = "Vote"


class MoveSimpleType(Enum):
    Pass = "Pass"
    PlayCard = "PlayCard"


class MaxMovesType(Enum):
    Moves = "Moves"
    Captures = "Captures"


class ForgetValueAllType(Enum):
    All = "All"


class SwapSitesType(Enum):
    Pieces = "Pieces"


class SwapPlayersType(Enum):
    Players = "Players"


class SetRotationType(Enum):
    Rotation = "Rotation"


class SetTrumpType(Enum):
    TrumpSuit = "TrumpSuit"


class SetSiteType(Enum):
    Count = "Count"
    State = "State"
    Value = "Value"


class SetNextPlayerType(Enum):
    NextPlayer = "NextPlayer"


class SetPlayerType(Enum):
    Value = "Value"
    Score = "Score"


class SetValueType(Enum):
    Counter = "Counter"
    Pot = "Pot"
