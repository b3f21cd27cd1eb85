"""The law of `State.why`: forcing the conditions that are named to their other values makes exactly the explained move
come or go; where two conditions are named together, the first alone does not do that.

What is named is forced here by other means than those that found it: functions of the traced program are wrapped, and
each `if` asks whether it is to be turned. `python -m tests.interpreter.game.why.law [GAMES [POSITIONS [SECONDS
[FIRST]]]]` holds it against games of the library, and counts the answers. No position of a game is begun after so many
seconds; FIRST games are left out, to go on where a run was stopped.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.interpreter.backends.python.makers import MadeMove
from ludparse.interpreter.backends.python.render import PythonRenderer, render_python
from ludparse.interpreter.game.building import program_of
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.load import load
from ludparse.interpreter.game.why.answers import Answers
from ludparse.interpreter.game.why.recording import Question, Run
from ludparse.interpreter.game.why.search import Found, Target
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.walk import statements
from ludparse.problems.errors import AmbiguousMoveError, LudError, LudUnsupportedError
from tests.corpus import LIBRARY, description, recorded_games


class Turning(PythonRenderer):
    """Each `if` of the program asks whether it is to be turned."""

    def condition(self, x: ops.If) -> str:
        number = self.numbers.get(x)
        return super().condition(x) if number is None else f"TURN({number}, {self.e(x.cond)})"

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.numbers = {s: k for k, s in enumerate(ifs(program))}


def ifs(program: Program) -> list[ops.If]:
    return [s for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.If)]


class Forced(PythonEngine):
    """A traced program in which some answers are forced: (function or number of an `if`, which time) -> how."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.forced: dict[tuple[int | str, int], int] = {}
        self.times: Counter[int | str] = Counter()
        self._module["TURN"] = lambda number, value: self.turned(number, bool(value), False)
        for fn in program.functions:
            if fn.place is not None and self.renders(fn) and not fn.params:
                self.wrap(fn, lambda run, fn=fn: self.turning(fn, run))  # type: ignore[misc]

    def rendered(self, program: Program) -> str:
        return render_python(program, Turning)

    def turning(self, fn: Function, run: Callable[..., Any]) -> Callable[..., Any]:
        def call(e: Any) -> Any:
            time = self.times[fn.name]
            self.times[fn.name] += 1
            value = run(e)
            way = self.forced.get((fn.name, time))
            if way is None:
                return value
            return value ^ (1 << way) if fn.result is ops.Type.SET else not value

        return call

    def turned(self, number: int, value: Any, _: bool) -> Any:
        time = self.times[number]
        self.times[number] += 1
        return not value if (number, time) in self.forced else value

    def all_moves(self, state: Any, forced: dict[tuple[int | str, int], int]) -> Counter[Hashable]:
        self.forced, self.times = forced, Counter()
        _, moves = self.moves(state)
        return Counter(moves.raw(k) for k in range(len(moves)))


class Laws:
    """The law for one game."""

    def __init__(self, game: SingleGame) -> None:
        self.game = game
        self.answers: Answers = game.answers
        self.engine = Forced(program_of(game.description, traced=True))
        self.numbers = {s: k for k, s in enumerate(ifs(self.answers.engine.program))}
        self.tally: Counter[str] = Counter()
        """Positions, conditions, and how questions were answered: explained (what is named was held against play), no
        rule (none makes such a move), allowed by none (no single condition makes it go), refused (no reason is given),
        unchecked (only what the recording alone asks)."""

    def key(self, q: Question, run: Run) -> tuple[int | str, int] | None:
        """What is asked, and which time; None where only the recording asks: whether a filter keeps a move."""
        if isinstance(q.about, Function):
            before = [x for x in run.questions[: q.number] if x is not None and x.about is q.about]
            return q.about.name, len(before)
        number = self.numbers.get(q.about)
        if number is None:
            return None
        before = [x for x in run.questions[: q.number] if x is not None and x.about is q.about]
        return number, len(before)

    def holds(self, state: GameState, move: Any) -> list[Found]:
        """Holds what is told about a move against the forced program, or about each that a text means. Gives what is
        named."""
        try:
            target, _ = self.answers.target(state, move, state.legal_moves())
        except AmbiguousMoveError as several:
            return [found for one in several.candidates for found in self.holds(state, one)]
        search = self.answers.search(self.answers.position(state), target)
        there = search.targets(search.base)
        found = search.what_allows() if there else search.what_makes()
        packed = self.answers.engine.pack(search.state)
        before = self.engine.all_moves(self.engine.unpack(packed), {})
        own = {_head(m) for m in (there or [])}
        held = False
        for f in found:
            forced: dict[tuple[int | str, int], int] = {}
            for (q, run), (number, way) in zip(f.asked, sorted(f.forced.items()), strict=True):
                assert q.number == number
                if q.number in run.forced:
                    raise AssertionError("a question is forced twice")
                key = self.key(q, run)
                if key is None:
                    break
                forced[key] = way
            else:
                after = self.engine.all_moves(self.engine.unpack(packed), forced)
                changed = (after - before) + (before - after)
                came = [m for m in after - before if self.means(target, m)]
                assert bool(came) != bool(there), f"{move}: {forced} does not decide it"
                if there:
                    assert not any(self.means(target, m) for m in after), f"{move} is still there"
                others = sum(n for m, n in changed.items() if not self.means(target, m))
                assert others == f.others, f"{move}: {others} other moves change, not {f.others}"
                first = dict(list(forced.items())[:-1])  # each is asked only after those before it
                if first:
                    some = self.engine.all_moves(self.engine.unpack(packed), first)
                    assert any(self.means(target, m) for m in some) == bool(there), f"{move}: {first} alone decides it"
                held = True
        assert own or not there
        self.tally["conditions"] += len(found)
        none = "refused" if not search.complete else "allowed by none" if there else "no rule"
        self.tally["explained" if held else "unchecked" if found else none] += 1
        return found

    @staticmethod
    def means(target: Target, raw: Any) -> bool:
        actions = [[a.kind, a.decision, *a.params] for a in raw.actions]
        return target.is_one(
            MadeMove(raw.mover, raw.from_site, raw.to_site, raw.level_min, raw.level_max, actions, list(raw.then))
        )

    def some(self, positions: int, moves: int, seed: int = 1) -> None:
        """Holds the law in some positions of random games, for moves that are legal and moves that are not."""
        rng = random.Random(seed)
        for state in self.positions(positions, rng, seed):
            for _ in range(moves):
                self.holds(state, rng.choice(state.legal_moves()))
                self.holds(state, self.not_legal(state, rng))

    def positions(self, n: int, rng: random.Random, seed: int) -> Iterator[GameState]:
        """So many positions with legal moves, each some plies after the one before; a game that ends is begun anew."""
        state = self.game.start(seed=seed)
        for _ in range(3 * n):
            if n == 0:
                return
            for _ in range(rng.randrange(1, 6)):
                if state.over or not state.legal_moves():
                    state = self.game.start(seed=rng.randrange(1 << 30))
                    break
                state.apply(state.random_move(rng))
            if not state.over and state.legal_moves():
                n -= 1
                self.tally["positions"] += 1
                yield state

    def sample(self, positions: int, seed: int, seconds: float) -> list[str]:
        """As `some`, with one legal and one other move of each position, for so many seconds of the processor. Gives
        what was wrong."""
        rng, began = random.Random(seed), time.process_time()
        wrong: list[str] = []
        for state in self.positions(positions, rng, seed):
            for move in (rng.choice(state.legal_moves()), self.not_legal(state, rng)):
                try:
                    self.holds(state, move)
                except LudUnsupportedError:
                    self.tally["refused"] += 1
                except Exception as problem:  # whatever is wrong is told, and the next question is asked
                    played = " ".join(m.notation for m in state.history)
                    name = move if isinstance(move, str) else move.notation
                    wrong.append(f"{name} after {played}: {type(problem).__name__}: {problem}")
            if time.process_time() - began > seconds:
                break
        self.tally["wrong"] = len(wrong)
        return wrong

    def not_legal(self, state: GameState, rng: random.Random) -> Any:
        """The text of a move by the sites: from where some move begins or a piece stands, to anywhere."""
        names = self.answers.names
        labels = names.labels[names.default]
        legal = state.legal_moves()
        begins = sorted({m.from_site for m in legal if 0 <= m.from_site < len(labels)})
        row = sorted(range(len(labels)))
        start = rng.choice(begins or row) if rng.random() < 0.7 else rng.choice(row)
        ends = {m.to_site for m in legal if m.from_site == start}
        end = rng.choice([x for x in row if x not in ends] or row)
        return f"{labels[start]}-{labels[end]}" if start != end else labels[end]


def _head(m: MadeMove) -> Hashable:
    return m.mover, m.from_site, m.to_site


def main(games: int, positions: int, seconds: int, first: int) -> int:
    all_games = recorded_games()
    drawn = [(k, all_games[k * len(all_games) // games]) for k in range(games)]
    random.Random(games).shuffle(drawn)  # so that a run that is stopped has a fair sample
    tally: Counter[str] = Counter()
    for k, name in drawn[first:]:
        try:
            game = load(str(description(name)), library=str(LIBRARY))
            if not isinstance(game, SingleGame):
                continue
            laws = Laws(game)
        except LudError as problem:
            print(f"{name}: {problem}", flush=True)
            continue
        wrong = laws.sample(positions, k, seconds)
        tally += laws.tally
        tally["games"] += 1
        print(f"{game.name}: {', '.join(f'{what} {n}' for what, n in laws.tally.items())}", flush=True)
        for line in wrong:
            print(f"    {line}", flush=True)
        if tally["games"] % 10 == 0:
            print(f"== {dict(tally)}", flush=True)
    print(f"== {dict(tally)}")
    return bool(tally["wrong"])


if __name__ == "__main__":
    numbers = [int(x) for x in sys.argv[1:]]
    sys.exit(main(*(numbers + [200, 20, 60, 0][len(numbers) :])))
