"""Every kind of action: its parameters and its text.

The text is what Ludii writes into trials (`[Move:typeFrom=Cell,from=3,…,decision=true]`). Each key has a rule that says
when it is written. In the program an action is a row of integers; its text is made from this table alone.

Site types are numbers (0 cell, 1 vertex, 2 edge, -1 not given), names are numbers of `Program.strings`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .arithmetic import float_text

SITE_TYPES = ("Cell", "Vertex", "Edge")
MAX_PARAMS = 14
ITEMS = tuple(f"item{k}" for k in range(12))
"""The parameters of a message that lists something."""


class Key(NamedTuple):
    """One key of an action's text.

    show: "always", "set" (the value is not -1), "true" (it is not 0), "many" (above 1);
    form: "int", "site_type", "bool", "string" (a number of `Program.strings`), "role" (P1 … or its name), "float" (its
    bits); of this parameter and those behind it: "range" (two numbers), "sites" (32 to a number, each a bit),
    "strings" (-1: none).
    """

    name: str
    param: str
    show: str = "always"
    form: str = "int"


class ActionKind(NamedTuple):
    """A kind of action: its name in the program, its parameters in order, and how its text is formed.

    sites: the parameters that are numbers of sites. takes_place_at_level: whether a parameter `level` is where on a
    stack the action takes place, so that the level of a move can be told from it.
    """

    name: str
    params: tuple[str, ...]
    title: str
    keys: tuple[Key, ...]
    takes_place_at_level: bool = True
    sites: frozenset[str] = frozenset()

    def param_index(self, name: str) -> int:
        """Position of a parameter."""
        return self.params.index(name)


ABOUT_NOBODY = -(1 << 30)
"""A number that no player has, not even by mistake, for notes that name no player."""

ACTIONS: dict[str, ActionKind] = {}
ORDER: list[str] = []

_SHOW: dict[str, Callable[[int], bool]] = {
    "always": lambda v: True,
    "set": lambda v: v != -1,
    "true": lambda v: v != 0 and v != -1,
    "many": lambda v: v > 1,
}


def action(name: str, params: str, title: str, *keys: Key, takes_place_at_level: bool = True) -> None:
    """Declares an action kind. A parameter that is a site is written with an @ behind it."""
    named = tuple(param.removesuffix("@") for param in params.split())
    sites = frozenset(param.removesuffix("@") for param in params.split() if param.endswith("@"))
    kind = ActionKind(name, named, title, keys, takes_place_at_level, sites)
    if len(kind.params) > MAX_PARAMS:
        raise ValueError(f"action {name} has more than {MAX_PARAMS} parameters")
    ACTIONS[name] = kind
    ORDER.append(name)


def action_number(name: str) -> int:
    """The number of a kind in moves and in the record of applied actions; 0 is a consequent there."""
    return ORDER.index(name) + 1


def _value(form: str, values: Sequence[int], strings: Sequence[str]) -> str:
    value = values[0]
    if form == "site_type":
        return SITE_TYPES[value] if 0 <= value < 3 else "null"
    if form == "bool":
        return "true" if value not in (0, -1) else "false"
    if form in ("string", "role"):
        return strings[value] if 0 <= value < len(strings) else "null"
    if form == "float":
        return float_text(value)
    if form == "range":
        return f"[{value};{values[1]}]"
    if form == "sites":
        return f"{{{', '.join(str(site) for site in range(32 * len(values)) if values[site // 32] >> site % 32 & 1)}}}"
    if form == "strings":
        return f"[{', '.join(_value('string', [number], strings) for number in values if number >= 0)}]"
    return str(value)


def action_text(name: str, params: Sequence[int], decision: bool, strings: Sequence[str]) -> str:
    """The text of one action as Ludii writes it into trials."""
    kind = ACTIONS[name]
    parts = []
    for key in kind.keys:
        values = params[kind.param_index(key.param) :]
        if _SHOW[key.show](values[0]):
            parts.append(f"{key.name}={_value(key.form, values, strings)}")
    text = ",".join(parts)
    if name in MESSAGES and params[0] != ABOUT_NOBODY:
        text = text.replace("message=", f"message=P{params[0]} ", 1)
    if decision:
        text += ",decision=true" if parts or name == "set_pending" else "decision=true"
    if name == "pass" and params[0] == 1:
        text += ",forced=true"
    return f"[{kind.title}:{text}]"


def _from(param: str = "from", type_: str = "type_from", level: str = "level_from") -> tuple[Key, ...]:
    return (Key("typeFrom", type_, "set", "site_type"), Key("from", param), Key("levelFrom", level, "set"))


def _to() -> tuple[Key, ...]:
    return (Key("typeTo", "type_to", "set", "site_type"), Key("to", "to"), Key("levelTo", "level_to", "set"))


_TYPE = Key("type", "type", "set", "site_type")
_TO = Key("to", "to")
_LEVEL = Key("level", "level", "set")
_WHAT = Key("what", "what")
_STATE = (Key("state", "state", "set"), Key("rotation", "rotation", "set"), Key("value", "value", "set"))
_STACK = Key("stack", "stack", "true", "bool")

# pieces: `level` of "add" is the height that the stack had, written when it is applied
action("add", "type to@ level what count state rotation value stack", "Add",
       _TYPE, _TO, _LEVEL, _WHAT, Key("count", "count", "many"), *_STATE, _STACK)  # fmt: skip
action("insert", "type to@ level what state", "Insert",
       _TYPE, _TO, Key("level", "level"), _WHAT, Key("state", "state", "set"))  # fmt: skip
action("move", "type_from from@ level_from type_to to@ level_to state rotation value stack", "Move",
       *_from(), *_to(), *_STATE, _STACK)  # fmt: skip
action("copy", "type_from from@ level_from type_to to@ level_to state rotation value stack", "Copy",
       *_from(), *_to(), *_STATE, _STACK)  # fmt: skip
action("move_n", "type_from from@ type_to to@ count", "Move",
       Key("typeFrom", "type_from", "set", "site_type"), Key("from", "from"),
       Key("typeTo", "type_to", "set", "site_type"), _TO, Key("count", "count"))  # fmt: skip
action("stack_move", "type_from from@ level_from type_to to@ level_to levels", "StackMove",
       Key("typeFrom", "type_from", "set", "site_type"), Key("from", "from"),
       Key("typeTo", "type_to", "set", "site_type"), _TO, Key("numLevel", "levels"))  # fmt: skip
action("promote", "type to@ level what", "Promote", _TYPE, _TO, _LEVEL, _WHAT)
action("select", "type_from from@ level_from type_to to@ level_to", "Select",
       *_from(), Key("typeTo", "type_to", "set", "site_type"), Key("to", "to", "set"),
       Key("levelTo", "level_to", "set"))  # fmt: skip
action("remove", "type to@", "Remove", _TYPE, _TO)
action("remove_level", "type to@ level", "Remove", _TYPE, _TO, Key("level", "level"))
action("remove_later", "type to@ applied", "Remove", _TYPE, _TO, Key("applied", "applied", "always", "bool"))
# the game
action("pass", "forced", "Pass")
action("swap", "player1 player2", "Swap", Key("player1", "player1"), Key("player2", "player2"))
action("forfeit", "player role", "Forfeit", Key("player", "role", "always", "role"))
action("trigger", "event player", "Trigger", Key("event", "event", "always", "string"), Key("player", "player"))
action("set_next_player", "player", "SetNextPlayer", Key("player", "player"))
# about: the player whom the message names first, or ABOUT_NOBODY
MESSAGES = {
    "note": "string", "note_number": "int", "note_float": "float", "note_range": "range", "note_sites": "sites",
    "note_strings": "strings",
}  # fmt: skip
"""Kinds of messages, and the form of what each tells."""
for _name, _form in MESSAGES.items():
    _items = {"range": ITEMS[:2], "sites": ITEMS, "strings": ITEMS}.get(_form, ITEMS[:1])
    action(_name, f"about player {' '.join(_items)}", "Note",
           Key("message", ITEMS[0], "always", _form), Key("to", "player"))  # fmt: skip
action("propose", "text number", "Propose",
       Key("proposition", "text", "always", "string"), Key("propositionInt", "number"))  # fmt: skip
action("vote", "text number", "Vote", Key("vote", "text", "always", "string"), Key("voteInt", "number"))
action("store_state", "", "StoreStateInContext")
# numbers
action("set_player_value", "player value", "SetValueOfPlayer", Key("player", "player"), Key("value", "value"))
action("set_amount", "player amount", "SetAmount", Key("player", "player"), Key("amount", "amount"))
action("bet", "player bet", "Bet", Key("player", "player"), Key("bet", "bet"))
action("set_pot", "pot", "SetPot", Key("pot", "pot"))
action("set_score", "player score add", "SetScore",
       Key("player", "player"), Key("score", "score"), Key("add", "add", "true", "bool"))  # fmt: skip
action("set_counter", "counter", "SetCounter", Key("counter", "counter"))
action("set_temp", "temp", "SetTemp", Key("temp", "temp"))
action("set_var", "name value", "SetVar", Key("name", "name", "always", "string"), Key("value", "value"))
action("set_pending", "value", "SetPending", Key("value", "value", "set"))
action("remember", "name value", "RememberValue", Key("name", "name", "always", "string"), Key("value", "value"))
action("forget", "name value", "ForgetValue", Key("name", "name", "always", "string"), Key("value", "value"))
action("add_to_team", "team player", "AddPlayerToTeam", Key("team", "team"), Key("player", "player"))
# sites
action("set_count", "type to@ what count", "SetCount", _TYPE, _TO, _WHAT, Key("count", "count"))
action("set_state", "type to@ level state", "SetState", _TYPE, _TO, _LEVEL, Key("state", "state"))
action("set_value", "type to@ level value", "SetValue", _TYPE, _TO, _LEVEL, Key("value", "value"))
action("set_rotation", "type to@ rotation", "SetRotation", _TYPE, _TO, Key("rotation", "rotation"))
action("set_cost", "type to@ cost", "SetCost", _TYPE, _TO, Key("cost", "cost"))
action("set_phase", "type to@ phase", "SetPhase", _TYPE, _TO, Key("phase", "phase"))
for _name, _title in (
    ("hidden", "SetHidden"), ("hidden_what", "SetHiddenWhat"), ("hidden_who", "SetHiddenWho"),
    ("hidden_state", "SetHiddenState"), ("hidden_rotation", "SetHiddenRotation"),
    ("hidden_value", "SetHiddenValue"), ("hidden_count", "SetHiddenCount"),
):  # fmt: skip
    action(f"set_{_name}", "type to@ level who value", _title,
           _TYPE, _TO, _LEVEL, Key("who", "who"), Key("value", "value", "always", "bool"),
           takes_place_at_level=False)  # fmt: skip
# dice and cards
action("update_dice", "site@ state", "SetStateAndUpdateDice", Key("site", "site"), Key("state", "state"))
action("dice_equal", "value", "SetDiceAllEqual", Key("value", "value", "always", "bool"))
action("use_die", "hand die site@", "UseDie",
       Key("indexHandDice", "hand"), Key("indexDie", "die"), Key("site", "site"))  # fmt: skip
action("set_trump", "suit", "SetTrumpSuit", Key("trumpSuit", "suit"))
# matches
action("next_instance", "", "NextInstance")
# not an action of trials: notes a site that the move passes
action("passed", "site@", "")
# the same: the head of the move names neither a state nor an edge, whatever its actions are
action("plain", "", "")
# deduction puzzles
action("puzzle_set", "type var@ value", "Set", _TYPE, Key("var", "var"), Key("value", "value"))
action("puzzle_reset", "type var@ max", "Reset", _TYPE, Key("var", "var"), Key("max", "max"))
action("puzzle_toggle", "type var@ value", "Toggle", _TYPE, Key("var", "var"), Key("value", "value"))
