"""Rules as sentences, kind by kind: what each argument adds, and what is said in another way where that is shorter. A
sentence is right if it says what the docs of the ludeme say."""

import pytest

from ludparse.exporters.authoring.description_words import describe_rules, why_ended
from ludparse.interpreter.lower.equipment import build_equipment
from tests.interpreter.small import small_game


def told(items: str = '(piece "Disc" Each) (hand Each)', **parts: str) -> dict[str, list[str]]:
    game = small_game(items, **parts)  # type: ignore[arg-type]
    return dict(describe_rules(game, build_equipment(game), "square 4x4")[0])


WIN = "(result Mover Win)"


@pytest.mark.parametrize(("test", "clause"), [
    ("(xor (is Full) (is Mover P1))", "of these exactly one holds: (the board is full), (it is the turn of player 1)"),
    ("(is Next P2)", "player 2 is next"), ("(is Prev P2)", "player 2 moved last"),
    ("(is Active P2)", "player 2 is still in the game"),
    ("(is Prev Mover)", "the turn goes on after a move"),
    ("(not (is Prev P2))", "it is not the case that player 2 moved last"),
    ("(is Friend (who at:3))", "3 holds a friendly piece"), ("(is Enemy (who at:3))", "3 holds an enemy piece"),
    ("(not (is Friend (who at:3)))", "3 holds no friendly piece"),
    ("(not (is Enemy (who at:3)))", "3 holds no enemy piece"),
    ("(is Enemy (next))", "the next player is an enemy"), ("(is Friend (next))", "the next player is a friend"),
    ("(is Occupied 3)", "3 is occupied"), ("(not (is Empty 3))", "3 is not empty"),
    # numbers
    ("(< (count Moves) 3)", "the number of moves is less than 3"),
    ("(<= (count Moves) 3)", "the number of moves is at most 3"),
    ("(> (count Moves) 3)", "the number of moves is more than 3"),
    ("(>= (count Moves) 3)", "the number of moves is at least 3"),
    ("(< 3 (count Moves))", "the number of moves is more than 3"),
    ("(<= 3 (count Moves))", "the number of moves is at least 3"),
    ("(> 3 (count Moves))", "the number of moves is less than 3"),
    ("(>= 3 (count Moves))", "the number of moves is at most 3"),
    ("(< (count Moves) (count Turns))", "the number of moves is less than the number of turns"),
    ("(>= (count Pieces Mover) 1)", "there are pieces of the mover"),
    ("(< 0 (count Pieces P1))", "there are pieces of player 1"),
    ("(> (count Pieces Mover) 1)", "the number of pieces of the mover is more than 1"),
    ("(> (count at:3) 0)", "3 is not empty"), ("(= (count at:3) 0)", "3 is empty"),
    ("(= 0 (count at:3))", "3 is empty"),
    ("(> (count Sites in:(sites Top)) 0)", "there is at least one of the top row"),
    ("(> (count Liberties at:3) 0)", "the group at 3 has a liberty"),
    ("(= (count Stack at:3) 1)", "3 holds 1 piece"), ("(= (size Stack at:3) 2)", "3 holds 2 pieces"),
    ("(!= (count Moves) 2)", "the number of moves is not 2"),
    ("(!= (count Moves) (count Turns))", "the number of moves is not the number of turns"),
    ("(= (count Groups) 1)", "there is exactly one group of cells"),
    ("(= (count Groups) 2)", "the number of groups is 2"),
    ("(= (count Groups min:2) 1)", "the number of groups of at least 2 is 1"),
    # who and what
    ("(= (who at:3) P2)", "3 belongs to player 2"), ("(= (who at:3) 2)", "3 belongs to player 2"),
    ("(= (who at:3) 0)", "3 belongs to nobody"),
    ("(= (mover) 1)", "it is the turn of player 1"), ("(= 2 (mover))", "it is the turn of player 2"),
    ('(= (what at:3) (id "Disc" P1))', "the piece “Disc” of player 1 stands on 3"),
    ('(= (what at:3) (id "Disc1"))', "the piece “Disc1” stands on 3"),
    ('(= (where "Disc" P1) -1)', "Disc is not on the board (role: player 1)"),
    ("(!= (last To) -1)", "the site of the last move is not nowhere"),
    ("(= (count Pieces P1) 0)", "there are no pieces of player 1"),
    ("(= (sites Empty) (sites Top))", "the empty cells are the top row"),
    ("(!= (sites Empty) (sites Top))", "the empty cells is not the top row"),
    # where
    ("(is In 3 (sites Top))", "3 is in the top row"),
    ("(is In (last To) (sites {0 1}))", "the site of the last move is in A1 and B1"),
    ("(is In (count Moves) (sites {3 5}))", "the number of moves is one of 3 or 5"),
    ("(no Pieces P1)", "player 1 has no pieces"),
    ('(no Pieces P1 "Disc" in:(sites Top))', "player 1 has no “Disc” pieces on the top row"),
    ("(no Pieces Enemy)", "the opponents have no pieces"), ("(no Moves P1)", "player 1 cannot move"),
    ("(is Line 3 Diagonal)", "there are 3 in a row diagonally"),
    ("(is Line 3 exact:True)", "there are exactly 3 in a row"),
    ("(is Line 3 exact:False)", "there are 3 in a row"), ("(is Line 3 through:5)", "there are 3 in a row through 5"),
    ("(is Line 3 P1)", "there are 3 in a row of player 1"),
    ("(is Line 3 if:(is Full))", "there are 3 in a row where the board is full"),
    ("(is Connected Mover)", "the regions of the mover are connected"),
    ("(is Connected 3 Corners)", "3 of the corners are connected"),
    ("(is Connected {(sites Top) (sites Bottom)})", "the top row and the bottom row are connected"),
    ("(is Blocked Mover)", "the regions of the mover can no longer be connected"),
    # put together
    ("(not (not (is Full)))", "the board is full"), ("(not (is Prev Mover))", "a turn begins"),
    ("(not (all DiceUsed))", "a die has not been used"),
    ("(not (and (is Full) (is Mover P1)))", "the board is not full or it is not the turn of player 1"),
    ("(not (can Move (move Pass)))", "it is not possible to pass"),
    ("(can Move (move Pass))", "it is possible to pass"),
    ("(if (is Full) (is Mover P1))", "the board is full and it is the turn of player 1"),
    ("(if (is Full) (is Mover P1) (is Mover P2))",
     "(if the board is full, then it is the turn of player 1, otherwise it is the turn of player 2)"),
    ("(or (= (count Moves) 2) (= (count Moves) (count Turns)))",
     "the number of moves is 2 or the number of moves is the number of turns"),
    ("(all Sites (sites Empty) if:(is In (site) (sites Top)))",
     "for all sites of the empty cells: the site is in the top row"),
    ("(all Sites (sites Occupied by:P1) if:(is In (site) (sites Top)))",
     "for all sites with pieces of player 1: the site is in the top row"),
    ("(is Within (id \"Disc1\") in:(sites Top))", "the piece “Disc1” stands in the top row"),
    ("(not (no Pieces P1))", "player 1 has pieces"),
    ("(not (is Connected Mover))", "the regions of the mover are not connected"),
    ("(not (no Moves P1))", "it is not the case that player 1 cannot move"),
    ("(not (can Move (move Pass)))", "it is not possible to pass"),
])  # fmt: skip
def test_conditions(test: str, clause: str) -> None:
    items = '(piece "Disc" Each) (hand Each) (dice num:1)' if "Dice" in test else '(piece "Disc" Each) (hand Each)'
    (line, *_) = told(items, end=f"(end (if {test} {WIN}))")["End"]
    assert line == f"If {clause}, the mover wins."


TRACK = '(board (square 4) (track "Way" {0 1 2 3 7} directed:True))'


@pytest.mark.parametrize(("test", "clause"), [
    ("(= (trackSite Move from:0 steps:3) -1)", "3 steps along the track from 0 lead past its end"),
    ("(= (trackSite Move from:0 steps:3) -2)", "3 steps along the track from 0 lead exactly to its end"),
    ("(!= (trackSite Move from:0 steps:3) -1)", "3 steps along the track from 0 do not lead past its end"),
    ('(>= (trackSite Move from:0 "Way" steps:3) 0)', "3 steps along the track “Way” from 0 lead to a site"),
    ("(< (trackSite Move from:0 Mover steps:3) 0)", "3 steps along the track of the mover from 0 lead to no site"),
    ("(not (= (trackSite Move from:0 steps:3) -1))", "3 steps along the track from 0 do not lead past its end"),
    ("(= (trackSite Move from:0 steps:3) 5)", "the site 3 steps further along the track from 0 is 5"),
])  # fmt: skip
def test_steps_along_a_track(test: str, clause: str) -> None:
    assert told(board=TRACK, end=f"(end (if {test} {WIN}))")["End"] == [f"If {clause}, the mover wins."]


@pytest.mark.parametrize(("test", "clause"), [
    ("(= (pips) 0)", "with a die that has been used"), ("(!= (pips) 0)", "with a die that has not been used"),
])  # fmt: skip
def test_dice_that_are_used(test: str, clause: str) -> None:
    items = '(piece "Disc" Each) (dice num:2)'
    (line,) = told(items, play=f"(play (forEach Die if:{test} (move Pass)))")["Play"]
    assert line == ("On a turn, with a die that has not been used: pass." if "!" in test
                    else "On a turn, with one of the dice, if the die has been used: pass.")  # fmt: skip
    (both,) = told(items, play="(play (forEach Die if:(and (!= (pips) 0) (is Full)) (move Pass)))")["Play"]
    assert both == "On a turn, with a die that has not been used, if the board is full: pass."


@pytest.mark.parametrize(("play", "sentence"), [
    # put together
    ("(and (move Pass) (move Remove 3))", "pass, and remove what stands on 3"),
    ("(or {(move Pass) (move Pass)})", "pass"),
    ("(if True (move Pass))", "pass"), ("(if False (move Pass) (move Remove 3))", "remove what stands on 3"),
    ("(if False (move Pass))", "do nothing"),
    ("(if (is Full) (move Pass) (move Remove 3))", "if the board is full, pass; otherwise remove what stands on 3"),
    ("(priority {(move Remove 3) (move Pass)})", "remove what stands on 3; if that is not possible, pass"),
    ("(do (move Remove 3) next:(move Pass))", "remove what stands on 3, and then pass"),
    ("(do (move Pass) ifAfterwards:(is Full))", "pass (only so that afterwards the board is full)"),
    ("(max Captures (move Pass))", "pass (only so that the most captures are made in the turn)"),
    ("(forEach Player (move Pass))", "for each player: pass"),
    ("(forEach Value min:1 max:3 (move Pass))", "for each number from 1 to 3: pass"),
    ("(forEach Site (sites Top) (move Pass) noMoveYet:(move Remove 3))",
     "at one of the top row: pass, or, if that is not possible, remove what stands on 3"),
    ("(forEach Direction Diagonal (move Pass))", "diagonally: pass"),
    ("(forEach Direction (move Pass))", "in each direction: pass"),
    ("(forEach Piece)", "move one of your pieces"), ("(forEach Piece \"Disc\")", "move Disc"),
    ("(forEach Piece P2)", "move one of the pieces of player 2"),
    ("(forEach Piece \"Disc\" (move Pass) P2)", "with a Disc of player 2: pass"),
    ("(forEach Piece Mover)", "move one of your pieces"),
    # moves
    ("(move Step (to if:(is Enemy (who at:(to))) (apply (remove (to)))))",
     "step to a neighbouring cell with an enemy piece, capturing what stands there"),
    ("(move Slide Orthogonal (between (max 3)))",
     "slide orthogonally over any number of empty sites, at most 3 of them"),
    ("(move Slide (to if:(is Enemy (who at:(to))) (apply (remove (to)))))",
     "slide over any number of empty sites, or up to a cell with an enemy piece behind them, "
     "capturing what stands there"),
    ("(move Slide (between if:(or (= (between) (from)) (is Empty (between)))))",
     "slide over empty sites, its own counting as empty,"),
    ("(move Hop (between before:2 after:3 if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))",
     "hop over an enemy piece, up to 2 sites away, up to 3 sites beyond to an empty cell"),
    ("(move Hop (between) (to))", "hop over a cell to a cell"), ("(move Hop (to))", "hop over a site to a cell"),
    ("(move Hop (between (range 1 2)) (to))", "over a cell (from 1 to 2 of them) to a cell"),
    ("(move Leap {{F F R F} {F F L F}} (to))",
     "leap by (forward, forward, left turn, forward) or (forward, forward, right turn, forward) to a cell"),
    ("(move (from 3) (to 5))", "move a piece from 3 to 5"),
    ("(move (from 3) (to 5) count:2)", "move 2 pieces from 3 to 5"),
    ("(move (from 3) (to 5) count:(count at:3))", "move all pieces from 3 to 5"),
    ("(move (from 3) (to 5) stack:True)", "move a stack from 3 to 5"),
    ("(move (from 3) (to 5) count:(count Moves))", "move as many pieces as the number of moves from 3 to 5"),
    ("(move (from 3) (to 5) count:2 stack:True)", "move 2 pieces as a stack from 3 to 5"),
    ("(move (from 3) (to 5) copy:True)", "copy a piece from 3 to 5"),
    ("(move (from 3 if:(is Full)) (to 5 if:(is Empty (to))))",
     "move a piece from 3 where the board is full to 5, if it is empty"),
    ("(move (from (sites Top)) (to (sites Bottom) if:(is Empty (to))))",
     "move a piece from one of the top row to one of the empty sites of the bottom row"),
    ("(move Shoot (piece \"Disc1\"))", "shoot a Disc1 in a straight line over empty sites"),
    ("(move Shoot (piece \"Disc1\") Diagonal (to))",
     "shoot a Disc1 diagonally in a straight line over empty sites to a cell"),
    # effects
    ("(move Add (piece \"Disc2\") (to (sites Empty)))", "place a Disc2 on one of the empty cells"),
    ("(move Add (to 3))", "place a piece on 3"),
    ("(move Add (piece {\"Disc1\" \"Disc2\"}) (to 3))", "place a Disc1 or Disc2 on 3"),
    ("(move Add (piece (id \"Disc\" Next)) (to 3))", "place piece “Disc” of the next player on 3"),
    ("(move Claim (to (sites Empty)))", "claim one of the empty cells"),
    ("(move Claim (piece \"Disc1\") (to 3))", "claim 3 with a Disc1"),
    ("(move Remove 3 count:2)", "remove 2 from what stands on 3"),
    ("(move Remove (sites Top) count:2)", "remove 2 from one of the top row"),
    ("(move Select (from 3))", "choose 3"),
    ("(move Select (from (sites Top)) (to (sites Bottom)))", "choose one of the top row and one of the bottom row"),
    ("(move Select (from (sites Top) if:(is Empty (from))))", "choose one of the top row that is empty"),
    ("(move Promote (last To) (piece \"Disc2\"))", "the piece on the site of the last move"),
    ("(move Pass (then (and (moveAgain) (remove 3))))", "pass; then (move again, and remove what stands on 3)."),
    # captures that follow
    ("(move Pass (then (custodial)))",
     "capture enemy pieces, in one line or several, between the piece that moved and a friendly piece."),
    ("(move Pass (then (custodial (from 3) Orthogonal (between (max 2)) (to if:(is Empty (to))))))",
     "capture orthogonally an enemy piece (at most 2 in a line) between 3 and "),
    ("(move Pass (then (surround)))", "capture by surrounding an enemy piece"),
    ("(move Pass (then (enclose)))", "capture by taking all liberties of the group of an enemy piece"),
    ("(move Pass (then (intervene)))", "capture on both sides of the piece that moved an enemy piece"),
    ("(move Pass (then (directional)))", "capture in the direction of the move an enemy piece"),
    ("(move Pass (then (surround (between if:(is Friend (who at:(between))) (apply (trigger \"X\" P1))))))",
     "capture by surrounding a friendly piece; this is done instead: "),
])  # fmt: skip
def test_moves(play: str, sentence: str) -> None:
    line = " ".join(" ".join(told(play=f"(play {play})")["Play"]).split())
    assert sentence in line
    assert line.startswith("On a turn, ") and line.endswith(".")


@pytest.mark.parametrize(("play", "sentence"), [
    ("(sow)", "sow the pieces of the chosen hole one by one"), ("(sow 3)", "sow the pieces of 3 one by one"),
    ("(sow 3 count:2)", "sow 2 pieces from 3"),
    ("(sow 3 \"Way\" owner:(mover))", "one by one along the track “Way” of the mover"),
    ("(sow origin:True)", "one by one, beginning with the hole itself"), ("(sow origin:False)", "hole one by one"),
    ("(sow includeSelf:False)", "one by one, leaving out the hole itself"),
    ("(sow includeSelf:True)", "hole one by one"),
    ("(sow skipIf:(is Full))", "leaving out holes where the board is full"),
    ("(sow if:(is Full) apply:(moveAgain))", "; at the last hole, if the board is full, move again"),
    ("(sow apply:(moveAgain))", "; at the last hole, move again"),
    ("(sow apply:(moveAgain) backtracking:True)", ", and go back over the holes before in the same way"),
    ("(sow apply:(moveAgain) backtracking:(is Full))", "in the same way, if the board is full"),
])  # fmt: skip
def test_sowing(play: str, sentence: str) -> None:
    line = " ".join(told(board=TRACK, play=f"(play (move Select (from 0) (then {play})))")["Play"])
    assert sentence in line
    assert ("beginning with" in line) == ("origin:True" in play)
    assert ("leaving out the" in line) == ("Self:False" in play)


@pytest.mark.parametrize(("region", "words"), [
    ("(sites Row 2)", "row 3 from the bottom"), ("(sites Column 0)", "column 1 from the left"),
    ("(sites Row (+ 1 2))", "row 4 from the bottom"),
    ("(sites Row (count Moves))", "the row with the number the number of moves"),
    ("(sites Row (row of:3))", "the row of 3"),
    ("(sites Phase 0)", "the cells of the colour of A1"), ("(sites State 2)", "the sites with state 2"),
    ("(sites Phase (count Moves))", "the cells of colour the number of moves"),
    ("(difference (sites Top) 3)", "the top row except 3"),
    ("(difference (sites Top) (sites Left))", "the top row except the left column"),
    ("(union (sites Top) (sites Left))", "the top row and the left column"),
    ("(intersection (sites Top) (sites Left))", "what is both in the top row and the left column"),
    ("(union {(sites Top) (sites Left) (sites Right)})", "the top row, the left column and the right column"),
    ("(intersection {(sites Top)})", "the top row"),
    ("(sites Corners Vertex)", "the corners (points)"), ("(sites Empty Vertex)", "the empty points"),
    ("(sites {0 5})", "A1 and B2"),
    ("(expand (sites Top))", "the top row with 1 more row around it"),
    ("(expand (sites Top) steps:2)", "the top row with 2 more rows around it"),
    ("(expand (sites Top) steps:(count Moves))", "the top row with the number of moves more rows around it"),
    ("(expand origin:5)", "5 with 1 more row around it"),
    ("(sites {\"A1\" \"B2\"})", "A1, B2"), ("(sites Side NE)", "side"), ("(sites Side Mover)", "the side of the mover"),
    ("(sites Side N)", "the north side"),
    ("(sites Occupied by:P2)", "the sites with pieces of player 2"),
    ("(sites Occupied by:All)", "the sites with pieces, "),
    ("(sites Occupied by:Mover component:\"Disc\")", "the sites with “Disc” pieces of the mover"),
    ("(sites Occupied by:Mover components:{\"Disc\" \"Disc1\"})", "the sites with Disc or Disc1 pieces of the mover"),
    ("(sites Occupied by:Mover container:\"Hand\")", "of the mover on the hand"),
    ("(sites Occupied by:Mover container:1)", "of the mover on container 1"),
    ("(sites LineOfSight at:3)", "the nearest sites with a piece that are seen from 3"),
    ("(sites LineOfSight Empty at:3 Diagonal)", "the empty sites that are seen from 3 diagonally"),
    ("(sites LineOfSight Farthest at:3)", "the farthest empty sites that are seen from 3"),
    ("(sites Mover \"Home\")", "the region “Home” of the mover"), ("(sites Mover)", "the region of the mover"),
    ("(sites \"Home\")", "the region “Home”"),
    ("(sites Hand Mover)", "the hand of the mover"),
    ("(forEach (sites Top) if:(is Full))", "the sites of the top row for which the board is full"),
])  # fmt: skip
def test_regions(region: str, words: str) -> None:
    items = '(piece "Disc" Each) (hand Each) (regions "Home" P1 (sites Top))'
    (line,) = told(items, end=f"(end (if (is In (last To) {region}) {WIN}))")["End"]
    assert f"{words}, the mover wins." in line if not words.endswith(", ") else f"{words}the mover wins." in line


@pytest.mark.parametrize(("start", "line"), [
    ('(place "Disc1" coord:"A1" state:2)', "Place a Disc of player 1 on A1 with state 2."),
    ('(place "Disc1" 5 state:2 rotation:1 value:3)',
     "Place a Disc of player 1 on B2 with state 2, rotation 1 and value 3."),
    ('(place "Disc1" {"A1" "B2"})', "Place a Disc of player 1 on A1 and B2."),
    ('(place "Stone0" 3)', "Place a neutral Stone on D1."),
    ('(place "Disc1" (sites Top) counts:{2})', "Place 2 of Disc of player 1 on the top row."),
    ('(place "Disc1" 3 count:1)', "Place a Disc of player 1 on D1."),
    ('(place "Disc1" "Hand1" count:3)', "Put 3 × Disc of player 1 into the hand1."),
    ('(place Stack "Disc1" 3 count:2)', "Place a stack of 2 of a Disc of player 1 on D1."),
    ('(place Stack items:{"Disc1" "Disc2"} 3)', "Place a stack of a Disc of player 1 and a Disc of player 2 on D1."),
    ('(place Random {"Disc1" "Disc2"})', "Place a Disc of player 1 and a Disc of player 2 at random on the board."),
    ('(place Random (sites Top) {"Disc1"} count:2)', "Place 2 × a Disc of player 1 at random on the top row."),
    ('(forEach Player (set Score P1 3))', "For each player: "),
])  # fmt: skip
def test_the_start(start: str, line: str) -> None:
    found = told('(piece "Disc" Each) (hand Each) (piece "Stone" Neutral)', start=f"(start {start})")["Start"]
    assert found == [line] or (line.endswith(": ") and found[0].startswith(line))


def test_nothing_is_placed() -> None:
    assert told()["Start"] == ["The board is empty."]
    sites = " ".join(f'"{column}{row}"' for row in (1, 2, 3, 4, 5) for column in "ABCD")
    (line,) = told(board="(board (rectangle 5 4))", start=f'(start (place "Disc1" {{{sites}}}))')["Start"]
    assert line.endswith("C4, D4 and 4 more.") and line.count(",") == 15


@pytest.mark.parametrize(("result", "line"), [
    ("(result Mover Draw)", "the game is a draw."), ("(result All Win)", "everybody wins."),
    ("(result Each Loss)", "everybody loses."),
    ("(result P1 Tie)", "player 1 ties."), ("(result Next Abandon)", "the next player abandons the game."),
    ("(result All Draw)", "the game is a draw."),
    ("(byScore)", "the game ends, and the highest score wins."),
    ("(byScore misere:True)", "the game ends, and the lowest score wins."),
    ("(byScore misere:False)", "the game ends, and the highest score wins."),
    ("(byScore {(score P1 3) (score P2 (count Moves))})",
     "the game ends, and the highest score wins, where the score of player 1 is 3 and "
     "the score of player 2 is the number of moves."),
])  # fmt: skip
def test_results(result: str, line: str) -> None:
    assert told(end=f"(end (if (is Full) {result}))")["End"] == [f"If the board is full, {line}"]


def test_the_end_for_several() -> None:
    for who, words in (("Player", "each player"), ("NonMover", "those who are not to move"), ("Each", "each player")):
        (line,) = told(end=f"(end (forEach {who} if:(no Moves Player) (result Player Loss)))")["End"]
        assert line.startswith(f"For {words}: if ") or who == "NonMover"
    (line,) = told(board=TRACK, end="(end (forEach Track if:(is Full) (result P1 Loss)))")["End"]
    assert line == "For each track: if the board is full, player 1 loses."


@pytest.mark.parametrize(("rule", "line"), [
    ("(no Repeat)", "No position may come back."), ("(no Repeat Positional)", "No position may come back."),
    ("(no Repeat PositionalInTurn)", "No position may come back in the same turn."),
    ("(no Suicide)", "A move that would leave its own piece captured"),
    ("(no Repeat Situational)", "No position may come back with the same player to move."),
    ("(automove)", "A player who has only one move makes it"),
    ("(no Repeat SituationalInTurn)", "No position may come back with the same player to move in the same turn."),
])  # fmt: skip
def test_what_holds_throughout(rule: str, line: str) -> None:
    (found,) = told(meta=f"(meta {rule})")["Throughout"]
    assert found.startswith(line) and (found == line or "Repeat" not in rule)


def test_players_and_modes() -> None:
    said = lambda players, mode="": told(players=players, mode=mode)["Players"]  # noqa: E731
    assert said("1") == ["One player plays alone."] and said("2") == ["Two players take turns."]
    assert said("8") == ["Eight players take turns."] and said("9") == ["9 players take turns."]
    assert said("2", "(mode Simultaneous)") == ["Two players move at the same time."]
    assert said("{(player N) (player S)}") == [
        "Two players take turns.",
        "Forward is a direction of its own for each player: player 1 plays N and player 2 plays S.",
    ]  # fmt: skip


def test_tracks_regions_and_maps() -> None:
    """On 4 x 4 cells 0 to 3 are A1 to D1, and D2 is 7; straight parts are told by their ends."""
    assert "There is a track “Way” of 5 steps, which goes one way: A1 to D1, D2." in told(board=TRACK)["Board"]
    loop = '(board (square 4) (track "Way" {0 1 5 4} loop:True))'
    assert "There is a track “Way” of 4 steps, which is a loop: A1, B1, B2, A2." in told(board=loop)["Board"]
    jumps = '(board (square 4) (track "Way" "0,E1,End" P2))'
    assert any("of player 2" in line and line.endswith("A1, B1, its end.") for line in told(board=jumps)["Board"])
    regions = '(regions "Home" P1 (sites Top)) (regions P2 {0 1}) (regions "All" {(sites Top) (sites Left)})'
    board = told(f'(piece "Disc" Each) {regions}')["Board"]
    assert "The region “Home” of player 1 is the top row." in board and "The region of player 2 is A1 and B1." in board
    maps = '(piece "Disc" Each) (map "Goal" {(pair P1 3) (pair P2 12)}) (map {(pair 1 5) (pair 2 6)})'
    asked = f'(end (if (= (last To) (mapEntry "Goal" Mover)) {WIN}))'
    board = told(maps, end=asked)["Board"]
    assert "The “Goal” site is D1 for player 1 and A4 for player 2." in board
    assert not any("map site" in line for line in board)
    board = told(maps, end=f"(end (if (= (last To) (mapEntry (mover))) {WIN}))")["Board"]
    assert "The map site is B2 for player 1 and C2 for player 2." in board


def test_pieces_and_dice() -> None:
    """Whose the pieces are; pieces of several players that move alike are told once."""
    step = "(move Step (to if:(is Empty (to))))"
    items = f'(piece "Man" Each {step}) (piece "Dog" P1 (move Pass)) (piece "Dog" P2 {step}) (piece "Rock" Neutral)'
    pieces = told(items)["Pieces"]
    text = " ".join(pieces)
    assert "Man: each player has some" in text and text.count("step to an empty neighbouring cell") == 2
    assert "Rock: for nobody" in text
    assert "A die shows 1, 2, 3, 4, 5 or 6." in str(told('(piece "Disc" Each) (dice num:1)').values())
    assert "Two dice show 1, 2 or 3." in str(told('(piece "Disc" Each) (dice d:3 num:2)').values())


def test_why_a_game_has_ended() -> None:
    """The only rule that can be meant; of a draw it is none that lets somebody win."""
    ends = f"(end {{(if (is Line 3) {WIN}) (if (is Full) (result Mover Draw))}})"
    game = small_game('(piece "Disc" Each)', end=ends)
    equipment = build_equipment(game)
    assert why_ended(game, equipment, False) == "If there are 3 in a row, the mover wins."
    assert why_ended(game, equipment, True) == "If the board is full, the game is a draw."
    both = small_game('(piece "Disc" Each)', end=f"(end {{(if (is Line 3) {WIN}) (if (is Full) (result Next Loss))}})")
    assert why_ended(both, equipment, False) == why_ended(both, equipment, True) == ""
    score = small_game('(piece "Disc" Each)', end="(end (if (is Full) (byScore)))")
    assert why_ended(score, equipment, True) == why_ended(score, equipment, False) != ""


@pytest.mark.parametrize(("condition", "words"), [
    ("(is Empty (to))", "to an empty neighbouring cell"),
    ("(is Enemy (who at:(to)))", "to a neighbouring cell with an enemy piece"),
    ("(= (who at:(to)) P2)", "to a neighbouring cell with a piece of player 2"),
    ("(= (who at:(to)) (mover))", "to a neighbouring cell with a friendly piece"),
    ("(= (who at:(to)) 1)", "to a neighbouring cell with a piece of player 1"),
    ("(and (is Enemy (who at:(to))) (is Full))", "to a neighbouring cell with an enemy piece where the board is full"),
    ("(and (is Full) (is Enemy (who at:(to))))", "to a neighbouring cell with an enemy piece where the board is full"),
    ("(or (is Empty (to)) (is Enemy (who at:(to))))", "to a neighbouring cell that is empty or with an enemy piece"),
    ("(and (is Empty (to)) (is Full))", "to an empty neighbouring cell where the board is full"),
])  # fmt: skip
def test_what_is_said_of_a_site(condition: str, words: str) -> None:
    """What a site holds comes first, whatever the order of the conditions."""
    (line,) = told(play=f"(play (forEach Piece (move Step (to if:{condition}))))")["Play"]
    assert line == f"On a turn, with a piece: step {words}."


@pytest.mark.parametrize(("condition", "words"), [
    ("(is Empty (to))", "it is empty"), ("(is Enemy (who at:(to)))", "it holds an enemy piece"),
    ("(not (is Enemy (who at:(to))))", "it holds no enemy piece"), ("(is In (to) (sites Top))", "it is in the top row"),
    ("(and (is Empty (to)) (is Full))", "it is empty and the board is full"),
    ("(or (is Empty (to)) (is Full))", "it is empty or the board is full"), ("(is Full)", "the board is full"),
])  # fmt: skip
def test_what_is_said_of_a_site_that_was_named(condition: str, words: str) -> None:
    (line,) = told(play=f"(play (move (from 3) (to 5 if:{condition})))")["Play"]
    assert line == f"On a turn, move a piece from 3 to 5, if {words}."


@pytest.mark.parametrize(("condition", "words"), [
    ("(is Enemy (who at:(between)))", "an enemy piece"),
    ("(and (is Enemy (who at:(between))) (is Full))", "an enemy piece where the board is full"),
    ("(and (is Enemy (who at:(between))) (not (is In (between) (sites ToClear))))",
     "an enemy piece that is not captured yet"),
    ("(and (is Enemy (who at:(between))) (is In (between) (sites ToClear)))",
     "an enemy piece that is captured already"),
    ("(and {(is Enemy (who at:(between))) (is Full) (is Mover P1)})",
     "an enemy piece where the board is full and where it is the turn of player 1"),
])  # fmt: skip
def test_what_is_said_of_a_piece(condition: str, words: str) -> None:
    (line,) = told(play=f"(play (forEach Piece (move Hop (between if:{condition}) (to if:(is Empty (to))))))")["Play"]
    assert " ".join(line.split()) == f"On a turn, with a piece: hop over {words} to an empty cell."


SLIDE = "(forEach Piece (move Slide Orthogonal (to if:(is Empty (to)))))"
SLIDING = "with a piece: slide orthogonally over any number of empty sites, as far as an empty cell"


@pytest.mark.parametrize(("play", "lines"), [
    (f"(priority {{{SLIDE} (move Pass)}})", ["the first of these that is possible:", SLIDING, "pass"]),
    (f"(or {SLIDE} (move Pass) (then (moveAgain)))", ["one of these:", SLIDING, "pass", "after that:", "move again"]),
    (f"(if (is Full) {SLIDE} (move Pass))", ["if the board is full:", SLIDING, "otherwise:", "pass"]),
    (f"(if (is Full) {SLIDE})", ["if the board is full:", SLIDING]),
    (f"(do {SLIDE} next:(move Pass) ifAfterwards:(is Full))",
     [SLIDING, "and then:", "pass", "but only so that afterwards the board is full"]),
    (f"(max Captures {SLIDE})", ["so that the most captures are made in the turn:", SLIDING]),
    (f"(max Moves {SLIDE})", ["so that the most moves are made in the turn:", SLIDING]),
    (f"(forEach Site (sites Top) {SLIDE} noMoveYet:(move Pass))",
     ["at one of the top row:", SLIDING, "if that is not possible:", "pass"]),
    (f"(forEach Die if:(is Full) {SLIDE})", ["with one of the dice, if the board is full:", SLIDING]),
    (f"(forEach Die if:(!= (pips) 0) {SLIDE})", ["with a die that has not been used:", SLIDING]),
])  # fmt: skip
def test_long_moves_stand_below_each_other(play: str, lines: list[str]) -> None:
    (text,) = told('(piece "Disc" Each) (dice num:2)', play=f"(play {play})")["Play"]
    assert [line.strip(" -.") for line in text.removeprefix("On a turn, ").split("\n")] == lines
    assert all(line.startswith(" " * 4) is (line.strip(" -.") in (SLIDING, "pass", "move again"))
               for line in text.split("\n")[1:])  # fmt: skip
