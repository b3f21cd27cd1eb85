"""Records values of Ludii's heuristics: `python -m tests.interpreter.search.heuristics.record PLACE` (Ludii.jar or a
folder of
its classes).

Only numbers are written: which move was played at each ply, and the values of single terms for each player. The terms
are those of `TERMS`. A game is named by its path among Ludii's descriptions, or by its name among ours.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludparse import load
from ludparse.exporters.verification.ludii.jvm import Java
from tests.corpus import LIBRARY

FILE = Path(__file__).with_name("recorded.json")
EVERY, PLIES, THRESHOLD = 7, 42, 0.001
RNG = [1, 2, 3, 4, 5, 6, 7, 8]

TERMS = (
    "(material)", "(material boardOnly:True)", "(componentValues)", "(unthreatenedMaterial)",
    "(centreProximity)", "(cornerProximity)", "(sidesProximity)", "(regionProximity region:0)",
    "(playerRegionsProximity player:1)", "(playerRegionsProximity player:2)",
    "(mobilitySimple)", "(mobilityAdvanced)", "(influence)", "(influenceAdvanced)",
    "(lineCompletionHeuristic)", "(lineCompletionHeuristic targetLength:4)",
    "(ownRegionsCount)", "(playerSiteMapCount)", "(score)", "(currentMoverHeuristic)", "(nullHeuristic)",
    "(material transformation:(divNumInitPlacement))", "(material transformation:(divNumBoardSites) weight:-2.5)",
    "(mobilitySimple transformation:(tanh) weight:0.5)", "(centreProximity transformation:(logisticFunction))",
    "(intercept playerWeights:{(pair \"P1\" 0.25) (pair \"P2\" -3)})",
)  # fmt: skip
"""Every kind of term and every transformation; in our words."""

GAMES = (
    "board/race/reach/Breakthrough", "board/war/replacement/checkmate/chess/Chess", "board/space/line/Gomoku",
    "board/space/line/Yavalath", "board/space/territory/Reversi", "board/sow/two_rows/Oware",
    "board/sow/two_rows/Kalah",
    "board/war/leaping/diagonal/English Draughts", "board/space/connection/Hex", "board/war/custodial/Tablut",
    "board/hunt/Fox and Geese", "board/race/escape/Backgammon", "board/race/escape/Pachisi", "board/race/fill/Halma",
    "board/race/fill/Chinese Checkers", "board/war/replacement/checkmate/shogi/Shogi",
    "board/war/leaping/diagonal/Lasca", "board/space/line/Nine Men's Morris", "board/space/group/Lines of Action",
    "board/race/escape/Royal Game of Ur", "math/graph/Dots and Boxes", "board/space/blocking/Mu Torere",
)  # fmt: skip


class Recorder:
    """A running Ludii."""

    def __init__(self, place: str) -> None:
        self.java = java = Java(Path(place), 1500)
        self.heuristics = java.jpype.JClass("metadata.ai.heuristics.Heuristics")

    def games(self, text: str, terms: tuple[str, ...] | None, options: tuple[str, ...] = ()) -> dict[str, Any]:
        """One random game: `rng`, `picks`, and `values`: ply, number of the term, a value for each player. terms: None
        for the heuristics of the description alone."""
        java = self.java
        chosen = java.jpype.java.util.ArrayList()
        for option in options:
            chosen.add(option)
        game = java.Compiler.compile(java.Description(text), java.UserSelections(chosen), java.Report(), False)
        game = java.jpype.JObject(game, java.Game)
        functions = self._functions(game, terms)
        trial = java.Trial(game)
        context = java.Context(game, trial)
        context.rng().restoreState(java.RandomState(java.jpype.JArray(java.jpype.JByte)(RNG)))
        game.start(context)
        picks: list[int] = []
        values: list[list[Any]] = []
        chance = random.Random(1)
        players = range(1, int(game.players().count()) + 1)
        for ply in range(PLIES + 1):
            if trial.over():
                break
            moves = game.moves(context).moves()
            if ply % EVERY == 0:
                for number, function in enumerate(functions):
                    row = list(_values(java, function, context, players)) if function is not None else []
                    if row:
                        values.append([ply, number, *row])
            count = int(moves.size())
            if count == 0:
                break
            pick = chance.randrange(count)
            picks.append(pick)
            game.apply(context, moves.get(pick))
        return {"rng": RNG, "picks": picks, "values": values}

    def _functions(self, game: Any, terms: tuple[str, ...] | None) -> list[Any]:
        java = self.java
        if terms is None:
            ai = game.metadata().ai()
            functions = [None if ai is None or ai.heuristics() is None else ai.heuristics()]
        else:
            functions = [
                java.jpype.JObject(
                    java.Compiler.compileObject(f"(heuristics {term})", "metadata.ai.heuristics.Heuristics",
                                                java.Report()),
                    self.heuristics,
                )
                for term in terms
            ]  # fmt: skip
        for k, function in enumerate(functions):
            if function is not None:
                try:
                    function.init(game)
                except java.jpype.JException:
                    functions[k] = None
        return functions


def _values(java: Java, function: Any, context: Any, players: range) -> Iterator[float]:
    """The values for all players; nothing where Ludii fails or has no number."""
    try:
        found = [float(function.computeValue(context, p, java.jpype.JFloat(THRESHOLD))) for p in players]
    except java.jpype.JException:
        return
    if all(abs(value) < 1e30 for value in found):
        yield from found


def main(place: str) -> None:
    """Writes the file."""
    recorder, rows = Recorder(place), {}
    paths = sorted(p for p in GAMES if (LIBRARY / "lud" / f"{p}.lud").is_file())
    for path in paths:
        game = load(str(LIBRARY / "lud" / f"{path}.lud"), library=LIBRARY, backend="python")
        rows[path] = recorder.games(game.description.source.text, TERMS)  # type: ignore[attr-defined]
    lines = (f"{json.dumps(path)}: {json.dumps(row, separators=(',', ':'))}" for path, row in rows.items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main(sys.argv[1])
