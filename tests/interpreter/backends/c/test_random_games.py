"""Code that only plays random games: the same games as those of ordinary code, found again, grown and interrupted."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ludparse import Game, LudRuleError, Playouts, load
from ludparse.interpreter.backends.c import engine as c_engine
from ludparse.interpreter.backends.c import random_games_code as c_random_games
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.backends.c.random_games import one_function
from ludparse.interpreter.backends.c.random_games.games import hindrance, render_games
from ludparse.interpreter.backends.c.random_games_code import GamesCode
from ludparse.interpreter.facts.then_levels import then_levels
from ludparse.interpreter.passes.random_game_program import playout_program
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.expressions import const
from ludparse.interpreter.program.ops import Type
from ludparse.interpreter.program.program import Function, Program
from tests.corpus import LIBRARY, REPO, description, needs_corpus
from tests.interpreter.passes.golden_games import GAMES

SMALL = [
    *("line", "hunt", "score", "flank", "connect", "stack", "lonely", "slide", "chase", "sow", "sow and take"),
    *("puzzle", "tracks"),
]
OTHERS = {"dice": "drawn by chance", "order": "looked at while they are made"}
RECORDED = [
    "board/sow/four_rows/Quendo",
    "board/sow/two_rows/Dabuda",
    "board/sow/two_rows/Das Bohnenspiel",
    "board/war/custodial/ArdRi",
    "board/hunt/Three Musketeers",
    "board/race/reach/Breakthrough",
    "board/race/reach/Center",
    "board/race/reach/King's Valley",
    "board/space/blocking/Pathway",
    "board/space/connection/Bipartisan Y",
    "board/space/connection/Hex",
    "board/space/line/Connect Four",
    "board/space/line/Gomoku",
    "board/space/line/Teeko",
    "board/space/line/Tic-Tac-Toe",
    "board/space/line/Yavalath",
    "board/space/territory/Reversi",
    "board/war/leaping/diagonal/English Draughts",
    "math/graph/Hackenbush",
]
FAILING = """(game "Failing" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
  (rules (play (move Add (to (sites Empty) if:(!= 7 (/ 6 (- 7 (count Moves)))))))
    (end (if (is Line 3) (result Mover Win)))))"""


FILTERED = """(game "Filtered" (players 2) (equipment { (board (square 4)) (piece "Man" Each) (piece "Dot" Neutral) })
  (rules (play (move Add (to (sites Empty)) (then (do (add (piece "Dot0") (to (sites Around (last To) Empty)))
      ifAfterwards:(< (count Sites in:(sites Around (last To) Empty)) 2)))))
    (end { (if (is Line 3) (result Mover Win)) (if (is Full) (result All Draw)) })))"""
"""Consequents that are tried, so that some are taken out of the buffer of moves."""
PAIRED = """(game "Paired" (players 2) (equipment { (board (square 4)) (piece "Man" Each) (piece "Dot" Neutral) })
  (rules (play (move Add (to (sites Empty)) (then (allCombinations
      (add (piece "Dot0") (to (sites Around (last To) Empty))) (addScore Mover 1)))))
    (end { (if (is Line 3) (result Mover Win)) (if (is Full) (byScore)) })))"""
"""Consequents that are joined in pairs: moves are built where they are built already."""

MOVERS = """(game "Movers" (players 2) (equipment {(board (square 4)) (piece "Man" Each)})
  (rules (play (move Add (to (sites Empty)) (then (do (forEach Piece (allCombinations (addScore Mover 1)
      (addScore Mover 1))) ifAfterwards:(< (from at:StartOfTurn) 0)))))
    (end {(if (is Full) (byScore)) (if (>= (score Mover) 6) (result Mover Win))})))"""
"""Consequents whose mover is set after they are made: pairs have none."""
DRAWN = """(game "Drawn" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
  (rules (play (move Add (to (sites Empty)) (then
      (addScore Mover (% (+ 1 (value Random (range 0 9))) (+ 1 (value Random (range 0 9))))))))
    (end {(if (is Full) (byScore))})))"""
"""Two random numbers in one expression."""

TRIED = {"filtered": FILTERED, "paired": PAIRED, "movers": MOVERS, "drawn": DRAWN}


@cache
def game_of(name: str, path: bool = False) -> Game:
    source = description(name) if path else GAMES.get(name, TRIED.get(name, name))
    game = load(source, library=str(LIBRARY) if path else None, backend="c")
    assert isinstance(game, Game)
    return game


def engine_of(game: Game) -> CEngine:
    assert isinstance(game.engine, CEngine)
    return game.engine


def code_of(game: Game) -> GamesCode:
    """The code of a game's random games, compiled if need be."""
    engine = engine_of(game)
    games = engine.random_games()
    assert games is not None
    games.build(engine._code.layout.caps)
    code = games.code(engine._code.layout.caps)
    assert code is not None
    return code


def test_code_that_was_compiled_before_is_found(c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another engine of the same game takes it from the cache, without a compiler."""
    code_of(game_of("line"))
    engine = engine_of(load(GAMES["line"], backend="c"))
    games = engine.random_games()
    monkeypatch.setattr(c_random_games, "compile_library", None)
    assert games is not None and games.code(engine._code.layout.caps) is not None


def test_random_games_have_no_code_for_single_moves() -> None:
    """Where the usual compiler only warned, others refused a part that has types of single moves."""
    game = load(
        """(game "Swap" (players 2) (equipment { (board (hex 3)) (piece "Disc" Each) }) (rules (meta (swap))
          (play (move Add (to (sites Empty)) (then (addScore Mover 1)))) (end (if (is Line 3) (result Mover Win)))))""",
        backend="python",
    )
    assert isinstance(game, Game) and game.program.random_games is not None
    only = game.program.random_games(game.program)
    assert not hindrance(only)
    text = render_games(only)
    assert "then_add(e, 0, " in text and "then_add(e, e->moves" not in text


def test_functions_that_call_each_other_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program("Circle", context={"to": -1})
    b = Builder(program)
    first, second = b.declare("first", (), Type.VOID), b.declare("second", (), Type.VOID)
    with b.define(first):
        b.do(b.call(second))
    with b.define(second):
        b.block.append(ops.Emit(const(1), const(1), const(1), const(1), const(1), [], ()))
        b.do(b.call(first))
    looked, called = [], one_function._called

    def counted(body: ops.Block) -> list[Function]:
        looked.append(body)
        assert len(looked) <= 2
        return called(body)

    monkeypatch.setattr(one_function, "_called", counted)
    assert {fn.name for fn in one_function.pushing(program, [first])} == {first.name, second.name}


def seen(results: Playouts) -> tuple[object, ...]:
    return results.games, results.moves, results.cut, list(results.lengths), list(results.rankings)


def ordinary(monkeypatch: pytest.MonkeyPatch, what: object, n: int, **arguments: int) -> tuple[object, ...]:
    """The random games that ordinary code plays."""
    with monkeypatch.context() as patch:
        patch.setattr(CEngine, "random_games", lambda _: None)
        return seen(what.playouts(n, **arguments))  # type: ignore[attr-defined]


def check(monkeypatch: pytest.MonkeyPatch, game: Game, n: int) -> None:
    """Random games from the start and from positions of one game, whole and cut short."""
    played: list[bytes] = []
    code = code_of(game)
    whole = GamesCode.play

    def play(self: GamesCode, state: bytes, arguments: Callable[[bytes], tuple[Any, ...]], calls: Any) -> None:
        whole(self, state, arguments, calls)
        *_, end, _, _, _, _, _, _, counts = arguments(state)
        assert ctypes.c_int64.from_address(counts + 16).value == end, "a game was left to ordinary code"
        played.append(state)

    monkeypatch.setattr(GamesCode, "play", play)
    assert seen(game.playouts(n, seed=11, first=3)) == ordinary(monkeypatch, game, n, seed=11, first=3)
    assert seen(game.playouts(n, seed=2, max_moves=7)) == ordinary(monkeypatch, game, n, seed=2, max_moves=7)
    assert seen(game.playouts(n, seed=5, jobs=2)) == ordinary(monkeypatch, game, n, seed=5)
    state = game.start(seed=4)
    for ply in range(12):
        if state.over:
            break
        if ply % 3 == 1:
            assert seen(state.playouts(n // 2, seed=ply)) == ordinary(monkeypatch, state, n // 2, seed=ply)
        moves = state.legal_moves()
        state.apply(moves[(ply * 7) % len(moves)])
    assert played, "ordinary code has played all games"
    assert code_of(game) is code


@pytest.mark.parametrize("name", [*SMALL, "Gardens", "Two Shores", *TRIED])
@pytest.mark.telling(*TRIED, "line", "sow", "sow and take", "flank", "connect", "lonely", "Gardens", "Two Shores")
def test_the_same_games_as_ordinary_code(name: str, c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(name)
    check(monkeypatch, game, 40)
    plain = load(GAMES.get(name, TRIED.get(name, name)), backend="python").playouts(4, seed=3, max_moves=60)
    assert seen(plain) == seen(game.playouts(4, seed=3, max_moves=60))


def kinds(n: int, side: int) -> str:
    """Each player has n kinds of pieces, adds any of them and removes any piece; three of a kind in line win."""
    letters = "ABCDEFGHIJ"[:n]
    pieces = " ".join(f'(piece "{letter}" Each)' for letter in letters)
    add = " ".join(f'(move Add (piece (id "{letter}" Mover)) (to (sites Empty)))' for letter in letters)
    return f"""(game "Kinds" (players 2) (equipment {{ (board (square {side})) {pieces} }})
      (rules (play (or {{ {add} (move Remove (sites Occupied by:Next)) }}))
        (end {{ (if (is Line 3) (result Mover Win)) (if (> (count Turns) 60) (result Mover Draw)) }})))"""


@pytest.mark.parametrize(("n", "side"), [(1, 5), (2, 8), (9, 5), (9, 11), (1, 14)])
@pytest.mark.telling("1-5", "9-5")
def test_sets_of_values_kept_up_to_date(n: int, side: int, c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """In variables or an array, with values that have none (from 16 on), in sets of one, two and four words."""
    game = game_of(kinds(n, side))
    code = render_games(playout_program(game.program))
    assert ("what_c_is_2;" in code) == (n == 1 and side <= 8)
    assert ("a_what_c_is[16]" in code) == (n == 9)
    check(monkeypatch, game, 40)


NESTED = """(game "Nested" (players 2) (equipment { (board (square 5)) (piece "Disc" Each) })
  (rules (play (move Add (to (sites Empty)) (then (remove
      (intersection (sites Around (last To)) (sites Occupied by:Next))
      (then (if (is Mover P1) (addScore Mover 1) (then (addScore Next 1))))))))
    (end { (if (> (score Mover) 9) (result Mover Win)) (if (> (count Turns) 70) (result Mover Draw)) })))"""


def test_consequents_of_consequents(c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    program = playout_program(load(NESTED, backend="python").program)
    levels = then_levels(program)
    assert levels is not None and len(levels) >= 2, "the removal, and what follows it"
    check(monkeypatch, game_of(NESTED), 40)


@needs_corpus
@pytest.mark.drawn(6)
@pytest.mark.parametrize("path", RECORDED)
def test_the_same_in_recorded_games(path: str, c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    check(monkeypatch, game_of(path, path=True), 60)


@pytest.mark.parametrize("name", OTHERS)
def test_other_games_keep_the_ordinary_code(name: str, c_compiler: None) -> None:
    program = playout_program(load(GAMES[name], backend="python").program)
    assert OTHERS[name] in hindrance(program)
    games = engine_of(game_of(name)).random_games()
    assert games is not None and not games.build(game_of(name).program.caps)
    assert games.settled(game_of(name).program.caps) and games.code(game_of(name).program.caps) is None
    assert game_of(name).playouts(2, seed=1, max_moves=20).games == 2


def test_indices_that_are_known_to_fit_are_not_checked() -> None:
    source = render_games(playout_program(load(GAMES["line"], backend="python").program))
    assert "new_ = p_what; int8_t *const at_ = &e->s.what_c[p_to];" in source, "neither the site nor the piece"
    assert "#define BY_MOVER 1" in source, "a copy for each mover"


def test_full_lines_are_looked_for_together(c_compiler: None, tmp_path: Path) -> None:
    from ludparse.interpreter.backends.c.compile import FLAGS, NATIVE, RUNTIME, find_compiler

    source = render_games(playout_program(load(GAMES["line"], backend="python").program))
    assert "some_within(table_" in source or "some_known(table_" in source, "one comparison for all lines of a site"
    code = tmp_path / "includes.c"
    code.write_text(
        """#define SET_WORDS 1
#define MAX_PARAMS 1
#define N_TABLES 1
#define SELECTABLE 1
#include "core/types.h"
int main(void) {
  const uint64_t sets[] = {7, 56, 448, 1ull << 63 | 1, 6, 6, 6, 6};
  for (int n = 4; n <= 8; n += 4)
    for (uint64_t x = 0; x < 1024; x++) {
      const set_t s = {{x >> 9 ? x | 1ull << 63 : x}};
      int found = 0;
      for (int i = 0; i < n; i++) found |= (sets[i] & s.w[0]) == sets[i];
      if (includes_one(sets, n, &s) != found) return 1;
    }
  return 0;
}"""
    )
    for flags in (NATIVE, ()):
        command = [*find_compiler(), *(f for f in FLAGS if f != "-shared"), "-O2", *flags, f"-I{RUNTIME}"]
        subprocess.run([*command, "-o", f"{code}.out", str(code), "-lm"], check=True)
        assert subprocess.run([f"{code}.out"], check=False).returncode == 0


def test_a_state_that_the_rules_do_not_make_is_left_to_ordinary_code(c_compiler: None) -> None:
    game = game_of("line")
    code, state = code_of(game), game.start(seed=1)
    engine = engine_of(game)
    data, layout = engine.start(1)
    packed = bytearray(code.layout.convert(data, layout, code.fields))
    lengths, places, counts = (ctypes.c_int32 * 2)(), (ctypes.c_float * 4)(), (ctypes.c_int64 * 3)()
    arguments = (0, 2, 1, -1, 1, 2, lengths, places, ctypes.addressof(counts))
    assert seen(state.playouts(2, seed=1))[0] == 2
    offset = code.layout.fields["mover"][0]
    for mover, done in ((2, 2), (3, 0)):
        packed[offset] = mover
        counts[:] = [0, 0, 0]
        code.play(bytes(packed), lambda data: (data, *arguments), None)
        assert counts[2] == done


def test_the_source_compiles_without_warnings(c_compiler: None, tmp_path: Path) -> None:
    from ludparse.interpreter.backends.c.compile import FLAGS, RUNTIME, find_compiler
    from ludparse.interpreter.backends.c.compile import GAMES as FLAGS_OF_GAMES

    for name in ("line", "hunt", "score", "slide", "sow", "puzzle"):
        source = tmp_path / f"{name}.c"
        source.write_text(render_games(playout_program(load(GAMES[name], backend="python").program)))
        flags = (*FLAGS, *FLAGS_OF_GAMES, "-Werror", f"-I{RUNTIME}")
        command = [*find_compiler(), *flags, "-o", f"{source}.so", str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_rule_error_is_that_of_ordinary_code(jobs: int, c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(FAILING, backend="c")
    assert isinstance(game, Game)
    with monkeypatch.context() as patch:
        patch.setattr(CEngine, "random_games", lambda _: None)
        with pytest.raises(LudRuleError) as expected:
            game.playouts(50, seed=1)
    code_of(game)
    with pytest.raises(LudRuleError) as found:
        game.playouts(50, seed=1, jobs=jobs)
    assert str(found.value) == str(expected.value) and "division by zero" in str(found.value)
    assert found.value.span is not None and found.value.span == expected.value.span
    assert game.playouts(50, seed=1, max_moves=5).games == 50


def test_states_that_have_grown(c_compiler: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game = load(GAMES["stack"], backend="c")
    assert isinstance(game, Game)
    engine, code = engine_of(game), code_of(game)
    before = seen(game.playouts(30, seed=9))
    old = game.start(seed=1)
    caps = list(engine._code.layout.caps)
    for name in ("owned", *(n for n in caps if n != "owned")):
        engine._grow(engine._code, caps.index(name))
    games = engine.random_games()
    assert games is not None and games.code(engine._code.layout.caps) is None
    assert seen(game.playouts(30, seed=9)) == before  # by ordinary code
    assert code_of(game) is not code
    assert seen(game.playouts(30, seed=9)) == before
    assert seen(old.playouts(10, seed=1)) == ordinary(monkeypatch, old, 10, seed=1)


def test_it_is_compiled_beside_the_playing(c_compiler: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(c_engine, "PATIENCE", (0.0, 0.0))
    monkeypatch.setattr(c_engine, "SLICE", 0.01)
    game = load(GAMES["connect"], backend="c")
    assert isinstance(game, Game)
    games, lengths = engine_of(game).random_games(), []
    assert games is not None
    end = time.monotonic() + 300  # a compiler on a busy machine may take minutes
    while games._code is None and time.monotonic() < end:
        lengths += game.playouts(200, seed=1, first=len(lengths)).lengths
        time.sleep(0.05)  # leaves the processor to the compiler
    assert games._code is not None, "it was never compiled"
    assert list(game.playouts(len(lengths), seed=1).lengths) == lengths


def test_games_go_on_while_it_is_compiled(c_compiler: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game = load(GAMES["chase"], backend="c")
    assert isinstance(game, Game)
    monkeypatch.setattr(c_engine, "PATIENCE", (0.0, 0.0))
    monkeypatch.setattr(c_engine, "SLICE", 0.01)
    games = engine_of(game).random_games()
    assert games is not None
    compiling, may_end, told, lengths = threading.Event(), threading.Event(), list[bool](), list[int]()

    def wait(*_: object) -> Path:
        compiling.set()
        told.append(may_end.wait(300))
        raise OSError("the compiler was stopped")

    monkeypatch.setattr(c_random_games, "compile_library", wait)
    end = time.monotonic() + 300
    with pytest.warns(RuntimeWarning, match="no code for random games"):
        while not compiling.is_set() and time.monotonic() < end:
            lengths += game.playouts(100, seed=1, first=len(lengths)).lengths
        assert compiling.is_set(), "nobody began to compile"
        lengths += game.playouts(2000, seed=1, first=len(lengths)).lengths  # while the compiler waits
        may_end.set()
        thread = games._compiling
        if thread is not None:
            thread.join()
    assert told == [True], "games waited for the compiler"
    assert list(game.playouts(len(lengths), seed=1).lengths) == lengths


AGAIN = """
import json, sys
from ludparse import load
from ludparse.interpreter.backends.c.random_games import games
from ludparse.interpreter import passes
from ludparse.interpreter.backends.c import compile as compiling

def never(*_): raise AssertionError("made again")
passes.playout_program = games.render_games = compiling.run_compiler = never
game = load(sys.argv[1], backend="c")
lengths = list(game.playouts(20, seed=1).lengths)
assert game.engine.random_games()._code is not None and not game.optimise()
print(json.dumps(lengths))
"""


def test_a_second_process_finds_it(c_compiler: None, tmp_path: Path) -> None:
    file = tmp_path / "connect.lud"
    file.write_text(GAMES["connect"])
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(REPO)}
    first = "import sys; from ludparse import load; g = load(sys.argv[1], backend='c')"
    first += "\nprint(g.optimise(), g.optimise())"
    for code, expected in ((first, "True False"), (AGAIN, None)):
        command = [sys.executable, "-c", code, str(file)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert expected is None or done.stdout.strip() == expected
    assert json.loads(done.stdout) == list(game_of("connect").playouts(20, seed=1).lengths)
    (entry,) = (tmp_path / "ludparse").rglob("*.games")
    entry.write_bytes(entry.read_bytes()[:-1] + b"?")  # damaged: it is made again
    done = subprocess.run([sys.executable, "-c", AGAIN, str(file)], env=environment, capture_output=True, text=True)
    assert done.returncode and "AssertionError" in done.stderr


def test_long_calls_can_be_interrupted(c_compiler: None) -> None:
    game = game_of("connect")
    code_of(game)
    problems: list[BaseException] = []

    def play() -> None:
        try:
            game.playouts(50_000_000, seed=1, jobs=2)
        except BaseException as problem:
            problems.append(problem)

    from ludparse.interpreter.backends.c import calls

    groups: list[calls.Calls] = []
    begun = calls.Calls.begin

    def begin(self: calls.Calls, memory: object) -> None:
        groups.append(self)
        begun(self, memory)  # type: ignore[arg-type]

    calls.Calls.begin = begin  # type: ignore[method-assign]
    try:
        thread = threading.Thread(target=play)
        thread.start()
        while not groups:
            time.sleep(0.01)
        time.sleep(0.1)
        groups[0].cancel()
        thread.join(20)
    finally:
        calls.Calls.begin = begun  # type: ignore[method-assign]
    assert not thread.is_alive()
    assert game.playouts(3, seed=1).games == 3
