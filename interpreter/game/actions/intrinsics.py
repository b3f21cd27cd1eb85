"""Runs intrinsics: what each does to the abstract buffer of moves, and what is known of its result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from ...program import ops
from ...program.actions import action_number
from ...program.entries import Use
from ...program.intrinsics import PUSHES_IN
from ...program.modes import FULL
from ...program.ops import Expr, Op, Stmt, Type
from ...program.program import Function
from ...program.walk import bound, numbered, reached_from, runs_of, statements, subexpressions
from .buffer import Act, NotBoundedError, Possible
from .environment import DECIDED, Env
from .following import Follower
from .values import ANY, MOST, VARYING, Moves, Origin, added, from_origin, joined, members, number

__all__ = ["Intrinsics"]


class Intrinsics:
    """Runs the intrinsics of a program, for a follower. insertions: how often applied actions have been put into
    moves."""

    def __init__(self, follower: Follower) -> None:
        self.follower, self.program, self.dependencies = follower, follower.program, follower.dependencies
        self.buffer, self.evaluator = follower.buffer, follower.evaluator
        self.insertions = 0
        follower.any_kind = self._any_kind
        self.of_functions: dict[frozenset[int], frozenset[str]] = {}

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
            changed = self._changed_by_move(x, env)
            if changed is not None:
                self.evaluator.forget(changed, env)
                return self.evaluator.unknown(x.type)
            for slot in list(env.shared):
                if type(slot) is not tuple and slot in self.dependencies.left_changed.expression(x):
                    env.shared[slot] = self.evaluator.unknown_slot(slot)
            self.evaluator.forget(set(self.program.fields), env)
            return self.evaluator.unknown(x.type)
        if x.run.intrinsic.writes & (ops.Resource.MOVES | ops.Resource.OPEN | ops.Resource.COUNTS):
            raise NotBoundedError(f"its rules use {name}")
        if x.run.intrinsic.writes & ops.Resource.FIELDS and x.run.name:
            self.evaluator.forget({x.run.name}, env)
        if x.run.intrinsic.writes & ops.Resource.LISTS and x.src and x.src[0].op is Op.VAR:
            env.own[x.src[0].var] = ANY
        return self.evaluator.unknown(x.type)

    def _note_applied(self, x: Expr, env: Env) -> None:
        """Notes the kinds of actions that an intrinsic applies."""
        kinds: set[str] = set()
        name, functions = x.run.intrinsic.name, self.program.functions
        if _is_act(x):
            own = self.program.appliers.get(x.run.name)
            kinds |= {x.run.name} | self._kinds_of([] if own is None else [own])
        elif name in _APPLYING:
            for move in self.buffer.candidates(self.evaluator.value(x.src[0], env)):
                if move.thens is None or not all(a.kind for a in move.acts):
                    kinds |= self._any_kind()
                elif name in _THENS:
                    kinds |= self._kinds_of([functions[i] for i in move.thens])
                else:
                    some = {a.kind for a in move.acts} | move.free
                    appliers = (self.program.appliers.get(kind) for kind in sorted(some))
                    kinds |= some | self._kinds_of([fn for fn in appliers if fn is not None])
        else:
            kinds |= self._any_kind()
            if x.run.intrinsic.operands and x.run.intrinsic.operands[0].use is Use.MOVE:
                for move in self.buffer.candidates(self.evaluator.value(x.src[0], env)):
                    kinds |= {a.kind for a in move.acts} | move.free
        for frame in self.follower.frames:
            frame.applied |= kinds

    def _changed_by_move(self, x: Expr, env: Env) -> set[str] | None:
        """The fields that a move of the buffer changes whose actions or consequents are applied; None where these are
        not known, or where they may change the context."""
        name = x.run.intrinsic.name
        if name not in _APPLYING:
            return None
        moves = self.buffer.candidates(self.evaluator.value(x.src[0], env))
        if name in _THENS:
            return None if any(move.thens != () for move in moves) else set()
        found: set[str] = set()
        for kind in {a.kind for move in moves for a in move.acts}:
            applier = self.program.appliers.get(kind)
            if applier is None or any(move.free for move in moves) or self.dependencies.left_changed.function(applier):
                return None
            found |= self.dependencies.changes(applier.body)
        return found

    def _applied_kinds(self, x: Expr) -> frozenset[str]:
        """The kinds of actions that may be among those that are put into moves: they were applied in this function."""
        frame = self.follower.frames[-1]
        if any(y.op is Op.VAR and y.var in frame.fn.params for z in x.src[1:] for y in subexpressions(z)):
            return self._any_kind() | frozenset(kind for f in self.follower.frames for kind in f.applied)
        return frozenset(frame.applied)

    def _any_kind(self) -> frozenset[str]:
        """The kinds of the actions of all consequents."""
        first = [self.program.functions[i] for i in sorted(numbered(self.program))]
        return self._kinds_of([*first, *self.program.appliers.values()])

    def _kinds_of(self, first: Sequence[Function]) -> frozenset[str]:
        """The kinds of actions that functions apply, or of moves that they push, with all that they call."""
        key = frozenset(fn.index for fn in first)
        found = self.of_functions.get(key)
        if found is None:
            program, kinds = self.program, set()
            for i in reached_from(program, first):
                for s in statements(program.functions[i].body):
                    if isinstance(s, ops.Emit):
                        kinds |= {a.kind for a in s.actions}
                    kinds |= {x.run.name for x in runs_of([s]) if x.op is Op.RUN and _is_act(x)}
            found = self.of_functions[key] = frozenset(kinds)
        return found

    def _mark(self, x: Expr, env: Env) -> Any:
        return Moves(len(self.buffer.pushed), True, once=not self.evaluator.iterated)

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
        params = tuple(self.evaluator.known(y, env) for y in x.src[1:])
        self.buffer.open.acts.append(Act(x.run.name, params, decision, self.buffer.unsure > self.buffer.open.unsure))
        return ANY

    def _close_move(self, x: Expr, env: Env) -> Any:
        head = [self.evaluator.known(y, env) for y in x.src]
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
        m, low, high = (self.evaluator.known(y, env) for y in x.src)

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
        free = self._applied_kinds(x)
        replaces = x.run.intrinsic.name == "move_replace_applied"
        each = isinstance(m, Moves) and not m.mark and m.once and not self.follower.copies
        alone = isinstance(m, Moves) and m.mark and not m.offset
        alone = alone and self.buffer.is_one([move for move in self.buffer.pushed[m.first :] if move is not None])
        shared = each and not replaces and self._same_for_all(x)
        self.insertions += 1
        source = self.insertions

        def change(move: Possible) -> None:
            move.free |= free
            if replaces and each and move.thens is not None:
                # each was tried in the same position: what was applied follows from its own actions and consequents
                move.source, move.thens = (*move.source, move.thens), ()
                return
            move.source = (*move.source, source)
            move.loose |= not (shared or (alone and not move.several and not replaces))
            if replaces:
                move.acts = [Act(a.kind, a.params, a.decision, True) for a in move.acts]

        self.buffer.change(m, change)
        return ANY

    def _same_for_all(self, x: Expr) -> bool:
        """Whether what is inserted into the moves that a loop goes over is the same in all its iterations."""
        loops = [s for s in self.follower.over_moves if x.src[0].op is Op.VAR and s.var is x.src[0].arg]
        if not loops:
            return False
        changed = set(bound(loops[-1].body))
        return not any(y.op is not Op.CONST and (y.op is not Op.VAR or y.var in changed) for y in x.src[1:])

    def _random(self, x: Expr, env: Env) -> Any:
        bound_ = members(self.evaluator.value(x.src[0], env))
        if bound_ and 0 < max(bound_) <= MOST:
            drawn = number(range(max(bound_)), self.evaluator.iterated > 0)
            return from_origin(drawn, Origin())
        return self.evaluator.unknown(Type.INT)

    def _list_push(self, x: Expr, env: Env) -> Any:
        value = self.evaluator.value(x.src[1], env)
        if x.src[0].op is Op.VAR:
            env.own[x.src[0].var] = added(env.own.get(x.src[0].var, ANY), value)
        return ANY

    def _mode(self, x: Expr, env: Env) -> Any:
        return x.src[0].const == FULL if x.run.intrinsic is PUSHES_IN else -1


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


_THENS = frozenset({"apply_thens", "apply_thens_drawing"})
_APPLYING = _THENS | {"apply_actions", "apply_actions_drawing"}
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
    "random_int": Intrinsics._random, "list_push": Intrinsics._list_push, "pushes_in": Intrinsics._mode,
    "wanted_site": Intrinsics._mode, "move_attach": Intrinsics._attach, "move_detach": Intrinsics._attach,
    "act_then": Intrinsics._attach_open,
}  # fmt: skip
