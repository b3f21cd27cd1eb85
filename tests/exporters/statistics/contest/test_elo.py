"""Elo, intervals and the sequential test."""

import random
from math import inf, log

import pytest

from ludparse.exporters.statistics.contest.elo import Test, elo_of, score_of, strength
from ludparse.support.intervals import wilson


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.75, 190.8), (0.9, 381.7), (0.0, -inf), (1.0, inf)])
def test_scores_and_elo(score: float, elo: float) -> None:
    assert elo_of(score) == pytest.approx(elo, abs=0.05)
    if abs(elo) < inf:
        assert score_of(elo_of(score)) == pytest.approx(score)


def test_games_that_do_not_depend_on_each_other_get_wilsons_interval() -> None:
    chance = random.Random(1)
    scores = [float(chance.random() < 0.7) for _ in range(4000)]
    found, (low, high) = strength(scores), wilson(sum(scores), len(scores))
    assert found.low == pytest.approx(low, abs=0.002)
    assert found.high == pytest.approx(high, abs=0.002)


def test_draws_and_pairs_make_intervals_narrow_and_wide() -> None:
    draws, coins = strength([0.5, 0.5, 1.0, 0.0] * 25), strength([1.0, 1.0, 0.0, 0.0] * 25)
    middle = strength([1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0] * 12)
    assert draws.high - draws.low < middle.high - middle.low < coins.high - coins.low
    assert strength([1.0] * 10).high == 1.0
    assert 0.6 < strength([1.0] * 10).low < 1.0


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    chance, covered = random.Random(2), 0
    for _ in range(400):
        scores = [chance.choices((1.0, 0.5, 0.0), (6, 2, 2))[0] for _ in range(60)]
        found = strength(scores)
        covered += found.low <= 0.7 <= found.high
    assert 0.92 <= covered / 400 <= 0.99


@pytest.mark.parametrize(("truth", "answer"), [(0.60, 1), (0.40, -1)])
def test_the_sequential_test_is_seldom_wrong(truth: float, answer: int) -> None:
    chance, right, length = random.Random(3), 0, 0
    for _ in range(100):
        scores: list[float] = []
        test = Test(-30, 30)
        while not (decided := test.decided(scores)) and len(scores) < 2000:
            scores += [float(chance.random() < truth) for _ in range(2)]
        right += decided == answer
        length += len(scores)
    assert right >= 95
    assert length / 100 < 200


def test_the_bound_is_walds() -> None:
    assert Test(error=0.05).bound == pytest.approx(log(19))
    assert Test().decided([]) == 0
    assert Test().decided([1.0]) == 0  # half a pair
    assert Test().decided([0.5] * 100) == 0


def test_an_interval_and_a_ratio_by_hand() -> None:
    """Pairs bring 1 and 1/2 in turn: their variance is 1/16, that of one game won three times of four 3/16; so four
    pairs tell as much as 3/16 / (1/16 / 4) = 12 games, of which 9 were won: Wilson's interval is 0.4677 to 0.9111.

    With a pair won and one lost beside, the six pairs have the mean square 7/12 and the variance 7/12 - 4/9 = 5/36.
    The ratio of 0.6 to 0.4 is the number of pairs * (0.6 - 0.4) * (2 * 0.75 - 0.6 - 0.4) / (2 * 5/36).
    """
    scores = [1.0, 1.0, 1.0, 0.0] * 2
    found = strength(scores)
    assert (found.low, found.high) == pytest.approx((0.4677, 0.9111), abs=1e-4)
    test = Test(elo_of(0.4), elo_of(0.6))
    assert test.ratio(scores) == pytest.approx(4 * 0.2 * 0.5 / (10 / 36)) == test.ratio([*scores, 0.0])
    assert test.ratio([1 - score for score in scores]) == pytest.approx(-1.44)
