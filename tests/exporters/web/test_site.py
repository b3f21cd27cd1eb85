"""`lud export --html` and `lud site`: what they write, say and refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ziglang", reason="no compiler for WebAssembly (the extra web-test)")

from ludparse.exporters.cli.main import main
from tests.exporters.web.browser import opened

SMALL = """(game "Small <b>" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""


def test_export_writes_one_file_and_tells_the_sizes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.html"
    assert main(["--json", "export", "Ponds", "--html", str(file), "--variants", "1"]) == 0
    told = json.loads(capsys.readouterr().out)
    text = file.read_text(encoding="utf-8")
    assert told["bytes"] == len(text) < 300_000
    assert list(told["variants"]) == ["as usual"]
    assert told["left"] > 0
    assert [path.name for path in tmp_path.iterdir()] == ["game.html"]


def test_the_computer_plays_on_a_site_that_is_opened_from_disk(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "small.lud").write_text(SMALL)
    assert main(["site", str(tmp_path), "--output", str(tmp_path / "out"), "-n", "20", "--variants", "1"]) == 0
    with opened(browser, tmp_path / "out" / "small-b.html") as seen:
        seen.page.locator("#strength").fill("0")
        seen.page.locator("#players select").first.select_option("computer")
        seen.page.wait_for_selector("html[data-ply='1']", timeout=10_000)


def test_a_missing_folder_is_told_before_anything_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["export", "Ponds", "--html", "/nowhere/at/all/game.html"])
    assert "there is no folder" in capsys.readouterr().err


def test_a_match_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = tmp_path / "match.lud"
    match.write_text('(match "Two" (players 2) (games {(subgame "Small" next:0)}) (end {(if True (result P1 Win))}))')
    (tmp_path / "Small.lud").write_text(SMALL)
    assert main(["export", str(match), "--html", str(tmp_path / "m.html")]) == 1
    said = capsys.readouterr().err
    assert "'Two' is a match of several games" in said
    assert "page of its own: 'Small' (lud export GAME --html FILE)" in said
    assert not (tmp_path / "m.html").exists()


def test_a_site_has_a_list_a_page_for_each_game_and_reports_what_is_broken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "games"
    (games / "deep" / "er").mkdir(parents=True)
    (games / "small.lud").write_text(SMALL)
    (games / "deep" / "er" / "small.lud").write_text(SMALL)
    (games / "broken.lud").write_text("(game")
    out = tmp_path / "out"
    assert main(["site", str(games), "--output", str(out), "-n", "20", "--variants", "1"]) == 1
    said = capsys.readouterr()
    assert "2 games" in said.out
    assert "broken.lud" in said.err
    pages = {path.name for path in out.iterdir()}
    assert pages >= {"index.html", "small-b.html", "small-b-2.html", "small-b.svg", "page.js", "style.css"}
    text = (out / "small-b.html").read_text(encoding="utf-8")
    assert "White wins" in text
    assert "<b>" not in (out / "index.html").read_text(encoding="utf-8")
    assert "<b>" not in text


def test_a_page_says_what_it_is_and_shows_a_picture_where_its_link_is_previewed(tmp_path: Path) -> None:
    about = '(metadata (info {(description "Three <in> a row, ' + "for two. " * 40 + '")}))'
    (tmp_path / "small.lud").write_text(SMALL + about)
    common = ["site", str(tmp_path), "-n", "1", "--variants", "1", "--output"]
    assert main([*common, str(tmp_path / "out"), "--address", "https://example.org/games/"]) == 0
    text = (tmp_path / "out" / "small-b.html").read_text(encoding="utf-8")
    assert '<meta property="og:title" content="Small &lt;b&gt;">' in text
    assert '<meta property="og:image" content="https://example.org/games/small-b.png">' in text
    said = text.split('<meta property="og:description" content="', 1)[1].split('">', 1)[0]
    assert said.startswith("Three &lt;in&gt; a row, for two.") and said.endswith(" …") and len(said) < 220
    assert (tmp_path / "out" / "small-b.png").read_bytes().startswith(b"\x89PNG")
    assert '<link rel="icon" href="data:image/svg+xml,' in text
    assert main([*common, str(tmp_path / "plain")]) == 0
    plain = (tmp_path / "plain" / "small-b.html").read_text(encoding="utf-8")
    assert "og:image" not in plain and not list((tmp_path / "plain").glob("*.png"))
    with pytest.raises(SystemExit):
        main([*common, str(tmp_path / "no"), "--address", "example.org"])
