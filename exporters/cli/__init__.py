"""The command line `lud`."""

from exporters.cli.main import main, script

__all__ = ["main", "script"]
