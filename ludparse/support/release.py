"""The release of this program. Apart, because looking it up takes milliseconds that few commands need."""

from importlib.metadata import PackageNotFoundError, version

__all__ = ["__version__"]

try:
    __version__ = version("ludparse")
except PackageNotFoundError:
    __version__ = "0 (not installed)"
