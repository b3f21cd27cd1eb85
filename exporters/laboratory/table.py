"""Everything that is known of each game, as the rows of one table: for pandas, polars and R."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ludparse.interpreter.concepts import CONCEPTS
from ludparse.interpreter.game.load import load
from ludparse.interpreter.program.printer import print_program
from ludparse.interpreter.scheduling import Places, in_order
from ludparse.interpreter.search.auto import agent_for
from ludparse.library.library import Library
from ludparse.problems.errors import LudError
from ludparse.support.files import write_whole

from ..catalogue import Entry, board_kind, tags_of
from ..statistics.evaluation import evaluate
from ..statistics.games import GAME_STATISTICS
from ..statistics.play import Setup, play_game
from ..statistics.record import GameRecord
from .boards import INVARIANTS, invariants_of

__all__ = ["COLUMNS", "ENDINGS", "Measuring", "measured", "write_table"]

SPEED = 0.2
"""Seconds of random games by which the speed is measured."""

_WORDS = ("aliases", "author", "date", "origin", "publisher", "classification", "description")
_COUNTS = (
    "NumPlayableSites", "NumPlayableSitesOnBoard", "NumColumns", "NumRows", "NumLayers", "NumCells", "NumVertices",
    "NumEdges", "NumOuterSites", "NumInnerSites", "NumPerimeterSites", "NumTopSites", "NumBottomSites", "NumRightSites",
    "NumLeftSites", "NumCentreSites", "NumCorners", "NumConvexCorners", "NumConcaveCorners", "NumPhasesBoard",
    "NumContainers", "NumComponentsType", "NumComponentsTypePerPlayer", "NumDice", "NumPlayPhase", "NumDirections",
    "NumOrthogonalDirections", "NumDiagonalDirections", "NumAdjacentDirections", "NumOffDiagonalDirections",
)  # fmt: skip
_STATISTICS = {name: statistic for name, statistic in GAME_STATISTICS.items() if not statistic.evaluated}
_AVERAGES = ("BranchingFactor", "DecisionFactor", "MoveDistance", "PieceNumber", "BoardSitesOccupied")
"""Statistics of positions of which the mean is told."""


def _columns() -> Iterator[tuple[str, type]]:
    yield from dict.fromkeys(("name", "place", "category", "kind", "board", "about", *_WORDS), str).items()
    yield from (("bundled", bool), ("players", int), ("stochastic", bool), ("problem", str))
    yield from ((name, float) for name in _COUNTS)
    yield from ((f"board_{name.replace(' ', '_')}", float) for name in INVARIANTS)
    yield from (("played", int), ("cut", int), ("unplayed", str))
    for name in (*_STATISTICS, *_AVERAGES):
        yield from ((f"{name}{end}", float) for end in ("", "_low", "_high"))
    yield from (("program_lines", int), ("program_functions", int))
    yield from (("moves_per_second", float), ("playouts_per_second", float), ("load_seconds", float), ("backend", str))
    yield from (("agent", str), ("agent_why", str))
    yield from ((f"concept_{name}", bool) for name in CONCEPTS)


COLUMNS: Mapping[str, type] = dict(_columns())
"""The columns in their order, with the type of what stands in them; docs/table.md says what they are."""


# ---------------------------------------------------------------------------------------------------- measuring


@dataclass(frozen=True)
class Measuring:
    """How games are measured. library: its place. games: random games of each; 0: it is not played. seconds: after so
    many of them no further game of a description begins. contest: let agents play against each other where the
    description does not say which suits."""

    library: str | None
    games: int
    seconds: float
    backend: str
    seed: int
    max_moves: int
    contest: bool

    def facts(self) -> dict[str, Any]:
        """What the results depend on."""
        return asdict(self)

    def prepare(self) -> Callable[[Entry], dict[str, Any]]:
        """What makes the row of a game."""
        opened = None if self.library is None else Library.open(self.library)
        return lambda entry: _row(entry, self, opened)


def measured(entries: Sequence[Entry], how: Measuring, jobs: int = 1) -> Generator[dict[str, Any]]:
    """The row of each game, in their order: a value for each of `COLUMNS`, None where nothing is known. Closing the
    generator ends the workers."""
    return in_order(how, entries, Places(min(jobs, max(1, len(entries)))))


def _row(entry: Entry, how: Measuring, opened: Library | None) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(COLUMNS) | _told(entry)
    if entry.problem:
        return row
    source = Path(entry.place) if entry.bundled or opened is None else opened.read(entry.place)
    try:
        began = time.perf_counter()
        game: Any = load(source, library=None if entry.bundled else opened, backend=how.backend)
        game.start(seed=how.seed).count_moves()
        row |= {"load_seconds": round(time.perf_counter() - began, 4), "backend": game.backend}
        row |= _program(game)
        row |= _play(game, how)
    except LudError as problem:
        row["unplayed"] = problem.message.split("\n", 1)[0]
    except Exception as problem:  # a defect of one game; the others are measured all the same
        row["unplayed"] = f"lud has a defect: {type(problem).__name__}: {problem}"
    return row


def _told(entry: Entry) -> dict[str, Any]:
    words, counts, held = entry.words or {}, entry.counts or {}, set(entry.concepts)
    folders = entry.folder.split("/")
    return {
        "name": entry.name, "place": entry.place if not entry.bundled else Path(entry.place).name,
        "category": folders[0], "kind": "/".join(folders[1:]), "board": board_kind(entry),
        "about": ", ".join(tags_of(entry.concepts)), "bundled": entry.bundled, "players": entry.players,
        "stochastic": "Stochastic" in held, "problem": entry.problem,
        **{word: words.get(word, "") for word in _WORDS},
        **{name: float(counts[name]) if name in counts else None for name in _COUNTS},
        **{f"concept_{name}": None if entry.problem else name in held for name in CONCEPTS},
    }  # fmt: skip


def _program(game: Any) -> dict[str, Any]:
    lines = print_program(game.program).splitlines()
    found: dict[str, Any] = {
        "program_lines": sum(1 for line in lines if line.strip()),
        "program_functions": sum(1 for line in lines if line.startswith("fn ")),
    }
    if len(game.single_games) == 1 and game.single_games[0] is game:
        numbers = invariants_of(game.equipment.board)
        found |= {f"board_{name.replace(' ', '_')}": value for name, value in zip(INVARIANTS, numbers, strict=True)}
    return found


def _play(game: Any, how: Measuring) -> dict[str, Any]:
    found: dict[str, Any] = {"played": 0}
    if not how.games:
        return found
    setup = Setup("", backend=how.backend, max_moves=how.max_moves, seed=how.seed)
    began = time.perf_counter()
    records: list[GameRecord] = []
    while len(records) < how.games and (not records or time.perf_counter() - began < how.seconds):
        records.append(play_game(game, setup, len(records)))
    found |= {"played": len(records), "cut": sum(not record.over for record in records)}
    evaluation = evaluate(game, records)
    estimates = {name: evaluation.games[name] for name in _STATISTICS}
    estimates |= {name: evaluation.positions[name]["Average"] for name in _AVERAGES}
    for name, estimate in estimates.items():
        low, high = estimate.interval or (None, None)
        found |= {name: estimate.value, f"{name}_low": low, f"{name}_high": high}
    return found | _speed(game, how) | _agent(game, how)


def _speed(game: Any, how: Measuring) -> dict[str, Any]:
    """Random games of the code that there is without waiting for the optimised one."""
    games = moves = 0
    began, spent, batch = time.perf_counter(), 0.0, 1
    while spent < SPEED:
        played = game.playouts(batch, seed=how.seed + games, max_moves=how.max_moves)
        games, moves, batch = games + batch, moves + played.moves, batch * 2
        spent = time.perf_counter() - began
    return {"moves_per_second": round(moves / spent, 1), "playouts_per_second": round(games / spent, 1)}


def _agent(game: Any, how: Measuring) -> dict[str, Any]:
    kind, why, settled = agent_for(game, None if how.contest else 0.0)
    return {"agent": kind.__name__, "agent_why": why} if settled else {}


# ---------------------------------------------------------------------------------------------------- writing

ENDINGS = (".parquet", ".csv", ".json")


def write_table(file: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows as the ending of a file says. Raises OSError; ModuleNotFoundError for Parquet without pyarrow."""
    if file.suffix == ".json":
        write_whole(file, json.dumps([{name: row[name] for name in COLUMNS} for row in rows], ensure_ascii=False))
    elif file.suffix == ".csv":
        text = io.StringIO()
        out = csv.writer(text, lineterminator="\n")
        out.writerow(COLUMNS)
        out.writerows([_cell(row[name]) for name in COLUMNS] for row in rows)
        write_whole(file, text.getvalue())
    else:
        import pyarrow as pa
        import pyarrow.parquet as pq

        types = {str: pa.string(), bool: pa.bool_(), int: pa.int64(), float: pa.float64()}
        columns = {name: pa.array([row[name] for row in rows], types[kind]) for name, kind in COLUMNS.items()}
        data = io.BytesIO()
        pq.write_table(pa.table(columns), data, compression="zstd")
        write_whole(file, data.getvalue())


def _cell(value: Any) -> Any:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else value
