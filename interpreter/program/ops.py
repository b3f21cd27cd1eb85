"""The vocabulary of the rules program: types, expressions, statements, functions, state fields, tables.

A program is a set of functions over one flat state and one evaluation context. Expressions are trees without side
effects other than those of the functions they call; statements change the state, the context, locals or the move
buffer. What each operation accepts is said in `verifier.py`; what it does is said by the two backends, which render
the same program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any


class Type(Enum):
    """Value types. INT is a 32-bit signed integer, SET a set of site indices, LIST a growable list of INT."""

    INT = "int"
    BOOL = "bool"
    SET = "set"
    LIST = "list"
    FLOAT = "float"
    VOID = "void"


class Op(Enum):
    """Operations of expressions."""

    __hash__ = object.__hash__  # passes and backends look them up all the time

    CONST = auto()  # arg: int, bool or float
    VAR = auto()  # arg: Var
    CTX = auto()  # arg: context slot
    FIELD = auto()  # arg: field name; src: () or (index,); its initial value where the index is out of bounds
    FIELD_RAW = auto()  # the same where the index is known to be within bounds
    LEN = auto()  # arg: list field name -> number of its values
    CAP = auto()  # arg: capacity name -> its present size
    TABLE = auto()  # arg: table name; src: (index,); 0 out of bounds (rows: empty)
    ROW_LEN = auto()  # arg: ragged table; src: (row,)
    ROW_AT = auto()  # arg: ragged table; src: (row, position)
    SET_TABLE = auto()  # arg: table of sets; src: (index,)
    ROW_RUN = auto()  # arg: ragged table; src: (row, position, SET) -> first position from there of a value not in it
    SET_UNION = auto()  # arg: table of sets; src: (SET,) -> all that is in the sets at its members
    ROW_SET = auto()  # arg: ragged table; src: (row, lo, hi) -> the SET of the values at positions lo .. hi - 1
    # arithmetic on INT (FLOAT where both sides are)
    ADD = auto()
    SUB = auto()
    MUL = auto()
    DIV = auto()
    MOD = auto()
    NEG = auto()
    ABS = auto()
    MIN = auto()
    MAX = auto()
    POW = auto()
    SHL = auto()
    SHR = auto()
    BAND = auto()
    BOR = auto()
    TO_FLOAT = auto()
    TO_INT = auto()
    # comparisons -> BOOL
    EQ = auto()
    NE = auto()
    LT = auto()
    LE = auto()
    GT = auto()
    GE = auto()
    # BOOL
    AND = auto()
    OR = auto()
    NOT = auto()
    SELECT = auto()  # cond, a, b
    # SET
    SET_EMPTY = auto()
    SET_ONE = auto()  # index (ignored when out of the set's width)
    SET_RANGE = auto()  # lo, hi (exclusive)
    SET_OR = auto()
    SET_AND = auto()
    SET_DIFF = auto()
    SET_XOR = auto()
    SET_HAS = auto()  # set, index -> BOOL (False out of width)
    SET_COUNT = auto()
    SET_MIN = auto()  # lowest index or -1
    SET_MAX = auto()  # highest index or -1
    SET_NTH = auto()  # set, k -> k-th lowest
    SET_EQ = auto()
    SET_WHERE = auto()  # arg: ARRAY field; src: (value,) -> the indices at which the field has that value
    # LIST
    LIST_NEW = auto()  # a fresh list of the given INTs
    LIST_LEN = auto()
    LIST_AT = auto()
    LIST_HAS = auto()
    # calls
    CALL = auto()  # arg: Function; src: arguments
    RUN = auto()  # arg: intrinsic name; src: arguments


@dataclass(eq=False, slots=True)
class Var:
    """A local variable of one function."""

    name: str
    type: Type


@dataclass(frozen=True, eq=False, slots=True)
class Expr:
    """One expression node. Compare nodes by identity; build them with `expressions`, which folds constants."""

    op: Op
    type: Type
    src: tuple[Expr, ...] = ()
    arg: object = None
    runs_: tuple[Expr, ...] = field(init=False, repr=False)  # see `walk.runs`, which finds them when first asked

    @property
    def is_const(self) -> bool:
        return self.op is Op.CONST

    @property
    def const(self) -> int:
        """The value of a CONST (BOOL as 0/1)."""
        assert self.op is Op.CONST
        return self.arg  # type: ignore[return-value]

    # sums, differences and products read as such; comparisons are functions of `expressions` (eq, lt, …)
    def __add__(self, other: Expr | int) -> Expr:
        return _arithmetic(Op.ADD, self, other)

    def __radd__(self, other: int) -> Expr:
        return _arithmetic(Op.ADD, other, self)

    def __sub__(self, other: Expr | int) -> Expr:
        return _arithmetic(Op.SUB, self, other)

    def __rsub__(self, other: int) -> Expr:
        return _arithmetic(Op.SUB, other, self)

    def __mul__(self, other: Expr | int) -> Expr:
        return _arithmetic(Op.MUL, self, other)

    def __rmul__(self, other: int) -> Expr:
        return _arithmetic(Op.MUL, other, self)


def _arithmetic(op: Op, a: Expr | int, b: Expr | int) -> Expr:
    from . import expressions  # the folding lives there

    build = {Op.ADD: expressions.add, Op.SUB: expressions.sub, Op.MUL: expressions.mul}[op]
    return build(a, b)


# --------------------------------------------------------------------------------------------------- statements


@dataclass(eq=False, slots=True)
class Stmt:
    """Base of statements."""


Block = list[Stmt]


@dataclass(eq=False, slots=True)
class Assign(Stmt):
    var: Var
    value: Expr


@dataclass(eq=False, slots=True)
class SetField(Stmt):
    field: str
    index: Expr | None
    value: Expr


@dataclass(eq=False, slots=True)
class SetCtx(Stmt):
    slot: str
    value: Expr


@dataclass(eq=False, slots=True)
class If(Stmt):
    """implied: within a loop over a row, `cond` holds in every round that a backend must not leave out."""

    cond: Expr
    then: Block
    orelse: Block
    implied: bool = False


@dataclass(eq=False, slots=True)
class While(Stmt):
    """Runs `head`, leaves when `cond` is false, runs `body`, repeats."""

    head: Block
    cond: Expr
    body: Block


@dataclass(eq=False, slots=True)
class ForRange(Stmt):
    """var from lo up to hi - 1 (or, with down, from lo down to hi inclusive).

    apart: each round pushes moves and changes nothing that another round reads, so that a backend that knows how many
    moves each round pushes may leave out rounds. There is no way out of such a loop but its end.
    """

    var: Var
    lo: Expr
    hi: Expr
    body: Block
    down: bool = False
    apart: bool = False


@dataclass(eq=False, slots=True)
class ForSet(Stmt):
    """var over the members of a set, ascending; the set is taken when the loop starts. apart: see `ForRange`.

    only, where given: a SET; the round of a member that is not in it does nothing, so that a backend may leave it out.
    made_of: the SETs that it is put together from member by member, so that it is worth making where they are small.
    (Written by the pass narrow_sets.)
    """

    var: Var
    set: Expr
    body: Block
    apart: bool = False
    only: Expr | None = None
    made_of: tuple[Expr, ...] = ()


@dataclass(eq=False, slots=True)
class ForRow(Stmt):
    """var over one row of a ragged table.

    sites, where given: a SET; a round does nothing whose key, the value at its place in the table `keys` of the same
    shape, is not in it, so that a backend may leave it out. one_each: the others push exactly one move each while moves
    are counted. apart: rounds push moves and change nothing else, so that the rest may be left out once there are
    enough. row_sets: where it is worth it, a table of the keys of each row as a SET, none of them twice; by_key: then
    the table again with each row in the order of its keys. reaches: a table of sets; no round pushes a move to a
    site that is not in the SET of its value there, and rounds that push others may be left out where moves to one site
    are asked for. (Written by the pass narrow_rows.)
    """

    var: Var
    table: str
    row: Expr
    body: Block
    sites: Expr | None = None
    keys: str = ""
    one_each: bool = False
    apart: bool = False
    row_sets: str = ""
    by_key: str = ""
    reaches: str = ""


@dataclass(eq=False, slots=True)
class ForList(Stmt):
    """var over a list's values; values pushed while it runs are visited too."""

    var: Var
    list: Expr
    body: Block


@dataclass(eq=False, slots=True)
class Break(Stmt):
    pass


@dataclass(eq=False, slots=True)
class Continue(Stmt):
    pass


@dataclass(eq=False, slots=True)
class Return(Stmt):
    value: Expr | None


@dataclass(eq=False, slots=True)
class Do(Stmt):
    """Evaluates an expression for its effects."""

    value: Expr


@dataclass(eq=False, slots=True)
class NewAction:
    """One action of an emitted move. `params` follow the action's declaration in `actions.py`."""

    kind: str
    params: tuple[Expr, ...]
    decision: Expr


@dataclass(eq=False, slots=True)
class Emit(Stmt):
    """Pushes one move on the move buffer."""

    mover: Expr
    from_site: Expr
    to_site: Expr
    level_min: Expr
    level_max: Expr
    actions: list[NewAction]
    then: tuple[Function, ...] = ()


# --------------------------------------------------------------------------------------------------- the program


@dataclass(eq=False, slots=True)
class Function:
    """A function of the program. kept: it depends on the state alone, so that a backend may keep what it gave."""

    name: str
    params: tuple[Var, ...]
    result: Type
    body: Block = field(default_factory=list)
    index: int = -1  # position in Program.functions
    comment: str = ""
    kept: bool = False


class FieldKind(Enum):
    """Shapes of state fields."""

    INT = "int"
    ARRAY = "array"
    SET = "set"
    LIST = "list"


@dataclass(slots=True)
class Field:
    """One field of the state.

    size: number of elements of an ARRAY, of its rows where it has a capacity; bits: width of an element (8, 16, 32 or
    64, signed); cap: for a LIST its capacity's name, for an ARRAY that of the length of each row.
    """

    name: str
    kind: FieldKind
    size: int = 1
    bits: int = 32
    init: int = 0
    cap: str | None = None


@dataclass(slots=True)
class Table:
    """Constant data of the game. kind "flat": values; "ragged": rows of values; "sets": site sets."""

    name: str
    kind: str
    rows: Sequence[Any]


@dataclass(slots=True)
class Program:
    """A compiled game: what both backends run."""

    name: str
    fields: dict[str, Field] = field(default_factory=dict)
    context: dict[str, int] = field(default_factory=dict)  # slot -> initial value
    context_sets: list[str] = field(default_factory=list)  # slots that hold a SET
    caps: dict[str, int] = field(default_factory=dict)  # capacity name -> size
    tables: dict[str, Table] = field(default_factory=dict)
    functions: list[Function] = field(default_factory=list)
    entries: dict[str, Function] = field(default_factory=dict)  # start, moves, apply…
    set_width: int = 64  # sites a SET can hold
    strings: list[str] = field(default_factory=list)  # texts that actions refer to by number
    constants: dict[str, int] = field(default_factory=dict)
    hashed: list[list[str]] = field(default_factory=list)  # fields that each variant of the state's digest covers
    live: set[int] | None = None  # functions that backends render; None: all
    effects: Any = None  # what passes have found out about the functions (effects.py)
    hash_lists: list[str] = field(default_factory=list)  # 64-bit list fields that hold digests
