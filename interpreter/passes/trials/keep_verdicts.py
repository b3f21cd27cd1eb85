"""Makes functions of tried moves, so that a backend may keep their answers from one ply to the next."""

from __future__ import annotations

import re

from ...facts.footprint_parts import operands
from ...facts.footprint_writes import every_move
from ...facts.modes import is_run
from ...facts.trials import Trial, left_out, trials
from ...facts.verdict_reads import Matters, asked, closure, digested, told_by_site
from ...program import expressions as ir
from ...program import ops
from ...program.intrinsics import (
    HASH_COUNT,
    HASH_HAS,
    HASH_PUSH,
    MOVE_IS_PASS,
)
from ...program.ops import Argument, Block, Expr, FieldKind, Op, Type, Var
from ...program.printer import block as printed
from ...program.program import Function, Program
from ...program.walk import (
    all_statements,
    bound,
    change_expressions,
    locals_read,
    nodes,
    put_in,
    reached,
    reached_from,
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
    found = [t for i in sorted(reached(program)) for t in trials(program.functions[i])]
    if not found:
        return
    changing = _changed_in_play(program)
    known: dict[str, Function] = {}
    for trial in found:
        if every_move(trial.apply) is None or left_out(trial):
            continue
        if _local(program, trial, changing):
            _outline(program, trial, known)
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
                often = _counts(s) or (program.fields[s.field].kind is not FieldKind.INT and not apart)
                found[s.field] = found.get(s.field, False) or often
            for y in (y for y in nodes([s]) if y.op is Op.RUN):
                if y.run.intrinsic.argument is Argument.LIST:
                    found[y.run.name] = True
                elif y.run.intrinsic is HASH_PUSH:
                    found |= dict.fromkeys(program.hash_lists, True)
    return found


def _counts(s: ops.SetField) -> bool:
    """Whether a write adds a constant to its field."""
    x = s.value
    return x.op is Op.ADD and x.src[0].op is Op.FIELD and x.src[0].arg == s.field and x.src[1].is_const


def _local(program: Program, trial: Trial, changing: dict[str, bool]) -> bool:
    """Whether it can be told, by sites and single numbers, what a trial reads."""
    own = Function("", (), Type.VOID, [trial.whole])
    called = [y.called for y in nodes(statements(trial.question)) if y.op is Op.CALL]
    functions = closure(program, [trial.apply, *called])
    question = asked(own) if len(trial.question) == 1 else None
    always = set(program.hashed[question.variant]) if question is not None else set[str]()
    if any(program.fields[name].kind not in (FieldKind.INT, FieldKind.ARRAY) for name in always):
        return False
    done = [s for fn in functions for s in all_statements(fn)]
    within = [x for s in done for e in operands(s) for x in subexpressions(e)]
    if any(isinstance(s, ops.OnCopy) for s in done):
        return False
    if any(_strange(program, x) or is_run(x, HASH_HAS) for x in within):
        return False
    written = {s.slot for fn in functions for s in all_statements(fn) if isinstance(s, ops.SetCtx)}
    if written & set(program.context_sets):
        return False
    mine = nodes(trial.question)
    if any(_strange(program, x) or (question is None and is_run(x, HASH_HAS)) for x in mine):
        return False
    return _told(program, Matters(program, [own, *functions], always).fields, changing)


def _all_local(program: Program, verdicts: list[Function], changing: dict[str, bool]) -> bool:
    """The same for all functions that try moves together, whose code is shared."""
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


def _outline(program: Program, trial: Trial, known: dict[str, Function]) -> None:
    """Moves a trial into a function whose parameter is the number of the move; equal trials share one."""
    if _whole(trial):
        trial.fn.tries = True
        return
    body: Block = [trial.whole]
    inside = set(bound(body))
    mine = set(statements(body))
    outside = [s for s in all_statements(trial.fn) if s not in mine]
    read = locals_read(statements(body))
    elsewhere = locals_read(outside)
    if read - inside - {trial.move} or elsewhere & inside - {trial.good}:
        return
    text = _text(body, trial.move)
    fn = known.get(text)
    good = Var("good", Type.BOOL)
    made = [*body, ops.Return(ir.value_of(good), places=trial.whole.places)]
    if fn is None:
        m = Var("m", Type.INT)
        new = {trial.move: m, trial.good: good}
        _rename(body, new)
        name = f"tried_{sum(f.tries for f in program.functions) + 1}"
        tries = Function(name, (m,), Type.BOOL, made, tries=True, place=trial.fn.place, places=trial.fn.places)
        known[text] = fn = program.add(tries)
    else:
        fn.places |= trial.fn.places
        for s, same in zip(all_statements(fn), statements(made), strict=True):
            s.places |= same.places
    call = Expr(Op.CALL, Type.BOOL, (Expr(Op.VAR, Type.INT, (), trial.move),), fn)
    trial.replace(ops.Assign(trial.good, call, places=trial.whole.places))
    trial.fn.changed()


def _whole(trial: Trial) -> bool:
    """Whether all that a function does is to try the move that it is given."""
    fn = trial.fn
    if trial.block is not fn.body or fn.params != (trial.move,) or fn.result is not Type.BOOL:
        return False
    match fn.body:
        case [*first, whole, ops.Return(value=Expr() as answer)] if whole is trial.whole and answer.arg is trial.good:
            return all(isinstance(s, ops.If) and is_run(s.cond, MOVE_IS_PASS) and _returns(s.then) for s in first)
    return False


def _returns(body: Block) -> bool:
    return all(isinstance(s, ops.Return) for s in body)


def _text(body: Block, move: Var) -> str:
    """A block as text in which locals have numbers: equal texts do the same."""
    names = {v.name: f"%{k}" for k, v in enumerate([move, *bound(body)])}
    return re.sub(r"\w+", lambda m: names.get(m[0], m[0]), "\n".join(printed(body, 0)))


def _rename(body: Block, new: dict[Var, Var]) -> None:
    values = {old: Expr(Op.VAR, v.type, (), v) for old, v in new.items()}
    for s in statements(body):
        change_expressions(s, lambda x: put_in(x, values))
        if isinstance(s, ops.Binding) and s.var in new:
            s.var = new[s.var]
