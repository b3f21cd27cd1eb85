"""Environments: what is known at a place of a function while its rules are followed; and where two of them join."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...program.ops import Var
from .values import joined

__all__ = ["CASE", "DECIDED", "Env", "facts_of"]

DECIDED, CASE = "decided", "case"
"""Instead of a field, in what is known: the actions of the first move after a mark are decisions; which of several
cases it is that exclude each other."""


class Env:
    """What is known at a place of a function. own: the abstract values of locals. shared: those of slots of the
    context (by name), and of fields (by name and index)."""

    __slots__ = ("own", "shared")

    def __init__(self, own: dict[Var, Any], shared: dict[Any, Any]) -> None:
        self.own, self.shared = own, shared

    def copy(self) -> Env:
        """The same, which changes by itself."""
        return Env(dict(self.own), dict(self.shared))

    def facts(self) -> dict[tuple[str, int | None], Any]:
        """What is known of fields."""
        return facts_of(self.shared)

    def forget(self, written: Iterable[str]) -> None:
        """Forgets what is known of some fields."""
        if written:
            for key in [k for k in self.shared if type(k) is tuple and k[0] in written]:
                del self.shared[key]

    def joined(self, other: Env, varying: bool) -> Env:
        """What is known where one of two environments holds. varying: whether both may in one position."""
        if self is other:
            return self
        own, shared = {}, {}
        others = other.own
        for k, v in self.own.items():
            if k in others:
                w = others[k]
                own[k] = v if v is w else joined(v, w, varying)
        for key, v in self.shared.items():
            if key in other.shared:
                w = other.shared[key]
                if v is w:
                    shared[key] = v
                elif type(key) is not tuple or key[0] is not CASE or v == w:
                    shared[key] = joined(v, w, varying)
        return Env(own, shared)


def facts_of(shared: dict[Any, Any]) -> dict[tuple[str, int | None], Any]:
    """What the shared part of an environment says of fields."""
    return {k: v for k, v in shared.items() if type(k) is tuple}
