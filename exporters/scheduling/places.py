"""What is said of the place where games are played."""

from __future__ import annotations

from dataclasses import dataclass

from ludparse.problems.errors import LudError

__all__ = ["KINDS", "Places", "WorkersLostError"]

KINDS = ("dask", "ray")


class WorkersLostError(Exception):
    """Workers ended before they had answered. What they were to do can be given to others."""


@dataclass(frozen=True, slots=True)
class Places:
    """jobs: so many processes of this machine (1: this process alone). cluster: a cluster in their place,
    `dask://HOST:PORT` (of the scheduler) or `ray://HOST:PORT` (of Ray's client server; `ray://auto` for a Ray that runs
    on this machine). Raises LudError for another address."""

    jobs: int = 1
    cluster: str | None = None

    def __post_init__(self) -> None:
        if self.cluster is not None:
            kind, separator, address = self.cluster.partition("://")
            if kind not in KINDS or not separator or not address:
                raise LudError(
                    f"{self.cluster!r} is no address of a cluster", hint="dask://HOST:PORT, ray://HOST:PORT or ray://auto"
                )

    @property
    def here(self) -> bool:
        """Whether everything is done in this process."""
        return self.cluster is None and self.jobs <= 1
