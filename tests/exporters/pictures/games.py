"""Small games for tests of pictures."""

DRAUGHTS = """(game "Small draughts" (players 2) (equipment {(board (square 4)) (piece "Counter" Each) (hand Each)})
    (rules (start {(place "Counter1" {"A1" "C1"}) (place "Counter2" {"B4" "D4"}) (place "Counter1" "Hand1" count:3)})
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))"""
STEPS = DRAUGHTS.replace('(piece "Counter" Each)', '(piece "Counter" Each (move Step (to if:(is Empty (to)))))')
