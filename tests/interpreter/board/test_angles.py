"""Angles to the last bit."""

from math import atan2, copysign, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludparse.interpreter.board.angles import clockwise_from_north, exact_atan2, sorted_by_angle

COORDINATE = st.floats(-1000, 1000, allow_subnormal=False)


@pytest.mark.parametrize(
    ("y", "x", "angle"),
    [
        # as StrictMath.atan2 of Java prints them; the first two differ from the C library's results
        (0.35355339059327373, -0.3535533905932735, 2.356194490192345),
        (-0.5, -1.1102230246251565e-16, -1.570796326794897),
        (0.3779241981130218, 0.7847676836641327, 0.4487989505128274),
        (0.7071067811865475, -0.7071067811865475, 2.356194490192345),
        (1.0, 0.0, pi / 2),
        (0.0, -1.0, pi),
        (-0.0, -1.0, -pi),
        (0.0, 1.0, 0.0),
        (1e300, 1e-300, pi / 2),
        (1e-300, -1e300, pi),
    ],
)
def test_known_values(y: float, x: float, angle: float) -> None:
    assert exact_atan2(y, x) == angle
    assert copysign(1, exact_atan2(y, x)) == copysign(1, angle)


@given(COORDINATE, COORDINATE)
def test_near_the_library(y: float, x: float) -> None:
    assert exact_atan2(y, x) == pytest.approx(atan2(y, x), rel=1e-15, abs=1e-300)


def test_equal_angles_keep_their_order() -> None:
    vectors = [(-0.3535533905932735, 0.35355339059327373), (-0.7071067811865475, 0.7071067811865475), (1.0, 0.0)]
    assert sorted_by_angle(vectors, lambda v: v) == [vectors[2], vectors[0], vectors[1]]
    assert sorted_by_angle(vectors[::-1], lambda v: v) == [vectors[2], vectors[1], vectors[0]]


def test_clockwise_from_north() -> None:
    vectors = [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0), (-0.1, 1.0)]
    scores = clockwise_from_north([atan2(y, x) for x, y in vectors], vectors)
    assert scores == sorted(scores)
    assert scores[0] == pytest.approx(0.0001)
