"""Passes and engines keep the meaning of random programs (`random_programs.py`).

A program is played in plain Python without any optimisation, and compared: moves, their numbers, moves chosen by their
numbers, what they lead to, random games. `make programs` draws new programs for some minutes, and leaves each pass out
of each. A failure is shrunk to a small program, which is printed. What is found becomes a test of its own.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.modes import PROBE
from ludparse.interpreter.program.ops import Type
from tests.interpreter.passes.random_games import OPTIMISATIONS, changed, same
from tests.interpreter.passes.random_programs import Drawn, programs
from tests.interpreter.passes.test_results import blank, push, runs

TIMES = int(os.environ.get("PROGRAMS", "1"))
"""So many times as many programs."""
WHOLE = bool(os.environ.get("LUD_ALL_PASSES"))
CHECKED = ("-DVARIANTS", "-DCHECK_KEPT", "-DCHECK_JOURNAL", "-DCHECK_AT_ONCE")
CHOSEN = ("-DVARIANTS", "-DCHECK_CHOSEN")
"""Code with all that it may leave out or keep, and with checks of that (`backends/c/test_checked.py`)."""


def drawn(number: int) -> settings:
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    return settings(max_examples=number * TIMES, deadline=None, suppress_health_check=slow)


left_out = st.lists(st.sampled_from(OPTIMISATIONS), unique=True, min_size=1, max_size=2)


@drawn(11)
@given(programs(games=6), left_out)
def test_python_plays_the_same_with_and_without_passes(program: Drawn, some: Sequence[str]) -> None:
    plain = changed(program.program, OPTIMISATIONS)
    whole = changed(program.program, each=WHOLE)
    same(plain, whole, PythonEngine(whole), 12)
    for without in ([name] for name in (OPTIMISATIONS if WHOLE else some)):
        less = changed(program.program, without)
        same(plain, less, PythonEngine(less), 12)


@pytest.mark.parametrize("tries", [False, True], ids=["counted", "tried"])
def test_c_plays_the_same(tries: bool, c_compiler: None) -> None:
    """Several games in one library."""

    @drawn(5)
    @given(programs(games=8, tries=tries, chance=None if tries else False), left_out)
    def holds(program: Drawn, some: Sequence[str]) -> None:
        plain = changed(program.program, OPTIMISATIONS)
        whole = changed(program.program)
        for flags in (CHECKED, CHOSEN) if WHOLE else (CHECKED,):
            note(f"all passes, {flags}")
            same(plain, whole, CEngine(whole, flags), 16)
        note(f"without {some}")
        less = changed(program.program, some)
        same(plain, less, CEngine(less, ("-DVARIANTS",)), 16)

    holds()


# --------------------------------------------------------------------------------------------- what these have found


def test_moves_to_a_set_that_are_built_in_any_case_compile(c_compiler: None) -> None:
    """A loop over a set that pushes one move for each member, within `InFull`."""
    b = blank()

    def moves() -> None:
        with b.in_full(), b.restoring(moves=True), b.for_set(b.get("places")) as site:
            push(b, site)

    CEngine(changed(runs(b, moves)), ("-DVARIANTS",))


def test_a_list_may_begin_with_a_parameter() -> None:
    """A loop that pushes moves calls a function that makes a list of its parameter: no place in the buffer."""
    b = blank()
    with b.function("listing", [("site", Type.INT)]) as (listing, (site,)):
        with b.for_list(b.list_new([site])) as x:
            push(b, x)

    def moves() -> None:
        with b.for_set(b.get("places")) as x:
            b.do(b.call(listing, x))

    program = changed(runs(b, moves), each=True)
    assert any(isinstance(s, ops.ForSet) and s.apart for s in program.entries["moves"].body)


def test_a_local_that_adds_to_itself_says_nothing_of_where_moves_go() -> None:
    """Where the moves of a loop go is looked for before it: here to 0, then to 0 and 1, then to 0, 1 and 2."""
    b = blank()
    with b.function("generator") as (generator, _):
        n = b.var(0, "n")
        with b.for_range(0, 3) as k:
            b.assign(n, n + k)
            with b.for_set(ir.set_range(0, n)) as site:
                push(b, site)

    def moves() -> None:
        with b.question(PROBE, 2) as answered:
            b.do(b.call(generator))
        b.put("total", ir.as_int(answered))

    program = changed(runs(b, moves), each=True)
    engine = PythonEngine(program)
    assert engine.read(engine.moves(engine.start(1))[0], "total") == 1
