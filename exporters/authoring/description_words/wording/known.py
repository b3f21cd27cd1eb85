"""What is known of a game while it is put into words: its sites, players, pieces, and what is being told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.board.topology import Topology
from ludparse.ludemes.enums import RoleType, SiteType

from ..tree.terms import Term
from .kept import Kept
from .vocabulary import ROLES

__all__ = ["Known"]


class Known(ABC):
    """What the words of a game depend on. `sites` is what its sites are called: cells, points or edges.

    you: whether the mover is called "you", and of two players the next one "the opponent".
    """

    def __init__(self, sites: str = "cells", *, you: bool = False, players: int = 0) -> None:
        self.sites = sites
        self.site = sites[:-1]
        self.you = you
        self.players = players
        self.roles = dict(ROLES)
        if you:
            self.roles[RoleType.Mover] = "you"
            self.roles[RoleType.TeamMover] = "your team"
            if players == 2:
                self.roles |= dict.fromkeys((RoleType.Next, RoleType.Enemy, RoleType.NonMover), "the opponent")
        self.facing: str = ""
        """What is said beside directions that depend on the player."""
        self.any_way = "in any direction"
        """How steps to all neighbours are called."""
        self.lines = ""
        """The lines of the board along which these steps go, where they can be told."""
        self.grid = False
        """Whether lines run along all rows and columns of a board that has a site at each of their crossings."""
        self.at_each_site = False
        """Whether "that cell" is one of those at which moves are told."""
        self.that_number = "that number"
        """What the numbers are called over which loops go."""
        self.one_way = False
        """Whether one step at most leads from a site in each direction of the compass."""
        self.compass: frozenset[frozenset[str]] = frozenset()
        """The directions that a board has, of neighbours of each kind."""
        self.board: Topology | None = None
        """The board, where sites are told by where they lie."""
        self.known_sites: Callable[[Any], Sequence[int] | None] = lambda region: None
        """The sites of a region that is the same in every position."""
        self.each_line = "region"
        """What the values of a puzzle are compared in: each row, each column, or each region."""
        self.dice: Sequence[int] = ()
        """The places of dice, by their numbers."""
        self.told_sets: set[str] = set()
        """The sets of sites, such as the outer ones, that have been told by their names."""
        self.tells_colours = False
        """Whether sites have been told by their colour."""
        self.told_of_board: tuple[frozenset[str], bool] = frozenset(), False
        """What the sentences about the board have explained of these."""
        self.hands: Mapping[int, str] = {}
        """What the places in hands are called, by their numbers."""
        self.sizes: Mapping[str, int] = {}
        """How many sites the board, hands and dice have, by their names."""
        self.alone = False
        """Whether one player plays alone, and all pieces are that player's."""
        self.numbered_hands = False
        """Whether the container with a player's number is that player's hand."""
        self.uses_hands = True
        """Whether pieces are ever in hands."""
        self.upright = True
        """Whether the sites of a row are side by side, one row above the other."""
        self.only_region = ""
        """The name of the region of each player, where each has one and all have the same name."""
        self.region_names: Sequence[str] = ()
        """The names of the regions that players have."""
        self.sides_are_regions = False
        """Whether the regions without a name are sides of the board."""
        self.longest = 1000
        """No line of the board has more sites."""
        self.tells_beside = False
        """Whether sites have been told as those beside another one, in all directions."""
        self.counts_sites = False
        """Whether something has been told by the numbers of sites."""
        self.may_pass = False
        """Whether to pass is a move that may be chosen."""
        self.bare: frozenset[int] = frozenset()
        """The moves (by `id`) that no removal follows, where one may follow what could be chosen in their place."""
        self.passes_draw = False
        """Whether the game is a draw when all players have passed in succession, by no rule of its own."""
        self.passes_count = False
        """Whether the rules ask who has passed."""
        self.doubles_count_twice = False
        """Whether each of two equal dice is used twice, wherever dice are used."""
        self.one_kind = False
        """Whether each player has one kind of piece and there is no other."""
        self.decided_by: Mapping[str, tuple[Any, L.Result]] = {}
        """To whom events happen, by their names, and what they decide."""
        self.no_neutral = False
        """Whether two players own all the pieces, so that what is not a player's own is an enemy's."""
        self.colours: Mapping[int, str] = {}
        """A site of each colour of the board."""
        self.phases: Mapping[str, int] = {}
        """The number of the colour of each site, by the names of the sites."""
        self.labels: Sequence[str] = ()
        """The names of the sites of the board, by their numbers."""
        self.places: Mapping[str, tuple[int, int]] = {}
        """Column and row of each site of a board whose sites lie in rows, by their names."""
        self.rows_of_holes: Sequence[Sequence[int]] = ()
        """The rows of holes of a mancala board, from the bottom, without the larger ones beside them."""
        self.stacks = False
        """Whether pieces stand on each other, so that what is removed is the one on top."""
        self.counts_pieces = False
        """Whether a site holds a number of pieces of one kind."""
        self.begun: Mapping[str, str] = {}
        """The pieces that have a state until they move, by the sites on which they begin."""
        self.passes_by: frozenset[str] = frozenset()
        """The kinds of pieces that cross a site by two steps, where nothing else makes a site pending."""
        self.map_sites: Mapping[str, Mapping[int, str]] = {}
        """The sites that maps give the players, by the names of the maps."""
        self.player_maps: Mapping[str, Mapping[int, int]] = {}
        """The players that maps name for others, by the names of the maps."""
        self.maps_told: set[str] = set()
        """The maps of which such a site has been told."""
        self.must_hop_on = False
        """Whether a piece that has captured by a hop has to go on as long as it can."""
        self.since = ""
        """Since what the count of moves counts, where all that restarts it is of one kind."""
        self.kept = Kept()
        """What the game remembers."""
        self.site_type: SiteType | None = None
        """The type of sites that is meant where none is named."""
        self.bases: Mapping[str, str] = {}
        """What pieces are called, by their names without the number of a player."""
        self.only_map = "Map"
        """The map in which a number is looked for where no name is given."""
        self.tracks: Mapping[str, tuple[str, bool | RoleType]] = {}
        """What tracks are called, by the names of the rules, empty where there is one; whether they have an owner, or
        whose they are as a player calls them."""
        self.track_owners: Mapping[str, int] = {}
        """The owners of the tracks whose name is in that of no other one, and of which they have one of its kind."""
        self.pieces: Mapping[str, tuple[str, int | RoleType]] = {}
        """What pieces are called and whose they are, by the names of the rules."""
        self.sites_pending = True
        """Whether sites are ever pending, and not only the next move."""
        self.tells_named = False
        """Whether marks have been told by the names that their author gives them."""
        self.tells_marks = False
        """Whether the states of pieces have been told, as marks."""
        self.states_are_sides = False
        """Whether the state of a neutral piece says whose it is."""
        self.before: Any = None
        """The move of which is being told what follows."""
        self.moved = ""
        """What the last move has moved or placed, or the site that it has chosen, where that is the same for all."""
        self.to = ""
        """How the site that a move goes to is called, where it has another name."""
        self.falls = ""
        """What terms call the site `to` where it is the last hole of a sowing."""
        self.from_ = ""
        """How the site that a move comes from is called, where it has another name."""
        self.just_moved = ""
        """What the piece of the last move is called, where it is not told what follows from one."""
        self.between = ""
        """How the site of a captured piece is called, where it has another name."""
        self.stack: Any = None
        """The site over whose pieces a loop goes, one after the other; None outside of one."""
        self.union = "and"
        """The word between regions of which all sites are meant; "or" where one of them is."""
        self.choosing = False
        """Whether moves are told of which one is chosen; otherwise effects, all of which happen."""
        self.chosen: set[Term] = set()
        """The moves with a name of which one is chosen."""
        self.untold: set[str] = set()
        """The keywords that were told by their arguments, since the table has no entry for them."""
        self.by_name: Counter[str] = Counter()
        """The arguments that no phrase told, so that they were told by their names: `ahead type`."""
        self._known: dict[tuple[Any, ...], str] = {}
        """What has been told, by the node and all that its words depend on."""
        self.terms: list[Term] = []
        """What has a name, which is told instead of it and explained at the end."""
        self._hidden: set[Term] = set()
        """Terms that are told in full."""

    def to_tell_of_board(self) -> tuple[frozenset[str], bool]:
        """What has been told by names that the board has to explain."""
        return frozenset(self.told_sets), self.tells_colours

    def forget(self) -> None:
        """Tells everything anew, as after a change of what this class holds."""
        self._known.clear()

    @property
    def a_site(self) -> str:
        """A site of the board: `a cell`, `an edge`."""
        return f"{'an' if self.site[0] in 'aeio' else 'a'} {self.site}"

    @abstractmethod
    def number(self, node: Any) -> int | None:
        """What a number is in every position; None where it may differ."""

    @abstractmethod
    def of(self, value: Any) -> str:
        """The words of an argument."""

    @abstractmethod
    def operand(self, number: Any) -> str:
        """A number within something else, as a group where its words could be taken apart."""
