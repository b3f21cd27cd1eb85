"""Positions that have occurred: what the rules against repetition and cycles compare.

A positional digest covers what stands on all sites, the unnamed variable, teams and seats; a situational one also the
players' turn. (Ludii compares 64-bit hashes of the same parts.)
"""

from __future__ import annotations

from ludparse.ludemes.enums import RepetitionType

from .prelude import Expr, Feature, FieldKind, Lowering, ir

POSITION, SITUATION = 0, 1
GAME, TURN = 0, 1
_ASKED = {
    RepetitionType.Positional: (POSITION, GAME),
    RepetitionType.PositionalInTurn: (POSITION, TURN),
    RepetitionType.Situational: (SITUATION, GAME),
    RepetitionType.SituationalInTurn: (SITUATION, TURN),
}
KEEP_STORED = "keep_stored"  # 1 while a move is only tried: the position it is compared with must not be replaced


def declare(lo: Lowering) -> None:
    """Declares the lists of digests that the game's rules need."""
    f = lo.flags
    position = Feature.REPEAT_POSITION | Feature.REPEAT_POSITION_IN_TURN | Feature.CYCLES
    situation = Feature.REPEAT_SITUATION | Feature.REPEAT_SITUATION_IN_TURN
    if f.uses(position | situation):
        _declare_lists(lo)


def seen(lo: Lowering, kind: RepetitionType | None) -> Expr:
    """Whether the present position has occurred before; by default the position alone, in the whole game.

    Where Ludii does not see the question it keeps no positions.
    """
    if not lo.program.hash_lists:
        return ir.FALSE
    return lo.run("hash_has", *_ASKED[kind or RepetitionType.Positional])


def stored(lo: Lowering) -> int:
    """The number of the list that holds the digest of the most recently stored position, if any."""
    _declare_lists(lo)
    lo.program.caps["stored"] = 2
    name = lo.field("stored_digest", FieldKind.LIST, bits=64, cap="stored")
    lo.field(KEEP_STORED, FieldKind.INT)
    if name not in lo.program.hash_lists:
        lo.program.hash_lists.append(name)
    return lo.program.hash_lists.index(name)


def _declare_lists(lo: Lowering) -> None:
    if lo.program.hash_lists:
        return
    lo.program.caps |= {
        "seen": 2048,
        "seen_turn": 64,
    }  # enough for most games and turns without enlarging the state
    lo.field("seen", FieldKind.LIST, bits=64, cap="seen")
    lo.field("seen_turn", FieldKind.LIST, bits=64, cap="seen_turn")
    lo.program.hash_lists = ["seen", "seen_turn"]
    content = [n for n in lo.program.fields if n.split("_")[0] in _CONTENT and n[-2:] in ("_c", "_v", "_e")]
    lo.program.hashed = [
        [*content, "temp", "team", "order"],
        [*content, "temp", "team", "order", *_SITUATION],
    ]


_SITUATION = (
    *("mover", "next", "prev", "active", "triggered", "stalemated", "pending"),
    *("turn_same", "score", "passes"),
)
_CONTENT = {"what", "who", "count", "state", "rotation", "value", "height"}


def remember_start(lo: Lowering) -> None:
    """Stores the digests of the initial position."""
    f = lo.flags
    if f.uses(Feature.REPEAT_POSITION):
        lo.run("hash_push", POSITION, GAME)
    if f.uses(Feature.REPEAT_POSITION_IN_TURN):
        lo.run("hash_push", POSITION, TURN)


def remember(lo: Lowering) -> None:
    """Stores the digests after a move. mover and prev are still those of the move."""
    f = lo.flags
    other = ir.ne(lo.get("mover"), lo.get("prev"))
    if f.uses(Feature.REPEAT_POSITION):
        if f.uses(Feature.CYCLES):
            lo.run("hash_push", POSITION, GAME)
        else:
            with lo.if_(other):
                lo.run("hash_push", POSITION, GAME)
    elif f.uses(Feature.CYCLES):
        lo.run("hash_push", POSITION, GAME)
    for feature, variant in (
        (Feature.REPEAT_POSITION_IN_TURN, POSITION),
        (Feature.REPEAT_SITUATION_IN_TURN, SITUATION),
    ):
        if f.uses(feature):
            with lo.if_(other):
                lo.list_field("clear", "seen_turn")
            lo.run("hash_push", variant, TURN)
    if f.uses(Feature.REPEAT_SITUATION):
        with lo.if_(other):
            lo.run("hash_push", SITUATION, GAME)


def is_cycle(lo: Lowering) -> Expr:
    """Whether the latest n·n positions (n players) have occurred three times in a row.

    The second and third run are compared with the latest one position by position, from the latest back.
    """
    length = lo.n_players * lo.n_players
    same = lo.var(lo.length("seen") >= 3 * length, "cycle")
    with lo.if_(same), lo.for_range(0, length, "i") as i:
        last = lo.length("seen") - 1 - i
        now, before, first = (lo.get("seen", last - k * length) for k in range(3))
        with lo.if_(ir.ne(now, before) | ir.ne(now, first)):
            lo.assign(same, False)
            lo.break_()
    return same
