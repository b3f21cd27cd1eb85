"""The runtime of native code: headers that the generated C includes."""

from pathlib import Path

__all__ = ["RUNTIME"]

RUNTIME = Path(__file__).parent
"""The folder of the headers."""
