"""Asking the catalogue: `two players, hex, stacking`.

A question is a list of terms with commas between them; a game has to satisfy all. A term says something about the
number of players (`two players`, `3+ players`, `solitaire`), compares a number (`cells < 50`), asks for one kind of
thing by its name (`ludeme:sow`, `author:Thompson`, `concept:LineEnd`, `name:chess`), or is plain words. These have to
be found together in one of these: the name of the game, what it is about, its board, its concepts, its ludemes. `not`
before a term turns it round.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from .entry import Entry, board_kind, tags_of

__all__ = ["FIELDS", "NUMBERS", "Match", "Query", "QueryError", "Term", "stem", "words_of"]


class QueryError(ValueError):
    """A term that says nothing: which, and what would be right."""


@dataclass(frozen=True)
class Match:
    """A game that satisfies a query: how well, and for each term what of the game it is that does."""

    entry: Entry
    score: int
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Term:
    """One term: its text, whether it is turned round, and what it finds in a game (a score and a reason, or None)."""

    text: str
    negated: bool
    find: Callable[[Entry], tuple[int, str] | None]

    def __call__(self, entry: Entry) -> tuple[int, str] | None:
        found = self.find(entry)
        if self.negated:
            return (1, f"no {self.text}") if found is None else None
        return found


class Query:
    """A question, read. Raises QueryError for a term that cannot be understood."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.terms = tuple(_term(part.strip()) for part in re.split(r"[,;]", text) if part.strip())
        if not self.terms:
            raise QueryError("nothing is asked for; an example: two players, hex, stacking")

    def __call__(self, entries: Iterable[Entry]) -> list[Match]:
        """The games that satisfy all terms, the best first."""
        matches = []
        for entry in entries:
            found = [] if entry.problem else [term(entry) for term in self.terms]
            if found and all(part is not None for part in found):
                parts = [part for part in found if part is not None]
                matches.append(Match(entry, sum(s for s, _ in parts), tuple(reason for _, reason in parts)))
        return sorted(matches, key=lambda m: (-m.score, m.entry.name.casefold(), m.entry.place))

    def without_games(self, entries: Sequence[Entry]) -> list[tuple[Term, list[str]]]:
        """The terms that no game satisfies, each with words that are near and known."""
        readable = [entry for entry in entries if not entry.problem]
        known = {word for entry in readable for word in _vocabulary(entry)}
        dead = [term for term in self.terms if not any(term(entry) for entry in readable)]
        return [(term, _near(term.text, known)) for term in dead]


# ------------------------------------------------------------------ words

_CAMEL = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_ENDINGS = ("ings", "ing", "ies", "ied", "es", "ed", "s", "y", "ions", "ion")


def stem(word: str) -> str:
    """A word without its usual endings: `stacking`, `stacks` and `stacked` are the same."""
    word = word.casefold()
    for ending in sorted(_ENDINGS, key=len, reverse=True):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= 3:
            return rest[:-1] if len(rest) > 3 and rest[-1] == rest[-2] else rest
    return word.removesuffix("e") if len(word) > 4 else word


def words_of(text: str) -> list[str]:
    """The words of a text or of a name such as `HexTiling`, without endings."""
    return [stem(word) for part in re.findall(r"\w+", text) for word in _CAMEL.findall(part)]


_MEANT = {
    # what people say: the concept, board or keyword that it is called here
    "stack": ("StackState", "Stack"),
    "mancala": ("MancalaBoard", "Sow"),
    "hexagon": ("HexTiling", "HexShape"),
    "bear": ("NoOwnPiecesEnd",),
    "elimin": ("EliminatePiecesEnd",),
    "annihil": ("EliminatePiecesEnd",),
    "blockad": ("NoMovesEnd",),
    "stalemat": ("NoMovesEnd",),
    "mate": ("Checkmate",),
    "alignment": ("LineEnd",),
    "row": ("LineEnd",),
    "jump": ("HopDecision", "HopCapture"),
    "leap": ("LeapDecision", "HopDecision"),
    "chanc": ("Stochastic",),
    "random": ("Stochastic",),
    "luck": ("Stochastic",),
    "score": ("Scoring",),
    "point": ("Scoring",),
    "hidden": ("HiddenInformation",),
    "secret": ("HiddenInformation",),
    "puzzl": ("Puzzle",),
    "pi": ("SwapOption",),
    "die": ("Dice",),
    "bet": ("BetDecision",),
    "bid": ("BetDecision", "VoteDecision"),
    "cooperat": ("Cooperation",),
    "loop": ("Loop", "TrackLoop"),
    "race": ("RaceEnd",),
    "morr": ("MorrisTiling",),
    "merel": ("MorrisTiling",),
    "asymmetr": ("Asymmetric",),
    "go": ("GoStyle",),
}


def _vocabulary(entry: Entry) -> set[str]:
    """The words that can be found in a game, as they are written."""
    texts = [entry.name, board_kind(entry), *tags_of(entry.concepts), *entry.concepts, *entry.ludemes]
    return {word.casefold() for text in texts for part in re.findall(r"\w+", text) for word in _CAMEL.findall(part)}


def _near(text: str, known: set[str]) -> list[str]:
    found: dict[str, None] = {}
    for word in re.findall(r"\w+", text.rpartition(":")[2]):
        if word.casefold() not in known:
            found |= dict.fromkeys(get_close_matches(word.casefold(), known, 3, 0.7))
    return list(found)


# ------------------------------------------------------------------ terms

_ONES = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_AMOUNT = {word: number for number, word in enumerate(_ONES)}
_PLAYERS = re.compile(
    rf"(?P<from>\d+|{'|'.join(_ONES)})(?:\s*(?:-|–|to)\s*(?P<to>\d+|{'|'.join(_ONES)})|(?P<more>\+|\s+or\s+more)?)"
    r"[\s-]*players?$",
    re.IGNORECASE,
)
_ALONE = {"solitaire": 1, "solo": 1, "single player": 1, "multiplayer": None}

NUMBERS = {
    "players": "NumPlayers",
    "sites": "NumPlayableSitesOnBoard",
    "cells": "NumCells",
    "vertices": "NumVertices",
    "edges": "NumEdges",
    "rows": "NumRows",
    "columns": "NumColumns",
    "pieces": "NumComponentsType",
    "phases": "NumPlayPhase",
    "dice": "NumDice",
}
"""What can be compared, and the counted concept that it is."""

_COMPARED = re.compile(r"(?P<what>[a-z]+)\s*(?P<how><=|>=|!=|=|<|>)\s*(?P<number>\d+(?:\.\d+)?)$", re.IGNORECASE)
_HOW = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq, "!=": operator.ne}

FIELDS = ("name", "concept", "ludeme", "board", "players", "author", "date", "text", "path")
"""What can be asked for by its name, with a colon."""


def _term(text: str) -> Term:
    negated = False
    rest = text
    for word in ("not ", "no ", "without ", "-"):
        if rest.casefold().startswith(word) and not _PLAYERS.match(rest):
            negated, rest = True, rest[len(word) :].strip()
            break
    if not rest:
        raise QueryError(f"nothing stands after {text!r}")
    compared = _COMPARED.match(rest)
    if compared:
        return Term(rest, negated, _comparison(compared, text))
    field, colon, value = rest.partition(":")
    if colon:
        return Term(rest, negated, _field(field.strip().casefold(), value.strip(), text))
    players = _players(rest)
    return Term(rest, negated, players if players is not None else _plain(rest))


def _comparison(found: re.Match[str], text: str) -> Callable[[Entry], tuple[int, str] | None]:
    what, how, number = found["what"].casefold(), _HOW[found["how"]], float(found["number"])
    name = NUMBERS.get(what) or next((n for n in NUMBERS.values() if n.casefold() == what), None)
    if name is None:
        raise QueryError(f"{what!r} in {text!r} is no number of a game; these are: {', '.join(NUMBERS)}")

    def find(entry: Entry) -> tuple[int, str] | None:
        value = (entry.counts or {}).get(name)
        return (2, f"{what} {value}") if value is not None and how(value, number) else None

    return find


def _players(text: str) -> Callable[[Entry], tuple[int, str] | None] | None:
    """A term about the number of players, None if it is none."""
    if text.casefold() in _ALONE:
        exactly = _ALONE[text.casefold()]
        low, high = (3, 99) if exactly is None else (exactly, exactly)
    else:
        found = _PLAYERS.match(text)
        if found is None:
            return None
        low = _amount(found["from"])
        high = _amount(found["to"]) if found["to"] else 99 if found["more"] else low

    def find(entry: Entry) -> tuple[int, str] | None:
        count = "1 player" if entry.players == 1 else f"{entry.players} players"
        return (2, count) if low <= entry.players <= high else None

    return find


def _amount(text: str) -> int:
    return _AMOUNT[text.casefold()] if text.casefold() in _AMOUNT else int(text)


def _field(name: str, value: str, text: str) -> Callable[[Entry], tuple[int, str] | None]:
    if name not in FIELDS:
        close = get_close_matches(name, FIELDS, 1)
        raise QueryError(f"{name!r} in {text!r} cannot be asked for; {_meant(close)}these can: {', '.join(FIELDS)}")
    if not value:
        raise QueryError(f"nothing stands after {name!r} in {text!r}")
    if name == "players":
        found = _players(f"{value} players")
        if found is None:
            raise QueryError(f"{value!r} in {text!r} is no number of players; 2, 2-4 and 3+ are")
        return found
    wanted = set(words_of(value))

    def find(entry: Entry) -> tuple[int, str] | None:
        for candidate in _texts(entry, name):
            if candidate.casefold() == value.casefold():
                return 9, candidate
        for candidate in _texts(entry, name):
            part = name in ("name", "path") and value.casefold() in candidate.casefold()
            if part or wanted <= set(words_of(candidate)):
                return 5, candidate if len(candidate) <= 60 else f"in its {name}"
        return None

    return find


def _meant(close: list[str]) -> str:
    return f"{close[0]!r} is meant? " if close else ""


def _texts(entry: Entry, field: str) -> list[str]:
    words = entry.words or {}
    texts = {
        "name": [entry.name, *words.get("aliases", "").split("\n\n")],
        "concept": list(entry.concepts),
        "ludeme": list(entry.ludemes),
        "board": [board_kind(entry)],
        "path": [entry.place],
        "text": list(words.values()),
    }.get(field, [words.get(field, "")])
    return [text for text in texts if text]


def _plain(text: str) -> Callable[[Entry], tuple[int, str] | None]:
    """Plain words: the same name, words of the name, then of what the game is."""
    words = words_of(text)
    wanted = set(words)
    meant = {concept for word in words if len(words) == 1 for concept in _MEANT.get(word, ())}
    if text.casefold().endswith("in a row"):
        meant.add("LineEnd")

    def find(entry: Entry) -> tuple[int, str] | None:
        names = _texts(entry, "name")
        if any(name.casefold() == text.casefold() for name in names):
            return 20, f"named {entry.name}"
        told = [*tags_of(entry.concepts), board_kind(entry)]
        for tag in told:
            if tag and wanted <= set(words_of(tag)):
                return 8, tag
        for concept in entry.concepts:
            if concept in meant or wanted <= set(words_of(concept)):
                return 6, concept
        for name in names:
            if wanted <= set(words_of(name)):
                return 4, f"named {name}"
        for ludeme in entry.ludemes:
            if wanted <= set(words_of(ludeme)):
                return 3, f"({ludeme} …)"
        if wanted <= set(words_of(entry.folder)):
            return 2, f"in {entry.folder}"
        return None

    return find
