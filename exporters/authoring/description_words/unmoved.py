"""What pieces may do that have not moved, in words: castling; and the capture of a piece that has gone two steps.

Games keep both in numbers: a state that a piece loses with its first move, a site that is pending until the next one.
Where the rules change these numbers in no other way, the words speak of the pieces instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.equipment import Equipment
from ludparse.ludemes.base import walk
from ludparse.ludemes.enums import IsSiteType, RelativeDirection

from .said_of_sites import is_pending
from .tree.arguments import raw, whole
from .wording.phrases import Words
from .wording.vocabulary import joined

__all__ = ["begun", "castling", "loses", "passes_by", "steps_past", "takes_past", "unmoved"]

_LAST = L.Last(kind=L.LastType.To)
_MOVERS = (L.Step, L.MoveStep, L.Slide, L.MoveSlide, L.Hop, L.MoveHop, L.Leap, L.MoveLeap, L.FromTo, L.MoveFromTo)


def loses(node: Any) -> bool:
    """Whether an effect is that a piece loses its state, if it has one."""
    if isinstance(node, L.MovesIf) and node.else_list is None and node.then is None and loses(node.list):
        asked, done = node.cond, node.list
        return isinstance(asked, L.Equals) and isinstance(done, L.SetSite) and (
            {asked.value_a, asked.value_b} == {1, L.State(at=done.at)})  # fmt: skip
    return isinstance(node, L.SetSite) and node.kind is L.SetSiteType.State and (
        type(node.value) is int and node.value == 0 and (node.type, node.level, node.then) == (None, None, None))


def begun(game: L.Game, equipment: Equipment) -> Mapping[str, str]:
    """The sites, by name, on which pieces begin that have a state until they move, with what these pieces are called.

    Empty unless each move of such a piece takes its state, and all pieces of its kind begin with it.
    """
    start: Any = game.rules.start
    placed = [rule for rule in (start.rules or (start.rule,)) if isinstance(rule, L.PlaceItem)] if start else []
    sites: dict[str, str] = {}
    for rule in placed:
        for piece in equipment.components[1:]:
            if rule.item in (piece.name, piece.base_name) and rule.state == 1:
                moves: Any = piece.generator
                done = moves.then.moves if isinstance(getattr(moves, "then", None), L.Then) else None
                parts = (done.list or (done.moves_a, done.moves_b)) if isinstance(done, L.MovesAnd) else (done,)
                named = rule.coords or ((rule.coord,) if rule.coord else ())
                if not named or not any(loses(part) and _acts_on(part, _LAST) for part in parts):
                    return {}
                sites.update(dict.fromkeys(named, piece.base_name))
    bare = {rule.item.rstrip("0123456789") for rule in placed if rule.state is None}
    movers: list[Any] = [node for node in walk(game.rules) if isinstance(node, _MOVERS)]
    kept = [node for node in movers if node.to is None or node.to.effect is None or not loses(node.to.effect.effect)]
    return {} if kept or bare & {name.rstrip("0123456789") for name in sites.values()} else sites


def _acts_on(node: Any, site: Any) -> bool:
    done: Any = node.list if isinstance(node, L.MovesIf) else node
    return bool(done.at == site)


def unmoved(site: Any, still: bool, words: Words) -> str:
    """That the piece on a site has not moved yet, or has moved."""
    verb = "has not moved yet" if still else "has moved"
    if isinstance(site, L.IteratorFrom):  # which may have been promoted since
        return f"the piece has {'not moved' if still else 'moved'} since the start"
    base = _pieces_on(site, words) if isinstance(site, L.MapEntry) else ""
    mine = [one for one in words.begun.values() if one.rstrip("0123456789") == base]
    if base and len(mine) == words.players:  # of each player one
        whole(site)
        return f"your {words.bases.get(base, base)} {verb}"
    kinds = joined([words.bases.get(one, one) for one in dict.fromkeys(words.begun.values())], "or")
    return f"{words.place(site)} holds {f'a {kinds} that {verb}' if still else f'no unmoved {kinds}'}"


# ------------------------------------------------------------------ castling


def castling(node: Any, words: Words) -> str:
    """Two unmoved pieces that move past each other, as chess calls it; empty for other moves.

    node: a move of the first piece, followed by one of the second, under the condition that this has not moved.
    """
    given = raw(node)
    if not words.begun or not isinstance(given, L.MovesIf) or given.else_list is not None or given.then is not None:
        return ""
    asked: Any = given.cond
    parts = (asked.list or (asked.a, asked.b)) if isinstance(asked, L.BoolAnd) else ()
    king, way = _slide(given.list)
    following = king.then.moves if king and isinstance(king.then, L.Then) else None
    rook, back = _slide(following)
    if len(parts) != 2 or king is None or rook is None or back is None or way is None:
        return ""
    can: Any = parts[1].moves if isinstance(parts[1], L.Can) else None
    far, same = _slide(can)
    second = king and rook and _map_of(parts[0])
    if far is None or same != back or far.from_ != rook.from_ or far.between.range != rook.between.range:
        return ""
    if second is None or rook.from_.loc != second or not _passes_any(rook) or not _is_empty(far.between.if_):
        return ""
    first: Any = king.from_.loc
    ends = [_pieces_on(one, words) for one in (first, second)]
    threatened = _safe(king.between.if_)
    steps, more = king.between.range.value, rook.between.range.value
    if not all(ends) or threatened is None or not _fills(first, second, steps, more, (way, back), words):
        return ""
    whole(node.cond), whole(node.list)
    words.maps_told.add(second.name or "Map")
    one, other = (words.bases.get(base, base) for base in ends)
    text = f"castle: if the {other} on your {words.marked(second.name)} has not moved"
    over = f"the {words.site if steps == 2 else words.sites} that it crosses"
    text += f", all {words.sites} between it and your {one} are empty and your {one} would not be under attack"
    text += f" on {over}, move your {one} {steps} {words.sites} {words.of(way)}"
    return f"{text}, and then that {other} {more} {words.sites} {words.of(back)}"


def _slide(node: Any) -> tuple[Any, Any]:
    """A slide of an exact number of steps from a site of a map, to any site at its end, and its direction."""
    if not isinstance(node, L.Slide | L.MoveSlide) or node.between is None or node.to is None or node.from_ is None:
        return None, None
    exact = isinstance(node.between.range, L.Exact) and type(node.between.range.value) is int
    plain = isinstance(node.from_.loc, L.MapEntry) and node.from_.if_ is None and node.to.if_ is True
    done = node.to.effect
    if done is not None and not (done.if_ is None and loses(done.effect) and _acts_on(done.effect, L.IteratorFrom())):
        return None, None
    ways: Any = node.directions
    return (node, ways) if exact and plain and node.track is None and ways is not None else (None, None)


def _passes_any(slide: Any) -> bool:
    return slide.between.if_ is True and slide.between.effect is None and slide.then is None


def _map_of(condition: Any) -> Any:
    """The site of a map on which a piece has its state."""
    if not isinstance(condition, L.Equals):
        return None
    sides = (condition.value_a, condition.value_b)
    state: Any = next((one for one in sides if isinstance(one, L.State)), None)
    return state.at if state is not None and 1 in sides and isinstance(state.at, L.MapEntry) else None


def _pieces_on(entry: Any, words: Words) -> str:
    """What the piece is called that begins on a site of a map, of each player; empty where these differ."""
    sites = words.map_sites.get(entry.name or "Map", {})
    names = {words.begun.get(site, "").rstrip("0123456789") for site in sites.values()}
    own = isinstance(entry.key, L.Mover)
    return names.pop() if own and len(names) == 1 and len(sites) == words.players else ""


def _is_empty(condition: Any) -> bool:
    return isinstance(condition, L.IsSite) and condition.kind is IsSiteType.Empty and condition.type is None and (
        isinstance(condition.at, L.IteratorTo | L.IteratorBetween))  # fmt: skip


def _safe(condition: Any) -> Any:
    """The piece that has to be safe on empty sites, where a condition on a site is that."""
    parts = (condition.list or (condition.a, condition.b)) if isinstance(condition, L.BoolAnd) else ()
    threats = [part.a for part in parts if isinstance(part, L.Not) and isinstance(part.a, L.IsComponent)]
    if len(parts) != 2 or len(threats) != 1 or not any(map(_is_empty, parts)):
        return None
    one = threats[0]
    plain = one.kind.name == "Threatened" and isinstance(one.at, L.IteratorTo) and isinstance(one.what, L.Id)
    return one.what if plain and one.type is None and one.in_ is None and one.specific_moves is None else None


def _fills(first: Any, second: Any, steps: int, more: int, ways: tuple[Any, Any], words: Words) -> bool:
    """Whether the sites that both have to pass are all those between them, in one row, for every player."""
    for player, site in words.map_sites[first.name or "Map"].items():
        a, b = (words.places.get(one) for one in (site, words.map_sites[second.name or "Map"].get(player, "")))
        if a is None or b is None or a[1] != b[1] or tuple(way.name for way in ways) != (
                ("E", "W") if b[0] > a[0] else ("W", "E")):  # fmt: skip
            return False
        between = set(range(1, abs(b[0] - a[0])))
        if set(range(1, steps)) | {abs(b[0] - a[0]) - i for i in range(1, more)} != between or steps not in between:
            return False
    return True


# ------------------------------------------------------------------ past a piece that has gone two steps


def steps_past(node: Any) -> bool:
    """Whether an effect is that the site just behind a piece is pending."""
    return isinstance(node, L.SetPending) and node.then is None and node.region is None and (
        node.value == L.Ahead(site=_LAST, directions=RelativeDirection.Backward))  # fmt: skip


def passes_by(rules: Any, pieces: Mapping[str, Sequence[Any]], facing: Sequence[str]) -> frozenset[str]:
    """The kinds of pieces that may cross a site by two steps forward, where what is pending is only that site, and is
    only asked for there; else none.

    pieces: the moves of the pieces of each kind. facing: the directions of the players; of two who face each other,
    what is behind one is before the other.
    """
    roots = [rules, *(moves for several in pieces.values() for moves in several)]
    nodes = [node for root in roots for node in walk(root)]
    double = {id(part) for node in nodes for part in _double_steps(node)}
    asked = {id(inner) for node in nodes if takes_past(node) for inner in walk(node.to)}  # type: ignore[attr-defined]
    pending = (L.IsSimpleType.Pending, L.ValueSimpleType.Pending, L.SitesSimpleType.Pending)
    marks = [node for node in nodes if isinstance(node, L.SetPending)]
    asks = [node for node in nodes if getattr(node, "kind", None) in pending]
    opposite = len(facing) == 2 and {*facing} in ({"N", "S"}, {"E", "W"}, {"NE", "SW"}, {"NW", "SE"})
    if not (opposite and marks and asks and all(id(node) in double for node in marks)
            and all(id(node) in asked for node in asks)):
        return frozenset()
    anyone = any(isinstance(node, L.SetPending) for node in walk(rules))
    return frozenset(kind for kind, several in pieces.items() if anyone or any(
        isinstance(node, L.SetPending) for moves in several for node in walk(moves)))


def takes_past(node: Any) -> bool:
    """Whether a step goes to the site that is pending and captures what stands behind it."""
    if not isinstance(node, L.Step | L.MoveStep) or node.then is None or node.to.effect is not None:
        return False
    done: Any = node.then.moves
    behind = L.Ahead(site=_LAST, directions=RelativeDirection.Backward)
    removed = isinstance(done, L.MovesRemove) and done.location_function == behind and (
        done.type, done.level, done.at, done.count, done.then) == (None,) * 5  # fmt: skip
    return removed and is_pending(node.to.if_, L.IteratorTo)


def _double_steps(node: Any) -> Iterator[Any]:
    """What becomes pending after a slide of two steps forward."""
    if not isinstance(node, L.Slide | L.MoveSlide) or node.then is None or node.between is None:
        return
    two = isinstance(node.between.range, L.Exact) and node.between.range.value == 2
    if two and node.directions is RelativeDirection.Forward and steps_past(node.then.moves):
        yield node.then.moves
