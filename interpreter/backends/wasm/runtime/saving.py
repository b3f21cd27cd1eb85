"""Copies of the state on which rules try moves, and digests of positions. A list of digests only looks for one that may
be in it, by its lowest bits: those that were in the list at some time since the state was replaced as a whole."""

from ....low.words import (
    constant,
    copy,
    fill,
    i32,
    i64,
    load32,
    load64,
    load_bits,
    narrow,
    outside,
    shr_u,
    store32,
    store64,
    wide,
    wide_u,
)
from .registers import FULL, GAME, SAVED, TOO_LONG, E, more, stop

save_results = outside("save_results")
restore_results = outside("restore_results")
save_tried = outside("save_tried")
load_tried = outside("load_tried")
save_whole = outside("save_whole")
load_whole = outside("load_whole")
SEEN_BYTES = 8192


def new_copy() -> i32:
    """The address of room for one more copy, before which its memoised results are noted."""
    if E.n_saved >= GAME.max_saved:
        stop(TOO_LONG, 1, -1)
    if E.n_saved >= GAME.cap_saved:
        more(SAVED)
    at = GAME.saved + E.n_saved * GAME.saved_size
    E.n_saved += 1
    save_results(at)
    return at


def last_copy() -> i32:
    E.n_saved -= 1
    return GAME.saved + E.n_saved * GAME.saved_size


def state_push() -> None:
    save_tried(new_copy() + GAME.results_size)


def state_pop() -> None:
    at = last_copy()
    load_tried(at + GAME.results_size)
    restore_results(at)


def whole_push() -> None:
    save_whole(new_copy() + GAME.results_size)


def whole_pop() -> None:
    at = last_copy()
    load_whole(at + GAME.results_size)
    restore_results(at)


def copy_push() -> None:
    """A copy on which rules draw."""
    whole_push()
    E.on_copy += 1


def copy_pop() -> None:
    """What was drawn on it remains drawn."""
    drawn: i64 = load64(GAME.copies_rng)
    whole_pop()
    E.on_copy -= 1
    store64(GAME.copies_rng, drawn)


def mixed(h: i64, value: i64) -> i64:
    """A digest with one more value."""
    z: i64 = (h ^ value) * 0xFF51AFD7ED558CCD
    return z ^ shr_u(z, 32)


def mixed_words(h: i64, at: i32, n: i32) -> i64:
    """Four words at a time are mixed in lanes that do not wait for each other."""
    b: i64 = h ^ 0xBF58476D1CE4E5B9
    c: i64 = h ^ 0x94D049BB133111EB
    d: i64 = h ^ 0xC4CEB9FE1A85EC53
    while n >= 4:
        h = (h ^ load64(at)) * 0xFF51AFD7ED558CCD
        b = (b ^ load64(at, 8)) * 0xFF51AFD7ED558CCD
        c = (c ^ load64(at, 16)) * 0xFF51AFD7ED558CCD
        d = (d ^ load64(at, 24)) * 0xFF51AFD7ED558CCD
        h = h ^ shr_u(h, 32)
        b = b ^ shr_u(b, 32)
        c = c ^ shr_u(c, 32)
        d = d ^ shr_u(d, 32)
        at += 32
        n -= 4
    for _i in range(n):
        h = mixed(h, load64(at))
        at += 8
    return mixed(mixed(mixed(h, b), c), d)


def mixed_rows(bits: constant, h: i64, at: i32, n: i32, cap: i32, blank: i32) -> i64:
    """The same with the values of rows that grow. Those that are blank count for nothing: more room changes nothing."""
    for i in range(n):
        value = load_bits(bits, at)
        if value != blank:
            h = mixed(mixed(h, wide(i // cap)), wide(i % cap) << 32 ^ wide_u(value))
        at += bits // 8
    return h


def mixed_list(bits: constant, h: i64, at: i32) -> i64:
    n = load32(at)
    h = mixed(h, wide(n))
    at += 8
    for _i in range(n):
        h = mixed(h, wide(load32(at)) if bits == 32 else load64(at))
        at += bits // 8
    return h


def seen_word(number: i32, h: i64) -> i32:
    return GAME.seen + number * SEEN_BYTES + (narrow(shr_u(h, 6)) & 1023) * 8


def seen_mark(number: i32, h: i64) -> None:
    p = seen_word(number, h)
    one: i64 = 1
    store64(p, load64(p) | one << (h & 63))


def seen_begin(number: i32, at: i32) -> None:
    if (E.seen_known >> number) & 1:
        return
    fill(GAME.seen + number * SEEN_BYTES, 0, SEEN_BYTES)
    for i in range(load32(at)):
        seen_mark(number, load64(at + i * 8, 8))
    E.seen_known = E.seen_known | (1 << number)


def digest_count(number: i32, at: i32, h: i64) -> i32:
    """How often a digest is in a list of digests: the list's number and address."""
    seen_begin(number, at)
    if (narrow(shr_u(load64(seen_word(number, h)), h & 63)) & 1) == 0:
        return 0
    n = 0
    for i in range(load32(at)):
        if load64(at + i * 8, 8) == h:
            n += 1
    return n


def digest_push(number: i32, at: i32, cap: i32, cap_number: i32, h: i64) -> None:
    n = load32(at)
    if n >= cap:
        stop(FULL, cap_number, -1)
    seen_begin(number, at)
    store64(at + n * 8, h, 8)
    store32(at, n + 1)
    seen_mark(number, h)


def copy_list(to: i32, start: i32, shift: i32) -> None:
    """A list of the state, as far as it is used; values of 1 << shift bytes."""
    n = load32(start)
    store32(to, n)
    if n:
        copy(to + 8, start + 8, n << shift)
