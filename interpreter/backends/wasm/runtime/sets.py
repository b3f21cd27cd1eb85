"""Operations on sets of sites that are too long to be written out where they are used. Tables of sets have a set for
each site; rows of groups and rays lie from one address up to another."""

from ....low.words import (
    any_of,
    clz,
    constant,
    ctz,
    each_word,
    each_word_down,
    i32,
    i64,
    load64,
    load_bits,
    load_words,
    narrow,
    no_words,
    ones,
    shr_u,
    store64,
    store_words,
    wide_u,
    words,
)
from .numbers import bit_number
from .registers import GAME


def add_at(at: i32, i: i32) -> None:
    p = at + (i >> 6) * 8
    one: i64 = 1
    store64(p, load64(p) | one << wide_u(i & 63))


def union(near: constant, table: i32, rows: i32, places: words) -> words:
    """The union of the sets of a table at the members of a set. near: how many words apart a member of a row and the
    row's own site are at most."""
    out: words = no_words()
    for k in each_word():
        while places[k] != 0:
            i = narrow(ctz(places[k])) + 64 * k
            places[k] = places[k] & (places[k] - 1)
            if i < rows:
                p = table + i * GAME.set_size
                for j in each_word():
                    if (j - k) * (j - k) <= near * near:
                        out[j] = out[j] | load64(p, 8 * j)
    return out


def flood(near: constant, table: i32, rows: i32, start: words, within: words) -> words:
    """A set, and what is reached from it through a second one; a table has the neighbours of each site (near: as of
    `union`)."""
    todo: words = start
    left: words = within & ~start
    while any_of(todo):
        for k in each_word():
            while todo[k] != 0:
                i = narrow(ctz(todo[k])) + 64 * k
                todo[k] = todo[k] & (todo[k] - 1)
                if i < rows:
                    p = table + i * GAME.set_size
                    for j in each_word():
                        if (j - k) * (j - k) <= near * near:
                            beside: i64 = load64(p, 8 * j) & left[j]
                            todo[j] = todo[j] | beside
                            left[j] = left[j] ^ beside
    return start | (within & ~left)


def flood_meets(near: constant, table: i32, rows: i32, start: words, within: words, target: words) -> i32:
    """Whether a member of a third set lies beside a member of `flood` of the first two and is not in it. Such a member
    is in neither of these: the search ends where it sees the first."""
    todo: words = start
    left: words = within & ~start
    wanted: words = target & ~within & ~start
    while any_of(todo):
        for k in each_word():
            while todo[k] != 0:
                i = narrow(ctz(todo[k])) + 64 * k
                todo[k] = todo[k] & (todo[k] - 1)
                if i < rows:
                    p = table + i * GAME.set_size
                    met: i64 = 0
                    for j in each_word():
                        if (j - k) * (j - k) <= near * near:
                            row: i64 = load64(p, 8 * j)
                            met = met | row & wanted[j]
                            beside: i64 = row & left[j]
                            todo[j] = todo[j] | beside
                            left[j] = left[j] ^ beside
                    if met != 0:
                        return 1
    return 0


def some_within(p: i32, end: i32, sites: words) -> i32:
    """Whether one of the groups from an address to another lies within a set."""
    outside: words = ~sites
    while p < end:
        rest: i64 = 0
        for k in each_word():
            rest = rest | load64(p, 8 * k) & outside[k]
        if rest == 0:
            return 1
        p += GAME.set_size
    return 0


def sight(p: i32, falling: i32, end: i32, through: words) -> words:
    """What is seen along rays: of each the sites up to the first that is not in a set. The rays are sets: first those
    whose sites rise, then those whose sites fall."""
    out: words = no_words()
    while p < falling:
        sees: i64 = -1
        for k in each_word():
            ray: i64 = load64(p, 8 * k)
            stops: i64 = ray & ~through[k]
            # the bits up to the lowest stop, all without one
            out[k] = out[k] | ray & (stops ^ (stops - 1)) & sees
            if stops != 0:
                sees = 0
        p += GAME.set_size
    while p < end:
        sees = -1
        for k in each_word_down():
            ray = load64(p, 8 * k)
            stops = ray & ~through[k]
            out[k] = out[k] | ray & from_highest(stops) & sees
            if stops != 0:
                sees = 0
        p += GAME.set_size
    return out


def from_highest(b: i64) -> i64:
    """The bits from the highest one upwards, all without one."""
    every: i64 = -1
    if b == 0:
        return every
    return every << (63 - clz(b))


def ray_ends(p: i32, falling: i32, end: i32, through: words) -> words:
    """Of each ray the last site before the first that is not in a set, if there is one."""
    out: words = no_words()
    while p < falling:
        sees: i64 = -1
        last = -1
        for k in each_word():
            ray: i64 = load64(p, 8 * k)
            stops: i64 = ray & ~through[k]
            free: i64 = ray & ~stops & (stops ^ (stops - 1)) & sees
            if free != 0:
                last = 64 * k + 63 - narrow(clz(free))
            if stops != 0:
                sees = 0
        out = with_site(out, last)
        p += GAME.set_size
    while p < end:
        sees = -1
        last = -1
        for k in each_word_down():
            ray = load64(p, 8 * k)
            stops = ray & ~through[k]
            free = ray & ~stops & from_highest(stops) & sees
            if free != 0:
                last = 64 * k + narrow(ctz(free))
            if stops != 0:
                sees = 0
        out = with_site(out, last)
        p += GAME.set_size
    return out


def with_site(sites: words, site: i32) -> words:
    """A set with one more member, if there is one."""
    one: i64 = 1
    for k in each_word():
        if site >> 6 == k:
            sites[k] = sites[k] | one << wide_u(site & 63)
    return sites


def row_run(bits: constant, p: i32, n: i32, at: i32, sites: words) -> i32:
    """The first position of a row of n values, from `at` on, whose value is not in a set; n, or `at` if it is more."""
    store_words(GAME.one_set, sites)
    if at < 0:
        at = 0
    while at < n:
        site = load_bits(bits, p + at * (bits // 8))
        if (narrow(shr_u(load64(GAME.one_set + (site >> 6) * 8), wide_u(site & 63))) & 1) == 0:
            return at
        at += 1
    return at


def row_set(bits: constant, p: i32, n: i32, lo: i32, hi: i32) -> words:
    """The values of a row of n at the positions from lo up to hi."""
    store_words(GAME.other_set, no_words())
    if lo < 0:
        lo = 0
    for i in range(lo, n if hi > n else hi):
        add_at(GAME.other_set, load_bits(bits, p + i * (bits // 8)))
    return load_words(GAME.other_set)


def where_grown(bits: constant, at: i32, n: i32, value: i32) -> words:
    """The indices within the width at which one of n values of an array is a given one."""
    store_words(GAME.other_set, no_words())
    most = GAME.set_size * 8
    for i in range(n if n < most else most):
        if load_bits(bits, at + i * (bits // 8)) == value:
            add_at(GAME.other_set, i)
    return load_words(GAME.other_set)


def nth(sites: words, k: i32) -> i32:
    if k < 0:
        return -1
    for j in each_word():
        c = narrow(ones(sites[j]))
        if k < c:
            return bit_number(sites[j], k) + 64 * j
        k -= c
    return -1


def least(sites: words) -> i32:
    for k in each_word():
        if sites[k] != 0:
            return narrow(ctz(sites[k])) + 64 * k
    return -1


def greatest(sites: words) -> i32:
    highest = -1
    for k in each_word():
        if sites[k] != 0:
            highest = 64 * k + 63 - narrow(clz(sites[k]))
    return highest


def shifted(sites: words, by: i32) -> words:
    """A set with a number added to each member."""
    store_words(GAME.one_set, sites)
    out: words = no_words()
    whole = by >> 6
    rest: i64 = wide_u(by & 63)
    for k in each_word():
        out[k] = word_or_none(k - whole) << rest
        if rest != 0:
            out[k] = out[k] | shr_u(word_or_none(k - whole - 1), 64 - rest)
    return out


def word_or_none(k: i32) -> i64:
    """A word of `one_set`; 0 where there is none of that number."""
    if k < 0 or k * 8 >= GAME.set_size:
        return 0
    return load64(GAME.one_set + k * 8)
