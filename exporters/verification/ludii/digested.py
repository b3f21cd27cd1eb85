"""Games that Ludii plays at random, told by digests alone (`ludparse.interpreter.game.ply_digests`).

What computes them is a small class of Java, because bringing all texts and sites to Python would take longer than
Ludii needs to play. Its source is in `java/`, and the compiled class, which `make java` builds, in `built/`.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .errors import LudiiCrashError, LudiiVersionError
from .words import message_of

if TYPE_CHECKING:
    from .bridge import Bridge

__all__ = ["digested"]

_NANOSECONDS = 50_000_000
"""After this time Java tells of the moves so far, so that a slow game is not taken for one that hangs."""


def digested(bridge: Bridge, *, rng: Sequence[int], plies: int, seed: int) -> Iterator[list[list[int]]]:
    """A random game of the game that was loaded last, row by row, as many rows at once as Java tells. The first row is
    the digest of the position at the start and whether the game is over (1 or 0). Each ply adds one: mover, number of
    legal moves, their digest, which one was played, the digests of that move and of the position after it, and whether
    the game is over. Nothing of a match.

    The same moves as `Bridge.record` makes with the seed. Digests are signed. Raises LudiiCrashError (with its ply),
    LudiiVersionError.
    """
    java, game = bridge.java, bridge.game
    if game.hasSubgames():
        return
    ply = -1
    try:
        trial, context, _ = bridge.started(rng)
        followed = java.Digests(game, context)
        over = int(trial.over())
        rows = [[int(followed.position()), over]]
        chance = random.Random(seed)
        words: list[int] = []
        while ply + 1 < plies and not over:
            words += [chance.getrandbits(32) for _ in range(2 * plies + 32 - len(words))]
            used, *values = _ints(followed.random(array("I", words), plies - ply - 1, _NANOSECONDS))
            del words[:used]
            rows += [values[k : k + 7] for k in range(0, len(values), 7)]
            ply += len(values) // 7
            if rows:
                over = rows[-1][-1]
                yield rows
                rows = []
            failed = followed.failed()
            if failed is not None:
                ply += 1
                raise failed
        if rows:
            yield rows
    except java.jpype.JClass("java.lang.LinkageError") as problem:
        raise LudiiVersionError(
            f"Ludii {java.version} has no {problem.getMessage()}, which is needed",
            hint="Ludii 1.3.13 is known to work.",
        ) from problem
    except java.jpype.JException as problem:
        error = LudiiCrashError(message_of(problem))
        error.ply = ply
        raise error from problem


def _ints(values: Any) -> list[int]:
    return array("i", memoryview(values).tobytes()).tolist()
