"""Compiles the small language (`words.py`) to the low form: the functions that are asked for, and what they call."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from . import operations as op
from . import words as language
from .nodes import (
    Block,
    Body,
    CallInto,
    Do,
    Function,
    Global,
    If,
    Jump,
    Local,
    Loop,
    Module,
    Return,
    Set,
    SetGlobal,
    Store,
    Value,
    binary,
    call,
    const,
    either,
    get,
    known,
    load,
    number,
)
from .operations import Word
from .words import BuiltIn, Known, Outside

__all__ = ["SmallError", "SmallLanguage", "constants_of"]

I32, I64 = Word.I32, Word.I64
_BINARY: dict[type[ast.operator], op.Family] = {
    ast.Add: op.ADD, ast.Sub: op.SUB, ast.Mult: op.MUL, ast.FloorDiv: op.DIV, ast.Mod: op.REM, ast.BitAnd: op.AND,
    ast.BitOr: op.OR, ast.BitXor: op.XOR, ast.LShift: op.SHL, ast.RShift: op.SHR, ast.Div: op.DIV,
}  # fmt: skip
_COMPARED: dict[type[ast.cmpop], op.Family] = {
    ast.Eq: op.EQ, ast.NotEq: op.NE, ast.Lt: op.LT, ast.LtE: op.LE, ast.Gt: op.GT, ast.GtE: op.GE,
}  # fmt: skip

Words = list[Value]
"""A set: one value for each word."""


class SmallError(Exception):
    """A text in the small language is not valid; says where."""


@cache
def _definitions(module: str) -> dict[str, ast.FunctionDef]:
    """The functions of a module, as syntax."""
    tree = ast.parse(Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8"))
    return {x.name: x for x in tree.body if isinstance(x, ast.FunctionDef)}


@cache
def constants_of(function: FunctionType) -> int:
    """How many of a function's parameters are constant; these are the first ones."""
    params = _definitions(function.__module__)[function.__name__].args.args
    return sum(isinstance(a.annotation, ast.Name) and a.annotation.id == "constant" for a in params)


@cache
def _single_value(function: FunctionType) -> tuple[str, ast.expr] | None:
    """The parameter and the value of a function that has one of each, and no constant or set among them; the value
    reads the parameter once. Such a function is written where it is called."""
    source = _definitions(function.__module__)[function.__name__]
    body = [s for s in source.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    if len(source.args.args) != 1 or len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None:
        return None
    (param,), value = source.args.args, body[0].value
    if _is_set(param.annotation) or _is_set(source.returns) or constants_of(function):
        return None
    if any(isinstance(x, ast.Call) for x in ast.walk(value)):
        return None
    reads = sum(isinstance(x, ast.Name) and x.id == param.arg for x in ast.walk(value))
    return (param.arg, value) if reads == 1 else None


class SmallLanguage:
    """Compiles functions into a module of the low form.

    words: of a set. game: what `GAME` knows. outside: gives the functions that the renderer writes. registers: the
    classes that declare variables of the module.
    """

    def __init__(
        self, module: Module, words: int, game: Mapping[str, Value | int], outside: Callable[[str], Function],
        *registers: type,
    ) -> None:  # fmt: skip
        self.module = module
        self.words = words
        self.game = game
        self.outside = outside
        self._types = {name: WORD for r in registers for name, WORD in _registers(r).items()}
        self._globals: dict[str, Global] = {}
        self._functions: dict[tuple[FunctionType, tuple[int, ...]], Function] = {}
        self._todo: list[tuple[FunctionType, ast.FunctionDef, Function, tuple[int, ...]]] = []

    def register(self, name: str) -> Global:
        """A variable of the module."""
        if name not in self._globals:
            if name not in self._types:
                raise SmallError(f"there is no register {name}")
            self._globals[name] = made = Global(name, self._types[name])
            self.module.globals.append(made)
        return self._globals[name]

    def __getitem__(self, asked: Any) -> Function:
        """The compiled form of a function; its body is there after `finish`. With constant parameters: the function and
        their values."""
        function, *constants = asked if isinstance(asked, tuple) else (asked,)
        key = function, tuple(constants)
        made = self._functions.get(key)
        if made is None:
            source = _definitions(function.__module__)[function.__name__]
            params = [Local(t, a.arg) for a in source.args.args[len(constants) :] for t in self.words_of(a.annotation)]
            name = function.__name__ + "_".join(map(str, constants))
            made = self._functions[key] = Function(name, params, self.words_of(source.returns))
            self.module.functions.append(made)
            self._todo.append((function, source, made, key[1]))
        return made

    def words_of(self, annotation: ast.expr | None) -> list[Word]:
        """The words of a value of a type; none without one."""
        if annotation is None or (isinstance(annotation, ast.Constant) and annotation.value is None):
            return []
        assert isinstance(annotation, ast.Name), ast.dump(annotation)
        return [I64] * self.words if annotation.id == "words" else [language.WORDS[annotation.id]]

    def finish(self) -> None:
        """Compiles what was asked for."""
        while self._todo:
            _Body(self, *self._todo.pop())


@cache
def _registers(declared: type) -> dict[str, Word]:
    return {name: language.WORDS[str(kind)] for name, kind in declared.__annotations__.items()}


class _Body:
    """The body of one function."""

    def __init__(
        self, small: SmallLanguage, function: FunctionType, source: ast.FunctionDef, made: Function,
        constants: tuple[int, ...],
    ) -> None:  # fmt: skip
        self.small = small
        self.names = function.__globals__
        self.results = made.results
        self.sets: dict[str, list[Local]] = {}
        self.locals: dict[str, Local] = {}
        own = source.args.args
        # constant parameters, and variables of loops that are written out
        self.numbers = {a.arg: value for a, value in zip(own, constants, strict=False)}
        self.values: dict[str, Value] = {}  # of the parameters of a function that is written where it is called
        self.loops: list[tuple[Block, Block | Loop]] = []  # where `break` and `continue` go
        params = iter(made.params)
        for a in own[len(constants) :]:
            group = [next(params) for _ in small.words_of(a.annotation)]
            if _is_set(a.annotation):
                self.sets[a.arg] = group
            else:
                self.locals[a.arg] = group[0]
        self.out: Body = made.body
        self.where = f"{function.__module__}.{source.name}"
        for s in source.body:
            self.stmt(s)

    def wrong(self, x: ast.AST) -> SmallError:
        return SmallError(f"{self.where}, line {getattr(x, 'lineno', '?')}: not part of the language: {ast.unparse(x)}")

    # ------------------------------------------------------------------ expressions

    def resolved(self, x: ast.expr) -> Any:
        """What a name stands for in the Python module."""
        if not isinstance(x, ast.Name) or x.id not in self.names:
            raise self.wrong(x)
        return self.names[x.id]

    def constant(self, x: ast.expr) -> int | None:
        """The value of an expression that is known now."""
        if isinstance(x, ast.Constant) and isinstance(x.value, int):
            return int(x.value)
        if isinstance(x, ast.Name):
            if x.id in self.numbers:
                return self.numbers[x.id]
            value = None if x.id in self.locals or x.id in self.sets else self.names.get(x.id)
            return value if isinstance(value, int) else None
        if isinstance(x, ast.Attribute) and isinstance(self.names.get(getattr(x.value, "id", "")), Known):
            bound = self.small.game[x.attr]
            return bound if isinstance(bound, int) else known(bound)
        if isinstance(x, ast.BinOp):
            a, b = self.constant(x.left), self.constant(x.right)
            return None if a is None or b is None else _folded(x.op, a, b)
        if isinstance(x, ast.Compare) and len(x.ops) == 1:
            a, b = self.constant(x.left), self.constant(x.comparators[0])
            if a is None or b is None:
                return None
            return known(binary(_COMPARED[type(x.ops[0])], number(a), number(b)))
        if isinstance(x, ast.UnaryOp) and isinstance(x.op, ast.USub):
            a = self.constant(x.operand)
            return None if a is None else -a
        return None

    def e(self, x: ast.expr, word: Word | None = None) -> Value:
        """A value. word: of a constant, where nothing else says it."""
        value = self.constant(x)
        if value is not None:
            return const(word or I32, value)
        if isinstance(x, ast.Name):
            if x.id in self.values:
                return self.values[x.id]
            if x.id not in self.locals:
                raise self.wrong(x)
            return get(self.locals[x.id])
        if isinstance(x, ast.Attribute):
            namespace = self.resolved(x.value)
            if isinstance(namespace, Known):
                bound = self.small.game[x.attr]
                assert isinstance(bound, Value)
                return bound
            register = self.small.register(x.attr)
            return Value(op.GLOBAL[register.type], (), register)
        if isinstance(x, ast.BinOp):
            return self.pair(_BINARY[type(x.op)], x.left, x.right, word)
        if isinstance(x, ast.Compare):
            if len(x.ops) != 1:
                raise self.wrong(x)
            return self.pair(_COMPARED[type(x.ops[0])], x.left, x.comparators[0], None)
        if isinstance(x, ast.UnaryOp):
            operand = self.e(x.operand, word)
            assert operand.type is not None
            if isinstance(x.op, ast.Not):
                return operand.is_zero
            if isinstance(x.op, ast.Invert):
                return ~operand
            return const(operand.type, 0) - operand
        if isinstance(x, ast.BoolOp):
            *first, last = x.values
            value_ = self.e(last)
            for y in reversed(first):
                a = self.e(y)
                both = isinstance(x.op, ast.And)
                value_ = either(a, value_, number(0)) if both else either(a, number(1), value_)
            return value_
        if isinstance(x, ast.IfExp):
            decided = self.constant(x.test)
            if decided is not None:
                return self.e(x.body if decided else x.orelse, word)
            a, b = self.e(x.body, word), self.e(x.orelse, word)
            return either(self.e(x.test), a, b if b.type is a.type else self.e(x.orelse, a.type))
        if isinstance(x, ast.Subscript):
            k = self.constant(x.slice)
            assert k is not None and isinstance(x.value, ast.Name), ast.unparse(x)
            return get(self.sets[x.value.id][k])
        if isinstance(x, ast.Call):
            return self.call(x, word)
        raise self.wrong(x)

    def pair(self, family: op.Family, left: ast.expr, right: ast.expr, word: Word | None) -> Value:
        """An operation on two values, of which one may be a constant of the other's type."""
        if self.constant(left) is not None:
            b = self.e(right, word)
            return binary(family, self.e(left, b.type), b)
        a = self.e(left, word)
        return binary(family, a, self.e(right, a.type))

    def call(self, x: ast.Call, word: Word | None = None) -> Value:
        target = self.resolved(x.func)
        if target is language.any_of:
            return self.joined(self.set(x.args[0])).differs(0)
        if isinstance(target, BuiltIn):
            return self.built_in(target, x, word)
        single = _single_value(target) if isinstance(target, FunctionType) else None
        if single is not None:
            return self.single(target, *single, x.args[0])
        return call(*self.called(target, x))

    def single(self, function: FunctionType, param: str, value: ast.expr, operand: ast.expr) -> Value:
        """A function of one value, written where it is called."""
        source = _definitions(function.__module__)[function.__name__]
        (word,), (result,) = self.small.words_of(source.args.args[0].annotation), self.small.words_of(source.returns)
        given = {param: self.e(operand, word)}
        outer = self.names, self.values, self.locals, self.numbers
        self.names, self.values, self.locals, self.numbers = function.__globals__, given, {}, {}
        made = self.e(value, result)
        self.names, self.values, self.locals, self.numbers = outer
        return made

    def built_in(self, target: BuiltIn, x: ast.Call, word: Word | None) -> Value:
        operation, args = target.operation, x.args
        if target.by_bits is not None:
            bits, *args = args
            operation = target.by_bits[self.constant(bits)]  # type: ignore[index]
            return Value(operation, tuple(self.e(a, w) for a, w in zip(args, operation.operands, strict=True)), 0)
        assert operation is not None
        if isinstance(operation, dict):
            first = self.e(args[0], word)
            assert first.type is not None
            operation = operation[first.type]
            return Value(
                operation, (first, *(self.e(a, w) for a, w in zip(args[1:], operation.operands[1:], strict=True)))
            )
        if target.distance:
            distance = 0 if len(args) == 1 else self.constant(args[1])
            assert distance is not None, ast.unparse(x)
            return Value(operation, (self.e(args[0]),), distance)
        return Value(operation, tuple(self.e(a, w) for a, w in zip(args, operation.operands, strict=True)))

    def called(self, target: Any, x: ast.Call) -> tuple[Any, ...]:
        """The function that is called, and its operands."""
        operands = x.args
        if isinstance(target, Outside):
            function = self.small.outside(target.name)
        elif isinstance(target, FunctionType) and target not in language.ON_SETS:
            n = constants_of(target)
            function = self.small[(target, *map(self.constant, x.args[:n]))]
            operands = x.args[n:]
        else:
            raise self.wrong(x)
        args: list[Value] = []
        for a in operands:
            word = function.params[len(args)].type
            args += self.set(a) if self.is_set(a) else [self.e(a, word)]
        return function, *args

    # ------------------------------------------------------------------ sets

    def is_set(self, x: ast.expr) -> bool:
        if isinstance(x, ast.Name):
            return x.id in self.sets
        if isinstance(x, ast.BinOp):
            return self.is_set(x.left)
        if isinstance(x, ast.UnaryOp):
            return self.is_set(x.operand)
        if isinstance(x, ast.Call):
            target = self.resolved(x.func)
            if target in (language.no_words, language.load_words):
                return True
            if isinstance(target, FunctionType):
                return (
                    _is_set(_definitions(target.__module__)[target.__name__].returns)
                    if target not in language.ON_SETS
                    else False
                )
        return False

    def set(self, x: ast.expr) -> Words:
        """The words of a set."""
        count = self.small.words
        if isinstance(x, ast.Name):
            return [get(local) for local in self.sets[x.id]]
        if isinstance(x, ast.BinOp):
            pairs = zip(self.set(x.left), self.set(x.right), strict=True)
            return [binary(_BINARY[type(x.op)], a, b) for a, b in pairs]
        if isinstance(x, ast.UnaryOp) and isinstance(x.op, ast.Invert):
            return [~a for a in self.set(x.operand)]
        if isinstance(x, ast.Call):
            target = self.resolved(x.func)
            if target is language.no_words:
                return [const(I64, 0)] * count
            if target is language.load_words:
                at = Local(I32)
                self.out.append(Set(at, self.e(x.args[0])))
                return [load(64, get(at), 8 * k) for k in range(count)]
            function, *args = self.called(target, x)
            locals_ = [Local(I64) for _ in range(count)]
            self.out.append(CallInto(locals_, function, tuple(args)))
            return [get(local) for local in locals_]
        raise self.wrong(x)

    def joined(self, values: Words) -> Value:
        first, *rest = values
        for x in rest:
            first = first | x
        return first

    # ------------------------------------------------------------------ statements

    def inner(self, body: list[ast.stmt], made: Body) -> Body:
        outer, self.out = self.out, made
        for s in body:
            self.stmt(s)
        self.out = outer
        return made

    def stmt(self, s: ast.stmt) -> None:
        if isinstance(s, ast.Assign):
            if len(s.targets) != 1:
                raise self.wrong(s)
            self.assign(s.targets[0], s.value)
        elif isinstance(s, ast.AnnAssign):
            assert isinstance(s.target, ast.Name) and s.value is not None
            words = self.small.words_of(s.annotation)
            if _is_set(s.annotation):
                self.sets.setdefault(s.target.id, [Local(I64, s.target.id) for _ in words])
            else:
                self.locals.setdefault(s.target.id, Local(words[0], s.target.id))
            self.assign(s.target, s.value)
        elif isinstance(s, ast.AugAssign):
            self.assign(s.target, ast.BinOp(s.target, s.op, s.value))
        elif isinstance(s, ast.If):
            self.if_(s)
        elif isinstance(s, ast.While):
            self.while_(s)
        elif isinstance(s, ast.For):
            self.for_(s)
        elif isinstance(s, ast.Return):
            self.return_(s)
        elif isinstance(s, ast.Break):
            self.out.append(Jump(self.loops[-1][0]))
        elif isinstance(s, ast.Continue):
            self.out.append(Jump(self.loops[-1][1]))
        elif isinstance(s, ast.Expr):
            self.expression(s.value)
        elif not isinstance(s, ast.Pass):
            raise self.wrong(s)

    def assign(self, target: ast.expr, x: ast.expr) -> None:
        if isinstance(target, ast.Attribute):
            register = self.small.register(target.attr)
            self.out.append(SetGlobal(register, self.e(x, register.type)))
            return
        if isinstance(target, ast.Subscript):
            k = self.constant(target.slice)
            assert k is not None and isinstance(target.value, ast.Name)
            self.out.append(Set(self.sets[target.value.id][k], self.e(x, I64)))
            return
        if not isinstance(target, ast.Name):
            raise self.wrong(target)
        name = target.id
        if name in self.sets or (name not in self.locals and self.is_set(x)):
            values = self.set(x)
            locals_ = self.sets.setdefault(name, [Local(I64, name) for _ in values])
            for local, value in zip(locals_, values, strict=True):  # no operation mixes words
                self.out.append(Set(local, value))
            return
        local_ = self.locals.get(name)
        value = self.e(x, None if local_ is None else local_.type)
        if local_ is None:
            assert value.type is not None, ast.unparse(x)
            local_ = self.locals[name] = Local(value.type, name)
        self.out.append(Set(local_, value))

    def if_(self, s: ast.If) -> None:
        decided = self.constant(s.test)
        if decided is not None:
            for t in s.body if decided else s.orelse:
                self.stmt(t)
            return
        cond = self.e(s.test)
        self.out.append(If(cond, self.inner(s.body, []), self.inner(s.orelse, [])))

    def while_(self, s: ast.While) -> None:
        out, again = Block(), Loop()
        out.body.append(again)
        self.out.append(out)
        outer, self.out = self.out, again.body
        if self.constant(s.test) is None:
            self.out.append(Jump(out, self.e(s.test).is_zero))
        self.loops.append((out, again))
        self.inner(s.body, again.body)
        self.loops.pop()
        again.body.append(Jump(again))
        self.out = outer

    def for_(self, s: ast.For) -> None:
        assert isinstance(s.target, ast.Name) and isinstance(s.iter, ast.Call)
        over = self.names.get(s.iter.func.id) if isinstance(s.iter.func, ast.Name) else None
        if over in (language.each_word, language.each_word_down):
            numbers = range(self.small.words)
            for k in numbers if over is language.each_word else reversed(numbers):
                self.numbers[s.target.id] = k
                for t in s.body:
                    self.stmt(t)
            del self.numbers[s.target.id]
            return
        lo, hi = (ast.Constant(0), s.iter.args[0]) if len(s.iter.args) == 1 else s.iter.args
        end = Local(I32)
        self.out.append(Set(end, self.e(hi)))
        self.assign(s.target, lo)
        variable = self.locals[s.target.id]
        out, again, each = Block(), Loop(), Block()
        self.out.append(out)
        out.body.append(again)
        again.body += [Jump(out, get(variable) >= get(end)), each]
        self.loops.append((out, each))
        self.inner(s.body, each.body)
        self.loops.pop()
        again.body += [Set(variable, get(variable) + 1), Jump(again)]

    def return_(self, s: ast.Return) -> None:
        if s.value is None:
            values: Words = []
        elif self.is_set(s.value):
            values = self.set(s.value)
        else:
            values = [self.e(s.value, self.results[0])]
        self.out.append(Return(tuple(values)))

    def expression(self, x: ast.expr) -> None:
        """A call for its effects, or a text that explains."""
        if isinstance(x, ast.Constant):
            return
        if not isinstance(x, ast.Call):
            raise self.wrong(x)
        target = self.resolved(x.func)
        if isinstance(target, BuiltIn) and target.store:
            assert isinstance(target.operation, op.Operation)
            distance = 0 if len(x.args) == 2 else self.constant(x.args[2])
            assert distance is not None, ast.unparse(x)
            value = self.e(x.args[1], target.operation.operands[1])
            self.out.append(Store(target.operation, self.e(x.args[0]), value, distance))
        elif target is language.store_words:
            at = Local(I32)
            self.out.append(Set(at, self.e(x.args[0])))
            for k, word in enumerate(self.set(x.args[1])):
                self.out.append(Store(op.STORE[64], get(at), word, 8 * k))
        else:
            self.out.append(Do(self.call(x)))


def _is_set(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id == "words"


def _folded(operator: ast.operator, a: int, b: int) -> int | None:
    if isinstance(operator, ast.Add):
        return a + b
    if isinstance(operator, ast.Sub):
        return a - b
    if isinstance(operator, ast.Mult):
        return a * b
    if isinstance(operator, ast.FloorDiv):
        return a // b
    if isinstance(operator, ast.RShift):
        return a >> b
    if isinstance(operator, ast.LShift):
        return a << b
    return None
