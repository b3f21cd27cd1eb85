"""The sites of a board as the statistics count them: which kinds of sites a game uses, what stands on them,
distances."""

from __future__ import annotations

from typing import Any

from ludparse.interpreter.equipment.constants import constant_int
from ludparse.interpreter.equipment.features import LETTER, SITE_TYPES
from ludparse.interpreter.equipment.site_limits import max_count
from ludparse.ludemes.enums import SiteType
from ludparse.problems.errors import LudError

__all__ = ["BoardSites"]


class BoardSites:
    """The sites of a game's board. Kinds of sites are letters: c for cells, v for vertices, e for edges."""

    def __init__(self, game: Any) -> None:
        self.game = game
        equipment, flags = game.equipment, game.flags
        topology = equipment.board
        self.topology = topology
        self.sizes = {letter: topology.size(site) for site, letter in LETTER.items()}
        self.default = LETTER[equipment.default_site]
        self.used = [letter for site, letter in LETTER.items() if site.name in game.concepts]
        self.stacking = flags.stacking
        self._distances: dict[SiteType, list[list[int]]] = {}

    def look(self, state: Any) -> tuple[float, dict[str, set[int]]]:
        """How many pieces stand on the board, and the sites of each kind that are not empty."""
        engine, raw, fields = self.game.engine, state.raw, self.game.data.fields
        pieces = 0
        covered: dict[str, set[int]] = {}
        for letter, size in self.sizes.items():
            what_field = f"what_{letter}"
            if what_field not in fields:
                covered[letter] = set()
                continue
            what = engine.read(raw, what_field)
            stride = len(what) // fields[what_field].size
            if f"height_{letter}" in fields:
                heights = engine.read(raw, f"height_{letter}")[:size]
                pieces += sum(heights)
                tops = [what[site * stride + height - 1] if height else 0 for site, height in enumerate(heights)]
                covered[letter] = {site for site, top in enumerate(tops) if top}
                continue
            covered[letter] = {site for site in range(size) if what[site]}
            if f"count_{letter}" in fields:
                pieces += sum(engine.read(raw, f"count_{letter}")[:size])
            else:
                pieces += len(covered[letter])
        return float(pieces), covered

    def distance(self, site_type: int, start: int, end: int) -> int | None:
        """Steps between two sites of the board; None where one is not on it. 0 where there is no way."""
        if not 0 <= site_type < len(SITE_TYPES):
            return None
        kind = SITE_TYPES[site_type]
        size = self.sizes[LETTER[kind]]
        if not (0 <= start < size and 0 <= end < size):
            return None
        table = self._distances.get(kind)
        if table is None:
            table = self._distances[kind] = self.topology.distances(kind, self.game.flags.distances)
        return table[start][end]

    def number(self, node: Any) -> int:
        """What a number of the start rules is, as far as the description alone tells; else 1."""
        try:
            return constant_int(node, lambda part: None)
        except LudError:
            return 1

    def max_count(self) -> int:
        """For how many pieces a site has room."""
        game = self.game
        state = game.start(seed=0)
        letters = [letter for letter in self.sizes if f"count_{letter}" in game.data.fields]
        counts = [count for letter in letters for count in game.engine.read(state.raw, f"count_{letter}")]

        def size(region: Any) -> int:
            # how many sites a start rule gives a count: those that have it when the game starts
            rules = game.description.game.rules.start
            for rule in rules.rules or (rules.rule,):
                if getattr(rule, "to", None) is region:
                    return counts.count(self.number(rule.value))
            raise AssertionError("a region of no start rule")

        return max_count(game.description.game, game.flags, self.number, size)
