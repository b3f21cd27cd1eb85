"""The text format in which Ludii saves trials: whole games, from the first move of the start to the end.

game=board/space/line/Tic-Tac-Toe.lud
START GAME OPTIONS
Board Size/9x9                                 one line an option, none for the defaults
END GAME OPTIONS
RNG internal state=-116,-21,104,-92,-24,-76,21,-110
Move=[Move:mover=1,from=7,to=7,actions=[Add:type=Cell,to=7,what=1,decision=true]]
LEGAL MOVES LIST SIZE = 9                      one line for each move after those of the start, or none at all
numInitialPlacementMoves=0                     so many of the moves above belong to the start
winner=1                                       this line and the next only of games that have ended
endtype=NaturalEnd
rankings=0.0,1.0,2.0                           index 0 is unused
SANDBOX=false
LUDII_VERSION=1.3.13
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from ludparse.problems.errors import LudSyntaxError
from ludparse.problems.spans import Source, Span
from ludparse.support.files import read_whole, write_whole

__all__ = ["MoveText", "Trial", "TrialError", "parse_move", "read_rng", "split_actions"]

T = TypeVar("T")
_HEAD = re.compile(r"\[Move:mover=(-?\d+)((?:,(?!actions=)\w+=[^,\[\]]*)*),actions=(.*)\]", re.DOTALL)
_SIZE = "LEGAL MOVES LIST SIZE = "


class TrialError(LudSyntaxError):
    """A trial that is damaged, or that does not replay. `ply`: before which move it departs, counted from 0."""

    kind = "trial"
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class MoveText:
    """A move as its text says it. Sites are -1 where the move has none; actions keep their text, brackets included."""

    mover: int
    from_site: int
    to_site: int
    actions: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Trial:
    """A game from its start on, whole or broken off: what Ludii saves, and reads again.

    `path`: of the description, as the file says it. `rng`: the eight signed bytes of the random numbers at the start.
    `start` are the moves that set the board up, `moves` those that the players made, each as its text, and
    `legal_counts` how many legal moves there were before each of the latter (empty where that was not written down).
    `winner` (0: nobody) and `end_type` (NaturalEnd, MoveLimit, TurnLimit) are None while the game is not over.
    `rankings` begins with the unused index 0. `version`: Ludii's. `match`: whether it is written as Ludii writes
    matches, of which it counts no moves as those of the start, and has these from the last to the first.
    """

    path: str
    options: tuple[str, ...]
    rng: tuple[int, ...]
    start: tuple[str, ...]
    moves: tuple[str, ...]
    legal_counts: tuple[int, ...]
    winner: int | None
    end_type: str | None
    rankings: tuple[float, ...]
    version: str = "1.3.13"
    sandbox: bool = False
    match: bool = False
    source: Source | None = field(default=None, compare=False, repr=False)
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Trial:
        """Read a trial from a file. Raises TrialError, with the line at fault."""
        file = Path(path)
        try:
            text = read_whole(file).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
            return cls.parse(text, str(file))
        except OSError as problem:
            raise TrialError(f"cannot read {str(file)!r}: {problem.strerror or problem}") from problem
        except UnicodeDecodeError as problem:
            raise TrialError(f"{str(file)!r} is not UTF-8 text, at byte {problem.start}") from problem
        except (EOFError, zlib.error) as problem:
            raise TrialError(f"{str(file)!r} is damaged: {problem}") from problem

    @classmethod
    def parse(cls, text: str, name: str = "<trial>") -> Trial:
        """Read a trial from its text. Raises TrialError, with the line at fault."""
        return _parse(text, name)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the trial to a file, all of it or nothing. Raises OSError."""
        write_whole(Path(path), str(self))

    def __str__(self) -> str:
        """The text, as Ludii writes it; reading it gives the same trial."""
        return _format(self)

    def place(self, ply: int) -> Span | None:
        """Where in the file the move of a ply stands (counted from 0, after the start)."""
        if self.source is None or not 0 <= ply < len(self.lines):
            return None
        start = self.lines[ply]
        return Span(self.source, start, start + len("Move=") + len(self.moves[ply]))


def split_actions(text: str) -> tuple[str, ...]:
    """The actions in `[A:…],[B:…]`, which stand between commas and may hold brackets themselves."""
    actions = []
    depth = 0
    begin = 0
    for at, letter in enumerate(text):
        if letter == "[":
            if depth == 0:
                begin = at
            depth += 1
        elif letter == "]":
            depth -= 1
            if depth < 0:
                raise ValueError(f"a bracket too many in {text!r}")
            if depth == 0:
                actions.append(text[begin : at + 1])
        elif depth == 0 and letter != ",":
            raise ValueError(f"{letter!r} between the actions of {text!r}")
    if depth:
        raise ValueError(f"a bracket is not closed in {text!r}")
    return tuple(actions)


def parse_move(text: str) -> MoveText:
    """Take a move's text apart; ValueError where it is none."""
    match = _HEAD.fullmatch(text)
    if match is None:
        raise ValueError(f"not a move: {text[:80]!r}")
    fields = dict(pair.split("=", 1) for pair in match[2].split(",") if pair)
    return MoveText(
        mover=int(match[1]),
        from_site=int(fields.get("from", -1)),
        to_site=int(fields.get("to", -1)),
        actions=split_actions(match[3]),
        text=text,
    )


def read_rng(values: Iterable[Any]) -> tuple[int, ...]:
    """The eight signed bytes of a random number generator's state. Raises ValueError."""
    state = tuple(int(x) for x in values)
    if len(state) != 8 or not all(-128 <= x <= 127 for x in state):
        raise ValueError(f"the state of the random numbers is eight signed bytes, not {values!r}")
    return state


def _parse(text: str, name: str) -> Trial:
    source = Source(name, text)
    single: dict[str, tuple[int, str]] = {}
    moves: list[tuple[int, str]] = []
    counts: list[int] = []
    options: list[str] = []
    in_options = False
    offset = 0

    def check(read: Callable[[str], T], value: str, start: int, line: str) -> T:
        try:
            return read(value)
        except ValueError as problem:
            raise TrialError(
                f"a damaged line of a trial: {problem}", Span(source, start, start + len(line))
            ) from problem

    for raw in text.split("\n"):
        start, offset = offset, offset + len(raw) + 1
        line = raw.rstrip("\r")
        if line == "START GAME OPTIONS":
            in_options = True
        elif line == "END GAME OPTIONS":
            in_options = False
        elif in_options:
            options.append(line)
        elif line.startswith("Move="):
            check(parse_move, line[5:], start, line)
            moves.append((start, line[5:]))
        elif line.startswith(_SIZE):
            counts.append(check(int, line[len(_SIZE) :], start, line))
        elif "=" in line:
            key, _, rest = line.partition("=")
            single[key] = (start, rest)
        elif line.strip():
            raise TrialError("not a line of a trial", Span(source, start, start + len(line)))

    end = Span(source, max(0, len(text) - 1), len(text))

    def value(key: str, read: Callable[[str], T]) -> T:
        if key not in single:
            raise TrialError(f"a trial without {key!r}: it is cut off, or no trial", end)
        start, found = single[key]
        return check(read, found, start, f"{key}={found}")

    initial, place = _initial([move for _, move in moves], counts), end
    if "numInitialPlacementMoves" in single:
        initial = value("numInitialPlacementMoves", int)
        place = Span(source, single["numInitialPlacementMoves"][0], len(text))
    if not initial and counts and _initial([move for _, move in moves], []) == len(moves) - len(counts):
        initial = len(moves) - len(counts)  # some files of Ludii 1.3.0 say 0 there, and have moves of nobody
    if not 0 <= initial <= len(moves):
        raise TrialError(f"a trial of {len(moves)} moves cannot have {initial} to set up the board", place)
    played = len(moves) - initial
    if "winner" not in single and len(counts) == played + 1:
        counts.pop()  # the moves of the position in which the game was broken off
    if counts and len(counts) != played:
        raise TrialError(f"a trial with {played} moves of the players and {len(counts)} numbers of legal moves", place)
    over = "winner" in single or "endtype" in single
    return Trial(
        path=value("game", str),
        options=tuple(options),
        rng=value("RNG internal state", lambda v: read_rng(v.split(","))),
        start=tuple(move for _, move in moves[:initial]),
        moves=tuple(move for _, move in moves[initial:]),
        legal_counts=tuple(counts),
        winner=value("winner", int) if over else None,
        end_type=value("endtype", str) if over else None,
        rankings=value("rankings", lambda v: tuple(float(x) for x in v.split(","))),
        version=single.get("LUDII_VERSION", (0, ""))[1],
        sandbox=single.get("SANDBOX", (0, ""))[1] == "true",
        source=source,
        lines=tuple(start for start, _ in moves[initial:]),
    )


def _initial(moves: Sequence[str], counts: Sequence[int]) -> int:
    """How many moves belong to the start where the file does not say it, as before Ludii 1.2.6: nobody makes those."""
    if counts:
        return len(moves) - len(counts)
    return next((i for i, move in enumerate(moves) if not move.startswith("[Move:mover=0,")), len(moves))


def _format(trial: Trial) -> str:
    lines = [f"game={trial.path}", "START GAME OPTIONS", *trial.options, "END GAME OPTIONS"]
    lines.append(f"RNG internal state={_joined(trial.rng)}")
    start = trial.start[::-1] if trial.match else trial.start
    lines += [f"Move={move}" for move in (*start, *trial.moves)]
    lines += [f"{_SIZE}{count}" for count in trial.legal_counts]
    lines.append(f"numInitialPlacementMoves={0 if trial.match else len(trial.start)}")
    if trial.winner is not None:
        lines += [f"winner={trial.winner}", f"endtype={trial.end_type}"]
    lines.append(f"rankings={_joined(trial.rankings)}")
    lines += [f"SANDBOX={'true' if trial.sandbox else 'false'}", f"LUDII_VERSION={trial.version}"]
    return "\n".join(lines) + "\n"


def _joined(values: Sequence[float]) -> str:
    return ",".join(map(str, values))
