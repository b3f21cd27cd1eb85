"""The same bytes run in node: random games of one seed are those that wasmtime plays."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64encode

import pytest

from ludparse import Game, load
from ludparse.interpreter.backends.wasm.rendering.plan import FIRST_ROOM
from ludparse.interpreter.backends.wasm.rendering.render import render_wasm
from tests.interpreter.descriptions import ALL

pytest.importorskip("wasmtime", reason="no WebAssembly (the extra fast)")
PLAYED = """
const [code, given, size, out, games, most, numbers] = JSON.parse(require("fs").readFileSync(0, "utf8"));
const game = {};
for (const [name, value] of Object.entries(given)) game[name] = new WebAssembly.Global({ value: "i32" }, value);
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(code, "base64")), { game });
const missing = Math.ceil(size / 65536) - exports.memory.buffer.byteLength / 65536;
if (missing > 0) exports.memory.grow(missing);
exports.playouts(1, 0n, games, 5n, most);
console.log(JSON.stringify([...new Int32Array(exports.memory.buffer, out, numbers)]));
"""


def played_in_node(game: Game, games: int, most: int) -> list[list[int]]:
    """Of each random game with seed 5 its plies, whether it was cut short, and twice the ranks."""
    rendered = render_wasm(game.program)
    caps = {name: 16 * size for name, size in game.program.caps.items()}  # nobody makes more room
    places, size = rendered.plan.places(caps, [16 * n for n in FIRST_ROOM])
    numbers = games * (game.players + 2)
    given = {name: places[name] for name in rendered.given}
    text = json.dumps([b64encode(rendered.binary).decode(), given, size, places["out"], games, most, numbers])
    node = shutil.which("node")
    assert node is not None
    done = subprocess.run([node, "-e", PLAYED], input=text, capture_output=True, text=True, timeout=60, check=True)
    held: list[int] = json.loads(done.stdout)
    return [held[k : k + game.players + 2] for k in range(0, numbers, game.players + 2)]


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
@pytest.mark.parametrize("name", ["line", "hunt"])
def test_node_plays_the_same_games(name: str) -> None:
    game = load(ALL[name], backend="wasm")
    assert isinstance(game, Game)
    here = game.playouts(20, seed=5, max_moves=500)
    rows = played_in_node(game, 20, 500)
    assert [row[0] for row in rows] == list(here.lengths) and len({*map(tuple, rows)}) > 1
    assert [[rank / 2 for rank in row[2:]] for row in rows] == [list(ranks) for ranks in here.rankings]
