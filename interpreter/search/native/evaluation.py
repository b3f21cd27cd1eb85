"""Heuristics in native code: the tables of `heuristics.Evaluation`, in the form that search/evaluate.h reads."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from ludparse.ludemes.enums import SiteType
from ludparse.problems.errors import LudLimitError

from ...backends.c.engine import CEngine, State
from ...backends.c.native import Code, Layout, Memory
from ...program.data import ProgramData
from ..heuristics import Evaluation, Group, Transformation

__all__ = ["NativeEvaluation"]

_TRANSFORMATIONS = {
    Transformation.NONE: 0,
    Transformation.INITIAL_PLACEMENT: 1,
    Transformation.TANH: 2,
    Transformation.LOGISTIC: 3,
}
_LETTERS = "cve"
_TYPES = {SiteType.Cell: 0, SiteType.Vertex: 1, SiteType.Edge: 2}


class NativeEvaluation:
    """The heuristics of a game in native memory. One thread at a time may use it."""

    def __init__(self, engine: CEngine, evaluation: Evaluation) -> None:
        engine.prepare_search()
        self.engine = engine
        self.evaluation = evaluation
        self._layout: Layout | None = None
        self.pointer: int | None = None
        self._doubles = array("d")
        self._tables = [self._group(group) for group in evaluation.groups]
        if not self._doubles:
            self._doubles.append(0.0)
        self._factors = array("d", [f for group in evaluation.groups for f in _factors(group)] or [0.0])
        self._owners = array("i", evaluation.owners or (0,))
        self._hands = array("i", [sum(1 << player for player in players) for players in evaluation.hand_players] or [0])
        self._line_at, self._lines = array("i", [0]), array("i")
        for lines in evaluation.lines:
            for line in lines:
                self._lines.extend((len(line.ahead), len(line.behind), *line.ahead, *line.behind))
            self._line_at.append(len(self._lines))
        if not self._lines:
            self._lines.append(0)

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
            numbers = array("q", [*self._head(code.layout), *self._columns(code.layout)])
            for numbered in self._tables:
                numbers.extend(numbered)
            arrays = (numbers, self._factors, self._doubles, self._owners, self._hands, self._line_at, self._lines)
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

    # ------------------------------------------------------------------ marshalling

    def _group(self, group: Group) -> tuple[int, ...]:
        tables = (group.pieces, group.values, group.safe, group.hands, group.hand_values, group.counts, group.constants)
        return (_TRANSFORMATIONS[group.transformation], group.length, *(self._table(table) for table in tables))

    def _table(self, table: list[list[float]] | list[float] | None) -> int:
        """Where a table begins among all numbers; -1 for none."""
        if table is None:
            return -1
        at = len(self._doubles)
        for row in table:
            self._doubles.extend(row if isinstance(row, list) else (row,))
        return at

    def _head(self, layout: Layout) -> Iterable[int]:
        found, program = self.evaluation, self.engine.data
        spans = _spans(program)
        tall = any(f"height_{letter}" in program.fields for letter in _LETTERS)
        simple = len(spans) == 1 and not tall
        only = _LETTERS.index(next(iter(spans), "c"))
        lengths = [group.length for group in found.groups]
        return (
            found.players, found.sites, len(found.owners), found.places, found.board_sites, _TYPES[found.default_site],
            simple, max(spans.values(), default=1), only, len(found.groups), found.lists_moves, len(found.lines),
            max(lengths, default=0),
        )  # fmt: skip

    def _columns(self, layout: Layout) -> Iterable[int]:
        names = [f"{part}_{letter}" for part in ("what", "who", "count", "height", "value") for letter in _LETTERS]
        for name in (*names, "owned_n", "owned", "score", "n_start", "prev"):
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


def _spans(program: ProgramData) -> dict[str, int]:
    """The number of sites of each type that the state holds, by its letter."""
    return {x: program.fields[f"what_{x}"].size for x in _LETTERS if f"what_{x}" in program.fields}
