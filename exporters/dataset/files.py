"""The files of a data set: Parquet, in chunks of games that are written whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.scheduling import Places, in_order
from ludparse.interpreter.scheduling.perform import Work
from ludparse.problems.errors import LudError
from ludparse.support.files import write_whole

from ..statistics.players import make_player
from .playing import FORMAT, Played, play

__all__ = ["ABOUT", "about", "chunks", "encode", "folder_name", "play_chunks", "write_chunk", "written"]

ABOUT = "dataset.json"
PARTS = ("games", "positions")


def folder_name(game: SingleGame) -> str:
    """The name of a game's folder."""
    return re.sub(r"[^\w.]+", "-", game.name).strip("-.") or "game"


def about(game: SingleGame, agent: str, seed: int, max_moves: int, chunk: int) -> dict[str, Any]:
    """What a data set is made from; all of it has to be the same where one is resumed."""
    description = game.description
    return {
        "format": FORMAT,
        "game": game.name,
        "options": list(description.selected_options),
        "ruleset": description.ruleset.heading if description.ruleset is not None else None,
        "agent": agent,
        "seed": seed,
        "max_moves": max_moves,
        "chunk": chunk,
        "players": game.players,
        "actions": game.actions.size,
        "tensor_shape": list(game.tensors.state_shape),
        "channels": list(game.tensors.channels),
    }


def chunks(games: int, chunk: int) -> list[range]:
    """The numbers of the games of each chunk; the last may be shorter."""
    return [range(first, min(first + chunk, games)) for first in range(0, games, chunk)]


def _names(folder: Path, numbers: range) -> list[Path]:
    return [folder / f"{part}-{numbers.start:08d}-{numbers.stop - 1:08d}.parquet" for part in PARTS]


def written(folder: Path, numbers: range) -> bool:
    """Whether the files of a chunk are there; they are complete then."""
    return all(file.exists() for file in _names(folder, numbers))


def encode(played: Sequence[Played], shape: Sequence[int]) -> list[bytes]:
    """A chunk of games as the contents of its files, in the order of PARTS. Raises LudError without pyarrow."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise LudError("pyarrow is not installed: pip install 'ludparse[dataset]'") from None
    size = 1
    for n in shape:
        size *= n
    rows = [(game, ply, at) for game in played for ply, at in enumerate(game.positions)]
    flat = [value for _, _, at in rows for value in at.tensor.ravel()]
    tables = (
        pa.table(
            {
                "game": pa.array([g.number for g in played], pa.int32()),
                "rng": pa.array([g.rng for g in played], pa.uint64()),
                "plies": pa.array([len(g.positions) for g in played], pa.int32()),
                "over": pa.array([g.over for g in played], pa.bool_()),
                "ranking": pa.array([g.ranking for g in played], pa.list_(pa.float32())),
                "results": pa.array([g.results for g in played], pa.list_(pa.float32())),
                "trial": pa.array([g.trial for g in played], pa.string()),
            }
        ),
        pa.table(
            {
                "game": pa.array([g.number for g, _, _ in rows], pa.int32()),
                "ply": pa.array([ply for _, ply, _ in rows], pa.int32()),
                "seat": pa.array([at.seat for _, _, at in rows], pa.int8()),
                "tensor": pa.FixedSizeListArray.from_arrays(pa.array(flat, pa.float32()), size),
                "legal": pa.array([at.legal for _, _, at in rows], pa.list_(pa.int32())),
                "policy": pa.array([at.policy for _, _, at in rows], pa.list_(pa.float32())),
                "action": pa.array([at.action for _, _, at in rows], pa.int32()),
                "result": pa.array([g.results[at.seat] for g, _, at in rows], pa.float32()),
            }
        ),
    )
    found = []
    for table in tables:
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, compression="zstd")
        found.append(sink.getvalue().to_pybytes())
    return found


def write_chunk(folder: Path, numbers: range, contents: Sequence[bytes]) -> None:
    """Write the files of a chunk, each whole or not at all."""
    for file, content in zip(_names(folder, numbers), contents, strict=True):
        write_whole(file, content)
        for other in folder.glob(f"{file.name.split('-')[0]}-{numbers.start:08d}-*.parquet"):
            if other != file:
                other.unlink()  # a last chunk of another length, from a run for another number of games


@dataclass(frozen=True)
class _Chunks:
    """Plays chunks of games; it travels with the description of the game."""

    game: SingleGame
    agent: str
    seed: int
    max_moves: int

    def prepare(self) -> Callable[[range], list[bytes]]:
        """What plays the games of some numbers, and gives the contents of their files."""
        make = make_player(self.agent)

        def chunk(numbers: range) -> list[bytes]:
            played = [play(self.game, number, self.seed, make, self.max_moves) for number in numbers]
            return encode(played, self.game.tensors.state_shape)

        return chunk


def play_chunks(
    game: SingleGame, agent: str, seed: int, max_moves: int, chunks: Sequence[range], jobs: int = 1, on: object = None
) -> Generator[list[bytes]]:
    """The contents of the files of each chunk, in their order. Raises LudError without pyarrow."""
    work: Work[range, list[bytes]] = _Chunks(game, agent, seed, max_moves)
    return in_order(work, chunks, Places(jobs, on), needs=("numpy", "pyarrow"))
