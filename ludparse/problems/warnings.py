"""The table of warnings, with a wrong example of each and the same put right. docs/warnings.md is written from it."""

from __future__ import annotations

from typing import NamedTuple

from ludparse.problems.message import example

__all__ = ["WARNINGS", "Warned"]


class Warned(NamedTuple):
    """`text` is the message's template, `why` explains it, `wrong` has it, and `right` is the same without it."""

    text: str
    why: str
    wrong: str
    right: str


_OPTION = '(option "Size" <Size> args:{<side>} {(item "Small" <3> "3x3")* (item "Large" <5> "5x5")})'
_STEP = "(move Step {} (to if:(is Empty (to))))"
_TRACK = '(track "Circle" "0,E,N,W" loop:True)'


def _phases(*phases: str) -> str:
    return example().replace("(play (move Add (to (sites Empty))))", f"phases:{{{' '.join(phases)}}}")


_NEWER = '(metadata (info {(version "1.3.14")}))'
_DEALT = "(start (deal Dominoes 6))"
_FROM_HAND = "(move (from (sites Hand Mover)) (to (sites Empty)))"
_TWO_MEN = {
    "pieces": f'(piece "Man" Each {_STEP.format("Adjacent")})',
    "start": '(start {(place "Man1" coord:"A1") (place "Man2" coord:"C3")})',
    "play": "(forEach Piece)",
}
_NEXT_TO = '(start {(place "Man1" coord:"A1") (place "Man2" coord:"A2")})'
_SLIDER = '(piece "Man" Each (move Slide (to if:{} (apply if:(is Enemy (who at:(to))) (remove (to))))))'
_LINE_OR_FULL = "{(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))}"
_MAN_AND_DIE = '(piece "Man" Each) (hand Each) (dice d:6 num:1)'
_FROM_HANDS = "(do (roll) next:(move (from (sites Hand Mover)) (to (sites Empty))))"
_NEVER = "(if (is Line 9) (result Mover Win))"
_ADD = "(play (move Add (to (sites Empty))))"

WARNINGS: dict[str, Warned] = {
    "unused-define": Warned(
        "the define {name!r} is never used",
        "A define does nothing until its name is used. Often the use is misspelt, or was removed.",
        example(before='(define "Three" (is Line 3))\n'),
        example(before='(define "Three" (is Line 3))\n', end='(if ("Three") (result Mover Win))'),
    ),
    "unused-option": Warned(
        "no rule depends on the option {name!r}",
        "The tag of the option stands nowhere in the game, so that all its items give the same game.",
        example(after=_OPTION),
        example(board="(board (square <Size:side>))", after=_OPTION),
    ),
    "unused-piece": Warned(
        "the piece {name!r} is never used",
        "No rule places the piece, adds it, promotes to it or asks for it, so that it is never seen.",
        example(pieces='(piece "Disc" Each) (piece "King" Each)'),
        example(
            pieces='(piece "Disc" Each) (piece "King" Each)',
            start='(start {(place "King1" coord:"A1") (place "King2" coord:"C3")})',
        ),
    ),
    "unused-region": Warned(
        "the region {name!r} is never used",
        "A region of the equipment does nothing until a rule names it by (sites …).",
        example(pieces='(piece "Disc" Each) (regions "Home" P1 (sites Top))'),
        example(
            pieces='(piece "Disc" Each) (regions "Home" P1 (sites Top))',
            end='(if (is In (last To) (sites P1 "Home")) (result P1 Win))',
        ),
    ),
    "unused-track": Warned(
        "the track {name!r} is never used",
        "A track does nothing until a rule moves or sows along it.",
        example(board=f"(board (square 3) {_TRACK})"),
        example(board=f"(board (square 3) {_TRACK})", play='(move Add (to (sites Track Mover "Circle")))'),
    ),
    "unused-variable": Warned(
        "the variable {name!r} is set and never read",
        "A variable that no rule reads changes nothing in the game.",
        example(play='(move Add (to (sites Empty)) (then (set Var "Count" 1)))'),
        example(
            play='(move Add (to (sites Empty)) (then (set Var "Count" 1)))',
            end='(if (= 1 (var "Count")) (result Mover Win))',
        ),
    ),
    "older-form": Warned(
        "({word} …) is written ({today} …) today",
        "Ludii wrote it so up to version 1.3.0. Later ones refuse it.",
        example().replace("(play ", "(meta (noRepeat Positional)) (play "),
        example().replace("(play ", "(meta (no Repeat Positional)) (play "),
    ),
    "dominoes-dealt": Warned(
        "{total} dominoes are dealt in all, {each}",
        "Ludii deals twice the number of dominoes that the rule says, whatever the number of players. That is what "
        "the rule says for two players only.",
        example(players="(players 4)", pieces="(dominoes upTo:6) (hand Each size:6)", start=_DEALT, play=_FROM_HAND),
        example(pieces="(dominoes upTo:6) (hand Each size:6)", start=_DEALT, play=_FROM_HAND),
    ),
    "nothing-dealt": Warned(
        "nothing is dealt, because there are {players} and {hands}",
        "Ludii deals only where there are as many hands as players, whoever they belong to.",
        example(pieces="(dominoes upTo:6) (hand P1 size:6)", start=_DEALT, play=_FROM_HAND),
        example(pieces="(dominoes upTo:6) (hand Each size:6)", start=_DEALT, play=_FROM_HAND),
    ),
    "newer-ludeme": Warned(
        "{called} is newer than Ludii {followed}",
        "Ludii 1.3.13 refuses the game; 1.3.14 plays it, and so do we.",
        example(play="(move Add (to (difference (sites Empty) (sites Support))))"),
        example(play="(move Add (to (difference (sites Empty) (sites Support))))", after=_NEWER),
    ),
    "gone-ludeme": Warned(
        "Ludii {newer} can no longer read {called}",
        "The metadata name a version of Ludii that refuses the game. Up to 1.3.13 the role stood alone.",
        example(play="(move Add (to (sites Empty) if:(< (count SitesPlatformBelow Mover) 2)))", after=_NEWER),
        example(play="(move Add (to (sites Empty) if:(< (count SitesPlatformBelow who:Mover) 2)))", after=_NEWER),
    ),
    "unused-phase": Warned(
        "the phase {name!r} is never entered",
        "The first phase of each player begins the game. All others are entered by (nextPhase …) of another phase.",
        _phases(f'(phase "Opening" {_ADD})', f'(phase "Endgame" {_ADD})'),
        _phases(f'(phase "Opening" {_ADD} (nextPhase (is Full) "Endgame"))', f'(phase "Endgame" {_ADD})'),
    ),
    "never-proposed": Warned(
        "({keyword} …) asks for {name!r}, which nobody ever proposes or votes for",
        "The condition is never true, because no rule proposes that or votes for it under this name.",
        example(end='(if (is Decided "Draw") (result Mover Draw))'),
        example(play='(or (move Add (to (sites Empty))) (move Propose "Draw"))',
                end='(if (is Proposed "Draw") (result Mover Draw))'),
    ),
    "never-triggered": Warned(
        "no rule triggers the event {name!r}",
        "The condition is never true, because no (trigger …) has this name.",
        example(end='(if (is Triggered "Goal" Mover) (result Mover Win))'),
        example(
            play='(move Add (to (sites Empty)) (then (trigger "Goal" Mover)))',
            end='(if (is Triggered "Goal" Mover) (result Mover Win))',
        ),
    ),
    "always-true": Warned(
        "this is always true",
        "A condition that is always true can be left out. Often a comparison has the same thing on both sides.",
        example(end="(if (= (mover) (mover)) (result Mover Win))"),
        example(end="(if (= (mover) (who at:(last To))) (result Mover Win))"),
    ),
    "never-true": Warned(
        "this is never true",
        "What depends on the condition never happens. Often a comparison is the wrong way round.",
        example(end="(if (!= (mover) (mover)) (result Mover Win))"),
        example(end="(if (!= (mover) (who at:(last To))) (result Mover Win))"),
    ),
    "wrong-kind": Warned(
        "{text} is {kind}, and ({keyword} …) asks for {wanted}",
        "Sites, players and pieces are all told by numbers, so that one is taken for another without a word.",
        example(end="(if (is Enemy (last To)) (result Mover Win))"),
        example(end="(if (is Enemy (who at:(last To))) (result Mover Win))"),
    ),
    "different-kinds": Warned(
        "{first} is {kind}, and {second} is {other}",
        "Numbers of two kinds are compared, which are equal only by chance.",
        example(end="(if (= (what at:(last To)) (last To)) (result Mover Win))"),
        example(end="(if (= (who at:(last To)) (mover)) (result Mover Win))"),
    ),
    "no-player-meant": Warned(
        "Player means nobody here: no loop over players is around it",
        "`Player` is the player of a `(forEach Player …)` or `(forEach Team …)`. Outside of these it names nobody.",
        example(end="(if (is Line 3) (result Player Win))"),
        example(end="(forEach Player if:(is Line 3 Player) (result Player Win))"),
    ),
    "nothing-removed": Warned(
        "this never holds for somebody who has pieces: no rule takes a piece off",
        "All moves go to empty sites, and none removes anything, so that nobody loses a piece.",
        example(**_TWO_MEN | {"end": "(if (no Pieces Next) (result Mover Win))"}),
        example(**_TWO_MEN | {"end": "(if (no Moves Next) (result Mover Win))"}),
    ),
    "other-sites": Warned(
        "these are {wanted}, and this game is played on {played}",
        "A number is that of a site of the type that is played on, whatever the region was about.",
        example(board="(board (square 3) use:Vertex)", play="(move Add (to (sites Empty Cell)))"),
        example(board="(board (square 3) use:Vertex)", play="(move Add (to (sites Empty)))"),
    ),
    "die-added": Warned(
        "a die is added here: piece number {number} is {name}",
        "Where nothing is said, the piece with the number of the player to move is added. Dice have the first numbers.",
        example(pieces='(piece "Disc" Each) (dice d:6 num:1)', play="(do (roll) next:(move Add (to (sites Empty))))"),
        example(pieces='(piece "Disc" Each) (dice d:6 num:1)',
                play='(do (roll) next:(move Add (piece (id "Disc" Mover)) (to (sites Empty))))'),
    ),
    "other-piece-added": Warned(
        "player {player} adds a piece of player {owner} here: piece number {number} is {name}",
        "Where nothing is said, the piece with the number of the player to move is added.",
        example(pieces='(piece "Disc" P2) (piece "Man" P1)'),
        example(pieces='(piece "Man" P1) (piece "Disc" P2)'),
    ),
    "other-piece-placed": Warned(
        "this places {name} and not {item}",
        "In a hand that is named, Ludii places the piece that has the number of the hand: 1 in that of player 1. Dice "
        "have the first numbers.",
        example(pieces=_MAN_AND_DIE, start='(start (place "Man1" "Hand1"))', play=_FROM_HANDS),
        example(pieces=_MAN_AND_DIE, start='(start (place "Man" "Hand"))', play=_FROM_HANDS),
    ),
    "slide-of-one": Warned(
        "this slide never goes further than to the next site: where that is empty, {what}",
        "A slide ends at the first site where the condition of (to …) holds. One that holds on every empty site ends "
        "it at once.",
        example(**_TWO_MEN | {"pieces": _SLIDER.format("(not (is Friend (who at:(to))))"), "start": _NEXT_TO}),
        example(**_TWO_MEN | {"pieces": _SLIDER.format("(is Enemy (who at:(to)))"), "start": _NEXT_TO}),
    ),
    "several-defaults": Warned(
        "another item of the option {name!r} has as many stars",
        "The item with the most stars is chosen where none is named, the first of these.",
        example(board="(board (square <Size:side>))", after=_OPTION.replace('"5x5")', '"5x5")*')),
        example(board="(board (square <Size:side>))", after=_OPTION),
    ),
    "repeated-condition": Warned(
        "this condition stands twice in one ({keyword} …)",
        "The second one changes nothing. Often one of the two was to be another condition.",
        example(end="(if (and (is Line 3) (is Line 3)) (result Mover Win))"),
        example(end="(if (and (is Line 3) (is Full)) (result Mover Win))"),
    ),
    "unreachable-end": Warned(
        "this end rule is never reached",
        "End rules are tried in order. One before this has the same condition, or a weaker one, and ends the game.",
        example(end="{(if (is Line 3) (result Mover Win)) (if (and (is Line 3) (is Full)) (result Mover Draw))}"),
        example(end="{(if (and (is Line 3) (is Full)) (result Mover Draw)) (if (is Line 3) (result Mover Win))}"),
    ),
    "no-facing": Warned(
        "{word} is relative to where the piece {name!r} looks, and nothing says where that is",
        "Pieces without a direction all look north, those of the second player too.",
        example(pieces=f'(piece "Man" Each {_STEP.format("Forward")})', play="(forEach Piece)",
                start='(start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})'),
        example(players="(players {(player N) (player S)})",
                pieces=f'(piece "Man" Each {_STEP.format("Forward")})', play="(forEach Piece)",
                start='(start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})'),
    ),
    "nothing-between": Warned(
        "nothing is between here",
        "(between) is what a move passes. A step passes nothing, and outside of hops, slides and captures there is "
        "no site that it could mean.",
        example(play="(move Add (to (sites Empty)) (then (remove (between))))"),
        example(play="(move Add (to (sites Empty)) (then (custodial (between if:(is Enemy (who at:(between)))) "
                     "(to if:(is Friend (who at:(to)))))))"),
    ),
    "outside-of-loop": Warned(
        "({keyword}) has a value only within {loop}",
        "Outside of the loop that goes through them, it stands for no value.",
        example(pieces='(piece "Disc" Each) (dice d:6 num:1)',
                play='(do (roll) next:(move Add (piece (id "Disc" Mover)) (to (sites Empty) if:(= (pips) 3))))'),
        example(pieces='(piece "Disc" Each) (dice d:6 num:1)',
                play='(do (roll) next:(forEach Die (move Add (piece (id "Disc" Mover)) '
                     "(to (sites Empty) if:(= (pips) 3)))))"),
    ),
    "stack-left-behind": Warned(
        "this moves the top piece of a stack alone",
        "One of several ways to move a piece takes the whole stack, and this one does not. Or it depends on the "
        "height of the stack where it begins, and no rule says stack:True.",
        example(pieces='(piece "Man" Each (or (move Step Orthogonal (to) stack:True) (move Step Diagonal (to))))',
                start='(start (place "Man1" (sites Bottom)))', play="(forEach Piece)"),
        example(pieces='(piece "Man" Each (or (move Step Orthogonal (to) stack:True) '
                       "(move Step Diagonal (to) stack:True)))",
                start='(start (place "Man1" (sites Bottom)))', play="(forEach Piece)"),
    ),
    "same-site": Warned(
        "{name!r} is placed where {other!r} stands already",
        "Without stacks the later piece takes the place of the earlier one.",
        example(start='(start {(place "Disc1" (sites Bottom)) (place "Disc2" (sites Bottom))})'),
        example(start='(start {(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top))})'),
    ),
    "repeated-meta": Warned(
        "this meta rule stands twice",
        "The second one changes nothing.",
        example(start="(meta {(no Repeat) (no Repeat)})"),
        example(start="(meta {(no Repeat)})"),
    ),
    "surplus-argument": Warned(
        "the define {name!r} has {parameters}, and here it has {given}",
        "Arguments for which a define has no parameter are dropped without a word.",
        example(before='(define "InARow" (is Line #1))\n', end='(if ("InARow" 3 4) (result Mover Win))'),
        example(before='(define "InARow" (is Line #1))\n', end='(if ("InARow" 3) (result Mover Win))'),
    ),
    "no-piece-at-start": Warned(
        "of {players} players, player {player} has no piece at the start",
        "The start rules place pieces for the players before, and no rule brings any for this one.",
        example(players="(players 3)", **_TWO_MEN),
        example(**_TWO_MEN),
    ),
    "no-first-move": Warned(
        "there is no first move: {why}",
        "Often pieces stand where they cannot move, or an end rule applies at the start. Told by `lud check`, not in "
        "editors.",
        example(start='(start (place "Disc1" (sites Board)))'),
        example(),
    ),
    "play-never-ends": Warned(
        "none of {games} random games ended within {limit:,} moves",
        "With `--play`. The end rules may never apply, or the players can go back and forth for ever.",
        example(**_TWO_MEN, end=_NEVER),
        example(),
    ),
    "play-forced-pass": Warned(
        "player {player} could only pass in {count:,} of {turns:,} turns",
        "With `--play`. The player may have no pieces, or no rule that moves them.",
        example(**_TWO_MEN | {"play": "(if (is Mover P2) (move Pass) (forEach Piece))"},
                end="(if (= (count Moves) 60) (result Mover Draw))"),
        example(),
    ),
    "play-die-on-board": Warned(
        "the die {name} stands on the board as if it were a piece",
        "With `--play`. Where no piece is named, or a hand is, a rule takes the piece with some number. Dice have the "
        "first numbers.",
        example(pieces=_MAN_AND_DIE, end=_LINE_OR_FULL),
        example(pieces=_MAN_AND_DIE, play='(move Add (piece (id "Man" Mover)) (to (sites Empty)))', end=_LINE_OR_FULL),
    ),
    "play-always-drawn": Warned(
        "all of {games} random games that ended were drawn",
        "With `--play`. The rules by which somebody wins may never apply.",
        example(end=_NEVER),
        example(),
    ),
    "play-one-winner": Warned(
        "player {player} won all of {games} random games that ended",
        "With `--play`. A result may be given to the wrong player, or the other side has no way to win.",
        example(end="(if (is Full) (result P1 Win))"),
        example(),
    ),
    "play-piece-still": Warned(
        "the piece {name!r} has moves, and in {games} random games it never had one",
        "With `--play`. The condition of its moves may never be true, or no rule of play asks for them.",
        example(pieces=f'(piece "Disc" Each {_STEP.format("Adjacent")})'),
        example(),
    ),
    "play-end-never": Warned(
        "this result was given at the end of none of {games} random games",
        "With `--play`. The condition of an end rule may never be true, or an earlier rule always comes before it. "
        "What random players seldom bring about (a long cycle, a bare king) is told too, except in puzzles; silence "
        "the warning there.",
        example(end="{(if (is Line 3) (result Mover Win)) (if (is Line 9) (result Mover Loss))}"),
        example(end="{(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))}"),
    ),
    "play-move-never": Warned(
        "no move and no effect came of this in {games} random games",
        "With `--play`. The condition before it may never be true, or what it asks for may never be there.",
        example(play="(or (move Add (to (sites Empty))) (if (< 100 (count Moves)) (move Pass)))"),
        example(play="(or (move Add (to (sites Empty))) (if (< 3 (count Moves)) (move Pass)))"),
    ),
}  # fmt: skip
