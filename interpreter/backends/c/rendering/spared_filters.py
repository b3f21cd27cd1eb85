"""Filters over tried moves (`spared.py`): what they are made of, read off the functions as passes leave them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....facts.asked_for_one import unasked
from ....facts.modes import builds, inherited, is_run
from ....facts.selectable import only_pushes
from ....facts.trials import Trial, left_out, trials
from ....program import ops
from ....program.intrinsics import MOVE_COUNT, PUSH_MODE
from ....program.ops import Block, Expr, Function, Op, Program, Stmt, Touches, Type
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


def filter_of(program: Program, of: Whole, index: int) -> Filter:
    """What a filter is made of. It has to be as `skip_untouched` writes it. index: of the first of
    the functions that are made of it."""
    whole, body = of.whole, of.whole.body
    if whole.params:
        body = unasked(body, whole.params[0])
    copy = Function(whole.name, (), Type.VOID, body, whole.index)
    tried = trials(copy)
    if len(tried) != 1 or not left_out(tried[0]):
        raise GivenUpError
    (trial,) = tried
    generator = body[1] if len(body) > 3 else ops.Break()
    if not isinstance(generator, ops.Do) or generator.value.op is not Op.CALL or generator.value.src:
        raise GivenUpError
    first, given = _steps(trial)
    if not all(_is_part(s, trial.loop) for s in body):
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
    tries.body = [trial.whole, ops.Return(Expr(Op.VAR, Type.BOOL, (), trial.good))]
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


def _steps(trial: Trial) -> tuple[Block, Block]:
    """What a filter does with each move: it asks the question once, takes its answer or tries the move. Gives the
    statements that ask, and those that take the answer."""
    loop = trial.loop
    if not isinstance(loop, ops.Filter) or len(loop.body) != 2 or loop.swaps:
        raise GivenUpError
    ask, take = loop.body
    if not (isinstance(ask, ops.If) and isinstance(take, ops.If)) or trial.move is not loop.var:
        raise GivenUpError
    if ask.orelse or take.orelse is not trial.block or trial.block != [trial.whole]:
        raise GivenUpError
    if loop.keep is not trial.good or len(take.then) != 1:
        raise GivenUpError
    return ask.then, take.then


def _is_part(s: Stmt, loop: Stmt | None) -> bool:
    """Whether a statement is the filter itself, calls its generator, marks where that began, or clears a local."""
    if isinstance(s, ops.Assign):
        return s.value.is_const or s.value.op is Op.SET_EMPTY or is_run(s.value, MOVE_COUNT)
    return s is loop or (isinstance(s, ops.Do) and s.value.op is Op.CALL)
