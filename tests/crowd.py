"""`lud serve` asked by many at a time: `python -m tests.crowd`, or with another number of connections behind it.

The server shows the games of this repository on this machine alone. All connections are opened at once, each asks for
the list of games. Printed are the answers, the seconds until the last one, and the most memory that the server used.
Exit code 1 where a connection got another answer than the list. Needs `pip install 'ludparse[web]'`.
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from tests.corpus import REPO

SECONDS = 120


async def ask(port: int) -> str:
    """The first line of the answer, or why there was none."""
    try:
        reader, writer = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), SECONDS)
        writer.write(f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.read(), SECONDS)
        writer.close()
    except (OSError, TimeoutError) as problem:
        return type(problem).__name__
    return answer.partition(b"\r\n")[0].decode()


async def crowd(port: int, n: int) -> Counter[str]:
    return Counter(await asyncio.gather(*(ask(port) for _ in range(n))))


def main(arguments: list[str]) -> int:
    n = int(arguments[0]) if arguments else 500
    command = [sys.executable, "-m", "ludparse.exporters.cli", "serve", "games", "--port", "0"]
    with subprocess.Popen(command, cwd=REPO, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            place = re.search(r"http://localhost:(\d+)/", server.stdout.readline())
            if place is None:
                return 2
            began = time.monotonic()
            answers = asyncio.run(crowd(int(place[1]), n))
            seconds = time.monotonic() - began
            status = Path(f"/proc/{server.pid}/status")
            memory = re.search(r"VmHWM:\s*(.*)", status.read_text()) if status.exists() else None
            print(dict(answers), f"{seconds:.1f} s", memory[1] if memory else "")
        finally:
            server.terminate()
    return int(set(answers) != {"HTTP/1.1 200 OK"})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
