"""Makes functions of tried moves, so that a backend may keep their answers from one ply to the next."""

from __future__ import annotations

from ...facts.footprint_parts import operands
from ...facts.footprint_writes import every_move
from ...facts.modes import is_run
from ...facts.trials import TrialPlace, trial_places
from ...facts.verdict_reads import Matters, closure, digested, repetition, told_by_site
from ...program import expressions as ir
from ...program import ops
from ...program.copying import body_with_new_locals, same_but_for_locals
from ...program.intrinsics import HASH_COUNT, HASH_HAS, HASH_PUSH
from ...program.ops import Argument, Expr, FieldKind, Op, Type
from ...program.program import Function, Program
from ...program.walk import (
    all_of,
    all_statements,
    bound,
    called_by,
    locals_read,
    nodes,
    own_locals,
    reached,
    reached_from,
    runs_of,
    statements,
    subexpressions,
)
from ..base.registry import register

__all__ = ["keep_verdicts"]

MOST_NOTED = 64
"""Single fields and slots of the context that trials of a program may read: the C backend has a bit for each."""


@register(after=("skip_untouched",))
def keep_verdicts(program: Program) -> None:
    """Makes a function of each trial whose verdict depends only on the move, on fields with a value for each site, and
    on single numbers of the state."""
    found = [t for i in sorted(reached(program)) for t in trial_places(program.functions[i])]
    if not found:
        return
    changing = _changed_in_play(program)
    made: list[Function] = []
    for place in found:
        if every_move(place.trial.applies.called) is None or place.trial.some:
            continue
        if _local(program, place.trial, changing):
            _outline(program, place, made)
    verdicts = [fn for fn in program.functions if fn.tries]
    if verdicts and not _all_local(program, verdicts, changing):
        for fn in verdicts:
            fn.tries = False


def _changed_in_play(program: Program) -> dict[str, bool]:
    """The fields that are written after the start; for each, whether it is counted up or changes with most moves."""
    later = [fn for name, fn in program.entries.items() if name != "start"]
    found: dict[str, bool] = {}
    appliers = {fn.index for fn in program.appliers.values()}
    for i in reached_from(program, [*later, *program.appliers.values()]):
        body = all_statements(program.functions[i])
        # an action such as exchanging the players, which is seldom made
        written = [program.fields[s.field] for s in body if isinstance(s, ops.SetField)]
        apart = i in appliers and not any(map(told_by_site, written))
        for s in body:
            if isinstance(s, ops.SetField):
                often = _adds_constant(s) or (program.fields[s.field].kind is not FieldKind.INT and not apart)
                found[s.field] = found.get(s.field, False) or often
            for y in (y for y in runs_of([s]) if y.op is Op.RUN):
                if y.run.intrinsic.argument is Argument.LIST:
                    found[y.run.name] = True
                elif y.run.intrinsic is HASH_PUSH:
                    found |= dict.fromkeys(program.hash_lists, True)
    return found


def _adds_constant(s: ops.SetField) -> bool:
    """Whether a write adds a constant to its field."""
    x = s.value
    return x.op is Op.ADD and x.src[0].op is Op.FIELD and x.src[0].arg == s.field and x.src[1].is_const


def _local(program: Program, trial: ops.Trial, changing: dict[str, bool]) -> bool:
    """Whether it can be told, by sites and single numbers, what a trial reads."""
    own = Function("", (), Type.VOID, [trial])
    called = called_by(statements([trial]))
    functions = closure(program, called)
    question = repetition(trial)
    always = set(program.hashed[question.variant]) if question is not None else set[str]()
    if any(program.fields[name].kind not in (FieldKind.INT, FieldKind.ARRAY) for name in always):
        return False
    done = [s for fn in functions for s in all_statements(fn)]
    within = [x for s in done for e in operands(s) for x in subexpressions(e)]
    if any(isinstance(s, ops.Copying) for s in done):
        return False
    if any(_strange(program, x) or is_run(x, HASH_HAS) for x in within):
        return False
    written = {s.slot for fn in functions for s in all_of(fn, ops.SetCtx)}
    if written & set(program.context_sets):
        return False
    mine = nodes(statements(trial.question))
    if any(_strange(program, x) or (question is None and is_run(x, HASH_HAS)) for x in mine):
        return False
    return _told(program, Matters(program, [own, *functions], always).fields, changing)


def _all_local(program: Program, verdicts: list[Function], changing: dict[str, bool]) -> bool:
    """Whether it can be told what all functions read that try moves, whose code is shared."""
    matters = Matters(program, closure(program, verdicts), digested(program, verdicts)).fields
    single = sum(program.fields[name].kind is FieldKind.INT for name in matters)
    return len(program.context) + single <= MOST_NOTED and _told(program, matters, changing)


def _told(program: Program, names: set[str], changing: dict[str, bool]) -> bool:
    """Whether each of some fields has a value for each site, or hardly changes in play, or is a single number that is
    not counted up. Otherwise no verdict would stay valid."""
    for name in names & changing.keys():
        f = program.fields[name]
        if not told_by_site(f) and (changing[name] or f.bits > 32 or f.kind not in (FieldKind.INT, FieldKind.ARRAY)):
            return False
    return True


def _strange(program: Program, x: Expr) -> bool:
    """Whether a node does what a trial must not do whose answer is kept."""
    if x.op is Op.CTX:
        return x.name in program.context_sets
    return x.op is Op.RUN and (x.run.intrinsic.draws or x.run.intrinsic in (HASH_PUSH, HASH_COUNT))


def _outline(program: Program, place: TrialPlace, made: list[Function]) -> None:
    """Moves a trial into a function whose parameter is the number of the move; equal trials share one. made: these."""
    trial = place.trial
    if place.fn.judges:
        place.fn.tries = True
        return
    inside = set(bound([trial]))
    if locals_read(statements([trial])) - inside - {trial.move}:
        return
    if inside - own_locals(place.fn, [trial]) - {trial.var}:
        return
    whole = Function("", (trial.move,), Type.BOOL, [trial, ops.Return(ir.value_of(trial.var), places=trial.places)])
    params, body = body_with_new_locals(program, whole, {})
    fn = next((fn for fn in made if same_but_for_locals(fn.body, body)), None)
    if fn is None:
        name = f"tried_{sum(f.tries for f in program.functions) + 1}"
        fn = Function(name, params, Type.BOOL, body, tries=True, place=place.fn.place, places=place.fn.places)
        made.append(program.add(fn))
    else:
        fn.places |= place.fn.places
        for s, same in zip(all_statements(fn), statements(body), strict=True):
            s.places |= same.places
    call = Expr(Op.CALL, Type.BOOL, (ir.value_of(trial.move),), fn)
    place.replace(ops.Assign(trial.var, call, places=trial.places))
    place.fn.changed()
