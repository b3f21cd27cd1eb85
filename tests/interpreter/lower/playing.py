"""Small games that all backends play alike."""

from collections.abc import Sequence
from functools import cache

from ludparse import Game, State
from ludparse.interpreter.backends.c.compile import NoCompilerError, find_compiler
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.interpreter.backends.wasm.engine import WasmEngine
from ludparse.interpreter.backends.wasm.package import wasmtime_there
from ludparse.interpreter.game.load import load_once
from ludparse.interpreter.program.program import Program


def _backends() -> tuple[str, ...]:
    wasm = ("wasm",) if wasmtime_there() else ()
    try:
        find_compiler()
    except NoCompilerError:
        return ("python", *wasm)
    return ("python", *wasm, "c")


BACKENDS = _backends()
"""Those that run on this machine. Tests of what a backend does run on all of them.

WebAssembly lacks code of its own for searches, the solver and VectorGame (tests/interpreter/search, test_vector.py),
for profiles, and for following a game, which plain Python does on its moves (test_digests.py).
"""
CODE = (*BACKENDS, "c optimised") if "c" in BACKENDS else BACKENDS
"""The same, and optimised C."""
PLAYED_ON = BACKENDS


def engine(program: Program, code: str) -> PythonEngine | WasmEngine | CEngine:
    """A program on a backend. code: one of CODE."""
    if code == "python":
        return PythonEngine(program)
    made = WasmEngine(program) if code == "wasm" else CEngine(program)
    if code == "c optimised":
        made.optimise()
    return made


def legal(state: State) -> list[str]:
    """Each legal move with its consequences, in the form of the recordings: "mover|from|to|actions"."""
    done = [state.consequences(move) for move in state.legal_moves()]
    return [f"{m.mover}|{m.from_site}|{m.to_site}|{''.join(m.actions)}" for m in done]


@cache
def _games(text: str, backends: tuple[str, ...]) -> tuple[Game, ...]:
    return tuple(load_once(text, backend=backend) for backend in backends)


def games(text: str) -> tuple[Game, ...]:
    """The game on every backend that can run here, or on Python alone (`on_backends`)."""
    return _games(text, PLAYED_ON)


def after(text: str, picks: Sequence[int] = (), seed: int = 1) -> State:
    """The position after the moves with these numbers; all backends have had the same legal moves on the way."""
    states = [game.start(seed=seed) for game in games(text)]
    for pick in (*picks, None):
        legal = [[state.consequences(m).text for m in state.legal_moves()] for state in states]
        assert all(moves == legal[0] for moves in legal)
        if pick is not None:
            for state in states:
                state.apply(state.legal_moves()[pick])
    assert all(state.snapshot() == states[0].snapshot() for state in states)
    return states[0]


def moves(text: str, picks: Sequence[int] = (), seed: int = 1) -> list[str]:
    """The texts of the legal moves, with all that follows from them."""
    state = after(text, picks, seed)
    return [state.consequences(m).text for m in state.legal_moves()]


def deeds(text: str, picks: Sequence[int] = (), seed: int = 1) -> list[str]:
    """Of each legal move the actions after the first one."""
    state = after(text, picks, seed)
    return ["".join(state.consequences(m).actions[1:]) for m in state.legal_moves()]
