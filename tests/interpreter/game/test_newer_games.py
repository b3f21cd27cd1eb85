"""Games that are new in Ludii 1.3.14, where somebody has them: in the folder that LUD_GAMES_1_3_14 names."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from ludparse.checks.versions import NEWER
from ludparse.description.description import check
from ludparse.interpreter.game.load import load_once
from tests.corpus import LIBRARY, REPO, needs_corpus

FOLDER = Path(os.environ.get("LUD_GAMES_1_3_14") or REPO.parent / "shared" / "ludii-1.3.14")
GAMES = sorted(FOLDER.rglob("*.lud")) if FOLDER.is_dir() else []


@needs_corpus
@pytest.mark.skipif(not GAMES, reason="set LUD_GAMES_1_3_14 to a folder with games of Ludii 1.3.14")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_newer_game_is_read_and_played(path: Path) -> None:
    """Also by the rules of 1.3.13, for a text whose metadata do not say 1.3.14."""
    text = path.read_text(encoding="utf-8")
    for version in (NEWER, "1.3.13"):
        written = text.replace(f'(version "{NEWER}")', f'(version "{version}")')
        assert not [error.explain() for error in check(written, library=LIBRARY) if error.severity == "error"]
        state = load_once(written, library=LIBRARY, backend="python").start(seed=1)
        rng = random.Random(1)
        while not state.over and len(state.history) < 60:
            state.apply(state.random_move(rng))
        assert state.history
