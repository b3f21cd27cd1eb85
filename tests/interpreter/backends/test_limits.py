"""What is said when the evaluation of a position is given up."""

import pytest

from ludparse import LudLimitError, LudRuleError, Source
from ludparse.interpreter.backends.c.failures import failure
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Field, FieldKind, Type
from ludparse.interpreter.program.program import Function, Program
from ludparse.problems.spans import Span
from tests.interpreter.lower.playing import BACKENDS, engine
from tests.interpreter.passes.test_results import blank, runs


@pytest.mark.parametrize("detail, reason", [(0, "100,000,000 steps"), (1, "copies of the position"), (2, "questions")])
def test_the_limit_that_was_reached_is_named(detail: int, reason: str) -> None:
    problem = failure(Program("Test"), 4, detail)
    assert isinstance(problem, LudLimitError)
    assert reason in str(problem)


@pytest.mark.parametrize(
    ("status", "detail", "kind", "reason"),
    [
        (2, 1, LudRuleError, "the second text"),
        (2, 0, LudRuleError, "the first text"),
        (2, -3, LudRuleError, "division by zero"),
        (2, -5, LudRuleError, "empty range"),
        (2, -6, LudRuleError, "past the end of a list"),
        (2, -8, LudRuleError, "a site that does not exist"),
        (2, -99, LudRuleError, "rule error"),
        (3, 1, LudLimitError, "the moves of one position"),
        (3, 0, LudLimitError, "grew past a gigabyte"),
        (4, 2, LudLimitError, "about moves nested more than 400 deep"),
        (4, 3, LudLimitError, "call themselves more than 400 deep"),
        (4, 4, LudLimitError, "the stack of WebAssembly is full"),
    ],
)
def test_each_status_has_its_error(status: int, detail: int, kind: type[Exception], reason: str) -> None:
    """Rule errors below 0 are of the runtime, from 0 on they are texts of the program."""
    problem = failure(Program("Test", strings=["the first text", "the second text"]), status, detail)
    assert isinstance(problem, kind) and reason in str(problem)


def test_a_value_that_does_not_fit_names_its_field() -> None:
    p = Program("Test")
    p.fields |= {"mover": Field("mover", FieldKind.INT), "count_c": Field("count_c", FieldKind.ARRAY, bits=8)}
    text = str(failure(p, 5, 300, field=1))
    assert "count 300 does not fit: between -128 and 127 are possible" in text


def test_the_place_is_that_of_the_first_function_that_has_one() -> None:
    source = Source("<test>", "x" * 9)
    p = Program("Test", place=Span(source, 0, 9))
    p.functions = [Function(f"f{k}", (), Type.VOID, [], k, place=Span(source, 0, k) if k else None) for k in range(3)]
    for where, length in (((), 9), ((-1,), 9), ((0,), 9), ((-1, 0, 2, 1), 2), ((1, 2), 1)):
        span = failure(p, 2, -3, where).span
        assert span is not None and (span.start, span.end) == (0, length)


@pytest.mark.parametrize("code", BACKENDS)
@pytest.mark.parametrize("at", [-1, 0, 5, 6])
def test_no_element_beside_an_array_is_written(at: int, code: str) -> None:
    """It has six elements; the index is known in play alone."""
    b = blank()
    program = runs(b, lambda: b.put("who", 1, b.get("total") + b.ctx("to")))
    b.program.entries["start"].body.append(ops.SetField("total", None, ir.const(at + 1)))  # the slot holds -1
    program.constants["players"] = 1
    made = engine(program, code)
    if 0 <= at < 6:
        assert made.read(made.moves(made.start(1))[0], "who") == [int(k == at) for k in range(6)]
    else:
        with pytest.raises(LudRuleError, match="a site that does not exist"):
            made.moves(made.start(1))
