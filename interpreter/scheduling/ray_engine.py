"""Workers of a Ray cluster: its nodes, each of which performs as many chunks at a time as it has processors."""

from __future__ import annotations

import contextlib
import logging
import signal
from collections.abc import Callable, Hashable, Iterator
from types import ModuleType
from typing import Any

from ludparse.problems.errors import LudError

from .places import EngineLostError

__all__ = ["Ray"]


class Ray:
    """on: an address (`Places`), or the module `ray`. A session that is there already is used, and left."""

    seconds, same = 2.0, False

    def __init__(self, on: str | ModuleType) -> None:
        self._address = on if isinstance(on, str) and on != "ray" else "auto"
        self.name = on if isinstance(on, str) else "ray"
        self._ours = False
        self._out: set[Any] = set()
        self.again()

    def again(self) -> None:
        import ray
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        if self._ours:
            ray.shutdown()
        if not ray.is_initialized():
            self._ours = True
            address = "auto" if self._address == "ray://auto" else self._address
            ended_by = signal.getsignal(signal.SIGTERM)
            try:
                ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
            except (OSError, RuntimeError, ValueError) as problem:
                why = str(problem).strip().rpartition("\n")[2]  # there may be a traceback of its server before
                raise LudError(f"there is no Ray at {self.name!r}: {why}") from None
            except SystemExit:  # what Ray makes of SIGTERM meanwhile
                raise KeyboardInterrupt from None
            finally:
                with contextlib.suppress(ValueError):  # in a thread nobody may say what a signal does
                    signal.signal(signal.SIGTERM, ended_by)  # Ray would end the process at once

        def call(function: Callable[..., Any], *arguments: Any) -> Any:  # travels as it is, as it has no name
            return function(*arguments)

        self._ray, self._on = ray, NodeAffinitySchedulingStrategy
        self._call = ray.remote(max_retries=0)(call)

    def workers(self) -> dict[str, int]:
        try:
            nodes = self._ray.nodes()
        except Exception as problem:
            raise EngineLostError(str(problem)) from problem
        cores = {node["NodeID"]: int(node["Resources"].get("CPU", 0)) for node in nodes if node["Alive"]}
        return {node: count for node, count in cores.items() if count}

    def give(self, worker: str, function: Callable[..., Any], *arguments: Any) -> Hashable:
        try:
            here = self._call.options(scheduling_strategy=self._on(node_id=worker, soft=False))
            ticket: Hashable = here.remote(function, *arguments)
        except (OSError, RuntimeError) as problem:
            raise EngineLostError(str(problem)) from problem
        self._out.add(ticket)
        return ticket

    def answers(self, seconds: float) -> Iterator[tuple[Hashable, Any]]:
        if not self._out:
            return
        try:
            first, rest = self._ray.wait([*self._out], num_returns=1, timeout=seconds)
            ready = [*first, *self._ray.wait(rest, num_returns=len(rest), timeout=0)[0]] if first and rest else first
        except Exception as problem:
            raise EngineLostError(str(problem)) from problem
        for ticket in ready:
            self._out.discard(ticket)
            try:
                answer = self._ray.get(ticket)
            except (OSError, RuntimeError) as problem:
                raise EngineLostError(str(problem)) from problem
            except Exception as problem:  # of Ray's own: what a task raises is part of its answer
                answer = problem
            yield ticket, answer

    def close(self) -> None:
        for ticket in self._out:
            with contextlib.suppress(Exception):
                self._ray.cancel(ticket, force=True)
        if self._ours:
            self._ray.shutdown()
