"""Every operation gives the same on edge values whether it is folded or run on one of the backends."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import LudRuleError
from ludparse.interpreter.play.engine import RawMoves
from ludparse.interpreter.program.entries import Failure, Type
from ludparse.interpreter.program.intrinsics import INTRINSICS
from ludparse.interpreter.program.operations import OPERATIONS, Op
from ludparse.interpreter.program.raw import RawAction, RawMove
from ludparse.interpreter.program.verifier import verify
from tests.interpreter.lower import playing
from tests.interpreter.program.edges import (
    ARRAY,
    BITS,
    CELLS,
    ELSEWHERE,
    FLAT,
    GROUPS,
    RAGGED,
    RAYS,
    SETS,
    WIDTH,
    Case,
    Edges,
    cells,
)

EDGES = Edges()
CASES = EDGES.cases
# what operations that are not folded should give
MODELS: dict[Op, Callable[..., object]] = {
    Op.FIELD_RAW: lambda i: ARRAY[i],
    Op.LEN: lambda: len(FLAT),
    Op.CAP: lambda: 8,
    Op.TABLE: lambda i: _at(FLAT, i),
    Op.ROW_LEN: lambda r: len(_at(RAGGED, r, ())),
    Op.ROW_AT: lambda r, i: _at(_at(RAGGED, r, ()), i),
    Op.SET_TABLE: lambda i: set(_at(SETS, i, ())),
    Op.ROW_RUN: lambda r, i, s: _run(_at(RAGGED, r, ()), max(i, 0), s),
    Op.SIGHT: lambda r, s: _sight(_at(RAYS, r, ()), s),
    Op.RAY_ENDS: lambda r, s: _ray_ends(_at(RAYS, r, ()), s),
    Op.SOME_WITHIN: lambda r, s: _some_within(_at(GROUPS, r, ()), {*s}),
    Op.SET_UNION: lambda s: {x for i in s if i < len(SETS) for x in SETS[i]},
    Op.SET_FLOOD: lambda s, within: _flood(set(s), set(within)),
    Op.FLOOD_MEETS: lambda s, within, target: _meets(_flood(set(s), set(within)), set(target)),
    Op.ROW_SET: lambda r, lo, hi: {x for i, x in enumerate(_at(RAGGED, r, ())) if lo <= i < hi},
    Op.SET_EMPTY: lambda: set(),
    Op.SET_ONE: lambda i: {i} & set(range(BITS)),
    Op.SET_RANGE: lambda lo, hi: set(range(max(lo, 0), min(hi, BITS))),
    Op.SET_OR: lambda a, b: {*a} | {*b},
    Op.SET_AND: lambda a, b: {*a} & {*b},
    Op.SET_DIFF: lambda a, b: {*a} - {*b},
    Op.SET_XOR: lambda a, b: {*a} ^ {*b},
    Op.SET_SHIFT: lambda a, by: {i + by for i in a if 0 <= i + by < BITS},
    Op.SET_HAS: lambda a, i: i in a,
    Op.SET_COUNT: len,
    Op.SET_MIN: lambda a: min(a, default=-1),
    Op.SET_MAX: lambda a: max(a, default=-1),
    Op.SET_NTH: lambda a, k: sorted(a)[k] if 0 <= k < len(a) else -1,
    Op.SET_EQ: lambda a, b: {*a} == {*b},
    Op.SET_WHERE: lambda v: {i for i, x in enumerate(ARRAY) if x == v},
    Op.FIND: lambda lo, hi, v: next((i for i, x in enumerate(ARRAY) if lo <= i < hi and x == v), hi),
    Op.SELECT: lambda c, a, b: a if c else b,
    Op.LIST_NEW: lambda *values: values,
    Op.LIST_LEN: len,
    Op.LIST_AT: lambda values, i: values[i],
    Op.LIST_HAS: lambda values, v: v in values,
}
BY_ARGUMENT: dict[object, Callable[..., object]] = {
    "number": lambda: -(2**31),
    "area": lambda: set(SETS[-1]),
    "array": lambda i: _at(ARRAY, i, 7),
    "bytes": lambda i: -128,
    "list": lambda i: _at(FLAT, i),
    "slot": lambda: -(2**31),
    "set_slot": lambda: set(SETS[6]),
}


def _at(values: Any, i: int, default: object = 0) -> Any:
    return values[i] if 0 <= i < len(values) else default


def _run(row: tuple[int, ...], start: int, s: tuple[int, ...]) -> int:
    while start < len(row) and row[start] in s:
        start += 1
    return start


def _some_within(row: tuple[int, ...], s: set[int]) -> bool:
    groups: list[set[int]] = [set()]
    for site in row:
        if site < 0:
            groups.append(set())
        else:
            groups[-1].add(site)
    return any(group <= s for group in groups[:-1])


def _sight(row: tuple[int, ...], through: tuple[int, ...]) -> set[int]:
    seen, ended = set(), False
    for site in row:
        if site < 0:
            ended = False
        elif not ended:
            seen.add(site)
            ended = site not in through
    return seen


def _ray_ends(row: tuple[int, ...], through: tuple[int, ...]) -> set[int]:
    found, last, ended = set(), -1, False
    for site in row:
        if site < 0:
            found |= {last} - {-1}
            last, ended = -1, False
        else:
            ended = ended or site not in through
            last = last if ended else site
    return found


def _meets(flood: set[int], target: set[int]) -> bool:
    return any(x in target - flood for i in flood if i < len(SETS) for x in SETS[i])


def _flood(found: set[int], within: set[int]) -> set[int]:
    while fresh := {x for i in found if i < len(SETS) for x in SETS[i]} & within - found:
        found |= fresh
    return found


def expected(case: Case, values: tuple[Any, ...]) -> object:
    if case.folds() and case.op is not Op.SELECT:
        return case.folded(values)
    if case.op in (Op.FIELD, Op.CTX):
        return BY_ARGUMENT[case.arg](*values)
    return MODELS[case.op](*values)


@cache
def engine(backend: str) -> Any:
    return playing.engine(EDGES.program, backend)


@cache
def results(backend: str) -> list[int]:
    made = engine(backend)
    found: list[int] = made.read(made.start(1), "result")
    return found


@pytest.fixture(params=playing.CODE)
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_program_of_all_operations_is_valid() -> None:
    verify(EDGES.program)
    assert {c.op for c in CASES} >= set(OPERATIONS) - ELSEWHERE
    assert EDGES.program.set_width == WIDTH


@pytest.mark.parametrize("index", range(len(CASES)), ids=lambda i: CASES[i].name)
def test_folding_and_backends_agree(index: int, backend: str) -> None:
    case, found = CASES[index], results(backend)
    for i, values in enumerate(case.edges()):
        at = EDGES.offsets[index] + i * CELLS
        assert found[at : at + CELLS] == cells(expected(case, values), case.sig.result), values


def apply(backend: str, parameters: tuple[int, ...]) -> list[int]:
    """Evaluates one case by applying an action."""
    made = engine(backend)
    state = made.start(1)
    move = RawMove(1, -1, -1, 0, 0, (RawAction("copy", False, parameters),), ())
    state, _ = made.play(state, RawMoves((move,)), 0)
    found: list[int] = made.read(state, "one")
    return found


FAILING = [case for case in CASES if case.entry.fails is not Failure.NEVER and case.failing()]


@pytest.mark.parametrize("case", FAILING, ids=lambda c: c.name)
def test_all_backends_fail(case: Case, backend: str) -> None:
    for values in case.failing()[:12]:
        with pytest.raises(LudRuleError):
            apply(backend, EDGES.operands(case, values))


INT_CASES = [
    c for c in CASES if c.folds() and c.sig.operands and set(c.sig.operands) == {Type.INT} and c.op is not Op.POW
]
NUMBERS = st.integers(-(2**31), 2**31 - 1) | st.integers(-40, 40)


@pytest.mark.usefixtures("c_compiler")
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(INT_CASES), NUMBERS, NUMBERS)
def test_any_numbers(case: Case, a: int, b: int) -> None:
    values = (a, b)[: len(case.sig.operands)]
    if case.fails(values):
        return
    want = cells(case.folded(values), case.sig.result)
    assert apply("python", EDGES.operands(case, values)) == want
    assert apply("c", EDGES.operands(case, values)) == want


def test_intrinsics_that_are_not_tried_here_have_effects() -> None:
    """A function of its operands alone would have to fold."""
    pure = {e.name for e in INTRINSICS.values() if e.silent and not e.reads and not e.folds}
    assert not pure
