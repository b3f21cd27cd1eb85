"""The numbers and arrays that callers hand over. They are checked here, before an engine sees them: native code takes
numbers modulo 2**32, and writes wherever an array points."""

from __future__ import annotations

import ctypes
import math
import operator
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = [
    "FAR", "MOST", "MOST_THREADS", "RandomRun", "address", "aligned_zeros", "bits_of_seed", "integer", "random_run",
    "whole", "writable",
]  # fmt: skip

MOST = 2**31 - 1
"""The greatest number of moves, games and lanes: native code counts them in 32 bits."""
FAR = 2**62
"""The greatest limit on what native code counts in 64 bits."""
MOST_THREADS = 1024
"""The greatest number of threads of a search, and of lanes side by side."""
ALIGNMENT = 64
_SEED_BITS = (1 << 64) - 1


def whole(name: str, value: SupportsIndex, least: int = 0, most: int = MOST) -> int:
    """A whole number that a caller has given, as an int; numpy's integers and bool are whole numbers too.

    name: of the argument. Raises TypeError for anything else, ValueError for a number outside least to most.
    """
    number = integer(name, value)
    if not least <= number <= most:
        shown = number if abs(number) < 1 << 128 else "a number of more than 128 bits"
        raise ValueError(f"{name}={shown}: between {least} and {most}")
    return number


def bits_of_seed(seed: SupportsIndex, name: str = "seed") -> int:
    """The 64 bits of a seed that count; a seed is any whole number. Raises TypeError for what is none."""
    return integer(name, seed) & _SEED_BITS


def integer(name: str, value: SupportsIndex) -> int:
    """A whole number of any size, as an int. Raises TypeError for what is none."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name}={value!r}: a whole number is wanted") from None


class RandomRun(NamedTuple):
    """Which random games are played: the arguments of `Game.playouts`, checked."""

    n: int
    seed: int
    max_moves: int | None
    jobs: int
    first: int


def random_run(
    n: SupportsIndex, seed: SupportsIndex, max_moves: SupportsIndex | None, jobs: SupportsIndex, first: SupportsIndex,
    most: int = MOST,
) -> RandomRun:  # fmt: skip
    """The arguments of `Game.playouts`; most: games. Raises ValueError and TypeError as `whole`."""
    games = whole("n", n, 0, most)
    return RandomRun(
        games, bits_of_seed(seed), None if max_moves is None else whole("max_moves", max_moves),
        whole("jobs", jobs, 1, FAR), whole("first", first, 0, 2**63 - 1 - games),
    )  # fmt: skip


def aligned_zeros(shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """An array of zeros that begins at a multiple of 64 bytes, as JAX wants it to take arrays over without a copy."""
    import numpy as np

    size = math.prod(shape) * np.dtype(dtype).itemsize
    room = np.zeros(size + ALIGNMENT, dtype=np.uint8)
    first = -room.ctypes.data % ALIGNMENT
    return room[first : first + size].view(dtype).reshape(shape)


def address(array: npt.NDArray[Any]) -> int:
    """Where an array begins that is C-contiguous and may be written to: `array.ctypes.data` takes twice as long."""
    return ctypes.addressof(ctypes.c_char.from_buffer(array.data)) if array.size else array.ctypes.data


def writable(out: Any, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """An array to write to: the caller's `out`, or for None a new one of zeros, aligned to 64 bytes.

    Raises TypeError for what is no array, ValueError unless it has this shape and type, is C-contiguous, aligned, and
    may be written to.
    """
    import numpy as np

    wanted = np.dtype(dtype)
    if out is None:
        return aligned_zeros(shape, wanted)
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out is {type(out).__name__}, and an array of numpy is wanted")
    flags = out.flags
    if out.shape != shape or out.dtype != wanted or not flags.c_contiguous:
        raise ValueError(f"out is {out.dtype} of shape {out.shape}, not C-contiguous {wanted} of shape {shape}")
    if not flags.writeable or not flags.aligned:
        raise ValueError("out cannot be written to" if flags.aligned else "out is not aligned in memory")
    return out
