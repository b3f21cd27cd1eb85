"""Where work is done: in this process, in several of this machine, or on a Dask or Ray cluster."""

from .order import chunks, in_order
from .places import Places

__all__ = ["Places", "chunks", "in_order"]
