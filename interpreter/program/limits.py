"""What sets and the evaluation of one position may take, and what is said of more, or of a value that does not fit."""

from __future__ import annotations

__all__ = [
    "MAX_CALLS",
    "MAX_MOVES",
    "MAX_SET_STACK",
    "MAX_STEPS",
    "MAX_WIDTH",
    "does_not_fit",
    "nested_too_deep",
    "no_such_site",
    "too_many_moves",
    "too_many_steps",
]

MAX_WIDTH = 100_000
"""Sites of a game, and so the width of its sets. A description may name sites that the game lacks, up to there."""

MAX_SET_STACK = 1 << 20
"""Bytes that the sets of functions which call one another may take on the stack: half of the stack that pages have."""

MAX_STEPS = 100_000_000
"""Steps (iterations of loops that are counted, consequents) that the evaluation of one position may take.

The most that was measured in recorded games of Ludii is 760,000.
"""

MAX_CALLS = 400
"""How deep functions that can come to themselves again, and consequents, may be called within one another."""

MAX_MOVES = 1 << 20
"""Moves that may be held at one time: those that are legal in a position, or made on the way to them."""

_ENDLESS = "the rules may never end"


def too_many_steps() -> str:
    """The message for a position whose evaluation takes more than `MAX_STEPS`."""
    return f"evaluating one position took more than {MAX_STEPS:,} steps: {_ENDLESS}"


def nested_too_deep() -> str:
    """The message for a call depth of more than `MAX_CALLS`."""
    return f"these rules call themselves more than {MAX_CALLS} deep: {_ENDLESS}"


def too_many_moves() -> str:
    """The message for more than `MAX_MOVES` moves."""
    return f"the moves of one position grew past {MAX_MOVES:,}"


def no_such_site(site: int) -> str:
    """The message for the number of a site that no game has."""
    return f"there is no site {site}: at most {MAX_WIDTH - 1} is possible"


def does_not_fit(field: str, bits: int, value: int) -> str:
    """The message for a value that is too wide."""
    name = field.rpartition("_")[0] if field[-2:-1] == "_" else field
    most = 1 << bits - 1
    return f"{name.replace('_', ' ')} {value} does not fit: between {-most} and {most - 1} are possible"
