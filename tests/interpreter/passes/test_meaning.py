"""No optimisation changes the meaning of a program: each is left out alone, and all are, in C and in Python.

The games are played with seeds: at every ply the position, the legal moves with all that follows from them and the
result have to be those of plain Python with all optimisations. By default each pass is left out of the game that shows
it and, in `make test-all`, of some others; `LUD_ALL_PASSES=1` leaves each out of every golden game, which takes half an
hour.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import cache

import pytest

from ludparse import load
from ludparse.interpreter import passes
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.passes import PASSES, Pass
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.printer import function, print_program
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import statements
from tests.interpreter.passes.golden import found_by
from tests.interpreter.passes.golden_games import GAMES, PASS_GAMES

OPTIMISATIONS = tuple(name for name, p in PASSES.items() if not p.legalises)
WHOLE = bool(os.environ.get("LUD_ALL_PASSES"))
OTHERS = ("check", "surround")
"""Games with trials and kept verdicts: most passes change something in them."""
PLIES = 16 if WHOLE else 8


def played(name: str, backend: str, without: tuple[str, ...]) -> list[object]:
    """What is seen of some seeded games."""
    game = load(GAMES[name], backend=backend, verify=not without, without=without)  # not from the cache
    if without and backend == "python":
        verify(game.program)  # once: after each pass takes longer than all else
    seen: list[object] = []
    for seed in (1, 2):
        state = game.start(seed=seed)
        for ply in range(PLIES):
            moves = state.legal_moves()
            seen.append((state.snapshot(), [state.consequences(m).text for m in moves], state.over, state.ranking))
            if state.over or not moves:
                break
            state.apply(moves[(31 * seed + 7 * ply) % len(moves)])
    found = game.playouts(10, seed=3, max_moves=60)
    seen.append((list(found.lengths), list(found.rankings)))
    return seen


@cache
def expected(name: str) -> list[object]:
    return played(name, "python", ())


@cache
def random_games(name: str, without: tuple[str, ...]) -> list[object]:
    """The random games of optimised code that keeps verdicts, and those of one function for the ply, if any."""
    program = load(GAMES[name], backend="python", without=without).program
    ordinary, function = CEngine(program, ("-DVARIANTS",)), CEngine(program)
    if (games := function.random_games()) is not None:
        games.build(function._code.layout.caps)
    played = [engine.playouts(None, 0, 30, 3, 60, 1) for engine in (ordinary, function)]
    return [(list(p.lengths), list(p.rankings)) for p in played]


def cases(others: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(game, passes left out)."""
    for left_out in OPTIMISATIONS:
        for game in GAMES if WHOLE else dict.fromkeys((PASS_GAMES[left_out], *others)):
            yield game, (left_out,)
    yield from ((game, OPTIMISATIONS) for game in GAMES)


def _named(cases: list[tuple[str, tuple[str, ...]]]) -> list[object]:
    names = [f"{game}-{without[0] if len(without) == 1 else 'all'}" for game, without in cases]
    return [pytest.param(*case, id=name, marks=_marks(*case)) for case, name in zip(cases, names, strict=True)]


def _marks(game: str, without: tuple[str, ...]) -> list[pytest.MarkDecorator]:
    """A pass is left out of other games than its own when there is time, and so are all of most games."""
    own = PASS_GAMES[without[0]] == game if len(without) == 1 else game in ("check", "sow", "slide", "dice", "stacks")
    return [] if own else [pytest.mark.long]


@pytest.mark.parametrize(("name", "without"), _named(list(cases(OTHERS))))
def test_python_plays_the_same_without(name: str, without: tuple[str, ...]) -> None:
    assert played(name, "python", without) == expected(name)


@pytest.mark.parametrize(("name", "without"), _named(list(cases(()))))
def test_c_plays_the_same_without(name: str, without: tuple[str, ...], c_compiler: None) -> None:
    assert played(name, "c", without) == expected(name)
    if WHOLE or len(without) == 1:
        assert random_games(name, without) == random_games(name, ())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name != "check")) for name in GAMES])
def test_in_any_order_the_passes_keep_the_meaning(name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their order is about what they find; none may leave something that another one breaks."""
    same = expected(name)
    order = random.Random(seed).sample(list(PASSES.values()), len(PASSES))
    monkeypatch.setattr(passes, "passes_run", lambda without: order)
    assert played(name, "python", ()) == same, [p.name for p in order]


@pytest.mark.parametrize("name", PASSES)
def test_each_pass_changes_its_game(name: str) -> None:
    """Or leaving it out would show nothing."""
    program = found_by(name, GAMES[PASS_GAMES[name]])

    def printed() -> list[str]:
        """With the functions that nobody reaches."""
        return [print_program(program), *map(function, program.functions)]

    before = printed()
    PASSES[name].change(program)
    assert printed() != before


def test_a_wrong_pass_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(program: Program) -> None:
        for s in (s for fn in program.functions for s in statements(fn.body)):
            if isinstance(s, ops.If) and s.orelse:
                s.then, s.orelse = s.orelse, s.then

    monkeypatch.setitem(PASSES, "find_first", Pass("find_first", wrong))
    assert played("check", "python", ("find_first",)) == expected("check")
    assert played("check", "python", ()) != expected("check")
