"""What is wrong with the words of a tree that cannot be bound: those that nobody knows, or that mean nothing there."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence

from ludparse.binding.alignment import Aligner
from ludparse.binding.bind import Binder
from ludparse.binding.facts import facts_of
from ludparse.binding.listing import describe
from ludparse.binding.meanings import COMPARISONS, EACH, KEYWORDS, NAMING
from ludparse.binding.parts import MOST_ARGUMENTS, head, strings_of, written
from ludparse.binding.regrouping import Regrouping
from ludparse.binding.reshaping import unwrapped
from ludparse.binding.rewording import (
    equated,
    idle,
    named,
    reworded_call,
    reworded_word,
    switched,
    walked,
)  # fmt: skip
from ludparse.binding.sharing import used_there
from ludparse.binding.signatures import Slot, Type, constants, type_of_class
from ludparse.binding.suggestions import Suggestions, unknown_words
from ludparse.ludemes.base import REGISTRY, Ludeme
from ludparse.ludemes.enums import RoleType
from ludparse.ludemes.kinds import IntFunction, RegionFunction
from ludparse.ludemes.role_places import names_somebody
from ludparse.problems.complaints import Complaints
from ludparse.problems.errors import Edit, Remedy
from ludparse.reader.mending import OPERATORS, infix, infix_operator, is_number, spelt
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node, is_label, walk

__all__ = ["Words", "meant"]


MOST_SORTS = 3
"""Of more sorts of words that could stand at a place only those of the largest are listed."""
_AMOUNT = re.compile("([+-]?[0-9]+)[A-Za-z.,;]")
_QUOTED = "The name of a define stands in quotation marks."


class Words(ABC):
    """Reports words, each once, while a tree is gone through."""

    def __init__(self) -> None:
        self.unknown: dict[int, Node] = {}
        self.aligner = Aligner(Binder(), self.unknown)

    def begin(self, root: Node, defines: Collection[str]) -> None:
        """Another tree is gone through."""
        self.complaints = Complaints(used_there)
        self.add = self.complaints.add
        self.suggestions = Suggestions(defines)
        self.regrouping = Regrouping(root)
        self.told: set[int] = set()  # unknown words that have been reported
        self.seen: set[int] = set()
        self.filled: tuple[type[Ludeme], str] | None = None  # the class and the field of what is looked at
        self.beside: tuple[Slot, ...] = ()  # where it could be as well
        self.crowded: set[int] = set()  # calls with many arguments of which one that has no place was reported
        self.repeated = 0  # how many `forEach` stand around it
        self.facts = facts_of(root)
        self.strange = [*unknown_words(root)]
        self.unknown.update((id(node), node) for node in self.strange)

    @abstractmethod
    def inside(self, node: Node) -> None:
        """Report what is wrong with a node of which nothing is known about what it should be."""

    def unknown_word(self, node: Node, types: tuple[Type, ...]) -> None:
        if id(node) in self.told:
            return
        self.told.add(id(node))
        if isinstance(node, Call) and node.keyword.startswith('"'):
            for arg in node.args:  # a define that nobody knows, which expansion has reported
                self.inside(arg.value)
        elif isinstance(node, Call) and is_number(node.keyword) and self.between(node):
            pass
        elif isinstance(node, Call) and (sign := _comparison(node)):
            self.told.update(id(arg.value) for arg in node.args[:1] if isinstance(arg.value, Atom))
            hint = f"The number comes last: ({sign} (count Pieces Mover) 3)."
            self.add("unknown-ludeme", head(node), nearest=(sign,), hint=hint, word=node.keyword)
            for arg in node.args:
                self.inside(arg.value)
        elif isinstance(node, Call):
            near = self.suggestions.ludemes(node.keyword, types)
            expected = (describe(tuple(type_ for type_ in types if type_.bases) or types),) if types else ()
            place = head(node)
            remedy = spelt(place, node.keyword, near)
            around = self.regrouping.around(node)
            remedies = [*reworded_call(node), *unwrapped(node, around), *idle(node, around)]
            fitting = {word for type_ in types if type_.bases for word in type_.keywords}
            other = KEYWORDS.get(node.keyword.casefold(), "")
            elsewhere = fitting and other.split()[:1] and other.split()[0] not in fitting
            words = tuple(word for word in meant(remedies, ()) if not elsewhere or word != other)
            respelt = [word for word in near if word.casefold() == node.keyword.casefold()]
            if not respelt and not node.args and node.keyword in constants():
                bare = self.fits_instead(node, Atom(node.keyword, AtomKind.SYMBOL))
                self.add("word-in-brackets", node.span, expected=() if bare else expected, hint=bare,
                         remedies=remedies, word=node.keyword)  # fmt: skip
                return
            if not near and self.suggestions.is_define(node.keyword) and place is not None:
                words, remedy = (f'"{node.keyword}"',), (Edit(place.sub(1, len(place.text)), f'"{node.keyword}"'),)
            self.add("unknown-ludeme", place, nearest=near or words, expected=expected, remedy=remedy,
                     remedies=remedies, word=node.keyword)  # fmt: skip
            for arg in node.args:
                self.inside(arg.value)
        elif isinstance(node, Atom) and "," in (node.text[:1], node.text[-1:]):
            around = self.regrouping.around(node)
            parts = [arg.value for arg in around.args] if isinstance(around, Call) else []
            beside = around.items if isinstance(around, Array) else parts or [node]
            commas = [one for one in beside if isinstance(one, Atom) and "," in (one.text[:1], one.text[-1:])
                      and one.span is not None and id(one) in self.unknown]  # fmt: skip
            self.told.update(map(id, commas))
            edits = tuple(Edit(one.span, one.text.strip(",")) for one in commas if one.span is not None)
            lost = tuple(one.text for one in commas if not one.text.strip(","))
            self.add("comma", node.span, remedies=[Remedy(edits, 0, lost)], word=node.text)
        elif isinstance(node, Atom):
            fitting = {word for type_ in types for word in type_.constants}
            near = self.suggestions.constants(node.text, types, self.roles(types))
            types, roles = (types, self.roles(types)) if near else self.everywhere(types)
            others = [type_ for type_ in types if RoleType not in type_.enums]
            sorts = sorted(others, key=lambda type_: -len(type_.constants))
            many = len(types) > MOST_SORTS
            expected = (describe((*sorts[:1],) if many else types, roles),) if types else ()
            code = "unknown-constant-here" if fitting else "unknown-constant"
            there = (*types, *(type_ for slot in self.beside for type_ in slot.types))
            site = any(str in type_.literals or {IntFunction, RegionFunction} & {*type_.bases} for type_ in there)
            coordinate = site and is_label(node.text) and not near
            hint = f'A coordinate is a string: "{node.text}".' if coordinate else ""
            remedy = spelt(node.span, node.text, near)
            if self.suggestions.is_define(node.text) and node.text not in near:
                near, remedy = (), ()
            amount = _AMOUNT.fullmatch(node.text)
            if not near and amount and any(int in type_.literals for type_ in types):
                near = (amount[1],)  # which of its characters is one too many is not known
            if remedy and node.text in self.facts.names and not self.names_itself(node):
                # what the author calls so is meant before what is spelt alike
                near, remedy = (), ()
            reworded = [*self.reworded(node, types)]
            around = self.regrouping.around(node)
            reworded += named(node, around, self.facts.sites, self.facts.names)
            if not near and self.suggestions.is_define(node.text) and node.span is not None:
                reworded.append(Remedy((Edit(node.span, f'"{node.text}"'),), why=_QUOTED))
            reworded += [*idle(node, around), *switched(node, around)]
            if with_colon := [*equated(node, around)]:
                near, remedy, reworded = (), (), with_colon
            if node.text.casefold() in EACH and "Each" in roles and "Mover" not in roles and node.span:
                reworded.append(Remedy((Edit(node.span, "Each"),), why="What every player has is owned by Each."))
            if node.text == "B":
                walks = self.regrouping.around(self.regrouping.around(node))
                reworded += walked(walks, self.regrouping.around(walks), self.facts.tiling)
            words = near or meant(reworded, types)
            if many and not words and isinstance(around, Call):
                hint = hint or f"lud explain {around.keyword} lists them all."
            elif not words and not hint and self.facts.players and "P1" in roles:
                last = f" {'and' if self.facts.players == 2 else 'to'} P{self.facts.players}."
                hint = f"The players are P1{last}" if self.facts.players > 1 else "The only player is P1."
            self.add(code, node.span, nearest=words, expected=expected, hint=hint,
                     remedy=remedy, remedies=reworded, word=node.text)  # fmt: skip

    def fits_instead(self, node: Node, other: Node) -> str:
        """How the call is written in which a part stands with another instead of it; empty where it is not right."""
        around = self.regrouping.around(node)
        if not isinstance(around, Call) or not (right := self.made_right(around, node, other)):
            return ""
        if around.span is not None and node.span is not None and around.span.used_at != node.span.used_at:
            return f"write {written(around, other)}"  # an argument of a define, within which the call stands
        shown = [f"{arg.name}:" * bool(arg.name) + written(around, arg.value) for arg in right.args]
        return f"write ({around.keyword} {' '.join(shown)})"

    def made_right(self, around: Call, node: Node, other: Node) -> Call | None:
        """A call in which a part stands instead of another; None where that is not right either."""
        args = tuple(Arg(arg.name, other) if arg.value is node else arg for arg in around.args[: MOST_ARGUMENTS + 1])
        types = tuple(map(type_of_class, REGISTRY.get(around.keyword, ())))
        call = Call(around.keyword, args, around.place)
        return call if types and len(args) <= MOST_ARGUMENTS and self.aligner.fits(call, types) else None

    def as_sites(self, node: Atom) -> Iterator[Remedy]:
        """A word of which `(sites …)` makes sites, with which the call around it is right."""
        around, sites = self.regrouping.around(node), Call("sites", (Arg(None, Atom(node.text, node.kind)),))
        if isinstance(around, Call) and node.span is not None and self.made_right(around, node, sites):
            yield Remedy((Edit(node.span, f"(sites {node.text})"),), why="A region is (sites …).")

    def name_without_marks(self, node: Call, word: Atom) -> str:
        """A name that is given in the description, perhaps with the number of a player, in the quotation marks which it
        lacks in a call that is right with them; else empty."""
        given = {word.text, word.text.rstrip("0123456789")} & self.facts.names
        string = Atom(word.text, AtomKind.STRING)
        return f'"{word.text}"' if given and id(word) in self.unknown and self.made_right(node, word, string) else ""

    def between(self, node: Call) -> bool:
        """Whether an operator stands between its arguments, which is reported."""
        sign = infix_operator(node)
        if sign is None:
            return False
        self.told.update((id(node), id(sign)))
        alone = is_number(node.keyword) and len(node.args) == 2
        left = node.keyword if alone else f"({node.keyword} …)" if node.keyword else written(node, node.args[-3].value)
        hint = f"write ({OPERATORS[sign.text]} {left} {written(node, node.args[-1].value)})"
        remedies = map(Remedy, infix(node, sign))
        self.add("infix", sign.span, hint=hint, remedies=remedies, word=sign.text)
        for arg in node.args:
            if arg.value is not sign:
                self.inside(arg.value)
        return True

    def reworded(self, node: Atom, types: tuple[Type, ...]) -> Iterator[Remedy]:
        """Other words for one; none where what is said around it does not decide which is meant."""
        names = self.facts.names - {node.text} if self.names_itself(node) else self.facts.names
        players = self.facts.players if self.next_is_meant(node) else 0
        return reworded_word(node, players, names, self.facts.facing, types, self.facts.tiling)

    def names_itself(self, node: Atom) -> bool:
        """Whether a word stands within the region that is called so."""
        around = self.regrouping.around(node)
        while around is not None and not (isinstance(around, Call) and around.keyword == "regions"):
            around = self.regrouping.around(around)
        return isinstance(around, Call) and node.text in strings_of(arg.value for arg in around.args[:1])

    def next_is_meant(self, node: Atom) -> bool:
        """Whether nothing speaks against it that a word for the opponent means the next player. Beside `Next` it may
        mean that player's opponent: in the same `if`, or in one of the same list where `Next` has the same part."""
        place = around = self.regrouping.around(node)
        if isinstance(around, Call) and around.keyword in NAMING:
            return False  # whose a thing is does not change from turn to turn
        while isinstance(around, Call) and around.keyword != "if":
            around = self.regrouping.around(around)
        if not isinstance(place, Call) or not isinstance(around, Call):
            return True
        listed = self.regrouping.around(around)
        alike = [one for one in walk(listed) if isinstance(one, Call) and one.keyword == place.keyword] \
            if isinstance(listed, Array) else []
        return not any(
            isinstance(one, Atom) and one.text == "Next"
            for one in (*walk(around), *(arg.value for call in alike for arg in call.args))
        )

    def roles(self, types: tuple[Type, ...]) -> frozenset[str]:
        """The roles among what fits that name somebody at the place that is looked at."""
        fitting = {member for type_ in types for member in type_.constants.values() if isinstance(member, RoleType)}
        if self.filled is None:
            return frozenset()
        return frozenset(
            role.value for role in fitting
            if names_somebody(
                role, *self.filled, self.facts.players, teams=self.facts.teams, repeated=self.repeated > 0
            )
        )  # fmt: skip

    def everywhere(self, types: tuple[Type, ...]) -> tuple[tuple[Type, ...], frozenset[str]]:
        """What can stand where a word stands that is like nothing there, in this argument or in another that is left
        out; and the roles that name somebody there."""
        roles, filled = self.roles(types), self.filled
        for slot in self.beside:
            self.filled = (filled[0], slot.name) if filled is not None else None
            types = *types, *(type_ for type_ in slot.types if type_.enums)
            roles |= self.roles(slot.types)
        self.filled = filled
        return tuple(sorted(dict.fromkeys(types), key=lambda type_: RoleType not in type_.enums)), roles

    def misspelt_define(self, node: Node) -> bool:
        """Whether a string is none of what can stand there, but like the name of a define, which is reported."""
        if not isinstance(node, Atom) or node.kind is not AtomKind.STRING:
            return False
        near = self.suggestions.defines(node.text)
        if near:
            quoted = tuple(f'"{name}"' for name in near)
            remedy = spelt(node.span, f'"{node.text}"', quoted)
            self.add("misspelt-define", node.span, nearest=quoted, remedy=remedy, name=node.text)
        return bool(near)


def meant(remedies: Sequence[Remedy], types: Sequence[Type]) -> tuple[str, ...]:
    """The words that remedies write for one word, of which one may have been meant; no constant that does not fit."""
    words = {remedy.edits[0].text: remedy for remedy in remedies if len(remedy.edits) == 1 and remedy.edits[0].text}
    known, fitting = constants(), {word for type_ in types for word in type_.constants}
    return tuple(word for word in words if not fitting or word in fitting or word not in known)[:2]


def _comparison(node: Call) -> str | None:
    """The sign of a comparison that is written in the words of rulebooks, as `(at Least 3 …)`."""
    first = node.args[0].value if node.args else None
    both = f"{node.keyword} {first.text}" if isinstance(first, Atom) and first.kind is AtomKind.SYMBOL else ""
    return COMPARISONS.get(both.casefold()) or COMPARISONS.get(node.keyword.casefold())
