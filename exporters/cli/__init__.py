"""The command line `lud`."""

from exporters.cli.main import main

__all__ = ["main"]
