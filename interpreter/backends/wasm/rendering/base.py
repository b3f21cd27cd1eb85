"""What all parts of the renderer share: the module that is made, memory, variables, and the function being written."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ludparse.problems.errors import LudUnsupportedError

from ....facts.engines.asked import dependent_results, kept_functions
from ....facts.engines.tried_fields import tried_fields
from ....facts.modes import modal_functions
from ....facts.runaway import Runaway
from ....low import operations as op
from ....low.nodes import (
    Block,
    Body,
    Do,
    Function,
    Global,
    If,
    Jump,
    Local,
    Loop,
    Module,
    Set,
    SetGlobal,
    Value,
    call,
    get,
    number,
)
from ....low.operations import Word
from ....low.small import SmallLanguage
from ....program import ops
from ....program.ops import Expr, FieldKind, Type, Var
from ....program.program import Function as RulesFunction
from ....program.program import Program
from ....program.walk import statements
from ..runtime import registers
from ..runtime.registers import Registers
from .plan import Growing, Plan, aligned

I32, I64, F32, F64 = Word.I32, Word.I64, Word.F32, Word.F64
WORD = {Type.INT: I32, Type.BOOL: I32, Type.LIST: I32, Type.FLOAT: F32, Type.DOUBLE: F64}
SCALE = {8: 0, 16: 1, 32: 2, 64: 3}
MOST_WORDS = 64
"""Of a set: each takes a local wherever a set is computed."""


class NotRenderedError(LudUnsupportedError):
    """The WebAssembly backend has no code for something that a game needs. backend="auto" then takes another one."""


class Frame:
    """The function that is being written, or one that is written within it.

    Where its locals are, and in which mode it runs. Where its end is not that of the function in the module: the block
    that a return leaves, and what gets its result.
    """

    __slots__ = ("end", "fn", "locals", "loops", "mode", "result")

    def __init__(self, fn: RulesFunction, mode: int, end: Block | None = None, result: Sequence[Local] = ()) -> None:
        self.fn = fn
        self.mode = mode
        self.end = end
        self.result = result
        self.locals: dict[Var, list[Local]] = {}
        self.loops: list[tuple[Block, Block | Loop]] = []


class BaseRenderer:
    """Memory, variables and statements. `out` gets what is written."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.words = (program.set_width + 63) // 64
        if self.words > MOST_WORDS:
            most = MOST_WORDS * 64
            raise NotRenderedError(
                f"the WebAssembly backend holds sets of at most {most} sites, not {program.set_width}"
            )
        self.module = Module()
        self.modal = modal_functions(program)
        self.runaway = Runaway(program)
        self.live = program.running
        self.top = 64
        self.control = self.place(4)
        self.data: list[tuple[int, bytes]] = self.module.data
        self.given: dict[str, Global] = {}
        self.game: dict[str, Value | int] = {}
        self.small = SmallLanguage(self.module, self.words, _Bound(self), self.outside, Registers)
        self.copies = any(isinstance(s, ops.Copying) for fn in self.live for s in statements(fn.body))
        self.tried = tried_fields(program) if self.copies else set()
        self.out: Body = []
        self.frame: Frame
        self._lay_out()
        self.context = {name: self.variable(f"ctx_{name}", I32) for name in program.context}
        self.context_sets = {
            name: [self.variable(f"ctx_{name}_{k}", I64) for k in range(self.words)] for name in program.context_sets
        }
        self._memoise()

    # ------------------------------------------------------------------ memory

    def place(self, size: int) -> int:
        """Room for so many bytes, 0 at first."""
        at = self.top = aligned(self.top)
        self.top += size
        return at

    def stored(self, data: bytes) -> int:
        """The place of constant data."""
        at = self.place(len(data))
        if any(data):
            self.data.append((at, data))
        return at

    def _lay_out(self) -> None:
        p = self.program
        fixed = [f for f in p.fields.values() if f.kind is not FieldKind.LIST and f.cap is None]
        fixed.sort(key=lambda f: f.name not in self.tried)
        self.offsets: dict[str, tuple[int, int]] = {}
        at, self.tried_size = 0, 0
        for f in fixed:
            unit = f.bits // 8
            size = (
                self.words * 8
                if f.kind is FieldKind.SET
                else unit * (max(1, f.size) if f.kind is FieldKind.ARRAY else 1)
            )
            at = (at + unit - 1) // unit * unit if f.kind is FieldKind.INT else aligned(at)
            self.offsets[f.name] = at, size
            # arrays are read 16 bytes at a time
            at += aligned(size) if f.kind is FieldKind.ARRAY else size
            if f.name in self.tried:
                self.tried_size = at
        self.fixed = aligned(at)
        self.state = self.place(self.fixed)
        self.growing = [
            Growing(f.name, f.kind, f.size if f.kind is FieldKind.ARRAY else 1, f.bits, f.cap)
            for f in p.fields.values()
            if f.cap is not None
        ]

    def at(self, field: str) -> tuple[Value, int]:
        """Where a field is: an address, and a distance from it."""
        if field in self.offsets:
            return number(0), self.state + self.offsets[field][0]
        return self.told(f"at_{field}"), 0

    def told(self, name: str) -> Value:
        """A place or size that the engine gives."""
        if name not in self.given:
            self.given[name] = Global(name, I32, given=True)
            self.module.globals.append(self.given[name])
        return Value(op.GLOBAL[I32], (), self.given[name])

    def cap(self, name: str) -> Value:
        """The present size of a capacity."""
        return self.told(f"cap_{name}")

    def count(self, field: ops.Field) -> Value:
        """How many values an ARRAY has."""
        return number(max(1, field.size)) if field.cap is None else self.cap(field.cap) * field.size

    def plan(self, stride: int, move: int, results: int) -> Plan:
        """What the engine needs to know of memory."""
        return Plan(
            self.state, self.fixed, self.offsets, self.growing, [*self.program.fields], aligned(self.top), stride,
            move, results, self.control,
        )  # fmt: skip

    # ------------------------------------------------------------------ variables

    def variable(self, name: str, word: Word) -> Global:
        made = Global(name, word)
        self.module.globals.append(made)
        return made

    def register(self, name: str) -> Value:
        """The value of a variable of the runtime."""
        found = self.small.register(name)
        return Value(op.GLOBAL[found.type], (), found)

    def set_register(self, name: str, value: Value) -> None:
        self.out.append(SetGlobal(self.small.register(name), value))

    def _memoise(self) -> None:
        """Numbers and places for memoised results."""
        self.memo_number: dict[int, int] = {}
        self.memo_place: dict[int, int] = {}
        for k, fn in enumerate(kept_functions(self.program)):
            self.memo_number[fn.index] = k
            size = 8 * self.words if fn.result is Type.SET else 8
            by_slot = (size * self.words * 64 + 8 * self.words) if fn.kept_by else 0
            self.memo_place[fn.index] = self.place(size + by_slot)
        self.fresh = [self.variable(f"fresh_{k}", I64) for k in range((len(self.memo_number) + 63) // 64)]
        self.redone = [self.variable(f"redone_{k}", I64) for k in range(len(self.fresh) if self.copies else 0)]
        self.dependent = dependent_results(self.program)

    def changed(self, field: str) -> None:
        """A field is written: results that depend on it are no longer valid."""
        for word, bits in self.dependent.get(field, {}).items():
            fresh = self.fresh[word]
            self.out.append(SetGlobal(fresh, Value(op.GLOBAL[I64], (), fresh) & ~bits))

    # ------------------------------------------------------------------ writing

    def local(self, value: Value) -> Value:
        """A local of its own with a value."""
        assert value.type is not None
        made = Local(value.type)
        self.out.append(Set(made, value))
        return get(made)

    def held(self, x: Expr) -> Value:
        """An expression that is evaluated once, here: a constant, a local of the rules, or a local of its own."""
        if x.op is ops.Op.CONST or (x.op is ops.Op.VAR and x.type is not Type.SET):
            return self.e(x)
        return self.local(self.e(x))

    def e(self, x: Expr) -> Value:
        """An expression that is not a set."""
        raise NotImplementedError

    def outside(self, name: str) -> Function:
        """A function that the runtime asks for."""
        raise NotImplementedError

    def run(self, function: Any, *args: Value) -> Value:
        """The result of a function of the runtime."""
        return call(self.small[function], *args)

    def do(self, function: Any, *args: Value) -> None:
        """Calls a function of the runtime."""
        self.out.append(Do(self.run(function, *args)))

    @property
    def where(self) -> Value:
        """The number of the function of the rules that is being written."""
        return number(self.frame.fn.index)

    def stop(self, status: int, detail: Value) -> None:
        self.do(registers.stop, number(status), detail, self.where)

    @contextmanager
    def within(self, body: Body) -> Iterator[Body]:
        """What is written goes into a body."""
        outer, self.out = self.out, body
        yield body
        self.out = outer

    @contextmanager
    def if_(self, cond: Value) -> Iterator[If]:
        """Statements that run on a condition. The `else` of what it gives can be written with `within`."""
        made = If(cond, [])
        self.out.append(made)
        with self.within(made.then):
            yield made

    @contextmanager
    def loop(self) -> Iterator[tuple[Block, Loop]]:
        """A loop that is left by a jump to its block, and begins anew at its end."""
        out, again = Block(), Loop()
        out.body.append(again)
        self.out.append(out)
        with self.within(again.body):
            yield out, again
            self.out.append(Jump(again))

    @contextmanager
    def block(self) -> Iterator[Block]:
        made = Block()
        self.out.append(made)
        with self.within(made.body):
            yield made

    def tick(self) -> None:
        self.set_register("ticks", self.register("ticks") - 1)
        with self.if_(self.register("ticks") < 0):
            self.do(registers.more_ticks, self.where)

    def written(self, fn: Function) -> Body:
        """Begins a function that comes from no rules: its body."""
        self.module.functions.append(fn)
        return fn.body


class _Bound(dict[str, "Value | int"]):
    """What the runtime knows of a game: what the renderer has said, else what the engine gives."""

    def __init__(self, renderer: BaseRenderer) -> None:
        self.renderer = renderer

    def __missing__(self, name: str) -> Value | int:
        known_ = self.renderer.game.get(name)
        return self.renderer.told(name) if known_ is None else known_


def packed(values: Sequence[int], bits: int) -> bytes:
    """Values as they lie in memory."""
    made = array({8: "b", 16: "h", 32: "i", 64: "q"}[bits], values)
    return made.tobytes()


def narrowest(values: Sequence[int]) -> int:
    """The bits that values take."""
    lo, hi = min(values, default=0), max(values, default=0)
    return 8 if lo >= -128 and hi < 128 else 16 if lo >= -32768 and hi < 32768 else 32
