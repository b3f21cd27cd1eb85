"""Small rules on both backends, each answer worked out in a comment: forms that mutants have shown to be played by
recorded games alone."""

import pytest

from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.play.snapshot import contents
from tests.interpreter.lower.playing import after, deeds
from tests.interpreter.lower.table import Table, backends
from tests.interpreter.small import small_game

pytestmark = pytest.mark.usefixtures("on_backends")

GAME = """(game "Small" (players {players})
  (equipment {{ (board (square 3)) (piece "Ball" Each) {items} }})
  (rules {meta} (start {{ {start} }}) (play {play}) (end {end})))"""


def game(
    play: str, *, players: int = 2, items: str = "", meta: str = "", start: str = '(place "Ball1" 4)',
    end: str = "(if (no Moves Next) (result Mover Draw))",
) -> str:  # fmt: skip
    return GAME.format(players=players, items=items, meta=meta, start=start, play=play, end=end)


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


def test_a_stack_is_turned_over_with_each_of_its_pieces() -> None:
    """A coin, whose sides are the states 1 and 2, lies on a ball, which has none: afterwards the ball lies on the coin,
    and the coin shows the other side."""
    start = '(place Stack items:{"Ball1" "Coin1"} 4 state:1)'
    text = game("(move Pass (then (flip 4)))", items='(piece "Coin" Each (flips 1 2))', start=start)
    ((_, _, levels),) = contents(after(text, [0]).snapshot())
    assert [(level[0], level[2]) for level in levels] == [(3, 2), (1, 1)]


def test_of_a_pile_of_cards_the_top_tells_the_suit_and_the_bottom_the_rank() -> None:
    """Of 40 cards of a deck in order, dealt to both players in turn, a hand's first and last are of different suits."""
    levels = ("", " level:0", " level:19")
    asked = [f"(card {kind} at:(handSite P1){level})" for kind in ("Suit", "Rank") for level in levels]
    play = f"(or {{ {' '.join(f'(move Pass (then (note {x} to:P1)))' for x in asked)} }})"
    suit, *suits, rank, lowest, uppermost = deeds(game(play, items="(deck) (hand Each)", start="(deal Cards 20)"))
    assert suit == suits[1] != suits[0]
    assert rank == lowest != uppermost


@pytest.mark.parametrize(("top", "count"), [("Ball1", 1), ("Block0", 0)])
def test_a_stack_below_a_neutral_piece_counts_as_nothing(top: str, count: int) -> None:
    """As in Ludii, whose count of a site with a stack is whether its uppermost piece has an owner."""
    start = f'(place Stack items:{{"Ball1" "{top}"}} 4)'
    text = game("(move Add (to 8))", items='(piece "Block" Neutral)', start=start)
    assert [(name, number) for name, number, _ in contents(after(text).snapshot())] == [("C4", count)]


def test_a_pile_that_is_taken_stays_as_large() -> None:
    text = game("(move Pass (then (take Control of:P2 by:P1)))", start='(place "Ball2" 4 count:3)')
    piles = [list(contents(after(text, picks).snapshot())) for picks in ((), [0])]
    assert piles == [[("C4", 3, [[2, 2, 0, 0, 0]])], [("C4", 3, [[1, 1, 0, 0, 0]])]]


@pytest.mark.parametrize(("wins", "winner"), [(1, 2), (9, 0)])
def test_of_a_team_that_won_before_a_draw_the_last_member_is_the_winner(wins: int, winner: int) -> None:
    """Of three teams the first one wins with the first move, or none does before the draw after the third."""
    teams = "(set Team 1 {P1 P2}) (set Team 2 {P3 P4}) (set Team 3 {P5 P6})"
    draw = "(if (= (count Moves) 3) (result Mover Draw))"
    end = f"{{ (if (= (count Moves) {wins}) (result TeamMover Win)) {draw} }}"
    state = after(game("(move Pass)", players=6, start=teams, end=end), [0, 0, 0])
    assert isinstance(state, GameState) and state.over
    assert state.game.engine.read(state.raw, "winner") == winner


def test_all_have_passed_where_one_turn_had_two_moves() -> None:
    """The second player passes twice in one turn. All have passed when the first one passes after that, and not when
    only the second one has, twice."""
    asked = "(then (if (is Prev P1) (moveAgain)))"
    text = game(f"(or (move Add (to 0)) (move Pass {asked}))", start="", end="(if (all Passed) (result Mover Draw))")
    states = [after(text, picks) for picks in ([0], [0, 1], [0, 1, 1], [0, 1, 1, 1])]
    assert [(state.mover, state.over) for state in states[:3]] == [(2, False), (2, False), (1, False)]
    assert states[3].over


def test_a_pass_that_is_joined_twice_is_a_pass() -> None:
    """The second time its consequent stands among its actions, and is no decision. As in Ludii both players have passed
    after two such moves."""
    play = "(append (append (pass (then (addScore Mover 1)))))"
    state = after(game(play, start="", end="(if (all Passed) (result Mover Draw))"), [0, 0])
    assert state.over and state.snapshot()["score"] == [1, 1]


def test_pieces_in_hands_are_no_groups() -> None:
    """There are two groups on the board, and a ball in the first player's hand."""
    start = '(place "Ball1" (sites {0 1 8})) (place "Ball1" (handSite P1))'
    text = game("(forEach Group (move Select (from (from))))", items="(hand Each)", start=start)
    assert [move.from_site for move in after(text).legal_moves()] == [0, 8]


def test_a_move_that_wins_is_no_suicide() -> None:
    """A ball on 5 completes the row 3 4 5, one on 8 does nothing, and one on 0 loses."""
    end = "{ (if (is Line 3) (result Mover Win)) (if (is In 0 (sites Occupied by:Mover)) (result Mover Loss)) }"
    start = '(place "Ball1" (sites {3 4}))'
    text = game("(move Add (to (sites {0 5 8})))", meta="(meta (no Suicide))", start=start, end=end)
    assert {move.to_site for move in after(text).legal_moves()} == {5, 8}


@pytest.mark.parametrize(
    ("part", "sites"),
    [("from:2 to:7", [2, 5, 7, 8]), ("from:6 to:1", [0, 1, 3, 6]), ("to:2", [0, 1, 2])],
)
def test_a_part_of_a_track(part: str, sites: list[int]) -> None:
    """The track goes around: 0 1 2 5 8 7 6 3. Where its end stands before its beginning the part goes on from 0."""
    track = '(track "Ring" {0 1 2 5 8 7 6 3})'
    text = game(f'(move Add (to (sites Track "Ring" {part})))', start="").replace("(square 3)", f"(square 3) {track}")
    assert [move.to_site for move in after(text).legal_moves()] == sites


@pytest.mark.parametrize(("scores", "legal"), [("(then (addScore Mover 1))", 1), ("", 0)])
def test_a_situation_with_another_score_is_another_one(scores: str, legal: int) -> None:
    """The ball is pointed at, again and again: nothing changes but the player to move and, if there are any, the
    scores. The third move would make the first situation again."""
    text = game(f"(move Select (from 4) {scores})", meta="(meta (no Repeat Situational))")
    assert sum(move.from_site == 4 for move in after(text, [0, 0, 0]).legal_moves()) == legal


def test_a_double_is_shown_again_after_its_first_half() -> None:
    """Two dice with one side always throw a double, of which the first die is used first. The move after that shows
    both again, once."""
    use = "(forEach Die replayDouble:True if:(< 0 (pips)) (move Add (to (sites Empty))) (then (moveAgain)))"
    text = game(f"(if (is Prev Mover) {use} (do (roll) next:{use}))", items="(dice d:1 num:2)", start="")
    throws = [{done.count("SetStateAndUpdateDice") for done in deeds(text, picks)} for picks in ([0], [0, 0, 0])]
    assert throws == [{2}, {0}]


def test_pieces_on_sites_of_a_type_are_listed_from_the_last() -> None:
    start = '(place "Ball1" (sites {0 4 8}))'
    text = game("(forEach Piece on:Cell (move Select (from (from))))", start=start)
    assert [move.from_site for move in after(text).legal_moves()] == [8, 4, 0]


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


@pytest.mark.parametrize(("hurdle", "lands"), [(1, 2), (2, 3), (3, 4), (4, -1)])
def test_so_many_sites_may_lie_before_a_hurdle(hurdle: int, lands: int) -> None:
    """On a row of six; where no hop is allowed there is the pass alone."""
    text = game(
        "(move Hop (from 0) E (between before:2 if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))",
        start=f'(place "Ball1" 0) (place "Ball2" {hurdle})',
    )
    (move,) = after(text.replace("(square 3)", "(rectangle 1 6)")).legal_moves()
    assert move.to_site == lands


def test_a_phase_without_a_name_follows_that_of_the_mover() -> None:
    """After the first move its player is in phase B. After the second, of the other player, who is in A, the first goes
    to the phase after A, which is B again."""
    phases = """phases:{(phase "A" (play (move Add (to 0))) (nextPhase P1 (= (count Moves) 1) "B"))
        (phase "B" (play (move Add (to 1))) (nextPhase (= (count Moves) 2))) (phase "C" (play (move Add (to 2))))}"""
    text = game("", start='(place "Ball1" 8)').replace("(play )", phases)
    assert [after(text, [0] * n).snapshot()["phase"] for n in (0, 1, 2)] == [[0, 0], [1, 0], [1, 0]]


def test_a_loop_over_players_leaves_out_those_who_have_their_place() -> None:
    """The first player wins with the first move. Of the two others the second loses before the third."""
    end = "{(if (= (count Moves) 1) (result P1 Win)) (forEach Player if:(= (count Moves) 3) (result Player Loss))}"
    text = game("(move Add (to (sites Empty)))", players=3, start="")
    state = after(text.replace("(if (no Moves Next) (result Mover Draw))", end), [0, 0, 0])
    assert state.over and state.ranking[1:] == [1, 3, 2]


@pytest.mark.parametrize(("least", "sites"), [(-1, [-1]), (0, [1, 3, 4, 5, 7]), (1, [1, 3, 5, 7])])
def test_no_site_has_a_negative_distance(least: int, sites: list[int]) -> None:
    """From the centre, where no site is added there is the pass alone."""
    text = game(f"(move Add (to (sites Distance Orthogonal from:4 (range {least} 1))))", start="")
    assert [move.to_site for move in after(text).legal_moves()] == sites


def test_a_hidden_piece_leaves_nothing_hidden_behind() -> None:
    play = "(or (move Step (from 0) E (to if:(is Empty (to)))) (move Add (to (sites Empty))))"
    state = after(game(play, start='(place "Ball1" 0) (set Hidden at:0 to:P2)'))
    for move, seen in (("A1-B1", {}), ("A1", {"A1": "Ball2"})):
        state.apply(move)
        assert {site: str(piece) for site, piece in state.pieces(player=2).items()} == seen
