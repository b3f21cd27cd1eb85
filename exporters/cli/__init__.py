"""The command line `lud`."""

from .main import main, script

__all__ = ["main", "script"]
