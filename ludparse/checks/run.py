"""Runs the checks over a description: as it is by default, and with every other option item and ruleset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from ludparse.binding.bind import NO_FIT, Binder
from ludparse.binding.diagnosis import Explainer
from ludparse.binding.own import load_installed_ludemes
from ludparse.binding.signatures import type_of_class
from ludparse.checks.duplicates import check_duplicate_items, duplicate_defines, duplicate_options
from ludparse.checks.inspection import Inspection
from ludparse.checks.lint_conditions import lint_conditions
from ludparse.checks.lint_deals import lint_deals
from ludparse.checks.lint_kinds import lint_kinds
from ludparse.checks.lint_moves import lint_moves
from ludparse.checks.lint_unused import lint_unused
from ludparse.checks.names import check_names, drop_consequences, refused_names
from ludparse.checks.needs import check_needs
from ludparse.checks.roles import check_roles
from ludparse.checks.rules import check_rules, refused_rules
from ludparse.checks.silence import without_silenced
from ludparse.checks.versions import check_versions, followed_version
from ludparse.checks.whole import lint_source
from ludparse.expansion.options import unknown_choices, with_few_values
from ludparse.expansion.pipeline import Expansion, expand_source
from ludparse.library.library import Library
from ludparse.ludemes import Game, Ludeme, Match
from ludparse.ludemes.base import replace
from ludparse.problems.errors import LudError, LudWarning, tolerated
from ludparse.problems.problem import problem
from ludparse.problems.spans import Source
from ludparse.reader.comments import foreign_comments
from ludparse.reader.syntax import Call, walk

__all__ = ["Begun", "Choice", "begin", "check_text", "choices_of", "inspect_game"]

Further = Callable[[Inspection, Expansion], None]
"""A further check of a bound game, such as those that need its board."""


class Choice(NamedTuple):
    """Options and a ruleset with which a description is looked at; neither: as it is by default."""

    options: tuple[str, ...] = ()
    ruleset: str | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """What to tell the reader of it."""
        return self.options if self.ruleset is None else (self.ruleset,)


class Begun:
    """A description with one choice, expanded and bound: the part of a check that finds what is wrong with its syntax
    and the types of its ludemes.

    `game`: the typed tree, None where that could not be made. `errors`: why not, in the order of the text.
    """

    def __init__(self, expansion: Expansion, like: Begun | None = None) -> None:
        self.expansion = expansion
        self.game: Ludeme | None = None
        self.errors: list[LudError] = []
        self.binder: Binder = like.binder if like is not None else Binder()
        self.explainer: Explainer = like.explainer if like is not None else Explainer()
        self._bind()
        if self.game is None and expansion.can_be_exact:
            self.expansion = expansion.exactly()
            self._bind()
        self.expansion.noted(self.errors)

    def exactly(self) -> Begun:
        """The same with a node for each place; see `Expansion.exactly`."""
        return Begun(self.expansion.exactly())

    def _bind(self) -> None:
        expansion = self.expansion
        tree = expansion.game
        if tree is None:
            self.errors = self._told(expansion.all_problems())
            return
        type_ = type_of_class(Match if tree.keyword == "match" else Game)
        game = self.binder.bind(tree, type_)
        if game is NO_FIT and load_installed_ludemes():  # types know these from now on
            self.binder, self.explainer = Binder(), Explainer()
            type_ = type_of_class(Match if tree.keyword == "match" else Game)
            game = self.binder.bind(tree, type_)
        if game is NO_FIT and expansion.can_be_exact:
            return
        if game is NO_FIT or expansion.problems:
            told = self.explainer.explain(tree, type_, expansion.known_defines)
            self.errors = self._told(expansion.all_problems(told))
        else:
            assert isinstance(game, Ludeme)
            version = followed_version(expansion.metadata)
            self.game = replace(game, version=version) if version and isinstance(game, Game) else game

    def _told(self, errors: list[LudError]) -> list[LudError]:
        """The errors; where comments are written as in other languages, those alone: others may come from them."""
        comments = foreign_comments(self.expansion.source)
        return errors if comments is None else [comments[0]]


def begin(
    source: Source, library: Library | None = None, options: Sequence[str] = (), ruleset: str | None = None
) -> Begun:
    """Expand and bind a description. Raises nothing."""
    begun = Begun(expand_source(source, library, options, ruleset))
    comments = foreign_comments(source) if begun.errors else None
    if comments is not None:
        wrong, blank = comments
        begun.errors = [wrong, *Begun(expand_source(blank, library, options, ruleset)).errors]
    return begun


def inspect_game(inspection: Inspection, *, warnings: bool = True) -> None:
    """Run all checks on one bound game; those for likely slips only with `warnings`."""
    refused_names(inspection)
    refused_rules(inspection)
    check_names(inspection)
    check_roles(inspection)
    check_needs(inspection)
    drop_consequences(inspection)
    check_rules(inspection)
    check_versions(inspection)
    check_duplicate_items(inspection)
    # what can be played but is probably not meant
    for lint in (lint_unused, lint_conditions, lint_kinds, lint_moves, lint_deals) if warnings else ():
        lint(inspection)


def choices_of(expansion: Expansion) -> Iterator[Choice]:
    """Every ruleset, and every option item that neither the default nor one of the rulesets before it chooses."""
    seen = {item.heading for item in expansion.chosen}
    for ruleset in expansion.rulesets:
        if ruleset.choices and set(ruleset.choices) - seen:
            seen.update(ruleset.choices)
            yield Choice(ruleset=ruleset.heading)
    for option in expansion.options:
        for item in option.items:
            if item.heading not in seen:
                seen.add(item.heading)
                yield Choice((item.heading,))


MAX_COST = 500_000_000
"""What looking at a description and its choices may take: a few seconds, counted in characters that are searched or
copied."""


def _cost(expansion: Expansion) -> int:
    """What looking at a choice takes, as measured: reading, binding and checking a character of the expanded text takes
    as long as two hundred of those that defines are searched for in; and little is done in no time."""
    return 1_000_000 + expansion.work + 200 * expansion.length


def _playable(expansion: Expansion) -> list[Choice]:
    """The choices, but for rulesets that choose what no option offers, which is told."""
    offered = {item.heading.casefold() for option in expansion.options for item in option.items}
    chosen = {r.heading: {heading.casefold() for heading in r.choices} for r in expansion.rulesets}
    return [c for c in choices_of(expansion) if c.ruleset is None or chosen[c.ruleset] <= offered]


def _together(choices: Sequence[Choice], expansion: Expansion) -> list[tuple[Choice, ...]]:
    """The choices in as few groups as there are: each ruleset by itself, and of each option one item a group."""
    option_of = {item.heading: item.option for option in expansion.options for item in option.items}
    groups: list[list[Choice]] = []
    taken: Counter[str] = Counter()  # of each option the groups that have an item of it: the first ones
    for choice in choices:
        if choice.ruleset is None:
            option = option_of[choice.options[0]]
            if taken[option] == len(groups):
                groups.append([])
            groups[taken[option]].append(choice)
            taken[option] += 1
    return [(c,) for c in choices if c.ruleset is not None] + [tuple(group) for group in groups]


def check_text(
    source: Source,
    library: Library | None = None,
    options: Sequence[str] = (),
    ruleset: str | None = None,
    *,
    every_choice: bool = True,
    warnings: bool = False,
    further: Further | None = None,
    begun: Begun | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> list[LudError]:
    """All that is wrong with a description, in the order of the text.

    every_choice: whether every ruleset and every option item is looked at too, where no options and no ruleset are
    given: each by itself, or, in a long description, items of several options at once, and each by itself only where
    something is wrong then. What would take longer than `MAX_COST` is left out, and that is told. warnings: whether
    likely slips are told too. further: checks that run on every game that is bound. begun: what `begin` made of the
    same source, library, options and ruleset. stopped: asked between two choices; if it says yes, the choices that are
    left are not looked at. Raises nothing.
    """
    begun = begun or begin(source, library, options, ruleset)
    first = _Look(begun, Choice(tuple(options), ruleset), further, warnings)
    expansion = first.expansion
    looks = [first]
    left_open: list[Expansion] = []
    whole = duplicate_options(expansion.options, expansion.rulesets) + duplicate_defines(expansion.defines)
    whole += expansion.outside
    if ruleset is None and not any(error.code == "bad-option" for error in first.errors):
        whole += unknown_choices(expansion.options, expansion.rulesets)
    if every_choice and not options and ruleset is None and expansion.game is not None:
        choices = _playable(expansion)
        usual = {_key(error) for error in first.errors}
        groups: list[tuple[Choice, ...]] = [(choice,) for choice in choices]
        usually = _cost(expansion) * (1 + bool(first.errors))  # to explain errors takes as long again
        if (1 + len(choices)) * usually > MAX_COST:
            groups = _together(choices, expansion)
        waiting, spent, left_out = groups[::-1], usually, 0
        while waiting and not stopped():
            group = waiting.pop()
            if spent > MAX_COST:
                left_out += len(group)
                continue
            choice = Choice(tuple(word for one in group for word in one.options), group[0].ruleset)
            other = expand_source(source, library, choice.options, choice.ruleset, like=expansion)
            look = _Look(Begun(other, begun), choice, further, warnings)
            spent += _cost(other) * (1 + bool(look.errors))
            is_open = any(wrong.code == "left-open" for wrong in look.expansion.problems)
            if len(group) > 1 and (is_open or any(_key(error) not in usual for error in look.errors)):
                waiting += [(one,) for one in group[::-1]]  # which of them is it?
            elif is_open:
                left_open.append(look.expansion)  # not all of the ruleset is known: it is not there to be played
            else:
                looks.append(look)
        if left_out:
            whole.append(problem("choices-left-out", count=left_out, choices=len(choices)))
    problems = first.errors + [error for error in whole if not isinstance(error, LudWarning)]
    known = {_key(error) for error in problems}
    for look in looks[1:]:
        for error in look.errors:
            if _key(error) not in known and (warnings or error.code not in _REPORTED):
                known.add(_key(error))
                told = tolerated(error) if error.code in _REPORTED else error
                told.when = look.choice.words
                problems.append(told)
    problems = with_few_values(expansion.options, problems)
    if warnings and any(error.severity == "error" for error in problems):
        # What a faulty rule was to use looks unused: such warnings wait until the errors are gone.
        for look in looks:
            look.warnings = {k: w for k, w in look.warnings.items() if not w.code.startswith(_CONSEQUENCES)}
        slips: list[LudError] = [error for error in whole if isinstance(error, LudWarning)]
        problems += without_silenced([*slips, *_agreed(looks, source)], source)
    elif warnings:
        slips = [error for error in whole if isinstance(error, LudWarning)]
        slips += [*_agreed(looks, source), *_anywhere(looks, source)]
        slips += lint_source([look.expansion for look in looks], left_open)
        problems += without_silenced(slips, source)
    return sorted(_once(problems), key=_place) + expansion.metadata_problems


_REPORTED = frozenset(
    ("missing-equipment", "missing-container", "unknown-player", "no-teams", "role-means-nobody", "needs-one-player",
     "no-piece-to-add")
)  # fmt: skip
"""What Ludii reports and plays on with: an error in the game as it is by default, a warning with another choice."""

_ANYWHERE = frozenset(("line-too-long", "divides-by-zero", "site-off-board", "unknown-coordinate"))
"""Warnings that are told if they hold with any choice: what works on one board may not on another."""

_CONSEQUENCES = ("unused-", "never-", "no-facing", "unreachable-")


class _Look:
    """A description with one choice, and what is wrong with it then."""

    def __init__(self, begun: Begun, choice: Choice, further: Further | None, warnings: bool) -> None:
        self.choice = choice
        found = _problems(begun, further, warnings)
        if found and begun.expansion.can_be_exact:
            begun = begun.exactly()
            found = _problems(begun, further, warnings)
        if found is not begun.errors:
            begun.expansion.noted(found)
        self.expansion = begun.expansion
        self.errors = [error for error in found if not isinstance(error, LudWarning)]
        self.warnings = {_key(error): error for error in found if isinstance(error, LudWarning)}

    @cached_property
    def places(self) -> frozenset[tuple[str, int]]:
        """File and offset of every call and word of the game."""
        tree: Call | None = self.expansion.game
        spans = (node.span for node in walk(tree)) if tree is not None else ()
        return frozenset((span.file, span.start) for span in spans if span is not None)


def _agreed(looks: Sequence[_Look], source: Source) -> Iterator[LudError]:
    """The warnings that hold whatever is chosen, as long as the place they are about is there at all.

    What stands in the library is not its user's to change.
    """
    for look in looks:
        for key, warning in look.warnings.items():
            span = warning.span
            if span is None or span.source is not source:
                continue
            others = [other for other in looks if other is not look and key not in other.warnings]
            if not any((span.file, span.start) in other.places for other in others):
                yield warning


def _anywhere(looks: Sequence[_Look], source: Source) -> Iterator[LudError]:
    """The warnings that hold with some choice alone, and are told nevertheless: each once, with the first such choice.
    """
    told = {_key(warning) for warning in _agreed(looks, source)}
    for look in looks:
        for key, warning in look.warnings.items():
            inside = warning.span is not None and warning.span.places[-1].source is source
            if warning.code in _ANYWHERE and inside and key not in told:
                told.add(key)
                warning.when = look.choice.words
                yield warning


def _problems(begun: Begun, further: Further | None, warnings: bool) -> list[LudError]:
    if begun.errors or begun.game is None or begun.expansion.game is None:
        return begun.errors
    inspection = Inspection(begun.game, begun.expansion.game, begun.expansion.metadata_text)
    inspect_game(inspection, warnings=warnings)
    if further is not None:
        further(inspection, begun.expansion)
    return inspection.problems


def _key(error: LudError) -> tuple[str, str, int, int]:
    span = error.span
    return (error.message, *((span.file, span.start, span.end) if span else ("", -1, -1)))


def _once(problems: Sequence[LudError]) -> list[LudError]:
    return list({_key(error): error for error in reversed(problems)}.values())[::-1]


def _place(error: LudError) -> tuple[bool, str, int]:
    """The order of the text; what has no place comes last."""
    outermost = error.span.places[-1] if error.span else None
    return (False, outermost.file, outermost.start) if outermost else (True, "", 0)
