"""Dominoes: the pips on the cells that they cover, and the cells where the line of play can continue."""

from __future__ import annotations

from functools import partial

from ...equipment.items import ComponentKind
from ...equipment.walks import large_piece_sites
from ..base.prelude import AbsoluteDirection, Expr, Feature, FieldKind, Function, Lowering, SiteType, Type, ir, per_game
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
    return lo.field(PLAYABLE, FieldKind.SET)


def lay_out(lo: Lowering) -> None:
    """Before the first move the line of play is the centre."""
    if keeps_lines(lo):
        centre = lo.board.sets(CELL).centre[:1]
        lo.put(_field(lo), lo.set_const(centre))


def line_of_play(lo: Lowering) -> Expr:
    """The cells where the line of play can continue, on an unbounded board."""
    return lo.get(_field(lo))


def is_playable(lo: Lowering, cell: Expr) -> Expr:
    """Whether a domino may cover a cell."""
    return ir.set_has(line_of_play(lo), cell) if keeps_lines(lo) else ir.TRUE


def mark_pips(lo: Lowering, what: Expr, row: Expr) -> None:
    """Marks the cells under a domino with its pips: the cells of the first half, then those of the second."""
    cells = cover(lo)
    halves = [lo.table([max(v, 0) for v in pips], stem="pips") for pips in _pips(lo)]
    with lo.for_range(0, lo.row_len(cells.table, row), "k") as k:
        pips = ir.select(k < HALF, lo.at(halves[0], what), lo.at(halves[1], what))
        lo.sites.set(CELL, lo.row_at(cells.table, row, k), value=pips)


def _pips(lo: Lowering) -> tuple[list[int], list[int]]:
    return [c.value for c in lo.eq.components], [c.value2 for c in lo.eq.components]


def not_playable(lo: Lowering, row: Expr) -> None:
    """Removes the cells under a newly placed domino from the line of play."""
    if keeps_lines(lo):
        covered = lo.collect(lo.for_row(cover(lo).table, row), stem="covered")
        lo.put(_field(lo), lo.get(_field(lo)) - covered)


@per_game
def find_lines(lo: Lowering) -> Function:
    """Recomputes the cells of the line of play from all dominoes on the table.

    It continues straight from both ends (from all four sides of doubles) as long as both cells beside each other are
    empty. A domino may also be laid across a free end.
    """
    s, size = lo.sites, lo.board.size(CELL)
    ahead, across = _ahead(lo)
    pairs, sides = lo.table(ahead, "ragged", "ahead"), lo.table(across, "ragged", "across")
    doubles = lo.table([int(c.is_double) for c in lo.eq.components], stem="is_double")
    empty = s.empty(CELL)
    with lo.function("find_lines") as (fn, _):
        out = lo.var(ir.EMPTY_SET, "out")

        def add(cell: Expr) -> None:
            lo.include(out, cell)

        def further(row: Expr, i: Expr) -> Expr:
            return i < lo.row_len(pairs, row)

        with lo.for_range(0, size, "anchor") as anchor:
            what = lo.let(s.what(CELL, anchor), "what")
            with lo.if_(ir.eq(what, 0)):
                lo.continue_()
            state = lo.let(s.state(CELL, anchor), "state")
            with lo.for_range(0, ir.select(ir.eq(lo.at(doubles, what), 1), 4, 2), "end") as end:
                row = lo.let((end * STATES + state) * size + anchor, "row")
                i = lo.var(0, "i")
                with lo.while_(partial(further, row, i)):
                    one, other = lo.row_at(pairs, row, i), lo.row_at(pairs, row, i + 1)
                    with lo.if_(~(ir.set_has(empty, one) & ir.set_has(empty, other))):
                        lo.break_()
                    add(one)
                    add(other)
                    lo.assign(i, i + 2)
                with lo.if_(i > 0), lo.for_row(sides, row) as cell, lo.if_(ir.set_has(empty, cell)):
                    add(cell)
        lo.put(_field(lo), out)
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
    s = lo.sites
    cells = cover(lo)
    beside = lo.tables.steps(CELL, AbsoluteDirection.Orthogonal)
    rows, radials, _ = lo.tables.radials(CELL, AbsoluteDirection.Orthogonal)
    with lo.function("pips_match", [("site", Type.INT)], Type.BOOL) as (fn, (site,)):
        what = lo.let(s.what(CELL, site), "what")
        with lo.if_(~is_domino(lo, what)):
            lo.return_(True)
        row = lo.let(cells.row(what, s.state(CELL, site), site), "row")
        own = lo.collect(lo.for_row(cells.table, row), stem="own")
        around, touched = lo.list_new(), lo.var(ir.EMPTY_SET, "touched")
        with lo.for_row(cells.table, row) as cell, lo.for_row(beside, cell) as to:
            with lo.if_(ir.set_has(own, to)):
                lo.continue_()
            other = ir.ne(s.value(CELL, to), s.value(CELL, cell))
            with lo.if_(~s.is_empty(CELL, to) & other):
                lo.return_(False)
            with lo.if_(ir.ne(s.count(CELL, to), 0)):
                lo.push(around, to)
                lo.include(touched, to)
        with lo.if_(lo.get("n_moves") - lo.get("n_start") <= 1):
            lo.return_(True)
        good = lo.var(False, "good")
        with lo.for_list(around, "cell") as cell:
            found, last = lo.var(1, "found"), lo.var(-1, "last")
            with lo.for_row(rows, cell, "radial") as radial:
                with lo.for_along(radials, radial, 1) as i:
                    to = lo.let(lo.row_at(radials, radial, i), "to")
                    with lo.if_(ir.set_has(touched, to)):
                        lo.assign(found, found + 1)
                        lo.assign(last, to)
                with lo.if_(found > 2):
                    lo.return_(False)
                with lo.if_(ir.eq(found, 2)):
                    lo.assign(good, ir.eq(s.count(CELL, cell), s.count(CELL, last)))
        lo.return_(good)
    return fn
