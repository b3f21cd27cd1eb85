"""Statistics of tiny games, against values counted by hand."""

import math
from collections import Counter

import pytest

from ludparse import load
from ludparse.exporters.statistics.games import game_statistics
from ludparse.exporters.statistics.observe import utilities
from ludparse.exporters.statistics.positions import position_summaries
from ludparse.exporters.statistics.record import GameRecord
from ludparse.exporters.statistics.recordings import replay
from ludparse.exporters.statistics.summaries import SUMMARIES
from ludparse.exporters.statistics.tally import Tally
from tests.exporters.statistics.games import FILL, RUN, WALK
from tests.interpreter.search.games import HIDDEN
from tests.interpreter.search.test_native import STACKS

RNG = [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.fixture(scope="module")
def fill():
    game = load(FILL, backend="python")
    return game, [replay(game, RNG, [0, 1, 0]), replay(game, RNG, [2, 0, 0])]


def test_the_lists_of_a_game_that_fills_its_board(fill):
    for record in fill[1]:
        assert record.branching == [3, 2, 1]
        assert record.decisions == [3, 2]
        assert record.pieces == [0, 1, 2, 3]
        assert record.occupied == pytest.approx([0, 1 / 3, 2 / 3, 1])
        assert record.distances == []
        assert record.utilities == [1.0, -1.0]
        assert not record.positions_repeat and not record.situations_repeat


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AdvantageP1", 1), ("Balance", 0), ("Completion", 1), ("Drawishness", 0), ("Timeouts", 0),
        ("OutcomeUniformity", 1), ("DurationActions", 3), ("DurationMoves", 3), ("DurationTurns", 3),
        ("DurationTurnsStdDev", 0), ("DurationTurnsNotTimeouts", 3), ("DecisionMoves", 2 / 3),
        ("GameTreeComplexity", 3 * math.log10(2)),  # two legal moves on average
        ("StateTreeComplexity", 3 * math.log10(3)),  # three cells: empty, or either player's disc
        ("BoardCoverageDefault", 1), ("BoardCoverageUsed", 1),
        ("BoardCoverageFull", 3 / (3 + 8 + 10)),  # cells, vertices, edges
        ("PositionalRepetition", 0), ("SituationalRepetition", 0),
    ],
)  # fmt: skip
def test_whole_games_that_fill_the_board(fill, name, value):
    assert game_statistics(*fill)[name] == pytest.approx(value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BranchingFactorAverage", 2), ("BranchingFactorMedian", 2), ("BranchingFactorMaximum", 3),
        ("BranchingFactorMinimum", 1), ("BranchingFactorVariance", 2 / 3), ("BranchingFactorChangeAverage", -1),
        ("BranchingFactorChangeSign", -1), ("BranchingFactorChangeLineBestFit", -1),
        ("BranchingFactorChangeNumTimesn", 1 / 2),  # it starts to fall once, in two steps
        ("BranchingFactorChangeMaxDecrease", -1), ("BranchingFactorChangeMaxIncrease", 0),
        ("DecisionFactorAverage", 2.5), ("PieceNumberAverage", 1.5), ("BoardSitesOccupiedMaximum", 1),
        ("PieceNumberMedian", 2),  # the upper one of the two in the middle
        ("ScoreDifferenceMaximum", 0), ("MoveDistanceAverage", None),  # no piece is moved
    ],
)  # fmt: skip
def test_summaries_of_positions(fill, name, value):
    found = position_summaries(fill[1])[name]
    assert found is None if value is None else found == pytest.approx(value)


@pytest.mark.parametrize(
    ("statistic", "values"),
    [
        # 3 and 2 moves to choose from, as the last one is forced
        ("DecisionFactor", {"Average": 2.5, "Median": 3, "Maximum": 3, "Minimum": 2, "Variance": 1 / 4,
                            "ChangeAverage": -1, "ChangeSign": -1, "ChangeLineBestFit": -1, "ChangeNumTimes": 1,
                            "MaxIncrease": 0, "MaxDecrease": -1}),
        # 0, 1, 2 and 3 pieces, on a board of three sites: of the two in the middle the larger one; the squares about
        # 3/2 are 9/4, 1/4, 1/4, 9/4; it begins to rise once, in three steps
        ("PieceNumber", {"Average": 1.5, "Median": 2, "Maximum": 3, "Minimum": 0, "Variance": 5 / 4,
                         "ChangeAverage": 1, "ChangeSign": 1, "ChangeLineBestFit": 1, "ChangeNumTimes": 1 / 3,
                         "MaxIncrease": 1, "MaxDecrease": 0}),
        ("BoardSitesOccupied", {"Average": 1 / 2, "Median": 2 / 3, "Maximum": 1, "Minimum": 0, "Variance": 5 / 36,
                                "ChangeAverage": 1 / 3, "ChangeSign": 1, "ChangeLineBestFit": 1 / 3,
                                "ChangeNumTimes": 1 / 3, "MaxIncrease": 1 / 3, "MaxDecrease": 0}),
    ],
)  # fmt: skip
def test_all_summaries_of_choices_and_pieces(fill, statistic, values):
    found = position_summaries(fill[1])
    assert {name: found[statistic + name] for name in values} == pytest.approx(values)


@pytest.mark.parametrize(("end", "winner"), [("Mover Win", True), ("Mover Loss", True), ("Mover Draw", False)])
def test_a_game_that_is_over_may_have_no_winner(end, winner):
    record = replay(load(FILL.replace("Mover Win", end), backend="python"), RNG, [0, 1, 0])
    assert (record.over, record.winner, record.plies) == (True, winner, 3)


def game_of(turns: int, utilities: list[float], timeout: bool = False, winner: bool = True) -> GameRecord:
    return GameRecord(0, plies=4, turns=turns, timeout=timeout, winner=winner, utilities=utilities,
                      branching=[3.0, 1.0, 5.0, 1.0])  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AdvantageP1", (1 + 1 + 1 / 2 + 0) / 4),
        ("Balance", 1 - (0.625 - 0.375)),
        ("Completion", 3 / 4), ("Drawishness", 1 / 4), ("Timeouts", 1 / 4),
        # sample variance of 1, 1, 0, -1 about 1/4, the same for both players
        ("OutcomeUniformity", 1 - (2 * (3 / 4) ** 2 + (1 / 4) ** 2 + (5 / 4) ** 2) / 3),
        ("DurationTurns", 5), ("DurationTurnsStdDev", math.sqrt((9 + 1 + 1 + 9) / 4)),
        ("DurationTurnsNotTimeouts", (2 + 4 + 6) / 3),
        ("DecisionMoves", 2 / 4), ("GameTreeComplexity", 4 * math.log10(10 / 4)),
    ],
)  # fmt: skip
def test_games_that_end_in_different_ways(fill, name, value):
    games = [game_of(2, [1, -1]), game_of(4, [1, -1]), game_of(8, [0, 0], timeout=True, winner=False),
             game_of(6, [-1, 1])]  # fmt: skip
    assert game_statistics(fill[0], games)[name] == pytest.approx(value)


def test_what_has_no_value(fill):
    """1250 turns of each player are what a game may last; one player alone has no lead, and nobody's games none."""
    assert game_statistics(fill[0], [game_of(8, [0, 0], timeout=True)])["DurationTurnsNotTimeouts"] == 2 * 1250
    alone = load(FILL.replace("(players 2)", "(players 1)"), backend="python")
    found = game_statistics(alone, [game_of(4, [-1.0])])
    assert [found[name] for name in ("AdvantageP1", "Balance", "Drawishness")] == [None] * 3
    none = game_statistics(fill[0], [])
    assert {value for name, value in none.items() if name != "StateTreeComplexity"} == {None}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        # sorted 1, 1, 2, 3, 4; the squares about 2.2 are 0.64, 1.44, 1.44, 3.24, 0.04
        ("Average", 2.2), ("Median", 2), ("Maximum", 4), ("Minimum", 1), ("Variance", 6.8 / 5),
        ("ChangeAverage", (2 - 3) / 4), ("ChangeSign", (1 - 2) / 4),
        ("ChangeLineBestFit", (-2 * 3 - 1 * 1 + 1 * 4 + 2 * 2) / (4 + 1 + 1 + 4)),
        ("ChangeNumTimes", 3 / 4),  # it begins to fall, to rise and to fall again, in four steps
        ("MaxIncrease", 3), ("MaxDecrease", -2),
    ],
)  # fmt: skip
def test_every_summary(name, value):
    assert SUMMARIES[name]([3, 1, 1, 4, 2]) == pytest.approx(value)


@pytest.mark.parametrize(("text", "states"), [(STACKS, 3 * 32), (HIDDEN, 3 * 2**7)], ids=["stacks", "hidden"])
def test_a_bound_on_the_number_of_positions(text, states):
    """Each of nine cells holds a piece of either player or none; stacks count 32 times, what is hidden 128 times."""
    found = game_statistics(load(text, backend="python"), [])
    assert found["StateTreeComplexity"] == pytest.approx(9 * math.log10(states))


def test_positions_that_come_back():
    """Both players step forth and back: after four moves everything stands as at the start."""
    game = load(WALK, backend="python")
    back = [replay(game, RNG, [0, 0, 0, pick]) for pick in (0, 1)]
    record = next(record for record in back if record.positions_repeat)
    assert sum(record.positions_repeat for record in back) == 1
    assert record.branching == [1, 1, 1, 2]
    assert record.distances == [1, 1, 1, 1] and record.turns == 4
    assert not record.over and record.timeout and record.utilities == [0.0, 0.0]
    assert not record.situations_repeat  # nobody had moved before the first position, player 2 before the last
    number = back.index(record)
    assert replay(game, RNG, [0, 0, 0, number, 0]).situations_repeat  # the same as after the first move


def test_scores_and_their_differences():
    """Player 1 steps to the middle, player 2 to the end, player 1 shuts player 2 in, who passes; player 1 steps
    back."""
    game = load(RUN, backend="python")
    state = game.start(rng_state=RNG)
    picks = []
    for to in (2, 4, 3, -1, 2):
        moves = state.legal_moves()
        picks.append(next(i for i, move in enumerate(moves) if move.to_site == to))
        state.apply(moves[picks[-1]])
    record = replay(game, RNG, picks)
    assert record.over and record.utilities == [1.0, -1.0]
    assert record.score_differences == [0, 2, 0, 2, 2, 4]
    found = position_summaries([record])
    assert found["ScoreDifferenceChangeSign"] == pytest.approx((3 - 1) / 5)  # three times up, once down, once neither
    assert found["ScoreDifferenceChangeNumTimes"] == pytest.approx(4 / 5)
    assert found["ScoreDifferenceMaxDecrease"] == -2
    assert found["MoveDistanceAverage"] == 1  # the pass has no distance


def test_a_swap_gives_the_result_to_who_sat_there_first():
    text = FILL.replace("(rules", "(rules (meta (swap))")
    game = load(text, backend="python")
    state = game.start(rng_state=RNG)
    state.apply(state.legal_moves()[0])
    swap = next(i for i, m in enumerate(state.legal_moves()) if "Swap" in m.text)
    record = replay(game, RNG, [0, swap, 0, 0])
    # the players change seats after the first move
    assert record.over
    plain = replay(load(FILL, backend="python"), RNG, [0, 0, 0])
    assert record.utilities == [-u for u in plain.utilities]


PLACES = """(game "Places" (players 3) (equipment {(board (rectangle 1 6)) (piece "Man" Each)})
    (rules (play (move Add (to (sites Empty))))
        (end {(if (= 2 (count Moves)) (result Mover Win)) (if (= 4 (count Moves)) (result Mover Loss))})))"""
POINTS = """(game "Points" (players 3) (equipment {(board (rectangle 1 6)) (piece "Man" Each)})
    (rules (play (move Add (to (sites Empty)) (then (addScore Mover (if (is Mover P1) 4 OTHERS)))))
        (end (if (= 3 (count Moves)) (byScore)))))"""


def test_what_places_of_three_are_worth():
    """The first place is worth 1, the second 0, the third -1; who has none yet shares the best that are left."""
    state = load(PLACES, backend="python").start(seed=1)
    found = []
    for _ in range(4):
        found.append(utilities(state))
        state.apply(state.legal_moves()[0])
    # player 2 wins with the second move: the places 2 and 3 are left, 2.5 each
    assert found == [[0, 0, 0], [0, 0, 0], [-0.5, 1, -0.5], [-0.5, 1, -0.5]]
    assert state.over and utilities(state) == [-1, 1, 0]  # player 1 loses with the fourth


@pytest.mark.parametrize(
    ("others", "worth"),
    [("(if (is Mover P2) 9 1)", [0, 1, -1]), ("4", [0, 0, 0]), ("1", [1, -0.5, -0.5]), ("5", [-1, 0.5, 0.5])],
)
def test_what_shared_places_are_worth(others: str, worth: list[float]):
    state = load(POINTS.replace("OTHERS", others), backend="python").start(seed=1)
    while not state.over:
        state.apply(state.legal_moves()[0])
    assert utilities(state) == worth


def test_tallies_add_up():
    """Of 3 games one is cut off and one drawn, of 2 others both are cut off; no games change nothing."""
    tally = Tally(3, 30, 7, 15, Counter({(0.0, 1.0, 2.0): 1, (0.0, 1.5, 1.5): 1}), 1)
    tally.add(Tally(2, 8, 4, 4, Counter(), 2))
    tally.add(Tally())
    assert tally == Tally(5, 38, 4, 15, Counter({(0.0, 1.0, 2.0): 1, (0.0, 1.5, 1.5): 1}), 3)
    assert (tally.cut, tally.drawn) == (3, 1)
