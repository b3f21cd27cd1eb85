"""What a designer expects of a game, in a file beside its description: positions, moves, results and random games.

The file is TOML; `docs/expectations.md` lists its words. `lud check` looks at it.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludparse.problems.errors import AmbiguousMoveError, IllegalMoveError, LudError, nearest
from ludparse.problems.problem import problem
from ludparse.problems.spans import Source, Span

from ..play.game import Game
from ..play.state import State
from ..play.why import Why

__all__ = ["MAX_GAMES", "beside", "check_expectations", "position_text"]

MAX_GAMES = 10_000
"""So many random games an expectation may ask for."""

MAX_BYTES = 1_000_000
"""A longer file is not read."""

_LONGEST = 1000
"""A random game that is longer is broken off."""

_CHOICE = {"name": str, "options": list, "ruleset": str}
_POSITION = _CHOICE | {
    "moves": list, "pieces": dict, "mover": int, "seed": int, "legal": list, "illegal": list, "captures": dict,
    "wins": int, "drawn": bool, "over": bool,
}  # fmt: skip
_GAMES = _CHOICE | {"count": int, "seed": int, "length": list, "balance": int, "ends": bool}
_KINDS: Mapping[str, Mapping[str, type]] = {"position": _POSITION, "games": _GAMES}
_CALLED = {str: "a text", list: "a list", dict: "a table", int: "a whole number", bool: "true or false"}

Load = Callable[[tuple[str, ...], str | None], Game]
"""Loads the game with options and a ruleset."""


def beside(description: Path) -> Path:
    """The file of expectations that belongs to a description."""
    return description.with_suffix(".expect")


def check_expectations(path: Path, load: Load) -> list[LudError]:
    """The expectations that do not hold, each with its place and the rule that breaks it; and what cannot be read.

    Raises nothing.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            return [_wrong(None, f"{path.name} has more than {MAX_BYTES:,} bytes")]
        source = Source(str(path), path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        return [_wrong(None, f"{path.name} cannot be read: {error}")]
    try:
        table = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        return [_wrong(_syntax_place(source, str(error)), f"this is not TOML: {str(error).partition(' (at')[0]}")]
    found: list[LudError] = []
    games: dict[tuple[tuple[str, ...], str | None], Game] = {}
    for entry in _entries(source, table, found):
        options, ruleset = tuple(entry.values.get("options", ())), entry.values.get("ruleset")
        try:
            game = games.get((options, ruleset))
            if game is None:
                game = games[options, ruleset] = load(options, ruleset)
            found += entry.check(game)
        except LudError as error:
            found.append(_wrong(entry.place(""), error.message, hint=error.hint))
    return found


@dataclass(frozen=True)
class _Entry:
    """One table of the file. start, end: its part of the text."""

    kind: str
    values: dict[str, Any]
    source: Source
    start: int
    end: int

    def place(self, word: str) -> Span:
        """Where a word of it stands; its heading, where that is not there."""
        text = self.source.text[self.start : self.end]
        found = re.search(re.escape(word), text) if word else None
        if found is None:
            return Span(self.source, self.start, self.start + len(text.partition("\n")[0]))
        return Span(self.source, self.start + found.start(), self.start + found.end())

    def check(self, game: Game) -> Iterator[LudError]:
        """What does not hold in a game."""
        return _games(self, game) if self.kind == "games" else _position(self, game)

    def broken(self, word: str, what: str, why: Why | None = None) -> LudError:
        """An expectation that does not hold. why: the answer that says which rule that is."""
        rule = next((r for r in ((*why.rules, why) if why is not None else ()) if r.place is not None), None)
        hint = ""
        if why is not None:
            hint = why.text[0].upper() + why.text[1:] + ("" if rule is None else f" [{rule.place}]") + "."
        return problem("expectation", self.place(word), hint=hint, what=what)


def _wrong(place: Span | None, what: str, hint: str = "") -> LudError:
    return problem("expectation-file", place, hint=hint, what=what)


def _syntax_place(source: Source, message: str) -> Span:
    """Where tomllib says that it could not read on."""
    at = re.search(r"line (\d+), column (\d+)", message)
    start = len(source.text) if at is None else source.extent(int(at[1]))[0] + int(at[2]) - 1
    start = max(0, min(start, len(source.text) - 1))
    return Span(source, start, start + 1)


def _entries(source: Source, table: Mapping[str, Any], found: list[LudError]) -> Iterator[_Entry]:
    """The tables of the file that can be checked; what is wrong with the others is added to `found`."""
    headings = [(m.start(), m[1]) for m in re.finditer(r"^[ \t]*\[\[[ \t]*(\w+)[ \t]*\]\]", source.text, re.MULTILINE)]
    whole = _Entry("", {}, source, 0, len(source.text))
    for kind, entries in table.items():
        if kind not in _KINDS or not isinstance(entries, list) or not all(isinstance(x, dict) for x in entries):
            found.append(_wrong(whole.place(kind), f"{kind!r} stands for nothing here",
                                "The file holds tables [[position]] and [[games]]."))  # fmt: skip
            continue
        starts = [start for start, name in headings if name == kind]
        for number, values in enumerate(entries):
            start = starts[number] if number < len(starts) else 0
            end = min((at for at, _ in headings if at > start), default=len(source.text))
            entry = _Entry(kind, values, source, start, end)
            wrong = list(_malformed(entry))
            found += wrong
            if not wrong:
                yield entry


def _malformed(entry: _Entry) -> Iterator[LudError]:
    words = _KINDS[entry.kind]
    for word in entry.values:
        value: Any = entry.values[word]
        kind = words.get(word, object)
        fits: bool = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
        if word not in words:
            near = nearest(word, words)
            hint = f"Did you mean {near[0]}?" if near else f"It can hold {', '.join(words)}."
            yield _wrong(entry.place(word), f"[[{entry.kind}]] has no {word!r}", hint)
        elif not fits:
            yield _wrong(entry.place(word), f"{word} is {_CALLED[kind]}")
        elif word in ("moves", "legal", "illegal", "options") and not all(isinstance(x, str) for x in value):
            yield _wrong(entry.place(word), f"{word} is a list of texts")
        elif word == "captures" and not all(isinstance(x, list) for x in value.values()):
            yield _wrong(entry.place(word), "captures is a table of moves, each with a list of sites")
        elif word == "pieces" and not all(_are_names(x) for x in value.values()):
            yield _wrong(entry.place(word), "pieces is a table of sites, each with the name of a piece, or several")
    length = entry.values.get("length")
    if length is not None and (len(length) != 2 or any(type(x) is not int for x in length)):
        yield _wrong(entry.place("length"), "length is a list of two numbers, such as [20, 80]")
    count = entry.values.get("count", 1)
    if type(count) is int and not 1 <= count <= MAX_GAMES:
        yield _wrong(entry.place("count"), f"count is from 1 to {MAX_GAMES:,}")


def _are_names(value: Any) -> bool:
    return all(isinstance(x, str) for x in (value if isinstance(value, list) else [value]))


# --------------------------------------------------------------------------------------------------------- positions


def _position(entry: _Entry, game: Game) -> Iterator[LudError]:
    values = entry.values
    state = game.start(seed=values.get("seed", 0))
    if "pieces" in values:
        state = state.with_pieces(values["pieces"], mover=values.get("mover"))
    for text in values.get("moves", ()):
        if not _is_legal(state, text):
            what = f"the move {text} leads to the position, and is not legal"
            yield entry.broken(f'"{text}"', what, _why(state, text))
            return
        try:
            state.apply(state.parse_move(text))
        except AmbiguousMoveError as error:
            yield _wrong(entry.place(f'"{text}"'), error.message, error.hint)
            return
    for text in values.get("legal", ()):
        if not _is_legal(state, text):
            yield entry.broken(f'"{text}"', f"{text} is expected to be legal", _why(state, text))
    for text in values.get("illegal", ()):
        if _is_legal(state, text):
            yield entry.broken(f'"{text}"', f"{text} is expected not to be legal", _why(state, text))
    for text, sites in values.get("captures", {}).items():
        if not _is_legal(state, text):
            yield entry.broken(f'"{text}"', f"{text} is expected to capture, and is not legal", _why(state, text))
        elif (taken := _captured(state, text)) != sorted(map(str, sites)):
            what = f"{text} is expected to capture on {_list(sites)}, and captures on {_list(taken)}"
            yield entry.broken(f'"{text}"', what, _why(state, text))
    yield from _result(entry, state)


def _result(entry: _Entry, state: State) -> Iterator[LudError]:
    """The expectations of how the game stands."""
    values = entry.values
    first = [number for number, place in enumerate(state.ranking[1:], 1) if place == 1.0]
    drawn = state.over and len(set(state.ranking[1:])) == 1
    is_over = "is over" if state.over else "goes on"
    if "over" in values and values["over"] is not state.over:
        yield entry.broken("over", f"the game {is_over}", _why(state, None))
    if "drawn" in values and values["drawn"] is not drawn:
        yield entry.broken("drawn", "the game is drawn" if drawn else f"the game is not drawn: it {is_over}",
                           _why(state, None))  # fmt: skip
    if "wins" in values and first != [values["wins"]]:
        who = f"player {first[0]} has won" if len(first) == 1 else f"nobody has won alone: the game {is_over}"
        yield entry.broken("wins", f"player {values['wins']} is expected to have won, and {who}", _why(state, None))


def _is_legal(state: State, text: str) -> bool:
    if state.over:
        return False
    try:
        state.parse_move(text)
    except AmbiguousMoveError:
        return True
    except IllegalMoveError:
        return False
    return True


def _why(state: State, text: str | None) -> Why | None:
    """The answer of `State.why`; None where there is none."""
    try:
        return state.why(text)
    except LudError:
        return None


def _captured(state: State, text: str) -> list[str]:
    """The sites where a move takes pieces of others, by their labels."""
    after = state.copy()
    after.apply(after.parse_move(text))
    mover = state.mover
    before, left = _others(state, mover), _others(after, mover)
    names = state.game.vocabulary.names
    assert names is not None
    return sorted(names.site(int(name[1:])) for name, count in before.items() if left.get(name, 0) < count)


def _others(state: State, mover: int) -> dict[str, int]:
    """How many pieces of other players each site holds."""
    found = {}
    for name, count, *levels in state.sites():
        owners = [level[1] for level in levels if isinstance(level, list)]
        number = sum(0 < owner <= state.game.players and owner != mover for owner in owners)
        found[str(name)] = number * max(1, int(count)) if isinstance(count, int) and len(owners) == 1 else number
    return found


def _list(sites: list[Any]) -> str:
    return ", ".join(map(str, sites)) or "no site"


# --------------------------------------------------------------------------------------------------------- random games


def _games(entry: _Entry, game: Game) -> Iterator[LudError]:
    values = entry.values
    played = game.playouts(values.get("count", 100), seed=values.get("seed", 0), max_moves=_LONGEST)
    if played.cut and values.get("ends", True):
        what = f"{played.cut:,} of {played.games:,} random games did not end within {_LONGEST:,} moves"
        yield entry.broken("ends" if "ends" in values else "", what)
    if "length" in values:
        least, most = values["length"]
        outside = [k for k, length in enumerate(played.lengths) if not least <= length <= most]
        if outside:
            number = outside[0]
            what = f"{len(outside):,} of {played.games:,} random games do not have {least} to {most} moves: "
            yield entry.broken("length", f"{what}game {number} has {played.lengths[number]:,}")
    if "balance" in values and game.players > 1:
        shares = [100 * sum(r[p] == 1.0 for r in played.rankings) / played.games for p in range(game.players)]
        ahead = max(shares) - min(shares)
        if ahead > values["balance"]:
            told = ", ".join(f"player {p} wins {share:.0f} %" for p, share in enumerate(shares, 1))
            what = f"one player is ahead by {ahead:.0f} points, and {values['balance']} are expected at most: {told}"
            yield entry.broken("balance", what)


# --------------------------------------------------------------------------------------------------------- writing


def position_text(state: State, options: tuple[str, ...], ruleset: str | None, holds: Mapping[str, Any]) -> str:
    """A `[[position]]` of the moves that led to a state. holds: what is expected there."""
    values: dict[str, Any] = {"options": list(options)} if options else {}
    if ruleset is not None:
        values["ruleset"] = ruleset
    values["moves"] = [move.notation for move in state.history]
    lines = [f"{word} = {json.dumps(value, ensure_ascii=False)}" for word, value in (values | dict(holds)).items()]
    return "\n[[position]]\n" + "\n".join(lines) + "\n"
