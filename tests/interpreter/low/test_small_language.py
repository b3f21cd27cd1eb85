"""The small language: what its functions give under WebAssembly, and what is not part of it."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from ludparse.interpreter.backends.wasm.rendering.encoding import encoded
from ludparse.interpreter.low import small
from ludparse.interpreter.low.nodes import Function, Local, Module, Return, get
from ludparse.interpreter.low.operations import Word
from ludparse.interpreter.low.small import SmallError, SmallLanguage
from ludparse.interpreter.low.verifier import verify
from tests.interpreter.low import small_example as example

wasmtime = pytest.importorskip("wasmtime", reason="no WebAssembly (the extra fast)")
FUNCTIONS = [
    example.arithmetic, example.comparing, example.loops, example.long_words, example.counted, example.decided,
    example.kept, example.members, example.places,
]  # fmt: skip


def functions(doubles: int = 1) -> dict[str, Any]:
    module = Module()
    a = Local(Word.I32)
    twice = Function("twice", [a], [Word.I32], [Return((get(a) + get(a),))])
    module.functions.append(twice)
    language = SmallLanguage(module, 2, {"doubles": doubles}, {"twice": twice}.__getitem__, example.Registers)
    for function in FUNCTIONS:
        language[function].exported = True
    language.finish()
    verify(module)
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    exports = wasmtime.Instance(store, wasmtime.Module(engine, encoded(module, 1)), []).exports(store)
    return {f.__name__: lambda *args, f=exports[f.__name__]: f(store, *args) for f in FUNCTIONS}


CASES = [
    ("arithmetic", (5, 9), (5 + 9) * 3 - (5 & 9) + 20 + 9),
    ("arithmetic", (-1, 0), -3 - 0 - 4 + 15),
    ("comparing", (4, 6), 1),
    ("comparing", (5, 6), 7),
    ("comparing", (6, 6), 2),
    ("comparing", (101, 6), 2),
    ("loops", (0,), 0),
    ("loops", (5,), 7),
    ("loops", (100,), 8),
    ("long_words", (1, -1), ((1 ^ 0xFFFFFFFF) * 0xFF51AFD7ED558CCD + 2**63) % 2**64 - 2**63),
    ("decided", (21,), 42),
    ("kept", (128, -9), -9),
    ("members", (0b1011, 1), 0 + 1 + 3 + 64 + 3000),
    ("members", (-(2**63), 0), 63 + 1000),
    ("places", (5, 9), 7 + 2 * (7 + 5) - (7 + 5 - 9 + 1)),
]


@pytest.mark.parametrize("name, values, result", CASES)
def test_functions_give_what_they_say(name: str, values: tuple[int, ...], result: int) -> None:
    assert functions()[name](*values) == result


def test_a_function_of_one_value_is_written_where_it_is_called() -> None:
    """Only where that reads its parameter once: it is not evaluated twice."""
    module = Module()
    language = SmallLanguage(module, 1, {"doubles": 3}, {}.__getitem__, example.Registers)
    language[example.places].exported = True
    language.finish()
    assert [f.name for f in module.functions] == ["places", "counted"]
    verify(module)


def test_registers_keep_their_values() -> None:
    counted = functions()["counted"]
    assert [counted(), counted(), counted()] == [1, 2, 3]


def test_what_is_known_of_a_game_chooses_a_branch() -> None:
    """The other branch is not compiled: it may need what this game lacks."""
    assert functions(doubles=0)["decided"](21) == 21


WRONG = [
    "a < b < 3", "print(a)", "[a]", "a.b", "lambda: a", "unknown",
]  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_other_python_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = ast.parse(f"def arithmetic(a: i32, b: i32) -> i32:\n    return {text}\n").body[0]
    monkeypatch.setattr(small, "_definitions", lambda module: {"arithmetic": source})
    language = SmallLanguage(Module(), 1, {}, {}.__getitem__, example.Registers)
    assert language[example.arithmetic].params
    with pytest.raises(SmallError, match="arithmetic, line"):
        language.finish()
