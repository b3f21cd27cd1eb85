"""Effects in words: what is remembered, set, scored or decided, and what is told in one phrase."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import (
    MoveMessageType,
    RoleType,
)

from .arguments import raw, whole
from .moving import with_then
from .phrases import Words
from .vocabulary import checked, joined, readable, told


def plainly(template: str, classes: tuple[Any, ...]) -> Any:
    for cls in classes:
        checked(template, cls)
    return lambda node, words: with_then(words.filled(template, node), node, words)


_EFFECTS: tuple[tuple[tuple[type[Ludeme], ...], str], ...] = (
    ((L.Pass,), "pass"),
    ((L.PlayCard,), "play a card"),
    ((L.Bet, L.MoveBet), "bet an amount {range}"),
    ((L.Propose,), "propose “{proposition/propositions}”"),
    ((L.Vote,), "vote for “{vote/votes}”"),
    ((L.Roll,), "roll the dice"),
    ((L.MoveAgain,), "move again"),
    ((L.Push,), "push the pieces {directions}"),
    ((L.Attract,), "draw the pieces nearer [{dirn}]"),
    (
        (L.Note,),
        "say {message/message_int/message_int_array/message_float/message_boolean/message_region/message_range"
        "/message_direction/message_graph} [to {to}]",
    ),
    ((L.RememberValue,), "remember {value} [as one of “{name}”]"),
    ((L.RememberState,), "remember the position"),
    ((L.SetTrump, L.MoveSetTrump), "choose the trump suit among {suit/suits}"),
    ((L.SetTeam,), "put {roles} into team {team}"),
    ((L.SetHidden,), "hide {at/region} from {to}"),
    ((L.SetRotation, L.MoveSetRotation), "turn the piece [on {to.loc}]"),
    ((L.SwapSites, L.MoveSwapSites), "exchange the pieces on {loc_a} and {loc_b}"),
    ((L.SwapPlayers, L.MoveSwapPlayers), "exchange the sides of {role1/player1} and {role2/player2}"),
    ((L.TakeSimple,), "take a domino"),
    ((L.MovesDeal,), "deal [{count}] {type}"),
    ((L.TakeControl,), "give {of's} pieces [on {at/to}] to {by}"),
)


for _classes, _template in _EFFECTS:
    told(*_classes)(plainly(_template, _classes))


@told(L.SetNextPlayer, L.MoveSetNextPlayer)
def _next_player(node: Any, words: Words) -> str:
    who = words.who(node.who) if node.who is not None else words.of(node.next_players)
    index: Any = None if node.who is None else node.who.index
    if isinstance(index, L.Var) or (isinstance(index, L.IntIf) and words.is_term(index)):
        who = f"the player with {who}"
    return with_then(f"make {who} the next player", node, words)


@told(L.SetPending)
def _pending(node: L.SetPending, words: Words) -> str:
    begins = words.kept.pending_begins if node.value is None and node.region is None else ""
    text = f"the phase “{readable(begins)}” begins" if begins else words.filled(
        "mark [{value/region}] as pending until the next move", node)  # fmt: skip
    return with_then(text, node, words)


@told(L.ForgetValue)
def _forget(node: L.ForgetValue, words: Words) -> str:
    if isinstance(node.value, L.IteratorValue) and node.value_type is None and node.name is not None:
        return with_then(f"strike {words.of(node.value)} off “{readable(node.name)}”", node, words)
    text = words.filled("forget [{value}] [{value_type} remembered values] [of “{name}”]", node)
    return with_then(text, node, words)


@told(L.MoveMessage)
def _message(node: L.MoveMessage, words: Words) -> str:
    verb = "propose" if node.kind is MoveMessageType.Propose else "vote for"
    texts = node.messages if node.messages is not None else (node.message,)
    return with_then(f"{verb} {joined([f'“{words.of(text)}”' for text in texts], 'or')}", node, words)


@told(L.Trigger)
def _trigger(node: L.Trigger, words: Words) -> str:
    """An event; what it decides, where the end of the game asks for nothing else."""
    (role, index), result = words.decided_by.get(node.event, ((None, None), None))
    sides = (RoleType.Mover, RoleType.Next) if role in (RoleType.P1, RoleType.P2) else ()  # as a player sees them
    if result is None or index != node.index_player or node.role not in (role, *sides):
        return with_then(words.filled("“{event}” happens to {role/index_player}", node), node, words)
    whole(node.role), whole(node.index_player)
    return with_then(f"{words.of(result)} by “{words.named(node.event)}”", node, words)


@told(L.SetVar)
def _set_variable(node: L.SetVar, words: Words) -> str:
    if node.name in words.kept.flags and node.new_value in (0, 1):
        what = "holds from now on" if node.new_value == 1 else "ceases to hold"
        return with_then(f"“{readable(node.name)}” {what}", node, words)
    if node.name in words.kept.sites and node.new_value == -1:
        return with_then(f"forget the {words.site} “{readable(node.name)}”", node, words)
    changed = _changed(node, words)
    if changed:
        return with_then(changed, node, words)
    name = "" if node.name is None else f" as “{readable(node.name)}”"
    return with_then(f"remember {words.operand(node.new_value)}{name}", node, words)


def _changed(node: L.SetVar, words: Words) -> str:
    """A number that is remembered and becomes more or less; empty for others."""
    value: Any = raw(node.new_value)
    own, by = L.Var(key=raw(node).name), value
    if isinstance(value, L.IntSub) and value.value_a == own:
        verb, by = "lower", value.value_b
    elif isinstance(value, L.IntAdd) and own in (value.a, value.b):
        verb, by = "raise", value.b if value.a == own else value.a
    else:
        return ""
    whole(node.new_value)
    return f"{verb} {words.of(own)} by {words.operand(by)}"


@told(L.AddScore)
def _add_score(node: L.AddScore, words: Words) -> str:
    """Less, where what is added is the negative of a number."""
    less: Any = node.score
    if isinstance(less, L.IntSub) and less.value_a in (None, 0):
        text = words.filled("subtract {score.value_b} from {role/player.index/roles/players's} score", node)
        return with_then(text, node, words)
    return with_then(words.filled("add {score/scores} to {role/player.index/roles/players's} score", node), node, words)


@told(L.Flip)
def _flip(node: L.Flip, words: Words) -> str:
    text = words.filled("turn over the piece on {loc}", node)
    return with_then(f"{text}, which changes sides" if words.states_are_sides else text, node, words)


_SET_SITE = {"Count": "the number of pieces", "State": "the state", "Value": "the value"}


@told(L.SetSite)
def _set_site(node: L.SetSite, words: Words) -> str:
    if words.kept.marks and node.kind is L.SetSiteType.State and node.value == 0:
        whole(node.value)
        where = words.moved_piece(node.at) or f"the piece on {words.place(node.at)}"
        return with_then(f"take the mark from {where}", node, words)
    text = f"set {_SET_SITE[node.kind.name]} on {words.place(node.at)} to {words.of(node.value)}"
    return with_then(text, node, words)


@told(L.SetPlayer)
def _set_player(node: L.SetPlayer, words: Words) -> str:
    who = node.role if node.role is not None else node.player
    return with_then(f"set {words.whose(who)} {node.kind.name.lower()} to {words.of(node.value)}", node, words)


@told(L.SetValue)
def _set_value(node: L.SetValue, words: Words) -> str:
    if node.kind is L.SetValueType.Counter:
        return with_then("start counting the moves again", node, words)
    return with_then(f"set the pot to {words.of(node.new_value)}", node, words)
