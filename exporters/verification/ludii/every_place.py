"""Every ludeme in every place: each argument that takes ludemes gets each of those that it takes, in a small game.

A pair is an argument and a ludeme in it. The small games are the examples of the reference, one for each ludeme, played
on cells, vertices or edges, with and without stacks and hands. All of it follows from the seed and a number.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from ludparse.binding.bind import NO_FIT, Binder
from ludparse.binding.signatures import Slot, forms_of, type_of_class
from ludparse.description.description import load_description
from ludparse.library.library import Library
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.base import walk as nodes_of
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source
from ludparse.reader import read_source
from ludparse.reader.formatter import format_tree
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node, walk

from ...terminal.output import counted
from .graft_run import GraftResult
from .grafts import Graft
from .trees import places, replaced

__all__ = ["EveryPlace", "pairs_in", "places_text"]

_ENOUGH = 10
"""Plies after which a pair counts as played."""

_SITES = ("Cell", "Vertex", "Edge")


class _Pair(NamedTuple):
    cls: type[Ludeme]
    slot: Slot
    donor: type[Ludeme]

    @property
    def name(self) -> str:
        return f"{self.cls.__name__}.{self.slot.name} {self.donor.__name__}"


class EveryPlace:
    """Makes games for the pairs of a language, each pair once before any of them a second time.

    examples: for each class a whole description and the text of the ludeme in it. last: the names of pairs that come
    after all others.
    """

    def __init__(
        self, examples: Mapping[type[Ludeme], tuple[str, str]], seed: int, last: Container[str] = ()
    ) -> None:
        self.examples = examples
        self.seed = seed
        self.pairs = sorted({pair.name: pair for pair in _pairs(examples)}.values(), key=lambda pair: pair.name)
        random.Random(f"{seed}").shuffle(self.pairs)
        self.pairs.sort(key=lambda pair: pair.name in last)

    def graft(self, number: int) -> Graft | None:
        """The game of this number, from 0; None where the pair of that number has no example that it fits into."""
        pair = self.pairs[number % len(self.pairs)]
        chance = random.Random(f"{self.seed}/{number}")
        text, use = self.examples[pair.cls]
        tree = load_description(Source("<example>", text)).tree
        donor = _tree(self.examples[pair.donor][1])
        written = format_tree(_tree(use))
        for place in places(tree):
            if isinstance(place.node, Call) and format_tree(place.node) == written:
                changed = _filled(place.node, pair, donor)
                if changed is not None:
                    whole = replaced(tree, place.path, (changed,))
                    sites, stacks, hands = chance.choice(_SITES), chance.random() < 0.5, chance.random() < 0.5
                    whole = _setting(whole, sites, stacks, hands)
                    setting = f"{sites}{' stacks' * stacks}{' hands' * hands}"
                    return Graft(number, format_tree(whole), f"{pair.name}; {setting}")
        return None


def _pairs(classes: Iterable[type[Ludeme]]) -> Iterator[_Pair]:
    classes = list(classes)
    for cls in classes:
        for form in forms_of(cls):
            for slot in form.slots:
                taken = [base for type_ in slot.types for base in (type_.item or type_).bases]
                for donor in classes:
                    if taken and issubclass(donor, tuple(taken)):
                        yield _Pair(cls, slot, donor)


def pairs_in(library: Library, games: Iterable[str]) -> set[str]:
    """The names of the pairs that some of these descriptions of a library have."""
    found: set[str] = set()
    for game in games:
        try:
            tree = load_description(game, library=library).game
        except LudError:
            continue
        for node in nodes_of(tree):
            for slot in {slot.name for form in forms_of(type(node)) for slot in form.slots}:
                value = getattr(node, slot, None)  # a word of the keyword is no field
                values = value if isinstance(value, tuple) else (value,)
                found |= {f"{type(node).__name__}.{slot} {type(x).__name__}" for x in values if isinstance(x, Ludeme)}
    return found


def _tree(text: str) -> Call:
    (tree,) = read_source(Source("<example>", text), [])
    assert isinstance(tree, Call)
    return tree


def _filled(call: Call, pair: _Pair, donor: Call) -> Call | None:
    """The call with the ludeme as that argument, in the place of another one or before it; None if nothing binds."""
    for value in (donor, Array((donor,))):
        arg = Arg(pair.slot.label, value)
        for i in range(len(call.args) + 1):
            for end in (i + 1, i):
                changed = Call(call.keyword, (*call.args[:i], arg, *call.args[end:]))
                bound = Binder().bind(changed, type_of_class(pair.cls))
                if bound is not NO_FIT:
                    found = getattr(bound, pair.slot.name)
                    if pair.donor in map(type, found if isinstance(found, tuple) else (found,)):
                        return changed
    return None


def _setting(tree: Node, sites: str, stacks: bool, hands: bool) -> Node:
    """The game on some 25 sites of a kind, with or without stacks and hands, as far as it leaves that open."""
    if isinstance(tree, Array):
        return Array(tuple(_setting(item, sites, stacks, hands) for item in tree.items))
    if not isinstance(tree, Call) or not tree.args:
        return tree
    args = tuple(Arg(arg.name, _setting(arg.value, sites, stacks, hands)) for arg in tree.args)
    first = args[0].value
    if tree.keyword == "board":
        if format_tree(first).strip() in ("(square 2)", "(square 3)"):
            args = (Arg(None, _tree("(square 5)")), *args[1:])
        if sites != "Cell" and not any(arg.name == "use" for arg in args):
            args = (*args, Arg("use", Atom(sites, AtomKind.SYMBOL)))
    elif tree.keyword == "equipment" and hands and isinstance(first, Array) and not _has(first, "hand"):
        args = (Arg(None, Array((*first.items, _tree("(hand Each size:2)")))),)
    elif tree.keyword == "end" and stacks:
        rules = first.items if isinstance(first, Array) else (first,)
        args = (Arg(None, Array((_tree("(if (< 9 (size Stack at:0)) (result Mover Win))"), *rules))),)
    return Call(tree.keyword, args)


def _has(node: Node, keyword: str) -> bool:
    return any(isinstance(below, Call) and below.keyword == keyword for below in walk(node))


def places_text(results: Iterable[GraftResult], known: EveryPlace) -> str:
    """What became of the pairs, by argument: which differ, and which were never played."""
    fates: dict[str, set[str]] = defaultdict(set)
    for result in results:
        enough = result.fate != "identical" or result.plies >= _ENOUGH
        fates[result.story.partition(";")[0]].add(result.fate if enough else "short")
    wrong = {"differs", "refused here"}
    played = {name for name, found in fates.items() if found & {"identical", *wrong}}
    lines = [f"{counted(len(known.pairs), 'pair')}, {len(played)} played for at least {_ENOUGH} plies"]
    never: dict[str, list[str]] = defaultdict(list)
    for pair in sorted(known.pairs, key=lambda pair: pair.name):
        place, _, donor = pair.name.partition(" ")
        if fates[pair.name] & wrong:
            lines.append(f"  differs  {pair.name}")
        never[place] += [donor] * (pair.name not in played)
    sizes = Counter(pair.name.partition(" ")[0] for pair in known.pairs)
    for place, donors in never.items():
        if donors:
            told = ", ".join(donors) if len(donors) < sizes[place] else f"all {sizes[place]}"
            lines.append(f"  never played  {place}: {told}")
    return "\n".join(lines)
