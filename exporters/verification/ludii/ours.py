"""Our own engine in a process of its own: checks what Ludii recorded, within limits of time and memory.

`source`, `library`, `options`, `ruleset` and `backend` are as `load` takes them; traces: each a list of the lines of a
trace; expanded, board: as Ludii has them, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ludparse.interpreter.scheduling.watched import EndedError, TooLongError, Watched
from ludparse.problems.errors import LudError

from ..crosscheck.causes import error_cause
from ..crosscheck.compare import board_difference, expansion_difference
from ..crosscheck.replay import check_trace
from ..crosscheck.result import Difference, GameResult
from ..crosscheck.worker import Stages
from ..recordings import trace_of
from .light import Loaded

__all__ = ["Digested", "Ours", "agree", "check", "verdict"]

Digested = tuple[Sequence[int], Sequence[Sequence[int]]]
"""A game by its digests: the random numbers at the start, and the lines of `digested`."""

_BITS = 0xFFFFFFFF


def _plainly(task: Callable[[], Any]) -> Any:
    return task()


class Ours:
    """Our engine, in a process that is replaced when it hangs or dies. seconds: for each request.

    perform: an importable function that calls what it is given (in tests, with an engine that has a fault).
    """

    def __init__(
        self, *, library: str | None, backend: str = "auto", seconds: float = 120.0, megabytes: int = 4096,
        perform: Callable[[Callable[[], Any]], Any] = _plainly,
    ) -> None:  # fmt: skip
        self.library = library
        self.backend = backend
        self.seconds = seconds
        self._process = Watched(megabytes)
        self._perform = perform

    def close(self) -> None:
        """End the process; a later request starts another."""
        self._process.close()

    def _ask(self, task: Callable[..., Any], **arguments: Any) -> Any:
        """What a function of this module returns in the process. Raises _ProblemError."""
        asked = partial(task, library=self.library, **arguments)
        try:
            return self._process.one(self._perform, asked, seconds=self.seconds)
        except TooLongError as problem:
            raise _ProblemError("limit", f"our engine was {problem}") from None
        except EndedError as problem:
            raise _ProblemError("crash", f"{problem} in which our engine runs") from None
        except Exception as problem:  # of whatever kind: it is told as a crash
            raise _ProblemError("crash", f"{type(problem).__name__}: {problem}") from problem

    def check(
        self,
        path: str,
        source: str,
        traces: Sequence[Sequence[dict[str, Any]]],
        *,
        options: Sequence[str] = (),
        ruleset: str | None = None,
        expanded: str | None = None,
        board: dict[str, Any] | None = None,
    ) -> GameResult:
        """Compare; whatever goes wrong is in the result, also that the process hung or died."""
        try:
            found: GameResult = self._ask(
                check, path=path, source=source, traces=traces, options=options, ruleset=ruleset, expanded=expanded,
                board=board, backend=self.backend,
            )  # fmt: skip
            return found
        except _ProblemError as problem:
            return problem.result(path)

    def agree(
        self,
        path: str,
        source: str,
        games: Sequence[Digested],
        *,
        options: Sequence[str] = (),
        expanded: str | None = None,
        board: dict[str, Any] | None = None,
    ) -> tuple[GameResult, list[int]]:
        """As `check`, but the games are compared by digests; also the numbers of those that differ."""
        try:
            found: tuple[GameResult, list[int]] = self._ask(
                agree, path=path, source=source, games=games, options=options, expanded=expanded, board=board,
                backend=self.backend,
            )  # fmt: skip
            return found
        except _ProblemError as problem:
            return problem.result(path), []

    def verdict(self, source: str, options: Sequence[str] = ()) -> str:
        """Why we refuse a description, in one line; empty where `lud check` has nothing against it and it loads."""
        try:
            return str(self._ask(verdict, source=source, options=options))
        except _ProblemError as problem:
            return problem.message


class _ProblemError(Exception):
    """Our process hung ("limit"), died or failed ("crash")."""

    def __init__(self, kind: str, message: str) -> None:
        self.kind, self.message = kind, message

    def result(self, path: str) -> GameResult:
        """The result of the game that it happened to."""
        return GameResult(path, difference=Difference(self.kind, self.message, self.message))


def verdict(*, source: str, library: str | None, options: Sequence[str]) -> str:
    """The first problem of a description: of `lud check`, else of compiling it; empty where there is none."""
    from ludparse.interpreter.game.checks.diagnose import diagnose
    from ludparse.interpreter.game.load import load

    problems = diagnose(source, warnings=False, library=library, options=tuple(options))
    if problems:
        return error_cause(problems[0])
    try:
        load(source, library=library, options=tuple(options), backend="python").start(seed=1)
    except Exception as problem:  # of whatever kind: it is refused
        return error_cause(problem)
    return ""


def check(
    *,
    path: str,
    source: str,
    traces: Sequence[Sequence[dict[str, Any]]],
    options: Sequence[str],
    ruleset: str | None,
    expanded: str | None,
    board: dict[str, Any] | None,
    library: str | None,
    backend: str,
) -> GameResult:
    """Compare a game with what Ludii says of it, level by level; nothing that goes wrong in it raises."""

    def playing(game: Loaded, result: GameResult) -> Difference | None:
        first: Difference | None = None
        legal = True
        for number, records in enumerate(traces, 1):
            trace = trace_of(records, f"Ludii, game {number}")
            outcome = game.run(lambda it, t=trace: check_trace(it, t, "Ludii"))  # type: ignore[misc]
            result.plies += outcome.plies
            result.out_of_order += outcome.out_of_order
            legal = legal and outcome.legal
            first = first or outcome.difference
        result.checks["legal"] = legal
        return first

    chosen = {"library": library, "options": tuple(options), "ruleset": ruleset}
    return _compared(path, source, chosen, backend, expanded, board, playing)


def agree(
    *,
    path: str,
    source: str,
    games: Sequence[Digested],
    options: Sequence[str],
    expanded: str | None,
    board: dict[str, Any] | None,
    library: str | None,
    backend: str,
) -> tuple[GameResult, list[int]]:
    """Compare a game with what Ludii says of it, its play by digests alone. The result, and the numbers of the games
    that differ or in which our engine fails; the result leaves these out."""
    apart: list[int] = []

    def playing(game: Loaded, result: GameResult) -> None:
        for number, (rng, lines) in enumerate(games):
            if lines and not game.run(lambda it, r=rng, them=lines: _agrees(it, r, them)):  # type: ignore[misc]
                apart.append(number)
            elif lines:
                result.plies += len(lines) - 1
        result.checks["legal"] = True

    chosen = {"library": library, "options": tuple(options), "ruleset": None}
    return _compared(path, source, chosen, backend, expanded, board, playing), apart


def _agrees(game: Any, rng: Sequence[int], lines: Sequence[Sequence[int]]) -> bool:
    """Whether a game is that of the digests; not where our engine fails in it."""
    from ludparse.interpreter.game.ply_digests import follow

    (position, over), *plies = lines
    number = int.from_bytes(bytes(v & 255 for v in rng), "little")
    try:
        first, *found = follow(game, number, [ply[3] for ply in plies])
    except LudError:
        return False
    if (first.position, first.over) != (position & _BITS, bool(over)) or len(found) != len(plies):
        return False
    return all(
        mine == (mover, count, legal & _BITS, applied & _BITS, position & _BITS, bool(over))
        for mine, (mover, count, legal, _, applied, position, over) in zip(found, plies, strict=True)
    )


def _compared(
    path: str,
    source: str,
    chosen: dict[str, Any],
    backend: str,
    expanded: str | None,
    board: dict[str, Any] | None,
    playing: Callable[[Loaded, GameResult], Difference | None],
) -> GameResult:
    """Compare the levels before play, and let `playing` compare the play. chosen: library, options and ruleset."""
    from ludparse.description.description import expand

    result = GameResult(path)
    stages = Stages(result)
    texts: list[str] = []
    games: list[Loaded] = []

    def expansion() -> Difference | None:
        return None if expanded is None else expansion_difference(texts[0], expanded)

    def loading() -> Difference | None:
        games.append(Loaded.of(source, backend, chosen))
        return None if board is None else board_difference(games[0].game.board.describe(), board)

    result.unrecorded = [n for n, given in (("expands", expanded), ("board", board)) if given is None]
    if stages.attempt("parses", lambda: texts.append(expand(source, **chosen))):
        stages.attempt("expands", expansion)
        stages.attempt("board", loading)
    if games:
        result.game = games[0].game.name
        stages.attempt("identical", lambda: playing(games[0], result))
        result.backend = games[0].game.backend
    result.settle()
    return result
