"""Games of different kinds for the tests of pages: our own, and small ones for what those lack."""

from __future__ import annotations

HIDDEN = """
(game "Masks" (players 2)
    (equipment {(board (square 4))
        (piece "Pawn" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))})
    (rules
        (start {(place "King1" 1) (place "Pawn1" {0 2 3}) (place "King2" 14) (place "Pawn2" {12 13 15})
            (set Hidden What (sites Occupied by:P1) to:P2) (set Hidden What (sites Occupied by:P2) to:P1)})
        (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))))
"""

TOGETHER = """
(game "Together" (players 2) (mode Simultaneous)
    (equipment {(board (square 2)) (hand Each size:2) (piece "Left" Each) (piece "Right" Each)})
    (rules
        (start {(place "Left1" (handSite P1)) (place "Right1" (handSite P1 1))
            (place "Left2" (handSite P2)) (place "Right2" (handSite P2 1))})
        (play (or
            (move (from (sites Hand P1)) (to 0 if:(is Empty 0)) P1)
            (move (from (sites Hand P2)) (to 1 if:(is Empty 1)) P2)))
        (end (if (and (is Occupied 0) (is Occupied 1)) (result P1 Win)))))
"""

PROMOTION = """
(game "Promotion" (players {(player N) (player S)})
    (equipment {(board (rectangle 3 3)) (piece "Pawn" Each (move Step Forward (to if:(is Empty (to)))
            (then (if (is In (last To) (sites Next)) (promote (last To) (piece {"Knight" "Queen"}) Mover)))))
        (piece "Knight" Each) (piece "Queen" Each) (regions P1 (sites Top)) (regions P2 (sites Bottom))})
    (rules
        (start {(place "Pawn1" (sites Bottom)) (place "Pawn2" {8})})
        (play (or (forEach Piece) (move Pass)))
        (end (if (no Moves Next) (result Mover Win)))))
"""

CHOICE = """
(game "Choice" (players 2)
    (equipment {(board (square 3)) (piece "Round" Each) (piece "Square" Each)})
    (rules
        (play (or
            (move Add (piece (id "Round" Mover)) (to (sites Empty)))
            (move Add (piece (id "Square" Mover)) (to (sites Empty)))))
        (end (if (is Line 3) (result Mover Win)))))
"""

DROPS = """
(game "Drops" (players 2)
    (equipment {(board (square 3)) (hand Each size:2) (piece "Pawn" Each) (piece "GoldLion" Each)})
    (rules
        (start {(place "Pawn1" (handSite P1)) (place "GoldLion1" (handSite P1 1)) (place "Pawn2" (handSite P2))})
        (play (move (from (sites Hand Mover)) (to (sites Empty))))
        (end (if (no Moves Next) (result Mover Win)))))
"""

EDGES = """
(game "Fences" (players 2)
    (equipment {(board (square 3) use:Edge) (piece "Fence" Each)})
    (rules
        (play (move Add (to (sites Empty Edge))))
        (end (if (is Full) (result Mover Win)))))
"""

PUZZLE = """
(game "Latin" (players 1)
    (equipment {(board (square 3) (values Cell (range 1 3))) (regions {Columns Rows})})
    (rules
        (start (set {{0 1}}))
        (play (satisfy (all Different)))
        (end (if (is Solved) (result P1 Win)))))
"""

PASSES = """
(game "Passing" (players 2)
    (equipment {(board (square 4) use:Vertex) (piece "Stone" Each)})
    (rules
        (play (or (move Add (to (sites Empty))) (move Pass)))
        (end (if (all Passed) (byScore)))))
"""

EVIL = """
(game "</script><img src=x onerror=window.evil=1>" (players 2)
    (equipment {(board (square 3)) (piece "A'><svg onload=window.evil=2>" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
(option "Size</script><script>window.evil=3</script>" <Size> args:{<n>} {
    (item "Three'><script>window.evil=4</script>" <3> "<b onmouseover=window.evil=5>x</b>")*
    (item "Four]]><script>window.evil=6</script>" <4> "y")
})
(metadata (info {(description "<script>window.evil=7</script>") (author "<img src=x onerror=window.evil=8>")
    (rules "</details><script>window.evil=9</script>")})
  (graphics {(player Name P1 "<script>window.evil=10</script>")
    (piece Rename P1 "x" "<script>window.evil=11</script>")}))
"""

TOLD = """
(game "Told" (players 2)
    (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules
        (play (move Add (to (sites Empty)) (then (and {
            (note (sites Empty)) (note (range (count Moves) 3)) (note (directions {N E})) (note (/ 2.0 3.0))}))))
        (end (if (is Line 3) (result Mover Win)))))
"""

NOTES = """
(game "Notes" (players 2)
    (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules
        (play (move Add (to (sites Empty)) (then (if (is In (last To) (sites Corners))
            (note player:Mover "took a corner") (note "Look at the middle" to:P2)))))
        (end (if (is Line 3) (result Mover Win)))))
"""
