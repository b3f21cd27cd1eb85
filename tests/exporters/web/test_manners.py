"""What any server must do, whoever asks: bounds, deadlines, HEAD, gzip, ETag, and one request for each that was sent.

The processes that compile are replaced by functions here: `test_server.py` has the real ones.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludparse.exporters.web import kept, manners
from ludparse.exporters.web.at_hand import Games, digest
from ludparse.exporters.web.bench import Bench, BenchError, BusyError, Ticket
from ludparse.exporters.web.manners import MOST
from ludparse.exporters.web.server import Benches, Server
from ludparse.interpreter.backends.c.compile import temporary_cache
from tests.crowd import crowd
from tests.exporters.web.test_server import SMALL, ask


class Fake(Bench):
    """Answers at once, or when it may. asked: what it was asked, in the order in which it was answered."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.may, self.asked = threading.Event(), list[str]()
        self.may.set()
        self.problem = ""

    def _run(self, job: str, arguments: tuple[Any, ...]) -> Any:
        assert self.may.wait(60)
        self.asked.append(str(arguments[0]))
        if self.problem:
            raise BenchError(self.problem)
        return {"game": None, "problems": []} if job == "live" else f"<{job} {arguments[0]}>"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "small.lud").write_text(SMALL)
    games = Games(None, tmp_path / "games", 1)
    assert games.wait(120)
    benches = Benches(Fake(waiting=MOST), Fake(waiting=MOST, newest_first=True), Fake())
    with temporary_cache(), Server(("127.0.0.1", 0), games, benches) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield server
        for bench in (benches.pages, benches.pictures, benches.editor):
            bench.may.set()  # type: ignore[attr-defined]
        server.shutdown()
        thread.join()


def small(server: Server) -> str:
    return next(iter(server.games.own))


def said(server: Server, request: bytes, wait: float = 20) -> bytes:
    """All that a connection is answered until the server closes it."""
    with socket.create_connection(server.server_address[:2], timeout=wait) as connection:  # type: ignore[arg-type]
        connection.sendall(request)
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


# ------------------------------------------------------------------ what is asked


@pytest.mark.parametrize("path", ["/", "/assets/page.js", "/live", "/nothing"])
def test_head_is_get_without_a_body(server: Server, path: str) -> None:
    status, headers, text = ask(server, "GET", path)
    headed, head, nothing = ask(server, "HEAD", path)
    assert (headed, nothing) == (status, "") and text
    own = ("Content-Length", "Content-Type", "ETag", "Cache-Control", "Content-Security-Policy")
    assert [head[name] for name in own] == [headers[name] for name in own]


@pytest.mark.parametrize(
    ("accepted", "packed"), [("gzip", True), ("br, gzip;q=0.5", True), ("", False), ("gzip;q=0", False), ("br", False)]
)
def test_long_answers_are_packed_for_whoever_can_unpack_them(server: Server, accepted: str, packed: bool) -> None:
    asked = f"GET / HTTP/1.1\r\nHost: localhost:{server.server_address[1]}\r\nAccept-Encoding: {accepted}\r\n"
    head, _, body = said(server, f"{asked}Connection: close\r\n\r\n".encode()).partition(b"\r\n\r\n")
    assert (b"Content-Encoding: gzip" in head) is packed and b"Vary: Accept-Encoding" in head
    assert b"Small" in (gzip.decompress(body) if packed else body)
    assert f"Content-Length: {len(body)}".encode() in head


def test_what_has_not_changed_is_not_sent_again(server: Server) -> None:
    for path in ("/", "/assets/page.js", f"/picture?place={small(server)}"):
        _, headers, text = ask(server, "GET", path)
        status, again, nothing = ask(server, "GET", path, If_None_Match=f'"other", {headers["ETag"]}')
        assert (status, nothing, again["ETag"]) == (304, "", headers["ETag"]) and text
        assert ask(server, "GET", path, If_None_Match='"other"')[0] == 200


def test_scripts_are_kept_for_good_and_a_page_asks_for_those_of_its_version(server: Server) -> None:
    _, headers, text = ask(server, "GET", "/")
    assert headers["Cache-Control"] == "no-cache"
    script = text.split('<script src="', 1)[1].split('"', 1)[0]
    status, kept_, _ = ask(server, "GET", script)
    assert (status, kept_["Cache-Control"]) == (200, "max-age=31536000, immutable")
    assert ask(server, "GET", "/assets/gallery.js")[1]["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "lines",
    [
        "Content-Length: 44\r\n", "Transfer-Encoding: chunked\r\n", "Content-Length : 44\r\n",
        "Content-Length: 0\r\nContent-Length: 44\r\n", "Content-Length: +44\r\n", "Transfer-Encoding : chunked\r\n",
    ],
)  # fmt: skip
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_a_body_that_is_not_expected_is_no_second_request(server: Server, method: str, lines: str) -> None:
    """It would be one that a proxy before the server has not seen."""
    hidden = b"GET /assets/style.css HTTP/1.1\r\nHost: x\r\n\r\n"
    port = server.server_address[1]
    head = f"{method} / HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/json\r\n{lines}\r\n"
    answer = said(server, head.encode() + hidden)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 411", b"HTTP/1.1 404"))
    assert b"Connection: close" in answer


def test_two_names_of_the_server_are_one_too_many(server: Server) -> None:
    name = f"Host: localhost:{server.server_address[1]}\r\n"
    assert said(server, f"GET / HTTP/1.1\r\n{name}{name}\r\n".encode()).startswith(b"HTTP/1.1 400")
    assert said(server, b"GET / HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 400")


# ------------------------------------------------------------------ connections


@pytest.mark.parametrize("sent", [b"", b"GET / HTT", b"POST /api/live HTTP/1.1\r\nContent-Length: 9\r\nHost: x\r\n"])
def test_connections_that_say_nothing_or_little_lock_nobody_out(server: Server, sent: bytes) -> None:
    held = []
    try:
        for _ in range(MOST + 10):
            held.append(socket.create_connection(server.server_address[:2], timeout=20))  # type: ignore[arg-type]
            held[-1].sendall(sent)
        for _ in range(3):
            assert ask(server, "GET", "/assets/page.js")[0] == 200
        for connection in held[-MOST // 2 :]:
            connection.sendall(b"\r")  # they trickle on
        assert ask(server, "GET", "/assets/page.js")[0] == 200
    finally:
        for connection in held:
            connection.close()
    until(lambda: len(server._waiting) + len(server._working) < 5)


def test_a_crowd_that_asks_at_once_is_answered(server: Server) -> None:
    """Three times as many connections as may be open at a time: the others wait, and nobody is thrown out for them."""
    assert asyncio.run(crowd(server.server_address[1], 3 * MOST)) == {"HTTP/1.1 200 OK": 3 * MOST}


def test_a_request_has_a_deadline_however_it_trickles(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manners, "IDLE", 1.0)
    monkeypatch.setattr(manners, "HEAD_AND_BODY", 1.0)
    for start in (b"", b"GET / HTTP/1.1\r\nX: "):
        with socket.create_connection(server.server_address[:2], timeout=20) as connection:  # type: ignore[arg-type]
            connection.sendall(start)
            end, closed = time.monotonic() + 20, False
            while not closed and time.monotonic() < end:
                try:
                    connection.sendall(b"x")
                    connection.settimeout(0.1)
                    closed = connection.recv(1) == b""
                except TimeoutError:
                    continue
                except OSError:
                    closed = True
            assert closed


def test_only_who_would_wait_for_all_the_others_is_turned_away(server: Server) -> None:
    """The server draws for all connections at a time; then another one is told to come again."""
    server.benches.pictures.may.clear()  # type: ignore[attr-defined]
    busy = [threading.Thread(target=ask, args=(server, "GET", f"/picture?place={small(server)}")) for _ in range(MOST)]
    for thread in busy:
        thread.start()
    until(lambda: len(server._working) == MOST)
    assert ask(server, "GET", "/assets/page.js")[0] == 503
    server.benches.pictures.may.set()  # type: ignore[attr-defined]
    for thread in busy:
        thread.join()
    assert ask(server, "GET", "/assets/page.js")[0] == 200


# ------------------------------------------------------------------ what takes long


def test_a_bench_answers_in_order_or_the_newest_first() -> None:
    for newest, order in ((False, ["0", "1", "2", "3"]), (True, ["0", "3", "2", "1"])):
        bench = Fake(waiting=3, newest_first=newest)
        bench.may.clear()
        tickets = [Ticket() for _ in range(4)]
        threads = []
        for number, ticket in enumerate(tickets):
            threads.append(threading.Thread(target=bench.ask, args=("page", number), kwargs={"ticket": ticket}))
            threads[-1].start()
            until(lambda: len(bench._tickets) == number and bench._running is tickets[0])  # noqa: B023
        assert [bench.ahead(ticket) for ticket in tickets] == [0, *((3, 2, 1) if newest else (1, 2, 3))]
        bench.may.set()
        for thread in threads:
            thread.join()
        assert bench.asked == order


@pytest.mark.parametrize("newest", [False, True])
def test_where_too_many_wait_one_is_turned_away(newest: bool) -> None:
    bench, turned = Fake(waiting=1, newest_first=newest), list[str]()
    bench.may.clear()

    def asking(number: int) -> None:
        try:
            bench.ask("page", number)
        except BusyError:
            turned.append(str(number))

    threads = [threading.Thread(target=asking, args=(number,)) for number in range(3)]
    for number, thread in enumerate(threads):
        thread.start()
        until(lambda: len(bench._tickets) == min(number, 1) and (number < 2 or bool(turned)))  # noqa: B023
    bench.may.set()
    for thread in threads:
        thread.join()
    assert (turned, bench.asked) == ((["1"], ["0", "2"]) if newest else (["2"], ["0", "1"]))


def test_a_game_that_is_not_compiled_yet_is_a_page_at_once(server: Server) -> None:
    pages, place = server.benches.pages, small(server)
    pages.may.clear()  # type: ignore[attr-defined]
    other = next(place for place, entry in server.games.entries.items() if entry.name == "Ponds")
    assert ask(server, "GET", f"/game?place={other}")[0] == 202
    status, headers, text = ask(server, "GET", f"/game?place={place}")
    assert (status, headers["Cache-Control"]) == (202, "no-store")
    assert "<h1>Small</h1>" in text and '<img class="board-to-come" src="/picture?place=' in text
    assert json.loads(ask(server, "GET", f"/api/page?place={place}")[2])["ahead"] == 1
    assert json.loads(ask(server, "GET", f"/api/page?place={other}")[2])["state"] == "compiling"
    pages.may.set()  # type: ignore[attr-defined]
    until(lambda: json.loads(ask(server, "GET", f"/api/page?place={place}")[2])["state"] == "ready")
    assert ask(server, "GET", f"/game?place={place}")[::2] == (200, f"<page {place}>")


def test_a_game_that_cannot_be_compiled_says_why_and_is_tried_again_when_asked(server: Server) -> None:
    pages, place = server.benches.pages, small(server)
    pages.problem = "no such board"  # type: ignore[attr-defined]
    assert "no such board" in ask(server, "GET", f"/game?place={place}")[2]
    assert json.loads(ask(server, "GET", f"/api/page?place={place}")[2]) == {"state": "failed", "said": "no such board"}
    pages.problem = ""  # type: ignore[attr-defined]
    assert ask(server, "GET", f"/game?place={place}")[0] == 200


def test_pictures_are_kept_on_disk_until_the_text_changes(server: Server) -> None:
    place, asked = small(server), server.benches.pictures.asked  # type: ignore[attr-defined]
    path = f"/picture?place={place}"
    first = ask(server, "GET", path)[2]
    server.pictures = kept.Pictures(server.benches.pictures)  # as of a server that begins anew
    assert ask(server, "GET", path)[2] == first and len(asked) == 1
    Path(place).write_text(SMALL.replace("square 3", "square 4"))
    assert ask(server, "GET", path)[0] == 200 and len(asked) == 2
    assert ask(server, "GET", path)[1]["Cache-Control"] == "no-cache"
    other = next(place for place in server.games.entries if place not in server.games.own)
    assert ask(server, "GET", f"/picture?place={other}")[1]["Cache-Control"] == "max-age=86400"


def test_the_editor_waits_for_no_page(server: Server) -> None:
    server.benches.pages.may.clear()  # type: ignore[attr-defined]
    assert ask(server, "GET", f"/game?place={small(server)}")[0] == 202
    body = json.dumps({"text": SMALL}).encode()
    assert ask(server, "POST", "/api/live", body, Content_Type="application/json")[0] == 200


# ------------------------------------------------------------------ the list


def test_names_are_there_before_the_index_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of this project that a library has too is listed once."""
    from ludparse.exporters.catalogue import Catalogue
    from ludparse.exporters.web import at_hand

    may = threading.Event()

    class Slow(Catalogue):
        def __init__(self, *arguments: Any, **settings: Any) -> None:
            assert may.wait(60)
            super().__init__(*arguments, **settings)

    monkeypatch.setattr(at_hand, "Catalogue", Slow)
    (tmp_path / "lud").mkdir()
    (tmp_path / "def").mkdir()
    for name in ("Ex Nihilo", "Small"):
        (tmp_path / "lud" / f"{name}.lud").write_text(SMALL.replace("Small", name))
    games = Games(str(tmp_path), None, 1)
    assert not games.wait(0) and (games.done, games.total) == (0, len(games.entries))
    for known in (False, True):
        names = [entry.name for entry in games.entries.values()]
        assert "Small" in names and names.count("Ex Nihilo") == 1
        assert bool(games.entries["lud/Small.lud"].players) is known
        may.set()
        assert games.wait(120)


def test_the_list_says_how_far_the_index_is(server: Server) -> None:
    index = json.loads(ask(server, "GET", "/api/index")[2])
    assert index == {"done": index["total"], "total": index["total"], "read": True}
    assert 'id="reading"' not in ask(server, "GET", "/")[2]
    server.games._read.clear()
    server.games.done = 3
    assert f"is being read: 3 of {index['total']}." in ask(server, "GET", "/")[2]
    assert not json.loads(ask(server, "GET", "/api/index")[2])["read"]


# ------------------------------------------------------------------ writing


def save(server: Server, place: str, text: str, before: str, **headers: str) -> tuple[int, str]:
    body = json.dumps({"text": text, "place": place, "before": digest(before)}).encode()
    return ask(server, "POST", "/api/save", body, Content_Type="application/json", **headers)[::2]


def test_a_file_of_the_folder_is_written_back(server: Server, tmp_path: Path) -> None:
    place, text = small(server), SMALL.replace("square 3", "square 4") + "// 𝄞\n"
    status, answer = save(server, place, text, SMALL)
    assert (status, json.loads(answer)) == (200, {"before": digest(text)})
    assert Path(place).read_text(encoding="utf-8") == text
    assert [file.name for file in (tmp_path / "games").iterdir()] == ["small.lud"]


def test_nothing_else_is_written(server: Server, tmp_path: Path) -> None:
    place = small(server)
    bundled = next(place for place in server.games.entries if place not in server.games.own)
    before = Path(bundled).read_text(encoding="utf-8")
    assert save(server, place, "x", "another text")[0] == 409
    assert save(server, bundled, "x", before)[0] == 409
    assert save(server, str(tmp_path / "games" / "new.lud"), "x", "")[0] == 409
    assert save(server, place, "x", SMALL, Origin="http://evil.example")[0] == 403
    secret = tmp_path / "secret.lud"
    secret.write_text(SMALL)
    Path(place).unlink()
    Path(place).symlink_to(secret)
    assert save(server, place, "x", SMALL)[0] == 409
    server.writes = False
    assert save(server, place, "x", SMALL)[0] == 403
    assert (secret.read_text(), Path(bundled).read_text(encoding="utf-8")) == (SMALL, before)
