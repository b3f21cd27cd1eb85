"""Local lists: the length, and the values. They lie beside each other, each with the same room."""

from ....low.words import (
    below,
    constant,
    copy,
    ctz,
    i32,
    lane_signs,
    lanes_equal,
    load32,
    load_v128,
    splat,
    store32,
    v128,
)
from .registers import GAME, ITEMS, RULE, more, stop


def list_push(at: i32, value: i32) -> None:
    n = load32(at)
    if n * 4 + 8 > GAME.list_size:
        more(ITEMS)
    store32(at + n * 4, value, 4)
    store32(at, n + 1)


def list_set(at: i32, i: i32, value: i32, where: i32) -> None:
    if not below(i, load32(at)):
        stop(RULE, -6, where)
    store32(at + i * 4, value, 4)


def list_remove_at(at: i32, i: i32, where: i32) -> None:
    if not below(i, load32(at)):
        stop(RULE, -6, where)
    copy(at + i * 4 + 4, at + i * 4 + 8, (load32(at) - i - 1) * 4)
    store32(at, load32(at) - 1)


def list_insert(at: i32, i: i32, value: i32, where: i32) -> None:
    n = load32(at)
    if below(n, i):
        stop(RULE, -6, where)
    list_push(at, value)
    copy(at + i * 4 + 8, at + i * 4 + 4, (n - i) * 4)
    store32(at + i * 4, value, 4)


def list_clear(at: i32) -> None:
    store32(at, 0)


def list_sort(at: i32) -> None:
    for i in range(1, load32(at)):
        value = load32(at + i * 4, 4)
        j = i
        while j > 0 and load32(at + j * 4) > value:
            store32(at + j * 4, load32(at + j * 4), 4)
            j -= 1
        store32(at + j * 4, value, 4)


def find(bits: constant, at: i32, n: i32, lo: i32, hi: i32, value: i32) -> i32:
    """The first index from lo up to hi, and below n, at which an array has a value; hi where there is none.

    Sixteen bytes are read at a time, also beyond the end.
    """
    end = n if hi > n else hi
    if lo < 0:
        lo = 0
    if bits < 32 and not below(value + (1 << (bits - 1)), 1 << bits):
        return hi
    wanted: v128 = splat(bits, value)
    while lo < end:
        same = lane_signs(bits, lanes_equal(bits, load_v128(at + lo * (bits // 8)), wanted))
        if same:
            lo += ctz(same)
            return lo if lo < end else hi
        lo += 128 // bits
    return hi
