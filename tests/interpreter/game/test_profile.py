"""Profiles: shares add up, the dear ludeme is found, and calls are counted."""

import json

import pytest

from ludparse import Game, load
from ludparse.exporters.cli import main
from ludparse.interpreter.backends.c import compiled
from ludparse.interpreter.backends.c.compile import QUICK
from ludparse.interpreter.backends.c.native import Memory
from ludparse.interpreter.backends.c.profiling import CProfiler, _Profile
from ludparse.interpreter.game.profile import profile

# the condition in line 6 looks at every site for each of its moves; all else is cheap
DEAR = """(define "Dear"
    (<= 0 (count Sites in:(forEach (sites Board) if:(< 0 (+ #1 (count Steps (site) (to))))))))
(game "Dear" (players 2)
    (equipment { (board (square 6)) (piece "Stone" Each) })
    (rules
        (play (move Add (to (sites Empty) if:("Dear" 1))))
        (end (if (is Line 4) (result Mover Win)))))
"""
REPEATS = """(game "Repeats" (players 2)
    (equipment { (board (square 4)) (piece "Stone" Each (move Step (to if:(is Empty (to))))) })
    (rules (meta (no Repeat)) (start { (place "Stone1" (sites Bottom)) (place "Stone2" (sites Top)) })
        (play (forEach Piece)) (end (if (no Moves Mover) (result Mover Loss)))))
"""


def _game(backend: str) -> Game:
    game = load(DEAR, backend=backend)
    assert isinstance(game, Game)
    return game


@pytest.mark.parametrize("backend", ["c", "python"])
def test_the_dear_ludeme_is_found(backend: str, c_compiler: None) -> None:
    found = profile(_game(backend), seconds=2, seed=1)
    assert found.backend == backend and found.samples > 0 and found.playouts > 0 and found.moves > found.playouts
    assert sum(line.self_share for line in found.lines) == pytest.approx(1)
    assert all(0 <= line.self_share <= line.total_share <= 1 for line in found.lines)
    dear = next(line for line in found.lines if line.ludeme.startswith("(forEach (sites Board)"))
    assert dear.place is not None and dear.place.line == 2 and {use.line for use in dear.used} == {6}
    assert dear.total_share > 0.3
    assert next(line for line in found.lines if line.ludeme.startswith("(move Add")).total_share >= dear.total_share
    assert dear.as_dict()["used_at"] == [{"file": "<text>", "line": 6, "column": 47}]


def test_of_webassembly_plain_python_is_looked_at() -> None:
    pytest.importorskip("wasmtime", reason="no WebAssembly (the extra fast)")
    game = _game("wasm")
    found = profile(game, seconds=0.1, seed=1)
    assert found.backend == "python" and found.moves == game.playouts(found.playouts, seed=1).moves


@pytest.fixture
def quickly_compiled(monkeypatch: pytest.MonkeyPatch, c_compiler: None) -> None:
    """Optimised code in name only: what is counted is the same."""
    best = (*QUICK, "-DVARIANTS")
    monkeypatch.setattr(compiled, "LEVELS", (*compiled.LEVELS[:1], best, best, QUICK))


def test_calls_are_counted(quickly_compiled: None) -> None:
    game = _game("c")
    found = profile(game, seconds=0.1, seed=1)
    calls = {line.ludeme: line.calls for line in found.lines}
    # every move asks whether it made a line; a game that was interrupted and begun again counts twice
    assert found.moves == game.playouts(found.playouts, seed=1).moves
    asked = calls["(is Line 4)"]
    assert asked is not None and found.moves <= asked <= found.moves * 1.2


def test_calls_from_several_places_are_added(quickly_compiled: None) -> None:
    """Function 5 was called ten times from outside, and four times by function 6."""
    profiler = CProfiler(_game("c").program)
    profile = _Profile(n=3)
    for node, function, calls in ((1, 5, 10), (2, 6, 1), (3, 5, 4)):
        profile.function[node], profile.calls[node] = function, calls
    profiler.engine.profiles[Memory(profiler.engine._code)] = profile
    assert profiler.calls() == {5: 14, 6: 1}


def test_calls_are_kept_where_a_game_needs_more_room(quickly_compiled: None) -> None:
    """Some games are begun again then; none is forgotten, and the better code is used again."""
    program = load(REPEATS, backend="c").program
    expected, small = CProfiler(program), CProfiler(program)
    engine = small.engine
    for profiler in (expected, small):
        profiler.engine.playouts(None, 0, 10, 1, 40, 1)
    engine._code = engine._build({**engine.capacities, "seen": 4})
    for profiler in (expected, small):
        profiler.prepare()
        profiler.engine.playouts(None, 10, 10, 1, 40, 1)
    assert engine.capacities["seen"] > 4 and small.stack() == ()
    counted = small.calls()
    assert counted.keys() == expected.calls().keys()
    assert all(n <= counted[function] for function, n in expected.calls().items())
    small.prepare()
    assert engine.optimised


def test_the_command(capsys: pytest.CaptureFixture[str], quickly_compiled: None) -> None:
    assert main(["bench", "--profile", DEAR, "--time-each", "0.2", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["backend"] == "c" and record["lines"][0]["self"] >= record["lines"][1]["self"]
    assert main(["bench", "--profile", DEAR, "--time-each", "0.2", "--most", "3", "--backend", "python"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Dear: ") and lines[2].split() == ["self", "total", "place", "ludeme"]
    assert "<text>:2:" in lines[3] and "used at 6" in lines[3]


def test_a_profile_needs_time() -> None:
    with pytest.raises(ValueError, match="more than 0 seconds"):
        profile(_game("python"), seconds=0)
