"""What is said when the evaluation of a position is given up."""

import pytest

from ludparse import LudLimitError
from ludparse.interpreter.backends.c.failures import failure
from ludparse.interpreter.program.program import Program


@pytest.mark.parametrize("detail, reason", [(0, "100,000,000 steps"), (1, "copies of the position"), (2, "questions")])
def test_the_limit_that_was_reached_is_named(detail: int, reason: str) -> None:
    problem = failure(Program("Test"), 4, detail)
    assert isinstance(problem, LudLimitError)
    assert reason in str(problem)
