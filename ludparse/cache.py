"""Where things are kept that can be made again: compiled games, what is known of games."""

import os
from pathlib import Path

__all__ = ["cache_folder"]


def cache_folder() -> Path:
    """The user's folder for them (XDG_CACHE_HOME or ~/.cache, then ludparse); made when it is not there."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "ludparse"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder
