"""Draws small programs of rules: functions with parameters, slots of the context that are read, written and restored,
sets, loops, floods, moves with consequents, trials of moves, and questions to generators.

A program holds the rules of several games, which the start draws one of, so that one compilation is enough for all. The
board and what actions do are the same in all (`drawn_board.py`). Programs are valid by construction; each loop has an
end, no function calls itself, and what a rule may cost is bounded. What rules are made of is drawn in
`drawn_values.py`, `drawn_conditions.py` and `drawn_moves.py`.
"""

from __future__ import annotations

from hypothesis import strategies as st

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program.ops import Type
from ludparse.interpreter.program.printer import function
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import reached
from tests.interpreter.passes.drawn_board import SITES, Board
from tests.interpreter.passes.drawn_moves import Rules


class Drawn:
    """A drawn program. program: not to be changed; `copying.copy_of` makes one that may be."""

    def __init__(self, program: Program, shared: int) -> None:
        self.program, self._shared = program, shared

    def __repr__(self) -> str:
        """What was drawn, without what all programs share."""
        live = reached(self.program)
        return "\n" + "\n".join(
            function(fn) for fn in self.program.functions[self._shared :] if fn.index in live
        )


@st.composite
def programs(draw: st.DrawFn, games: int = 1, chance: bool | None = None, tries: bool | None = None) -> Drawn:
    """A program with the rules of some games. chance, tries: as of `Rules`; None: drawn too."""
    board = Board()
    b, shared = board.b, len(board.program.functions)
    chance = draw(st.booleans()) if chance is None else chance
    tries = draw(st.booleans()) if tries is None else tries
    sows, compares = draw(st.booleans()), tries and draw(st.booleans())
    moves: list[Function] = []
    ends: list[Function] = []
    for _ in range(games):
        rules = Rules(draw, board, chance=chance, sows=sows, compares=compares, tries=tries)
        for _ in range(draw(st.integers(1, 3))):  # that questions may be about
            with rules.function("asked", generates=True) as (fn, _):
                rules.some_moves()
            rules.noted("moves", fn)
        rules.used = 0
        with rules.function("legal", generates=True) as (fn, _):
            rules.waste()
            for _ in range(draw(st.integers(1, 2))):
                rules.some_moves()
        moves.append(fn)
        rules.used = 0
        with rules.function("ended", (), Type.BOOL) as (fn, _):
            b.return_(rules.about(b.get("last_to")))
        ends.append(fn)
    program = board.program
    _start(board, games)
    with b.function("all_moves") as (program.entries["moves"], _):
        with b.if_(ir.ne(b.get("over"), 0)):
            b.return_()
        mark = b.let(b.run("move_count"))
        for k, fn in enumerate(moves):
            with b.if_(ir.eq(b.get("game"), k)):
                b.do(b.call(fn))
        with b.if_(ir.eq(b.run("move_count"), mark)):
            board.emit(-1, -1, [board.action("pass", True, forced=1)])
    with b.function("played", [("m", Type.INT)]) as (program.entries["play"], (m,)):
        b.do(b.call(board.apply_stored, m))
        ended = b.var(ir.ge(b.get("plies"), 12), "ended")
        for k, fn in enumerate(ends):
            with b.if_(ir.and_(ir.eq(b.get("game"), k), ir.gt(b.get("plies"), 1))), b.if_(b.call(fn)):
                b.assign(ended, True)
        with b.if_(ended):
            for who in (1, 2):
                b.put("rank", ir.select(ir.eq(b.get("mover"), who), 2, 4), who)
            b.put("over", 1)
        b.put("plies", b.get("plies") + 1)
        b.put("mover", 3 - b.get("mover"))
        b.put("next", 3 - b.get("mover"))
    verify(program)
    return Drawn(program, shared)


def _start(board: Board, games: int) -> None:
    """Draws the game, and what stands where."""
    b = board.b
    with b.function("begins") as (board.program.entries["start"], _):
        b.put("game", b.run("random_int", games))
        b.put("mover", 1)
        b.put("next", 2)
        b.put("empty", ir.set_range(0, SITES))
        stands = b.table([0, 0, 0, 0, 1, 2, 3, 4], "flat", "stands")
        with b.for_range(0, SITES) as site:
            b.put("count", b.run("random_int", 4), site)
            piece = b.let(b.at(stands, b.run("random_int", 8)))
            with b.if_(ir.ne(piece, 0)):
                b.do(b.call(board.put, site, piece))
