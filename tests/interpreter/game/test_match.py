"""Matches: the games one after another, their scores, and the end."""

from pathlib import Path

import pytest

from ludparse import IllegalMoveError, LudRuleError, LudUnsupportedError, load
from ludparse.interpreter.game.match import MatchGame, MatchState
from ludparse.interpreter.game.trial import Trial
from tests.interpreter.lower.playing import BACKENDS

RACE = """(game "{name}" (players {players}) (equipment {{ (board (rectangle 1 4)) (piece "Ball" Each) }})
  (rules (start (place "Ball1" 0)) (play (move Add (to (sites Empty)))) (end {end})))"""
DICE = """(game "Dice" (players 2) (equipment { (board (rectangle 1 4)) (dice d:6 num:1) (piece "Ball" Each) })
  (rules (play (do (roll) next:(move Add (to (sites Empty)))))
    (end (if (is In (last To) (sites {1 2})) (result Mover Win)))))"""
GAMES = {
    "Left": RACE.format(name="Left", players=2, end="(if (is In (last To) (sites {1 2})) (result Mover Win))"),
    "Score": RACE.format(
        name="Score", players=2,
        end="(if (is In (last To) (sites {1 2})) (byScore { (score P1 7) (score P2 4) }))",
    ),
    "Drawn": RACE.format(name="Drawn", players=2, end="(if (is Full) (result Mover Draw))"),
    "Two": RACE.replace("Ball1\" 0", "Ball1\" {{0 3}}").format(
        name="Two", players=2, end="(if (is Full) (result Mover Win))"
    ),
    "Three": RACE.format(name="Three", players=3, end="(if (is In (last To) (sites {1 2})) (result Mover Win))"),
    "Alone": RACE.replace("Ball1", "Ball").format(
        name="Alone", players=1, end="(if (is In (last To) (sites {1 2})) (result Mover Loss))"
    ),
    "Dice": DICE,
}  # fmt: skip
END = "(end { (if (>= (matchScore P1) 3) (result P1 Win)) (if (>= (matchScore P2) 3) (result P2 Win)) })"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("library")
    (folder / "lud").mkdir()
    for name, text in GAMES.items():
        (folder / "lud" / f"{name}.lud").write_text(text, encoding="utf-8")
    return folder


# the rules of a match are Python's on both backends; test_match_ends.py plays some matches in C
@pytest.fixture(params=[name if name == "python" else pytest.param(name, marks=pytest.mark.long) for name in BACKENDS])
def play(request: pytest.FixtureRequest, library: Path):  # type: ignore[no-untyped-def]
    def start(games: str, end: str = END, players: str = "(players 2)") -> MatchState:
        text = f'(match "Match" {players} (games {{ {games} }}) {end})'
        game = load(text, library=library, backend=request.param)
        assert isinstance(game, MatchGame)
        return game.start(seed=1)

    return start


def to(state: MatchState, site: int) -> None:
    state.apply(next(m for m in state.legal_moves() if m.to_site == site))


def go_on(state: MatchState) -> None:
    (move,) = state.legal_moves()
    assert state.consequences(move).text == f"[Move:mover={state.mover},actions=[NextInstance:decision=true]]"
    state.apply(move)


def test_games_follow_one_another(play) -> None:  # type: ignore[no-untyped-def]
    state = play('(subgame "Left") (subgame "Drawn")')
    assert state.instance.game.name == "Left"
    to(state, 1)
    assert state.instance.over
    assert not state.over
    go_on(state)
    assert state.score == [0, 1, 0]  # two players: 2 less their places
    assert state.instance.game.name == "Drawn"
    assert state.mover == 1
    for site in (1, 2, 3):
        to(state, site)
    go_on(state)
    assert state.score == [0, 2, 1]  # a shared first place counts as a first one
    assert state.instance.game.name == "Left"
    assert state.games_played == 2


def test_the_next_game_and_the_worth_of_a_win_can_be_said(play) -> None:  # type: ignore[no-untyped-def]
    state = play('(subgame "Score" next:0 result:(score Mover)) (subgame "Drawn")', END.replace("3", "8"))
    to(state, 3)
    to(state, 1)  # the second player ends the game, which the first wins: the score of the player to move counts
    assert state.mover == 2
    go_on(state)
    assert state.score == [0, 4, 0]
    assert state.instance.game.name == "Score"
    assert not state.over
    to(state, 1)
    go_on(state)
    assert state.score == [0, 11, 0]
    assert state.over
    assert state.ranking == [0.0, 1.0, 2.0]
    assert state.legal_moves() == []


def test_a_match_that_several_win_at_once(play) -> None:  # type: ignore[no-untyped-def]
    state = play('(subgame "Drawn")', END.replace("3", "1"))
    for site in (1, 2, 3):
        to(state, site)
    go_on(state)
    assert state.ranking == [0.0, 1.0, 1.0]


def test_a_draw_and_the_number_of_games(play) -> None:  # type: ignore[no-untyped-def]
    state = play('(subgame "Left")', "(end (if (= (count Trials) 2) (result P1 Draw)))")
    for over in (False, True):
        to(state, 1)
        go_on(state)
        assert state.over == over
    assert state.ranking == [0.0, 1.5, 1.5]


def test_of_three_players_only_winners_score(play) -> None:  # type: ignore[no-untyped-def]
    state = play('(subgame "Three")', END.replace("3", "1"), "(players 3)")
    for site in (3, 2, 1):  # the second player wins, then the third
        to(state, site)
    go_on(state)
    assert state.score == [0, 0, 1, 1]
    assert state.over
    assert state.ranking == [
        0.0,
        3.0,
        1.0,
        3.0,
    ]  # the end speaks of the first two alone; all others share the last place


def test_chance_goes_on_from_game_to_game(play) -> None:  # type: ignore[no-untyped-def]
    state = play('(subgame "Dice")')
    to(state, 1)
    before = state.instance.game.engine.read(state.instance.raw, "rng")
    go_on(state)
    again = state.instance.game.start_with(before)
    assert again.snapshot() == state.instance.snapshot()
    assert [m.text for m in again.legal_moves()] == [m.text for m in state.legal_moves()]


def test_a_copy_is_a_match_of_its_own(play) -> None:  # type: ignore[no-untyped-def]
    state = play('(subgame "Left")')
    other = state.copy()
    to(other, 1)
    go_on(other)
    assert state.score == [0, 0, 0]
    assert state.legal_moves()
    assert other.snapshot()["match"] == {"game": "Left", "games": 1, "score": [1, 0], "ranking": [0.0, 0.0, 0.0]}


def test_only_the_next_game_can_follow(play) -> None:  # type: ignore[no-untyped-def]
    state = play('(subgame "Left")')
    first = state.legal_moves()[0]
    to(state, 1)
    with pytest.raises(IllegalMoveError, match="the next game has to begin"):
        state.apply(first)


def test_playouts_and_perft(library: Path) -> None:
    text = f'(match "Match" (players 2) (games (subgame "Left")) {END})'
    game = load(text, library=library)
    results = game.playouts(5, seed=1)
    assert results.games == 5
    assert results.cut == 0
    assert all(sorted(ranking) == [1.0, 2.0] for ranking in results.rankings)
    assert game.playouts(2, seed=1, max_moves=2).cut == 2
    assert [game.perft(depth) for depth in (1, 2)] == [3, 4]


def test_what_is_wrong_with_a_match(library: Path) -> None:
    with pytest.raises(LudUnsupportedError, match="in the end rules of a match"):
        end = "(end (if (no Pieces P2) (result P1 Win)))"
        load(f'(match "Match" (players 2) (games (subgame "Left")) {end})', library=library)
    with pytest.raises(LudUnsupportedError, match="as the result of a match"):
        load(
            '(match "Match" (players 2) (games (subgame "Left")) (end (if True (payoffs {(payoff P1 1.0)}))))',
            library=library,
        )


@pytest.mark.parametrize(("players", "score"), [(1, [1]), (3, [1, 0, 0])])
def test_a_game_for_other_players_than_the_match(play, players: int, score: list[int]) -> None:  # type: ignore[no-untyped-def]
    """As Ludii counts: the points are for those who play the match."""
    state = play('(subgame "Left")', "(end (if (>= (matchScore P1) 2) (result P1 Win)))", f"(players {players})")
    to(state, 1)
    go_on(state)
    assert state.score[1:] == score and not state.over
    to(state, 1)
    go_on(state)
    assert state.over and state.ranking[1] == 1.0


def test_a_rank_or_a_score_that_is_not_there(play) -> None:  # type: ignore[no-untyped-def]
    """Ludii fails at the same moments."""
    state = play('(subgame "Alone")')
    to(state, 1)
    with pytest.raises(LudRuleError, match="Alone is for 1 player and gives player 2 of the match no rank"):
        state.apply(state.legal_moves()[0])
    state = play('(subgame "Left")', players="(players 1)")
    to(state, 1)
    with pytest.raises(LudRuleError, match="a player whom the match does not have"):
        state.apply(state.legal_moves()[0])


def test_the_rest_of_a_match_is_played_at_random(play) -> None:  # type: ignore[no-untyped-def]
    state = play('(subgame "Dice")')
    to(state, state.legal_moves()[0].to_site)
    before = state.snapshot()
    results = state.playouts(30, seed=1)
    assert state.snapshot() == before
    assert results.games == 30
    assert len(set(results.lengths)) > 2
    assert {place for ranking in results.rankings for place in ranking} == {1.0, 2.0}
    assert list(state.playouts(30, seed=1).lengths) == list(results.lengths)


def test_a_trial_of_a_match_is_as_ludii_writes_it(play) -> None:  # type: ignore[no-untyped-def]
    state = play('(subgame "Two") (subgame "Drawn")')
    to(state, 2)
    to(state, 1)
    go_on(state)
    to(state, 3)
    text = str(state.trial())
    moves = [line for line in text.splitlines() if line.startswith("Move=")]
    assert len(moves) == 2 + 4 and "numInitialPlacementMoves=0" in text
    assert ["to=3" in moves[0], "to=0" in moves[1]] == [True, True]  # the start of the first game, from behind
    again = state.game.replay(Trial.parse(text))
    assert again == state and str(again.trial()) == text
