"""Small games that show one ludeme each: a use of the ludeme, put into a game that is as simple as can be.

`write_examples.py` takes them for ludemes that no game of the project shows in as few words. Every use is a whole
description of our own; a test plays all of them.
"""

from __future__ import annotations

__all__ = ["USES", "games"]

_PLAIN = """(game "{name}" (players 2)
    (equipment {{ (board (square 5)) (piece "Disc" Each) {more}}})
    (rules {start}(play {play}) (end {end})))"""

_TEMPLATES = {
    "graph": """(game "{name}" (players 2)
    (equipment {{ (board {use}) (piece "Disc" Each) }})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))""",
    "points": """(game "{name}" (players 2)
    (equipment {{ (board {use} use:Vertex) (piece "Disc" Each) }})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))""",
    "condition": _PLAIN.format(
        name="{name}", more="", start="", play="(move Add (to (sites Empty)))", end="(if {use} (result Mover Win))"
    ),
    "effect": _PLAIN.format(
        name="{name}", more="", start="", play="(move Add (to (sites Empty)) (then {use}))",
        end="(if (is Full) (result Mover Draw))",
    ),
    "region": _PLAIN.format(
        name="{name}", more="", start="", play="(or (move Add (to {use})) (move Add (to (sites Empty))))",
        end="(if (is Full) (result Mover Draw))",
    ),
    "number": _PLAIN.format(
        name="{name}", more="", start="", play="(move Add (to (sites Empty)) (then (addScore Mover {use})))",
        end="(if (is Full) (byScore))",
    ),
    "list": _PLAIN.format(
        name="{name}", more="", start="",
        play="(move Add (to (sites Empty)) (then (addScore Mover (count Value 1 in:{use}))))",
        end="(if (is Full) (byScore))",
    ),
    "board": _PLAIN.format(
        name="{name}", more="{more}", start="(start (place \"Disc1\" (sites Bottom))) ", play="{use}",
        end="(if (no Moves Next) (result Mover Win))",
    ).replace("(square 5)", "(square 5)"),
    "start": _PLAIN.format(
        name="{name}", more="", start="(start {use}) ", play="(move Add (to (sites Empty)))",
        end="(if (is Full) (result Mover Draw))",
    ),
    "whole": "{use}",
}  # fmt: skip

_TURN = """(game "{name}" (players 2)
    (equipment {{ (board (square 5)) {pieces} {more}}})
    (rules {meta}(start {{ (place "{first}1" (sites Bottom)) (place "{first}2" (sites Top)) }})
        (play {play}) (end (if (no Moves Next) (result Mover Win)))))"""


def _pieces(name: str, play: str = "(forEach Piece)", *, how: str = "", more: str = "", meta: str = "") -> str:
    """A game with a row of pieces for each player, which move as `how` says."""
    pieces = f'(piece "Man" Each {how})' if how else '(piece "Man" Each)'
    return _TURN.format(name=name, pieces=pieces, more=more + " " * bool(more), play=play, first="Man", meta=meta)


_STEP = "(move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))"

USES: dict[str, tuple[str, str]] = {
    # boards and graphs
    "Boardless": ("whole", """(game "Boardless" (players 2)
    (equipment { (boardless Hexagonal 9) (piece "Tile" Each) })
    (rules (play (move Add (to (sites Around (sites Occupied by:All) Empty)))) (end (if
            (is Line 4) (result Mover Win)))))"""),
    "SurakartaBoard": ("whole", """(game "SurakartaBoard" (players 2)
    (equipment { (surakartaBoard (square 5) loops:1) (piece "Man" Each (move Step (to if:(is Empty (to))))) })
    (rules (start { (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) })
        (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""),
    "Poly": ("graph", "(clip (square 7) (poly { {1 0} {6 0} {6 6} {1 6} }))"),
    "Brick": ("graph", "(brick 3 4)"),
    "Celtic": ("points", "(celtic 3 4)"),
    "Clip": ("graph", "(clip (square 6) (poly { {0 0} {6 0} {6 3} {0 3} }))"),
    "Complete": ("points", "(complete (regular 5))"),
    "Dual": ("points", "(dual (hex 3))"),
    "Graph": ("points", "(graph vertices:{ {0 0} {2 0} {1 2} {1 1} } edges:{ {0 3} {1 3} {2 3} })"),
    "GraphAdd": ("points", "(add (square 3) vertices:{ {1 4} } edges:{ {7 9} })"),
    "GraphRemove": ("graph", "(remove (square 5) cells:{0 4 20 24})"),
    "GraphUnion": ("graph", "(union (square 3) (shift 5 0 (square 3)))"),
    "Hole": ("graph", "(hole (square 6) (poly { {2 2} {4 2} {4 4} {2 4} }))"),
    "Intersect": ("graph", "(intersect (rectangle 3 6) (rectangle 6 3))"),
    "Keep": ("graph", "(keep (square 6) (poly { {0 0} {4 0} {4 4} {0 4} }))"),
    "Layers": ("points", "(layers 2 (square 3))"),
    "MakeFaces": ("graph",
        "(makeFaces"
        " (graph vertices:{ {0 0} {1 0} {1 1} {0 1} } edges:{ {0 1} {1 2} {2 3} {3 0} }))"),
    "Merge": ("graph", "(merge (rectangle 2 5) (shift 0 2 (square 2)))"),
    "Mesh": ("points", "(mesh { {0 0} {2 0} {1 2} {3 2} {2 4} })"),
    "Quadhex": ("graph", "(quadhex 3)"),
    "Recoordinate": ("graph", "(recoordinate (merge (square 2) (shift 2 0 (square 2))))"),
    "Regular": ("points", "(regular 7)"),
    "Renumber": ("graph", "(renumber (rotate 90 (rectangle 2 3)))"),
    "Repeat": ("graph", "(repeat 3 3 step:{ {1 0} {0 1} } (poly { {0 0} {0 1} {1 1} {1 0} }))"),
    "Rotate": ("graph", "(rotate 45 (square 4))"),
    "Scale": ("graph", "(scale 2 1 (square 4))"),
    "Shift": ("graph", "(merge (square 3) (shift 2 2 (square 3)))"),
    "Skew": ("graph", "(skew 0.5 (square 4))"),
    "Spiral": ("points", "(spiral turns:3 sites:20)"),
    "SplitCrossings": ("points", "(splitCrossings (merge (square 2) (shift 0.5 0.5 (square 2))))"),
    "Subdivide": ("graph", "(subdivide (tiling T33434 2) min:4)"),
    "Tiling": ("graph", "(tiling T31212 2)"),
    "Trim": ("graph",
        "(trim"
        " (graph vertices:{ {0 0} {1 0} {1 1} {0 1} {2 0} } edges:{ {0 1} {1 2} {2 3} {3 0} {1 4} }))"),
    "Wedge": ("points", "(wedge 4)"),
    "DimAbs": ("graph", "(square (abs -5))"),
    "DimAdd": ("graph", "(rectangle 3 (+ 3 2))"),
    "DimDiv": ("graph", "(square (/ 10 2))"),
    "DimMax": ("graph", "(square (max 3 5))"),
    "DimMin": ("graph", "(square (min 6 4))"),
    "DimMul": ("graph", "(rectangle 2 (* 2 3))"),
    "DimPow": ("graph", "(square (^ 2 2))"),
    "DimSub": ("graph", "(square (- 9 4))"),
    # conditions
    "AllGroups": ("condition", "(and (is Full) (all Groups if:(< 1 (count Sites in:(sites)))))"),
    "AllSites": ("condition", "(all Sites (sites Corners) if:(is Occupied (site)))"),
    "AllValues": ("condition", "(and (is Full) (all Values (sizes Group) if:(< 1 (value))))"),
    "BoolIf": ("condition", "(if (is Mover P1) (is Line 3) (is Line 4))"),
    "IsConnect": ("condition", "(is Connected { (sites Side N) (sites Side S) })"),
    "IsFreedom": ("condition", "(not (is Freedom (sites Occupied by:Next)))"),
    "IsPattern": ("condition", "(is Pattern {F R F})"),
    "IsPyramidCorners": ("whole", """(game "IsPyramidCorners" (players 2)
    (equipment { (board (square 4 pyramidal:True) use:Vertex) (piece "Ball" Each) })
    (rules (play (move Add (to (sites Empty) if:(is Flat))))
        (end (if (is PyramidCorners from:(last To)) (result Mover Win)))))"""),
    "IsGraph": ("whole", """(game "IsGraph" (players 2)
    (equipment { (board (square 3) use:Edge) (piece "Line" Each) })
    (rules (play (move Add (to (sites Empty Edge) if:(is LastTo Edge)))) (end (if (no Moves Next)
            (result Mover Win)))))"""),
    "IsRegularGraph": ("whole", """(game "IsRegularGraph" (players 2)
    (equipment { (board (complete (regular 5)) use:Edge) (piece "Line" Each) })
    (rules (play (move Add (to (sites Empty Edge))))
        (end (if (is RegularGraph Mover k:2) (result Mover Win)))))"""),
    "IsPuzzleGraph": ("whole", """(game "IsPuzzleGraph" (players 1)
    (equipment { (board (square 3) (values Cell (range 0 1))) })
    (rules (play (satisfy (is Unique))) (end (if (is Solved) (result P1 Win)))))"""),
    "IsTriggered": ("whole", """(game "IsTriggered" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)) (then (if (is Line 3) (trigger "Row" Mover)))))
        (end (if (is Triggered "Row" Mover) (result Mover Win)))))"""),
    "Was": ("whole", """(game "Was" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules (play (or (move Add (to (sites Empty))) (move Pass)))
        (end (if (was Pass) (result Mover Loss)))))"""),
    # lists of numbers
    "IntArrayIf": ("list", "(if (is Mover P1) (sizes Group P1) (sizes Group P2))"),
    "IntArrayIntersection": ("list", "(intersection (sizes Group P1) (sizes Group P2))"),
    "IntArrayUnion": ("list", "(union (sizes Group P1) (sizes Group P2))"),
    "Results": ("list", "(results from:(last To) to:(sites Occupied by:Mover) (count Steps (from) (to)))"),
    "SizesGroup": ("list", "(sizes Group Mover)"),
    # rules
    "PassEnd": ("whole", """(game "PassEnd" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules (meta (passEnd Draw))
        (play (if (= 0 (% (count Turns) 3)) (move Pass) (move Add (to (sites Empty)))))
        (end (if (is Line 4) (result Mover Win)))))"""),
    "EndScore": ("whole", """(game "EndScore" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty))))
        (end (if (is Full) (byScore { (score P1 (count Groups if:(= 1 (who at:(site))))) (score P2 5) })))))"""),
    "Games": ("whole", '(match "Best of two" (players 2) (games { (subgame "Ponds" next:1) (subgame "Ponds" next:0) })'
              ' (end (if (<= 1 (matchScore P1)) (result P1 Win))))'),
    "StartForEachSite": ("start", '(forEach Site (sites Bottom) if:(= 0 (% (site) 2)) (place "Disc1" (site)))'),
    "StartForEachValue": ("start", '(forEach Value min:0 max:2 (place "Disc2" (value)))'),
    # regions
    "RegionDifference": ("region", "(difference (sites Empty) (sites Corners))"),
    "RegionForEachSiteInRegion": ("region", "(forEach of:(sites Occupied by:Mover) (sites Around (site) Empty))"),
    "RegionIf": ("region", "(if (is Mover P1) (difference (sites Empty) (sites Top)) (sites Empty))"),
    "SitesBetween": ("region", "(intersection (sites Empty) (sites Between from:0 to:24))"),
    "SitesContext": ("effect",
        "(forEach Group if:(is Mover (who at:(site))) (if (= 4 (count Sites in:(sites)))"
        " (moveAgain)))"),
    "SitesCrossing": ("whole", """(game "SitesCrossing" (players 2)
    (equipment { (board (complete (square 3)) use:Edge) (piece "Line" Each) })
    (rules (play (move Add (to (sites Empty Edge) if:(= 0 (count Sites in:(sites Crossing at:(to) All))))))
        (end (if (no Moves Next) (result Mover Win)))))"""),
    "SitesDirection": ("region", "(intersection (sites Empty) (sites Direction from:(centrePoint) Diagonal))"),
    "SitesLargePiece": ("whole", """(game "SitesLargePiece" (players 2)
    (equipment { (board (square 5) largeStack:False) (hand Each) (tile "Corner" Each { {F R F} } numSides:4) })
    (rules (start (place "Corner1" (handSite P1))) (play (or
            (move (from (handSite Mover)) (to (sites Empty)))
            (move Pass)))
        (end (if (< 2 (count Sites in:(sites LargePiece at:(last To)))) (result Mover Win)))))"""),
    "SitesLineOfSight": ("region", "(intersection (sites Empty) (sites LineOfSight Empty at:(last To)))"),
    "SitesPattern": ("effect", "(addScore Mover (count Sites in:(sites Pattern {F R F})))"),
    # whole numbers
    "ArrayValue": ("number", "(arrayValue (array {1 2 4}) index:(% (count Moves) 3))"),
    "CentrePoint": ("number", "(count Steps (last To) (centrePoint))"),
    "Column": ("number", "(column of:(last To))"),
    "Row": ("number", "(row of:(last To))"),
    "Coord": ("number", '(count Steps (last To) (coord "C3"))'),
    "CountLiberties": ("number", "(count Liberties at:(last To))"),
    "CountValue": ("number", "(count Value 2 in:(sizes Group Mover))"),
    "IntAbs": ("number", "(abs (- (row of:(last To)) (column of:(last To))))"),
    "IntDiv": ("number", "(/ (last To) 5)"),
    "IntIf": ("number", "(if (is In (last To) (sites Corners)) 3 1)"),
    "IntPow": ("number", "(^ 2 (row of:(last To)))"),
    "Layer": ("number", "(layer of:(last To))"),
    "MapEntry": ("whole", """(game "MapEntry" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) (map "Worth" { (pair 0 5) (pair 4 9) (pair 8 5) }) })
    (rules (play (move Add (to (sites Empty)) (then (if (is In (last To) (sites {0 4 8}))
            (addScore Mover (mapEntry "Worth" (last To)))))))
        (end (if (is Full) (byScore)))))"""),
    "Pot": ("whole", """(game "Pot" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (start (set Amount 10))
        (play (move Add (to (sites Empty)) (then (bet Mover (range 1 1)))))
        (end (if (< 4 (pot)) (result Mover Win)))))"""),
    "Prev": ("condition", "(and (is Line 3) (is Next (prev)))"),
    "RegionSite": ("number", "(count Steps (last To) (regionSite (sites Corners) index:0))"),
    "Rotation": ("number", "(rotation at:(last To))"),
    "SizeGroup": ("number", "(size Group at:(last To))"),
    "SizeSite": ("number", "(size Stack at:(last To))"),
    "State": ("number", "(state at:(last To))"),
    "ValueComponent": ("number", "(value Piece at:(last To))"),
    "ValuePlayer": ("number", "(value Player Mover)"),
    "ValueSimple": ("number", "(value Pending)"),
    "Var": ("effect", '(set Var "Last" (+ 1 (var "Last")))'),
    "IteratorTrack": ("whole", """(game "IteratorTrack" (players 2)
    (equipment { (board (rectangle 1 6) { (track "North" "0,E,End" directed:True)
            (track "South" "5,W,End" directed:True) })
        (piece "Man" Each (move Step (to if:(is Empty (to))))) })
    (rules (start { (place "Man1" 0) (place "Man2" 5) }) (play (forEach Piece))
        (end (forEach Track if:(and (= 1 (track)) (no Moves Next)) (result Mover Win)))))"""),
    "FloatMin": ("whole", """(game "FloatMin" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty))))
        (end (if (is Full) (payoffs { (payoff P1 (min 1.5 (sqrt 9))) (payoff P2 0.5) })))))"""),
    "RangeMin": ("whole", _pieces("RangeMin", how="(move Slide (between (min 2) if:(is Empty (between))))")),
    # effects
    "AvoidStoredState": ("whole", _pieces("AvoidStoredState", "(avoidStoredState (forEach Piece))", how=(
        "(move Step (to if:(is Empty (to))) (then (remember State)))"))),
    "RememberState": ("whole", _pieces("RememberState", "(avoidStoredState (forEach Piece))", how=(
        "(move Step (to if:(is Empty (to))) (then (remember State)))"))),
    "Claim": ("effect", "(claim (to (sites Around (last To) Empty)))"),
    "Directional": ("whole", _pieces("Directional", how=(
        "(move Step (to if:(is Empty (to))) (then (directional (from (last To)) (to if:(is Enemy"
        " (who at:(to))) (apply (remove (to)))))))"))),
    "Intervene": ("whole", _pieces("Intervene", how=(
        "(move Step (to if:(is Empty (to))) (then (intervene (from (last To)) (to if:(is Enemy"
        " (who at:(to))) (apply (remove (to)))))))"))),
    "FirstMoveOnTrack": ("whole", """(game "FirstMoveOnTrack" (players 2)
    (equipment { (board (rectangle 1 8)
            { (track "Way" "0,E,End" P1 directed:True) (track "Way" "7,W,End" P2 directed:True) })
        (piece "Man" Each) })
    (rules (start { (place "Man1" 0) (place "Man2" 7) })
        (play (firstMoveOnTrack "Way" Mover
            (move (from (site) if:(is Mover (who at:(site)))) (to (trackSite Move from:(site) "Way" steps:1)))))
        (end (if (no Pieces Mover) (result Mover Win)))))"""),
    "ForEachGroup": ("effect",
        "(forEach Group if:(is Mover (who at:(site))) (if (= 5 (count Sites in:(sites)))"
        " (moveAgain)))"),
    "ForEachValue": ("effect", "(forEach Value min:1 max:3 (addScore Mover (value)))"),
    "Hop": ("whole", _pieces("Hop", how=(
        "(move Step (to if:(is Empty (to))) (then (hop (from (last To)) (between if:(is Enemy (who at:(between))))"
        " (to if:(is Empty (to))))))"))),
    "Leap": ("whole", _pieces("Leap", how=(
        "(move Step (to if:(is Empty (to))) (then (leap (from (last To)) { {F F R F} } (to if:(is Empty (to))))))"))),
    "MaxDistance": ("whole", """(game "MaxDistance" (players 2)
    (equipment { (board (rectangle 1 8)
            { (track "Way" "0,E,End" P1 directed:True) (track "Way" "7,W,End" P2 directed:True) })
        (piece "Man" Each) })
    (rules (start { (place "Man1" 0) (place "Man2" 7) })
        (play (max Distance "Way" Mover
            (forEach Piece (move (from) (to (trackSite Move from:(from) "Way" steps:1))))))
        (end (if (no Pieces Mover) (result Mover Win)))))"""),
    "Pass": ("whole", """(game "Pass" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules (play (if (can Move (move Add (to (sites Around (sites Occupied by:Next) Empty))))
            (move Add (to (sites Around (sites Occupied by:Next) Empty))) (pass)))
        (end (if (is Line 4) (result Mover Win)))))"""),
    "Promote": ("whole", """(game "Promote" (players 2)
    (equipment { (board (square 5)) (piece "Man" Each (move Step (to if:(is Empty (to)))
            (then (if (is In (last To) (sites Corners)) (promote (last To) (piece "King") Mover)))))
        (piece "King" Each (move Slide)) })
    (rules (start { (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) })
        (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""),
    "Select": ("whole", """(game "Select" (players 2)
    (equipment { (board (square 5)) (piece "Disc" Each) })
    (rules (play (do (move Add (to (sites Empty))) next:(select (from (sites Occupied by:Mover)))))
        (end (if (is Full) (result Mover Draw)))))"""),
    "Seq": ("effect", "(seq { (addScore Mover 1) (moveAgain) })"),
    "SetRotation": ("effect", "(set Rotation (to (last To)) 2)"),
    "Shoot": ("whole", """(game "Shoot" (players 2)
    (equipment { (board (square 5)) (piece "Queen" Each (move Slide (then (moveAgain)))) (piece "Stone" Neutral) })
    (rules (start { (place "Queen1" (sites Bottom)) (place "Queen2" (sites Top)) })
        (play (if (is Even (count Moves)) (forEach Piece) (shoot (piece "Stone0"))))
        (end (if (no Moves Next) (result Mover Win)))))"""),
    "SwapPlayers": ("whole", """(game "SwapPlayers" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)) (then (if (= 2 (count Moves)) (swap Players P1 P2)))))
        (end (if (is Line 4) (result Mover Win)))))"""),
    "SwapSites": ("whole", _pieces("SwapSites", how=(
        "(move Step (to if:(is Empty (to))) (then (swap Pieces (last To) (last From))))"))),
    "Trigger": ("whole", """(game "Trigger" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)) (then (if (is Line 3) (trigger "Row" Mover)))))
        (end (if (is Triggered "Row" Mover) (result Mover Win)))))"""),
    "While": ("effect",
        '(seq { (set Var "Left" 3) (while (< 0 (var "Left")) (seq { (addScore Mover 1)'
        ' (set Var "Left" (- (var "Left") 1)) })) })'),
    "AllCombinations": ("whole", """(game "AllCombinations" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules (play (allCombinations (add (to (sites Corners) if:(is Empty (to)))) (add (to
            (sites Centre) if:(is Empty (to))))))
        (end (if (no Moves Next) (result Mover Win)))))"""),
    "Append": ("whole", """(game "Append" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules (play (append (add (to (sites Corners) if:(is Empty (to))))))
        (end (if (no Moves Next) (result Mover Win)))))"""),
    # cards and dominoes
    "Domino": ("whole", """(game "Domino" (players 2)
    (equipment { (board (square 9)) (hand Each size:2) (domino "Domino12" P1 value:1 value2:2) (piece "Disc" P2) })
    (rules (start (place "Domino12" (handSite P1)))
        (play (or (move (from (handSite Mover)) (to (sites Empty))) (move Pass))) (end (if
            (all Passed) (result Mover Draw)))))"""),
    "Card": ("whole", """(game "Card" (players 2)
    (equipment { (board (square 4)) (hand Each size:5) (deck suits:2 { (card Seven rank:1 value:7)
            (card Ace rank:2 value:11) }) })
    (rules (start (deal Cards 1)) (play (move (from (sites Hand Mover)) (to (sites Empty))))
        (end (if (no Moves Next) (result Mover Win)))))"""),
    "CardSite": ("whole", """(game "CardSite" (players 2)
    (equipment { (board (square 4)) (hand Each size:5) (deck suits:2 { (card Seven rank:1 value:7)
            (card Ace rank:2 value:11) }) })
    (rules (start (deal Cards 1))
        (play (move (from (sites Hand Mover)) (to (sites Empty)) (then (addScore Mover (card Rank at:(last To))))))
        (end (if (no Moves Next) (byScore)))))"""),
    "CardSimple": ("whole", """(game "CardSimple" (players 2)
    (equipment { (board (square 4)) (hand Each size:5) (deck suits:2 { (card Seven rank:1 value:7)
            (card Ace rank:2 value:11) }) })
    (rules (start (deal Cards 1))
        (play (move (from (sites Hand Mover)) (to (sites Empty) if:(!= (card TrumpSuit) (card Suit at:(from))))))
        (end (if (no Moves Next) (result Mover Win)))))"""),
    "EquipmentCard": ("whole", """(game "EquipmentCard" (players 2)
    (equipment { (board (square 3)) (hand Each)
        (card "Seven" P1 Seven rank:1 value:7 trumpRank:1 trumpValue:7 suit:1)
        (card "Ace" P2 Ace rank:2 value:11 trumpRank:2 trumpValue:11 suit:1) })
    (rules (start { (place "Seven1" (handSite P1)) (place "Ace2" (handSite P2)) })
        (play (move (from (handSite Mover)) (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))"""),
    "PlayCard": ("whole", """(game "PlayCard" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (or (move Add (to (sites Empty))) (playCard))) (end (if (is Line 3) (result Mover Win)))))"""),
}  # fmt: skip


def games() -> dict[str, str]:
    """The whole description for each class of `USES`."""
    return {name: _TEMPLATES[kind].replace("{{", "{").replace("}}", "}").replace("{name}", name).replace("{use}", use)
            .replace("{more}", "") if kind != "whole" else use for name, (kind, use) in USES.items()}  # fmt: skip
