"""Boards whose points, edges and cells follow from a few lines of geometry: each compared in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise, product
from math import atan2, cos, dist, hypot, pi, radians, sin, sqrt

import pytest

from ludparse.interpreter.board.basis import Basis, Shape
from ludparse.interpreter.board.generators import brick, celtic, hexagonal, quadhex, square, tilings, triangular
from ludparse.interpreter.board.generators.circle import circle
from ludparse.interpreter.board.generators.concentric import rings, target
from ludparse.interpreter.board.generators.mancala import mancala
from ludparse.interpreter.board.generators.regular import regular
from ludparse.interpreter.board.generators.repeat import repeat
from ludparse.interpreter.board.generators.surakarta import surakarta_loops
from ludparse.interpreter.board.generators.wedge import wedge
from ludparse.interpreter.board.geometry import Polygon
from ludparse.interpreter.board.graph import Edge, Graph
from ludparse.ludemes.enums import DiagonalsType

Place = tuple[float, ...]

HALF = sqrt(0.5)


def near(*coordinates: float) -> Place:
    return tuple(round(c, 4) + 0.0 for c in coordinates)


def points(graph: Graph) -> set[Place]:
    found = [near(v.x, v.y) for v in graph.vertices]
    assert len(set(found)) == len(found)
    return set(found)


def lines(graph: Graph) -> set[frozenset[Place]]:
    found = [frozenset((near(e.a.x, e.a.y), near(e.b.x, e.b.y))) for e in graph.edges]
    assert len(set(found)) == len(found)
    return set(found)


def line(a: Iterable[float], b: Iterable[float]) -> frozenset[Place]:
    return frozenset((near(*a), near(*b)))


def away(radius: float, angle: float) -> Place:
    """Angle in degrees, counter-clockwise from east."""
    return radius * cos(radians(angle)), radius * sin(radians(angle))


def polar(radius: float, angle: float) -> Place:
    return near(*away(radius, angle))


def moved(places: Iterable[Place]) -> set[Place]:
    """As they are seen from the least x and the least y."""
    known = list(places)
    left, low = min(x for x, _ in known), min(y for _, y in known)
    return {tuple(round(c, 2) + 0.0 for c in (x - left, y - low)) for x, y in known}


def sizes(graph: Graph) -> tuple[int, int, int]:
    return len(graph.vertices), len(graph.edges), len(graph.faces)


# ---------------------------------------------------------------------- squares


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (2, 4), (4, 2), (3, 3)])
def test_squares(rows: int, cols: int) -> None:
    graph = square.rectangle(rows, cols)
    grid = list(product(range(cols + 1), range(rows + 1)))
    assert points(graph) == {near(*at) for at in grid}
    assert lines(graph) == {line(a, b) for a, b in combinations(grid, 2) if dist(a, b) == 1}
    assert [(f.x, f.y) for f in graph.faces] == [(x + 0.5, y + 0.5) for y in range(rows) for x in range(cols)]
    assert all((e.b.x, e.b.y) in ((e.a.x + 1, e.a.y), (e.a.x, e.a.y + 1)) for e in graph.edges)
    assert (graph.basis, graph.shape) == (Basis.SQUARE, Shape.RECTANGLE)


def rising(x: int, y: int) -> frozenset[Place]:
    return line((x, y), (x + 1, y + 1))


def falling(x: int, y: int) -> frozenset[Place]:
    return line((x, y + 1), (x + 1, y))


def solid(x: int, y: int) -> Iterator[frozenset[Place]]:
    for dx, dy in product((0, 1), repeat=2):
        yield line((x + dx, y + dy), (x + 0.5, y + 0.5))


@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.parametrize("kind", DiagonalsType)
def test_diagonals(kind: DiagonalsType, size: int) -> None:
    """Of boards with an even number of squares, whose middle is a vertex."""
    middle = size // 2
    expected: set[frozenset[Place]] = set()
    for x, y in product(range(size), repeat=2):
        # in the lower left and upper right quarter a diagonal around the middle falls, and one away from it rises
        around = (x < middle) == (y < middle)
        match kind:
            case DiagonalsType.Solid:
                expected |= set(solid(x, y))
            case DiagonalsType.SolidNoSplit:
                expected |= {rising(x, y), falling(x, y)}
            case DiagonalsType.Alternating:
                expected.add(falling(x, y) if (x + y) % 2 else rising(x, y))
            case DiagonalsType.Concentric:
                expected.add(falling(x, y) if around else rising(x, y))
            case DiagonalsType.Radiating if x == y or x + y == size - 1:
                expected.add(rising(x, y) if x == y else falling(x, y))
            case _:
                pass
    graph = square.rectangle(size, size, diagonals=kind)
    assert {pair for pair in lines(graph) if len({x for x, _ in pair}) == 2 == len({y for _, y in pair})} == expected
    plain = 2 * size * (size + 1)
    assert len(graph.edges) == plain + len(expected)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_square_on_its_corner(size: int) -> None:
    """The vertices that lie no farther from the middle than `size`, each along its row and then its column."""
    middle = size - 0.5
    within = [at for at in product(range(2 * size), repeat=2) if sum(abs(c - middle) for c in at) <= size]
    graph = square.diamond(size)
    assert points(graph) == {near(*at) for at in within}
    assert lines(graph) == {line(a, b) for a, b in combinations(within, 2) if dist(a, b) == 1}
    assert len(graph.faces) == size**2 + (size - 1) ** 2
    assert graph.shape is Shape.DIAMOND
    crossed = square.diamond(size, DiagonalsType.SolidNoSplit)
    assert len(crossed.edges) == len(graph.edges) + 2 * len(graph.faces)


def test_squares_within_an_outline_have_diagonals_everywhere() -> None:
    graph = square.outline(Polygon([(-1, -1), (-1, 1), (2, 1), (2, -1)]), DiagonalsType.SolidNoSplit)
    assert points(graph) == {near(x, y) for x in (-1, 0, 1, 2) for y in (-1, 0, 1)}
    assert len(graph.edges) == 17 + 2 * 6


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_pyramid_of_balls(size: int) -> None:
    """A ball lies on each four of the layer below; balls that touch are joined."""
    graph = square.rectangle(size, size, cells=False, pyramidal=True)
    balls = [
        (x + layer / 2, y + layer / 2, layer / sqrt(2))
        for layer in range(size)
        for x, y in product(range(size - layer), repeat=2)
    ]
    assert {near(*v.pt) for v in graph.vertices} == {near(*ball) for ball in balls}
    expected = {frozenset((near(*a), near(*b))) for a, b in combinations(balls, 2) if abs(dist(a, b) - 1) < 0.01}
    assert {frozenset((near(*e.a.pt), near(*e.b.pt))) for e in graph.edges} == expected


# ---------------------------------------------------------------------- hexagons and triangles


def lattice(inside: Iterable[tuple[int, int]]) -> set[Place]:
    """Places of a lattice by row (upwards) and place in it, each row moved half a step to the left. The step is 1."""
    return moved((col - row / 2, row * sqrt(3) / 2) for row, col in inside)


def upright(inside: Iterable[tuple[int, int]]) -> set[Place]:
    """As `lattice`, turned by 30 degrees: rows rise to the left and columns to the right."""
    return moved(((col - row) * sqrt(3) / 2, (row + col) / 2) for row, col in inside)


def cube(reach: int) -> Iterator[tuple[int, int, int, tuple[int, int]]]:
    """Three coordinates with the sum 0, and row and column."""
    for row, col in product(range(-2 * reach, 2 * reach + 1), repeat=2):
        yield row, -col, col - row, (row, col)


def a_hexagon(size: int) -> list[tuple[int, int]]:
    return [at for *three, at in cube(size) if max(map(abs, three)) < size]


def a_star(size: int) -> list[tuple[int, int]]:
    """Two triangles."""
    return [at for *three, at in cube(size) if max(three) <= size or min(three) >= -size]


def a_triangle(size: int) -> list[tuple[int, int]]:
    return [(row, col) for row in range(size) for col in range(row, size)]


def a_rectangle(rows: int, cols: int) -> list[tuple[int, int]]:
    """What lies above the bottom row: every second row is shorter by one."""
    reach = range(rows + cols)
    return [(row, col) for row in range(rows) for col in reach if 0 <= col - row / 2 <= cols - 1]


def a_prism(rows: int, cols: int) -> list[tuple[int, int]]:
    """2 rows - 1 upright columns, the middle one as high as rows and cols together less one."""
    return [(r, c) for r, c in product(range(rows + cols - 1), repeat=2) if abs(r - c) < rows]


def two(size: int) -> list[tuple[int, int]]:
    return list(product(range(size), range(size)))


LYING = [
    (hexagonal.hexagon(3), a_hexagon(3), None),
    (hexagonal.star(2), a_star(2), Shape.STAR),
    (hexagonal.triangle(4), a_triangle(4), Shape.TRIANGLE),
    (hexagonal.rectangle(4, 3), a_rectangle(4, 3), Shape.RECTANGLE),
    (hexagonal.rectangle(3, 3), a_rectangle(3, 3), Shape.SQUARE),
]
UPRIGHT = [
    (hexagonal.diamond(3), two(3), Shape.DIAMOND),
    (hexagonal.prism(2, 4), a_prism(2, 4), Shape.PRISM),
]


@pytest.mark.parametrize(("graph", "cells", "shape"), LYING)
def test_hexagons(graph: Graph, cells: list[tuple[int, int]], shape: Shape | None) -> None:
    assert moved((f.x / sqrt(3), f.y / sqrt(3)) for f in graph.faces) == lattice(cells)
    assert all(len(f.vertices) == 6 for f in graph.faces)
    assert all(e.length == pytest.approx(1) for e in graph.edges)
    assert graph.shape is shape


@pytest.mark.parametrize(("graph", "cells", "shape"), UPRIGHT)
def test_hexagons_on_their_sides(graph: Graph, cells: list[tuple[int, int]], shape: Shape) -> None:
    assert moved((f.x / sqrt(3), f.y / sqrt(3)) for f in graph.faces) == upright(cells)
    assert all(e.length == pytest.approx(1) for e in graph.edges)
    assert graph.shape is shape


@pytest.mark.parametrize("cells", [False, True])
def test_triangles(cells: bool) -> None:
    """As hexagons, of vertices; a side of as many cells has one vertex more. A star has the same size either way."""
    more = int(cells)
    lying = [
        (triangular.hexagon(2, cells=cells), a_hexagon(2 + more), None),
        (triangular.star(2), a_star(2), Shape.STAR),
        (triangular.triangle(3, cells=cells), a_triangle(3 + more), Shape.TRIANGLE),
        (triangular.rectangle(3, 2, cells=cells), a_rectangle(3 + more, 2 + more), Shape.RECTANGLE),
        (triangular.rectangle(2, 2, cells=cells), a_rectangle(2 + more, 2 + more), Shape.SQUARE),
    ]
    for graph, inside, shape in lying:
        assert points_moved(graph) == lattice(inside)
        assert graph.shape is shape
    for graph, inside in (
        (triangular.diamond(2, cells=cells), two(2 + more)),
        (triangular.prism(2, 3, cells=cells), a_prism(2 + more, 3 + more)),
    ):
        assert points_moved(graph) == upright(inside)
    for graph, *_ in lying:
        assert {len(f.vertices) for f in graph.faces} == {3}


def points_moved(graph: Graph) -> set[Place]:
    return moved((v.x, v.y) for v in graph.vertices)


def between_sides(short: int, long: int) -> int:
    """Cells of a hexagon whose sides have alternately so many: a triangle without its three corners."""
    whole, corner = short + 2 * (long - 1), long - 1
    return (whole * (whole + 1) - 3 * corner * (corner + 1)) // 2


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_limping_boards(size: int) -> None:
    for sides in ((size, size + 1), (size + 1, size)):
        assert len(hexagonal.sided(sides).faces) == between_sides(*sides)
    assert hexagonal.limping(size).shape is Shape.LIMPING
    assert hexagonal.sided((size + 1, size)).shape is Shape.CUSTOM
    assert len(triangular.limping(size).vertices) == between_sides(size, size + 1)
    assert triangular.limping(size).shape is Shape.LIMPING


def test_boards_by_their_sides() -> None:
    """One number stands for six sides; a hexagon of the sides a, b, c, a, b, c has ab + bc + ca - a - b - c + 1."""
    assert points_moved(hexagonal.sided((3,))) == points_moved(hexagonal.hexagon(3))
    assert points_moved(triangular.sided((3,))) == points_moved(triangular.hexagon(3, cells=False))
    assert len(hexagonal.sided((2, 3, 4, 2, 3, 4)).faces) == 6 + 12 + 8 - 9 + 1
    assert len(triangular.sided((2, 3, 4, 2, 3, 4)).vertices) == 6 + 12 + 8 - 9 + 1


# ---------------------------------------------------------------------- tilings

FIGURES = {
    Basis.T31212: (3, 12, 12),
    Basis.T3464: (3, 4, 6, 4),
    Basis.T488: (4, 8, 8),
    Basis.T33434: (3, 3, 4, 3, 4),
    Basis.T33336: (3, 3, 3, 3, 6),
    Basis.T33344: (3, 3, 3, 4, 4),
    Basis.T3636: (3, 6, 3, 6),
    Basis.T4612: (4, 6, 12),
}


def turns(around: list[int]) -> set[tuple[int, ...]]:
    """A ring of numbers from every begin, in both directions."""
    return {tuple(way[n:] + way[:n]) for way in (around, around[::-1]) for n in range(len(around))}


@pytest.mark.parametrize("basis", FIGURES)
def test_the_polygons_around_each_inner_vertex_are_those_of_the_tiling(basis: Basis) -> None:
    graphs = [tilings.hexagon(basis, 3), tilings.parallelogram(basis, 3, 4, Shape.RHOMBUS)]
    if basis in (Basis.T3636, Basis.T3464):
        graphs.append(tilings.sided(basis, (3,)))
    if basis is Basis.T488:
        graphs.append(tilings.sided(basis, (6, 6, 6, 6)))
    for graph in graphs:
        inner = [v for v in graph.vertices if all(e.left is not None and e.right is not None for e in v.edges)]
        assert inner
        for vertex in inner:
            faces = sorted(vertex.faces, key=lambda face: atan2(face.y - vertex.y, face.x - vertex.x))
            assert FIGURES[basis] in turns([len(face.vertices) for face in faces])


def test_numbers_of_tilings() -> None:
    """3.6.3.6 counts every second place; 4.8.8 has an octagon at each place and a square between each four."""
    assert sum(len(f.vertices) == 6 for f in tilings.parallelogram(Basis.T3636, 2, 3, Shape.RHOMBUS).faces) == 3 * 5
    graph = tilings.parallelogram(Basis.T488, 3, 4, Shape.SQUARE)
    assert sorted(len(f.vertices) for f in graph.faces) == [4] * 6 + [8] * 12
    assert graph.shape is Shape.SQUARE
    assert [near(v.x, v.y) for v in graph.vertices[:8]] == [
        near(*at) for at in tilings.TILINGS[Basis.T488].around
    ]  # in the order in which they are stamped
    for basis, most in ((Basis.T4612, 12), (Basis.T31212, 12), (Basis.T3464, 6), (Basis.T33336, 6)):
        whole = [f for f in tilings.hexagon(basis, 2).faces if len(f.vertices) == most]
        assert len(whole) == 7


# ---------------------------------------------------------------------- round boards


def is_round(edge: Edge) -> bool:
    """Whether both tangents of an edge around the origin are of length 1, stand upright on the radius and lead to the
    other end."""
    for here, there, tangent in ((edge.a, edge.b, edge.tangent_a), (edge.b, edge.a, edge.tangent_b)):
        assert tangent is not None
        dx, dy = tangent
        assert hypot(dx, dy) == pytest.approx(1)
        if abs(dx * here.x + dy * here.y) > 0.001 or dx * (there.x - here.x) + dy * (there.y - here.y) <= 0:
            return False
    return True


def ring(radius: float, count: int, turned: float = 0.0) -> list[Place]:
    """From the top on, clockwise."""
    return [polar(radius, 90 + turned - 360 * n / count) for n in range(count)]


def around(places: list[Place]) -> set[frozenset[Place]]:
    return {line(a, b) for a, b in zip(places, places[1:] + places[:1], strict=True)}


def across(inner: list[Place], outer: list[Place]) -> set[frozenset[Place]]:
    return {line(a, b) for a, b in zip(inner, outer, strict=True)}


CENTRE = near(0.0, 0.0)


def test_cells_around_the_middle() -> None:
    """Four cells meet in the middle and reach half a unit; eight lie around them, which begin where the four do."""
    graph = circle([4, 8])
    inner, outer = ring(0.5, 8), ring(1.5, 8)
    assert points(graph) == {CENTRE, *inner, *outer}
    spokes = across([CENTRE] * 4, inner[::2]) | across(inner, outer)
    assert lines(graph) == around(inner) | around(outer) | spokes
    assert len(graph.faces) == 12
    assert all(is_round(e) == (frozenset((near(e.a.x, e.a.y), near(e.b.x, e.b.y))) not in spokes)
               for e in graph.edges if e.curved)  # fmt: skip
    assert sum(e.curved for e in graph.edges) == 16
    assert {v.pivot for v in graph.vertices} == {graph.vertices[0]}


def test_cells_around_a_disc() -> None:
    graph = circle([1, 6])
    inner, outer = ring(0.5, 6), ring(1.5, 6)
    assert points(graph) == {CENTRE, *inner, *outer}
    assert lines(graph) == around(inner) | around(outer) | across(inner, outer)
    assert sorted(len(f.vertices) for f in graph.faces) == [4] * 6 + [6]


def test_staggered_cells() -> None:
    """The second ring is turned by half a cell, an eighth of the circle; the third stands as the first."""
    graph = circle([4, 4, 4], stagger=True)
    whole = ring(0.5, 8)
    assert points(graph) == {CENTRE, *whole, *ring(1.5, 8), *ring(2.5, 4)}
    spokes = across([CENTRE] * 4, whole[::2]) | across(whole[1::2], ring(1.5, 8)[1::2])
    spokes |= across(ring(1.5, 8)[::2], ring(2.5, 4))
    assert lines(graph) == around(whole) | around(ring(1.5, 8)) | around(ring(2.5, 4)) | spokes


def test_vertices_around_the_middle() -> None:
    graph = circle([1, 4, 8], cells=False)
    inner, outer = ring(1, 4), ring(2, 8)
    assert points(graph) == {CENTRE, *inner, *outer}
    assert lines(graph) == around(inner) | around(outer) | across([CENTRE] * 4, inner) | across(inner, outer[::2])
    middle = graph.find_vertex(0, 0)
    assert {v.pivot for v in graph.vertices} == {middle}


def test_vertices_around_an_empty_middle() -> None:
    """A vertex turns around the one straight inside of it, where there is one."""
    graph = circle([4, 8], cells=False)
    inner, outer = ring(1, 4), ring(2, 8)
    assert points(graph) == {*inner, *outer}
    assert lines(graph) == around(inner) | around(outer) | across(inner, outer[::2])
    pivots = {near(v.x, v.y): v.pivot and near(v.pivot.x, v.pivot.y) for v in graph.vertices}
    assert pivots == dict.fromkeys(inner) | dict.fromkeys(outer) | dict(zip(outer[::2], inner, strict=True))


def test_staggered_vertices_and_rings_that_are_not_joined() -> None:
    graph = circle([1, -4, 4, 4], stagger=True, cells=False)
    first, second, third = ring(1, 4, 45), ring(2, 4), ring(3, 4, 45)
    assert points(graph) == {CENTRE, *first, *second, *third}
    assert lines(graph) == across([CENTRE] * 4, first) | around(second) | around(third)


def test_a_ring_without_vertices() -> None:
    graph = circle([1, 0, 4], stagger=True, cells=False)
    assert points(graph) == {CENTRE, *ring(2, 4)}
    assert lines(graph) == around(ring(2, 4))


@pytest.mark.parametrize(("sides", "start", "radii"), [(4, 135, (1, 2, 3)), (3, 90, (1, 3, 5)), (5, 90, (1, 2, 3))])
@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("midpoints", [False, True])
def test_nested_polygons(sides: int, start: int, radii: tuple[int, ...], corners: bool, midpoints: bool) -> None:
    """Triangles lie two units apart, others one. A square stands on a side, polygons of odd numbers on two corners."""
    graph = rings(sides, 3, join_corners=corners, midpoints=midpoints, join_midpoints=midpoints)
    tips = [[polar(radius, start + 360 * n / sides) for n in range(sides)] for radius in radii]
    # the middle of a side is as far from the centre as the cosine of half its angle says
    half = 180 / sides
    mids = [[polar(r * cos(radians(half)), start + half + 360 * n / sides) for n in range(sides)] for r in radii]
    outlines = [[at for pair in zip(*two, strict=True) for at in pair] if midpoints else two[0]
                for two in zip(tips, mids, strict=True)]  # fmt: skip
    expected = {pair for outline in outlines for pair in around(outline)}
    for joined, there in ((tips, corners), (mids, midpoints)):
        for inner, outer in pairwise(joined):
            expected |= across(inner, outer) if there else set()
    assert points(graph) == {at for outline in outlines for at in outline}
    assert lines(graph) == expected
    assert graph.shape is {3: Shape.TRIANGLE, 4: Shape.SQUARE}.get(sides, Shape.REGULAR)


def test_midpoints_that_are_not_joined() -> None:
    graph = rings(4, 2, join_midpoints=False)
    assert lines(graph) == {pair for radius in (1, 2) for pair in around(square_with_midpoints(radius))}


def square_with_midpoints(radius: int) -> list[Place]:
    """Of a square that stands on a side: the middle of a side is as far from the centre as half a side is long."""
    return [polar(radius * (1 if n % 2 else HALF), 45 * n) for n in range(8)]


def test_target() -> None:
    graph = target(2)
    assert points(graph) == {*ring(1, 8), *ring(2, 8)}
    assert lines(graph) == around(ring(1, 8)) | around(ring(2, 8))
    assert all(is_round(edge) for edge in graph.edges)


@pytest.mark.parametrize("sides", range(3, 9))
def test_regular_polygons(sides: int) -> None:
    """The circumference is that of `sides` units; a corner is at the top, but a square stands on a side. The chord to
    the n-th next corner has the length 2 r sin(180 n / sides): in a star it is the longest that is no diameter."""
    radius, start = sides / (2 * pi), 45 if sides == 4 else 90
    corners = {polar(radius, start + 360 * n / sides) for n in range(sides)}
    for star, skip in ((False, 1), (True, (sides - 1) // 2)):
        graph = regular(sides, star=star)
        assert points(graph) == corners
        chord = 2 * radius * sin(pi * skip / sides)
        assert [edge.length for edge in graph.edges] == [pytest.approx(chord)] * sides


# ---------------------------------------------------------------------- others


def boxes(graph: Graph) -> list[tuple[float, ...]]:
    """The least x and y, width and height of each cell."""
    found = []
    for face in graph.faces:
        xs, ys = [v.x for v in face.vertices], [v.y for v in face.vertices]
        found.append((min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    return sorted(found)


def test_walls() -> None:
    """Two rows of bricks; where they are trimmed, the halves that stick out of the lower row are cut off."""
    assert boxes(brick.rectangle(2, 2)) == [(0, 0, 2, 1), (1, 1, 2, 1), (2, 0, 2, 1), (3, 1, 2, 1), (4, 0, 2, 1)]
    trimmed = [(1, 0, 1, 1), (1, 1, 2, 1), (2, 0, 2, 1), (3, 1, 2, 1), (4, 0, 1, 1)]
    assert boxes(brick.rectangle(2, 2, trim=True)) == trimmed
    assert boxes(brick.diamond(2)) == [(0, 1, 2, 1), (1, 0, 2, 1), (1, 2, 2, 1), (2, 1, 2, 1)]
    assert [box[2:] for box in boxes(brick.diamond(1))] == [(2, 1)]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_bricks_that_wind_around_a_half_fill_a_square(size: int) -> None:
    graph = brick.spiral(size)
    found = boxes(graph)
    assert found.count((size - 1, size - 1, 1, 1)) == 1
    covered = [(x + dx, y + dy) for x, y, w, h in found for dx, dy in product(range(int(w)), range(int(h)))]
    assert sorted(covered) == sorted(product(range(2 * size - 1), repeat=2))
    assert graph.shape is Shape.SPIRAL
    if size == 2:  # a wheel: each brick leads to the next
        assert found == [(0, 0, 2, 1), (0, 1, 1, 2), (1, 1, 1, 1), (1, 2, 2, 1), (2, 0, 1, 2)]


def test_knotwork() -> None:
    """A square on its corner gets a point on each side: from the middle (h/2, h/2) of a side of length 1, 0.9 of its
    length further in the direction in which the rim comes, (h, h). Between two squares a cap covers the corner that
    they share."""
    far = HALF / 2 + 0.9 * HALF
    graph = celtic.celtic(1, 1)
    corners = [(HALF, 0), (0, HALF), (-HALF, 0), (0, -HALF)]
    tips = [(far, far), (-far, far), (-far, -far), (far, -far)]
    assert points(graph) == {near(*at) for at in corners + tips}
    expected = around([near(*at) for at in corners])
    for n, tip in enumerate(tips):
        expected |= {line(corners[n], tip), line(corners[(n + 1) % 4], tip)}
    assert lines(graph) == expected
    assert sorted(len(f.vertices) for f in graph.faces) == [3, 3, 3, 3, 4]
    assert sum(e.curved for e in graph.edges) == 8
    # the curves to the upper right point leave the square outwards, and reach the point from below and from the left
    point = graph.find_vertex(far, far)
    assert point is not None
    tangents = {}
    for edge in point.edges:
        ends = [(edge.a, edge.tangent_a), (edge.b, edge.tangent_b)]
        (corner, out), (_, back) = ends if edge.b is point else ends[::-1]
        assert out is not None
        assert back is not None
        tangents[near(corner.x, corner.y)] = near(*out), near(*back)
    along = near(1.333 * HALF, 1.333 * HALF)
    assert tangents == {near(HALF, 0): (along, near(0, -1)), near(0, HALF): (along, near(-1, 0))}
    pair = celtic.celtic(1, 2)
    assert sizes(pair) == (7 + 4, 8 + 2 + 8, 2 + 2 + 4)
    caps = {line((0, way * HALF), (2 * HALF, way * HALF)) for way in (1, -1)}
    assert caps < lines(pair)
    # four squares in a ring enclose a fifth; each side of the board has one cap and each corner one point
    assert sizes(celtic.celtic(2, 2)) == (12 + 4, 16 + 4 + 8, 5 + 4 + 4)


@pytest.mark.parametrize("layers", [1, 2, 3])
def test_a_hexagon_in_six_parts(layers: int) -> None:
    """Each part lies between the middle, the middles of two sides and the corner between them, and has so many rows
    and columns of four-sided cells."""
    graph = quadhex.quadhex(layers)
    middle, expected, places = (0.0, 0.0), set(), set()
    for part in range(6):
        height = layers * sqrt(3) / 2
        side, corner, after = away(height, 90 + 60 * part), away(layers, 60 + 60 * part), away(height, 30 + 60 * part)

        def at(u: int, v: int, four: tuple[Place, ...] = (middle, after, side, corner)) -> Place:
            s, t = u / layers, v / layers
            weights = ((1 - s) * (1 - t), s * (1 - t), (1 - s) * t, s * t)
            return near(*(sum(w * p[k] for w, p in zip(weights, four, strict=True)) for k in (0, 1)))

        grid = list(product(range(layers + 1), range(layers + 1)))
        places |= {at(*one) for one in grid}
        expected |= {line(at(*a), at(*b)) for a, b in combinations(grid, 2) if dist(a, b) == 1}
    assert points(graph) == places
    assert lines(graph) == expected
    assert all(len(f.vertices) == 4 for f in graph.faces)


def test_a_wedge_with_four_columns() -> None:
    graph = wedge(3, 4)
    row, wide = [(1 + 2 * n / 3, 1) for n in range(4)], [(4 * n / 3, 0) for n in range(4)]
    assert points(graph) == {near(*at) for at in [(2, 2), *row, *wide]}
    expected = {line((2, 2), at) for at in row} | {line(a, b) for a, b in zip(row, wide, strict=True)}
    expected |= {line(a, b) for one in (row, wide) for a, b in pairwise(one)}
    assert lines(graph) == expected
    assert sizes(wedge(0)) == (0, 0, 0)


def test_repeated_polygons_follow_both_steps() -> None:
    """Rhombuses: from column to column one to the right, from row to row half a unit to the right and one up."""
    rhombus = Polygon([(0, 0), (0.5, 1), (1.5, 1), (1, 0)])
    graph = repeat(2, 3, (1, 0), (0.5, 1), [rhombus])
    assert points(graph) == {near(x + y / 2, y) for x, y in product(range(4), range(3))}
    assert sizes(graph) == (12, 9 + 8, 6)


@pytest.mark.parametrize("rows", range(2, 7))
def test_stores_lie_at_both_ends_of_the_middle(rows: int) -> None:
    graph = mancala(rows, 4)
    left, *holes, right = graph.vertices
    assert left.y == right.y == pytest.approx((rows - 1) / 2)
    assert right.x - 3 == pytest.approx(-left.x)
    assert 0.8 < -left.x <= 1
    assert [(v.x, v.y) for v in holes] == [(x, y) for y in range(rows) for x in range(4)]


def test_loops_of_squares() -> None:
    """Row 1, the second column from the right upwards, row 2 back, the second column downwards; where a row ends, its
    last site comes twice."""
    forth, back = surakarta_loops(Basis.SQUARE, 4, 4)
    assert forth.sites == (4, 5, 6, 7, 7, 2, 6, 10, 14, 14, 11, 10, 9, 8, 8, 13, 9, 5, 1, 1)
    assert back.sites == (1, 5, 9, 13, 13, 8, 9, 10, 11, 11, 14, 10, 6, 2, 2, 7, 6, 5, 4, 4)
    forth, _ = surakarta_loops(Basis.SQUARE, 4, 5)
    assert forth.sites == (5, 6, 7, 8, 9, 9, 3, 8, 13, 18, 18, 14, 13, 12, 11, 10, 10, 16, 11, 6, 1, 1)
    assert [len(surakarta_loops(Basis.SQUARE, size, 9)) for size in (3, 4, 5, 6, 7, 8)] == [0, 2, 2, 4, 4, 6]


def test_loops_of_triangles() -> None:
    """Rows of 5, 4, 3, 2 and 1 sites: what lies beside the bottom, beside the right side upwards, beside the left side
    downwards."""
    forth, back, *_ = surakarta_loops(Basis.TRIANGULAR, 5, 5)
    assert forth.sites == (5, 6, 7, 8, 8, 3, 7, 10, 12, 12, 13, 10, 6, 1, 1)
    assert back.sites == (1, 6, 10, 13, 13, 12, 10, 7, 3, 3, 8, 7, 6, 5, 5)
    assert [len(surakarta_loops(Basis.TRIANGULAR, size, size)) for size in (2, 3, 4, 5, 6)] == [0, 2, 2, 4, 4]
