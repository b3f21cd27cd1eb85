"""Renders a program of rules as a WebAssembly module: the functions of the rules that are reached from what engines
call, the runtime that they need, and what ties both together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludparse.problems.errors import LudLimitError

from ....facts.engines.asked import left_slots, reads_record, same_start
from ....facts.runaway import MAX_CALLS, MAX_MOVES, MAX_STEPS
from ....facts.selectable import selectable
from ....low import operations as op
from ....low.nodes import (
    Block,
    Do,
    Function,
    Local,
    Module,
    Return,
    SetGlobal,
    Store,
    Switch,
    Value,
    call,
    const,
    get,
    load,
    number,
)
from ....program.actions import ACTIONS, ORDER, action_number
from ....program.expansion import expand
from ....program.modes import CHOOSE, COUNT, FULL
from ....program.ops import Expr, FieldKind, NewAction, Op, Type
from ....program.program import Program
from ....program.state_layout import COPIES
from ....program.walk import all_expressions, all_runs, numbered
from ..runtime import buffer, entries, registers, rounds, saving
from .base import F64, I32, I64, SCALE, Frame, NotRenderedError
from .cutting import cut_long
from .encoding import MOST_FUNCTION, TooLongError, encoded
from .intrinsics import FUNCTIONS
from .plan import Plan, aligned
from .statements import StatementRenderer

__all__ = ["Rendered", "render_wasm"]

MAX_SAVED = 4000
"""How deep the state may be copied."""
ENTRIES = (entries.start, entries.moves, entries.play, entries.count, entries.choose, entries.perft, entries.playouts)
_PAGE = 65536
MOST_CODE = 4 << 20
"""Bytes of a module: a second or two of compiling for each megabyte."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A module in both forms, what it is told, in order, and which functions of floats it calls."""

    low: Module
    binary: bytes
    plan: Plan
    given: tuple[str, ...]
    functions: tuple[str, ...]


def render_wasm(program: Program, make: Callable[[Program], ModuleRenderer] | None = None) -> Rendered:
    """The program as a module. Raises NotRenderedError where the backend lacks something."""
    expand(program)  # of a program that no passes have run on
    renderer = (make or ModuleRenderer)(program)
    try:
        plan = renderer.render()
    except RecursionError:
        raise LudLimitError("these rules are nested too deep for the WebAssembly backend") from None
    module = renderer.module
    del renderer.small  # which refers to the renderer
    module.functions.sort(key=lambda f: not f.imported)
    pages = (plan.top + _PAGE - 1) // _PAGE
    try:
        try:
            binary = encoded(module, pages)
        except TooLongError:
            cut_long(module)
            binary = encoded(module, pages, within=0)
    except TooLongError as long:
        what = f"a function of {long.args[0]:,} bytes; it compiles {MOST_FUNCTION:,}"
        raise NotRenderedError(f"the WebAssembly backend would need {what}") from None
    code = len(binary) - sum(len(data) for _, data in module.data)
    if code > MOST_CODE:
        what = f"{code:,} bytes of code; it compiles {MOST_CODE:,}"
        raise NotRenderedError(f"the WebAssembly backend would need {what}")
    given = tuple(g.name for g in module.globals if g.given)
    return Rendered(module, binary, plan, given, tuple(f.name for f in module.functions if f.imported))


class ModuleRenderer(StatementRenderer):
    """Renders a whole program."""

    entries: tuple[Callable[..., object], ...] = ENTRIES
    """What engines call."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        widest = max([4, *(len(ACTIONS[k].params) for k in program.appliers)])
        acted = buffer.PARAMS + 4 * widest
        self.stride, self.move_size = acted + self.maker, buffer.MOVE + self.maker
        self.results_size = 16 * len(self.fresh)
        self.left = left_slots(program)
        used = self._float_functions()
        self.imports = {name: self._imported(name) for name in FUNCTIONS if name in used}
        self.written_by_name: dict[str, Function] = {}
        sizes = [1, *(len(ACTIONS[k].params) for k in ORDER)]
        fields = program.fields
        self.game |= {
            "control": number(self.control), "scratch": number(self.place(max(self.move_size, self.stride))),
            "head": number(self.place(self.move_size)), "chance": number(self.place(8)),
            "one_set": number(self.place(8 * self.words)), "other_set": number(self.place(8 * self.words)),
            "seen": number(self.place(saving.SEEN_BYTES * len(program.hash_lists))),
            "n_params": number(self.stored(bytes(sizes))), "stride": self.stride, "acted": acted,
            "move": self.move_size, "counting": int(self.maker > 0), "records": int(reads_record(program)),
            "set_size": 8 * self.words, "results_size": aligned(self.results_size),
            "max_moves": MAX_MOVES, "max_steps": MAX_STEPS, "max_calls": MAX_CALLS, "max_saved": MAX_SAVED,
            "points": int(bool(self.points)),
            "passed": action_number("passed"), "pass_": action_number("pass"), "selectable": int(selectable(program)),
            "same_start": int(same_start(program)), "draws_on_copies": int(COPIES in fields),
            "players": program.constants["players"], "rng": sum(self._fixed("rng")),
            "copies_rng": sum(self._fixed(COPIES)) if COPIES in fields else 0,
        }  # fmt: skip

    def _fixed(self, field: str) -> tuple[int, int]:
        return self.state, self.offsets[field][0]

    def _float_functions(self) -> set[str]:
        """The names of the functions of floats that the program needs."""
        runs = (x.run.intrinsic.name for fn in self.live for x in all_runs(fn) if x.op is Op.RUN)
        found = {name.removeprefix("float_") for name in runs if name.startswith("float_")}
        powers = any(x.op is Op.POW for fn in self.live for x in all_expressions(fn))
        return found | {"pow"} if powers else found

    def _imported(self, name: str) -> Function:
        params = [Local(F64) for _ in range(2 if name == "pow" else 1)]
        made = Function(name, params, [F64], imported=True)
        self.module.functions.append(made)
        return made

    def render(self) -> Plan:
        for entry in self.entries:
            self.small[entry].exported = True
        for name in ("status", "detail", "where", "consequent", "field", "games"):  # what the engine reads
            self.small.register(name)
        trap = self.outside("no_function")
        by_number = numbered(self.program)
        self.module.numbered = [trap] * (max(by_number, default=0) + 1)
        for i in by_number:
            self.module.numbered[i] = self.variant(self.program.functions[i], FULL)
        while True:
            self.small.finish()
            if not self.todo:
                break
            while self.todo:
                self.write(*self.todo.pop())
        return self.plan(self.stride, self.move_size, self.results_size)

    # ------------------------------------------------------------------ what the runtime asks for

    def outside(self, name: str) -> Function:
        made = self.written_by_name.get(name)
        if made is None:
            params, results = _SHAPES.get(name, ((), ()))
            made = Function(name, [Local(word) for word in params], list(results))
            self.written_by_name[name] = made
            self.module.functions.append(made)
            frame = getattr(self, "frame", None)
            self.frame = Frame(self.program.entries["start"], FULL)
            with self.within(made.body):
                if name.startswith("entry_"):
                    self._entry(name.removeprefix("entry_"), made)
                else:
                    getattr(self, f"_{name}")(*map(get, made.params))
            if frame is not None:
                self.frame = frame
        return made

    def _entry(self, name: str, made: Function) -> None:
        """What engines call, in the mode that it runs in: slots that an entry may leave changed are as at first."""
        p = self.program
        left = self.left
        for slot, value in p.context.items():
            if slot in left:
                self.out.append(SetGlobal(self.context[slot], number(value)))
        for slot in p.context_sets:
            if slot in left:
                self.out += [SetGlobal(g, const(I64, 0)) for g in self.context_sets[slot]]
        if name in ("count", "choose"):
            fn, mode = p.entries["moves"], COUNT if name == "count" else CHOOSE
        else:
            fn, mode = p.entries.get(name, p.entries["play"]), FULL
        args = [get(local) for local in made.params][: len(fn.params)]
        self.out.append(Do(call(self.variant(fn, mode), *args)))

    def _begin_context(self) -> None:
        for slot, value in self.program.context.items():
            self.out.append(SetGlobal(self.context[slot], number(value)))
        for globals_ in self.context_sets.values():
            self.out += [SetGlobal(g, const(I64, 0)) for g in globals_]

    def _init_state(self) -> None:
        self._fill(number(self.state), number(self.fixed))
        for f in self.program.fields.values():
            base, distance = self.at(f.name)
            if f.cap is not None:
                size = number(8) if f.kind is FieldKind.LIST else self.count(f) << SCALE[f.bits]
                self._fill(base + distance, size)
            if not f.init or f.kind is FieldKind.LIST or f.kind is FieldKind.SET:
                continue
            first = const(I64 if f.bits == 64 else I32, f.init)
            size = number(1) if f.kind is FieldKind.INT else self.count(f)
            self.out.append(Store(op.STORE[f.bits], base, first, distance))
            if f.kind is FieldKind.ARRAY:
                self.do(rounds.repeat, base + distance, number(f.bits // 8), size << SCALE[f.bits])

    def _fill(self, at: Value, size: Value) -> None:
        self.out.append(Do(Value(op.FILL, (at, number(0), size))))

    def _forget_results(self) -> None:
        for g in self.fresh:
            self.out.append(SetGlobal(g, const(I64, 0)))

    def _save_results(self, at: Value) -> None:
        for k, g in enumerate(self.fresh):
            self.out.append(Store(op.STORE[64], at, Value(op.GLOBAL[I64], (), g), 16 * k))
            if self.redone:
                redone = self.redone[k]
                self.out.append(Store(op.STORE[64], at, Value(op.GLOBAL[I64], (), redone), 16 * k + 8))
                self.out.append(SetGlobal(redone, const(I64, 0)))

    def _restore_results(self, at: Value) -> None:
        """Those are valid again that were when the state was saved, and have not been found anew since."""
        for k, g in enumerate(self.fresh):
            fresh = load(64, at, 16 * k)
            if self.redone:
                redone = Value(op.GLOBAL[I64], (), self.redone[k])
                self.out.append(SetGlobal(g, fresh & ~redone))
                self.out.append(SetGlobal(self.redone[k], redone | load(64, at, 16 * k + 8)))
            else:
                self.out.append(SetGlobal(g, const(I64, 0)))

    def _copied(self, at: Value, back: bool, tried: bool) -> None:
        """Copies the state to an address, or back; tried: only what tried moves may change."""

        def copy(to: Value, start: Value, size: Value) -> None:
            if back:
                to, start = start, to
            self.out.append(Do(Value(op.COPY, (to, start, size))))

        size = self.tried_size if tried else self.fixed
        if size:
            copy(at, number(self.state), number(size))
        for f in self.program.fields.values():
            if f.cap is None or (tried and f.name not in self.tried):
                continue
            here, _ = self.at(f.name)
            there = self.local(at + self.fixed + (here - self.told("grown")))
            if f.kind is FieldKind.LIST:
                to, start = (here, there) if back else (there, here)
                self.do(saving.copy_list, to, start, number(SCALE[f.bits]))
            else:
                copy(there, here, self.count(f) << SCALE[f.bits])

    def _save_tried(self, at: Value) -> None:
        self._copied(at, back=False, tried=True)

    def _load_tried(self, at: Value) -> None:
        self._copied(at, back=True, tried=True)

    def _save_whole(self, at: Value) -> None:
        self._copied(at, back=False, tried=False)

    def _load_whole(self, at: Value) -> None:
        self._copied(at, back=True, tried=False)

    def _is_over(self) -> None:
        over = Expr(Op.FIELD, Type.INT, (), "over")
        self.out.append(Return((self.e(over).differs(0),)))

    def _rank(self, player: Value) -> None:
        f = self.program.fields["rank"]
        base, distance = self.at("rank")
        self.out.append(Return((self.read(f.bits, base + self.scaled(player, f.bits), distance),)))

    def _no_function(self) -> None:
        self.do(registers.stop, number(registers.RULE), number(-2), number(-1))

    def _each_point(self, write: Callable[[NewAction, list[Value]], None]) -> None:
        """Writes something for each action of the chosen move."""
        self.frame = Frame(self.program.entries["moves"], FULL)
        for point in self.points.values():
            with self.if_(self.register("point").equals(point.number)):
                for action, values in zip(point.emit.actions, point.values, strict=True):
                    write(action, [self.taken(value) for value in values])
                self.out.append(Return())

    def _apply_point(self) -> None:
        def write(action: NewAction, params: list[Value]) -> None:
            if action.kind != "passed":  # says something about the move, and does nothing
                self.out.append(Do(call(self.variant(self.program.appliers[action.kind], FULL), *params)))

        self._each_point(write)

    def _record_point(self) -> None:
        def write(action: NewAction, params: list[Value]) -> None:
            kind, decision = number(action_number(action.kind)), number(action.decision.const)
            a = self.local(self.run(buffer.act_new, kind, decision))
            for k, value in enumerate(params):
                self.put(a, value, buffer.PARAMS + 4 * k)

        self._each_point(write)

    def _apply_action(self, kind: Value, at: Value) -> None:
        """Applies an action: one block for each kind, the innermost first."""
        kinds = [k for k in ORDER if k in self.program.appliers]
        others, blocks = Block(), [Block() for _ in kinds]
        to = {action_number(k): block for k, block in zip(kinds, blocks, strict=True)}
        inner: list[object] = [Switch(kind, [to.get(n, others) for n in range(max(to, default=0) + 1)] + [others])]
        for name, block in zip(kinds, blocks, strict=True):
            block.body = inner  # type: ignore[assignment]
            fn = self.program.appliers[name]
            params = [load(32, at, buffer.PARAMS + 4 * j) for j in range(len(fn.params))]
            inner = [block, Do(call(self.variant(fn, FULL), *params)), Return()]
        others.body = inner  # type: ignore[assignment]
        self.out.append(others)
        self.do(registers.stop, number(registers.RULE), number(-1), number(-1))


_SHAPES = {
    "entry_play": ((I32,), ()), "entry_consequences": ((I32,), ()), "save_results": ((I32,), ()),
    "restore_results": ((I32,), ()), "save_tried": ((I32,), ()), "load_tried": ((I32,), ()), "save_whole": ((I32,), ()),
    "load_whole": ((I32,), ()), "is_over": ((), (I32,)), "rank": ((I32,), (I32,)), "apply_action": ((I32, I32), ()),
}  # fmt: skip
"""What the functions take and give that the runtime asks for; nothing, where nothing stands here."""
