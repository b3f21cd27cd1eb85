"""UCT for games that hide something from the player to move: several positions that might be are searched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from ..game.determinise import MoveKey, Worlds, move_keys
from ..play.game_state import GameState
from ..play.move import Move
from .agent import Seconds, chance_of
from .report import MoveReport, Report, interval

__all__ = ["Found", "search_worlds"]


class _Seeing(Protocol):
    """A search that sees everything."""

    @property
    def report(self) -> Report | None: ...

    def choose_seeing(self, state: GameState, clock: Seconds) -> Move: ...


class _Settings(Protocol):
    seconds: float | None
    iterations: int | None
    seed: int | None
    worlds: int

    def within(self, seconds: float | None, iterations: int | None, seed: int) -> _Seeing: ...


class Found(NamedTuple):
    """order: the numbers of the legal moves, the best first."""

    order: Sequence[int]
    iterations: int
    report: Callable[[], Report]
    interrupted: bool


def search_worlds(settings: _Settings, state: GameState, moves: list[Move], clock: Seconds) -> Found:
    """Searches positions that look the same to the player to move, one after the other, and adds up their visits."""
    chance = chance_of(settings.seed, sum(1 for _ in state.back()))
    keys = move_keys(state)
    visits: dict[MoveKey, int] = dict.fromkeys(keys, 0)
    totals: dict[MoveKey, float] = dict.fromkeys(keys, 0.0)
    done = nodes = searched = 0
    interrupted = False
    worlds = Worlds(state)
    for number in range(settings.worlds if len(moves) > 1 else 0):
        left = settings.worlds - number
        seconds = None if settings.seconds is None else clock.left / left
        if interrupted or (seconds is not None and seconds <= 0):
            break
        share = None if settings.iterations is None else max(1, (settings.iterations - done) // left)
        world = worlds.draw(chance)
        seed = chance.bits()
        if world is None:
            continue
        agent = settings.within(seconds, share, seed)
        agent.choose_seeing(world, Seconds(seconds))
        report = agent.report
        assert report is not None
        names = dict(zip(map(id, world.legal_moves()), move_keys(world), strict=True))
        searched += 1
        done, nodes, interrupted = done + report.iterations, nodes + report.nodes, report.interrupted
        for found in report.moves:
            key = names[id(found.move)]
            # a proven move was not tried any more: it counts as if all of the search had tried it
            weight = max(found.visits, report.iterations if found.proven and found is report.best else 0)
            visits[key] += weight
            totals[key] += weight * (found.value or 0.0)
    rank = sorted(range(len(moves)), key=lambda k: (-visits[keys[k]], keys[k]))
    if not any(visits.values()):
        # nothing is known: any move, whatever order the moves stand in
        chosen = sorted(keys)[chance.below(len(keys))]
        rank.sort(key=lambda k: keys[k] != chosen)

    def row(k: int) -> MoveReport:
        n, total = visits[keys[k]], totals[keys[k]]
        return MoveReport(moves[k], n, total / n if n else None, interval(total, n), False, (moves[k],))

    def report_() -> Report:
        return Report(
            moves=tuple(row(k) for k in rank), iterations=done, seconds=spent, nodes=nodes, interrupted=interrupted,
            settings={"worlds": searched},
        )  # fmt: skip

    spent = clock.spent
    return Found(rank, done, report_, interrupted)
