"""Concepts of how a game is drawn, from the `(graphics …)` of its metadata."""

from __future__ import annotations

from collections.abc import Iterator

from ludparse import ludemes as L
from ludparse.expansion.metadata import Metadata
from ludparse.ludemes.enums import StoreType
from ludparse.reader.syntax import Array, Atom, AtomKind, Call, Node

__all__ = ["of_graphics"]

_BOARDS = {
    "Chess": "ChessStyle",
    "Go": "GoStyle",
    "PenAndPaper": "PenAndPaperStyle",
    "Shibumi": "ShibumiStyle",
    "Backgammon": "BackgammonStyle",
    "Janggi": "JanggiStyle",
    "Xiangqi": "XiangqiStyle",
    "Shogi": "ShogiStyle",
    "Table": "TableStyle",
    "Surakarta": "SurakartaStyle",
    "Tafl": "TaflStyle",
    "Graph": "GraphStyle",
}

_ROWS = {2: "MancalaTwoRows", 3: "MancalaThreeRows", 4: "MancalaFourRows", 6: "MancalaSixRows"}
_STACKS = frozenset({"Backgammon", "Default", "None", "Reverse"})
"""Ways to draw what stands on a site that show it as a stack."""


def of_graphics(metadata: Metadata, board: L.Ludeme, found: set[str]) -> set[str]:
    """The concepts of the pictures. `found`: those of the rules; `board`: the node of the board."""
    concepts: set[str] = set()
    for node in metadata.section("graphics"):
        if isinstance(node, Call):
            words = list(_words(node))
            if node.keyword == "board" and words[:1] == ["Style"]:
                concepts |= _board_style(words[1:], board, found)
            elif node.keyword == "no" and words[:1] == ["Board"]:
                concepts.add("NoBoard")
            elif node.keyword == "stackType":
                concepts.add("StackType")
                if _STACKS & set(words):
                    concepts.add("Stack")
            elif node.keyword == "piece" and words[:1] == ["Families"]:
                if "Abstract" in _strings(node):
                    concepts.add("MarkerComponent")
            elif node.keyword == "show":
                concepts |= _show(words)
    return concepts


def _show(words: list[str]) -> set[str]:
    if words[:1] == ["Symbol"]:
        return {"Symbols"}
    if words[:2] == ["Piece", "State"]:
        return {"ShowPieceState"}
    return {"ShowPieceValue"} if words[:2] == ["Piece", "Value"] else set()


def _board_style(words: list[str], board: L.Ludeme, found: set[str]) -> set[str]:
    style = words[0] if words else ""
    if style != "Mancala":
        return {_BOARDS[style]} if style in _BOARDS else set()
    concepts = {"MancalaStyle", "MancalaBoard"}
    if not isinstance(board, L.MancalaBoard):
        return concepts | ({"MancalaCircular"} if "CircleTiling" in found else set())
    if board.store is not StoreType.None_:
        concepts.add("MancalaStores")
    if board.rows in _ROWS:
        concepts.add(_ROWS[board.rows])
    return concepts | {"Sow"}


def _words(node: Call) -> Iterator[str]:
    """The plain words among the arguments, in order; Ludii takes a small first letter for a capital."""
    for arg in node.args:
        if isinstance(arg.value, Atom) and arg.name is None and arg.value.kind is AtomKind.SYMBOL:
            yield arg.value.text[:1].upper() + arg.value.text[1:]


def _strings(node: Node) -> set[str]:
    if isinstance(node, Atom):
        return {node.text} if node.kind is AtomKind.STRING else set()
    if isinstance(node, Array):
        return {text for item in node.items for text in _strings(item)}
    return {text for arg in node.args for text in _strings(arg.value)}
