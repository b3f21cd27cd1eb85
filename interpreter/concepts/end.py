"""Concepts of how a game ends, of its phases, and of the rules that hold throughout."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.enums import RepetitionType, ResultType, RoleType

from ..equipment.players import role_owner
from .collector import Broken, Collector
from .rules import adds, peculiar

adds(L.End, L.EndForEach, L.EndIf, L.Payoff, L.Payoffs)
adds(L.EndScore, own="Scoring")
adds(L.ByScore, own="Scoring ScoringEnd ScoringWin")
adds(L.Result)
adds(L.Meta, L.Phase, L.Play)
adds(L.NextPhase)
adds(L.Automove, own="AutoMove", seen="")
adds(L.Gravity, own="CopyContext", seen="")
adds(L.NoRepeat, L.NoSimple, L.NoStackOn, L.PassEnd, L.Pin, seen="")
adds(L.Swap, own="SwapPlayersDecision SwapOption", seen="")

_REPETITIONS = {
    None: "PositionalSuperko",
    RepetitionType.Positional: "PositionalSuperko",
    RepetitionType.PositionalInTurn: "TurnKo",
    RepetitionType.Situational: "SituationalSuperko",
    RepetitionType.SituationalInTurn: "SituationalTurnKo",
}


@peculiar(L.NoRepeat)
def _no_repeat(node: L.NoRepeat, found: set[str], _: Collector) -> None:
    found.add(_REPETITIONS[node.repetition_type])


@peculiar(L.ByScore)
def _by_score(_: L.ByScore, found: set[str], __: Collector) -> None:
    if "Territory" in found:
        found |= {"TerritoryEnd", "TerritoryWin"}


@peculiar(L.Result)
def _result(node: L.Result, found: set[str], _: Collector) -> None:
    if node.result is ResultType.Draw:
        found.add("Draw")


_ENDS = (
    # a condition, the concept of ending by it, and what the concepts of its results begin with
    ("NoMoves", "NoMovesEnd", "NoMoves"),
    ("ProgressCheck", "NoProgressEnd", "NoProgress"),
    ("Scoring", "ScoringEnd", "Scoring"),
    ("NoPieceMover", "NoOwnPiecesEnd", "NoOwnPieces"),
    ("Contains", "ReachEnd", "Reach"),
    ("NoTargetPiece", "NoTargetPieceEnd", "NoTargetPiece"),
    ("Line", "LineEnd", "Line"),
    ("Connection", "ConnectionEnd", "Connection"),
    ("Group", "GroupEnd", "Group"),
    ("Loop", "LoopEnd", "Loop"),
    ("Pattern", "PatternEnd", "Pattern"),
    ("Territory", "TerritoryEnd", "Territory"),
    ("PathExtent", "PathExtentEnd", "PathExtent"),
)


@peculiar(L.EndIf)
def _if(node: L.EndIf, found: set[str], concepts: Collector) -> None:
    _ends(concepts.of(node.test), node.result, found, concepts)


@peculiar(L.EndForEach)
def _for_each(node: L.EndForEach, found: set[str], concepts: Collector) -> None:
    _ends(concepts.of(node.if_), node.result, found, concepts)


def _ends(asked: frozenset[str], result: Any, found: set[str], concepts: Collector) -> None:
    """What it means that the game ends with a result where a condition holds."""
    named = result if isinstance(result, L.Result) else None
    outcome = _outcome(named, concepts.players)
    for condition, end, stem in _ENDS:
        if condition in asked:
            found.add(end)
            if outcome:
                found.add(f"{stem}{outcome}")
    if "Fill" in asked:
        found.add("FillEnd")
        if named is not None and named.result is ResultType.Win and role_owner(named.who):
            outcome_of_fill = "Win"
        else:
            outcome_of_fill = outcome
        if outcome_of_fill:
            found.add(f"Fill{outcome_of_fill}")
    if {"CanNotMove", "Threat"} <= asked:
        found.add("Checkmate")
        if outcome:
            found.add(f"Checkmate{outcome}")
    others = "NoPiece" in asked and "NoPieceMover" not in asked
    if others or asked & {"NoPieceNext", "CountPiecesNextComparison"}:
        found.add("EliminatePiecesEnd")
        if outcome:
            found.add(f"EliminatePieces{outcome}")
    if "NoPieceMover" in asked:
        if result is None:
            raise Broken
        if "Scoring" in concepts.of(result):
            found.add("NoOwnPiecesWin")
    if concepts.players == 2 and outcome == "Loss":
        found.add("Misere")


def _outcome(result: L.Result | None, players: int) -> str:
    """Whether the player who moved wins or loses, or nobody does: Win, Loss, Draw, or nothing of these."""
    if result is None:
        return ""
    if result.result is ResultType.Draw:
        return "Draw"
    if result.result not in (ResultType.Win, ResultType.Loss):
        return ""
    wins = result.result is ResultType.Win
    if result.who is RoleType.Next and players == 2:
        wins = not wins
    elif result.who is not RoleType.Mover:
        return ""
    return "Win" if wins else "Loss"
