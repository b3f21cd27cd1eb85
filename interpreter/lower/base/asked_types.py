"""The site types that the rules of a game use: sets need no room for sites of other types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ludparse.ludemes import SiteType
from ludparse.problems.errors import LudLimitError

from ...board.topology import Topology
from ...program.limits import MAX_WIDTH
from ...program.ops import Program

_NUMBERS_ONLY = {"num_edges", "supported_directions"}
"""What gives no site, whatever the type."""


class AskedTypes:
    """Records the types that a lowering asks the board about, or names."""

    def __init__(self, board: Topology) -> None:
        self._asked: set[SiteType] = set()
        self.sizes = _Sizes({t: board.size(t) for t in SiteType}, self._asked)
        self.board = cast(Topology, _Board(board, self._asked))

    def ask(self, t: SiteType) -> SiteType:
        """Records one type."""
        self._asked.add(t)
        return t

    def width(self, program: Program, sizes: Mapping[SiteType, int]) -> int:
        """The width of sets: enough for the sites of all recorded types and for the values in tables of sets.

        sizes: numbers of sites, hands included. Raises LudLimitError for more than `MAX_WIDTH`.
        """
        tables = [max(row, default=0) for t in program.tables.values() if t.kind == "sets" for row in t.lists]
        width = max([program.set_width, *(sizes[t] for t in self._asked), *(1 + most for most in tables)])
        if width > MAX_WIDTH:
            raise LudLimitError(f"these rules need sets of {width} sites or values; at most {MAX_WIDTH} are possible")
        return width


class _Sizes(dict[SiteType, int]):
    """Numbers of sites on the board."""

    def __init__(self, sizes: dict[SiteType, int], asked: set[SiteType]) -> None:
        super().__init__(sizes)
        self._asked = asked

    def __getitem__(self, t: SiteType) -> int:
        self._asked.add(t)
        return super().__getitem__(t)


class _Board:
    """The board. A call that names no type counts as one about all types."""

    def __init__(self, board: Topology, asked: set[SiteType]) -> None:
        self._board, self._asked = board, asked

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (it has every member of Topology)
        value = getattr(self._board, name)
        if name in _NUMBERS_ONLY:
            return value
        if not callable(value):
            self._asked.update(SiteType)
            return value

        def asked(*args: object, **named: object) -> object:
            types = [x for x in (*args, *named.values()) if isinstance(x, SiteType)]
            self._asked.update(types or SiteType)
            return value(*args, **named)

        return asked
