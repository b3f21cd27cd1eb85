"""Tracks: sites in a line or a loop, given by number or as a string of directions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludparse.ludemes import Track as TrackNode
from ludparse.ludemes.enums import AbsoluteDirection, RelationType, SiteType
from ludparse.problems.errors import LudLimitError, LudRuleError
from ludparse.problems.spans import Span

from ..board.directions import to_absolute
from ..board.topology import Topology
from ..program.limits import MAX_WIDTH, no_such_site
from .items import END, OFF
from .players import role_owner

__all__ = ["Track", "TrackElement", "build_track", "make_track", "track_sites"]


_DIGITS = 10


@dataclass(frozen=True, slots=True)
class TrackElement:
    """One place of a track: its site (or `END`), the places before and after it, and its bumps.

    `prev` and `next` are sites, `prev_index` and `next_index` positions in the track; `OFF` if there is none. `bump`:
    how often the site is repeated right after itself in the description.
    """

    site: int
    prev: int
    prev_index: int
    next: int
    next_index: int
    bump: int


@dataclass(frozen=True, slots=True)
class Track:
    """A track of the board. `owner`: 0 for all players. `index`: its position among the tracks of the board.

    `internal_loop`: whether a site occurs twice without a bump, so that a site does not determine the position.
    """

    index: int
    name: str
    owner: int
    loop: bool
    directed: bool
    elements: tuple[TrackElement, ...]
    internal_loop: bool

    @property
    def sites(self) -> tuple[int, ...]:
        """The sites in order, without repetitions from bumps."""
        return tuple(element.site for element in self.elements)

    @property
    def positions(self) -> dict[int, tuple[int, ...]]:
        """For each site of the track, all of its positions in order."""
        found: dict[int, tuple[int, ...]] = {}
        for i, element in enumerate(self.elements):
            found[element.site] = (*found.get(element.site, ()), i)
        return found

    def position(self, site: int) -> int:
        """The first position of a site on the track, `OFF` if it is not there."""
        return next((i for i, element in enumerate(self.elements) if element.site == site), OFF)


def build_track(node: TrackNode, index: int, topology: Topology) -> Track:
    """The track of a node on a board. It may name sites that do not exist, to which no piece can move.

    Raises LudRuleError for a string of directions that cannot be followed, and for a track of fewer than two places,
    LudLimitError for the number of a site that no game has.
    """
    if node.owner is not None:
        owner = node.owner
    else:
        owner = 0 if node.role is None else role_owner(node.role)
    if node.track is not None:
        sites: Sequence[int] = node.track
    else:
        assert node.track_direction is not None
        sites = track_sites(node.track_direction, topology, node.name, node.span)
    if max(sites, default=0) >= MAX_WIDTH:
        raise LudLimitError(no_such_site(max(sites)), node.span)
    return make_track(
        sites, node.name, owner, index=index, loop=bool(node.loop), directed=bool(node.directed), span=node.span
    )


def make_track(
    sites: Sequence[int],
    name: str,
    owner: int = 0,
    *,
    index: int = 0,
    loop: bool,
    directed: bool,
    span: Span | None = None,
) -> Track:
    """A track from its sites. A site that is repeated right after itself is a bump."""
    places: list[int] = []
    bumps: list[int] = []
    repeats = 0
    for i, site in enumerate(sites):
        if i + 1 < len(sites) and sites[i + 1] == site:
            repeats += 1
        else:
            places.append(site)
            bumps.append(repeats)
            repeats = 0
    last = len(places) - 1
    if last < 1:
        raise LudRuleError(f"the track {name!r} needs at least two different places", span)
    elements = []
    for i, (site, bump) in enumerate(zip(places, bumps, strict=True)):
        before = i - 1 if i else (last if loop else OFF)
        # On a directed track there is no way back, except from the last place.
        if directed and 0 < i < last:
            before = OFF
        after = i + 1 if i < last else (0 if loop else OFF)
        elements.append(
            TrackElement(
                site,
                places[before] if before != OFF else OFF,
                before,
                places[after] if after != OFF else OFF,
                after,
                bump,
            )
        )
    internal_loop = not any(bumps) and len(set(places)) < len(places)
    return Track(index, name, owner, loop, directed, tuple(elements), internal_loop)


def track_sites(
    text: str, topology: Topology, name: str, span: Span | None = None, *, cut: list[str] | None = None
) -> list[int]:
    """The sites of a track given as `site,step,step,…`.

    A step is a site's number, `End`, or a direction: `E` goes on to the edge of the board, `E2` two sites, or as far as
    the board goes. A direction without a neighbour has no effect, and the track continues from the same site: tracks of
    known games have such steps. Sites of hands can be entered, but no direction leads on from them. cut: gets the steps
    that are longer than the board. Raises LudRuleError for an unknown step, LudLimitError for a number beyond 32 bits.
    """
    site_type = topology.default_site
    if site_type is SiteType.Edge:
        raise LudRuleError(f"the track {name!r} has directions, which need a board on cells or vertices", span)
    steps = text.rstrip(",").split(",")
    if not steps[0].isdecimal():
        raise LudRuleError(f"the track {name!r} begins with {steps[0]!r}, which is not the number of a site", span)
    supported = {d.name: d for d in topology.supported_directions(site_type, None, RelationType.All)}
    size = topology.size(site_type)
    sites: list[int] = []
    current = OFF
    for step in steps:
        if sum(map(str.isdecimal, step)) > _DIGITS:
            raise LudLimitError(f"a step of the track {name!r} has a number of more than {_DIGITS} digits", span)
        if step.isdecimal():
            site = int(step)
            sites.append(site)
            current = site if site < size else OFF
            continue
        if step == "End":
            sites.append(END)
            continue
        letters = step.rstrip("0123456789")
        direction: AbsoluteDirection | None = supported.get(letters)
        if direction is None:
            raise LudRuleError(
                f"the step {step!r} of the track {name!r} is no direction of this board",
                span,
                expected=tuple(supported),
            )
        if current == OFF:
            raise LudRuleError(f"the step {step!r} of the track {name!r} does not begin on the board", span)
        length = int(step[len(letters) :]) if letters != step else size
        for radial in topology.radials(site_type, current, to_absolute(direction)):
            found = radial.sites[1 : length + 1]
            if cut is not None and letters != step and len(found) < length:
                cut.append(step)
            sites += found
            current = found[-1] if found else current
    return sites
