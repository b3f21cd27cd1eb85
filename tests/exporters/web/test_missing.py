"""Where nobody has what a description says to computer players: the export, the page and the server say so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludparse import load
from ludparse.description.description import load_description
from ludparse.exporters.cli.main import main
from tests.exporters.web.in_node import in_node

NAMED = """(game "Small" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
    (metadata (ai AI))"""


def library(folder: Path, *, agents: bool) -> Path:
    (folder / "lud").mkdir(parents=True)
    (folder / "def").mkdir()
    (folder / "lud" / "Small.lud").write_text(NAMED.replace("AI", '"Small_ai"'))
    if agents:
        (folder / "def_ai").mkdir()
        (folder / "def_ai" / "Small_ai.def").write_text('(define "Small_ai" (heuristics {(material)}))')
    return folder


@pytest.mark.parametrize(
    ("ai", "missing"), [('"Small_ai"', "Small_ai"), ("(heuristics {(material)})", None), ('(bestAgent "UCT")', None)]
)
def test_only_what_stands_elsewhere_can_be_missing(ai: str, missing: str | None) -> None:
    assert load(NAMED.replace("AI", ai)).description.missing_agents == missing


def test_a_library_with_the_file_has_it(tmp_path: Path) -> None:
    for agents in (False, True):
        place = library(tmp_path / str(agents), agents=agents)
        assert load_description("Small", library=place).missing_agents == (None if agents else "Small_ai")


@pytest.mark.usefixtures("c_compiler")
def test_the_page_says_it_beside_the_strength(tmp_path: Path) -> None:
    for ai, missing in (('"Small_ai"', True), ("(heuristics {(material)})", False)):
        with in_node(NAMED.replace("AI", ai), tmp_path) as page:
            assert page.run("document.getElementById('missing').hidden") is not missing
            assert (" without what Small_ai says " in page.texts("#missing")[0]) is missing


def test_the_export_says_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("ziglang", reason="no compiler for WebAssembly (the extra web-test)")
    place, page = library(tmp_path / "library", agents=False), str(tmp_path / "page.html")
    assert main(["export", "Small", "--library", str(place), "--html", page]) == 0
    assert "without what 'Small_ai' says to computer players" in capsys.readouterr().out
    assert main(["--json", "export", "Small", "--library", str(place), "--html", page]) == 0
    assert json.loads(capsys.readouterr().out)["missing"] == "Small_ai"


@pytest.mark.parametrize("agents", [False, True])
def test_the_server_says_it(
    agents: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ziglang", reason="no compiler for WebAssembly (the extra web-test)")
    from ludparse.exporters.web.server import Server

    def ended(self: Any, poll_interval: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Server, "serve_forever", ended)
    assert main(["serve", "--port", "0", "--library", str(library(tmp_path, agents=agents))]) == 0
    assert ("has no folder def_ai" in capsys.readouterr().err) is not agents
