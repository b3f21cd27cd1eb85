"""Numbers, ranges, lists and directions in words."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.enums import RelationType, RelativeDirection, RoleType

from .arguments import raw, whole
from .comparing import further, track
from .kept import is_throw
from .phrases import Words
from .terms import Given
from .trees import differences, replaced_at
from .vocabulary import by_kind, is_site, readable, says, told

told(L.IteratorFrom)(lambda node, words: f"the {words.site} moved from")
told(L.IteratorTo)(lambda node, words: words.to or f"the {words.site} moved to")
told(L.IteratorBetween)(lambda node, words: f"the {words.site} between")
told(L.IteratorSite)(lambda node, words: f"that {words.site}")
says("the level", L.IteratorLevel)
told(L.IteratorPlayer)(lambda node, words: words.roles[RoleType.Player])
says("that number", L.IteratorValue)
says("the track", L.IteratorTrack)
says("the number on the die", L.IteratorPips)
says("the hint [at {at}]", L.IteratorHint)
says("the edge", L.IteratorEdge)
told(L.Mover)(lambda node, words: words.role(RoleType.Mover))
told(L.Next)(lambda node, words: words.role(RoleType.Next))
told(L.Prev)(lambda node, words: words.role(RoleType.Prev))
told(L.Counter)(lambda node, words: f"the number of moves{f' since {words.since}' if words.since else ''}")
says("the pot", L.Pot)
told(L.Var)(lambda node, words: _variable(node, words))
says("the piece on {at}", L.What)
says("the owner of {at}", L.Who)
says("the state of {at}", L.State)
says("the rotation of {at}", L.Rotation)
says("{player.index/role's} score", L.IntScore)
says("{player.index/role's} money", L.Amount)
says("the face of the die on {locn}", L.Face)
says("the longest path from {start/region_start}", L.PathExtent)
says("the absolute value of {value}", L.IntAbs, L.FloatAbs)
says("the row of {of}", L.Row)
says("the column of {of}", L.Column)
says("the layer of {of}", L.Layer)
says("the colour of {of}", L.IntPhase)
says("the cost of {at/in_}", L.Cost)
says("the centre of the board", L.CentrePoint)
says("the site [{coordinate}] [in row {row}] [and column {column}]", L.Coord)
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
    Groups="the number of groups [of sites where {if_}] [connected {directions}] [of at least {min}]",
    SizeBiggestGroup="the size of the largest group [that touches {through}] [of sites where {if_}] "
                     "[connected {directions}]",
)
says("the number of liberties of the group at {at} [connected {directions}]", L.CountLiberties)
says("the size of the largest group [that touches {through}] [of sites where {if_}] [connected {directions}]",
     L.CountSizeBiggestGroup)
told(L.CountSteps)(lambda node, words: words.filled("the distance from {site1} to {site2/region2}", node) + (
    "" if node.relation is None else f" in {words.of(node.relation)} steps"))
says("the distance along the track [from {site1}] [to {site2}]", L.CountStepsOnTrack)
says("the height of the stack on {at/to}", L.CountStack)
says("the size of the group at {at} [connected {directions}] [of sites where {if_}]", L.SizeGroup)
told(L.SizeTerritory)(lambda node, words: words.filled(
    f"the number of empty {words.sites} in areas that only {{role/player.index's}} pieces border on", node))
says("the height of the stack on {at/in_}", L.SizeSite)
says("the length of {array}", L.SizeArray)
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
    From=lambda node, words: f"the {words.site} where the last move began",
    LevelFrom="the level from which the last move went",
    LevelTo="the level to which the last move went",
)
by_kind(
    L.CountSimple,
    Rows="the number of rows",
    Columns="the number of columns",
    Turns="the number of turns",
    Moves="the number of moves",
    Trials="the number of games",
    MovesThisTurn="the number of moves in this turn",
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
by_kind(L.ValueComponent, Piece="the value of the piece on {at}")
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


def on_track(node: Any, who: Any, words: Words) -> str:
    """The track that is named, or that of a player."""
    return words.track(node.name, "" if who is None else words.whose(who))


@told(L.TrackSite, L.TrackSiteFirst)
def _at_track(node: Any, words: Words) -> str:
    track_ = on_track(node, node.role if node.role is not None else getattr(node.player, "index", None), words)
    if isinstance(node, L.TrackSite):
        return f"the end of {track_}"
    return words.filled(f"the first {words.site} of {track_} [from {{from_}} on] [where {{if_}}]", node)


@told(L.SitesTrack)
def _track_sites(node: L.SitesTrack, words: Words) -> str:
    track_ = on_track(node, node.role if node.role is not None else getattr(node.pid, "index", None), words)
    return words.filled(f"{track_} [from {{from_}}] [to {{to}}]", node)


def _first_of(node: Any, words: Words) -> str:
    """Sites of which the first one is meant for which a condition holds; empty for other numbers."""
    chain, last = [], raw(node)
    while isinstance(last, L.IntIf):
        chain.append((last.value_a, last.cond))
        last = last.value_b
    values = [value for value, _ in chain]
    if len(chain) < 4 or not all(type(value) is int and 0 <= value < len(words.labels) for value in values):
        return ""
    paths = {path for path, _, _ in differences(chain[0][1], chain[1][1])}
    for value, condition in chain[1:]:
        changes = list(differences(chain[0][1], condition))
        if {path for path, _, _ in changes} != paths or not all((a, b) == (values[0], value) for _, a, b in changes):
            return ""
    whole(node.value_a), whole(node.cond), whole(node.value_b)
    one = replaced_at(chain[0][1], dict.fromkeys(paths, Given(f"that {words.site}")))
    otherwise = "nowhere" if last == -1 else words.place(last)
    return f"the first of {words.sites_of(values)} for which {words.of(one)}, or {otherwise} where there is none"


@told(L.IntIf)
def _chosen(node: Any, words: Words) -> str:
    """Numbers of which the first one is meant whose condition holds."""
    first = _first_of(node, words)
    if first:
        return first
    parts = []
    while isinstance(node, L.IntIf):
        parts.append(f"{words.operand(node.value_a)} if {words.of(node.cond)}")
        node = node.value_b
    return f"{', else '.join(parts)}, and otherwise {words.operand(node)},"


@told(L.WhereSite)
def _where_it_is(node: Any, words: Words) -> str:
    what = words.named(node.name_piece) if node.name_piece else words.of(node.what)
    owner = node.role if node.role is not None else node.index_player
    return f"the {words.site} of {what}" if owner is None else f"the {words.site} of {words.whose(owner)} {what}"


@told(L.TrackSiteMove)
def _further(node: L.TrackSiteMove, words: Words) -> str:
    return f"the {words.site} {further(node, words)} further along {track(node, words)}"


def _on_sites(node: L.CountSite, words: Words) -> str:
    """Sites without the empty ones are as many as the pieces there."""
    within: Any = node.in_
    less = within.subtraction if isinstance(within, L.RegionDifference) else None
    if isinstance(less, L.SitesIndex) and less.kind is L.SitesIndexType.Empty:
        return f"the number of pieces on {words.of(within.source)}"
    return words.filled("the number of {in_/at}", node)


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
    if node.key_role is not None or isinstance(key, L.Mover | L.Next | L.Prev):
        words.maps_told.add(node.name or "Map")
        return f"{words.whose(key)} {words.marked(node.name)}"
    name = node.name or "Map"
    if name in words.kept.throws and is_throw(node.key) and node.key == L.CountComponent(
            kind=L.CountComponentType.Pips):  # fmt: skip
        whole(node.key)
        return "the value of the throw"
    if name in words.kept.site_maps:
        return f"the {words.site} that {_map(name)} leads to from {words.place(key)}"
    return words.filled(f"what {_map(name)} names for {{key/key_role}}", node)


def _map(name: str) -> str:
    return "the map" if name == "Map" else f"the map “{readable(name)}”"


def _variable(node: L.Var, words: Words) -> str:
    """A number or site that is remembered."""
    if node.key is None:
        return "the remembered number"
    return f"the {words.site if node.key in words.kept.sites else 'number'} “{readable(node.key)}”"


_CLOSE = {"Forward": "in front of", "Backward": "behind"}
_OTHERWISE = {"SameDirection": "beyond", "OppositeDirection": "behind"}
"""Directions of the move that is made, as where a site lies from another."""


@told(L.Ahead)
def _ahead(node: L.Ahead, words: Words) -> str:
    given = getattr(node.directions, "relative_direction", node.directions)
    lies = _OTHERWISE.get(getattr(given, "name", ""))
    if lies is not None and node.steps in (None, 1):
        return f"the next {words.site} {lies} {words.moved_piece(node.site) or words.place(node.site)}"
    way = "forward" if node.directions is None else words.of(node.directions)
    steps_: Any = node.steps
    far = isinstance(steps_, L.CountSteps) and (steps_.relation, steps_.type, steps_.step_move) == (None,) * 3
    if far and node.site in (steps_.site1, steps_.site2):
        other = steps_.site2 if node.site == steps_.site1 else steps_.site1
        whole(steps_.site1), whole(steps_.site2)
        here = words.place(node.site)
        return f"the {words.site} that is as far from {here} {way} as {here} is from {words.place(other)}"
    close = _CLOSE.get("Forward" if node.directions is None else getattr(given, "name", ""))
    if close is not None and node.steps in (None, 1):
        return f"the {words.site} directly {close} {words.moved_piece(node.site) or words.place(node.site)}"
    steps = "one step" if node.steps in (None, 1) else f"as many steps as {words.operand(node.steps)}"
    if isinstance(node.steps, int) and node.steps != 1:
        steps = f"{node.steps} steps"
    return f"the {words.site} {steps} {way} of {words.place(node.site)}"


@told(L.Id)
def _id(node: L.Id, words: Words) -> str:
    if node.name is None:
        return words.of(node.who)
    if node.who is None:
        return words.piece_named(node.name)
    base = words.pieces[node.name][0] if node.name in words.pieces else words.piece_named(node.name)
    return f"{words.whose(node.who)} {base}"


def _rows_away(parts: list[Any], word: str, words: Words) -> str:
    """The site straight above or below another one, where its number is so much more or less; empty for other sums."""
    where, number = parts if type(parts[1]) is int else parts[::-1]
    if type(number) is not int or number <= 0 or not is_site(where) or (word == "minus" and where is parts[1]):
        return ""
    rows = words.rows_on(number)
    if rows <= 0:
        return ""
    way = "above" if word == "plus" else "below"
    return f"the {words.site} {rows} row{'s' * (rows > 1)} {way} {words.place(where)}"


def _operation(word: str) -> Any:
    def tell(node: Any, words: Words) -> str:
        names = ("a", "b", "value_a", "value_b")
        parts = [getattr(node, n) for n in names if getattr(node, n, None) is not None]
        parts += list(getattr(node, "list", None) or ())
        array = getattr(node, "array", None)
        if len(parts) == 2 and word in ("plus", "minus"):
            far = _rows_away(parts, word, words)
            if far:
                return far
            words.counts_sites = words.counts_sites or any(map(is_site, parts))
        if array is not None:
            return word.format(f" {words.of(array)}") if "{}" in word else f"{words.of(array)}, put together by {word}"
        if "{}" in word:
            return word.format(f" {' and '.join(words.operand(part) for part in parts)}")
        if len(parts) == 1 and word == "minus":
            parts = [0, *parts]
        return f" {word} ".join(words.operand(part) for part in parts)

    return tell


for _classes, _word in (
    ((L.IntAdd, L.FloatAdd), "plus"),
    ((L.IntSub, L.FloatSub), "minus"),
    ((L.IntMul, L.FloatMul), "times"),
    ((L.IntDiv, L.FloatDiv), "divided by"),
    ((L.IntPow, L.FloatPow), "to the power of"),
    ((L.IntMin, L.FloatMin), "the smaller of{}"),
    ((L.IntMax, L.FloatMax), "the larger of{}"),
):
    told(*_classes)(_operation(_word))


@told(L.Mod)
def _rest(node: L.Mod, words: Words) -> str:
    return f"the rest of {words.operand(node.value)} divided by {words.operand(node.modulo)}"


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
says("{function}, for what goes from {from_} to {to}", L.Results)
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
