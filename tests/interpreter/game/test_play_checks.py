"""What random games of a description tell of it, and how many it takes."""

import pytest

from ludparse import LudError, Source, load
from ludparse.interpreter.game import rules_that_never_fire
from ludparse.interpreter.game.play_checks import play_and_look

GAME = """(game "Rows" (players 2) (equipment {{ (board (square 2)) (piece "Disc" Each) }})
    (rules (play (move Add (to (sites Empty)))) (end {{ {ends} }})))"""
AFTER = "(if (= {moves} (count Moves)) (result {who} {what}))"


def told(games: int, *ends: str) -> list[LudError]:
    return play_and_look(Source("<test>", GAME.format(ends=" ".join(ends))), games=games, backend="python")


def after(moves: int, who: str, what: str) -> str:
    return AFTER.format(moves=moves, who=who, what=what)


@pytest.mark.parametrize("player", [1, 2])
def test_one_player_winning_twenty_games_is_told(player: int) -> None:
    (wrong,) = told(20, after(2, f"P{player}", "Win"))
    assert wrong.code == "play-one-winner"
    assert f"player {player}" in str(wrong).lower()
    assert told(19, after(2, f"P{player}", "Win")) == []


def test_games_that_different_players_win_are_none() -> None:
    """Whoever fills the first cell at the second or third move: both can."""
    assert told(30, "(if (= (last To) 0) (result Mover Win))") == []


def test_twenty_draws_are_told() -> None:
    (wrong,) = told(20, after(3, "Mover", "Draw"))
    assert wrong.code == "play-always-drawn"
    assert told(19, after(3, "Mover", "Draw")) == []


def test_an_end_that_ten_games_did_not_reach_is_told() -> None:
    """The third move ends the game for the player who fills the first cell, or else with a win of player 2; a fourth
    one is never made."""
    ends = "(if (= (last To) 0) (result Mover Win))", after(3, "P2", "Win"), after(4, "P1", "Win")
    assert [wrong.code for wrong in told(10, *ends)] == ["play-end-never"]
    assert told(9, *ends) == []


def test_a_search_that_ends_early_says_so_and_tells_of_whole_games_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game has three moves, of 4 + 3 + 2 that were legal: 90 of ten games, and then those of the next."""
    ends = "(if (= (last To) 9) (result Mover Win))", after(3, "P2", "Win")
    for most, games, says in ((1000, 20, False), (100, 11, True), (89, 0, False), (8, 0, False)):
        monkeypatch.setattr(rules_that_never_fire, "_LOOKED_AT", most)
        wrong = [w for w in told(20, *ends) if w.code == "play-end-never"]
        assert [f"none of {games} random games" in w.message for w in wrong] == [True] * (games > 0)
        assert [f"at {most} legal moves at most" in (w.hint or "") for w in wrong] == [says] * (games > 0)
    monkeypatch.setattr(rules_that_never_fire, "_SECONDS", 0.0)
    assert not [w for w in told(20, *ends) if w.code == "play-end-never"]


def test_who_can_only_pass_is_told_without_a_game() -> None:
    passing = GAME.replace("(move Add (to (sites Empty)))", "(move Pass)").format(ends=after(2, "P1", "Win"))
    (wrong,) = play_and_look(Source("<test>", passing), games=0, backend="python")
    assert (wrong.code, "player 1 can only pass" in str(wrong)) == ("no-first-move", True)
    assert told(0, after(2, "P1", "Win")) == []


def test_a_throw_that_leaves_only_a_pass_is_no_lack_of_moves() -> None:
    move = "(move Add (to (sites Empty)))"
    text = GAME.replace("(board", "(dice d:2 num:1) (board").format(ends=after(2, "P1", "Win"))
    text = text.replace(move, f"(do (roll) next:(if (= (count Pips) 2) {move} (move Pass)))")
    first = [load(text, backend="python").start(seed=k).legal_moves()[0].is_pass for k in range(6)]
    assert {*first} == {False, True}
    assert [play_and_look(Source("<test>", text), games=0, backend="python", seed=k) for k in range(6)] == [[]] * 6
