"""Trials played over by Ludii: what it reads from the text, it looks for among its legal moves."""

from __future__ import annotations

from typing import Any

from .errors import LudiiCrashError
from .jvm import Java

__all__ = ["replay"]


def replay(java: Java, game: Any, text: str) -> dict[str, Any]:
    """Replay a trial's text: `moves` that were played after those of the start, `over`, `ranking`, `winner`, and
    `departs` with the reason where Ludii cannot go on as the trial does. Raises LudiiCrashError.
    """
    packages = java.jpype.java
    stream = packages.io.ByteArrayInputStream(java.jpype.JArray(java.jpype.JByte)(text.encode()))
    try:
        record = java.MatchRecord.loadMatchRecordFromInputStream(packages.io.InputStreamReader(stream, "UTF-8"), game)
        if record is None:
            return {"moves": 0, "over": False, "ranking": [], "departs": "Ludii cannot read the trial"}
        return _play(java, game, record)
    except java.jpype.JException as problem:
        raise LudiiCrashError(str(problem)) from problem


def _play(java: Java, game: Any, record: Any) -> dict[str, Any]:
    trial = java.Trial(game)
    context = java.Context(game, trial)
    context.rng().restoreState(record.rngState())
    game.start(context)
    moves = list(record.trial().generateCompleteMovesList())
    history = record.trial().auxilTrialData()
    counts = [] if history is None else list(history.legalMovesHistorySizes().toArray())
    begin = int(context.currentInstanceContext().trial().numInitialPlacementMoves())

    def outcome(departs: str | None = None) -> dict[str, Any]:
        found: dict[str, Any] = {
            "moves": max(0, int(trial.numMoves()) - begin),
            "over": bool(trial.over()),
            "ranking": [float(r) for r in trial.ranking()],
        }
        if departs is not None:
            found["departs"] = departs
        return found

    for number in range(begin):
        if number >= len(moves) or str(moves[number].toTrialFormat(None)) != str(
            trial.getMove(number).toTrialFormat(None)
        ):
            return outcome("another move at the start")
    at = begin
    while at < len(moves):
        if at < int(trial.numMoves()):  # some moves are made by themselves after another
            at += 1
            continue
        if trial.over():
            return outcome("the game is over before the trial is")
        legal = game.moves(context)
        count = int(legal.moves().size())
        if at - begin < len(counts) and count != counts[at - begin]:
            return outcome(f"{count} legal moves, {counts[at - begin]} in the trial")
        wanted = moves[at]
        found = _index(java, legal.moves(), wanted, context)
        move = legal.moves().get(found) if found >= 0 else None
        if move is None and not game.isAlternatingMoveGame():
            move = game.getMatchingLegalMove(context, wanted)  # a trial may have the moves of all players as one
        if move is None and not count and wanted.isPass():
            move = wanted
        if move is None:
            return outcome("the move of the trial is not legal")
        game.apply(context, move)
        at += 1
    return outcome()


def _index(java: Java, legal: Any, wanted: Any, context: Any) -> int:
    """Which legal move does exactly what a move of the trial does, consequences included; -1: none."""
    done = java.method(java.Move, "getActionsWithConsequences", java.jpype.java.util.List, java.Context)
    effects = java.function(java.bound(done, 1, context), "Function")
    return java.index(legal, effects, wanted.getActionsWithConsequences(context))
