"""Positions as they might be, for a player from whom something is hidden (determinisation).

What lies on sites of one container that look the same to the player is dealt out anew among them: pieces whose kind is
hidden change places with each other, and pieces that are hidden altogether also with empty sites. Then pieces of one
owner of which the same is hidden change places between all containers and levels of stacks, such as the cards of a hand
and of a deck; who may see what lies at a place stays as it is. Everything else stays. The deal depends on what is
visible, on how many pieces of each kind (and of which owner in which container) are hidden, and on random numbers, not
on where they really are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..play.arranged import list_positions, packed_as, unpacked
from ..play.concealing import LAST, OF_PIECES, Concealing, ReadField, reader, seen_by
from ..play.game_state import GameState
from ..play.playouts import Chance
from ..program.ops import Field, FieldKind, SiteData
from ..program.position_codes import LETTERS

__all__ = ["MoveKey", "Worlds", "move_keys"]

MoveKey = tuple[int, int, int, int, int, int]
"""What the player knows a move by: mover, from, to, lowest and highest level, and which of such moves it is."""


def move_keys(state: GameState) -> list[MoveKey]:
    """The keys of the legal moves, in their order."""
    seen: dict[tuple[int, int, int, int, int], int] = {}
    keys = []
    for move in state.legal_moves():
        raw = move.raw
        head = raw.mover, raw.from_site, raw.to_site, raw.level_min, raw.level_max
        seen[head] = seen.get(head, -1) + 1
        keys.append((*head, seen[head]))
    return keys


class Worlds:
    """Positions that look the same as one position to a player; None: to the one to move."""

    def __init__(self, state: GameState, player: int | None = None) -> None:
        self.state = state
        self.player = state.mover if player is None else player
        self.keys = sorted(move_keys(state)) if self.player == state.mover else None
        self.engine = state.game.engine
        self.fields = state.game.data.fields
        self.packed = self.engine.pack(state.fresh)  # dice are thrown again as they were
        self.parts = {x: self._columns(x) for x in LETTERS if f"what_{x}" in self.fields}
        self.groups = {x: list(self._groups(x)) for x in self.parts}
        self.owners = [c.owner for c in state.game.equipment.components] if state.game.flags.piece_is_owner else ()
        self.last_seen = self._last_seen(state)

    def draw(self, chance: Chance, tries: int = 20) -> GameState | None:
        """One of them, with the same moves for the player if it is to move. None where so many tries found none."""
        for _ in range(tries):
            world = self._deal(chance)
            # a last move that was seen stays seen: what is hidden altogether is not dealt out to where it ended
            if self._last_seen(world) != self.last_seen:
                continue
            if self.keys is None or sorted(move_keys(world)) == self.keys:
                return world
        return None

    # ------------------------------------------------------------------ what is seen

    def _seen(self, state: GameState) -> ReadField:
        return seen_by(state.game.flags, reader(self.engine, self.fields, state.raw), self.player)

    def _last_seen(self, state: GameState) -> list[Any]:
        """What the player sees of the last move."""
        seen = self._seen(state)
        return [seen(name) for name in LAST]

    def _columns(self, letter: str) -> list[Field]:
        """The fields that hold what lies on the sites of a type, and what is hidden of it."""
        kept = (SiteData.CONTENT, SiteData.HIDDEN)
        return [f for f in self.fields.values() if f.site in kept and f.name.endswith(f"_{letter}")]

    def _groups(self, letter: str) -> Iterator[list[int]]:
        """The sites of a type, as far as they look the same: of one container, with the same visible content."""
        seen = self._seen(self.state)
        game = self.state.game
        containers = game.equipment.container_of if letter == "c" else ()
        looks: dict[Any, list[int]] = {}
        visible = []
        for f in self.parts[letter]:
            if f.site is SiteData.CONTENT:
                shown = seen(f.name) or ()
                width = len(shown) // f.size
                visible.append([tuple(shown[i * width : (i + 1) * width]) for i in range(f.size)])
        for site in range(self.fields[f"what_{letter}"].size):
            container = containers[site] if site < len(containers) else 0
            looks.setdefault((container, *(rows[site] for rows in visible)), []).append(site)
        yield from (sites for sites in looks.values() if len(sites) > 1)

    # ------------------------------------------------------------------ dealing

    def _deal(self, chance: Chance) -> GameState:
        packed = dict(self.packed)
        for letter, groups in self.groups.items():
            columns = self.parts[letter]
            rows = {f.name: _rows(packed[f.name], f) for f in columns}
            empty = f"empty_{letter}"
            free = int.from_bytes(packed[empty], "little") if empty in packed else 0
            for sites in groups:
                # sorted, so that it does not matter where they really are
                contents = sorted((*(rows[f.name][s] for f in columns), bytes([free >> s & 1])) for s in sites)
                _shuffle(contents, chance)
                for site, content in zip(sites, contents, strict=True):
                    for f, data in zip(columns, content, strict=False):
                        rows[f.name][site] = data
                    free = free & ~(1 << site) | content[-1][0] << site
            for f in columns:
                packed[f.name] = b"".join(rows[f.name])
            if empty in packed:
                packed[empty] = free.to_bytes(len(packed[empty]), "little")
            self._exchange(letter, packed, chance)
        list_positions(self.fields, packed)
        self._forget_last(packed)
        return GameState(self.state.game, self.engine.unpack(packed))

    def _exchange(self, letter: str, packed: dict[str, bytes], chance: Chance) -> None:
        """Deal out pieces anew between containers, and between levels of stacks."""
        what = self.fields[f"what_{letter}"]
        if what.heights is None and (letter != "c" or len(self.state.game.equipment.containers) == 1):
            return  # what looks the same there has been dealt out
        columns = {f.name.rpartition("_")[0]: unpacked(packed[f.name], f) for f in self.parts[letter]}
        places = len(columns["what"])
        moved = {kind: column for kind, column in columns.items() if kind in OF_PIECES and len(column) == places}
        seen = Concealing(lambda name: columns.get(name.removesuffix(f"_{letter}")), self.player)
        whole = seen.unseen(letter)
        unseen = {kind: seen.unseen(letter, kind) for kind in moved if kind != "who"}
        width, tall = places // what.size, columns.get("height")
        alike: dict[Any, list[int]] = {}
        for at, piece in enumerate(columns["what"]):
            if not piece or (tall and at % width >= tall[at // width]):
                continue
            shown = tuple(None if bits and bits[at] else moved[kind][at] for kind, bits in unseen.items())
            if None in shown:
                who = moved["who"][at] if "who" in moved else 0
                owner = self.owners[who] if self.owners else who
                alike.setdefault((bool(whole and whole[at]), owner, shown), []).append(at)
        for exchanged in alike.values():
            contents = sorted(tuple(column[at] for column in moved.values()) for at in exchanged)
            _shuffle(contents, chance)
            for at, content in zip(exchanged, contents, strict=True):
                for column, value in zip(moved.values(), content, strict=True):
                    column[at] = value
        for kind, column in moved.items():
            f = self.fields[f"{kind}_{letter}"]
            packed[f.name] = packed_as(column, f)

    def _forget_last(self, packed: dict[str, bytes]) -> None:
        """A move that the player has not seen is not known."""
        read = reader(self.engine, self.fields, self.state.raw)
        for name, shown in zip(LAST, self.last_seen, strict=True):
            if name in packed and self.fields[name].kind is FieldKind.INT and shown != read(name):
                packed[name] = b"\xff" * len(packed[name])


def _shuffle(contents: list[Any], chance: Chance) -> None:
    for i in range(len(contents) - 1, 0, -1):
        j = chance.below(i + 1)
        contents[i], contents[j] = contents[j], contents[i]


def _rows(data: bytes, f: Field) -> list[bytes]:
    """The bytes of each site of a field."""
    width = len(data) // f.size
    return [data[i * width : (i + 1) * width] for i in range(f.size)]
