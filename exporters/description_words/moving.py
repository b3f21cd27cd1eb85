"""Moves and effects in words, as infinitives: "step to an empty site, then remove …"."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import MoveSimpleType, MoveSiteType, RoleType

from .conditions import of_site
from .phrases import Words, checked, joined, says, told


def with_then(text: str, node: Any, words: Words) -> str:
    """A move with what follows it."""
    then = getattr(node, "then", None)
    return text if then is None else f"{text}; then {words.of(then.moves)}"


def site(noun: str, condition: Any, iterator: Any, words: Words, article: str = "a") -> str:
    """`an empty cell`, `a cell with an enemy piece`."""
    before, after = of_site(condition, iterator, words)
    text = " ".join(part for part in (before, noun, after) if part)
    if article == "a":
        article = "an" if text[0] in "aeio" or text.startswith("un") else "a"
    return f"{article} {text}"


def target(to: Any, words: Words) -> str:
    """Where a move goes, after "to"."""
    if to is None:
        return site(words.site, None, L.IteratorTo, words)
    noun = words.site
    if to.region is not None:
        region = words.of(to.region)
        before, after = of_site(to.if_, L.IteratorTo, words)
        what = f"one of {region}" if not before else f"one of the {before} sites of {region}"
        return f"{what} {after}".strip()
    if to.loc is not None and not isinstance(to.loc, L.IteratorTo):
        before, after = of_site(to.if_, L.IteratorTo, words)
        condition = " and ".join(part for part in (before, after) if part)
        return words.of(to.loc) + (f", if it is {condition}" if condition else "")
    return site(noun, to.if_, L.IteratorTo, words)


def source(from_: Any, words: Words, plain: str = "") -> str:
    """Where a move comes from, with "from" before it; nothing for the piece itself."""
    if from_ is None:
        return plain
    condition = f" where {words.of(from_.if_)}" if from_.if_ is not None else ""
    if from_.region is not None:
        return f" from one of {words.of(from_.region)}{condition}"
    if from_.loc is not None and not isinstance(from_.loc, L.IteratorFrom):
        return f" from {words.of(from_.loc)}{condition}"
    return condition


def _effect(apply: Any, words: Words) -> str:
    """What a move does to the sites that it crosses or reaches."""
    if apply is None:
        return ""
    effect = words.of(apply.effect) if apply.effect is not None else ""
    when = f" if {words.of(apply.if_)}" if apply.if_ is not None else ""
    return f", and {effect}{when}" if effect else when


def _captures(to: Any, words: Words) -> str:
    effect: Any = None if to is None else to.effect
    removes = effect is not None and isinstance(effect.effect, L.MovesRemove)
    if removes and isinstance(effect.effect.location_function, L.IteratorTo):
        when = "" if effect.if_ is None else f" if {words.of(effect.if_)}"
        return f", capturing what stands there{when}"
    return _effect(effect, words)


@told(L.Step, L.MoveStep)
def _step(node: Any, words: Words) -> str:
    way = "" if node.directions is None else f" {words.of(node.directions)}"
    where = site(f"neighbouring {words.site}", node.to.if_, L.IteratorTo, words)
    text = f"step{source(node.from_, words)}{way} to {where}"
    return with_then(text + _captures(node.to, words), node, words)


@told(L.Slide, L.MoveSlide)
def _slide(node: Any, words: Words) -> str:
    way = "" if node.directions is None else f" {words.of(node.directions)}"
    over = "any number of empty sites"
    if node.between is not None:
        if node.between.if_ is not None:
            over = f"sites {_after(node.between.if_, L.IteratorBetween, words)}"
        if node.between.range is not None:
            over += f", {words.of(node.between.range)} of them"
    along = f" along the track “{node.track}”" if node.track else ""
    text = f"slide{source(node.from_, words)}{way}{along} over {over}"
    if node.to is not None and node.to.if_ is not None:
        text += f", as far as {site(words.site, node.to.if_, L.IteratorTo, words)}"
    return with_then(text + _captures(node.to, words), node, words)


def _after(condition: Any, iterator: Any, words: Words) -> str:
    before, after = of_site(condition, iterator, words)
    return " ".join(part for part in (f"that are {before}" if before else "", after) if part) or "of any kind"


@told(L.Hop, L.MoveHop)
def _hop(node: Any, words: Words) -> str:
    way = "" if node.directions is None else f" {words.of(node.directions)}"
    between = node.between
    over = "a site"
    effect = ""
    if between is not None:
        over = site(words.site, between.if_, L.IteratorBetween, words)
        over = over.replace(f"a {words.site} with ", "") if "with a" in over else over
        if between.range is not None:
            over += f" ({words.of(between.range)} of them)"
        if between.before is not None:
            over += f", up to {words.of(between.before)} sites away"
        removed = between.effect is not None and isinstance(between.effect.effect, L.MovesRemove)
        effect = ", capturing it" if removed else _effect(between.effect, words)
    text = f"hop{source(node.from_, words)}{way} over {over} to {target(node.to, words)}{effect}"
    return with_then(text + _captures(node.to, words), node, words)


@told(L.Leap, L.MoveLeap)
def _leap(node: Any, words: Words) -> str:
    walks = sorted({_walk(walk) for walk in node.walk})
    text = f"leap{source(node.from_, words)} by {joined(walks, 'or')} to {target(node.to, words)}"
    return with_then(text + _captures(node.to, words), node, words)


def _walk(walk: tuple[Any, ...]) -> str:
    names = {"F": "forward", "L": "left turn", "R": "right turn"}
    return f"({', '.join(names[step.name] for step in walk)})"


@told(L.FromTo, L.MoveFromTo)
def _from_to(node: Any, words: Words) -> str:
    count = "a piece" if node.count is None else f"{words.of(node.count)} pieces"
    if node.stack:
        count = "a stack"
    verb = "copy" if node.copy else "move"
    where = source(node.from_, words)
    text = f"{verb} {count}{where} to {target(node.to, words)}"
    return with_then(text + _captures(node.to, words), node, words)


@told(L.Shoot, L.MoveShoot)
def _shoot(node: Any, words: Words) -> str:
    way = "" if node.dirn is None else f" {words.of(node.dirn)}"
    text = f"shoot a {_piece(node.what, words)}{way} in a straight line over empty sites"
    return with_then(text + (f" to {target(node.to, words)}" if node.to is not None else ""), node, words)


def _piece(what: Any, words: Words) -> str:
    if what is None:
        return "piece of the mover"
    given = (what.name_component, what.component, what.name_components, what.components)
    value = next((v for v in given if v is not None), None)
    if isinstance(value, tuple):
        return " or ".join(map(words.of, value))
    if isinstance(value, L.Id) and value.name is not None and value.who is None:
        value = value.name
    if isinstance(value, str):
        return f"neutral {value[:-1]}" if value.endswith("0") else value
    return words.of(value).removeprefix("the ")


@told(L.MovesAdd, L.MoveSite, L.Claim)
def _add(node: Any, words: Words) -> str:
    claim = isinstance(node, L.Claim) or getattr(node, "kind", None) is MoveSiteType.Claim
    count = "" if getattr(node, "count", None) is None else f"{words.of(node.count)} × "
    what = _piece(node.what, words)
    article = "" if count or what.startswith(("piece “", "piece of")) else "a "
    what = {"piece of the mover": "a piece"}.get(what, f"{article}{what}")
    verb = "claim" if claim else f"place {count}{what} on"
    text = f"{verb} {target(node.to, words)}"
    return with_then(text + _effect(node.to.effect, words), node, words)


@told(L.MovesRemove, L.MoveRemove)
def _remove(node: Any, words: Words) -> str:
    where = node.location_function if node.location_function is not None else node.region_function
    count = "" if node.count is None else f"{words.of(node.count)} from "
    text = f"remove {count}what stands on {words.of(where)}"
    if isinstance(node, L.MoveRemove) and node.region_function is not None:
        text = f"remove a piece from one of {words.of(where)}"
    if node.at is not None:
        text += " at the end of the turn"
    return with_then(text, node, words)


@told(L.Select, L.MoveSelect)
def _select(node: Any, words: Words) -> str:
    where = words.of(node.from_.region if node.from_.region is not None else node.from_.loc)
    condition = f" where {words.of(node.from_.if_)}" if node.from_.if_ is not None else ""
    text = f"choose one of {where}{condition}"
    if node.to is not None:
        text += f" and {target(node.to, words)}"
    return with_then(text, node, words)


@told(L.Promote, L.MovePromote)
def _promote(node: Any, words: Words) -> str:
    where = "the piece that moved" if node.location_fn is None else f"the piece on {words.of(node.location_fn)}"
    return with_then(f"promote {where} to {_piece(node.what, words)}", node, words)


@told(L.MoveSimple)
def _simple(node: L.MoveSimple, words: Words) -> str:
    return with_then("pass" if node.kind is MoveSimpleType.Pass else "play a card", node, words)


def _plain(template: str, classes: tuple[Any, ...]) -> Any:
    for cls in classes:
        checked(template, cls)
    return lambda node, words: with_then(words.filled(template, node), node, words)


_EFFECTS: tuple[tuple[tuple[type[Ludeme], ...], str], ...] = (
    ((L.Pass,), "pass"),
    ((L.PlayCard,), "play a card"),
    ((L.Bet, L.MoveBet), "bet an amount {range}"),
    ((L.Propose,), "propose {proposition/propositions}"),
    ((L.Vote,), "vote for {vote/votes}"),
    ((L.MoveMessage,), "{kind} {message/messages}"),
    ((L.Roll,), "roll the dice"),
    ((L.MoveAgain,), "move again"),
    ((L.AddScore,), "add {score/scores} to the score of {role/player.index/roles/players}"),
    ((L.Flip,), "flip the piece on {loc}"),
    ((L.Push,), "push the pieces {directions}"),
    ((L.Attract,), "draw the pieces nearer [{dirn}]"),
    ((L.Note,), "say so"),
    ((L.ForgetValue,), "forget [{value}]"),
    ((L.RememberValue,), "remember {value}"),
    ((L.RememberState,), "remember the position"),
    ((L.SetVar,), "remember {new_value} [as “{name}”]"),
    ((L.SetPending,), "remember that something is pending[: {value/region}]"),
    ((L.SetNextPlayer, L.MoveSetNextPlayer), "make {who.index/next_players} the next player"),
    ((L.SetTrump, L.MoveSetTrump), "choose the trump suit among {suit/suits}"),
    ((L.SetTeam,), "put {roles} into team {team}"),
    ((L.SetHidden,), "hide {at/region} from {to}"),
    ((L.SetRotation, L.MoveSetRotation), "turn the piece [on {to.loc}]"),
    ((L.SwapSites, L.MoveSwapSites), "exchange the pieces on {loc_a} and {loc_b}"),
    ((L.SwapPlayers, L.MoveSwapPlayers), "exchange the sides of {role1/player1} and {role2/player2}"),
    ((L.TakeSimple,), "take a domino"),
    ((L.Trigger,), "trigger “{event}” for {role/index_player}"),
    ((L.MovesDeal,), "deal [{count}] {type}"),
    ((L.TakeControl,), "give the pieces of {of} [on {at/to}] to {by}"),
)
for _classes, _template in _EFFECTS:
    told(*_classes)(_plain(_template, _classes))

_SET_SITE = {"Count": "the number of pieces", "State": "the state", "Value": "the value"}


@told(L.SetSite)
def _set_site(node: L.SetSite, words: Words) -> str:
    text = f"set {_SET_SITE[node.kind.name]} on {words.of(node.at)} to {words.of(node.value)}"
    return with_then(text, node, words)


@told(L.SetPlayer)
def _set_player(node: L.SetPlayer, words: Words) -> str:
    who = node.role if node.role is not None else node.player
    return with_then(f"set the {node.kind.name.lower()} of {words.of(who)} to {words.of(node.value)}", node, words)


@told(L.SetValue)
def _set_value(node: L.SetValue, words: Words) -> str:
    if node.kind.name == "Counter":
        return with_then("start counting moves without progress anew", node, words)
    return with_then(f"set the pot to {words.of(node.new_value)}", node, words)


# ------------------------------------------------------------------ captures

says("satisfy: {constraint/constraints}", L.Satisfy)


def _capture(verb: str, default: str = "an enemy piece") -> Any:
    def tell(node: Any, words: Words) -> str:
        part = getattr(node, "between", None) or getattr(node, "to", None)
        whom, effect = default, ""
        if part is not None and part.if_ is not None:
            iterator = L.IteratorBetween if getattr(node, "between", None) else L.IteratorTo
            _, after = of_site(part.if_, iterator, words)
            whom = after.removeprefix("with ") or default
        if part is not None and part.effect is not None and not isinstance(part.effect.effect, L.MovesRemove):
            effect = f" ({words.of(part.effect.effect)})" if part.effect.effect is not None else ""
        limit = getattr(getattr(node, "between", None), "range", None)
        many = f" ({words.of(limit)} in a line)" if limit is not None else ""
        direction = getattr(node, "dirn_choice", None) or getattr(node, "directions", None)
        way = f" {words.of(direction)}" if direction is not None else ""
        return with_then(f"{verb} {whom}{many}{way}{effect}".replace("  ", " "), node, words)

    return tell


told(L.Custodial)(_capture("capture between two of one's own pieces"))
told(L.Surround)(_capture("capture by surrounding"))
told(L.Enclose)(_capture("capture by taking all liberties of the group of"))
told(L.Intervene)(_capture("capture on both sides of the piece that moved"))
told(L.Directional)(_capture("capture in the direction of the move"))

# ------------------------------------------------------------------ how moves are put together


@told(L.MovesOr)
def _or(node: L.MovesOr, words: Words) -> str:
    parts = [words.of(part) for part in node.list or (node.moves_a, node.moves_b)]
    return with_then(", or ".join(dict.fromkeys(parts)), node, words)


@told(L.MovesAnd)
def _and(node: L.MovesAnd, words: Words) -> str:
    parts = [words.of(part) for part in node.list or (node.moves_a, node.moves_b)]
    return with_then(", and ".join(dict.fromkeys(parts)), node, words)


@told(L.MovesIf)
def _if(node: L.MovesIf, words: Words) -> str:
    if isinstance(node.cond, bool):  # what an option left
        part = node.list if node.cond else node.else_list
        return with_then(words.of(part) if part is not None else "do nothing", node, words)
    text = f"if {words.of(node.cond)}, {words.of(node.list)}"
    if node.else_list is not None:
        text += f"; otherwise {words.of(node.else_list)}"
    return with_then(text, node, words)


@told(L.Priority)
def _priority(node: L.Priority, words: Words) -> str:
    parts = [words.of(part) for part in node.list or (node.list1, node.list2)]
    return with_then("; if that is not possible, ".join(parts), node, words)


@told(L.Do)
def _do(node: L.Do, words: Words) -> str:
    text = words.of(node.prior)
    if node.next is not None:
        text += f", and then {words.of(node.next)}"
    if node.if_afterwards is not None:
        text += f" (only so that afterwards {words.of(node.if_afterwards)})"
    return with_then(text, node, words)


_OPERATORS: tuple[tuple[tuple[type[Ludeme], ...], str], ...] = (
    ((L.Seq,), "{moves}"),
    ((L.Append,), "{list}"),
    ((L.AllCombinations,), "{list_a}, together with {list_b}"),
    ((L.AvoidStoredState,), "{moves}, but not so that the remembered position comes back"),
    ((L.FirstMoveOnTrack,), "with the first piece on the track that can, {moves}"),
    ((L.While,), "as long as {condition}, {moves}"),
    ((L.MaxDistance,), "{moves}, as far as possible"),
    ((L.Random,), "by chance, {moves}"),
    ((L.ForEachPlayer,), "for each player: {moves}"),
    ((L.ForEachPlayers,), "for each of {players}: {moves}"),
    ((L.ForEachTeam,), "for each team: {moves}"),
    ((L.ForEachGroup,), "for each group [where {if_}]: {moves}"),
    ((L.ForEachLevel,), "for each level of {site}: {moves}"),
    ((L.ForEachSite,), "for each of {region_fn}: {generator} [, or if there is none {no_move_yet}]"),
    ((L.ForEachDie,), "for each die [where {if_}]: {moves}"),
    ((L.ForEachValue,), "for each number [from {min} to {max}] [of {values}]: {generator}"),
)
for _classes, _template in _OPERATORS:
    told(*_classes)(_plain(_template, _classes))


@told(L.Apply)
def _apply(node: L.Apply, words: Words) -> str:
    return words.filled("{effect} [if {if_}]", node)


@told(L.MaxMoves)
def _max(node: L.MaxMoves, words: Words) -> str:
    what = "moves" if node.kind.name == "Moves" else "captures"
    return with_then(f"{words.of(node.moves)} (only so that the most {what} are made in the turn)", node, words)


@told(L.ForEachDirection)
def _each_direction(node: L.ForEachDirection, words: Words) -> str:
    way = "in each direction" if node.directions is None else words.of(node.directions)
    to = None if node.to is None else node.to.effect
    inner = words.of(to.effect if to is not None else node.moves)
    return with_then(f"{way}{source(node.from_, words)}: {inner}", node, words)


@told(L.ForEachPiece)
def _each_piece(node: L.ForEachPiece, words: Words) -> str:
    names = [node.item] if node.item else list(node.items or ())
    own = node.role in (None, RoleType.Mover) and node.player is None
    who = "" if own else f" of {words.of(node.role or node.player)}"
    if node.specific_moves is not None:
        what = f"a {' or '.join(names)}" if names else "a piece"
        return with_then(f"with {what}{who}: {words.of(node.specific_moves)}", node, words)
    what = joined(names, "or") if names else "one of your pieces" if not who else "one of the pieces"
    return with_then(f"move {what}{who}", node, words)


@told(L.Sow)
def _sow(node: L.Sow, words: Words) -> str:
    start = "the chosen hole" if node.start is None else words.of(node.start)
    text = f"sow the pieces of {start} one by one"
    if node.count is not None:
        text = f"sow {words.of(node.count)} pieces from {start}"
    if node.origin is True:
        text += ", beginning with the hole itself"
    if node.include_self is False:
        text += ", leaving out the hole itself"
    if node.skip_if is not None:
        text += f", leaving out holes where {words.of(node.skip_if)}"
    if node.apply is not None:
        when = f"if {words.of(node.if_)}, " if node.if_ is not None else ""
        text += f"; at the last hole, {when}{words.of(node.apply)}"
        if node.backtracking is not None:
            text += ", and go back over the holes before in the same way"
    return with_then(text, node, words)


