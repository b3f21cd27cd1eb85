"""Where games are played: in this process, in several of this machine, or on a Dask or Ray cluster."""

from .order import in_order
from .places import Places

__all__ = ["Places", "in_order"]
