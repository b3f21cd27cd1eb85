"""Defines: extracting them, and replacing their uses by their bodies.

    (define "Line" (is Line #1 #2))      then      ("Line" 4 ~)      stands for      (is Line 4 )

The order of replacement is observable, because an argument can itself be a use and expand to several words. So it is
fixed: first the defines of the description, one by one in the order of the text, each wherever it is used, until no use
is left; then the defines of the library in the same way; all of this again until nothing changes. Inserted text is
searched again. It can contain further `(define …)`, which count from then on.

That takes time for each define in proportion to all of the text. Where the order makes no difference, which is nearly
always, `substitution` does the same in one go.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop
from itertools import islice

from ludparse.expansion.miscounted import (
    MISPLACED,
    argument_behind,
    given_arguments,
    line_of,
    missing_parameters,
    places_of,
    put_into,
)
from ludparse.expansion.substitution import (
    PLACEHOLDER,
    PROTECTING,
    BadArgumentError,
    OrderMattersError,
    Substitution,
    TooMuchError,
    argument_places,
)
from ludparse.library.defines import LibraryDefine
from ludparse.problems.errors import LudError
from ludparse.problems.problem import problem
from ludparse.problems.spans import Span
from ludparse.reader.comments import without_comments
from ludparse.reader.marked import Atlas, Marked, Pieces
from ludparse.reader.matching import CLOSING, closing_bracket, preceding_word

__all__ = ["Define", "Expander", "counted", "extract_defines"]

MAX_TEXT = 25_000_000
"""Characters that the text may have at any point of the expansion; see `longest_text`."""

MAX_TEXT_VARIABLE = "LUD_MAX_TEXT"
"""The environment variable that raises it."""

MAX_USES = 2_000_000
"""Uses of defines that are expanded in one description; what is shared counts once."""

MAX_WORK = 300_000_000
"""Characters that may be copied or searched in all, where defines have to be replaced in their order."""

MAX_NESTED = 200
"""How deep uses of defines may lie within what other defines stand for."""

SHARED_FROM = 1_000_000
"""A text with more characters is expanded and read with sharing: what is written alike is there only once."""

USES_SHARED_FROM = 100_000
"""So is a text with more uses of defines."""


def longest_text() -> int:
    """Characters that a text may have: `MAX_TEXT`, or more where the environment variable LUD_MAX_TEXT says so.

    Raises LudError where that is no number.
    """
    asked = os.environ.get(MAX_TEXT_VARIABLE, "")
    if not asked:
        return MAX_TEXT
    if not (asked.isascii() and asked.isdigit() and len(asked) < 12):
        raise problem("bad-limit", variable=MAX_TEXT_VARIABLE, value=asked, expected=["a number of characters"])
    return max(MAX_TEXT, int(asked))


def too_long(span: Span | None = None) -> LudError:
    """The problem of a text that is longer than `longest_text`."""
    return problem("expansion-too-large", span, limit=longest_text(), variable=MAX_TEXT_VARIABLE)


@dataclass(slots=True)
class Define:
    """One define. `tag`: its name in quotation marks. `body`: the text that it stands for."""

    tag: str
    body: Marked
    span: Span | None
    from_library: bool = False
    parameters: int = 0
    _cuts: tuple[tuple[int, int, int], ...] = field(default=())

    def __post_init__(self) -> None:
        # A parameter counts only if all before it occur; it is one digit, so `#12` is the first one and then a 2.
        text = self.body.text
        while self.parameters < 9 and f"#{self.parameters + 1}" in text:
            self.parameters += 1
        if self.parameters:
            found = re.finditer(f"#([1-{self.parameters}])", text)
            self._cuts = tuple((hit.start(), hit.end(), int(hit[1]) - 1) for hit in found)

    @property
    def name(self) -> str:
        return self.tag[1:-1]

    def filled(self, atlas: Atlas, used_at: tuple[int, int], arguments: Sequence[Marked]) -> Marked:
        """The expansion of a use with these arguments. Parameters without an argument vanish."""
        uses = [0] * 9
        for _, _, number in self._cuts:
            uses[number] += 1
        length = sum(count * len(argument.text) for count, argument in zip(uses, arguments, strict=False))
        if length > longest_text():
            raise too_long(atlas.span(*used_at))
        body = atlas.use(self.body, used_at, self.name)
        if not self._cuts:
            return body
        if any("#" in argument.text for argument in arguments):
            return _filled_one_by_one(body, self.parameters, arguments)
        pieces = Pieces()
        at = 0
        for start, end, number in self._cuts:
            pieces.add_part(body, at, start)
            if number < len(arguments) and arguments[number].text != PLACEHOLDER:
                pieces.add(arguments[number])
            at = end
        pieces.add_part(body, at, len(body.text))
        return pieces.join()


def _filled_one_by_one(text: Marked, parameters: int, arguments: Sequence[Marked]) -> Marked:
    """Replaces one parameter after the other, because arguments that contain `#` can be taken for parameters."""
    for number in range(9):
        marker = f"#{number + 1}"
        if marker not in text.text:
            break
        argument = arguments[number] if number < len(arguments) else None
        if argument is not None and argument.text == PLACEHOLDER:
            argument = None
        once = argument is not None and argument.text.startswith("#")
        pieces = Pieces()
        at = 0
        while (found := text.text.find(marker, at)) >= 0:
            pieces.add_part(text, at, found)
            if argument is not None:
                pieces.add(argument)
            at = found + len(marker)
            if len(pieces) > longest_text():
                raise too_long()
            if once:
                break
        pieces.add_part(text, at, len(text.text))
        text = pieces.join()
    return text


def extract_defines(
    text: Marked, atlas: Atlas, problems: list[LudError], *, from_library: bool = False
) -> tuple[Marked, list[Define]]:
    """The text without its `(define …)`, and these in the order of the text."""
    defines: list[Define] = []
    pieces = Pieces()
    at = 0
    while (start := text.text.find("(define ", at)) >= 0:
        end = closing_bracket(text.text, start)
        if end < 0:
            problems.append(problem("unclosed-bracket", atlas.place(text, start), expected=[")"], bracket="("))
            break
        pieces.add_part(text, at, start)
        at = end + 1
        name = text.text.find('"', start, end)
        name_end = text.text.find('"', name + 1, end) if name >= 0 else -1
        span = atlas.span(text.at[start], text.at[end])
        if name_end < 0:
            problems.append(problem("define-without-name", span, expected=['(define "Name" …)']))
            continue
        body = text.part(name_end + 1, end).stripped()
        defines.append(Define(text.text[name : name_end + 1], body, span, from_library))
    pieces.add_part(text, at, len(text.text))
    return pieces.join(), defines


class Expander:
    """Replaces the uses of defines in one description, and notes what is wrong with them in `problems`.

    `used` are the names of all defines that were used, `work` the characters that were copied or searched.
    exact: whether also in a long text each use is expanded by itself, so that all places are right; otherwise of some
    places in a long text only the text is right, and not where that was used.
    """

    def __init__(
        self, atlas: Atlas, library: Mapping[str, LibraryDefine], problems: list[LudError], *, exact: bool = False
    ) -> None:
        self.atlas = atlas
        self.exact = exact
        self.problems = problems
        self.used: set[str] = set()
        self._uses = 0
        self.work = 0
        self._miscounted: list[tuple[tuple[int, int], Define, int]] = []
        self._library = library
        self._from_library: dict[str, Define] = {}

    def expand(self, text: Marked, defines: Sequence[Define] = (), *, library: bool = True) -> Marked:
        """The text with all uses replaced, including those that replacement creates.

        Raises LudSyntaxError for a define that uses itself and LudLimitError when the text grows beyond all measure;
        other problems are noted.
        """
        known: dict[str, Define] = {}
        while True:
            for define in defines:
                known.setdefault(define.tag, define)
            before = text.text
            text = self._replaced(text, known, library=library)
            if text.text == before or "(define " not in text.text:
                return text
            # A define in the text of a define counts from here on, and those from before no more.
            known = {}
            text, defines = extract_defines(text, self.atlas, self.problems)

    def _replaced(self, text: Marked, known: Mapping[str, Define], *, library: bool) -> Marked:
        """The text in which all uses of the defines are replaced."""
        tags = {**self._library, **known} if library else known
        names = frozenset(tag[1:-1] for tag in tags)
        longest = longest_text()
        shared = not self.exact and len(text.text) > SHARED_FROM
        alone = not (shared or self.exact)  # each use by itself, as long as the text is short
        substitution = Substitution(
            self.atlas,
            names,
            lambda tag: known[tag] if tag in known else self._library_define(tag),
            shared=shared,
            longest=min(longest, SHARED_FROM) if alone else longest,
            most_uses=USES_SHARED_FROM if alone else MAX_USES,
            deepest=MAX_NESTED,
        )
        try:
            try:
                result = substitution.run(text)
            except TooMuchError:
                if not alone:
                    raise
                substitution = substitution.sharing(longest, MAX_USES)
                result = substitution.run(text)
        except OrderMattersError:
            return self._in_order(text, known, library=library)
        except TooMuchError as wrong:
            place = None if wrong.used_at is None else self.atlas.span(*wrong.used_at)
            if wrong.length:
                raise too_long(place) from wrong
            raise problem("too-many-uses", place, limit=MAX_USES, what="defines") from wrong
        self.work += substitution.made
        self.used |= substitution.used
        self._uses += substitution.uses
        self._miscounted += substitution.miscounted
        return result

    def _in_order(self, text: Marked, known: Mapping[str, Define], *, library: bool) -> Marked:
        """The same, with the defines replaced one after the other."""
        changed = first = True
        while changed:
            text, changed = self._exhaust(text, known, known.__getitem__)
            if library and (changed or first):
                text, also = self._exhaust(text, self._library, self._library_define)
                changed = changed or also
            first = False
        return text

    def wrong_numbers(self, problems: Sequence[LudError]) -> tuple[list[LudError], set[tuple[str, int]]]:
        """Uses with fewer or more arguments than the define has parameters, as far as one of the problems lies there;
        and the places, file and offset, of the problems that come of it.

        By itself that is no mistake: arguments may be left out, and those too many are ignored.
        """
        places: dict[tuple[str, int], list[LudError]] = {}
        for wrong in problems:
            for place in wrong.span.places if wrong.span else ():
                places.setdefault((place.source.name, place.start), []).append(wrong)
        found: dict[tuple[str, int], LudError] = {}
        follow: set[tuple[str, int]] = set()
        for used_at, define, given in self._miscounted:
            span = self.atlas.span(*used_at)
            key = span.source.name, span.start
            skipped = f"#{define.parameters + 2}" in define.body.text  # the problem is in the define
            if key in found or skipped:
                continue
            if key in places:
                found[key] = self._miscount(span, define, given, hint=self._missing(define, given, places[key]))
                if given < define.parameters:
                    follow.update(places_of(found[key], span, problems))
            elif given < define.parameters:
                for argument in given_arguments(span):
                    late = [wrong for wrong in places.get((argument.source.name, argument.start), ())
                            if wrong.code == "order"]  # fmt: skip
                    if late:  # it is right as the argument after it
                        shown = line_of(argument.text)
                        hint = f"One is missing before {shown}: write it there, or ~ if it is to be left out."
                        found[argument.source.name, argument.start] = self._miscount(argument, define, given, hint=hint)
                        break
        places_of_all = follow | found.keys()
        for key, cause in [*found.items()]:
            around = cause.span.places[1:] if cause.span else ()
            if any((use.source.name, use.start) in follow for use in around):
                del found[key]  # what it lacks is lacking there
        return [*found.values()], places_of_all

    def put_in(self, problems: Sequence[LudError]) -> None:
        """Arguments without a place may belong into the use of a define before them that has too few: such remedies are
        added to theirs."""
        wrong = {(p.span.source, p.span.start): p for p in problems if p.span and p.code in MISPLACED}
        names = {self.atlas.span(*used_at) for used_at, define, given in self._miscounted
                 if given < define.parameters} if wrong else ()  # fmt: skip
        for name in names:
            behind = argument_behind(name)
            if behind is not None and (p := wrong.get((behind.source, behind.start))):
                p.remedies = (put_into(name, behind), *p.remedies)

    def _miscount(self, span: Span, define: Define, given: int, hint: str) -> LudError:
        parameters, arguments = counted(define.parameters, "parameter"), counted(given, "argument")
        return problem(
            "define-arguments", span, hint=hint, name=define.name, parameters=parameters, given=arguments
        )

    def _missing(self, define: Define, given: int, problems: Sequence[LudError]) -> str:
        """Which parameters lack their argument, as far as the problems say it."""
        numbers = range(given + 1, define.parameters + 1)
        missing = [*missing_parameters(define.body, numbers, self.atlas, problems)]
        if not missing:
            return ""
        where = " and ".join(f"#{number} in {call}" for number, call, _ in missing)
        said = next((f": {wrong.message}" for _, _, wrong in missing if wrong.code == "missing-argument"), "")
        return f"What is missing is {where}{said}{'' if said.endswith('…') else '.'}"

    @property
    def library_names(self) -> frozenset[str]:
        """The names of the library's defines."""
        return frozenset(tag[1:-1] for tag in self._library)

    def surplus_arguments(self) -> list[tuple[Span, Define, int]]:
        """Uses with more arguments than the define has parameters: place, define, and how many are given."""
        return [
            (self.atlas.span(*used_at), define, given)
            for used_at, define, given in self._miscounted
            if given > define.parameters
        ]

    def _exhaust(
        self, text: Marked, tags: Mapping[str, object], define: Callable[[str], Define]
    ) -> tuple[Marked, bool]:
        """Replaces the uses of these defines, one define after the other, until no use is left."""
        order = {tag[1:-1]: number for number, tag in enumerate(tags)}
        in_order = list(tags)
        any_change = False
        while True:
            changed = False
            waiting = self._occurring(text, order, 0)
            while waiting:
                number = heappop(waiting)
                text, replaced = self._replace(text, define(in_order[number]))
                if replaced:
                    changed = True
                    waiting = self._occurring(text, order, number + 1)
            if not changed:
                return text, any_change
            any_change = True

    def _occurring(self, text: Marked, order: Mapping[str, int], first: int) -> list[int]:
        """The numbers, from `first` on, of the names that stand between two quotation marks of the text, as a heap.

        One pass over the text, however many defines there are.
        """
        self.work += len(text.text)
        names = order.keys() & set(text.text.split('"')[1:-1])
        numbers = [number for name in names if (number := order[name]) >= first]
        heapify(numbers)
        return numbers

    def _library_define(self, tag: str) -> Define:
        define = self._from_library.get(tag)
        if define is None:
            found = self._library[tag]
            text = self.atlas.source(found.source)
            span = Span(found.source, found.start, found.end + 1)
            define = Define(tag, without_comments(text.part(found.body_start, found.end)).stripped(), span, True)
            self._from_library[tag] = define
        return define

    def _replace(self, rest: Marked, define: Define) -> tuple[Marked, bool]:
        """Replaces all uses of one define."""
        tag = define.tag
        done = Pieces()
        copied = 0  # what stands before this index of `rest` is in `done`
        search = 1
        replaced = False
        while (found := rest.text.find(tag, search)) >= 0:
            if self._is_name(done, rest, copied, found):
                search = found + 1
                continue
            self._count(rest.at[found], define, rest.at[found + len(tag) - 1], len(done) + len(rest.text))
            start, end = found, found + len(tag) - 1
            if found and rest.text[found - 1] == "(":
                start = found - 1
                end = closing_bracket(rest.text, start)
                if end < 0:
                    raise problem("unclosed-bracket", self.atlas.place(rest, start), expected=[")"], bracket="(")
                arguments = self._arguments(rest, start + 1, end)
            else:
                arguments = []
            used_at = rest.at[found], rest.at[found + len(tag) - 1]
            if len(arguments) != define.parameters:
                self._miscounted.append((used_at, define, len(arguments)))
            filled = define.filled(self.atlas, used_at, arguments)
            done.add_part(rest, copied, start)
            replaced = True
            follows = rest.text[end + 1 : end + len(tag)]
            if tag in (filled.text + follows)[1:] or filled.text.endswith("("):
                again = Pieces()
                again.add(filled)
                again.add_part(rest, end + 1, len(rest.text))
                rest, copied, search = again.join(), 0, 1
                self.work += len(rest.text)
            else:
                done.add(filled)
                copied = search = end + 1
        done.add_part(rest, copied, len(rest.text))
        self.work += len(done)
        return done.join(), replaced

    def _is_name(self, done: Pieces, rest: Marked, copied: int, found: int) -> bool:
        """Whether this is the name of the game and not a use."""
        word, start = preceding_word(rest.text, found)
        if start <= copied:
            before = _last_characters(done, 64) + rest.text[copied:found]
            word, start = preceding_word(before, len(before))
        return start > 0 and word in PROTECTING

    def _count(self, first: int, define: Define, last: int, length: int) -> None:
        """Refuses expansions that would never end."""
        around = list(islice(self.atlas.used_names(first), MAX_NESTED))
        if define.name in around:
            hint = "A define may use others, but what it stands for must not contain itself."
            raise problem("recursive-define", self.atlas.span(first, last), hint=hint, name=define.name)
        if len(around) == MAX_NESTED:
            raise problem("define-too-deep", self.atlas.span(first, last).places[-1], limit=MAX_NESTED)
        self.work += 50 * len(around)
        self._uses += 1
        self.used.add(define.name)
        if self._uses > MAX_USES:
            raise problem("too-many-uses", self.atlas.span(first, last), limit=MAX_USES, what="defines")
        if length > longest_text():
            raise too_long(self.atlas.span(first, last))
        if self.work > MAX_WORK:
            raise problem("defines-intertwined", self.atlas.span(first, last), limit=MAX_WORK)

    def _arguments(self, text: Marked, start: int, end: int) -> list[Marked]:
        """The arguments of a use, whose inside (name and arguments) lies between the two indexes."""
        try:
            return [text.part(at, stop) for at, stop in argument_places(text.text, start, end)]
        except BadArgumentError as wrong:
            what, place = text.text[wrong.at], self.atlas.place(text, wrong.at)
            if wrong.strange:
                blank = f"U+{ord(what):04X}"
                raise problem("strange-blank", place, blank=blank, expected=["an ordinary blank"]) from wrong
            raise problem("unclosed-bracket", place, expected=[CLOSING.get(what, '"')], bracket=what) from wrong


def _last_characters(pieces: Pieces, count: int) -> str:
    """The last characters in order, without trailing blanks."""
    end = ""
    for text in pieces.backwards():
        end = (text + end).rstrip()
        if len(end) >= count:
            break
    return end[-count:] + " "


def counted(number: int, what: str) -> str:
    """A number of things in words: `no arguments`, `1 argument`, `2 arguments`."""
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
