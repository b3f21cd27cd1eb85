"""Pieces in a pattern, in words: the pattern is shown by sites of the board that lie in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.board.topology import Topology
from ludparse.interpreter.board.walk import walk, walk_directions
from ludparse.ludemes.enums import SiteType, StepType

from .tree.arguments import raw, whole
from .wording.phrases import Words
from .wording.vocabulary import joined, told


@told(L.IsPattern)
def _pattern(node: L.IsPattern, words: Words) -> str:
    """A walk by the first sites of the board that it can lead over, and the site where it begins where that matters."""
    given: Any = raw(node)  # what is only looked at is told by its name
    board, site = words.board, words.site_type
    shapes = [] if board is None or site is None else list(_shapes(board, site, given.walk))
    if given.type not in (None, site) or len(given.whats or ()) > 1 or not shapes or not all(words.labels):
        return "the pieces form the pattern that is asked for"
    whats = node.whats or (() if node.what is None else (node.what,))
    last = L.Last(kind=L.LastType.To) if node.from_ is None else node.from_
    piece = words.piece_on(last)
    named = [words.labels[site] for site in shapes[0]]
    begins: dict[frozenset[int], set[int]] = {}
    for shape in shapes:
        begins.setdefault(frozenset(shape), set()).add(shape[0])
    anywhere = all(sites <= starts for sites, starts in begins.items())
    place = "" if anywhere else f", with that piece in the place of {named[0]}"
    turned = ", turned in any way" if len(set(map(_outline, begins, [words] * len(begins)))) > 1 else ""
    kind = f"{words.of(whats[0])} pieces" if whats else (
        f"pieces of {'the same player' if words.one_kind else 'its kind'}")  # fmt: skip
    whole(node.walk), whole(node.type)
    lie = f"that lie to each other as {joined(named)} do{turned}{place}"
    return f"{piece} is one of {len(named)} {kind} {lie}"


def _shapes(board: Topology, t: SiteType, steps: Sequence[StepType]) -> Iterator[list[int]]:
    """The sites of a walk from each site in each direction, without those to which it comes back."""
    for site in range(board.size(t)):
        for way in walk_directions(board, t):
            found = walk(board, t, site, way, steps)
            if found is not None:
                yield list(dict.fromkeys(found))


def _outline(sites: frozenset[int], words: Words) -> Any:
    """How sites lie to each other, wherever they are; each differs where the board has no columns and rows."""
    places = [words.places.get(words.labels[site]) for site in sites]
    known = [place for place in places if place is not None]
    if len(known) < len(places):
        return sites
    left, low = min(column for column, _ in known), min(row for _, row in known)
    return frozenset((column - left, row - low) for column, row in known)
