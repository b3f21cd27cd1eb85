"""The move buffer: moves are pushed, read, changed and combined here before one of them is applied.

A move takes `GAME.move` bytes: mover, from, to, lowest and highest level, the number and the address of its actions,
the number of its consequents, whether it is one of a pair of twins, and its consequents. An action takes `GAME.stride`
bytes: kind, whether it is a decision, parameters. A consequent among the actions is of kind 0. Where functions are
counted (`counting.py`) both end with the number of the function that has made them.

The chosen move is the first. Where it was pushed at a point (`chosen_moves.py`), `GAME.chosen` holds what its actions
take, and they are put together when somebody looks at them.
"""

from ....low.words import copy, i32, load32, outside, shr_u, store32
from .registers import ACTS, GAME, MEMORY, MOVES, RULE, E, more, stop

MOVE = MAKER = 64
MOVER, FROM, TO, LEVEL_MIN, LEVEL_MAX, N_ACTS, ACTIONS, N_THEN, TWIN, THEN = range(0, 40, 4)
MOST_THEN = 7
KIND, DECISION, PARAMS = 0, 4, 8

record_point = outside("record_point")


def move_at(i: i32) -> i32:
    """The address of a move."""
    return GAME.moves + i * GAME.move


def move_room(where: i32) -> None:
    """Makes sure that there is room for one more move."""
    if E.n_moves >= GAME.cap_moves:
        no_move_room(where)


def no_move_room(where: i32) -> None:
    if E.n_moves >= GAME.max_moves:
        stop(MEMORY, 1, where)
    more(MOVES)


def act_room(n: i32) -> None:
    """Makes sure that there is room for more actions."""
    if E.n_acts + n > GAME.cap_acts:
        more(ACTS)


def act_new(kind: i32, decision: i32) -> i32:
    """The address of a new action."""
    act_room(1)
    a = GAME.acts + E.n_acts * GAME.stride
    E.n_acts += 1
    store32(a, kind)
    store32(a, decision, DECISION)
    if GAME.counting:
        store32(a, E.counted, GAME.acted)
    return a


def act_copy(a: i32) -> None:
    copy(act_new(0, 0), a, GAME.stride)


def act_then(fn: i32) -> None:
    store32(act_new(0, 0), fn, PARAMS)


def then_add(m: i32, fn: i32) -> None:
    n = load32(m, N_THEN)
    if n == MOST_THEN:
        stop(RULE, -4, -1)
    store32(m + n * 4, fn, THEN)
    store32(m, n + 1, N_THEN)


def move_attach(mark: i32, fn: i32) -> None:
    for i in range(mark, E.n_moves):
        m = move_at(i)
        then_add(m, fn)
        if load32(m, TWIN):
            then_add(m, fn)


def attach_chosen(mark: i32, fn: i32) -> None:
    if E.target >= mark and E.target < E.n_moves:
        then_add(GAME.moves, fn)
        if load32(GAME.moves, TWIN):
            then_add(GAME.moves, fn)


def move_set_movers(mark: i32, mover: i32) -> None:
    for i in range(mark, E.n_moves):
        store32(move_at(i), mover, MOVER)


def movers_chosen(mark: i32, mover: i32) -> None:
    if E.target >= mark and E.target < E.n_moves:
        store32(GAME.moves, mover, MOVER)


def move_close(mover: i32, begins: i32, ends: i32, level_min: i32, level_max: i32, where: i32) -> None:
    move_room(where)
    m = move_at(E.n_moves)
    store32(m, mover, MOVER)
    store32(m, begins, FROM)
    store32(m, ends, TO)
    store32(m, level_min, LEVEL_MIN)
    store32(m, level_max, LEVEL_MAX)
    store32(m, E.n_acts - E.open_act, N_ACTS)
    store32(m, GAME.acts + E.open_act * GAME.stride, ACTIONS)
    store32(m, 0, N_THEN)
    store32(m, 0, TWIN)
    if GAME.counting:
        store32(m, E.counted, MAKER)
    E.n_moves += 1


def as_record(i: i32) -> None:
    """Puts the actions of a move together, if that was not done yet."""
    if GAME.points:
        record_chosen(i)


def record_chosen(i: i32) -> None:
    if i == 0 and E.point != 0:
        first = E.n_acts
        record_point()
        store32(GAME.moves, E.n_acts - first, N_ACTS)
        store32(GAME.moves, GAME.acts + first * GAME.stride, ACTIONS)
        E.point = 0


def move_copy(i: i32, where: i32) -> None:
    as_record(i)
    move_room(where)
    copy(move_at(E.n_moves), move_at(i), GAME.move)
    store32(move_at(E.n_moves), 0, TWIN)
    E.n_moves += 1


def move_twin(i: i32, where: i32) -> None:
    move_copy(i, where)
    store32(move_at(i), 1, TWIN)
    store32(move_at(E.n_moves - 1), 1, TWIN)


def move_drop(lo: i32, hi: i32) -> None:
    if lo < hi:
        copy(move_at(lo), move_at(hi), (E.n_moves - hi) * GAME.move)
    E.n_moves -= hi - lo


def move_put(i: i32, j: i32) -> None:
    copy(move_at(i), move_at(j), GAME.move)


def move_swap(i: i32, j: i32) -> None:
    copy(GAME.scratch, move_at(i), GAME.move)
    copy(move_at(i), move_at(j), GAME.move)
    copy(move_at(j), GAME.scratch, GAME.move)


def move_splice(lo: i32, hi: i32) -> None:
    """A combined move keeps only the `passed` notes of its first part."""
    for i in range(lo, hi):
        m = move_at(i)
        a = load32(m, ACTIONS)
        for _k in range(load32(m, N_ACTS)):
            if i == lo or load32(a) != GAME.passed:
                act_copy(a)
            a += GAME.stride
        for j in range(load32(m, N_THEN)):
            act_then(load32(m + j * 4, THEN))


def move_reopen(i: i32) -> None:
    as_record(i)
    E.open_act = E.n_acts
    a = load32(move_at(i), ACTIONS)
    for _k in range(load32(move_at(i), N_ACTS)):
        act_copy(a)
        a += GAME.stride


def move_reclose(i: i32) -> None:
    as_record(i)
    store32(move_at(i), GAME.acts + E.open_act * GAME.stride, ACTIONS)
    store32(move_at(i), E.n_acts - E.open_act, N_ACTS)


def move_detach(lo: i32, hi: i32) -> None:
    for i in range(lo, hi):
        store32(move_at(i), 0, N_THEN)


def move_decisions(lo: i32, hi: i32, decision: i32) -> None:
    """A consequent among the actions is none."""
    for i in range(lo, hi):
        a = load32(move_at(i), ACTIONS)
        for _k in range(load32(move_at(i), N_ACTS)):
            store32(a, decision if load32(a) else 0, DECISION)
            a += GAME.stride


def move_is_pass(i: i32) -> i32:
    if GAME.points:
        return chosen_is_pass(i)
    return record_is_pass(i)


def chosen_is_pass(i: i32) -> i32:
    if i == 0 and E.point != 0:
        return E.chosen_pass
    return record_is_pass(i)


def record_is_pass(i: i32) -> i32:
    passes = 0
    a = load32(move_at(i), ACTIONS)
    for _k in range(load32(move_at(i), N_ACTS)):
        if load32(a, DECISION) and load32(a) != GAME.pass_:
            return 0
        passes = passes | (load32(a) == GAME.pass_)
        a += GAME.stride
    return passes


def move_same(i: i32, j: i32) -> i32:
    as_record(i)
    as_record(j)
    m = move_at(i)
    n = move_at(j)
    for _k in range(6):
        if load32(m) != load32(n):
            return 0
        m += 4
        n += 4
    m = move_at(i)
    n = move_at(j)
    if load32(m, N_THEN) != load32(n, N_THEN) or load32(m, TWIN) != load32(n, TWIN):
        return 0
    for k in range(load32(m, N_THEN)):
        if load32(m + k * 4, THEN) != load32(n + k * 4, THEN):
            return 0
    a = load32(m, ACTIONS)
    b = load32(n, ACTIONS)
    for _k in range(load32(m, N_ACTS)):
        for _j in range(shr_u(GAME.acted, 2)):
            if load32(a) != load32(b):
                return 0
            a += 4
            b += 4
        a += GAME.stride - GAME.acted
        b += GAME.stride - GAME.acted
    return 1


def export_chosen(mark: i32) -> None:
    """Of moves that were built where one is chosen, the chosen one becomes the first of the buffer."""
    if E.target >= mark and E.target < E.n_moves:
        copy(GAME.moves, move_at(E.target), GAME.move)


def export_found(mark: i32) -> None:
    for i in range(mark, E.n_moves):
        if load32(move_at(i), TO) == E.probe:
            E.found = 1
