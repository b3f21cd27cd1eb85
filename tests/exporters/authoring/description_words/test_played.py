"""The words are held against play: what `reading.Reader` takes from them alone is what the rules allow.

In positions of random games, every move that the words allow is legal and every legal move is one that they allow.
What they say is captured is gone.
"""

import random
import re
from pathlib import Path
from typing import Any

import pytest

from ludparse import load, load_description
from ludparse.exporters.authoring.description_words import describe_rules
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.interpreter.play.move import Move
from ludparse.interpreter.play.state import State
from ludparse.ludemes.enums import AbsoluteDirection as Way
from ludparse.ludemes.enums import SiteType
from tests.corpus import LIBRARY, needs_corpus

from .reading import Position, Reader, Turn, TurnReader

PLIES = 24
GAMES = 2
NOT_FRIEND = "if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to))))"
ENEMY = "if:(is Enemy (who at:(to))) (apply (remove (to)))"
OVER = "(between if:(is Enemy (who at:(between))) (apply (remove (between))))"

HOME = '(sites Mover "Home")'

MOVES = {
    "steps to empty sites": "(move Step (to if:(is Empty (to))))",
    "steps forward": "(move Step Forward (to if:(is Empty (to))))",
    "steps forwards": "(move Step Forwards (to if:(is Empty (to))))",
    "steps diagonally forward to take": f"(or (move Step Forward (to if:(is Empty (to)))) "
                                        f"(move Step (directions {{FR FL}}) (to {ENEMY})))",
    "steps to all but friends": f"(move Step Orthogonal (to {NOT_FRIEND}))",
    "steps sideways": f"(move Step (directions {{Forward Leftward Rightward}}) (to {NOT_FRIEND}))",
    "slides": "(move Slide)",
    "slides to take": f"(move Slide Orthogonal (to {ENEMY}))",
    "slides to take diagonally": f"(move Slide Diagonal (to {ENEMY}))",
    "slides to the first empty site": "(move Slide Orthogonal (between (exact 2) if:(is Empty (between))) "
                                      "(to if:(is Empty (to))))",
    "slides exactly two": f"(move Slide Diagonal (between (exact 2) if:(and (is In (between) {HOME}) "
                          f"(is Empty (between)))) (to {ENEMY}))",
    "hops over enemies": f"(or (move Step (to if:(is Empty (to)))) (move Hop {OVER} (to if:(is Empty (to)))))",
    "steps and hops": f"(and (move Step Orthogonal (to if:(is Empty (to)))) (move Hop {OVER} (to if:(is Empty (to)))))",
    "hops over anything": "(or (move Step (to if:(is Empty (to)))) "
                          "(move Hop Diagonal (between if:(is Occupied (between))) (to if:(is Empty (to)))))",
    "hops over any cell": "(or (move Step (to if:(is Empty (to)))) "
                          "(move Hop Orthogonal (between if:True) (to if:(is Empty (to)))))",
    "hops that would take nothing": "(or (move Step (to if:(is Empty (to)))) (move Hop Forward (between if:True) "
                                    "(to if:(is Empty (to)) (apply (remove (to))))))",
    "hops far": "(or (move Slide Orthogonal) (move Hop Orthogonal (between before:(count Rows) after:(count Rows) "
                "if:(is Occupied (between))) "
                "(to if:(is Empty (to)) (apply if:(is Enemy (who at:(to))) (remove (to))))))",
    "leaps": f"(move Leap {{{{F F R F}} {{F F L F}}}} (to {NOT_FRIEND}))",
    "steps within a region": f"(or (move Slide Diagonal) (move Step Orthogonal (to if:(and (is In (to) {HOME})"
                             " (not (is Friend (who at:(to))))) (apply (remove (to))))))",
}  # fmt: skip

LIBRARY_GAMES = (
    "board/race/reach/Jeson Mor.lud", "board/space/line/All Queens Chess.lud",
    "board/war/replacement/stalemate/Clobber.lud",
    "board/war/replacement/checkmate/xiangqi/Xiangqi.lud",
)  # fmt: skip


def standing(state: object) -> dict[int, int]:
    """The number of the piece on each site of the board."""
    return {int(row[0][1:]): row[2][0] for row in state.sites()}  # type: ignore[attr-defined]


def check(source: str | Path, library: Path | None = None) -> None:
    description = load_description(source, library=library)
    game: object = description.game
    equipment = build_equipment(game)  # type: ignore[arg-type]
    told, _ = describe_rules(game, equipment, "square")  # type: ignore[arg-type]
    reader = Reader(dict(told), equipment)
    pieces = {c.name: (c.base_name, c.owner) for c in equipment.components[1:] if c.owner}
    moves = reader.pieces(pieces)
    barred = reader.barred(moves, pieces)
    numbers = {c.index: c for c in equipment.components}

    def after(key: tuple[int, int], taken: frozenset[int], rows: dict[int, int], position: Position) -> Any:
        left = {site: what for site, what in rows.items() if site not in taken and site != key[0]}
        left[key[1]] = rows[key[0]]
        owners = {site: numbers[what].owner for site, what in left.items()}
        return Position(owners, position.mover), {site: numbers[what].name for site, what in left.items()}

    played = load(source, library=library, backend="python")
    compared = 0
    for seed in range(GAMES):
        state, rng = played.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < PLIES:
            rows = standing(state)
            position = Position({site: numbers[what].owner for site, what in rows.items()}, state.mover)
            claimed = {
                (site, reached.to): reached.captured
                for site, what in rows.items() if numbers[what].owner == state.mover
                for reached in moves[numbers[what].name](position, site)
            }  # fmt: skip
            claimed = {key: taken for key, taken in claimed.items() if not barred(*after(key, taken, rows, position))}
            legal = {(move.from_site, move.to_site): move for move in state.legal_moves() if not move.is_pass}
            names = {site: name for name, site in reader.names.items()}
            assert not legal.keys() - claimed.keys(), [names[site] for site in min(legal.keys() - claimed.keys())]
            assert not claimed.keys() - legal.keys(), [names[site] for site in min(claimed.keys() - legal.keys())]
            compared += len(legal)
            if not legal:
                break
            key = rng.choice(sorted(legal))
            state.apply(legal[key])
            now = standing(state)
            lost = {site for site in rows if now.get(site) != rows[site]} - {key[0]}
            assert lost == {site for site in claimed[key] if site in rows}, (key, lost)
    assert compared > 20


@pytest.mark.parametrize("kind", MOVES)
def test_a_kind_of_move(kind: str) -> None:
    check(f"""(game "Words" (players {{(player N) (player S)}}) (equipment {{(board (square 7))
        (piece "Alfa" Each {MOVES[kind]}) (piece "Bravo" Each (move Step (to if:(is Empty (to)))))
        (regions "Home" P1 (expand (sites Bottom) steps:3)) (regions "Home" P2 (expand (sites Top) steps:3))}})
        (rules (start {{(place "Alfa1" (sites Row 1)) (place "Bravo1" (sites Row 2)) (place "Alfa2" (sites Row 5))
        (place "Bravo2" (sites Row 4))}}) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))""")


@needs_corpus
@pytest.mark.parametrize("path", LIBRARY_GAMES, ids=lambda path: Path(path).stem)
def test_a_game_of_the_library(path: str) -> None:
    check(LIBRARY / "lud" / path, LIBRARY)


ROWS = ("", "exact:True", "Orthogonal", "Diagonal", "Orthogonal exact:True", "whats:{1}", "Diagonal whats:{2}")


@pytest.mark.parametrize("how", ROWS)
def test_rows_are_as_they_are_told(how: str) -> None:
    """A game ends with the first move of which the words say so: its piece is in a row of its kind as they describe."""
    source = f"""(game "Rows" (players 2) (equipment {{(board (square 5)) (piece "Disc" Each)}})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3 {how}) (result Mover Win)))))"""
    description = load_description(source)
    game: object = description.game
    equipment = build_equipment(game)  # type: ignore[arg-type]
    told = dict(describe_rules(game, equipment, "square")[0])  # type: ignore[arg-type]
    (text,) = told["Goal"]
    reader = Reader(told, equipment)
    played = load(source, backend="python")
    ended = 0
    for seed in range(12):
        state, rng = played.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 25:  # the number of cells
            move, mover = rng.choice(state.legal_moves()), state.mover
            state.apply(move)
            owners = {site: equipment.components[what].owner for site, what in standing(state).items()}
            claimed = reader.is_row(text, Position(owners, mover), move.to_site)
            assert claimed == state.over, (text, seed)
            ended += claimed
    assert ended


MILLS = """(game "Mills" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)}) (rules
    (play (if (is Prev Mover) (move Remove (sites Occupied by:Next))
        (move Add (to (sites Empty)) (then (if (is Line 3 Orthogonal) (moveAgain))))))
    (end (if (is Full) (result Mover Draw)))))"""


def test_what_follows_in_a_turn_is_told_where_it_follows() -> None:
    """A player moves twice exactly where the words say so, and makes the second move that they say."""
    description = load_description(MILLS)
    equipment = build_equipment(description.game)  # type: ignore[arg-type]
    told = dict(describe_rules(description.game, equipment, "square")[0])  # type: ignore[arg-type]
    placing, row = "On your turn, place a piece of yours on an empty cell", "an orthogonal row of at least 3 pieces"
    removing = f"after that, if the new piece is in {row} of the same player, remove one of the opponent's pieces."
    assert told["Play"] == [f"{placing}\n{removing}"]
    reader, played = Reader(told, equipment), load(MILLS, backend="python")
    again = 0
    for seed in range(4):
        state, rng = played.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 40:
            mover, move = state.mover, rng.choice(state.legal_moves())
            state.apply(move)
            owners = {site: equipment.components[what].owner for site, what in standing(state).items()}
            position = Position(owners, mover)
            rule = f"You win if the piece just placed is in {row} of the same player."
            in_row = not position.is_empty(move.to_site) and reader.is_row(rule, position, move.to_site)
            enemies = {site for site in owners if position.is_enemy(site)}
            if not state.over and in_row and enemies:
                assert state.mover == mover and {m.to_site for m in state.legal_moves()} == enemies
                again += 1
            assert state.over or (state.mover == mover) == in_row
    assert again


ROWS_LATER = """(game "Later" (players 2) (equipment {(board (rectangle 4 5)) (hand Each)
    (piece "Disc" Each (move Step (to if:(is Empty (to))) (then (if (is Line 3) (moveAgain)))))}) (rules
    (start (place "Disc" "Hand" count:4)) phases:{
    (phase "Placing" (play (move (from (handSite Mover)) (to (sites Empty)))) (nextPhase
        (and (is Empty (handSite P1)) (is Empty (handSite P2))) "Moving"))
    (phase "Moving" (play (if (is Prev Mover) (move Remove (sites Occupied by:Next)) (forEach Piece))))}
    (end (if (no Pieces Next) (result Mover Win)))))"""


def test_what_follows_is_told_where_only_one_phase_has_turns_that_go_on() -> None:
    """A removal follows a row of the second phase at once, and in the first one every player moves once."""
    game = load_description(ROWS_LATER).game
    equipment = build_equipment(game)  # type: ignore[arg-type]
    told = dict(describe_rules(game, equipment, "square")[0])  # type: ignore[arg-type]
    row = "a row of at least 3 pieces of the same player"
    (disc,) = told["Pieces"]
    assert disc.endswith(f"after that, if the moved piece is in {row}, remove one of the opponent's pieces.")
    assert "again" not in str(told)
    reader, played, removed = Reader(told, equipment), load(ROWS_LATER, backend="python"), 0
    rule = f"You win if the piece just placed is in {row}."
    for seed in range(6):
        state, rng = played.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 50:
            mover, move = state.mover, rng.choice(state.legal_moves())
            again = bool(state.history) and state.history[-1].mover == mover and len(state.history) > 8
            state.apply(move)
            board = {site: what for site, what in standing(state).items() if site < 20}
            owners = {site: equipment.components[what].owner for site, what in board.items()}
            if state.over or move.is_pass:
                continue
            position = Position(owners, mover)
            row_made = move.from_site < 20 and not again and reader.is_row(rule, position, move.to_site)
            assert (state.mover == mover) == row_made
            removed += row_made
    assert removed


FLYING = """(define "Mill" (then (if (is Line 3 Orthogonal) (moveAgain))))
(game "Flying" (players 2) (equipment {(board (square 4)) (piece "Disc" Each (move Slide Orthogonal "Mill"))}) (rules
    (start {(place "Disc1" {"A1" "B1" "D1" "C3"}) (place "Disc2" {"A4" "C4" "D4" "B2"})})
    (play (if (is Prev Mover) (move Remove (sites Occupied by:Next)) (if (< 3 (count Pieces Mover)) (forEach Piece)
        (move (from (sites Occupied by:Mover)) (to (sites Empty))))))
    (end (if (no Pieces Next) (result Mover Win)))))"""


def test_that_nothing_is_removed_after_a_move_is_said_where_something_is_removed_after_others() -> None:
    game = load_description(FLYING).game
    told = dict(describe_rules(game, build_equipment(game), "square")[0])  # type: ignore[arg-type]
    assert told["Play"][0].endswith("move one of your pieces to any empty cell, after which nothing is removed.")
    assert str(told).count("nothing is removed") == 1
    played, removed, rows = load(FLYING, backend="python"), 0, 0
    for seed in range(12):
        state, rng = played.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 60:
            before = standing(state)
            mine = [site for site, what in before.items() if what == state.mover]
            mover, move = state.mover, rng.choice(state.legal_moves())
            state.apply(move)
            if state.over or move.from_site == move.to_site or move.is_pass:
                continue
            at = [site for site, what in standing(state).items() if what == mover]
            row = any({move.to_site + k * step for k in range(start, start + 3)} <= {*at} and (
                step == 4 or {(move.to_site + k) // 4 for k in range(start, start + 3)} == {move.to_site // 4})
                for step in (1, 4) for start in (-2, -1, 0))  # fmt: skip
            assert (state.mover == mover) == (row and len(mine) > 3)
            removed += state.mover == mover
            rows += row and len(mine) < 4
    assert removed and rows


ASKED = """(game "Asked" (players {(player N) (player S)}) (equipment {(board (square 4))
    (piece "Dux" Each (move Step Forward (to if:(is Empty (to)))))})
    (rules (start {(place "Dux1" {"A1" "C1"}) (place "Dux2" {"B4" "D4"})})
    (play (forEach Piece "Dux" (move Step Orthogonal (to if:(is Empty (to))))))
    (end (if (not (can Move (forEach Piece Next))) (result Mover Win)))))"""


def test_moves_of_pieces_that_are_only_asked_for_are_told_as_that() -> None:
    """They are not made, and the game ends when no piece of the next player could make one."""
    game = load_description(ASKED).game
    told = dict(describe_rules(game, build_equipment(game), "square")[0])  # type: ignore[arg-type]
    assert told["Pieces"][-1] == (
        "Nobody makes these moves of pieces on a turn; they count only where a rule asks what a player could do.")
    played, aside = load(ASKED, backend="python"), 0
    for seed in range(6):
        state, rng = played.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 60:
            move, mover = rng.choice(state.legal_moves()), state.mover
            aside += abs(move.to_site - move.from_site) == 1
            state.apply(move)
            rows, on = standing(state), 4 if mover == 2 else -4  # of the one who is next
            could = [site for site, what in rows.items() if what == 3 - mover and 0 <= site + on < 16
                     and site + on not in rows]  # fmt: skip
            assert state.over == (not could)
    assert aside
    for play, end in (("(forEach Piece)", "."), ("(forEach Piece \"Dux\" (move Step (to if:True)))", "never")):
        text = ASKED.replace('(forEach Piece "Dux" (move Step Orthogonal (to if:(is Empty (to)))))', play)
        game = load_description(text.replace("(not (can Move (forEach Piece Next)))", "(is Full)")).game
        pieces = dict(describe_rules(game, build_equipment(game), "square")[0])["Pieces"]  # type: ignore[arg-type]
        assert ("Nobody makes these moves of pieces on a turn." in pieces) == (end == "never")


SET_UPS = {
    "(square 5)": ("(forEach (sites Board) if:(< (site) (centrePoint)))", "rows 1 to 2, A3 and B3"),
    "(square 6)": ("(intersection (sites Phase 0) (expand (sites Bottom) steps:2))",
                   "the cells of the colour of A1 in rows 1 to 3"),
    "(rectangle 4 7)": ("(forEach (sites Board) if:(or (= 2 (row of:(site))) (= 6 (column of:(site)))))",
                        "G1 to G4 and A3 to F3"),
    "(square 5 diagonals:Alternating) use:Vertex": (
        "(forEach (sites Board) if:(and (> (site) (centrePoint)) (not (is In (site) (sites Top)))))",
        "D3, E3 and A4 to E4"),
}  # fmt: skip


@pytest.mark.parametrize("board", SET_UPS)
def test_the_set_up_is_as_it_is_told(board: str) -> None:
    region, said = SET_UPS[board]
    source = f"""(game "Set" (players 2) (equipment {{(board {board}) (piece "Disc" Each {STEP})}}) (rules
        (start (place "Disc1" {region})) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""
    game = load_description(source).game
    equipment = build_equipment(game)  # type: ignore[arg-type]
    told = dict(describe_rules(game, equipment, "square")[0])  # type: ignore[arg-type]
    (text,) = told["Start"]
    assert text == f"Player 1: Disc on {said}."
    claimed = Reader(told, equipment).set_up(said)
    assert claimed == set(standing(load(source, backend="python").start(seed=1))) and claimed


@pytest.mark.parametrize(("hand", "number", "said"), [
    ("", 1, "player 1's Disc and no Dog: what is placed on a piece is not there."),
    ("(hand P2)", 2, "2 of player 1's Disc and no Dog: what is placed on a piece counts as one more of it."),
])
def test_a_piece_that_is_placed_on_another_one_is_told_as_what_then_stands_there(
        hand: str, number: int, said: str) -> None:  # fmt: skip
    """Where sites hold numbers of pieces, as in games with hands, it is one more of what stands there."""
    source = f"""(game "Twice" (players 2) (equipment {{(board (square 3)) (piece "Disc" Each) (piece "Dog" P2)
        {hand}}}) (rules (start {{(place "Disc1" {{0 4 5}}) (place "Dog2" (forEach (sites Board) if:(< 3 (site))))}})
        (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))"""
    description = load_description(source)
    equipment = build_equipment(description.game)  # type: ignore[arg-type]
    told = dict(describe_rules(description.game, equipment, "square")[0])  # type: ignore[arg-type]
    assert told["Start"][-1] == f"B2 and C2 each hold {said}"
    rows = {row[0]: (row[1], row[2][0]) for row in load(source, backend="python").start(seed=1).sites()}
    dog = next(c.index for c in equipment.components if c.name == "Dog2")
    assert rows == {"C0": (1, 1), "C4": (number, 1), "C5": (number, 1), **{f"C{i}": (1, dog) for i in (6, 7, 8)}}


def beside(position: Position, reader: Reader, last: int, how: str = "in any direction") -> list[int]:
    return [site for way in reader.ways(how, 1) for site in reader.line(last, way)[:1]]


def following(position: Position, line: list[int]) -> int:
    """How many enemy pieces a line begins with."""
    return next((i for i, site in enumerate(line) if not position.is_enemy(site)), len(line))


def groups(position: Position, reader: Reader, last: int) -> int:
    """The groups of the mover's pieces that are connected orthogonally."""
    left, number = {site for site in position.owners if position.is_friend(site)}, 0
    while left:
        number, waiting = number + 1, [left.pop()]
        while waiting:
            ways = reader.ways("orthogonally", 1)
            near = left & {site for way in ways for site in reader.line(waiting[-1], way)[:1]}
            waiting.pop()
            waiting += near
            left -= near
    return number


def group(position: Position, reader: Reader, last: int) -> set[int]:
    """The pieces of one player that are connected orthogonally with the one on a site."""
    found = {last}
    for _ in position.owners:
        found |= {near for one in found for near in beside(position, reader, one, "orthogonally")
                  if position.owners.get(near) == position.owners[last]}  # fmt: skip
    return found


BESIDE = "the cells beside the cell of the last move"
ENDS: dict[str, tuple[str, Any]] = {
    "(> (count Sites in:(sites Around (last To) Own)) 1)": (f"more than 1 of {BESIDE} holds one of your pieces", (
        lambda p, r, last: sum(p.is_friend(site) for site in beside(p, r, last)) > 1)),
    "(> (count Sites in:(sites Around (last To) Enemy)) 1)": (f"more than 1 of {BESIDE} holds an enemy piece", (
        lambda p, r, last: sum(p.is_enemy(site) for site in beside(p, r, last)) > 1)),
    "(> (count Sites in:(sites Around (last To) NotOwn)) 1)": (
        f"more than 1 of {BESIDE} holds a piece that is not yours", (
            lambda p, r, last: sum(not p.is_empty(s) and not p.is_friend(s) for s in beside(p, r, last)) > 1)),
    "(>= (count Sites in:(sites Around (last To) if:(is Next (who at:(to))))) 2)": (
        f"at least 2 of {BESIDE} hold one of the opponent's pieces", (
            lambda p, r, last: sum(p.is_enemy(site) for site in beside(p, r, last)) >= 2)),
    "(= 0 (count Sites in:(sites Around (sites Around (last To) if:(is Mover (who at:(to)))) Empty)))": (
        f"none of the cells beside {BESIDE} with your pieces is empty", (
            lambda p, r, last: not any(
                p.is_empty(s) for own in beside(p, r, last) if p.is_friend(own) for s in beside(p, r, own)))),
    "(< (count Sites in:(sites Around (last To) Empty)) 2)": (f"fewer than 2 of {BESIDE} are empty", (
        lambda p, r, last: sum(p.is_empty(site) for site in beside(p, r, last)) < 2)),
    "(all Sites (sites Around (last To) Own) if:(< 6 (count Moves)))": (
        f"the number of moves is more than 6 or none of {BESIDE} holds one of your pieces", (
            lambda p, r, last: len(p.owners) > 6 or not any(p.is_friend(site) for site in beside(p, r, last)))),
    "(= (count Sites in:(intersection (sites Around (last To) Orthogonal) (sites Occupied by:Mover))) 2)": (
        "exactly 2 of the cells orthogonally beside the cell of the last move hold one of your pieces", (
            lambda p, r, last: sum(p.is_friend(site) for site in beside(p, r, last, "orthogonally")) == 2)),
    "(= (count Sites in:(intersection (sites Around (last To) Orthogonal) (sites Empty))) 1)": (
        "exactly 1 of the cells orthogonally beside the cell of the last move is empty", (
            lambda p, r, last: sum(p.is_empty(site) for site in beside(p, r, last, "orthogonally")) == 1)),
    "(all Sites (sites Around (last To) Diagonal) if:(= (mover) (who at:(site))))": (
        "all cells diagonally beside the cell of the last move hold one of your pieces", (
            lambda p, r, last: all(p.is_friend(site) for site in beside(p, r, last, "diagonally")))),
    "(< 2 (count Sites in:(sites Direction from:(last To) E included:True stop:(not (is Enemy (who at:(to)))))))": (
        "the number of the cell of the last move and the cells with enemy pieces that follow it without a gap east is "
        "more than 2", lambda p, r, last: following(p, r.line(last, Way.E)) > 1),
    "(is In (last To) (sites LineOfSight Piece at:4 E))": (
        "the cell of the last move is the first occupied cell in a straight line from A2 east", (
            lambda p, r, last: last == next((site for site in r.line(4, Way.E) if not p.is_empty(site)), None))),
    "(<= (* 2 (- (count Sites in:(sites Top)) 1)) (count Moves))": (
        "the number of moves is at least 6", lambda p, r, last: len(p.owners) > 5),
    "(or (not (is Enemy (who at:6))) (and (is Enemy (who at:6)) (= (last To) 15)))": (
        "C2 holds no enemy piece or the cell of the last move is D4", (
            lambda p, r, last: not p.is_enemy(6) or last == 15)),
    "(is In (last To) (sites Around 5))": (
        "the cell of the last move is one of the cells beside B2", lambda p, r, last: last in beside(p, r, 5)),
    "(and (< 6 (count Moves)) (all Sites (sites Around (last To) Own) "
    "if:(= 0 (count Sites in:(sites Around (site) Own)))))": (
        "both of these hold:\n    - the number of moves is more than 6\n    - none of the cells beside the cell of "
        "the last move with your pieces has a cell with one of your pieces beside it", (
            lambda p, r, last: len(p.owners) > 6 and not any(
                p.is_friend(near) for one in beside(p, r, last) if p.is_friend(one) for near in beside(p, r, one)))),
    "(and (< 6 (count Moves)) (= (count Groups Orthogonal if:(= (who at:(to)) (mover))) 1))": (
        "the number of moves is more than 6 and your pieces form one group, connected orthogonally", (
            lambda p, r, last: len(p.owners) > 6 and groups(p, r, last) == 1)),
    "(= (count Liberties at:(last To) Orthogonal) 4)": (
        "the number of empty cells orthogonally beside the group of the cell of the last move connected orthogonally "
        "is 4", lambda p, r, last: len({near for one in group(p, r, last) for near in beside(p, r, one, "orthogonally")
                                        if p.is_empty(near)}) == 4),
    "(< 6 (+ (results from:(sites Around (last To)) to:(from) (if (= 2 (who at:(from))) 3 (- 1)))))": (
        "the sum over the cells beside the cell of the last move of 3 if that cell holds one of player 2's pieces, and "
        "otherwise -1, is more than 6", (
            lambda p, r, last: sum(3 if p.owners.get(site) == 2 else -1 for site in beside(p, r, last)) > 6)),
    "(and (< 5 (count Moves)) (= (last To) (max (array (sites Occupied by:Mover)))))": (
        "the number of moves is more than 5 and the cell of the last move is the cell with the highest number in the "
        "cells with your pieces", (
            lambda p, r, last: len(p.owners) > 5 and last == max(one for one in p.owners if p.is_friend(one)))),
    "(= 3 (size Array (array (sites Around (last To) Enemy))))": (
        f"the number of {BESIDE} with enemy pieces is 3", (
            lambda p, r, last: sum(p.is_enemy(site) for site in beside(p, r, last)) == 3)),
}  # fmt: skip


DEGREES = """(game "Degrees" (players 2) (equipment {(board (regular 4) use:Edge)
    (piece "Marker" Neutral)}) (rules (start (set Neutral Edge (sites Board Edge)))
    (play (move Remove (sites Occupied by:Neutral))) (end (if (is RegularGraph Neutral) (result Mover Win)))))"""


def test_a_graph_is_regular_as_it_is_told() -> None:
    """A Marker stands on every edge at first; the game ends when as many of them meet at every point."""
    description = load_description(DEGREES)
    equipment = build_equipment(description.game)  # type: ignore[arg-type]
    told = dict(describe_rules(description.game, equipment, "star")[0])  # type: ignore[arg-type]
    assert told["Start"] == ["Place a Marker on each of the edges of the board."]
    assert told["Goal"] == ["You win if the same number of edges with neutral pieces meet at every point."]
    edges = [tuple(ends) for ends in equipment.board.incident(SiteType.Edge, SiteType.Vertex)]
    points = {point for ends in edges for point in ends}
    played, early = load(DEGREES, backend="python"), 0
    for seed in range(12):
        state, rng, left = played.start(seed=seed), random.Random(seed), set(range(len(edges)))
        while not state.over:
            assert {move.to_site for move in state.legal_moves()} == left
            move = rng.choice(state.legal_moves())
            state.apply(move)
            left.remove(move.to_site)
            met = {sum(point in edges[edge] for edge in left) for point in points}
            assert state.over == (len(met) == 1)
        early += bool(left)
    assert early


@pytest.mark.parametrize("rule", ENDS)
def test_a_game_ends_when_the_words_say_so(rule: str) -> None:
    """With the first move after which what they say holds."""
    source = f"""(game "Ends" (players 2) (equipment {{(board (square 4)) (piece "Disc" Each)}})
        (rules (play (move Add (to (sites Empty)))) (end (if {rule} (result Mover Win)))))"""
    description = load_description(source)
    equipment = build_equipment(description.game)  # type: ignore[arg-type]
    told = dict(describe_rules(description.game, equipment, "square")[0])  # type: ignore[arg-type]
    text, holds = ENDS[rule]
    assert told["Goal"] == [f"You win if {text}."]
    reader, played, ended = Reader(told, equipment), load(source, backend="python"), 0
    for seed in range(8):
        state, rng = played.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 16:
            move, mover = rng.choice(state.legal_moves()), state.mover
            state.apply(move)
            owners = {site: equipment.components[what].owner for site, what in standing(state).items()}
            assert holds(Position(owners, mover), reader, move.to_site) == state.over
            ended += state.over
    assert ended


BOTH = {
    "a win before a draw": ("(if (is Line 3) (result Mover Win))", "(if (is Full) (result Mover Draw))", True),
    "a draw before a win": ("(if (is Full) (result Mover Draw))", "(if (is Line 3) (result Mover Win))", True),
    "a win before a loss": ("(if (is Line 3) (result Mover Win))", "(if (is Full) (result Mover Loss))", True),
    "one player wins by two rules": ("(if (is Line 3) (result Mover Win))", "(if (is Full) (result Next Loss))", False),
}


@pytest.mark.parametrize("case", BOTH)
def test_of_several_ends_the_first_decides(case: str) -> None:
    """As the words say where they would say two things at once."""
    first, second, told_so = BOTH[case]
    source = f"""(game "Ends" (players 2) (equipment {{(board (square 3)) (piece "Disc" Each)}})
        (rules (play (move Add (to (sites Empty)))) (end {{{first} {second}}})))"""
    description = load_description(source)
    equipment = build_equipment(description.game)  # type: ignore[arg-type]
    told = dict(describe_rules(description.game, equipment, "square")[0])  # type: ignore[arg-type]
    assert ("If several of these apply, the first one decides." in told["Goal"]) == told_so
    game, both = load(source, backend="python"), 0
    for seed in range(60):
        state, rng, mover = game.start(seed=seed), random.Random(seed), 0
        while not state.over:
            mover = state.mover
            state.apply(rng.choice(state.legal_moves()))
        pieces = standing(state)
        owners = [equipment.components[pieces[site]].owner if site in pieces else 0 for site in range(9)]
        rows = [owners[k : k + 3] for k in (0, 3, 6)]
        lines = [*rows, *map(list, zip(*rows, strict=True)), owners[::4], owners[2:7:2]]
        if all(owners) and [mover] * 3 in lines:
            both += 1
            best = state.ranking.index(1.0) if 1.0 in state.ranking else 0
            assert best == (0 if first.endswith("Draw))") else mover)
    assert both


LINES = {
    "rows, columns and diagonals": "(board (add (square 4) edges:{{0 5} {5 10} {3 6}}) use:Vertex)",
    "a grid": "(board (rectangle 4 5) use:Vertex)",
    "a drawing": "(board (graph vertices:{{0 0} {2 0} {4 0} {1 1} {2 1} {3 1} {0 2} {2 2} {4 2} {0 4} {2 4} {4 4}} "
                 "edges:{{0 1} {1 2} {0 3} {3 7} {2 5} {5 7} {1 4} {4 7} {6 7} {7 8} {6 9} {7 10} {8 11} {9 10} {10 11}"
                 "}) use:Vertex)",
}  # fmt: skip


@pytest.mark.parametrize("board", LINES)
def test_pieces_move_along_the_lines_that_are_told(board: str) -> None:
    """And nowhere else: on a board of points steps, slides and hops follow the lines of its part in the words."""
    for moves in ("(move Slide)", "(or (move Step (to if:(is Empty (to)))) "
                  f"(move Hop Adjacent {OVER} (to if:(is Empty (to)))))"):  # fmt: skip
        check(f"""(game "Lines" (players 2) (equipment {{{LINES[board]} (piece "Alfa" Each {moves})}})
            (rules (start {{(place "Alfa1" {{"A1" "B1"}}) (place "Alfa2" (sites Top))}}) (play (forEach Piece))
            (end (if (no Moves Next) (result Mover Win)))))""")


DRAWN_ROWS = ("3", "3 Orthogonal exact:True")


@pytest.mark.parametrize("rule", DRAWN_ROWS)
def test_rows_along_the_lines_that_are_told(rule: str) -> None:
    """On a board of points a game ends with the first move that makes a row along a line of its part in the words."""
    source = f"""(game "Rows" (players 2) (equipment {{{LINES["a drawing"]} (piece "Disc" Each)}})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line {rule}) (result Mover Win)))))"""
    game = load_description(source).game
    equipment = build_equipment(game)  # type: ignore[arg-type]
    told = dict(describe_rules(game, equipment, "square")[0])  # type: ignore[arg-type]
    many = "exactly" if "exact" in rule else "at least"
    row = f"a row of {many} 3 pieces of the same player along a line"
    assert told["Goal"] == [f"You win if the piece just placed is in {row}."]
    lines, played, ended = Reader(told, equipment).lines(), load(source, backend="python"), 0
    for seed in range(12):
        state, rng = played.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 12:
            move = rng.choice(state.legal_moves())
            state.apply(move)
            rows = standing(state)
            runs = []
            for line in lines:
                at = line.index(move.to_site) if move.to_site in line else -1
                mine = [site for site in line[at:] if at >= 0]
                ahead = next((i for i, site in enumerate(mine) if rows.get(site) != rows[move.to_site]), len(mine))
                back = [site for site in line[:at][::-1] if at > 0]
                behind = next((i for i, site in enumerate(back) if rows.get(site) != rows[move.to_site]), len(back))
                runs.append(ahead + behind)
            made = any(run == 3 if many == "exactly" else run >= 3 for run in runs)
            assert state.over == (made or (len(state.history) == 12 and not state.legal_moves()))
            ended += made
    assert ended


UNMOVED = "(= (state at:(mapEntry #1 (mover))) 1)"
CASTLES = f"""(define "Stay" {UNMOVED}) (define "Safe" (not (is Threatened (id "Dux" Mover) at:(to))))
(define "Lose" (apply (set State at:(from) 0)))
(define "Moved" (then (if (= (state at:(last To)) 1) (set State at:(last To) 0))))
(define "Far" (slide (from (mapEntry #1 (mover))) #2 (between (exact #3) if:#4) (to if:True "Lose")))
(define "Past" (if (and ("Stay" #1) (can Move ("Far" #1 #2 #3 (is Empty (to)))))
    (move Slide (from (mapEntry "Seat" (mover))) #4 (between (exact 2) if:(and (is Empty (to)) "Safe"))
        (to if:True "Lose") (then ("Far" #1 #2 #3 True)))))
(game "Castles" (players {{(player N) (player S)}}) (equipment {{(board (rectangle 5 8))
    (piece "Dux" Each (move Step (to {NOT_FRIEND}) "Moved"))
    (piece "Ram" Each (move Slide Orthogonal (to {ENEMY}) "Moved"))
    (map "Seat" {{(pair 1 "E1") (pair 2 "E5")}})
    (map "West" {{(pair 1 "A1") (pair 2 "A5")}}) (map "East" {{(pair 1 "H1") (pair 2 "H5")}})}})
    (rules (start {{(place "Dux1" coord:"E1" state:1) (place "Dux2" coord:"E5" state:1)
        (place "Ram1" {{"A1" "H1"}} state:1) (place "Ram2" {{"A5" "H5"}} state:1)}})
        (play (do (or (forEach Piece) (if (and ("Stay" "Seat") (not (is Threatened (id "Dux" Mover))))
            (or ("Past" "West" E 3 W) ("Past" "East" W 2 E)))) ifAfterwards:(not (is Threatened (id "Dux" Mover)))))
        (end (if (no Moves Mover) (result Mover Draw)))))"""


def test_castling_is_as_it_is_told() -> None:
    """Who has not moved, what is empty and what is safe when two pieces move past each other, and where they end."""
    description = load_description(CASTLES)
    equipment = build_equipment(description.game)  # type: ignore[arg-type]
    told = dict(describe_rules(description.game, equipment, "square")[0])  # type: ignore[arg-type]
    assert "state" not in str(told).lower() and "mark" not in str(told)
    turn, limit = told["Play"]
    both = re.findall(r"- castle: (.+)", turn)
    assert "    - if your Dux has not moved yet and your Dux is not under attack:" in turn.split("\n")
    told["Play"] = ["On your turn, move one of your pieces.", limit]
    reader = Reader(told, equipment)
    pieces = {c.name: (c.base_name, c.owner) for c in equipment.components[1:]}
    moves = reader.pieces(pieces)
    barred = reader.barred(moves, pieces)
    attacked = reader.after("your Dux is under attack", moves, pieces)
    names = {c.index: c.name for c in equipment.components}
    played = load(CASTLES, backend="python")
    made = 0
    for seed in range(6):
        state, rng = played.start(seed=seed), random.Random(seed)
        moved: set[int] = set()
        while not state.over and len(state.history) < 16:
            rows = {site: names[what] for site, what in standing(state).items()}
            mover = state.mover

            def at(left: dict[int, str], mover: int = mover) -> tuple[Position, dict[int, str]]:
                return Position({site: pieces[name][1] for site, name in left.items()}, mover), left

            castled = {}
            for text in both:
                rule = re.fullmatch(
                    r"if the Ram on your “(\w+)” cell has not moved, all cells between it and your Dux are empty and "
                    r"your Dux would not be under attack on the cell that it crosses, move your Dux (\d) cells (\w+), "
                    r"and then that Ram (\d) cells (\w+)\.?", text)  # fmt: skip
                assert rule is not None, text
                cells = next(line for line in told["Board"] if line.startswith(f"The “{rule[1]}” cell is "))
                ram = reader.names[re.findall(r"(\w+) for player", cells)[mover - 1]]
                dux = next(site for site, name in rows.items() if pieces[name] == ("Dux", mover))
                step = {"west": -1, "east": 1}
                to, other = dux + int(rule[2]) * step[rule[3]], ram + int(rule[4]) * step[rule[5]]
                between = range(min(ram, dux) + 1, max(ram, dux))
                home = pieces.get(rows.get(ram, "")) == ("Ram", mover)
                if moved & {ram, dux} or not home or any(site in rows for site in between) or attacked(*at(rows)):
                    continue
                crossed = {site: name for site, name in rows.items() if site != dux} | {dux + step[rule[3]]: rows[dux]}
                after = {site: name for site, name in rows.items() if site not in (dux, ram)}
                after |= {to: rows[dux], other: rows[ram]}
                if not attacked(*at(crossed)) and not barred(*at(after)):
                    castled[dux, to] = after
            claimed = dict(castled)
            for site, name in rows.items():
                for one in moves[name](at(rows)[0], site) if pieces[name][1] == mover else ():
                    left = {s: n for s, n in rows.items() if s != site and s not in one.captured} | {one.to: name}
                    if not barred(*at(left)):
                        claimed[site, one.to] = left
            legal = {(move.from_site, move.to_site): move for move in state.legal_moves() if not move.is_pass}
            assert legal.keys() == claimed.keys()
            if not legal:
                break
            key = rng.choice(sorted(castled) or sorted(legal))
            made += key in castled
            state.apply(legal[key])
            assert {site: names[what] for site, what in standing(state).items()} == claimed[key]
            moved |= {*key}
    assert made


PASSING = f"""(game "Passing" (players {{(player N) (player S)}}) (equipment {{
    (board (rectangle 6 5)) (piece "Fante" Each (or {{
        (move Step Forward (to if:(is Empty (to)))) (move Step (directions {{FR FL}}) (to {ENEMY}))
        (if (is In (from) (sites Start (piece (what at:(from))))) (move Slide Forward (between (exact 2)
            if:(is Empty (between))) (to if:(is Empty (to))) (then (set Pending (ahead (last To) Backward)))))
        (move Step (directions {{FR FL}}) (to if:(and (is Pending) (= (to) (value Pending))))
            (then (remove (ahead (last To) Backward))))}}))}})
    (rules (start {{(place "Fante1" (sites Row 1)) (place "Fante2" (sites Row 4))}}) (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))"""


def test_a_piece_that_is_passed_is_captured_as_it_is_told() -> None:
    description = load_description(PASSING)
    equipment = build_equipment(description.game)  # type: ignore[arg-type]
    told = dict(describe_rules(description.game, equipment, "square")[0])  # type: ignore[arg-type]
    crossed = "the neighbouring cell that an enemy Fante has just crossed by going 2 cells, capturing that piece"
    assert f"    - step diagonally forward to {crossed}." in told["Pieces"][0].split("\n")
    assert "pending" not in str(told)
    played, made = load(PASSING, backend="python"), 0
    for seed in range(12):
        state, rng, before = played.start(seed=seed), random.Random(seed), (0, 0)
        while not state.over and len(state.history) < 24:
            rows, mover = standing(state), state.mover
            legal = {(move.from_site, move.to_site): move for move in state.legal_moves() if not move.is_pass}
            over = (before[0] + before[1]) // 2 if abs(before[1] - before[0]) == 10 else -1
            ahead = 5 if mover == 1 else -5
            mine = {site for site, what in rows.items() if equipment.components[what].owner == mover}
            beside = {site for site in mine if over - ahead - site in (-1, 1) and (over - ahead) // 5 == site // 5}
            to_empty = {(a, b) for a, b in legal if b not in rows and (b - a) % 5}
            assert to_empty == {(site, over) for site in beside if over >= 0}
            if not legal:
                break
            key = rng.choice(sorted(to_empty) or sorted(legal))
            state.apply(legal[key])
            if key in to_empty:
                assert before[1] not in standing(state)
                made += 1
            before = key
    assert made


def test_only_the_pieces_that_can_be_passed_are_named() -> None:
    """A tower goes over two cells as well, and makes no cell pending; where two kinds do, it is a piece."""
    tower = '(piece "Torre" Each (move Slide Orthogonal))'
    two = PASSING.replace('"Fante" Each', '"Dama" Each').split("(piece ", 1)[1].split("))}))})")[0]
    for more, kind in ((tower, "Fante"), (f"(piece {two}))}}))", "piece")):
        text = PASSING.replace('(piece "Fante" Each', f'{more} (piece "Fante" Each', 1)
        game = load_description(text).game
        told = str(describe_rules(game, build_equipment(game), "square")[0])  # type: ignore[arg-type]
        assert f"that an enemy {kind} has just crossed" in told


DRAUGHTS = "board/war/leaping/diagonal/English Draughts.lud"
AMAZONS = "board/space/blocking/Amazons.lud"
HEX = "board/space/connection/Hex.lud"
CLOBBER = "board/war/replacement/stalemate/Clobber.lud"
ENEMY_BETWEEN = "(is Enemy (who at:(between)))"
HNEFATAFL = "board/war/custodial/Hnefatafl.lud"
TURNS = (
    (HNEFATAFL, "", ""), (HNEFATAFL, "(sites Corners)", '(sites {"A1" "C3" "D5" "F7"})'),
    (HEX, "", ""), (AMAZONS, "", ""), (DRAUGHTS, "", ""), (CLOBBER, "", ""),
    (DRAUGHTS, "{FR FL}", "{FR FL BL BR}"), (DRAUGHTS, "{FR FL}", "{Forward Leftward Rightward}"),
    (DRAUGHTS, ENEMY_BETWEEN, "(is Friend (who at:(between)))"),
    (AMAZONS, '(piece "Dot0")', '(piece "Dot0") Orthogonal'), (AMAZONS, "(move Slide", "(move Slide Diagonal"),
    (CLOBBER, "Orthogonal", "Adjacent"),
)  # fmt: skip
"""Games of the library, and the same with one rule changed, so that nobody knows them."""


def play_turns(source: str, library: Path | None) -> int:
    """Compares what the words allow on each turn of random games with what is legal; the number of moves compared."""
    description = load_description(source, library=library)
    game: object = description.game
    equipment = build_equipment(game)  # type: ignore[arg-type]
    told, _ = describe_rules(game, equipment, "square")  # type: ignore[arg-type]
    reader = TurnReader(dict(told), equipment)
    pieces = {c.name: (c.base_name, c.owner) for c in equipment.components[1:]}
    choice = reader.turn(pieces)
    numbers = {c.index: c for c in equipment.components}
    played = load(source, library=library, backend="python")
    compared = 0
    for seed in range(GAMES):
        state, rng, last, before = played.start(seed=seed), random.Random(seed), -1, 0
        while not state.over and len(state.history) < 2 * PLIES:
            rows = standing(state)
            position = Position({site: numbers[what].owner for site, what in rows.items()}, state.mover)
            names = {site: numbers[what].name for site, what in rows.items()}
            turn = Turn(position, names, before == state.mover, last)
            claimed = {(site, one.to) for site, one in choice(turn)}
            moves = [move for move in state.legal_moves() if not move.is_pass and not move.is_swap]
            assert {(move.from_site, move.to_site) for move in moves} == claimed
            if not moves:
                break
            compared += len(moves)
            move, before = rng.choice(moves), state.mover
            last = move.to_site
            state.apply(move)
    return compared


@needs_corpus
@pytest.mark.parametrize(("path", "old", "new"), TURNS, ids=lambda text: Path(text).stem)
def test_whole_turns(path: str, old: str, new: str) -> None:
    text = load_description(LIBRARY / "lud" / path, library=LIBRARY).text
    assert old in text
    assert play_turns(text.replace(old, new) if old else text, LIBRARY) > 20


TO_EMPTY = "(to if:(is Empty (to)))"
STEP = f"(move Step {TO_EMPTY})"
JUMP = f"(move Hop {OVER} {TO_EMPTY})"
PASS_OVER = f"(move Hop (between if:(is Occupied (between))) {TO_EMPTY})"
QUIET, FREE, ONCE = "Nothing is captured.", "Nobody has to capture.", "A turn is over after one hop."
SAID = {
    f"(or {STEP} {PASS_OVER})": {QUIET, ONCE},
    f"(or {STEP} {JUMP})": {FREE, ONCE},
    f"(or {STEP} (move Hop {OVER} {TO_EMPTY} (then (moveAgain))))": set[str](),
    f"(priority {JUMP} {STEP})": {ONCE},
    f"(or {STEP} (move Step (to {ENEMY})))": set[str](),
    "(or (move Slide) (move Leap {{F F}} (to if:(is Empty (to)))))": {QUIET},
    f"(or (move Slide (then (custodial (between if:(is Enemy (who at:(between))) (apply (remove (between)))) "
    f"(to if:(is Friend (who at:(to))))))) {PASS_OVER})": {ONCE},
}  # fmt: skip


def _takes(state: State, move: Move) -> bool:
    after = state.copy()
    after.apply(move)
    return len(standing(after)) < len(standing(state))


@pytest.mark.parametrize("moves", SAID)
def test_what_holds_in_every_turn_is_so(moves: str) -> None:
    """What is said of captures and hops holds in random games; where it is not said, they show the opposite."""
    source = f"""(game "Throughout" (players 2) (equipment {{(board (square 5)) (piece "Disc" Each {moves})}})
        (rules (start {{(place "Disc1" (sites Row 1)) (place "Disc2" (sites Row 3))}}) (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))"""
    description = load_description(source)
    equipment = build_equipment(description.game)  # type: ignore[arg-type]
    told = dict(describe_rules(description.game, equipment, "square")[0])  # type: ignore[arg-type]
    assert {QUIET, FREE, ONCE} & set(told.get("Throughout", ())) == SAID[moves]
    played = load(source, backend="python")
    captures = twice = choice = 0
    for seed in range(3):
        state, rng = played.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 30:
            legal, before, mover = state.legal_moves(), standing(state), state.mover
            choice += not choice and {_takes(state, move) for move in legal} == {True, False}
            state.apply(rng.choice(legal))
            captures += len(standing(state)) < len(before)
            twice += not state.over and state.mover == mover
    assert (captures == 0) == (QUIET in SAID[moves])
    assert twice == 0 or ONCE not in SAID[moves]
    assert choice or FREE not in SAID[moves]
