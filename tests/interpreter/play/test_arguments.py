"""Numbers and arrays that callers hand over mean exactly what they say, on both backends, or are refused by name."""

import ctypes
import mmap
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import LudLimitError, load
from ludparse.interpreter.backends.c import native
from ludparse.interpreter.game import vector_native
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.profile import profile
from ludparse.interpreter.game.vector import VectorGame
from ludparse.interpreter.play.arguments import FAR, MOST, MOST_THREADS
from ludparse.interpreter.search import UCT, AlphaBeta, FlatMonteCarlo, Guided, RandomAgent
from ludparse.interpreter.search.solver import solve
from tests.interpreter.lower.playing import BACKENDS

TINY = """(game "Tiny" (players 2) (equipment { (board (square 2)) (piece "Disc" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))"""
CHANCE = """(game "Rolled" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) (dice d:6 num:1) })
  (rules (play (do (roll) next:(if (< 2 (count Pips)) (move Add (to (sites Empty))) (move Pass))))
         (end (if (is Full) (result Mover Win)))))"""
PLIES = 4
EDGES = [1 << 31, 1 << 32, 1 << 63, 1 << 64, 0, FAR, MOST_THREADS, 1 << 200]


@cache
def game(backend: str, text: str = TINY) -> SingleGame:
    loaded = load(text, backend=backend)
    assert isinstance(loaded, SingleGame)
    return loaded


def rolled(backend: str) -> Any:
    return game(backend, CHANCE)


def played(found: Any) -> Any:
    return found.games, found.moves, found.cut, list(found.lengths), found.rankings[:]


def chosen(agent: Any, backend: str) -> Any:
    return agent.choose(game(backend).start(seed=1)).text


def judge(states: Any) -> Any:
    return [np.ones(len(s.legal_moves())) for s in states], np.zeros((len(states), 2))


def lanes(backend: str, **given: Any) -> Any:
    games = VectorGame(rolled(backend), **{"n": 2, "seed": 1, "tensors": False, **given})
    seen = []
    for _ in range(6):
        games.step(games.sample())
        seen.append((games.masks.tolist(), games.ended.tolist()))
    return seen


def reset(backend: str, seed: Any) -> Any:
    games = VectorGame(rolled(backend), 2, tensors=False)
    games.reset(seed)
    return games.sample().tolist(), games.masks.tolist()


def reseeded(backend: str, seed: Any) -> Any:
    state = rolled(backend).start(seed=1)
    state.reseed(seed)
    return state.playouts(5, seed=1).lengths[:].tolist()


class Call(NamedTuple):
    """least, most: the range of the number (None: any whole number). tried: the greatest number in the range that does
    not take for ever."""

    name: str
    least: int | None
    most: int | None
    call: Callable[[str, Any], Any]
    tried: int | None = None


U: dict[str, Any] = {"iterations": 40, "seed": 1}
F: dict[str, Any] = {"playouts": 5, "seed": 1}
CALLS = {
    "playouts n": Call("n", 0, MOST, lambda b, v: played(game(b).playouts(v, seed=1)), 100),
    "playouts seed": Call("seed", None, None, lambda b, v: played(game(b).playouts(3, seed=v))),
    "playouts max_moves": Call("max_moves", 0, MOST, lambda b, v: played(game(b).playouts(3, seed=1, max_moves=v))),
    "playouts first": Call("first", 0, (1 << 63) - 4, lambda b, v: played(game(b).playouts(3, seed=1, first=v))),
    "playouts of a position": Call(
        "max_moves", 0, MOST, lambda b, v: played(game(b).start(seed=1).playouts(3, seed=1, max_moves=v))
    ),
    "start": Call("seed", None, None, lambda b, v: played(rolled(b).start(seed=v).playouts(3, seed=1))),
    "reseed": Call("seed", None, None, reseeded),
    "perft": Call("depth", 0, MOST, lambda b, v: game(b).perft(v)),
    "profile": Call("max_moves", 0, MOST, lambda b, v: profile(game(b), seconds=1e-3, max_moves=v), -1),
    "uct iterations": Call("iterations", 1, FAR, lambda b, v: chosen(UCT(iterations=v, seed=1), b)),
    "uct seed": Call("seed", None, None, lambda b, v: chosen(UCT(iterations=40, seed=v), b)),
    "uct max_moves": Call("max_moves", 1, MOST, lambda b, v: chosen(UCT(**U, max_moves=v), b)),
    "uct max_nodes": Call("max_nodes", 1, FAR, lambda b, v: chosen(UCT(**U, max_nodes=v), b)),
    "uct max_memory": Call("max_memory", 1 << 18, FAR, lambda b, v: chosen(UCT(**U, max_memory=v), b)),
    "uct threads": Call("threads", 1, MOST_THREADS, lambda b, v: chosen(UCT(**U, threads=v), b), 1),
    "uct grave": Call("grave", 0, MOST, lambda b, v: chosen(UCT(**U, grave=v), b)),
    "uct worlds": Call("worlds", 1, 1000, lambda b, v: chosen(UCT(**U, worlds=v), b)),
    "alpha-beta nodes": Call("nodes", 1, FAR, lambda b, v: chosen(AlphaBeta(nodes=v, seed=1), b)),
    "alpha-beta depth": Call("depth", 1, MOST, lambda b, v: chosen(AlphaBeta(depth=v, seed=1), b)),
    "alpha-beta seed": Call("seed", None, None, lambda b, v: chosen(AlphaBeta(depth=2, seed=v), b)),
    "alpha-beta max_table": Call("max_table", 1, FAR, lambda b, v: chosen(AlphaBeta(depth=4, max_table=v), b)),
    "alpha-beta draws": Call("draws", 1, 16, lambda b, v: chosen(AlphaBeta(depth=2, seed=1, draws=v), b)),
    "alpha-beta quiescence": Call("quiescence", 0, 16, lambda b, v: chosen(AlphaBeta(depth=2, quiescence=v), b)),
    "flat playouts": Call("playouts", 1, FAR, lambda b, v: chosen(FlatMonteCarlo(playouts=v, seed=1), b), 100),
    "flat seed": Call("seed", None, None, lambda b, v: chosen(FlatMonteCarlo(playouts=5, seed=v), b)),
    "flat max_moves": Call("max_moves", 1, MOST, lambda b, v: chosen(FlatMonteCarlo(**F, max_moves=v), b)),
    "guided iterations": Call("iterations", 1, FAR, lambda b, v: chosen(Guided(judge, iterations=v, seed=1), b), 100),
    "guided seed": Call("seed", None, None, lambda b, v: chosen(Guided(judge, iterations=5, seed=v), b)),
    "random seed": Call("seed", None, None, lambda b, v: chosen(RandomAgent(seed=v), b)),
    "solve nodes": Call("nodes", 1, FAR, lambda b, v: solve(game(b).start(seed=1), nodes=v).value, -1),
    "solve max_memory": Call(
        "max_memory", 1, FAR, lambda b, v: solve(game(b).start(seed=1), max_memory=v).value, 1 << 30
    ),
    "lanes n": Call("n", 1, MOST, lambda b, v: lanes(b, n=v), 100),
    "lanes threads": Call("threads", 1, MOST_THREADS, lambda b, v: lanes(b, threads=v)),
    "lanes max_cycles": Call("max_cycles", 1, MOST, lambda b, v: lanes(b, max_cycles=v)),
    "lanes seed": Call("seed", None, None, lambda b, v: lanes(b, seed=v)),
    "lanes reset": Call("seed", None, None, reset),
}


@st.composite
def numbers(draw: st.DrawFn) -> Any:
    """Numbers around the limits of machine words, in any type that has them."""
    value = draw(st.sampled_from([-1, 1])) * draw(st.sampled_from(EDGES)) + draw(st.integers(-4, 4))
    fitting: list[Any] = [int, float]
    for kind in (np.int8, np.int32, np.uint32, np.int64, np.uint64):
        if np.iinfo(kind).min <= value <= np.iinfo(kind).max:
            fitting.append(kind)
    if value in (0, 1):
        fitting.append(bool)
    return draw(st.sampled_from(fitting))(value)


@pytest.mark.parametrize("what", CALLS)
@settings(max_examples=60, deadline=None)
@given(value=numbers())
def test_a_number_means_what_it_says_or_is_refused(c_compiler: None, what: str, value: Any) -> None:
    name, least, most, call, tried = CALLS[what]
    if isinstance(value, float):
        for backend in ("c", "python"):
            with pytest.raises(TypeError, match=f"{name}=.*a whole number is wanted"):
                call(backend, value)
        return
    number = int(value)
    if least is not None and most is not None and not least <= number <= most:
        for backend in ("c", "python"):
            with pytest.raises(ValueError, match=f"^{name}=.*: between {least} and {most}$"):
                call(backend, value)
    elif tried is None or number <= tried:
        assert call("c", value) == call("python", number)


@pytest.mark.parametrize("backend", BACKENDS)
def test_games_are_as_long_as_max_moves_says(backend: str) -> None:
    """2**32 played no move, 2**32 + 3 three."""
    for most in (0, 1, 3, PLIES, 5, MOST, None):
        lengths = set(game(backend).playouts(20, seed=1, max_moves=most).lengths)
        assert lengths == {PLIES if most is None else min(most, PLIES)}


def test_no_number_of_a_move_is_taken_for_another_one(c_compiler: None) -> None:
    engine, state = game("c").engine, game("c").start(seed=1)
    assert engine.choose(state.raw, PLIES - 1) is not None
    for number in (-1, PLIES, 1 << 31, 1 << 32, -(1 << 32), 1 << 64):
        with pytest.raises(IndexError, match=f"no legal move number {number}"):
            engine.choose(state.raw, number)


def test_a_table_without_memory_is_a_limit(c_compiler: None) -> None:
    with pytest.raises(LudLimitError, match="not enough memory"):
        solve(game("c").start(seed=1), max_memory=FAR)


def test_the_border_to_native_code_takes_no_number_modulo_its_size() -> None:
    """The last guard, whoever calls. Only numbers that native code has put out itself pass without it."""
    plain = {ctypes.c_int, ctypes.c_long, ctypes.c_int64, ctypes.c_uint64}
    tables = {**native._ALL_FUNCTIONS, **{f"vector_{name}": types for name, types in vector_native._FUNCTIONS.items()}}
    unchecked = {name for name, (_, arguments) in tables.items() if plain & set(arguments)}
    of_lanes = "engine", "prepare", "step", "gather", "about", "observe", "past", "earlier", "remember", "save", "put"
    assert unchecked == {"patient", "table", "choose", "play"} | {f"vector_{name}" for name in of_lanes}
    ranges = {native.INT: (-(1 << 31), (1 << 31) - 1), native.INT64: (-(1 << 63), (1 << 63) - 1)}
    for kind, (least, most) in {**ranges, native.UINT64: (0, (1 << 64) - 1)}.items():
        for value in (least, most, 0, 1):
            assert kind.from_param(value).value == value
        for value in (least - 1, most + 1, 1 << 70):
            with pytest.raises(OverflowError, match=f"{value} is not between"):
                kind.from_param(value)


def outs() -> dict[str, tuple[Callable[[Any], Any], tuple[int, ...], type]]:
    """Every call that writes into an array of the caller, with the shape and type that it wants."""
    rows: dict[str, tuple[Callable[[Any], Any], tuple[int, ...], type]] = {}
    for backend in ("c", "python"):
        of = game(backend)
        lanes = VectorGame(of, 6, seed=1, tensors=False)
        state, tensors = of.start(seed=1), of.tensors
        rows[f"sample {backend}"] = lanes.sample, (6,), np.int32
        rows[f"state {backend}"] = lambda out, s=state, t=tensors: t.state(s, out), tensors.state_shape, np.float32
        rows[f"observe {backend}"] = (
            lambda out, s=state, t=tensors: t.observe(s, out), tensors.observation_shape, np.float32
        )
    return rows


def unfit(shape: tuple[int, ...], dtype: type) -> dict[str, Any]:
    """Arrays that must not be written to, and the memory behind them."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    locked = np.zeros(shape, dtype)
    locked.flags.writeable = False
    mapped = mmap.mmap(-1, max(size, 1), prot=mmap.PROT_READ)
    return {
        "wider": np.zeros(shape, np.float64 if dtype is np.float32 else np.int64),
        "unsigned": np.zeros(shape, np.uint32),
        "other order of bytes": np.zeros(shape, np.dtype(dtype).newbyteorder()),
        "longer": np.zeros((shape[0] + 1, *shape[1:]), dtype),
        "one axis more": np.zeros((*shape, 1), dtype),
        "every other": np.zeros((*shape[:-1], 2 * shape[-1]), dtype)[..., ::2],
        "backwards": np.zeros(shape, dtype)[::-1],
        "one value for all": np.lib.stride_tricks.as_strided(np.zeros(1, dtype), shape, (0,) * len(shape)),
        "overlapping": np.lib.stride_tricks.as_strided(np.zeros(size, dtype), shape, (2,) * len(shape)),
        "not aligned": np.frombuffer(bytearray(size + 1), np.uint8)[1:].view(dtype).reshape(shape),
        "locked": locked,
        "bytes": np.frombuffer(bytes(size), dtype).reshape(shape),
        "mapped for reading": np.frombuffer(mapped, dtype, count=int(np.prod(shape))).reshape(shape),
        "a list": [0] * shape[0],
        "a buffer": bytearray(size),
    }  # fmt: skip


def test_only_arrays_that_can_be_written_to_are_written_to(c_compiler: None) -> None:
    """An array that is mapped for reading ended the process; a `bytes` was changed."""
    for what, (call, shape, dtype) in outs().items():
        fit = np.full(shape, 7, dtype)
        assert call(fit) is fit and not (fit == 7).all(), what
        for kind, out in unfit(shape, dtype).items():
            before = bytes(out) if isinstance(out, bytearray) else list(out) if isinstance(out, list) else out.tobytes()
            with pytest.raises((ValueError, TypeError), match=r"^out (is|cannot be written to)"):
                call(out)
            after = bytes(out) if isinstance(out, bytearray) else list(out) if isinstance(out, list) else out.tobytes()
            assert after == before, (what, kind)
