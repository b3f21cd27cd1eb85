"""Digests of a game, ply by ply: what two engines compare before they look at anything in detail.

Equal digests mean equal games, up to the chance of one in four thousand million a ply. They are CRC-32 of bytes that
any other engine can make as well:

- of all legal moves: for each a line `MOVER|FROM|TO|ACTIONS`, the actions with all consequences in the form of trials
  and with nothing between them;
- of a move as it was applied: its text in trials;
- of a position: whole numbers of four bytes, the lowest first. Mover, next and previous player, turn, counter, whether
  anybody is active, the value that a rule remembers (-1 without one); of each player the phase; of each player the
  rank times 1000; 1 and the score of each player, or 0 in games without scores; the same for amounts. Then
  every site that is not blank, in the order of snapshots: the code of its letter (`C`, `V`, `E`), its number, its
  count, how many pieces are told (one where the game has no stacks), and of each piece what, who, state, rotation and
  value.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..play.engine import PlyDigest
from ..play.snapshot import Snapshot, contents

if TYPE_CHECKING:
    from ..play.game_state import GameState
    from ..play.move import Move
    from .game import SingleGame

__all__ = ["PlyDigest", "follow", "of_position"]


def follow(game: SingleGame, rng: int, picks: Sequence[int]) -> list[PlyDigest]:
    """Play the legal moves with these numbers (-1: the forced pass where there is none) from the start.

    rng: the state of SplitMix64. The first digest is of the start, then there is one for each move. It ends early where
    the game does, and where there is no move with the number. Raises LudRuleError and LudLimitError.
    """
    quick = game.engine.follow(rng, picks, game.players, game.traits)
    if quick is not None:
        return quick
    state = game.start_with(rng)
    found = [PlyDigest(0, 0, 0, 0, of_position(state.snapshot()), state.over)]
    for pick in picks:
        moves = state.legal_moves()
        if state.over or pick >= len(moves) or (pick < 0) != (not moves):
            break
        mover, legal = state.mover, _of_moves(state, moves)
        done = state.apply(moves[pick] if moves else state.forced_pass())
        applied = zlib.crc32(done.text.encode())
        found.append(PlyDigest(mover, len(moves), legal, applied, of_position(state.snapshot()), state.over))
    return found


def _of_moves(state: GameState, moves: Sequence[Move]) -> int:
    lines = []
    for move in map(state.consequences, moves):
        lines.append(f"{move.mover}|{move.from_site}|{move.to_site}|{''.join(move.actions)}\n")
    return zlib.crc32("".join(lines).encode())


def of_position(snapshot: Snapshot) -> int:
    """The digest of a position."""
    numbers = [snapshot[name] for name in ("mover", "next", "prev", "turn", "counter")]
    numbers += [snapshot["active"], snapshot.get("temp", -1), *snapshot["phase"]]
    numbers += [round(rank * 1000) for rank in snapshot["ranking"][1:]]
    for values in (snapshot.get("score"), snapshot.get("amount")):
        numbers += [0] if values is None else [1, *values]
    for name, count, levels in contents(snapshot):
        numbers += [ord(name[0]), int(name[1:]), count, len(levels), *(v for level in levels for v in level)]
    return zlib.crc32(struct.pack(f"<{len(numbers)}I", *(n & 0xFFFFFFFF for n in numbers)))
