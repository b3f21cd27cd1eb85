"""Each statement of a program as it was lowered has places, all of ludemes that stand there; a traced program means the
same, and tells the value of every ludeme that it asks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludparse.description.description import Description, load_description
from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.interpreter.game.building import checked_equipment, flags_of, players_of, program_of, tree_of
from ludparse.interpreter.game.compiling.driver import compile_game
from ludparse.interpreter.passes import OPTIONAL
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.places import Places
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import reached, statements
from ludparse.library.library import Library, open_library
from ludparse.ludemes.base import Ludeme, walk
from ludparse.problems.spans import Source, Span
from tests.corpus import LIBRARY, REPO, description, needs_corpus, recorded_games
from tests.interpreter.passes.golden_games import GAMES

OURS = sorted(path.parent.name for path in (REPO / "games").glob("*/*.lud"))
GROUPS = range(10)


def group(k: int, of: int = 10) -> list[Path]:
    """Some games of the library: ten groups have a hundred, spread over all of it."""
    games = recorded_games()
    return [description(games[(k + len(GROUPS) * i) * len(games) // (of * len(GROUPS))]) for i in range(of)]


def read(where: Path | str, library: Library | None = None) -> Description:
    return load_description(where, library=library)


def as_lowered(rules: Description, *, traced: bool = False) -> Program:
    equipment = checked_equipment(rules)
    players, flags = players_of(rules), flags_of(rules, equipment)
    return compile_game(tree_of(rules), equipment, players, flags, passes=False, traced=traced)


def written(program: Program) -> list[tuple[Function, ops.Stmt]]:
    return [(fn, s) for fn in (program.functions[i] for i in reached(program)) for s in statements(fn.body)]


def places(program: Program) -> set[Span]:
    return {place for found in {s.places for _, s in written(program)} for place in found.spans}


# ------------------------------------------------------------------------------------------------- laws of all games


def check(rules: Description, *, traced: bool) -> None:
    """Every statement has a place, at every place stands a ludeme, and what one function stands for is alike."""
    program = as_lowered(rules, traced=traced)
    verify(program)
    at: dict[Span | None, set[type]] = {}
    for node in walk(rules.game):
        at.setdefault(node.span, set()).add(type(node))
    looked_at: set[Places] = set()
    for fn, s in written(program):
        assert s.places.spans, f"{fn.name}: {type(s).__name__} has no place"
        if s.places not in looked_at:
            looked_at.add(s.places)
            strange = s.places.spans - at.keys()
            assert not strange, f"{fn.name}: no ludeme at {strange}"
    for fn in program.functions:
        if fn.place is not None and (kinds := [at[place] for place in fn.places]):
            assert set.intersection(*kinds), f"{fn.name} stands for ludemes of different kinds: {fn.places}"


@pytest.mark.parametrize("traced", [False, True], ids=["plain", "traced"])
@pytest.mark.parametrize("name", OURS)
def test_all_statements_of_our_games_have_places(name: str, traced: bool) -> None:
    check(read(next((REPO / "games" / name).glob("*.lud"))), traced=traced)


@needs_corpus
@pytest.mark.parametrize("k", GROUPS)
def test_all_statements_of_games_of_the_library_have_places(k: int) -> None:
    library = open_library(str(LIBRARY))
    for path in group(k):
        check(read(path, library), traced=bool(k % 2))


def check_sharing(rules: Description, monkeypatch: pytest.MonkeyPatch) -> None:
    """The places are those of the program in which no two ludemes share what they mean."""
    shared = places(as_lowered(rules))
    with monkeypatch.context() as patch:
        patch.setattr(Ludeme, "__eq__", object.__eq__)
        patch.setattr(Ludeme, "__hash__", object.__hash__)
        apart = places(as_lowered(rules))
    assert shared == apart


@pytest.mark.parametrize("name", OURS)
def test_what_ludemes_share_has_the_places_of_all(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_sharing(read(next((REPO / "games" / name).glob("*.lud"))), monkeypatch)


@needs_corpus
@pytest.mark.parametrize("k", GROUPS)
def test_what_ludemes_share_has_the_places_of_all_in_the_library(k: int, monkeypatch: pytest.MonkeyPatch) -> None:
    library = open_library(str(LIBRARY))
    for path in group(k, 4):
        check_sharing(read(path, library), monkeypatch)


# ------------------------------------------------------------------------------------------------- one game by hand

SMALL = """(define "Foe" (is Enemy (who at:#1)))
(game "Small" (players 2)
    (equipment { (board (square 4))
        (piece "Man" Each (move Step Forward
            (to if:(or (is Empty (to)) ("Foe" (to))) (apply (remove (to)))) (then (add (to (last From)))))) })
    (rules
        (start { (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) })
        (play (forEach Piece))
        (end { (if ("Foe" (last To)) (result Mover Win)) (if (no Moves Next) (result Mover Win)) })))"""


def small(*, traced: bool = False) -> Program:
    return as_lowered(load_description(Source("small.lud", SMALL)), traced=traced)


def told(program: Program, name: str) -> set[str]:
    """The places of the functions of a name, but for its number, with those where defines were used."""
    found = [fn for fn in program.functions if fn.name.rpartition("_")[0] == name]
    assert found
    return {" in ".join(f"{p.line}:{p.column}" for p in place.places) for fn in found for place in fn.places}


def kinds_at(program: Program, line: int, column: int) -> set[str]:
    """What the statements are that were written for the ludeme at a place, and for nothing else."""
    spans = {place for place in places(program) if (place.line, place.column) == (line, column)}
    return {type(s).__name__ for _, s in written(program) if s.places.spans == spans}


def test_a_statement_has_the_place_of_the_innermost_ludeme() -> None:
    program = small()
    assert {"If", "ForRow", "BuiltMove", "Composed", "Restoring"} <= kinds_at(program, 4, 27)  # (move Step …)
    assert kinds_at(program, 5, 54) == {"Do"}  # (apply …) calls what it applies
    assert {"If", "Emit", "SetField"} <= kinds_at(program, 5, 61)  # (remove …), and what applies its action
    assert kinds_at(program, 9, 16) == {"If"}  # (if ("Foe" …) …)
    assert "Do" in kinds_at(program, 9, 38)  # (result …)
    assert {"ForPieces", "If", "Do", "Restoring"} <= kinds_at(program, 8, 15)  # (forEach Piece)
    assert "Do" in kinds_at(program, 7, 18)  # (place …)


def test_the_places_of_shared_values_lead_through_defines() -> None:
    program = small(traced=True)
    assert told(program, "bool_is_player") == {"1:15 in 5:41", "1:15 in 9:21"}
    assert told(program, "int_who") == {"1:25 in 5:41", "1:25 in 9:21"}
    assert told(program, "int_iterator_to") == {"5:34", "5:47", "5:69"}  # (to) as such and as the define's argument
    assert told(program, "bool_bool_or") == {"5:20"}
    assert told(program, "end_result") == {"9:38", "9:78"}


def test_what_applies_an_action_has_the_places_of_those_who_make_it() -> None:
    program = small()
    lines = {place.line for place in program.appliers["remove"].places}
    assert lines == {5}
    assert {place.line for place in program.appliers["add"].places} == {5, 7}


# ------------------------------------------------------------------------------------------------- traced programs


def seen(engine: PythonEngine, plies: int) -> list[object]:
    """The state at each ply of a game, and its moves but for the numbers of their consequents."""
    state = engine.start(3)
    out: list[object] = []
    for ply in range(plies):
        state, moves = engine.moves(state)
        raw = [moves.raw(k) for k in range(len(moves))]
        out.append([engine.read(state, name) for name in engine.program.fields])
        out.append([(m.mover, m.from_site, m.to_site, m.level_min, m.level_max, m.actions, len(m.then)) for m in raw])
        if not raw:
            break
        state, _ = engine.play(state, moves, (5 * ply + 2) % len(raw))
    return out


def same_meaning(rules: Description, plies: int = 10) -> None:
    plain, traced = program_of(rules, without=OPTIONAL), program_of(rules, traced=True)
    verify(traced)
    assert len(traced.functions) > len(plain.functions)
    assert list(traced.fields) == list(plain.fields)
    assert seen(PythonEngine(traced), plies) == seen(PythonEngine(plain), plies)


@pytest.mark.parametrize("name", GAMES)
def test_a_traced_program_means_the_same(name: str) -> None:
    same_meaning(load_description(GAMES[name]))


@needs_corpus
@pytest.mark.parametrize("k", GROUPS)
def test_a_traced_program_of_a_game_of_the_library_means_the_same(k: int) -> None:
    library = open_library(str(LIBRARY))
    for path in group(k, 4):
        same_meaning(read(path, library), 4)


class Recorded:
    """A traced program in plain Python that notes each call of what a ludeme means: (depth, place, value)."""

    def __init__(self, program: Program) -> None:
        self.engine = PythonEngine(program)
        self.calls: list[tuple[int, list[str], Any]] = []
        self.depth = 0
        for fn in program.functions:
            if fn.place is not None and self.engine.renders(fn):
                self.engine.wrap(fn, lambda run, fn=fn: self.noting(fn, run))  # type: ignore[misc]

    def noting(self, fn: Function, run: Callable[..., Any]) -> Callable[..., Any]:
        texts = sorted({place.text for place in fn.places})

        def call(e: Any, *args: Any) -> Any:
            k, depth = len(self.calls), self.depth
            self.calls.append((depth, texts, None))
            self.depth += 1
            try:
                value = run(e, *args)
            finally:
                self.depth = depth
            self.calls[k] = (depth, texts, value)
            return value

        return call


def test_a_condition_that_refuses_a_move_is_told_with_its_values() -> None:
    """A man steps forward onto a man of its own: `(is Empty (to))` says no, then `(is Enemy …)`, since the piece there
    is of player 1."""
    rules = """(game "Wall" (players 2)
        (equipment { (board (rectangle 3 1)) (piece "Man" Each
            (move Step Forward (to if:(or (is Empty (to)) (is Enemy (who at:(to))))))) })
        (rules (start { (place "Man1" (sites {0 1})) (place "Man2" 2) }) (play (forEach Piece))
            (end (if (no Moves Next) (result Mover Win)))))"""
    recorded = Recorded(program_of(load_description(rules), traced=True))
    state = recorded.engine.start(1)
    recorded.calls.clear()
    _, moves = recorded.engine.moves(state)
    assert [(moves.raw(k).from_site, moves.raw(k).to_site) for k in range(len(moves))] == [(1, 2)]
    whole = ["(or (is Empty (to)) (is Enemy (who at:(to))))"]
    conditions = [k for k, (_, texts, _) in enumerate(recorded.calls) if texts == whole]
    refused, allowed = (recorded.calls[a:b] for a, b in zip(conditions, [*conditions[1:], None], strict=True))
    base = refused[0][0]
    assert [(depth - base, *texts, value) for depth, texts, value in refused if depth >= base] == [
        (0, "(or (is Empty (to)) (is Enemy (who at:(to))))", False),
        (1, "(is Empty (to))", False),
        (2, "(to)", 1),
        (1, "(is Enemy (who at:(to)))", False),
        (2, "(who at:(to))", 1),
        (3, "(to)", 1),
    ]
    assert [(*texts, value) for depth, texts, value in allowed if depth > base] == [
        ("(is Empty (to))", False), ("(to)", 2), ("(is Enemy (who at:(to)))", True), ("(who at:(to))", 2), ("(to)", 2),
    ]  # fmt: skip


@pytest.mark.parametrize("traced", [False, True], ids=["plain", "traced"])
def test_all_statements_of_a_match_have_places_in_its_own_text(traced: bool) -> None:
    """The game that a match is lowered with, of which nobody has written a word, has none."""
    text = """(match "Two" (players 2) (games {(subgame "Left" result:1)})
        (end (if (= (matchScore P1) 2) (result P1 Win))))"""
    rules = load_description(Source("two.lud", text))
    program = program_of(rules, without=OPTIONAL, traced=traced)
    spans = {node.span for node in walk(rules.game)}
    assert all(s.places.spans and s.places.spans <= spans for _, s in written(program))
    condition = {place.text for _, s in written(program) if isinstance(s, ops.If) for place in s.places}
    assert "(if (= (matchScore P1) 2) (result P1 Win))" in condition
