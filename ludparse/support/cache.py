"""Where things are kept that can be made again: compiled games, what is known of games."""

import os
from pathlib import Path

__all__ = ["cache_folder", "usual_folder"]


def usual_folder() -> Path:
    """The user's folder for them: XDG_CACHE_HOME or ~/.cache, then ludparse. It may not be there yet."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludparse"


def cache_folder() -> Path:
    """The same; made when it is not there."""
    folder = usual_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder
