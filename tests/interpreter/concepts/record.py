"""Ask Ludii for the concepts of our small games, into the tables that `test_table.py` reads.

    LUD_LUDII=…/Ludii.jar python -m tests.interpreter.concepts.record [NAME…]

With names only these games are asked anew. Games that Ludii refuses are named and left out. It takes some minutes.
"""

from __future__ import annotations

import sys
from typing import Any

from ludparse.exporters.verification.ludii.bridge import Bridge
from ludparse.exporters.verification.ludii.errors import LudiiError
from ludparse.exporters.verification.ludii.place import find_ludii
from tests.interpreter.concepts.table import above, read, shortened, texts, write

DEFINED = """(game "Defined" (players 2) (equipment {{ {} (piece "Man" Each)}})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))"""
BOARDS = {
    "AlquerqueBoard": "5 5",
    "AlquerqueBoardWithBottomAndTopTriangles": "",
    "AlquerqueBoardWithBottomTriangle": "",
    "AlquerqueBoardWithFourTriangles": "",
    "AlquerqueBoardWithEightTriangles": "",
    "AlquerqueGraph": "5 5",
    "AlquerqueGraphWithBottomAndTopTriangles": "",
    "AlquerqueGraphWithBottomTriangle": "",
    "AlquerqueGraphWithFourTriangles": "",
    "ThreeMensMorrisBoard": "",
    "ThreeMensMorrisBoardWithLeftAndRightTriangles": "",
    "ThreeMensMorrisGraphWithLeftAndRightTriangles": "",
    "NineMensMorrisBoard": "",
    "StarBoard": "5",
    "CrossBoard": "3 7 use:Vertex",
    "CrossGraph": "3 7",
    "KintsBoard": "",
    "PachisiBoard": "",
    "FortyStonesWithFourGapsBoard": "",
}
"""Defines of boards and graphs by name, and what they are called with."""
OTHERS = {"Shape", "Tiling", "MancalaBoard", "Track", "PlayableSites", "Hints", "Region", "Boardless"}
"""What stands below `Board` and has nothing to do with a define."""


class Asked:
    """A running Ludii, asked for concepts."""

    def __init__(self) -> None:
        self.bridge = Bridge(find_ludii())
        concepts = self.bridge.java.jpype.JClass("other.concept.Concept").values()
        compiled = [c for c in concepts if str(c.computationType()) == "Compilation"]
        self.ids = {str(c.name()): c.id() for c in compiled}
        self.numbers = [str(c.name()) for c in compiled if str(c.dataType()) != "BooleanData"]
        self.tree = {str(c.name()): str(c.parent().name()) if c.parent() else "" for c in compiled}

    def holds(self, text: str) -> list[str]:
        """The concepts that hold for a game. Raises LudiiError where Ludii refuses it."""
        self.bridge.load(text, "", ())
        found = self.bridge.game.booleanConcepts()
        return [name for name, number in self.ids.items() if found.get(number)]

    def row(self, name: str, text: str) -> list[str]:
        lowest, without = shortened(self.holds(text), self.tree)
        values: Any = self.bridge.game.nonBooleanConcepts()
        counts = {int(number): str(value) for number, value in dict(values).items()}
        return [name, " ".join(lowest), " ".join(without), *(counts[self.ids[n]] for n in self.numbers)]

    def of_define(self, name: str, words: str) -> list[str]:
        """This define and those of boards and graphs that it is written with, and what Ludii takes from them."""
        item = f'("{name}" {words})' if words else f'("{name}")'
        holds = self.holds(DEFINED.format(f"(board {item} use:Vertex)" if "Graph" in name else item))
        used = {str(key).strip('"') for key in self.bridge.game.description().defineInstances().keySet()}
        found = [n for n in holds if "Board" in above(n, self.tree) and not OTHERS & {n, *above(n, self.tree)}]
        return [" ".join(n for n in BOARDS if n in used), " ".join(found)]


def main(names: list[str]) -> None:
    asked = Asked()
    write("tree.tsv", [["concept", "above"], *asked.tree.items()])
    kept = {row[0]: row for row in read("ludii.tsv")[1:]} if names else {}
    rows = [["game", "lowest", "without", *asked.numbers]]
    for name, text in texts().items():
        if name in kept and name not in names:
            rows.append(kept[name])
            continue
        try:
            rows.append(asked.row(name, text))
        except LudiiError as problem:
            print(f"{name}: {problem.message[:200]}")
    write("ludii.tsv", rows)
    defines = [["defines", "concepts"]]
    for name, words in BOARDS.items():
        try:
            defines.append(asked.of_define(name, words))
        except LudiiError as problem:
            print(f"{name}: {problem.message[:200]}")
    write("defines.tsv", defines)


if __name__ == "__main__":
    main(sys.argv[1:])
