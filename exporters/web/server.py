"""`lud serve`: the games at hand as pages, and a live view for authors, on this machine.

The server listens on the loopback interface unless told otherwise. It answers only requests that name it by an address
of its own, so that no other site can reach it through a name that points here. It accepts data only from its own pages.
What a request may cost is bounded: the size of its body, the time and memory for compiling, and how many may wait.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, quote, urlsplit

from markupsafe import Markup

from ludparse.library.library import Library, find_source

from ..catalogue import Catalogue, Entry
from ..catalogue.entry import describe_game
from .bench import Bench, BenchError, BusyError
from .gallery import card_of, gallery_html
from .page import BUILT, LINKED_POLICY, data_text, render
from .site import descriptions_in

__all__ = ["LARGEST", "MOST", "Games", "Server", "games_at_hand"]

LARGEST = 256 * 1024
"""Bytes that a request may send."""

MOST = 64
"""Connections at a time."""

_ASSETS = {"page.js": "text/javascript", "gallery.js": "text/javascript", "live.js": "text/javascript",
           "style.css": "text/css"}  # fmt: skip
_HEADERS = {
    "Content-Security-Policy": LINKED_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_PAGES, _PICTURES = 32, 2000  # of games, kept
_TEMPLATE = """(game "Three"
    (players 2)
    (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""


class _Refused(Exception):
    def __init__(self, status: HTTPStatus, text: str) -> None:
        super().__init__(text)
        self.status = status


@dataclass
class Games:
    """The games that are served, by their places, and the texts of those that can be edited."""

    entries: Mapping[str, Entry]
    read: Callable[[str], str]
    variants: int = 4
    title: str = "Games"


@dataclass
class _Kept:
    """The pages or pictures that were made last, each with the text of the game that it was made from."""

    most: int
    pages: OrderedDict[str, tuple[str, str]] = field(default_factory=OrderedDict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def page(self, place: str, text: str, make: Callable[[], str]) -> str:
        with self.lock:
            held = self.pages.get(place)
        if held is None or held[0] != text:
            held = text, make()
        with self.lock:
            self.pages[place] = held
            self.pages.move_to_end(place)
            while len(self.pages) > self.most:
                self.pages.popitem(last=False)
        return held[1]


class Server(ThreadingHTTPServer):
    """Serves games. address: host and port; port 0 takes a free one. drawing: a bench for pictures of the games, which
    pages need not wait for. Raises OSError where the port is taken."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], games: Games, bench: Bench, drawing: Bench) -> None:
        self.games = games
        self.bench = bench
        self.drawing = drawing
        self.kept, self.pictures = _Kept(_PAGES), _Kept(_PICTURES)
        self._free = threading.Semaphore(MOST)
        super().__init__(address, _Handler)
        port = self.server_address[1]
        self.hosts = {f"{name}:{port}" for name in ("localhost", "127.0.0.1", "[::1]", address[0])}

    def process_request(self, request: Any, client_address: Any) -> None:
        """Each connection has a thread; more than `MOST` at a time are turned away."""
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
            return
        with suppress(OSError):
            request.sendall(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    @property
    def url(self) -> str:
        """Where the list of games is."""
        host = str(self.server_address[0])
        return f"http://{'localhost' if host == '127.0.0.1' else host}:{self.server_address[1]}/"


def _split(address: str) -> SplitResult:
    """The parts of an address. Raises _Refused."""
    try:
        return urlsplit(address)
    except ValueError as problem:
        raise _Refused(HTTPStatus.BAD_REQUEST, "That is no address.") from problem


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"
    server_version = "lud"
    sys_version = ""
    timeout = 30

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is written for each request."""

    def do_GET(self) -> None:
        self._answer(self._get)

    def do_POST(self) -> None:
        self._answer(self._post)

    def _answer(self, act: Callable[[], tuple[str, bytes]]) -> None:
        try:
            if self.headers.get("Host") not in self.server.hosts:
                raise _Refused(HTTPStatus.FORBIDDEN, "This server does not go by that name.")
            kind, body = act()
            status = HTTPStatus.OK
        except _Refused as refused:
            kind, body, status = "text/plain", str(refused).encode(), refused.status
            self.close_connection = True
        except BusyError as busy:
            kind, body, status = "text/plain", str(busy).encode(), HTTPStatus.TOO_MANY_REQUESTS
        except BenchError as problem:
            kind, body, status = "text/plain", str(problem).encode(), HTTPStatus.UNPROCESSABLE_ENTITY
        try:
            self._send(status, kind, body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the browser has gone on to something else

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    # ------------------------------------------------------------------ pages

    def _get(self) -> tuple[str, bytes]:
        address = _split(self.path)
        asked = {name: values[0] for name, values in parse_qs(address.query).items()}
        if address.path == "/":
            return "text/html", self._gallery().encode()
        if address.path == "/game":
            return "text/html", self._game(self._place(asked)).encode()
        if address.path == "/picture":
            return "image/svg+xml", self._picture(self._place(asked)).encode()
        if address.path == "/live":
            return "text/html", self._live(asked).encode()
        name = address.path.removeprefix("/assets/")
        if name in _ASSETS:
            return _ASSETS[name], (BUILT / name).read_bytes()
        raise _Refused(HTTPStatus.NOT_FOUND, "There is no such page.")

    def _gallery(self) -> str:
        games = self.server.games
        cards = [
            card_of(entry, f"/game?place={quote(place)}", f"/picture?place={quote(place)}")
            for place, entry in games.entries.items()
            if not entry.problem
        ]
        return gallery_html(games.title, cards, assets="/assets/", live="/live")

    def _place(self, asked: Mapping[str, str]) -> str:
        """The place of a game. Only places in the list are opened, so that no other file can be asked for."""
        place = asked.get("place", "")
        if place not in self.server.games.entries:
            raise _Refused(HTTPStatus.NOT_FOUND, "There is no such game.")
        return place

    def _game(self, place: str) -> str:
        server = self.server
        edit = f"/live?place={quote(place)}"
        arguments = (place, server.games.variants, "/assets/", "/", edit)
        return server.kept.page(place, server.games.read(place), lambda: str(server.bench.ask("page", *arguments)))

    def _picture(self, place: str) -> str:
        server = self.server
        make = server.drawing.ask
        return server.pictures.page(place, server.games.read(place), lambda: str(make("picture", place)))

    def _live(self, asked: Mapping[str, str]) -> str:
        text = self.server.games.read(self._place(asked)) if "place" in asked else _TEMPLATE
        settings = {"assets": "/assets/", "policy": LINKED_POLICY, "live": True, "tables": ()}
        return render("live.html.jinja", text=Markup(data_text(text)), **settings)

    # ------------------------------------------------------------------ the live view

    def _post(self) -> tuple[str, bytes]:
        if _split(self.path).path != "/api/live":
            raise _Refused(HTTPStatus.NOT_FOUND, "There is no such page.")
        origin = self.headers.get("Origin")
        own = origin is None or _split(origin).netloc in self.server.hosts
        if not own or self.headers.get_content_type() != "application/json":
            raise _Refused(HTTPStatus.FORBIDDEN, "Only pages of this server may ask for that.")
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            raise _Refused(HTTPStatus.LENGTH_REQUIRED, "The length of the text is missing.")
        if len(length) > len(str(LARGEST)) or int(length) > LARGEST:
            raise _Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"A description may have {LARGEST // 1024} kB.")
        try:
            text = json.loads(self.rfile.read(int(length)))["text"]
        except (ValueError, KeyError, TypeError, RecursionError):
            text = None
        if not isinstance(text, str):
            raise _Refused(HTTPStatus.BAD_REQUEST, "A text was expected.")
        return "application/json", json.dumps(self.server.bench.ask("live", text)).encode()


def games_at_hand(library: str | None, folder: Path | None, variants: int | None) -> Games:
    """The games to serve. Where a folder is given, its games come first. Raises LudError for a place that holds no
    library."""
    opened = Library.open(library) if library else None
    entries = {}
    for file in descriptions_in(folder) if folder is not None else ():
        if not _lies_in(file, folder):
            continue
        entry = describe_game(find_source(file), opened, str(file), bundled=True)
        entries[str(file)] = entry
    own = {*entries}
    for entry in Catalogue(library).entries:
        if "Match" not in entry.concepts:  # only the games of a match can be made into pages
            entries.setdefault(entry.place, entry)

    def read(place: str) -> str:
        if place in own and not _lies_in(Path(place), folder):  # by now a link to something else
            raise BenchError("This game lies outside of the folder.")
        return find_source(Path(place) if entries[place].bundled else place, opened).text

    return Games(entries, read, variants if variants is not None else 1000)


def _lies_in(file: Path, folder: Path | None) -> bool:
    """Whether a file is in a folder, links followed: nothing outside of the folder is served."""
    return folder is not None and file.resolve().is_relative_to(folder.resolve())
