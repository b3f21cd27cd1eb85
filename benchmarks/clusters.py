"""How far one scheduler carries: a thousand workers that only wait as long as random games would take.

    python -m benchmarks.clusters --games 1000000000 Tic-Tac-Toe --library Ludii.jar
    python -m benchmarks.clusters --games 10000000 Chess --workers 1000 --library Ludii.jar

The scheduler, its messages and the command that asks are real, and so is the size of the answers; the workers are
threads of a few processes. Printed: chunks a second, bytes on the loopback interface, processor time and memory of the
scheduler and of the command. Needs `ludparse[dask]`. The
speed of the games is measured first.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ludparse import load
from ludparse.exporters.statistics.tally import Tally
from ludparse.interpreter.scheduling import Places, chunks
from ludparse.interpreter.scheduling.dask_engine import Dask
from ludparse.interpreter.scheduling.perform import Packed

__all__ = ["main"]

LOCAL = "127.0.0.1"
PROCESSES = 4
"""Of the workers."""
CALM = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "1h",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1h",
}
"""A thousand workers in a few processes would spend all their time on watching themselves."""


@dataclass(frozen=True)
class Waits:
    """In the place of random games: waits, and answers with what some games were. games: as many bytes as travel."""

    rate: float
    tally: Tally
    description: bytes

    def prepare(self) -> Callable[[range], Tally]:
        """What waits for the games of some numbers."""

        def wait(numbers: range) -> Tally:
            time.sleep(len(numbers) / self.rate)
            return Tally(len(numbers), rankings=self.tally.rankings)

        return wait


def workers(address: str, count: int, threads: int) -> None:
    """Be so many workers of a scheduler, until it ends."""
    from distributed import Worker

    async def run() -> None:
        them = []
        for at in range(0, count, 25):
            some = [
                Worker(address, nthreads=threads, host=LOCAL, dashboard_address=f"{LOCAL}:0", memory_limit=0)
                for _ in range(at, min(at + 25, count))
            ]
            them += await asyncio.gather(*some)
        await asyncio.gather(*(one.finished() for one in them))

    asyncio.run(run())


def used(pid: int) -> tuple[float, float]:
    """Seconds of processor time and megabytes of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100, int(fields[21]) * resource.getpagesize() / 1e6


def loopback() -> int:
    """Bytes that went over the loopback interface."""
    for line in Path("/proc/net/dev").read_text().splitlines():
        if line.strip().startswith("lo:"):
            return int(line.split()[1])
    return 0


def main() -> int:
    """Simulate one game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--library", help="Ludii.jar, or a folder with lud/ and def/")
    parser.add_argument("--games", type=int, default=10_000_000)
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=1, help="chunks that each worker has at a time (default 1)")
    parser.add_argument("--rate", type=float, help="games a second and worker, in the place of what is measured")
    args = parser.parse_args()
    if args.game.startswith("tcp://"):
        workers(args.game, args.workers, args.threads)
        return 0
    game = load(args.game, library=args.library)
    game.optimise()
    game.playouts(10, seed=0)
    count, began = 1, time.perf_counter()
    while time.perf_counter() - began < 1:
        count *= 2
        began = time.perf_counter()
        played = game.playouts(count, seed=1)
        rate = count / (time.perf_counter() - began)
    work = Waits(args.rate or rate, Tally.of(played), Packed.of(game).data)

    from distributed import Client

    file = Path(tempfile.mkdtemp()) / "scheduler.json"
    place = ["--host", LOCAL, "--port", "0", "--dashboard-address", f"{LOCAL}:0", "--scheduler-file", str(file)]
    head = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", "--no-show", *place], stderr=subprocess.DEVNULL
    )
    hosts: list[subprocess.Popen[bytes]] = []
    try:
        client = Client(scheduler_file=str(file), timeout=60)
        each = [client.scheduler.address, "--workers", str(args.workers // PROCESSES), "--threads", str(args.threads)]
        for _ in range(PROCESSES):
            here = [sys.executable, "-m", "benchmarks.clusters", *each]
            hosts.append(subprocess.Popen(here, stderr=subprocess.DEVNULL, env=os.environ | CALM))
        client.wait_for_workers(args.workers // PROCESSES * PROCESSES, timeout=900)
        Dask.same = True  # a thousand digests of this program's files would be another test
        measured(game.name, args, work, client, head.pid)
        client.close()
    finally:
        for one in (*hosts, head):
            one.kill()
            one.wait()
    return 0


def measured(name: str, args: argparse.Namespace, work: Waits, client: object, scheduler: int) -> None:
    """Give out all games, and print what that took."""
    began, before, own, lo = time.perf_counter(), used(scheduler), used(os.getpid()), loopback()
    pieces = sum(1 for _ in chunks(work, range(args.games), Places(on=client)))
    seconds = time.perf_counter() - began
    ideal = args.games / work.rate / args.workers / args.threads
    print(f"{name}: {args.workers} workers of {args.threads} threads, each with {work.rate:,.0f} games a second")
    print(f"  {args.games:,} games in {seconds:.1f} s, {ideal:.1f} s if nothing took time but the games")
    print(f"  {pieces:,} chunks, {pieces / seconds:.0f} a second; {(loopback() - lo) / pieces:,.0f} bytes each")
    for what, (cpu, _), (after, memory) in (
        ("scheduler", before, used(scheduler)), ("command", own, used(os.getpid())),
    ):  # fmt: skip
        print(f"  {what}: {1000 * (after - cpu) / pieces:.2f} ms of processor time a chunk, {memory:.0f} MB")


if __name__ == "__main__":
    sys.exit(main())
