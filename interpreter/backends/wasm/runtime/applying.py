"""Applying a move: its actions, its consequents, and the record of the actions that were applied."""

from ....low.words import call_numbered, copy, i32, load32, outside, store32
from .buffer import ACTIONS, DECISION, N_ACTS, N_THEN, PARAMS, THEN, TWIN, act_copy, as_record, move_at
from .registers import APPLIED, GAME, NO_LIMIT, E, deeper, more, tick

apply_action = outside("apply_action")
apply_point = outside("apply_point")


def record(kind: i32, decision: i32) -> i32:
    """The address of a new action of the record."""
    if E.n_applied >= GAME.cap_applied:
        more(APPLIED)
    a = GAME.applied + E.n_applied * GAME.stride
    E.n_applied += 1
    store32(a, kind)
    store32(a, decision, DECISION)
    if GAME.counting:
        store32(a, E.made_by if E.made_by >= 0 else E.counted, GAME.acted)
    return a


def apply_actions(i: i32) -> None:
    if GAME.points:
        apply_chosen(i)
    else:
        apply_record(i)


def apply_chosen(i: i32) -> None:
    if i == 0 and E.point != 0:
        apply_point()
    else:
        apply_record(i)


def apply_record(i: i32) -> None:
    a = load32(move_at(i), ACTIONS)
    for _k in range(load32(move_at(i), N_ACTS)):
        kind = load32(a)
        if kind == 0:
            apply_consequent(load32(a, PARAMS))
        elif kind != GAME.passed:
            if GAME.counting:
                by = E.made_by
                E.made_by = load32(a, GAME.acted)
            if E.recording:
                outer = E.applying
                r = record(kind, load32(a, DECISION))
                copy(r + PARAMS, a + PARAMS, GAME.stride - PARAMS)
                E.applying = r
                apply_action(kind, r)
                E.applying = outer
            else:
                apply_action(kind, a)
            if GAME.counting:
                E.made_by = by
        a += GAME.stride


def apply_thens(i: i32) -> None:
    for k in range(load32(move_at(i), N_THEN)):
        apply_consequent(load32(move_at(i) + k * 4, THEN))


def apply_consequent(fn: i32) -> None:
    """Of what a consequent does nothing may be left out, even where its move is only tried."""
    moves0 = E.n_moves
    acts0 = E.n_acts
    enough = E.enough
    outer = E.consequent
    tick(fn)
    deeper(fn)
    E.consequent = fn
    E.enough = NO_LIMIT
    call_numbered(fn)
    for i in range(moves0, E.n_moves):
        apply_record(i)  # none of them is the chosen move
        apply_thens(i)
    E.n_moves = moves0
    E.n_acts = acts0
    E.enough = enough
    E.consequent = outer
    E.depth -= 1


def applied_rotate(base: i32, n: i32) -> None:
    """The last n actions go to the front of those from base on."""
    last = GAME.applied + (E.n_applied - 1) * GAME.stride
    first = GAME.applied + base * GAME.stride
    for _i in range(n):
        copy(GAME.scratch, last, GAME.stride)
        copy(first + GAME.stride, first, last - first)
        copy(first, GAME.scratch, GAME.stride)


def copy_applied(lo: i32, hi: i32) -> None:
    for j in range(lo, hi):
        act_copy(GAME.applied + j * GAME.stride)


def move_insert_applied(i: i32, at: i32, lo: i32, hi: i32) -> None:
    as_record(i)
    m = move_at(i)
    first = load32(m, ACTIONS)
    n = load32(m, N_ACTS)
    begin = E.n_acts
    for k in range(n + 1):
        if k == at or (k == n and at > n):
            copy_applied(lo, hi)
            if load32(m, TWIN):
                copy_applied(lo, hi)
        if k < n:
            act_copy(first + k * GAME.stride)
    store32(m, GAME.acts + begin * GAME.stride, ACTIONS)
    store32(m, E.n_acts - begin, N_ACTS)


def move_replace_applied(i: i32, lo: i32, hi: i32) -> None:
    as_record(i)
    m = move_at(i)
    store32(m, GAME.acts + E.n_acts * GAME.stride, ACTIONS)
    copy_applied(lo, hi)
    store32(m, hi - lo, N_ACTS)
    store32(m, 0, N_THEN)
