"""Which games are counted, and how many random games of each."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BENCHMARKS", "Benchmark"]


@dataclass(frozen=True)
class Benchmark:
    """Random games of one description.

    name: in the table of counts. source: as for `ludparse.load`. playouts: how many random games.
    max_moves: plies
    after which each is cut short (None: never). ours: whether the description belongs to this project; the others are
    Ludii's and need its library.
    """

    name: str
    source: str
    playouts: int
    max_moves: int | None = None
    options: tuple[str, ...] = ()
    ours: bool = False


# so many playouts that each benchmark runs for some hundred million instructions; long games are cut short
BENCHMARKS = (
    Benchmark("Ex Nihilo (ours)", "games/ex_nihilo/ex_nihilo.lud", 50, ours=True),
    Benchmark("Caravans", "games/caravans/caravans.lud", 1000, 400, ours=True),
    Benchmark("Gardens", "games/gardens/gardens.lud", 5000, 400, ours=True),
    Benchmark("Hypnosia", "games/hypnosia/hypnosia.lud", 200, 400, ours=True),
    Benchmark("Leapfrogs", "games/leapfrogs/leapfrogs.lud", 1000, 400, ours=True),
    Benchmark("Nebuchadnezzar", "games/nebuchadnezzar/nebuchadnezzar.lud", 10, 400, ours=True),
    Benchmark("Ponds", "games/ponds/ponds.lud", 1000, 400, ours=True),
    Benchmark("Two Shores", "games/two_shores/two_shores.lud", 4000, 400, ours=True),
    Benchmark("Tic-Tac-Toe", "Tic-Tac-Toe", 100_000),
    Benchmark("Breakthrough", "Breakthrough", 3000),
    Benchmark("Reversi", "Reversi", 600),
    Benchmark("Hex 11×11", "Hex", 1500),
    Benchmark("Gomoku 15×15", "Gomoku", 3000),
    Benchmark("Ex Nihilo (Ludii's text)", "lud/board/space/blocking/Ex Nihilo.lud", 2),
    Benchmark("English Draughts", "English Draughts", 1500),
    Benchmark("Nine Men's Morris", "Nine Men's Morris", 500),
    Benchmark("Connect Four", "Connect Four", 10_000),
    Benchmark("Yavalath", "Yavalath", 20_000),
    Benchmark("Chess", "Chess", 20, 300),
    Benchmark("Xiangqi", "Xiangqi", 1, 100),
    Benchmark("Shogi", "Shogi", 2, 100),
    Benchmark("Go 19×19", "Go", 1),
    Benchmark("Lines of Action", "Lines of Action", 100, 300),
    Benchmark("Amazons", "Amazons", 700),
    Benchmark("Oware", "Oware", 200, 500),
    Benchmark("Hnefatafl", "Hnefatafl", 40, 300),
    Benchmark("Konane", "Konane", 300),
    Benchmark("Surakarta", "Surakarta", 150, 300),
    Benchmark("Quoridor", "Quoridor", 1, 60),
    Benchmark("Halma", "Halma", 10, 100),
    Benchmark("Backgammon", "Backgammon", 100, 300),
)
