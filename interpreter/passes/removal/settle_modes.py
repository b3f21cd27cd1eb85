"""Settles conditions on the mode of pushing moves in a program whose entries are known to run in a few modes."""

from __future__ import annotations

from collections.abc import Iterable

from ...facts.modes import in_mode, is_run
from ...program import ops
from ...program.expressions import as_bool
from ...program.intrinsics import CALL_MOVES
from ...program.modes import EVERY, FULL
from ...program.ops import Block, Op
from ...program.program import Function, Program
from ...program.walk import all_runs, blocks, numbered, runs_of


def settle_modes(program: Program, modes_of_moves: Iterable[int]) -> None:
    """Replaces each `if` on the mode by the branch that is taken, where that is the same branch whenever it runs, and
    an `InFull` by its body, where the mode around it is always FULL.

    modes_of_moves: the modes in which the entry `moves` is called; everything else is entered in FULL. Does nothing for
    programs that call functions by numbers which are not known.
    """
    if any(is_run(x, CALL_MOVES) for fn in program.running for x in all_runs(fn)):
        return
    modes = _Modes()
    for mode in modes_of_moves:
        modes.function(program.entries["moves"], mode)
    others = [fn for name, fn in program.entries.items() if name != "moves"]
    for fn in (*others, *program.appliers.values(), *(program.functions[i] for i in numbered(program))):
        modes.function(fn, FULL)
    for s, values in modes.conditions.items():
        if len(values) == 1 and (value := values.pop()) is not None:
            s.cond = as_bool(value)
    for full, (block, outer) in modes.built.items():
        if outer == {FULL}:
            at = block.index(full)
            block[at : at + 1] = full.body
    for fn in program.functions:
        fn.changed()


class _Modes:
    """Follows calls, with the mode in which each runs. conditions: of each `if`, the values that its condition has.
    built: of each `InFull`, the block around it and the modes in which that runs."""

    def __init__(self) -> None:
        self.conditions: dict[ops.If, set[bool | None]] = {}
        self.built: dict[ops.InFull, tuple[Block, set[int]]] = {}
        self._seen: set[tuple[int, int]] = set()

    def function(self, fn: Function, mode: int) -> None:
        if (fn.index, mode) not in self._seen:
            self._seen.add((fn.index, mode))
            self._block(fn.body, mode)

    def _block(self, body: Block, mode: int) -> None:
        for s in body:
            for x in (x for x in runs_of([s]) if x.op is Op.CALL):
                self.function(x.called, mode)
            if isinstance(s, ops.If):
                value = in_mode(s.cond, mode)
                self.conditions.setdefault(s, set()).add(value)
                if value is not False:
                    self._block(s.then, mode)
                if value is not True:
                    self._block(s.orelse, mode)
            else:
                if isinstance(s, ops.InFull) and s.aim.is_const and s.aim.const == EVERY:
                    self.built.setdefault(s, (body, set()))[1].add(mode)
                within = s.mode if isinstance(s, ops.InMode) else FULL if isinstance(s, ops.BuiltMove) else mode
                for inner in blocks(s):
                    self._block(inner, within)
