"""Descriptions that are played in plain Python, until that takes long."""

from __future__ import annotations

import time

import pytest

from ludparse.exporters.verification.ludii import light
from ludparse.exporters.verification.ludii.light import LIGHT, Loaded
from tests.exporters.verification.ludii.conversations import DICE, ROWS

CHOSEN = {"library": None, "options": (), "ruleset": None}


def backend(game: object, seconds: float) -> str:
    """The name of the backend, after work in Python that takes so long; native code takes no time."""
    name: str = game.backend  # type: ignore[attr-defined]
    until = time.process_time() + seconds
    while name == "python" and time.process_time() < until:
        pass
    return name


def test_native_code_takes_over_where_python_takes_long(monkeypatch: pytest.MonkeyPatch, c_compiler: None) -> None:
    monkeypatch.setattr(light, "_PATIENCE", 0.2)
    game = Loaded(ROWS, LIGHT, CHOSEN)
    assert game.run(lambda it: backend(it, 0.01)) == "python"
    assert game.run(lambda it: backend(it, 60)) == "c"
    assert game.run(lambda it: backend(it, 0.01)) == "c" and game.game.backend == "c"


def test_another_backend_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(light, "_PATIENCE", 0.05)
    game = Loaded(ROWS, "python", CHOSEN)
    assert game.run(lambda it: backend(it, 0.3)) == "python"


def test_errors_of_the_work_come_through_and_end_the_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(light, "_PATIENCE", 0.2)
    game = Loaded(ROWS, LIGHT, CHOSEN)
    with pytest.raises(ZeroDivisionError):
        game.run(lambda it: 1 / 0)
    assert backend(game.game, 0.5) == "python"  # nothing interrupts


def test_the_last_game_is_kept() -> None:
    one = Loaded.of(ROWS, LIGHT, CHOSEN)
    assert Loaded.of(ROWS, LIGHT, CHOSEN) is one
    assert Loaded.of(DICE, LIGHT, CHOSEN) is not one
    assert Loaded.of(ROWS, LIGHT, CHOSEN) is not one
