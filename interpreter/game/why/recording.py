"""Runs a traced program in plain Python, notes what it asks, and may answer otherwise.

Every call of a ludeme's function and every `if` of the program is a `Question` with the value that it had, in the order
in which they are asked. A run is determined by its state, so that a question keeps its number in another run as long as
all before it is answered alike: a run in which some questions are `forced` shows what hangs on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, NamedTuple

from ludparse.problems.errors import LudLimitError

from ...backends.python.engine import PythonEngine, raw_of
from ...backends.python.expressions import local
from ...backends.python.makers import MadeMove, MakerRuntime
from ...backends.python.move_buffer import Move
from ...backends.python.render import PythonRenderer, render_python
from ...program import ops
from ...program.intrinsics import PUSHES_IN
from ...program.modes import PROBE
from ...program.ops import Op, Type
from ...program.program import Function, Program
from ...program.walk import statements, subexpressions

__all__ = ["Asking", "Only", "Question", "RecordingEngine", "Run", "key_of"]

MAX_QUESTIONS = 3_000_000
"""So many are noted in one run."""

SLOTS = ("from", "to", "between", "site")


class Asking(NamedTuple):
    """Where a question is asked: slots of the context, -1 where they hold nothing. tried: where the move begins and
    ends that was tried last, which the question may be about."""

    from_site: int
    to_site: int
    between: int
    site: int
    tried: tuple[int, int] | None


class Only(NamedTuple):
    """A run that looks at some moves alone: it leaves out what loops over pieces and sites do elsewhere, and asks no
    filter about other moves. begins: where the moves may begin; empty: anywhere. ends: where they may end."""

    begins: frozenset[int]
    ends: frozenset[int]


class Question:
    """A ludeme that was asked for its value, or an `if`.

    about: the function, or the `if`. inside: the number of the question during which it was asked, -1 outside of all.
    root: it decides by itself, and is no part of another decision. value: the answer; None of what only pushes moves.
    """

    __slots__ = ("about", "at", "inside", "number", "root", "value")

    def __init__(self, number: int, about: Function | ops.If, inside: int, root: bool, at: Asking) -> None:
        self.number = number
        self.about = about
        self.inside = inside
        self.root = root
        self.at = at
        self.value: Any = None

    @property
    def decides(self) -> bool:
        """Whether it has two answers, or is a set of sites."""
        return isinstance(self.about, ops.If) or self.about.result in (Type.BOOL, Type.SET)

    @property
    def is_region(self) -> bool:
        """Whether its answer is a set of sites."""
        return isinstance(self.about, Function) and self.about.result is Type.SET


class Run:
    """What one call of an entry has asked and done.

    moves: those in the buffer at the end. acts: the actions that were applied, each with the number of the question
    that made it. forced: how questions were answered otherwise; a region has the site there that was put in or taken
    out. seen: the state at each question that was to be watched. answering: the moves to a site that answered whether
    there is one, each as the question around it, its origin and its destination. whole: the parts of decisions are
    among the questions; else they are only counted, and None stands for each. only: see `Only`.
    """

    def __init__(
        self, forced: Mapping[int, int], watched: frozenset[int] = frozenset(), *, whole: bool = True,
        only: Only | None = None,
    ) -> None:  # fmt: skip
        self.forced = dict(forced)
        self.watched = watched
        self.whole = whole
        self.only = only
        self.clear()

    def clear(self) -> None:
        """Begin anew: a capacity was used up."""
        self.questions: list[Question | None] = []
        self.moves: list[MadeMove] = []
        self.acts: list[tuple[list[Any], int]] = []
        self.seen: dict[int, Any] = {}
        self.answering: list[tuple[int, int, int]] = []
        self.state: Any = None
        self._open: list[int] = []
        self._deciding = 0

    @property
    def keys(self) -> Counter[Hashable]:
        """All of each move, and how often there is such a one."""
        return Counter(map(key_of, self.moves))

    @property
    def now(self) -> int:
        """The number of the question that is being answered."""
        return self._open[-1] if self._open else -1

    @property
    def deciding(self) -> bool:
        """Whether a decision is being made."""
        return self._deciding > 0

    def __getitem__(self, number: int) -> Question:
        question = self.questions[number]
        assert question is not None
        return question

    def roots(self) -> Iterator[Question]:
        """The questions that decide by themselves, in order."""
        return (q for q in self.questions if q is not None and q.root and q.decides)

    def around(self, number: int) -> Iterator[Question]:
        """The questions during which one was asked, the innermost first, itself included."""
        while number >= 0:
            yield (question := self[number])
            number = question.inside

    def parts(self, number: int) -> Iterator[Question]:
        """The questions that were asked during one, in order. Of a whole run."""
        inside = {number}
        for question in self.questions[number + 1 :]:
            assert question is not None
            if question.inside not in inside:
                if question.inside < number:
                    return
                continue
            inside.add(question.number)
            yield question

    def ask(self, about: Function | ops.If, runtime: RecordingRuntime) -> None:
        """A question is asked."""
        number = len(self.questions)
        if number >= MAX_QUESTIONS:
            raise LudLimitError(f"more than {MAX_QUESTIONS:,} questions are asked in one position")
        decides = isinstance(about, ops.If) or about.result is not Type.VOID
        if self._deciding and not self.whole:
            self.questions.append(None)
        else:
            self.questions.append(Question(number, about, self.now, not self._deciding, runtime.asking()))
        self._open.append(number)
        self._deciding += decides
        if number in self.watched:
            self.seen[number] = runtime.s.copy()

    def answer(self, value: Any) -> Any:
        """The last question that is open has its answer. Gives the one that counts."""
        number = self._open.pop()
        self._deciding -= value is not None
        question = self.questions[number]
        if number in self.forced:
            value = value ^ (1 << self.forced[number]) if type(value) is int else not value
        if question is not None:
            question.value = value
        return value


def key_of(m: Move) -> Hashable:
    """All of a move."""
    acts = tuple(tuple(a) for a in m.actions)
    return m.mover, m.from_site, m.to_site, m.level_min, m.level_max, acts, tuple(m.then)


class RecordingRuntime(MakerRuntime):
    """What the rendered module runs on; tells the run what is asked and made."""

    def __init__(self, engine: RecordingEngine, *args: Any) -> None:
        self.engine = engine
        super().__init__(*args)

    def reset(self) -> None:
        super().reset()
        self.run = self.engine.run
        self.run.clear()
        self.tried: tuple[int, int] | None = None
        self.given = self.engine.makers

    def asking(self) -> Asking:
        start, end, between, site = self.engine.slots(self.c)
        return Asking(start, end, between, site, self.tried)

    def begin(self, number: int) -> None:
        """An `if` is asked: its condition is evaluated next."""
        self.run.ask(self.engine.ifs[number], self)

    def keeps(self, number: int) -> None:
        """It is asked whether a filter keeps the move that was tried."""
        self.begin(number)
        self.tried = None

    def tries(self, m: int) -> bool:
        """A filter tries a move next. Gives whether it is to."""
        move = self.buffer[m]
        self.tried = move.from_site, move.to_site
        only = self.run.only
        return (
            only is None
            or self.run.deciding
            or ((not only.begins or move.from_site in only.begins) and move.to_site in only.ends)
        )

    def looks_at(self, site: int, slot: str) -> bool:
        """Whether what a loop does at a site is wanted. slot: of the context, which holds the site."""
        only = self.run.only
        if only is None or self.run.deciding:
            return True
        begins = not only.begins or site in only.begins
        return begins if slot == "from" else site in only.ends if slot == "to" else begins or site in only.ends

    def end(self, value: Any) -> Any:
        return self.run.answer(bool(value))

    @property
    def now(self) -> int:
        return self.run.now

    def answer(self, mode: int) -> int | bool:
        mark, aim, *_ = self.probes[-1]
        if mode == PROBE:
            self.run.answering += [(self.run.now, m.from_site, aim) for m in self.buffer[mark:] if m.to_site == aim]
        return super().answer(mode)

    def is_applied(self, action: list[Any], maker: int) -> None:
        self.run.acts.append((action, maker))


@dataclass(eq=False, slots=True)
class Tested(ops.Stmt):
    """The tests of a filter, if the move is to be tried; without them it is kept."""

    filter: ops.Filter


@dataclass(eq=False, slots=True)
class Elsewhere(ops.Stmt):
    """Goes on with the next iteration where a piece stands that is not looked at."""

    var: ops.Var


class RecordingRenderer(PythonRenderer):
    """Renders each `if` so that its condition is asked and answered, and so is whether a filter keeps a move."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.ifs: list[ops.If] = []
        self.written = {s for fn in program.functions for s in statements(fn.body)}
        self.filters: list[ops.Filter] = []
        self.of_ludemes = {s for fn in program.functions if fn.place is not None for s in statements(fn.body)}
        self.one_code_a_site = not any(f.heights for f in program.fields.values())

    def stmt(self, x: ops.Stmt) -> None:
        if isinstance(x, Tested):
            self.line(f"{local(x.filter.keep.name)} = True")
            self.line(f"if e.tries({local(x.filter.var.name)}):")
            self.block(x.filter.tests)
        elif isinstance(x, Elsewhere):
            self.line(f"if not e.looks_at({local(x.var.name)}, 'from'): continue")
        elif isinstance(x, ops.ForPieces) and self.one_code_a_site:
            super().stmt(replace(x, body=[Elsewhere(x.var), *x.body]))
        elif isinstance(x, ops.Filter):
            self.filters.append(x)
            super().stmt(replace(x, tests=[Tested(x)]))
            self.filters.pop()
        else:
            super().stmt(x)

    def loop(self, x: ops.ForLoop, values: str) -> None:
        slots = {s.slot for s in x.body if isinstance(s, ops.SetCtx) and s.value.arg is x.var}
        if isinstance(x, ops.ForSet) and slots & {"from", "to", "site"}:
            slot = slots.pop() if len(slots) == 1 else "site"
            values = f"(x for x in {values} if e.looks_at(x, {slot!r}))"
        super().loop(x, values)

    def condition(self, x: ops.If) -> str:
        asks = "begin"
        if x not in self.of_ludemes and not self.filters:
            return super().condition(x)  # which piece, which phase: no rule that says yes or no
        if x not in self.written:
            if not (self.filters and x.cond.arg is self.filters[-1].keep):
                return super().condition(x)
            x.places, asks = self.filters[-1].places, "keeps"
        if x.cond.is_const or any(y.op is Op.RUN and y.run.intrinsic is PUSHES_IN for y in subexpressions(x.cond)):
            return super().condition(x)  # how moves are to be made is not the rules' business
        self.ifs.append(x)
        return f"e.{asks}({len(self.ifs) - 1}) or e.end({self.e(x.cond)})"


class RecordingEngine(PythonEngine):
    """A traced program in plain Python whose runs are recorded. For one thread at a time."""

    def __init__(self, program: Program) -> None:
        self.slots = attrgetter(*map(local, SLOTS))
        self.run = Run({})
        self.makers: Sequence[int] = ()
        super().__init__(program)
        self.runtime = self._recording  # type: ignore[assignment]
        for fn in program.functions:
            if fn.place is not None and self.renders(fn) and not fn.params:
                self.wrap(fn, lambda run, fn=fn: self._noting(fn, run))  # type: ignore[misc]

    def rendered(self, program: Program) -> str:
        def renderer(program: Program) -> RecordingRenderer:
            made = RecordingRenderer(program)
            self.ifs = made.ifs
            return made

        return render_python(program, renderer)

    def _recording(self, *args: Any) -> RecordingRuntime:
        return RecordingRuntime(self, *args)

    @staticmethod
    def _noting(fn: Function, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(e: RecordingRuntime) -> Any:
            e.run.ask(fn, e)
            return e.run.answer(function(e))

        call.__name__ = fn.name
        return call

    def start(self, rng: int) -> Any:
        self.run, self.makers = Run({}), ()
        return super().start(rng)

    def record_moves(
        self, state: Any, forced: Mapping[int, int] | None = None, watched: frozenset[int] = frozenset(),
        *, whole: bool = True, only: Only | None = None,
    ) -> Run:  # fmt: skip
        """Find the legal moves. Raises LudError for rules that fail."""
        self.run, self.makers = Run(forced or {}, watched, whole=whole, only=only), ()
        r = self._run(state, "moves")
        self.run.moves = r.buffer[:]  # type: ignore[assignment]
        self.run.state = r.s, r.caps
        self._idle.append(r)
        return self.run

    def record_play(
        self, state: Any, move: MadeMove, forced: Mapping[int, int] | None = None,
        watched: frozenset[int] = frozenset(),
    ) -> Run:  # fmt: skip
        """Play a move of a run. The actions that it has itself are made by the negative numbers -2 - n, where n is the
        number of the question of that run."""
        self.run = Run(forced or {}, watched)
        self.makers = [-2 - getattr(a, "maker", -1) for a in move.actions]
        r = self._run(state, "play", 0, move=raw_of(move))
        self.run.state = r.s, r.caps
        self._idle.append(r)
        return self.run
