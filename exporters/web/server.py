"""`lud serve`: the games at hand as pages, and a live view for authors, on this machine.

The server listens on the loopback interface unless told otherwise. It answers only requests that name it by an address
of its own, so that no other site can reach it through a name that points here. It accepts data only from its own pages.
What a request may cost is bounded: its size and time (`manners`), the time and memory for compiling, and how many may
wait.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any
from urllib.parse import SplitResult, parse_qs, quote, urlsplit

from markupsafe import Markup

from .at_hand import Games, digest
from .bench import Bench, BenchError, BusyError
from .gallery import card_of, gallery_html
from .kept import Making, Pages, Pictures
from .manners import IMMUTABLE, MOST, NO_STORE, REVALIDATED, Answer, Handler, Listening, RefusedError
from .page import BUILT, LINKED_POLICY, built, data_text, render

__all__ = ["Benches", "Server"]

_ASSETS = {"page.js": "text/javascript", "gallery.js": "text/javascript", "live.js": "text/javascript",
           "waiting.js": "text/javascript", "style.css": "text/css"}  # fmt: skip
_HEADERS = {
    "Content-Security-Policy": LINKED_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_A_DAY = "max-age=86400"
_AT_ONCE = 0.3
"""Seconds that a page is waited for before it is said to be compiling."""
_INDEX = 0.5
"""Seconds that the first list waits for what games are."""
_PATIENCE = 300.0
"""Seconds for all variants of a page; whoever waits is told."""
_TEMPLATE = """(game "Three"
    (players 2)
    (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""


@dataclass(frozen=True)
class Benches:
    """The processes of a server: one each, so that nobody waits for what somebody else has asked for."""

    pages: Bench
    pictures: Bench
    editor: Bench

    @classmethod
    def of(cls, library: str | None) -> Benches:
        """For the games of a library."""
        return cls(
            Bench(library, seconds=_PATIENCE, waiting=MOST), Bench(library, waiting=MOST // 2, newest_first=True),
            Bench(library),
        )  # fmt: skip

    def close(self) -> None:
        """End them."""
        for bench in (self.pages, self.pictures, self.editor):
            bench.close()


class Server(Listening):
    """Serves games. address: host and port; port 0 takes a free one. writes: whether files of the folder may be
    written. Raises OSError where the port is taken."""

    def __init__(self, address: tuple[str, int], games: Games, benches: Benches, *, writes: bool = True) -> None:
        self.games, self.benches, self.writes = games, benches, writes
        self.pages, self.pictures = Pages(benches.pages), Pictures(benches.pictures)
        super().__init__(address, _Handler)

    @property
    def url(self) -> str:
        """Where the list of games is."""
        host = str(self.server_address[0])
        return f"http://{'localhost' if host == '127.0.0.1' else host}:{self.server_address[1]}/"


@cache
def _assets() -> str:
    """Where the scripts are. Other scripts have another address, so that these may be kept for good."""
    return f"/assets/{built('sources.sha256')[:12]}/"


def _split(address: str) -> SplitResult:
    """The parts of an address. Raises RefusedError."""
    try:
        return urlsplit(address)
    except ValueError as problem:
        raise RefusedError(HTTPStatus.BAD_REQUEST, "That is no address.") from problem


def _html(text: str, **more: Any) -> Answer:
    return Answer("text/html", text.encode(), **more)


def _json(data: Any, **more: Any) -> Answer:
    return Answer("application/json", json.dumps(data).encode(), NO_STORE, **more)


class _Handler(Handler):
    server: Server
    headers_of_all = _HEADERS

    def get(self) -> Answer:
        """Pages, pictures and scripts."""
        address = _split(self.path)
        asked = {name: values[0] for name, values in parse_qs(address.query).items()}
        try:
            return self._get(address.path, asked)
        except BusyError as busy:
            return Answer("text/plain", str(busy).encode(), NO_STORE, HTTPStatus.SERVICE_UNAVAILABLE)
        except BenchError as problem:
            return Answer("text/plain", str(problem).encode(), NO_STORE, HTTPStatus.UNPROCESSABLE_ENTITY)

    def _get(self, path: str, asked: Mapping[str, str]) -> Answer:
        games = self.server.games
        if path == "/":
            return _html(self._gallery())
        if path == "/api/index":
            return _json({"done": games.done, "total": games.total, "read": games.wait(0)})
        if path == "/game":
            return self._game(self._place(asked))
        if path == "/api/page":
            page = self._look(self._place(asked), anew=False)
            return _json(page.state() if isinstance(page, Making) else {"state": "ready"})
        if path == "/picture":
            place = self._place(asked)
            picture = self.server.pictures.picture(place, games.read(place), games.stamp(place))
            return Answer("image/svg+xml", picture.encode(), REVALIDATED if place in games.own else _A_DAY)
        if path == "/live":
            return _html(self._live(asked))
        name = path.removeprefix(_assets()).removeprefix("/assets/")
        if name in _ASSETS:
            kept = IMMUTABLE if path.startswith(_assets()) else REVALIDATED
            return Answer(_ASSETS[name], (BUILT / name).read_bytes(), kept)
        raise RefusedError(HTTPStatus.NOT_FOUND, "There is no such page.")

    def _gallery(self) -> str:
        games = self.server.games
        read = games.wait(_INDEX)
        cards = [
            card_of(entry, f"/game?place={quote(place)}", f"/picture?place={quote(place)}")
            for place, entry in games.entries.items()
            if not entry.problem
        ]
        reading = None if read else (games.done, games.total)
        return gallery_html(games.title, cards, assets=_assets(), live="/live", reading=reading)

    def _place(self, asked: Mapping[str, str]) -> str:
        """The place of a game. Only places in the list are opened, so that no other file can be asked for."""
        place = asked.get("place", "")
        if place not in self.server.games.entries:
            raise RefusedError(HTTPStatus.NOT_FOUND, "There is no such game.")
        return place

    def _look(self, place: str, *, anew: bool) -> str | Making:
        games = self.server.games
        arguments = (place, games.variants, _assets(), "/", f"/live?place={quote(place)}")
        return self.server.pages.look(place, games.read(place), arguments, anew=anew)

    def _game(self, place: str) -> Answer:
        page = self._look(place, anew=True)
        if isinstance(page, Making) and page.over.wait(_AT_ONCE):
            page = self._look(place, anew=False)
        if not isinstance(page, Making):
            return _html(page)
        waiting = {
            "name": self.server.games.entries[place].name, "picture": f"/picture?place={quote(place)}",
            "state": Markup(data_text({"ask": f"/api/page?place={quote(place)}", **page.state()})),
        }  # fmt: skip
        text = render("waiting.html.jinja", assets=_assets(), policy=LINKED_POLICY, **waiting)
        return _html(text, cache=NO_STORE, status=HTTPStatus.ACCEPTED)

    def _live(self, asked: Mapping[str, str]) -> str:
        server, place = self.server, self._place(asked) if "place" in asked else ""
        text = server.games.read(place) if place else _TEMPLATE
        opened = {
            "text": text, "place": place, "before": digest(text), "writes": server.writes and place in server.games.own,
        }  # fmt: skip
        settings = {"assets": _assets(), "policy": LINKED_POLICY, "live": True, "tables": ()}
        return render("live.html.jinja", opened=Markup(data_text(opened)), **settings)

    # ------------------------------------------------------------------ the live view

    def may_post(self) -> None:
        """Only pages of this server may send something."""
        if _split(self.path).path not in ("/api/live", "/api/save"):
            raise RefusedError(HTTPStatus.NOT_FOUND, "There is no such page.")
        origin = self.headers.get("Origin")
        own = origin is None or _split(origin).netloc in self.server.hosts
        if not own or self.headers.get_content_type() != "application/json":
            raise RefusedError(HTTPStatus.FORBIDDEN, "Only pages of this server may ask for that.")

    def post(self, body: bytes) -> Answer:
        """A description is compiled, or written into its file."""
        wanted = ("text",) if _split(self.path).path == "/api/live" else ("text", "place", "before")
        try:
            sent = json.loads(body)
            given = [sent[name] for name in wanted]
        except (ValueError, KeyError, TypeError, RecursionError):
            given = [None]
        if not all(isinstance(value, str) for value in given):
            raise RefusedError(HTTPStatus.BAD_REQUEST, "A text was expected.")
        try:
            if len(given) == 1:
                return _json(self.server.benches.editor.ask("live", given[0]))
            if not self.server.writes:
                raise RefusedError(HTTPStatus.FORBIDDEN, "This server writes no files.")
            text, place, before = given
            self.server.games.write(place, text, before)
            return _json({"before": digest(text)})
        except BusyError as busy:
            return Answer("text/plain", str(busy).encode(), NO_STORE, HTTPStatus.TOO_MANY_REQUESTS)
        except BenchError as problem:
            status = HTTPStatus.UNPROCESSABLE_ENTITY if len(given) == 1 else HTTPStatus.CONFLICT
            return Answer("text/plain", str(problem).encode(), NO_STORE, status)
