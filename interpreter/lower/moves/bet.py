"""Bets, propositions and votes: (bet …), (propose …), (vote …) and (move Bet …), (move Propose …), (move Vote …)."""

from __future__ import annotations

from collections.abc import Sequence

from ..arguments.moves import push_move
from ..arguments.ranges import range_of
from ..base.memory import message_number
from ..base.prelude import Feature, L, Lowering, lowers


@lowers(L.Bet, L.MoveBet, to="moves", needs=Feature.AMOUNT)
def bet(node: L.Bet | L.MoveBet, lo: Lowering) -> None:
    """One move for each stake of the range, from the lowest."""
    if node.role is not None:
        player = lo.let(lo.role(node.role), "player")
    else:
        assert node.who is not None
        player = lo.let(lo.int(node.who.index), "player")
    low, high = range_of(lo, node.range)
    low, high = lo.let(low), lo.let(high)
    mover = player if lo.flags.simultaneous else None
    with lo.for_range(low, high + 1, "stake") as stake:
        # a bet is a decision even as an effect
        push_move(lo, -1, -1, [lo.act("bet", decision=True, player=player, bet=stake)], mover=mover, then=node.then)


@lowers(L.Propose, to="moves", needs=Feature.VOTES)
def propose(node: L.Propose, lo: Lowering) -> None:
    """One move for each proposition, in the order of the description."""
    given = node.propositions if node.propositions is not None else (str(node.proposition),)
    _messages(lo, "propose", given, False, node.then)


@lowers(L.Vote, to="moves", needs=Feature.VOTES)
def vote(node: L.Vote, lo: Lowering) -> None:
    """One move for each vote, in the order of the description."""
    given = node.votes if node.votes is not None else (str(node.vote),)
    _messages(lo, "vote", given, False, node.then)


@lowers(L.MoveMessage, to="moves", needs=Feature.VOTES)
def move_message(node: L.MoveMessage, lo: Lowering) -> None:
    """Propositions or votes as decisions."""
    given = node.messages if node.messages is not None else (str(node.message),)
    kind = "propose" if node.kind is L.MoveMessageType.Propose else "vote"
    _messages(lo, kind, given, True, node.then)


def _messages(lo: Lowering, kind: str, texts: Sequence[str], decision: bool, then: L.Then | None) -> None:
    for text in texts:
        number = message_number(lo, text)
        action = lo.act(kind, decision=decision, text=lo.string(text), number=number)
        push_move(lo, -1, -1, [action], then=then)
