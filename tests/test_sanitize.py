"""A bundled game under the sanitizers; `make sanitize` runs more."""

import shutil

import pytest

from tests.sanitize import BUNDLED, run_game, runtimes


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_c_backend_is_clean() -> None:
    preload = runtimes()
    if not preload:
        pytest.skip("the C compiler has no sanitizer libraries")
    name, code, text = run_game(BUNDLED[0], preload)
    assert code == 0, f"{name}: {text[-3000:]}"
