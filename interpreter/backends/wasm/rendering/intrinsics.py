"""Intrinsics: what the program cannot say in its own operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ....facts.chosen_moves import Point
from ....facts.loops import calls_functions
from ....facts.modes import is_run
from ....low import operations as op
from ....low.nodes import Do, Store, Value, call, const, number, select
from ....low.nodes import load as load_
from ....program import ops
from ....program.actions import action_number
from ....program.intrinsics import HASH_COUNT, HASH_PUSH, MOVE_COUNT, MOVE_UNDECIDE
from ....program.modes import CHOOSE, FULL, PROBE, TO_SITE
from ....program.ops import Argument, Expr, Field, FieldKind
from ....program.walk import assigned_once, meant
from ..runtime import applying, buffer, lists, numbers, registers, saving
from .base import F32, F64, I64
from .loops import LoopRenderer

_SAME: dict[str, Any] = {
    name: getattr(module, name)
    for module, names in (
        (buffer, "move_drop move_put move_swap move_splice move_reopen move_reclose move_detach "
                 "move_is_pass move_same act_then"),
        (applying, "apply_actions apply_thens applied_rotate move_insert_applied move_replace_applied"),
        (lists, "list_clear list_sort"),
        (numbers, "seed_copies"),
    )
    for name in names.split()
}  # fmt: skip
"""The intrinsics that are a function of the runtime of the same name."""
_SAME |= {"apply_actions_drawing": applying.apply_actions, "apply_thens_drawing": applying.apply_thens}
_AT_PLACE: dict[str, Any] = {
    "list_set": lists.list_set, "list_remove_at": lists.list_remove_at, "list_insert": lists.list_insert,
    "random_int": numbers.random_int, "move_close": buffer.move_close, "move_copy": buffer.move_copy,
    "move_twin": buffer.move_twin,
}  # fmt: skip
"""Those that may fail, and are told where they are run."""
_PARTS = {
    "move_mover": buffer.MOVER, "move_from": buffer.FROM, "move_to": buffer.TO, "move_level_min": buffer.LEVEL_MIN,
    "move_level_max": buffer.LEVEL_MAX, "move_then_count": buffer.N_THEN,
}  # fmt: skip
_SET_PARTS = {"move_set_mover": buffer.MOVER, "move_set_from": buffer.FROM, "move_set_to": buffer.TO}
_REGISTERS = {
    "move_count": "n_moves",
    "act_count": "n_acts",
    "applied_count": "n_applied",
    "applied_base": "applied_base",
}
_SET_REGISTERS = {"applied_set_base": "applied_base", "applied_truncate": "n_applied"}
_OF_ACTIONS = {"kind": buffer.KIND, "decision": buffer.DECISION, "param": buffer.PARAMS}
FUNCTIONS = ("log", "log10", "exp", "sin", "cos", "tan", "pow")
"""Functions of floats that the engine brings along."""


class IntrinsicRenderer(LoopRenderer):
    """Renders intrinsics."""

    stride: int
    move_size: int
    points: Mapping[ops.Emit, Point]
    """Moves that are played without a record of their actions."""
    maker = 0
    """Bytes of moves and actions that say who has made them."""

    def variant(self, fn: Any, mode: int) -> Any:
        """The function of the low form that runs a function of the rules in a mode."""
        raise NotImplementedError

    def intrinsic(self, x: Expr) -> Value:
        name = x.run.intrinsic.name
        if name in _SAME:
            return self.run(_SAME[name], *map(self.e, x.src))
        if name in _AT_PLACE:
            return self.run(_AT_PLACE[name], *map(self.e, x.src), self.where)
        if name in _PARTS:
            return load_(32, self.move(self.e(x.src[0])), _PARTS[name])
        if name in _REGISTERS:
            return self.register(_REGISTERS[name])
        if x.run.intrinsic.argument is Argument.LIST:
            return self.change_list(name, self.program.fields[x.run.name], x)
        return _INTRINSICS[name](self, x)

    def move(self, i: Value) -> Value:
        """The address of a move."""
        return self.told("moves") + i * self.move_size

    # ------------------------------------------------------------------ moves and actions

    def set_part(self, x: Expr) -> Value:
        address = self.move(self.e(x.src[0]))
        self.out.append(Store(op.STORE[32], address, self.e(x.src[1]), _SET_PARTS[x.run.intrinsic.name]))
        return NOTHING

    def set_levels(self, x: Expr) -> Value:
        address = self.local(self.move(self.e(x.src[0])))
        for y, place in zip(x.src[1:], (buffer.LEVEL_MIN, buffer.LEVEL_MAX), strict=True):
            self.out.append(Store(op.STORE[32], address, self.e(y), place))
        return NOTHING

    def set_register_to(self, x: Expr) -> Value:
        self.set_register(_SET_REGISTERS[x.run.intrinsic.name], self.e(x.src[0]))
        return NOTHING

    def rewind(self, x: Expr) -> Value:
        self.set_register("n_moves", self.e(x.src[0]))
        self.set_register("n_acts", self.e(x.src[1]))
        return NOTHING

    def then(self, x: Expr) -> Value:
        return load_(32, self.move(self.e(x.src[0])) + (self.e(x.src[1]) << 2), buffer.THEN)

    def action_count(self, x: Expr) -> Value:
        return load_(32, self.move(self.recorded(x.src[0])), buffer.N_ACTS)

    def recorded(self, x: Expr) -> Value:
        """The number of a move whose actions are looked at."""
        i = self.held(x)
        new = is_run(meant(x, assigned_once(self.frame.fn)), MOVE_COUNT)  # pushed by now, and not the chosen one
        if self.points and not new:
            self.do(buffer.as_record, i)
        return i

    def of_action(self, x: Expr) -> Value:
        """A part of an action of a move, or of one that was applied."""
        name, src = x.run.intrinsic.name, x.src
        if name.startswith("applied"):
            first = self.told("applied")
        else:
            first = load_(32, self.move(self.recorded(src[0])), buffer.ACTIONS)
            src = src[1:]
        operands = [self.e(y) for y in src]
        place = _OF_ACTIONS[name.rpartition("_")[2]]
        at = first + operands[0] * self.stride
        return load_(32, at + (operands[1] << 2) if len(operands) > 1 else at, place)

    def push(self, x: Expr) -> Value:
        self.push_on_list(self.e(x.src[0]), self.e(x.src[1]))
        return NOTHING

    def set_applied(self, x: Expr) -> Value:
        parameter, value = map(self.e, x.src)
        parameter, value = self.local(parameter), self.local(value)
        with self.if_(self.register("recording")):
            at = self.register("applying") + (parameter << 2)
            self.out.append(Store(op.STORE[32], at, value, buffer.PARAMS))
        return NOTHING

    def attach(self, x: Expr) -> Value:
        every, chosen = {
            "move_attach": (buffer.move_attach, buffer.attach_chosen),
            "move_set_movers": (buffer.move_set_movers, buffer.movers_chosen),
        }[x.run.intrinsic.name]
        if self.frame.mode in (FULL, CHOOSE):
            self.do(every if self.frame.mode == FULL else chosen, *map(self.e, x.src))
        return NOTHING

    def decide(self, x: Expr) -> Value:
        decision = number(int(x.run.intrinsic is not MOVE_UNDECIDE))
        return self.run(buffer.move_decisions, *map(self.e, x.src), decision)

    def open(self, x: Expr) -> Value:
        self.set_register("open_act", self.register("n_acts"))
        return NOTHING

    def act(self, x: Expr) -> Value:
        values = [self.pinned(y) for y in x.src]
        a = self.local(self.run(buffer.act_new, number(action_number(x.run.name)), values[0]))
        for k, value in enumerate(values[1:]):
            self.out.append(Store(op.STORE[32], a, value, buffer.PARAMS + 4 * k))
        return NOTHING

    def pinned(self, x: Expr) -> Value:
        """An operand of a move: what runs functions is evaluated now, as it may push moves itself."""
        return self.local(self.e(x)) if calls_functions(x) else self.e(x)

    def act_now(self, x: Expr) -> Value:
        fn = self.program.appliers[x.run.name]
        decision, *params = [self.local(self.e(y)) for y in x.src]
        outer = self.local(self.register("applying"))
        with self.if_(self.register("recording")):
            a = self.local(self.run(applying.record, number(action_number(x.run.name)), decision))
            self.set_register("applying", a)
            for k, value in enumerate(params):
                self.out.append(Store(op.STORE[32], a, value, buffer.PARAMS + 4 * k))
        self.out.append(Do(call(self.variant(fn, FULL), *params)))
        self.set_register("applying", outer)
        return NOTHING

    # ------------------------------------------------------------------ modes

    def pushes_in(self, x: Expr) -> Value:
        return number(int(x.src[0].const == self.frame.mode))

    def push_counted(self, x: Expr) -> Value:
        self.add_moves(self.e(x.src[0]))
        return NOTHING

    def wanted_site(self, x: Expr) -> Value:
        probe = self.register("probe")
        if self.frame.mode == PROBE:
            return probe
        if self.frame.mode != FULL:
            return number(-1)
        asked = self.register("building").equals(1) & (probe <= TO_SITE)
        return select(asked, number(TO_SITE) - probe, number(-1))

    def call_moves(self, x: Expr) -> Value:
        return Value(op.CALL_NUMBERED, (self.e(x.src[0]),))

    # ------------------------------------------------------------------ numbers

    def random_unit(self, x: Expr) -> Value:
        bits = self.run(numbers.random_long).unsigned_shift(11)
        return Value(op.MUL[F64], (Value(op.TO_F64[I64], (bits,)), const(F64, 2.0**-53)))

    def float_bits(self, x: Expr) -> Value:
        return Value(op.BITS, (self.e(x.src[0]),))

    def float_sqrt(self, x: Expr) -> Value:
        return Value(op.SQRT[F32], (self.e(x.src[0]),))

    def float_function(self, x: Expr) -> Value:
        name = x.run.intrinsic.name.removeprefix("float_")
        return Value(op.TO_F32[F64], (self.imported(name, Value(op.TO_F64[F32], (self.e(x.src[0]),))),))

    # ------------------------------------------------------------------ digests and lists of the state

    def digest(self, variant: int) -> Value:
        """The digest of the state; what is out of use in rows that grow counts for nothing."""
        h = const(I64, 0x9E3779B97F4A7C15)
        for name in self.program.hashed[variant]:
            f = self.program.fields[name]
            base, distance = self.at(name)
            if f.kind is FieldKind.INT:
                value = load_(f.bits, base, distance)
                h = self.run(saving.mixed, h, value if f.bits == 64 else Value(op.WIDE, (value,)))
            elif f.cap is None:
                h = self.run(saving.mixed_words, h, base + distance, number((self.offsets[name][1] + 7) // 8))
            elif f.kind is FieldKind.LIST:
                h = self.run((saving.mixed_list, f.bits), h, base + distance)
            else:
                cap, blank = self.cap(f.cap), number(f.init)
                h = self.run((saving.mixed_rows, f.bits), h, base + distance, self.count(f), cap, blank)
        return h

    def digested(self, x: Expr) -> Value:
        p = self.program
        variant, number_ = x.src[0].const, x.src[1].const
        f = p.fields[p.hash_lists[number_]]
        base, distance = self.at(f.name)
        at, h = base + distance, self.digest(variant)
        if x.run.intrinsic is HASH_PUSH:
            assert f.cap is not None
            place = number([*p.caps].index(f.cap))
            self.do(saving.digest_push, number(number_), at, self.cap(f.cap), place, h)
            self.changed(f.name)
            return NOTHING
        count = self.run(saving.digest_count, number(number_), at, h)
        return count if x.run.intrinsic is HASH_COUNT else count.differs(0)

    def change_list(self, name: str, f: Field, x: Expr) -> Value:
        assert f.cap is not None
        base, distance = self.at(f.name)
        at, width, shift = self.local(base + distance), f.bits // 8, {32: 2, 64: 3}[f.bits]
        n = self.local(load_(32, at))
        operands = [self.held(y) for y in x.src]

        def size(by: int) -> None:
            self.out.append(Store(op.STORE[32], at, n + by))

        def put(place: Value, value: Value) -> None:
            stored = Value(op.WIDE, (value,)) if f.bits == 64 else value
            self.out.append(Store(op.STORE[f.bits], at + (place << shift), stored, 8))

        def outside(wrong: Value) -> None:
            with self.if_(wrong):
                self.stop(registers.RULE, number(-6))

        if name in ("field_push", "field_insert"):
            with self.if_(n >= self.cap(f.cap)):
                self.stop(registers.FULL, number([*self.program.caps].index(f.cap)))
        if name == "field_clear":
            self.out.append(Store(op.STORE[32], at, number(0)))
        elif name == "field_push":
            put(n, operands[0])
            size(1)
        elif name == "field_pop":
            with self.if_(n):
                size(-1)
        else:
            i = operands[0]
            here, rest = at + (i << shift) + 8, (n - i) << shift
            if name == "field_remove_at":
                outside(i.below(n).is_zero)
                self.out.append(Do(Value(op.COPY, (here, here + width, rest - width))))
                size(-1)
            else:
                outside(n.below(i))
                self.out.append(Do(Value(op.COPY, (here + width, here, rest))))
                put(i, operands[1])
                size(1)
        self.changed(f.name)
        return NOTHING

    # ------------------------------------------------------------------ ends

    def full(self, x: Expr) -> Value:
        self.stop(registers.FULL, number([*self.program.caps].index(x.run.name)))
        return NOTHING

    def fail(self, x: Expr) -> Value:
        self.stop(registers.RULE, self.e(x.src[0]))
        return NOTHING


NOTHING = Value(op.FILL, (number(0), number(0), number(0)))
"""Fills no bytes: the value of what gives none and is written already."""
_R = IntrinsicRenderer
_INTRINSICS: dict[str, Callable[[IntrinsicRenderer, Expr], Value]] = {
    **dict.fromkeys(_SET_PARTS, _R.set_part), **dict.fromkeys(_SET_REGISTERS, _R.set_register_to),
    "move_action_count": _R.action_count, "move_set_levels": _R.set_levels,
    "moves_rewind": _R.rewind, "move_then": _R.then, "move_action_kind": _R.of_action,
    "move_action_decision": _R.of_action, "move_action_param": _R.of_action, "applied_kind": _R.of_action,
    "applied_decision": _R.of_action, "applied_param": _R.of_action, "applied_set_param": _R.set_applied,
    "move_attach": _R.attach, "move_set_movers": _R.attach, "move_undecide": _R.decide, "move_decide": _R.decide,
    "move_open": _R.open, "list_push": _R.push, "act": _R.act, "act_now": _R.act_now, "pushes_in": _R.pushes_in,
    "push_counted": _R.push_counted, "wanted_site": _R.wanted_site, "call_moves": _R.call_moves,
    "random_unit": _R.random_unit, "float_bits": _R.float_bits, "float_sqrt": _R.float_sqrt,
    **{f"float_{name}": _R.float_function for name in FUNCTIONS}, "hash_push": _R.digested, "hash_has": _R.digested,
    "hash_count": _R.digested, "full": _R.full, "fail": _R.fail,
}  # fmt: skip
