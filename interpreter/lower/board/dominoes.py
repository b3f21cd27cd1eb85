"""Dominoes: the pips on the cells that they cover, and the cells where the line of play can continue."""

from __future__ import annotations

from functools import partial

from ludparse.ludemes import AbsoluteDirection, SiteType

from ...equipment.flags import Feature
from ...equipment.items import ComponentKind
from ...equipment.walks import large_piece_sites
from ...program import expressions as ir
from ...program.ops import Expr, FieldKind, Function, Type
from ..base.lowering import Lowering
from ..base.once import per_game
from .large_pieces import cover, is_domino

CELL = SiteType.Cell
PLAYABLE = "playable"
STATES = 4
HALF = 4  # cells with the pips of one half
REACH = 4  # cells ahead of a domino
# the sides of a domino in its original rotation, clockwise: west, north, east, south
_CLOCKWISE = (AbsoluteDirection.W, AbsoluteDirection.N, AbsoluteDirection.E, AbsoluteDirection.S)
# side, the two cells at it (by position in the walk over a domino), whether only doubles continue there
_ENDS = ((0, (0, 1), False), (2, (7, 6), False), (1, (2, 5), True), (3, (3, 4), True))


def has_dominoes(lo: Lowering) -> bool:
    """Whether the game has dominoes."""
    return any(c.kind is ComponentKind.DOMINO for c in lo.eq.components)


def lines(lo: Lowering) -> bool:
    """Whether any rule uses the line of play."""
    return lo.flags.uses(Feature.LINE_OF_PLAY)


def keeps_lines(lo: Lowering) -> bool:
    """Whether the state keeps the cells of the line of play: only on an unbounded board."""
    return lo.flags.uses(Feature.BOARDLESS) and (lines(lo) or has_dominoes(lo))


def _field(lo: Lowering) -> str:
    return lo.b.field(PLAYABLE, FieldKind.SET)


def lay_out(lo: Lowering) -> None:
    """Before the first move the line of play is the centre."""
    if keeps_lines(lo):
        centre = lo.board.sets(CELL).centre[:1]
        lo.b.put(_field(lo), lo.b.set_const(centre))


def line_of_play(lo: Lowering) -> Expr:
    """The cells where the line of play can continue, on an unbounded board."""
    return lo.b.get(_field(lo))


def is_playable(lo: Lowering, cell: Expr) -> Expr:
    """Whether a domino may cover a cell."""
    return ir.set_has(line_of_play(lo), cell) if keeps_lines(lo) else ir.TRUE


def mark_pips(lo: Lowering, what: Expr, row: Expr) -> None:
    """Marks the cells under a domino with its pips: the cells of the first half, then those of the second."""
    b, cells = lo.b, cover(lo)
    halves = [b.table([max(v, 0) for v in pips], stem="pips") for pips in _pips(lo)]
    with b.for_range(0, b.row_len(cells.table, row), "k") as k:
        pips = ir.select(ir.lt(k, HALF), b.at(halves[0], what), b.at(halves[1], what))
        lo.sites.set(CELL, b.row_at(cells.table, row, k), value=pips)


def _pips(lo: Lowering) -> tuple[list[int], list[int]]:
    return [c.value for c in lo.eq.components], [c.value2 for c in lo.eq.components]


def not_playable(lo: Lowering, row: Expr) -> None:
    """Removes the cells under a newly placed domino from the line of play."""
    b = lo.b
    if keeps_lines(lo):
        covered = b.var(ir.EMPTY_SET, "covered")
        with b.for_row(cover(lo).table, row) as cell:
            b.assign(covered, ir.set_or(covered, ir.set_one(cell)))
        b.put(_field(lo), ir.set_diff(b.get(_field(lo)), covered))


@per_game
def find_lines(lo: Lowering) -> Function:
    """Recomputes the cells of the line of play from all dominoes on the table.

    It continues straight from both ends (from all four sides of doubles) as long as both cells beside each other are
    empty. A domino may also be laid across a free end.
    """
    b, s, size = lo.b, lo.sites, lo.board.size(CELL)
    ahead, across = _ahead(lo)
    pairs, sides = b.table(ahead, "ragged", "ahead"), b.table(across, "ragged", "across")
    doubles = b.table([int(c.is_double) for c in lo.eq.components], stem="is_double")
    empty = s.empty(CELL)
    with b.function("find_lines") as (fn, _):
        out = b.var(ir.EMPTY_SET, "out")

        def add(cell: Expr) -> None:
            b.assign(out, ir.set_or(out, ir.set_one(cell)))

        def further(row: Expr, i: Expr) -> Expr:
            return ir.lt(i, b.row_len(pairs, row))

        with b.for_range(0, size, "anchor") as anchor:
            what = b.let(s.what(CELL, anchor), "what")
            with b.if_(ir.eq(what, 0)):
                b.continue_()
            state = b.let(s.state(CELL, anchor), "state")
            with b.for_range(0, ir.select(ir.eq(b.at(doubles, what), 1), 4, 2), "end") as end:
                row = b.let((end * STATES + state) * size + anchor, "row")
                i = b.var(0, "i")
                with b.while_(partial(further, row, i)):
                    one, other = b.row_at(pairs, row, i), b.row_at(pairs, row, i + 1)
                    with b.if_(ir.not_(ir.and_(ir.set_has(empty, one), ir.set_has(empty, other)))):
                        b.break_()
                    add(one)
                    add(other)
                    b.assign(i, i + 2)
                with b.if_(ir.gt(i, 0)), b.for_row(sides, row) as cell, b.if_(ir.set_has(empty, cell)):
                    add(cell)
        b.put(_field(lo), out)
    return fn


def _ahead(lo: Lowering) -> tuple[list[list[int]], list[list[int]]]:
    """For each end, state and anchor: the cells ahead in pairs, and those beside the end."""
    board = lo.board
    pairs: list[list[int]] = []
    beside: list[list[int]] = []
    domino = next(c for c in lo.eq.components if c.kind is ComponentKind.DOMINO)

    def line(cell: int, direction: AbsoluteDirection) -> tuple[int, ...]:
        radials = board.radials(CELL, cell, direction)
        return tuple(radials[0].sites) if radials else ()

    for side, (first, second), double in _ENDS:
        for state in range(STATES):
            direction, clockwise = (_CLOCKWISE[(side + state + turn) % 4] for turn in (0, 1))
            counter = _CLOCKWISE[(side + state + 3) % 4]
            for anchor in range(board.size(CELL)):
                cells = large_piece_sites(domino, anchor, state, board)
                if len(cells) < 2 * HALF:
                    pairs.append([])
                    beside.append([])
                    continue
                one, other = line(cells[first], direction), line(cells[second], direction)
                free = len(one) > 2 and len(other) > 2
                ahead = list(zip(one, other, strict=False))[1 : REACH + 1] if free else []
                pairs.append([cell for pair in ahead for cell in pair])
                # at the first end left leads away from the domino, at the second end right does
                turns = (counter, clockwise) if side == 0 else (clockwise, counter)
                looks = [line(cells[k], turn) for k, turn in zip((first, second), turns, strict=True)]
                beside.append([] if double else [look[1] for look in looks if len(look) > 1])
    return pairs, beside


@per_game
def pips_match(lo: Lowering) -> Function:
    """Whether the occupied cells beside a domino have the pips of its own cells, and it continues the line in one way.

    After the first move it must touch exactly two cells in line, of the same domino.
    """
    b, s = lo.b, lo.sites
    cells = cover(lo)
    beside = lo.tables.steps(CELL, AbsoluteDirection.Orthogonal)
    rows, radials, _ = lo.tables.radials(CELL, AbsoluteDirection.Orthogonal)
    with b.function("pips_match", [("site", Type.INT)], Type.BOOL) as (fn, (site,)):
        what = b.let(s.what(CELL, site), "what")
        with b.if_(ir.not_(is_domino(lo, what))):
            b.return_(True)
        row = b.let(cells.row(what, s.state(CELL, site), site), "row")
        own = b.var(ir.EMPTY_SET, "own")
        with b.for_row(cells.table, row) as cell:
            b.assign(own, ir.set_or(own, ir.set_one(cell)))
        around, touched = b.list_new(), b.var(ir.EMPTY_SET, "touched")
        with b.for_row(cells.table, row) as cell, b.for_row(beside, cell) as to:
            with b.if_(ir.set_has(own, to)):
                b.continue_()
            other = ir.ne(s.value(CELL, to), s.value(CELL, cell))
            with b.if_(ir.and_(ir.not_(s.is_empty(CELL, to)), other)):
                b.return_(False)
            with b.if_(ir.ne(s.count(CELL, to), 0)):
                b.run("list_push", around, to)
                b.assign(touched, ir.set_or(touched, ir.set_one(to)))
        with b.if_(ir.le(b.get("n_moves") - b.get("n_start"), 1)):
            b.return_(True)
        good = b.var(False, "good")
        with b.for_list(around, "cell") as cell:
            found, last = b.var(1, "found"), b.var(-1, "last")
            with b.for_row(rows, cell, "radial") as radial:
                with b.for_range(1, b.row_len(radials, radial), "i") as i:
                    to = b.let(b.row_at(radials, radial, i), "to")
                    with b.if_(ir.set_has(touched, to)):
                        b.assign(found, found + 1)
                        b.assign(last, to)
                with b.if_(ir.gt(found, 2)):
                    b.return_(False)
                with b.if_(ir.eq(found, 2)):
                    b.assign(good, ir.eq(s.count(CELL, cell), s.count(CELL, last)))
        b.return_(good)
    return fn
