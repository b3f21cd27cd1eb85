"""The thread sanitizer runs, and finds what it is for."""

import pytest

from tests.interpreter.descriptions import ALL
from tests.thread_sanitizer import has_thread_sanitizer, run_game


def test_threads_with_engines_of_their_own_are_clean_and_others_are_found(c_compiler: None) -> None:
    if not has_thread_sanitizer():
        pytest.skip("the C compiler has no thread sanitizer")
    code, text = run_game(ALL["line"])
    assert code == 0, text
    code, text = run_game(ALL["line"], "-DONE_ENGINE=1")
    assert code == 1 and "data race" in text
