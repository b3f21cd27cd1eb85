"""The nodes of expressions: trees whose only side effects are those of the functions and intrinsics that they run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakValueDictionary

from ludparse.support.process import after_fork

from .entries import Type
from .intrinsics import Run
from .operations import Op

if TYPE_CHECKING:
    from .program import Function

__all__ = ["Expr", "Payload", "Var", "define_operators"]


@dataclass(eq=False, slots=True)
class Var:
    """A local variable of one function."""

    name: str
    type: Type


@dataclass(frozen=True, eq=False, init=False, slots=True, weakref_slot=True)
class Expr:
    """One expression node. Equal nodes are the same object, as long as somebody holds it: compare them with `is`. Build
    them with `expressions`, which folds constants.

    src: the operands; arg: its meaning is given by the operation's entry (`Entry.argument`).
    """

    op: Op
    type: Type
    src: tuple[Expr, ...]
    arg: Payload
    runs_: tuple[Expr, ...] = field(init=False, repr=False)  # memo of `walk.runs`
    below_: tuple[Expr, ...] = field(init=False, repr=False)  # memo of `walk.subexpressions`

    def __new__(cls, op: Op, type: Type, src: tuple[Expr, ...] = (), arg: Payload = None) -> Expr:
        # operands, locals and functions by identity: the table must not hold what holds the node
        plain = arg is None or arg.__class__ in _PLAIN
        key = (op, type, arg if plain else repr(arg) if arg.__class__ is float else id(arg), *map(id, src))
        with _INTERNING:
            x = _NODES.get(key)
            if x is None:
                x = _NODES[key] = object.__new__(cls)
                for name, value in (("op", op), ("type", type), ("src", src), ("arg", arg)):
                    object.__setattr__(x, name, value)
        return x

    @property
    def is_const(self) -> bool:
        return self.op is Op.CONST

    @property
    def const(self) -> int:
        """The value of a CONST (BOOL as 0/1)."""
        assert self.op is Op.CONST
        return self.arg  # type: ignore[return-value]

    @property
    def number(self) -> float:
        """The value of a CONST of any type."""
        assert isinstance(self.arg, int | float)
        return self.arg

    @property
    def var(self) -> Var:
        """The local that a VAR reads."""
        assert isinstance(self.arg, Var)
        return self.arg

    @property
    def name(self) -> str:
        """The slot, field, capacity or table that the node is about."""
        assert isinstance(self.arg, str)
        return self.arg

    @property
    def called(self) -> Function:
        """The function that a CALL calls."""
        assert self.op is Op.CALL
        return self.arg  # type: ignore[return-value]

    @property
    def run(self) -> Run:
        """What a RUN runs."""
        assert isinstance(self.arg, Run)
        return self.arg

    # Operators build nodes. `<` and its like compare numbers; `&`, `|`, `~` join conditions, `&`, `|`, `-` sets, `&`,
    # `|` the bits of numbers. Equality is `eq` and `ne` of `expressions`, because expressions are keys.
    def __add__(self, other: Expr | int) -> Expr:
        return _OPERATORS["add"](self, other)

    def __radd__(self, other: int) -> Expr:
        return _OPERATORS["add"](other, self)

    def __sub__(self, other: Expr | int) -> Expr:
        return _OPERATORS["sub"](self, other)

    def __rsub__(self, other: int) -> Expr:
        return _OPERATORS["sub"](other, self)

    def __mul__(self, other: Expr | int) -> Expr:
        return _OPERATORS["mul"](self, other)

    def __rmul__(self, other: int) -> Expr:
        return _OPERATORS["mul"](other, self)

    def __lt__(self, other: Expr | int) -> Expr:
        return _OPERATORS["lt"](self, other)

    def __le__(self, other: Expr | int) -> Expr:
        return _OPERATORS["le"](self, other)

    def __gt__(self, other: Expr | int) -> Expr:
        return _OPERATORS["gt"](self, other)

    def __ge__(self, other: Expr | int) -> Expr:
        return _OPERATORS["ge"](self, other)

    def __and__(self, other: Expr | int) -> Expr:
        return _OPERATORS["and"](self, other)

    def __rand__(self, other: int) -> Expr:
        return _OPERATORS["and"](other, self)

    def __or__(self, other: Expr | int) -> Expr:
        return _OPERATORS["or"](self, other)

    def __ror__(self, other: int) -> Expr:
        return _OPERATORS["or"](other, self)

    def __invert__(self) -> Expr:
        return _OPERATORS["not"](self)

    def __bool__(self) -> bool:
        raise TypeError("an expression has no value until the game is played: `if_`, `select`, `is_const` ask about it")


_PLAIN = {int, str, bool}
_NODES: WeakValueDictionary[tuple[object, ...], Expr] = WeakValueDictionary()
_INTERNING = Lock()
_OPERATORS: dict[str, Callable[..., Expr]] = {}


def _after_fork() -> None:
    global _INTERNING
    _INTERNING = Lock()  # another thread of the parent may have held it


after_fork(_after_fork)


def define_operators(**meanings: Callable[..., Expr]) -> None:
    """Says what the operators of `Expr` build; `expressions.py` does."""
    _OPERATORS.update({name.strip("_"): build for name, build in meanings.items()})


Payload: TypeAlias = "int | float | str | Var | Function | Run | None"
"""What `Expr.arg` may hold."""
