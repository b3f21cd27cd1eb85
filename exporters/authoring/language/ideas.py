"""Finds ludemes by what people call what they do: `capture by jumping over`, `withdrawal`, `drop from hand`."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["IDEAS", "Idea", "find_ideas"]


class Idea(NamedTuple):
    """What people call something, the ludeme that does it (as `lud explain` finds it), and how it is written."""

    called: str
    word: str
    how: str


IDEAS = (
    Idea("capture by jumping over, leaping over, hop over", "move Hop",
         "(move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))"),
    Idea("capture by replacement, moving onto, displacement", "apply",
         "(move Step (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"),
    Idea("custodial capture, custodian, between two, flanking, sandwich", "custodial",
         "(then (custodial (from (last To)) (between if:(is Enemy (who at:(between))) (apply (remove (between))))))"),
    Idea("surround capture, surrounding a piece on all sides", "surround", "(then (surround (from (last To)) …))"),
    Idea("enclose a group, no liberties, capture as in Go", "enclose",
         "(then (enclose (from (last To)) Orthogonal …))"),
    Idea("approach capture, moving towards a line of pieces", "directional",
         "(then (directional (from (last To)) …)): the line in which the move went on"),
    Idea("withdrawal capture, withdraw, moving away, retreat", "directional",
         "(then (directional (from (last From)) (directions OppositeDirection) …)): the line behind the move"),
    Idea("intervention, interception, intervene, moving between two", "intervene",
         "(then (intervene (from (last To)) …))"),
    Idea("promotion, promote, crown, king", "promote",
         "(then (if (is In (last To) (sites Top)) (promote …)))"),
    Idea("drop from hand, place from hand, reserve, enter", "hand",
         "(move (from (handSite Mover)) (to (sites Empty)))"),
    Idea("multiple capture, chain of jumps, continue capturing, again", "moveAgain",
         "(then (if (can Move (hop (from (last To)) …)) (moveAgain)))"),
    Idea("most captures, maximum, must capture the most", "max Moves", "(max Moves …)"),
    Idea("compulsory capture, obligatory, must capture", "priority", "(priority {captures other})"),
    Idea("sow seeds, sowing, mancala, distribute", "sow", "(move Select (from …) (then (sow …)))"),
    Idea("stalemate, no legal moves, cannot move, blocked", "no Moves", "(if (no Moves Next) (result Next Loss))"),
    Idea("check, checkmate, king in danger, threat, attacked", "is Threatened",
         "(is Threatened (id \"King\" Mover) …)"),
    Idea("connection, connect two sides, chain between edges", "is Connected",
         "(if (is Connected Mover) (result Mover Win))"),
    Idea("line of pieces, in a row, alignment", "is Line", "(if (is Line 5) (result Mover Win))"),
    Idea("pattern, shape of pieces", "is Pattern", "(is Pattern {F R F})"),
    Idea("loop, ring of pieces", "is Loop", "(if (is Loop) (result Mover Win))"),
    Idea("swap rule, pie rule, change sides", "swap", "(meta (swap))"),
    Idea("repetition, repeat, ko, superko", "no Repeat", "(meta (no Repeat))"),
    Idea("pass, skip a turn", "move Pass", "(or (move Add …) (move Pass))"),
    Idea("dice, roll, throw", "roll", "(do (roll) next:(forEach Die …))"),
    Idea("track, race, move along", "track", '(track "Track" "0,E,N,W" loop:True)'),
    Idea("score points, count points, most points win", "byScore", "(if (no Moves Mover) (byScore))"),
    Idea("slide like a rook, bishop, queen", "move Slide", "(move Slide Orthogonal)"),
    Idea("knight, leap, walk", "move Leap", "(move Leap {{F F R F} {F F L F}} (to …))"),
    Idea("shoot, arrow, block a site", "move Shoot", '(move Shoot (piece "Dot0"))'),
    Idea("push pieces, shove", "push", "(then (push …))"),
    Idea("flip, turn over, reverse a piece", "flip", "(flip (between))"),
    Idea("phases, placing then moving, stages of a game", "phase", '(phase "Placement" (play …) (nextPhase …))'),
    Idea("castling, a piece that has not moved yet", "set State", "(then (set State at:(last To) 1))"),
    Idea("en passant, capture in passing", "set Pending",
         "(then (set Pending …)): the next move may ask for (sites Pending)"),
    Idea("bet, wager, stakes", "bet", "(move Bet P1 (range 0 5))"),
    Idea("vote, agree, propose a draw", "vote", "(move Propose \"Draw\")"),
)  # fmt: skip
"""What people look for."""

_WORD = re.compile(r"[a-z]{2,}")
_IDLE = ("the", "and", "with", "that", "from", "one", "game", "piece", "pieces", "move", "moving", "when", "for",
         "as", "in", "on", "to", "of", "by", "or", "no", "is", "it", "an", "at", "like")


def find_ideas(text: str) -> tuple[Idea, ...]:
    """The ideas that share most words with a text, at least half of its own; words are alike that begin alike."""
    asked = {_stem(word) for word in _WORD.findall(text.casefold())}
    asked -= {_stem(word) for word in _IDLE}
    scored = [(len(asked & {_stem(word) for word in _WORD.findall(idea.called.casefold())}), idea) for idea in IDEAS]
    most = max((score for score, _ in scored), default=0)
    return tuple(idea for score, idea in scored if score == most and 2 * score >= len(asked) > 0)


def _stem(word: str) -> str:
    return word[:5].rstrip("es") or word
