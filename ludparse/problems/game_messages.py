"""Messages for what only a look at the whole game finds, or at its board."""

from __future__ import annotations

from ludparse.problems.errors import LudRuleError, LudSyntaxError, LudWarning
from ludparse.problems.message import ELSEWHERE, Message, example

__all__ = ["GAME_MESSAGES"]

_PLACED = '(start (place "{}" (sites Bottom)))'
_LOOP = '(board (square 3) (track "Circle" "0,E,N,W" loop:True))'
_OPTION = '(option "Size" <Size> args:{<side>} {(item "Small" <3> "3x3")* (item "Large" <5> "5x5")})'
_SIZED = "(board (square <Size:side>))"


def _phases(next_phase: str) -> str:
    return example().replace(
        "(play (move Add (to (sites Empty))))",
        f'phases:{{(phase "Opening" (play (move Add (to (sites Empty)))) {next_phase})}}',
    )


GAME_MESSAGES: dict[str, Message] = {
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
        ELSEWHERE,
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
    "no-position-yet": Message(
        LudRuleError,
        "({keyword} …) depends on the position, and there is none yet when the start rules are counted",
        example(start="(start (set Count 2 to:(sites Empty)))"),
        "depends on the board alone",
    ),
    "no-type-yet": Message(
        LudRuleError,
        "({keyword} …) names no type of sites, and has none yet when the start rules are counted",
        example(start="(start (set P1 (sites Board)))"),
        "Name it",
    ),
    "no-moves-yet": Message(
        LudRuleError,
        "({keyword} …) depends on the moves so far, and there are none when the equipment is made",
        example(pieces='(piece "Disc" Each) (regions "Near" (sites Around (last To)))',
                play='(move Add (to (sites "Near")))'),
        "made before the first move",
    ),
    "region-of-nobody": Message(
        LudRuleError,
        "({keyword} …) asks for the regions of each of the {count} players, and {role} is none of them",
        example(pieces='(piece "Disc" Each) (regions P1 (sites Top)) (regions P3 (sites Left))',
                end="(if (is Connected Mover) (result Mover Win))"),
        "P3 is none of them",
    ),
    "puzzle-without-values": Message(
        LudRuleError,
        "the board of this puzzle does not say which values its sites can take",
        '(game "Rows" (players 1) (equipment {(board (square 3)) (regions Rows)}) '
        "(rules (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))",
        "(values Cell (range 1 3))",
    ),
    "unknown-coordinate": Message(
        LudRuleError,
        "the board has no {kind} {label!r}",
        example(start='(start (place "Disc1" coord:"Z9"))'),
        "Its columns are A to C, and its rows 1 to 3.",
    ),
    "expectation": Message(LudRuleError, "{what}", ELSEWHERE, ""),
    "expectation-file": Message(LudRuleError, "{what}", ELSEWHERE, ""),
    "site-off-board": Message(
        LudRuleError,
        "there is no site {site}",
        example(start='(start (place "Disc1" 40))'),
        "The numbers go from 0 to 8.",
    ),
    "hand-in-region": Message(
        LudRuleError,
        "on a board of vertices a region cannot hold the sites of a hand",
        example(board="(board (square 3) use:Vertex)",
                pieces='(piece "Disc" Each) (hand Each) (regions "Mine" (sites Hand P1))'),
        "a board of vertices",
    ),
    "no-sites": Message(
        LudWarning,
        "the board has no {kinds} to play on",
        example(board="(board (graph vertices:{{0 0} {1 0}} edges:{{0 1}}))"),
        "It can be played on with use:Vertex.",
    ),
    "hand-without-sites": Message(
        LudWarning,
        "this hand has no sites and can hold nothing",
        example(pieces='(piece "Disc" Each) (hand Each size:0)'),
        "this hand has no sites",
    ),
    "line-too-long": Message(
        LudWarning,
        "no line of the board has {length} sites: the longest has {longest}",
        example(board="(board (square 5))", end="(if (is Line 6) (result Mover Win))"),
        "the longest has 5",
    ),
    "divides-by-zero": Message(
        LudWarning,
        "this divides by 0, and the game ends in an error where it is reached",
        example(end="(if (= 1 (/ 5 (- 2 2))) (result Mover Win))"),
        "this divides by 0",
    ),
    "step-off-board": Message(
        LudWarning,
        "the step {step!r} leaves the board: the track goes only as far as the board does",
        example(board='(board (square 3) (track "Way" "0,E5,N"))'),
        "the step 'E5'",
    ),
    "edge-to-itself": Message(
        LudWarning,
        "this edge joins vertex {vertex} with itself",
        example(board="(board (graph vertices:{{0 0} {1 0} {0 1}} edges:{{0 1} {1 2} {2 2}}) use:Vertex)"),
        "this edge joins vertex 2",
    ),
    "edge-without-end": Message(
        LudWarning,
        "there is no vertex {vertex}: this edge is left out",
        example(board="(board (graph vertices:{{0 0} {1 0} {0 1}} edges:{{0 1} {1 2} {2 3}}) use:Vertex)"),
        "The numbers go from 0 to 2.",
    ),
}  # fmt: skip
