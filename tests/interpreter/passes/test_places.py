"""Passes carry places or drop them: none is invented, and none is lost that stands in the place of a statement."""

from functools import cache
from itertools import pairwise

import pytest

from ludparse.interpreter.passes import PASSES
from ludparse.interpreter.passes.random_game_program import playout_program
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.copying import copy_of
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.walk import reached, statements
from ludparse.problems.spans import Span
from tests.interpreter.passes.golden import lowered
from tests.interpreter.passes.golden_games import GAMES

MOST = 0.96
"""At least this share of the statements of these games has places when all passes have run: it is 97 %."""

ALWAYS = (ops.Emit, ops.Composed, ops.BuiltMove, ops.ForSet, ops.ForPieces, ops.ForRow, ops.Filter)


def written(program: Program) -> list[ops.Stmt]:
    return [s for i in reached(program) for s in statements(program.functions[i].body)]


def at(program: Program) -> dict[ops.Stmt, frozenset[Span]]:
    return {s: s.places.spans for s in written(program)}


@cache
def histories(name: str) -> tuple[list[tuple[str, dict[ops.Stmt, frozenset[Span]]]], Program]:
    """The places of the statements of a game, as it was lowered and after each pass, and the last program."""
    program = lowered(GAMES[name], passes=False)
    found = [("lowered", at(program))]
    for p in PASSES.values():
        p.change(program)
        found.append((p.name, at(program)))
    random = playout_program(program)
    return [*found, ("random games", at(random))], program


@pytest.mark.parametrize("name", GAMES)
def test_no_pass_invents_a_place(name: str) -> None:
    found, _ = histories(name)
    for (_, before), (by, after) in pairwise(found):
        assert frozenset[Span]().union(*after.values()) <= frozenset[Span]().union(*before.values()), by


@pytest.mark.parametrize("name", GAMES)
def test_a_statement_that_a_pass_leaves_keeps_its_places(name: str) -> None:
    """It may get those of another that was merged with it."""
    found, _ = histories(name)
    for (_, before), (by, after) in pairwise(found):
        for s in before.keys() & after.keys():
            assert before[s] <= after[s], by
            assert before[s] == after[s] or by == "keep_verdicts", by


@pytest.mark.parametrize("name", GAMES)
def test_what_pushes_moves_or_goes_over_sites_has_places(name: str) -> None:
    found, _ = histories(name)
    for by, after in found:
        assert not {type(s).__name__ for s in after if isinstance(s, ALWAYS) and not after[s]}, by


def test_most_statements_have_places_in_the_end() -> None:
    """Those that a pass has written of its own have none."""
    last = [places for name in GAMES for places in histories(name)[0][-1][1].values()]
    assert sum(map(bool, last)) >= MOST * len(last)


def test_a_copy_of_a_program_has_the_places_of_the_program() -> None:
    _, program = histories("check")
    same = zip(written(program), written(copy_of(program)), strict=True)
    assert all(a is not b and a.places.spans == b.places.spans for a, b in same)


def test_verdicts_that_are_shared_have_the_places_of_all() -> None:
    """Two ludemes of this game ask the same of the position after a move."""
    found, _ = histories("surround")
    (_, before), (_, after) = next((one, two) for one, two in pairwise(found) if two[0] == "keep_verdicts")
    (shared,) = (after[s] for s in after.keys() - before.keys() if isinstance(s, ops.Trial))
    asked = [before[s] for s in before.keys() - after.keys() if isinstance(s, ops.Trial)]
    assert len(asked) > 1 and shared == frozenset[Span]().union(*asked)
