"""What is done before the first move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes.base import Ludeme, either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *

if TYPE_CHECKING:
    from ludparse.ludemes.util import Count


@ludeme("deal")
class StartDeal(StartRule):
    """Cards or dominoes are dealt to the players."""

    type: DealableType
    count: int | None = None


@ludeme(
    "place Random",
    forms=(
        "pieces [count:=tuple[Int, ...]] [state:] [value:] where [type]",
        "items where [type]",
        "[region] item [count:=Int] [state:] [value:] [type] [shuffled]",
    ),
)
class PlaceRandom(StartRule):
    """Pieces are placed by chance. `shuffled`: the kinds of pieces are drawn as well, half of them."""

    pieces: tuple[str, ...] | None = None
    count: tuple[Int, ...] | Int | None = None
    state: Int | None = None
    value: Int | None = None
    where: Int | None = None
    type: SiteType | None = None
    items: tuple[Count, ...] | None = None
    region: RegionFunction | None = None
    item: tuple[str, ...] | None = None
    shuffled: bool | None = None


@ludeme(
    "place",
    forms=(
        "item [container] [type] [loc] [coord:] [count:] [state:] [rotation:] [value:]",
        "item [type] [locs] [region] [coords] [counts:] [state:] [rotation:] [value:]",
    ),
)
class PlaceItem(StartRule):
    """Pieces of a kind are placed."""

    item: str
    container: str | None = None
    type: SiteType | None = None
    loc: Int | None = None
    coord: str | None = None
    count: Int | None = None
    state: Int | None = None
    rotation: Int | None = None
    value: Int | None = None
    locs: tuple[Int, ...] | None = None
    region: RegionFunction | None = None
    coords: tuple[str, ...] | None = None
    counts: tuple[Int, ...] | None = None


@ludeme("place Stack")
class PlaceStack(StartRule):
    """A stack is placed."""

    item: str | None = either(1)
    items: tuple[str, ...] | None = named(group=1)
    container: str | None = None
    type: SiteType | None = None
    loc: Int | None = either(2, default=None)
    locs: tuple[Int, ...] | None = either(2, default=None)
    region: RegionFunction | None = either(2, default=None)
    coord: str | None = named(default=None, group=2)
    coords: tuple[str, ...] | None = either(2, default=None)
    count: Int | None = named(default=None, group=3)
    counts: tuple[Int, ...] | None = named(default=None, group=3)
    state: Int | None = named(default=None)
    rotation: Int | None = named(default=None)
    value: Int | None = named(default=None)


@ludeme("split")
class Split(StartRule):
    """The deck is dealt out whole."""

    type: SplitType


@ludeme("start")
class Start(Ludeme):
    """What is done before the first move."""

    rules: tuple[StartRule, ...] | None = either(1)
    rule: StartRule | None = either(1)


@ludeme("forEach")
class StartForEachPlayers(StartRule):
    """A rule of the start for each player of a list."""

    players: IntArrayFunction
    starting_rule: StartRule


@ludeme("forEach Team")
class StartForEachTeam(StartRule):
    """A rule of the start for each team."""

    starting_rule: StartRule


@ludeme("forEach Site")
class StartForEachSite(StartRule):
    """A rule of the start for each site of a region."""

    region_fn: RegionFunction
    if_: Bool | None = named(default=None)
    starting_rule: StartRule


@ludeme("forEach Value")
class StartForEachValue(StartRule):
    """A rule of the start for each number of a range."""

    min: Int = named()
    max: Int = named()
    starting_rule: StartRule


@ludeme("forEach Player")
class StartForEachPlayer(StartRule):
    """A rule of the start for each player."""

    starting_rule: StartRule


@ludeme("set")
class SetStartPlayer(StartRule):
    """The amount or the score of players at the start."""

    kind: SetStartPlayerType
    role: RoleType | None = None
    value: Int


@ludeme("set")
class SetStartSites(StartRule):
    """The count, cost or phase of sites at the start."""

    kind: SetStartSitesType
    value: Int
    type: SiteType | None = None
    at: Int | None = named(group=1)
    to: RegionFunction | None = named(group=1)


@ludeme("set Team")
class SetStartPlayers(StartRule):
    """Players who form a team."""

    index: Int
    roles: tuple[RoleType, ...]


@ludeme("set RememberValue")
class SetRememberValue(StartRule):
    """Numbers or sites that are remembered from the start."""

    name: str | None = None
    value: Int | None = either(1)
    region_value: RegionFunction | None = either(1)
    unique: Bool | None = named(default=None)


@ludeme("set Hidden")
class SetStartHidden(StartRule):
    """What is hidden from players at the start."""

    data_type: HiddenData | None = either(1, default=None)
    data_types: tuple[HiddenData, ...] | None = either(1, default=None)
    type: SiteType | None = None
    at: Int | None = named(group=2)
    region: RegionFunction | None = either(2)
    level: Int | None = named(default=None)
    value: Bool | None = None
    to: RoleType = named()


@ludeme("set", forms=("role [type] [loc] [coord:]", "role [type] [locs] [region] [coords]"))
class StartSetSite(StartRule):
    """Sites that belong to a player at the start."""

    role: RoleType
    type: SiteType | None = None
    loc: Int | None = None
    coord: str | None = None
    locs: tuple[Int, ...] | None = None
    region: RegionFunction | None = None
    coords: tuple[str, ...] | None = None
