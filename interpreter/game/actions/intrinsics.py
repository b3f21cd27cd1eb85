"""Runs intrinsics: what each does to the abstract buffer of moves, and what is known of its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ...program import ops
from ...program.actions import action_number
from ...program.entries import Use
from ...program.ops import Expr, Op, Stmt, Type
from ...program.walk import numbered, reached_from, runs_of, statements
from .buffer import Act, NotBoundedError, Possible
from .environment import DECIDED, Env
from .following import Follower
from .values import ANY, MOST, VARYING, Moves, added, joined, members, number

__all__ = ["Intrinsics"]


class Intrinsics:
    """Runs the intrinsics of a program, for a follower. applied: the kinds of actions that have been applied."""

    def __init__(self, follower: Follower) -> None:
        self.follower, self.program, self.dependencies = follower, follower.program, follower.dependencies
        self.buffer, self.evaluator = follower.buffer, follower.evaluator
        self.applied: frozenset[str] = frozenset()
        self.of_consequents: frozenset[str] | None = None

    def run(self, x: Expr, env: Env) -> Any:
        """The value of an expression that runs an intrinsic. Raises NotBoundedError where its effect is not known."""
        name = x.run.intrinsic.name
        handle = _HANDLERS.get(name)
        if handle is not None:
            return handle(self, x, env)
        for y in x.src:
            self.evaluator.value(y, env)
        if name in _HARMLESS:
            return self.evaluator.unknown(x.type)
        if x.run.intrinsic.calls:
            self._note_applied(x, env)
            for slot in list(env.shared):
                if type(slot) is not tuple and slot in self.dependencies.kept.expression(x):
                    env.shared[slot] = self.evaluator.unknown_slot(slot)
            env.forget(set(self.program.fields))
            return self.evaluator.unknown(x.type)
        if x.run.intrinsic.writes & (ops.Resource.MOVES | ops.Resource.OPEN | ops.Resource.COUNTS):
            raise NotBoundedError(f"its rules use {name}")
        if x.run.intrinsic.writes & ops.Resource.FIELDS and x.run.name:
            env.forget({x.run.name})
        if x.run.intrinsic.writes & ops.Resource.LISTS and x.src and x.src[0].op is Op.VAR:
            env.own[x.src[0].var] = ANY
        return self.evaluator.unknown(x.type)

    def _note_applied(self, x: Expr, env: Env) -> None:
        """Notes the kinds of actions that an intrinsic applies."""
        if _is_act(x):
            self.applied |= {x.run.name}
        elif x.run.intrinsic.operands and x.run.intrinsic.operands[0].use is Use.MOVE:
            for move in self.buffer.candidates(self.evaluator.value(x.src[0], env)):
                self.applied |= {a.kind for a in move.acts} | move.free

    def _applied_kinds(self) -> frozenset[str]:
        """The kinds of actions that may have been applied: of the moves that were followed, and of consequents."""
        if self.of_consequents is None:
            program, kinds = self.program, set()
            first = [program.functions[i] for i in numbered(program)]
            for i in reached_from(program, [*first, *program.appliers.values()]):
                for s in statements(program.functions[i].body):
                    if isinstance(s, ops.Emit):
                        kinds |= {a.kind for a in s.actions}
                    kinds |= {x.run.name for x in runs_of([s]) if x.op is Op.RUN and _is_act(x)}
            self.of_consequents = frozenset(kinds)
        return self.of_consequents | self.applied

    def _mark(self, x: Expr, env: Env) -> Any:
        return Moves(len(self.buffer.pushed), True)

    def _read_part(self, x: Expr, env: Env, name: str) -> Any:
        m = self.evaluator.value(x.src[0], env)
        found = [getattr(move, name) for move in self.buffer.candidates(m)]
        if not found:
            return self.evaluator.unknown(Type.INT)
        out = found[0]
        varying = not (isinstance(m, Moves) and m.mark) or self.evaluator.iterated > 0
        for other in found[1:]:
            out = joined(out, other, varying)
        return out

    def _acts_at(self, x: Expr, env: Env) -> list[Act] | None:
        """The actions that a move may have at a place; None if they are not known."""
        m, k = self.evaluator.value(x.src[0], env), self.evaluator.value(x.src[1], env)
        out: list[Act] = []
        for move in self.buffer.candidates(m):
            if move.free:
                return None
            if type(k) is int and not any(a.may for a in move.acts[: k + 1]):
                out += move.acts[k : k + 1]
            else:
                out += move.acts
        return out if all(a.kind for a in out) else None

    def _act_count(self, x: Expr, env: Env) -> Any:
        m = self.evaluator.value(x.src[0], env)
        moves = self.buffer.candidates(m)
        if not moves or any(move.free or any(a.may for a in move.acts) for move in moves):
            return self.evaluator.unknown(Type.INT)
        return number({len(move.acts) for move in moves}, self.evaluator.iterated > 0 or len(moves) > 1)

    def _act_kind(self, x: Expr, env: Env) -> Any:
        acts = self._acts_at(x, env)
        if not acts:
            return self.evaluator.unknown(Type.INT)
        return number({action_number(a.kind) for a in acts}, self.evaluator.iterated > 0)

    def _act_param(self, x: Expr, env: Env) -> Any:
        acts, which = self._acts_at(x, env), self.evaluator.value(x.src[2], env)
        if not acts or type(which) is not int:
            return VARYING if self.evaluator.iterated else ANY
        found: Any = None
        for a in acts:
            value = a.params[which] if which < len(a.params) else -1
            found = value if found is None else joined(found, value, self.evaluator.iterated > 0)
        return found

    def _act_decision(self, x: Expr, env: Env) -> bool | None:
        m = self.evaluator.value(x.src[0], env)
        if isinstance(m, Moves) and m.mark and not m.offset and env.shared.get((DECIDED, m.first)) == 1:
            return True
        acts = self._acts_at(x, env)
        told = {a.decision for a in acts} if acts else {None}
        return told.pop() if len(told) == 1 else None

    def _decide(self, x: Expr, env: Env) -> Any:
        lo, hi = self.evaluator.value(x.src[0], env), self.evaluator.value(x.src[1], env)
        decides = x.run.intrinsic.name == "move_decide"
        one = isinstance(lo, Moves) and isinstance(hi, Moves) and lo.mark and hi.mark and lo.first == hi.first
        if decides and one and not lo.offset and hi.offset == 1:
            env.shared[DECIDED, lo.first] = 1
        if isinstance(lo, Moves):

            def change(move: Possible) -> None:
                sure = not lo.offset and not one
                told = [decides if sure or a.decision is decides else None for a in move.acts]
                move.acts = [Act(a.kind, a.params, d, a.may) for a, d in zip(move.acts, told, strict=True)]

            self.buffer.change(lo, change)
        return ANY

    def _run_splice(self, x: Expr, env: Env) -> Any:
        self.buffer.splice(self.evaluator.value(x.src[0], env), self.evaluator.value(x.src[1], env))
        return ANY

    def _open_move(self, x: Expr, env: Env) -> Any:
        self.buffer.begin()
        return ANY

    def _add_act(self, x: Expr, env: Env) -> Any:
        decision = self.evaluator.holds(x.src[0], env)
        params = tuple(self.evaluator.value(y, env) for y in x.src[1:])
        self.buffer.open.acts.append(Act(x.run.name, params, decision, self.buffer.unsure > self.buffer.open.unsure))
        return ANY

    def _close_move(self, x: Expr, env: Env) -> Any:
        head = [self.evaluator.value(y, env) for y in x.src]
        move = self.buffer.open
        self.follower.push(head, list(move.acts), move.free, env, _Closed.of(x), move.thens)
        return ANY

    def _reopen(self, x: Expr, env: Env) -> Any:
        self.evaluator.value(x.src[0], env)
        self.buffer.begin()
        return ANY

    def _reclose(self, x: Expr, env: Env) -> Any:
        m = self.evaluator.value(x.src[0], env)

        def change(move: Possible) -> None:
            move.acts += self.buffer.open.acts

        self.buffer.change(m, change)
        return ANY

    def _attach(self, x: Expr, env: Env) -> Any:
        m, fn = self.evaluator.value(x.src[0], env), self.evaluator.value(x.src[1], env)
        sure = x.run.intrinsic.name == "move_attach" and type(fn) is int and isinstance(m, Moves) and m.mark

        def change(move: Possible) -> None:
            move.thens = (*move.thens, fn) if sure and not m.offset and move.thens is not None else None

        self.buffer.change(m, change)
        return ANY

    def _attach_open(self, x: Expr, env: Env) -> Any:
        self.evaluator.value(x.src[0], env)
        self.buffer.open.thens = None
        return ANY

    def _set_mover(self, x: Expr, env: Env) -> Any:
        m, mover = self.evaluator.value(x.src[0], env), self.evaluator.value(x.src[1], env)
        all_of_them = x.run.intrinsic.name == "move_set_movers"

        def change(move: Possible) -> None:
            move.mover = mover if all_of_them and isinstance(m, Moves) else joined(move.mover, mover, True)

        self.buffer.change(m, change)
        return ANY

    def _set_levels(self, x: Expr, env: Env) -> Any:
        m, low, high = (self.evaluator.value(y, env) for y in x.src)

        def change(move: Possible) -> None:
            move.low, move.high = joined(move.low, low, True), joined(move.high, high, True)

        self.buffer.change(m, change)
        return ANY

    def _copy_move(self, x: Expr, env: Env) -> Any:
        for move in self.buffer.candidates(self.evaluator.value(x.src[0], env)):
            self.buffer.push(move.copy())
        return ANY

    def _drop_moves(self, x: Expr, env: Env) -> Any:
        lo, hi = self.evaluator.value(x.src[0], env), self.evaluator.value(x.src[1], env)
        if isinstance(lo, Moves) and lo.mark and not lo.offset and isinstance(hi, Moves) and hi.mark and not hi.offset:
            self.buffer.drop_from(lo.first, hi.first)
        return ANY

    def _rewind(self, x: Expr, env: Env) -> Any:
        mark = self.evaluator.value(x.src[0], env)
        self.evaluator.value(x.src[1], env)
        if isinstance(mark, Moves) and mark.mark and not mark.offset:
            self.buffer.drop_from(mark.first)
        return ANY

    def _insert_applied(self, x: Expr, env: Env) -> Any:
        m = self.evaluator.value(x.src[0], env)
        for y in x.src[1:]:
            self.evaluator.value(y, env)
        free = self._applied_kinds()
        replaces = x.run.intrinsic.name == "move_replace_applied"

        def change(move: Possible) -> None:
            move.free |= free
            if replaces:
                move.acts = [Act(a.kind, a.params, a.decision, True) for a in move.acts]

        self.buffer.change(m, change)
        return ANY

    def _random(self, x: Expr, env: Env) -> Any:
        bound_ = members(self.evaluator.value(x.src[0], env))
        if bound_ and 0 < max(bound_) <= MOST:
            return number(range(max(bound_)), self.evaluator.iterated > 0)
        return self.evaluator.unknown(Type.INT)

    def _list_push(self, x: Expr, env: Env) -> Any:
        value = self.evaluator.value(x.src[1], env)
        if x.src[0].op is Op.VAR:
            env.own[x.src[0].var] = added(env.own.get(x.src[0].var, ANY), value)
        return ANY

    def _mode(self, x: Expr, env: Env) -> Any:
        return 0 if x.run.intrinsic.name == "push_mode" else -1


class _Closed(Stmt):
    """Stands for the place of an expression that pushes a move."""

    __slots__ = ("close",)
    _made: ClassVar[dict[int, tuple[Expr, _Closed]]] = {}

    @classmethod
    def of(cls, x: Expr) -> _Closed:
        """The one of an expression."""
        if id(x) not in cls._made:
            cls._made[id(x)] = x, cls()
        return cls._made[id(x)][1]


def _is_act(x: Expr) -> bool:
    return x.run.intrinsic.argument is ops.Argument.ACTION


_HARMLESS = frozenset({
    "act_count", "applied_count", "applied_base", "applied_set_base", "move_swap", "move_put",
    "applied_truncate", "push_counted",
})  # fmt: skip
_HANDLERS: dict[str, Callable[[Intrinsics, Expr, Env], Any]] = {
    "move_count": Intrinsics._mark,
    **{
        f"move_{name}": lambda p, x, env, part=part: p._read_part(x, env, part)  # type: ignore[misc]
        for name, part in (
            ("mover", "mover"), ("from", "start"), ("to", "end"), ("level_min", "low"), ("level_max", "high"),
        )
    },
    "move_action_count": Intrinsics._act_count, "move_action_kind": Intrinsics._act_kind,
    "move_action_param": Intrinsics._act_param, "move_action_decision": Intrinsics._act_decision,
    "move_decide": Intrinsics._decide, "move_undecide": Intrinsics._decide,
    "move_splice": Intrinsics._run_splice, "move_open": Intrinsics._open_move, "act": Intrinsics._add_act,
    "move_close": Intrinsics._close_move, "move_reopen": Intrinsics._reopen,
    "move_reclose": Intrinsics._reclose, "move_set_mover": Intrinsics._set_mover,
    "move_set_movers": Intrinsics._set_mover, "move_set_levels": Intrinsics._set_levels,
    "move_copy": Intrinsics._copy_move, "move_twin": Intrinsics._copy_move,
    "move_drop": Intrinsics._drop_moves, "moves_rewind": Intrinsics._rewind,
    "move_insert_applied": Intrinsics._insert_applied, "move_replace_applied": Intrinsics._insert_applied,
    "random_int": Intrinsics._random, "list_push": Intrinsics._list_push, "push_mode": Intrinsics._mode,
    "wanted_site": Intrinsics._mode, "move_attach": Intrinsics._attach, "move_detach": Intrinsics._attach,
    "act_then": Intrinsics._attach_open,
}  # fmt: skip
