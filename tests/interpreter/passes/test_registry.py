"""The order of passes follows from what they say of themselves; what contradicts itself is an error."""

from __future__ import annotations

import pytest

from ludparse.interpreter.passes import PASSES, passes_run, run_passes
from ludparse.interpreter.passes.base.registry import MOST_LEGALISATIONS, Pass, chosen, in_order
from ludparse.interpreter.program.program import Program


def _pass(name: str, **said: object) -> Pass:
    return Pass(name, lambda program: None, **said)  # type: ignore[arg-type]


A, B, C = _pass("a", needs=("form",)), _pass("b", provides=("form",), after=("c",)), _pass("c")


def test_the_order_does_not_depend_on_the_order_of_imports() -> None:
    assert list(in_order([A, B, C])) == list(in_order([C, A, B])) == ["c", "b", "a"]
    assert list(in_order([_pass("y"), _pass("x"), _pass("z", before=("x",))])) == ["y", "z", "x"]
    assert list(in_order(reversed(PASSES.values()))) == list(PASSES)


@pytest.mark.parametrize(
    ("passes", "message"),
    [
        ([A, B, C, _pass("a")], r"share a name: \['a'\]"),
        ([A, C], "a needs 'form', which no pass provides"),
        ([B], "b is to run before or after 'c', which is no pass"),
        ([A, B, _pass("c", after=("a",))], r"wait for each other: \['a', 'b', 'c'\]"),
        ([_pass("d", before=("d",))], r"wait for each other: \['d'\]"),
        ([_pass(f"l{k}", legalises=True) for k in range(MOST_LEGALISATIONS + 1)], "more than 3 legalisations"),
    ],
    ids=["name", "need", "unknown", "circle", "itself", "legalisations"],
)
def test_a_contradiction_is_an_error(passes: list[Pass], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        in_order(passes)


def test_what_needs_a_pass_is_left_out_with_it() -> None:
    passes = in_order([A, B, C])
    assert [p.name for p in chosen(passes, ["b"])] == ["c"]
    assert [p.name for p in chosen(passes, ["c"])] == ["b", "a"]
    assert {p.name for p in passes_run(["narrow_rows"])} == PASSES.keys() - {"narrow_rows", "run_ahead"}


def test_legalisations_stay() -> None:
    optimisations = [name for name, p in PASSES.items() if not p.legalises]
    assert [p.name for p in passes_run(optimisations)] == ["full_where_needed", "expand_nodes"]
    with pytest.raises(ValueError, match="full_where_needed cannot be left out: the meaning of programs needs it"):
        run_passes(Program("empty"), without=["full_where_needed"])


def test_an_unknown_pass_is_told_with_the_nearest() -> None:
    with pytest.raises(ValueError, match=r"there is no pass 'narow_rows'; did you mean narrow_rows\?"):
        run_passes(Program("empty"), without=["narow_rows"])
    with pytest.raises(ValueError, match=r"there is no pass 'xyzzy'$"):
        run_passes(Program("empty"), without=["xyzzy"])
