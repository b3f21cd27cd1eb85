"""A rules program: functions over one flat state and one evaluation context."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludparse.problems.spans import Span

from .ops import Block, Expr, Filter, Type, Var
from .places import NOWHERE, Places
from .state_layout import Field, Table, Upkeep

__all__ = ["Effects", "Facts", "Function", "Program", "StackLines", "Touches"]


Facts = dict[Callable[..., object], Any]
"""What analyses have told (`kept_facts.py`), by the analysis."""


@dataclass(frozen=True, slots=True)
class StackLines:
    """What a function of a site, a level and a value tells: whether an ARRAY field that has a row of levels for each
    site holds the value at all other places of one of the lines through that place.

    field: the field. lines: a ragged table with the numbers of the lines of each site. sites, rises: ragged tables with
    the sites of each line, and how many levels above the place each is.
    """

    field: str
    lines: str
    sites: str
    rises: str


@dataclass(eq=False, slots=True)
class Function:
    """A function of the program.

    index: its position in `Program.functions`. comment: for people, from where in the description it comes. kept: it
    has no parameters, gives a SET, INT or BOOL and depends on the state alone, so that a backend may keep its result
    until a field changes that it reads. kept_by: a slot of the context, "" for none. The result depends on that slot
    and the state alone, so that a backend may keep a result for each value of the slot. tries: its parameter is the
    number of a move in the buffer, which it applies to a saved state. Nothing but its BOOL is left, and that depends on
    what the move holds, the context and the state. So a backend may keep it until something changes that was read.
    judges: its parameter is the number of a move, and its BOOL the answer of the trial of that move, which is all that
    it does; without a trial it may say that a move which passes the turn is good. filters: it pushes the moves that
    the one `Filter` in its block keeps, and does nothing else. whole: all that it does is to call that function in FULL
    and to export what this pushes. It hands on its parameters, and after them the site that is asked about, if that
    function has one parameter more.
    last: it applies the move of the buffer whose number is its parameter: its actions; then it writes the move's origin
    and destination to these two INT fields; then its consequents.
    lines: what it tells of lines in stacks, if it does nothing else. upkeep: all that it does is to change fields of
    that upkeep, for the component and the position that it is given. enters: it adds the position. place: where the
    ludeme stands whose meaning it is, None for a function that several ludemes share; errors during play tell it.
    places: where all the ludemes stand for which it was written.
    """

    name: str
    params: tuple[Var, ...]
    result: Type
    body: Block = field(default_factory=list)
    index: int = -1
    comment: str = ""
    kept: bool = False
    kept_by: str = ""
    tries: bool = False
    judges: bool = False
    filters: bool = False
    whole: Function | None = None
    last: tuple[str, ...] = ()
    lines: StackLines | None = None
    upkeep: Upkeep | None = None
    enters: bool = False
    place: Span | None = None
    places: Places = NOWHERE
    revision: int = field(default=1, init=False, repr=False)
    facts: Facts = field(default_factory=dict, init=False, repr=False)

    def changed(self) -> None:
        """Says that its parameters or its body have changed: what was told of it, and of its program, holds no more.

        Whoever changes a function calls this before asking about it again, and before the end of the pass."""
        self.revision += 1
        self.facts.clear()

    @property
    def filter(self) -> Filter | None:
        """The filter whose moves it pushes, if it does nothing else (`filters`)."""
        return next((s for s in self.body if isinstance(s, Filter)), None) if self.filters else None


@dataclass(slots=True)
class Effects:
    """What an evaluation may read, write and raise, including the functions that it calls.

    slots: slots of the context that are read. fields: fields that are read. written: fields that are changed, None if
    that may be any. pure: nothing but the result can be observed, and there always is one. calls: functions run that
    are not known. draws: random numbers are drawn. stops: it may end in a rule error that a ludeme raises on purpose.
    state_only: of all that is read, only fields, tables, local lists and slots matter for the result.
    """

    slots: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    written: set[str] | None = field(default_factory=set)
    pure: bool = True
    calls: bool = False
    draws: bool = False
    stops: bool = False
    state_only: bool = True

    @property
    def keeps_state(self) -> bool:
        """Whether no field changes, no random number is drawn, and no function runs that is not known."""
        return self.written == set() and not self.draws and not self.calls

    def add(self, other: Effects) -> None:
        """Add the effects of a callee."""
        self.slots |= other.slots
        self.fields |= other.fields
        self.written = None if self.written is None or other.written is None else self.written | other.written
        self.pure = self.pure and other.pure
        self.stops = self.stops or other.stops
        self.calls = self.calls or other.calls
        self.draws = self.draws or other.draws
        self.state_only = self.state_only and other.state_only


class Touches(Protocol):
    """Conditions on which a move, or a part of it, may write what a question has read (`touches.py`).

    read: what was read, by the slot of the context that holds it; `reading` gives the same with other expressions.
    """

    read: dict[str, Expr]

    def reading(self, read: dict[str, Expr]) -> Touches: ...
    def of_every_move(self) -> Expr: ...
    def ends(self, ends: Sequence[Expr]) -> Expr: ...
    def action(self, name: str, params: Callable[[int], Expr]) -> Expr: ...
    def part(self, number: Expr) -> Expr: ...
    def consequent(self, number: Expr) -> Expr: ...


@dataclass(slots=True)
class Program:
    """A compiled game: what both backends run.

    name: the game's.
    fields: of the state, in the order in which it is laid out.
    context, context_sets: the INT slots of the evaluation context with their initial values, and the slots that hold a
    SET, initially empty.
    caps: sizes of what can grow, by name; an engine may enlarge them.
    tables: constant data.
    functions: each at its index.
    entries: what engines call: `start`, `moves`, `play(m)` and, where it differs from `play`, `consequences(m)`.
    appliers: the functions that apply actions, by kind; their parameters are those that `actions.py` declares.
    set_width: site indices in a SET are below it, rounded up to a multiple of 64.
    strings: texts that actions and errors refer to by number.
    hashed, hash_lists: for each variant of the state's digest the fields that it covers, and the LIST fields of 64 bits
    that hold digests.
    constants: numbers that engines need ("players": how many there are).
    after_all: indices of the consequents that wait until the moves of all players are applied, where these are made at
    the same time.
    counting: indices of the functions through which the rules ask how long the game is, and who has passed lately. All
    games ask this, and most never come to a different answer (`observed.live_fields`).
    live: indices of the functions that backends render, None for all.
    keep: data of the state that `drop_positions` does not remove although no rule reads it.
    listed: the ARRAY field with the piece of each site, if `owned` and `owned_n` list for each piece exactly the sites
    where this field holds it, each once; otherwise "".
    touches: for functions that tell whether a move writes what a question has read, the conditions that they are made
    of, by their index (`skip_untouched`).
    random_games: makes of this program the smaller one that random games run; None where no passes have run.
    place: the rules, for errors whose own place is not known.
    positions: memo of `state_bytes.position_fields`, without counters and with them.
    facts: what analyses have told, as long as no function has changed or was added. revision: what they are about.
    """

    name: str
    fields: dict[str, Field] = field(default_factory=dict)
    context: dict[str, int] = field(default_factory=dict)
    context_sets: list[str] = field(default_factory=list)
    caps: dict[str, int] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    functions: list[Function] = field(default_factory=list)
    entries: dict[str, Function] = field(default_factory=dict)
    appliers: dict[str, Function] = field(default_factory=dict)
    set_width: int = 64
    strings: list[str] = field(default_factory=list)
    hashed: list[list[str]] = field(default_factory=list)
    hash_lists: list[str] = field(default_factory=list)
    constants: dict[str, int] = field(default_factory=dict)
    after_all: set[int] = field(default_factory=set)
    counting: set[int] = field(default_factory=set)
    live: set[int] | None = None
    keep: frozenset[Upkeep] = frozenset()
    listed: str = ""
    touches: dict[int, Touches] = field(default_factory=dict)
    random_games: Callable[[Program], Program] | None = None
    place: Span | None = None
    positions: dict[bool, tuple[str, ...]] = field(default_factory=dict, init=False)
    facts: Facts = field(default_factory=dict, init=False, repr=False)
    revision: tuple[int, int] = field(default=(0, 0), init=False, repr=False)

    def kept_facts(self) -> Facts:
        """The facts, without those of an earlier revision."""
        revision = sum([fn.revision for fn in self.functions]), len(self.entries) + len(self.appliers)
        if revision != self.revision:
            self.revision = revision
            self.facts.clear()
        return self.facts

    @property
    def running(self) -> list[Function]:
        """The functions that are not known to be unreachable (`live`)."""
        return [fn for fn in self.functions if self.live is None or fn.index in self.live]

    def add(self, fn: Function) -> Function:
        """Adds a function at the end, which backends render, under a name that no other has."""
        while any(other.name == fn.name for other in self.functions):
            fn.name += "_"
        fn.index = len(self.functions)
        self.functions.append(fn)
        if self.live is not None:
            self.live.add(fn.index)
        return fn
