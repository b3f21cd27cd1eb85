"""All checks of one game, in the process that runs it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ludparse.interpreter.game.trial import Trial, fitted

from ..interface import Game, Loader
from ..recordings import Recording, read_text, read_trace, same_game
from .causes import error_cause, error_detail
from .compare import board_difference, expansion_difference
from .replay import check_trace, check_trial
from .result import Difference, GameResult, TrialStatus

__all__ = ["Engine", "Report", "Stages", "check_game", "error_of"]

Report = Callable[[GameResult], None]


@dataclass(frozen=True, slots=True)
class Engine:
    """The engine under test: functions of the public interface, importable by name in another process."""

    load: Loader
    expand: Callable[..., str]


def check_game(
    recording: Recording,
    engine: Engine,
    *,
    library: str | None = None,
    backend: str = "auto",
    report: Report = lambda result: None,
) -> GameResult:
    """Checks everything that is recorded of a game. Never raises: errors become the result.

    `report` receives the partial result when a stage begins, so that something is known of a game that crashes its
    process.
    """
    result = GameResult(recording.path)
    check = _Check(recording, engine, library, backend, result, report)
    check.run()
    result.settle()
    return result


class Stages:
    """Checks one thing after the other, and notes in the result of a game what came of each."""

    def __init__(self, result: GameResult, report: Report = lambda result: None) -> None:
        self.result = result
        self.report = report

    def attempt(self, stage: str, check: Callable[[], Difference | None]) -> bool:
        """Run a stage, which returns what differs; an exception becomes the difference. False where it raised one."""
        self.result.stage = stage
        self.report(self.result)
        try:
            difference = check()
            self.result.checks.setdefault(stage, difference is None)
            return True
        except Exception as problem:  # any error of a game is the result of this game
            difference = error_of(problem)
            self.result.checks[stage] = False
            return False
        finally:
            self.result.difference = self.result.difference or difference


class _Check(Stages):
    def __init__(
        self,
        recording: Recording,
        engine: Engine,
        library: str | None,
        backend: str,
        result: GameResult,
        report: Report,
    ) -> None:
        super().__init__(result, report)
        self.recording = recording
        self.engine = engine
        self.library = library
        self.backend = backend
        self.text = ""
        self.games: dict[tuple[tuple[str, ...], str | None], Game] = {}

    def run(self) -> None:
        if self.recording.trials:
            self.result.trial = TrialStatus.not_run
        if not self.attempt("parses", self.parse):
            return
        self.attempt("expands", self.expansion)
        if not self.attempt("board", self.board) and not self.games:
            return  # a game that cannot be loaded fails once, not once for each recording
        if self.recording.traces:
            self.attempt("legal", self.traces)
        else:
            self.result.unrecorded += ["legal", "identical"]
        if self.recording.trials:
            self.trials()

    def source(self) -> str:
        """What `load` is given: the path within the library."""
        return f"{self.recording.path}.lud"

    def parse(self) -> None:
        self.text = self.engine.expand(self.source(), library=self.library)

    def expansion(self) -> Difference | None:
        file = self.recording.beside("expanded", ".txt.gz")
        if file is None:
            self.result.unrecorded.append("expands")
        return expansion_difference(self.text, read_text(file)) if file else None

    def board(self) -> Difference | None:
        game = self.game((), None)
        file = self.recording.beside("boards", ".json.gz")
        if file is None:
            self.result.unrecorded.append("board")
            return None
        return board_difference(game.board.describe(), json.loads(read_text(file)))

    def game(self, options: tuple[str, ...], ruleset: str | None) -> Game:
        key = (options, ruleset)
        if key not in self.games:
            self.games[key] = self.engine.load(
                self.source(), ruleset=ruleset, options=options, library=self.library, backend=self.backend
            )
            self.result.backend = self.games[key].backend
            self.result.game = self.games[key].name
        return self.games[key]

    def traces(self) -> Difference | None:
        """Short traces with full texts come first, because their differences tell most."""
        legal = identical = True
        first: Difference | None = None
        for file in sorted(self.recording.traces, key=lambda f: (not f.name.startswith("full"), f.name)):
            trace = read_trace(file)
            other = same_game(self.recording, trace.path, file)
            if other is not None:
                raise other
            game = self.game(trace.options, trace.ruleset)
            outcome = check_trace(game, trace, file.name)
            legal, identical = legal and outcome.legal, identical and outcome.identical
            self.result.plies += outcome.plies
            self.result.out_of_order += outcome.out_of_order
            first = first or outcome.difference
            if not legal:
                break
        self.result.checks |= {"legal": legal, "identical": identical}
        return first

    def trials(self) -> None:
        self.result.stage = "trial"
        self.report(self.result)
        for file in sorted(self.recording.trials):
            difference = self.trial(file)
            if difference is not None:
                self.result.trial = TrialStatus.differs
                self.result.trial_difference = difference
                return
        self.result.trial = TrialStatus.same

    def trial(self, file: Path) -> Difference | None:
        try:
            trial = Trial.read(file)
            other = same_game(self.recording, trial.path, file)
            if other is not None:
                raise other
            game = self.game(trial.options, None)
            trial = fitted(game, trial)
            plies, difference = check_trial(game, trial, file.name)
            self.result.plies += plies
            if difference is not None and (place := trial.place(difference.ply or 0)) is not None:
                difference.detail = str(place)
        except Exception as problem:  # as in `attempt`
            return error_of(problem)
        return difference


def error_of(problem: Exception) -> Difference:
    """What an exception makes of a game."""
    return Difference("error", error_cause(problem), str(problem)[:2000], detail=error_detail(problem))
