"""Pages and pictures that a server has made: they are kept, and what is being made tells how far it is."""

from __future__ import annotations

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ludparse.interpreter.backends.cache import game_cache
from ludparse.interpreter.backends.cache_entry import code_stamp, packed, unpacked

from .bench import Bench, BenchError, BusyError, Ticket

__all__ = ["Making", "Pages", "Pictures"]

_PAGES, _PICTURES = 32, 2000


@dataclass
class Making:
    """A page that is being made. problem: why there will be none."""

    bench: Bench
    text: str
    ticket: Ticket = field(default_factory=Ticket)
    began: float = field(default_factory=time.monotonic)
    problem: str = ""
    over: threading.Event = field(default_factory=threading.Event)

    def state(self) -> dict[str, Any]:
        """ahead: how many pages come before it; seconds: since it was asked for."""
        if self.problem:
            return {"state": "failed", "said": self.problem}
        ahead, seconds = self.bench.ahead(self.ticket), round(time.monotonic() - self.began)
        return {"state": "waiting" if ahead else "compiling", "ahead": ahead, "seconds": seconds}


class Pages:
    """Pages of games by their places. A page is made beside, and looked at again and again until it is there."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[str, str]] = OrderedDict()
        self._making: dict[str, Making] = {}

    def look(self, place: str, text: str, arguments: Sequence[Any], *, anew: bool = False) -> str | Making:
        """The page of a game, or what is known of it; it is begun where nothing is. text: of the description, whose
        change makes another page. arguments: of the job. anew: whether one that has failed is tried again."""
        with self._lock:
            held = self._kept.get(place)
            if held is not None and held[0] == text:
                self._kept.move_to_end(place)
                return held[1]
            making = self._making.get(place)
            if making is None or making.text != text or (anew and making.problem):
                making = self._making[place] = Making(self.bench, text)
                threading.Thread(target=self._make, args=(place, making, arguments), daemon=True).start()
        return making

    def _make(self, place: str, making: Making, arguments: Sequence[Any]) -> None:
        try:
            page = str(self.bench.ask("page", *arguments, ticket=making.ticket))
        except (BenchError, BusyError) as problem:
            making.problem = str(problem)
        else:
            with self._lock:
                self._kept[place] = making.text, page
                while len(self._kept) > _PAGES:
                    self._kept.popitem(last=False)
                if self._making.get(place) is making:
                    del self._making[place]
        finally:
            making.over.set()


class Pictures:
    """Pictures of games at the start, kept in memory and on disk."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, str] = OrderedDict()

    def picture(self, place: str, text: str, stamp: str) -> str:
        """The picture of a game. text: of its description; stamp: what else it depends on. Raises as `Bench.ask`."""
        code = code_stamp()
        name = hashlib.sha256(repr((code, text, stamp)).encode("utf-8", "surrogatepass")).hexdigest()[:40]
        with self._lock:
            held = self._kept.get(name)
        held = held or (_on_disk(name) if code else None)
        if held is None:
            held = str(self.bench.ask("picture", place))
            if code:
                with suppress(OSError):
                    game_cache().write(name, packed(name, {}, {"svg": held.encode()}), ".picture")
        with self._lock:
            self._kept[name] = held
            self._kept.move_to_end(name)
            while len(self._kept) > _PICTURES:
                self._kept.popitem(last=False)
        return held


def _on_disk(name: str) -> str | None:
    data = game_cache().read(name, ".picture")
    found = unpacked(name, data) if data else None
    return None if found is None else bytes(found[1]["svg"]).decode()
