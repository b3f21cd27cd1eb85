"""A running Ludii beside this project: recordings, live comparison, and what is made of their differences.

Ludii runs in worker processes (`client`, `worker`), which read requests and write answers as JSON lines; only `jvm` and
what it loads speak Java. Everything else works on recordings, and is tested without Ludii.
"""

from .client import Limits, Ludii
from .errors import LudiiError
from .place import find_ludii

__all__ = ["Limits", "Ludii", "LudiiError", "find_ludii"]
