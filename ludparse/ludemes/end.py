"""How games end."""

from __future__ import annotations

from ludparse.ludemes.base import Ludeme, either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *


@ludeme("score")
class EndScore(Ludeme):
    """The score that a player gets at the end."""

    role: RoleType
    score: Int


@ludeme("payoff")
class Payoff(Ludeme):
    """The payoff that a player gets at the end."""

    role: RoleType
    payoff: Float


@ludeme("byScore")
class ByScore(EndResult):
    """The players are ranked by their scores."""

    final_score: tuple[EndScore, ...] | None = None
    misere: Bool | None = named(default=None)


@ludeme("payoffs")
class Payoffs(EndResult):
    """The players are ranked by their payoffs."""

    final_payoffs: tuple[Payoff, ...]


@ludeme("end")
class End(Ludeme):
    """The rules of how the game ends, tested in order after every move."""

    end_rule: EndRule | None = either(1)
    end_rules: tuple[EndRule, ...] | None = either(1)


@ludeme("forEach")
class EndForEach(EndRule):
    """A result for each of some players, or for each track."""

    type: RoleType | None = either(1, default=None)
    track_type: TrackType | None = either(1, default=None)
    if_: Bool = named()
    result: EndResult


@ludeme("result")
class Result(EndResult):
    """What a player gets when the game ends for them."""

    who: RoleType
    result: ResultType


@ludeme("if")
class EndIf(EndRule):
    """A result, or further end rules, under a condition."""

    test: Bool
    sub: EndIf | None = either(1, default=None)
    subs: tuple[EndIf, ...] | None = either(1, default=None)
    result: EndResult | None = None
