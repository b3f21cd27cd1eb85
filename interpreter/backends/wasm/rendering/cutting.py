"""Cuts functions that are too long to be compiled: runs of their statements become functions of their own.

Compiling a function takes memory and time by more than its length, and rules of the largest games (hundreds of kinds of
pieces) are written as one. A run is cut out where no jump leads out of it and nothing returns in it. What it shares
with the rest of its function it is given, and gives back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ....low import nodes
from ....low import operations as op
from ....low.nodes import Body, CallInto, Do, Function, Local, Module, Return, Stmt, Value, call, get

__all__ = ["PIECE", "cut_long"]

PIECE = 8_000
"""Nodes of a piece: some 20,000 bytes."""
_MOST_SHARED = 64
"""Locals that a run may share with the rest."""
_GETS, _SEQUENCES = {*op.GET.values()}, {*op.SEQUENCE.values()}


def cut_long(module: Module, piece: int = PIECE) -> None:
    """Cuts every function of more than two pieces."""
    for fn in list(module.functions):
        sizes: dict[int, int] = {}
        if _size(fn.body, sizes) > 2 * piece:
            module.functions += _Cut(fn, piece, sizes).pieces


def _size(body: Sequence[Stmt], sizes: dict[int, int]) -> int:
    """The nodes of statements, noted for each of them and for those within."""
    whole = 0
    for s in body:
        size = 1 + sum(_size(inner, sizes) for inner in _bodies(s)) + sum(_value_size(x, sizes) for x in _values(s))
        sizes[id(s)] = size
        whole += size
    return whole


def _value_size(x: Value, sizes: dict[int, int]) -> int:
    within = _size(x.arg, sizes) if x.op in _SEQUENCES else 0  # type: ignore[arg-type]
    return 1 + within + sum(_value_size(y, sizes) for y in x.src)


@dataclass(slots=True)
class _About:
    """What statements consist of. size: their nodes. locals: how often each is read or written. written: those that are
    written. around, to: blocks and loops in them, and those to which they jump. returns: whether one returns."""

    size: int = 0
    locals: Counter[int] = field(default_factory=Counter)
    written: dict[int, Local] = field(default_factory=dict)
    named: dict[int, Local] = field(default_factory=dict)
    around: set[int] = field(default_factory=set)
    to: set[int] = field(default_factory=set)
    returns: bool = False

    def body(self, body: Sequence[Stmt]) -> None:
        for s in body:
            self.stmt(s)

    def stmt(self, s: Stmt) -> None:
        self.size += 1
        if isinstance(s, nodes.Set):
            self._write(s.local)
        elif isinstance(s, CallInto):
            for local in s.locals:
                self._write(local)
        elif isinstance(s, nodes.Block | nodes.Loop):
            self.around.add(id(s))
        elif isinstance(s, nodes.Jump):
            self.to.add(id(s.to))
        elif isinstance(s, nodes.Switch):
            self.to |= set(map(id, s.to))
        elif isinstance(s, Return):
            self.returns = True
        for x in _values(s):
            self._value(x)
        for inner in _bodies(s):
            self.body(inner)

    def _value(self, x: Value) -> None:
        self.size += 1
        if x.op in _GETS:
            assert isinstance(x.arg, Local)
            self._name(x.arg)
        elif x.op in _SEQUENCES:
            self.body(x.arg)  # type: ignore[arg-type]
        for y in x.src:
            self._value(y)

    def _write(self, local: Local) -> None:
        self.written[id(local)] = local
        self._name(local)

    def _name(self, local: Local) -> None:
        self.locals[id(local)] += 1
        self.named[id(local)] = local

    @property
    def closed(self) -> bool:
        """Whether one goes on behind the statements, wherever one has been in them."""
        return not self.returns and self.to <= self.around

    def joined(self, other: _About) -> _About:
        return _About(
            self.size + other.size, self.locals + other.locals, self.written | other.written, self.named | other.named,
            self.around | other.around, self.to | other.to, self.returns or other.returns,
        )  # fmt: skip


def _about(s: Stmt) -> _About:
    about = _About()
    about.stmt(s)
    return about


class _Cut:
    """One function. sizes: of its statements, by identity."""

    def __init__(self, fn: Function, piece: int, sizes: dict[int, int]) -> None:
        self.fn = fn
        self.piece = piece
        self.sizes = sizes
        about = _About()
        about.body(fn.body)
        self.all = about.locals + Counter(map(id, fn.params))
        """How often the function names each local."""
        self.pieces: list[Function] = []
        fn.body[:] = self.body(fn.body, in_loop=False)

    def body(self, body: Sequence[Stmt], in_loop: bool) -> Body:
        """The statements, with those cut out that make it too long."""
        out: Body = []
        run: list[Stmt] = []
        about = _About()
        for s in body:
            if self.sizes[id(s)] > self.piece:
                self.within(s, in_loop)
            one = _about(s)
            joined = about.joined(one)
            if not one.closed or joined.size > 2 * self.piece:
                out += self.cut(run, about, in_loop)
                run, about = [], _About()
                joined = one
            if one.closed:
                run.append(s)
                about = joined
            else:
                out.append(s)
        return [*out, *self.cut(run, about, in_loop)]

    def within(self, s: Stmt, in_loop: bool) -> None:
        """Cuts what stands in a long statement."""
        for inner in _bodies(s):
            inner[:] = self.body(inner, in_loop or isinstance(s, nodes.Loop))
        for x in _values(s):
            self.in_value(x, in_loop)

    def in_value(self, x: Value, in_loop: bool) -> None:
        if x.op in _SEQUENCES:
            x.arg = tuple(self.body(x.arg, in_loop))  # type: ignore[arg-type]
        for y in x.src:
            self.in_value(y, in_loop)

    def cut(self, run: list[Stmt], about: _About, in_loop: bool) -> Sequence[Stmt]:
        """What stands for a run of closed statements: a call of what they have become, or they themselves."""
        if about.size <= self.piece // 2:
            return run
        first = _set_first(run) if in_loop else about.named.keys()
        shared = [local for k, local in about.named.items() if self.all[k] > about.locals[k] or k not in first]
        given_back = [local for local in shared if id(local) in about.written]
        if len(shared) > _MOST_SHARED:
            return run
        words = [local.type for local in given_back]
        made = Function(f"{self.fn.name}_{len(self.pieces) + 1}", shared, words, rules=self.fn.rules)
        made.body += run
        args = tuple(map(get, shared))
        if given_back:
            made.body.append(Return(tuple(map(get, given_back))))
        self.pieces.append(made)
        self.all += Counter(map(id, [*shared, *given_back]))
        self.all -= about.locals
        return [CallInto(given_back, made, args) if given_back else Do(call(made, *args))]


def _set_first(run: Sequence[Stmt]) -> set[int]:
    """The locals to which a run gives a value before it reads them: then it does not matter what they were in the
    iteration of a loop before."""
    first: set[int] = set()
    seen: set[int] = set()
    for s in run:
        locals_ = _about(s).locals
        if isinstance(s, nodes.Set) and id(s.local) not in seen and locals_[id(s.local)] == 1:
            first.add(id(s.local))
        seen |= locals_.keys()
    return first


def _values(s: Stmt) -> Iterator[Value]:
    """The values of a statement alone."""
    if isinstance(s, nodes.Set | nodes.SetGlobal | Do):
        yield s.value
    elif isinstance(s, nodes.Store):
        yield s.address
        yield s.value
    elif isinstance(s, CallInto):
        yield from s.args
    elif isinstance(s, nodes.If):
        yield s.cond
    elif isinstance(s, nodes.Jump):
        if s.when is not None:
            yield s.when
    elif isinstance(s, nodes.Switch):
        yield s.number
    elif isinstance(s, Return):
        yield from s.values


def _bodies(s: Stmt) -> tuple[Body, ...]:
    """The statements within a statement."""
    if isinstance(s, nodes.If):
        return s.then, s.orelse
    return (s.body,) if isinstance(s, nodes.Block | nodes.Loop) else ()
