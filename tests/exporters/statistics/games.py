"""Tiny games whose statistics can be counted by hand."""

FILL = """
(game "Fill" (players 2)
    (equipment {(board (rectangle 1 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""
"""Three moves, whatever they are; the first player makes the last one and wins."""

WALK = """
(game "Walk" (players 2)
    (equipment {(board (rectangle 1 4)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
    (rules
        (start {(place "Disc1" 0) (place "Disc2" 3)})
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""
"""Two pieces on a line of four cells. Whoever steps next to the other's piece at the end of the line wins."""

LONG = WALK.replace("rectangle 1 4", "rectangle 1 8").replace('(place "Disc2" 3)', '(place "Disc2" 7)')
"""The same on eight cells, where games differ."""

RUN = """
(game "Run" (players 2)
    (equipment {(board (rectangle 1 5)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
    (rules
        (start {(place "Disc1" 1) (place "Disc2" 3) (set Score Each 0)})
        (play (forEach Piece (then (addScore Mover 2))))
        (end (if (>= (score Mover) 6) (result Mover Win)))
    )
)
"""
"""Every step scores 2; the first player has 6 first, if nobody is stuck."""

QUIET = """
(game "Quiet" (players 2)
    (equipment {(board (square 2)) (piece "Disc" P1) (piece "Cross" P2)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""
"""No line of three has room on the board: always a draw."""
