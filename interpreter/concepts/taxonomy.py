"""The concepts by which games are compared: their names, and which concept stands under which.

The names and their order are Ludii's. A concept that holds makes every concept above it hold as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["BRANCHES", "CONCEPTS", "PARENTS", "in_order", "with_parents"]

_TREE = """
Properties
  Format
    Time
      Discrete Realtime
    Turns
      Alternating Simultaneous
    Stochastic HiddenInformation Match
    Asymmetric
      AsymmetricRules
        AsymmetricPlayRules AsymmetricEndRules
      AsymmetricForces
        AsymmetricSetup AsymmetricPiecesType
  Players
    NumPlayers
      Simulation Solitaire TwoPlayer Multiplayer
    PlayersWithDirections
  Cooperation
    Team Coalition
  Puzzle
    DeductionPuzzle PlanningPuzzle
Equipment
  Container
    Board
      Shape
        SquareShape HexShape TriangleShape DiamondShape RectangleShape SpiralShape CircleShape PrismShape
        StarShape ParallelogramShape SquarePyramidalShape RectanglePyramidalShape RegularShape PolygonShape
        TargetShape
      Tiling
        SquareTiling HexTiling TriangleTiling BrickTiling SemiRegularTiling CelticTiling MorrisTiling
        QuadHexTiling CircleTiling ConcentricTiling SpiralTiling AlquerqueTiling
      MancalaBoard
        MancalaStores MancalaTwoRows MancalaThreeRows MancalaFourRows MancalaSixRows MancalaCircular
      AlquerqueBoard
        AlquerqueBoardWithOneTriangle AlquerqueBoardWithTwoTriangles AlquerqueBoardWithFourTriangles
        AlquerqueBoardWithEightTriangles
      ThreeMensMorrisBoard
        ThreeMensMorrisBoardWithTwoTriangles
      NineMensMorrisBoard StarBoard CrossBoard KintsBoard PachisiBoard FortyStonesWithFourGapsBoard
      Track
        TrackLoop TrackOwned
      Hints Region Boardless
      PlayableSites
        Vertex Cell Edge
    Hand
  Component
    Piece PieceValue PieceRotation PieceDirection
    Dice
      DiceD2 DiceD3 DiceD4 DiceD6 BiasedDice
    Card Domino LargePiece Tile
Rules
  Meta
    OpeningContract
      SwapOption
    Repetition
      TurnKo SituationalTurnKo PositionalSuperko SituationalSuperko
    AutoMove
  Start
    PiecesPlacedOnBoard PiecesPlacedOutsideBoard InitialRandomPlacement InitialScore InitialAmount InitialPot
    InitialCost
  Play
    Moves
      MovesDecision
        NoSiteMoves
          BetDecision VoteDecision SwapPlayersDecision ChooseTrumpSuitDecision PassDecision ProposeDecision
        SingleSiteMoves
          AddDecision PromotionDecision RemoveDecision RotationDecision
        TwoSitesMoves
          StepDecision
            StepDecisionToEmpty StepDecisionToFriend StepDecisionToEnemy
          SlideDecision
            SlideDecisionToEmpty SlideDecisionToEnemy SlideDecisionToFriend
          LeapDecision
            LeapDecisionToEmpty LeapDecisionToFriend LeapDecisionToEnemy
          HopDecision
            HopDecisionMoreThanOne HopDecisionEnemyToEmpty HopDecisionFriendToEmpty HopDecisionEnemyToFriend
            HopDecisionFriendToFriend HopDecisionEnemyToEnemy HopDecisionFriendToEnemy
          FromToDecision
            FromToDecisionWithinBoard FromToDecisionBetweenContainers FromToDecisionEmpty FromToDecisionEnemy
            FromToDecisionFriend
          SwapPiecesDecision ShootDecision
      MovesNonDecision
        MovesEffects
          BetEffect VoteEffect SwapPlayersEffect TakeControl PassEffect Roll ProposeEffect AddEffect
          Sow
            SowWithEffect
              SowCapture SowRemove SowBacktracking
            SowProperties
              SowSkip SowOriginFirst SowCW SowCCW
          PromotionEffect RemoveEffect PushEffect Flip
          SetMove
            SetNextPlayer MoveAgain SetValue SetCount SetCost SetPhase SetTrumpSuit SetRotation
          StepEffect SlideEffect LeapEffect HopEffect FromToEffect SwapPiecesEffect ShootEffect
        MovesOperators
          Priority ByDieMove MaxMovesInTurn MaxDistance
    Capture
      ReplacementCapture HopCapture HopCaptureMoreThanOne DirectionCapture EncloseCapture CustodialCapture
      InterveneCapture SurroundCapture CaptureSequence MaxCapture
    Conditions
      SpaceConditions
        Line Connection Group Contains Loop Pattern PathExtent Territory Fill Distance
      MoveConditions
        NoMoves
          NoMovesMover NoMovesNext
        CanMove CanNotMove
      PieceConditions
        NoPiece
          NoPieceMover NoPieceNext
        NoTargetPiece Threat IsEmpty IsEnemy IsFriend IsPieceAt LineOfSight
        CountPiecesComparison
          CountPiecesMoverComparison CountPiecesNextComparison
      ProgressCheck
    Directions
      AbsoluteDirections
        AllDirections AdjacentDirection OrthogonalDirection DiagonalDirection OffDiagonalDirection
        RotationalDirection SameLayerDirection
      RelativeDirections
        ForwardDirection BackwardDirection ForwardsDirection BackwardsDirection RightwardDirection
        LeftwardDirection RightwardsDirection LeftwardsDirection ForwardLeftDirection ForwardRightDirection
        BackwardLeftDirection BackwardRightDirection SameDirection OppositeDirection
    Information
      HidePieceType HidePieceOwner HidePieceCount HidePieceRotation HidePieceValue HidePieceState
      InvisiblePiece
    Phase Scoring PieceCount SumDice
  End
    SpaceEnd
      LineEnd
        LineWin LineLoss LineDraw
      ConnectionEnd
        ConnectionWin ConnectionLoss ConnectionDraw
      GroupEnd
        GroupWin GroupLoss GroupDraw
      LoopEnd
        LoopWin LoopLoss LoopDraw
      PatternEnd
        PatternWin PatternLoss PatternDraw
      PathExtentEnd
        PathExtentWin PathExtentLoss PathExtentDraw
      TerritoryEnd
        TerritoryWin TerritoryLoss TerritoryDraw
    CaptureEnd
      Checkmate
        CheckmateWin CheckmateLoss CheckmateDraw
      NoTargetPieceEnd
        NoTargetPieceWin NoTargetPieceLoss NoTargetPieceDraw
      EliminatePiecesEnd
        EliminatePiecesWin EliminatePiecesLoss EliminatePiecesDraw
    RaceEnd
      NoOwnPiecesEnd
        NoOwnPiecesWin NoOwnPiecesLoss NoOwnPiecesDraw
      FillEnd
        FillWin FillLoss FillDraw
      ReachEnd
        ReachWin ReachLoss ReachDraw
    ScoringEnd
      ScoringWin ScoringLoss ScoringDraw
    NoMovesEnd
      NoMovesWin NoMovesLoss NoMovesDraw
    NoProgressEnd
      NoProgressWin NoProgressLoss NoProgressDraw
    Draw SolvedEnd Misere
Math
  Arithmetic
    Operations
      Addition Subtraction Multiplication Division Modulo Absolute Roots Cosine Sine Tangent Exponentiation
      Exponential Logarithm Minimum Maximum
    Comparison
      Equal NotEqual LesserThan LesserThanOrEqual GreaterThan GreaterThanOrEqual
    Parity
      Even Odd
  Logic
    Conjunction Disjunction ExclusiveDisjunction Negation
  Set
    Union Intersection Complement
  Algorithmics
    ConditionalStatement ControlFlowStatement
  Float
Visual
  Style
    BoardStyle
      GraphStyle ChessStyle GoStyle MancalaStyle PenAndPaperStyle ShibumiStyle BackgammonStyle JanggiStyle
      XiangqiStyle ShogiStyle TableStyle SurakartaStyle TaflStyle NoBoard
    ComponentStyle
      AnimalComponent
      ChessComponent
        KingComponent QueenComponent KnightComponent RookComponent BishopComponent PawnComponent
      FairyChessComponent PloyComponent ShogiComponent XiangqiComponent StrategoComponent JanggiComponent
      HandComponent CheckersComponent BallComponent TaflComponent DiscComponent MarkerComponent
  StackType
    Stack
  Symbols ShowPieceValue ShowPieceState
Implementation
  State
    StateType
      StackState
    PieceState
      SiteState SetSiteState VisitedSites
    Variable
      SetVar RememberValues ForgetValues SetPending
    InternalCounter
      SetInternalCounter
    PlayerValue
    SetHidden
      SetInvisible SetHiddenCount SetHiddenRotation SetHiddenState SetHiddenValue SetHiddenWhat SetHiddenWho
  Efficiency
    CopyContext Then ForEachPiece DoLudeme Trigger
"""
"""Below a concept, two spaces further in, stand the concepts under it; several on a line have none under them."""

_COUNTED = frozenset({"NumPlayers"})
"""What stands in the tree and is a number, so that it never holds."""


def _parents(tree: str) -> dict[str, str | None]:
    parents: dict[str, str | None] = {}
    above: list[str] = []
    for line in tree.strip("\n").splitlines():
        names = line.split()
        depth = (len(line) - len(line.lstrip())) // 2
        del above[depth:]
        for name in names:
            parents[name] = above[-1] if above else None
        above.append(names[-1])
    return parents


PARENTS: Mapping[str, str | None] = _parents(_TREE)
"""Concept -> the one that it stands under, None for the highest. In Ludii's order."""

CONCEPTS: tuple[str, ...] = tuple(name for name in PARENTS if name not in _COUNTED)
"""All concepts that hold or do not hold, in Ludii's order."""

BRANCHES: frozenset[str] = frozenset(parent for parent in PARENTS.values() if parent is not None)
"""The concepts that have others under them."""

_PLACE = {name: i for i, name in enumerate(PARENTS)}


def with_parents(concepts: Iterable[str]) -> set[str]:
    """The concepts and all that stand above them."""
    found = set(concepts)
    for concept in concepts:
        parent = PARENTS[concept]
        while parent is not None:
            if parent not in _COUNTED:
                found.add(parent)
            parent = PARENTS[parent]
    return found


def in_order(concepts: Iterable[str]) -> list[str]:
    """The concepts in Ludii's order."""
    return sorted(concepts, key=_PLACE.__getitem__)
