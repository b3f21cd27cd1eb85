"""The runtime is valid as a whole: a game's module holds of it only what the game needs."""

from __future__ import annotations

from collections import defaultdict
from types import FunctionType, ModuleType

import pytest

from ludparse.interpreter.backends.wasm.rendering.encoding import encoded
from ludparse.interpreter.backends.wasm.rendering.render import _SHAPES
from ludparse.interpreter.backends.wasm.runtime import (
    applying,
    buffer,
    entries,
    lists,
    numbers,
    registers,
    rounds,
    saving,
    sets,
)  # fmt: skip
from ludparse.interpreter.low.nodes import Function, Local, Module, Return, const
from ludparse.interpreter.low.small import SmallLanguage, constants_of
from ludparse.interpreter.low.verifier import verify

MODULES = (applying, buffer, entries, lists, numbers, registers, rounds, saving, sets)


def functions(module: ModuleType) -> list[FunctionType]:
    own = [f for f in vars(module).values() if isinstance(f, FunctionType) and f.__module__ == module.__name__]
    assert own
    return own


@pytest.mark.parametrize("words", [1, 2, 5])
@pytest.mark.parametrize("yes", [0, 1])
def test_every_function_is_valid_and_encoded(words: int, yes: int) -> None:
    """yes: what is known of a game, so that either branch of each choice is compiled."""
    wasmtime = pytest.importorskip("wasmtime", reason="no WebAssembly (the extra fast)")
    module = Module()
    outside: dict[str, Function] = {}

    def of_renderer(name: str) -> Function:
        if name not in outside:
            params, results = _SHAPES.get(name, ((), ()))
            body = [Return(tuple(const(word, 0) for word in results))]
            outside[name] = Function(name, [Local(word) for word in params], list(results), [*body])
            module.functions.append(outside[name])
        return outside[name]

    language = SmallLanguage(module, words, defaultdict(lambda: yes), of_renderer, registers.Registers)
    of_renderer("no_function")
    module.numbered.append(outside["no_function"])
    for part in MODULES:
        for function in functions(part):
            for bits in (8, 16, 32) if constants_of(function) else ():
                language[function, bits].exported = True
            if not constants_of(function):
                language[function].exported = True
    language.finish()
    verify(module)
    wasmtime.Module(wasmtime.Engine(), encoded(module, 1))
