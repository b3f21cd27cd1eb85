"""What is told of the values that positions had during a game, against values worked out by hand."""

from dataclasses import replace

import pytest

from ludparse.exporters.statistics.evaluation import evaluate
from ludparse.exporters.statistics.games import GAME_STATISTICS, game_statistics
from ludparse.exporters.statistics.positions import position_summaries
from ludparse.exporters.statistics.record import GameRecord
from ludparse.exporters.statistics.summaries import SUMMARIES
from ludparse.interpreter.game.load import load
from ludparse.interpreter.play.game import Game
from tests.exporters.statistics.games import FILL


def valued() -> GameRecord:
    """Four moves: player 1 leads, both lead, player 2 leads, player 1 leads again and wins."""
    return GameRecord(
        0, plies=4, turns=4, over=True, winner=True, utilities=[1.0, -1.0], picks=[0, 2, 1, 0],
        evaluations=[[0.2, -0.2], [0.0, 0.0], [-0.6, 0.4], [0.8, -0.8], [1.0, -1.0]],
        move_values=[[0.2, 0.0], [0.5, 0.4, -0.9], [0.7, -0.6], [1.0]],
    )  # fmt: skip


@pytest.fixture(scope="module")
def fill() -> Game:
    return load(FILL, backend="python")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DecisivenessThreshold", 0.4),  # the best that player 2, who loses, ever had
        ("DecisivenessMoves", 3 / 4),  # player 1 is above that before the fourth move for the first time
        ("LeadChange", 4 / 4),  # nobody, 1, both, 2, 1; what comes after the last move does not count
        # of player 1 the mean is 0.1 and the squares are 0.01, 0.01, 0.49, 0.49; of player 2 the mean is -0.15 and
        # the squares are 0.0025, 0.0225, 0.3025, 0.4225
        ("Stability", 0.25 + 0.1875),
        # sample variances: 2 * 0.1 ** 2 / 1; the mean is 0 and (0.25 + 0.16 + 0.81) / 2; 2 * 0.65 ** 2 / 1; one move: 0
        ("Variance", (0.02 + 0.61 + 0.845) / 4),
        # above three quarters of the way from the mean to the best: 0.175, 0.375, 0.5375; a single move is not above it
        ("Narrowness", (1 / 2 + 2 / 3 + 1 / 2 + 0) / 4),
    ],
)  # fmt: skip
def test_whole_games(fill: Game, name: str, value: float) -> None:
    assert game_statistics(fill, [valued()], evaluated=True)[name] == pytest.approx(value)
    assert name not in game_statistics(fill, [valued()])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DramaAverage", (0 + 0 + 1.0 + 0) / 4),  # before the third move the winner has -0.6 and the other one 0.4
        ("DramaMaximum", 1.0),
        ("MoveEvaluationAverage", (0.2 - 0.9 - 0.6 + 1.0) / 4),
        ("StateEvaluationDifferenceAverage", (0.4 + 0 + 1.0 + 1.6 + 2.0) / 5),  # the end counts too
    ],
)
def test_positions(name: str, value: float) -> None:
    assert position_summaries([valued()], evaluated=True)[name] == pytest.approx(value)
    assert name not in position_summaries([valued()])


def test_several_winners_and_none(fill: Game) -> None:
    """Of three players two share the first place, so one of them above the third is enough, and drama takes the mean of
    both. Where all share a place nobody has lost: the threshold is -1, and the game is decided as it begins."""
    shared = GameRecord(0, plies=2, utilities=[0.5, -1.0, 0.5],
                        evaluations=[[0.1, 0.3, -0.2], [0.4, 0.2, -0.8], [0.5, -1.0, 0.5]])  # fmt: skip
    found = game_statistics(fill, [shared], evaluated=True)
    assert (found["DecisivenessThreshold"], found["DecisivenessMoves"]) == (0.3, 1 / 2)
    # 0.3 less -0.05, and 0.4 less -0.2
    assert position_summaries([shared], evaluated=True)["DramaAverage"] == pytest.approx((0.35 + 0.6) / 2)
    drawn = GameRecord(0, plies=2, utilities=[0.0, 0.0], evaluations=[[0.5, -0.5], [0.1, -0.1], [0.0, 0.0]])
    found = game_statistics(fill, [drawn], evaluated=True)
    assert (found["DecisivenessThreshold"], found["DecisivenessMoves"]) == (-1, 0)


def test_a_winner_who_never_was_ahead_wins_with_the_end_alone(fill: Game) -> None:
    late = GameRecord(0, plies=2, utilities=[1.0, -1.0], evaluations=[[-0.5, 0.5], [0.5, -0.5], [1.0, -1.0]])
    assert game_statistics(fill, [late], evaluated=True)["DecisivenessMoves"] == 1


def test_estimates_of_games(fill: Game) -> None:
    """Intervals hold the values; what is no matter of chance has none, and what needs values is told where they are. Of
    eight games player 1 wins seven: Wilson's interval at 95 % is 0.5291 to 0.9776."""
    records = [valued() for _ in range(7)] + [replace(valued(), utilities=[-1.0, 1.0])]
    with_values, without = (evaluate(fill, records, valued=known) for known in (True, False))
    assert (with_values.game, with_values.players, with_values.count, with_values.confidence) == ("Fill", 2, 8, 0.95)
    missing = {name for name, statistic in GAME_STATISTICS.items() if statistic.evaluated}
    assert missing and with_values.games.keys() == GAME_STATISTICS.keys() == without.games.keys() | missing
    assert not missing & without.games.keys()
    assert with_values.positions.keys() > without.positions.keys()
    for name, estimate in with_values.games.items():
        assert estimate.name == name
        if name == "StateTreeComplexity" or estimate.value is None:
            assert estimate.interval is None
        else:
            assert estimate.interval is not None
            assert estimate.interval[0] <= estimate.value <= estimate.interval[1]
    won = with_values.games["AdvantageP1"]
    assert (won.value, won.interval) == (7 / 8, pytest.approx((0.5291, 0.9776), abs=1e-4))
    threshold = with_values.games["DecisivenessThreshold"]  # 0.4 seven times; player 2 wins once, and 1 has 0.8 then
    assert threshold.value == pytest.approx((7 * 0.4 + 0.8) / 8)
    assert threshold.interval is not None and threshold.interval[0] < threshold.interval[1]


def test_estimates_in_tables(fill: Game) -> None:
    found = evaluate(fill, [valued(), valued()], confidence=0.9)
    first, *rows = str(found).split("\n")
    assert first.split() == ["statistic", "value", "90%", "interval"] and len(rows) == len(found.games)
    moves = next(row for row in rows if row.startswith("DurationMoves "))
    assert moves.split() == ["DurationMoves", "4", "4", "to", "4"]
    assert next(row for row in rows if row.startswith("StateTreeComplexity")).split()[2:] == []
    assert found._repr_html_().count("<tr>") == 1 + len(rows)
    data = found.as_dict()
    assert (data["game"], data["players"], data["games"], data["confidence"]) == ("Fill", 2, 2, 0.9)
    assert data["metrics"]["DurationMoves"] == {"value": 4, "interval": [4, 4]}
    summaries = {name for name in data["positions"] if name.startswith("BranchingFactor")}
    assert len(summaries) == len(SUMMARIES)
