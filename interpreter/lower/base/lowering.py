"""Lowers the typed tree of a game to a rules program: the context that every lowering works with."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias, TypeVar

from ludparse.ludemes import (
    Bool,
    Float,
    Game,
    Int,
    IntArrayFunction,
    Match,
    Moves,
    Player,
    RegionFunction,
    RoleType,
    SiteType,
    Then,
)
from ludparse.ludemes.base import Ludeme, keyword_of
from ludparse.problems.errors import LudError, LudUnsupportedError
from ludparse.problems.spans import Span

from ...equipment import Equipment
from ...equipment.features import NUMBER
from ...equipment.flags import Feature, GameFlags
from ...equipment.players import PlayersInfo, player_number, team_number
from ...program import expressions as ir
from ...program.actions import ACTIONS
from ...program.declarations import UndeclaredFieldError
from ...program.ops import Emit, Expr, NewAction, Op, Type
from ...program.program import Function, Program
from ...program.queries import QueryBuilder
from ...program.state_layout import Upkeep
from .makers import Maker, Makers
from .registry import UNSUPPORTED, Lower, find
from .sites import Sites
from .tables import Tables

T = TypeVar("T")

OFF = -1
END = -2
IntNode: TypeAlias = Int | RoleType
FloatNode: TypeAlias = Float | Int
IntsNode: TypeAlias = IntArrayFunction | tuple[IntNode, ...]

Act = tuple[str, dict[str, ir.IntLike], ir.BoolLike]
_Key = tuple[str, Ludeme, Span | None]
Hook = Callable[..., None]


class Lowering(QueryBuilder):
    """Everything that a lowering needs: it builds the program, knows the game, and gives the values of child nodes.

    `int`, `bool`, `region`, `ints` and `float` give the value of a node at this point of the program. `moves` runs a
    generator, which pushes moves on the move buffer. A node that needs statements becomes a function, one for all equal
    nodes. Ludemes pass values (from, to, site, level, value …) through the evaluation context, as in Ludii.
    """

    def __init__(
        self, game: Game, equipment: Equipment, players: PlayersInfo, flags: GameFlags, *, match: Match | None = None,
        traced: bool = False,
    ) -> None:  # fmt: skip
        rules: Ludeme = game.rules if match is None else match
        super().__init__(Program(game.name, place=rules.span))
        self._makers = Makers(rules)
        self._switch(self._makers.whole)
        self._made_by: dict[Hashable, Maker] = {}  # values of ludemes
        self._shared_by: dict[Hashable, Maker] = {}  # what several ludemes share
        self._declared_by: dict[builtins.int, Maker] = {}  # functions, by their index
        self.game = game
        self.ends: Ludeme = game.rules if match is None else match.end  # where the end rules stand
        self.separate_ends = traced  # whether the result of each end rule is a function with its place
        self.traced = traced  # whether each value of a ludeme that is not known before the game is one, too
        self.in_part = False  # whether moves are lowered now whose heads are not seen, in a game where heads vary
        self.in_match = match is not None  # whether the program is that of a match, and not of one of its games
        self.eq = equipment
        self.board = equipment.board
        self.players = players
        self.flags = flags
        self.n_players = players.count
        self.sites = Sites(self)
        self.tables = Tables(self)
        # functions that rules may call before flow/turn.py writes them
        self.phase_moves = self.declare("phase_moves")
        self.legal_moves = self.declare("legal_moves")
        self.apply_stored = self.declare("apply_stored", [("m", Type.INT)])
        self.play = self.declare("play", [("m", Type.INT)])
        self.compute_stalemated = self.declare("compute_stalemated")
        self.used_actions: dict[str, None] = {}
        self.after_move = Hooks(self)  # run when a stored move's consequents are applied
        self.before_last = Hooks(self)  # run when a stored move becomes the last move
        self.on_empty_board = Hooks(self)  # run before the start rules
        self.after_start = Hooks(self)  # run after the start rules
        self._now: Ludeme | None = None
        self._values: dict[_Key, Expr | Function] = {}
        self._busy: set[_Key] = set()  # what is being lowered
        self._made: dict[Hashable, Any] = {}
        self._string_numbers: dict[str, builtins.int] = {}
        self._later = Hooks(self)

    # ------------------------------------------------------------------ values of nodes

    def int(self, node: IntNode) -> Expr:
        """INT value of an int function, a number, or a role (its player's index)."""
        if isinstance(node, bool):
            return ir.const(int(node))
        if isinstance(node, int):
            return ir.const(node)
        if isinstance(node, RoleType):
            return self.role(node)
        return self._value(node, "int", Type.INT)

    def opt_int(self, node: IntNode | None, default: ir.IntLike) -> Expr:
        """INT value of a node, or the default where the node is absent."""
        return ir.as_int(default) if node is None else self.int(node)

    def given(self, node: IntNode | None, stem: str = "v") -> Expr | None:
        """The INT value of a node, pinned in a local; None where the node is absent."""
        return None if node is None else self.let(self.int(node), stem)

    def bool(self, node: Bool) -> Expr:
        """BOOL value of a boolean function or a literal."""
        if isinstance(node, bool):
            return ir.as_bool(node)
        return self._value(node, "bool", Type.BOOL)

    def opt_bool(self, node: Bool | None, default: builtins.bool) -> Expr:
        """BOOL value of a condition, or the default where it is absent."""
        return ir.as_bool(default) if node is None else self.bool(node)

    def float(self, node: FloatNode) -> Expr:
        """FLOAT value of a float function, an int function or a number."""
        if isinstance(node, int | float):
            return ir.float_const(float(node))
        return self._value(node, "float", Type.FLOAT)

    def region(self, node: RegionFunction) -> Expr:
        """SET value of a region function."""
        return self._value(node, "region", Type.SET)

    def ints(self, node: IntsNode) -> Expr:
        """LIST value of an int-array function."""
        if isinstance(node, tuple):
            return self.list_new([self.int(x) for x in node])
        return self._value(node, "ints", Type.LIST)

    def static_int(self, node: IntNode) -> builtins.int | None:
        """The value of a node that is known now, else None."""
        with self.capture() as stray:
            value = self.int(node)
        return value.const if value.is_const and not stray else None

    def _value(self, node: Ludeme, to: str, result: Type) -> Expr:
        key = self._key(to, node)
        known = self._values.get(key)
        if known is None:
            with self.lowering(node) as maker:
                known = self._lower_value(node, to, result, key)
            self._values[key], self._made_by[key] = known, maker
        else:
            self._ask(self._made_by[key], (node,))
        return self.call(known) if isinstance(known, Function) else known

    def _key(self, to: str, node: Ludeme) -> _Key:
        """What is lowered once: equal ludemes, and in a traced program those of one place."""
        return to, node, node.span if self.traced else None

    def _lower_value(self, node: Ludeme, to: str, result: Type, key: _Key) -> Expr | Function:
        lower = self._meaning(node, to)
        if key in self._busy:
            raise LudUnsupportedError(f"{keyword_of(type(node))} refers to itself", getattr(node, "span", None))
        self._busy.add(key)
        try:
            with self.capture() as body:
                value = _as_type(self.attempt(lower, node), result)
        finally:
            self._busy.remove(key)
        known = value.is_const or value.op is Op.SET_EMPTY
        if not body and result is not Type.LIST and (known or not self.traced):
            return value
        with self.function(f"{to}_{_stem(node)}", (), result, _source(node), place=node.span) as (fn, _):
            self.block.extend(body)
            self.return_(value)
        return fn

    def place(self) -> Span | None:
        """Where the ludeme stands whose lowering began last."""
        return None if self._now is None else self._now.span

    def _meaning(self, node: Ludeme, to: str) -> Lower:
        self._now = node
        lower = find(type(node), to)
        if lower is None:
            raise self.unsupported(node)
        return lower

    def attempt(self, lower: Lower, node: Ludeme) -> object:
        """Runs a lowering; errors that it raises without a place get that of the ludeme."""
        try:
            return lower(node, self)
        except LudError as error:
            if error.span is None:
                error.span = node.span
            raise
        except UndeclaredFieldError as error:
            error.ludeme = error.ludeme or type(node).__name__
            raise

    def unsupported(self, node: object, detail: str = "") -> LudUnsupportedError:
        """The error for a ludeme, or a way of using it, that cannot be compiled yet."""
        name = f"({keyword_of(type(node))} …)" if isinstance(node, Ludeme) else repr(node)
        kind = f" [{type(node).__name__}]" if isinstance(node, Ludeme) else ""
        detail = detail or UNSUPPORTED.get(type(node).__name__, "")
        text = f"{name}{kind} cannot be compiled yet" + (f": {detail}" if detail else "")
        return LudUnsupportedError(text, getattr(node, "span", None))

    # ------------------------------------------------------------------ moves

    def moves_function(self, node: Moves) -> Function:
        """The function that pushes the moves of a generator (once for equal nodes)."""
        key = self._key("part" if self.in_part else "moves", node)
        known = self._values.get(key)
        if isinstance(known, Function):
            self._ask(self._made_by[key], (node,))
            return known
        lower = self._meaning(node, "moves")
        with (
            self.lowering(node) as maker,
            self.function(f"moves_{_stem(node)}", (), Type.VOID, _source(node), place=node.span) as (fn, _),
        ):
            self._values[key], self._made_by[key] = fn, maker  # before its body: generators may refer to one another
            self.attempt(lower, node)
        return fn

    def moves(self, node: Moves) -> None:
        """Pushes the moves of a generator here."""
        self.do(self.call(self.moves_function(node)))

    @property
    def heads_vary(self) -> builtins.bool:
        """Whether heads of moves that are lowered now may name more than sites: an edge, or the state of a piece that
        covers several cells."""
        return not self.in_part and (SiteType.Edge in self.sites.types or self.eq.has_large)

    @contextmanager
    def as_part(self) -> Iterator[None]:
        """Within it moves are lowered whose actions become part of other moves."""
        outer, self.in_part = self.in_part, self.in_part or self.heads_vary
        try:
            yield
        finally:
            self.in_part = outer

    def then_function(self, then: Then | None) -> Function | None:
        """The function of a consequent, None without one."""
        if then is None:
            return None
        with self.as_part():
            fn = self.moves_function(then.moves)
        if then.apply_after_all_moves:
            self.program.after_all.add(fn.index)
        return fn

    def mark(self) -> Expr:
        """The number of moves in the buffer now."""
        return self.let(self.run("move_count"), "mark")

    def count(self) -> Expr:
        """The number of moves in the buffer, read where it stands."""
        return self.run("move_count")

    def attach(self, mark: ir.IntLike, then: Then | None) -> None:
        """Adds a consequent to all moves from a mark on."""
        fn = self.then_function(then)
        if fn is not None:
            self.run("move_attach", mark, fn.index)

    def finish(self, mark: ir.IntLike, then: Then | None, mover: ir.IntLike | None = None) -> None:
        """Ends a generator as Ludii does: all moves from the mark on get the mover and the consequent."""
        self.run("move_set_movers", mark, self.get("mover") if mover is None else mover)
        self.attach(mark, then)

    def act(self, kind: str, *, decision: ir.BoolLike = False, **params: ir.IntLike) -> Act:
        """One action of a move; parameters left out are -1."""
        names = ACTIONS[kind].params
        self.used_actions[kind] = None
        self._shared_maker((Lowering.act, kind))
        unknown = set(params) - set(names)
        if unknown:
            raise ValueError(f"action {kind} has no parameter {', '.join(sorted(unknown))}")
        return (kind, {n: params.get(n, OFF) for n in names}, decision)

    def emit(
        self,
        from_site: ir.IntLike,
        to_site: ir.IntLike,
        actions: Sequence[Act],
        *,
        mover: ir.IntLike | None = None,
        levels: tuple[ir.IntLike, ir.IntLike] = (0, 0),
        then: Then | None = None,
    ) -> None:
        """Pushes a move. mover: the player to move unless given."""
        who = self.get("mover") if mover is None else ir.as_int(mover)
        fn = self.then_function(then)
        new = [NewAction(k, tuple(ir.as_int(p[n]) for n in ACTIONS[k].params), ir.as_bool(d)) for k, p, d in actions]
        head = (who, ir.as_int(from_site), ir.as_int(to_site), ir.as_int(levels[0]), ir.as_int(levels[1]))
        self.write(Emit(*head, new, () if fn is None else (fn,)))

    def push_action(self, action: Act) -> None:
        """Adds an action to the move that is put together (`one_move`)."""
        kind, params, decision = action
        self.add_action(kind, decision, list(params.values()))

    def pinned(self, action: Act) -> Act:
        """The action with the values that its parameters have here."""
        kind, params, decision = action
        return kind, {n: self.let(ir.as_int(p)) for n, p in params.items()}, self.let(ir.as_bool(decision))

    # ------------------------------------------------------------------ players and context

    def role(self, role: RoleType) -> Expr:
        """The player index that a role stands for during play (All, Shared …: number of players + 1)."""
        if role is RoleType.Mover:
            return self.get("mover")
        if role is RoleType.Next:
            return self.get("next")
        if role is RoleType.Prev:
            return self.get("prev")
        if role is RoleType.Neutral:
            return ir.const(0)
        if role in (RoleType.Shared, RoleType.All, RoleType.Each):
            return ir.const(self.n_players + 1)
        if role is RoleType.Player:
            return self.ctx("player")
        if player_number(role):
            return ir.const(player_number(role))
        if role is RoleType.TeamMover:
            return self.get("team", self.get("mover")) if self.flags.uses(Feature.TEAMS) else ir.const(OFF)
        if team_number(role):
            return ir.const(team_number(role))
        return ir.const(OFF)

    def player(self, role: RoleType | None, player: Player | IntNode | None) -> Expr:
        """The player index of a role, or of the player who is given instead of one."""
        if role is not None:
            return self.role(role)
        assert player is not None, "a signature asks for one of them"
        return self.int(player.index if isinstance(player, Player) else player)

    def is_player(self, number: Expr) -> Expr:
        """Whether a number is that of a player of the game."""
        return (number > 0) & (number <= self.n_players)

    def type_number(self, t: SiteType | None) -> builtins.int:
        """The number of a site type in actions: 0 cell, 1 vertex, 2 edge; -1 where it is not given."""
        return OFF if t is None else NUMBER[t]

    def site_type(self, declared: SiteType | None) -> SiteType:
        """The declared site type, or the board's default."""
        return declared or self.eq.default_site

    def string(self, text: str) -> builtins.int:
        """The number of a text that actions or errors refer to."""
        strings, numbers = self.program.strings, self._string_numbers
        if len(numbers) < len(strings):
            numbers |= {string: number for number, string in reversed(list(enumerate(strings)))}
        if text not in numbers:
            numbers[text] = len(strings)
            strings.append(text)
        return numbers[text]

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """The memoised result of `make`, computed once per game and key.

        `make` must not ask for the same key: a function that refers to itself has to be declared first.
        """
        maker = self._shared_maker(key)
        if key not in self._made:
            with self._writing(maker):
                self._made[key] = make()
        made: T = self._made[key]
        return made

    def shared(
        self, stem: str, params: Sequence[tuple[str, Type]] = (), result: Type = Type.VOID
    ) -> tuple[Function, builtins.bool]:
        """The helper function of that name, and whether it is new: then the caller has to write it (`define`).

        For a function that its own body may reach again; others are simpler with `once`.
        """
        fresh = (self.shared, stem) not in self._made
        return self.once((self.shared, stem), lambda: self.declare(stem, params, result)), fresh

    def later(self, what: Callable[[], None]) -> None:
        """Registers a function to run after all reachable rules are lowered, for code that depends on what they use."""
        self._later.append(what)

    def run_later(self) -> None:
        while self._later:
            self._later.pop(0)()

    # ------------------------------------------------------------------ places of statements

    @contextmanager
    def lowering(self, node: Ludeme) -> Iterator[Maker]:
        """Within it a ludeme is lowered: statements get its place."""
        outer, maker = self._maker, Maker(self._makers, (node,))
        self._ask(maker, maker.nodes)
        self._switch(maker)
        try:
            yield maker
        finally:
            self._switch(outer)

    @contextmanager
    def lowering_action(self, kind: str) -> Iterator[None]:
        """Within it is written what an action does: statements get the places of the ludemes that make such actions."""
        key = (Lowering.act, kind)
        asks = key not in self._shared_by or self._maker is not self._makers.whole
        with self._writing(self._shared_maker(key) if asks else self._shared_by[key]):
            yield

    @contextmanager
    def define(self, fn: Function) -> Iterator[tuple[Function, list[Expr]]]:
        with self._writing(self._declared_by[fn.index]), super().define(fn) as opened:
            yield opened

    def declare(
        self, stem: str, params: Sequence[tuple[str, Type]] = (), result: Type = Type.VOID, comment: str = "",
        upkeep: Upkeep | None = None,
    ) -> Function:  # fmt: skip
        fn = super().declare(stem, params, result, comment, upkeep)
        self._declared_by[fn.index] = self._maker
        fn.places = self.places
        return fn

    def _shared_maker(self, key: Hashable) -> Maker:
        """The maker of what several ludemes share, for which the present one asks."""
        nodes = tuple(x for x in key if isinstance(x, Ludeme)) if isinstance(key, tuple) else ()
        maker = self._shared_by.get(key)
        if maker is None:
            maker = self._shared_by[key] = Maker(self._makers, nodes, shared=True)
            nodes = maker.nodes
        self._ask(maker, nodes)
        return maker

    def _ask(self, maker: Maker, nodes: tuple[Ludeme, ...]) -> None:
        self._maker.asked.append((maker, nodes))

    @contextmanager
    def _writing(self, maker: Maker) -> Iterator[None]:
        outer = self._maker
        self._switch(maker)
        try:
            yield
        finally:
            self._switch(outer)

    def _switch(self, maker: Maker) -> None:
        self._maker, self.places = maker, maker.places


class Hooks(list[Hook]):
    """What is to be written later, each on behalf of the ludeme that was lowered when it was registered."""

    def __init__(self, lo: Lowering) -> None:
        self._lo = lo

    def append(self, hook: Hook) -> None:
        maker = self._lo._maker

        def write(*values: Expr) -> None:
            with self._lo._writing(maker):
                hook(*values)

        super().append(write)


def _as_type(value: object, result: Type) -> Expr:
    if isinstance(value, bool):
        return ir.as_bool(value)
    if isinstance(value, int):
        return ir.const(value)
    assert isinstance(value, Expr), value
    if result is Type.INT and value.type is Type.BOOL:
        return ir.as_int(value)
    if result is Type.FLOAT and value.type is not Type.FLOAT:
        return ir.to_float(value)
    if result is Type.BOOL and value.type is Type.INT:
        return ir.ne(value, 0)
    if value.type is not result:
        raise TypeError(f"a lowering gave {value.type.value} where {result.value} was wanted")
    return value


def _stem(node: Ludeme) -> str:
    name = type(node).__name__
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


def _source(node: Ludeme) -> str:
    return f"line {node.span.line}" if node.span is not None else ""
