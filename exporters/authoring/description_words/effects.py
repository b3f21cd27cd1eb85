"""Effects in words: what is remembered, set, scored or decided, and what is told in one phrase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, replace, walk
from ludparse.ludemes.enums import (
    MoveMessageType,
    RoleType,
)

from .marks import marking
from .moving import with_then
from .tree.arguments import raw, whole
from .wording.phrases import Words
from .wording.vocabulary import checked, joined, readable, told


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
    ((L.Push,), "push the pieces [from {from_.loc} on] {directions} by one step"),
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
    ((L.TakeSimple,), "take a domino"),
    ((L.MovesDeal,), "deal [{count}] {type}"),
    ((L.TakeControl,), "give {of's} pieces [on {at/to}] to {by}"),
)


for _classes, _template in _EFFECTS:
    told(*_classes)(plainly(_template, _classes))


@told(L.SwapSites, L.MoveSwapSites)
def _swap_sites(node: Any, words: Words) -> str:
    whole(getattr(node, "swap_type", None))  # it can only be pieces
    return with_then(f"exchange the pieces on {words.place(node.loc_a)} and {words.place(node.loc_b)}", node, words)


@told(L.SwapPlayers, L.MoveSwapPlayers)
def _swap_players(node: Any, words: Words) -> str:
    whole(getattr(node, "swap_type", None))  # it can only be players
    return with_then(words.filled("exchange the sides of {role1/player1} and {role2/player2}", node), node, words)


@told(L.SetNextPlayer, L.MoveSetNextPlayer)
def _next_player(node: Any, words: Words) -> str:
    who = words.who(node.who) if node.who is not None else words.of(node.next_players)
    if who == "you":
        return with_then("take another turn", node, words)
    return with_then(f"make {who} the next player", node, words)


@told(L.SetPending)
def _pending(node: L.SetPending, words: Words) -> str:
    begins = words.kept.pending_begins if node.value is None and node.region is None else ""
    text = f"the phase “{readable(begins)}” begins" if begins else words.filled(
        "mark {value/region} as pending until the next move", node)  # fmt: skip
    if not begins and node.value is None and node.region is None:
        text = "something is pending until the next move" if words.sites_pending else "the next move is a marked one"
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
    if (node.name or "") in words.kept.flags and node.new_value in (0, 1):
        what = "holds from now on" if node.new_value == 1 else "ceases to hold"
        return with_then(f"{words.kept.flag(node.name)} {what}", node, words)
    if node.name in words.kept.sites and node.new_value == -1:
        return with_then(f"forget the {words.site} “{readable(node.name)}”", node, words)
    changed = _changed(node, words)
    if changed:
        return with_then(changed, node, words)
    name = "" if node.name is None else f" as “{readable(node.name)}”"
    if node.name in words.kept.players:
        return with_then(f"remember {words.who(node.new_value)}{name.replace(' as', ' as the player', 1)}", node, words)
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
    owner: Any = None if node.player is None else node.player.index
    whose = "{role/player.index/roles/players's} score"
    if isinstance(owner, L.Who) and (owner.level, owner.type) == (None, None):
        whose = f"the score of the player whose pieces stand on {words.place(owner.at)}"
    if node.roles is not None and node.scores is not None and len(node.roles) == len(node.scores):
        parts = [_scored(score, words.whose(role), words) for role, score in zip(node.roles, node.scores, strict=True)]
        return with_then(" and ".join(parts), node, words)
    if isinstance(less, L.IntSub) and less.value_a in (None, 0):
        text = words.filled(f"subtract {{score.value_b}} from {whose}", node)
        return with_then(text, node, words)
    return with_then(words.filled(f"add {{score/scores}} to {whose}", node), node, words)


def _scored(score: Any, whose: str, words: Words) -> str:
    if isinstance(score, L.IntSub) and score.value_a in (None, 0):
        return f"subtract {words.operand(score.value_b)} from {whose} score"
    return f"add {words.operand(score)} to {whose} score"


@told(L.Flip)
def _flip(node: L.Flip, words: Words) -> str:
    text = words.filled("turn over the piece on {loc}", node)
    return with_then(f"{text}, which changes sides" if words.states_are_sides else text, node, words)


def counted_before(parts: Sequence[Any], words: Words) -> bool:
    """Whether an effect goes by the number of pieces on a site that an effect before it changes: all of them go by what
    there is before the first one."""
    changed: list[Any] = []
    for part in parts:
        alone = replace(part, then=None) if getattr(part, "then", None) is not None else part
        counts = [one.at for one in walk(alone) if isinstance(one, L.CountSite | L.SizeSite) and one.at is not None]
        if any(count == site or (type(count) is int and count in (words.known_sites(site) or ())) for count in counts
               for site in changed):  # fmt: skip
            return True
        while isinstance(part, L.MovesIf) and part.else_list is None:
            part = part.list
        if isinstance(part, L.MovesRemove):
            changed += [part.location_function, part.region_function]
        elif isinstance(part, L.MovesAdd):
            changed += [part.to.loc, part.to.region]
        elif isinstance(part, L.FromTo):
            changed += [part.from_.loc, part.to.loc]
        elif isinstance(part, L.SetSite):
            changed.append(part.at)
        changed = [one for one in changed if one is not None]
    return False


_SET_SITE = {"Count": "the number of pieces", "State": "the state", "Value": "the value"}


def _number(value: Any, words: Words) -> str:
    """A number to set, which may be that of a player."""
    return f"{words.whose(value)} number" if isinstance(value, L.Mover | L.Next | L.Prev) else words.of(value)


def _fewer(node: Any) -> int:
    """By how many pieces a site is told to hold fewer than it does; 0 for other effects."""
    value: Any = node.value
    if node.kind is not L.SetSiteType.Count or not isinstance(value, L.IntSub) or type(value.value_b) is not int:
        return 0
    if node.type is not None or raw(value.value_a) != L.CountSite(at=raw(node.at)) or value.value_b <= 0:
        return 0
    whole(value)
    return int(value.value_b)


@told(L.SetSite)
def _set_site(node: L.SetSite, words: Words) -> str:
    if words.kept.marks and node.kind is L.SetSiteType.State and node.value == 0:
        whole(node.value)
        where = words.moved_piece(node.at) or words.piece_itself(node.at) or f"the piece on {words.place(node.at)}"
        return with_then(f"take the mark from {where}", node, words)
    if node.kind is L.SetSiteType.State and not words.states_are_sides:
        return with_then(marking(node, words), node, words)
    less = _fewer(node)
    if less:
        many = "a piece" if less == 1 else f"{less} pieces"
        return with_then(f"remove {many} from {words.place(node.at)}", node, words)
    piece = "" if node.kind is L.SetSiteType.Count else words.piece_at(node, node.at)
    if piece:
        return with_then(f"set {_SET_SITE[node.kind.name]} of {piece} to {_number(node.value, words)}", node, words)
    text = f"set {_SET_SITE[node.kind.name]} on {words.place(node.at)} to {_number(node.value, words)}"
    return with_then(text, node, words)


@told(L.SetPlayer)
def _set_player(node: L.SetPlayer, words: Words) -> str:
    who = node.role if node.role is not None else node.player
    if node.kind.name == "Value" and words.kept.tokens and type(node.value) is int and node.value in (0, 1, -1):
        mine = words.who(who) == "you"
        gets = "take a token" if mine else f"give {words.who(who)} a token"
        loses = f"give up {words.whose(who)} token" if mine else f"take {words.whose(who)} token away"
        return with_then(f"{gets if node.value == 1 else loses}{'' if node.value == 1 else ', if any'}", node, words)
    return with_then(f"set {words.whose(who)} {node.kind.name.lower()} to {words.of(node.value)}", node, words)


@told(L.SetValue)
def _set_value(node: L.SetValue, words: Words) -> str:
    if node.kind is L.SetValueType.Counter:
        return with_then("start counting the moves again", node, words)
    return with_then(f"set the pot to {words.of(node.new_value)}", node, words)
