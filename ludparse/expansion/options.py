"""Options and rulesets: the choices that a description offers.

    (option "Board Size" <Size> args:{<dim> <start>} {
        (item "3x3" <3> <9> "Played on a 3x3 board.")
        (item "4x4" <4> <16> "Played on a 4x4 board.")*
    })
    (rulesets { (ruleset "Ruleset/Small" {"Board Size/3x3"}) })

`<Size:dim>` is replaced by the chosen item's value of that name, `<Size>` by its first value. What is not chosen is the
item with the most stars, the first of these. A ruleset is a list of choices.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ludparse.expansion.defines import longest_text, too_long
from ludparse.problems.errors import LudError, nearest
from ludparse.problems.problem import problem
from ludparse.problems.spans import Span
from ludparse.reader.marked import Atlas, Marked, Pieces
from ludparse.reader.matching import STRING, closing_bracket

__all__ = [
    "Item",
    "Option",
    "Ruleset",
    "choose",
    "extract_options",
    "extract_rulesets",
    "find_ruleset",
    "realise",
    "unknown_choices",
    "with_few_values",
]

MAX_VALUES = 10_000
"""Places that the values of one option are put into."""

_QUOTED = re.compile(r'"([^"]*)"')


@dataclass(slots=True)
class Item:
    """One item of an option."""

    option: str
    name: str
    text: str
    priority: int
    values: tuple[Marked, ...] = field(repr=False)
    span: Span | None = field(default=None, repr=False)

    @property
    def heading(self) -> str:
        """The text that selects it: `Board Size/4x4`."""
        return f"{self.option}/{self.name}"


@dataclass(slots=True)
class Option:
    """A choice between items. `tag` and `arguments`: the names of its values in the text."""

    name: str
    tag: str
    arguments: tuple[str, ...]
    items: tuple[Item, ...]
    span: Span | None = field(default=None, repr=False)
    _by_heading: dict[str, Item] = field(default_factory=dict, repr=False, compare=False)

    def item(self, heading: str) -> Item | None:
        """The first item of that heading."""
        if not self._by_heading:
            self._by_heading.update((item.heading, item) for item in reversed(self.items))
        return self._by_heading.get(heading)

    @property
    def default(self) -> Item:
        return max(self.items, key=lambda item: item.priority)


@dataclass(slots=True)
class Ruleset:
    """A named combination of choices. `variations`: items that may be chosen instead without leaving the ruleset."""

    heading: str
    choices: tuple[str, ...]
    variations: Mapping[str, tuple[str, ...]]
    priority: int = 0
    span: Span | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The heading without the category that stands before all of them: `Ruleset/Standard` is `Standard`."""
        return self.heading.partition("/")[2] or self.heading


def extract_options(text: Marked, atlas: Atlas, problems: list[LudError]) -> tuple[Marked, list[Option]]:
    """The text without its `(option …)`, and these in the order of the text."""
    options: list[Option] = []
    pieces = Pieces()
    at = 0
    while (start := text.text.find('(option "', at)) >= 0:
        end = closing_bracket(text.text, start)
        if end < 0:
            problems.append(problem("unclosed-bracket", atlas.place(text, start), expected=[")"], bracket="("))
            break
        pieces.add_part(text, at, start)
        at = end + 1
        try:
            options.append(_read_option(text.part(start, end + 1), atlas))
        except LudError as wrong:
            problems.append(wrong)
    pieces.add_part(text, at, len(text.text))
    return pieces.join(), options


def _read_option(text: Marked, atlas: Atlas) -> Option:
    what = text.text
    span = atlas.span(text.at[0], text.at[-1])

    def complain(what: str, expected: str) -> LudError:
        return problem("bad-option", span, expected=[expected], what=what)

    name = _QUOTED.search(what)
    assert name is not None  # the search found it by this keyword
    tag = re.compile(r"<([^<>]*)>").search(what, name.end(), max(what.find("{"), name.end()))
    if tag is None:
        raise complain(f'the option "{name[1]}" has no tag', '(option "Name" <Tag> args:{<name> …} {…})')
    args = re.compile(r"args:\s*\{([^{}]*)\}").search(what, tag.end())
    if args is None:
        raise complain(f'the option "{name[1]}" does not name its values', "args:{<name> …}")
    names = tuple(re.findall(r"<([^<>]*)>", args[1]))
    start = what.find("{", args.end())
    end = closing_bracket(what, start) if start >= 0 else -1
    if end < 0:
        raise complain(f'the option "{name[1]}" has no list of items', '{(item "Name" <value> … "Description") …}')
    items: list[Item] = []
    at = start
    while (at := what.find("(item ", at, end)) >= 0:
        stop = closing_bracket(what, at, end)
        if stop < 0:
            raise complain(f'an item of the option "{name[1]}" is never closed', ")")
        stars = stop + 1
        while stars < end and what[stars] == "*":
            stars += 1
        item = text.part(at, stop + 1)
        items.append(_read_item(item, name[1], names, stars - stop - 1, atlas))
        at = stars
    return Option(name[1], tag[1], names, tuple(items), span)


def _read_item(text: Marked, option: str, names: Sequence[str], priority: int, atlas: Atlas) -> Item:
    what = text.text
    quoted = _QUOTED.search(what)
    last = what.rfind('"')
    last_open = what.rfind('"', 0, last) if last > 0 else -1
    if quoted is None or last_open <= quoted.start():
        lacks = f'an item of the option "{option}" lacks its name or its description'
        expected = ['(item "Name" <value> … "Description")']
        raise problem("bad-option", atlas.place(text, 0, len(what)), expected=expected, what=lacks)
    values: list[Marked] = []
    at = quoted.end()
    while (at := what.find("<", at, last_open)) >= 0:
        if what[at - 1] == "(":  # the ludeme
            at += 1
            continue
        stop = _value_end(what, at, last_open)
        if stop < 0 or len(values) == len(names):
            has = f'the item "{option}/{quoted[1]}" has ' + ("a value without end" if stop < 0 else "too many values")
            hint = f"The option names {len(names)}: {' '.join(f'<{name}>' for name in names)}"
            raise problem("bad-option", atlas.place(text, at), hint=hint, what=has)
        values.append(text.part(at + 1, stop))
        at = stop + 1
    return Item(option, quoted[1], what[last_open + 1 : last], priority, tuple(values), atlas.place(text, 0, len(what)))


def _value_end(text: str, start: int, end: int) -> int:
    """Where the value beginning with `<` ends: the first `>` that is not in a string and no ludeme."""
    at = start + 1
    in_string = False
    while at < end:
        if text[at] == '"':
            in_string = not in_string
        elif text[at] == ">" and not in_string and text[at - 1] != "(":
            return at
        at += 1
    return -1


def extract_rulesets(text: Marked, atlas: Atlas, problems: list[LudError]) -> tuple[Marked, list[Ruleset]]:
    """The text without its `(rulesets …)`, and what the first of these holds."""
    rulesets: list[Ruleset] = []
    first = True
    while (start := text.text.find("(rulesets")) >= 0:
        end = closing_bracket(text.text, start)
        if end < 0:
            problems.append(problem("unclosed-bracket", atlas.place(text, start), expected=[")"], bracket="("))
            break
        if first:
            at = start + 1
            while (at := text.text.find("(ruleset ", at, end)) >= 0:
                stop = closing_bracket(text.text, at, end)
                if stop < 0:
                    stop = end
                stars = stop + 1
                while stars < end and text.text[stars] == "*":
                    stars += 1
                ruleset = _read_ruleset(text.part(at, stop + 1), stars - stop - 1, atlas, problems)
                if ruleset is not None:
                    rulesets.append(ruleset)
                at = stars
            first = False
        text = text.without(start, end + 1)
    return text, rulesets


def _read_ruleset(text: Marked, priority: int, atlas: Atlas, problems: list[LudError]) -> Ruleset | None:
    what = text.text
    span = atlas.span(text.at[0], text.at[-1])
    variations: dict[str, list[str]] = {}
    start = what.find("variations:")
    if start >= 0:
        opening = what.find("{", start)
        closing = closing_bracket(what, opening) if opening >= 0 else -1
        if closing >= 0:
            for heading in _QUOTED.findall(what[opening:closing]):
                option, _, item = heading.partition("/")
                variations.setdefault(option, []).append(item)
            what = what[:start] + what[closing + 1 :]
    name = STRING.search(what)
    if name is None:
        needs = "a ruleset needs a name in quotation marks"
        problems.append(problem("bad-ruleset", span, expected=['(ruleset "Name" {"Option/Item" …})'], what=needs))
        return None
    choices = tuple(_QUOTED.findall(what[name.end() :]))
    for choice in choices:
        option, slash, item = choice.partition("/")
        if not slash:
            names_none = f'"{choice}" in a ruleset names no item of an option'
            problems.append(problem("bad-ruleset", span, expected=['"Option/Item"'], what=names_none))
        elif option in variations:
            variations[option].insert(0, item)
    return Ruleset(name[0][1:-1], choices, {k: tuple(v) for k, v in variations.items()}, priority, span)


def find_ruleset(rulesets: Sequence[Ruleset], name: str) -> Ruleset:
    """The ruleset of that heading; capitals, and a `Ruleset/` before it, do not matter.

    Raises LudSyntaxError, which lists those that exist.
    """
    for simplify in (str, str.casefold, _without_group):
        found = [ruleset for ruleset in rulesets if simplify(ruleset.heading) == simplify(name)]
        if found:
            return found[0]
    headings = [ruleset.heading for ruleset in rulesets]
    known = "The rulesets are: " + ", ".join(f'"{heading}"' for heading in headings)
    hint = known if headings else "The description has no rulesets."
    raise problem("unknown-ruleset", nearest=nearest(name, headings), hint=hint, name=name)


def unknown_choices(options: Sequence[Option], rulesets: Sequence[Ruleset]) -> list[LudError]:
    """The choices of rulesets that no option offers, and rulesets without a name, each at its place."""
    problems: list[LudError] = []
    for ruleset in rulesets:
        written = ruleset.span.text if ruleset.span is not None else ""
        if "{" in written and written.find("{") < written.find('"'):
            needs = "a ruleset needs a name in quotation marks"
            form = '(ruleset "Name" {"Option/Item" …})'
            problems.append(problem("bad-ruleset", ruleset.span, expected=[form], what=needs))
            continue
        for heading in ruleset.choices:
            if "/" not in heading:
                continue  # which is a problem of its own
            try:
                _find_item(options, heading)
            except LudError as wrong:
                wrong.span = ruleset.span
                at = -1 if ruleset.span is None else ruleset.span.text.find(f'"{heading}"')
                if ruleset.span is not None and at >= 0:
                    wrong.span = ruleset.span.sub(at, at + len(heading) + 2)
                problems.append(wrong)
    return problems


def _without_group(heading: str) -> str:
    return heading.casefold().removeprefix("ruleset/").strip()


def choose(options: Sequence[Option], wanted: Sequence[str], ruleset: Ruleset | None = None) -> list[Item]:
    """The chosen item of each option that has items: as wanted, else as the ruleset says, else the default.

    Raises LudSyntaxError for a choice that does not exist, or two of the same option.
    """
    by_ruleset = set(ruleset.choices if ruleset else ())
    chosen: dict[str, str] = {}
    for heading in wanted:
        item = _find_item(options, heading)
        other = chosen.setdefault(item.option, item.heading)
        if other != item.heading:
            raise problem("contradicting-options", one=other, other=item.heading)
    if ruleset:
        for heading in ruleset.choices:
            try:
                _find_item(options, heading)
            except LudError as wrong:
                wrong.span = ruleset.span
                raise
    result: list[Item] = []
    for option in options:
        if not option.items:
            continue
        # Two options may share a name; a choice can then mean an item of either.
        result.append(_first(option, chosen.values()) or _first(option, by_ruleset) or option.default)
    return result


def _first(option: Option, headings: Iterable[str]) -> Item | None:
    """The item of an option that stands first among those of some headings, None for none."""
    items = [item for item in map(option.item, headings) if item is not None]
    if len(items) == 1:
        return items[0]
    return next((item for item in option.items if any(item is one for one in items)), None)


def _find_item(options: Sequence[Option], heading: str) -> Item:
    for option in options:
        exact = option.item(heading)
        if exact is not None:
            return exact
    items = [item for option in options for item in option.items]
    for item in items:
        if item.heading.casefold() == heading.casefold():
            return item
    parts = [item for item in items if _is_part(heading, item)]
    if len({item.heading for item in parts}) == 1:
        return parts[0]
    headings = [item.heading for item in items]
    option_name = heading.partition("/")[0]
    of_option = [item.heading for item in items if item.option.casefold() == option_name.casefold()]
    known = "The options are: " + ", ".join(f'"{h}"' for h in of_option or headings)
    hint = known if headings else "The description has no options."
    raise problem("unknown-option", nearest=nearest(heading, headings), hint=hint, name=heading)


def _is_part(heading: str, item: Item) -> bool:
    """Whether a choice names an item by some of its words: `Board Size/7` means `Board Size/7x7`."""
    option, _, wanted = heading.casefold().partition("/")
    words, parts = (Counter(_PARTS.findall(text)) for text in (item.heading.casefold().partition("/")[2], wanted))
    return option.strip() == item.option.casefold() and bool(parts) and parts <= words


_PARTS = re.compile(r"[0-9]+|[^\W\d]{2,}")


def realise(text: Marked, options: Sequence[Option], chosen: Sequence[Item], atlas: Atlas) -> Marked:
    """The text with the tags of the options replaced by the values of the chosen items."""
    by_option = iter(chosen)
    for option in options:
        if not option.items:
            continue
        item = next(by_option)
        if not item.values:
            # An item without any value ends it: options after it are there for the metadata only.
            return text
        for name, value in zip(option.arguments, item.values, strict=False):
            text = _replace(text, f"<{option.tag}:{name}>", value, atlas)
        text = _replace(text, f"<{option.tag}>", item.values[0], atlas)
    return text


def with_few_values(options: Sequence[Option], problems: Sequence[LudError]) -> list[LudError]:
    """The problems; where a tag of the game has no value because an item has too few, that is told of the item. One
    without any value leaves the options behind its own without values, too."""
    found: list[LudError] = []
    told: set[str] = set()
    tags = [{f"<{option.tag}>", *(f"<{option.tag}:{name}>" for name in option.arguments)} for option in options]
    for wrong in problems:
        tag = wrong.span.text if wrong.code == "unknown-tag" and wrong.span is not None else ""
        short = [
            item for k, option in enumerate(options) for item in option.items
            if tag in {f"<{option.tag}:{name}>" for name in option.arguments[len(item.values):]}
            or (not item.values and any(tag in some for some in tags[k:]))
        ]  # fmt: skip
        if not short:
            found.append(wrong)
        for item in short:
            (option,) = (x for x in options if item in x.items)
            if item.heading not in told:
                told.add(item.heading)
                names = " ".join(f"<{name}>" for name in option.arguments)
                hint = "" if item.values else "A value stands between < and >."
                found.append(problem("few-values", item.span, item=item.name, given=len(item.values),
                                     wanted=len(option.arguments), names=names, hint=hint))  # fmt: skip
    return found


def _replace(text: Marked, marker: str, value: Marked, atlas: Atlas) -> Marked:
    if marker not in text.text:
        return text
    if marker in value.text:
        at = value.text.index(marker)
        raise problem("recursive-option", atlas.place(value, at, len(marker)), marker=marker)
    uses = text.text.count(marker)
    if uses > MAX_VALUES:
        raise problem("too-many-uses", limit=MAX_VALUES, what=marker)
    if len(text.text) + uses * len(value.text) > longest_text():
        raise too_long()
    pieces = Pieces()
    at = 0
    while (found := text.text.find(marker, at)) >= 0:
        end = found + len(marker)
        pieces.add_part(text, at, found)
        pieces.add(atlas.use(value, (text.at[found], text.at[end - 1]), marker))
        at = end
    pieces.add_part(text, at, len(text.text))
    return pieces.join()
