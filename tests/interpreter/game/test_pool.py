"""A pool of positions: its positions are those that states reach, on both backends, and no wrong handle reaches native
code."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludparse import IllegalMoveError, LudLimitError, LudUnsupportedError, load
from ludparse.interpreter.backends.c.compile import QUICK
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.game.chance_outcomes import outcomes_of
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.arranged import unpacked
from ludparse.interpreter.play.playouts import Chance
from tests import secrets
from tests.corpus import LIBRARY, needs_corpus
from tests.interpreter.descriptions import CROWDED, DUEL
from tests.interpreter.passes.test_at_once import GAMES as COUNTED_AT_ONCE

np = pytest.importorskip("numpy")

from ludparse.interpreter.game.pool import Gathered, Pool  # noqa: E402
from ludparse.interpreter.game.vector import CUT, OVER, RUNNING, VectorGame  # noqa: E402
from ludparse.interpreter.play.tensors import Seen  # noqa: E402

SECRET = """(game "Secret" (players 2) (equipment {(board (square 2)) (piece "Stone" Each) (piece "Rock" Each)})
    (rules (play (or (move Add (piece (id "Stone" Mover)) (to (sites Empty)))
                     (move Add (piece (id "Rock" Mover)) (to (sites Empty)))
                     (then (set Hidden What at:(last To) to:Next))))
           (end (if (is Full) (result Mover Win)))))"""
THROW = """(game "Throw" (players 2) (equipment {(board (square 3)) (dice d:4 num:2) (piece "Stone" Each)})
    (rules (play (do (roll)
        next:(forEach Die (if (= (pips) 1) (move Add (to (sites Empty))) (move Add (to (centrePoint)))))))
           (end (if (is Full) (result Mover Win)))))"""
BRANCHES = """(game "Branches" (players 2) (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)) (then (if (= 1 (value Random (range 1 3)))
               (set Counter (+ 20 (value Random (range 1 2)))) (set Counter 10)))))
           (end {(if (= (counter) 22) (result P1 Win)) (if (is Full) (result Mover Win))})))"""
TOWERS = """(game "Towers" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each (move Step (to if:True) stack:True))})
    (rules (start {(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top))})
           (play (forEach Piece)) (end (if (>= (counter) 30) (result Mover Draw)))))"""
UNEVEN = """(game "Uneven" (players 2) (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules (play (random {3 1} {(move Add (to (sites Empty))) (move Pass)}))
           (end (if (is Full) (result Mover Win)))))"""
GAMES = {"moves": "Ponds", "dice": "Caravans", "hidden": SECRET, "optimised": SECRET}


def game_of(source: str, backend: str = "python") -> SingleGame:
    game = load(source, backend=backend)
    assert isinstance(game, SingleGame)
    return game


@pytest.fixture
def quickly_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludparse.interpreter.game.vector_native.OPTIMISED", QUICK)


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.telling("dice", "optimised")
def test_positions_are_those_of_states(kind: str, c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both backends, against states that play the same actions from the same seeds. Optimised: as users run it."""
    if kind != "optimised":
        monkeypatch.setattr("ludparse.interpreter.game.vector_native.OPTIMISED", QUICK)
    games = [game_of(GAMES[kind], backend) for backend in ("auto", "python")]
    pools = [Pool(game, 30) for game in games]
    states = [games[1].start(seed=seed) for seed in (1, 2, 3)]
    handles = [pool.start([1, 2, 3]) for pool in pools]
    chance, ended = random.Random(1), 0
    for ply in range(30):
        assert np.array_equal(*handles)
        native, plain = (pool.gather(own) for pool, own in zip(pools, handles, strict=True))
        for one, other in zip((*native[:4], *native.seen), (*plain[:4], *plain.seen), strict=True):
            assert np.array_equal(one, other)
        for k, state in enumerate(states):
            numbers = [] if state.over else list(dict.fromkeys(state.actions()))
            assert [pool.lists(own)[k] for pool, own in zip(pools, handles, strict=True)] == [numbers] * 2
            assert native.masks[k].nonzero()[0].tolist() == sorted(numbers)
            assert native.ended[k] == (OVER if state.over else RUNNING)
            if state.over:
                ended += 1
                assert native.rewards[k].tolist() == [2 * v - 1 for v in state.by_seat(tuple(state.ranking[1:3]))]
            else:
                assert native.seats[k] == state.seats[state.mover - 1]
                seen = games[1].tensors.look(state, player=state.mover)
                assert np.array_equal(native.seen.planes[k], seen.planes)
                assert np.array_equal(native.seen.numbers[k], seen.numbers)
        going = [k for k, state in enumerate(states) if not state.over]
        if not going:
            break
        actions = [chance.choice(states[k].actions()) for k in going]
        seeds = [chance.randrange(1 << 40) for _ in going] if ply % 2 else None
        states = [states[k] for k in going]
        for k, state in enumerate(states):
            if seeds is not None:
                state.reseed(seeds[k])
            state.apply(state.move(actions[k]))
        grown = [pool.expand(own[going], actions, seeds=seeds) for pool, own in zip(pools, handles, strict=True)]
        for pool, own in zip(pools, handles, strict=True):
            pool.free(own)
        handles = grown
    assert ended or GAMES[kind] != SECRET
    assert [pool.used for pool in pools] == [len(states)] * 2


def check_games_in_turn(game: SingleGame, plies: int = 40) -> int:
    """Games that take turns in one pool are played as each alone is; how many moves were compared."""
    pool, chance = Pool(game, 20), random.Random(game.name)
    states = [game.start(seed=seed) for seed in (1, 2, 3)]
    handles, compared = pool.start([1, 2, 3]), 0
    for _ in range(plies):
        actions = [chance.choice(state.actions()) for state in states]
        after = pool.expand(handles, actions)
        pool.free(handles)
        for state, action in zip(states, actions, strict=True):
            state.apply(state.move(action))
        assert [state.key for state in pool.states(after)] == [state.key for state in states]
        compared += len(states)
        going = [k for k, state in enumerate(states) if not state.over and state.actions()]
        if not going:
            break
        states, handles = [states[k] for k in going], after[going]
    return compared


@pytest.mark.parametrize("name", [*COUNTED_AT_ONCE, "Leapfrogs", "Two Shores"])
@pytest.mark.telling("steps")
def test_games_take_turns(name: str, c_compiler: None) -> None:
    """A move is chosen by what was counted in its own position, not in that of another game. (Only optimised code keeps
    what it has counted.)"""
    assert check_games_in_turn(game_of(COUNTED_AT_ONCE.get(name, name), "auto")) > 20


@needs_corpus
@pytest.mark.parametrize("path", ["space/connection/Hex", "space/line/Connect Four", "race/reach/Breakthrough"])
def test_games_of_ludii_take_turns(path: str, c_compiler: None) -> None:
    game = load(LIBRARY / "lud" / "board" / f"{path}.lud", library=LIBRARY)
    assert isinstance(game, SingleGame) and check_games_in_turn(game) > 20


@pytest.mark.parametrize("backend", ["python", "auto"])
def test_positions_in_and_out(backend: str, c_compiler: None, quickly_compiled: None) -> None:
    game = game_of("Caravans", backend)
    pool = Pool(game, 4)
    state = game.start(seed=4)
    for _ in range(3):
        state.apply(state.legal_moves()[0])
    (handle,) = pool.put([state])
    again = pool.states([handle])[0]
    assert again.key == state.key and again.actions() == state.actions()
    (copied,) = pool.copy([handle])
    assert copied != handle and pool.states([copied])[0].key == state.key
    one, other = pool.expand([handle, copied], [state.actions()[0]] * 2)
    assert pool.states([one])[0].key == pool.states([other])[0].key
    assert pool.states([handle])[0].key == state.key  # parents stay


@pytest.mark.parametrize("backend", ["python", "auto"])
def test_a_copy_of_a_game_that_was_cut_off_is_cut_off(backend: str, c_compiler: None, quickly_compiled: None) -> None:
    """Its position is shown as it was before the move that passed a limit, and has no moves."""
    pool = Pool(game_of(CROWDED, backend), 6)
    (at,) = pool.start([1])
    for _ in range(101):
        (after,) = pool.expand([at], [1])
        pool.free([at])
        at = after
    (cut,) = pool.expand([at], [2])  # more moves follow than there are numbers
    handles = [cut, *pool.copy([cut]), *pool.resample([cut])]
    assert pool.ended(handles).tolist() == [CUT] * 3 and pool.lists(handles) == [[]] * 3
    assert pool.ended([at]).tolist() == [RUNNING] and not pool.rewards(handles).any()


def test_a_seed_draws_other_dice() -> None:
    pool = Pool(game_of(THROW), 40)
    (root,) = pool.start([1])
    action = pool.lists([root])[0][0]
    thrown = [pool.observe(pool.expand([root], [action], seeds=[seed]), 0).numbers.tobytes() for seed in range(12)]
    same = [pool.observe(pool.expand([root], [action]), 0).numbers.tobytes() for _ in range(3)]
    assert len(set(thrown)) > 3 and len(set(same)) == 1


@pytest.mark.parametrize("backend", ["python", "auto"])
def test_no_wrong_handle_or_action_gets_through(backend: str, c_compiler: None, quickly_compiled: None) -> None:
    """Every function refuses handles out of range, of no position, of another type or shape; and nothing changes."""
    pool = Pool(game_of(DUEL, backend), 3)
    handles = pool.start([0, 0])
    free = next(k for k in range(3) if k not in handles)
    functions: list[Any] = [
        pool.masks, pool.actions, pool.lists, pool.seats, pool.rewards, pool.ended, pool.observe, pool.gather,
        pool.states, pool.copy, pool.free, lambda given: pool.expand(given, np.zeros(len(given), dtype=int)),
    ]  # fmt: skip
    for function in functions:
        for wrong, why in (
            ([3], "handles go from 0 to 2"), ([-1], "handles go from 0 to 2"), ([2**40], "handles go from 0 to 2"),
            ([free], "is of no position"), ([[0]], "integers of one dimension"), ([0.0], "integers of one dimension"),
        ):  # fmt: skip
            with pytest.raises(ValueError, match=why):
                function(wrong)
    with pytest.raises(ValueError, match="named twice"):
        pool.free([handles[0], handles[0]])
    illegal = int((~pool.masks(handles)[0]).nonzero()[0][0]) if not pool.masks(handles)[0].all() else 99
    for action in (illegal, -1, 2**31, 10**6):
        with pytest.raises(IllegalMoveError, match="is not legal in the position of handle"):
            pool.expand(handles, [pool.lists(handles)[0][0], action])
    with pytest.raises(ValueError, match="actions are integers of shape"):
        pool.expand(handles, [1])
    action = pool.lists(handles)[0][0]
    with pytest.raises(LudLimitError, match="has room for 1 more"):
        pool.expand(handles, [action, action])
    with pytest.raises(ValueError, match="has seats 0 to 1"):
        pool.observe(handles, 2)
    with pytest.raises(ValueError, match="out is"):
        pool.masks(handles, np.zeros((2, 1), dtype=bool))
    assert pool.used == 2 and len(pool.start([1])) == 1


def test_callers_arrays() -> None:
    pool = Pool(game_of(DUEL), 3)
    handles = pool.start([0, 0])
    shown = pool.gather(handles)
    seen = Seen(*(np.full_like(a, 5) for a in shown.seen))
    out = Gathered(*(np.full_like(a, 1) for a in shown[:4]), seen)
    again = pool.gather(handles, out=out)
    assert again.masks is out.masks and again.seen.planes is seen.planes
    for one, other in zip((*shown[:4], *shown.seen), (*again[:4], *again.seen), strict=True):
        assert np.array_equal(one, other)


def test_what_is_no_pool() -> None:
    both = DUEL.replace("(equipment", "(mode Simultaneous) (equipment")
    with pytest.raises(LudUnsupportedError, match="move at the same time"):
        Pool(game_of(both), 1)
    with pytest.raises(ValueError, match="room=0"):
        Pool(game_of(DUEL), 0)
    with pytest.raises(ValueError, match="'board' or 'graph'"):
        Pool(game_of(DUEL), 1, observation="ludii")


# ---------------------------------------------------------------------- chance, and what is hidden


def shown(pool: Pool, handles: Any) -> list[bytes]:
    """All that is known of positions, what is thrown for the next moves included."""
    keys = [state.key for state in pool.states(handles)]
    seen, masks = pool.observe(handles, 0), pool.masks(handles)
    return [key + seen.numbers[k].tobytes() + masks[k].tobytes() for k, key in enumerate(keys)]


DRAWN = {"throws": (THROW, 16, {1 / 16}), "branches": (BRANCHES, 4, {1 / 3, 1 / 6}), "nothing": ("Ponds", 1, {1.0})}


@pytest.mark.parametrize(("backend", "draws"), [("python", 500), ("auto", 4000)])
@pytest.mark.parametrize("kind", DRAWN)
@pytest.mark.telling("throws", "branches")
def test_outcomes_are_what_is_drawn_as_often(
    kind: str, backend: str, draws: int, c_compiler: None, quickly_compiled: None
) -> None:
    """Steps with random seeds lead to the children of the outcomes and nowhere else, as often as is told."""
    source, n, parts = DRAWN[kind]
    pool = Pool(game_of(source, backend), draws + 100)
    (root,) = pool.start([1])
    action = pool.lists([root])[0][-1]
    offsets, seeds, probabilities = pool.outcomes([root], [action])
    assert len(seeds) == offsets[1] == n and abs(probabilities.sum() - 1) < 1e-12
    assert all(min(abs(part - p) for p in parts) < 1e-12 for part in probabilities)
    expected: dict[bytes, float] = {}
    for key, part in zip(shown(pool, pool.expand([root] * n, [action] * n, seeds=seeds)), probabilities, strict=True):
        expected[key] = expected.get(key, 0) + part
    drawn = shown(pool, pool.expand([root] * draws, [action] * draws, seeds=np.arange(draws) * 977))
    assert set(drawn) == set(expected)
    for key, part in expected.items():
        assert abs(drawn.count(key) - draws * part) <= 4.5 * (draws * part * (1 - part)) ** 0.5


@pytest.mark.parametrize("kind", [*DRAWN, "caravans"])
def test_both_backends_list_the_same_outcomes(kind: str, c_compiler: None, quickly_compiled: None) -> None:
    source = DRAWN[kind][0] if kind in DRAWN else "Caravans"
    pools = [Pool(game_of(source, backend), 2) for backend in ("auto", "python")]
    roots = [pool.start([5, 6]) for pool in pools]
    actions = [numbers[0] for numbers in pools[0].lists(roots[0])]
    one, other = (pool.outcomes(own, actions, seed=3) for pool, own in zip(pools, roots, strict=True))
    assert all(np.array_equal(left, right) for left, right in zip(one, other, strict=True))
    assert [pool.used for pool in pools] == [2, 2]
    again = pools[0].outcomes(roots[0], actions, seed=4)
    assert len(again.seeds) == len(one.seeds) and not set(again.seeds.tolist()) & set(one.seeds.tolist())


@pytest.mark.parametrize(
    ("bounds", "n"),
    [((6,), 6), ((6, 4), 24), ((4, 6), 24), ((6, 3), 6), ((6, 4, 3), 24), ((4, 2), 4), ((2, 4), 4), ((4, 6, 9), 72)],
)
def test_draws_from_one_number(bounds: tuple[int, ...], n: int) -> None:
    """Its first bits give a draw of a power of 2, and its remainder the others: the remainder by 6 tells that by 3, and
    leaves three of those by 9. Two draws of different kinds tell nothing of each other."""
    found = outcomes_of(lambda seed: [(Chance(seed).bits(), bound) for bound in bounds], Chance(1))
    assert [part for _, part in found] == pytest.approx([1 / n] * n)


def test_outcomes_that_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool(game_of(UNEVEN), 2)
    root = pool.start([1])
    with pytest.raises(LudUnsupportedError, match="weigh outcomes of chance"):
        pool.outcomes(root, [pool.lists(root)[0][0]])
    with pytest.raises(IllegalMoveError, match="is not legal"):
        pool.outcomes(root, [-1])
    monkeypatch.setattr("ludparse.interpreter.game.chance_outcomes.MOST_OUTCOMES", 8)
    pool = Pool(game_of(THROW), 2)
    root = pool.start([1])
    with pytest.raises(LudLimitError, match="more than 8 outcomes"):
        pool.outcomes(root, [pool.lists(root)[0][0]])


def check_deals(game: SingleGame, plies: int, every: int) -> int:
    """Positions as they might be for each seat look the same to it, and it has the same moves. Returns how many of them
    are other positions."""
    pool, chance, others = Pool(game, 3 + 2 * game.players), random.Random(1), 0
    (at,) = pool.start([1])
    for ply in range(plies):
        if pool.ended([at])[0] != RUNNING:
            break
        for seat in range(game.players) if ply % every == 0 else ():
            dealt = pool.resample([at, at], seat, seed=ply)
            before = pool.observe([at], seat)
            for k, state in enumerate(pool.states(dealt)):
                seen = pool.observe(dealt[k : k + 1], seat)
                assert np.array_equal(seen.planes, before.planes) and np.array_equal(seen.numbers, before.numbers)
                if pool.seats([at])[0] == seat:
                    assert np.array_equal(pool.masks(dealt[k : k + 1]), pool.masks([at]))
                others += state.key != pool.states([at])[0].key
            pool.free(dealt)
        (after,) = pool.expand([at], [chance.choice(pool.lists([at])[0])])
        pool.free([at])
        at = after
    return others


@pytest.mark.parametrize("backend", ["python", "auto"])
def test_a_seat_cannot_tell_what_is_dealt_anew(backend: str, c_compiler: None, quickly_compiled: None) -> None:
    assert check_deals(game_of(SECRET.replace("square 2", "square 3"), backend), 9, 2) > 0
    assert check_deals(game_of("Ponds", backend), 6, 2) == 0  # nothing is hidden


CARDS = """(game "Cards" (players 2) (equipment {(board (square 3)) (hand Each size:2) (deck cardsBySuit:4 suits:2)})
    (rules (start {(deal Cards 2)
               (set Hidden What (sites Hand P1) to:P2) (set Hidden What (sites Hand P2) to:P1)
               (set Hidden What (sites Hand P1) level:1 to:P2) (set Hidden What (sites Hand P2) level:1 to:P1)
               (set Hidden What at:13 level:0 to:All) (set Hidden What at:13 level:1 to:All)
               (set Hidden What at:13 level:2 to:P1) (set Hidden What at:13 level:3 to:All)})
           (play (forEach Piece container:(mover) (move (from) (to (sites Empty)))))
           (end (if (no Moves Next) (result Mover Win)))))"""
PURSES = """(game "Purses" (players 2)
    (equipment {(board (square 2)) (hand Each size:2) (piece "Coin" Each) (piece "Gem" Each)})
    (rules (start {(place "Coin1" (handSite P1)) (place "Gem1" coord:"A1") (place "Coin2" (handSite P2))
               (place "Gem2" (handSite P2 1)) (place "Coin2" coord:"B1") (set Hidden What (sites Occupied by:P2) to:P1)
               (set Hidden What (sites Hand P2) to:P1)})
           (play (forEach Piece container:(mover) (move (from) (to (sites Empty)))))
           (end (if (no Moves Next) (result Mover Win)))))"""


@pytest.mark.parametrize("text", [CARDS, PURSES])
def test_what_hands_decks_and_boards_hold_is_dealt_out_together(text: str) -> None:
    """Every piece that a seat does not see lies in each of the places that it might lie in, and each of these holds
    one; who may see a place stays. The other seat's own pieces stay in its sight."""
    game = game_of(text)
    pool = Pool(game, 300)
    (at,) = pool.start([3])
    before = places(pool.states([at])[0])
    unseen = [place for place, (_, _, hidden) in before.items() if hidden & 2]
    assert len(unseen) == {"Cards": 6, "Purses": 3}[game.name]
    found = set()
    for state in pool.states(pool.resample([at] * 200, 0, seed=5)):
        dealt = places(state)
        assert {place: row[1:] for place, row in dealt.items()} == {place: row[1:] for place, row in before.items()}
        assert sorted(row[0] for row in dealt.values()) == sorted(row[0] for row in before.values())
        assert all(dealt[place] == before[place] for place in before.keys() - set(unseen))
        found |= {(place, dealt[place][0]) for place in unseen}
    assert found == {(place, before[other][0]) for place in unseen for other in unseen}
    assert check_deals(game, 9, 1) > 0


def places(state: Any) -> dict[tuple[int, int], tuple[int, int, int]]:
    """By site and level what lies there, whose it is, and the players from whom its kind is hidden, as bits."""
    fields, packed = state.game.data.fields, state.game.engine.pack(state.raw)
    columns = [unpacked(packed[name], fields[name]) for name in ("what_c", "who_c", "hidden_what_c")]
    width = len(columns[0]) // fields["what_c"].size
    return {(k // width, k % width): row for k, row in enumerate(zip(*columns, strict=True)) if row[0]}


@needs_corpus
@pytest.mark.drawn(2)
@pytest.mark.parametrize("path", secrets.games_of_library())
def test_nor_in_any_game_of_ludii(path: str) -> None:
    game = secrets.library_game(path, "python")
    if not game.flags.simultaneous:
        check_deals(game, 25, 6)


def test_room_that_no_position_needs_goes_nowhere(c_compiler: None, quickly_compiled: None) -> None:
    """Neither does a pool, which has much room, make that of the game grow, nor the other way round."""
    game = game_of(TOWERS, "c")
    pool, games, state = Pool(game, 12), VectorGame(game, 1), game.start(seed=1)
    held, engine = games.save(), game.engine
    assert isinstance(engine, CEngine)
    few, stack = dict(engine.capacities), list(engine.data.caps).index("stack")
    for _ in range(9):
        state.apply(state.legal_moves()[-1])
        assert pool.states(pool.put([state])) == [state] and engine.capacities == few
    while engine.capacities["stack"] <= 4 * few["stack"]:
        engine.enlarge(stack, engine.layout_now())
    state.apply(state.legal_moves()[0])
    assert pool.states(pool.put([state])) == [state]
    games.restore(held)
