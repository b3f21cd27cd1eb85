"""`lud serve`: what it answers, what it refuses, and the live view in a browser."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ludparse.exporters.web.at_hand import Games
from ludparse.exporters.web.bench import Bench, BenchError
from ludparse.exporters.web.manners import LARGEST
from ludparse.exporters.web.server import Benches, Server
from tests.exporters.web.browser import Seen, browsing

SMALL = """(game "Small" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    benches = Benches(*(Bench(seconds=90, waiting=64) for _ in range(3)))
    games = Games(None, folder, 1)
    assert games.wait(120)
    with Server(("127.0.0.1", 0), games, benches) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
    benches.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("games")
    (folder / "small.lud").write_text(SMALL)
    with serving(folder) as server:
        yield server


def ask(server: Server, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, Any, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=90)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body or None, named)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, answer.headers, text


def test_the_list_names_the_games_of_the_folder_and_the_bundled_ones(served: Server) -> None:
    status, headers, text = ask(served, "GET", "/")
    assert status == 200
    assert "Small" in text
    assert "Ex Nihilo" in text
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert "unsafe-inline" not in policy["script-src"]


@pytest.mark.parametrize(
    ("path", "status"),
    [("/nothing", 404), ("/picture?place=/etc/passwd", 404),
     ("/game?place=/etc/passwd", 404), ("/live?place=../../etc/passwd", 404), ("/game", 404),
     ("/assets/../server.py", 404), ("/assets/sources.sha256", 404), ("/assets/page.js", 200)],
)  # fmt: skip
def test_only_games_of_the_list_and_scripts_are_handed_out(served: Server, path: str, status: int) -> None:
    assert ask(served, "GET", path)[0] == status


def test_other_names_and_other_sites_are_refused(served: Server) -> None:
    body = json.dumps({"text": SMALL}).encode()
    assert ask(served, "GET", "/", Host="evil.example")[0] == 403
    json_type = {"Content_Type": "application/json"}
    assert ask(served, "POST", "/api/live", body, Origin="http://evil.example", **json_type)[0] == 403
    assert ask(served, "POST", "/api/live", body, Content_Type="text/plain")[0] == 403


def test_addresses_that_are_none_are_refused(served: Server) -> None:
    json_type = {"Content_Type": "application/json"}
    assert ask(served, "POST", "/api/live", b"{}", Origin="http://[", **json_type)[0] == 400
    assert ask(served, "POST", "/api/live", Content_Length="9" * 5000, **json_type)[0] == 413


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (tmp_path / "secret.lud").write_text(SMALL)
    (folder / "link.lud").symlink_to(tmp_path / "secret.lud")
    (folder / "small.lud").write_text(SMALL)
    games = Games(None, folder, 1)
    small = str(folder / "small.lud")
    assert small in games.entries and str(folder / "link.lud") not in games.entries
    assert games.read(small) == SMALL
    (folder / "small.lud").unlink()
    (folder / "small.lud").symlink_to(tmp_path / "secret.lud")
    with pytest.raises(BenchError, match="outside"):
        games.read(small)


@pytest.mark.parametrize("body", [b"", b"nonsense", b"[]", b'{"text": 1}', b"[" * 100_000])
def test_bad_requests_get_an_answer(served: Server, body: bytes) -> None:
    assert ask(served, "POST", "/api/live", body, Content_Type="application/json")[0] in (400, 411)


def test_large_texts_are_refused_before_they_are_read(served: Server) -> None:
    length = {"Content_Type": "application/json", "Content_Length": str(LARGEST + 1)}
    assert ask(served, "POST", "/api/live", b"x", **length)[0] == 413


def test_problems_of_a_description_come_with_their_places(served: Server) -> None:
    text = SMALL.replace("is Line 3", "is Lime 3")
    body = json.dumps({"text": f"// 𝄞\n{text}"}).encode()
    status, _, answer = ask(served, "POST", "/api/live", body, Content_Type="application/json")
    found = json.loads(answer)
    assert (status, found["game"]) == (200, None)
    problem = next(p for p in found["problems"] if p["severity"] == "error")
    units = f"// 𝄞\n{text}".encode("utf-16-le")
    assert "Lime" in units[2 * problem["from"] : 2 * problem["to"]].decode("utf-16-le")


def test_work_that_takes_too_long_is_ended_and_the_next_is_done() -> None:
    pytest.importorskip("ziglang", reason="no compiler for WebAssembly (the extra web-test)")
    bench = Bench(seconds=0.01)
    with pytest.raises(BenchError, match="within"):
        bench.ask("live", SMALL)
    bench.seconds = 90
    assert bench.ask("live", SMALL)["game"] is not None
    bench.close()


def test_the_live_view_is_played_beside_the_editor(served: Server, tmp_path: Path) -> None:
    with browsing() as browser:
        seen = Seen(browser.new_page(viewport={"width": 1500, "height": 850}))
        seen.visit(f"{served.url}live")
        seen.page.wait_for_selector("#compiled:has-text('Compiled')", timeout=60_000)
        seen.site("C4").click()
        assert seen.moves == ["B2"]
        seen.page.wait_for_selector("#statistics td", timeout=30_000)
        assert "Player 1 wins" in seen.page.locator("#statistics").inner_text()
        # a larger board: the move is played again on it
        seen.page.locator(".cm-content").click()
        seen.page.keyboard.press("Control+a")
        seen.page.keyboard.insert_text(SMALL.replace("square 3", "square 5"))
        seen.page.wait_for_selector(".target[data-site='C24']", state="attached", timeout=60_000)
        assert len(seen.moves) == 1
        # rules that let players change sides: random games are told by side
        seen.page.keyboard.press("Control+a")
        seen.page.keyboard.insert_text(SMALL.replace("square 3", "square 5").replace("(rules", "(rules (meta (swap))"))
        seen.page.wait_for_selector("#statistics:has-text('Side 1 wins')", timeout=60_000)
        seen.press("Change sides")
        assert seen.status.endswith("Player 1 (Black) to move.")
        seen.press("Undo")
        # a slip: it is shown at its place, and the last version stays
        seen.page.locator(".cm-content").click()
        seen.page.keyboard.press("Control+End")
        seen.page.keyboard.type(")")
        seen.page.wait_for_selector("#problems li.error", timeout=60_000)
        assert "last version" in seen.page.locator("#compiled").inner_text()
        assert seen.site("C24").count() == 1
        seen.check()
        # the list, its search, and a game of it
        seen.page.goto(served.url)
        seen.page.get_by_label("Search").fill("small")
        assert seen.page.locator("#count").inner_text().startswith("1 of")
        seen.page.get_by_role("link", name="Small").first.click()
        seen.page.wait_for_selector("html[data-ready='1']", timeout=60_000)
        seen.site("C0").click()
        assert seen.ply == 1
        seen.check()


def test_the_list_shows_pictures_and_finds_games_by_all_their_names(tmp_path: Path) -> None:
    games = {"Gyan": "Snakes and Ladders", "Mühle's Game": "Mill", "The Mill": "Wheel", "Mill": "Quern"}
    for name, also in games.items():
        about = f'(metadata (info {{(aliases {{"{also}"}}) (description "Unlike the mill.")}}))'
        (tmp_path / f"{name}.lud").write_text(SMALL.replace("Small", name) + about)
    with browsing() as browser, serving(tmp_path) as server:
        page = browser.new_page()
        page.goto(server.url)
        shown = page.locator(".game-card:visible strong")
        page.wait_for_function("() => document.querySelector('.game-card img').naturalWidth > 0", timeout=60_000)
        searches = {
            "snakes and ladders": ["Gyan"], "muhles": ["Mühle's Game"], "MÜHLE’S": ["Mühle's Game"],
            "mill": ["Mill", "Mühle's Game", "The Mill", "Gyan"],
        }  # fmt: skip
        for text, wanted in searches.items():
            page.get_by_label("Search").fill(text)
            found = shown.all_inner_texts()
            assert found[: len(wanted)] == wanted
        page.get_by_label("Search").fill("quren")
        assert shown.all_inner_texts() == ["Mill"]  # which also goes by Quern
        assert page.locator("#count").inner_text().startswith("Nothing is called quren. Nearly so: 1 of")
        page.get_by_label("Search").fill("xylophone")
        assert shown.all_inner_texts() == []


def test_a_draft_outlives_the_tab_and_is_written_into_its_file(tmp_path: Path) -> None:
    file, changed = tmp_path / "small.lud", SMALL.replace('"Small"', '"Larger"')
    file.write_text(SMALL)
    with browsing() as browser, serving(tmp_path) as server:
        seen = Seen(browser.new_page())

        def opened(address: str = f"{server.url}live?place={file}") -> Any:
            seen.page.goto(address)
            return seen.page.locator(".cm-content")

        def written(text: str) -> None:
            seen.page.locator(".cm-content").click()
            seen.page.keyboard.press("Control+a")
            seen.page.keyboard.insert_text(text)

        opened()
        assert not seen.page.locator("#draft").is_visible()
        written(changed)
        seen.page.reload()
        assert '"Larger"' in seen.page.locator(".cm-content").inner_text()
        assert "which is not saved." in seen.page.locator("#draft").inner_text()
        assert '"Small"' not in opened(f"{server.url}live").inner_text()  # a new one has a draft of its own
        assert '"Larger"' in opened().inner_text()
        seen.page.keyboard.press("Control+s")
        seen.page.wait_for_selector("#written:has-text('Saved in small.lud')")
        assert file.read_text() == changed
        opened()
        assert not seen.page.locator("#draft").is_visible()
        # somebody else changes the file: nothing is lost
        written(SMALL)
        file.write_text(SMALL + "// by another program\n")
        seen.page.get_by_role("button", name="Save into its file").click()
        seen.page.wait_for_selector("#written:has-text('has changed since')")
        opened()
        assert "has changed since" in seen.page.locator("#draft").inner_text()
        seen.page.get_by_role("button", name="Use the saved text instead").click()
        assert "by another program" in seen.page.locator(".cm-content").inner_text()
        assert file.read_text().endswith("program\n")
        # what is not of the folder cannot be written
        place = next(place for place, entry in server.games.entries.items() if entry.name == "Ponds")
        opened(f"{server.url}live?place={place}")
        assert not seen.page.get_by_role("button", name="Save into its file").is_visible()
