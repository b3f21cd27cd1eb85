"""What the catalogue knows of one game, and the words in which it shows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any

from ludparse.description.description import Description, load_description
from ludparse.library.library import Library
from ludparse.ludemes import Game
from ludparse.ludemes.base import keyword_of, walk
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source
from ludparse.support.process import no_collection

__all__ = ["Entry", "board_kind", "describe_game", "entry_of", "tags_of"]


@dataclass(frozen=True)
class Entry:
    """One game. `place`: its path in the library, or the path of a bundled game's file.

    `players`: how many there are. `concepts` and `counts`: Ludii's. `ludemes`: the keywords that the expanded
    description uses. `words`: by entry of its `(info …)`, such as author and date, what that says. `problem`: why it
    could not be read, empty if it could.
    """

    name: str
    place: str
    bundled: bool
    players: int = 0
    concepts: tuple[str, ...] = ()
    counts: Mapping[str, int | float] | None = None
    ludemes: tuple[str, ...] = ()
    words: Mapping[str, str] | None = None
    problem: str = ""

    @property
    def folder(self) -> str:
        """The folders that Ludii sorts the game into, without the file; empty for bundled games."""
        return "" if self.bundled else str(PurePosixPath(self.place.removeprefix("lud/")).parent)

    def as_dict(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Entry:
        """The entry of `as_dict`. Raises TypeError, ValueError or KeyError for anything else."""
        values = {field.name: record[field.name] for field in fields(cls)}
        for name in ("concepts", "ludemes"):
            values[name] = tuple(map(str, values[name]))
        return cls(**values)


_KEPT = ("author", "date", "description", "aliases", "origin", "publisher", "classification")
"""What of the metadata's `(info …)` can be searched."""


def describe_game(source: Source, library: Library | None, place: str, *, bundled: bool) -> Entry:
    """What a description is; one that cannot be read gets an entry that says why."""
    try:
        with no_collection():  # a third of the time
            return entry_of(load_description(source, library=library), library, place, bundled=bundled)
    except LudError as problem:
        name = PurePosixPath(place).stem.replace("_", " ")
        return Entry(name, place, bundled, problem=str(problem).split("\n", 1)[0])


def entry_of(description: Description, library: Library | str | None, place: str, *, bundled: bool = False) -> Entry:
    """What a description is, as its options are chosen. Raises LudError for equipment that cannot be built."""
    # slow to import, and not needed where all entries come from the cache
    from ludparse.interpreter.concepts import concept_counts, concepts_of, in_order
    from ludparse.interpreter.lower.equipment import build_equipment

    game = description.game
    equipment = build_equipment(game, build=_kept_topology) if isinstance(game, Game) else None
    concepts = concepts_of(description, library=library, equipment=equipment)
    counts: Mapping[str, int | float] = {}
    players = 2
    if isinstance(game, Game) and equipment is not None:
        counts = concept_counts(game, equipment, concepts)
        players = int(counts["NumPlayers"])
    return Entry(
        name=description.name,
        place=place,
        bundled=bundled,
        players=players,
        concepts=tuple(in_order(concepts)),
        counts=dict(counts),
        ludemes=tuple(sorted({keyword_of(node) for node in walk(description.game)} - {""})),
        words=_words(description),
    )


@lru_cache(32)
def _kept_topology(board: Any, **how: bool) -> Any:
    """As `build_topology`, which takes long to import: half of the games of a library have the board of another."""
    from ludparse.interpreter.equipment import build_topology

    return build_topology(board, **how)


def _words(description: Description) -> dict[str, str]:
    return {name: text for name in _KEPT if (text := description.metadata.text(name))}


_TILINGS = (
    ("MancalaBoard", "mancala"),
    ("HexTiling", "hex"),
    ("TriangleTiling", "triangles"),
    ("AlquerqueTiling", "alquerque"),
    ("MorrisTiling", "morris"),
    ("SemiRegularTiling", "semiregular"),
    ("BrickTiling", "bricks"),
    ("CelticTiling", "celtic"),
    ("QuadHexTiling", "quadhex"),
    ("CircleTiling", "rings"),
    ("ConcentricTiling", "rings"),
    ("SpiralTiling", "spiral"),
    ("SquareTiling", "square"),
)


def board_kind(entry: Entry) -> str:
    """The board in a few words: `hex, 121 cells`, `square 8x8`, `graph, 33 vertices`; empty if nothing is known."""
    counts = entry.counts or {}
    if not counts:
        return ""
    held = set(entry.concepts)
    kind = next((name for concept, name in _TILINGS if concept in held), "graph")
    if "Boardless" in held:
        return f"{kind}, no edge"
    sites = int(counts["NumPlayableSitesOnBoard"])
    rows, columns = int(counts["NumRows"]), int(counts["NumColumns"])
    if kind == "square" and rows * columns == sites:
        return f"square {columns}x{rows}"
    kinds = [site for site in ("Cell", "Vertex", "Edge") if site in held]
    plural = {"Cell": "cells", "Vertex": "vertices", "Edge": "edges"}
    return f"{kind}, {sites} {plural[kinds[0]] if len(kinds) == 1 else 'sites'}"


_TAGS = (
    ("Match", "match"),
    ("DeductionPuzzle", "deduction puzzle"),
    ("PlanningPuzzle", "planning puzzle"),
    ("Simulation", "simulation"),
    ("Team", "teams"),
    ("Simultaneous", "simultaneous"),
    ("HiddenInformation", "hidden information"),
    ("Dice", "dice"),
    ("Card", "cards"),
    ("Domino", "dominoes"),
    ("StackState", "stacks"),
    ("Sow", "sowing"),
    ("LargePiece", "large pieces"),
    ("BetDecision", "betting"),
    ("Checkmate", "checkmate"),
    ("ConnectionEnd", "connection"),
    ("LineEnd", "line"),
    ("LoopEnd", "loop"),
    ("PatternEnd", "pattern"),
    ("GroupEnd", "group"),
    ("TerritoryEnd", "territory"),
    ("PathExtentEnd", "path extent"),
    ("ReachEnd", "reach"),
    ("FillEnd", "fill"),
    ("NoOwnPiecesEnd", "bear off"),
    ("EliminatePiecesEnd", "elimination"),
    ("NoTargetPieceEnd", "target piece"),
    ("ScoringEnd", "scoring"),
    ("NoMovesEnd", "blocking"),
    ("HopCapture", "hop capture"),
    ("CustodialCapture", "custodial capture"),
    ("SurroundCapture", "surround capture"),
    ("EncloseCapture", "enclose capture"),
    ("InterveneCapture", "intervention capture"),
    ("DirectionCapture", "directional capture"),
    ("ReplacementCapture", "replacement capture"),
    ("PromotionDecision", "promotion"),
    ("PromotionEffect", "promotion"),
    ("SwapOption", "swap rule"),
    ("MaxCapture", "must capture most"),
)
"""Words for the concepts that say most about a game."""


def tags_of(concepts: Collection[str]) -> list[str]:
    """What a game is about, in a few words each, the most telling first."""
    held = set(concepts)
    return list(dict.fromkeys(tag for concept, tag in _TAGS if concept in held))
