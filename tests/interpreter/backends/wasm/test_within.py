"""Functions that are written where they are called do what they do when they are called."""

from __future__ import annotations

import pytest

from ludparse.interpreter.backends.wasm.rendering import encoding
from ludparse.interpreter.backends.wasm.rendering.encoding import encoded
from ludparse.interpreter.low.nodes import Module
from ludparse.interpreter.low.small import SmallLanguage
from ludparse.interpreter.low.verifier import verify
from tests.interpreter.backends.wasm import within_example as example

wasmtime = pytest.importorskip("wasmtime", reason="no WebAssembly (the extra fast)")


def binary(within: int = encoding.MOST_WITHIN) -> bytes:
    module = Module()
    language = SmallLanguage(module, 2, {}, lambda name: pytest.fail(name))
    language[example.run].exported = True
    module.numbered.append(language[example.by_number])
    language.finish()
    verify(module)
    return encoded(module, 1, within)


def results(code: bytes) -> list[int]:
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    exports = wasmtime.Instance(store, wasmtime.Module(engine, code), []).exports(store)
    return [exports["run"](store, n) for n in (0, 1, 2, 7, 12)]


def number_of_functions(code: bytes) -> int:
    """As the third section tells."""

    def unsigned(at: int) -> tuple[int, int]:
        value = shift = 0
        while True:
            value |= (code[at] & 127) << shift
            shift, at = shift + 7, at + 1
            if code[at - 1] < 128:
                return value, at

    at = 8
    while True:
        section = code[at]
        size, at = unsigned(at + 1)
        if section == 3:
            return unsigned(at)[0]
        at += size


def in_plain_python(n: int) -> int:
    """What `run` gives, worked out without the small language."""

    def above(m: int) -> int:
        return next((k * 100 + j for k in range(m) for j in range(m) if k * j > m), -1)

    def long_one(m: int) -> int:
        for k in range(m):
            for factor, modulus in ((31, 1009), (37, 1013), (41, 1019), (43, 1021)):
                m = (m * factor + k) % modulus
        return m

    fibonacci = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]
    total, noted = 0, 200
    for k in range(n):
        total = total * 3 + min(k, 5, n, 7, k + 2) + above(k) + 5 * k + k + 1
        total += fibonacci[min(k, 9)] + long_one(k) + long_one(k + 1)
        noted += (k != 3) * k + (k + 1 != 3) * (k + 1)
    return total * 100003 + noted


def test_the_results_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    within = binary()
    assert results(within) == [in_plain_python(n) for n in (0, 1, 2, 7, 12)]
    monkeypatch.setattr(encoding, "SHORT", -1)
    monkeypatch.setattr(encoding, "LONG", -1)
    called = binary()
    assert results(called) == results(within)
    # run, by_number, fibonacci and long_one are left
    assert (number_of_functions(called), number_of_functions(within)) == (8, 4)


def test_what_becomes_too_long_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = results(binary())
    monkeypatch.setattr(encoding, "LONG", 200)
    code = binary()
    assert results(code) == expected and number_of_functions(code) > 4
    monkeypatch.undo()
    assert results(binary(within=1)) == expected
    assert number_of_functions(binary(within=0)) == 8
