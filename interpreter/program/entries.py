"""What one entry of the table of operations and intrinsics says (`operations.py`, `intrinsics.py`).

Everything that a verifier, a pass, a backend or a reader has to know of an operation is a field of its entry. Nobody
keeps a list of names of operations that have some property: a property that is needed becomes a field here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, Flag, auto


class Type(Enum):
    """Types of values.

    INT has 32 bits in two's complement and wraps, as Ludii's int does. FLOAT has 32 bits, as Ludii's float functions
    have; DOUBLE has 64, for the few places where Ludii computes in doubles. SET is a set of site indices below the
    program's width, LIST a growable list of INT that belongs to the function which made it.
    """

    INT = "int"
    BOOL = "bool"
    SET = "set"
    LIST = "list"
    FLOAT = "float"
    DOUBLE = "double"
    VOID = "void"

    __hash__ = object.__hash__  # part of what tells expressions apart


class Resource(Flag):
    """What a program works on, apart from its locals."""

    NOTHING = 0
    FIELDS = auto()  # fields of the state
    CONTEXT = auto()  # slots of the evaluation context
    TABLES = auto()  # constant tables and capacities: never written
    LISTS = auto()  # values in local lists
    MOVES = auto()  # moves and actions in the move buffer
    COUNTS = auto()  # how many moves and actions the buffer holds
    OPEN = auto()  # the actions of the move that is being put together
    MODE = auto()  # in which way moves are pushed
    RECORD = auto()  # the actions that were applied
    RECORD_SIZE = auto()  # how many they are, and where those of the present move begin
    ACTION = auto()  # the action that is being applied
    SAVED = auto()  # saved copies of the state
    RANDOM = auto()  # the state of the random numbers
    STEPS = auto()  # the count of steps, which has a limit


_OF_MOVES = Resource.MOVES | Resource.OPEN | Resource.RECORD | Resource.RECORD_SIZE
"""What is only there while moves are built. The record counts too: who reads it has moves of the buffer applied."""


class Argument(Enum):
    """What `Expr.arg` holds, or for an intrinsic `Run.name`."""

    NONE = "nothing"
    CONSTANT = "a number"
    LOCAL = "a local"
    SLOT = "a slot of the context"
    FIELD = "a field"
    ARRAY = "an array field"
    LIST = "a list field"
    CAPACITY = "a capacity"
    FLAT = "a flat table"
    RAGGED = "a ragged table"
    SETS = "a table of sets"
    RAYS = "a table of rays"
    GROUPS = "a table of groups"
    FUNCTION = "a function"
    INTRINSIC = "an intrinsic"
    ACTION = "a kind of action"


class Use(Enum):
    """What the value of an operand is used for, where its type does not tell."""

    VALUE = "value"
    MOVE = "the number of a move in the buffer"
    MARK = "a number of moves, as a place in the buffer"
    FUNCTION = "the index of a function without parameters"
    TEXT = "the index of a text of the program"
    DESTINATION = "the site to which a move goes"
    CONSTANT = "a number that is known before the game"


@dataclass(frozen=True, slots=True)
class Operand:
    """One operand by name. part: what tells the part of a move that it becomes, if it becomes one."""

    name: str
    use: Use = Use.VALUE
    part: Entry | None = None


@dataclass(frozen=True, slots=True)
class Signature:
    """Types of the operands, in order, and of the result."""

    operands: tuple[Type, ...]
    result: Type

    def __str__(self) -> str:
        return f"({', '.join(t.value for t in self.operands)}) → {self.result.value}"


Value = int | float
Fold = Callable[..., Value | None]
"""The value of an operation on constants; None where it fails, so that it has to be left for the game."""


class Failure(Enum):
    """Whether evaluating an operation may end in a rule error instead of a result."""

    NEVER = "no"
    ZERO = "the second operand is 0"
    RANGE = "an index is out of range"
    LIMIT = "something is too large"
    ALWAYS = "always: it does not return"


@dataclass(frozen=True, eq=False, slots=True)
class Entry:
    """One operation or intrinsic.

    signatures: the types it takes and gives, one for each way of using it; empty where they follow from the argument.
    variadic: it takes any number of operands of the type of the only one in its signature.
    folds: by the type of the first operand, its value on constants.
    calls: it runs functions of the program which it does not name. mode_aware: what it does depends on the way of
    pushing moves, and it is right in all of them. lasting: what is drawn while it runs remains drawn when the state is
    restored. text: how the printer writes it, `{0}` for the first operand and `{arg}` for the argument.
    """

    name: str
    doc: str
    signatures: tuple[Signature, ...] = ()
    operands: tuple[Operand, ...] = ()
    argument: Argument = Argument.NONE
    variadic: bool = False
    reads: Resource = Resource.NOTHING
    writes: Resource = Resource.NOTHING
    fails: Failure = Failure.NEVER
    calls: bool = False
    mode_aware: bool = False
    lasting: bool = False
    text: str = ""
    folds: dict[Type, Fold] = field(default_factory=dict)

    # what follows from the fields above; passes ask for it all the time
    draws: bool = field(init=False)
    """Whether it draws random numbers itself. What `calls` does not count, unless it is `lasting`: generators apply
    moves to a saved state, and going back to it restores the random numbers too."""
    needs_moves: bool = field(init=False)
    """Whether it needs the moves in the buffer themselves, so that counting them is not enough."""
    silent: bool = field(init=False)
    """Whether nothing but its result can be observed, and there always is one (see also `Failure.ZERO`)."""
    changes_any_field: bool = field(init=False)
    """Whether it may change fields that it does not name, or ends what would be observed of them."""
    state_only: bool = field(init=False)
    """Whether its result depends on nothing but operands, fields, tables and local lists."""

    def __post_init__(self) -> None:
        written, used = self.writes, self.reads | self.writes
        derived = {
            "draws": bool(written & Resource.RANDOM) and (self.lasting or not self.calls),
            "needs_moves": bool(used & _OF_MOVES) and not self.mode_aware,
            "silent": not written and self.fails in (Failure.NEVER, Failure.ZERO) and not self.calls,
            "changes_any_field": not self.returns
            or bool(written & Resource.RANDOM)
            or (bool(written & Resource.FIELDS) and self.argument is not Argument.LIST),
            "state_only": not self.reads & ~(Resource.FIELDS | Resource.TABLES | Resource.LISTS),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @property
    def returns(self) -> bool:
        """Whether what stands after it is reached."""
        return self.fails is not Failure.ALWAYS
