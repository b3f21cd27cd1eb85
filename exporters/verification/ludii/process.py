"""The process of a running Ludii, which answers requests line by line, within limits.

A request is one line of JSON, `{"do": NAME, …}`. Its answer is any number of lines `{"line": …}` and a last one,
`{"done": …}` or `{"error": {"kind": …, "message": …}}`.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import IO, Any, Protocol, TextIO

from .errors import LudiiDiedError, LudiiTimeoutError, error_of

__all__ = ["Asker", "Channel", "Process", "serve", "serve_standard"]

_OUT_OF_MEMORY = 3
"""The exit code of a virtual machine that is told to end when its memory is used up."""


class Channel(Protocol):
    """What carries requests to a process and lines back."""

    def send(self, line: str) -> None:
        """Raises LudiiDiedError."""

    def receive(self, seconds: float) -> str:
        """The next line. Raises LudiiDiedError, LudiiTimeoutError."""

    def close(self) -> None:
        """End the process."""


class Process:
    """A Python process that runs a module; who: what it is called in errors ("Ludii")."""

    def __init__(self, module: str, who: str) -> None:
        self._who = who
        self._said: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said, env=environment,
            start_new_session=True,  # Ctrl-C goes to the parent alone, which ends its processes
        )  # fmt: skip
        assert self._process.stdin is not None and self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._rest = b""
        self._lines: list[bytes] = []

    def send(self, line: str) -> None:
        try:
            self._in.write(line.encode() + b"\n")
            self._in.flush()
        except OSError as problem:
            raise self._dead() from problem

    def receive(self, seconds: float) -> str:
        deadline = time.monotonic() + seconds
        while not self._lines:
            left = deadline - time.monotonic()
            if left <= 0 or not self._selector.select(left):
                raise LudiiTimeoutError(f"{self._who} did not answer within {seconds:g} s")
            data = os.read(self._out.fileno(), 1 << 20)
            if not data:
                raise self._dead()
            if b"\n" not in data:
                self._rest += data
                continue
            *lines, self._rest = (self._rest + data).split(b"\n")
            self._lines = lines[::-1]
        return self._lines.pop().decode()

    def _dead(self) -> LudiiDiedError:
        code = self._process.wait()
        self._said.seek(0)
        tail = self._said.read()[-2000:].decode(errors="replace").strip().splitlines()
        if code == _OUT_OF_MEMORY:
            return LudiiDiedError(f"{self._who} ran out of memory")
        why = f"signal {-code}" if code < 0 else f"exit code {code}"
        return LudiiDiedError(f"the process of {self._who} ended ({why})" + (f": {tail[-1]}" if tail else ""))

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._selector.close()
        for stream in (self._in, self._out, self._said):
            with contextlib.suppress(OSError):
                stream.close()


class Asker:
    """Asks a process, which is started when it is needed, and replaced after it hung or died. One thread at a time."""

    def __init__(self, connect: Callable[[], Channel]) -> None:
        self._connect = connect
        self._channel: Channel | None = None
        self.replaced = 0
        """How many processes had to be replaced because they hung or died."""

    def close(self) -> None:
        """End the process; a later request starts another."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None

    def opened(self) -> Channel:
        """The channel to a process that is ready."""
        if self._channel is None:
            self._channel = self._connect()
        return self._channel

    def ask(self, request: dict[str, Any], seconds: float) -> Iterator[dict[str, Any]]:
        """The answer line by line, the last one `{"done": …}`; seconds: for each of them.

        Raises what the process answers, LudiiTimeoutError, LudiiDiedError.
        """
        channel = self.opened()
        finished = False
        try:
            channel.send(json.dumps(request))
            while not finished:
                record = json.loads(channel.receive(seconds))
                finished = "line" not in record
                if "error" in record:
                    raise error_of(record["error"])
                yield record
        except (LudiiTimeoutError, LudiiDiedError):
            self.replaced += 1
            raise
        finally:
            if not finished:  # also when the caller stops listening: the rest must not be taken for another answer
                self.close()

    def one(self, request: dict[str, Any], seconds: float) -> Any:
        """What is `done`, of a request that has no other lines."""
        *_, answer = self.ask(request, seconds)
        return answer["done"]


def serve(
    answer: Callable[[dict[str, Any]], Iterator[dict[str, Any]]],
    failure: Callable[[Exception], dict[str, Any]],
    requests: TextIO,
    answers: TextIO,
) -> bool:
    """The other side: answer requests until there are no more, or until `answer` raises, which `failure` words.
    Returns whether it raised, so that there may be more requests."""
    for line in requests:
        try:
            for record in answer(json.loads(line)):
                print(json.dumps(record, separators=(",", ":")), file=answers, flush="line" not in record)
        except MemoryError:
            os._exit(_OUT_OF_MEMORY)
        except Exception as problem:  # of whatever kind: the parent hears of it, and decides
            print(json.dumps({"error": failure(problem)}), file=answers, flush=True)
            return True
    return False


def serve_standard(
    answer: Callable[[dict[str, Any]], Iterator[dict[str, Any]]],
    failure: Callable[[Exception], dict[str, Any]],
    within: Callable[[Callable[[], bool]], bool] = lambda serving: serving(),
) -> None:
    """Serve on the standard streams; whatever else is printed goes to standard error, where it cannot disturb.

    within: calls what it is given and returns the result. It is called at the start, and again after each failure.
    """
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    requests = os.fdopen(0, encoding="utf-8")
    while within(lambda: serve(answer, failure, requests, answers)):
        pass
    answers.flush()
    os._exit(0)  # there is nothing to save, and some games of Ludii's leave threads behind
