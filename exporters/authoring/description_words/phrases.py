"""How ludemes are put into words: a table with a template or a function for each class.

A template is English with arguments in it:

    {field}      the words of an argument; `{a/b}` those of the one that is given, `{to.if_}` of an argument's argument
    {field's}    whose something is: "your", "player 1's"
    [ … ]        stands only where all arguments in it are given (and not false)

Conditions become clauses ("the board is full"), numbers and regions become nouns ("the number of stones", "the empty
sites"), moves become infinitives ("step to an empty site"). What has no entry is told by its keyword and arguments.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, keyword_of, walk, word_of
from ludparse.ludemes.enums import (
    RoleType,
    SiteType,
)
from ludparse.ludemes.kinds import BooleanFunction, Moves, RegionFunction

from .arguments import Reading, left_over, raw, whole
from .folding import That, Way, Who
from .kept import Kept
from .terms import Given, Term, candidates, match
from .vocabulary import (
    ARITHMETIC,
    CLOSE,
    DIRECTIONS,
    FIELD,
    FLAGS,
    LOWEST,
    NAMED,
    NAMES,
    NO_RULES,
    OPEN,
    OPTIONAL,
    PARTS,
    PLACES,
    ROLES,
    SINGULAR,
    TABLE,
    USUALLY_LAST,
    VERBS,
    WORDS,
    grouped,
    is_site,
    joined,
    plural_site,
    readable,
    spaced,
)

__all__ = ["Words"]




class Words:
    """Tells the ludemes of one game. `sites` is what its sites are called: cells, points or edges.

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
        self.compass: frozenset[frozenset[str]] = frozenset()
        """The directions that a board has, of neighbours of each kind."""
        self.known_sites: Callable[[Any], Sequence[int] | None] = lambda region: None
        """The sites of a region that is the same in every position."""
        self.hands: Mapping[int, str] = {}
        """What the places in hands are called, by their numbers."""
        self.uses_hands = True
        """Whether pieces are ever in hands."""
        self.upright = True
        """Whether the sites of a row are side by side, one row above the other."""
        self.sides_are_regions = False
        """Whether the regions without a name are sides of the board."""
        self.longest = 1000
        """No line of the board has more sites."""
        self.counts_sites = False
        """Whether something has been told by the numbers of sites."""
        self.may_pass = False
        """Whether to pass is a move that may be chosen."""
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
        self.labels: Sequence[str] = ()
        """The names of the sites of the board, by their numbers."""
        self.places: Mapping[str, tuple[int, int]] = {}
        """Column and row of each site of a board whose sites lie in rows, by their names."""
        self.stacks = False
        """Whether pieces stand on each other, so that what is removed is the one on top."""
        self.begun: Mapping[str, str] = {}
        """The pieces that have a state until they move, by the sites on which they begin."""
        self.passes_by: frozenset[str] = frozenset()
        """The kinds of pieces that cross a site by two steps, where nothing else makes a site pending."""
        self.map_sites: Mapping[str, Mapping[int, str]] = {}
        """The sites that maps give the players, by the names of the maps."""
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
        self.tracks: Mapping[str, tuple[str, bool]] = {}
        """What tracks are called, by the names of the rules, empty where there is one; whether they have an owner."""
        self.pieces: Mapping[str, tuple[str, int | RoleType]] = {}
        """What pieces are called and whose they are, by the names of the rules."""
        self.states_are_sides = False
        """Whether the state of a neutral piece says whose it is."""
        self.before: Any = None
        """The move of which is being told what follows."""
        self.moved = ""
        """What the last move has moved or placed, or the site that it has chosen, where that is the same for all."""
        self.to = ""
        """How the site that a move goes to is called, where it has another name."""
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
        self._known: dict[tuple[Ludeme, bool, Any, str, str, str], str] = {}
        """What has been told, by the node and all that its words depend on."""
        self.terms: list[Term] = []
        """What has a name, which is told instead of it and explained at the end."""
        self._hidden: set[Term] = set()
        """Terms that are told in full."""

    SHORT = 9
    """Fewer words are no term."""

    MOVE = 15
    """Moves of fewer words are no term."""

    LONG = 25
    """So many words are worth a name that their author has not given."""

    WORTH = 10
    """So many words have to be saved by a term."""

    def name_what_comes_again(self, roots: Iterable[Ludeme]) -> None:
        """Makes terms of the defines that are used several times, and of what is written several times, where that is
        shorter."""
        for term in candidates(roots, spaced):
            if term.name in {other.name for other in self.terms if other.name} or self._named(term.body) is not None:
                continue
            self.choosing = isinstance(term.body, Moves)
            length = len(self.of(term.body).split())
            self.choosing = False
            turn = isinstance(term.body, L.MovesIf) and isinstance(term.body.list, L.MoveAgain) and isinstance(
                term.body.cond, L.Can)  # fmt: skip
            least = self.LONG if not term.name else self.MOVE if isinstance(term.body, Moves) else self.SHORT
            if turn or length < least:
                continue
            if (term.uses - 1) * length - term.uses * (3 + 3 * len(term.givens)) > self.WORTH + 8 * len(term.givens):
                self.terms.append(term)
                self._known.clear()
        self.name_terms()
        self.by_name.clear()

    def name_terms(self) -> None:
        """Gives the terms names that have none of their author's."""
        for term in self.terms:
            term.name = "" if term.coined else term.name
        for term in self.terms:
            if not term.name:
                term.coined = True
                term.name = self._coined(term, {other.name for other in self.terms})

    def _coined(self, term: Term, taken: set[str]) -> str:
        """A name for what its author has not named: by what happens in it, or what is asked, or what it stands in."""
        body = term.body
        verbs = [VERBS[type(node)] for node in walk(body) if type(node) in VERBS]
        kind = "effect" if isinstance(body, Moves) else "condition"
        names = list(dict.fromkeys(verbs)) or [f"{term.within} {kind}".strip()]
        name = " and ".join(names[:2]) if isinstance(body, Moves) else names[0]
        made = (f"{number}{name}" for number in ("", "second ", "third ", "fourth ", "fifth ", "sixth ", "seventh "))
        return next((one for one in made if one not in taken), f"{kind} {len(taken)}")

    def forget(self) -> None:
        """Tells everything anew, as after a change of what this class holds."""
        self._known.clear()

    def is_term(self, node: Ludeme) -> bool:
        """Whether a node has a name."""
        return self._named(raw(node)) is not None

    def is_plain_term(self, node: Ludeme) -> bool:
        """Whether a node has a name to which its use gives nothing."""
        named = self._named(raw(node))
        return named is not None and not named[0].givens

    def in_full(self, term: Term, tell: Callable[[Ludeme], str]) -> str:
        """What a term stands for; other terms in it are used."""
        self._hidden.add(term)
        self._known.clear()
        try:
            return tell(term.body)
        finally:
            self._hidden.discard(term)
            self._known.clear()

    def _named(self, node: Any) -> tuple[Term, tuple[Any, ...]] | None:
        """The term that a node is a use of, and what it gives."""
        for term in self.terms:
            if type(term.body) is type(node) and term not in self._hidden:
                given = match(term.body, node, term)
                if given is not None:
                    return term, given
        return None

    def sites_of(self, numbers: Sequence[Any]) -> str:
        """Sites that are given by their numbers, by their names where the board has any."""
        shown = []
        for number in numbers:
            known = isinstance(number, int) and 0 <= number < len(self.labels) and bool(self.labels[number])
            hand = self.hands.get(number, "") if isinstance(number, int) else ""
            shown.append(self.labels[number] if known else hand or self.of(number))
        return self.listed(shown)

    def listed(self, names: Sequence[str]) -> str:
        """Sites by their names: rows, columns and rectangles of them by their ends."""
        names = list(dict.fromkeys(names))
        if not all(name in self.places for name in names) or len(names) < 3:
            return joined(names)
        at = {self.places[name]: name for name in names}
        columns, rows = sorted({c for c, _ in at}), sorted({r for _, r in at})
        full = len(at) == len(columns) * len(rows) and _steady(columns) and _steady(rows)
        if full and len(columns) > 1 and len(rows) > 1:
            first, last = at[columns[0], rows[0]], at[columns[-1], rows[-1]]
            return f"the rectangle from {first} to {last}"
        return joined([name for run in self._runs(at) for name in run])

    def constant(self, region: Any, most: int = 24) -> str:
        """A region that is the same in every position, by the names of its sites: `rows 1 to 3`; empty for others.

        most: of more sites, those that are no rows are not named.
        """
        sites = self.known_sites(region)
        if not sites or not self.places or any(self.labels[site] not in self.places for site in sites):
            return ""
        at = [self.places[self.labels[site]] for site in sites]
        rows, columns = sorted({row for _, row in at}), {column for column, _ in self.places.values()}
        full = len(at) == len(rows) * len(columns) and len(self.places) == len(columns) * len(
            {row for _, row in self.places.values()})  # fmt: skip
        if full and _steady(rows) and self.upright:
            whole(region)
            first, last = rows[0] + 1, rows[-1] + 1
            return f"row {first}" if first == last else f"rows {first} to {last}"
        if len(sites) > most or len(rows) == 1 or isinstance(raw(region), L.SitesSimple):
            return ""
        whole(region)
        return self.sites_of(sites)

    def _runs(self, at: Mapping[tuple[int, int], str]) -> Iterator[list[str]]:
        """Neighbours in a row or column by the first and the last, where there are at least three."""
        left = dict(at)
        while left:
            column, row = next(iter(left))
            runs = []
            for dc, dr in ((1, 0), (0, 1)):
                back, on = (column, row), [(column, row)]
                while (back[0] - dc, back[1] - dr) in left:
                    back = back[0] - dc, back[1] - dr
                    on.insert(0, back)
                while (on[-1][0] + dc, on[-1][1] + dr) in left:
                    on.append((on[-1][0] + dc, on[-1][1] + dr))
                runs.append(on)
            run = max(runs, key=len)
            if len(run) < 3:
                yield [left.pop((column, row))]
                continue
            yield [f"{left[run[0]]} to {left[run[-1]]}"]
            for place in run:
                del left[place]

    def of(self, value: Any) -> str:
        """The words of an argument."""
        value = whole(value)
        if isinstance(value, bool):
            return "it is always so" if value else "it is never so"
        if isinstance(value, int | float):
            return "infinity" if value == 1_000_000_000 else str(value)
        if isinstance(value, str):
            return self.named(value)
        if isinstance(value, RoleType):
            return self.role(value)
        if isinstance(value, Way | Who | That):
            return str(value.value)
        if isinstance(value, Given):
            return f"in {value}" if value.text.endswith(" direction") else value.text
        if isinstance(value, Enum):
            return (WORDS if isinstance(value, DIRECTIONS) else {}).get(value.name, spaced(value.name))
        if isinstance(value, tuple):
            return joined([self.of(item) for item in value])
        if value is None:
            return "nothing"
        named = self._named(value) if self.terms else None
        if named is not None:
            return self._called(value, *named)
        if self.moved and self._is_last(value):
            return f"{self.moved}'s {self.site}" if "piece" in self.moved else self.moved
        key = value, self.choosing, self.before, self.to, self.union, self.moved
        text = self._known.get(key)
        if text is None:
            text = self._known[key] = self._ludeme(value)
        return text

    def one_in(self, region: Any, *, last: bool = False) -> str:
        """A region in one of whose sites something is. last: whether nothing follows that could belong to it."""
        before, self.union = self.union, "or"
        try:
            return self.of(region) if last else self.member(region)
        finally:
            self.union = before

    @contextmanager
    def calling_to(self, name: str) -> Iterator[None]:
        """While the site that a move goes to has another name."""
        before, self.to = self.to, name
        try:
            yield
        finally:
            self.to = before

    def from_both_sides(self) -> dict[str, dict[int, str]]:
        """Names for the pieces of two players, as each of them calls them: `your Man`. Makes these names known."""
        seen: dict[str, dict[int, str]] = {}
        pieces = dict(self.pieces)
        for name, (base, owner) in self.pieces.items():
            if owner in (1, 2):
                seen[name] = {owner: f"your {base}", 3 - owner: f"the opponent's {base}"}
                pieces[seen[name][owner]] = base, RoleType.Mover
                pieces[seen[name][3 - owner]] = base, RoleType.Next
        self.pieces = pieces
        return seen

    def on(self, node: Any) -> str:
        """The word before the site or region on which pieces are: they lie in holes and regions."""
        region = getattr(node, "in_", None)
        return "in" if self.site == "hole" or isinstance(region, L.SitesEquipmentRegion) else "on"

    def rows_on(self, number: int) -> int:
        """By how many rows sites are higher whose numbers are so much more; 0 if they are not straight above."""
        at = [self.places.get(label) for label in self.labels]
        steps = {(b[0] - a[0], b[1] - a[1]) if a and b else (1, 0)
                 for a, b in zip(at, at[abs(number) :], strict=False)}  # fmt: skip
        columns, rows = next(iter(steps)) if len(steps) == 1 else (1, 0)
        return rows if not columns and self.upright else 0

    def level(self, number: Any) -> str:
        """The piece at a level of a stack, before the site: `the lowest piece on`."""
        if type(number) is int and number < len(LOWEST):
            return f"the {LOWEST[number]} piece on"
        return f"the piece at level {self.operand(number)}, counted from 0, on"

    def standing(self, site: Any) -> str:
        """The piece that is looked for, where a site is the one on which a piece stands; otherwise the site."""
        text, start = self.of(site), f"the {self.site} of "
        return text.removeprefix(start) if isinstance(site, L.WhereSite) else text

    @contextmanager
    def calling_player(self, who: str) -> Iterator[None]:
        """While "that player" is somebody."""
        before = self.roles
        self.roles = {**before, RoleType.Player: who}
        self._known.clear()
        try:
            yield
        finally:
            self.roles = before
            self._known.clear()

    @contextmanager
    def speaking_of(self, moved: str) -> Iterator[None]:
        """While it is known what the last move has moved."""
        before, self.moved = self.moved, moved
        try:
            yield
        finally:
            self.moved = before

    def moved_piece(self, site: Any) -> str:
        """The piece that has moved, where a site is the one that it has come to; empty for others."""
        return self.moved if "piece" in self.moved and self._is_last(raw(site)) and whole(site) else ""

    @staticmethod
    def _is_last(site: Any) -> bool:
        """Whether a site is the one to which the last move went, before what followed from it."""
        return isinstance(site, L.Last) and site.kind is L.LastType.To and site.after_consequence in (None, False)

    def begins_turn(self, node: Any) -> Any:
        """What is done before the first move of a turn alone; None for anything else."""
        cond: Any = node.cond if isinstance(node, L.MovesIf) and node.else_list is None and node.then is None else None
        inner = cond.a if isinstance(cond, L.Not) else None
        first = isinstance(inner, L.IsPlayer) and inner.kind.name == "Prev" and (
            inner.role is RoleType.Mover and inner.index is None)  # fmt: skip
        return node.list if first and whole(node.cond) is not None else None

    def place(self, value: Any) -> str:
        """A site, which may be given by its number."""
        value = whole(value)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(self.labels):
            return self.labels[value] or self.of(value)
        return self.of(value)

    def inner(self, node: Any) -> str:
        """Moves within others, as a group where what begins in them could seem to go on behind them."""
        text = self.of(node)
        return grouped(text) if any(sign in text for sign in ("; ", ": ", ", and ", ", or ")) else text

    def operand(self, number: Any) -> str:
        """A number within something else, as a group where its words could be taken apart."""
        text = self.of(number)
        return grouped(text) if isinstance(number, ARITHMETIC) else text

    def member(self, region: Any) -> str:
        """A region beside others or before a clause, as a group where its words could be taken apart."""
        text = self.of(region)
        signs = ("and", "or", "except", "where", "which", "if")
        return grouped(text) if any(f" {word} " in text for word in signs) else text

    def _called(self, node: Ludeme, term: Term, given: tuple[Any, ...]) -> str:
        """A name in place of what it stands for, so that it fits into a sentence."""
        term.told += 1
        term.moved.add(self.moved)
        with_ = self._given_to(given, last=isinstance(node, Moves))
        if isinstance(node, BooleanFunction):
            return f"“{term.name}” holds{with_}"
        if isinstance(node, Moves):
            if self.choosing:
                self.chosen.add(term)
            return f"do “{term.name}”{with_}"
        kind = self.sites if isinstance(node, RegionFunction) else "number"
        kind = self.site if is_site(node) else kind
        return f"the “{term.name}” {kind}{with_}"

    def _given_to(self, given: tuple[Any, ...], last: bool) -> str:
        """What a use gives a term, in the order in which the term names it.

        last: whether the only condition comes last, where it cannot run into what is given beside it.
        """
        parts, asked = [], [one for one in given if isinstance(one, BooleanFunction | bool)]
        last = last and len(asked) == 1
        for one in given:
            if last and one is asked[0]:
                continue
            text = self.piece_named(one) if isinstance(one, str) else self.operand(one)
            if isinstance(one, str) and one in self.tracks:
                text = self.track(one, "the")
            condition = isinstance(one, BooleanFunction | bool)
            parts.append(f"the condition that {text}" if condition else text.removeprefix("in "))
        provided = f", provided that {self.operand(asked[0])}" if last else ""
        return f"{f' for {joined(parts)}' if parts else ''}{provided}"

    def role(self, role: RoleType) -> str:
        """A role in the words of a rule."""
        if isinstance(role, Given):
            return role.text
        if role in self.roles:
            return self.roles[role]
        return re.sub(r"^(P|Team)(\d+)$", lambda m: f"{'player' if m[1] == 'P' else 'team'} {m[2]}", role.name)

    def ways(self, ways: Sequence[Enum]) -> str:
        """Several directions of the compass: all of them by their number."""
        number = {3: "three", 4: "four", 6: "six", 8: "eight"}.get(len(ways))
        all_ = frozenset(way.name for way in ways) in self.compass
        return f"the {number} directions" if all_ and number else joined([self.of(way) for way in ways])

    def one_of(self, region: Any, noun: str = "") -> str:
        """One site of a region."""
        noun = noun or self.site
        if isinstance(region, L.RegionIf) and region.not_ok is not None:
            there = f"{self.one_of(region.ok, noun)} if {self.of(region.cond)}"
            return f"{there}, otherwise {self.one_of(region.not_ok, noun)},"
        if isinstance(region, L.SitesCustom) and region.sites is not None and len(region.sites) == 1:
            return self.place(region.sites[0])
        text = self.one_in(region)
        plain = self.of(region)
        text = plain if plain.startswith("those ") else text
        if text.startswith("those "):
            return f"one of {text}"
        alone = text.removeprefix(OPEN).removesuffix(CLOSE)
        kind = re.match(rf"the (empty )?{self.sites}(?= with | beside | between |$)", alone)
        if kind is not None:
            text = alone
            return f"an empty {noun}{text[kind.end():]}" if kind[1] else f"{_a(noun)}{text[kind.end():]}"
        if text.startswith((f"the {self.sites}", f"the empty {self.sites}")):
            return f"one of {text}"
        return f"{_a(noun)} in {text}"

    def who(self, value: Any) -> str:
        """A player, who may be given by a number."""
        value = getattr(value, "index", value) if isinstance(value, L.Player) else value
        if isinstance(value, int) and not isinstance(value, bool):
            return f"player {value}" if value > 0 else "nobody"
        return self.of(value)

    def whose(self, value: Any) -> str:
        """What stands before something that a player has: `your`, `the opponent's`."""
        text = self.who(value)
        if text == "nobody":
            return "neutral"
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

    def region(self, name: str | None) -> str:
        """What a region of the equipment is called, by its name in the rules."""
        if not name:
            return "sides" if self.sides_are_regions else "region"
        text = spaced(name)
        return text if text.endswith(("region", "sites", "side")) else f"{text} region"

    def marked(self, name: str | None) -> str:
        """What a site is called that a map gives a player."""
        if name and name != "Map":
            return f"“{readable(name)}” {self.site}"
        return "store" if self.site == "hole" else f"marked {self.site}"

    @property
    def own_tracks(self) -> bool:
        """Whether all tracks are those of a player."""
        return bool(self.tracks) and all(own for _, own in self.tracks.values())

    def track(self, name: Any, whose: str = "") -> str:
        """A track by its name in the rules: `the track`, `your track`, `the clockwise track`."""
        if isinstance(name, Given | That):
            return str(name.text if isinstance(name, Given) else name.value)
        base, mine = self.tracks.get(name or "", (None, False)) if name else ("", self.own_tracks)
        if base is None:
            named = (track for key, track in self.tracks.items() if str(name) in key)
            base, mine = next(named, (spaced(name), False))
        whose = whose or ("your" if mine and self.you else "the")
        return f"{whose} {base} track" if base else f"{whose} track"

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

    def _ludeme(self, node: Ludeme) -> str:
        entry = TABLE.get(type(node))
        read: Any = Reading(node)
        if isinstance(entry, Mapping):
            kind = read.kind if hasattr(node, "kind") else None
            entry = entry.get((word_of(node) or None) if kind is None else kind.name)
        if entry is None and isinstance(node, PARTS):
            return self.rest(read).strip() or "given"
        if entry is None:
            self.untold.add(keyword_of(node))
            text = f"{spaced(keyword_of(node))}{self.rest(read)}"
        else:
            text = self.filled(entry, read) if isinstance(entry, str) else entry(read, self)
        return text + self.rest(read)

    def rest(self, node: Any, *later: str) -> str:
        """What no phrase has told of a node yet, except what is told later: ` (level: 2)`; mostly empty."""
        given = [(name, value) for name, value in left_over(node, later) if not self._goes_without_saying(name, value)]
        self.by_name.update(f"{type(raw(node)).__name__}.{name}" for name, _ in given)
        kinds = "".join(f", among the {plural_site(value)}" for _, value in given if isinstance(value, SiteType))
        parts = [self._by_its_name(name, value) for name, value in given if not isinstance(value, SiteType)]
        return kinds + (f", {joined(parts)}" if parts else "")

    def _by_its_name(self, name: str, value: Any) -> str:
        """An argument that no phrase tells, in the words of the language's own names."""
        name = NAMES.get(name, spaced(name.strip("_").replace("_", " ")))
        if isinstance(value, bool):
            return FLAGS.get(name, ("", ""))[not value] or (f"{name}" if value else f"not {name}")
        if name == "level" and isinstance(value, L.TopLevel):
            return f"at {self.of(value)}"
        if name == "level":
            return "at the bottom of the stack" if value == 0 else f"at level {self.operand(value)}, counted from 0"
        return f"with the {name} {self.of(value)}"

    def _goes_without_saying(self, name: str, value: Any) -> bool:
        """What may be left out, because it says nothing.

        It is the type of sites that is meant anyway, or one of `NO_RULES`.
        """
        same = isinstance(value, SiteType) and value is self.site_type
        return same or name in NO_RULES or (name == "level" and isinstance(value, L.IteratorLevel))

    def filled(self, template: str, node: Ludeme) -> str:
        """A template with a node's arguments."""
        head, loop, tail = template.partition(": {")
        if loop:  # what is left over is said of the loop, not of what is in it
            later = {name for path in FIELD.findall("{" + tail) for name in path.split("/")}
            return self.filled(head, node) + self.rest(node, *later, "then") + ": " + self.filled("{" + tail, node)
        kept = OPTIONAL.sub(lambda part: part[1] if self._has_all(part[1], node) else "", template)
        return " ".join(NAMED.sub(lambda field: self._argument(field[1], node, field[2] or ""), kept).split())

    def _has_all(self, text: str, node: Ludeme) -> bool:
        return all(_value(node, path) not in (None, False) for path in FIELD.findall(text))

    def _argument(self, path: str, node: Ludeme, ending: str) -> str:
        value = _value(node, path)
        if ending:
            return self.whose(value)
        if PLACES.intersection(path.split("/")):
            return self.of(L.Last(kind=L.LastType.To)) if value is None and path in USUALLY_LAST else self.place(value)
        return self.operand(value)


def _a(noun: str) -> str:
    """`an edge`, `a cell`."""
    return f"{'an' if noun[0] in 'aeio' else 'a'} {noun}"


def _value(node: Any, path: str) -> Any:
    """The argument at a path; of `a/b` the first that is given."""
    for way in path.split("/"):
        value = node
        for name in way.split("."):
            value = None if value is None else getattr(value, name)
        if value is not None:
            return value
    return None


def _steady(numbers: Sequence[int]) -> bool:
    """Whether numbers follow one another."""
    return list(numbers) == list(range(numbers[0], numbers[0] + len(numbers)))
