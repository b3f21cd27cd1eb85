"""Recorded games of Ludii, loaded into the page of the game in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludparse import Trial
from ludparse.exporters.web.bundle import make_bundle
from ludparse.exporters.web.page import page_html
from tests.corpus import LIBRARY, TRIALS, needs_corpus
from tests.exporters.web.browser import opened

TEN = (
    "board/war/replacement/checkmate/chess/Chess",
    "board/space/connection/Hex",
    "board/race/escape/Backgammon",
    "board/sow/two_rows/Oware",
    "board/war/leaping/diagonal/Bashni",
    "board/space/line/Nine Men's Morris",
    "board/race/escape/Royal Game of Ur",
    "board/war/replacement/checkmate/shogi/Kyoto Shogi",
    "dominoes/Block",
    "board/race/reach/Geister",
)


@needs_corpus
@pytest.mark.parametrize("path", TEN)
def test_a_recorded_game_is_the_same_in_a_browser(path: str, browser: Any, tmp_path: Path) -> None:
    """Loading a trial looks up each of its moves by the text of all its actions. The page's own trial has the numbers
    of legal moves and the ranking."""
    recorded = TRIALS / path / "0.txt"
    file = tmp_path / "page.html"
    file.write_text(page_html(make_bundle(f"{path}.lud", library=str(LIBRARY), most=1)), encoding="utf-8")
    theirs = Trial.read(recorded)
    with opened(browser, file, accept_downloads=True) as seen:
        seen.page.set_input_files("#file", recorded)
        seen.page.wait_for_function(
            "count => document.documentElement.dataset.ply === count || !document.getElementById('problem').hidden",
            arg=str(len(theirs.moves)), timeout=60_000,
        )  # fmt: skip
        assert seen.page.locator("#problem").inner_text() == ""
        seen.page.get_by_text("Save, load, share").click()
        with seen.page.expect_download() as download:
            seen.press("Save game")
        download.value.save_as(tmp_path / "ours.txt")
    ours = Trial.read(tmp_path / "ours.txt")
    assert ours.moves == theirs.moves
    assert ours.legal_counts == theirs.legal_counts
    assert ours.rankings == theirs.rankings
    assert (ours.rng, ours.start) == (theirs.rng, theirs.start)
