"""Functions in the small language of which some are written where they are called."""

from __future__ import annotations

from ludparse.interpreter.low.words import call_numbered, i32, i64, load32, no_words, store32, wide, words


def least(a: i32, b: i32) -> i32:
    """Short, with two returns, and called within its own operands."""
    if a < b:
        return a
    return b


def first_above(n: i32) -> i32:
    """Called once: it returns from a loop, and its locals begin anew each time."""
    for k in range(n):
        for j in range(n):
            if k * j > n:
                return k * 100 + j
    return -1


def pair(n: i32) -> words:
    """Gives two words."""
    out: words = no_words()
    out[0] = wide(n)
    out[1] = wide(n + 1)
    return out


def fibonacci(n: i32) -> i32:
    """Calls itself."""
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


def long_one(n: i32) -> i32:
    """Too long to be written twice."""
    for k in range(n):
        n = (n * 31 + k) % 1009
        n = (n * 37 + k) % 1013
        n = (n * 41 + k) % 1019
        n = (n * 43 + k) % 1021
    return n


def note(n: i32) -> None:
    if n == 3:
        return
    store32(1024, load32(1024) + n)


def by_number() -> None:
    """Called by its number, too."""
    note(100)


def run(n: i32) -> i64:
    total: i64 = 0
    store32(1024, 0)
    for k in range(n):
        total = total * 3 + wide(least(least(k, 5), least(n, least(7, k + 2))))
        total = total + wide(first_above(k))
        both: words = pair(k)
        total = total + both[0] * 5 + both[1]
        total = total + wide(fibonacci(least(k, 9)) + long_one(k) + long_one(k + 1))
        note(k)
        note(k + 1)
    by_number()
    call_numbered(0)
    return total * 100003 + wide(load32(1024))
