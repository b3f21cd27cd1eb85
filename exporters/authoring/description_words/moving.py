"""Moves and effects in words, as infinitives: "step to an empty site, then remove …"."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import MoveSimpleType, MoveSiteType

from .arguments import raw, replaced, whole
from .phrases import Words, checked, joined, told
from .said_of_sites import of_it, of_piece, of_site


def with_then(text: str, node: Any, words: Words) -> str:
    """A move with what follows it."""
    then = getattr(node, "then", None)
    text += words.rest(node, "then")
    return text if then is None else f"{text}; then{words.rest(then, 'moves')} {following(then.moves, words)}"


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


def target(to: Any, words: Words) -> str:
    """Where a move goes, after "to"."""
    if to is None:
        return site(words.site, None, L.IteratorTo, words)
    return _target(to, words) + words.rest(to, "effect")


def _target(to: Any, words: Words) -> str:
    noun = words.site
    if to.region is not None:
        region = words.member(to.region)
        before, after = of_site(to.if_, L.IteratorTo, words)
        what = f"one of {region}" if not before else f"one of the {before} sites of {region}"
        if before and region.startswith("the sites "):
            what = f"one of the {before} {region.removeprefix('the ')}"
        return f"{what} {after}".strip()
    if to.loc is not None and not isinstance(to.loc, L.IteratorTo):
        condition = of_it(to.if_, L.IteratorTo, words)
        return words.of(to.loc) + (f", if {condition}" if condition else "")
    return site(noun, to.if_, L.IteratorTo, words)


def source(from_: Any, words: Words, plain: str = "") -> str:
    """Where a move comes from, with "from" before it; nothing for the piece itself."""
    if from_ is None:
        return plain
    condition = (f" where {words.of(from_.if_)}" if from_.if_ is not None else "") + words.rest(from_, "loc", "region")
    if from_.region is not None:
        return f" from one of {words.of(from_.region)}{condition}"
    if from_.loc is not None and not isinstance(from_.loc, L.IteratorFrom):
        return f" from {words.of(from_.loc)}{condition}"
    return condition


def _effect(apply: Any, words: Words) -> str:
    """What a move does to the sites that it crosses or reaches."""
    if apply is None:
        return ""
    effect = following(apply.effect, words) if apply.effect is not None else ""
    when = f" if {words.of(apply.if_)}" if apply.if_ not in (None, True) else ""
    return f", and {effect}{when}" if effect else when


def removes(apply: Any, iterator: Any) -> bool:
    """Whether an effect only removes what stands on the site."""
    if apply is None or not isinstance(apply.effect, L.MovesRemove) or apply.if_ is not None:
        return False
    done = apply.effect
    more = (done.region_function, done.type, done.level, done.count, done.at, done.then)
    return isinstance(done.location_function, iterator) and all(value is None for value in more)


def _captures(to: Any, words: Words) -> str:
    """What a move does where it goes, above all the capture of what stands there."""
    effect: Any = None if to is None else to.effect
    if effect is None:
        return ""
    done: Any = effect.effect
    condition: Any = effect.if_
    if condition is None and isinstance(done, L.MovesIf) and done.else_list is None and done.then is None:
        done, condition = done.list, done.cond  # the condition within the effect
    sent = isinstance(done, L.FromTo) and isinstance(done.from_.loc, L.IteratorTo)
    if not sent and not (isinstance(done, L.MovesRemove) and isinstance(done.location_function, L.IteratorTo)):
        return _effect(effect, words)
    if condition is False:
        return ""  # which says that it goes nowhere else: see `_slide`
    before, after = of_site(condition, L.IteratorTo, words)
    whom = after.removeprefix("with ")
    plain = condition is None or (not before and whom != after and " and " not in whom)
    what = (whom + " that may stand there") if plain and whom else "what stands there"
    text = f", sending {what} to {target(done.to, words)}" if sent else f", capturing {what}"
    text += "" if plain else f" if {words.of(condition)}"
    return with_then(text, done, words)


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
    limited = node.between is not None and node.between.range is not None
    if node.between is not None:
        if node.between.if_ is not None:
            over = _over(node.between.if_, words)
        if node.between.range is not None:
            over += f", {words.of(node.between.range)} of them"
        over += _effect(node.between.effect, words) + words.rest(node.between)
    along = f" along the track “{node.track}”" if node.track else ""
    if node.track == "AllTracks":
        along = " along any of the tracks, round at least one of their bends,"
    effect: Any = None if node.to is None else node.to.effect
    if effect is not None and effect.if_ is False and node.to.if_ is not None and not limited:
        end = site(words.site, node.to.if_, L.IteratorTo, words)
        text = f"slide{source(node.from_, words)}{way}{along} over {over} up to {end}, which is captured"
        return with_then(text, node, words)
    text = f"slide{source(node.from_, words)}{way}{along} over {over}"
    if node.to is not None and node.to.if_ is not None:
        end = site(words.site, node.to.if_, L.IteratorTo, words)
        captures = node.to.effect is not None
        text += f", or up to {end} behind them" if captures and not limited else f", as far as {end}"
    return with_then(text + _captures(node.to, words), node, words)


def _over(condition: Any, words: Words) -> str:
    """What a slide goes over; the site that it has come to is the one between and the one to go to."""
    own = ""
    if isinstance(condition, L.BoolOr) and condition.list is None and _its_own(condition.a):
        condition, own = condition.b, ", its own counting as empty,"
    before, after = of_site(condition, L.IteratorBetween, words)
    if not before and words.of(L.IteratorTo()) in after:
        before, after = of_site(condition, L.IteratorTo, words)
    if not before and not after:
        return "sites of any kind"
    return " ".join(part for part in (before, "sites", after.replace("that is ", "that are ", 1)) if part) + own


def _its_own(condition: Any) -> bool:
    """Whether a site on the way is the one where the move begins."""
    if not isinstance(condition, L.Equals):
        return False
    return {condition.value_a.__class__, condition.value_b.__class__} == {L.IteratorBetween, L.IteratorFrom}


@told(L.Hop, L.MoveHop)
def _hop(node: Any, words: Words) -> str:
    way = "" if node.directions is None else f" {words.of(node.directions)}"
    between = node.between
    over = "a site"
    effect = ""
    if between is not None:
        over = of_piece(between.if_, L.IteratorBetween, words)
        if not over or over.startswith(("where ", "that ")):
            over = site(words.site, between.if_, L.IteratorBetween, words)
        if isinstance(between.range, L.Exact) and _less_one(between.range.value) is not None:
            over += f", as many steps as {words.of(_less_one(between.range.value))},"
        elif between.range is not None:
            over += f" ({words.of(between.range)} of them)"
        if between.before is not None:
            over += f", up to {words.of(between.before)} sites away"
        if between.after is not None:
            over += f", up to {words.of(between.after)} sites beyond"
        effect = ", capturing it" if removes(between.effect, L.IteratorBetween) else _effect(between.effect, words)
        over += words.rest(between)
    text = f"hop{source(node.from_, words)}{way} over {over} to {target(node.to, words)}{effect}"
    return with_then(text + _captures(node.to, words), node, words)


def _less_one(number: Any) -> Any:
    """The number of which one less is given: a hop over so many sites goes one step further."""
    return number.value_a if isinstance(number, L.IntSub) and number.value_b == 1 else None


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
    count = "a piece"
    if isinstance(node.count, L.CountSite) and whole(node.count) == L.CountSite(at=raw(node.from_.loc)):
        count = "all pieces"
    elif node.count is not None:
        many = words.of(node.count)
        count = f"{many} pieces" if isinstance(node.count, int) else f"as many pieces as {many}"
    if node.stack:
        count = "a stack" if node.count is None else f"{count} as a stack"
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
        if words.states_are_sides and what.state is not None:
            return f"{value.rstrip('0')} of {words.of(what.state)}"
        return f"neutral {value[:-1]}" if value.endswith("0") else value
    text = words.of(value)
    return text.removeprefix("the ") if text.startswith(("the piece", "piece")) else f"piece number {text}"


@told(L.MovesAdd, L.MoveSite, L.Claim)
def _add(node: Any, words: Words) -> str:
    claim = isinstance(node, L.Claim) or getattr(node, "kind", None) is MoveSiteType.Claim
    count = "" if getattr(node, "count", None) is None else f"{words.of(node.count)} × "
    what = _piece(node.what, words)
    article = "" if count or what.startswith(("piece “", "piece of", "piece number")) else "a "
    what = {"piece of the mover": "a piece"}.get(what, f"{article}{what}")
    text = f"{'claim' if claim else f'place {count}{what} on'} {target(node.to, words)}"
    if claim and node.what is not None:
        text += f" with {what}"
    return with_then(text + _effect(node.to.effect, words), node, words)


@told(L.MovesRemove, L.MoveRemove)
def _remove(node: Any, words: Words) -> str:
    where = node.location_function if node.location_function is not None else node.region_function
    count = "" if node.count is None else f"{words.of(node.count)} from "
    text = f"remove {count}what stands on {words.of(where)}"
    if isinstance(node, L.MoveRemove) and node.region_function is not None:
        text = f"remove {words.of(node.count) if count else 'a piece'} from one of {words.of(where)}"
    if node.at is not None:
        text += f" at the {words.of(node.at)}"
    return with_then(text, node, words)


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


@told(L.Select, L.MoveSelect)
def _select(node: Any, words: Words) -> str:
    moved = as_moved(node)
    if moved is not None:
        return words.of(moved)
    before, after = of_site(node.from_.if_, L.IteratorFrom, words)
    condition = f" {after}" if after else ""
    if before:
        condition = f" that is {before}{condition}"
    if node.from_.region is not None:
        text = f"choose one of {words.of(node.from_.region)}{condition}"
    elif node.from_.loc is None or isinstance(node.from_.loc, L.IteratorFrom):
        text = f"choose the piece itself{condition}"
    else:
        text = f"choose {words.of(node.from_.loc)}{condition}"
    if node.to is not None:
        text += f" and {target(node.to, words)}"
    return with_then(text, node, words)


@told(L.Promote, L.MovePromote)
def _promote(node: Any, words: Words) -> str:
    where = "the piece that moved" if node.location_fn is None else f"the piece on {words.of(node.location_fn)}"
    text = f"promote {where} to {_piece(node.what, words)}"
    return with_then(words.filled(f"{text} [of {{role/who.index}}]", node), node, words)


@told(L.MoveSimple)
def _simple(node: L.MoveSimple, words: Words) -> str:
    return with_then("pass" if node.kind is MoveSimpleType.Pass else "play a card", node, words)


def plainly(template: str, classes: tuple[Any, ...]) -> Any:
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
    ((L.Push,), "push the pieces {directions}"),
    ((L.Attract,), "draw the pieces nearer [{dirn}]"),
    (
        (L.Note,),
        "say {message/message_int/message_int_array/message_float/message_boolean/message_region/message_range"
        "/message_direction/message_graph} [to {to}]",
    ),
    ((L.ForgetValue,), "forget [{value}] [{value_type} remembered values] [of “{name}”]"),
    ((L.RememberValue,), "remember {value} [as one of “{name}”]"),
    ((L.RememberState,), "remember the position"),
    ((L.SetVar,), "remember {new_value} [as “{name}”]"),
    ((L.SetPending,), "mark [{value/region}] as pending"),
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
    told(*_classes)(plainly(_template, _classes))

@told(L.Flip)
def _flip(node: L.Flip, words: Words) -> str:
    text = words.filled("turn over the piece on {loc}", node)
    return with_then(f"{text}, which changes sides" if words.states_are_sides else text, node, words)


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
    if node.kind is L.SetValueType.Counter:
        return with_then("start counting moves without progress anew", node, words)
    return with_then(f"set the pot to {words.of(node.new_value)}", node, words)
