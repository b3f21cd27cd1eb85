"""The notation of moves (`a1-b2`, `b2`, `a1=5`, `pass`), and finding the move that a player typed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from exporters.interface import Move
from ludparse.errors import IllegalMoveError, nearest

__all__ = ["Notation", "find_move", "moves_from"]

_ACTION = re.compile(r"\[(\w+):([^\]]*)\]")
_VARIABLE = re.compile(r"\[(Set|Toggle):type=(\w+),var=\d+,value=(\d+)")
_FIELD = re.compile(r"(\w+)=([^,\]]*)")


class Notation:
    """Names for the sites of a game: `labels[site type]` are the labels of the board's sites by index."""

    def __init__(self, labels: Mapping[str, Sequence[str]], default: str) -> None:
        self.labels = labels
        self.default = default

    def site(self, index: int, kind: str | None = None) -> str:
        """The label of a site; a number for those beside the board."""
        labels = self.labels.get(kind or self.default, ())
        return labels[index] if 0 <= index < len(labels) else f"#{index}"

    def move(self, move: Move) -> str:
        """The sites of a move, or what it does where it has none. Different moves may read alike.

        Of puzzles: `a1=5` gives a variable its value, `a1~5` strikes one out (or brings it back).
        """
        kinds = [*re.findall(r"type(?:From|To)?=(\w+)", "".join(map(str, move.actions)))]
        puzzle = next((m for m in map(_VARIABLE.match, map(str, move.actions)) if m), None)
        if puzzle is not None:
            return f"{self.site(move.to_site, puzzle[2])}{'=' if puzzle[1] == 'Set' else '~'}{puzzle[3]}"
        first, last = (kinds[0], kinds[min(1, len(kinds) - 1)]) if kinds else (None, None)
        if move.to_site < 0:
            matches = [m for m in map(_ACTION.match, map(str, move.actions)) if m]
            # A throw of dice comes before the decision.
            match = next((m for m in matches if "decision=true" in m[2]), matches[0] if matches else None)
            if match is None:
                return "pass"
            values = [v for k, v in _FIELD.findall(match[2]) if k not in ("decision", "forced")]
            return " ".join([match[1].lower(), *values])
        if move.from_site < 0 or move.from_site == move.to_site:
            return self.site(move.to_site, first)
        return f"{self.site(move.from_site, first)}-{self.site(move.to_site, last)}"

    def moves(self, moves: Sequence[Move]) -> list[str]:
        """The moves of a position, all different: those that read alike are numbered (`a1-b2/2`)."""
        names = [self.move(move) for move in moves]
        counts = Counter(names)
        seen: Counter[str] = Counter()
        result = []
        for name in names:
            seen[name] += 1
            result.append(f"{name}/{seen[name]}" if counts[name] > 1 else name)
        return result


def find_move(text: str, names: Sequence[str]) -> int:
    """The index of the move that was typed: by its number (from 1), or by its name in any case.

    Raises IllegalMoveError with three different messages: what cannot be a move, what is not legal, what is ambiguous.
    """
    wanted = text.strip().casefold()
    if wanted.isdecimal():
        if 1 <= int(wanted) <= len(names):
            return int(wanted) - 1
        raise IllegalMoveError(f"there is no move {wanted}; the moves are numbered from 1 to {len(names)}")
    folded = [name.casefold() for name in names]
    if wanted in folded:
        return folded.index(wanted)
    alike = [name for name in names if name.casefold().split("/", 1)[0] == wanted]
    if alike:
        raise IllegalMoveError(f"{text.strip()!r} is ambiguous", expected=alike)
    if not re.fullmatch(r"(#?\w+-)?#?\w+([=~]\w+)*(x#?\w+)*( \S+)*(/\d+)?", wanted):
        raise IllegalMoveError(
            f"{text.strip()!r} cannot be a move", hint="Type a number of the list, or sites such as a1-b2 or b2."
        )
    raise IllegalMoveError(f"{text.strip()!r} is not legal here", nearest=nearest(text.strip(), names))


def moves_from(site: str, names: Sequence[str]) -> list[int]:
    """The indices of the moves whose name begins with a site (`a1`), in any case."""
    wanted = site.strip().casefold()
    if not re.fullmatch(r"#?\w+", wanted):
        return []
    return [k for k, name in enumerate(names) if re.match(re.escape(wanted) + r"(?!\w)", name.casefold())]
