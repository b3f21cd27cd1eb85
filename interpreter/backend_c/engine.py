"""The C backend's engine: loads the compiled program and calls it through ctypes."""

from __future__ import annotations

import ctypes
import struct
import time
from array import array
from collections.abc import Sequence
from typing import Any

from ludparse.errors import LudError, LudLimitError, LudRuleError

from ..program.actions import ACTIONS, ORDER
from ..program.ops import FieldKind, Program, Table
from ..program.raw import Playouts, Rankings, RawAction, RawMove
from ..program.runaway import nested_too_deep, place_of, too_many_moves, too_many_steps
from ..program.widths import does_not_fit
from .compile import OPTIMISED, QUICK, compile_library, is_compiled
from .native import Native
from .render import render_c

_FORMATS = {8: "b", 16: "h", 32: "i", 64: "q"}
PATIENCE = 0.5  # seconds of games that are played before it is worth while to compile optimised code
MAX_CAPACITY = 1 << 22  # values in one growing field of the state; past it a LudLimitError
_KINDS = ["THEN", *ORDER]
_KIND_INDEX = {k: i for i, k in enumerate(_KINDS)}


def table_data(table: Table, set_width: int) -> array[int]:
    """A table as the ints that the runtime reads."""
    if table.kind == "flat":
        return array("i", [len(table.values), *map(int, table.values)])
    if table.kind == "sets":
        words = (set_width + 63) // 64
        out = array("i", [len(table.rows), 0])
        for row in table.lists:
            bits = 0
            for site in row:
                bits |= 1 << site
            out.frombytes(bits.to_bytes(words * 8, "little"))
        return out
    heads, body = array("i"), array("i")
    n = len(table.rows)
    for row in table.lists:
        heads.append(1 + n + len(body))
        body.append(len(row))
        body.extend(row)
    return array("i", [n]) + heads + body


class CEngine:
    """Runs a program as native code. Not safe for two threads at once: make one engine a thread.

    It begins with code that compiles quickly, unless the optimised code stands in the cache, and goes over to optimised
    code when many positions are to be played (`optimise`).
    """

    name = "c"

    def __init__(self, program: Program, extra_flags: tuple[str, ...] = ()) -> None:
        self.program = program
        self.caps = dict(program.caps)
        self._source = render_c(program)
        self._extra = extra_flags
        self._tables = [table_data(t, program.set_width) for t in program.tables.values()]
        # every layout that states of this engine were made in, by the size of a state
        self._history: dict[int, tuple[dict[str, tuple[int, int, int]], dict[str, int]]] = {}
        self._level = OPTIMISED if is_compiled(self._source, self._flags(OPTIMISED)) else QUICK
        self._spent = 0.0  # seconds of games that were played in bulk
        self._native = self._load()
        self._buffer = array("i", bytes(4 * 65536))

    # ------------------------------------------------------------------ loading and growing

    def _flags(self, level: tuple[str, ...]) -> tuple[str, ...]:
        grown = tuple(f"-DCAP_{n}={v}" for n, v in self.caps.items() if v != self.program.caps[n])
        return (*level, *self._extra, *grown)

    def optimise(self) -> None:
        """Goes over to optimised code: worth it before many positions are played."""
        if self._level == QUICK:
            self._level = OPTIMISED
            self._native = self._load()

    def _load(self) -> Native:
        path = compile_library(self._source, self._flags(self._level))
        native = Native(path, self._tables, list(self.program.fields))
        self._history[native.state_size] = (native.layout, dict(self.caps))
        return native

    def _grow(self, capid: int, state: bytearray | None) -> None:
        """Lays the state out with four times the capacity and moves a state over."""
        name = list(self.caps)[capid]
        self.caps[name] *= 4  # each growth compiles the game again
        if self.caps[name] > MAX_CAPACITY:
            raise LudLimitError(f"the game's {name} grew past {MAX_CAPACITY} values")
        old_layout, old_caps = self._native.layout, {**self.caps, name: self.caps[name] // 4}
        self._native = self._load()
        if state is not None:
            self._convert(state, old_layout, old_caps)

    def _convert(self, state: bytearray, old: dict[str, tuple[int, int, int]], old_caps: dict[str, int]) -> None:
        fresh = bytearray(self._native.state_size)
        for name, f in self.program.fields.items():
            (o, size, n), (o2, size2, n2) = old[name], self._native.layout[name]
            if n >= 0:
                fresh[n2 : n2 + 4] = state[n : n + 4]
            if f.cap and f.kind is FieldKind.ARRAY:  # rows of `cap` values
                width = f.bits // 8
                a, b = old_caps[f.cap] * width, self.caps[f.cap] * width
                blank = struct.pack(f"<{_FORMATS[f.bits]}", f.init) * self.caps[f.cap]
                for r in range(f.size):
                    fresh[o2 + r * b : o2 + r * b + b] = state[o + r * a : o + r * a + a] + blank[a:]
            else:
                keep = min(size, size2)
                fresh[o2 : o2 + keep] = state[o : o + keep]
        state[:] = fresh

    def _fit(self, state: bytearray) -> None:
        """A state made before the layout grew is brought to the present one."""
        if len(state) != self._native.state_size:
            self._convert(state, *self._history[len(state)])

    def _check(self, status: int, state: bytearray | None) -> bool:
        """True when the call is to be made again (the layout has grown)."""
        if status <= 0:
            return False
        detail = self._native.call("detail")
        if status == 1:
            self._grow(detail, state)
            return True
        where = self._native.call("where"), self._native.call("consequent")
        raise failure(self.program, status, detail, where, self._native.call("field"))

    # ------------------------------------------------------------------ the engine's interface

    def start(self, rng: int) -> bytearray:
        while True:
            state = bytearray(self._native.state_size)
            if not self._check(self._native.call("start", _address(state), rng), None):
                return state

    def copy(self, state: bytearray) -> bytearray:
        return bytearray(state)

    def moves(self, state: bytearray) -> list[RawMove]:
        self._fit(state)
        while self._check(self._native.call("moves", _address(state)), state):
            pass
        return self._export_moves()

    def choose(self, state: bytearray, number: int) -> RawMove | None:
        """The legal move of a number as playouts choose it; None where this game's moves are built to be counted.

        Raises IndexError where there is no such move.
        """
        self._fit(state)
        while self._check(status := self._native.call("choose", _address(state), number), state):
            pass
        if status == -2:
            raise IndexError(f"there is no legal move number {number}")
        return None if status == -1 else self._export_moves()[0]

    def _export_moves(self) -> list[RawMove]:
        data = self._export("export_moves")
        out: list[RawMove] = []
        i, width = 0, self._native.action_params + 2
        while i < len(data):
            n_act, n_then = data[i + 5], data[i + 6]
            j = i + 7 + n_then
            actions = tuple(self._action(data[j + k * width : j + (k + 1) * width]) for k in range(n_act))
            mover, start, end, low, high = data[i : i + 5]
            out.append(RawMove(mover, start, end, low, high, actions, tuple(data[i + 7 : j])))
            i = j + n_act * width
        return out

    def _export(self, what: str) -> list[int]:
        while True:
            need = self._native.call(what, self._buffer.buffer_info()[0], len(self._buffer))
            if need <= len(self._buffer):
                return self._buffer[:need].tolist()
            self._buffer = array("i", bytes(4 * 2 * need))

    def _action(self, data: list[int]) -> RawAction:
        kind = _KINDS[data[0]]
        n = len(ACTIONS[kind].params) if data[0] else 1
        return RawAction(kind, bool(data[1]), tuple(data[2 : 2 + n]))

    def _pack(self, move: RawMove) -> array[int]:
        out = array("i", (move.mover, move.from_site, move.to_site, move.level_min, move.level_max))
        out.extend((len(move.actions), len(move.then), *move.then))
        for a in move.actions:
            out.extend(
                (_KIND_INDEX[a.kind], int(a.decision), *a.params, *([0] * (self._native.action_params - len(a.params))))
            )
        return out

    def play(self, state: bytearray, move: RawMove, keep: bool = True) -> list[RawAction]:
        self._fit(state)
        packed = self._pack(move)
        while self._check(self._native.call("play", _address(state), packed.buffer_info()[0], int(keep)), state):
            pass
        data = self._export("export_applied")
        width = self._native.action_params + 2
        return [self._action(data[i : i + width]) for i in range(0, len(data), width)]

    def read(self, state: bytearray, field: str) -> Any:
        self._fit(state)
        f = self.program.fields[field]
        o, size, n = self._native.layout[field]
        if f.kind is FieldKind.SET:
            bits = int.from_bytes(state[o : o + size], "little")
            return [i for i in range(bits.bit_length()) if bits >> i & 1]
        values = struct.unpack_from(f"<{size * 8 // f.bits}{_FORMATS[f.bits]}", state, o)
        if f.kind is FieldKind.INT:
            return values[0]
        if n >= 0:
            return list(values[: struct.unpack_from("<i", state, n)[0]])
        return list(values)

    def stir(self, state: bytearray, number: int) -> None:
        self._fit(state)
        at = self._native.layout["rng"][0]
        struct.pack_into("<Q", state, at, struct.unpack_from("<Q", state, at)[0] ^ number & (2**64 - 1))

    def perft(self, state: bytearray, depth: int) -> int:
        if depth > 3:
            self.optimise()
        self._fit(state)
        out = ctypes.c_uint64()
        while self._check(self._native.call("perft", _address(state), depth, ctypes.byref(out)), state):
            pass
        return out.value

    def playouts(self, state: bytearray, n: int, seed: int, max_moves: int, restart: bool) -> Playouts:
        players = self.program.constants["players"]
        lengths, ranks = array("i", bytes(4 * n)), array("f", bytes(4 * n * players))
        counts, cancel, chance = array("q", [0, 0, 0]), ctypes.c_int(0), seed & (2**64 - 1)
        batch = 1
        while counts[2] < n:
            done = counts[2]
            count = n - done if self._level == OPTIMISED else min(batch, n - done)
            new = array("q", counts)
            self._fit(state)
            began = time.perf_counter()
            status = self._native.call(
                "playouts", _address(state), count, chance, max_moves, int(restart), players,
                lengths.buffer_info()[0] + 4 * done, ranks.buffer_info()[0] + 4 * done * players,
                new.buffer_info()[0], ctypes.byref(cancel),
            )  # fmt: skip
            if self._check(status, state):
                continue  # the layout has grown: the batch is played once more
            counts, chance, batch = new, self._native.lib.lp_pick_state(self._native.engine), 2 * batch
            self._spent += time.perf_counter() - began
            if self._spent > PATIENCE:
                self.optimise()
        return Playouts(counts[2], counts[0], counts[1], lengths, Rankings(ranks, players))


def failure(program: Program, status: int, detail: int, where: Sequence[int] = (), field: int = -1) -> LudError:
    """The error for a status of the runtime.

    where: numbers of functions, of which the first that stands in the description (-1: none) gives the place. field:
    the number of the one that a value did not fit in.
    """
    error = _failure(program, status, detail, field)
    places = (place_of(program, number) for number in where if number >= 0)
    error.span = next((place for place in places if place is not None), None)
    return error


def _failure(program: Program, status: int, detail: int, field: int) -> LudError:
    if status == 5:
        f = list(program.fields.values())[field]
        return LudLimitError(does_not_fit(f.name, f.bits, detail))
    reasons = {
        -1: "an action that this game does not know was applied",
        -2: "a consequent that is not part of this game was applied",
        -3: "division by zero in the rules",
        -4: "a move has more than 7 consequents",
        -5: "a random number was asked for from an empty range",
        -7: "a digest that is not part of this game was asked for",
        -8: "a site that does not exist was changed",
        -9: "going back to a saved position did not restore it",
        -6: "an item past the end of a list was asked for",
    }
    if status == 2:
        return LudRuleError(reasons.get(detail) or (program.strings[detail] if detail >= 0 else "rule error"))
    if status == 3:
        return LudLimitError(
            too_many_moves() if detail == 1 else "what evaluating one position has to remember grew past a gigabyte"
        )
    messages = {
        0: too_many_steps(),
        1: "evaluating one position needs copies of the position nested more than 4,000 deep: the rules may never end",
        2: "evaluating one position asks questions about moves nested more than 64 deep: the rules may never end",
        3: nested_too_deep(),
    }
    return LudLimitError(messages[detail])


def _address(state: bytearray) -> Any:
    return (ctypes.c_char * len(state)).from_buffer(state)
