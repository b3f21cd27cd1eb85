"""Sizes, numbers with a fraction, outlines, polygons."""

from math import pi, sin

import pytest

from ludparse import LudError, LudLimitError, LudRuleError, LudUnsupportedError, ludemes
from ludparse.interpreter.board.build import BUILDERS, builds
from ludparse.interpreter.board.dims import eval_dim, eval_dims, eval_float, polygon_of
from ludparse.interpreter.board.geometry import (
    Polygon,
    area,
    crosses,
    crossing_point,
    segments_intersect,
    single,
)
from ludparse.interpreter.equipment.boards import build_graph
from ludparse.ludemes.dims import DimAbs, DimAdd, DimDiv, DimMax, DimMin, DimMul, DimPow, DimSub
from ludparse.ludemes.enums import SiteType
from ludparse.ludemes.floats import FloatAdd, FloatDiv, FloatMul, Log, Sin, Sqrt
from ludparse.ludemes.graph_generators import Poly, Square
from ludparse.ludemes.kinds import Dim, GraphFunction


@pytest.mark.parametrize(
    ("node", "value"),
    [
        (7, 7),
        (DimAdd(a=2, b=3), 5),
        (DimAdd(list=(1, 2, DimMul(a=2, b=3))), 9),
        (DimSub(value_a=2, value_b=5), -3),
        (DimMul(list=(2, 3, 4)), 24),
        (DimDiv(a=7, b=2), 3),
        (DimDiv(a=-7, b=2), -3),
        (DimDiv(a=7, b=-2), -3),
        (DimPow(a=2, b=10), 1024),
        (DimPow(a=2, b=-1), 0),
        (DimAbs(value=-4), 4),
        (DimMax(value_a=2, value_b=5), 5),
        (DimMin(value_a=2, value_b=5), 2),
    ],
)
def test_sizes(node: Dim, value: int) -> None:
    assert eval_dim(node) == value
    assert eval_dims((node, 1)) == (value, 1)


@pytest.mark.parametrize(
    ("node", "error"),
    [
        (DimDiv(a=1, b=0), LudRuleError),
        (DimPow(a=0, b=-1), LudRuleError),
        (DimMul(a=2**20, b=2**20), LudLimitError),
        (DimPow(a=10, b=10), LudLimitError),
        (DimPow(a=-10, b=10**9), LudLimitError),
    ],
)
def test_sizes_without_a_value(node: Dim, error: type[LudError]) -> None:
    with pytest.raises(error):
        eval_dim(node)


def test_numbers_with_a_fraction_are_single_at_every_step() -> None:
    assert eval_float(0.1) == single(0.1) != 0.1
    assert eval_float(FloatAdd(a=0.1, b=0.2)) == single(single(0.1) + single(0.2))
    assert eval_float(FloatMul(list=(2, 3, 0.5))) == 3.0
    assert eval_float(Sin(a=pi)) == single(sin(single(pi)))
    with pytest.raises(LudRuleError):
        eval_float(FloatDiv(a=1, b=0))
    with pytest.raises(LudRuleError):
        eval_float(Sqrt(a=-1))
    with pytest.raises(LudRuleError):
        eval_float(Log(a=0))


def test_outlines() -> None:
    assert polygon_of(Poly(pts=((0, 0), (0, 2), (DimAdd(a=1, b=1), 0)))).points == [(0, 0), (0, 2), (2, 0)]
    star = polygon_of(Poly(pts=((1, 0), (2, 0)), rotns=4)).points
    # two points, and the same after one, two and three quarter turns
    quarters = [(1, 0), (2, 0), (0, 1), (0, 2), (-1, 0), (-2, 0), (0, -1), (0, -2)]
    assert [x for point in star for x in point] == pytest.approx([x for point in quarters for x in point])
    with pytest.raises(LudRuleError):
        polygon_of(Poly(pts=((1,), (2,))))
    with pytest.raises(LudLimitError):
        polygon_of(Poly(pts=((1, 0), (2, 0)), rotns=-(10**9)))


def test_polygons() -> None:
    corner = Polygon([(0, 0), (0, 4), (2, 4), (2, 2), (4, 2), (4, 0)])
    assert area(corner.points) == -12
    assert corner.bounds() == (0, 0, 4, 4)
    assert [corner.contains(*p) for p in ((1, 1), (1, 3), (3, 1), (3, 3))] == [True, True, True, False]
    assert not corner.contains(4, 4)
    corner.inflate(0.1)
    assert all(corner.contains(*p) for p in ((0, 0), (0, 4), (2, 2), (4, 0)))
    assert Polygon.from_sides((2, 3, -1), ((0, 1), (1, 0), (0, -1), (-1, 0))).points == [
        (0, 0),
        (0, 2),
        (3, 2),
        (3, 1),
    ]
    assert Polygon().bounds() == (0, 0, 0, 0)
    assert not Polygon().contains(0, 0)


def test_lines() -> None:
    a, b, c, d = (0.0, 0.0), (2.0, 2.0), (0.0, 2.0), (2.0, 0.0)
    assert crossing_point(a, b, c, d) == pytest.approx((1, 1))
    assert segments_intersect(a, b, b, d)  # in an end
    assert not crosses(a, b, b, d)
    assert not segments_intersect(a, d, c, b)  # parallel


def test_every_graph_ludeme_has_one_builder() -> None:
    kinds = {
        kind
        for kind in vars(ludemes).values()
        if isinstance(kind, type) and issubclass(kind, GraphFunction) and kind is not GraphFunction
    }
    assert kinds <= BUILDERS.keys()
    with pytest.raises(ValueError, match="already"):
        builds(Square)(lambda node, site: build_graph(node, site))


def test_what_is_no_graph() -> None:
    with pytest.raises(LudUnsupportedError):
        build_graph(DimAdd(a=1, b=2), SiteType.Cell)
