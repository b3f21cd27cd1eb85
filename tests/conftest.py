"""What all tests share: the profiles of hypothesis, and the need of a C compiler."""

import os

import pytest
from hypothesis import settings

from ludparse.interpreter.backends.c.compile import NoCompilerError, find_compiler

# The same examples in every run, so that a change fails for what it changed. `HYPOTHESIS_PROFILE=explore` draws new
# ones; what it finds becomes an explicit example of its test.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(scope="session")
def c_compiler() -> None:
    """Skips a test where there is no C compiler."""
    try:
        find_compiler()
    except NoCompilerError:
        pytest.skip("no C compiler on this machine")
