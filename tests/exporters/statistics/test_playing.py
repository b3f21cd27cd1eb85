"""Games that are played to be measured: the same for a seed, on several processes, and on from a file."""

from dataclasses import replace

import pytest

from ludparse import LudError, load
from ludparse.exporters.statistics.play import Games, Setup, play_game, play_many
from ludparse.exporters.statistics.players import PlayerError, choices, make_player
from ludparse.interpreter.play.game_state import GameState
from tests.exporters.statistics.games import FILL, LONG

SETUP = Setup(LONG, backend="python", seed=3, max_moves=40)


def test_the_same_games_on_several_processes():
    tasks = [(0, number) for number in range(6)]
    alone = list(play_many([SETUP], tasks, 1))
    assert list(play_many([SETUP], tasks, 2)) == alone
    assert len({tuple(record.branching) for _, _, record in alone}) > 1


def test_a_game_depends_on_its_number_and_seed():
    game = SETUP.load()
    assert play_game(game, SETUP, 4) == play_game(game, SETUP, 4)
    longs = [play_game(game, replace(SETUP, seed=seed), 0).branching for seed in range(8)]
    assert any(other != longs[0] for other in longs)


def test_a_player_that_searches_passes_where_it_has_no_move():
    text = """(game "Alone" (players 2) (equipment { (board (square 2)) (piece "Stone" Each) })
      (rules (play (if (is Mover P1) (move Add (to (sites Empty)))))
        (end (if (= 0 (count Sites in:(sites Empty))) (result P1 Win)))))"""
    setup = Setup(text, backend="python", player="uct(iterations=5)")
    record = play_game(setup.load(), setup, 0)
    assert record.plies == 7  # four stones, and a pass after each but the last


def test_going_on_from_a_folder(tmp_path):
    record = play_game(SETUP.load(), SETUP, 0)
    for number in (0, 1):
        kept = Games(tmp_path / "games", {"walk": "key"})
        assert set(kept.games["walk"]) == set(range(number))
        with kept.run:
            kept.add("walk", replace(record, seed=number))
    assert Games(tmp_path / "games", {"walk": "key"}).games["walk"][0] == record
    with pytest.raises(LudError, match="holds other results: games of"):
        Games(tmp_path / "games", {"walk": "other"})


class FirstMove:
    """A player of one's own."""

    def __init__(self, last: bool = False) -> None:
        self.last = last

    def choose(self, state):
        return state.legal_moves()[-1 if self.last else 0]


def test_a_player_of_ones_own():
    spec = (
        f"{__name__}:FirstMove(last=True)"
        if "." in __name__
        else "tests.exporters.statistics.test_playing:FirstMove(last=True)"
    )
    setup = replace(SETUP, source=FILL, player=spec)
    games = [play_game(setup.load(), setup, number) for number in range(2)]
    assert games[0].plies == 3 and replace(games[0], seed=0) == replace(games[1], seed=0)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("randon", "did you mean random"),
        ("flat(playout=3)", "no setting 'playout'"),
        ("flat(3)", "no setting; write name=value"),
        ("no.such.module:Class", "cannot be loaded"),
        ("", "no player"),
    ],
)
def test_a_player_that_is_none(spec, message):
    with pytest.raises(PlayerError, match=message):
        make_player(spec)


def test_values_of_positions():
    """In FILL the first player wins however it is played, and every position says so."""
    setup = Setup(FILL, backend="python", valued=2)
    record = play_game(setup.load(), setup, 0)
    assert record.evaluations == [[1.0, -1.0]] * 4
    assert record.move_values == [[1.0] * 3, [-1.0] * 2, [1.0]]


@pytest.mark.parametrize("spec", ["uct(iterations=9, history=0)", "flat(playouts=2)"])
def test_a_search_that_is_interrupted_ends_the_game(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches catch Ctrl-C to tell what they found; whoever plays with them has to end."""
    state = load(FILL, backend="python").start(seed=1)
    player = make_player(spec)(1)
    choice = next(choices(state, lambda seat: player, 9))
    assert choice.player is player

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(GameState, "playouts", interrupted)
    with pytest.raises(KeyboardInterrupt):
        next(choices(state, lambda seat: make_player(spec)(2), 9))
