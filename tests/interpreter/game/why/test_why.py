"""`State.why`: what is told of a move is what decides about it."""

from __future__ import annotations

from typing import Any

import pytest

from ludparse import load
from ludparse.exporters.cli.main import main
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.why import Why
from ludparse.problems.errors import LudRuleError, LudUnsupportedError, MoveSyntaxError
from tests.corpus import needs_corpus
from tests.interpreter.game.why.law import Laws
from tests.interpreter.lower.playing import BACKENDS
from tests.interpreter.passes.golden_games import GAMES

WALL = """(define "Foe" (is Enemy (who at:#1)))
(game "Wall" (players 2)
    (equipment { (board (rectangle 1 4)) (piece "Man" Each
        (move Step Forward E (to if:(or (is Empty (to)) ("Foe" (to)))))) })
    (rules (start { (place "Man1" {0 1}) (place "Man2" {2}) }) (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))"""


def game(moves: str, *, start: str = '(place "Man1" 0)', meta: str = "") -> Any:
    """A game on a row of six sites, where player 1 has a man at 0."""
    return load(
        f"""(game "Row" (players 2) (equipment {{ (board (rectangle 1 6)) (piece "Man" Each) (hand Each) }})
        (rules {meta} (start {{ {start} }}) (play {moves}) (end (if (no Moves Next) (result Next Win)))))"""
    )


def named(why: Why) -> list[tuple[str, object]]:
    """The conditions that decide, with their values."""
    found: list[tuple[str, object]] = []
    for rule in why.rules:
        for condition in rule.rules:
            for c in condition.rules or (condition,):
                found.append((" ".join(c.place.text.split()) if c.place else c.text, c.value))
    return found


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("meta", ["", "(meta (no Repeat Positional))"])
@pytest.mark.telling("-wasm")
def test_answers_are_the_same_on_every_backend(backend: str, meta: str, c_compiler: None) -> None:
    """Also where rules remember positions, of which backends keep digests of their own."""
    text = f"""(game "Row" (players 2) (equipment {{ (board (rectangle 1 6)) (piece "Man" Each
        (move Step (to if:(is Empty (to))))) }}) (rules {meta} (start {{ (place "Man1" 1) (place "Man2" 4) }})
        (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""
    told: list[list[str]] = []
    for name in (backend, "python"):
        state = load(text, backend=name).start(seed=1)
        for move in ("B1-A1", "E1-F1", "A1-B1"):
            state.apply(move)
        told.append([str(state.why(m, since=True)) for m in ("F1-E1", "F1-D1")])
        told[-1] += [str(state.why()), str(state.why_here("B1"))]
    assert told[0] == told[1]
    assert told[0][0].startswith("F1-E1 is legal" if not meta else "F1-E1 is not legal")


def test_a_condition_that_refuses_a_move_is_told_with_place_and_values() -> None:
    state = load(WALL.replace("Forward E", "E")).start()
    first, second = (site for site in ("A1", "B1"))
    why = state.why(f"{first}-{second}")
    assert why.value is False
    assert why.sites == (second, first)
    assert why.text == (
        f'{first}-{second} is not legal: (or (is Empty (to)) ("Foe" (to))) is no: {second} holds Man1 of player 1'
    )
    (rule,) = why.rules
    assert rule.place is not None and rule.place.text.startswith("(move Step E")
    (condition,) = rule.rules
    empty, foe = condition.children
    assert (empty.text, empty.value) == ("(is Empty (to)) is no", False)
    assert foe.place is not None and [p.line for p in foe.place.places] == [1, 4]
    assert [child.text for child in foe.children] == ["(who at:#1) is player 1"]
    assert why.as_dict()["rules"][0]["rules"][0]["places"][0]["line"] == 4
    assert "(is Empty (to)) is no" in str(why)


def test_a_legal_move_is_told_with_what_allows_it_and_what_it_does() -> None:
    state = load(WALL.replace("Forward E", "E")).start()
    why = state.why("B1-C1")
    assert why.value is True
    assert [text for text, _ in named(why)] == ["(is Enemy (who at:#1))"]
    assert "C1 holds Man2 of player 2" in why.rules[0].rules[0].text
    step = '(move Step E (to if:(or (is Empty (to)) ("Foe" (to)))))'
    assert [effect.text for effect in why.children] == [f"{step}: [Move:typeFrom=Cell,from=1,typeTo=Cell,to=2]"]


def test_where_two_conditions_fail_both_are_named() -> None:
    step = "(forEach Site (sites Occupied by:Mover) (move Step (from (site)) E (to if:(and {conditions}))))"
    both = step.replace("{conditions}", "(is Empty (to)) (is In (to) (sites Right))")
    state = game(both, start='(place "Man1" 0) (place "Man2" 1)').start()
    assert named(state.why("A1-B1")) == [("(is Empty (to))", False), ("(is In (to) (sites Right))", False)]


def test_a_region_that_lacks_a_site_is_named() -> None:
    state = game('(move Add (piece "Man1") (to (sites Empty)))').start()
    refused = state.why("A1")
    assert named(refused)[0][0] == "(sites Empty)"
    assert refused.text.endswith("without A1") and refused.sites == ("A1",)
    assert named(state.why("B1"))[0][0] == "(sites Empty)"


def test_of_a_region_that_asks_a_condition_at_each_site_the_condition_is_named() -> None:
    """The condition with the site that it looked at, or two of them."""
    state = game("""(move Add (piece "Man1") (to (difference
        (forEach (sites Empty) if:(and (is Occupied (ahead (site) W)) (is Empty (ahead (site) E)))) (sites Right))))""",
        start='(place "Man1" 1) (place "Man2" 3)').start()  # fmt: skip
    assert [m.notation for m in state.legal_moves()] == ["E1"]
    assert named(state.why("C1")) == [("(is Empty (ahead (site) E))", False)]
    assert "D1 holds Man2" in state.why("C1").text
    assert "(is Occupied (ahead (site) W)) is no: A1 is empty" in str(state.why("A1"))


def test_what_is_not_chosen_because_something_goes_first() -> None:
    """A capture goes before a step."""
    moves = """(priority {
        (forEach Site (sites Occupied by:Mover) (move Hop (from (site)) E (between if:(is Enemy (who at:(between)))
            (apply (remove (between)))) (to if:(is Empty (to)))))
        (forEach Site (sites Occupied by:Mover) (move Step (from (site)) W (to if:(is Empty (to))))) })"""
    state = game(moves, start='(place "Man1" 1) (place "Man2" 2)').start()
    assert [str(m.notation) for m in state.legal_moves()] == ["B1-D1"]
    why = state.why("B1-A1")
    assert [rule.place.text.split()[0] for rule in why.rules if rule.place] == ["(move"]
    assert why.rules[0].rules[0].place is not None
    assert why.rules[0].rules[0].place.text.startswith("(priority")
    taken = [text for text, _ in named(state.why("B1-D1"))]  # without them the step comes, too
    assert taken == ["(sites Occupied by:Mover)", "(is Enemy (who at:(between)))", "(is Empty (to))"]


def test_a_text_that_means_several_legal_moves_is_answered_for_each() -> None:
    state = game("(forEach Site (sites Occupied by:Mover) (move (from (site)) (to (sites Empty))))",
                 start='(place "Man1" {0 1}) (place "Man2" 5)').start()  # fmt: skip
    why = state.why("C1")
    assert why.value is True and why.sites == ("C1", "A1", "B1")
    assert why.text.startswith("C1 may be 2 moves: A1-C1 is legal: (move") and "; B1-C1 is legal: (move" in why.text
    assert [rule.text.split()[-1] for rule in why.rules] == ["A1-C1", "B1-C1"]


def test_a_pass_that_is_one_move_of_several_is_told_by_its_rule() -> None:
    state = game('(or (move Add (piece "Man1") (to (sites Empty))) (if (is Mover P1) (move Pass)))').start()
    why = state.why("pass")
    assert why.value is True and why.text == "pass is legal: (move Pass) makes pass"
    assert named(why) == [("(is Mover P1)", True)]


def test_conditions_about_the_whole_turn_come_after_those_about_the_move() -> None:
    moves = """(if (is Mover P1) (forEach Site (sites Occupied by:Mover) (move (from (site)) (to (sites Empty))))
        (move Add (piece "Man2") (to (sites Empty))))"""
    why = game(moves).start().why("A1-C1")
    assert [text for text, _ in named(why)] == ["(sites Empty)", "(is Mover P1)"]
    assert why.rules[0].rules[-1].text == "(is Mover P1) is yes; 9 other moves come or go with that"


def test_how_moves_are_made_is_no_question() -> None:
    """Pairs of moves are counted otherwise than they are built, which no rule says."""
    moves = """(allCombinations (forEach Site (sites Occupied by:Mover) (move (from (site)) (to (sites Empty))))
        (forEach Site (sites Right) (add (piece "Man1") (to (site)))))"""
    state = game(moves).start()
    assert [text for text, _ in named(state.why("A1-C1"))] == ["(sites Empty)"]
    assert named(state.why("A1-A1")) == []


def test_a_condition_on_what_comes_after_the_move() -> None:
    moves = """(do (move Add (piece "Man1") (to (sites Empty))) ifAfterwards:(is Empty 1))"""
    state = game(moves).start()
    (found,) = named(state.why("B1"))
    assert found == ("(is Empty 1)", False)


def test_a_move_that_no_rule_makes() -> None:
    state = load(WALL.replace("Forward E", "E")).start()
    why = state.why("A1-D1")
    assert why.rules == ()
    assert why.text.startswith("A1-D1 is not legal: no rule makes such a move (A1 holds Man1 of player 1; ")


def test_what_is_hidden_from_who_asks_is_not_told() -> None:
    state = game(
        """(move Add (piece "Man1") (to (sites Empty)))""", start='(place "Man1" 0) (set Hidden at:0 to:P2)'
    ).start()
    assert state.why("A1").rules
    assert state.why("A1", seat=1).rules
    kept = state.why("A1", seat=2)
    assert kept.rules == () and "does not see" in kept.text
    with pytest.raises(ValueError, match="seats are 1 to 2"):
        state.why("A1", seat=3)


def test_texts_that_are_no_moves() -> None:
    state = load(WALL.replace("Forward E", "E")).start()
    with pytest.raises(MoveSyntaxError):
        state.why("Z9-Z8")
    with pytest.raises(LudUnsupportedError, match="names no sites"):
        state.why("pass")


def test_when_a_move_was_last_possible() -> None:
    moves = '(move Add (piece "Man") (to (sites Empty)))'
    state = game(moves.replace('"Man"', '"Man1"')).start()
    for text in ("B1", "C1", "D1"):
        state.apply(text)
    why = state.why("B1", since=True)
    assert [c.text for c in why.children] == ["it was not possible before in this game"]
    why = state.why("D1", since=True)
    assert [c.text for c in why.children] == ["it was last possible at ply 1; C1 and D1 changed that"]
    assert not state.why("E1", since=True).children[-1].text.startswith("it was")


def test_why_a_game_has_ended_or_goes_on() -> None:
    """Two in a row win; a full board is a draw."""
    rules = """(game "Two" (players 2) (equipment { (board (rectangle 1 4)) (piece "Man" Each) })
        (rules (play (move Add (to (sites Empty)))) (end { (if (is Line 2) (result Mover Win))
            (if (= 0 (count Sites in:(sites Empty))) (result Mover Draw)) })))"""
    state = load(rules).start()
    assert "no move was played" in state.why().text
    state.apply("A1")
    why = state.why()
    assert why.value is False and why.text.startswith("the game goes on: (is Line 2) is no")
    assert [rule.value for rule in why.rules] == [False, False]
    state.apply("D1")
    state.apply("B1")
    why = state.why()
    assert why.value is True and why.text.endswith("player 1 wins by (result Mover Win): (is Line 2) is yes")
    assert why.rules[0].place is not None and why.rules[0].place.line == 2
    drawn = load(rules).start()
    for text in ("A1", "B1", "C1", "D1"):
        drawn.apply(text)
    told = drawn.why().text
    assert told.startswith("the game has ended, drawn by (result Mover Draw): (= 0 (count Sites in:(sites Empty))) is")


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    text = WALL.replace("Forward E", "E")
    assert main(["why", text, "A1-B1"]) == 0
    assert "B1 holds Man1 of player 1" in capsys.readouterr().out
    assert main(["why", text, "--json", "--moves", "B1-C1"]) == 0
    assert '"value": true' in capsys.readouterr().out
    assert main(["why", text, "--end", "--moves", "B1-C1"]) == 0
    assert "the game has ended, player 1 wins by (result Mover Win): (no Moves Next) is yes" in capsys.readouterr().out
    assert main(["why", text, "B1-C1", "--end"]) == 2
    assert main(["why", text]) == 2
    assert "which MOVE?" in capsys.readouterr().err


@pytest.mark.parametrize("name", sorted(GAMES)[:12])
def test_the_law_in_small_games(name: str) -> None:
    """Forcing what is named makes exactly the explained move come or go."""
    loaded = load(GAMES[name])
    assert isinstance(loaded, SingleGame)
    Laws(loaded).some(2, 2)


@needs_corpus
@pytest.mark.parametrize("k", range(2))
def test_the_law_in_games_of_the_library(k: int) -> None:
    from tests.corpus import LIBRARY, description, recorded_games

    names = recorded_games()
    for i in range(3):
        path = description(names[(3 * i + k) * len(names) // 9])
        loaded = load(str(path), library=str(LIBRARY))
        if isinstance(loaded, SingleGame):
            Laws(loaded).some(1, 1, seed=k)


# ------------------------------------------------------------------------------------------------- what more is told


def test_a_move_that_no_rule_makes_is_told_with_what_stands_there_and_what_comes_nearest() -> None:
    state = load(WALL.replace("Forward E", "E"), backend="python").start()
    far = state.why("B1-D1")
    assert far.value is False
    assert "B1 holds Man1 of player 1; it is the turn of player 1; " in far.text
    assert "the nearest move goes to C1 by (move Step E" in far.text
    assert far.children[0].place is not None and far.children[0].place.line == 4
    stuck = state.why("A1-D1")
    assert 'no legal move begins there: (or (is Empty (to)) ("Foe" (to))) is no at B1' in stuck.text
    assert "C1 holds Man2 of player 2; it is the turn of player 1" in state.why("C1-D1").text
    assert "D1 is empty" in state.why("D1-C1").text
    assert "lud show lists the legal moves" in far.text


def test_of_the_conditions_that_were_no_the_one_that_was_so_most_often_is_told_first() -> None:
    """The man in the middle asks for an enemy on one side, and for a friend on the three others."""
    steps = """(or (move Step E (to if:(is Enemy (who at:(to)))))
        (move Step (directions {N S W}) (to if:(is Friend (who at:(to))))))"""
    rules = f"""(game "Steps" (players 2) (equipment {{ (board (square 3)) (piece "Man" Each {steps}) }})
        (rules (start (place "Man1" 4)) (play (or (forEach Piece) (move Add (to 0))))
            (end (if (no Moves Next) (result Mover Win)))))"""
    why = load(rules, backend="python").start().why("B2-A1")
    assert "no legal move begins there: (is Friend (who at:(to))) is no at B3, B1, A2)" in why.text
    assert why.children[1].text == "(is Enemy (who at:(to))) is no at C2"


def test_moves_that_come_first_are_counted_and_named() -> None:
    rules = """(game "First" (players 2) (equipment { (board (rectangle 2 3)) (piece "Man" Each) })
        (rules (start { (place "Man1" 0) (place "Man2" {1 4}) })
            (play (priority {
                (forEach Site (sites Occupied by:Mover) (move (from (site)) (to (sites Occupied by:Next))
                    (then (remove (last From)))))
                (move Add (to (sites Empty))) }))
            (end (if (no Pieces Next) (result Mover Win)))))"""
    state = load(rules, backend="python").start()
    names = [move.notation for move in state.legal_moves()]
    why = state.why("C1")
    assert f"{len(names)} moves come first: {', '.join(names)}" in why.text


def test_a_move_that_others_precede_is_told_by_them_although_another_rule_could_make_it_too() -> None:
    """A man may also take on D1, if a man of player 2 stands there: that is not why this one may not go there."""
    rules = """(game "First" (players 2) (equipment { (board (rectangle 1 6)) (piece "Man" Each) })
        (rules (start { (place "Man1" {0 1}) (place "Man2" {2 5}) })
            (play (priority {
                (forEach Site (sites Occupied by:Mover) (move (from (site)) (to (sites Board)
                    if:(is Enemy (who at:(to)))) (then (remove (last From)))))
                (forEach Site (sites Occupied by:Mover) (move (from (site)) (to (sites Empty)))) }))
            (end (if (no Pieces Next) (result Mover Win)))))"""
    why = load(rules, backend="python").start().why("A1-D1")
    assert "4 moves come first" in why.text
    assert [c.place.text.split()[0] for rule in why.rules for c in rule.rules if c.place] == ["(priority"]
    assert why.sites == ("A1", "D1")


def test_a_king_that_would_be_left_in_check_is_told_with_the_attacker() -> None:
    rules = """(game "Check" (players 2) (equipment { (board (rectangle 1 5))
            (piece "King" P1 (move Step (to if:(is Empty (to)))))
            (piece "Rook" P2 (move Slide (to if:(is Enemy (who at:(to))) (apply (remove (to)))))) })
        (rules (start { (place "King1" 0) (place "Rook2" 4) })
            (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" P1)))))
            (end (if (no Moves Next) (result Mover Win)))))"""
    why = load(rules, backend="python").start().why("A1-B1")
    assert why.value is False
    assert "is yes: E1 holds Rook2 of player 2, which could go to B1" in why.text


def test_a_repetition_is_told_with_its_ply() -> None:
    row = game("(forEach Site (sites Occupied by:Mover) (move (from (site)) (to (sites Empty))))",
               start='(place "Man1" 0) (place "Man2" 5)', meta="(meta (no Repeat))")  # fmt: skip
    state = row.start()
    for move in ("A1-B1", "F1-E1", "B1-A1"):
        state.apply(move)
    why = state.why("E1-F1")
    assert why.value is False and "the board would be as at the start" in why.text
    assert why.rules[0].rules[0].place is not None and "Repeat" in why.rules[0].rules[0].place.text


def test_why_a_player_can_only_pass() -> None:
    rules = WALL.replace("Forward E", "E").replace("(no Moves Next)", "(is Full)").replace("{2}", "{3}")
    state = load(rules, backend="python").start()
    state.apply("B1-C1")
    assert [move.is_pass for move in state.legal_moves()] in ([], [True])
    why = state.why("Pass")
    assert why.text.startswith("player 2 can only pass, ")
    with pytest.raises(LudUnsupportedError):
        load(rules, backend="python").start().why("Pass")  # others are legal


def test_why_a_site_holds_what_it_holds() -> None:
    state = load(WALL.replace("Forward E", "E"), backend="python").start()
    state.apply("B1-C1")
    came = state.why_here("C1")
    assert came.text.startswith("C1 holds Man1 of player 1: since ply 1, B1-C1 by (move Step E")
    assert came.place is not None and came.place.line == 4
    assert state.why_here("B1").text.startswith("B1 is empty: since ply 1, B1-C1")
    assert state.why_here("a1").text == "A1 holds Man1 of player 1: so since the start"
    with pytest.raises(LudRuleError):
        state.why_here("Z9")


def test_the_command_tells_of_sites(capsys: pytest.CaptureFixture[str]) -> None:
    text = WALL.replace("Forward E", "E")
    assert main(["why", text, "--backend", "python", "--at", "C1", "--moves", "B1-C1"]) == 0
    assert "C1 holds Man1 of player 1: since ply 1" in capsys.readouterr().out
    assert main(["why", text, "A1-B1", "--at", "C1"]) == 2
    assert main(["why", text, "--end", "--at", "C1"]) == 2


def test_a_site_is_meant_by_its_label_on_a_board_of_vertices() -> None:
    rules = """(game "Points" (players 2) (equipment { (board (square 3) use:Vertex) (piece "Man" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))"""
    state = load(rules, backend="python").start()
    state.apply("A2")
    assert state.why_here("A2").text.startswith("A2 holds Man1 of player 1: since ply 1, A2")
