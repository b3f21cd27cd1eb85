"""Functions that are too long are cut, and what they do stays the same."""

from __future__ import annotations

import pytest

from ludparse import load
from ludparse.interpreter.backends.wasm.code import Code, compiled
from ludparse.interpreter.backends.wasm.engine import WasmEngine
from ludparse.interpreter.backends.wasm.rendering import cutting, encoding
from ludparse.interpreter.backends.wasm.rendering.encoding import encoded
from ludparse.interpreter.backends.wasm.rendering.render import render_wasm
from ludparse.interpreter.low.nodes import Function, Local, Loop, Module, Set, Stmt, number
from ludparse.interpreter.low.operations import Word
from ludparse.interpreter.low.verifier import verify
from tests.interpreter.descriptions import ALL

pytest.importorskip("wasmtime", reason="no WebAssembly (the extra fast)")


@pytest.mark.parametrize("name", ALL)
def test_the_same_games_where_every_function_is_cut(name: str) -> None:
    """Into pieces of some ten nodes, in the runtime too."""
    program = load(ALL[name], backend="python").program
    whole = WasmEngine(program)
    rendered = render_wasm(program)
    before = len(rendered.low.functions)
    cutting.cut_long(rendered.low, 10)
    assert len(rendered.low.functions) > before + 20
    verify(rendered.low)
    binary = encoded(rendered.low, (rendered.plan.top + 65535) // 65536)
    module = Code(compiled(binary), rendered.plan, rendered.given, rendered.functions)
    cut = WasmEngine.restored(program, module, lambda: program)
    for state_of in (lambda engine: None, lambda engine: engine.start(7)):
        one, other = (engine.playouts(state_of(engine), 0, 6, 3, 60, 1) for engine in (whole, cut))
        assert list(one.lengths) == list(other.lengths) and list(one.rankings) == list(other.rankings)


def test_a_function_that_is_too_long_is_cut_and_then_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    program = load(ALL["hunt"], backend="python").program
    expected = list(WasmEngine(program).playouts(None, 0, 5, 1, 60, 1).lengths)
    rendered = render_wasm(program)
    longest = 0
    for fn in rendered.low.functions:
        sizes: dict[int, int] = {}
        longest = max(longest, cutting._size(fn.body, sizes))
    monkeypatch.setattr(cutting, "PIECE", longest // 6)
    monkeypatch.setattr(cutting.cut_long, "__defaults__", (longest // 6,))
    bytes_of: list[int] = []
    plain = encoding._Code.whole

    def told(code: encoding._Code) -> bytes:
        bytes_of.append(len(code.code))
        return plain(code)

    monkeypatch.setattr(encoding._Code, "whole", told)
    render_wasm(program)
    monkeypatch.setattr(encoding, "MOST_FUNCTION", max(bytes_of) * 3 // 4)
    before = len(bytes_of)
    engine = WasmEngine(program)
    assert len(bytes_of) > before + 1
    assert list(engine.playouts(None, 0, 5, 1, 60, 1).lengths) == expected


def test_a_run_in_a_loop_is_looked_at_once_for_all_its_locals(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    plain = cutting._about

    def counted(s: Stmt) -> cutting._About:
        nonlocal looked
        looked += 1
        return plain(s)

    monkeypatch.setattr(cutting, "_about", counted)
    again = Loop([Set(Local(Word.I32), number(k)) for k in range(400)])
    module = Module([Function("long", [], [], [again])])
    cutting.cut_long(module, 100)
    assert len(module.functions) > 3
    assert looked < 1_000
