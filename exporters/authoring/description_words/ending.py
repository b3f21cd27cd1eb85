"""The end of a game, its phases and the rules that hold throughout, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.equipment.players import is_team
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import ResultType, RoleType

from .tree.arguments import whole
from .tree.folding import Who, for_each_player
from .wording.phrases import Words
from .wording.vocabulary import by_kind, joined, readable, says, told

_RESULTS = {
    ResultType.Win: "wins",
    ResultType.Loss: "loses",
    ResultType.Draw: "draws",
    ResultType.Tie: "ties",
    ResultType.Abandon: "abandons the game",
    ResultType.Crash: "ends the game",
}


@told(L.Result)
def _result(node: L.Result, words: Words) -> str:
    if node.result is ResultType.Draw and node.who is not None:  # a draw is one for everybody, whoever is named
        return "the game is a draw"
    verb = _RESULTS[node.result]
    many = node.who in (RoleType.All, RoleType.Each)
    return f"everybody {verb}" if many else words.does(node.who, verb)


def _raw(parts: Any) -> tuple[Any, ...]:
    """Nodes that are told whole."""
    return tuple(map(whole, parts))


@told(L.ByScore)
def _by_score(node: L.ByScore, words: Words) -> str:
    least = node.misere is not None and node.misere is not False
    text = f"the game ends, and the {'lowest' if least else 'highest'} score wins"
    if node.final_score:
        one = for_each_player(_raw(node.final_score), words.players)
        if one is not None and one.role is Who.THAT:
            more = _more(one.score)
            if more is not None:
                adds = f"the game ends, each player adds {words.of(more)} to the score"
                return f"{adds}, and the {'lowest' if least else 'highest'} score wins"
            return f"{text}, where each player's score is {words.of(one.score)}"
        return f"{text}, where {joined([words.of(score) for score in node.final_score])}"
    return text


def _more(score: Any) -> Any:
    """What is added to a player's own score; None for another score."""
    if isinstance(score, L.IntAdd) and score.list is None:
        for own, more in ((score.a, score.b), (score.b, score.a)):
            role: Any = own.role if isinstance(own, L.IntScore) else None
            if role is Who.THAT:
                return more
    return None


says("{role's} score is {score}", L.EndScore)


@told(L.Payoff)
def _payoff(node: L.Payoff, words: Words) -> str:
    return f"{words.does(node.role, 'gets')} {words.of(node.payoff)}"



@told(L.Payoffs)
def _payoffs(node: L.Payoffs, words: Words) -> str:
    one = for_each_player(_raw(node.final_payoffs), words.players)
    if one is None or one.role is not Who.THAT:
        return f"the game ends, and {words.of(node.final_payoffs)}{_most(words)}"
    return f"the game ends, and each player gets {words.of(one.payoff)}{_most(words)}"


def _most(words: Words) -> str:
    return "; the highest of these numbers wins" if words.players > 1 else ""


_ONE_OF = {RoleType.NonMover: "another player", RoleType.Enemy: "an opponent"}
"""One of several players of whom each has an end of his own."""

_ANYBODY = (None, RoleType.Shared, RoleType.All, RoleType.Each, RoleType.Player)


@told(L.EndForEach)
def _for_each(node: L.EndForEach, words: Words) -> str:
    who = "each player" if node.type in _ANYBODY else words.of(node.type)
    if node.track_type is None and node.type in _ONE_OF and words.players > 2:
        with words.calling_player(_ONE_OF[node.type]):
            asked = words.of(node.if_)
        with words.calling_player("that player"):
            return f"If {asked}, {words.of(node.result)}."
    if node.track_type is None and node.type not in _ANYBODY:
        with words.calling_player(who):
            return f"If {words.of(node.if_)}, {words.of(node.result)}."
    if node.track_type is None and node.type in _ANYBODY:
        with words.calling_player("a player"):
            asked = words.of(node.if_)
        if asked.count("a player") == 1:
            return f"If {asked}, {words.of(node.result)}."
    if node.track_type is not None:
        return f"For each track: if {words.of(node.if_)}, {words.of(node.result)}."
    return f"For {who}: if {words.of(node.if_)}, {words.of(node.result)}."


def decided_by(end: L.End | None, nodes: Sequence[Ludeme]) -> dict[str, tuple[Any, L.Result]]:
    """What events decide that happen to a player: of those that a rule of the end alone asks for, and nothing but them.

    nodes: all of the rules and the moves of pieces. What triggers such an event names the player whom the end names.
    """
    asked: dict[str, list[Any]] = {}
    happens: dict[str, list[Any]] = {}
    for node in nodes:
        if isinstance(node, L.IsTriggered):
            asked.setdefault(node.event, []).append(node)
        elif isinstance(node, L.Trigger):
            happens.setdefault(node.event, []).append((node.role, node.index_player))
    decided: dict[str, tuple[Any, L.Result]] = {}
    rule: Any
    for rule in () if end is None else end.end_rules if end.end_rules is not None else (end.end_rule,):
        test: Any = rule.test if isinstance(rule, L.EndIf) else None
        if isinstance(test, L.IsTriggered) and isinstance(rule.result, L.Result) and rule.subs is rule.sub is None:
            whom = test.role, test.index
            if asked[test.event] == [test] and set(happens.get(test.event, ())) == {whom}:
                decided[test.event] = whom, rule.result
    return decided


def decides(test: Any, words: Words) -> bool:
    """Whether a condition is that an event has happened to the player to whom it always happens."""
    whom, _ = words.decided_by.get(test.event, (None, None)) if isinstance(test, L.IsTriggered) else (None, None)
    return whom is not None and whom == (test.role, test.index)


FIRST_DECIDES = "If several of these apply, the first one decides"


def first_decides(rules: Sequence[L.EndRule]) -> bool:
    """Whether several rules of the end of a game of two may apply to one position with different results, and the first
    one then leaves nobody to whom another one could apply."""
    results = {_outcome(rule) for rule in rules}
    return None not in results and len(results) > 1


def _outcome(rule: L.EndRule) -> tuple[ResultType, RoleType | None] | None:
    """What a rule gives to whom: None where it may give something to players who have their places already."""
    result: Any = rule.result if isinstance(rule, L.EndIf) and rule.subs is None and rule.sub is None else None
    if not isinstance(result, L.Result) or is_team(result.who):
        return None
    if result.result is ResultType.Draw:
        return ResultType.Draw, None
    if result.result not in (ResultType.Win, ResultType.Loss) or result.who in (RoleType.All, RoleType.Each):
        return None
    loser_wins = result.result is ResultType.Loss and result.who in _OTHER
    return (ResultType.Win, _OTHER[result.who]) if loser_wins else (result.result, result.who)


_OTHER = {
    RoleType.Next: RoleType.Mover, RoleType.Mover: RoleType.Next, RoleType.P1: RoleType.P2, RoleType.P2: RoleType.P1
}  # fmt: skip


@told(L.EndIf)
def _if(node: L.EndIf, words: Words) -> str:
    inner = node.subs if node.subs is not None else (node.sub,) if node.sub is not None else ()
    if inner:
        parts = [words.of(part).removesuffix(".") for part in inner]
        parts = [part[0].lower() + part[1:] for part in parts]
        result = [words.of(node.result)] if node.result is not None else []
        return f"If {words.of(node.test)}: {'; '.join([*parts, *result])}."
    test: Any = node.test
    if decides(test, words):
        whole(test.role), whole(test.index)
        return f"{words.of(node.result)} by “{words.named(whole(test).event)}”, which is explained below"
    return f"If {words.of(test)}, {words.of(node.result)}."


# ------------------------------------------------------------------ rules that hold throughout

says(
    "After the first move, the second player may swap places with the first player instead of moving: each plays on "
    "with what was the other's.", L.Swap,
)  # fmt: skip
says("A player who has only one move makes it without being asked.", L.Automove)
says("Pieces fall when nothing holds them.", L.Gravity)
says("Pieces that carry others cannot move.", L.Pin)
says("Stacking is not allowed on what has fallen.", L.NoStackOn)
by_kind(L.NoSimple, Suicide="A move that would leave its own piece captured is not allowed.")


@told(L.PassEnd)
def _all_pass(node: L.PassEnd, words: Words) -> str:
    whole(node.type)
    ends = "is a draw" if words.passes_draw else "goes on"  # what is stated does not hold where there are dice
    return f"When all players have passed in succession, the game {ends}."


@told(L.NoRepeat)
def _no_repeat(node: L.NoRepeat, words: Words) -> str:
    kind = "" if node.repetition_type is None else node.repetition_type.name
    same = " with the same player to move" if kind.startswith("Situational") else ""
    turn = " in the same turn" if kind.endswith("InTurn") else ""
    which = "A move, except a pass," if words.may_pass else "A move"
    return f"{which} must not bring back an earlier position{same}{turn}."


def next_phase(node: Any, words: Words) -> str:
    """When a phase is followed by which."""
    who = node.role if node.role is not None else node.index_player
    whose = "" if who in (None, RoleType.Shared, RoleType.All) else f" for {words.of(who)}"
    when = "With the next move" if node.cond is None or node.cond is True else f"When {words.of(node.cond)}"
    phase = f"the phase “{readable(node.phase_name)}”" if node.phase_name else "the next phase"
    return f"{when}, {phase} begins{whose}."
