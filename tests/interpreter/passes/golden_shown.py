"""What the programs below `golden/` show: for each idea a small game, and the functions in which it is seen."""

from __future__ import annotations

from dataclasses import dataclass

DISCS = '(piece "Disc" Each)'
SETUP = '{ (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) }'
STUCK = "(if (no Moves Next) (result Mover Win))"
STEP = "(forEach Piece (move Step (to if:(is Empty (to)))))"


@dataclass(frozen=True)
class Shown:
    """A game in parts. names: of the functions that are shown as they are lowered, without their numbers. by: if
    given, a pass, before and after which they are shown."""

    idea: str
    play: str
    names: tuple[str, ...]
    by: str = ""
    end: str = STUCK
    start: str = SETUP
    board: str = "(board (square 3))"
    equipment: str = DISCS
    players: str = "2"

    @property
    def game(self) -> str:
        start = f"        (start {self.start})\n" if self.start else ""
        return (
            f'(game "Shown" (players {self.players})\n    (equipment {{ {self.board} {self.equipment} }})\n'
            f"    (rules\n{start}        (play {self.play})\n        (end {self.end})))"
        )


SHOWN = {
    "ply": Shown(
        "What an engine calls. `moves` pushes the legal moves; where there is none, a pass. `play` applies one of "
        "them, asks the rules about the end, and passes the turn on: `active` has one bit for each player still "
        "in the game.",
        "(move Add (to (sites Empty)))",
        ("moves", "legal_moves", "play", "carry_out", "apply_stored"),
        start="",
        end="(if (is Full) (result Mover Draw))",
    ),
    "step": Shown(
        "A rule about moves is a function that pushes them. `forEach Piece` goes through the places of the "
        "mover's pieces and tells the rule within it the place in the slot `from`; a step goes through the sites "
        "beside it. The condition is a function of its own, which asks about the slot `to`.",
        STEP,
        ("moves_for_each_piece", "moves_move_step", "bool_is_site"),
    ),
    "capture": Shown(
        "A move with an effect is put together: the effects push moves of their own, and the move begins with the "
        "actions of these (`which joins those before it`).",
        "(forEach Piece (move Step (to if:(is Enemy (who at:(to))) (apply (remove (to))))))",
        ("moves_move_step", "moves_apply", "moves_moves_remove"),
    ),
    "consequent": Shown(
        "What follows from a move is a function too. The move names it (`then=`), and it runs when the move has "
        "been applied, so that `last_to` is where the stone stands by then. What it pushes is applied in its "
        "turn.",
        "(move Add (to (sites Empty)) (then (addScore Mover (count Sites in:(sites Around (last To))))))",
        ("moves_move_site", "moves_add_score"),
        start="",
        end="(if (is Full) (byScore))",
    ),
    "line": Shown(
        "The rules about the end are asked after each move. The lines through each site are a table, made when "
        "the game is compiled; the question is whether all sites of one of them hold the same piece.",
        "(move Add (to (sites Empty)))",
        ("end", "bool_is_line", "win"),
        start="",
        end="(if (is Line 3) (result Mover Win))",
    ),
    "sowing": Shown(
        "Seeds are sown along a track: one move with an action for each seed. Tables say which place of the track "
        "follows, and which hole is there.",
        "(move Select (from (sites Mover) if:(< 0 (count at:(from)))) (then (sow)))",
        ("moves_move_select", "moves_sow"),
        start="(set Count 2 to:(sites Track))",
        board='(mancalaBoard 2 3 store:None (track "Way" "0,E,N,W" loop:True))',
        equipment='(piece "Seed" Shared)\n        (regions P1 (sites Bottom)) (regions P2 (sites Top))',
        end="(if (no Moves Next) (byScore))",
    ),
    "trial": Shown(
        "A rule that depends on what a move leads to: each move is applied to a copy of the state and asked "
        "about, and those that pass are kept.",
        f"(do {STEP}\n            ifAfterwards:(not (is Line 3)))",
        ("moves_do", "do_and_try"),
    ),
    "said_twice": Shown(
        "Equal parts of a description are lowered once: both rules ask one function for their sites.",
        """(or
            (move Add (to (sites Around (last To) if:(is Empty (to)))))
            (move Select (from (sites Around (last To) if:(is Empty (to))))))""",
        ("moves_moves_or", "moves_move_site", "moves_move_select", "region_sites_around", "bool_is_site"),
        start="",
        end="(if (is Full) (result Mover Draw))",
    ),
    "forward_slots": Shown(
        "Rules tell each other about sites through slots. Where what reads a slot stands beside what wrote it, "
        "the slot is a detour: the question is asked in place, about the local.",
        STEP,
        ("moves_move_step",),
        by="forward_slots",
    ),
    "gather_sets": Shown(
        "A loop that collects the sites with a property is one operation on sets.",
        "(move Add (to (sites Empty)))",
        ("bool_is_line",),
        by="gather_sets",
        start="",
        end="(if (is Line 3) (result Mover Win))",
    ),
    "flood_sets": Shown(
        "A search for a group of connected sites is one operation on sets, which looks at many sites at once.",
        "(move Add (to (sites Empty)))",
        ("bool_is_connect",),
        by="flood_sets",
        start="",
        board="(board (hex Diamond 3))",
        equipment=f"""{DISCS}
        (regions P1 {{ (sites Side NE) (sites Side SW) }}) (regions P2 {{ (sites Side NW) (sites Side SE) }})""",
        end="(if (is Connected Mover) (result Mover Win))",
    ),
    "narrow_rows": Shown(
        "The condition of a step becomes a set of sites, kept until the state changes: only steps that go to one "
        "of these have to be looked at, and each of them is a move. The loop stays as it is for backends that run "
        "every iteration.",
        STEP,
        ("moves_move_step", "sites_where"),
        by="narrow_rows",
    ),
    "look_along_rays": Shown(
        "Where a piece slides to is what it sees: one operation finds all sites along the rays up to the first "
        "that is occupied, and moves are counted without a loop.",
        "(forEach Piece (move Slide))",
        ("moves_move_slide",),
        by="look_along_rays",
    ),
    "count_at_once": Shown(
        "The moves of all pieces are counted together: the sites from which a step begins, met with the empty "
        "sites shifted back by that step.",
        "(forEach Piece (move Step Forward (to if:(is Empty (to)))))",
        ("moves_for_each_piece",),
        by="count_at_once",
        players="{(player N) (player S)}",
    ),
}
