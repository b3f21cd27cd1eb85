"""A module of the low form as the bytes of a WebAssembly module (the binary format of the specification, 2.0).

What compiles the module inlines nothing, and a call costs as much as many a function does. So functions that are called
once, and short ones, are written where they are called: their code within a block, which their returns leave.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ....low import nodes
from ....low import operations as op
from ....low.nodes import Function, Local, Module, Value, known
from ....low.operations import Word

__all__ = ["MOST_FUNCTION", "TooLongError", "encoded"]

_EMPTY = 0x40  # the type of a block without results
_PLAIN = {
    o
    for o in op.OPERATIONS.values()
    if o not in {*op.CONST.values(), *op.GET.values(), *op.GLOBAL.values(), *op.CALL.values(), op.CALL_VOID,
                 op.CALL_NUMBERED, *op.EITHER.values(), *op.SEQUENCE.values(), *op.LOAD.values(), op.LOAD_BYTE,
                 op.LOAD_VECTOR}
}  # fmt: skip
_CONSTANTS, _GETS, _GLOBALS = {*op.CONST.values()}, {*op.GET.values()}, {*op.GLOBAL.values()}
_KEPT = _CONSTANTS | _GETS
_CALLS, _EITHERS = {*op.CALL.values(), op.CALL_VOID}, {*op.EITHER.values()}
_LOADS, _SEQUENCES = {*op.LOAD.values(), op.LOAD_BYTE, op.LOAD_VECTOR}, {*op.SEQUENCE.values()}
_IMPORTS = b"\x04game"  # the name of what all imports come from


MOST_FUNCTION = 120_000
"""Bytes of one function. Compiling takes memory by the square of it: one of 350,000 took more than four gigabytes."""


SHORT, LONG = 40, 6_000
"""Bytes of a function that is written wherever it is called, and of one with others in it that are called once."""
MOST_WITHIN = 8
"""How deep functions are written within each other."""
MOST_UNROLLED = 128
"""Bytes that are copied without a call."""
_CHUNKS = (
    (16, op.LOAD_VECTOR.code + b"\0", b"\xfd\x0b\0"),
    *((bits // 8, op.LOAD[bits].code + b"\0", op.STORE[bits].code + b"\0") for bits in (64, 32, 16, 8)),
)
"""Bytes, and the instructions that read and write so many."""


class TooLongError(Exception):
    """A function is too long to be compiled; its bytes."""


def unsigned(n: int) -> bytes:
    """A number in LEB128."""
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def signed(n: int) -> bytes:
    """A number in LEB128 with a sign."""
    out = bytearray()
    while not -64 <= n < 64:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n & 127)
    return bytes(out)


_SHORT = [unsigned(n) for n in range(1024)]
_SIGNED = {n: signed(n) for n in range(-128, 1024)}


class _TooMuchError(Exception):
    """What was to be written where it is called is longer than it may be."""


class _Functions:
    """The functions of a module that are written as such, in the order of their numbers: those that somebody calls by
    name or number, and those that these call."""

    def __init__(self, module: Module, within: int) -> None:
        self.within = within
        self.blocks = module.blocks
        self.all: list[Function] = [f for f in module.functions if f.imported]
        self.numbers = {id(f): k for k, f in enumerate(self.all)}
        self.types: dict[tuple[bytes, bytes], int] = {(b"", b""): 0}
        self.long: set[int] = set()
        for f in module.functions:
            if f.exported:
                self.number(f)
        for f in module.numbered:
            self.number(f)

    def number(self, f: Function) -> int:
        """The number of a function that is called."""
        found = self.numbers.get(id(f))
        if found is None:
            found = self.numbers[id(f)] = len(self.all)
            self.all.append(f)
        return found

    def type(self, params: bytes, results: bytes) -> int:
        return self.types.setdefault((params, results), len(self.types))


class _Code:
    """The code of one function."""

    def __init__(self, function: Function, functions: _Functions, variables: dict[int, int]) -> None:
        self.functions = functions
        self.variables = variables  # numbers, by identity
        self.code = bytearray()
        self.depth = 0
        self.depths: dict[int, int] = {}  # of the blocks around, by identity
        self.locals = {id(local): k for k, local in enumerate(function.params)}
        # of what is written here, by identity: parameters that are constants, or other names of locals
        self.constants: dict[int, Value] = {}
        self.renamed: set[int] = set()
        self.own: list[Word] = []
        self.ends = Local(Word.I32), Local(Word.I32)
        self.params = len(function.params)
        self.within = [function]
        self.end = 0  # the depth of the block that a return leaves, 0 where it leaves the function
        self.most = 1 << 30  # bytes; beyond them, what is being written here becomes a call
        self.body(function.body)
        if function.results:
            self.code += op.TRAP.code  # the end is not reached

    def local(self, local: Local) -> bytes:
        number = self.locals.get(id(local))
        if number is None:
            number = self.locals[id(local)] = self.params + len(self.own)
            self.own.append(local.type)
        return _SHORT[number] if number < 1024 else unsigned(number)

    def body(self, body: Iterable[nodes.Stmt]) -> None:
        for s in body:
            _STATEMENTS[type(s)](self, s)
            if len(self.code) > self.most:
                raise _TooMuchError

    # ------------------------------------------------------------------ calls

    def call(self, f: Function, args: Sequence[Value]) -> None:
        if not self.inlined(f, args):
            for x in args:
                self.value(x)
            self.code.append(0x10)
            self.code += unsigned(self.functions.number(f))

    def operands(self, f: Function, args: Sequence[Value]) -> None:
        """Gives the parameters of a function that is written here their values. What nobody changes meanwhile is not
        copied: constants, and locals where nothing else is evaluated after them."""
        last = len(args)
        while last and args[last - 1].op in _KEPT:
            last -= 1
        kept, own = [], []
        for k, (param, x) in enumerate(zip(f.params, args, strict=True)):
            if x.arg is param:
                continue  # a piece that was cut out shares locals with what it was cut from
            if not param.written and (x.op in _CONSTANTS or (k >= last and x.op in _GETS)):
                kept.append((param, x))
            else:
                self.value(x)
                own.append(param)
        for param, x in kept:
            value = self.constants.get(id(x.arg), x)
            if value.op in _CONSTANTS:
                self.constants[id(param)] = value
            else:
                self.constants.pop(id(param), None)
                self.local(x.arg)  # type: ignore[arg-type]
                self.locals[id(param)] = self.locals[id(x.arg)]
                self.renamed.add(id(param))
        for param in reversed(own):
            self.constants.pop(id(param), None)
            if id(param) in self.renamed:
                self.renamed.remove(id(param))
                del self.locals[id(param)]
            self.code += b"\x21" + self.local(param)

    def inlined(self, f: Function, args: Sequence[Value]) -> bool:
        """Writes a function here, with its operands, unless that would be too long."""
        once = f.calls == 1 and len(self.code) < LONG
        if f.imported or f in self.within or len(self.within) > self.functions.within:
            return False
        if not once and (f.exported or id(f) in self.functions.long or _only_ends(f)):
            return False
        start, outer = len(self.code), (self.end, self.most, self.depth)
        self.operands(f, args)
        self.code.append(0x02)
        if len(f.results) < 2:
            self.code.append(f.results[0].value if f.results else _EMPTY)
        else:
            self.code += signed(self.functions.type(b"", _type(f)[1]))
        self.depth += 1
        self.end, self.most = self.depth, min(self.most, LONG if once else len(self.code) + SHORT)
        self.within.append(f)
        try:
            self.within_block(f)
            done = True
        except _TooMuchError:
            done = False
            del self.code[start:]
            self.functions.long.add(id(f))
        self.within.pop()
        self.end, self.most, self.depth = outer
        return done

    def within_block(self, f: Function) -> None:
        """The body of a function that is written here, up to the end of its block."""
        last = f.body[-1] if f.body else None
        if isinstance(last, nodes.Return):
            self.body(f.body[:-1])
            for x in last.values:
                self.value(x)
        else:
            self.body(f.body)
            if f.results:
                self.code += op.TRAP.code  # the end is not reached
        self.code.append(0x0B)
        if len(self.code) > self.most:
            raise _TooMuchError

    def value(self, x: Value) -> None:
        o, code = x.op, self.code
        if o in _GETS:
            if id(x.arg) in self.constants:
                self.value(self.constants[id(x.arg)])
            else:
                code += o.code
                code += self.local(x.arg)  # type: ignore[arg-type]
        elif o in _CONSTANTS:
            code += o.code
            if o.result is Word.I32 or o.result is Word.I64:
                code += _SIGNED.get(x.arg) or signed(x.arg)  # type: ignore[arg-type]
            else:
                code += struct.pack("<f" if o.result is Word.F32 else "<d", x.arg)
        elif o is op.COPY and 0 <= (known(x.src[2]) or -1) <= MOST_UNROLLED:
            self.copy(x)
        elif o in _PLAIN:
            for y in x.src:
                self.value(y)
            code += o.code
        elif o in _LOADS:
            self.value(x.src[0])
            code += o.code
            code.append(0)
            code += unsigned(x.arg)  # type: ignore[arg-type]
        elif o in _GLOBALS:
            code += o.code
            code += unsigned(self.variables[id(x.arg)])
        elif o in _CALLS:
            self.call(x.arg, x.src)  # type: ignore[arg-type]
        elif o in _EITHERS:
            self.value(x.src[0])
            assert o.result is not None
            code += bytes((0x04, o.result.value))
            self.depth += 1
            self.value(x.src[1])
            code.append(0x05)
            self.value(x.src[2])
            code.append(0x0B)
            self.depth -= 1
        elif o in _SEQUENCES:
            self.body(x.arg)  # type: ignore[arg-type]
            self.value(x.src[0])
        else:
            assert o is op.CALL_NUMBERED
            self.value(x.src[0])
            code += o.code
            code += unsigned(self.functions.type(b"", b""))
            code.append(0)

    def copy(self, x: Value) -> None:
        """Copies a known number of bytes: all are read before the first is written, as the ranges may overlap."""
        to, start, size = x.src
        self.value(to)
        self.value(start)
        pair = []
        for local in reversed(self.ends):
            pair.append(self.local(local))
            self.code += b"\x21" + pair[-1]
        at, left, stores = 0, known(size) or 0, []
        for width, read, write in _CHUNKS:
            while left >= width:
                self.code += b"\x20" + pair[1] + b"\x20" + pair[0] + read + unsigned(at)
                stores.append(write + unsigned(at))
                at, left = at + width, left - width
        self.code += b"".join(reversed(stores))

    def set(self, s: nodes.Set) -> None:
        self.value(s.value)
        self.code.append(0x21)
        self.code += self.local(s.local)

    def set_global(self, s: nodes.SetGlobal) -> None:
        self.value(s.value)
        self.code.append(0x24)
        self.code += unsigned(self.variables[id(s.to)])

    def store(self, s: nodes.Store) -> None:
        self.value(s.address)
        self.value(s.value)
        self.code += s.op.code
        self.code.append(0)
        self.code += unsigned(s.distance)

    def call_into(self, s: nodes.CallInto) -> None:
        self.call(s.function, s.args)
        for local in reversed(s.locals):
            self.code.append(0x21)
            self.code += self.local(local)

    def if_(self, s: nodes.If) -> None:
        self.value(s.cond)
        self.code += bytes((0x04, _EMPTY))
        self.depth += 1
        self.body(s.then)
        if s.orelse:
            self.code.append(0x05)
            self.body(s.orelse)
        self.depth -= 1
        self.code.append(0x0B)

    def block(self, s: nodes.Block | nodes.Loop) -> None:
        self.code += bytes((0x02 if isinstance(s, nodes.Block) else 0x03, _EMPTY))
        self.depth += 1
        self.depths[id(s)] = self.depth
        self.functions.blocks.append(s)
        self.body(s.body)
        self.depth -= 1
        self.code.append(0x0B)

    def jump(self, s: nodes.Jump) -> None:
        if s.when is not None:
            self.value(s.when)
        self.code.append(0x0C if s.when is None else 0x0D)
        self.code += unsigned(self.depth - self.depths[id(s.to)])

    def switch(self, s: nodes.Switch) -> None:
        self.value(s.number)
        self.code.append(0x0E)
        self.code += unsigned(len(s.to) - 1)
        for block in s.to:
            self.code += unsigned(self.depth - self.depths[id(block)])

    def return_(self, s: nodes.Return) -> None:
        for x in s.values:
            self.value(x)
        if self.end:
            self.code.append(0x0C)
            self.code += unsigned(self.depth - self.end)
        else:
            self.code.append(0x0F)

    def do(self, s: nodes.Do) -> None:
        self.value(s.value)
        if s.value.type is not None:
            self.code.append(0x1A)

    def whole(self) -> bytes:
        """The entry of the section of code. Raises TooLongError."""
        if len(self.code) > MOST_FUNCTION:
            raise TooLongError(len(self.code))
        groups: list[list[int]] = []
        for word in self.own:
            if groups and groups[-1][1] == word.value:
                groups[-1][0] += 1
            else:
                groups.append([1, word.value])
        head = unsigned(len(groups)) + b"".join(unsigned(n) + bytes((word,)) for n, word in groups)
        return unsigned(len(head) + len(self.code) + 1) + head + bytes(self.code) + b"\x0b"


_STATEMENTS: dict[type[nodes.Stmt], Callable[[_Code, Any], None]] = {
    nodes.Set: _Code.set,
    nodes.SetGlobal: _Code.set_global,
    nodes.Store: _Code.store,
    nodes.CallInto: _Code.call_into,
    nodes.If: _Code.if_,
    nodes.Block: _Code.block,
    nodes.Loop: _Code.block,
    nodes.Jump: _Code.jump,
    nodes.Switch: _Code.switch,
    nodes.Return: _Code.return_,
    nodes.Do: _Code.do,
}


def encoded(module: Module, pages: int, within: int = MOST_WITHIN) -> bytes:
    """The module; `memory` and its exported functions and variables that change are exports. pages: of memory. within:
    how deep functions are written within each other.

    Raises TooLongError.
    """
    given = [g for g in module.globals if g.given]
    own = [g for g in module.globals if not g.given]
    variables = {id(g): k for k, g in enumerate([*given, *own])}
    module.blocks.clear()
    functions = _Functions(module, within)
    bodies, of = [], []
    for f in functions.all:  # which grows meanwhile
        of.append(functions.type(*_type(f)))
        if not f.imported:
            bodies.append(_Code(f, functions, variables).whole())
    imported = [(f, t) for f, t in zip(functions.all, of, strict=True) if f.imported]
    imports = [_IMPORTS + _name(f.name) + b"\x00" + unsigned(t) for f, t in imported]
    first = len(imports)
    imports += [_IMPORTS + _name(g.name) + b"\x03" + bytes((g.type.value, 0)) for g in given]
    exports = [_name("memory") + b"\x02\x00"]
    exports += [_name(f.name) + b"\x00" + unsigned(k) for k, f in enumerate(functions.all) if f.exported]
    exports += [_name(g.name) + b"\x03" + unsigned(variables[id(g)]) for g in own]
    sections = [
        (1, [b"\x60" + _sized(params) + _sized(results) for params, results in functions.types]),
        (2, imports),
        (3, [unsigned(t) for t in of[first:]]),
        (4, [b"\x70\x00" + unsigned(len(module.numbered))] if module.numbered else []),
        (5, [b"\x00" + unsigned(pages)]),
        (6, [bytes((g.type.value, 1)) + op.CONST[g.type].code + signed(g.start) + b"\x0b" for g in own]),
        (7, exports),
        (9, [b"\x00\x41\x00\x0b" + _vector([unsigned(functions.number(f)) for f in module.numbered])]
            if module.numbered else []),
        (10, bodies),
        (11, [b"\x00\x41" + signed(at) + b"\x0b" + _sized(data) for at, data in module.data]),
    ]  # fmt: skip
    out = b"\0asm\1\0\0\0"
    for number, items in sections:
        if items:
            out += bytes((number,)) + _sized(_vector(items))
    return out


def _only_ends(f: Function, depth: int = 4) -> bool:
    """Whether a function ends the call of the engine, whatever it is given."""
    last = f.body[-1].value if f.body and isinstance(f.body[-1], nodes.Do) else None
    if last is None or not depth:
        return False
    return last.op is op.TRAP or (isinstance(last.arg, Function) and _only_ends(last.arg, depth - 1))


def _type(f: Function) -> tuple[bytes, bytes]:
    return bytes(local.type.value for local in f.params), bytes(word.value for word in f.results)


def _sized(data: bytes) -> bytes:
    return unsigned(len(data)) + data


def _vector(items: Sequence[bytes]) -> bytes:
    return unsigned(len(items)) + b"".join(items)


def _name(text: str) -> bytes:
    return _sized(text.encode())
