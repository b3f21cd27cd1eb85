"""Numbers, ranges, lists and directions in words."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, walk
from ludparse.ludemes.enums import (
    AbsoluteDirection,
    CountSiteType,
    RelationType,
    RelativeDirection,
    RoleType,
)
from ludparse.ludemes.kinds import Moves, RegionFunction

from .comparing import die
from .marks import mark_of
from .said_of_sites import pieces_in_groups
from .tree.arguments import raw, whole
from .tree.folding import Way, is_point
from .tree.naming import ByName, Called
from .tree.trees import Changed
from .wording.kept import is_throw
from .wording.phrases import Words
from .wording.vocabulary import SECOND, by_kind, readable, says, told

told(L.IteratorFrom)(lambda node, words: words.from_ or f"the {words.site} moved from")
told(L.IteratorTo)(lambda node, words: words.to or f"the {words.site} moved to")
told(L.IteratorBetween)(lambda node, words: words.between or f"the {words.site} between")
told(L.IteratorSite)(lambda node, words: f"that {words.site}")
says("the level", L.IteratorLevel)
told(L.IteratorPlayer)(lambda node, words: words.roles[RoleType.Player])
told(L.IteratorValue)(lambda node, words: words.that_number)
says("the track", L.IteratorTrack)
says("the number on the die", L.IteratorPips)
says("the hint [at {at}]", L.IteratorHint)
says("the edge", L.IteratorEdge)
told(L.Mover)(lambda node, words: words.role(RoleType.Mover))
told(L.Next)(lambda node, words: words.role(RoleType.Next))
told(L.Prev)(lambda node, words: _previous(node, words))
told(L.Counter)(lambda node, words: f"the number of moves{f' since {words.since}' if words.since else ''}")
says("the pot", L.Pot)
told(L.Var)(lambda node, words: _variable(node, words))
told(L.What)(lambda node, words: _of_piece("", "the piece on {at}", node, words))
told(L.Who)(lambda node, words: _of_piece("owner", "the piece on {at}", node, words))
told(L.State)(lambda node, words: mark_of(node, words))
told(L.Rotation)(lambda node, words: _of_piece("rotation", "{at}", node, words))
says("{player.index/role's} score", L.IntScore)
says("{player.index/role's} money", L.Amount)
told(L.Face)(lambda node, words: f"the number on {die(node, words)}")
says("the longest path from {start/region_start}", L.PathExtent)
says("the absolute value of {value}", L.IntAbs, L.FloatAbs)
says("the row of {of}", L.Row)
says("the column of {of}", L.Column)
says("the layer of {of}", L.Layer)
told(L.IntPhase)(lambda node, words: _its_colour(node, words))
told(L.Cost)(lambda node, words: words.filled(
    "the cost of {at}" if node.in_ is None else "the sum of the costs of {in_}", node))
says("the centre of the board", L.CentrePoint)
told(L.Coord)(lambda node, words: _at_coordinates(node, words))
says("the top level of {at}", L.TopLevel)
says("item {index} of {array}", L.ArrayValue)
says("[place {site} of] {index_player/role's} hand", L.HandSite)
says("the level where {name_piece/what} [of {role/index_player}] stands on {at}", L.WhereLevel)
says("1 if {bool_fn/float_fn}, otherwise 0", L.ToInt)
says("{int_fn/bool_fn}", L.ToFloat)
says("the number of {of} in {in_}", L.CountValue)
says("the longest line of {if_}", L.CountLines)
by_kind(
    L.CountGroups,
    Groups=lambda node, words: _groups(node, words),
    SizeBiggestGroup=lambda node, words: _largest_group(node, words),
)
told(L.CountLiberties)(lambda node, words: _liberties(node, words))
told(L.CountSizeBiggestGroup)(lambda node, words: _largest_group(node, words))
told(L.CountSteps)(lambda node, words: words.filled("the distance from {site1} to {site2/region2}", node) + (
    "" if node.relation is None else f" in {words.of(node.relation)} steps"))
says("the distance along the track [from {site1}] [to {site2}]", L.CountStepsOnTrack)
says("the height of the stack on {at/to}", L.CountStack)
says("the size of the group at {at} [connected {directions}] [of sites where {if_}]", L.SizeGroup)
told(L.SizeTerritory)(lambda node, words: words.filled(
    f"the number of empty {words.sites} in areas that only {{role/player.index's}} pieces border on", node))
told(L.SizeSite)(lambda node, words: words.filled(
    "the height of the stack on {at}" if node.in_ is None else f"the number of pieces {words.on(node)} {{in_}}", node))
told(L.SizeArray)(lambda node, words: _size(node, words))
says("the number of sites of the large piece on {at/in_}", L.SizeLargePiece)
says("the number of pieces [of {role/who}] [of kind {what/whats}] below [{site/at}]", L.CountSitesPlatformBelow)
says("the square root of {a}", L.Sqrt)
says("the cosine of {a}", L.Cos)
says("the sine of {a}", L.Sin)
says("the tangent of {a}", L.Tan)
says("e to the power of {a}", L.Exp)
says("the logarithm of {a}", L.Log, L.Log10)
says("{role's} match score", L.MatchScore)
told(L.Player)(lambda node, words: words.who(node.index))
by_kind(
    L.Last,
    To=lambda node, words: _last_to(node, words),
    From=lambda node, words: f"the first chosen {words.site}" if words.moved.startswith(SECOND) else (
        f"the {words.site} where the last move began"),
    LevelFrom="the level from which the last move went",
    LevelTo="the level to which the last move went",
)
by_kind(
    L.CountSimple,
    Rows="the number of rows",
    Columns="the number of columns",
    Turns="the number of this turn in the game",
    Moves="the number of moves",
    Trials="the number of games",
    MovesThisTurn="the number of moves of this turn before this one",
    Phases="the number of phases",
    Vertices="the number of points",
    Edges="the number of edges",
    Cells="the number of cells",
    Players="the number of players",
    Active="the number of players still in the game",
    LegalMoves="the number of legal moves",
)
by_kind(
    L.CountSite,
    None_=lambda node, words: words.filled(f"the number of pieces {words.on(node)} {{in_/at}}", node),
    Sites=lambda node, words: _on_sites(node, words),
    Adjacent="the number of neighbours of {in_/at}",
    Neighbours="the number of neighbours of {in_/at}",
    Orthogonal="the number of orthogonal neighbours of {in_/at}",
    Diagonal="the number of diagonal neighbours of {in_/at}",
    Off="the number of off-diagonal neighbours of {in_/at}",
)
by_kind(L.ValuePlayer, Player="{index_player/role's} value")
by_kind(L.ValueComponent, Piece=lambda node, words: _of_piece("value", "the piece on {at}", node, words))
by_kind(L.ValueRandom, Random="a random number {range}")
by_kind(
    L.ValueSimple, Pending="what is marked as pending", MoveLimit="the limit of moves", TurnLimit="the limit of turns"
)  # fmt: skip
by_kind(L.CardSimple, TrumpSuit="the trump suit")
by_kind(
    L.CardSite,
    Rank="the rank of the card on {at}",
    Suit="the suit of the card on {at}",
    TrumpValue="the trump value of the card on {at}",
    TrumpRank="the trump rank of the card on {at}",
)


def _previous(node: L.Prev, words: Words) -> str:
    """The mover before this one: of the move before, or of the turn before."""
    if node.type is not L.PrevType.MoverLastTurn:
        return words.role(RoleType.Prev)
    return words.role(RoleType.Next) if words.players == 2 else "the player whose turn was before this one"


def _its_colour(node: L.IntPhase, words: Words) -> str:
    words.tells_colours = True
    return words.filled("the colour of {of}", node)


def _at_coordinates(node: Any, words: Words) -> str:
    """A site by its row and column, which are counted from 1 in the words."""
    if node.coordinate is not None:
        return str(node.coordinate)
    parts = []
    for name, cls, number in (("row", L.Row, node.row), ("column", L.Column, node.column)):
        last = isinstance(number, L.IntSub) and number.value_b == 1 and isinstance(number.value_a, L.CountSimple) and (
            number.value_a.kind.name == f"{name.capitalize()}s")  # fmt: skip
        if isinstance(number, cls):
            parts.append(f"in the {name} of {words.place(number.of)}")
        elif type(number) is int:
            parts.append(f"in {name} {number + 1}")
        elif last:
            whole(number)
            parts.append(f"in the last {name}")
        elif number is not None:
            parts.append(f"in the {name} with the number {words.operand(number)}, counted from 0")
    return f"the {words.site} {' and '.join(parts)}"


def _groups(node: Any, words: Words) -> str:
    of = pieces_in_groups(node.if_, f"occupied {words.sites}", words)
    return words.filled(f"the number of groups of [at least {{min}}] {of} [connected {{directions}}]", node)


def _largest_group(node: Any, words: Words) -> str:
    of = pieces_in_groups(node.if_, f"occupied {words.sites}", words)
    touching = "[that touches {through}] [connected {directions}]"
    return words.filled(f"the size of the largest group of {of} {touching}", node)


def _of_piece(what: str, where: str, node: Any, words: Words) -> str:
    """Something of the piece on a site, or of one piece of a stack."""
    piece = words.piece_at(node, node.at)
    if not piece and node.level is None:
        piece = words.piece_itself(node.at)
    of = f"the {what} of " if what else ""
    return f"{of}{piece}" if piece else words.filled(f"{of}{where}", node)


@told(L.WhereSite)
def _where_it_is(node: Any, words: Words) -> str:
    what = words.named(node.name_piece) if node.name_piece else words.of(node.what)
    owner = node.role if node.role is not None else node.index_player
    return f"the {words.site} of {what}" if owner is None else f"the {words.site} of {words.whose(owner)} {what}"


def _on_sites(node: L.CountSite, words: Words) -> str:
    """Sites without the empty ones are as many as the pieces there."""
    within: Any = node.in_
    less = within.subtraction if isinstance(within, L.RegionDifference) else None
    if isinstance(less, L.SitesIndex) and less.kind is L.SitesIndexType.Empty:
        return f"the number of pieces on {words.of(within.source)}"
    return words.filled("the number of {in_/at}", node)


def sites_of(array: Any) -> Any:
    """The region whose sites are the numbers of a list; None for other lists."""
    node = raw(array)
    region = node.region if isinstance(node, L.IntArrayArray) else node
    return region if isinstance(region, RegionFunction) else None


def _size(node: L.SizeArray, words: Words) -> str:
    """How many numbers are in a list, or how many sites."""
    region = sites_of(node.array)
    if isinstance(region, L.SitesGroup):
        return words.filled("the size of {array}", node)
    many = region is not None or isinstance(node.array, L.ValuesString)
    return words.filled("the number of {array}" if many else "the length of {array}", node)


@told(L.Results)
def _results(node: L.Results, words: Words) -> str:
    """A number for each pair of sites, or for each site of a region where both are the same."""
    one = at_each(node, words)
    if one:
        return f"{one} for each of {words.operand(node.from_)}"
    pairs = f"for each {words.site} moved from among {{from_}} and each {words.site} moved to among {{to}}"
    return words.filled(f"{{function}}, {pairs}", node)


def at_each(node: Any, words: Words) -> str:
    """A number for a site that is both moved from and moved to; empty where these are two, or may be others within."""
    parts = [*walk(raw(node).function)] if isinstance(raw(node).function, Ludeme) else []
    apart = (RegionFunction, Moves, L.Results)
    within = any(isinstance(one, apart) or getattr(one, "if_", None) is not None for one in parts)
    if within or not isinstance(raw(node).to, L.IteratorFrom):
        return ""
    whole(node.to)
    same = Changed(after=lambda one: L.IteratorTo() if isinstance(one, L.IteratorFrom) else one)
    with words.calling_to(f"that {words.site}"):
        return words.operand(same.of(whole(node.function)))


def _liberties(node: L.CountLiberties, words: Words) -> str:
    """The empty sites beside a group."""
    way = node.directions
    near = f"{words.of(way)} " if way in (AbsoluteDirection.Orthogonal, AbsoluteDirection.Diagonal) else ""
    beside = f"the number of empty {words.sites} {near}beside"
    return words.filled(f"{beside} the group of {{at}} [connected {{directions}}]", node)


def _last_to(node: L.Last, words: Words) -> str:
    if node.after_consequence is True:
        return f"the {words.site} where the last move ended"
    return f"the {words.site} of the last move"


@told(L.CountComponent)
def _count(node: L.CountComponent, words: Words) -> str:
    if node.kind is L.CountComponentType.Pips:
        return "the sum of the dice"
    what = f"{words.named(node.name)} pieces" if node.name else "pieces"
    owner = node.of if node.of is not None else node.role
    whose = "" if owner in (None, RoleType.All) else f"{words.whose(owner)} "
    where = f" {words.on(node)} {words.of(node.in_)}" if node.in_ is not None else ""
    return f"the number of {whose}{what}{where}"


@told(L.MapEntry)
def _mapped(node: L.MapEntry, words: Words) -> str:
    """What a map gives a player is a site, which is called by the map's name."""
    key = node.key_role if node.key_role is not None else node.key
    others = words.player_maps.get(node.name or words.only_map)
    mine = key is RoleType.Mover or isinstance(key, L.Mover)
    if others is not None and mine and words.players == 2 and others == {1: 2, 2: 1}:
        whole(node.key)
        return words.role(RoleType.Next)
    if others is not None:
        return f"the player whom {_map(node.name or 'Map')} names for {words.who(key)}"
    if node.key_role is not None or isinstance(key, L.Mover | L.Next | L.Prev):
        words.maps_told.add(node.name or "Map")
        return f"{words.whose(key)} {words.marked(node.name)}"
    name = node.name or words.only_map
    if name in words.kept.throws and is_throw(node.key) and node.key == L.CountComponent(
            kind=L.CountComponentType.Pips):  # fmt: skip
        whole(node.key)
        return "the value of the throw"
    if name in words.kept.all_throws and node.key == L.CountComponent(kind=L.CountComponentType.Pips):
        whole(node.key)
        return f"the “{readable(name)}” number of the throw"
    if name in words.kept.site_maps:
        return f"the {words.site} to which {_map(name)} leads from {words.place(key)}"
    return words.filled(f"what {_map(name)} names for {{key/key_role}}", node)


def _map(name: str) -> str:
    return "the map" if name == "Map" else f"the map “{readable(name)}”"


def _variable(node: L.Var, words: Words) -> str:
    """A number or site that is remembered."""
    key = node.key or ""
    kind = words.site if key in words.kept.sites else "player" if key in words.kept.players else "number"
    if not key:
        return f"the remembered {kind}"
    return f"the {kind} “{readable(node.key)}”"


_CLOSE = {"Forward": "in front of", "Backward": "behind"}
_OTHERWISE = {"SameDirection": "beyond", "OppositeDirection": "behind"}
"""Directions of the move that is made, as where a site lies from another."""


def _along_last_move(directions: Any) -> bool:
    """Whether directions are that of the last move."""
    ends = (L.Last(kind=L.LastType.From), L.Last(kind=L.LastType.To))
    return isinstance(directions, L.Directions) and raw(directions.from_) == ends[0] and raw(directions.to) == ends[1]


def is_last_to(site: Any) -> bool:
    """Whether a site is the one where the last move ended."""
    return bool(raw(site) == L.Last(kind=L.LastType.To))


@told(L.Ahead)
def _ahead(node: L.Ahead, words: Words) -> str:
    given = getattr(node.directions, "relative_direction", node.directions)
    lies = _OTHERWISE.get(getattr(given, "name", ""))
    if lies is not None and node.steps in (None, 1):
        return f"the next {words.site} {lies} {words.moved_piece(node.site) or words.place(node.site)}"
    move: Any = node.directions
    if _along_last_move(move) and is_last_to(node.site) and node.steps in (None, 1):
        whole(move.from_), whole(move.to)
        here = words.moved_piece(node.site) or words.place(node.site)
        return f"the next {words.site} beyond {here} in the direction of the move"
    way = "forward" if node.directions is None else words.of(node.directions)
    steps_: Any = node.steps
    far = isinstance(steps_, L.CountSteps) and (steps_.relation, steps_.type, steps_.step_move) == (None,) * 3
    if far and node.site in (steps_.site1, steps_.site2):
        other = steps_.site2 if node.site == steps_.site1 else steps_.site1
        whole(steps_.site1), whole(steps_.site2)
        here = words.place(node.site)
        from_ = "of" if is_point(node.directions) else "from"
        return f"the {words.site} {way} {from_} {here} at the same distance as {words.place(other)}"
    run = _after_run(node, words)
    if run:
        return run
    close = _CLOSE.get("Forward" if node.directions is None else getattr(given, "name", ""))
    if close is not None and node.steps in (None, 1):
        return f"the {words.site} directly {close} {words.moved_piece(node.site) or words.place(node.site)}"
    if node.steps in (None, 1) and is_point(node.directions):
        return f"the {words.site} directly {way} of {words.place(node.site)}"
    steps = "one step" if node.steps in (None, 1) else f"as many steps as {words.operand(node.steps)}"
    if isinstance(node.steps, int) and node.steps != 1:
        steps = f"{node.steps} steps"
    return f"the {words.site} {steps} {way} of {words.place(node.site)}"


def _after_run(node: Any, words: Words) -> str:
    """A site that lies so many steps from another one as a line from there has sites: its end, its middle, or the site
    behind it; empty for other steps."""
    number, way = node.steps, node.directions
    less, half = isinstance(number, L.IntSub) and number.value_b == 1, isinstance(number, L.IntDiv) and number.b == 2
    count: Any = number.value_a if less else number.a if half else number
    run: Any = count.in_ if isinstance(count, L.CountSite) and count.kind is CountSiteType.Sites else None
    if not isinstance(run, L.SitesDirection) or not (is_point(way) or isinstance(way, Way)) or not words.one_way:
        return ""
    more = run.distance, run.type, node.type
    if raw(run.from_) != raw(node.site) or run.directions is not way or more != (None,) * 3:
        return ""
    here, line = words.place(node.site), words.of(run)
    if run.included in (None, False) and not less:
        part = f"the {words.site} halfway, rounded down, along" if half else "the end of"
        return f"{part} the line from {here} over {line}"
    if run.included is not True or half or run.stop_included not in (None, False):
        return ""
    if less:
        return f"the last of {line}"
    return f"the {words.site} directly {words.of(way)} of the last of {line}, or {here} at the edge of the board,"


@told(Called)
def _named_here(node: Called, words: Words) -> str:
    return f"{words.place(node.site)}, called {node.name} here,"


told(ByName)(lambda node, words: node.name)


@told(L.Id)
def _id(node: L.Id, words: Words) -> str:
    if node.name is None:
        return words.of(node.who)
    if node.who is None:
        return words.piece_named(node.name)
    base = words.pieces[node.name][0] if node.name in words.pieces else words.piece_named(node.name)
    if node.who is RoleType.Shared:
        return base
    return f"{words.whose(node.who)} {base}"


# ------------------------------------------------------------------ ranges and lists

says("from {min} [to {max}]", L.Range)
says("at least {min}", L.RangeMin)
says("at most {max}", L.RangeMax)
says("exactly {value}", L.Exact)
says("{region/ints}", L.IntArrayArray)
says("{source} without {subtraction/int_to_remove}", L.IntArrayDifference)
says("{ok} if {cond}[, otherwise {not_ok}]", L.IntArrayIf)
says("{array1/arrays} [and {array2}]", L.IntArrayUnion)
says("what is both in {array1/arrays} [and {array2}]", L.IntArrayIntersection)
says("the remembered values [“{name}”]", L.ValuesString)
says("the players among {kind} [of {of}] [for whom {if_}]", L.PlayersMany)
says("the players of {kind}", L.PlayersTeam)
says("the players of the team", L.Team)
says("the sizes of [{role/of's}] groups [connected {directions}] [of sites where {if_}]", L.SizesGroup)
says("turned {direction_of_rotation/directions_of_rotation}", L.Rotations)

# ------------------------------------------------------------------ directions

says("{directions} or {directions_to_remove}", L.DirectionsUnion)
says("{directions} but not {directions_to_remove}", L.DirectionsDifference)
says("{directions_ok} if {condition}, otherwise {directions_not_ok},", L.DirectionsIf)


_R = RelativeDirection
_SETS: dict[Any, str] = {
    frozenset((_R.FL, _R.FR)): "diagonally forward",
    frozenset((_R.BL, _R.BR)): "diagonally backward",
    frozenset((_R.Leftward, _R.Rightward)): "sideways",
    frozenset((_R.Forward, _R.Leftward, _R.Rightward)): "forward or sideways",
    frozenset((_R.Forward, _R.FL, _R.FR)): "straight or diagonally forward",
    frozenset((_R.FL, _R.FR, _R.BL, _R.BR)): "diagonally",
    frozenset((_R.Forward, _R.FL, _R.FR, _R.BL, _R.BR)): "in any diagonal direction or straight forward",
    frozenset((_R.Forward, _R.FL, _R.FR, _R.Leftward, _R.Rightward, _R.Backward)): (
        "in any orthogonal direction or diagonally forward"),
    frozenset((_R.Forward, _R.Backward)): "forward or backward",
}


@told(L.Directions)
def _directions(node: L.Directions, words: Words) -> str:
    text = _directions_alone(node, words)
    return text if node.of in (None, RelationType.All) else f"{text} among {words.of(node.of)} directions"


def _directions_alone(node: L.Directions, words: Words) -> str:
    if node.from_ is not None:
        return f"in the direction from {words.place(node.from_)} to {words.of(node.to)}"
    if node.directions is not None:
        return f"in a random direction of these: {words.of(node.directions)}"
    given = (
        node.relative_direction, node.relative_directions, node.absolute_direction, node.absolute_directions
    )  # fmt: skip
    found = next((value for value in given if value is not None), None)
    together = frozenset[Any](found) if isinstance(found, tuple) else None
    if together in _SETS:
        return _SETS[together]
    if isinstance(found, tuple):
        return ", ".join(words.of(item) for item in found[:-1]) + f" or {words.of(found[-1])}" if len(found) > 1 else (
            words.of(found[0]) if found else "forward"
        )
    return "forward" if found is None else words.of(found)
