"""Heuristics in native code: the tables of `heuristics.Evaluation`, in the form that search/evaluate.h reads."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any, NamedTuple

from ludparse.problems.errors import LudLimitError

from ...backends.c.engine import CEngine, State
from ...backends.c.native import Code, Layout, Memory
from ...equipment.features import NUMBER
from ...program.data import ProgramData
from ...program.position_codes import LETTERS
from ..heuristics import Evaluation, Group, Transformation

__all__ = ["COLUMNS", "NativeEvaluation", "Tables", "tables_of"]

_TRANSFORMATIONS = {
    Transformation.NONE: 0,
    Transformation.INITIAL_PLACEMENT: 1,
    Transformation.TANH: 2,
    Transformation.LOGISTIC: 3,
}


COLUMNS = (
    *(f"{part}_{letter}" for part in ("what", "who", "count", "height", "value") for letter in LETTERS),
    "owned_n", "owned", "score", "n_start", "prev",
)  # fmt: skip
"""The fields of the state that heuristics read, in the order of heuristics_t."""


class Tables(NamedTuple):
    """All that search/evaluate.h reads of a game's heuristics, except where fields of the state lie: `lp_evaluate_new`
    says what is in each array. head stands before the columns, groups after them."""

    head: array[Any]
    groups: array[Any]
    factors: array[Any]
    doubles: array[Any]
    owners: array[Any]
    hands: array[Any]
    line_at: array[Any]
    lines: array[Any]


def tables_of(found: Evaluation, program: ProgramData) -> Tables:
    """The heuristics of a game as numbers."""
    doubles, groups, line_at, lines = array("d"), array("q"), array("i", [0]), array("i")

    def place(table: list[list[float]] | list[float] | None) -> int:
        """Where a table begins among all numbers; -1 for none."""
        if table is None:
            return -1
        at = len(doubles)
        for row in table:
            doubles.extend(row if isinstance(row, list) else (row,))
        return at

    for g in found.groups:
        tables = (g.pieces, g.values, g.safe, g.hands, g.hand_values, g.counts, g.constants)
        groups.extend((_TRANSFORMATIONS[g.transformation], g.length, *(place(table) for table in tables)))
    for through in found.lines:
        for line in through:
            lines.extend((len(line.ahead), len(line.behind), *line.ahead, *line.behind))
        line_at.append(len(lines))
    spans = {x: program.fields[f"what_{x}"].size for x in LETTERS if f"what_{x}" in program.fields}
    tall = any(f"height_{letter}" in program.fields for letter in LETTERS)
    head = (
        found.players, found.sites, len(found.owners), found.places, found.board_sites, NUMBER[found.default_site],
        len(spans) == 1 and not tall, max(spans.values(), default=1), LETTERS.index(next(iter(spans), "c")),
        len(found.groups), found.lists_moves, len(found.lines), max((g.length for g in found.groups), default=0),
    )  # fmt: skip
    return Tables(
        array("q", head), groups, array("d", [f for group in found.groups for f in _factors(group)] or [0.0]),
        doubles or array("d", [0.0]), array("i", found.owners or (0,)),
        array("i", [sum(1 << player for player in players) for players in found.hand_players] or [0]),
        line_at, lines or array("i", [0]),
    )  # fmt: skip


class NativeEvaluation:
    """The heuristics of a game in native memory. One thread at a time may use it."""

    def __init__(self, engine: CEngine, evaluation: Evaluation) -> None:
        engine.prepare_search()
        self.engine = engine
        self.evaluation = evaluation
        self._layout: Layout | None = None
        self.pointer: int | None = None
        self._tables = tables_of(evaluation, engine.data)

    def __del__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        if getattr(self, "pointer", None):
            self._code.functions["evaluate_free"](self.pointer)
            self.pointer = None

    def fit(self, code: Code) -> int:
        """The address of the heuristics for states of this code."""
        if code.layout is not self._layout or self.pointer is None:
            self._forget()
            head, groups, *others = self._tables
            arrays = (array("q", [*head, *self._columns(code.layout), *groups]), *others)
            pointer = code.functions["evaluate_new"](*(a.buffer_info()[0] for a in arrays))
            if not pointer:
                raise LudLimitError("not enough memory for the heuristics")
            self.pointer, self._code, self._layout = pointer, code, code.layout
        assert self.pointer is not None
        return self.pointer

    def values(self, state: State) -> list[float]:
        """The value of a position for each player, from player 1 on. state: before chance draws for its moves."""
        out = array("d", bytes(8 * (self.evaluation.players + 1)))

        def call(code: Code, memory: Memory, data: bytes) -> int:
            return int(code.functions["evaluate"](memory.pointer, self.fit(code), data, out.buffer_info()[0]))

        _, code, memory = self.engine._call(state, call)
        code.idle.append(memory)
        return out.tolist()[1:]

    def _columns(self, layout: Layout) -> Iterable[int]:
        for name in COLUMNS:
            f = self.engine.data.fields.get(name)
            if f is None:
                yield from (-1, 0, 0)
            else:
                at, size, _ = layout.fields[name]
                yield from (at, f.bits // 8, size * 8 // f.bits)


def _factors(group: Group) -> tuple[float, ...]:
    """The numbers of a group in the order of group_t."""
    return (
        group.weight, group.mobility, group.influence, group.all_mobility, group.all_influence, group.score,
        group.mover, group.line,
    )  # fmt: skip
