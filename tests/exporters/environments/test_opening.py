"""What an environment can be made of, and what is said of anything else."""

from __future__ import annotations

import pytest

from ludparse import LudUnsupportedError, load
from ludparse.exporters.environments.opening import open_game
from tests.interpreter.game.test_values import MATCH


def test_a_name_or_a_game() -> None:
    game = load("Ponds", backend="python")
    assert open_game(game) is game  # type: ignore[arg-type]
    assert open_game("Ponds", backend="python").name == "Ponds"
    assert "Ponds/4" in open_game("Ponds", options="Ponds/4", backend="python").description.selected_options


def test_options_of_a_game_that_is_loaded() -> None:
    with pytest.raises(ValueError, match="loaded already"):
        open_game(load("Ponds", backend="python"), options="Ponds/4")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="loaded already"):
        open_game(load("Ponds", backend="python"), backend="c")  # type: ignore[arg-type]


def test_a_match_is_several_games() -> None:
    with pytest.raises(LudUnsupportedError, match="is a match of several games"):
        open_game(MATCH)


def test_something_that_is_no_game() -> None:
    with pytest.raises(TypeError):
        open_game(7)  # type: ignore[arg-type]
