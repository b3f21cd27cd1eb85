"""Words that the language does not have, and what their authors mean by them.

Each is a way of writing of other languages, or of rulebooks, that has one counterpart here; where it has two, or none,
the word is not in these tables.
"""

from __future__ import annotations

from ludparse.reader.mending import OPERATORS

__all__ = [
    "BELONGS", "COMPARISONS", "COMPLETED", "CONSTANTS", "EACH", "EFFECT", "FOLLOWING", "IDLE", "KEYWORDS", "KINDS",
    "NAMING", "NUMBERS", "PLAYERS", "ROLES", "SAID_WITH", "SITES", "WHOLE", "WRAPPERS",
]  # fmt: skip

KEYWORDS = {
    **OPERATORS, "!": "not",
    "equals": "=", "equal": "=", "greaterthan": ">", "lessthan": "<", "plus": "+", "sum": "+", "minus": "-",
    "times": "*", "eq": "=", "ne": "!=", "neq": "!=", "gte": ">=", "geq": ">=", "lte": "<=", "leq": "<=",
    "multiply": "*", "divide": "/", "subtract": "-", "modulo": "%", "mod": "%",
    "capture": "remove", "delete": "remove", "has": "is", "jump": "hop", "line": "is Line", "loop": "is Loop",
    "empty": "is Empty", "occupied": "is Occupied", "in": "is In", "pieces": "count Pieces", "adjacent": "sites Around",
    "around": "sites Around", "region": "sites", "previous": "prev", "nextplayer": "next", "number": "count",
    "playagain": "moveAgain", "again": "moveAgain", "contains": "is In", "put": "place", "grid": "board",
    "when": "if", "whenever": "if", "source": "from", "target": "to", "destination": "to", "assign": "set",
    "upgrade": "promote", "each": "forEach", "extraturn": "moveAgain", "extramove": "moveAgain",
}  # fmt: skip
"""A keyword, in small letters -> the right one, with the word that comes first."""

COMPARISONS = {
    "at least": ">=", "atleast": ">=", "at most": "<=", "atmost": "<=", "more than": ">", "morethan": ">",
    "less than": "<", "fewer than": "<", "fewerthan": "<", "exactly": "=",
}  # fmt: skip
"""A keyword, or one and the word after it, in small letters -> the comparison. The number comes first with these words
and last with the signs, so that nothing is put right without its author."""

KINDS = {
    ("move", "jump"): "Hop", ("move", "walk"): "Step", ("move", "glide"): "Slide",
    ("move", "place"): "Add", ("move", "put"): "Add", ("sites", "owned"): "Occupied",
    ("sites", "all"): "Board", ("sites", "edge"): "Outer", ("sites", "edges"): "Outer", ("sites", "border"): "Outer",
    ("sites", "boundary"): "Outer", ("sites", "adjacent"): "Around", ("sites", "neighbours"): "Around",
    ("sites", "neighbors"): "Around", ("sites", "neighbour"): "Around", ("sites", "neighbor"): "Around",
    ("sites", "free"): "Empty", ("sites", "vacant"): "Empty", ("sites", "unoccupied"): "Empty",
    ("sites", "neighboring"): "Around", ("sites", "neighbouring"): "Around", ("move", "capture"): "Remove",
    ("is", "friendly"): "Friend", ("is", "own"): "Friend", ("is", "owned"): "Friend", ("no", "repetition"): "Repeat",
    ("no", "repetitions"): "Repeat",
}  # fmt: skip
"""A keyword and the word after it, in small letters -> the right word."""

CONSTANTS = {
    "opponent": ("Next", "Enemy"), "opponents": ("Next", "Enemy"), "opp": ("Next", "Enemy"), "ortho": ("Orthogonal",),
    "orthogonally": ("Orthogonal",), "diag": ("Diagonal",), "diagonals": ("Diagonal",), "diagonally": ("Diagonal",),
    "straight": ("Orthogonal",), "currentplayer": ("Mover",),
    "alldirections": ("All",), "horizontal": ("(directions {E W})",), "vertical": ("(directions {N S})",),
    "turn": ("(count Turns)",), "turns": ("(count Turns)",), "mover": ("(mover)",), "next": ("(next)",),
    "prev": ("(prev)",), "f": ("Forward",), "b": ("Backward",), "l": ("Leftward",), "r": ("Rightward",),
}  # fmt: skip
"""A constant, in small letters -> what may be meant, of which one fits at a place. Two players have one opponent."""

ROLES = {"mover": "Mover", "next": "Next", "prev": "Prev"}
"""A number of a player -> the role that names the same player."""

WRAPPERS = frozenset(("apply", "from", "to", "site", "piece", "id", "directions"))
"""Keywords around one argument that says the same without them, where it is what is expected."""

SITES = frozenset(("ahead", "between", "centrePoint", "coord", "handSite", "last", "regionSite", "site"))
"""Keywords of numbers that are sites, and no players or amounts."""

WHOLE = {"draw": "(result Mover Draw)", "turn": "(count Turns)", "turns": "(count Turns)"}
"""A call without arguments, in small letters -> what is meant."""

COMPLETED = {("result", "Draw"): "Mover Draw", ("result", "Tie"): "Mover Tie", ("sites", "Occupied"): "Occupied by:All"}
"""A keyword and the word after it where no other argument is needed to know what is meant -> all of it: a draw is one
for all players, and sites that are occupied are so by anybody."""

_OUTER = "(is In {} (sites Outer))"

SAID_WITH = {
    ("is", "edge", 1): _OUTER, ("is", "border", 1): _OUTER, ("is", "corner", 1): "(is In {} (sites Corners))",
    ("is", "centre", 1): "(is In {} (sites Centre))", ("is", "center", 1): "(is In {} (sites Centre))",
    ("is", "equal", 2): "(= {} {})", ("is", "equals", 2): "(= {} {})", ("is", "same", 2): "(= {} {})",
    ("is", "equalto", 2): "(= {} {})", ("is", "notequal", 2): "(!= {} {})", ("is", "greaterthan", 2): "(> {} {})",
    ("is", "lessthan", 2): "(< {} {})", ("is", "turn", 1): "(is Mover {})",
    ("is", "boardfull", 0): "(is Full)", ("is", "ring", 0): "(is Loop)", ("value", "score", 1): "(score {})",
    ("is", "adjacent", 2): "(is In {} (sites Around {}))", ("sites", "region", 1): "(sites {})",
    ("exists", "", 1): "(> (count Sites in:{}) 0)", ("inc", "", 2): "(+ {} {})", ("dec", "", 2): "(- {} {})",
    ("inc", "", 1): "(+ {} 1)", ("dec", "", 1): "(- {} 1)",
}  # fmt: skip
"""A keyword, the word after it in small letters, empty for any, and the number of other arguments -> how the same is
said with these arguments, which stand there in their order."""

NAMING = frozenset(("regions", "piece", "phase", "track", "map"))
"""Calls that give a name to what they are about, which comes first."""

PLAYERS = frozenset(("white", "black", "red", "blue", "green", "yellow", "player", "opponent", "me", "you", "self"))
"""Words, in small letters, that name a player elsewhere. Which of them is meant is not known."""

NUMBERS = {
    word: str(number) for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
}  # fmt: skip
"""Numbers in words, in small letters."""

EACH = frozenset(("both", "everyone", "everybody", "eachplayer", "allplayers"))
"""Words, in small letters, for all players as the owners of what each has for himself."""

BELONGS = {
    "then": "(then …) is the last part of a move or of an effect, outside of its (to …) and all other parts.",
    "result": "A result is written in the end rules alone: (end (if <condition> (result …))).",
    "apply": "An effect is written with (apply …) in (to …) and (between …), and without it elsewhere.",
}
"""A keyword -> where it may stand, which is said where it cannot."""

FOLLOWING = "What happens after a move stands in (then …), and what happens at a place of it in (apply …) there."
"""Of an effect directly within a move."""

EFFECT = "What happens there is written in (apply …)."
"""Of an effect directly within `(to …)` or `(between …)`."""

IDLE = frozenset(("else", "then"))
"""Words that other languages write between the parts of a call."""
