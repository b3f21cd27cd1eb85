"""What a child process does after a fork. Some systems, such as Windows, never fork."""

from __future__ import annotations

import os
from collections.abc import Callable


def after_fork(function: Callable[[], None]) -> None:
    """Calls a function in every forked child process, before anything else runs there."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=function)
