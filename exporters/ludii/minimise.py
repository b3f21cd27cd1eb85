"""The smallest description that still shows a difference between Ludii and us.

First the fewest plies: of some random games the one that differs soonest. Then the description, by hierarchical delta
debugging (Misherghi and Su, ICSE 2006) on its tree: from the largest subtrees down to the smallest, each is left out,
replaced by a part of itself or by a plain value, as long as Ludii still plays the game and the same sort of difference
remains. Ludii's compiler decides what is still a game, so that nothing has to be known about ludemes here.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from exporters.crosscheck.result import Difference
from exporters.ludii.errors import LudiiError
from exporters.ludii.pair import Pair, Played, rng_of
from exporters.ludii.trees import Path, children, is_number, places, replaced, size
from exporters.ludii.variants import Variant
from ludparse import parse
from ludparse.formatter import format_tree
from ludparse.syntax import Atom, AtomKind, Call, Node

__all__ = ["Found", "Minimiser", "case_of", "dump", "text_of"]

_PLAIN = ("True", "False", "0", "1", "2")
_LINES = 3
"""Random games of each description that is tried."""


@dataclass(frozen=True, slots=True)
class Found:
    """A description that differs: its tree and text, the game in which it does, and the difference."""

    tree: Call
    text: str
    played: Played
    difference: Difference
    tried: int = 0

    @property
    def words(self) -> int:
        """How many words the description has."""
        return size(self.tree)


class Minimiser:
    """Makes descriptions smaller. `seconds` bounds the time; what is found until then counts."""

    def __init__(
        self, pair: Pair, *, seed: int = 1, seconds: float = 600.0,
        heard: Callable[[Found], None] = lambda found: None,
    ) -> None:  # fmt: skip
        self.pair = pair
        self.seed = seed
        self.until = time.monotonic() + seconds
        self.heard = heard
        self.tried = 0
        self._seen: set[str] = set()

    def minimise(self, text: str, plies: int) -> Found | None:
        """The smallest found; None where nothing differs in some games of so many plies. text: without defines."""
        (tree,) = parse(text)
        assert isinstance(tree, Call)
        best = self._soonest(tree, plies)
        if best is None:
            return None
        self.heard(best)
        smaller: Found | None = best
        while smaller is not None and time.monotonic() < self.until:
            best = smaller
            smaller = self._round(best)
        return replace(smaller or best, tried=self.tried)

    def _soonest(self, tree: Call, plies: int) -> Found | None:
        """The difference with the fewest plies among some random games."""
        best = self._try(tree, plies, None, games=1) or self._try(tree, plies, None, games=3 * _LINES)
        while best is not None and _plies(best) > 1:
            sooner = self._try(tree, _plies(best) - 1, best.difference, games=3 * _LINES)
            if sooner is None:
                return best
            best = sooner
        return best

    def _round(self, best: Found) -> Found | None:
        """Once through the whole tree, the largest parts first; None where nothing could be made smaller."""
        begun = best
        done: set[Path] = set()
        while time.monotonic() < self.until:
            todo = [place for place in places(best.tree) if place.path and place.path not in done]
            if not todo:
                break
            place = max(todo, key=lambda p: size(p.node))
            done.add(place.path)
            for new in _smaller(place.node):
                changed = replaced(best.tree, place.path, new)
                assert isinstance(changed, Call)
                found = self._try(changed, _plies(best) + 1, best.difference)
                if found is not None:
                    best = found
                    self.heard(best)
                    done = {path for path in done if path[: len(place.path)] != place.path and path < place.path}
                    break
        return None if best is begun else best

    def _try(self, tree: Call, plies: int, like: Difference | None, games: int = _LINES) -> Found | None:
        """Whether Ludii plays a description and we differ from it in the way that is wanted."""
        text = format_tree(tree)
        key = f"{text} {plies} {games}"
        if key in self._seen or time.monotonic() > self.until:
            return None
        self._seen.add(key)
        self.tried += 1
        variant = Variant("minimised", text, text)
        try:
            header = self.pair.load(variant)
        except LudiiError:
            return None
        for number in range(games):
            played = self.pair.play(
                header, rng=rng_of(self.seed, number), plies=plies, seed=self.seed * 1_000_003 + number
            )
            if played.error is not None or not played.records:
                return None
            difference = self.pair.follow(variant, [played]).difference
            if difference is not None and (like is None or _sort(difference) == _sort(like)):
                return Found(tree, text, played, difference)
            if difference is not None and difference.kind == "error":
                return None
        return None


def _sort(difference: Difference) -> str:
    """What makes two differences alike: an error by its words, all others together."""
    return difference.cause if difference.kind in ("error", "limit", "crash") else "play"


def _plies(found: Found) -> int:
    """How many moves are made until the difference shows."""
    ply = found.difference.ply
    return 1 if ply is None else ply + 1


def _smaller(node: Node) -> Iterator[tuple[Node, ...]]:
    """What may stand in the place of a node, the smallest first: nothing, a part of it, a plain value."""
    yield ()
    parts = [child for child in children(node) if not isinstance(child, Atom) or isinstance(node, Call)]
    for part in sorted(parts, key=size):
        yield (part,)
    for part in parts:
        for inner in children(part):
            if isinstance(inner, Call):
                yield (inner,)
    if isinstance(node, Call):
        for word in _PLAIN:
            yield (Atom(word, AtomKind.NUMBER if word.isdecimal() else AtomKind.SYMBOL),)
    elif isinstance(node, Atom) and is_number(node) and int(node.text) > 1:
        for value in (0, 1, 2, 3, int(node.text) // 2, int(node.text) - 1):
            if value < int(node.text):
                yield (Atom(str(value), AtomKind.NUMBER),)


def case_of(pair: Pair, found: Found, name: str) -> dict[str, Any]:
    """What Ludii does, as a case for `tests/interpreter/lower/recorded`. Raises LudiiError."""
    text = " ".join(found.text.split())
    header = pair.load(Variant(name, text, text))
    rng, last = found.played.records[0]["rng"], _plies(found)
    played = pair.play(header, rng=rng, plies=0, picks=found.played.picks[:last], full=True)
    if played.error is not None:
        raise played.error
    plies = [{"legal": [entry[2] for entry in r["legal"]], "pick": r["pick"]} for r in played.records[1:]]
    case: dict[str, Any] = {"name": name, "ludii": header["ludii"], "description": text, "rng": rng, "plies": plies}
    final = played.records[-1]
    if final.get("over"):
        case["ranking"] = final["ranking"][1:]
    return case


def text_of(found: Found) -> str:
    """The description and the difference, to be read."""
    d = found.difference
    ply = "" if d.ply is None else f" before move {d.ply + 1}"
    return f"{found.text}\n{found.words} words; {d.message}{ply}\n  ours   {d.ours}\n  Ludii  {d.recorded}"


def dump(case: dict[str, Any]) -> str:
    """A case as it stands in a file of cases: one in a list, laid out like the others."""
    return json.dumps([case], indent=1, ensure_ascii=False) + "\n"
