"""Small games of our own that between them need all passes, and which of them each pass changes."""

from __future__ import annotations

from tests.interpreter.descriptions import ALL


def _game(rules: str, equipment: str, board: str = "(board (square 4))", players: int = 2) -> str:
    return f'(game "Golden" (players {players}) (equipment {{ {board} {equipment} }}) (rules {rules}))'


_DISCS = '(piece "Disc" Each)'
_END = "(end (if (no Moves Next) (result Mover Win)))"
_SETUP = '(start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })'

GAMES: dict[str, str] = {
    **ALL,
    "flank": _game(
        """(start { (place "Disc1" (sites {5 10})) (place "Disc2" (sites {6 9})) })
        (play (forEach Site (sites Empty)
            (custodial (from (site))
                (between if:(is Enemy (who at:(between))) (apply (remove (between))))
                (to if:(is Friend (who at:(to)))))))"""
        + _END,
        _DISCS,
    ),
    "chance": _game(
        _SETUP
        + "(play (forEach Piece (if (< (value Random (range 1 6)) 4) (move Step (to if:(is Empty (to)))))))"
        + _END,
        _DISCS,
    ),
    "most": _game(
        _SETUP
        + """(play (max Moves (forEach Piece (or
            (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))
            (move Step (to if:(is Empty (to))))))))"""
        + _END,
        _DISCS,
    ),
    "sow": _game(
        """(start (set Count 2 to:(sites Track)))
        (play (move Select (from (sites Board) if:(and (< 0 (count at:(from))) (is In (from) (sites Mover))))
            (then (sow))))
        (end (if (no Moves Next) (byScore)))""",
        '(piece "Seed" Shared) (regions P1 (sites Bottom)) (regions P2 (sites Top))',
        '(mancalaBoard 2 4 store:None (track "Way" "0,E,N,W" loop:True))',
    ),
    "sow and take": _game(
        """(start (set Count 2 to:(sites Track)))
        (play (move Select (from (sites Mover) if:(< 0 (count at:(from))))
            (then (sow if:(= 2 (count at:(to)))
                apply:(fromTo (from (to)) (to (mapEntry (mover))) count:(count at:(to))) backtracking:True))))
        (end (if (no Moves Next) (byScore)))""",
        """(piece "Seed" Shared) (regions P1 (sites Bottom)) (regions P2 (sites Top))
        (map {(pair P1 FirstSite) (pair P2 LastSite)})""",
        '(mancalaBoard 2 4 (track "Way" "1,E,N,W" loop:True))',
    ),
    "connect": _game(
        """(meta (swap)) (play (move Add (to (sites Empty))))
        (end (if (is Connected Mover) (result Mover Win)))""",
        """(piece "Ball" Each)
        (regions P1 { (sites Side NE) (sites Side SW) }) (regions P2 { (sites Side NW) (sites Side SE) })""",
        "(board (hex Diamond 3))",
    ),
    "stack": _game(
        _SETUP + "(play (forEach Piece (move Step (to if:(< (size Stack at:(to)) 3)) stack:True)))" + _END,
        _DISCS,
    ),
    "lonely": _game(
        "(play (move Add (to (sites Empty) if:(= 0 (count Sites in:(sites Around (to) Own))))))" + _END, _DISCS
    ),
    "slide": _game(
        _SETUP + "(play (forEach Piece (move Slide))) (end (if (is Line 3 exact:True) (result Mover Win)))", _DISCS
    ),
    "chase": _game(_SETUP + "(play (forEach Piece (move Step Forward (to if:(is Empty (to))))))" + _END,
        '(piece "Disc" Each N)',
    ),
    "repeat": _game(
        "(meta (no Repeat)) "
        + _SETUP
        + "(play (or (forEach Piece (move Step (to if:(is Empty (to))))) (move Pass)))"
        + _END,
        _DISCS,
    ),
    "surround": _game(
        """(meta (no Repeat))
        (play (or
            (do
                (move Add (to (sites Empty)) (then
                    (enclose (from (last To)) Orthogonal
                        (between if:(is Enemy (who at:(between))) (apply (remove (between)))))))
                ifAfterwards:(> (count Liberties Orthogonal) 0))
            (move Pass)))
        (end (if (all Passed) (byScore { (score P1 (size Territory P1)) (score P2 (size Territory P2)) })))""",
        _DISCS,
    ),
    "stacks": _game(
        _SETUP
        + """(play (forEach Site (sites Occupied by:Mover) (forEach Value min:1 max:(size Stack at:(site))
            (move (from (site)) (to (sites Direction from:(from) Orthogonal stop:(is Occupied (to)) stopIncluded:True))
                count:(value) stack:True))))"""
        + _END,
        _DISCS,
    ),
    "sight": _game(
        _SETUP
        + """(play (forEach Piece (move (from (from)) (to (union
            (sites LineOfSight Farthest at:(from) Orthogonal) (sites LineOfSight Piece at:(from) Diagonal))))))"""
        + _END,
        _DISCS,
    ),
    "outward": _game(
        _SETUP
        + """(play (move Select (from (sites Occupied by:Mover)) (to (sites Empty)
            if:(< (count Steps (from) (centrePoint)) (count Steps (to) (centrePoint))))
            (then (fromTo (from (last From)) (to (last To))))))"""
        + _END,
        _DISCS,
        "(board (hex 2))",
    ),
    "tracks": _game(
        """(start { (place "Disc1" (sites {0 3 6})) (place "Disc2" (sites {5 10 12})) }) (play (forEach Piece))"""
        + _END,
        """(piece "Disc" Each (move Slide "AllTracks" (between if:(or (= (between) (from)) (is Empty (between))))
        (to if:(is Enemy (who at:(to))) (apply if:False (remove (to))))))""",
        "(surakartaBoard (square 4))",
    ),
    "check": _game(
        """(start { (place "King1" 0) (place "Rook1" 1) (place "King2" 15) (place "Rook2" 14) })
        (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))"""
        + _END,
        """(piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))""",
    ),
}

PASS_GAMES = {
    "fold_branches": "hunt",
    "full_where_needed": "order",
    "drop_positions": "line",
    "drop_dead_locals": "score",
    "forward_slots": "hunt",
    "drop_unreached": "hunt",
    "find_runs": "flank",
    "drop_dead_slots": "hunt",
    "gather_sets": "line",
    "find_first": "check",
    "flood_sets": "connect",
    "expand_nodes": "surround",
    "narrow_targets": "outward",
    "stand_apart": "outward",
    "narrow_rows": "hunt",
    "run_ahead": "tracks",
    "try_what_is_asked": "check",
    "drop_idle_slots": "line",
    "skip_elsewhere": "check",
    "skip_untouched": "check",
    "keep_verdicts": "surround",
    "keep_results": "stacks",
    "bound_runs": "slide",
    "look_along_rays": "slide",
    "see_along_rays": "sight",
    "count_each": "chase",
    "count_at_once": "hunt",
    "effects_in_place": "hunt",
    "apply_once": "sow and take",
    "try_first": "check",
}
"""By pass, a game that it changes."""
