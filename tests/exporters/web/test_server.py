"""`lud serve`: what it answers, what it refuses, and the live view in a browser."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludparse.exporters.web.bench import Bench, BenchError
from ludparse.exporters.web.server import LARGEST, MOST, Server, games_at_hand
from tests.exporters.web.browser import Seen, browsing

SMALL = """(game "Small" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("games")
    (folder / "small.lud").write_text(SMALL)
    bench, drawing = Bench(seconds=60), Bench(seconds=60, waiting=MOST)
    with Server(("127.0.0.1", 0), games_at_hand(None, folder, 1), bench, drawing) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
    bench.close()
    drawing.close()


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
    games = games_at_hand(None, folder, 1)
    small = str(folder / "small.lud")
    assert small in games.entries and str(folder / "link.lud") not in games.entries
    assert games.read(small) == SMALL
    (folder / "small.lud").unlink()
    (folder / "small.lud").symlink_to(tmp_path / "secret.lud")
    with pytest.raises(BenchError, match="outside"):
        games.read(small)


def test_connections_are_bounded(served: Server) -> None:
    held = [socket.create_connection(served.server_address[:2]) for _ in range(MOST)]  # type: ignore[arg-type]
    try:
        end = time.monotonic() + 20
        while served._free.acquire(blocking=False):  # until the last one has its thread
            served._free.release()
            assert time.monotonic() < end
            time.sleep(0.02)
        assert ask(served, "GET", "/")[0] == 503
    finally:
        for connection in held:
            connection.close()
    end = time.monotonic() + 20
    while ask(served, "GET", "/assets/page.js")[0] == 503:
        assert time.monotonic() < end
        time.sleep(0.05)


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
    from ludparse.exporters.web.bench import BenchError

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
        assert seen.status.endswith("Player 1 (side 2) to move.")
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
        seen.page.get_by_role("link", name="Small").click()
        seen.page.wait_for_selector("html[data-ready='1']", timeout=60_000)
        seen.site("C0").click()
        assert seen.ply == 1
        seen.check()


def test_the_list_shows_pictures_and_finds_games_by_all_their_names(tmp_path: Path) -> None:
    games = {"Gyan": "Snakes and Ladders", "Mühle's Game": "Mill", "The Mill": "Wheel", "Mill": "Quern"}
    for name, also in games.items():
        about = f'(metadata (info {{(aliases {{"{also}"}}) (description "Unlike the mill.")}}))'
        (tmp_path / f"{name}.lud").write_text(SMALL.replace("Small", name) + about)
    bench, drawing = Bench(seconds=60), Bench(seconds=60, waiting=MOST)
    with browsing() as browser, Server(("127.0.0.1", 0), games_at_hand(None, tmp_path, 1), bench, drawing) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
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
        server.shutdown()
    bench.close()
    drawing.close()
