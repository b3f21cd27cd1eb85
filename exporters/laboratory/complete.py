"""Partial descriptions completed from other games: `ludparse.complete` and `lud complete`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ludparse.checks.run import begin
from ludparse.description.description import load_description
from ludparse.description.request import Options, option_list
from ludparse.expansion.metadata import Metadata
from ludparse.expansion.pipeline import Expansion, expand_source
from ludparse.interpreter.concepts import CONCEPTS
from ludparse.interpreter.game.checks import diagnose
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.load import load_once
from ludparse.interpreter.play.game import Game
from ludparse.library.library import Library, find_source, open_library
from ludparse.problems.errors import LudError, raise_all
from ludparse.problems.spans import Source, Span
from ludparse.reader.formatter import format_text
from ludparse.reader.syntax import Atom, AtomKind, Call
from ludparse.support.tables import html_table, text_table

from ..catalogue.entry import entry_of
from ..statistics.play import Setup, play_game
from ..statistics.sites import BoardSites
from ..statistics.wishes import Fit, Wish, fit, read_wishes
from .completion_search import Completed, Search
from .lenders import Circumstances, lenders_of, ludemes_in
from .measured import DescribedGame, DescribedGames
from .parts import one_line

__all__ = ["TRIES", "Completion", "Completions", "LentPart", "best_completion", "complete"]

TRIES = 1000
"""Completions that are looked at, by default."""
GAMES = 20
"""Random games that are played where statistics are wished for and nothing is said."""
MEASURES = "length >= 0, balance >= 0, draws >= 0, unfinished >= 0"
"""What is told of the games of each completion; none is refused for it."""


@dataclass(frozen=True)
class LentPart:
    """What stands where a part was left open. place: its line and column. open: how it was left open. games: those that
    have it there, the nearest first; none for a choice that the description itself names, which has no score."""

    place: str
    open: str
    text: str
    games: tuple[str, ...]
    score: float | None

    @property
    def source(self) -> str:
        """Where it comes from, in words."""
        if not self.games:
            return "a choice of the description"
        more = f" and {len(self.games) - 1} more" if len(self.games) > 1 else ""
        return f"{self.games[0]}{more} ({self.score:.2f})"


@dataclass(frozen=True)
class Completion:
    """A description that is complete and has passed `ludparse.check`. score: the mean of the scores of its parts, None
    if no game lent one. measured: what random games are like, if some were played."""

    name: str
    text: str
    score: float | None
    parts: tuple[LentPart, ...]
    measured: tuple[Fit, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        parts = [{**part.__dict__, "games": list(part.games)} for part in self.parts]
        measured = {measure.wish.statistic: measure.as_dict() for measure in self.measured}
        return {"name": self.name, "score": self.score, "parts": parts, "measured": measured, "text": self.text}


class Completions(Sequence[Completion]):
    """Completions, the best by score first. looked_at: how many were made, right or not. all_made: whether there are no
    more. first_problem: what is wrong with the first one that is. unjudged: concepts that the description asks for and
    that are not known here."""

    def __init__(self, name: str, lenders: int) -> None:
        self.name, self.lenders = name, lenders
        self.unjudged: tuple[str, ...] = ()
        self.looked_at, self.all_made, self.interrupted = 0, False, False
        self.first_problem = ""
        self._made: list[Completion] = []

    def add(self, completion: Completion) -> None:
        self._made.append(completion)

    def __len__(self) -> int:
        return len(self._made)

    def __getitem__(self, at: Any) -> Any:
        return self._made[at]

    def _rows(self) -> Iterator[tuple[str, str, str, str, str]]:
        for number, made in enumerate(self._made, 1):
            for part in made.parts:
                score = "-" if made.score is None else f"{made.score:.2f}"
                yield str(number), score, part.place, part.text, part.source

    def __str__(self) -> str:
        return text_table(("", "score", "part", "text", "from"), self._rows())

    def _repr_html_(self) -> str:
        return html_table(("", "score", "part", "text", "from"), self._rows())

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "name": self.name, "lenders": self.lenders, "looked_at": self.looked_at, "all": self.all_made,
            "interrupted": self.interrupted, "unjudged": list(self.unjudged), "first_problem": self.first_problem,
            "completions": [made.as_dict() for made in self._made],
        }  # fmt: skip


def complete(
    source: str | os.PathLike[str] | Source,
    others: str | os.PathLike[str] | Library | Iterable[Game | str | Path] | None = None,
    *,
    n: int = 10,
    options: Options = (),
    ruleset: str | None = None,
    tries: int = TRIES,
    seconds: float | None = None,
    want: str = "",
    games: int = 0,
    backend: str = "auto",
    seed: int = 0,
    jobs: int | None = None,
    report: Callable[[int, int], None] | None = None,
    indexed: Callable[[int, int], None] | None = None,
) -> Completions:
    """The n best completions of a partial description that `ludparse.check` finds right (docs/completing.md).

    source: a path, a name, or text, read with `options` and `ruleset`. others: the games that lend parts: the place of
    a library (which is indexed once, in minutes), or some games; by default those that come with this package, and
    those of the library that the environment variable LUD_LIBRARY names. tries, seconds: after so many completions, or
    so long, no more are made. games: so many random games are played of each. want: what these have to be like
    (`"length 20..80, balance > 0.4"`); others do not count. backend: which plays. seed: the order of what has the same
    score, and the chance of the games. jobs: processes that index. report: is told how many were made and how many of
    these are right; indexed: how many games of how many are read. Ctrl-C ends with what there is.

    Raises LudError for what cannot be read, for a description that leaves nothing open, for a part where nothing can
    stand, and where no game can lend one; WishError for a wish that cannot be read.
    """
    wishes = read_wishes(want) if want else []
    games = games or (GAMES if wishes else 0)
    library, described = _games(others, jobs, indexed)
    partial = _partial(find_source(source, library), library, option_list(options), ruleset)
    assert partial.partial is not None
    text = one_line(partial.partial.text)
    lenders = lenders_of(described, Circumstances.of_metadata(partial.metadata), ludemes_in(text))
    if not lenders:
        raise LudError("there are no games to complete it from", hint="Name a library, or some games that can be read.")
    spans = [wrong.span for wrong in partial.problems if wrong.code == "left-open"]
    found = Completions(_name_in(text), len(lenders))
    judge = _Judge(partial, library, list(_expected(partial.metadata)), spans)
    end = None if seconds is None else time.monotonic() + seconds
    found.all_made = True
    try:
        for completed in Search(text, spans, lenders, seed):
            if len(found) >= n or found.looked_at >= tries or (end is not None and time.monotonic() > end):
                found.all_made = False
                break
            found.looked_at += 1
            made, problem = judge.judged(completed)
            if made is not None and games:
                made, problem = _measured(made, library, wishes, games, backend, seed)
            if made is None:
                found.first_problem = found.first_problem or problem
            else:
                found.add(made)
            if report is not None:
                report(found.looked_at, len(found))
    except KeyboardInterrupt:
        found.interrupted, found.all_made = True, False
    found.unjudged = tuple(sorted(judge.unjudged))
    return found


def best_completion(
    source: str | os.PathLike[str] | Source, library: str | os.PathLike[str] | Library | None, options: Options,
    ruleset: str | None, seed: int,
) -> Source | None:  # fmt: skip
    """The best completion of a description, whose first lines say where its parts come from; None for one that leaves
    nothing open. Raises LudError as `complete` does, and where none of the first `TRIES` completions is right."""
    opened = open_library(library)
    found = find_source(source, opened)
    if expand_source(found, opened, option_list(options), ruleset).partial is None:
        return None
    made = complete(found, opened, n=1, options=options, ruleset=ruleset, seed=seed)
    if made.interrupted:
        raise KeyboardInterrupt
    if not made:
        raise LudError(f"none of {made.looked_at:,} completions is right; the first: {made.first_problem}")
    return Source(f"{found.name}, completed", made[0].text)


def _games(
    others: str | os.PathLike[str] | Library | Iterable[Game | str | Path] | None, jobs: int | None,
    report: Callable[[int, int], None] | None,
) -> tuple[Library | None, list[DescribedGame]]:  # fmt: skip
    if others is None or isinstance(others, str | os.PathLike | Library):
        library = open_library(others)
        place = None if library is None else str(library.path)
        return library, list(DescribedGames(place, jobs=jobs, report=report).by_place.values())
    library = open_library(None)
    descriptions = [
        other.description if isinstance(other, Game) else load_description(other, library=library) for other in others
    ]
    return library, [DescribedGame.of(description, library) for description in descriptions]


def _partial(source: Source, library: Library | None, options: tuple[str, ...], ruleset: str | None) -> Expansion:
    """A description of which parts are left open. Raises LudError for another one."""
    begun = begin(source, library, options, ruleset)
    raise_all([wrong for wrong in begun.errors if wrong.code != "left-open"])
    expansion = begun.expansion
    if expansion.partial is None:
        chosen = " with these options" if options or ruleset else ""
        hint = "Parts are left open in square brackets: [#], [a | b], [2..5]."
        if not chosen and expansion.options:
            hint += " One that is left open by an option needs --option."
        raise LudError(f"nothing is left open in {source.name}{chosen}", hint=hint)
    return expansion


def _name_in(text: str) -> str:
    """The name of the game in a text of one line."""
    return text.split('"')[1] if text.count('"') > 1 else ""


# ---------------------------------------------------------------------------------------------------- judged

class _Judge:
    """Says whether a completion is right."""

    def __init__(
        self, partial: Expansion, library: Library | None, expected: Sequence[tuple[str, float, float]],
        spans: Sequence[Span | None],
    ) -> None:  # fmt: skip
        self._partial, self._library, self._expected, self._spans = partial, library, expected, spans
        self.unjudged: set[str] = set()

    def judged(self, completed: Completed) -> tuple[Completion | None, str]:
        """The completion, or why it is none."""
        parts = tuple(self._parts(completed))
        text = self._text(completed, parts)
        source = Source(f"{self._partial.source.name}, completed", text)
        problems = diagnose(source, library=self._library, warnings=False)
        wrong = next((problem for problem in problems if problem.severity == "error"), None)
        if wrong is not None:
            return None, wrong.message.split("\n", 1)[0]
        description = load_description(source, library=self._library)
        if self._expected:
            entry = entry_of(description, self._library, "")
            counts = dict(entry.counts or {})
            if any(name in START_COUNTS for name, _, _ in self._expected):
                counts |= start_counts(load_once(source, library=self._library, backend="python"))
            for name, low, high in self._expected:
                value = counts.get(name, float(name in entry.concepts) if name in CONCEPTS else None)
                if value is None:
                    self.unjudged.add(name)
                elif not low <= value <= high:
                    return None, f"{name} is {value:g}, and the description wants {low:g} to {high:g}"
        return Completion(description.name, text, completed.score, parts), ""

    def _parts(self, completed: Completed) -> Iterator[LentPart]:
        for filled in completed.filled:
            span = self._spans[filled.number]
            place = "" if span is None else self._place(span)
            games = tuple(dict.fromkeys(lender.name for lender in filled.filling.lenders))
            score = filled.filling.score if games else None
            yield LentPart(place, filled.open, filled.filling.text, games, score)

    def _place(self, span: Span) -> str:
        """The line and column in the author's own text."""
        name = self._partial.source.name
        own = next((place for place in span.places if place.source.name == name), span)
        return f"{own.line}:{own.column}"

    def _text(self, completed: Completed, parts: Sequence[LentPart]) -> str:
        """The description, with comments that say where its parts come from."""
        notes = [f"// {part.place} {part.open}: {part.source}" for part in parts]
        head = "\n".join(" ".join(note.split()) for note in ["// Completed from a partial description.", *notes])
        metadata = self._partial.metadata_text
        return f"{head}\n{format_text(completed.text).rstrip()}\n" + (f"\n{format_text(metadata)}" if metadata else "")


def _measured(
    made: Completion, library: Library | None, wishes: Sequence[Wish], games: int, backend: str, seed: int
) -> tuple[Completion | None, str]:  # fmt: skip
    """A completion with what random games of it are like, or why it is none that is wished for."""
    try:
        game = load_once(Source(made.name, made.text), library=library, backend=backend)
        records = [play_game(game, Setup("", seed=seed), number) for number in range(games)]
    except LudError as problem:
        return None, problem.message.split("\n", 1)[0]
    fits = tuple(fit(game, records, wish, 0.95, seed) for wish in [*wishes, *read_wishes(MEASURES)])
    outside = next((each for each in fits if each.outside), None)
    if outside is not None:
        value = "nothing" if outside.value is None else f"{outside.value:g}"
        return None, f"{outside.wish.text} is wished for, and it is {value}"
    return replace(made, measured=fits), ""


def _expected(metadata: Metadata) -> Iterator[tuple[str, float, float]]:
    """The concepts that a description wants its completions to have, `(recon {(concept "Name" value)})`, each with the
    least and the greatest value; true is 1."""
    for node in metadata.section("recon"):
        if not isinstance(node, Call) or node.keyword != "concept" or not node.args:
            continue
        name = node.args[0].value
        bounds = {arg.name or "": _number(arg.value) for arg in node.args[1:] if isinstance(arg.value, Atom)}
        if isinstance(name, Atom) and name.kind is AtomKind.STRING and bounds:
            value = bounds.get("")
            low = bounds.get("minValue", value if value is not None else float("-inf"))
            high = bounds.get("maxValue", value if value is not None else float("inf"))
            yield name.text, low, high


def _number(atom: Atom) -> float:
    try:
        return float(atom.text)
    except ValueError:
        return float(atom.text.casefold() == "true")


START_COUNTS = ("NumStartComponents", "NumStartComponentsBoard", "NumStartComponentsHand")


def start_counts(game: Any) -> dict[str, float]:
    """How many pieces a game begins with, by the names of Ludii's concepts: in all, on the board, and beside it, where
    only games that are played on cells have any; a match has none of its own."""
    if not isinstance(game, SingleGame):
        return {}
    state = game.start(seed=0)
    board, _ = BoardSites(game).look(state)
    rows: list[Any] = state.sites()
    everywhere = sum(row[1] * (len(row) - 2) for row in rows)
    hands = everywhere - board if "Cell" in game.concepts else 0.0
    return dict(zip(START_COUNTS, (board + hands, board, hands), strict=True))
