"""Confidence intervals."""

from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludparse.exporters.statistics.intervals import MANY, Resampler
from ludparse.support.intervals import wilson


@pytest.mark.parametrize(
    ("successes", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (81, 263, 0.2553, 0.3662)],  # Newcombe 1998 has the last
)
def test_wilson(successes, games, low, high):
    assert wilson(successes, games) == pytest.approx((low, high), abs=1e-4)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_share(pair):
    successes, games = pair
    low, high = wilson(successes, games)
    assert 0 <= low <= successes / games <= high <= 1


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=40))
def test_a_bootstrap_stays_among_the_values(values):
    low, high = Resampler(len(values)).mean(values)
    assert min(values) - 1e-9 <= low <= high <= max(values) + 1e-9
    assert Resampler(len(values)).mean(values) == (low, high)


def test_many_games_agree_with_the_bootstrap():
    values = [float(k % 17) for k in range(MANY)]
    few = Resampler(len(values)).mean(values)
    many = Resampler(len(values) + 1).mean([*values, fmean(values)])
    assert few == pytest.approx(many, abs=0.06)


@pytest.mark.parametrize(("confidence", "most"), [(0.95, 3 / 12), (0.6, 2 / 12)])
def test_a_bootstrap_is_that_of_the_binomial_distribution(confidence, most):
    """Of twelve games one is won. A draw of twelve holds it never with probability (11/12)^12 = 0.352, at most once
    0.736, twice 0.928, three times 0.986. The middle 95 % end with the first 97.5 %, at 3; the middle 60 % at 2."""
    values = [1.0] + [0.0] * 11
    drawn = Resampler(12, confidence)
    assert drawn.mean(values) == pytest.approx((0, most))
    assert drawn.statistic(fmean, values) == pytest.approx((0, most))
    assert drawn.statistic(lambda items: None if 1.0 in items else 0.0, values) is None


def test_the_mean_of_many_games():
    """Half of 1002 are 1: the deviation is 0.5 * sqrt(1002/1001), and 1.96 of it over sqrt(1002) is 0.03097."""
    assert Resampler(1002).mean([0.0, 1.0] * 501) == pytest.approx((0.46903, 0.53097), abs=1e-5)


def test_one_game_has_no_interval():
    assert Resampler(1).mean([3.0]) is None
