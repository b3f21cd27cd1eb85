"""The fields of the state that every game has, and helpers over players.

Ranks are doubled, so that shared ranks such as 1.5 are integers.
"""

from __future__ import annotations

from .prelude import Expr, Feature, FieldKind, Lowering

TURN_LIMIT = 1250  # rounds, Ludii's limit of turns: times the number of players
MOVE_LIMIT = 10000  # Ludii's limit of moves
NO_WINNER_YET = -2


def declare_fields(lo: Lowering) -> None:
    """Declares what Ludii keeps in its state and trial besides the containers."""
    n = lo.n_players + 1
    ints = {
        "rng": 0, "mover": 1, "next": 2 if lo.n_players > 1 else 1, "prev": 0, "counter": -1, "temp": -1, "turn": 1,
        "turn_same": 0, "passes": 0, "decided": -1, "pot": 0, "trump": -1, "stored": 0, "over": 0,
        "winner": NO_WINNER_YET,
        "active": (1 << lo.n_players) - 1, "triggered": 0, "stalemated": 0, "winners": 0, "losers": 0,
        "losses_now": 0, "n_moves": 0, "n_start": 0,
        # the last move: its header, and what its actions say once consequents are known
        "last_mover": 0, "last_from": -1, "last_to": -1, "last_level_min": 0, "last_level_max": 0, "last_is_pass": 0,
        "has_last": 0, "last_after_from": -1, "last_after_to": -1,
    }  # fmt: skip
    if lo.flags.simulation:
        ints |= {"mover": 0, "next": 0}
    for name, init in ints.items():
        lo.field(name, FieldKind.INT, bits=64 if name in ("rng", "stored") else 32, init=init)
    for name, init in (("phase", 0), ("rank", 0), ("score", 0), ("payoff", 0), ("amount", 0), ("player_value", -1)):
        lo.field(name, FieldKind.ARRAY, size=n + 1, init=init)
    lo.field("team", FieldKind.ARRAY, size=n + 1)
    lo.field("order", FieldKind.ARRAY, size=n + 1)  # the seat of each player (swaps change it)
    lo.program.caps["pending"] = 16
    lo.field("pending", FieldKind.LIST, cap="pending")
    if lo.flags.uses(Feature.VISITED):
        lo.field("visited", FieldKind.SET)
    lo.program.caps["to_remove"] = 32
    lo.field("to_remove", FieldKind.LIST, cap="to_remove")
    # enough history for a round of passes and for the previous mover
    lo.field("past_mover", FieldKind.ARRAY, size=history(lo), bits=8)
    lo.field("past_pass", FieldKind.ARRAY, size=history(lo), bits=8)
    lo.field("latest_pass", FieldKind.INT)  # the number of moves when it was made, itself included; 0: none yet
    if lo.eq.dice:
        lo.field("dice_sum", FieldKind.ARRAY, size=len(lo.eq.dice))
    lo.program.constants["players"] = lo.n_players
    for slot in ("from", "to", "between", "site", "level", "value", "player", "track", "pip", "hint", "edge"):
        lo.context_slot(slot)


def history(lo: Lowering) -> int:
    """The number of latest moves that the state remembers: a power of two."""
    return 1 << (4 * max(1, lo.n_players) + 3).bit_length()


def place_in_history(lo: Lowering, k: Expr) -> Expr:
    """The place in the history of a game's k-th move, from 0."""
    return k & history(lo) - 1
