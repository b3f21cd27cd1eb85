"""The smallest description that still shows a difference between Ludii and us.

First each condition and each kind of move is tried in the plainest game around it (`bare_games`). If none of these
differs in the same way, the whole description is made smaller: the fewest plies first, which means the one of some
random games that differs soonest. Once few words are left, the numbers, so that boards are small and pieces few.
Either way hierarchical delta debugging (Misherghi and Su, ICSE 2006) follows on the tree: from the largest subtrees
down to the smallest, each is left out, replaced by a part of itself or by something plain that can stand for the same
(`simpler`), as long as Ludii still plays the game and the same sort of difference remains. Where nothing more can be
done in this way, the parts that are left are tried in plain games again, and two changes are made at once
(`two_changes`).

Our own reader decides first what is still a description, which takes a millisecond, and then Ludii's compiler.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ludparse.description.description import load_description, parse
from ludparse.problems.errors import LudError
from ludparse.reader.formatter import format_tree
from ludparse.reader.syntax import Array, Atom, Call, Node

from ...terminal.output import counted
from ..crosscheck.result import Difference
from .bare_games import bare_games
from .errors import LudiiError
from .pair import Pair, Played
from .simpler import simpler, smaller_numbers
from .trees import Path, Place, is_number, places, replaced, size
from .two_changes import two_changes
from .variants import Variant

__all__ = ["Found", "Minimiser", "case_of", "dump", "text_of"]

_LINES = 6
"""Random games of each description that is tried."""

_LONGER = 2
"""So many more moves than before may pass until the difference shows."""

_BARE_PLIES = 4
"""So many moves are made in plain games around a part of a description."""

_BARE_LINES = 2
"""Random games of each of these: they have few moves to choose from."""

_BARE_SHARE = 0.25
"""At most this part of the time goes to plain games before the whole description is made smaller."""

_PATIENCE = 10.0
"""Seconds for an answer, or as many as the whole description took: some of what is tried hangs."""

_FEW = 150
"""With so many words each attempt is fast enough to try one number after another."""

_NEVER = 1_000_000

_SORTS = {
    "legal": "moves", "text": "moves", "applied": "moves", "over": "end", "ranking": "end", "start": "position",
    "state": "position", "count": "moves",
}  # fmt: skip
"""What differences in play are about, by their kind. Others are alike if their causes are the same."""

_NAMES = re.compile(r"\b[A-Z]\w+")
"""The kinds of actions in a cause."""

_FORCED = "Pass"
"""What is played where there are no moves: moves that are missing may leave a pass, whatever they were."""

_REFUSALS = 4
"""After so many refusals by Ludii's compiler, and no success, something is not tried in the same role again."""


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
        self.seconds = seconds
        self.until = time.monotonic() + seconds
        self.heard = heard
        self.tried = 0
        self._first: Difference | None = None
        """The difference of the description as it was given; what is found must be of the same sort."""
        self._seen: set[str] = set()
        self._refusals: Counter[tuple[str, str]] = Counter()
        self._refused: bool | None = None
        """Whether Ludii's compiler refused the last attempt; None where it was not asked."""

    def minimise(self, text: str, plies: int) -> Found | None:
        """The smallest found; None where nothing differs in some games of so many plies. text: without defines."""
        (tree,) = parse(text)
        assert isinstance(tree, Call)
        begun = time.monotonic()
        first = self._try(tree, plies, None, games=1) or self._try(tree, plies, None, games=2 * _LINES)
        if first is None:
            return None
        self._first = first.difference
        self.pair.limit(max(_PATIENCE, time.monotonic() - begun))
        self.heard(first)
        best = self._soonest(self._bare(first, self.seconds * _BARE_SHARE) or first)
        smaller: Found | None = best
        with_numbers = False
        while smaller is not None and time.monotonic() < self.until:
            best = smaller
            if not with_numbers and best.words <= _FEW:
                best, with_numbers = self._numbers(best), True
            smaller = self._round(best) or self._bare(best, self.seconds) or self._two_at_once(best)
        return replace(smaller or best, tried=self.tried)

    def _bare(self, best: Found, seconds: float) -> Found | None:
        """The smallest of the plain games around parts of the description that differs; None if none does in time."""
        assert self._first is not None
        about, names = _SORTS.get(self._first.kind, ""), frozenset(_NAMES.findall(self._first.cause))
        until = min(self.until, time.monotonic() + seconds)
        for changed in bare_games(best.tree, about, names):
            if time.monotonic() > until:
                break
            found = self._try(changed, _BARE_PLIES, self._first, games=_BARE_LINES)
            if found is not None:
                self.heard(found)
                return found
        return None

    def _soonest(self, best: Found) -> Found:
        """The difference with the fewest plies among some random games."""
        while _plies(best) > 1:
            sooner = self._try(best.tree, _plies(best) - 1, self._first, games=2 * _LINES)
            if sooner is None:
                break
            best = sooner
        return best

    def _numbers(self, best: Found) -> Found:
        """With the smallest numbers that will do. A smaller board and fewer pieces make all other attempts faster."""
        for path in [place.path for place in places(best.tree) if is_number(place.node)]:
            (place,) = (p for p in places(best.tree) if p.path == path)
            for new in smaller_numbers(place.node):
                changed = replaced(best.tree, path, (new,))
                assert isinstance(changed, Call)
                found = self._try(changed, _plies(best) + _LONGER, self._first)
                if found is not None:
                    best = found
                    self.heard(best)
                    break
        return best

    def _round(self, best: Found) -> Found | None:
        """Once through the whole tree, the largest parts first; None where nothing could be made smaller. It ends early
        where few words are left for the first time."""
        begun = best
        done: set[Path] = set()
        while time.monotonic() < self.until:
            todo = [place for place in places(best.tree) if place.path and place.path not in done]
            if not todo:
                break
            place = max(todo, key=lambda p: size(p.node))
            done.add(place.path)
            for new in self._worth_trying(place):
                changed = replaced(best.tree, place.path, new)
                assert isinstance(changed, Call)
                found = self._try(changed, _plies(best) + _LONGER, self._first)
                self._learn(place, new)
                if found is not None:
                    best = found
                    self.heard(best)
                    done = {path for path in done if path[: len(place.path)] != place.path and path < place.path}
                    break
            if best.words <= _FEW < begun.words:
                break
        return None if best is begun else best

    def _two_at_once(self, best: Found) -> Found | None:
        """By two changes at once; None where nothing could be made smaller."""
        if time.monotonic() > self.until:
            return None
        for changed in two_changes(best.tree):
            if time.monotonic() > self.until:
                break
            found = self._try(changed, _plies(best) + _LONGER, self._first)
            if found is not None:
                self.heard(found)
                return found
        return None

    def _worth_trying(self, place: Place) -> Iterator[tuple[Node, ...]]:
        """What may stand in a place, without what Ludii's compiler has refused in the same role again and again."""
        for new in simpler(place.node):
            if self._refusals[place.role, _sketch(new)] < _REFUSALS:
                yield new

    def _learn(self, place: Place, new: tuple[Node, ...]) -> None:
        """Note whether Ludii's compiler took what was tried last."""
        what = place.role, _sketch(new)
        if self._refused is False:
            self._refusals[what] = -_NEVER  # it can stand there: a refusal is due to something else
        elif self._refused and (new or not place.role.endswith("{}")):
            self._refusals[what] += 1

    def _try(self, tree: Call, plies: int, like: Difference | None, games: int = _LINES) -> Found | None:
        """Whether Ludii plays a description and we differ from it in the way that is wanted."""
        text = format_tree(tree)
        key = f"{text} {plies} {games}"
        self._refused = None
        if key in self._seen or time.monotonic() > self.until:
            return None
        self._seen.add(key)
        if like is not None and like.kind in _SORTS and not _read_here(text):
            return None  # what we refuse is not played here: another difference
        self.tried += 1
        variant = Variant("minimised", text, text)
        try:
            header = self.pair.load(variant)
        except LudiiError:
            self._refused = True
            return None
        self._refused = False
        found = self.pair.apart(variant, games=games, plies=plies, seed=self.seed)
        if found is None:
            return None
        wrong, apart = found
        if wrong is not None:
            played = self.pair.game(header, 0, plies=plies, seed=self.seed)
            return Found(tree, text, played, wrong) if _alike(wrong, like) and played.records else None
        for number in apart:
            played = self.pair.game(header, number, plies=plies, seed=self.seed)
            if played.error is not None or not played.records:
                return None
            difference = self.pair.follow(variant, [played]).difference
            if difference is not None:
                difference = self.pair.in_full(variant, header, played, difference)
                if _alike(difference, like):
                    return Found(tree, text, played, difference)
        return None


def _read_here(text: str) -> bool:
    """Whether our reader takes a description."""
    try:
        load_description(text)
    except LudError:
        return False
    return True


def _sketch(new: tuple[Node, ...]) -> str:
    """What matters of a replacement for whether it can stand in a role."""
    if not new:
        return ""
    (node,) = new
    if isinstance(node, Atom):
        return node.text
    return "{}" if isinstance(node, Array) else f"({node.keyword}"


def _alike(difference: Difference, like: Difference | None) -> bool:
    """Whether a difference is of the sort that is wanted: about the same, and about no kinds of actions that the other
    one was not about. Else what is left could be another difference that the description happens to have as well."""
    if like is None:
        return True
    one, other = _SORTS.get(difference.kind), _SORTS.get(like.kind)
    if one is None or other is None:
        return difference.cause == like.cause
    return one == other and {*_NAMES.findall(difference.cause)} <= {*_NAMES.findall(like.cause), _FORCED}


def _plies(found: Found) -> int:
    """How many moves are made until the difference shows."""
    ply = found.difference.ply
    return 1 if ply is None else ply + 1


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
    return "\n".join([found.text, f"{counted(found.words, 'word')}; {d.message}{ply}", *d.sides()])


def dump(case: dict[str, Any]) -> str:
    """A case as it stands in a file of cases: one in a list, laid out like the others."""
    return json.dumps([case], indent=1, ensure_ascii=False) + "\n"
