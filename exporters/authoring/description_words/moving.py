"""What all moves have in common, in words: where they begin and end, what they do there, and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, children, walk
from ludparse.ludemes.enums import (
    AbsoluteDirection,
    IsSiteType,
    RoleType,
)

from .said_of_sites import of_it, of_site
from .tree.arguments import raw, replaced, whole
from .tree.folding import EitherTrack, TrackMoves
from .tree.likening import Alike, Preferring
from .wording.phrases import Words
from .wording.vocabulary import SECOND


def with_then(text: str, node: Any, words: Words) -> str:
    """A move with what follows it."""
    then = getattr(node, "then", None)
    text += words.rest(node, "then")
    if then is None:
        return text
    with after(node, words):
        return f"{text}; then{words.rest(then, 'moves')} {following(then.moves, words)}"


@contextmanager
def after(node: Any, words: Words) -> Iterator[None]:
    """While it is told what follows from a move."""
    before, words.before = words.before, raw(node)
    try:
        with words.speaking_of(words.moved or moved_by(raw(node), words)):
            yield
    finally:
        words.before = before


def moved_by(node: Any, words: Words) -> str:
    """What a move has moved or placed, or the site that it has chosen; empty where that may be different things."""
    kinds = set(_kinds_of(node))
    if len(kinds) > 1 or not kinds:
        return "the piece" if kinds == {"moved", "placed"} else ""
    called = {"moved": "the moved piece", "placed": "the new piece", "chosen": f"the chosen {words.site}",
              "second": f"{SECOND} {words.site}", "": ""}
    return called[kinds.pop()]


def moved_last(plays: Iterable[Any], pieces: Iterable[Any]) -> str:
    """What the last move of a game has moved or placed, whichever of its moves that was; empty where that may be
    something else, or what follows from moves moves pieces on."""
    moves = [*plays, *pieces]
    kinds = {kind for move in moves for kind in _kinds_of(move)}
    thens: list[Any] = [getattr(node, "then", None) for move in moves for node in walk(move)]
    then = [one.moves for one in thens if one is not None]
    if not kinds or not kinds <= {"moved", "placed"} or any(map(_moves_pieces, then)):
        return ""
    return f"the piece just {' or '.join(sorted(kinds))}"


def _moves_pieces(effect: Ludeme) -> bool:
    """Whether an effect moves or places pieces; that moves are possible may be asked."""
    if isinstance(effect, (*_MOVERS, L.MovesAdd, L.MoveSite, L.Push, L.Attract, L.SwapSites, L.MoveSwapSites)):
        return True
    return not isinstance(effect, L.Can) and any(map(_moves_pieces, children(effect)))


def _kinds_of(node: Any) -> Iterator[str]:
    """How moves end, of which one is made: a piece is `moved` or `placed`, a site is `chosen`; empty for others."""
    if node is None or isinstance(node, bool):
        return
    if isinstance(node, L.MovesOr | L.Priority):
        pair = (node.moves_a, node.moves_b) if isinstance(node, L.MovesOr) else (node.list1, node.list2)
        for part in node.list or pair:
            yield from _kinds_of(part)
    elif isinstance(node, Preferring):
        for part in node.parts:
            yield from _kinds_of(part.moves)
    elif isinstance(node, L.MovesIf):
        yield from _kinds_of(node.list)
        yield from _kinds_of(node.else_list)
    elif isinstance(node, L.Do):
        yield from _kinds_of(node.prior if node.next is None else node.next)
    elif isinstance(node, L.ForEachSite | L.ForEachValue):
        yield from _kinds_of(node.generator)
    elif isinstance(node, TrackMoves | EitherTrack):
        yield from _kinds_of(node.body)
    elif isinstance(node, L.ForEachDie | L.MaxMoves | L.FirstMoveOnTrack | L.MaxDistance):
        yield from _kinds_of(node.moves)
    elif isinstance(node, L.ForEachPiece):
        yield from _kinds_of(node.specific_moves) if node.specific_moves is not None else ("moved",)
    elif isinstance(node, L.FromTo | L.MoveFromTo) and (
            isinstance(node.from_.loc, L.HandSite) or is_own_hand(raw(node.from_.region))):  # fmt: skip
        yield "placed"
    elif isinstance(node, _MOVERS):
        yield "moved"
    elif isinstance(node, L.MovesAdd | L.MoveSite):
        yield "placed"
    elif isinstance(node, L.Select | L.MoveSelect):
        yield "moved" if as_moved(node) is not None else "chosen" if node.to is None else "second"
    elif not isinstance(node, L.Pass | Alike):
        yield ""


_MOVERS = (L.Step, L.MoveStep, L.Slide, L.MoveSlide, L.Hop, L.MoveHop, L.Leap, L.MoveLeap, L.FromTo, L.MoveFromTo)


def as_moved(node: Any) -> Any:
    """A choice of two sites from the first of which a piece then moves to the second: the move that it is."""
    then = node.then
    if node.to is None or then is None:
        return None
    done = then.moves
    rest = list(done.list or (done.moves_a, done.moves_b)) if isinstance(done, L.MovesAnd) else [done]
    first: Any = rest[0]
    plain = isinstance(first, L.FromTo) and first.then is None and first.count is None and not first.stack
    if not plain or not (is_last(first.from_.loc, L.LastType.From) and is_last(first.to.loc, L.LastType.To)):
        return None
    more = None if len(rest) == 1 else rest[1] if len(rest) == 2 else replaced(done, list=tuple(map(whole, rest[1:])))
    if more is None:
        return L.FromTo(from_=whole(node.from_), to=whole(node.to))
    return L.FromTo(from_=whole(node.from_), to=whole(node.to), then=replaced(then, moves=whole(more)))


def is_last(node: Any, kind: L.LastType) -> bool:
    """Whether a site is where the last move began, or ended."""
    return isinstance(node, L.Last) and node.kind is kind


def following(moves: Any, words: Words) -> str:
    """What follows from a move: all of it happens."""
    choosing, words.choosing = words.choosing, False
    try:
        return words.inner(moves)
    finally:
        words.choosing = choosing


def site(noun: str, condition: Any, iterator: Any, words: Words, article: str = "a") -> str:
    """`an empty cell`, `a cell with an enemy piece`."""
    before, after = of_site(condition, iterator, words)
    text = " ".join(part for part in (before, noun, after) if part)
    if article == "a":
        article = "an" if text[0] in "aeio" or text.startswith("un") else "a"
    return f"{article} {text}"


def sites(condition: Any, iterator: Any, words: Words) -> str:
    """`empty cells`, `cells with enemy pieces`."""
    before, after = of_site(condition, iterator, words, several=True)
    return " ".join(part for part in (before, words.sites, after) if part)


def target(to: Any, words: Words, away: str = "") -> str:
    """Where a move goes, after "to". away: how far that is, with a blank before it; told of a site that has no name."""
    if to is None:
        return site(words.site + away, None, L.IteratorTo, words)
    return _target(to, words, away) + words.rest(to, "effect")


def _target(to: Any, words: Words, away: str) -> str:
    others = (L.IteratorSite, L.IteratorFrom, L.IteratorBetween)
    asked = to.if_ if to.loc is None and not words.at_each_site else None
    alone = isinstance(asked, Ludeme) and not any(isinstance(one, others) for one in walk(raw(asked)))
    with words.calling_to(words.to or (f"that {words.site}" if alone else "")):
        return _where_to(to, words, away)


def _where_to(to: Any, words: Words, away: str) -> str:
    noun = words.site + away
    if to.region is not None:
        before, after = of_site(to.if_, L.IteratorTo, words)
        what = words.one_of(to.region, f"{before} {words.site}".strip())
        return f"{what} {after}".strip()
    if to.loc is not None and not isinstance(to.loc, L.IteratorTo):
        condition = of_it(to.if_, L.IteratorTo, words)
        return words.place(to.loc) + (f", if {condition}" if condition else "")
    return site(noun, to.if_, L.IteratorTo, words)


def provided(from_: Any, words: Words) -> str:
    """What a move of the piece itself asks of the site where it begins, before the move: `if …, `; mostly empty."""
    if from_ is None or from_.if_ is None or from_.region is not None:
        return ""
    if from_.loc is not None and not isinstance(from_.loc, L.IteratorFrom):
        return ""
    return f"if {words.of(from_.if_)}, "


def source(from_: Any, words: Words, asked: bool = True) -> str:
    """Where a move comes from, with "from" before it; nothing for the piece itself.

    asked: whether its condition is told.
    """
    if from_ is None:
        return ""
    asked = asked and not provided(from_, words)
    condition = f" where {words.of(from_.if_)}" if asked and from_.if_ is not None else ""
    condition += words.rest(from_, "loc", "region")
    if words.numbered_hands and is_own_hand(raw(from_.region)):
        whole(from_.region)
        return f" from {words.whose(RoleType.Mover)} hand{condition}"
    if from_.region is not None:
        return f" from {words.one_of(from_.region)}{condition}"
    if words.moved_piece(from_.loc):
        return f" with {words.moved_piece(from_.loc)}{condition}"
    if from_.loc is not None and not isinstance(from_.loc, L.IteratorFrom):
        return f" from {words.place(from_.loc)}{condition}"
    return condition


def is_own_hand(region: Any) -> bool:
    """Whether the sites of a region are those with pieces in the mover's hand, whose number is the mover's."""
    return bool(region == L.SitesOccupied(by=RoleType.Mover, container=L.Mover()))


def effect_of(apply: Any, words: Words) -> str:
    """What a move does to the sites that it crosses or reaches."""
    if apply is None:
        return ""
    effect = following(apply.effect, words) if apply.effect is not None else ""
    when = f" if {words.of(apply.if_)}" if apply.if_ not in (None, True) else ""
    return f", and {effect}{when}" if effect else when


_SEVERAL = (L.MovesAnd, L.MovesOr, L.Seq, L.MovesIf, L.Do, L.Priority, L.ForEachLevel, L.ForEachSite)


def done_before(node: Any) -> Any:
    """What a transfer does before its piece arrives, where that has parts or cases of its own; None for others."""
    to: Any = node.to if isinstance(node, L.FromTo | L.MoveFromTo) else None
    effect: Any = None if to is None else to.effect
    if effect is None or effect.effect is None or effect.if_ is False:
        return None
    done = effect.effect if effect.if_ in (None, True) else L.MovesIf(cond=effect.if_, list=effect.effect)
    inner = done
    if isinstance(done, L.MovesIf) and done.else_list is None and done.then is None:
        inner = done.list
    several = isinstance(inner, _SEVERAL) and any(isinstance(one, L.MovesIf) for one in walk(done))
    return done if several else None


def removes(apply: Any, iterator: Any) -> bool:
    """Whether an effect only removes what stands on the site."""
    if apply is None or not isinstance(apply.effect, L.MovesRemove) or apply.if_ is not None:
        return False
    done = apply.effect
    more = (done.region_function, done.type, done.level, done.count, done.at, done.then)
    return isinstance(done.location_function, iterator) and all(value is None for value in more)


def removes_at_end(apply: Any) -> bool:
    """Whether an effect removes what is hopped over when the turn is over."""
    done: Any = None if apply is None or apply.if_ is not None else apply.effect
    if not isinstance(done, L.MovesRemove) or done.at is None or done.at.name != "EndOfTurn":
        return False
    more = (done.region_function, done.type, done.level, done.count, done.then)
    return isinstance(done.location_function, L.IteratorBetween) and all(value is None for value in more)


def captures_of(to: Any, words: Words, where: bool = False) -> str:
    """What a move does where it goes, above all the capture of what stands there.

    where: whether the condition of what it does is one of the move, which goes nowhere else.
    """
    effect: Any = None if to is None else to.effect
    if effect is None:
        return ""
    done: Any = effect.effect
    condition: Any = effect.if_
    if where and condition is not None and not isinstance(condition, bool):
        text = f", only where {words.of(condition)}"
        return text + (f", and {following(done, words)}" if done is not None else "")
    if condition is None and isinstance(done, L.MovesIf) and done.else_list is None and done.then is None:
        done, condition = done.list, done.cond  # the condition within the effect
    sent = isinstance(done, L.FromTo) and isinstance(done.from_.loc, L.IteratorTo)
    if not sent and not (isinstance(done, L.MovesRemove) and isinstance(done.location_function, L.IteratorTo)):
        return effect_of(effect, words)
    if condition is False:
        return ""  # which says that it goes nowhere else: see `_slide`
    if removes(raw(effect), L.IteratorTo) and _goes_to_empty(to):
        whole(effect)
        return ""  # nothing stands there
    before, after = of_site(condition, L.IteratorTo, words)
    whom = after.removeprefix("with ")
    plain = condition is None or (not before and whom != after and " and " not in whom)
    what = (f"{'' if _named_piece(whom) else 'any '}{_one(whom)} there") if plain and whom else "what stands there"
    if plain and whom and not sent and done.then is not None and raw(condition) == raw(to.if_):
        what = "it"  # the move goes nowhere else
    if not sent and isinstance(done.count, L.SizeSite) and isinstance(done.count.at, L.IteratorTo):
        whole(done.count)
        what = what.replace("piece there", "stack there").replace("what stands", "the whole stack")
    elif plain and not whom and not sent and done.count is None and done.at is None:
        what = _whom_it_meets(to, words) or what
    hand: Any = done.to.loc if sent else None
    home = isinstance(hand, L.HandSite) and isinstance(hand.index_player, L.Who) and isinstance(
        hand.index_player.at, L.IteratorTo) and hand.site is None and hand.index_player.level is None and (
        done.to.if_, done.to.effect, done.to.region) == (None,) * 3  # fmt: skip
    if home:
        whole(done.to)
    mapped = isinstance(hand, L.MapEntry) and raw(hand.key) == L.Who(at=L.IteratorTo()) and (
        (hand.name or "Map") in words.map_sites)  # fmt: skip
    if mapped:
        words.maps_told.add(hand.name or "Map")
        whole(done.to)
    there = target(done.to, words) if sent and not (mapped or home) else "its owner's hand"
    there = f"its owner's {words.marked(hand.name)}" if mapped else there
    text = f", sending {what} to {there}" if sent else f", capturing {what}"
    if not sent and done.then is not None and done.count is None and done.at is None:
        then = f"{following(done.then.moves, words)}{words.rest(done.then, 'moves')}"
        text += f", and then {then}" if what == "it" else f", and, if it captures {'one' if plain else 'it'}, {then}"
    text += "" if plain else f" if {words.of(condition)}"
    if not sent:
        whole(done.then)
    return text + words.rest(done, "then") if not sent else with_then(text, done, words)


def _goes_to_empty(to: Any) -> bool:
    """Whether a move goes to empty sites alone."""
    asked = raw(to).if_
    parts = asked.list or (asked.a, asked.b) if isinstance(asked, L.BoolAnd) else (asked,)
    return any(part == L.IsSite(kind=IsSiteType.Empty, at=L.IteratorTo()) for part in parts)


def _named_piece(whom: str) -> bool:
    """Whether a piece is called by whose it is: `your Dux`."""
    return whom.startswith("your ") or "'s " in whom.partition(" piece")[0]


def _one(whom: str) -> str:
    return whom.removeprefix("an ").removeprefix("a ")


def _whom_it_meets(to: Any, words: Words) -> str:
    """Whom a move captures where it may go to an empty site or one with an enemy; empty where that is not so."""
    _, after = of_site(to.if_, L.IteratorTo, words)
    if after.endswith("with an enemy piece") and not after.endswith(" or with an enemy piece"):
        return "it"
    return "any enemy piece there" if after.endswith("without a friendly piece") and words.no_neutral else ""


def way_of(directions: Any, words: Words) -> str:
    """The directions of a move, with a blank before them; those that are usual are all."""
    return f" {words.any_way if goes_any_way(directions) else words.of(directions)}"


def goes_any_way(directions: Any) -> bool:
    """Whether the directions of a move are those of all neighbours."""
    return directions is None or directions is AbsoluteDirection.Adjacent
