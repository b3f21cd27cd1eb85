"""Loops that look for a set of a row that another set includes: "is one of the lines through this site full?"

    for line in lines[site]:
      sites = line_sets[line]
      if (sites ∩ mine) == sites:
        …
        break

Where a set is one machine word, the sets of each row are put beside each other, and several are compared at a time. No
branch depends on which of them is the first.
"""

from __future__ import annotations

from typing import NamedTuple

from ....program import ops
from ....program.ops import Expr, Function, Op, Program, Var
from ....program.walk import nodes, statements

__all__ = ["AT_ONCE", "MOST", "Cover", "cover_of", "cover_table", "filled_up", "reads"]

MOST = 32
"""Sets of a row that are compared without a branch."""
AT_ONCE = 4
"""Sets that one comparison of the runtime takes."""


class Cover(NamedTuple):
    """Such a loop: the table of its rows and that of the sets, the row, the set that may include one, and what is done
    then."""

    rows: str
    sets: str
    row: Expr
    mine: Expr
    then: list[ops.Stmt]


def cover_of(program: Program, fn: Function, s: ops.Stmt) -> Cover | None:
    """What a loop of a function compares, if it is one that can be rendered in this way."""
    if program.set_width > 64 or not isinstance(s, ops.ForRow) or s.sites is not None or len(s.body) != 2:
        return None
    take, test = s.body
    if not isinstance(take, ops.Assign) or not isinstance(test, ops.If) or test.orelse or not test.then:
        return None
    sets, (*then, last) = take.value, test.then
    if sets.op is not Op.SET_TABLE or not _is(sets.src[0], s.var) or not isinstance(last, ops.Break):
        return None
    met, whole = test.cond.src if test.cond.op is Op.SET_EQ else (None, None)
    if met is None or whole is None or met.op is not Op.SET_AND or not _is(whole, take.var):
        return None
    mine = next((x for x, y in (met.src, met.src[::-1]) if _is(y, take.var)), None)
    own = {s.var, take.var}
    if mine is None or mine.op is not Op.VAR or mine.var in own:
        return None
    if any(isinstance(t, ops.Break | ops.Continue) for t in statements(then)):
        return None
    if any(reads(then, var) or reads(fn.body, var) != reads([s], var) for var in own):
        return None
    rows = program.tables[s.table].lists
    longest = max(map(len, rows), default=0)
    known = all(0 <= k < len(program.tables[sets.name].lists) for row in rows for k in row)
    if not known or not 0 < longest <= MOST or (program.set_width == 64 and not all(rows)):
        return None
    return Cover(s.table, sets.name, s.row, mine, then)


def cover_table(program: Program, cover: Cover, name: str) -> tuple[list[str], int]:
    """The definition of the table of all rows, and how many sets each has."""
    rows = program.tables[cover.rows].lists
    sets = [sum(1 << site for site in members) for members in program.tables[cover.sets].lists]
    wide = -(-max(map(len, rows)) // AT_ONCE) * AT_ONCE
    out = []
    for row in rows:
        out.append(filled_up([sets[k] for k in row], wide))
    return [f"static const uint64_t {name}[] = {{{','.join(out)}}};"], wide


def filled_up(row: list[int], wide: int) -> str:
    """The text of a row that is filled up with its first set; an empty one with what no set of games includes."""
    found = row or [(1 << 64) - 1]
    return ",".join(f"{x:#x}ull" for x in found + found[:1] * (wide - len(found)))


def reads(body: ops.Block, var: Var) -> int:
    """How often a block reads a local."""
    found = nodes(statements(body))
    return sum(_is(y, var) for y in found)


def _is(x: Expr, var: Var) -> bool:
    return x.op is Op.VAR and x.var is var
