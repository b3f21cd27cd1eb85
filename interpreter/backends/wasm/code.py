"""A compiled module under wasmtime: its memory, its calls, and why they end early."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from ludparse.problems.errors import LudLimitError

from ...program import arithmetic
from ...program.state_layout import FieldKind
from ..c.native import Layout
from .package import wasmtime_module
from .rendering.plan import MOST_MEMORY, Plan
from .runtime.registers import CANCEL, NO_STACK, PATIENT, TOO_LONG

if TYPE_CHECKING:
    import wasmtime

__all__ = ["Code", "EndedError", "Memory", "compiled", "deserialised", "engines_in_use"]

_STACK = 1 << 19
"""Bytes of stack of a call: half of what the smallest stacks of threads have."""
_FUNCTIONS: Mapping[str, Callable[..., float]] = {
    "log": arithmetic.logarithm, "log10": arithmetic.logarithm10, "exp": arithmetic.exponential,
    "sin": arithmetic.sine, "cos": arithmetic.cosine, "tan": arithmetic.tangent, "pow": arithmetic.float_pow,
}  # fmt: skip


class EndedError(Exception):
    """A call has ended early: status, detail, and the place as numbers of functions and of a field."""

    def __init__(self, status: int, detail: int, where: Sequence[int], field: int) -> None:
        super().__init__(status, detail)
        self.status = status
        self.detail = detail
        self.where = where
        self.field = field


@cache
def shared_engine() -> wasmtime.Engine:
    """What all modules of this process are compiled with."""
    w = wasmtime_module()
    config = w.Config()
    # after a fork nobody works for the threads that compile in parallel
    config.parallel_compilation = False
    config.cranelift_opt_level = "speed"
    # these guard against modules that read beyond their memory in speculation, and tell by a clock what they read: ours
    # have no clock. Each access is still checked
    for guard in ("heap", "table"):
        config.cranelift_flag_set(f"enable_{guard}_access_spectre_mitigation", "false")
    config.max_wasm_stack = _STACK
    # memory has its size from the beginning, and many games do not use up the addresses of the process
    config.memory_reservation = 1 << 20
    config.memory_reservation_for_growth = 1 << 16
    config.memory_guard_size = 1 << 16
    engine: wasmtime.Engine = w.Engine(config)
    return engine


def engines_in_use() -> list[wasmtime.Engine]:
    """What modules of this process are compiled with, if there are any."""
    return [shared_engine()] if shared_engine.cache_info().currsize else []


def compiled(binary: bytes) -> wasmtime.Module:
    """A module, compiled."""
    module: wasmtime.Module = wasmtime_module().Module(shared_engine(), binary)
    return module


def deserialised(data: bytes | memoryview) -> wasmtime.Module:
    """A module that was compiled before. Raises ValueError for one of another make."""
    w = wasmtime_module()
    try:
        module: wasmtime.Module = w.Module.deserialize(shared_engine(), bytes(data))
    except w.WasmtimeError as problem:
        raise ValueError(str(problem)) from None
    return module


class Code:
    """A compiled module. given: the names of the places and sizes that it is told, in order; functions: those of floats
    that it calls; engine: what it was compiled with."""

    def __init__(
        self, module: wasmtime.Module, plan: Plan, given: Sequence[str], functions: Sequence[str],
        engine: wasmtime.Engine | None = None,
    ) -> None:  # fmt: skip
        self.module = module
        self.engine = engine or shared_engine()
        self.plan = plan
        self.given = given
        self.functions = functions
        self._layouts: dict[tuple[int, ...], Layout] = {}

    def layout(self, caps: Mapping[str, int]) -> Layout:
        """Where the fields of a state lie in its bytes: the same object for the same capacities."""
        key = tuple(caps.values())
        made = self._layouts.get(key)
        if made is None:
            places: dict[str, tuple[int, int, int]] = {}
            at = self.plan.fixed
            for f in self.plan.growing:
                size = f.bits // 8 * f.rows * caps[f.cap]
                places[f.name] = (at + 8, size, at) if f.kind is FieldKind.LIST else (at, size, -1)
                at += f.bytes(caps)
            places |= {name: (offset, size, -1) for name, (offset, size) in self.plan.fields.items()}
            made = Layout(dict(caps), at, {name: places[name] for name in self.plan.names})
            made = self._layouts.setdefault(key, made)
        return made


class Memory:
    """An instance of a module: used by one thread at a time. Working memory in the sense of `calls.py`."""

    __slots__ = ("_calls", "_exports", "base", "code", "given", "layout", "pointer", "room", "store")

    def __init__(self, code: Code, caps: Mapping[str, int], room: Sequence[int]) -> None:
        w = wasmtime_module()
        self.layout = code.layout(caps)
        self.room = room
        self.given, size = code.plan.places(caps, room)
        self.store = w.Store(code.engine)
        double, number = w.ValType.f64(), w.ValType.i32()
        imports = [
            w.Func(self.store, w.FuncType([double] * (2 if name == "pow" else 1), [double]), _FUNCTIONS[name])
            for name in code.functions
        ]
        kind = w.GlobalType(number, False)
        imports += [w.Global(self.store, kind, w.Val.i32(_signed(self.given[name]))) for name in code.given]
        instance = w.Instance(self.store, code.module, imports)
        self._exports = instance.exports(self.store)
        memory = self._exports["memory"]
        if size > MOST_MEMORY:
            raise LudLimitError("not enough memory for the engine")
        missing = (size + 65535) // 65536 - memory.size(self.store)
        if missing > 0:
            try:
                memory.grow(self.store, missing)
            except w.WasmtimeError:
                raise LudLimitError("not enough memory for the engine") from None
        self.base = ctypes.cast(memory.data_ptr(self.store), ctypes.c_void_p).value or 0
        self.pointer = self.base + code.plan.control
        self.code = _CONTROL
        self._calls: dict[str, Callable[..., int]] = {}

    def put_state(self, data: bytes, fixed: int, state: int) -> None:
        """Makes a state the present one."""
        ctypes.memmove(self.base + state, data, fixed)
        if len(data) > fixed:
            ctypes.memmove(self.base + self.given["grown"], data[fixed:], len(data) - fixed)

    def put(self, at: int, data: bytes) -> None:
        ctypes.memmove(self.base + at, data, len(data))

    def state(self, fixed: int, state: int) -> bytes:
        """The present state."""
        data = ctypes.string_at(self.base + state, fixed)
        if self.layout.size > fixed:
            data += ctypes.string_at(self.base + self.given["grown"], self.layout.size - fixed)
        return data

    def out(self, n: int) -> bytes:
        """The first n numbers of what the last call gave."""
        return ctypes.string_at(self.base + self.given["out"], 4 * n)

    def register(self, name: str) -> int:
        """The value of a variable of the module."""
        return int(self._exports[name].value(self.store))

    def call(self, name: str, *arguments: int) -> int:
        """Calls an entry. Raises EndedError."""
        entry = self._calls.get(name)
        if entry is None:
            function = self._exports[name]
            entry = self._calls[name] = quick_call(self.store, function) or partial(function, self.store)
        try:
            return entry(*arguments) or 0
        except wasmtime_module().Trap as trap:
            raise self._ended(trap) from None

    def _ended(self, trap: wasmtime.Trap) -> Exception:
        """The error for a trap."""
        w = wasmtime_module()
        if trap.trap_code is w.TrapCode.STACK_OVERFLOW:
            return EndedError(TOO_LONG, NO_STACK, (), -1)
        status = self.register("status")
        if not status:
            return trap
        where = (self.register("where"), self.register("consequent"))
        return EndedError(status, self.register("detail"), where, self.register("field"))


def quick_call(store: wasmtime.Store, function: wasmtime.Func) -> Callable[..., int] | None:
    """A function of a module as something that takes and gives integers and is called in a microsecond: without what
    wasmtime's own interface looks up each time. None where a version of wasmtime has other insides."""
    w = wasmtime_module()
    try:
        from wasmtime import _bindings as bindings

        kind = function.type(store)
        address = ctypes.cast(bindings._wasmtime_func_call_unchecked, ctypes.c_void_p).value
        call = ctypes.CFUNCTYPE(ctypes.c_void_p, *[ctypes.c_void_p] * 3, ctypes.c_size_t, ctypes.c_void_p)(address or 0)
        context = ctypes.cast(store._context(), ctypes.c_void_p).value
        raw_function = function._func
        size = ctypes.sizeof(bindings.wasmtime_val_raw) // 8
    except (ImportError, AttributeError):
        return None
    n = max(len(kind.params), len(kind.results), 1)
    values, trap = (ctypes.c_int64 * (size * n))(), ctypes.c_void_p()
    at, where, trap_at = (ctypes.addressof(x) for x in (raw_function, values, trap))
    narrow = bool(kind.results) and kind.results[0] == w.ValType.i32()

    def entry(*arguments: int) -> int:
        for k, value in enumerate(arguments):
            values[size * k] = value
        trap.value = 0  # that of a call which a signal's exception has ended may still be there
        error = call(context, at, where, n, trap_at)
        if error:
            raise w.WasmtimeError._from_ptr(ctypes.cast(error, ctypes.POINTER(bindings.wasmtime_error_t)))
        if trap.value:
            pointer = ctypes.cast(trap.value, ctypes.POINTER(bindings.wasm_trap_t))
            trap.value = None
            raise w.Trap._from_ptr(pointer)
        result = values[0]
        if not kind.results:
            return 0
        return ((result & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000 if narrow else result

    entry.keeps = (function, values, trap, call)  # type: ignore[attr-defined]
    return entry


class _Control:
    """How `calls.py` tells a call that it may take long, or that it has to end."""

    @staticmethod
    def patient(pointer: int, on: int) -> None:
        ctypes.c_int32.from_address(pointer).value = PATIENT if on else 0

    @staticmethod
    def cancel(pointer: int) -> None:
        ctypes.c_int32.from_address(pointer).value = CANCEL


_CONTROL = _Control()


def _signed(value: int) -> int:
    return value - (1 << 32) if value >> 31 else value
