"""Workers of a Ray cluster: its nodes, each of which performs as many chunks at a time as it has processors."""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import signal
import time
from collections.abc import Callable, Hashable, Iterator
from types import ModuleType
from typing import Any

from ludparse.problems.errors import LudError

from .places import SECONDS, EngineLostError

__all__ = ["Ray"]


class Ray:
    """on: an address (`Places`), or the module `ray`. A session that is there already is used, and left."""

    seconds, same = 2.0, False

    def __init__(self, on: str | ModuleType) -> None:
        self._address = on if isinstance(on, str) and on != "ray" else "auto"
        self.name = on if isinstance(on, str) else "ray"
        self._ours = False
        self.again()

    def again(self) -> None:
        import ray
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        self._out: set[Any] = set()
        lost, tries, end = self._ours, 0, time.monotonic() + SECONDS
        if lost:
            ray.shutdown()
        while True:
            try:
                if ray.is_initialized():
                    break
                self._ours, tries = True, tries + 1
                self._join(ray)
            except Exception as problem:  # gRPC's are of no other kind
                # the second: its server was found, and did not start a process for this client, which happens
                if (lost and time.monotonic() < end) or (isinstance(problem, ConnectionAbortedError) and tries < 3):
                    time.sleep(0.5)
                    continue
                raise LudError(f"there is no Ray at {self.name!r}: {_why(problem)}") from None

        def call(function: Callable[..., Any], *arguments: Any) -> Any:  # travels as it is, as it has no name
            return function(*arguments)

        self._ray, self._on = ray, NodeAffinitySchedulingStrategy
        self._call = ray.remote(max_retries=0)(call)

    def _join(self, ray: ModuleType) -> None:
        # a client that reaches a new head by itself waits for ever for what the old one was given
        os.environ.setdefault("RAY_CLIENT_RECONNECT_GRACE_PERIOD", "0")
        # what goes wrong is told by us: not what the head prints of it, nor what this logger says at a level of its own
        logsclient = importlib.import_module("ray.util.client.logsclient")
        logsclient.LogstreamClient.stdstream = lambda *_, **__: None
        logsclient.logger.disabled = True
        ended_by = signal.getsignal(signal.SIGTERM)
        try:
            address = "auto" if self._address == "ray://auto" else self._address
            ray.init(address, log_to_driver=False, logging_level=logging.CRITICAL)
        except SystemExit:  # what Ray makes of SIGTERM meanwhile
            raise KeyboardInterrupt from None
        finally:
            with contextlib.suppress(ValueError):  # in a thread nobody may say what a signal does
                signal.signal(signal.SIGTERM, ended_by)  # Ray would end the process at once

    @contextlib.contextmanager
    def _there(self) -> Iterator[None]:
        """Everything that goes wrong here is the cluster. Without a session, Ray's functions would begin one."""
        try:
            if not self._ray.is_initialized():
                raise ConnectionError("the session has ended")
            yield
        except Exception as problem:
            raise EngineLostError(_why(problem)) from problem

    def workers(self) -> dict[str, int]:
        with self._there():
            nodes = self._ray.nodes()
        cores = {node["NodeID"]: int(node["Resources"].get("CPU", 0)) for node in nodes if node["Alive"]}
        return {node: count for node, count in cores.items() if count}

    def give(self, worker: str, function: Callable[..., Any], *arguments: Any) -> Hashable:
        with self._there():
            here = self._call.options(scheduling_strategy=self._on(node_id=worker, soft=False))
            ticket: Hashable = here.remote(function, *arguments)
            self._out.add(ticket)  # asks for its number, which the head may not have given yet
        return ticket

    def answers(self, seconds: float) -> Iterator[tuple[Hashable, Any]]:
        if not self._out:
            return
        with self._there():
            first, rest = self._ray.wait([*self._out], num_returns=1, timeout=seconds)
            ready = [*first, *self._ray.wait(rest, num_returns=len(rest), timeout=0)[0]] if first and rest else first
        for ticket in ready:
            self._out.discard(ticket)
            with self._there():
                try:
                    answer = self._ray.get(ticket)
                except self._ray.exceptions.RayError as lost:  # of the worker: what a task raises is part of its answer
                    answer = lost
            yield ticket, answer

    def close(self) -> None:
        for ticket in self._out:
            with contextlib.suppress(Exception), self._there():
                self._ray.cancel(ticket, force=True)
        if self._ours:
            self._ray.shutdown()


def _why(problem: Exception) -> str:
    """The line of an error that says what it is: there may be a traceback of Ray's server before, or gRPC's frame."""
    lines = [line.strip(" \t>").removeprefix("details = ") for line in str(problem).splitlines()]
    return next((line for line in reversed(lines) if line and "debug_error" not in line), type(problem).__name__)
