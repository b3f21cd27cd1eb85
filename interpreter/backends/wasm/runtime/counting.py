"""Counts what the functions of a traced program do (`covering.py`): a row of `Counts` for each, in `GAME.counts`."""

from ....low.words import fill, i32, i64, load32, load64, store64, wide
from .buffer import MAKER, move_at
from .registers import GAME, E

ASKED, HELD, MADE, OFFERED, PLAYED, REMOVED, LEAST, MOST = range(0, 64, 8)
ROW = 64


def count_anew() -> None:
    fill(GAME.counts, 0, GAME.counts_size)
    E.counted = -1
    E.made_by = -1


def counts_at() -> i32:
    return GAME.counts


def add(fn: i32, place: i32, n: i64) -> None:
    if fn >= 0:
        at = GAME.counts + fn * ROW + place
        store64(at, load64(at) + n)


def count_move(m: i32, place: i32) -> None:
    add(load32(m, MAKER), place, 1)


def count_played(i: i32) -> None:
    """Legal moves were found, and one of them is played."""
    for k in range(E.n_moves):
        count_move(move_at(k), OFFERED)
    count_move(move_at(i), PLAYED)


def count_removed() -> None:
    """Something takes a piece off, in play or on a copy."""
    if E.n_saved == 0:
        add(E.made_by if E.made_by >= 0 else E.counted, REMOVED, 1)


def count_made(fn: i32, before: i32) -> None:
    """Moves that are in the buffer now and were not."""
    if E.n_moves > before:
        add(fn, MADE, wide(E.n_moves - before))


def count_number(fn: i32, value: i64) -> None:
    at = GAME.counts + fn * ROW
    if load64(at, ASKED) == 1 or value < load64(at, LEAST):
        store64(at, value, LEAST)
    if load64(at, ASKED) == 1 or value > load64(at, MOST):
        store64(at, value, MOST)
