"""The search for garbage is held back while a game is loaded, and goes on as it was afterwards."""

from __future__ import annotations

import gc

import pytest

from ludparse import Description, LudError, load
from ludparse.support.process import no_collection


@pytest.mark.parametrize("enabled", [True, False])
def test_afterwards_it_is_as_before(enabled: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        with pytest.raises(KeyError), no_collection():
            assert not gc.isenabled()
            raise KeyError
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if before else gc.disable)()


def test_games_are_loaded_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def watched(*_: object, **__: object) -> Description:
        seen.append(gc.isenabled())
        raise LudError("enough")

    monkeypatch.setattr("ludparse.description.description.load_description", watched)
    with pytest.raises(LudError, match="enough"):
        load("(game)")
    assert seen == [False] and gc.isenabled()
