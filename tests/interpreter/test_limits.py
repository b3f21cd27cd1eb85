"""What is said when the evaluation of a position is given up."""

import pytest

from interpreter.backend_c.failures import failure
from interpreter.program.ops import Program
from ludparse.errors import LudLimitError


@pytest.mark.parametrize("detail, reason", [(0, "100,000,000 steps"), (1, "copies of the position"), (2, "questions")])
def test_the_limit_that_was_reached_is_named(detail: int, reason: str) -> None:
    problem = failure(Program("Test"), 4, detail)
    assert isinstance(problem, LudLimitError)
    assert reason in str(problem)
