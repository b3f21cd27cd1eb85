"""The table of intrinsics: what the program cannot say in its own operations.

They work on the move buffer, the record of applied actions, saved states, random numbers and lists. Each is declared
once here, and each backend's runtime implements it under the same name. No ludeme's meaning lives in one.

Moves in the buffer are numbered from 0 in the order in which they were pushed. Ranges `lo`, `hi` exclude `hi`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from . import arithmetic as num
from .entries import Argument, Entry, Failure, Fold, Operand, Resource, Signature, Type, Use

N, B, L, V, F, D = Type.INT, Type.BOOL, Type.LIST, Type.VOID, Type.FLOAT, Type.DOUBLE
R = Resource

INTRINSICS: dict[str, Entry] = {}


@dataclass(frozen=True, slots=True)
class Run:
    """What `Op.RUN` runs. name: the field, capacity or kind of action that the intrinsic is about, if it has one."""

    intrinsic: Entry
    name: str = ""


@cache
def run_of(intrinsic: Entry, name: str = "") -> Run:
    """The one Run of an intrinsic and a name."""
    return Run(intrinsic, name)


_TYPES = {"list": L, "decision": B, "x": F}
_USES = {
    "move": Use.MOVE,
    "other": Use.MOVE,
    "mark": Use.MARK,
    "function": Use.FUNCTION,
    "text": Use.TEXT,
    "to": Use.DESTINATION,
    **dict.fromkeys(("mode", "variant", "list_number"), Use.CONSTANT),
}
_PARTS: dict[str, Entry] = {}


def _declare(
    name: str,
    operands: str,
    result: Type,
    doc: str,
    *,
    reads: Resource = R.NOTHING,
    writes: Resource = R.NOTHING,
    argument: Argument = Argument.NONE,
    fails: Failure = Failure.NEVER,
    calls: bool = False,
    mode_aware: bool = False,
    lasting: bool = False,
    variadic: bool = False,
    folds: dict[Type, Fold] | None = None,
) -> Entry:
    """operands: their names; `_TYPES`, `_USES` and `_PARTS` say what each name stands for, others are plain INT values.
    """
    names = operands.split()
    entry = Entry(
        name,
        doc,
        (Signature(tuple(_TYPES.get(n, N) for n in names), result),),
        tuple(Operand(n, _USES.get(n, Use.VALUE), _PARTS.get(n)) for n in names),
        argument,
        variadic,
        reads,
        writes,
        fails,
        calls,
        mode_aware,
        lasting,
        folds=folds or {},
    )
    INTRINSICS[name] = entry
    return entry


ANYTHING = ~R.TABLES
"""What a function of the program can read and write that is not known."""

# --------------------------------------------------------------------------------------------- moves in the buffer

MOVE_COUNT = _declare("move_count", "", N, "Number of moves in the buffer.", reads=R.COUNTS)
ACT_COUNT = _declare("act_count", "", N, "Number of actions in the buffer.", reads=R.COUNTS)
MOVE_MOVER = _declare("move_mover", "move", N, "A move's mover.", reads=R.MOVES)
MOVE_FROM = _declare("move_from", "move", N, "A move's origin.", reads=R.MOVES)
MOVE_TO = _declare("move_to", "move", N, "A move's destination.", reads=R.MOVES)
MOVE_LEVEL_MIN = _declare("move_level_min", "move", N, "The lowest level that a move takes.", reads=R.MOVES)
MOVE_LEVEL_MAX = _declare("move_level_max", "move", N, "The highest level that a move takes.", reads=R.MOVES)
_PARTS |= {
    "mover": MOVE_MOVER, "from": MOVE_FROM, "to": MOVE_TO, "level_min": MOVE_LEVEL_MIN, "level_max": MOVE_LEVEL_MAX,
}  # fmt: skip
PARTS = tuple(_PARTS.values())
"""What tells the parts of a move, in the order of Emit's operands."""
MOVE_ACTION_COUNT = _declare("move_action_count", "move", N, "Number of a move's actions.", reads=R.MOVES)
_declare("move_action_kind", "move k", N, "Kind, as a number, of a move's k-th action.", reads=R.MOVES)
MOVE_ACTION_PARAM = _declare(
    "move_action_param", "move k parameter", N, "A parameter of a move's k-th action.", reads=R.MOVES
)
MOVE_ACTION_DECISION = _declare(
    "move_action_decision", "move k", B, "Whether a move's k-th action is a decision.", reads=R.MOVES
)
MOVE_IS_PASS = _declare(
    "move_is_pass", "move", B, "Whether a move passes and every decision among its actions does.", reads=R.MOVES
)
_declare("move_then_count", "move", N, "Number of a move's consequents.", reads=R.MOVES)
_declare("move_then", "move k", N, "The index of a move's k-th consequent.", reads=R.MOVES)
MOVE_SAME = _declare("move_same", "move other", B, "Whether two moves are equal in every part.", reads=R.MOVES)
MOVE_SET_MOVER = _declare("move_set_mover", "move mover", V, "Changes a move's mover.", writes=R.MOVES)
MOVE_SET_FROM = _declare("move_set_from", "move from", V, "Changes a move's origin.", writes=R.MOVES)
MOVE_SET_TO = _declare("move_set_to", "move to", V, "Changes a move's destination.", writes=R.MOVES)
MOVE_SET_LEVELS = _declare(
    "move_set_levels", "move level_min level_max", V, "Changes the levels that a move takes.", writes=R.MOVES
)
MOVE_SET_MOVERS = _declare(
    "move_set_movers",
    "mark mover",
    V,
    "Changes the mover of every move from the mark on.",
    writes=R.MOVES,
    mode_aware=True,
)
MOVE_ATTACH = _declare(
    "move_attach",
    "mark function",
    V,
    "Gives every move from the mark on one more consequent.",
    writes=R.MOVES,
    mode_aware=True,
    fails=Failure.LIMIT,
)
_declare(
    "move_copy", "move", V, "Pushes a copy of a move, which shares its actions.", reads=R.MOVES,
    writes=R.MOVES | R.COUNTS,
)  # fmt: skip
_declare(
    "move_twin",
    "move",
    V,
    "Pushes the very same move again: what is added to one is added to both.",
    reads=R.MOVES,
    writes=R.MOVES | R.COUNTS,
)
MOVE_DROP = _declare(
    "move_drop", "lo hi", V, "Removes the moves lo … hi - 1; later ones move up.", writes=R.MOVES | R.COUNTS
)
MOVE_SWAP = _declare("move_swap", "move other", V, "Exchanges two moves.", writes=R.MOVES)
MOVE_PUT = _declare("move_put", "move other", V, "Puts the other move in the place of a move, too.", writes=R.MOVES)
_declare("move_detach", "lo hi", V, "Removes all consequents of the moves lo … hi - 1.", writes=R.MOVES)
MOVE_UNDECIDE = _declare(
    "move_undecide", "lo hi", V, "No action of the moves lo … hi - 1 is a decision any more.", writes=R.MOVES
)
_declare("move_decide", "lo hi", V, "Every action of the moves lo … hi - 1 is a decision.", writes=R.MOVES)
MOVES_REWIND = _declare(
    "moves_rewind", "mark acts", V, "Forgets moves and actions from these numbers on.", writes=R.COUNTS
)
MOVE_INSERT_APPLIED = _declare(
    "move_insert_applied",
    "move position lo hi",
    V,
    "Inserts the applied actions lo … hi - 1 into a move, before the action at a position.",
    reads=R.RECORD,
    writes=R.MOVES | R.COUNTS,
)
_declare(
    "move_replace_applied",
    "move lo hi",
    V,
    "Makes the applied actions lo … hi - 1 the actions of a move, which has no consequents then.",
    reads=R.RECORD,
    writes=R.MOVES | R.COUNTS,
)

# ------------------------------------------------------------------------------------- putting one move together

MOVE_OPEN = _declare("move_open", "", V, "Begins a move without actions.", writes=R.OPEN)
ACT = _declare(
    "act",
    "decision parameters",
    V,
    "Adds an action of a kind to the open move; its parameters are those that `actions.py` declares.",
    writes=R.OPEN,
    argument=Argument.ACTION,
    variadic=True,
)
ACT_THEN = _declare(
    "act_then",
    "function",
    V,
    "Adds a consequent to the open move, which is applied between the actions before and after it.",
    writes=R.OPEN,
)
MOVE_SPLICE = _declare(
    "move_splice",
    "lo hi",
    V,
    "Adds all actions and consequents of the moves lo … hi - 1 to the open move.",
    reads=R.MOVES,
    writes=R.OPEN,
)
MOVE_CLOSE = _declare(
    "move_close",
    "mover from to level_min level_max",
    V,
    "Pushes the open move.",
    reads=R.OPEN,
    writes=R.MOVES | R.COUNTS,
)
_declare("move_reopen", "move", V, "Begins a move with the actions of another one.", reads=R.MOVES, writes=R.OPEN)
_declare(
    "move_reclose", "move", V, "The actions of the open move become those of a move.", reads=R.OPEN, writes=R.MOVES
)

# ----------------------------------------------------------------------------------------- ways of pushing moves

PUSHES_IN = _declare(
    "pushes_in", "mode", B, "Whether FULL, COUNT, CHOOSE or PROBE is the present way of pushing.", reads=R.MODE,
    mode_aware=True,
)  # fmt: skip
WANTED_SITE = _declare(
    "wanted_site",
    "",
    N,
    "In PROBE and in FULL with aim TO_SITE - site, the site that is asked about; otherwise, and while a move is built, "
    "-1. A backend may always give -1: moves elsewhere do no harm.",
    reads=R.MODE,
    mode_aware=True,
)
PUSH_COUNTED = _declare("push_counted", "number", V, "In COUNT: so many moves more.", writes=R.COUNTS)

# ------------------------------------------------------------------------------------------------------- applying

APPLY_ACTIONS = _declare(
    "apply_actions",
    "move",
    V,
    "Applies the actions of a move, and the consequents that were spliced into it.",
    reads=ANYTHING,
    writes=ANYTHING,
    calls=True,
)
APPLY_THENS = _declare(
    "apply_thens", "move", V, "Applies the consequents of a move.", reads=ANYTHING, writes=ANYTHING, calls=True
)
APPLY_ACTIONS_DRAWING = _declare(
    "apply_actions_drawing",
    "move",
    V,
    "As `apply_actions`, where what is drawn on copies of the state remains drawn.",
    reads=ANYTHING,
    writes=ANYTHING,
    calls=True,
    lasting=True,
)
APPLY_THENS_DRAWING = _declare(
    "apply_thens_drawing",
    "move",
    V,
    "As `apply_thens`, where what is drawn on copies of the state remains drawn.",
    reads=ANYTHING,
    writes=ANYTHING,
    calls=True,
    lasting=True,
)
ACT_NOW = _declare(
    "act_now",
    "decision parameters",
    V,
    "Applies an action of a kind and records it; operands as of `act`.",
    reads=ANYTHING,
    writes=ANYTHING,
    argument=Argument.ACTION,
    calls=True,
    variadic=True,
)
CALL_MOVES = _declare(
    "call_moves",
    "function",
    V,
    "Calls a function by its index.",
    reads=ANYTHING,
    writes=ANYTHING,
    calls=True,
)
APPLIED_COUNT = _declare("applied_count", "", N, "Number of actions in the record.", reads=R.RECORD_SIZE)
_declare("applied_base", "", N, "Where in the record the present move begins.", reads=R.RECORD_SIZE)
_declare("applied_set_base", "k", V, "Says where in the record the present move begins.", writes=R.RECORD_SIZE)
_declare("applied_kind", "k", N, "Kind, as a number, of the k-th recorded action.", reads=R.RECORD)
APPLIED_PARAM = _declare("applied_param", "k parameter", N, "A parameter of the k-th recorded action.", reads=R.RECORD)
APPLIED_DECISION = _declare(
    "applied_decision", "k", B, "Whether the k-th recorded action is a decision.", reads=R.RECORD
)
APPLIED_SET_PARAM = _declare(
    "applied_set_param",
    "parameter value",
    V,
    "Changes a parameter of the action that is being applied (a level found only then).",
    writes=R.ACTION,
)
_declare(
    "applied_rotate",
    "base n",
    V,
    "Moves the last n recorded actions before those from base on.",
    reads=R.RECORD,
    writes=R.RECORD,
)
APPLIED_TRUNCATE = _declare(
    "applied_truncate", "size", V, "Forgets the record from a place on.", writes=R.RECORD | R.RECORD_SIZE
)

# ------------------------------------------------------------------------------------------ the state as a whole

SEED_COPIES = _declare(
    "seed_copies",
    "",
    V,
    "Sets the generator of copies to the state of the game's; does nothing on a copy.",
    reads=R.RANDOM,
    writes=R.RANDOM,
)
HASH_PUSH = _declare(
    "hash_push",
    "variant list_number",
    V,
    "Adds the digest of the state to a list field (numbers of `Program.hashed` and `Program.hash_lists`).",
    reads=R.FIELDS,
    writes=R.FIELDS,
    fails=Failure.LIMIT,
)
HASH_HAS = _declare(
    "hash_has", "variant list_number", B, "Whether the digest of the state is in a list field.", reads=R.FIELDS
)
HASH_COUNT = _declare(
    "hash_count", "variant list_number", N, "How often the digest is in a list field.", reads=R.FIELDS
)

# --------------------------------------------------------------------------------------------------- random numbers

_declare(
    "random_int",
    "bound",
    N,
    "A number 0 … bound - 1, drawn as Java's nextInt does from SplitMix64; a rule error unless bound > 0.",
    reads=R.RANDOM,
    writes=R.RANDOM,
    fails=Failure.RANGE,
)
_declare(
    "random_unit",
    "",
    D,
    "A number from 0 up to but not including 1, drawn as Java's nextDouble does.",
    reads=R.RANDOM,
    writes=R.RANDOM,
)

# ------------------------------------------------------------------------------------------------ functions of floats


def _float_function(name: str, doc: str, function: num.Real) -> None:
    """A function that is computed as a double and rounded."""
    _declare(name, "x", F, doc, folds={F: lambda x: num.float32(function(x))})


_float_function("float_sqrt", "Square root; NaN of negative numbers.", num.square_root)
_float_function("float_log", "Natural logarithm.", num.logarithm)
_float_function("float_log10", "Decimal logarithm.", num.logarithm10)
_float_function("float_exp", "e to the x.", num.exponential)
_float_function("float_sin", "Sine of radians.", num.sine)
_float_function("float_cos", "Cosine of radians.", num.cosine)
_float_function("float_tan", "Tangent of radians.", num.tangent)
_declare("float_bits", "x", N, "The 32 bits of a float.", folds={F: num.bits_of_float})

# ------------------------------------------------------------------------------------------------------------- lists

LIST_PUSH = _declare("list_push", "list value", V, "Adds a value at the end of a local list.", writes=R.LISTS)
_declare("list_set", "list index value", V, "Changes a value.", writes=R.LISTS, fails=Failure.RANGE)
_declare("list_remove_at", "list index", V, "Removes a value.", writes=R.LISTS, fails=Failure.RANGE)
_declare("list_insert", "list index value", V, "Inserts a value before an index.", writes=R.LISTS, fails=Failure.RANGE)
_declare("list_clear", "list", V, "Removes all values.", writes=R.LISTS)
_declare("list_sort", "list", V, "Sorts the values, lowest first.", writes=R.LISTS)

LIST_FIELD_CHANGES: dict[str, Entry] = {}
"""Intrinsics that change a LIST field, by what they do."""


def _field_change(what: str, operands: str, doc: str, fails: Failure) -> None:
    LIST_FIELD_CHANGES[what] = _declare(
        f"field_{what}", operands, V, doc, reads=R.FIELDS, writes=R.FIELDS, argument=Argument.LIST, fails=fails
    )


_field_change("push", "value", "Adds a value at the end of a LIST field.", Failure.LIMIT)
_field_change("pop", "", "Removes the last value of a LIST field, if there is one.", Failure.NEVER)
_field_change("clear", "", "Removes all values of a LIST field.", Failure.NEVER)
_field_change("remove_at", "index", "Removes a value of a LIST field.", Failure.RANGE)
_field_change("insert", "index value", "Inserts a value into a LIST field before an index.", Failure.RANGE)

# ----------------------------------------------------------------------------------------------------------- failures

FULL_CAPACITY = _declare(
    "full",
    "",
    V,
    "Stops: a capacity is used up. The engine lays the state out larger and begins again.",
    argument=Argument.CAPACITY,
    fails=Failure.ALWAYS,
)
FAIL = _declare("fail", "text", V, "Stops with the rule error of that text.", fails=Failure.ALWAYS)
