"""Ludemes that are defined outside this package: loading their modules, and taking them back when that fails.

A module of ludemes declares syntax with `@ludeme` and meaning with `@lowers`; `docs/lowering.md` shows how. It takes
effect when it is imported, by whatever means: a plain import, `load_ludemes`, or an entry point of the group
`ludparse.ludemes` that an installed package declares.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from ludparse.ludemes.base import REGISTRY

__all__ = ["GROUP", "load_installed_ludemes", "load_ludemes", "on_change", "registrations_undone", "store"]

GROUP = "ludparse.ludemes"
"""The group of entry points whose modules are imported when a description uses a word that nothing here defines."""

_FILES: dict[Path, ModuleType] = {}
_STORES: list[dict[Any, Any]] = [REGISTRY, _FILES]
_FORGET: list[Callable[[], None]] = []


def store(registry: dict[Any, Any]) -> None:
    """Names a registry that modules of ludemes add to, so that it can be restored."""
    _STORES.append(registry)


def on_change(forget: Callable[[], None]) -> None:
    """Names a function that empties the caches which depend on the registries."""
    _FORGET.append(forget)


def changed() -> None:
    """Empties all caches that depend on the registries."""
    for forget in _FORGET:
        forget()


@contextmanager
def registrations_undone(*, only_on_error: bool = False) -> Iterator[None]:
    """Restores all registries afterwards. only_on_error: only if the body raises an exception."""
    before = [{key: list(v) if isinstance(v, list) else v for key, v in each.items()} for each in _STORES]
    keep = False
    try:
        yield
        keep = only_on_error
    finally:
        if not keep:
            for registry, old in zip(_STORES, before, strict=False):
                registry.clear()
                registry.update(old)
            for registry in _STORES[len(before) :]:
                registry.clear()
            changed()


def load_ludemes(source: str | Path | ModuleType) -> ModuleType:
    """Makes the ludemes of a module known: its name, the path of a file that ends in `.py`, or the module itself.

    A file is run once; asking again gives the same module. Call this before descriptions are loaded that use the
    ludemes, and not while another thread loads a description.

    Raises ImportError where there is no such module or file, and whatever the module raises: ValueError for a name or
    signature that is taken, TypeError for a declaration that is wrong. Nothing of a module that fails remains.
    """
    if isinstance(source, ModuleType):
        return source
    if not isinstance(source, Path) and not source.endswith(".py"):
        with registrations_undone(only_on_error=True):
            return importlib.import_module(source)
    path = Path(source).resolve()
    if path in _FILES:
        return _FILES[path]
    name = f"ludparse_own_{path.stem}_{len(_FILES)}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ImportError(f"there is no file of ludemes {str(source)!r}")
    module = module_from_spec(spec)
    sys.modules[name] = module  # annotations are looked up there
    try:
        with registrations_undone(only_on_error=True):
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    _FILES[path] = module
    return module


@cache
def load_installed_ludemes() -> bool:
    """Imports the modules that installed packages declare in the group `ludparse.ludemes`, once; whether there are any.

    Raises ImportError, with the name of the entry point, where one cannot be imported.
    """
    from importlib.metadata import entry_points  # slow to import, and rarely needed

    found = entry_points(group=GROUP)
    for entry in found:
        try:
            with registrations_undone(only_on_error=True):
                entry.load()
        except Exception as error:
            raise ImportError(f"the ludemes of {entry.name!r} ({entry.value}) cannot be loaded: {error}") from error
    return bool(found)
