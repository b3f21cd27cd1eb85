"""What a worker says of itself, and when it gets no work."""

import inspect

import pytest

from ludparse.interpreter.scheduling import about


def test_a_worker_answers_from_the_text_alone() -> None:
    assert eval(about.CALL, {"source": inspect.getsource(about)}) == about.about()
    assert about.about()["code"] is not None


@pytest.mark.parametrize(
    ("there", "needs", "why"),
    [
        ({}, (), ""),
        ({"numpy": "0.1"}, (), ""),
        ({"numpy": "0.1"}, ("numpy",), "it has numpy 0.1, and this machine 2.0"),
        ({"numpy": None}, ("numpy",), "it has no numpy, and this machine 2.0"),
        ({"ludparse": "0.2.0"}, (), "it has ludparse 0.2.0, and this machine 1.0"),
        ({"python": "3.9"}, (), "it has python 3.9, and this machine 3.11"),
        ({"code": "b"}, (), "its files of ludparse are not those of this machine"),
        ({"code": None}, (), "ludparse is not installed there"),
        ({"cores": 3, "host": "other"}, (), ""),
    ],
)
def test_misfits(there: dict[str, object], needs: tuple[str, ...], why: str) -> None:
    mine = {"python": "3.11", "code": "a", "ludparse": "1.0", "numpy": "2.0", "cores": 2, "host": "this"}
    assert about.misfit(mine, mine | there, needs) == why
