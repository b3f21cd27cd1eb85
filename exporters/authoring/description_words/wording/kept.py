"""What a game remembers beside its pieces, by kind: flags, sites and numbers, marks of pieces, throws."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.equipment import Equipment
from ludparse.ludemes.base import Ludeme, names_of, replace, walk

from ..tree.terms import begun_defines
from .vocabulary import readable, spaced

__all__ = [
    "Kept", "begins_by_pending", "flag_asked", "is_player", "is_throw", "kept_by", "restarted", "restarts", "without",
]  # fmt: skip

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

    flags: variables that are only set to 0 or 1 and only asked which of these they are. sites: those that hold sites.
    players: variables that hold players, or 0 for nobody. A variable without a name has the empty one.
    site_maps: maps from sites to sites. throws: maps that give the sum of the dice a value, if there is only one kind;
    all_throws: the same where there are several. map_names: what authors call the sites that a map without a name gives
    the players. marks: whether the only states of pieces are 1, which they have from the start, and 0. marks_named:
    what authors call states of pieces. tokens: whether the value of a player is only set to 1, 0 or -1 and only asked
    whether it is 1. pending_begins: the phase that begins when something is pending, if nothing else depends on that.
    as_sites: numbers of several cases that stand where a site is meant. flag_name: what the variable without a name is
    called where it is a flag.
    """

    flags: frozenset[str] = frozenset()
    sites: frozenset[str] = frozenset()
    players: frozenset[str] = frozenset()
    site_maps: frozenset[str] = frozenset()
    throws: frozenset[str] = frozenset()
    marks: bool = False
    marks_named: Mapping[int, str] = field(default_factory=dict)
    map_names: Mapping[str, str] = field(default_factory=dict)
    pending_begins: str = ""
    all_throws: frozenset[str] = frozenset()
    tokens: bool = False
    as_sites: frozenset[Any] = frozenset()
    flag_name: str = ""

    def flag(self, key: str | None) -> str:
        """What a flag is called."""
        return f"“{readable(key) if key else spaced(self.flag_name)}”"


def kept_by(roots: Sequence[Ludeme], only: str = "Map") -> Kept:
    """What the rules (and moves of pieces) of a game remember. only: the map in which is looked for what names none."""
    nodes = [node for root in roots for node in walk(root)]
    begun = list(begun_defines(roots))
    written: dict[str, list[Any]] = {}
    for node in nodes:
        if isinstance(node, L.SetVar):
            written.setdefault(node.name or "", []).append(node.new_value)
    flags = {name for name, values in written.items() if all(type(v) is int and v in (0, 1) for v in values)}
    flags -= {"" for node in nodes if _begins_apart(node)}
    asked = [one[0] for one in map(flag_asked, nodes) if one is not None]
    compared = set(asked)
    others = {key for key, count in _uses(nodes).items() if count > asked.count(key)}
    sites = {name for name, values in written.items() if any(isinstance(v, _SITES) for v in values)}
    players = {name for name, values in written.items() if any(map(is_player, values))}
    maps = {arg.name or only for arg in _as_sites(nodes) if isinstance(arg, L.MapEntry)}
    entries = [node for node in nodes if isinstance(node, L.MapEntry)]
    throws = {node.name or only for node in entries if is_throw(node.key)}
    throws -= {node.name or only for node in entries if not is_throw(node.key)}
    all_throws = frozenset(throws)
    throws = throws if len(throws) == 1 else set()  # of several, each has to be called by its name
    return Kept(
        frozenset((flags & compared) - others), frozenset(sites), frozenset(players - sites), frozenset(maps),
        frozenset(throws), _marks(nodes), _named_marks(begun), _map_names(begun), _pending_begins(nodes),
        all_throws, _tokens(nodes), frozenset(arg for arg in _as_sites(nodes) if isinstance(arg, L.IntIf)),
        _flag_name(begun))  # fmt: skip


_COMPARED: dict[type, Callable[[int, int], bool]] = {
    L.Equals: operator.eq, L.NotEqual: operator.ne, L.Lt: operator.lt, L.Le: operator.le, L.Gt: operator.gt,
    L.Ge: operator.ge,
}  # fmt: skip


def flag_asked(node: Any) -> tuple[str, bool] | None:
    """The variable that a condition asks for, and whether it holds if that is 1, where 0 decides the other way."""
    compare = _COMPARED.get(type(node))
    if compare is None:
        return None
    a, b = node.value_a, node.value_b
    number = b if isinstance(a, L.Var) else a
    key = (a.key or "") if isinstance(a, L.Var) else (b.key or "") if isinstance(b, L.Var) else None
    if key is None or type(number) is not int:
        return None
    at_0, at_1 = (compare(*((one, number) if isinstance(a, L.Var) else (number, one))) for one in (0, 1))
    return None if at_0 == at_1 else (key, at_1)


def _begins_apart(node: Any) -> bool:
    """Whether a condition asks the variable without a name for a number, and not for being 1: it is -1 at first."""
    asked = flag_asked(node)
    if asked is None or asked[0]:
        return False
    compare = _COMPARED[type(node)]
    sides = [(-1 if isinstance(one, L.Var) else one) for one in (node.value_a, node.value_b)]
    return compare(*sides) == asked[1]


def _flag_name(begun: Sequence[tuple[str, Ludeme, int]]) -> str:
    """What authors call the variable without a name that is only 1 or not: the only define that asks for it."""
    names = {name for name, node, _ in begun if name and flag_asked(node) == ("", True)}
    return names.pop() if len(names) == 1 else "Flag"


def _named_marks(begun: Sequence[tuple[str, Ludeme, int]]) -> Mapping[int, str]:
    """What authors call marks: a define that asks whether a piece bears one.

    begun: the names of defines with the nodes at which they begin. A name that stands for several marks, and several
    names of one mark, name none.
    """
    pairs = set()
    for name, node, _ in begun:
        sides = (node.value_a, node.value_b) if isinstance(node, L.Equals) else ()
        number = [one for one in sides if type(one) is int]
        if name and number and any(isinstance(one, L.State) for one in sides):
            pairs.add((name, number[0]))
    names, numbers = [name for name, _ in pairs], [number for _, number in pairs]
    return {number: name for name, number in pairs if names.count(name) == numbers.count(number) == 1}


def _map_names(begun: Sequence[tuple[str, Ludeme, int]]) -> Mapping[str, str]:
    """What authors call the sites that a map without a name gives the players: the only define that asks for one."""
    names = {name for name, node, _ in begun if isinstance(node, L.MapEntry) and node.name is None and name and (
        node.key_role is not None or isinstance(node.key, L.Mover | L.Next | L.Prev))}  # fmt: skip
    return {"Map": names.pop()} if len(names) == 1 else {}


def _tokens(nodes: Sequence[Any]) -> bool:
    """Whether players' values only say that a player has something."""
    given = [node.value for node in nodes if isinstance(node, L.SetPlayer) and node.kind.name == "Value"]
    pairs = [(node.value_a, node.value_b) for node in nodes if isinstance(node, L.Equals | L.NotEqual)]
    asked = [pair for pair in pairs if any(isinstance(one, L.ValuePlayer) for one in pair)]
    reads = sum(isinstance(node, L.ValuePlayer) for node in nodes)
    return bool(given) and 1 in given and all(type(one) is int and one in (0, 1, -1) for one in given) and (
        reads == len(asked)) and all(1 in pair for pair in asked)  # fmt: skip


def is_player(number: Any, kept: frozenset[str] = frozenset()) -> bool:
    """Whether a number is that of a player, or 0 for nobody. kept: the variables that hold such numbers."""
    if isinstance(number, L.IntIf):
        return is_player(number.value_a, kept) or is_player(number.value_b, kept)
    if isinstance(number, L.Id):
        return number.name is None
    return isinstance(number, L.Mover | L.Next | L.Prev) or (isinstance(number, L.Var) and (number.key or "") in kept)


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
                if isinstance(value, L.Var):
                    uses[value.key or ""] = uses.get(value.key or "", 0) + 1
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


def _an(name: str) -> str:
    return f"an {name}" if name[:1] in "AEIO" else f"a {name}"


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
    return f"the last capture{''.join(f' or move of {_an(name)}' for name in sorted(always))}" if same else ""


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
