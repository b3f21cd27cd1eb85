"""What a game remembers beside its pieces, by kind: flags, sites and numbers, marks of pieces, throws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.equipment import Equipment
from ludparse.ludemes.base import Ludeme, names_of, replace, walk

__all__ = ["Kept", "begins_by_pending", "is_throw", "kept_by", "restarted", "restarts", "without"]

SITE_ARGUMENTS = frozenset(
    ("at", "start", "from_", "site", "site1", "site2", "loc", "loc_a", "loc_b", "location_function"))
"""Arguments that are sites."""

_SITES = (
    L.Last, L.IteratorFrom, L.IteratorTo, L.IteratorBetween, L.IteratorSite, L.Ahead, L.TrackSite, L.TrackSiteMove,
    L.TrackSiteFirst, L.WhereSite, L.RegionSite, L.Coord, L.CentrePoint,
)  # fmt: skip


@dataclass
class Kept:
    """What a game remembers.

    flags: variables that are only set to 0 or 1 and only asked whether they are 1. sites: variables that hold sites.
    site_maps: maps from sites to sites. throws: maps that give the sum of the dice a value. marks: whether the only
    states of pieces are 1, which they have from the start, and 0. pending_begins: the phase that begins when something
    is pending, if nothing else depends on that.
    """

    flags: frozenset[str] = frozenset()
    sites: frozenset[str] = frozenset()
    site_maps: frozenset[str] = frozenset()
    throws: frozenset[str] = frozenset()
    marks: bool = False
    pending_begins: str = ""


def kept_by(roots: Sequence[Ludeme]) -> Kept:
    """What the rules (and moves of pieces) of a game remember."""
    nodes = [node for root in roots for node in walk(root)]
    written: dict[str, list[Any]] = {}
    for node in nodes:
        if isinstance(node, L.SetVar) and node.name is not None:
            written.setdefault(node.name, []).append(node.new_value)
    flags = {name for name, values in written.items() if all(type(v) is int and v in (0, 1) for v in values)}
    equal = [(node.value_a, node.value_b) for node in nodes if isinstance(node, L.Equals | L.NotEqual)]
    asked = [a if b == 1 else b for a, b in equal if 1 in (a, b)]
    compared = {one.key for one in asked if isinstance(one, L.Var)}
    others = {key for key, count in _uses(nodes).items() if count > sum(
        isinstance(one, L.Var) and one.key == key for one in asked)}  # fmt: skip
    sites = {name for name, values in written.items() if any(isinstance(v, _SITES) for v in values)}
    maps = {arg.name or "Map" for arg in _as_sites(nodes) if isinstance(arg, L.MapEntry)}
    entries = [node for node in nodes if isinstance(node, L.MapEntry)]
    throws = {node.name or "Map" for node in entries if is_throw(node.key)}
    throws -= {node.name or "Map" for node in entries if not is_throw(node.key)}
    throws = throws if len(throws) == 1 else set()  # of several, each has to be called by its name
    return Kept(
        frozenset((flags & compared) - others), frozenset(sites), frozenset(maps), frozenset(throws), _marks(nodes),
        _pending_begins(nodes))  # fmt: skip


def begins_by_pending(node: Any) -> bool:
    """Whether a phase begins for all players where something is pending."""
    asked = node.cond if isinstance(node, L.NextPhase) and (node.role, node.index_player) == (None, None) else None
    return isinstance(asked, L.IsSimple) and asked.kind is L.IsSimpleType.Pending


def _pending_begins(nodes: Sequence[Any]) -> str:
    pending = (L.IsSimpleType.Pending, L.ValueSimpleType.Pending, L.SitesSimpleType.Pending)
    begins = [node for node in nodes if begins_by_pending(node)]
    asks = [node for node in nodes if getattr(node, "kind", None) in pending]
    plain = all((node.value, node.region) == (None, None) for node in nodes if isinstance(node, L.SetPending))
    return str(begins[0].phase_name or "") if len(begins) == len(asks) == 1 and plain else ""


def is_throw(key: Any) -> bool:
    """Whether a number is the sum of the dice."""
    return isinstance(key, L.CountComponent) and key.kind is L.CountComponentType.Pips


def _uses(nodes: Sequence[Ludeme]) -> dict[str, int]:
    """How often variables are read: each object that reads one is counted once for each node that holds it."""
    uses: dict[str, int] = {}
    for node in nodes:
        for name in names_of(node):
            for value in _flat(getattr(node, name)):
                if isinstance(value, L.Var) and value.key is not None:
                    uses[value.key] = uses.get(value.key, 0) + 1
    return uses


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:
            yield from _flat(item)
    else:
        yield value


def _as_sites(nodes: Sequence[Ludeme]) -> Iterator[Any]:
    """What stands where a site is meant."""
    for node in nodes:
        for name in names_of(node):
            if name in SITE_ARGUMENTS:
                yield getattr(node, name)


def _marks(nodes: Sequence[Ludeme]) -> bool:
    """Whether states only say whether a piece has lost what it had at first: they begin as 1 and become 0."""
    places = [node for node in nodes if isinstance(node, L.PlaceItem)]
    begin = {node.state for node in places}
    become = {node.value for node in nodes if isinstance(node, L.SetSite) and node.kind is L.SetSiteType.State}
    equal = [node for node in nodes if isinstance(node, L.Equals)]
    compared = [node for node in equal if L.State in (type(node.value_a), type(node.value_b))]
    read = sum(isinstance(node, L.State) for node in nodes)
    asked = {node.value_a if isinstance(node.value_b, L.State) else node.value_b for node in compared}
    plain = read <= len(compared) and not any(isinstance(node, L.SitesIndex) and node.kind is L.SitesIndexType.State
                                              for node in nodes)  # fmt: skip
    return 1 in begin and begin <= {None, 1} and become == {0} and asked <= {0, 1} and plain


# ------------------------------------------------------------------ the count of moves


def restarted(game: L.Game, equipment: Equipment) -> str:
    """Since what the count of moves counts: `the last capture or move of a Pawn`; empty for anything else.

    All that restarts it has to be a capture by replacement, or a piece that does so with every move; and every such
    capture and each such piece of both players does.
    """
    pieces = {c.index: c for c in equipment.components[1:] if c.generator is not None}
    roots = [game.rules, *(c.generator for c in pieces.values() if c.generator is not None)]
    every = {id(node) for root in roots for node in walk(root) if restarts(node)}
    captures = [node for root in roots for node in walk(root) if isinstance(node, L.MovesRemove)
                and isinstance(node.location_function, L.IteratorTo)]  # fmt: skip
    always = {c.base_name for c in pieces.values() if _always(c.generator)}
    explained = {id(one) for c in pieces.values() if c.base_name in always for one in walk(c.generator)}  # type: ignore[arg-type]
    after_captures = {id(one) for node in captures for one in _parts(node.then) if restarts(one)}
    silent = [node for node in captures if id(node) not in explained and not any(map(restarts, _parts(node.then)))]
    if not every or silent or not after_captures or every - explained - after_captures:
        return ""
    same = all(_always(c.generator) == (c.base_name in always) for c in pieces.values())
    return f"the last capture{''.join(f' or move of a {name}' for name in sorted(always))}" if same else ""


def restarts(node: Any) -> bool:
    """Whether an effect is that the count of moves begins again."""
    return isinstance(node, L.SetValue) and node.kind is L.SetValueType.Counter and node.new_value is None


def _parts(then: Any) -> tuple[Any, ...]:
    """What follows from a move in every case."""
    moves = None if then is None else then.moves
    return (moves.list or (moves.moves_a, moves.moves_b)) if isinstance(moves, L.MovesAnd) else (moves,)


def _always(moves: Any) -> bool:
    """Whether each of a piece's moves restarts the count."""
    return any(map(restarts, _parts(getattr(moves, "then", None))))


def without(node: Any, drops: Sequence[Callable[[Any], bool]]) -> Any:
    """A tree without what follows from moves, and what they do where they go, if any of the tests drops it."""
    if isinstance(node, tuple):
        parts = tuple(without(one, drops) for one in node)
        return node if all(a is b for a, b in zip(parts, node, strict=True)) else parts
    if not isinstance(node, Ludeme):
        return node
    changes = {}
    for name in names_of(node):
        given = getattr(node, name)
        other = without(given, drops)
        if other is not given:
            changes[name] = other
    node = replace(node, **changes) if changes else node
    then: Any = getattr(node, "then", None)
    if isinstance(then, L.Then):
        kept = [part for part in _parts(then) if not any(drop(part) for drop in drops)]
        if len(kept) < len(_parts(then)):
            left = None if not kept else kept[0] if len(kept) == 1 else L.MovesAnd(list=tuple(kept))
            node = replace(node, then=None if left is None else replace(then, moves=left))
    effect: Any = node.effect if isinstance(node, L.To) else None
    if effect is not None and effect.if_ is None and any(drop(effect.effect) for drop in drops):
        node = replace(node, effect=None)
    return node
