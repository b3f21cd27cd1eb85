"""Arithmetic that may fail, and random numbers."""

from ....low.words import ctz, i32, i64, load64, narrow, ones, shr_u, store64, wide, wide_u
from .registers import GAME, RULE, WIDE, E, stop


def div(a: i32, b: i32, where: i32) -> i32:
    if b == 0:
        stop(RULE, -3, where)
    if b == -1:
        return 0 - a
    return a // b


def mod(a: i32, b: i32, where: i32) -> i32:
    if b == 0:
        stop(RULE, -3, where)
    if b == -1:
        return 0
    return a % b


def too_wide(value: i32, field: i32, where: i32) -> None:
    """A value does not fit into a field of 8 or 16 bits."""
    E.field = field
    stop(WIDE, value, where)


def splitmix(at: i32) -> i64:
    """The next 64 bits of the generator at an address."""
    z: i64 = load64(at) + 0x9E3779B97F4A7C15
    store64(at, z)
    z = (z ^ shr_u(z, 30)) * 0xBF58476D1CE4E5B9
    z = (z ^ shr_u(z, 27)) * 0x94D049BB133111EB
    return z ^ shr_u(z, 31)


def game_seed(at: i32, seed: i64, game: i64) -> None:
    """Puts the generator of a random game of a seed at an address. Games of one seed can be played in any order."""
    store64(at, game ^ 0xD1B54A32D192ED03)
    b: i64 = splitmix(at) * 0x2545F4914F6CDD1D
    store64(at, seed)
    store64(at, splitmix(at) ^ b)


def pick(at: i32, n: i32) -> i32:
    """A number from 0 to n - 1."""
    return narrow(shr_u(shr_u(splitmix(at), 32) * wide_u(n), 32))


def random_long() -> i64:
    """The next 64 bits of the generator that is in use."""
    if GAME.draws_on_copies:
        return splitmix(GAME.copies_rng if E.on_copy else GAME.rng)
    return splitmix(GAME.rng)


def random_bits() -> i32:
    z: i64 = random_long()
    return narrow(shr_u(z, 32)) ^ narrow(z)


def random_int(bound: i32, where: i32) -> i32:  # noqa: RET503 (the loop ends with a return)
    if bound <= 0:
        stop(RULE, -5, where)
    if (bound & (0 - bound)) == bound:
        return narrow(wide(bound) * wide_u(shr_u(random_bits(), 1)) >> 31)
    while 1:
        bits = shr_u(random_bits(), 1)
        value = bits % bound
        if wide(bits) - wide(value) + wide(bound - 1) <= 2147483647:
            return value


def seed_copies() -> None:
    if E.on_copy == 0:
        store64(GAME.copies_rng, load64(GAME.rng))


def ones_below(n: i32, first: i32) -> i64:
    """Of a word that begins with the site `first`, the bits of the sites below n."""
    if n <= first:
        return 0
    if n - first >= 64:
        return -1
    return (wide(1) << wide_u(n - first)) - 1


def bit_number(b: i64, k: i32) -> i32:
    """The place of the k-th lowest one; there are more than k."""
    at = 0
    c = narrow(ones(b & 0xFFFFFFFF))
    if k >= c:
        k -= c
        at = 32
        b = shr_u(b, 32)
    c = narrow(ones(b & 0xFFFF))
    if k >= c:
        k -= c
        at += 16
        b = shr_u(b, 16)
    c = narrow(ones(b & 0xFF))
    if k >= c:
        k -= c
        at += 8
        b = shr_u(b, 8)
    while k > 0:
        b = b & (b - 1)
        k -= 1
    return at + narrow(ctz(b))
