"""Many games side by side: both backends agree with each other and with single games, and errors say what is wrong."""

import copy
import gc
import os
import pickle
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ludparse import IllegalMoveError, LudLimitError, LudUnsupportedError, load
from ludparse.interpreter.backends.c.compile import BETTER, OPTIMISED, QUICK, find_compiler
from ludparse.interpreter.game.actions.numbering import Numbering
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.play.playouts import game_seed
from tests.corpus import LIBRARY, needs_corpus
from tests.interpreter.descriptions import CROWDED, DUEL, KO

np = pytest.importorskip("numpy")

from ludparse.interpreter.game.vector import CUT, ILLEGAL, OVER, RUNNING, Seen, VectorGame  # noqa: E402

ROOT = Path(__file__).parents[3]
SECRET = """(game "Secret" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)) (then (set Hidden at:(last To) to:Next))))
           (end (if (is Full) (result Mover Win)))))"""
COUNTED = "(play (forEach Value min:1 max:40 (move Add (to (sites Empty)) count:(value))))"
PLACES = """(game "Places" (players 4) (equipment {(board (square 4)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is In (last To) (sites Top)) (result Mover Win)))))"""
FIELDS = ("masks", "tensors", "rewards", "ended", "seats", "counts")
OURS = ("Caravans", "Ex Nihilo", "Gardens", "Hypnosia", "Leapfrogs", "Nebuchadnezzar", "Ponds", "Two Shores")
SAMPLE = (
    "board/space/line/Tic-Tac-Toe",
    "board/space/line/Yavalath",  # sides can change
    "board/space/territory/Reversi",
    "board/sow/two_rows/Oware",  # counts
    "board/race/escape/Backgammon",  # dice and stacks
    "board/race/reach/Geister",  # hidden pieces
    "board/race/reach/Breakthrough",
    "board/race/escape/Pachisi",  # four players
    "board/war/leaping/diagonal/Lasca",  # stacks
    "board/war/replacement/eliminate/all/Surakarta",
    "board/space/line/Quarto",  # pieces of nobody
    "board/space/line/Nine Men's Morris",
    "board/space/line/Connect Four",
    "board/space/blocking/Banqi",  # chance at the start
    "board/hunt/Fox and Geese",
    "board/war/custodial/Tablut",
    "math/nim/Nim",
    "math/graph/Dots and Boxes",  # edges
    "puzzle/planning/Peg Solitaire",  # one player
    "puzzle/deduction/Sudoku",  # no pieces
)


@pytest.fixture(autouse=True)
def quickly_compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All that optimised code does, but without optimising it."""
    monkeypatch.setattr("ludparse.interpreter.game.vector_native.OPTIMISED", (*QUICK, "-DVARIANTS"))
    yield
    gc.collect()


def game_of(source: str, backend: str = "auto") -> SingleGame:
    named = "(" not in source
    library = LIBRARY if named and (LIBRARY / "lud" / f"{source}.lud").exists() else None
    game = load(Path(LIBRARY / "lud" / f"{source}.lud") if library else source, backend=backend, library=library)
    assert isinstance(game, SingleGame)
    return game


def same_on_both_backends(source: str, lanes: int, steps: int) -> VectorGame:
    native, plain = (VectorGame(game_of(source, backend), lanes, seed=5) for backend in ("auto", "python"))
    for number in range(steps):
        for field in FIELDS:
            left, right = getattr(native, field), getattr(plain, field)
            assert np.array_equal(left, right), (number, field)
        actions = native.sample()
        assert np.array_equal(actions, plain.sample())
        for left, right in zip(native.actions(), plain.actions(), strict=True):
            assert np.array_equal(left, right)
        native.step(actions)
        plain.step(actions)
        assert (native.limited, str(native.limit)) == (plain.limited, str(plain.limit))
    return native


@pytest.mark.parametrize("name", OURS)
@pytest.mark.telling("Leapfrogs", "Caravans", "Gardens")
def test_both_backends_agree_on_games_of_our_own(name: str, c_compiler: None) -> None:
    same_on_both_backends(name, 2, 25)


@needs_corpus
@pytest.mark.drawn(8)
@pytest.mark.parametrize("path", SAMPLE)
def test_both_backends_agree_on_games_of_ludii(path: str, c_compiler: None) -> None:
    same_on_both_backends(path, 2, 25)


def test_rewards_are_the_same_numbers_on_both_backends(c_compiler: None) -> None:
    """Those who win one after another have all places from the first to the last: thirds are no binary numbers."""
    games = same_on_both_backends(PLACES, 2, 40)
    while not games.rewards[0].any():
        games.step(games.sample())
    assert sorted(games.rewards[0]) == [-1, np.float32(-1 / 3), np.float32(1 / 3), 1]


@needs_corpus
def test_room_grows_for_what_random_games_need(c_compiler: None) -> None:
    """Sowing, whose lists of positions soon outgrow four times the room that they begin with."""
    assert same_on_both_backends("board/sow/two_rows/Adi", 2, 300).limited == 0


def test_code_that_builds_all_moves(c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludparse.interpreter.game.vector_native.OPTIMISED", QUICK)
    same_on_both_backends("Two Shores", 2, 40)


@pytest.mark.parametrize("backend", ["auto", "python", "optimised"])
def test_a_lane_is_a_game_like_any_other(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Optimised: the code that users run, with all that compilers may make of it."""
    if backend == "optimised":
        monkeypatch.setattr("ludparse.interpreter.game.vector_native.OPTIMISED", OPTIMISED)
    game = game_of("Two Shores", "python" if backend == "python" else "auto")
    games = VectorGame(game, 3, seed=9)
    chances = [game_seed(9, lane) for lane in range(3)]
    states = [game.start_with(chance.bits()) for chance in chances]
    ends = 0
    for _ in range(120):
        for lane, state in enumerate(states):
            assert np.array_equal(games.masks[lane], state.action_mask())
            assert games.masks.view(np.uint8)[lane].sum() == len(state.legal_moves())  # a byte is 1, not just anything
            assert np.array_equal(games.tensors[lane], game.tensors.state(state))
        actions = games.sample()
        games.step(actions)
        for lane, state in enumerate(states):
            state.apply(state.move(int(actions[lane])))
            assert games.ended[lane] == (OVER if state.over else RUNNING)
            if state.over:
                ends += 1
                expected = [{1.0: 1.0, 2.0: -1.0}.get(place, 0.0) for place in state.ranking[1:]]
                assert games.rewards[lane].tolist() == expected
                states[lane] = game.start_with(chances[lane].bits())
    assert ends > 3


@pytest.mark.parametrize("backend", ["auto", "python"])
def test_ends(backend: str) -> None:
    game = game_of(DUEL, backend)
    games = VectorGame(game, 2, max_cycles=2)
    games.step([1, 0])
    assert games.ended.tolist() == [RUNNING, ILLEGAL]
    assert games.rewards.tolist() == [[0, 0], [-1, 0]]
    assert games.counts.tolist() == [3, 4]
    games.step([2, 1])
    assert games.ended.tolist() == [CUT, RUNNING]
    assert games.rewards.tolist() == [[0, 0], [0, 0]]
    whole = VectorGame(game, 1)
    for action in (1, 2, 3):
        whole.step([action])
    assert whole.ended.tolist() == [OVER]
    assert whole.rewards.tolist() == [[1, -1]]
    assert whole.counts.tolist() == [4]


@pytest.mark.parametrize("backend", ["auto", "python"])
@pytest.mark.telling("python")
def test_more_moves_than_numbers_cut_off_one_lane(backend: str) -> None:
    games = VectorGame(game_of(CROWDED, backend), 3)
    a1, b1 = 1, 2
    for _ in range(101):
        games.step([a1] * 3)
    assert (games.limited, games.limit) == (0, None)
    games.step([a1, b1, a1])  # move 102
    assert games.ended.tolist() == [RUNNING, CUT, RUNNING]
    assert not games.rewards.any()
    assert games.counts.tolist() == [2, 2, 2]
    assert games.limited == 1
    assert "a legal move has no number of its own" in str(games.limit)
    games.step([a1] * 3)
    games.step([b1, b1, a1])  # what is over needs no numbers
    assert games.ended.tolist() == [OVER, RUNNING, OVER]
    assert games.rewards.tolist() == [[-1, 1], [0, 0], [-1, 1]]
    assert games.limited == 1
    games.reset(0)
    assert games.limited == 1 and not games.ended.any()


def test_both_backends_cut_off_the_same_games(c_compiler: None) -> None:
    assert same_on_both_backends(CROWDED, 4, 330).limited > 3


@pytest.mark.parametrize("backend", ["auto", "python"])
@pytest.mark.telling("python")
def test_a_start_that_has_no_numbers_is_an_error(backend: str) -> None:
    many = DUEL.replace("(play (move Add (to (sites Empty))))", COUNTED)
    assert many != DUEL
    game = game_of(many, backend)
    game.actions.__dict__["numbering"] = Numbering({(-1, -1): 0}, 1, told=False, bounded=True)
    with pytest.raises(LudLimitError, match="no number of its own, and the action space has 16 in reserve"):
        VectorGame(game, 2)


def test_the_example_runs(c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one of docs/environments.md: its stacks are moved in parts, of which high ones have many."""
    monkeypatch.setattr("ludparse.interpreter.game.vector_native.OPTIMISED", BETTER)
    games = VectorGame(game_of("Ex Nihilo"), 256, seed=1)
    actions = games.sample()
    for _ in range(2000):
        games.step(games.sample(actions))
    assert games.limited == 0


@pytest.mark.parametrize("backend", ["auto", "python"])
def test_illegal_actions(backend: str) -> None:
    strict = VectorGame(game_of(DUEL, backend), 2, illegal="raise")
    with pytest.raises(IllegalMoveError, match=r"action 0 .* is not legal in lane 1; 4 are"):
        strict.step([1, 0])
    assert strict.counts.tolist() == [4, 4]
    mild = VectorGame(game_of(DUEL, backend), 2, illegal="random")
    mild.step([0, 0])
    assert mild.counts.tolist() == [3, 3]


def test_any_number_of_threads(c_compiler: None) -> None:
    game = game_of("Two Shores")
    one, three = VectorGame(game, 8, seed=2), VectorGame(game, 8, seed=2, threads=3)
    for _ in range(40):
        actions = one.sample()
        one.step(actions)
        three.step(actions)
        assert all(np.array_equal(getattr(one, field), getattr(three, field)) for field in FIELDS)


def test_seeds_and_lanes() -> None:
    game = game_of("Caravans")
    few, many = VectorGame(game, 2, seed=4), VectorGame(game, 5, seed=4)
    assert np.array_equal(few.tensors, many.tensors[:2])
    few.step(few.sample())
    few.reset(4)
    assert np.array_equal(few.tensors, many.tensors[:2])


def test_arrays_are_shared_without_copies() -> None:
    games = VectorGame(game_of(DUEL), 2)
    tensors, masks = np.from_dlpack(games.tensors), games.masks
    before = copy.deepcopy(masks)
    games.step(games.sample())
    assert np.shares_memory(tensors, games.tensors)
    assert games.masks is masks and not np.array_equal(before, masks)


def test_errors() -> None:
    game = game_of(DUEL)
    games = VectorGame(game, 2, tensors=False)
    with pytest.raises(ValueError, match=r"actions have shape \(3,\), not \(2,\)"):
        games.step([1, 2, 3])
    with pytest.raises(ValueError, match="these have dtype float64"):
        games.step([1.0, 2.0])
    with pytest.raises(ValueError, match="made with tensors=False"):
        _ = games.tensors
    with pytest.raises(ValueError, match=r"out is int64 of shape \(2,\)"):
        games.sample(np.zeros(2, dtype=np.int64))
    with pytest.raises(ValueError, match="n=0"):
        VectorGame(game, 0)
    with pytest.raises(ValueError, match="illegal='pass'"):
        VectorGame(game, 1, illegal="pass")
    both = DUEL.replace("(equipment", "(mode Simultaneous) (equipment")
    with pytest.raises(LudUnsupportedError, match="move at the same time"):
        VectorGame(game_of(both), 1)


@pytest.mark.parametrize("backend", ["auto", "python"])
@pytest.mark.parametrize("dtype", ["int64", "uint64"])
def test_numbers_that_int32_cannot_hold_are_illegal(backend: str, dtype: str) -> None:
    wide = np.array([2**32 + 1, 1], dtype=dtype)
    games = VectorGame(game_of(DUEL, backend), 2)
    games.step(wide)
    assert games.ended.tolist() == [ILLEGAL, RUNNING]
    strict = VectorGame(game_of(DUEL, backend), 2, illegal="raise")
    with pytest.raises(IllegalMoveError, match=r"action 4294967297 \(no action\) is not legal in lane 0; 4 are"):
        strict.step(wide)
    with pytest.raises(ValueError, match="these have dtype bool"):
        strict.step([True, False])
    with pytest.raises(ValueError, match="these have dtype object"):
        strict.step([2**80, 1])


COUNTING = """
#include <stddef.h>
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
static long n;
long allocations(void) { return n; }
void *malloc(size_t size) { n++; return __libc_malloc(size); }
void *calloc(size_t k, size_t size) { n++; return __libc_calloc(k, size); }
void *realloc(void *p, size_t size) { n++; return __libc_realloc(p, size); }
"""
STEPS = """
import ctypes, sys
from ludparse import load
from ludparse.interpreter.game import vector_native as vector
from ludparse.interpreter.game.vector import VectorGame
vector.OPTIMISED = ("-O0", "-DVARIANTS")
count = ctypes.CDLL(sys.argv[1]).allocations
for name in sys.argv[2:]:
    games = VectorGame(load(name), 16, seed=1)
    actions = games.sample()
    games.step(actions)
    before = count()
    for _ in range(1000):
        games.step(games.sample(actions))
    print(name, count() - before, games.grown, sep="\t")
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="counts the allocations of glibc")
def test_nothing_is_allocated_after_the_start(c_compiler: None, tmp_path: Path) -> None:
    source, library = tmp_path / "counting.c", tmp_path / "counting.so"
    source.write_text(COUNTING)
    subprocess.run([*find_compiler(), "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    names = ["Two Shores", "Caravans", "Leapfrogs", str(ROOT / "examples/learning/small_breakthrough.lud")]
    done = subprocess.run(
        [sys.executable, "-c", STEPS, str(library), *names],
        capture_output=True, text=True, check=False,
        env={**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for line in done.stdout.splitlines():
        _, allocations, grown = line.split("\t")
        # Python itself allocates a little now and then; 16,000 moves were played
        assert int(allocations) < 100 and grown == "0", line
    assert len(done.stdout.splitlines()) == len(names)


def single_observation(state: GameState, seat: int) -> object:
    return state.game.tensors.observe(state, player=state.seats.index(seat) + 1)


@pytest.mark.parametrize("backend", ["auto", "python"])
@pytest.mark.parametrize("source", ["Caravans", "Two Shores", SECRET, KO])
@pytest.mark.telling("python", "Caravans")
def test_a_seat_sees_what_it_sees_in_a_single_game(source: str, backend: str) -> None:
    game = game_of(source, backend)
    games = VectorGame(game, 3, seed=9)
    chances = [game_seed(9, lane) for lane in range(3)]
    states = [game.start_with(chance.bits()) for chance in chances]
    for number in range(25):
        for lane, state in enumerate(states):
            seat = number % game.players
            assert np.array_equal(games.observe(seat)[lane], single_observation(state, seat)), number
            assert np.array_equal(games.observe(games.seats)[lane], single_observation(state, int(games.seats[lane])))
            assert np.array_equal(games.observe(None)[lane], game.tensors.observe(state))
        actions = games.sample()
        games.step(actions)
        for lane, state in enumerate(states):
            state.apply(state.move(int(actions[lane])))
            if state.over:
                assert games.ended[lane] == OVER
                assert np.array_equal(games.observe(None, final=True)[lane], game.tensors.observe(state))
                states[lane] = game.start_with(chances[lane].bits())


@needs_corpus
@pytest.mark.parametrize("backend", ["auto", "python"])
@pytest.mark.parametrize(
    "path", ["board/race/reach/Geister", "board/race/escape/Backgammon", "board/sow/two_rows/Oware"]
)
def test_a_seat_sees_what_it_sees_in_single_games_of_ludii(path: str, backend: str) -> None:
    test_a_seat_sees_what_it_sees_in_a_single_game(path, backend)


@pytest.mark.parametrize("backend", ["auto", "python"])
@pytest.mark.parametrize("source", ["Caravans", "Ex Nihilo"])
def test_the_last_position_of_a_game_that_was_cut_off_can_be_read(source: str, backend: str) -> None:
    game = game_of(source, backend)
    games = VectorGame(game, 2, seed=3, max_cycles=4)
    states = [game.start_with(game_seed(3, lane).bits()) for lane in range(2)]
    for number in range(4):
        assert games.final_seats.tolist() == [-1, -1], number
        assert not games.observe(0, final=True).any()
        actions = games.sample()
        games.step(actions)
        for lane, state in enumerate(states):
            state.apply(state.move(int(actions[lane])))
    assert games.ended.tolist() == [CUT, CUT]
    assert games.final_seats.tolist() == [state.seats[state.mover - 1] for state in states]
    seen = games.observe(games.final_seats, final=True)
    for lane, state in enumerate(states):
        assert np.array_equal(seen[lane], single_observation(state, int(games.final_seats[lane])))
    games.step(games.sample())
    assert games.final_seats.tolist() == [-1, -1]


@pytest.mark.parametrize("backend", ["auto", "python"])
def test_last_positions_where_only_some_games_ended(backend: str) -> None:
    games = VectorGame(game_of("Leapfrogs", backend), 4, seed=3, max_cycles=2)
    games.step(np.array([-1, -1, *games.sample()[2:]]))
    games.step(games.sample())
    assert games.ended.tolist() == [RUNNING, RUNNING, CUT, CUT]
    seats = games.final_seats
    assert (seats < 0).tolist() == [True, True, False, False]
    seen = games.observe(seats, final=True)
    assert not seen[:2].any() and np.array_equal(seen, games.observe(np.maximum(seats, 0), final=True))
    for wrong in (np.full(4, -1), seats - 1):
        with pytest.raises(ValueError, match="has seats 0 to"):
            games.observe(wrong, final=True)
    with pytest.raises(ValueError, match="has seats 0 to"):
        games.observe(seats)


@pytest.mark.parametrize("backend", ["auto", "python"])
def test_games_begin_anew_without_a_seed(backend: str) -> None:
    games = VectorGame(game_of("Caravans", backend), 8, seed=1)
    before = games.masks.copy()
    games.step(games.sample())
    games.reset()
    assert games.counts.all() and not games.ended.any()
    games.reset(1)
    assert np.array_equal(games.masks, before)


@pytest.mark.parametrize("backend", ["auto", "python"])
def test_minus_one_leaves_a_lane_alone(backend: str) -> None:
    games = VectorGame(game_of("Caravans", backend), 3, seed=1, illegal="raise")
    before = {field: getattr(games, field).copy() for field in FIELDS}
    actions = games.sample()
    actions[1] = -1
    games.step(actions.astype(np.int64))
    for field in FIELDS:
        assert np.array_equal(getattr(games, field)[1], before[field][1])
    assert not np.array_equal(games.tensors[0], before["tensors"][0])
    with pytest.raises(IllegalMoveError, match="action -2"):
        games.step([-2, -1, -1])


@pytest.mark.parametrize("backend", ["auto", "python"])
def test_a_result_is_told_once(backend: str) -> None:
    """The next step tells nothing of it, even if it leaves the lane alone."""
    games = VectorGame(game_of(DUEL, backend), 2, seed=1)
    while not games.rewards.any():
        games.step(games.sample())
    games.step([-1, -1])
    assert not games.rewards.any() and not games.ended.any()


def test_what_is_handed_out_cannot_be_written() -> None:
    games = VectorGame(game_of(DUEL), 2)
    for field in FIELDS:
        with pytest.raises(ValueError, match="read-only"):
            getattr(games, field)[:] = 1
    games.observe(0)[:] = 7


@pytest.mark.parametrize("backend", ["auto", "python"])
@pytest.mark.parametrize("source", ["Caravans", "Two Shores"])
@pytest.mark.parametrize("again", [copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))])
@pytest.mark.telling("deepcopy-Caravans-python", "<lambda>-Caravans-auto")
def test_copies_and_pickles_go_on_in_the_same_way(
    source: str, backend: str, again: Callable[[VectorGame], VectorGame]
) -> None:
    games = VectorGame(game_of(source, backend), 3, seed=2, max_cycles=9, illegal="random")
    for _ in range(9):
        games.step(games.sample())
    other = again(games)
    assert np.array_equal(other.final_seats, games.final_seats)
    assert np.array_equal(other.observe(0, final=True), games.observe(0, final=True))
    for number in range(30):
        for field in FIELDS:
            assert np.array_equal(getattr(games, field), getattr(other, field)), (number, field)
        assert np.array_equal(games.observe(1), other.observe(1))
        actions = games.sample()
        assert np.array_equal(actions, other.sample())
        games.step(actions)
        other.step(actions)


@pytest.mark.parametrize("backend", ["python", "auto"])
def test_other_programs_take_arrays_over_without_a_copy(
    backend: str, c_compiler: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Arrays begin at multiples of 64 bytes, which JAX wants, and DLPack shares them: a step is seen at once."""
    monkeypatch.setattr("ludparse.interpreter.game.vector_native.OPTIMISED", QUICK)
    games = VectorGame(load(DUEL, backend=backend), 3, seed=1, observation="board", tensors=True)
    seen, actions = games.observe(0), games.sample()
    assert isinstance(seen, Seen)
    shown = [games.masks, games.tensors, games.rewards, games.ended, games.seats, games.counts]
    for array in (*shown, *seen, actions):
        assert array.ctypes.data % 64 == 0 and array.flags.c_contiguous
    shared = [np.from_dlpack(array) for array in (*seen, actions)]
    if tuple(map(int, np.__version__.split(".")[:2])) >= (2, 1):  # before, DLPack had no arrays for reading alone
        shared += [np.from_dlpack(array) for array in shown]
    games.step(actions)
    games.observe(1, out=seen)
    games.sample(out=actions)
    for array, other in zip((*seen, actions, *shown), shared, strict=False):
        assert np.shares_memory(array, other) and np.array_equal(array, other)
    assert not any(array.flags.writeable for array in shared[3:])
