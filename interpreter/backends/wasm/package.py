"""The package wasmtime, which is optional: whether it is there, and which one."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from ludparse.problems.errors import LudError

__all__ = ["NoWasmtimeError", "version", "wasmtime_module", "wasmtime_there"]

_MISSING = "the WebAssembly backend needs the package wasmtime: pip install 'ludparse[fast]', or use backend='python'"


class NoWasmtimeError(LudError):
    """The WebAssembly backend needs the package wasmtime, which is not installed."""


def wasmtime_module() -> Any:
    """The package. Raises NoWasmtimeError where it is not installed."""
    try:
        import wasmtime
    except ImportError:
        raise NoWasmtimeError(_MISSING) from None
    return wasmtime


def wasmtime_there() -> bool:
    """Whether the package is installed. It is not loaded."""
    return find_spec("wasmtime") is not None


def version() -> str:
    """What compiled modules depend on. Raises NoWasmtimeError where the package is not installed."""
    from importlib import metadata  # late: it is large, and most games do without

    try:
        return metadata.version("wasmtime")
    except metadata.PackageNotFoundError:
        raise NoWasmtimeError(_MISSING) from None
