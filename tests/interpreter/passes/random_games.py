"""What is seen of some games of a random program, to compare programs and engines."""

from __future__ import annotations

from collections.abc import Collection

from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.interpreter.passes import PASSES, run_passes
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.copying import copy_of
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.raw import RawMove
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import statements
from ludparse.problems.errors import LudError, LudLimitError

OPTIMISATIONS = tuple(name for name, p in PASSES.items() if not p.legalises)

Engine = PythonEngine | CEngine
Seen = list[object]


def changed(program: Program, without: Collection[str] = (), *, each: bool = False) -> Program:
    """A copy of a program on which passes have run, verified at the end or, if `each`, after each of them. What can be
    counted at once is, however few iterations there are."""
    copy = copy_of(program)
    run_passes(copy, verify if each else None, without)
    verify(copy)
    for s in (s for fn in copy.functions for s in statements(fn.body)):
        if isinstance(s, ops.CountedLoop | ops.ForSet) and s.at_once is not None:
            s.at_once.least = 1
    return copy


def seen(engine: Engine, fields: Collection[str], games: int, plies: int = 3) -> Seen:
    """The moves, and what they lead to, in the first plies of some games. fields: of the state, that are looked at."""
    out: Seen = []
    for seed in range(games):
        state = engine.start(seed)
        for ply in range(plies):
            out.append(_fields(engine, state, fields))
            if engine.read(state, "over"):  # type: ignore[arg-type]
                break
            try:
                state, moves = engine.moves(state)  # type: ignore[arg-type]
                pushed = [moves.raw(k) for k in range(len(moves))]
                out.append(pushed)
                _counted(engine, state, pushed)
                picks = dict.fromkeys((31 * seed + 7 * ply + k) % len(pushed) for k in range(3))
                after = [engine.play(state, moves, k) for k in picks]  # type: ignore[arg-type]
            except LudLimitError:
                raise
            except LudError as error:
                out.append(type(error).__name__)
                break
            for state, done in reversed(after):
                out.append((done.raw(0), _fields(engine, state, fields)))
    return out


def _fields(engine: Engine, state: object, fields: Collection[str]) -> dict[str, str]:
    values = engine.pack(state)  # type: ignore[arg-type]
    return {name: values[name].hex() for name in fields}


def _counted(engine: Engine, state: object, pushed: list[RawMove]) -> None:
    """Moves that can be counted are as many as those that are pushed, and each can be found by its number."""
    number = engine.count(state)  # type: ignore[arg-type]
    if number is None:
        return
    assert number == len(pushed), f"{number} moves are counted, and {len(pushed)} are pushed: {pushed}"
    for k in {0, len(pushed) // 2, len(pushed) - 1}:
        chosen = engine.choose(state, k)  # type: ignore[arg-type]
        assert chosen is not None and chosen.raw(0) == pushed[k], f"as move {k} is chosen {chosen and chosen.raw(0)}"


def playouts(engine: Engine, games: int = 30, plies: int = 20) -> Seen:
    """The lengths and places of random games, or how they end in an error."""
    try:
        played = engine.playouts(None, 0, games, 3, plies, 1)
    except LudLimitError:
        raise
    except LudError as error:
        return [type(error).__name__]
    return [list(played.lengths), [list(ranking) for ranking in played.rankings]]


def same(expected: Program, program: Program, engine: Engine, games: int = 4) -> None:
    """Fails if an engine, which runs `program`, does not play the games of `expected` in plain Python."""
    plain = PythonEngine(expected)
    fields = sorted(expected.fields.keys() & program.fields.keys())
    one, other = (seen(e, fields, games) for e in (plain, engine))
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        assert a == b, f"what is seen at place {place} differs"
    assert len(one) == len(other)
    assert playouts(plain) == playouts(engine), "random games differ"
