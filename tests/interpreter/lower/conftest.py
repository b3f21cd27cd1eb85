"""Rules are lowered once for both backends: most are tried on Python. `make test-all` tries them on both, which have to
agree."""

import pytest

from tests.interpreter.lower import playing


@pytest.fixture(params=["python", pytest.param("both", marks=pytest.mark.long)])
def on_backends(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "python":
        monkeypatch.setattr(playing, "PLAYED_ON", ("python",))
