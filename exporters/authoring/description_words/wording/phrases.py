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
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, keyword_of, walk, word_of
from ludparse.ludemes.enums import (
    RoleType,
    SiteType,
)
from ludparse.ludemes.kinds import BooleanFunction, Moves, RegionFunction

from ..tree.arguments import Reading, left_over, raw, whole
from ..tree.folding import That, Way, Who
from ..tree.terms import ORDINALS, Given, Term, candidates, match
from .kept import is_player
from .speaking import Speaking
from .vocabulary import (
    ARITHMETIC,
    CLOSE,
    DIRECTIONS,
    FIELD,
    FLAGS,
    NAMED,
    NAMES,
    NO_RULES,
    OPEN,
    OPTIONAL,
    PARTS,
    PLACES,
    TABLE,
    USUALLY_LAST,
    VERBS,
    WORDS,
    grouped,
    is_site,
    joined,
    plural_site,
    spaced,
)

__all__ = ["Words"]


class Words(Speaking):
    """Tells the ludemes of one game."""

    SHORT = 12
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
            least += 4 * len(term.givens)
            if turn or length < least:
                continue
            if (term.uses - 1) * length - term.uses * (3 + 3 * len(term.givens)) > self.WORTH + 8 * len(term.givens):
                self.terms.append(term)
                self.forget()
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
        made = (name, *(f"{number} {name}" for number in ORDINALS[1:]))
        return next((one for one in made if one not in taken), f"{kind} {len(taken)}")

    def is_term(self, node: Ludeme) -> bool:
        """Whether a node has a name."""
        return self._named(raw(node)) is not None

    def is_site(self, node: Any) -> bool:
        """Whether a number is that of a site, by what it is or by where the rules have it, or others of its term."""
        if is_site(node):
            return True
        if not isinstance(node, L.IntIf) or not self.kept.as_sites:
            return False
        named = self._named(raw(node))
        return raw(node) in self.kept.as_sites or (named is not None and any(
            match(named[0].body, one, named[0]) is not None for one in self.kept.as_sites))  # fmt: skip

    def is_plain_term(self, node: Ludeme) -> bool:
        """Whether a node has a name to which its use gives nothing."""
        named = self._named(raw(node))
        return named is not None and not named[0].givens

    def in_full(self, term: Term, tell: Callable[[Ludeme], str]) -> str:
        """What a term stands for; other terms in it are used."""
        self._hidden.add(term)
        self.forget()
        try:
            return tell(term.body)
        finally:
            self._hidden.discard(term)
            self.forget()

    def done_for_all(self, parts: Sequence[Any]) -> str:
        """Uses of one term for each of the players, in their order, as one sentence; empty for others."""
        uses = [self._named(raw(part)) for part in parts]
        (term, given), *more = uses[0] or (None, ()), *uses[1:]
        players = [RoleType[f"P{number}"] for number in range(1, self.players + 1)]
        if term is None or len(given) != 1 or len(uses) < 2 or any(one is None or one[0] is not term for one in more):
            return ""
        if [one[1][0] for one in uses if one is not None] != players:
            return ""
        for part in parts:
            whole(part)
        term.for_all = True
        return f"{self._called(raw(parts[0]), term, (RoleType.Each,))}, player 1 first"

    def _named(self, node: Any) -> tuple[Term, tuple[Any, ...]] | None:
        """The term that a node is a use of, and what it gives."""
        for term in self.terms:
            if type(term.body) is type(node) and term not in self._hidden:
                given = match(term.body, node, term)
                if given is not None:
                    return term, given
        return None

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
            return self.given(value)
        if isinstance(value, Enum):
            return (WORDS if isinstance(value, DIRECTIONS) else {}).get(value.name, spaced(value.name))
        if isinstance(value, tuple):
            return joined([self.of(item) for item in value])
        if value is None:
            return "nothing"
        named = self._named(value) if self.terms else None
        if named is not None:
            return self._called(value, *named)
        number = self.number(value)
        if number is not None:
            return str(number)
        if self.moved and self._is_last(value):
            return f"{self.moved}'s {self.site}" if "piece" in self.moved else self.moved
        key = (value, self.choosing, self.before, self.to, self.union, self.moved, self.just_moved, self.between,
               self.stack, self.at_each_site, self.falls, self.from_)  # fmt: skip
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

    def begins_turn(self, node: Any) -> Any:
        """What is done before the first move of a turn alone; None for anything else."""
        cond: Any = node.cond if isinstance(node, L.MovesIf) and node.else_list is None and node.then is None else None
        inner = cond.a if isinstance(cond, L.Not) else None
        first = isinstance(inner, L.IsPlayer) and inner.kind.name == "Prev" and (
            inner.role is RoleType.Mover and inner.index is None)  # fmt: skip
        return node.list if first and whole(node.cond) is not None else None

    def inner(self, node: Any) -> str:
        """Moves within others, as a group where what begins in them could seem to go on behind them."""
        text = self.of(node)
        return grouped(text) if any(sign in text for sign in ("; ", ": ", ", and ", ", or ")) else text

    def number(self, node: Any) -> int | None:
        """What a number is in every position: one that is written, of the sites of a constant region, a sum of such."""
        node = raw(node)
        if type(node) is int:
            return node
        if isinstance(node, L.CountSite) and node.kind is not None and node.kind.name == "Sites":
            if node.name is not None and node.name in self.sizes:
                return self.sizes[node.name]
            plain = node.in_ is not None and (node.type, node.at, node.name) == (None,) * 3
            sites = self.known_sites(node.in_) if plain else None
            return None if sites is None else len(sites)
        if not isinstance(node, L.IntAdd | L.IntSub | L.IntMul | L.IntDiv):
            return None
        given = (node.value_a, node.value_b) if isinstance(node, L.IntSub) else (node.a, node.b)
        more = getattr(node, "list", None) or getattr(node, "array", None)
        a, b = (None if one is None else self.number(one) for one in given)
        if more or a is None or b is None or (isinstance(node, L.IntDiv) and (b <= 0 or a < 0)):
            return None
        return {L.IntAdd: a + b, L.IntSub: a - b, L.IntMul: a * b}.get(type(node), a // b if b else 0)

    def operand(self, number: Any) -> str:
        """A number within something else, as a group where its words could be taken apart."""
        text = self.of(number)
        return grouped(text) if isinstance(number, ARITHMETIC) else text

    def member(self, region: Any) -> str:
        """A region beside others or before a clause, as a group where its words could be taken apart."""
        text = self.of(region)
        signs = ("and", "or", "except", "where", "which", "if")
        return grouped(text) if any(f" {word} " in text for word in signs) else text

    def denied(self, node: Any) -> str:
        """That a condition with a name does not hold; empty for others."""
        named = self._named(whole(node)) if isinstance(node, BooleanFunction) else None
        return "" if named is None else self._called(raw(node), *named, holds="does not hold")

    def _called(self, node: Ludeme, term: Term, given: tuple[Any, ...], holds: str = "holds") -> str:
        """A name in place of what it stands for, so that it fits into a sentence."""
        term.told += 1
        term.moved.add(self.moved)
        term.falls.add(self.falls)
        with_ = self._given_to(given, [one.kind for one in term.givens], moves=isinstance(node, Moves))
        if isinstance(node, BooleanFunction) and term.quality:
            where = self.place(given[0]) if given else f"that {self.site}"
            return f"{where} is {'' if holds == 'holds' else 'not '}“{term.name}”"
        if isinstance(node, BooleanFunction):
            return f"“{term.name}” {holds}{with_}"
        if isinstance(node, Moves):
            if self.choosing:
                self.chosen.add(term)
            return f"do “{term.name}”{with_}"
        kind = self.sites if isinstance(node, RegionFunction) else "number"
        kind = self.site if self.is_site(node) else "player" if is_player(raw(node), self.kept.players) else kind
        kind = "" if kind == term.name.rpartition(" ")[2] else f" {kind}"
        return f"the “{term.name}”{kind}{with_}"

    def _given_to(self, given: tuple[Any, ...], kinds: Sequence[str], moves: bool) -> str:
        """What a use gives a term, in the order in which the term names it.

        moves: whether they are moves. The only condition comes last then, where it cannot run into what is given
        beside it, and the site where they begin is that of the piece that makes them.
        """
        parts, asked = [], [one for one in given if isinstance(one, BooleanFunction | bool)]
        last = moves and len(asked) == 1
        for one, kind in zip(given, kinds, strict=True):
            if last and one is asked[0]:
                continue
            if moves and self.choosing and isinstance(one, L.IteratorFrom):
                parts.append(f"the {self.site} where it stands")
                continue
            text = self.piece_named(one) if isinstance(one, str) else (
                self.place(one) if kind == "site" else self.operand(one))
            if isinstance(one, str) and one in self.tracks:
                of_one = one in self.track_owners or isinstance(self.tracks[one][1], RoleType)
                text = self.track(one, "" if of_one else "the")
            elif kind == "region":
                text = f"the {self.region(one)}"
            condition = isinstance(one, BooleanFunction | bool)
            parts.append(f"the condition that {text}" if condition else text.removeprefix("in "))
        provided = f", provided that {self.operand(asked[0])}" if last else ""
        return f"{f' for {joined(parts)}' if parts else ''}{provided}"

    def ways(self, ways: Sequence[Enum]) -> str:
        """Several directions of the compass: all of them by their number."""
        number = {3: "three", 4: "four", 6: "six", 8: "eight"}.get(len(ways))
        names = frozenset(way.name for way in ways)
        all_ = names in self.compass or names == _EIGHT
        return f"the {number} directions" if all_ and number else joined([self.of(way) for way in ways])

    def one_of(self, region: Any, noun: str = "") -> str:
        """One site of a region."""
        noun = noun or self.site
        if isinstance(region, L.RegionIf) and region.not_ok is not None:
            there = f"{self.one_of(region.ok, noun)} if {self.of(region.cond)}"
            return f"{there}, otherwise {self.one_of(region.not_ok, noun)},"
        if isinstance(region, L.SitesCustom) and region.sites is not None and len(region.sites) == 1:
            return self.place(region.sites[0])
        if isinstance(region, L.SitesIndex) and region.kind is L.SitesIndexType.Empty and (
                region.element_type is not None):  # fmt: skip
            return f"an empty {plural_site(region.element_type)[:-1]}"
        if isinstance(region, L.RegionIntersection | L.RegionDifference) and not self.is_term(region):
            few = self._few(region, noun)
            if few:
                return few
        if isinstance(region, L.SitesRandom):
            one = f"a {noun}" if region.region is None else self.one_of(region.region, noun)
            several = "one " if one.startswith("one ") else ""
            return f"a random {several}{re.sub('^(an?|one) ', '', one)}{self.rest(region)}"
        if isinstance(region, L.SitesLineOfSight) and region.type_los is not L.LineOfSightType.Empty:
            return self.of(region)
        text = self.one_in(region)
        plain = self.of(region)
        text = plain if plain.startswith("those ") else text
        which = noun.removesuffix(self.site).strip()
        one_of = f"{_a(which)} one of" if which else "one of"
        if text.startswith("those "):
            return f"{one_of} {text}"
        alone = text.removeprefix(OPEN).removesuffix(CLOSE)
        kind = re.match(rf"the (empty )?{self.sites}(?= with | beside | between | in an unbroken line |$)", alone)
        if kind is not None:
            text = alone
            return f"an empty {noun}{text[kind.end():]}" if kind[1] else f"{_a(noun)}{text[kind.end():]}"
        if self.is_term(region) or text.startswith((f"the {self.sites}", f"the empty {self.sites}")):
            return f"{one_of} {text}"
        return f"{_a(noun)} in {text}"

    def _few(self, region: Any, noun: str) -> str:
        """One of the sites of several regions together: by their names where these are few and always the same, or an
        empty one; empty for others."""
        known = self.known_sites(region)
        if known is not None and 0 < len(known) <= FEW and max(known) < len(self.labels) and all(self.labels):
            whole(region)
            named = [self.labels[site] for site in known]
            if noun == self.site:
                return joined(named, "or")
            return f"the {noun} {named[0]}" if len(named) == 1 else f"{_a(noun)} among {joined(named)}"
        if isinstance(region, L.RegionIntersection):
            parts = list(region.regions or (region.region1, region.region2))
            bare = [part for part in parts if _is_empty(part)]
            if len(bare) != 1 or len(parts) != 2:
                return ""
            whole(bare[0])
            (rest,) = (part for part in parts if part is not bare[0])
            one = self.one_of(rest, noun)
            article = re.match("an? |(?=one of )", one)
            return f"an empty {one[article.end():]}" if article is not None else ""
        less = region.subtraction
        if not _is_empty(region.source) or less is None:
            return ""
        whole(region.source)
        text = self.one_in(less, last=True)
        sites = text.startswith(f"the {self.sites} ")
        return f"an empty {noun} that is none of {text}" if sites else f"an empty {noun} outside {text}"

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
        given = [(name, value) for name, value in left_over(node, later)
                 if _is_of_another_type(raw(node), value) or not self._goes_without_saying(name, value)]  # fmt: skip
        self.by_name.update(f"{type(raw(node)).__name__}.{name}" for name, _ in given)
        kinds = "".join(f", among the {plural_site(value)}" for _, value in given if isinstance(value, SiteType)
                        and not _is_of_type(raw(node), value))  # fmt: skip
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
        return all(_value(node, path) is not None and _value(node, path) is not False for path in FIELD.findall(text))

    def _argument(self, path: str, node: Ludeme, ending: str) -> str:
        value = _value(node, path)
        if ending:
            return self.whose(value)
        if PLACES.intersection(path.split("/")):
            return self.of(L.Last(kind=L.LastType.To)) if value is None and path in USUALLY_LAST else self.place(value)
        return self.operand(value)


def _is_of_type(node: Any, site: SiteType) -> bool:
    """Whether what a node names is of a type of sites anyway, as places in hands are cells."""
    held = site is SiteType.Cell and _of_hands(node, site)
    return held or getattr(getattr(node, "region", None), "element_type", None) is site


def _of_hands(node: Any, site: SiteType) -> bool:
    """Whether a node asks for a site of a type in a hand."""
    return isinstance(getattr(node, "at", None), L.HandSite) and getattr(node, "type", None) is site


def _is_of_another_type(node: Any, site: Any) -> bool:
    """Whether a type of sites is not that of the region that a node names."""
    if not isinstance(site, SiteType):
        return False
    element = getattr(getattr(node, "region", None), "element_type", None)
    return (element is not None and element is not site) or (site is not SiteType.Cell and _of_hands(node, site))


def _is_empty(region: Any) -> bool:
    """Whether a region is that of all empty sites."""
    kind = isinstance(region, L.SitesIndex) and region.kind is L.SitesIndexType.Empty
    return kind and region.element_type is None and region.index is None


FEW = 8
"""Of so many sites each is named."""


_EIGHT = frozenset(("N", "NE", "E", "SE", "S", "SW", "W", "NW"))


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
