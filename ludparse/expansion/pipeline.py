"""From the text of a description to the plain tree of its game: comments, options, rulesets, defines, ranges."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import accumulate

from ludparse.expansion.agents import agent_arguments, named_define
from ludparse.expansion.defines import SHARED_FROM, Define, Expander, extract_defines, longest_text, too_long
from ludparse.expansion.metadata import Metadata
from ludparse.expansion.options import (
    Item,
    Option,
    Ruleset,
    choose,
    extract_options,
    extract_rulesets,
    find_ruleset,
    realise,
)
from ludparse.expansion.ranges import with_ranges
from ludparse.library.defines import LibraryDefine
from ludparse.library.library import Library
from ludparse.problems.errors import LudError, Remedy, nearest, tolerated
from ludparse.problems.problem import problem
from ludparse.problems.spans import Source, Span
from ludparse.reader import bracket_problems, read_expanded, strange_strings
from ludparse.reader.comments import without_comments, without_indentation
from ludparse.reader.marked import Atlas, Marked, Pieces
from ludparse.reader.matching import STRING, closing_bracket
from ludparse.reader.mending import spelt
from ludparse.reader.parser import Known
from ludparse.reader.syntax import Arg, Atom, Call, Node, walk

__all__ = ["Expansion", "expand_source"]


MAX_EXACT = 6_000_000
"""Characters of an expanded text up to which the place of an error is exact. In a longer one it is the first place
where the same is written."""

_MAY_BE_ELSEWHERE = (
    f"The description has more than {MAX_EXACT:,} characters: this is the first place where that is written, "
    "and it may be another that is wrong."
)


@dataclass(frozen=True)
class _Parts:
    """What is the same whatever is chosen: the text without its options and rulesets, and these."""

    atlas: Atlas
    text: Marked
    options: list[Option]
    rulesets: list[Ruleset]
    problems: list[LudError]


def _parts_of(source: Source) -> _Parts:
    """Raises LudError for a text that is too long."""
    atlas, problems = Atlas(), list[LudError]()
    text = without_comments(atlas.source(source))
    if len(text.text) > longest_text():
        text = without_indentation(text)  # half a long description and more
        if len(text.text) > longest_text():
            raise too_long()
    text, options = extract_options(text, atlas, problems)
    text, rulesets = extract_rulesets(text, atlas, problems)
    return _Parts(atlas, text, options, rulesets, problems)


@dataclass
class Expansion:
    """The result of expanding a description.

    `game`: the tree of the game without defines and options, None if `problems` say why; where an unknown define is
    used, its use stands in the tree. `defines`: those of the description itself. `chosen`: the items of the options
    that hold. `ruleset`: the one asked for, else the first whose choices all hold, if any. `outside`: warnings of text
    around the game, which means nothing. `length`: characters of the expanded text, or of the source where that was not
    made. `shared`: whether what is written alike in the game is the same node, which knows only one of its places.
    `exact`: whether that is not to be, however long the text is. `partial`: the game with its defines and options
    replaced, as text, where parts of it are left open; `around_parts`: where the brackets begin that hold these.
    """

    source: Source
    game: Call | None = None
    partial: Marked | None = None
    around_parts: set[tuple[str, int]] = field(default_factory=set)
    options: list[Option] = field(default_factory=list)
    chosen: list[Item] = field(default_factory=list)
    rulesets: list[Ruleset] = field(default_factory=list)
    ruleset: Ruleset | None = None
    defines: list[Define] = field(default_factory=list)
    used_defines: set[str] = field(default_factory=set)
    library_defines: tuple[LibraryDefine, ...] = ()
    problems: list[LudError] = field(default_factory=list)
    outside: list[LudError] = field(default_factory=list)
    length: int = 0
    shared: bool = False
    exact: bool = False
    _parts: _Parts | None = None
    _read_before: _ReadBefore | None = None
    _atlas: Atlas = field(default_factory=Atlas)
    _metadata: Marked | None = None
    _expander: Expander | None = None
    _library: Library | None = None
    _wanted: tuple[Sequence[str], str | None] = ((), None)

    @property
    def can_be_exact(self) -> bool:
        """Whether what tells of a problem has to ask `exactly` for the place."""
        return self.shared and self.length <= MAX_EXACT

    def exactly(self) -> Expansion:
        """The same, with a node for each place."""
        return expand_source(self.source, self._library, *self._wanted, like=self, exact=True)

    def noted(self, errors: Sequence[LudError]) -> None:
        """Says with each error if its place may be another one, where the same is written."""
        if self.shared:
            for error in errors:
                error.hint = f"{error.hint.removesuffix(_MAY_BE_ELSEWHERE)} {_MAY_BE_ELSEWHERE}".strip()

    def all_problems(self, more: Sequence[LudError] = ()) -> list[LudError]:
        """The problems with more that were found in the tree (at other places), and what may explain them."""
        places = {(p.span.source.name, p.span.start) for p in self.problems if p.span}
        elsewhere = [p for p in more if not p.span or (p.span.source.name, p.span.start) not in places]
        if self.around_parts:  # what a ludeme lacks may be in what is left open
            elsewhere = [p for p in elsewhere if p.code == "unknown-ludeme" or not self._holds_part(p)]
        problems = [*self.problems, *elsewhere]
        if self._expander is None:
            return problems
        self._expander.put_in(elsewhere)
        causes, uses = self._expander.wrong_numbers(problems)

        def follows(p: LudError) -> bool:
            """Whether a problem within a define, or of its arguments, comes of their number."""
            return p.span is not None and any((x.source.name, x.start) in uses for x in p.span.places)

        return [p for p in problems if not follows(p)] + causes

    def _holds_part(self, error: LudError) -> bool:
        return error.span is not None and (error.span.source.name, error.span.start) in self.around_parts

    @property
    def work(self) -> int:
        """The characters that were copied or searched while defines were replaced."""
        return 0 if self._expander is None else self._expander.work

    def surplus_arguments(self) -> list[tuple[Span, Define, int]]:
        """Uses of defines with arguments that nothing takes; see `Expander.surplus_arguments`."""
        return [] if self._expander is None else self._expander.surplus_arguments()

    @property
    def known_defines(self) -> frozenset[str]:
        """The names of all defines that could be used: those of the description and those of the library."""
        library = frozenset() if self._expander is None else self._expander.library_names
        return library | {define.name for define in self.defines}

    @property
    def metadata_text(self) -> str:
        """The metadata as it was written, empty if there is none."""
        return "" if self._metadata is None else self._metadata.text

    @cached_property
    def metadata_problems(self) -> list[LudError]:
        """The problems of the metadata. They do not prevent playing."""
        _ = self.metadata
        return self._metadata_problems

    @cached_property
    def metadata(self) -> Metadata:
        """The metadata for the chosen options; read when first asked for, empty if it cannot be read."""
        self._metadata_problems: list[LudError] = []
        if self._metadata is None:
            return Metadata(None)
        problems = self._metadata_problems
        text = self._metadata
        try:
            # Strings in the metadata can have the names of library defines, so only the description's own defines
            # count.
            text = Expander(self._atlas, {}, problems).expand(text, self.defines, library=False)
        except LudError as wrong:
            problems.append(wrong)
        nodes = read_expanded(text.text, self._atlas.places(text), problems, raw=True)
        node = next((n for n in nodes if isinstance(n, Call)), None)
        return Metadata(node, self._active)

    @property
    def _active(self) -> list[str]:
        """The headings of the chosen items and of the ruleset."""
        return [item.heading for item in self.chosen] + ([self.ruleset.heading] if self.ruleset else [])

    @cached_property
    def agent_define(self) -> LibraryDefine | None:
        """The define of the library that `(ai "NAME_ai")` refers to, None without one."""
        name = named_define(self.metadata)
        return None if name is None or self._library is None else self._library.agent_define(name)

    @cached_property
    def ai(self) -> tuple[Arg, ...]:
        """What `(ai …)` holds; see `agents.agent_arguments`. Raises LudSyntaxError."""
        return agent_arguments(self.metadata, self.agent_define, self._active)


def expand_source(
    source: Source,
    library: Library | None = None,
    options: Sequence[str] = (),
    ruleset: str | None = None,
    *,
    like: Expansion | None = None,
    exact: bool = False,
) -> Expansion:
    """Expand a description. Raises nothing; what is wrong is in the result's `problems`.

    like: an expansion of the same source with other choices. What is the same in both need not be read again, and both
    trees have the same nodes for it. exact: see `Expansion.exactly`.
    """
    result = Expansion(source, length=len(source.text), exact=exact, _wanted=(options, ruleset))
    if like is not None and like.source is source:
        result._parts, result._read_before = like._parts, like._read_before
    try:
        _expand(result, library, options, ruleset)
    except LudError as wrong:
        result.problems.extend(wrong.problems)
    if result.problems and result.can_be_exact:
        return result.exactly()
    result.noted(result.problems)
    if result.problems:
        # The original text shows better than the expanded one where a bracket is missing.
        structural = any(wrong.code in _BRACKETS for wrong in result.problems)
        span = partial(Span, source)
        written = bracket_problems(source.text, span, values=False) or strange_strings(source.text, span) * structural
        if written and (structural or written[0].code == "unterminated-string"):
            result.problems = written  # all other problems may be consequences of these
            result.game = None
    tags = [f"<{option.tag}:{name}>" for option in result.options for name in option.arguments]
    tags += [f"<{option.tag}>" for option in result.options]
    for error in result.problems:
        if error.code == "unknown-tag" and error.span is not None:
            word = error.span.text
            # options are chosen as Heading/Item, and tags are without a heading
            ends = [tag for tag in tags if word.rpartition("/")[2] == tag[1:]]
            error.nearest = () if word in tags else nearest(word, tags) or tuple(ends)
            error.expected = () if error.nearest else tuple(tags[: len(tags) - len(result.options)])
            remedy = spelt(error.span, error.span.text, error.nearest)
            error.remedies = (Remedy(remedy),) if remedy else ()
    if any(wrong.code == "bad-option" for wrong in result.problems):
        result.problems = [p for p in result.problems if p.code != "unknown-tag"]
        result.game = None
    return result


_BRACKETS = frozenset(
    (
        "unclosed-bracket", "surplus-bracket", "wrong-bracket", "extra-bracket", "unterminated-string", "unreadable",
        "bad-option", "bad-ruleset", "define-without-name", "empty-description", "outside-of-game",
    )
)  # fmt: skip


def _expand(result: Expansion, library: Library | None, wanted: Sequence[str], ruleset: str | None) -> None:
    result._library = library
    parts = result._parts = result._parts or _parts_of(result.source)
    atlas, problems, text = parts.atlas, result.problems, parts.text
    problems.extend(parts.problems)
    result._atlas, result.options, result.rulesets = atlas, list(parts.options), list(parts.rulesets)
    if ruleset is not None:
        result.ruleset = find_ruleset(result.rulesets, ruleset)
    if any(wrong.code in _BRACKETS for wrong in problems):
        return  # further problems would only be consequences
    result.chosen = choose(result.options, wanted, result.ruleset)
    if result.ruleset is None:
        result.ruleset = _matching_ruleset(result)
    text = realise(text, result.options, result.chosen, atlas)
    text, result.defines = extract_defines(text, atlas, problems)
    text, result._metadata, rest = _split_metadata(text, atlas, problems)
    if problems:
        return
    library_defines = library.defines if library is not None else {}
    expander = result._expander = Expander(atlas, library_defines, problems, exact=result.exact)
    text = expander.expand(text, result.defines)
    result.used_defines = expander.used
    if library is not None:
        result.library_defines = tuple(d for d in library.defines.values() if d.tag[1:-1] in expander.used)
    text, around, misplaced = _game_alone(without_comments(text), atlas)
    places = list(_places(around, atlas))
    # what the name of a define lacks in such text, nobody misses
    problems[:] = [wrong for wrong in problems if not any(_within(wrong.span, place) for place in places)]
    problems.extend(map(_outside, misplaced))
    result.outside = [tolerated(_outside(place)) for place in places]
    unread = [_outside(place, "Nothing is read that stands after the metadata.") for place in _places((rest,), atlas)]
    result.outside += map(tolerated, unread)
    text, older = _of_today(text, atlas)
    result.outside += older
    if "[" in text.text or "]" in text.text:
        text = _with_places_for_parts(result, text, atlas)
    text = with_ranges(text, atlas)
    result.length = len(text.text)
    before = result._read_before
    shared = result.shared = not result.exact and len(text.text) > SHARED_FROM
    known = before.known(text) if before and not shared else None
    nodes = read_expanded(text.text, atlas.places(text), problems, known=known, shared=shared)
    if _USE.search(text.text):
        problems.extend(_unknown_defines(nodes, result, library))
    if not nodes:
        problems.extend(unread)
    result.game = _only_game(nodes, problems)
    if result.game is not None:
        there = [arg.value.keyword for arg in result.game.args if isinstance(arg.value, Call)]
        lost = [f"({part}" for part in ("equipment", "rules") if part not in there]
        problems.extend(_outside(place) for place in places if place.text.startswith(tuple(lost)))
    if before is None and result.game is not None and not problems and not shared:
        result._read_before = _ReadBefore(text, result.game)


def _matching_ruleset(result: Expansion) -> Ruleset | None:
    active = {item.heading for item in result.chosen}
    return next((r for r in result.rulesets if r.choices and active.issuperset(r.choices)), None)


def _split_metadata(text: Marked, atlas: Atlas, problems: list[LudError]) -> tuple[Marked, Marked | None, Marked]:
    """What stands before the metadata, the metadata, and what stands after it, where Ludii looks at nothing."""
    start = text.text.find("(metadata")
    if start < 0:
        return text, None, text.part(0, 0)
    end = closing_bracket(text.text, start)
    if end < 0:
        problems.append(problem("unclosed-bracket", atlas.place(text, start), expected=[")"], bracket="("))
        end = len(text.text) - 1
    return text.part(0, start), text.part(start, end + 1), text.part(end + 1, len(text.text))


_BRACKET = re.compile(rf"{STRING.pattern}|[\[\](){{}}]")
_COMPLETED = "`lud complete FILE` completes it from other games; load(…, complete=True) takes the best."


def _with_places_for_parts(result: Expansion, text: Marked, atlas: Atlas) -> Marked:
    """The text with one word for each part in square brackets, which is left open: a problem of its own. Raises
    LudSyntaxError for such a bracket that is not closed or not opened."""
    open_parts: list[int] = []
    around: list[int] = []
    pieces, at = Pieces(), 0
    for found in _BRACKET.finditer(text.text):
        what, end = found[0], found.end()
        if what == "[":
            open_parts.append(found.start())
        elif what == "]":
            if not open_parts:
                raise problem("surplus-bracket", atlas.place(text, found.start()), bracket="]")
            start = open_parts.pop()
            if open_parts:
                continue
            result.problems.append(problem("left-open", atlas.place(text, start, end - start), hint=_COMPLETED))
            if around:
                head = atlas.place(text, around[-1])
                result.around_parts.add((head.source.name, head.start))
            pieces.add_part(text, at, start)
            pieces.add(Marked("[]", array("I", (text.at[start], text.at[end - 1]))))
            at = end
        elif what in ("(", "{") and not open_parts:
            around.append(found.start())
        elif what in (")", "}") and not open_parts and around:
            around.pop()
    if open_parts:
        raise problem("unclosed-bracket", atlas.place(text, open_parts[0]), expected=["]"], bracket="[")
    if at:
        result.partial = text
    pieces.add_part(text, at, len(text.text))
    return pieces.join()


_OLDER = re.compile(r'"[^"]*"|\((noRepeat)\b')
_TODAY = {"noRepeat": "no Repeat"}
"""What ludemes were called in Ludii 1.2.0 to 1.3.0 that have another name today."""


def _of_today(text: Marked, atlas: Atlas) -> tuple[Marked, list[LudError]]:
    """The text with ludemes as they are written today, and warnings of those that an older Ludii wrote otherwise."""
    warnings: list[LudError] = []
    if not any(f"({word}" in text.text for word in _TODAY):
        return text, warnings
    pieces, at = Pieces(), 0
    for found in _OLDER.finditer(text.text):
        if word := found[1]:
            start, end = found.span(1)
            place = atlas.place(text, start, len(word))
            warnings.append(problem("older-form", place, word=word, today=_TODAY[word]))
            remedy = spelt(place, word, [_TODAY[word]])
            warnings[-1].remedies = (Remedy(remedy),) if remedy else ()
            pieces.add_part(text, at, start)
            pieces.add(Marked(_TODAY[word], array("I", (text.at[start],)) * len(_TODAY[word])))
            at = end
    pieces.add_part(text, at, len(text.text))
    return pieces.join(), warnings


_DEEPER = {"(": 1, ")": -1}
_GAME = re.compile(r"\(\s*(?:game|match)\b")


def _game_alone(text: Marked, atlas: Atlas) -> tuple[Marked, tuple[Marked, ...], list[Span]]:
    """The clause of the game, what stands before and after it, and the clauses before it.

    As in Ludii, the first clause has to be the game, also before one in a string. Other text around it is passed over,
    as long as clauses are closed and braces and quotation marks are even in number. Else all of it counts as the game.
    """
    before: list[Span] = []
    start = text.text.find("(")
    while True:
        end = closing_bracket(text.text, start) if start >= 0 else -1
        if end < 0:
            return text, (), []
        if _GAME.match(text.text, start):
            break
        before.append(atlas.place(text, start, end + 1 - start))
        start = text.text.find("(", end + 1)
    around = text.without(start, end + 1).text
    depths = list(accumulate((_DEEPER.get(character, 0) for character in around), initial=0))
    if min(depths) < 0 or depths[-1] or around.count('"') % 2 or around.count("{") != around.count("}"):
        return text, (), []
    return text.part(start, end + 1), (text.part(0, start), text.part(end + 1, len(text.text))), before


def _places(parts: Iterable[Marked], atlas: Atlas) -> Iterator[Span]:
    """Of the text in some parts what stands together in the source, where it has words."""
    last = -1
    for part in parts:
        start = 0
        for end in range(1, len(part.at) + 1):
            if end == len(part.at) or part.at[end] != part.at[end - 1] + 1:
                run = part.part(start, end).stripped()
                if any(character.isalnum() for character in run.text):
                    place = atlas.place(run, 0, len(run.text)).places[-1]
                    if place.start != last:  # several pieces of one define have one place
                        yield place
                    last = place.start
                start = end


def _within(span: Span | None, place: Span) -> bool:
    return span is not None and place.start <= span.places[-1].start < place.end


_BESIDE = "Beside (game …), a description holds defines, options, rulesets and metadata."


def _outside(place: Span, hint: str = _BESIDE) -> LudError:
    if place.text.startswith("(ruleset"):
        hint = "Rulesets stand together in (rulesets { (ruleset …) … })."
    if place.text.startswith("(option"):
        hint = 'An option begins with its category, as in (option "Size" <Size> args:{<side>} { (item …) … }).'
    return problem("outside-of-game", place, hint=hint)


class _ReadBefore:
    """The calls of one expansion, for others of the same description: those of which each character comes from the
    same place need not be read again."""

    def __init__(self, text: Marked, game: Call) -> None:
        self._text = text
        self._game = game

    @cached_property
    def _calls(self) -> dict[int, tuple[Call, int, int]]:
        """Each call with the offsets of its beginning and end, by the address of its bracket."""
        found: dict[int, tuple[Call, int, int]] = {}
        for node in walk(self._game):
            if isinstance(node, Call) and node.keyword and node.place and not isinstance(node.place, Span):
                _, start, end = node.place
                found[self._text.at[start]] = node, start, end
        return found

    def known(self, text: Marked) -> Known:
        """Finds the calls in another text."""
        calls, at, at_before = self._calls, text.at, self._text.at

        def find(start: int) -> tuple[Call, int] | None:
            found = calls.get(at[start])
            if found is None:
                return None
            node, first, last = found
            end = start + last - first
            same = at[start:end] == at_before[first:last] and text.text[start:end] == self._text.text[first:last]
            return (node, end) if same else None

        return find


_USE = re.compile(r'\(\s*"')


def _unknown_defines(nodes: Sequence[Node], result: Expansion, library: Library | None) -> Iterator[LudError]:
    known = {define.name for define in result.defines}
    if library is not None:
        known.update(tag[1:-1] for tag in library.defines)
    for root in nodes:
        for node in walk(root):
            if isinstance(node, Call) and node.keyword.startswith('"'):
                name = node.keyword[1:-1]
                if name in known:
                    where = "Directly after game, match or instance stands a name, which is not replaced."
                elif library is None:
                    where = "Defines are looked up in the description; no library was given, which may hold it."
                else:
                    where = f"Defines are looked up in the description and in the library {library.path}."
                code = "unknown-define" if library is not None else "no-library"
                near = nearest(name, known)
                error = problem(code, node.span, nearest=near, hint=where, name=name)
                if remedy := spelt(node.span, node.keyword, [f'"{other}"' for other in near]):
                    error.remedies = (Remedy(remedy),)
                yield error


def _only_game(nodes: Sequence[Node], problems: list[LudError]) -> Call | None:
    calls = [node for node in nodes if isinstance(node, Call)]
    # If something else stands in its place, the binder reports it.
    games = [node for node in calls if node.keyword in ("game", "match")] or calls[:1]
    for node in nodes:
        if node not in games[:1] and not _is_ornament(node) and node.span is not None:
            problems.append(_outside(node.span))
    if not games and not problems:
        problems.append(problem("empty-description"))
    return games[0] if games else None


def _is_ornament(node: Node) -> bool:
    """Stars, strokes and the like between the parts of a description."""
    return isinstance(node, Atom) and not any(character.isalnum() for character in node.text)
