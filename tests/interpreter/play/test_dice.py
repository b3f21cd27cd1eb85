"""What the dice show to whoever chooses: the throw in front of the legal moves, and how dice stand that have none."""

from __future__ import annotations

from typing import Any

from ludparse import load
from ludparse.interpreter.play.dice import thrown

ADD = "(move Add (to (sites Empty)))"
SPEND = "(forEach Die if:(< 0 (pips)) (move Add (to (sites Empty))) (then (if (not (all DiceUsed)) (moveAgain))))"


def shown(state: Any) -> list[tuple[int | None, str]]:
    return [(die.pips, die.standing) for die in state.dice]


def started(play: str, seed: int = 1, end: str = "(if (is Full) (result Mover Win))") -> Any:
    items = '(board (square 4)) (dice d:6 num:2) (piece "Man" Each)'
    rules = f"(rules (play {play}) (end {end}))"
    return load(f'(game "Small" (players 2) (equipment {{{items}}}) {rules})').start(seed=seed)


def leading(state: Any) -> set[tuple[int, ...]]:
    """What each legal move throws before its decision, as pips of dice of six faces."""
    return {
        tuple(a.params[1] + 1 for a in move.raw.actions if a.kind == "update_dice") for move in state.legal_moves()
    }


def test_a_throw_of_the_rules_shows_before_the_move_and_the_state_is_as_it_was() -> None:
    state = started(f"(do (roll) next:{ADD})")
    before, key = state.snapshot(), state.key
    (throw,) = leading(state)
    assert shown(state) == [(pips, "thrown") for pips in throw]
    assert (state.snapshot(), state.key) == (before, key)
    lying = {row[0]: row[-1][2] for row in before["sites"]}
    assert [lying[f"C{die.site}"] for die in state.dice] == [0, 0], "as in Ludii: the state is not changed yet"
    state.apply(state.legal_moves()[0])
    lying = {row[0]: row[-1][2] + 1 for row in state.sites()}
    assert tuple(lying[f"C{die.site}"] for die in state.dice) == throw


def test_dice_are_kept_in_the_turn_and_used_one_after_the_other() -> None:
    play = f"(if (is Prev Mover) {SPEND} (do (roll) next:{SPEND}))"
    seeds = (started(play, seed) for seed in range(1, 50))
    state = next(state for state in seeds if len({die.pips for die in state.dice}) == 2)
    first, second = (die.pips for die in state.dice)
    assert shown(state) == [(first, "thrown"), (second, "thrown")]
    assert all(die.usable for die in state.dice)
    state.apply(state.legal_moves()[0])  # with the first die
    assert shown(state) == [(first, "used"), (second, "kept")]
    assert [die.usable for die in state.dice] == [False, True]
    state.apply(state.legal_moves()[0])
    assert [die.standing for die in state.dice] == ["thrown", "thrown"]
    assert state.mover == 2
    state.undo()
    assert shown(state) == [(first, "used"), (second, "kept")]


def test_dice_that_a_move_brings_about_are_for_the_next_player() -> None:
    """Nobody has thrown at the start; then each move throws for whoever comes next."""
    state = started("(move Add (to (sites Empty)) (then (roll)))")
    assert shown(state) == [(None, "unthrown")] * 2
    assert [die.face for die in state.dice] == [-1, -1]
    done = state.apply(state.legal_moves()[0])
    faces = [a.params[1] + 1 for a in done.raw.actions if a.kind == "update_dice"]
    assert shown(state) == [(pips, "kept") for pips in faces]


def test_the_throw_of_another_player_is_the_last_one() -> None:
    """Only player 1 throws: player 2 moves without, while the dice of player 1 lie there."""
    state = started(f"(if (is Mover P1) (do (roll) next:{ADD}) {ADD})")
    throw = [die.pips for die in state.dice]
    state.apply(state.legal_moves()[0])
    assert shown(state) == [(pips, "last") for pips in throw]
    state.apply(state.legal_moves()[0])
    assert [die.standing for die in state.dice] == ["thrown", "thrown"]


def test_a_turn_that_goes_on_keeps_the_throw() -> None:
    """No move says that it uses a die, as where pips are counted; a second move in the turn does not throw."""
    again = "(move Add (to (sites Empty)) (then (if (not (is Prev Mover)) (moveAgain))))"
    state = started(f"(if (is Prev Mover) {again} (do (roll) next:{again}))")
    throw = [die.pips for die in state.dice]
    state.apply(state.legal_moves()[0])
    assert state.mover == 1
    assert shown(state) == [(pips, "kept") for pips in throw]


def test_when_the_game_is_over_the_last_throw_lies_there() -> None:
    state = started(f"(do (roll) next:{ADD})", end="(if (= 1 (count Moves)) (result Mover Win))")
    throw = [die.pips for die in state.dice]
    state.apply(state.legal_moves()[0])
    assert state.over
    assert shown(state) == [(pips, "last") for pips in throw]


def test_what_only_some_moves_throw_shows_nowhere() -> None:
    """A player who may throw or not has not thrown; the tensors take what any move throws."""
    state = started(f"(or (do (roll) next:{ADD}) {ADD})")
    assert [die.standing for die in state.dice] == ["unthrown", "unthrown"]
    moves = [move.raw.actions for move in state.legal_moves()]
    assert len(thrown(moves)) == 2


def test_games_without_dice_have_none() -> None:
    assert load("Leapfrogs").start(seed=1).dice == ()
