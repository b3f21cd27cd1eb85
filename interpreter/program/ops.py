"""The nodes of a rules program: its statements, and all other nodes by their names.

Statements change the state, the context, locals or the move buffer; `expression_nodes.py` has the expressions in them.
`operations.py` and `intrinsics.py` say the operands, results and effects of each operation, `program.py` what a program
is, `verifier.py` checks it, and both backends render it. `docs/program.md` is the reference.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING

from .entries import Argument, Entry, Resource, Signature, Type
from .expression_nodes import Expr, Payload, Var, define_operators
from .intrinsics import Run
from .modes import FULL
from .operations import OPERATIONS, Op
from .places import NOWHERE, Places
from .state_layout import Field, FieldKind, SiteData, Table, TableKind, Upkeep

if TYPE_CHECKING:
    from .program import Function

__all__ = [
    "OPERATIONS",
    "Ahead",
    "AlongRow",
    "Argument",
    "Assign",
    "AtOnce",
    "Binding",
    "Block",
    "Break",
    "BuiltMove",
    "Composed",
    "Continue",
    "Copying",
    "Do",
    "Emit",
    "Entry",
    "Expr",
    "Field",
    "FieldKind",
    "Filter",
    "Flood",
    "ForAlong",
    "ForList",
    "ForLoop",
    "ForNumbers",
    "ForPieces",
    "ForRange",
    "ForRow",
    "ForSet",
    "Goes",
    "If",
    "InFull",
    "InMode",
    "Loop",
    "Narrowed",
    "NewAction",
    "OnCopy",
    "Op",
    "Payload",
    "Push",
    "Question",
    "Resource",
    "Restoring",
    "Return",
    "Run",
    "Scan",
    "Scope",
    "SetCtx",
    "SetField",
    "Signature",
    "SiteData",
    "Stmt",
    "Table",
    "TableKind",
    "Trial",
    "Type",
    "Upkeep",
    "Var",
    "While",
    "WhileAny",
    "define_operators",
]


# --------------------------------------------------------------------------------------------------- statements


@dataclass(eq=False, slots=True)
class Stmt:
    """Base of statements.

    places: where the ludemes stand for which it was written, none where that is not known. They are no part of what it
    does. A pass that puts a statement where another was gives it the other's; one that merges several, those of all.
    """

    places: Places = field(default=NOWHERE, kw_only=True, repr=False)


Block = list[Stmt]


class Binding(Stmt):
    """Base of the statements that give a local a value."""

    __slots__ = ()
    var: Var


@dataclass(eq=False, slots=True)
class Assign(Binding):
    """Assigns a value to a local."""

    var: Var
    value: Expr


@dataclass(eq=False, slots=True)
class SetField(Stmt):
    """Writes a field of the state; ARRAY and LIST fields at an index, a rule error out of bounds."""

    field: str
    index: Expr | None
    value: Expr


@dataclass(eq=False, slots=True)
class SetCtx(Stmt):
    """Writes a slot of the evaluation context."""

    slot: str
    value: Expr


@dataclass(eq=False, slots=True)
class If(Stmt):
    """Runs `then` if `cond` holds, else `orelse`.

    implied: in a loop over a row, `cond` holds in every iteration that a backend must not skip.
    """

    cond: Expr
    then: Block
    orelse: Block
    implied: bool = False


class Loop(Stmt):
    """Base of all loops: statements that repeat a block."""

    __slots__ = ()
    body: Block


class ForLoop(Loop, Binding):
    """Base of the loops that give a local one value after another."""

    __slots__ = ()


class AlongRow(ForLoop):
    """Base of the loops over positions of a row: see `ForAlong`."""

    __slots__ = ()
    table: str
    row: Expr
    lo: Expr
    limits: tuple[Expr, ...]
    within: Expr | None = None

    def end(self, within: Expr | None) -> Expr:
        """The position before which the loop ends if it does not leave a SET either; where there are limits, that may
        be below `lo`."""
        operands = (self.row,) if within is None else (self.row, self.lo, within)
        row_end = Expr(Op.ROW_LEN if within is None else Op.ROW_RUN, Type.INT, operands, self.table)
        return reduce(lambda a, b: Expr(Op.MIN, Type.INT, (a, b)), self.limits, row_end)

    @property
    def hi(self) -> Expr:
        return self.end(self.within)

    @property
    def here(self) -> Expr:
        """The value at the position."""
        return Expr(Op.ROW_AT, Type.INT, (self.row, Expr(Op.VAR, Type.INT, (), self.var)), self.table)


@dataclass(eq=False, slots=True)
class While(Loop):
    """Repeats: runs `head`, ends if `cond` is false, runs `body`."""

    head: Block
    cond: Expr
    body: Block


@dataclass(eq=False, slots=True)
class AtOnce:
    """How many moves each iteration of a loop pushes in COUNT, computed for all iterations at once, bit by bit.

    sites: a SET; the loop's variable is one of its members in each iteration, and the same in no two. body: statements
    that assign locals of their own and do nothing else; `sites` is in `own` before. planes: SET locals; the iteration
    about site s pushes as many moves as the sum of 2^i over those planes[i] that hold s. An iteration does nothing else
    in COUNT but what cannot be observed. least: with fewer iterations it is likely to pay to run them instead.
    """

    sites: Expr
    own: Var
    body: Block
    planes: tuple[Var, ...]
    least: int = 1


@dataclass(eq=False, slots=True, kw_only=True)
class CountedLoop(ForLoop):
    """Base of the loops whose number of iterations is known when they start.

    apart: an iteration pushes moves, and changes nothing that another iteration reads, but for the random numbers that
    it draws: no question looks for few moves where any are drawn, and no move is chosen by its number (`selectable`).
    A backend that knows how many moves each iteration pushes may skip iterations. Such a loop has no break, continue
    or return. each: if given, an INT: how many moves an iteration pushes in COUNT, where it does nothing else but the
    writes of slots that `leaves` lists, of which later ones do not read what earlier iterations wrote. (The pass
    count_each writes both.) at_once: see `AtOnce`. (The pass count_at_once writes it.)
    """

    down: bool = False
    apart: bool = False
    each: Expr | None = None
    leaves: tuple[SetCtx, ...] = ()
    at_once: AtOnce | None = None


@dataclass(eq=False, slots=True)
class ForRange(CountedLoop):
    """`var` from `lo` up to `hi` - 1, or, with `down`, from `lo` down to `hi` inclusive; both are evaluated once."""

    var: Var
    lo: Expr
    hi: Expr
    body: Block


@dataclass(eq=False, slots=True)
class ForAlong(CountedLoop, AlongRow):
    """`var` over positions of row `row` of a ragged table, from `lo` up, below the length of the row and each of
    `limits`, all evaluated once. The row is a constant or a local; the body does not assign that local, nor `var`.
    within: if given, a SET; the loop ends before the first value from `lo` on, then a constant that is not negative,
    that is not in it. (The pass bound_runs writes it.)"""

    var: Var
    table: str
    row: Expr
    lo: Expr
    limits: tuple[Expr, ...]
    body: Block
    within: Expr | None = None


ForNumbers = ForRange | ForAlong
"""The loops over numbers, from `lo` up to `hi` - 1 or with `down` from `lo` down to `hi`."""


@dataclass(eq=False, slots=True)
class WhileAny(ForLoop):
    """`var` from `lo` up to `hi` - 1, both evaluated once: runs `head`, ends if the local SET `on` has no members, runs
    `body`. Only among the statements of an `AtOnce`."""

    var: Var
    lo: Expr
    hi: Expr
    head: Block
    on: Var
    body: Block


@dataclass(eq=False, slots=True)
class ForPieces(CountedLoop):
    """`var` over the positions of a component, in the order of its list, or, with `down`, from the last to the first.

    number: how many there are, evaluated once: an element of an ARRAY field, whose index is the component. first: the
    element of an ARRAY field that holds the first position; the others follow it. Each is read when its turn comes.
    """

    var: Var
    number: Expr
    first: Expr
    body: Block

    @property
    def piece(self) -> Expr:
        """The component."""
        return self.number.src[0]


@dataclass(eq=False, slots=True)
class ForSet(ForLoop):
    """`var` over the members that a set has when the loop starts, ascending.

    apart: see `ForRange`. at_once: see `AtOnce`. (The pass count_at_once writes it.)

    tests, refusing: functions that try a move; the moves that do not pass them are not pushed, or are counted and
    noted as refused. (Only where the C backend counts and chooses moves, see `backends/c/rendering/sifting.py`.)
    """

    var: Var
    set: Expr
    body: Block
    apart: bool = False
    at_once: AtOnce | None = None
    tests: tuple[Function, ...] = ()
    refusing: tuple[Function, ...] = ()


@dataclass(eq=False, slots=True)
class WayEnds:
    """Which iterations of a loop over ways push a move. It is one where all sites of the way in the table `before` are
    in `over`, and its first site in the table `after` that is not in `idle` is in `hits`. All others push none.

    before: a table of sets. after: a table of ways. over, idle, hits: SETs.
    """

    before: str
    after: str
    over: Expr
    idle: Expr
    hits: Expr


@dataclass(frozen=True, eq=False, slots=True)
class Narrowed:
    """Which iterations of a loop over a row do anything. Each has a key: the value at its position in the table `keys`,
    which has the same shape as the table of the loop.

    sites: a SET; an iteration whose key is not in it does nothing, so that a backend may skip it.
    row_sets, by_key: if it pays, a table with the keys of each row as a SET (no key occurs twice in a row), and the
    table of the loop with each row in the order of its keys.
    one_each: while moves are counted, each of the other iterations pushes exactly one move.
    """

    sites: Expr
    keys: str
    row_sets: str = ""
    by_key: str = ""
    one_each: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Goes:
    """Where the moves of a loop over a row go: where moves are not built, the loop pushes one move to each member of
    the SET `to` and does nothing else, so that a backend need not run it. The iteration of a value pushes those that
    go to members of its set in the table `rays`. each_step: they are pushed by a loop along the ray, one in each of its
    iterations."""

    to: Expr
    rays: str
    each_step: bool = False


@dataclass(eq=False, slots=True)
class ForRow(ForLoop):
    """`var` over the values of one row of a ragged table. Passes write the rest:

    narrowed: which iterations do anything. apart: iterations push moves and change nothing else, so that the rest may
    be skipped once there are enough. reaches: a table of sets; no iteration pushes a move to a site outside the SET at
    its value, so that iterations may be skipped where moves to one site are asked for. (narrow_rows writes these.)
    goes: where all its moves go. (look_along_rays)
    ends: while moves are counted or chosen, which of the iterations that are not skipped push a move. (run_ahead)
    """

    var: Var
    table: str
    row: Expr
    body: Block
    narrowed: Narrowed | None = None
    apart: bool = False
    reaches: str = ""
    goes: Goes | None = None
    ends: WayEnds | None = None


@dataclass(eq=False, slots=True)
class ForList(ForLoop):
    """`var` over the values of a list, those that are pushed while the loop runs included."""

    var: Var
    list: Expr
    body: Block


@dataclass(eq=False, slots=True)
class Scan(AlongRow):
    """`var` over the same positions as in `ForAlong` (but for `within`), up to the first iteration that breaks; it then
    holds where that was, or the length of the row or the least limit, if that is less (or `lo` if it is not below
    these). The body does not continue, and limits read constants and locals that it does not assign."""

    var: Var
    table: str
    row: Expr
    lo: Expr
    limits: tuple[Expr, ...]
    body: Block


@dataclass(eq=False, slots=True)
class Flood(ForLoop):
    """`var` over the members of `group`, a local SET that holds `start` alone, and over those that the body adds to it,
    in the order in which they are added. The body adds only sites that are not in it. meets: a local BOOL, false
    before, that the body makes true for some sites beside a member which do not join the group."""

    var: Var
    group: Var
    start: Expr
    body: Block
    meets: Var | None = None


class Scope(Stmt):
    """Base of the statements that run a block once, in circumstances that end with it."""

    __slots__ = ()
    body: Block


@dataclass(eq=False, slots=True)
class Filter(Scope, Binding):
    """Runs `body`, which pushes moves; then runs `tests` for each of them, and keeps those for which these leave the
    local `keep` true.

    `var` is the number of the move in the buffer meanwhile. The moves that are kept stay in their order; if `swaps`,
    the last move takes the place of one that is dropped, and is looked at next. to: a site that is asked about, or a
    negative number; moves elsewhere are then dropped unseen, and so are those after the first that is kept. aims: if
    one is asked about, `body` may leave out moves elsewhere, too (aim TO_SITE - `to`). (The pass try_what_is_asked
    writes both.) one: only one move is kept, whichever that is, and no other is looked at after it. few: to find it, a
    few moves are pushed (aim ANY), and only if none of these is kept, all of them. (The pass try_first writes it.)
    generator: if given, all that `body` does is to call this function, which has no parameters.
    """

    var: Var
    body: Block
    tests: Block
    keep: Var
    generator: Function | None = None
    swaps: bool = False
    to: Expr | None = None
    aims: bool = False
    one: bool = False
    few: bool = False


class Copying(Scope):
    """Base of the statements that run a block on a copy of the state, which is forgotten: then the state is as it was
    before. draws: within them, random numbers come from the generator of copies, and remain drawn
    (`chance_on_copies.py`)."""

    __slots__ = ()
    draws: bool


@dataclass(eq=False, slots=True)
class OnCopy(Copying):
    """Runs `body` on a copy of the state, which is forgotten: then the state is as it was before. when: if this does
    not hold, `body` runs on the state itself. draws: see `Copying`."""

    body: Block
    when: Expr | None = None
    draws: bool = False


@dataclass(eq=False, slots=True)
class Restoring(Scope):
    """Runs `body`; then the slots of the context named `slots`, and the INT and SET fields named `fields`, have the
    values again that they had before.

    A return within it restores none, as in Ludii. moves: the moves that it has pushed are forgotten, with their
    actions. record: so is what it has added to the record of applied actions. With these it does not return.
    """

    slots: tuple[str, ...]
    body: Block
    moves: bool = False
    record: bool = False
    fields: tuple[str, ...] = ()

    @property
    def inside(self) -> Block:
        """All that runs before the slots have their values again, in order."""
        return self.body


@dataclass(eq=False, slots=True, kw_only=True)
class Ahead(Restoring, Copying):
    """Plays ahead: on a copy of the state it evaluates `applies`, which applies the move of the buffer whose number is
    its operand, and runs `body`. The record of applied actions is as before then."""

    applies: Expr
    draws: bool = False
    record: bool = field(default=True, init=False)

    @property
    def inside(self) -> Block:
        """What runs on the copy."""
        return [Do(self.applies, places=self.places), *self.body]

    @property
    def move(self) -> Var:
        """The local with the number of the move."""
        return self.applies.src[0].var


@dataclass(eq=False, slots=True, kw_only=True)
class Trial(Ahead, Binding):
    """Tries a move: plays ahead, and gives `var` the BOOL `answer` that it evaluates on the copy after `body`. Slots,
    moves and record are as before then.

    some: it runs only for moves that may change the answer to its question (`skip_untouched`).
    """

    var: Var
    answer: Expr
    some: bool = False
    moves: bool = field(default=True, init=False)

    @property
    def inside(self) -> Block:
        """What runs on the copy."""
        return [Do(self.applies, places=self.places), *self.question]

    @property
    def question(self) -> Block:
        """What runs on the copy once the move is applied."""
        return [*self.body, Assign(self.var, self.answer, places=self.places)]


@dataclass(eq=False, slots=True)
class Composed(Scope, Binding):
    """Pushes one move that is put together: runs `body`, which may push moves; opens a move, runs `parts`, which adds
    actions and consequents to it, evaluates `close`, which pushes it, and forgets the moves that `body` has pushed.
    `var` is its number, and before that the number of the first of those.

    joins: the move begins with the actions, none of which is a decision, and the consequents of these moves. then: more
    consequents, at its end. A return within `body` pushes no move; within `parts` there is none. listed: all that
    `parts` does is to run over a local list, empty before, to which `body` alone adds, and nothing else uses.
    """

    var: Var
    body: Block
    parts: Block
    close: Expr
    joins: bool = False
    then: tuple[Function, ...] = ()
    listed: bool = False


class InMode(Scope):
    """Base of the statements that run a block in another mode of pushing moves.

    mode: one of `modes.py`. aim: how far it goes, or the site that is asked about.
    """

    __slots__ = ()
    mode: int
    aim: Expr


@dataclass(eq=False, slots=True)
class Question(InMode, Binding):
    """Runs `body`, which pushes moves, and forgets them. In COUNT, `var` gets their number (with aim ANY, one that is
    only certain to be 0 if there are none); in PROBE, whether there is one to the site `aim`."""

    var: Var
    mode: int
    aim: Expr
    body: Block


@dataclass(eq=False, slots=True)
class InFull(InMode):
    """Runs `body` with moves being built, all of them, or as far as `aim` says: until there is one (ANY), or without
    those that do not go to n (TO_SITE - n). exports: these are moves of the mode around, which then counts them, or
    chooses from them; otherwise they are none of its business."""

    aim: Expr
    body: Block
    exports: bool = False
    mode: int = field(default=FULL, init=False)


@dataclass(eq=False, slots=True)
class Break(Stmt):
    """Ends the innermost loop."""


@dataclass(eq=False, slots=True)
class Continue(Stmt):
    """Goes on with the next iteration of the innermost loop."""


@dataclass(eq=False, slots=True)
class Return(Stmt):
    """Ends the function, with its result if it has one."""

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


class Push(Stmt):
    """Base of the statements that push one move, whatever they do to build it. to_site: where it goes."""

    __slots__ = ()
    to_site: Expr


@dataclass(eq=False, slots=True)
class BuiltMove(Push):
    """Runs `body`, which pushes one move. Where moves are only counted, or looked for by where they go, that is done
    with this move, and `body` does not run. from_site: where it begins, None if that is not known before."""

    to_site: Expr
    body: Block
    from_site: Expr | None = None


@dataclass(eq=False, slots=True)
class Emit(Push):
    """Pushes one move on the move buffer. Its operands are evaluated first, in the order of the fields."""

    mover: Expr
    from_site: Expr
    to_site: Expr
    level_min: Expr
    level_max: Expr
    actions: list[NewAction]
    then: tuple[Function, ...] = ()
