"""Functions in the small language, for its tests. Nothing here runs as Python."""

from __future__ import annotations

from ludparse.interpreter.low.words import (
    Known,
    any_of,
    ctz,
    each_word,
    i32,
    i64,
    load32,
    narrow,
    no_words,
    ones,
    outside,
    shr_u,
    store32,
    wide_u,
    words,
)  # fmt: skip

FIRST = 7


class Registers:
    calls: i32


E = Registers()
GAME = Known()
twice = outside("twice")


def arithmetic(a: i32, b: i32) -> i32:
    return (a + b) * 3 - (a & b) + (a << 2) - (-b) + shr_u(a, 28)


def comparing(a: i32, b: i32) -> i32:
    if a < b and not a > 4:
        return 1
    return 2 if a == b or a > 100 else FIRST


def loops(n: i32) -> i32:
    total = 0
    for i in range(n):
        if i == 3:
            continue
        if i > 6:
            break
        total += i
    while total > 10:
        total -= 10
    return total


def long_words(a: i64, b: i32) -> i64:
    wide: i64 = 0xFF51AFD7ED558CCD
    return (a ^ wide_u(b)) * wide


def counted() -> i32:
    E.calls += 1
    return E.calls


def place_of(i: i32) -> i32:
    """The value of one parameter."""
    return FIRST + i * GAME.doubles


def places(a: i32, b: i32) -> i32:
    i = a - b
    return place_of(place_of(a) << 1) - place_of(i + counted())


def decided(a: i32) -> i32:
    if GAME.doubles:
        return twice(a)
    return a


def kept(at: i32, value: i32) -> i32:
    store32(at, value, 4)
    return load32(at + 4)


def members(a: i64, b: i64) -> i32:
    """The members of a set of two words, added up."""
    both: words = no_words()
    both[0] = a
    both[1] = b
    total = 0
    left: words = both & both
    while any_of(left):
        for k in each_word():
            if left[k] != 0:
                total += narrow(ctz(left[k])) + 64 * k
                left[k] = left[k] & (left[k] - 1)
    return total + narrow(ones(both[0])) * 1000
