"""Small rules on both backends, each answer worked out in a comment: forms that mutants have shown to be played by
recorded games alone."""

import pytest

from ludparse.interpreter.play.game_state import GameState
from tests.interpreter.lower.playing import after, deeds
from tests.interpreter.lower.table import Table, backends
from tests.interpreter.small import small_game

pytestmark = pytest.mark.usefixtures("on_backends")

GAME = """(game "Small" (players {players})
  (equipment {{ (board (square 3)) (piece "Ball" Each) {items} }})
  (rules {meta} (start {{ {start} }}) (play {play}) (end (if (no Moves Next) (result Mover Draw)))))"""


def game(play: str, *, players: int = 2, items: str = "", meta: str = "", start: str = '(place "Ball1" 4)') -> str:
    return GAME.format(players=players, items=items, meta=meta, start=start, play=play)


@pytest.mark.parametrize(
    ("to", "sites"),
    [
        ("4 if:(is Empty 4)", []),  # the ball stands there
        ("5 if:(is Empty 5)", [5]),
        ("(sites {4 5 6}) if:(is Empty (to))", [5, 6]),
        ("(sites {4 5 6}) if:(is Empty 4)", []),
        ("(sites {4 5 6})", [4, 5, 6]),
    ],
)
@pytest.mark.parametrize("how", ["Add", "Claim"])
def test_a_condition_of_where_a_piece_is_added(to: str, sites: list[int], how: str) -> None:
    """Beside the moves there is one to 8, so that nobody has to pass."""
    text = game(f"(or (move {how} (to {to})) (move Add (to 8)))")
    assert [move.to_site for move in after(text).legal_moves()] == [*sites, 8]


def test_each_team_with_players_has_a_turn_of_a_loop() -> None:
    """Of four teams that four players could make two have players."""
    teams = "(set Team 1 {P1 P3}) (set Team 2 {P2 P4})"
    text = game("(forEach Team (move Pass))", players=4, start=teams)
    assert len(after(text).legal_moves()) == 2


def test_the_second_player_may_change_sides_without_a_site() -> None:
    """After one of nine cells is taken there are eight others and the exchange, whose mover is the same player."""
    text = game("(move Add (to (sites Empty)))", start="", meta="(meta (swap))")
    *others, swap = after(text, [0]).legal_moves()
    assert [move.to_site for move in others] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert (swap.mover, swap.from_site, swap.to_site) == (2, -1, -1)
    assert swap.text.count("[Swap:player1=2,player2=1,decision=true]") == 1


def test_the_uppermost_piece_of_a_stack_steps() -> None:
    """In the centre two balls lie on each other, on levels 0 and 1; the centre has four sides."""
    start = '(place Stack "Ball1" 4 count:2)'
    text = game("(move Step (from 4) Orthogonal (to if:(is Empty (to))))", start=start)
    assert [move.text.count("from=4,levelFrom=1,") for move in after(text).legal_moves()] == [1] * 4
    assert after(text, [0]).snapshot()["sites"] != after(text).snapshot()["sites"]


BEND, LINE = (
    f'(tile "{name}" Shared numSides:4 slotsPerSide:1 {{ (path from:0 slotsFrom:0 to:{to} slotsTo:0 colour:1) }})'
    for name, to in (("Bend", 1), ("Line", 2))
)


@pytest.mark.parametrize(("piece", "fits"), [("Bend", [0, 2, 6, 8]), ("Line", [0, 2, 3, 6, 7, 8])])
def test_sides_of_tiles_match(piece: str, fits: list[int]) -> None:
    """In the centre lies a bend from its north to its east: what lies beside it has to have an end towards it there,
    and none in the west and the south. Of another bend, north of it (7) the south has none, east of it (5) the west has
    none, south of it (1) the north has one, and west of it (3) the east has one: it fits at the corners alone. A line
    from north to south fits in the north and in the west too, and not in the east (no end in the west) and in the south
    (an end in the north)."""
    asked = '(then (if (is SidesMatch (last To)) (set Var "Fits" 1)))'
    play = f'(move Add (piece "{piece}") (to (sites Empty)) {asked})'
    text = game(play, items=f"{BEND} {LINE}", start='(place "Bend" 4)')
    found = [move.to_site for move, done in zip(after(text).legal_moves(), deeds(text), strict=True) if "Fits" in done]
    assert found == fits


@backends
def test_some_of_several_pieces_move(backend: str) -> None:
    made = small_game('(piece "Ball" Each)', start='(start (place "Ball1" 0 count:3))')
    table, ball = Table(made, backend, "move_n"), 1
    assert table.number("Ball1") == ball
    table.do("move_n", **{"from": 0}, to=5, count=2)
    assert (table.at("count", 0), table.at("count", 5), table.at("what", 5)) == (1, 2, ball)
    assert sorted(table.owned("Ball1")) == [0, 5]
    table.do("move_n", **{"from": 0}, to=5, count=1)
    assert (table.at("what", 0), table.at("count", 5), table.empty(0)) == (0, 3, True)
    assert set(table.owned("Ball1")) == {5}


SCORED = [("5 3", 1, (1, 2)), ("3 5", 2, (2, 1)), ("4 4", 0, (1.5, 1.5))]


@pytest.mark.parametrize(("scores", "winner", "ranking"), SCORED)
def test_the_highest_score_wins(scores: str, winner: int, ranking: tuple[float, ...]) -> None:
    start = " ".join(f"(set Score P{k} {score})" for k, score in enumerate(scores.split(), 1))
    text = game("(move Pass)", start=start).replace("(no Moves Next) (result Mover Draw)", "(is Mover P1) (byScore)")
    state = after(text, [0])
    assert (state.over, state.trial().winner, tuple(state.ranking[1:])) == (True, winner, ranking)
    assert isinstance(state, GameState) and state.game.engine.read(state.raw, "winner") == winner  # for statistics


@pytest.mark.parametrize(("steps", "sites"), [("1", 6), ("2147483647", 9)])
@pytest.mark.parametrize("region", ["(sites Bottom)", "(sites Empty)"])  # known when the game is compiled, or not
def test_a_region_grows_no_further_than_the_board(region: str, steps: str, sites: int) -> None:
    """The bottom row of three rows has one row beside it. All sites are empty."""
    moves = after(game(f"(move Add (to (expand {region} steps:{steps})))", start="")).legal_moves()
    assert len(moves) == (9 if region == "(sites Empty)" else sites)


def test_a_player_plays_the_own_cards() -> None:
    """Every card of the own hand goes to the site numbered one less than its player: the hands are the sites 9 and 10
    of the first player, 11 and 12 of the second."""
    start = '(place "Ball1" (handSite P1 1)) (place "Ball2" (handSite P2 0))'
    state = after(game("(playCard)", items="(hand Each size:2)", start=start))
    assert [(move.from_site, move.to_site) for move in state.legal_moves()] == [(10, 0)]
    state.apply(state.legal_moves()[0])
    assert [(move.from_site, move.to_site) for move in state.legal_moves()] == [(11, 1)]


def test_what_follows_a_list_follows_each_of_its_moves() -> None:
    assert after(game("(or (move Add (to 0)) (move Add (to 1)) (then (moveAgain)))"), [1]).mover == 1


def test_the_effect_of_a_place_comes_with_the_piece() -> None:
    """The ball on 4 goes when one is added to 0."""
    assert [row[0] for row in after(game("(move Add (to 0 (apply (remove 4))))"), [0]).sites()] == ["C0"]


@pytest.mark.parametrize(("pick", "over"), [(0, False), (2, True), (3, True), (5, False)])
def test_lines_through_any_site(pick: int, over: bool) -> None:
    """Balls lie on 2, 3 and 4. One on 5 completes the row 3 4 5, one on 6 the diagonal 2 4 6, and one on 0 or 8, the
    first and the last empty site, nothing."""
    start = '(place "Ball1" (sites {2 3 4}))'
    text = game("(move Add (to (sites Empty)))", start=start).replace("(no Moves Next)", "(is Line 3)")
    assert after(text, [pick]).over == over


@pytest.mark.parametrize(
    ("scores", "misere", "ranking"),
    [
        ((3, 5, 3, 9), "", (3.5, 2, 3.5, 1)),
        ((3, 5, 3, 9), "misere:True", (1.5, 3, 1.5, 4)),
        ((7, 7, 7, 7), "", (2.5, 2.5, 2.5, 2.5)),
        ((4, 9, 9, 9), "", (4, 2, 2, 2)),
        ((-1, 0, 0), "", (3, 1.5, 1.5)),
    ],
)
def test_places_by_scores(scores: tuple[int, ...], misere: str, ranking: tuple[float, ...]) -> None:
    """Players with equal scores share the mean of their places."""
    start = " ".join(f"(set Score P{p} {score})" for p, score in enumerate(scores, 1))
    text = game("(move Pass)", players=len(scores), start=start)
    text = text.replace("(if (no Moves Next) (result Mover Draw))", f"(if (= 0 0) (byScore {misere}))")
    state = after(text, [0])
    assert (state.over, tuple(state.ranking[1 : len(scores) + 1])) == (True, ranking)
