"""Native code returns with the upper halves of vector registers cleared: other code that uses the lower halves alone
would be several times slower otherwise."""

import ctypes
import platform
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludparse import load
from ludparse.interpreter.backends.c.compile import BETTER, OPTIMISED, PLAYING, QUICK, find_compiler
from ludparse.interpreter.backends.c.compiled import CompiledProgram
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.backends.c.native import Code
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.search import UCT, AlphaBeta
from ludparse.interpreter.search.solver import solve
from tests.interpreter.passes.golden_games import GAMES

LEVELS = {"playing": PLAYING, "quick": QUICK, "better": BETTER, "optimised": OPTIMISED}
GAMES_TRIED = ("line", "hunt", "score", "stacks")


@pytest.fixture(scope="module")
def registers(c_compiler: None, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The functions of `vector_registers.c`."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        pytest.skip("only processors of the x86-64 family have these registers")
    library = tmp_path_factory.mktemp("registers") / "registers.so"
    source = Path(__file__).with_name("vector_registers.c")
    subprocess.run([*find_compiler(), "-O1", "-mavx", "-shared", "-fPIC", "-o", library, source], check=True)
    found = ctypes.CDLL(str(library))
    found.use()
    if not found.can_tell() or not found.in_use():  # some say that they can, and tell nothing
        pytest.skip("this processor cannot tell which of its registers are in use")
    return found


def test_the_measurement_sees_registers_in_use(registers: ctypes.CDLL) -> None:
    for call, answer in ((registers.use, 1), (registers.clear, 0)) * 3:
        call()
        assert registers.in_use() == answer


class Watched:
    """Takes the place of the functions of all code that is loaded; notes those after which registers are in use."""

    def __init__(self, registers: ctypes.CDLL, monkeypatch: pytest.MonkeyPatch) -> None:
        self.registers = registers
        self.called: set[str] = set()
        self.left_in_use: set[str] = set()
        init = Code.__init__

        def watching(code: Code, *arguments: Any, **named: Any) -> None:
            init(code, *arguments, **named)
            code.functions = {name: self.watch(name, call) for name, call in code.functions.items()}
            for name, call in code.functions.items():
                if hasattr(code, name):
                    setattr(code, name, call)

        monkeypatch.setattr(Code, "__init__", watching)

    def watch(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any) -> Any:
            self.registers.clear()
            result = call(*arguments)
            if self.registers.in_use():
                self.left_in_use.add(name)
            self.called.add(name)
            return result

        return watched


@pytest.mark.parametrize("level", LEVELS)
def test_native_code_leaves_no_register_in_use(
    level: str, registers: ctypes.CDLL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of whatever rank, in every function that a game, a search or a solution calls."""
    watched = Watched(registers, monkeypatch)
    monkeypatch.setattr(CompiledProgram, "_optimise_beside", lambda program, rank: None)
    # the cache may hold code that only plays random games: `playouts` would call it instead of the code watched here
    monkeypatch.setattr(CEngine, "random_games", lambda engine: None)
    rank = 1 if level == "better" else 2 if level == "optimised" else 0
    for name in GAMES_TRIED:
        game = load(GAMES[name], backend="c")
        assert isinstance(game, SingleGame)
        engine = game.engine
        assert isinstance(engine, CEngine)
        engine._searched = level != "playing"
        engine._code = engine._build(dict(engine.data.caps), rank)
        state = game.start(seed=1)
        for _ in range(6):
            moves = state.legal_moves()
            if not moves:
                break
            engine.count(state.raw), engine.choose(state.raw, 0)
            state.apply(moves[len(moves) // 2])
        state.perft(2)
        engine.playouts(None, 0, 3, 1, 20, 1)
        engine.follow(1, [0, 0], game.players, game.traits)
        if level != "playing":
            start = game.start(seed=1)
            UCT(iterations=30, seed=1).choose(start)
            AlphaBeta(depth=2, seed=1).choose(start)
            solve(start, nodes=200)
    expected = {"start", "moves", "play", "perft", "playouts", "follow", "choose", "count"}
    searches = {"decisive", "search_begin", "search_run", "ab_try", "evaluate_new", "solve"}
    assert watched.called >= expected | (set() if level == "playing" else searches)
    assert watched.left_in_use == set()
