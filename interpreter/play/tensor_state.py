"""A position as a tensor: piece by piece, stacks, counts, amounts, mover, local states, sites, last moves.

Source: measured from `LudiiStateWrapper.toTensorFlat` of Ludii 1.3.13. Ludii reads stacks, counts and local states of
cells alone, also on boards that are played on vertices or edges, where it finds nothing; so do we. Pieces of nobody
have a channel that stays empty where there are no stacks.

With stacks, Ludii fails where a board that is played on vertices or edges has fewer cells than these. There the sites
that the game is played on are read: otherwise Backgammon would have no pieces.

Where sites hold counts, Ludii's channels of pieces come from its lists of positions, in which a site can stay after its
last piece has gone. Only a program that keeps these lists (`Program.keep_positions`) can tell. What one player sees of
a game that hides something comes from the sites.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING

from ..program.position_codes import LETTERS, TYPE_BITS, site_bits
from .concealing import Concealing, ReadField
from .tensor_layout import STACK_LEVELS, STATES, TensorLayout, lacks_cells

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

class StateEncoder:
    """Writes positions into tensors of one layout."""

    def __init__(self, layout: TensorLayout) -> None:
        import numpy as np

        self._np = np
        self.layout = layout
        flags = layout.flags
        # asked for at every position, and slow to ask
        self._stacking, self._counts, self._states = flags.stacking, flags.counts, flags.states
        self._amounts, self._swaps = layout.amounts, layout.swaps
        at = layout.coordinates
        self._spots = np.array([x * at.height + y for x, y in zip(at.x, at.y, strict=True)], dtype=np.intp)
        self._size = at.width * at.height
        self._exists = self._container_channels()
        equipment = layout.equipment
        self.letter = equipment.default_site.name[0].lower() if lacks_cells(equipment, flags) else "c"
        """Of which type the sites of the board are read by the channels of stacks, counts and states."""
        self.board_sites = equipment.containers[0].num_sites
        # the numbers of sites that these channels look at, container by container
        self._sites = np.array([s for c in layout.equipment.containers for s in c.sites], dtype=np.intp)
        # a piece of nobody is in no player's list, so Ludii never writes it
        owners = [0, *(c.owner for c in layout.equipment.components[1:])]
        self._owned = [owner > 0 for owner in owners]
        self._places: list[int] = self._spots.tolist()
        # of each piece where its channel begins; -1: it has none
        self._begin = [(k - 1) * self._size if owner > 0 else -1 for k, owner in enumerate(owners)]

    def _container_channels(self) -> npt.NDArray[np.float32]:
        containers = self.layout.equipment.containers
        out = self._np.zeros((len(containers), self._size), dtype=self._np.float32)
        for c in containers:
            for site in c.sites:
                if site < len(self._spots):
                    out[c.index, self._spots[site]] = 1
        return out

    def write(
        self,
        read: ReadField,
        mover: int,
        order_changed: bool,
        last: Sequence[tuple[int, int]],
        out: npt.NDArray[np.float32],
    ) -> None:
        """Fills `out`, float32 of shape [channels, columns × rows].

        mover: the player to move after swaps, from 1. last: from and to of the latest moves, the latest first.
        """
        layout = self.layout
        out[:] = 0
        channel = self._stacks(read, out) if self._stacking else self._pieces(read, out)
        if self._counts:
            self._cells(read, out[channel])
            channel += 1
        if self._amounts:
            amounts = read("amount") or ()
            for p in range(1, layout.players + 1):
                out[channel] = amounts[p]
                channel += 1
        if layout.players > 1:
            if mover > 0:
                out[channel + mover - 1] = 1
            channel += layout.players
        if self._states:
            self._put_states(read, out[channel : channel + STATES])
            channel += STATES
        if self._swaps:
            out[channel] = order_changed
            channel += 1
        containers = len(self._exists)
        out[channel : channel + containers] = self._exists
        channel += containers
        for start, end in last[:2]:
            hidden = isinstance(read, Concealing) and read.hides_site(end)
            for site in (start, end):
                if site != -1 and not hidden:
                    out[channel, self._spot(site)] = 1
                channel += 1

    def _spot(self, site: int) -> int:
        """The place of a site in a channel."""
        return int(self._spots[site]) if 0 <= site < len(self._spots) else 0

    def _pieces(self, read: ReadField, out: npt.NDArray[np.float32]) -> int:
        """One channel for each piece; the number of the next channel."""
        fields = [values for letter in LETTERS if (values := read(f"what_{letter}")) is not None]
        if self._counts and not isinstance(read, Concealing):
            self._listed(read, max((len(f) for f in fields), default=1), len(fields) == 1, out)
            return self.layout.pieces
        begin, spots, flat = self._begin, self._places, out.reshape(-1)
        for values in fields:  # lists, because most boards are small; of a puzzle's numbers nothing is told
            sites = zip(values, chain(spots, repeat(0)), strict=False)
            flat[[at + spot for what, spot in sites if 0 < what < len(begin) and (at := begin[what]) >= 0]] = 1
        return self.layout.pieces

    def _listed(self, read: ReadField, most: int, simple: bool, out: npt.NDArray[np.float32]) -> None:
        """The channels of pieces from the lists of positions (their codes: `interpreter/lower`, owned positions)."""
        counts, codes = read("owned_n"), read("owned")
        if counts is None or codes is None:
            raise LookupError("this program does not keep the lists of positions")
        np = self._np
        room = len(codes) // len(counts)
        for piece in range(1, self.layout.pieces + 1):
            if self._owned[piece] and counts[piece]:
                found = np.asarray(codes[piece * room : piece * room + counts[piece]])
                sites = found if simple else found >> TYPE_BITS & (1 << site_bits(most)) - 1
                out[piece - 1, self._spots[np.where(sites < len(self._spots), sites, 0)]] = 1

    def _stacks(self, read: ReadField, out: npt.NDArray[np.float32]) -> int:
        """The levels of stacks from below and from above, and their heights; the number of the next channel."""
        after = 2 * STACK_LEVELS * self.layout.pieces
        for letter, sites in self._read_sites():
            heights, what = read(f"height_{letter}") or (), read(f"what_{letter}") or ()
            stride = len(what) // len(heights) if heights else 0
            for site in sites:
                height = heights[site] if site < len(heights) else 0
                if not height:
                    continue
                spot, bottom = self._spot(site), site * stride
                for i in range(min(STACK_LEVELS, height)):
                    low, high = what[bottom + i], what[bottom + height - 1 - i]
                    if low > 0:
                        out[(low - 1) * 2 * STACK_LEVELS + i, spot] = 1
                    if high > 0:
                        out[(high - 1) * 2 * STACK_LEVELS + STACK_LEVELS + i, spot] = 1
                out[after, spot] = height
        return after + 1

    def _read_sites(self) -> Iterator[tuple[str, Sequence[int]]]:
        """The sites that channels of stacks, counts and states look at, with the letter of their type: those of the
        board, then those of hands, which are cells."""
        sites: list[int] = self._sites.tolist()
        yield self.letter, sites[: self.board_sites]
        yield "c", sites[self.board_sites :]

    def _cells(self, read: ReadField, out: npt.NDArray[np.float32]) -> None:
        """The count of each site, in the order of the containers; later sites overwrite earlier ones at their place."""
        for letter, sites in self._read_sites():
            values = read(f"count_{letter}")
            if values is None:
                continue
            for site in sites:
                out[self._spot(site)] = values[site] if site < len(values) else 0

    def _put_states(self, read: ReadField, out: npt.NDArray[np.float32]) -> None:
        """The local state of each site, or of the top of its stack."""
        for letter, sites in self._read_sites():
            values = read(f"state_{letter}") or ()
            heights = (read(f"height_{letter}") or ()) if self._stacking else ()
            stride = len(values) // len(heights) if heights else 1
            for site in sites:
                level = heights[site] - 1 if site < len(heights) else 0
                at = site * stride + level
                state = values[at] if level >= 0 and at < len(values) else 0
                out[min(state, STATES - 1), self._spot(site)] = 1
