"""Filters over tried moves (`spared.py`): what they are made of, read off the functions as passes leave them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....facts.modes import builds, inherited, is_run
from ....facts.selectable import only_pushes
from ....facts.trials import Trial, left_out, trials
from ....program import ops
from ....program.intrinsics import MOVE_COUNT, MOVE_DROP, MOVE_PUT, PUSH_MODE
from ....program.ops import Block, Expr, Function, Op, Program, Stmt, Touches, Type, Var
from ....program.walk import bound, nodes, runs_of, statements

__all__ = ["Filter", "GivenUpError", "Whole", "exports", "filter_of", "pushing", "touches_of", "whole_of"]


class GivenUpError(Exception):
    """The moves cannot be counted in this way."""


@dataclass(frozen=True, eq=False)
class Whole:
    """A function, `wrapper`, that calls another one in FULL, with `given` arguments, and hands the moves over."""

    wrapper: Function
    whole: Function
    given: int


@dataclass(frozen=True, eq=False)
class Filter(Whole):
    """One that hands over the moves which pass a trial. generator: pushes all; ask: asks the question on the state
    before the moves; tries: tries one move."""

    generator: Function
    ask: Function
    tries: Function


def pushing(fn: Function, seen: set[int]) -> Iterator[Function]:
    """The functions that a function calls where it pushes moves, those in `seen` left out."""
    if not only_pushes(fn):
        raise GivenUpError
    if exports(fn):
        raise GivenUpError
    for x in runs_of(inherited(fn.body)):
        if is_run(x, PUSH_MODE):
            raise GivenUpError
        if isinstance(x.arg, Function) and x.arg.index not in seen:
            seen.add(x.arg.index)
            yield x.arg


def touches_of(program: Program) -> Touches:
    """The conditions on which moves have to be tried, the same for all filters."""
    found = {id(t): t for t in program.touches.values()}
    if len(found) != 1:
        raise GivenUpError
    return next(iter(found.values()))


def exports(fn: Function) -> bool:
    """Whether a function hands over moves that it has built."""
    return any(isinstance(s, ops.InFull) and s.exports for s in inherited(fn.body))


def whole_of(fn: Function) -> Whole:
    """A wrapper that enters FULL, calls another function and hands the moves over."""
    *before, block = fn.body or [ops.Break()]
    if not isinstance(block, ops.InFull) or not block.exports or len(block.body) != 1:
        raise GivenUpError
    call = block.body[0]
    others = [s for s in before if not (isinstance(s, ops.If) and builds(s.cond) and not s.orelse)]
    plain = all(isinstance(s, ops.Assign) and s.value.op is Op.RUN and s.value.run.intrinsic.silent for s in others)
    if not plain or not isinstance(call, ops.Do):
        raise GivenUpError
    whole = call.value.arg
    if call.value.op is not Op.CALL or not isinstance(whole, Function) or len(whole.params) > 1:
        raise GivenUpError
    return Whole(fn, whole, len(whole.params))


def _without(body: Block, wanted: Var) -> Block:
    """The statements of a block that run where no site is asked about."""
    out: Block = []
    for s in body:
        if isinstance(s, ops.If) and _asks(s.cond, wanted):
            out += _without(s.orelse, wanted)
        elif isinstance(s, ops.While):
            out.append(ops.While(_without(s.head, wanted), s.cond, _without(s.body, wanted)))
        elif isinstance(s, ops.If):
            out.append(ops.If(s.cond, _without(s.then, wanted), _without(s.orelse, wanted)))
        else:
            out.append(s)
    return out


def _asks(x: Expr, wanted: Var) -> bool:
    """Whether a condition can hold only where a site is asked about."""
    if x.op is Op.AND:
        return _asks(x.src[0], wanted)
    return x.op is Op.GE and x.src[0].arg is wanted and x.src[1].is_const and x.src[1].const == 0


def filter_of(program: Program, of: Whole, index: int) -> Filter:
    """What a filter is made of. It has to be as `skip_untouched` and `drop_together` write it. index: of the first of
    the functions that are made of it."""
    whole, body = of.whole, of.whole.body
    if whole.params:  # the site that is asked about: none
        body = _without(body, whole.params[0])
    copy = Function(whole.name, (), Type.VOID, body, whole.index)
    tried = trials(copy)
    if len(tried) != 1 or not left_out(tried[0]):
        raise GivenUpError
    (trial,) = tried
    generator = body[1] if len(body) > 3 else ops.Break()
    if not isinstance(generator, ops.Do) or generator.value.op is not Op.CALL or generator.value.src:
        raise GivenUpError
    first, given, keep = _steps(trial)
    if not _keeps(body, trial, keep):
        raise GivenUpError
    slots = touches_of(program).read
    kept = [s for s in first if isinstance(s, ops.Assign) and s.value.op is Op.CTX and s.value.name in slots]
    known, answer = first[-1], given[0]
    if not isinstance(known, ops.Assign) or not isinstance(answer, ops.Assign):
        raise GivenUpError
    ask = Function(unused(program, f"{whole.name}_asked"), (), Type.BOOL, index=index, place=whole.place)
    ask.body = [*(s for s in first[:-1] if all(s is not t for t in kept)), ops.Return(answer.value)]
    tries = Function(
        unused(program, f"{whole.name}_tried"), (trial.move,), Type.BOOL, index=index + 1, place=whole.place
    )
    tries.body = [*trial.block[trial.lo : trial.hi], ops.Return(Expr(Op.VAR, Type.BOOL, (), trial.good))]
    own = {id(v) for v in bound(ask.body)} | {id(v) for v in bound(tries.body)} | {id(trial.move)}
    read = [y for fn in (ask, tries) for y in nodes(statements(fn.body))]
    if any(y.op is Op.VAR and id(y.arg) not in own for y in read):
        raise GivenUpError
    return Filter(of.wrapper, whole, of.given, generator.value.called, ask, tries)


def unused(program: Program, name: str) -> str:
    """A name that no function of the program has."""
    names = {fn.name for fn in program.functions}
    while name in names:
        name += "_"
    return name


def _steps(trial: Trial) -> tuple[Block, Block, Block]:
    """What the loop of a filter does with each move: asks the question once, takes its answer or tries the move, and
    keeps it or not. Gives the statements that ask, those that take the answer, and those that keep the move."""
    loop = trial.loop
    if not isinstance(loop, ops.While) or len(loop.body) != 3 or loop.head:
        raise GivenUpError
    ask, take, keep = loop.body
    if not (isinstance(ask, ops.If) and isinstance(take, ops.If) and isinstance(keep, ops.If)):
        raise GivenUpError
    if ask.orelse or take.orelse is not trial.block or trial.lo != 0 or trial.hi != len(trial.block):
        raise GivenUpError
    if keep.cond.op is not Op.VAR or keep.cond.arg is not trial.good or len(take.then) != 1:
        raise GivenUpError
    return ask.then, take.then, [keep]


def _keeps(body: Block, trial: Trial, keep: Block) -> bool:
    """Whether a filter goes through the moves that the generator pushed, keeps those for which the answer is yes, in
    their order, and does nothing else."""
    loop, i = trial.loop, trial.move
    assert isinstance(loop, ops.While) and isinstance(keep[0], ops.If)
    lines = [text for s in body for text in _lines(s, i)]
    expected = ["mark", "call", "i=mark", "front=i", "end=count", "loop", "drop front..count"]
    if [text for text in lines if text != "local"] != expected:
        return False
    yes = [text for s in keep[0].then for text in _lines(s, i)]
    no = [text for s in keep[0].orelse for text in _lines(s, i)]
    return yes == ["put", "front+1", "i+1"] and no == ["i+1"] and loop.cond.op is Op.LT and loop.cond.src[0].arg is i


def _lines(s: Stmt, i: Var) -> list[str]:
    """Words for what a statement of a filter does; what is unexpected has none of them."""
    if isinstance(s, ops.While):
        return ["loop"]
    if isinstance(s, ops.If):
        put = len(s.then) == 1 and isinstance(s.then[0], ops.Do) and is_run(s.then[0].value, MOVE_PUT)
        front = s.cond.op is Op.NE and any(x.arg is i for x in s.cond.src)
        return ["put" if put and front and not s.orelse else "?"]
    if isinstance(s, ops.Do):
        if s.value.op is Op.CALL:
            return ["call"]
        drops = is_run(s.value, MOVE_DROP) and is_run(s.value.src[1], MOVE_COUNT)
        return ["drop front..count" if drops and _is_front(s.value.src[0], i) else "?"]
    if not isinstance(s, ops.Assign):
        return ["?"]
    x = s.value
    if s.var is i:
        return ["i=mark" if x.op is Op.VAR else "i+1" if _next(x, i) else "?"]
    if s.var.name == f"{i.name}_front":
        return ["front=i" if x.arg is i else "front+1" if _next(x, s.var) else "?"]
    if s.var.name == f"{i.name}_end":
        return ["end=count" if is_run(x, MOVE_COUNT) else "?"]
    if is_run(x, MOVE_COUNT):
        return ["mark"]
    return ["local" if x.is_const or x.op is Op.SET_EMPTY else "?"]


def _is_front(x: Expr, i: Var) -> bool:
    return x.op is Op.VAR and x.var.name == f"{i.name}_front"


def _next(x: Expr, v: Var) -> bool:
    return x.op is Op.ADD and x.src[0].arg is v and x.src[1].is_const and x.src[1].const == 1
