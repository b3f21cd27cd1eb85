"""Words that the language does not have, and what their authors mean by them.

Each is a way of writing of other languages, or of rulebooks, that has one counterpart here; where it has two, or none,
the word is not in these tables.
"""

from __future__ import annotations

from ludparse.reader.mending import OPERATORS

__all__ = ["COMPARISONS", "COMPLETED", "CONSTANTS", "IDLE", "KEYWORDS", "KINDS", "WHOLE"]

KEYWORDS = {
    **OPERATORS, "!": "not",
    "equals": "=", "equal": "=", "greaterthan": ">", "lessthan": "<", "plus": "+", "sum": "+", "minus": "-",
    "times": "*", "eq": "=", "ne": "!=", "neq": "!=", "gte": ">=", "geq": ">=", "lte": "<=", "leq": "<=",
    "capture": "remove", "delete": "remove",
}  # fmt: skip
"""A keyword, in small letters -> the right one."""

COMPARISONS = {
    "at least": ">=", "atleast": ">=", "at most": "<=", "atmost": "<=", "more than": ">", "morethan": ">",
    "less than": "<", "fewer than": "<", "fewerthan": "<", "exactly": "=",
}  # fmt: skip
"""A keyword, or one and the word after it, in small letters -> the comparison. The number comes first with these words
and last with the signs, so that nothing is put right without its author."""

KINDS = {("move", "jump"): "Hop"}
"""A keyword and the word after it, in small letters -> the right word."""

CONSTANTS = {
    "opponent": ("Next", "Enemy"), "opponents": ("Next", "Enemy"), "ortho": ("Orthogonal",),
    "orthogonally": ("Orthogonal",), "diag": ("Diagonal",), "diagonals": ("Diagonal",), "diagonally": ("Diagonal",),
    "horizontal": ("(directions {E W})",), "vertical": ("(directions {N S})",),
    "f": ("Forward",), "b": ("Backward",), "l": ("Leftward",), "r": ("Rightward",),
}  # fmt: skip
"""A constant, in small letters -> what may be meant, of which one fits at a place. Two players have one opponent."""

WHOLE = {"draw": "(result Mover Draw)"}
"""A call without arguments, in small letters -> what is meant."""

COMPLETED = {("result", "Draw"): "Mover Draw", ("result", "Tie"): "Mover Tie", ("sites", "Occupied"): "Occupied by:All"}
"""A keyword and the word after it where no other argument is needed to know what is meant -> all of it: a draw is one
for all players, and sites that are occupied are so by anybody."""

IDLE = frozenset(("else", "then"))
"""Words that other languages write between the parts of a call."""
