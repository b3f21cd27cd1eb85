"""Small games of our own that between them use most of the engine, for tests of both backends."""

LINE = """
(game "Three" (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))
"""

HUNT = """
(game "Hunt" (players 2)
    (equipment {
        (board (square 5))
        (piece "Man" Each
            (or
                (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))
                (move Step (to if:(is Empty (to))))))
    })
    (rules
        (start { (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) })
        (play (forEach Piece))
        (end { (if (no Pieces Next) (result Next Loss)) (if (no Moves Next) (result Next Loss)) })))
"""

DICE = """
(game "Race" (players 2)
    (equipment {
        (board (rectangle 1 12) (track "Way" "0,E,End" directed:True))
        (dice d:4 num:1)
        (piece "Runner" Each
            (move (from (from)) (to (trackSite Move from:(from) steps:(count Pips)))))
        (hand Each)
    })
    (rules
        (start { (place "Runner1" coord:"A1") (place "Runner2" coord:"A1") })
        (play (do (roll) next:(forEach Piece)))
        (end (if (no Pieces Mover) (result Mover Win)))))
"""

SCORE = """
(game "Gather" (players 3)
    (equipment { (board (hex 3)) (piece "Cube" Each) })
    (rules
        (play (move Add (to (sites Empty)) (then (addScore Mover (count Sites in:(sites Around (last To) Own))))))
        (end (if (is Full) (byScore)))))
"""

PUZZLE = """
(game "Square" (players 1)
    (equipment {
        (board (square 3) (values Cell (range 1 3)))
        (regions {Rows Columns})
        (hints { (hint {0 1}) (hint {8 7}) })
    })
    (rules
        (start (set {{4 2}}))
        (play (satisfy { (all Different) (is Sum 6) (forAll Hint (< (from) (to))) }))
        (end (if (is Solved) (result P1 Win)))))
"""

# threats are asked about while an order among the moves holds: who has a move of the first kind threatens with no other
ORDER = """
(game "Order" (players 2)
    (equipment {
        (board (square 6))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
    })
    (rules
        (start {
            (place "Rook1" {0 4 15}) (place "King1" {2 8}) (place "Rook2" {35 31 20}) (place "King2" {33 27})
        })
        (play (do
            (priority { (forEach Piece "Rook") (forEach Piece "King") })
            ifAfterwards:(not (is Threatened (id "King" Mover) at:(last To)))))
        (end (if (no Moves Next) (result Mover Win)))))
"""

ALL = {"line": LINE, "hunt": HUNT, "score": SCORE, "dice": DICE, "puzzle": PUZZLE, "order": ORDER}

CROWDED = """
(game "Crowded"
    (players 2)
    (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules
        (play
            (forEach Value min:0 max:(if (and (< 101 (count Moves)) (= 1 (last To))) (- (count Moves) 62) 0)
                (move Add (to (sites {0 1})) count:(+ 1 (value)))))
        (end (if (= (count Moves) 104) (result Mover Win)))))
"""
"""Where the move before went to B1, moves 103 and 104 are one of some 82 with the same two sites: too many for the
numbers of actions, since the rules do not say how many there may be."""

IN_A_ROW = """(game "Line" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""

DUEL = """(game "Duel" (players 2) (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"""

KO = """(game "Ko" (players 2)
    (equipment {(board (square 3)) (piece "Stone" Each (move Step (to if:(is Empty (to)))))})
    (rules (meta (no Repeat)) (start {(place "Stone1" 0) (place "Stone2" 8)})
           (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""

HOSTAGES = """(game "Hostages" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
    (rules (start {(place "Man1" 0) (place "Man2" {4 8})})
        (play (if (is Prev Mover)
            (forEach Site (sites Occupied by:Next) (move Step (from (site)) (to if:(is Empty (to)))))
            (forEach Site (sites Occupied by:Mover)
                (move Step (from (site)) (to if:(is Empty (to))) (then (if (= 1 (count Moves)) (moveAgain)))))))
        (end (if (= 4 (count Moves)) (result Mover Win)))))"""
