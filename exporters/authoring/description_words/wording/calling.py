"""What players, pieces, regions and tracks are called."""

from __future__ import annotations

import re
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.enums import RoleType

from ..tree.folding import That
from ..tree.terms import Given
from .listing import Listing
from .vocabulary import LOWEST, SINGULAR, joined, readable, spaced

__all__ = ["Calling"]


class Calling(Listing):
    """Tells players, pieces, regions and tracks by what they are called."""

    def given(self, given: Given) -> str:
        """What is given to a term, as a part of a sentence."""
        if given.kind in ("site", "sites") and given.text.startswith("the "):
            return f"the given {self.site if given.kind == 'site' else self.sites}"
        if given.kind == "condition":
            return f"{given} holds"
        return f"in {given}" if given.kind == "direction" else given.text

    def role(self, role: RoleType) -> str:
        """A role in the words of a rule."""
        if isinstance(role, Given):
            return role.text
        if role in self.roles:
            return self.roles[role]
        return re.sub(r"^(P|Team)(\d+)$", lambda m: f"{'player' if m[1] == 'P' else 'team'} {m[2]}", role.name)

    def who(self, value: Any) -> str:
        """A player, who may be given by a number."""
        value = getattr(value, "index", value) if isinstance(value, L.Player) else value
        if self.you and self.players == 1 and (value is RoleType.P1 or (type(value) is int and value == 1)):
            return self.roles[RoleType.Mover]
        if isinstance(value, int) and not isinstance(value, bool):
            return f"player {value}" if value > 0 else "nobody"
        return self.of(value)

    def whose(self, value: Any) -> str:
        """What stands before something that a player has: `your`, `the opponent's`."""
        text = self.who(value)
        if text == "nobody":
            return "neutral"
        if value is RoleType.Shared:
            return "the common"
        return "your" if text == "you" else f"{text}'" if text.endswith("s") else f"{text}'s"

    def does(self, value: Any, verb: str) -> str:
        """A player with a verb, which is given as it stands beside one other person."""
        text = self.who(value)
        many = text == "you" or text.startswith(("all ", "the opponents", "the other players"))
        return f"{text} {SINGULAR.get(verb, verb) if many else verb}"

    def named(self, name: str) -> str:
        """A name that is written in the rules, as a person writes it."""
        if name in self.pieces:
            return self.pieces[name][0]
        return self.bases.get(name) or readable(name)

    def piece_named(self, name: str) -> str:
        """A piece by a name of the rules, such as `Pawn1`: `player 1's Pawn`."""
        if isinstance(name, Given):
            return "given piece"
        if name not in self.pieces:
            return self.named(name)
        base, owner = self.pieces[name]
        if isinstance(owner, RoleType):
            return f"{self.whose(owner)} {base}"
        return f"neutral {base}" if owner == 0 else base if owner < 0 else f"{self.whose(owner)} {base}"

    def from_both_sides(self) -> dict[str, dict[int, str]]:
        """Names for the pieces and tracks of two players, as each of them calls them: `your Man`. Makes these known."""
        seen: dict[str, dict[int, str]] = {}
        pieces = dict(self.pieces)
        for name, (base, owner) in self.pieces.items():
            if owner in (1, 2):
                seen[name] = {owner: f"your {base}", 3 - owner: f"the opponent's {base}"}
                pieces[seen[name][owner]] = base, RoleType.Mover
                pieces[seen[name][3 - owner]] = base, RoleType.Next
        self.pieces = pieces
        tracks = dict(self.tracks)
        for name, owner in self.track_owners.items():
            base = re.sub(r"\d+$", "", name)
            seen[name] = {owner: f"your {base}", 3 - owner: f"the opponent's {base}"}
            for player, role in ((owner, RoleType.Mover), (3 - owner, RoleType.Next)):
                tracks[seen[name][player]] = self.tracks[name][0], role
        self.tracks = tracks
        return seen

    def standing(self, site: Any) -> str:
        """The piece that is looked for, where a site is the one on which a piece stands; otherwise the site."""
        text, start = self.of(site), f"the {self.site} of "
        return text.removeprefix(start) if isinstance(site, L.WhereSite) else text

    def level(self, number: Any) -> str:
        """The piece at a level of a stack, before the site: `the lowest piece on`."""
        if type(number) is int and number < len(LOWEST):
            return f"the {LOWEST[number]} piece on"
        return f"the piece at level {self.operand(number)}, counted from 0, on"

    def on(self, node: Any) -> str:
        """The word before the site or region on which pieces are: they lie in holes and regions."""
        region = getattr(node, "in_", None)
        board = isinstance(region, L.SitesSimple) and region.kind is L.SitesSimpleType.Board
        return "in" if not board and (self.site == "hole" or isinstance(region, L.SitesEquipmentRegion)) else "on"

    def region(self, name: Any) -> str:
        """What a region of the equipment is called, by its name in the rules."""
        if isinstance(name, Given):
            return name.text.removeprefix("the ")
        name = name or self.only_region
        if not name and self.region_names and not self.sides_are_regions:  # all that a player has
            return f"{joined([spaced(one) for one in self.region_names], self.union)} region"
        if not name:
            return "sides" if self.sides_are_regions else "region"
        text = spaced(name)
        return text if text.endswith(("region", "sites", "side")) else f"{text} region"

    def marked(self, name: str | None) -> str:
        """What a site is called that a map gives a player."""
        if (not name or name == "Map") and len(self.map_sites) == 1 and "Map" not in self.map_sites:
            (name,) = self.map_sites  # what has no name is looked for in the only map
        if name and name != "Map":
            return f"“{readable(name)}” {self.site}"
        named = self.kept.map_names.get("Map")
        return spaced(named) if named else "store" if self.site == "hole" else f"marked {self.site}"

    @property
    def own_tracks(self) -> bool:
        """Whether all tracks are those of a player."""
        return bool(self.tracks) and all(own for _, own in self.tracks.values())

    def track(self, name: Any, whose: str = "") -> str:
        """A track by its name in the rules: `the track`, `your track`, `the clockwise track`, `player 2's track`."""
        if isinstance(name, Given | That):
            return str(name.text if isinstance(name, Given) else name.value)
        base, mine = self.tracks.get(name or "", (None, False)) if name else ("", self.own_tracks)
        if base is None:
            named = (track for key, track in self.tracks.items() if str(name) in key)
            base, mine = next(named, (spaced(name), False))
        owner = mine if isinstance(mine, RoleType) else self.track_owners.get(name or "", 0)
        whose = whose or (self.whose(owner) if owner else "your" if mine and self.you else "the")
        return f"{whose} {base} track" if base else f"{whose} track"
