"""For which ludemes the parts of a program were written.

While a program is lowered, each statement gets the places of the `Maker` that writes it: one lowering of a ludeme, or
code that several ludemes share. Equal ludemes are lowered once, so a maker may stand for ludemes in several places.
These are found when somebody asks for them: wherever a maker was asked for instead of being made again, it stands for
the ludeme that asked, and what it has asked for itself stands for the parts of that ludeme.
"""

from __future__ import annotations

from collections.abc import Mapping

from ludparse.ludemes.base import Ludeme, place_of, walk
from ludparse.problems.spans import Place, Span, span_of

from ...program.places import Places

__all__ = ["Maker", "Makers"]

Nodes = tuple[Ludeme, ...]


class Maker:
    """What writes statements and functions, which get its `places`.

    nodes: the ludeme that is lowered, or those in whose terms shared code is written. shared: several ludemes share
    what it writes, which has the places of all that ask for it. asked: the makers whose functions and values it uses,
    each with the ludemes for which it asks.
    """

    __slots__ = ("_makers", "asked", "nodes", "places", "shared")

    def __init__(self, makers: Makers, nodes: Nodes, *, shared: bool = False) -> None:
        self._makers = makers
        self.nodes = nodes
        self.shared = shared or place_of(nodes[0]) is None  # a ludeme that a lowering has put together has no place
        self.asked: list[tuple[Maker, Nodes]] = []
        self.places = Places(self._find)

    def _find(self) -> frozenset[Span]:
        return self._makers.places().get(self, frozenset())


class Makers:
    """All makers of a program. whole: what writes all that is not written for a ludeme in particular."""

    def __init__(self, rules: Ludeme) -> None:
        self.whole = Maker(self, (rules,))
        self._places: dict[Maker, frozenset[Span]] | None = None

    def places(self) -> dict[Maker, frozenset[Span]]:
        """The places of each maker, found once. To be asked for when everything is lowered."""
        if self._places is None:
            self._places = _places(self.whole)
        return self._places


def _places(whole: Maker) -> dict[Maker, frozenset[Span]]:
    own, users = _followed(whole)
    found = {maker: {span for place in places if (span := span_of(place)) is not None} for maker, places in own.items()}
    shared = {maker: _of_users(maker, found, users) for maker in users if maker.shared}
    return {maker: frozenset(spans) for maker, spans in (found | shared).items()}


def _followed(whole: Maker) -> tuple[dict[Maker, list[Place]], dict[Maker, list[Maker]]]:
    """The places for which each maker of one ludeme stands, and who asks for each maker.

    Places are told apart by their identity: a ludeme that a lowering puts together has that of the one in the text.
    """
    own: dict[Maker, list[Place]] = {}
    users: dict[Maker, list[Maker]] = {whole: []}
    seen: set[tuple[Maker, tuple[int, ...]]] = set()
    followed: set[Maker] = set()
    nowhere_else: Mapping[int, Place] = {}
    todo = [(whole, tuple(map(place_of, whole.nodes)), nowhere_else)]
    while todo:
        maker, places, instead = todo.pop()
        key = (maker, tuple(map(id, places)))
        if key in seen:
            continue
        seen.add(key)
        if not maker.shared:
            own.setdefault(maker, []).append(places[0])
        for asked, given in maker.asked:
            if maker not in followed:
                users.setdefault(asked, []).append(maker)
            there = tuple(instead.get(id(place), place) for place in map(place_of, given))
            todo.append((asked, there, _instead(asked.nodes, given, instead) if given else nowhere_else))
        followed.add(maker)
    return own, users


def _instead(before: Nodes, now: Nodes, outer: Mapping[int, Place]) -> Mapping[int, Place]:
    """By the identity of the place of each part of some ludemes, the place of that part in ludemes that are equal to
    them. outer: what stands instead of the places of those."""
    if all(a is b for a, b in zip(before, now, strict=True)):
        return outer
    found = dict(outer)
    for a, b in zip(before, now, strict=True):
        for x, y in zip(walk(a), walk(b), strict=True):
            place = place_of(y)
            found[id(place_of(x))] = outer.get(id(place), place)
    return found


def _of_users(maker: Maker, own: Mapping[Maker, set[Span]], users: Mapping[Maker, list[Maker]]) -> set[Span]:
    """The places of the ludemes that ask for shared code, also by way of other shared code."""
    seen, todo = {maker}, [maker]
    places: set[Span] = set()
    while todo:
        for user in users[todo.pop()]:
            if user not in seen:
                seen.add(user)
                places |= own.get(user, set())
                todo += [user] * user.shared
    return places
