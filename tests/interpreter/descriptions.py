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

ALL = {"line": LINE, "hunt": HUNT, "score": SCORE, "dice": DICE, "puzzle": PUZZLE}
