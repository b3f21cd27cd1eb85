"""Angles, correct to the last bit.

Where two steps leave an element in about the same direction, the last bit of their angles decides their order, and so
the order of moves. Ludii takes its arc tangents from fdlibm, whose results differ in that bit from those of most C
libraries; `exact_atan2` computes them with the same reduction and the same polynomial.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import atan2, copysign, pi
from typing import TypeVar

__all__ = ["clockwise_from_north", "exact_atan2", "sorted_by_angle"]

T = TypeVar("T")

# arc tangents of 0.5, 1, 1.5 and infinity in two parts, and the odd and even coefficients of the series around 0
_HIGH = (4.63647609000806093515e-01, 7.85398163397448278999e-01, 9.82793723247329054082e-01, 1.57079632679489655800)
_LOW = (2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17, 6.12323399573676603587e-17)
_EVEN = (
    *(3.33333333333329318027e-01, 1.42857142725034663711e-01, 9.09088713343650656196e-02),
    *(6.66107313738753120669e-02, 4.97687799461593236017e-02, 1.62858201153657823623e-02),
)
_ODD = (
    *(-1.99999999998764832476e-01, -1.11111104054623557880e-01, -7.69187620504482999495e-02),
    *(-5.83357013379057348645e-02, -3.65315727442169155270e-02),
)
_PI_LOW = 1.2246467991473531772e-16
_TIE = 1e-9
_LEFT_OF_NORTH = 0.0001


def _horner(coefficients: Sequence[float], w: float) -> float:
    total = coefficients[-1]
    for coefficient in coefficients[-2::-1]:
        total = coefficient + w * total
    return total


def _arc_tangent(x: float) -> float:
    """The arc tangent of a non-negative number."""
    if x >= 2.0**66:
        return _HIGH[3] + _LOW[3]
    if x < 0.4375:
        if x < 2.0**-29:
            return x
        near = -1
    elif x < 0.6875:
        near, x = 0, (2.0 * x - 1.0) / (2.0 + x)
    elif x < 1.1875:
        near, x = 1, (x - 1.0) / (x + 1.0)
    elif x < 2.4375:
        near, x = 2, (x - 1.5) / (1.0 + 1.5 * x)
    else:
        near, x = 3, -1.0 / x
    z = x * x
    w = z * z
    series = z * _horner(_EVEN, w) + w * _horner(_ODD, w)
    if near < 0:
        return x - x * series
    return _HIGH[near] - ((x * series - _LOW[near]) - x)


def exact_atan2(y: float, x: float) -> float:
    """The angle of the vector (x, y), from -pi to pi. Both numbers must be finite."""
    if y == 0:
        return y if copysign(1.0, x) > 0 else copysign(pi, y)
    if x == 0:
        return copysign(pi / 2, y)
    angle = _arc_tangent(abs(y / x))
    if x < 0:
        angle = pi - (angle - _PI_LOW)
    return copysign(angle, y)


def clockwise_from_north(angles: Sequence[float], vectors: Sequence[tuple[float, float]]) -> list[float]:
    """How far to turn right from (just left of) north to reach each vector (x, y), in radians from 0 to 2 pi.

    `angles`: the angles of the vectors as `math.atan2` gives them. The exact angles are computed only if two of these
    are nearly equal.
    """
    ordered = sorted(angles)
    if any(b - a < _TIE for a, b in pairwise(ordered)):
        angles = [exact_atan2(y, x) for x, y in vectors]
    scores = []
    for angle in angles:
        score = pi / 2 - angle + _LEFT_OF_NORTH
        scores.append(score + 2 * pi if score < 0 else score)
    return scores


def sorted_by_angle(items: Sequence[T], vector: Callable[[T], tuple[float, float]]) -> list[T]:
    """Sort by the angles (from -pi to pi) of vectors (x, y). The sort is stable."""
    if len(items) < 2:
        return list(items)
    vectors = [vector(item) for item in items]
    angles = [atan2(y, x) for x, y in vectors]
    order = sorted(range(len(items)), key=angles.__getitem__)
    if any(angles[b] - angles[a] < _TIE for a, b in pairwise(order)):
        angles = [exact_atan2(y, x) for x, y in vectors]
        order = sorted(range(len(items)), key=angles.__getitem__)
    return [items[i] for i in order]
