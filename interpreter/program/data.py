"""The data of a rules program that is needed while a game is played: everything but its functions.

Engines and states read it. It needs nothing that compiles descriptions, so that a game from the cache starts quickly.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from .state_layout import Field

__all__ = ["ProgramData", "StoredData"]


class StoredData:
    """The data of a program that comes from the cache."""

    __slots__ = (
        "after_all", "appliers", "caps", "constants", "fields", "hash_lists", "hashed", "name", "positions",
        "set_width", "strings",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        fields: Mapping[str, Field],
        caps: Mapping[str, int],
        set_width: int,
        strings: Sequence[str],
        hashed: Sequence[Sequence[str]],
        hash_lists: Sequence[str],
        constants: Mapping[str, int],
        after_all: Collection[int],
        appliers: Collection[str],
        positions: dict[bool, tuple[str, ...]],
    ) -> None:
        self.name = name
        self.fields = fields
        self.caps = caps
        self.set_width = set_width
        self.strings = strings
        self.hashed = hashed
        self.hash_lists = hash_lists
        self.constants = constants
        self.after_all = after_all
        self.appliers = appliers
        self.positions = positions


class ProgramData(Protocol):
    """What engines and states read of a program (`Program` says what each member is)."""

    @property
    def name(self) -> str: ...

    @property
    def fields(self) -> Mapping[str, Field]: ...

    @property
    def caps(self) -> Mapping[str, int]: ...

    @property
    def set_width(self) -> int: ...

    @property
    def strings(self) -> Sequence[str]: ...

    @property
    def hashed(self) -> Sequence[Sequence[str]]: ...

    @property
    def hash_lists(self) -> Sequence[str]: ...

    @property
    def constants(self) -> Mapping[str, int]: ...

    @property
    def after_all(self) -> Collection[int]: ...

    @property
    def appliers(self) -> Collection[str]: ...

    @property
    def positions(self) -> dict[bool, tuple[str, ...]]: ...
