"""Moves that are others with something exchanged, or made for several directions, tracks or players, in words."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme

from .moving import with_then
from .tree.arguments import whole
from .tree.folding import EachWay, EitherTrack, PlayerMoves, SomePlayer, SomeWay, TrackMoves, WayMoves, WayRegion
from .tree.likening import Alike, Counterpart, Preferred, Preferring
from .wording.phrases import Words
from .wording.vocabulary import joined, told


def alike(node: Any, words: Words) -> str:
    """What stands in place of what, in moves that are otherwise those before them."""
    several = [joined([f"{_exchanged(new, words)} in place of {_exchanged(old, words)}"
                       for old, new in zip(node.olds, news, strict=True)]) for news in node.news]  # fmt: skip
    if len(node.olds) == 1:
        news = joined([_exchanged(new, words) for (new,) in node.news], "or")
        several = [f"{news} in place of {_exchanged(node.olds[0], words)}"]
    return f"the same with {', or with '.join(several)}"


def _exchanged(value: Any, words: Words) -> str:
    return words.track(value) if type(value) is str else words.member(value) if isinstance(value, Ludeme) else (
        words.of(value))  # fmt: skip


@told(Alike)
def _alike(node: Alike, words: Words) -> str:
    return alike(node, words) + ("" if node.only is None else f", but only if {words.of(node.only)}")


@told(Counterpart)
def _counterpart(node: Counterpart, words: Words) -> str:
    return f"what {words.operand(node.of)} is with these changes"


MUST_PREFER = "if a preferred move is possible, one must be made"


@told(Preferring)
def _preferring(node: Preferring, words: Words) -> str:
    return with_then(f"{', or '.join(map(words.inner, node.parts))}; {MUST_PREFER}", node, words)


@told(Preferred)
def _preferred(node: Preferred, words: Words) -> str:
    return f"{words.inner(node.moves)}, which is preferred if {words.of(node.only)}"


@told(SomeWay)
def _some_way(node: SomeWay, words: Words) -> str:
    return f"for at least one of {words.ways(node.ways)}: {words.of(node.body)}"


@told(EachWay)
def _each_way(node: EachWay, words: Words) -> str:
    return f"for each of {words.ways(node.ways)}: {words.of(node.body)}"


@told(SomePlayer)
def _some_player(node: SomePlayer, words: Words) -> str:
    with words.calling_player("that player"):
        return f"for one of the players: {words.of(node.body)}"


def on_track(node: Any, words: Words) -> str:
    """What moves along one of two tracks begin with."""
    first, second = (words.track(name) for name in node.tracks)
    if isinstance(node, TrackMoves):
        turned = isinstance(node.cond, L.Not | L.NotEqual)
        first, second = (second, first) if turned else (first, second)
        asked = L.Not(a=whole(node.cond)) if turned else node.cond
        return f"on {first} if {words.of(asked)}, otherwise on {second}"
    if node.numbers:
        first, second = (f"{t} with the number {n}" for t, n in zip((first, second), node.numbers, strict=True))
    return f"with one of two tracks, {first} or {second}"


@told(TrackMoves, EitherTrack)
def _on_track(node: Any, words: Words) -> str:
    return with_then(f"{on_track(node, words)}: {words.of(node.body)}", node, words)


def for_player(node: Any, words: Words) -> str:
    """What moves for one of two players begin with."""
    return f"for player 1 if {words.of(node.cond)}, otherwise for player 2"


@told(PlayerMoves)
def _for_player(node: Any, words: Words) -> str:
    return f"{for_player(node, words)}: {words.of(node.body)}"


@told(WayMoves)
def way_moves(node: WayMoves, words: Words) -> str:
    """Moves for directions: one of them is chosen, or something is done for each."""
    return f"{each_way(node, words)}: {words.of(node.body)}"


def each_way(node: WayMoves, words: Words) -> str:
    """What moves for several directions begin with."""
    return f"for {'one' if words.choosing else 'each'} of {words.ways(node.ways)}"


@told(WayRegion)
def _way_region(node: WayRegion, words: Words) -> str:
    return f"{words.of(node.body)}, for each of {words.ways(node.ways)},"
