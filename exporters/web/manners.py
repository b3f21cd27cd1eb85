"""HTTP on one's own machine: bounded connections and bodies, a deadline for each request, HEAD, gzip and ETag."""

from __future__ import annotations

import gzip
import hashlib
import io
import select
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any

__all__ = ["IMMUTABLE", "LARGEST", "MOST", "NO_STORE", "REVALIDATED", "Answer", "Handler", "Listening", "RefusedError"]

LARGEST = 256 * 1024
"""Bytes that a request may send."""

MOST = 64
"""Connections at a time."""

IDLE, HEAD_AND_BODY, SENDING = 30.0, 10.0, 30.0
"""Seconds: a connection may wait for its next request; a request may take to arrive; an answer may take to leave."""

NO_STORE, REVALIDATED, IMMUTABLE = "no-store", "no-cache", "max-age=31536000, immutable"
"""For `Answer.cache`: never kept; kept, and asked for again by its ETag; never asked for again."""

_GRACE, _SENDING_GRACE = 0.25, 5.0  # seconds that a connection, or an answer, has before it may have to give way
_SECOND_LOOK = 0.05  # seconds: what is read just now may not be noted yet
_PARTS = 8  # so many reads of a request count as signs of life: whoever trickles has more
_PATIENCE = 2.0  # seconds that a new one waits while the server works for all others
_PACKED_FROM = 1024  # bytes of an answer that is worth compressing


class RefusedError(Exception):
    """A request that is not answered as it asks. The text is for whoever asks."""

    def __init__(self, status: HTTPStatus, text: str) -> None:
        super().__init__(text)
        self.status = status


@dataclass(frozen=True)
class Answer:
    """kind: the media type. cache: of Cache-Control."""

    kind: str
    body: bytes
    cache: str = REVALIDATED
    status: HTTPStatus = HTTPStatus.OK


class Listening(ThreadingHTTPServer):
    """Each connection has a thread. Where all `MOST` are taken, one that waits for a request, or whose request or
    answer is still on its way, gives way to a new one: the one that has waited longest. Only where the server works for
    all of them a new one is turned away (503). Raises OSError where the port is taken."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], handler: type[Handler]) -> None:
        self._lock = threading.Condition()
        self._waiting: dict[socket.socket, float] = {}
        self._working: set[socket.socket] = set()
        super().__init__(address, handler)
        port = self.server_address[1]
        self.hosts = {f"{name}:{port}" for name in ("localhost", "127.0.0.1", "[::1]", address[0])}
        """What requests may call this server: no other site reaches it through a name that points here."""

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            free = self._make_room()
            if free:
                self._waiting[request] = time.monotonic()
        if free:
            super().process_request(request, client_address)
            return
        with suppress(OSError):
            request.sendall(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        self.shutdown_request(request)

    def _make_room(self) -> bool:
        """Whether there is room for one more connection. With the lock, which others get while this waits."""
        until = time.monotonic() + _PATIENCE
        looked: tuple[socket.socket | None, float] = None, 0.0
        while len(self._waiting) + len(self._working) >= MOST:
            oldest = min(self._silent(), key=self._waiting.__getitem__, default=None)
            left = (until if oldest is None else self._waiting[oldest] + _GRACE) - time.monotonic()
            if left > 0:
                self._lock.wait(min(left, _GRACE))
                continue
            if oldest is None:
                return False
            if looked != (oldest, self._waiting[oldest]):
                looked = oldest, self._waiting[oldest]
                self._lock.wait(_SECOND_LOOK)
                continue
            del self._waiting[oldest]
            with suppress(OSError):
                oldest.shutdown(socket.SHUT_RDWR)  # its thread ends
        return True

    def _silent(self) -> list[socket.socket]:
        """Connections that wait and have sent nothing that is still to be read: for others the server is slow."""
        known = [connection for connection in self._waiting if connection.fileno() >= 0]
        sent = select.select(known, [], [], 0)[0] if known else []
        return [connection for connection in self._waiting if connection not in sent]

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._waiting.pop(request, None)
                self._working.discard(request)
                self._lock.notify_all()

    def lives(self, request: socket.socket) -> None:
        """Notes that a connection has sent a part of its request."""
        with self._lock:
            if request in self._waiting:
                self._waiting[request] = time.monotonic()

    def works_for(self, request: socket.socket, works: bool) -> None:
        """Notes whether a connection waits for the server, or the server for the connection."""
        with self._lock:
            if works and self._waiting.pop(request, None) is not None:
                self._working.add(request)
            elif not works and request in self._working:
                self._working.remove(request)
                self._waiting[request] = time.monotonic() + _SENDING_GRACE - _GRACE
                self._lock.notify_all()


class _Timely(io.RawIOBase):
    """What a connection sends, until a deadline. Each read has to be over by then, however little comes at a time."""

    def __init__(self, connection: socket.socket, lives: Callable[[socket.socket], None]) -> None:
        self.connection, self.lives, self.until, self.parts = connection, lives, 0.0, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        left = self.until - time.monotonic()
        if left <= 0:
            raise TimeoutError("the request takes too long")
        self.connection.settimeout(left)
        read = self.connection.recv_into(buffer)
        self.parts += 1
        if self.parts <= _PARTS:
            self.lives(self.connection)
        return read


class Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection. A subclass says what to: `get` and `post`, which raise RefusedError."""

    server: Listening
    protocol_version = "HTTP/1.1"
    server_version = "lud"
    sys_version = ""
    headers_of_all: Mapping[str, str] = MappingProxyType({})

    def get(self) -> Answer:
        """What GET and HEAD are answered."""
        raise NotImplementedError

    def post(self, body: bytes) -> Answer:
        """What POST is answered."""
        raise NotImplementedError

    def may_post(self) -> None:
        """Raises RefusedError before the body of a POST is read."""

    def setup(self) -> None:
        super().setup()
        self._timely = _Timely(self.connection, self.server.lives)
        self.rfile = io.BufferedReader(self._timely)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is written for each request."""

    def handle_one_request(self) -> None:
        self._timely.until, self._timely.parts = time.monotonic() + IDLE, 0
        try:
            super().handle_one_request()
        except OSError:
            self.close_connection = True  # it has gone, or had to give way

    def parse_request(self) -> bool:
        self._timely.until = time.monotonic() + HEAD_AND_BODY
        return super().parse_request()

    def do_GET(self) -> None:
        self._answer(self._bodyless, lambda _: self.get())

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        self._answer(self._body, self.post)

    def _bodyless(self) -> bytes:
        """Raises RefusedError for a body, which would be taken for the next request."""
        if self.headers.get_all("Content-Length", ["0"]) != ["0"] or "Transfer-Encoding" in self.headers:
            raise RefusedError(HTTPStatus.BAD_REQUEST, "A request of this kind has no body.")
        return b""

    def _body(self) -> bytes:
        self.may_post()
        lengths = self.headers.get_all("Content-Length") or [""]
        if len(lengths) != 1 or not lengths[0].isdecimal() or "Transfer-Encoding" in self.headers:
            raise RefusedError(HTTPStatus.LENGTH_REQUIRED, "The length of the text is missing.")
        if len(lengths[0]) > len(str(LARGEST)) or int(lengths[0]) > LARGEST:
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"A description may have {LARGEST // 1024} kB.")
        body = self.rfile.read(int(lengths[0]))
        if len(body) < int(lengths[0]):
            raise ConnectionResetError("the body was not sent")
        return body

    def _answer(self, read: Callable[[], bytes], act: Callable[[bytes], Answer]) -> None:
        try:
            if self.headers.defects or self.headers.get_payload() or len(self.headers.get_all("Host") or ()) != 1:
                raise RefusedError(HTTPStatus.BAD_REQUEST, "The head of this request cannot be read.")
            if self.headers["Host"] not in self.server.hosts:
                raise RefusedError(HTTPStatus.FORBIDDEN, "This server does not go by that name.")
            body = read()
            self.server.works_for(self.connection, True)
            answer = act(body)
        except RefusedError as refused:
            answer = Answer("text/plain", str(refused).encode(), NO_STORE, refused.status)
            self.close_connection = True
        finally:
            self.server.works_for(self.connection, False)
        self.connection.settimeout(SENDING)
        self._send(answer)

    def _send(self, answer: Answer) -> None:
        body, found = answer.body, answer.status is HTTPStatus.OK
        tag = f'W/"{hashlib.sha256(body).hexdigest()[:20]}"'
        asked = [part.strip() for part in self.headers.get("If-None-Match", "").split(",")]
        same = found and answer.cache != NO_STORE and (tag in asked or "*" in asked)
        packed = len(body) >= _PACKED_FROM and _accepts_gzip(self.headers.get("Accept-Encoding", ""))
        if packed and not same:
            body = gzip.compress(body, 5, mtime=0)
        self.send_response(HTTPStatus.NOT_MODIFIED if same else answer.status)
        for name, value in self.headers_of_all.items():
            self.send_header(name, value)
        self.send_header("Cache-Control", answer.cache)
        self.send_header("Vary", "Accept-Encoding")
        if found and answer.cache != NO_STORE:
            self.send_header("ETag", tag)
        if not same:
            self.send_header("Content-Type", f"{answer.kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            if packed:
                self.send_header("Content-Encoding", "gzip")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if not same and self.command != "HEAD":
            self.wfile.write(body)


def _accepts_gzip(accepted: str) -> bool:
    """Whether Accept-Encoding names gzip, with a weight that is not 0."""
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "").rstrip("0.") != "q="
    return False
