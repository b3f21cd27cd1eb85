"""Moves that are made of moves, for dice, levels, groups and tracks."""

import pytest

from tests.interpreter.lower.playing import after, deeds, games, moves

pytestmark = pytest.mark.usefixtures("on_backends")

GAME = """(game "Made" (players 2)
  (equipment {{
    (board (square 4) {{ (track "Way" "0,E,N1,W" P1 directed:True) (track "Way" "15,W,S1,E" P2) }})
    (piece "Ball" Each) {more}
  }})
  (rules
    (start {{ (place "Ball1" {{ 0 1 6 }}) (place "Ball2" {{ 15 }}) }})
    (play {play})
    (end (if (no Pieces Next) (result Mover Win)))))"""


def game(play: str, more: str = "") -> str:
    return GAME.format(play=play, more=more)


def test_every_pair_of_moves() -> None:
    pairs = moves(game("(allCombinations (move Remove (sites { 0 1 })) (move Add (to (sites { 2 3 }))))"))
    assert len(pairs) == 4
    assert all("[Remove:" in m and "[Add:" in m for m in pairs)
    assert pairs[1].startswith("[Move:mover=0,from=0,to=0") and "to=3" in pairs[1]


def test_moves_joined_have_one_decision() -> None:
    (one,) = moves(game("(append (forEach Site (sites Occupied by:Mover) (move Remove (site))))"))
    assert one.count("[Remove:") == 3
    assert one.count("decision=true") == 1


def test_a_sequence_sees_what_came_before() -> None:
    effect = "(seq { (remove 1) (if (is Empty 1) (add (to 2))) (if (is Occupied 2) (remove 0)) })"
    (done,) = deeds(game(f"(move Pass (then {effect}))"))
    assert [part.split(":")[0] for part in done[1:-1].split("][")] == ["Remove", "Add", "Remove"]


def test_repeated_while_a_condition_holds() -> None:
    effect = "(while (< 0 (count Pieces P1)) (remove (sites Occupied by:P1)))"
    (done,) = deeds(game(f"(move Pass (then {effect}))"))
    assert done.count("[Remove:") == 3


def test_groups() -> None:
    """Two groups of the mover: sites 0 and 1, and site 6."""
    effect = "(forEach Group Orthogonal (set Var (count Sites in:(sites))))"
    (done,) = deeds(game(f"(move Pass (then {effect}))"))
    assert [x for x in done if x.isdigit()] == ["2", "1"]


def test_dice_are_used_up() -> None:
    state = after(
        game(
            """(do (if (not (is Prev Mover)) (roll)) next:(forEach Die
                 (move Select (from (sites { 0 }) if:(!= (pips) 0)) (then (moveAgain)))))""",
            "(dice d:4 num:2)",
        )
    )
    texts = [state.consequences(m).text for m in state.legal_moves()]
    assert len(texts) == 2
    assert all("[SetStateAndUpdateDice:" in m for m in texts)
    assert ["indexDie=0" in m for m in texts] == [True, False]


def test_tracks() -> None:
    """From its first site the track goes east, one north, then back west."""
    play = """(or {
        (firstMoveOnTrack "Way" Mover (if (is Empty (site)) (move Add (to (site)))))
        (move Add (to (trackSite Move from:3 "Way" steps:2)))
        (move Add (to (trackSite EndSite Mover "Way")))
        (move Add (to (trackSite FirstSite Mover "Way" if:(is Empty (to)))))
    })"""
    sites = [m.to_site for m in after(game(play)).legal_moves()]
    assert sites == [2, 6, 4, 2]


def test_a_position_to_be_avoided() -> None:
    """The second player may not bring back the position that was stored at first."""
    play = """(avoidStoredState (or
        (move Pass (then (remember State)))
        (or (move Remove (sites Occupied by:P1)) (move Add (piece "Ball1") (to (sites { 0 }) if:(is Empty (to)))))))"""
    text = game(play)
    state = after(text, [0])
    assert not [m for m in state.legal_moves() if m.is_pass]  # the same position
    first = next(i for i, m in enumerate(state.legal_moves()) if m.to_site == 0)
    assert all("[Add:" not in m for m in moves(text, [0, first]))


def test_notes() -> None:
    (done,) = deeds(game('(move Pass (then (note player:Mover "waits" to:Next)))'))
    assert done == "[Note:message=P1 waits,to=2]"


def test_chance_draws_as_ludii_does() -> None:
    """By weight one of three lists, of which the last gives two moves (the first ones of Ludii from this state)."""
    add = "(move Add (to (sites Empty)) (then (set Var {})))"
    play = f"(random {{{{ 0.2 0.5 1.3 }}}} {{{{ {add.format(1)} {add.format(2)} (random {add.format(3)} num:2) }}}})"
    text = f"""(game "Chance" (players 2) (equipment {{ (board (square 3)) (piece "Ball" Each) }})
      (rules (play {play.format()}) (end (if (is Line 3) (result Mover Win)))))"""
    for each in games(text):
        state = each.start(rng_state=[1, 2, 3, 4, 5, 6, 7, 8])
        seen = []
        for _ in range(6):
            seen.append([m.to_site for m in state.legal_moves()])
            state.apply(state.legal_moves()[0])
        assert seen[1:] == [[8, 8], [1, 2, 3, 4, 5, 6, 7], [2, 3, 4, 5, 6, 7], [6, 7], [3, 3]]


def test_whether_a_move_of_those_tried_passes() -> None:
    """After the last of the moves that are tried 4 is taken, after none of them 5."""

    def asked(sites: str) -> list[str]:
        condition = f"(can Move (do (move (from 0) (to (sites {{ 2 3 4 }}))) ifAfterwards:(is Occupied {sites})))"
        return deeds(game(f"(move Pass (then (if {condition} (set Var 7) (set Var 5))))"))

    assert asked("4") == ["[SetTemp:temp=7]"]
    assert asked("5") == ["[SetTemp:temp=5]"]
