"""A process that behaves badly in the way that it is asked for."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any

from ludparse.exporters.verification.ludii.process import serve_standard


def answer(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    what = request["do"]
    if what == "hang":
        time.sleep(600)
    if what == "die":
        os.kill(os.getpid(), signal.SIGSEGV)
    if what == "complain":
        print("first this\nthen that", file=sys.stderr, flush=True)
        os._exit(7)
    if what == "memory":
        raise MemoryError
    if what == "raise":
        raise IndexError("seven")
    if what == "talk":
        print("something that is no answer", flush=True)
    yield {"line": {"number": 1}}
    yield {"line": {"number": 2, "long": "x" * 200_000}}
    yield {"done": {"pid": os.getpid()}}


if __name__ == "__main__":
    serve_standard(answer, lambda problem: {"kind": "crash", "message": f"{type(problem).__name__}: {problem}"})
