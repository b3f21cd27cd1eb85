"""What engines call. A call that fails leaves its reason in registers, and the caller's state is as it was.

The state stands at `GAME.state` before and after. What engines read and give stands in the buffer `out`: moves as
`packed.py` reads them; of random games for each the number of moves, whether it was cut short, and twice the ranks.
"""

from ....low.words import copy, i32, i64, load8, load32, load64, outside, store32, store64, wide
from ...c.flat_engine import MUST_BUILD, NO_MOVE
from .buffer import ACTIONS, MOVER, N_ACTS, N_THEN, PARAMS, THEN, act_new, as_record, move_at, move_close, then_add
from .counting import count_anew, count_played
from .numbers import game_seed, pick, seed_copies, splitmix
from .registers import GAME, MEMORY, NO_LIMIT, OUT, RULE, E, more, next_position, stop
from .saving import whole_pop, whole_push

entry_start = outside("entry_start")
entry_moves = outside("entry_moves")
entry_play = outside("entry_play")
entry_consequences = outside("entry_consequences")
entry_count = outside("entry_count")
entry_choose = outside("entry_choose")
begin_context = outside("begin_context")
init_state = outside("init_state")
forget_results = outside("forget_results")
is_over = outside("is_over")
rank = outside("rank")
load_whole = outside("load_whole")
save_whole = outside("save_whole")
HEAD = 7
"""Numbers of a packed move before its consequents and actions."""


def clear() -> None:
    E.n_moves = 0
    E.n_acts = 0
    E.n_applied = 0
    E.applied_base = 0
    E.n_lists = 0
    E.point = 0


def begin() -> None:
    E.n_saved = 0
    E.depth = 0
    E.on_copy = 0
    E.building = 0
    E.enough = NO_LIMIT
    E.seen_known = 0
    E.in_rounds = 0
    E.consequent = -1
    E.where = -1
    E.recording = 1
    E.status = 0
    forget_results()
    begin_context()
    clear()
    next_position()


def out_room(n: i32) -> None:
    if n > GAME.cap_out:
        more(OUT)


def put(at: i32, value: i32) -> i32:
    """Writes a number to `out`: the place after it."""
    store32(GAME.out + at * 4, value)
    return at + 1


def put_actions(at: i32, a: i32, n: i32) -> i32:
    for _k in range(n):
        size = load8(GAME.n_params + load32(a))
        out_room(at + 2 + size)
        copy(GAME.out + at * 4, a, 8 + size * 4)
        at += 2 + size
        a += GAME.stride
    return at


def put_head(at: i32, m: i32, n_acts: i32, n_then: i32) -> i32:
    out_room(at + HEAD + n_then)
    copy(GAME.out + at * 4, m, 20)
    at = put(put(at + 5, n_acts), n_then)
    copy(GAME.out + at * 4, m + THEN, n_then * 4)
    return at + n_then


def export_moves() -> i32:
    """The number of moves, 0, where each begins and the last one ends, and the moves. Returns how many numbers."""
    n = E.n_moves
    out_room(3 + n)
    at = put(put(0, n), 0) + n + 1
    for i in range(n):
        m = move_at(i)
        put(2 + i, at)
        at = put_head(at, m, load32(m, N_ACTS), load32(m, N_THEN))
        at = put_actions(at, load32(m, ACTIONS), load32(m, N_ACTS))
    put(2 + n, at)
    return at


def import_move() -> None:
    """The packed move in `out` becomes the only one in the buffer."""
    E.open_act = 0
    p = GAME.out
    n_acts = load32(p, 20)
    n_then = load32(p, 24)
    at = p + (HEAD + n_then) * 4
    for _k in range(n_acts):
        size = load8(GAME.n_params + load32(at))
        a = act_new(load32(at), load32(at, 4))
        copy(a + PARAMS, at + 8, size * 4)
        at += 8 + size * 4
    move_close(load32(p), load32(p, 4), load32(p, 8), load32(p, 12), load32(p, 16), -1)
    for k in range(n_then):
        then_add(GAME.moves, load32(p + (HEAD + k) * 4))


def start(rng: i64) -> None:
    begin()
    init_state()
    store64(GAME.rng, rng)
    entry_start()


def moves() -> i32:
    begin()
    if not is_over():
        entry_moves()
    return export_moves()


def play(tell: i32) -> i32:
    """Applies the move in `out`, or tells what it would do. Its head is kept aside: rules may overwrite the buffer."""
    begin()
    import_move()
    if load32(GAME.moves, MOVER) < 0:
        stop(RULE, -10, -1)
    copy(GAME.head, GAME.moves, GAME.move)
    if tell:
        if GAME.draws_on_copies:
            seed_copies()
        E.on_copy += 1
        entry_consequences(0)
        E.on_copy -= 1
    else:
        entry_play(0)
    out_room(4)
    put(put(put(0, 1), 1), 4)
    at = put_head(4, GAME.head, E.n_applied, 0)
    at = put_actions(at, GAME.applied, E.n_applied)
    put(3, at)
    return at


def count_moves() -> i32:
    """The number of legal moves, found without building them."""
    E.n_rounds = 0
    E.in_rounds = 0
    E.enough = GAME.max_moves
    entry_count()
    n = E.n_moves
    E.n_moves = 0
    E.enough = NO_LIMIT
    if n < 0 or n > GAME.max_moves:  # counted moves take no room; building them ends in the error that tells where
        E.n_rounds = 0
        E.in_rounds = 0
        entry_moves()
        stop(MEMORY, 1, -1)
    return n


def choose_move(k: i32) -> None:
    """After `count_moves`: the move with this number becomes the only one in the buffer."""
    E.target = k
    E.n_rounds = 0
    E.in_rounds = 0
    entry_choose()
    E.n_moves = 1


def count() -> i32:
    if GAME.selectable:
        begin()
        return 0 if is_over() else count_moves()
    return MUST_BUILD


def choose(k: i32) -> i32:
    if GAME.selectable:
        begin()
        if k < 0 or is_over():
            return NO_MOVE
        if k >= count_moves():
            return NO_MOVE
        choose_move(k)
        as_record(0)
        return export_moves()
    return MUST_BUILD


def perft(depth: i32) -> i64:
    begin()
    E.recording = GAME.records
    if depth <= 0:
        return 1
    return leaves(depth)


def leaves(depth: i32) -> i64:
    """What the moves of a position come to at a depth; it leaves the buffers as they were."""
    if is_over():
        return 1
    next_position()
    first = E.n_moves
    acts = E.n_acts
    applied = E.n_applied
    entry_moves()
    end = E.n_moves
    n: i64 = 0
    if depth <= 1:
        n = n + wide(end - first)
    else:
        for i in range(first, end):
            whole_push()
            next_position()
            acts_now = E.n_acts
            entry_play(i)
            E.n_moves = end
            E.n_acts = acts_now
            E.n_applied = applied
            E.n_lists = 0
            n = n + leaves(depth - 1)
            whole_pop()
    E.n_moves = first
    E.n_acts = acts
    E.n_applied = applied
    E.n_lists = 0
    return n


def start_game(rng: i64) -> None:
    """A start that is always the same is only found once."""
    if E.has_start:
        load_whole(GAME.started)
        store64(GAME.rng, rng)
        return
    clear()
    init_state()
    store64(GAME.rng, rng)
    entry_start()
    if GAME.same_start:
        save_whole(GAME.started)
        E.has_start = 1


def reseed(bits: i64) -> None:
    bits = bits ^ load64(GAME.rng)
    store64(GAME.rng, bits)
    if GAME.draws_on_copies:
        store64(GAME.copies_rng, bits)


def playouts(restart: i32, first: i64, n: i32, seed: i64, max_moves: i32) -> None:
    """Random games with the numbers first, first + 1, … of a seed. A game depends only on the seed and its number. Not
    from the start, each begins with the state at `GAME.given`. `games` counts those that are over."""
    begin()
    E.recording = GAME.records
    E.games = 0
    size = GAME.players + 2
    out_room(n * size)
    for g in range(n):
        forget_results()
        E.seen_known = 0
        game_seed(GAME.chance, seed, first + wide(g))
        bits: i64 = splitmix(GAME.chance)
        if GAME.counting:
            count_anew()
        if restart:
            start_game(bits)
        else:
            load_whole(GAME.given)
            reseed(bits)
        E.plies = 0
        while not is_over() and (max_moves < 0 or E.plies < max_moves):
            clear()
            next_position()
            if not play_one():
                break
            E.plies += 1
        at = g * size
        put(at, E.plies)
        put(at + 1, not is_over())
        for p in range(GAME.players):
            put(at + 2 + p, rank(p + 1))
        E.games += 1


def play_one() -> i32:
    """Plays a random legal move, if there is one."""
    if GAME.selectable:
        n = count_moves()
        if n == 0:
            return 0
        choose_move(pick(GAME.chance, n))
        entry_play(0)
        return 1
    entry_moves()
    if E.n_moves == 0:
        return 0
    play_counted(pick(GAME.chance, E.n_moves))
    return 1


def play_counted(i: i32) -> None:
    if GAME.counting:
        count_played(i)
    entry_play(i)


def play_given(rng: i64, n: i32) -> None:
    """Plays the legal moves with the n numbers in `out` from the start."""
    begin()
    E.recording = GAME.records
    count_anew()
    start_game(rng)
    for k in range(n):
        if is_over():
            break
        clear()
        next_position()
        entry_moves()
        i = load32(GAME.out + k * 4)
        if i < 0 or i >= E.n_moves:
            break
        play_counted(i)
