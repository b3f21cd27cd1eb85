"""Environments of many lanes play with code that is not optimised: what it does is the same."""

from collections.abc import Iterator

import pytest

from ludparse.interpreter.backends.c.compile import QUICK


@pytest.fixture(autouse=True)
def quickly_compiled() -> Iterator[None]:
    pytest.importorskip("numpy")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ludparse.interpreter.game.vector_native.OPTIMISED", (*QUICK, "-DVARIANTS"))
        yield
