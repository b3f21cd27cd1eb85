"""Imports every module that gives ludemes their meaning, so that `registry` knows them all."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path

from ..equipment.needs import complete

FOLDERS = ("actions", "booleans", "floats", "ints", "moves", "regions", "start")


@cache
def load() -> None:
    """Imports all modules of the folders of ludemes, once."""
    here = Path(__file__).parent
    for folder in FOLDERS:
        if not (here / folder).is_dir():
            continue
        importlib.import_module(f"{__package__}.{folder}")
        for module in pkgutil.iter_modules([str(here / folder)]):
            importlib.import_module(f"{__package__}.{folder}.{module.name}")
    complete()
