"""Searches along tables of sets leave out the words that no row reaches from its own site."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from random import Random

import pytest

from ludparse.interpreter.backends.wasm.rendering.encoding import encoded
from ludparse.interpreter.backends.wasm.rendering.values import words_apart
from ludparse.interpreter.backends.wasm.runtime import registers, sets
from ludparse.interpreter.low.nodes import Module
from ludparse.interpreter.low.small import SmallLanguage
from ludparse.interpreter.low.verifier import verify

wasmtime = pytest.importorskip("wasmtime", reason="no WebAssembly (the extra fast)")


def table(sites: int, steps: Sequence[int]) -> list[list[int]]:
    """Of each site those that lie so many sites before or behind it."""
    return [sorted({i + by for d in steps for by in (-d, d) if 0 <= i + by < sites}) for i in range(sites)]


def as_bytes(sites: set[int], words: int) -> bytes:
    return sum(1 << i for i in sites).to_bytes(8 * words, "little")


def functions(rows: list[list[int]], words: int) -> Callable[..., set[int] | bool]:
    """Calls a function of the runtime with sets, for a table."""
    module = Module(data=[(0, b"".join(as_bytes(set(row), words) for row in rows))])
    game = {"set_size": 8 * words}
    language = SmallLanguage(module, words, game, lambda name: pytest.fail(name), registers.Registers)
    for function in (sets.union, sets.flood, sets.flood_meets):
        made = language[function, words_apart(rows, words)]
        made.name, made.exported = function.__name__, True
    language.finish()
    verify(module)
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    exports = wasmtime.Instance(store, wasmtime.Module(engine, encoded(module, 1)), []).exports(store)

    def call(name: str, *given: set[int]) -> set[int] | bool:
        values = [v for s in given for v in struct.unpack(f"<{words}q", as_bytes(s, words))]
        result = exports[name](store, 0, len(rows), *values)
        if name == "flood_meets":
            return bool(result)
        data = struct.pack(f"<{words}q", *(result if words > 1 else [result]))
        return {i for i in range(64 * words) if data[i // 8] >> i % 8 & 1}

    return call


@pytest.mark.parametrize("sites, steps, apart", [(50, (1, 7), 0), (361, (1, 19), 1), (300, (64,), 1), (300, (1, 65), 2),
                                                 (300, (3, 130), 3), (200, (199,), 3), (250, (0,), 0)])  # fmt: skip
def test_the_same_as_site_by_site(sites: int, steps: Sequence[int], apart: int) -> None:
    words = (sites + 63) // 64
    rows = table(sites, steps)
    assert words_apart(rows, words) == apart
    call, random = functions(rows, words), Random(sites)
    for _ in range(40):
        share = random.choice((0.05, 0.5, 0.95))
        start, within, target = ({i for i in range(sites) if random.random() < p} for p in (0.02, share, 0.05))
        reached, seen = start, set(start)
        while reached:
            reached = {i for site in reached for i in rows[site]} & within - seen
            seen |= reached
        assert call("flood", start, within) == seen
        beside = {i for site in within for i in rows[site]}
        assert call("union", within) == beside
        met = {i for site in seen for i in rows[site]} & target - seen
        assert call("flood_meets", start, within, target) == bool(met)
        assert call("flood_meets", start, within, set()) is False


def test_rows_may_name_sites_beyond_the_width() -> None:
    assert words_apart([[5], [], [70, 4000], [1, 130]], 3) == 2
    assert words_apart([[], []], 1) == 0
