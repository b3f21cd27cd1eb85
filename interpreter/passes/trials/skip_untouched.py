"""Moves that are tried for what holds after them: leaves out those that cannot change the answer.

Rules such as "a move may not leave the king attacked" try every move: each is applied to a copy of the state, the
question is asked, and the copy is dropped. This pass has the question asked once more, on the state before the moves,
by a copy that notes what it reads (`footprint_reads.py`). A move that writes nothing of this (`footprint_writes.py`)
has the same answer and is not tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...facts.footprint_parts import Parts
from ...facts.footprint_writes import FindWrites, every_move
from ...facts.left_changed import slots_left_changed
from ...facts.liveness import Inherited
from ...facts.relevant_fields import FieldReads, relevant_fields
from ...facts.trials import TrialPlace, trial_places
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.expansion import played_ahead
from ...program.ops import Block, Expr, Op, Type, Var
from ...program.program import Function, Program
from ...program.walk import (
    all_calls,
    all_of,
    all_statements,
    bound,
    called_by,
    expressions,
    locals_read,
    reached,
    statements,
    unused_name,
)
from ...program.worklist import reachable
from ..base.registry import register
from .footprint_reads import Tracer
from .footprint_watch import ALWAYS_SET, FIELDS, SITES, VALUES, Watched
from .touches import Touches


@register(provides=("known answers",), before=("keep_results", "bound_runs"), after=("narrow_rows", "skip_elsewhere"))
def skip_untouched(program: Program) -> None:
    """Changes all loops that try moves and whose question can be followed."""
    found: dict[int, list[TrialPlace]] = {}
    for i in sorted(reached(program)):
        for place in trial_places(program.functions[i]):
            if place.loop is not None:
                found.setdefault(place.trial.applies.called.index, []).append(place)
    if not found:
        return
    writes = FindWrites(program)
    for index, of_one in found.items():
        always = every_move(program.functions[index])
        if always is not None:
            _Skipping(program, writes, always).change(of_one)


class _Skipping:
    """Changes the trials of moves that one function applies. always: the fields that every move writes."""

    def __init__(self, program: Program, writes: FindWrites, always: set[str]) -> None:
        self.program = program
        self.writes = writes
        self.always = always
        self.effects = effects_of(program)
        self.parts = Parts(program)
        self.slots = Inherited(program, self.parts.part)
        self.left_changed = slots_left_changed(program)
        self.reads: dict[Function, FieldReads] = {}
        self.inherited: frozenset[str] = frozenset()  # slots that questions read as the move before left them

    def change(self, places: list[TrialPlace]) -> None:
        """Has trials left out for moves that write nothing that the question reads, where that can be told."""
        places = [t for t in places if self._fits(t)]
        questions = {t: t.trial.question for t in places}
        relevant = {t: relevant_fields([FieldReads.in_block(q), *self._asked(q)]) for t, q in questions.items()}
        places = [t for t in places if not self.always & relevant[t] & _surely_read(questions[t], self.parts.part)]
        if not places:
            return
        watched = Watched(self.program, self.writes, self.always)
        tracer = Tracer(self.program, watched, self.parts, set[str]().union(*(relevant[t] for t in places)))
        copies = [tracer.block([played_ahead(t.trial, questions[t])], relevant[t]) for t in places]
        tracer.finish()
        sets = [SITES, *(VALUES + g for g in sorted(watched.asked))]
        slots = {FIELDS: ir.const(ALWAYS_SET), **dict.fromkeys(sets, ir.EMPTY_SET)}
        self.program.context[FIELDS] = 0
        self.program.context_sets += [s for s in sets if s not in self.program.context_sets]
        test = Touches(self.program, watched, self.left_changed, self.inherited).function(slots)
        for place, (copy, given) in zip(places, copies, strict=True):
            _leave_out(place, slots, copy, given[place.trial.var], test)
        self.effects = effects_of(self.program)  # the functions with trials write slots that they did not write before

    def _fits(self, place: TrialPlace) -> bool:
        """Whether the state before each move of the loop is the same, and the question can be copied and depends on
        nothing but this state."""
        trial, question = place.trial, place.trial.question
        if place.loop is None or not self.parts.block(question) or self._all_unknown(place):
            return False
        within = set(statements([trial]))
        others = [s for s in statements(place.round) if s not in within]
        if not self.effects.statements(others).keeps_state:
            return False
        inside = set(bound([trial]))
        outside = [s for s in all_statements(place.fn) if s not in within]
        if locals_read(outside) & inside - {trial.var}:
            return False
        changing = set(bound(place.round)) - inside
        if locals_read(statements(question)) & (changing | {trial.move}):
            return False
        slots = self.slots.inherited(question)
        changed = {s.slot for s in others if isinstance(s, ops.SetCtx)}
        changed |= {slot for s in others for x in expressions(s) for slot in self.left_changed.expression(x)}
        self.inherited |= slots
        return not slots & (changed | self.left_changed.block([trial]))

    def _all_unknown(self, place: TrialPlace) -> bool:
        """Whether each move that may be tried has a consequent of which it is not known what it writes."""
        unknown = {i for i, w in self.writes.thens.items() if w.unknown}
        again = set(statements(place.round))
        pushes = False
        for fn in reachable(called_by(s for s in all_statements(place.fn) if s not in again), all_calls):
            emits = all_of(fn, ops.Emit)
            pushes = pushes or bool(emits)
            if all_of(fn, ops.Composed) or not all(any(then.index in unknown for then in s.then) for s in emits):
                return False
        return pushes

    def _asked(self, question: Block) -> Iterator[FieldReads]:
        """What is read by the parts that can be copied of the functions that a question calls."""
        for fn in reachable(called_by(statements(question)), lambda fn: called_by(statements(self.parts.part(fn)))):
            if fn not in self.reads:
                self.reads[fn] = FieldReads.in_block(self.parts.part(fn))
            yield self.reads[fn]


def _leave_out(place: TrialPlace, slots: dict[str, Expr], ask: Block, answer: Var, test: Function) -> None:
    """Tries only moves that may change the answer. It is asked for once, before the first move of which it is known
    what it writes.

    What was read is kept in locals, since a move that is tried may be asked about in the same way.
    """
    trial = place.trial
    known = Var(unused_name(place.fn, "known_answer"), Type.BOOL)
    kept = [Var(unused_name(place.fn, f"{slot}_here"), empty.type) for slot, empty in slots.items()]
    begin: Block = [ops.SetCtx(slot, empty) for slot, empty in slots.items()]
    keep: Block = [ops.Assign(v, Expr(Op.CTX, v.type, (), slot)) for v, slot in zip(kept, slots, strict=True)]
    at = next(k for k, s in enumerate(place.outer) if s is place.loop)
    untouched = ir.not_(Expr(Op.CALL, Type.BOOL, (ir.value_of(trial.move), *map(ir.value_of, kept)), test))
    given: Block = [ops.Assign(trial.var, ir.value_of(answer))]
    # nothing counts as read before the question is asked
    first_question = ir.and_(ir.not_(ir.value_of(known)), untouched)
    trial.some = True
    place.replace(
        ops.If(first_question, [*begin, *ask, *keep, ops.Assign(known, ir.TRUE)], []),
        ops.If(ir.and_(ir.value_of(known), untouched), given, [trial]),
    )
    first: Block = [ops.Assign(v, empty) for v, empty in zip(kept, slots.values(), strict=True)]
    place.outer[at:at] = [ops.Assign(known, ir.FALSE), ops.Assign(answer, ir.FALSE), *first]
    place.fn.changed()


def _surely_read(body: Block, part: Callable[[Function], Block]) -> set[str]:
    """Fields that a block reads whichever way it takes."""
    found: set[str] = set()
    seen: set[int] = set()

    def expression(x: Expr) -> None:
        if x.op is Op.FIELD and not x.src:
            found.add(x.name)
        if x.op is Op.CALL and x.called.index not in seen:
            seen.add(x.called.index)
            block(part(x.called))
        for y in x.src[:1] if x.op in (Op.AND, Op.OR, Op.SELECT) else x.src:
            expression(y)

    def block(body: Block) -> None:
        for s in body:
            if not isinstance(s, ops.Loop):
                for x in expressions(s):
                    expression(x)
            if isinstance(s, ops.Scope):
                block(s.body)
            if any(isinstance(t, ops.Return | ops.Break | ops.Continue) for t in statements([s])):
                return

    block(body)
    return found

