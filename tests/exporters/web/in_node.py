"""A page of a game without a browser: its script runs in Node.js, over documents that nobody sees, and takes the native
code of the game for WebAssembly. So a test of a page needs neither Chromium nor a compiler for WebAssembly; what it
says of shapes, sizes and places is of the test's own making (node/dom.mjs)."""

from __future__ import annotations

import ctypes
import functools
import json
import mmap
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ludparse import load
from ludparse.exporters.web import bundle as bundles
from ludparse.exporters.web.page import built, page_html
from ludparse.interpreter.backends.c.native import _ALL_FUNCTIONS, _BYTES, _P
from ludparse.interpreter.search import Auto

__all__ = ["NodePage", "in_node"]

NODE = Path(__file__).parent / "node"
_SIZE, _ENGINE, _LAYOUT, _OUT, _HEAP = 1 << 22, 1 << 12, 1 << 18, 1 << 19, 1 << 20
"""Of the memory that the page takes for that of a module: its bytes, and where the engine's state, the places of fields
and what calls put out begin; below the state numbers stand for what is not in it."""


class Native:
    """Native code behind the entries of a module."""

    def __init__(self, code: Any, shared: mmap.mmap) -> None:
        self.code, self.shared = code, shared
        self.base = ctypes.addressof(ctypes.c_char.from_buffer(shared))  # which then lets go of it
        self.handles = dict[int, int]()
        self.engines = dict[int, int]()

    def call(self, name: str, instance: int, values: list[str]) -> int:
        if name == "started":  # tests play games that nothing is set up in
            return self._put_out([1, 1, 4, 11, 0, -1, -1, 0, 0, 0, 0])
        if name == "out":
            return _OUT
        function = self.code.functions[name]
        kinds = function.argtypes
        result = function(*(self._argument(kind, value, instance) for kind, value in zip(kinds, values, strict=True)))
        if name == "layout_table":
            layout = (ctypes.c_int32 * (3 * len(self.code.layout.fields))).from_buffer(self.shared, _LAYOUT)
            layout[:] = result[: len(layout)]
            return _LAYOUT
        if name == "new":
            self.engines[instance] = result
            return _ENGINE
        if engine := self.engines.get(instance):
            ctypes.memmove(self.base + _ENGINE, engine, self.code.layout.size)
        if name in ("moves", "play") and result > 0:
            place = self.code.functions["out"](self.engines[instance])
            self._put_out((ctypes.c_int32 * result).from_address(place)[:])
        if function.restype is _P:
            self.handles[len(self.handles) + 1] = result
            return len(self.handles)
        return 0 if result is None else int(result)

    def _put_out(self, ints: list[int]) -> int:
        (ctypes.c_int32 * len(ints)).from_buffer(self.shared, _OUT)[:] = ints
        return len(ints)

    def _argument(self, kind: Any, text: str, instance: int) -> Any:
        if kind is ctypes.c_double:
            return float(text)
        if kind not in (_P, _BYTES):
            return int(text)
        at = int(text)
        place = self.engines[instance] if at == _ENGINE else self.handles.get(at) if at < _ENGINE else self.base + at
        return ctypes.c_char_p(place) if kind is _BYTES else place


class NodePage:
    """An open page."""

    def __init__(self, process: subprocess.Popen[str], native: Native) -> None:
        self.process, self.native = process, native

    def run(self, expression: str) -> Any:
        """What an expression of the page's language comes to."""
        assert self.process.stdin and self.process.stdout
        message: dict[str, Any] = {"run": expression}
        while True:
            print(json.dumps(message), file=self.process.stdin, flush=True)
            answer = json.loads(self.process.stdout.readline())
            if "done" in answer:
                return answer["done"]
            if "failed" in answer:
                raise AssertionError(answer["failed"])
            message = self.native.call(answer["call"], answer["number"], answer["values"])  # type: ignore[assignment]

    def texts(self, selector: str) -> list[str]:
        found: list[str] = self.run(f"document.querySelectorAll({json.dumps(selector)}).map((e) => e.textContent)")
        return found

    @property
    def status(self) -> str:
        return self.texts("#status")[0]

    @property
    def ply(self) -> int:
        return int(self.run("document.documentElement.dataset.ply"))

    @property
    def moves(self) -> list[str]:
        """The list of moves, without numbers."""
        return [text.partition(". ")[2] for text in self.texts("#moves li")]

    def heard(self, site: str) -> str:
        """What a screen reader says of a site."""
        return str(self.run(f"target({json.dumps(site)}).getAttribute('aria-label')"))

    @property
    def offered(self) -> set[str]:
        """The sites where moves begin, or where the chosen piece may go."""
        return set(self.run("document.querySelectorAll('.target.can').map((e) => e.dataset.site)"))

    @property
    def options(self) -> list[str]:
        """The buttons beside the board, and those of a question."""
        return list(self.run("document.querySelectorAll('.option').map(called)"))

    def choose(self, *sites: str) -> None:
        for site in sites:
            self.run(f"target({json.dumps(site)}).click()")

    def press(self, *names: str) -> None:
        """Buttons, by what they are called."""
        for name in names:
            self.run(f"press({json.dumps(name)})")

    def seat(self, player: int, who: str) -> None:
        """Who plays for a player: `human` or `computer`."""
        place = f"document.querySelectorAll('#players select')[{player - 1}]"
        self.run(f"({place}.value = {json.dumps(who)}, {place}.dispatchEvent(new Happening('change')))")

    def until(self, condition: str) -> None:
        self.run(f"until(() => {condition})")

    def key(self, name: str, **more: Any) -> None:
        """A key that is pressed where no element has the focus."""
        self.run(f"void document.body.dispatchEvent(new Happening('keydown', {json.dumps({'key': name, **more})}))")


@functools.cache
def _made(source: str, searches: bool) -> tuple[bundles.Bundle, Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bundles, "compile_wasm", lambda *_: b"")
        patch.setattr(bundles, "zig_command", lambda: ())
        patch.setattr(bundles, "_capacities", lambda game: dict(game.program.caps))
        if not searches:  # their code takes longest to compile
            patch.setattr(Auto, "prepare", lambda *_: None)
            patch.setattr(Auto, "agent", None, raising=False)
        made = bundles.make_bundle(source, most=1)
    game: Any = load(source, backend="c")
    if searches:
        game.engine.prepare_search()
    assert game.engine._code.layout.size <= _LAYOUT - _ENGINE
    return made, game.engine._code


@contextmanager
def in_node(source: str, folder: Path, address: str = "#s=1", searches: bool = False) -> Iterator[NodePage]:
    """The page of a game, at the position of an address. searches: whether it needs those of native code. At the end
    nothing may have gone wrong on it."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    made, code = _made(source, searches)
    memory, told = folder / "memory", folder / "page.json"
    memory.write_bytes(bytes(_SIZE))
    entries = {name: len(kinds) for name, (_, kinds) in _ALL_FUNCTIONS.items() if name != "free"} | {"started": 1}
    data = {"script": built("page.js"), "html": page_html(made, assets=""), "hash": address}
    told.write_text(json.dumps(data | {"memory": str(memory), "size": _SIZE, "heap": _HEAP, "entries": entries}))
    with open(memory, "r+b") as file, mmap.mmap(file.fileno(), _SIZE) as shared:
        command = [node, str(NODE / "host.mjs"), str(told)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        native = Native(code, shared)
        try:
            page = NodePage(process, native)
            page.until("document.documentElement.dataset.ready || document.documentElement.dataset.failed")
            yield page
            assert page.run("document.documentElement.dataset.failed") is None, page.texts("#problem")
        finally:
            process.kill()
            process.communicate()
