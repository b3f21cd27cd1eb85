"""The table of messages for what only a look at the whole game finds; `problems.messages` explains the columns."""

from __future__ import annotations

from ludparse.problems.errors import LudRuleError, LudSyntaxError, LudWarning
from ludparse.problems.messages import Message, add_messages, example

_PLACED = '(start (place "{}" (sites Bottom)))'
_LOOP = '(board (square 3) (track "Circle" "0,E,N,W" loop:True))'
_OPTION = '(option "Size" <Size> args:{<side>} {(item "Small" <3> "3x3")* (item "Large" <5> "5x5")})'
_SIZED = "(board (square <Size:side>))"


def _phases(next_phase: str) -> str:
    return example().replace(
        "(play (move Add (to (sites Empty))))",
        f'phases:{{(phase "Opening" (play (move Add (to (sites Empty)))) {next_phase})}}',
    )


add_messages(
    {
        "unknown-name-of-all": Message(
            LudRuleError,
            "nothing in the game is called {name!r}",
            example(end='(if (is Proposed "Draw") (result Mover Draw))', play='(move Propose "Drwa")'),
            "did you mean",
        ),
        "unknown-piece": Message(
            LudRuleError,
            "no piece is called {name!r}",
            example(start=_PLACED.format("Dsic1")),
            "did you mean: Disc?",
        ),
        "unknown-place": Message(
            LudRuleError,
            "no piece and no container is called {name!r}",
            example(end='(if (= 3 (count "Hnad1")) (result Mover Win))', pieces='(piece "Disc" Each) (hand Each)'),
            "did you mean: Hand?",
        ),
        "unknown-container": Message(
            LudRuleError,
            "nothing that holds pieces is called {name!r}",
            example(pieces='(piece "Disc" Each) (hand Each)', start='(start (place "Disc1" "Hnad1"))'),
            "did you mean: Hand?",
        ),
        "unknown-region": Message(
            LudRuleError,
            "no region is called {name!r}",
            example(
                pieces='(piece "Disc" Each) (regions "Home" P1 (sites Top))',
                play='(move Add (to (sites P1 "Hoem")))',
            ),
            "did you mean: Home?",
        ),
        "unknown-track": Message(
            LudRuleError,
            "no track is called {name!r}",
            example(board=_LOOP, play='(move Add (to (sites Track Mover "Cricle")))'),
            "did you mean: Circle?",
        ),
        "unknown-phase": Message(
            LudRuleError,
            "no phase is called {name!r}",
            _phases('(nextPhase "Endgame")'),
            "expected: Opening",
        ),
        "unknown-map": Message(
            LudRuleError,
            "no map is called {name!r}",
            example(
                pieces='(piece "Disc" Each) (map "Exit" {(pair P1 0)})',
                play='(move Add (to (sites {(mapEntry "Exti" Mover)})))',
            ),
            "did you mean: Exit?",
        ),
        "unknown-variable": Message(
            LudWarning,
            "no rule sets the variable {name!r}",
            example(
                play='(move Add (to (sites Empty)) (then (set Var "Count" 1)))',
                end='(if (= 1 (var "Cuont")) (result Mover Win))',
            ),
            "did you mean: Count?",
        ),
        "unknown-memory": Message(
            LudRuleError,
            "no rule remembers values under the name {name!r}",
            example(
                play="(move Add (to (sites Empty)) (then "
                '(and (remember Value "Seen" (last To)) (forget Value "Sene" All))))'
            ),
            "did you mean: Seen?",
        ),
        "unknown-player": Message(
            LudRuleError,
            "there is no player {role}: the game {players}",
            example(end="(if (is Line 3) (result P3 Win))"),
            "there is no player P3: the game has 2 players",
        ),
        "no-teams": Message(
            LudRuleError,
            "the game has no teams, so that {role} is nobody",
            example(end="(if (is Line 3) (result Team1 Win))"),
            "the game has no teams",
        ),
        "role-means-nobody": Message(
            LudRuleError,
            "{role} stands for nobody here",
            example(end="(if (is Line 3) (result Neutral Win))"),
            "expected: P1",
        ),
        "result-not-for-rules": Message(
            LudRuleError,
            "{word} is no result that rules can give",
            example(end="(if (is Line 3) (result Mover Abandon))"),
            "expected: Win, Loss, Draw or Tie",
        ),
        "missing-equipment": Message(
            LudRuleError,
            "({keyword} …) is used, but the game has {what}",
            example(play="(do (roll) next:(move Add (to (sites Empty))))"),
            "the game has no dice",
        ),
        "missing-container": Message(
            LudRuleError,
            "{name!r} is used, but the game has no {what}",
            example(start='(start (place "Disc1" "Hand1"))'),
            "the game has no hands",
        ),
        "not-a-match": Message(
            LudRuleError,
            "(matchScore …) is used, but this is no match of several games",
            example(end="(if (= 2 (matchScore P1)) (result P1 Win))"),
            "no match of several games",
        ),
        "needs-one-player": Message(
            LudRuleError,
            "({keyword} …) is for puzzles with 1 player, and this game has {players}",
            example(end="(if (is Solved) (result P1 Win))"),
            "for puzzles with 1 player",
        ),
        "no-result": Message(
            LudRuleError,
            "this end rule has no result",
            example(end="(if (is Line 3))"),
            "write (result Mover Win)",
        ),
        "endless-loop": Message(
            LudRuleError,
            "the condition of this (while …) is always true, so that it never ends",
            example(play="(while True (move Add (to (sites Empty))))"),
            "never ends",
        ),
        "moves-of-themselves": Message(
            LudRuleError,
            "the moves of the piece {name!r} ask for the moves of pieces, and so for themselves",
            example(pieces='(piece "Disc" Each (forEach Piece))', play="(forEach Piece)"),
            "ask for the moves of pieces",
        ),
        "no-side": Message(
            LudRuleError,
            "this does not say which side of the board is meant",
            example(play="(move Add (to (sites Side)))"),
            "(sites Side N)",
        ),
        "from-region": Message(
            LudRuleError,
            "({keyword} …) begins at one site, and this is a region",
            example(play="(move Add (to (sites Empty)) (then (custodial (from (sites Board)))))"),
            "Name one site",
        ),
        "no-piece-to-add": Message(
            LudRuleError,
            "this adds a piece of the mover, and player {player} has none",
            example(pieces='(piece "Disc" P1)'),
            "player 2 has none",
        ),
        "duplicate-piece": Message(
            LudWarning,
            "there are two pieces {name!r} of the same owner",
            example(pieces='(piece "Disc" Each) (piece "Disc" Each)'),
            "the same owner",
        ),
        "duplicate-track": Message(
            LudWarning,
            "there are two tracks {name!r} of the same owner",
            example(board='(board (square 3) {(track "Way" {0 1 2}) (track "Way" {3 4 5})})'),
            "two tracks 'Way'",
        ),
        "duplicate-phase": Message(
            LudWarning,
            "there are two phases {name!r}",
            _phases('(nextPhase "Opening")').replace(
                "phases:{", 'phases:{(phase "Opening" (play (move Add (to (sites Empty)))))'
            ),
            "two phases 'Opening'",
        ),
        "second-board": Message(
            LudWarning,
            "this is a second board: the game is played on the first, and this one only holds pieces",
            example(board="(board (square 3)) (board (hex 3))"),
            "The first one stands at",
        ),
        "duplicate-option": Message(
            LudSyntaxError,
            "there are two options {name!r}",
            example(board=_SIZED, after=_OPTION + _OPTION.replace("<Size>", "<Width>")),
            "The first one, which counts, stands at",
        ),
        "duplicate-tag": Message(
            LudWarning,
            "there are two options with the tag <{name}>",
            example(board=_SIZED, after=_OPTION + _OPTION.replace('"Size"', '"Width"')),
            "two options with the tag <Size:side>",
        ),
        "duplicate-item": Message(
            LudSyntaxError,
            "there are two items {name!r}",
            example(board=_SIZED, after=_OPTION.replace("Large", "Small")),
            "two items 'Size/Small'",
        ),
        "duplicate-ruleset": Message(
            LudSyntaxError,
            "there are two rulesets {name!r}",
            example(
                board=_SIZED,
                after=_OPTION + '(rulesets {(ruleset "Tiny" {"Size/Small"}) (ruleset "Tiny" {"Size/Large"})})',
            ),
            "two rulesets 'Tiny'",
        ),
        "choices-left-out": Message(
            LudWarning,
            "the description is too long to look at all {choices} choices of options and rulesets: "
            "{count} were left out",
            "",
            "were left out",
        ),
        "duplicate-define": Message(
            LudWarning,
            "there are two defines {name!r}",
            example(
                before='(define "Three" (is Line 3))\n(define "Three" (is Line 4))\n',
                end='(if ("Three") (result Mover Win))',
            ),
            "The first one, which counts, stands at",
        ),
    }
)
