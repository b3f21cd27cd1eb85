"""What is said of the place where work is done, and what each kind of place offers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ludparse.problems.errors import LudError

__all__ = ["SECONDS", "Engine", "EngineLostError", "Places"]

SECONDS = 20.0
"""The time to reach a cluster, also where it was lost meanwhile."""
ADDRESSES = "dask://HOST:PORT, tls://HOST:PORT, FILE.json (a scheduler file of Dask), ray://HOST:PORT or ray"


class EngineLostError(Exception):
    """A cluster does not answer any more. Everything that it was given has to be given again."""


class Engine(Protocol):
    """Workers of one kind. name: of the place, for people. seconds: so long a worker should be busy with a chunk. same:
    whether the workers run this very program."""

    name: str
    seconds: float
    same: bool

    def workers(self) -> Mapping[str, int]:
        """The workers that are there, by name, and how many chunks each performs at a time. Raises EngineLostError."""

    def give(self, worker: str, function: Callable[..., Any], *arguments: Any) -> Hashable:
        """Let a worker call a function; a ticket for the answer."""

    def answers(self, seconds: float) -> Iterable[tuple[Hashable, Any]]:
        """Tickets with what came for them, after waiting for so long at most; an exception where the worker was lost.
        Raises EngineLostError."""

    def again(self) -> None:
        """Reach the same place once more, after it was lost. Raises LudError."""

    def close(self) -> None:
        """Give up what is not answered."""


@dataclass(frozen=True, slots=True)
class Places:
    """jobs: so many processes of this machine (1: this process alone). on: a cluster in their place.

    A cluster is an address (`dask://HOST:PORT` of the scheduler, `tls://HOST:PORT`, a scheduler file `FILE.json`,
    `ray://HOST:PORT` of Ray's client server, `ray` for the Ray of this process or machine), a `distributed.Client`, or
    the module `ray` after `ray.init`. Raises LudError for anything else.
    """

    jobs: int = 1
    on: Any = None

    def __post_init__(self) -> None:
        if self.on is not None and not self.kind:
            raise LudError(f"{self.on!r} is no cluster", hint=ADDRESSES)

    @property
    def kind(self) -> str:
        """Which engine is meant: "dask", "ray", or "" for none."""
        if not isinstance(self.on, str):
            name = self.on.__name__ if hasattr(self.on, "__name__") else type(self.on).__module__
            return {"distributed": "dask", "ray": "ray"}.get(str(name).partition(".")[0], "")
        kind, _, address = self.on.partition("://")
        if kind in ("dask", "tls"):
            return "dask" if address else ""
        if kind == "ray":
            return "ray" if address or self.on == "ray" else ""
        return "dask" if self.on.endswith(".json") else ""

    @property
    def here(self) -> bool:
        """Whether everything is done in this process."""
        return self.on is None and self.jobs <= 1
