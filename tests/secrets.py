"""Positions that differ only in what is hidden from a player. Whatever that player is shown of them has to be the same.

What a player sees is worked out here once more, from the bits of the state, as docs/environments.md says it.
"""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Iterator
from functools import cache
from typing import Any

from ludparse import load
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.arranged import list_positions, unpacked
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.play.history import Position
from ludparse.interpreter.program.state_layout import GENERATORS, Field
from tests.corpus import LIBRARY

HIDES = re.compile(r"\((set|is|sites)\s+Hidden\b|\b(PlayCard|Dominoes)\b|\(card\b")
"""What every description has that hides something (`Feature.HIDDEN`)."""
_COMMENT = re.compile("//.*")
PARTS = ("what", "who", "state", "rotation", "value")
KINDS = ("", *(f"{part}_" for part in PARTS), "count_")
REMEMBERED = re.compile("temp|var|remembered|player_value|pending|to_remove|visited|last_|has_last|asking_")
"""Fields that may tell of what is hidden: an observation shows none of them, but for the last move where it is seen."""


@cache
def games_of_library() -> tuple[str, ...]:
    """The paths of the games of the library that hide something from a player, relative and without suffix."""
    root = LIBRARY / "lud"
    texts = {file: _COMMENT.sub("", file.read_text(encoding="utf-8")) for file in sorted(root.rglob("*.lud"))}
    return tuple(str(file.relative_to(root).with_suffix("")) for file, text in texts.items() if HIDES.search(text))


@cache
def library_game(path: str, backend: str) -> Any:
    """A game of the library: with its usual options, or where these hide nothing with the first other one that does."""
    file = LIBRARY / "lud" / f"{path}.lud"
    game: Any = load(file, library=LIBRARY, backend=backend)
    others = (f"{item.option}/{item.name}" for option in game.options for item in option.items)
    while not game.flags.hidden:
        game = load(file, library=LIBRARY, backend=backend, options=[next(others)])
    return game


class Sites:
    """The sites of one type in a position: what lies there, and what of it is hidden."""

    def __init__(self, letter: str, fields: dict[str, Field], packed: dict[str, bytes], player: int) -> None:
        self.letter, self.fields, self.bit = letter, fields, 1 << player
        self.columns = {
            name: unpacked(packed[f"{name}_{letter}"], fields[f"{name}_{letter}"])
            for name in (*PARTS, "count", "height", *(f"hidden_{kind}".rstrip("_") for kind in KINDS))
            if f"{name}_{letter}" in fields
        }
        self.size = fields[f"what_{letter}"].size
        self.width = len(self.columns["what"]) // self.size
        self.free = int.from_bytes(packed[f"empty_{letter}"], "little")

    def hidden(self, kind: str, at: int) -> bool:
        bits = self.columns.get(f"hidden_{kind}".rstrip("_"))
        return bool(bits and bits[at] & self.bit)

    def levels(self, site: int) -> range:
        """The places in the columns of what lies on a site."""
        tall = self.columns["height"][site] if "height" in self.columns else 1
        return range(site * self.width, site * self.width + tall)

    def seen(self, site: int, owners: list[int]) -> tuple[Any, ...]:
        """What the player sees of a site. owners: of the components, where these stand in place of owners."""
        rows = []
        for at in self.levels(site):
            if self.hidden("", at):
                continue
            now = {part: self.columns[part][at] if part in self.columns else 0 for part in PARTS}
            count = self.columns["count"][site] if "count" in self.columns else 0
            if self.hidden("what", at):
                who = owners[now["who"]] if owners else now["who"]
                now = {"what": -1 if now["what"] else 0, "who": who, "state": 0, "rotation": 0, "value": 0}
            if self.hidden("what", at) or self.hidden("count", at):
                count = min(count, 1)
            for part in PARTS[1:]:
                if self.hidden(part, at):
                    now[part] = 0
            rows.append((*now.values(), count))
        return tuple(row for row in rows if any(row) or len(rows) > 1)

    def nothing_seen(self, site: int) -> bool:
        """Whether a move that ends on the site is not seen."""
        levels = self.levels(site) or range(site * self.width, site * self.width + 1)
        both = [self.hidden("", at) or (self.hidden("what", at) and self.hidden("who", at)) for at in levels]
        return all(both)

    def pack(self, packed: dict[str, bytes]) -> None:
        for name, values in self.columns.items():
            field = f"{name}_{self.letter}"
            code = {8: "b", 16: "h", 32: "i", 64: "q"}[self.fields[field].bits]
            packed[field] = struct.pack(f"<{len(values)}{code}", *values)
        packed[f"empty_{self.letter}"] = self.free.to_bytes(len(packed[f"empty_{self.letter}"]), "little")


def sites_of(state: GameState, player: int) -> tuple[dict[str, bytes], list[Sites]]:
    game: Any = state.game
    fields, packed = game.data.fields, dict(game.engine.pack(state.raw))
    return packed, [Sites(x, fields, packed, player) for x in "cve" if f"what_{x}" in fields]


def owners_of(game: Any) -> list[int]:
    return [c.owner for c in game.equipment.components] if game.flags.piece_is_owner else []


def look(state: GameState, player: int) -> tuple[Any, ...]:
    """All that is not hidden from a player in a position: public fields, sites, and the last two moves where they are
    seen."""
    game: Any = state.game
    packed, kinds = sites_of(state, player)
    left_out = {*GENERATORS, *game.program.hash_lists}
    public = tuple(
        packed[name]
        for name, f in game.data.fields.items()
        if f.site is None and f.upkeep is None and name not in left_out and not REMEMBERED.match(name)
    )
    owners = owners_of(game)
    seen = tuple(tuple(sites.seen(site, owners) for site in range(sites.size)) for sites in kinds)
    unseen = [
        (-1, -1) if any(0 <= end < s.size and s.nothing_seen(end) for s in kinds) else (start, end)
        for start, end in state.last_sites(2)
    ]
    ends = [name for name in game.data.fields if name.startswith("last_")]
    last_to = int(state.game.engine.read(state.raw, "last_to")) if "last_to" in ends else -1  # type: ignore[attr-defined]
    known = not any(0 <= last_to < s.size and s.nothing_seen(last_to) for s in kinds)
    return public, seen, tuple(unseen), known and tuple(packed[name] for name in ends)


def otherwise(state: GameState, player: int, chance: random.Random) -> Iterator[GameState]:
    """Positions that the player cannot tell from this one, in each of which something that is hidden is otherwise."""
    before = look(state, player)
    for change in (_other_pieces, _other_places, _other_numbers):
        packed, kinds = sites_of(state, player)
        changed = [change(state.game, sites, player, chance) for sites in kinds]
        if not any(changed):
            continue
        for sites in kinds:
            sites.pack(packed)
        other = with_fields(state, packed)
        if look(other, player) == before:
            yield other


def with_fields(state: GameState, packed: dict[str, bytes]) -> GameState:
    """The position with other fields, reached by the same moves."""
    game: Any = state.game
    list_positions(game.data.fields, packed)
    other = GameState(game, game.engine.unpack(packed), state.began)
    other._at = Position(other.raw, state._at.past)  # type: ignore[arg-type]
    return other


def _other_pieces(game: Any, sites: Sites, player: int, chance: random.Random) -> bool:
    """Another piece in the place of each of which the kind, or all, is hidden; whose it is changes where that is
    hidden."""
    equipment, changed = game.equipment, False
    large = equipment.has_large
    dice = {what for hand in equipment.dice for what in hand.members}
    for site in range(sites.size):
        for at in sites.levels(site):
            what = sites.columns["what"][at]
            whole = sites.hidden("", at)
            if not what or what in dice or not (whole or sites.hidden("what", at)):
                continue
            owner = equipment.components[what].owner
            free = whole or sites.hidden("who", at)
            others = [
                c.index
                for c in equipment.components[1:]
                if c.index not in (what, *dice) and (free or c.owner == owner) and (not large or c.owner == owner)
            ]
            if not others:
                continue
            new = chance.choice(others)
            sites.columns["what"][at], changed = new, True
            if "who" in sites.columns and game.flags.piece_is_owner:
                sites.columns["who"][at] = new
            elif "who" in sites.columns and free:
                sites.columns["who"][at] = equipment.components[new].owner
            for part in ("state", "rotation", "value"):
                if part in sites.columns and chance.random() < 0.5:
                    sites.columns[part][at] = chance.randrange(4)
    return changed


def _other_places(game: Any, sites: Sites, player: int, chance: random.Random) -> bool:
    """What looks the same changes places, with all that is hidden of it: pieces, and empty sites."""
    containers = game.equipment.container_of if sites.letter == "c" else ()
    owners = owners_of(game)
    groups: dict[Any, list[int]] = {}
    for site in range(sites.size):
        container = containers[site] if site < len(containers) else 0
        groups.setdefault((container, sites.seen(site, owners)), []).append(site)
    changed = False
    for alike in groups.values():
        new = chance.sample(alike, len(alike))
        moved: dict[str, list[Any]] = {}
        for name, column in sites.columns.items():
            width = len(column) // sites.size
            moved[name] = [column[site * width : (site + 1) * width] for site in new]
        bits = [sites.free >> site & 1 for site in new]
        for name, rows in moved.items():
            width = len(sites.columns[name]) // sites.size
            for site, row in zip(alike, rows, strict=True):
                changed |= sites.columns[name][site * width : (site + 1) * width] != row
                sites.columns[name][site * width : (site + 1) * width] = row
        for site, bit in zip(alike, bits, strict=True):
            sites.free = sites.free & ~(1 << site) | bit << site
    return changed


def _other_numbers(game: Any, sites: Sites, player: int, chance: random.Random) -> bool:
    """Another count, state, rotation or value where these are hidden, or the piece is."""
    changed = False
    for site in range(sites.size):
        for at in sites.levels(site):
            if not sites.columns["what"][at]:
                continue
            for part in ("state", "rotation", "value", "count"):
                place = site if part == "count" else at
                if part in sites.columns and any(sites.hidden(kind, at) for kind in ("", "what", part)):
                    sites.columns[part][place] += 1 + chance.randrange(3)
                    changed = True
    return changed


def alike(state: GameState, player: int, most: int = 24) -> Iterator[tuple[GameState, GameState]]:
    """Pairs of positions after different moves of somebody else, the first `most` of them, that the player cannot tell
    from each other."""
    if state.over or state.mover == player or state.game.flags.simultaneous:  # type: ignore[attr-defined]
        return
    first: dict[Any, GameState] = {}
    for move in state.legal_moves()[:most]:
        after = state.copy()
        after.apply(move)
        other = first.setdefault(look(after, player), after)
        if other is not after:
            yield other, after


def random_positions(game: SingleGame, seed: int, plies: int, every: int = 1) -> Iterator[GameState]:
    """Some of the positions of a random game."""
    state, chance = game.start(seed=seed), random.Random(seed)
    for ply in range(plies):
        if ply % every == 0:
            yield state.copy()
        if state.over:
            return
        state.apply(state.random_move(chance))


def heads(state: GameState) -> list[tuple[int, ...]]:
    """Where the legal moves begin and end."""
    raws = [move.raw for move in state.legal_moves()]
    return sorted((m.mover, m.from_site, m.to_site, m.level_min, m.level_max) for m in raws)
