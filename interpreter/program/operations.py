"""The table of operations: everything that can stand in an expression, with its types, effects and constant folding.

`OPERATIONS[op]` is the entry of an operation. Intrinsics (`Op.RUN`) have a table of the same form, `intrinsics.py`.
Verifier, passes, folding, printer and `docs/program.md` read these tables; tests hold both backends against them.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from . import arithmetic as num
from .entries import Argument, Entry, Failure, Fold, Operand, Resource, Signature, Type, Use

N, B, S, L, F, D = Type.INT, Type.BOOL, Type.SET, Type.LIST, Type.FLOAT, Type.DOUBLE
R = Resource


class Op(Enum):
    """Operations of expressions; `OPERATIONS` says what each is."""

    __hash__ = object.__hash__  # passes and backends look them up all the time

    # values by their names
    CONST = auto()
    VAR = auto()
    CTX = auto()
    FIELD = auto()
    FIELD_RAW = auto()
    LEN = auto()
    CAP = auto()
    TABLE = auto()
    ROW_LEN = auto()
    ROW_AT = auto()
    SET_TABLE = auto()
    ROW_RUN = auto()
    SIGHT = auto()
    RAY_ENDS = auto()
    SET_UNION = auto()
    SET_FLOOD = auto()
    FLOOD_MEETS = auto()
    ROW_SET = auto()
    SOME_WITHIN = auto()
    # numbers
    ADD = auto()
    SUB = auto()
    MUL = auto()
    DIV = auto()
    MOD = auto()
    NEG = auto()
    ABS = auto()
    BIT_COUNT = auto()
    MIN = auto()
    MAX = auto()
    POW = auto()
    SHL = auto()
    SHR = auto()
    BAND = auto()
    BOR = auto()
    TO_FLOAT = auto()
    TO_DOUBLE = auto()
    TO_INT = auto()
    EQ = auto()
    NE = auto()
    LT = auto()
    LE = auto()
    GT = auto()
    GE = auto()
    # conditions
    AND = auto()
    OR = auto()
    NOT = auto()
    SELECT = auto()
    # sets
    SET_EMPTY = auto()
    SET_ONE = auto()
    SET_RANGE = auto()
    SET_OR = auto()
    SET_AND = auto()
    SET_DIFF = auto()
    SET_XOR = auto()
    SET_SHIFT = auto()
    SET_HAS = auto()
    SET_COUNT = auto()
    SET_MIN = auto()
    SET_MAX = auto()
    SET_NTH = auto()
    SET_EQ = auto()
    SET_WHERE = auto()
    FIND = auto()
    # lists
    LIST_NEW = auto()
    LIST_LEN = auto()
    LIST_AT = auto()
    LIST_HAS = auto()
    # calls
    CALL = auto()
    RUN = auto()


OPERATIONS: dict[Op, Entry] = {}


def _sig(result: Type, *operands: Type) -> Signature:
    return Signature(operands, result)


def _declare(
    op: Op,
    doc: str,
    text: str,
    *signatures: Signature,
    names: str = "",
    argument: Argument = Argument.NONE,
    variadic: bool = False,
    reads: Resource = R.NOTHING,
    fails: Failure = Failure.NEVER,
    folds: dict[Type, Fold] | None = None,
) -> None:
    operands = tuple(Operand(name, Use.VALUE) for name in names.split())
    OPERATIONS[op] = Entry(
        op.name, doc, signatures, operands, argument, variadic, reads, fails=fails, text=text, folds=folds or {}
    )


_declare(Op.CONST, "A constant.", "", *(_sig(t) for t in (N, B, F, D)), argument=Argument.CONSTANT)
_declare(Op.VAR, "The value of a local.", "", argument=Argument.LOCAL)
_declare(
    Op.CTX,
    "The value of a slot of the evaluation context.",
    "ctx.{arg}",
    *(_sig(N), _sig(S)),
    argument=Argument.SLOT,
    reads=R.CONTEXT,
)
_declare(
    Op.FIELD,
    "The value of a state field. ARRAY and LIST fields take an index; out of bounds, the field's initial value.",
    "",
    *(_sig(N), _sig(S), _sig(N, N)),
    names="index",
    argument=Argument.FIELD,
    reads=R.FIELDS,
)
_declare(
    Op.FIELD_RAW,
    "An element of an ARRAY field at an index that is known to be within its bounds.",
    "{arg}[{0}]",
    _sig(N, N),
    names="index",
    argument=Argument.ARRAY,
    reads=R.FIELDS,
)
_declare(
    Op.LEN,
    "The number of values in a LIST field.",
    "len({arg})",
    _sig(N),
    argument=Argument.LIST,
    reads=R.FIELDS,
)
_declare(Op.CAP, "The present size of a capacity.", "cap({arg})", _sig(N), argument=Argument.CAPACITY, reads=R.TABLES)
_declare(
    Op.TABLE,
    "An element of a flat table; 0 out of bounds.",
    "{arg}[{0}]",
    _sig(N, N),
    names="index",
    argument=Argument.FLAT,
    reads=R.TABLES,
)
_declare(
    Op.ROW_LEN,
    "The length of a row of a ragged table; 0 if there is no such row.",
    "len({arg}[{0}])",
    _sig(N, N),
    names="row",
    argument=Argument.RAGGED,
    reads=R.TABLES,
)
_declare(
    Op.ROW_AT,
    "The value at a position of a row; 0 out of bounds.",
    "{arg}[{0}][{1}]",
    _sig(N, N, N),
    names="row position",
    argument=Argument.RAGGED,
    reads=R.TABLES,
)
_declare(
    Op.SET_TABLE,
    "A set of a table of sets; the empty set out of bounds.",
    "{arg}[{0}]",
    _sig(S, N),
    names="index",
    argument=Argument.SETS,
    reads=R.TABLES,
)
_declare(
    Op.ROW_RUN,
    "The first position of a row, from `start` (0 if negative) on, whose value is not in the set; the row's length, or "
    "`start` if that is greater, where there is none. The table's values are below the width of sets.",
    "run({arg}[{0}] from {1} in {2})",
    _sig(N, N, N, S),
    names="row start set",
    argument=Argument.RAGGED,
    reads=R.TABLES,
)
_declare(
    Op.SIGHT,
    "What is seen along the rays of a row: of each ray the sites up to and including the first that is not in the set; "
    "empty if there is no such row.",
    "sight({arg}[{0}] through {1})",
    _sig(S, N, S),
    names="row through",
    argument=Argument.RAYS,
    reads=R.TABLES,
)
_declare(
    Op.RAY_ENDS,
    "Of each ray of a row the last site before the first that is not in the set; none of a ray that begins with such a "
    "one; empty if there is no such row.",
    "ends({arg}[{0}] through {1})",
    _sig(S, N, S),
    names="row through",
    argument=Argument.RAYS,
    reads=R.TABLES,
)
_declare(
    Op.SET_UNION,
    "The union of the sets of a table at the members of a set.",
    "union({arg}[i]: i in {0})",
    _sig(S, S),
    names="places",
    argument=Argument.SETS,
    reads=R.TABLES,
)
_declare(
    Op.SET_FLOOD,
    "A set, and the members of a second set that are reached from it through members of that set: the table's sets say "
    "what lies beside each site.",
    "flood({arg} from {0} within {1})",
    _sig(S, S, S),
    names="from within",
    argument=Argument.SETS,
    reads=R.TABLES,
)
_declare(
    Op.FLOOD_MEETS,
    "Whether a member of a third set lies beside a member of SET_FLOOD of the first two and is not in it.",
    "flood({arg} from {0} within {1}) meets {2}",
    _sig(B, S, S, S),
    names="from within target",
    argument=Argument.SETS,
    reads=R.TABLES,
)
_declare(
    Op.ROW_SET,
    "The set of the values at positions lo … hi - 1 of a row. The table's values are below the width of sets.",
    "set({arg}[{0}][{1} .. {2} - 1])",
    _sig(S, N, N, N),
    names="row lo hi",
    argument=Argument.RAGGED,
    reads=R.TABLES,
)
_declare(
    Op.SOME_WITHIN,
    "Whether one of the sets of a row lies within a set; false if there is no such row.",
    "some of {arg}[{0}] within {1}",
    _sig(B, N, S),
    names="row set",
    argument=Argument.GROUPS,
    reads=R.TABLES,
)


# --------------------------------------------------------------------------------------------------- numbers


def _arithmetic(op: Op, doc: str, sign: str, ints: Fold, floats: Callable[[float, float], float]) -> None:
    folds: dict[Type, Fold] = {N: ints, F: lambda a, b: num.float32(floats(a, b)), D: floats}
    _declare(op, doc, f"({{0}} {sign} {{1}})", *(_sig(t, t, t) for t in (N, F, D)), names="a b", folds=folds)


_arithmetic(Op.ADD, "Sum.", "+", lambda a, b: num.wrap(a + b), lambda a, b: a + b)
_arithmetic(Op.SUB, "Difference.", "-", lambda a, b: num.wrap(a - b), lambda a, b: a - b)
_arithmetic(Op.MUL, "Product.", "*", lambda a, b: num.wrap(a * b), lambda a, b: a * b)
_declare(
    Op.DIV,
    "Quotient. INT: rounded towards zero, -2³¹ / -1 = -2³¹, a rule error for 0. FLOAT and DOUBLE: as IEEE 754 has it.",
    "({0} / {1})",
    *(_sig(t, t, t) for t in (N, F, D)),
    names="a b",
    fails=Failure.ZERO,
    folds={
        N: lambda a, b: num.quotient(a, b) if b else None,
        F: lambda a, b: num.float32(num.float_div(a, b)),
        D: num.float_div,
    },
)
_declare(
    Op.MOD,
    "Remainder of DIV, with the sign of a; a rule error for 0.",
    "({0} % {1})",
    _sig(N, N, N),
    names="a b",
    fails=Failure.ZERO,
    folds={N: lambda a, b: num.modulo(a, b) if b else None},
)
_declare(
    Op.NEG,
    "The value with the other sign; that of -2³¹ is -2³¹.",
    "-{0}",
    *(_sig(t, t) for t in (N, F, D)),
    names="a",
    folds={N: lambda a: num.wrap(-a), F: lambda a: -a, D: lambda a: -a},
)
_declare(
    Op.ABS,
    "Absolute value; that of -2³¹ is -2³¹.",
    "abs({0})",
    *(_sig(t, t) for t in (N, F, D)),
    names="a",
    folds={N: num.absolute, F: abs, D: abs},
)
_declare(
    Op.BIT_COUNT,
    "The number of ones among the 32 bits of the value.",
    "bit_count({0})",
    _sig(N, N),
    names="a",
    folds={N: num.bit_count},
)
_declare(
    Op.MIN,
    "The smaller one. Of FLOATs: NaN if either is, and -0.0 is smaller than 0.0.",
    "min({0}, {1})",
    *(_sig(t, t, t) for t in (N, F, D)),
    names="a b",
    folds={N: min, F: num.float_min, D: num.float_min},
)
_declare(
    Op.MAX,
    "The greater one. Of FLOATs: NaN if either is, and 0.0 is greater than -0.0.",
    "max({0}, {1})",
    *(_sig(t, t, t) for t in (N, F, D)),
    names="a b",
    folds={N: max, F: num.float_max, D: num.float_max},
)
_declare(
    Op.POW,
    "a to the b, computed as a DOUBLE by the rules of Java's Math.pow. INT: then as TO_INT; FLOAT: then rounded.",
    "({0} ** {1})",
    *(_sig(t, t, t) for t in (N, F)),
    names="a b",
    folds={N: num.power, F: lambda a, b: num.float32(num.float_pow(a, b))},
)
_declare(
    Op.SHL,
    "a shifted left by the low five bits of b.",
    "({0} << {1})",
    _sig(N, N, N),
    names="a b",
    folds={N: num.shift_left},
)
_declare(
    Op.SHR,
    "a shifted right by the low five bits of b; the sign fills up.",
    "({0} >> {1})",
    _sig(N, N, N),
    names="a b",
    folds={N: num.shift_right},
)
_declare(Op.BAND, "Bitwise and.", "({0} & {1})", _sig(N, N, N), names="a b", folds={N: lambda a, b: a & b})
_declare(Op.BOR, "Bitwise or.", "({0} | {1})", _sig(N, N, N), names="a b", folds={N: lambda a, b: a | b})
_declare(
    Op.TO_FLOAT,
    "The nearest FLOAT of an INT.",
    "float({0})",
    _sig(F, N),
    names="a",
    folds={N: lambda a: num.float32(float(a))},
)
_declare(
    Op.TO_DOUBLE,
    "The same number as DOUBLE.",
    "double({0})",
    *(_sig(D, N), _sig(D, F)),
    names="a",
    folds={N: float, F: float},
)
_declare(
    Op.TO_INT,
    "The value without its fraction; 0 for NaN, the nearest INT if it is too large.",
    "int({0})",
    *(_sig(N, F), _sig(N, D)),
    names="a",
    folds={F: num.to_int, D: num.to_int},
)


def _comparison(op: Op, doc: str, sign: str, fold: Fold) -> None:
    text = f"({{0}} {sign} {{1}})"
    _declare(op, doc, text, *(_sig(B, t, t) for t in (N, F, D)), names="a b", folds=dict.fromkeys((N, F, D), fold))


_comparison(Op.EQ, "Whether both are equal (NaN equals nothing).", "==", lambda a, b: a == b)
_comparison(Op.NE, "Whether they differ.", "!=", lambda a, b: a != b)
_comparison(Op.LT, "Whether a is smaller.", "<", lambda a, b: a < b)
_comparison(Op.LE, "Whether a is smaller or equal.", "<=", lambda a, b: a <= b)
_comparison(Op.GT, "Whether a is greater.", ">", lambda a, b: a > b)
_comparison(Op.GE, "Whether a is greater or equal.", ">=", lambda a, b: a >= b)

# --------------------------------------------------------------------------------------------------- conditions

_declare(
    Op.AND,
    "Whether both hold; b is evaluated only if a holds.",
    "({0} and {1})",
    _sig(B, B, B),
    names="a b",
    folds={B: lambda a, b: a and b},
)
_declare(
    Op.OR,
    "Whether one holds; b is evaluated only if a does not.",
    "({0} or {1})",
    _sig(B, B, B),
    names="a b",
    folds={B: lambda a, b: a or b},
)
_declare(Op.NOT, "Whether it does not hold.", "not {0}", _sig(B, B), names="a", folds={B: lambda a: not a})
_declare(
    Op.SELECT,
    "a if the condition holds, else b; the other one is not evaluated.",
    "({1} if {0} else {2})",
    *(_sig(t, B, t, t) for t in (N, B, S, F, D)),
    names="condition a b",
    folds={B: lambda condition, a, b: a if condition else b},
)

# --------------------------------------------------------------------------------------------------- sets

_declare(Op.SET_EMPTY, "The empty set.", "∅", _sig(S))
_declare(Op.SET_ONE, "The set of one index; empty if it is out of the width.", "{{{0}}}", _sig(S, N), names="index")
_declare(Op.SET_RANGE, "The set lo … hi - 1, within the width.", "{{{0} .. {1} - 1}}", _sig(S, N, N), names="lo hi")
_declare(Op.SET_OR, "Union.", "({0} ∪ {1})", _sig(S, S, S), names="a b")
_declare(Op.SET_AND, "Intersection.", "({0} ∩ {1})", _sig(S, S, S), names="a b")
_declare(Op.SET_DIFF, "What is in a and not in b.", "({0} ∖ {1})", _sig(S, S, S), names="a b")
_declare(Op.SET_XOR, "What is in one of both.", "({0} △ {1})", _sig(S, S, S), names="a b")
_declare(
    Op.SET_SHIFT,
    "The set with a number added to each member; what is then out of the width is left out.",
    "({0} shifted by {1})",
    _sig(S, S, N),
    names="set by",
)
_declare(
    Op.SET_HAS,
    "Whether an index is in a set; false out of the width.",
    "({1} in {0})",
    _sig(B, S, N),
    names="set index",
)
_declare(Op.SET_COUNT, "Number of members.", "count({0})", _sig(N, S), names="set")
_declare(Op.SET_MIN, "Lowest member, -1 for the empty set.", "lowest({0})", _sig(N, S), names="set")
_declare(Op.SET_MAX, "Highest member, -1 for the empty set.", "highest({0})", _sig(N, S), names="set")
_declare(
    Op.SET_NTH,
    "The k-th lowest member, from 0; -1 if there is none.",
    "nth({0}, {1})",
    _sig(N, S, N),
    names="set k",
)
_declare(Op.SET_EQ, "Whether two sets are equal.", "({0} == {1})", _sig(B, S, S), names="a b")
_declare(
    Op.SET_WHERE,
    "The indices, within the width, at which an ARRAY field of at most 32 bits has a value.",
    "{{i: {arg}[i] == {0}}}",
    _sig(S, N),
    names="value",
    argument=Argument.ARRAY,
    reads=R.FIELDS,
)

_declare(
    Op.FIND,
    "The first index from `lo` (0 if negative) to `hi` - 1, and within the bounds, at which an ARRAY field of at most "
    "32 bits has a value; `hi` where there is none.",
    "find({arg} == {2} in {0} .. {1} - 1)",
    _sig(N, N, N, N),
    names="lo hi value",
    argument=Argument.ARRAY,
    reads=R.FIELDS,
)

# --------------------------------------------------------------------------------------------------- lists

_declare(Op.LIST_NEW, "A fresh list of the given values.", "", _sig(L, N), names="values", variadic=True)
_declare(Op.LIST_LEN, "Number of values.", "len({0})", _sig(N, L), names="list", reads=R.LISTS)
_declare(
    Op.LIST_AT,
    "The value at an index; a rule error out of range.",
    "{0}[{1}]",
    _sig(N, L, N),
    names="list index",
    reads=R.LISTS,
    fails=Failure.RANGE,
)
_declare(Op.LIST_HAS, "Whether a value is in a list.", "({1} in {0})", _sig(B, L, N), names="list value", reads=R.LISTS)

# --------------------------------------------------------------------------------------------------- calls

_declare(Op.CALL, "Calls a function of the program; its effects are those of its body.", "", argument=Argument.FUNCTION)
_declare(Op.RUN, "Runs an intrinsic; its effects are in the table of intrinsics.", "", argument=Argument.INTRINSIC)


FIELD_READS = frozenset(op for op, entry in OPERATIONS.items() if Resource.FIELDS in entry.reads)
"""The operations that read the field that they name."""

SPELLED_ALIKE = {op: OPERATIONS[op].text for op in (Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE, Op.BAND, Op.BOR)}
"""The texts of operations that the printer, Python and C write in the same way."""
