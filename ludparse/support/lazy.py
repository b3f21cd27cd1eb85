"""Names of a package that are imported when they are first used, so that importing the package costs nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import Any

__all__ = ["lazy"]


def lazy(package: str, places: Mapping[str, str], modules: Collection[str] = ()) -> Callable[[str], Any]:
    """The `__getattr__` (PEP 562) of a package. places: the full name of the module that each name comes from. modules:
    the package's own modules that are names of it."""

    def find(name: str) -> Any:
        if name in modules:
            return import_module(f"{package}.{name}")
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(places[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return find
