"""What all random programs share (`random_programs.py`): a board with pieces and counters, and what actions do there.

Twelve cells in four rows of three, and a hand beside them (site 12), which has no row in the tables of steps. Pieces 1
and 3 are player 1's, 2 and 4 player 2's. Each site has a number of counters, whatever stands there.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.actions import ACTIONS
from ludparse.interpreter.program.ops import Expr, FieldKind, SiteData, Type, Upkeep
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.queries import QueryBuilder

COLUMNS, ROWS = 3, 4
CELLS = COLUMNS * ROWS
SITES = CELLS + 1
"""The last one is the hand."""
PIECES, PLAYERS = 4, 2
OWNER = (0, 1, 2, 1, 2)
SLOTS = ("from", "to", "between", "site", "value")
ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
RING = (0, 1, 2, 5, 8, 11, 10, 9, 6, 3)
"""The cells at the edge, one after the other."""
NUMBERS = ("mover", "next", "last_from", "last_to", "variable", "asking", "plies")
"""Fields that hold single numbers, and that rules may read."""


def ray(cell: int, step: tuple[int, int]) -> list[int]:
    """A cell and all that follow in a direction."""
    x, y = cell % COLUMNS, cell // COLUMNS
    cells = []
    while 0 <= x < COLUMNS and 0 <= y < ROWS:
        cells.append(y * COLUMNS + x)
        x, y = x + step[0], y + step[1]
    return cells


def beside(cell: int, steps: Sequence[tuple[int, int]]) -> list[int]:
    return [ray(cell, step)[1] for step in steps if len(ray(cell, step)) > 1]


class Board:
    """Declares the tables, fields and actions in a program, under the names that its attributes have."""

    def __init__(self, name: str = "drawn") -> None:
        self.program = Program(name, context=dict.fromkeys(SLOTS, -1), context_sets=["region"], set_width=SITES)
        self.b = QueryBuilder(self.program)
        self._tables()
        self._fields()
        self._actions()

    def _tables(self) -> None:
        b, cells = self.b, range(CELLS)
        steps = (ORTHOGONAL, DIAGONAL, ORTHOGONAL + DIAGONAL)
        self.near = tuple(b.table([beside(c, some) for c in cells], "ragged", "near") for some in steps)
        up, down = ((-1, 1), (0, 1), (1, 1)), ((-1, -1), (0, -1), (1, -1))
        self.ahead = b.table([beside(c, some) for some in ((), up, down) for c in cells], "ragged", "ahead")
        rays = [(c, step) for step in ORTHOGONAL + DIAGONAL for c in cells if len(ray(c, step)) > 1]
        self.ray_sites = b.table([ray(*r) for r in rays], "ragged", "ray_sites")
        numbers = [[[k for k, r in enumerate(rays) if r[0] == c and r[1] in some] for c in cells] for some in steps]
        self.rays_of = tuple(b.table(rows, "ragged", "rays_of", rows_of=self.ray_sites) for rows in numbers)
        ways = [RING[k:] + RING[:k] for k in range(len(RING))]
        ways += [(way[0], *way[:0:-1]) for way in ways]
        self.way_sites = b.table(ways, "ragged", "way_sites")
        of_cells = [[k for k, way in enumerate(ways) if way[0] == c] for c in cells]
        self.ways_of = b.table(of_cells, "ragged", "ways_of", rows_of=self.way_sites)
        self.way_bump = b.table([3] * len(ways), "flat", "way_bump")
        follows = [RING[(RING.index(c) + 1) % len(RING)] if c in RING else 0 for c in range(SITES)]
        self.follows = b.table(follows, "flat", "follows")
        self.precedes = b.table([follows.index(c) if c in RING else 0 for c in range(SITES)], "flat", "precedes")
        lines = [{*ray(c, step)} for c in cells for step in ORTHOGONAL + DIAGONAL if len(ray(c, step)) == 3]
        groups = [[x for line in lines if c in line for x in (*sorted(line - {c}), -1)] for c in cells]
        self.lines = b.table([row or [c, -1] for c, row in enumerate(groups)], "groups", "lines")  # type: ignore[arg-type]
        self.owner = b.table(OWNER, "flat", "owner")
        self.pieces_of = b.table([[], [1, 3], [2, 4], []], "ragged", "pieces_of")
        self.generator_of = b.table([0, 1, 1, 2, 2], "flat", "generator_of")
        apart = [[abs(a % COLUMNS - c % COLUMNS) + abs(a // COLUMNS - c // COLUMNS) for c in cells] for a in cells]
        self.distance = b.table(apart, "ragged", "distance")
        self.beside_sets = b.table([beside(c, ORTHOGONAL) for c in cells], "sets", "beside")
        self.regions = ([*cells], [0, 1, 2], [9, 10, 11], [0, 2, 9, 11], [c for c in cells if c % 2], [4, 7], [CELLS])

    def _fields(self) -> None:
        b, content = self.b, SiteData.CONTENT
        p = self.program
        p.caps |= {"owned": SITES}
        b.field("what", FieldKind.ARRAY, size=SITES, bits=8, site=content)
        b.field("who", FieldKind.ARRAY, size=SITES, bits=8, site=content, most=PLAYERS)
        b.field("count", FieldKind.ARRAY, size=SITES, bits=16, site=content)
        b.field("empty", FieldKind.SET, site=SiteData.EMPTY)
        b.field("owned_n", FieldKind.ARRAY, size=PIECES + 1, bits=16, upkeep=Upkeep.POSITIONS)
        b.field("owned", FieldKind.ARRAY, size=PIECES + 1, bits=8, cap="owned", upkeep=Upkeep.POSITIONS)
        b.field("rng", FieldKind.INT, bits=64)
        for name in ("over", "game", *NUMBERS):
            b.field(name, FieldKind.INT, init=-1 if name.startswith("last") else 0)
        b.field("rank", FieldKind.ARRAY, size=PLAYERS + 2)
        b.field("score", FieldKind.ARRAY, size=PLAYERS + 2)
        p.constants["players"] = PLAYERS
        p.listed = "what"

    def _actions(self) -> None:
        b = self.b
        up = Upkeep.POSITIONS
        with b.function("owned_add", [("piece", Type.INT), ("place", Type.INT)], upkeep=up) as (self.add, (piece, at)):
            n = b.let(b.get("owned_n", piece))
            with b.if_(n >= b.cap("owned")):
                b.full("owned")  # never; `footprint_writes.py` knows by this that a piece is added
            b.put("owned", at, piece * b.cap("owned") + n)
            b.put("owned_n", n + 1, piece)
        with b.function("owned_remove", [("piece", Type.INT), ("place", Type.INT)], upkeep=up) as (take, (piece, at)):
            n, first = b.let(b.get("owned_n", piece)), b.let(piece * b.cap("owned"))
            place = b.let(b.find("owned", first, first + n, at))
            with b.if_(place < first + n):
                b.put("owned", b.get("owned", first + n - 1), place)
                b.put("owned_n", n - 1, piece)
        with b.function("put", [("at", Type.INT), ("piece", Type.INT)]) as (self.put, (at, piece)):
            before = b.let(b.get("what", at))
            with b.if_(ir.ne(before, 0)):
                b.do(b.call(take, before, at))
            b.put("what", piece, at)
            b.put("who", b.at(self.owner, piece), at)
            b.put("empty", ir.select(ir.eq(piece, 0), b.get("empty") | ir.set_one(at), b.get("empty") - ir.set_one(at)))
            with b.if_(ir.ne(piece, 0)):
                b.do(b.call(self.add, piece, at))
        with self._applies("add") as (_, args), b.if_(ir.eq(b.get("what", args["to"]), 0)):
            b.do(b.call(self.put, args["to"], args["what"]))
        with self._applies("remove") as (_, args):
            b.do(b.call(self.put, args["to"], 0))
        with self._applies("move") as (_, args):
            piece = b.let(b.get("what", args["from"]))
            with b.if_(ir.eq(piece, 0)):
                b.return_()
            b.do(b.call(self.put, args["from"], 0))
            b.do(b.call(self.put, args["to"], piece))
        with self._applies("move_n") as (_, args):
            b.put("count", b.get("count", args["from"]) - args["count"], args["from"])
            b.put("count", b.get("count", args["to"]) + args["count"], args["to"])
        with self._applies("set_score") as (_, args):
            b.put("score", ir.select(ir.ne(args["add"], 0), b.get("score", args["player"]), 0) + args["score"],
                  args["player"])  # fmt: skip
        with self._applies("set_counter") as (_, args):
            b.put("variable", args["counter"])
        for kind in ("select", "pass"):
            with self._applies(kind):
                pass
        with b.function("apply_stored", [("m", Type.INT)]) as (self.apply_stored, (m,)):
            self.apply_stored.last = ("last_from", "last_to")
            before = b.let(b.run("applied_base"))
            b.run("applied_set_base", b.run("applied_count"))
            b.run("apply_actions", m)
            b.put("last_from", b.run("move_from", m))
            b.put("last_to", b.run("move_to", m))
            b.run("apply_thens", m)
            b.run("applied_set_base", before)

    def _applies(self, kind: str):  # type: ignore[no-untyped-def]
        return _Applier(self, kind)

    # ------------------------------------------------------------------ what rules do

    def action(self, kind: str, decision: bool = False, **given: int | Expr) -> ops.NewAction:
        """An action; parameters that are not given are -1, as in rules."""
        params = tuple(ir.as_int(given.get(name.removesuffix("_"), -1)) for name in ACTIONS[kind].params)
        return ops.NewAction(kind, params, ir.as_bool(decision))

    def emit(
        self, origin: int | Expr, to: int | Expr, actions: list[ops.NewAction], then: tuple[Function, ...] = ()
    ) -> None:
        """Pushes a move of the player to move."""
        zero = ir.const(0)
        self.b.block.append(
            ops.Emit(self.b.get("mover"), ir.as_int(origin), ir.as_int(to), zero, zero, actions, then)
        )

    def region(self, number: int) -> Expr:
        return self.b.set_const(self.regions[number])


class _Applier:
    """The function that applies actions of a kind: gives it and its parameters by their names."""

    def __init__(self, board: Board, kind: str) -> None:
        self.board, self.kind = board, kind
        self.names = ACTIONS[kind].params
        self.opened = board.b.function(f"act_{kind}", [(f"p_{name}", Type.INT) for name in self.names])

    def __enter__(self) -> tuple[Function, dict[str, Expr]]:
        fn, params = self.opened.__enter__()
        self.board.program.appliers[self.kind] = fn
        return fn, dict(zip(self.names, params, strict=True))

    def __exit__(self, *raised: object) -> None:
        self.opened.__exit__(*raised)  # type: ignore[arg-type]
