"""Finds the move that a user typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ludparse.problems.errors import AmbiguousMoveError, IllegalMoveError, MoveSyntaxError, nearest

from ..program.actions import ACTIONS
from .move import Move
from .notation import Names, base_name, ends

__all__ = ["find_move", "sites_of"]

_FORMS = "Write sites such as A1-B2 or B2, a word such as pass, or a move of a trial ([Move:mover=1,…])."
_SITE = r"#?[^\s\-→>]+"
_BETWEEN = re.compile(r"\s*(?:->|[-→>]|\s)\s*")
_WORDS = frozenset({"pass", "throw", *(kind.title.casefold() for kind in ACTIONS.values() if kind.title)})
_TRIAL = re.compile(r"\[?Move(?::|=\[Move:).*", re.DOTALL)


def find_move(text: str, moves: Sequence[Move], names: Names | None, applied: Callable[[Move], Move]) -> Move:
    """The legal move that a text denotes. names: of the game's sites; applied: what a move would do.

    Raises MoveSyntaxError, IllegalMoveError or AmbiguousMoveError.
    """
    wanted = " ".join(text.split())
    if not wanted:
        raise MoveSyntaxError("there is no move in an empty text", hint=_FORMS)
    if _TRIAL.fullmatch(wanted):
        return _of_trial(text.strip(), moves, applied)
    notations = [move.notation for move in moves]
    if wanted in notations:
        return moves[notations.index(wanted)]
    folded = wanted.casefold()
    bare = [] if names is None else [base_name(move.raw, names) for move in moves]
    words = [name.partition(" ")[0] for name in notations]  # of `swap 2 1` the first
    for known in (notations, bare, words):
        found = [k for k, name in enumerate(known) if name.casefold() == folded]
        if found:
            return _only(text, found, moves, notations)
    sites = sites_of(folded, names)
    if sites and names is not None:
        # two sites are where a move begins and ends, one alone is where it ends
        meant = [tuple(label.casefold() for label in ends(move.raw, names)) for move in moves]
        found = [k for k, labels in enumerate(meant) if labels[-len(sites) :] == sites]
        if found:
            return _only(text, found, moves, notations)
    elif folded.split()[0] not in _WORDS and not _known_shape(wanted, names):
        raise _malformed(text.strip(), names)
    raise IllegalMoveError(
        f"{text.strip()!r} is not legal here; {len(moves)} moves are", nearest=nearest(text.strip(), notations)
    )


def _only(text: str, found: Sequence[int], moves: Sequence[Move], notations: Sequence[str]) -> Move:
    if len(found) == 1:
        return moves[found[0]]
    candidates = [notations[k] for k in found]
    raise AmbiguousMoveError(
        f"{text.strip()!r} may be {len(found)} different moves",
        expected=candidates[:12],
        candidates=[moves[k] for k in found],
        hint="Write one of these in full" + ("." if len(found) <= 12 else f"; there are {len(found) - 12} more."),
    )


def _of_trial(text: str, moves: Sequence[Move], applied: Callable[[Move], Move]) -> Move:
    """The move of a trial's line: as it was listed, or with all actions that were applied."""
    line = text.removeprefix("Move=")
    line = line if line.startswith("[") else f"[{line}"
    line = line if line.endswith("]") else f"{line}]"
    fields = dict(re.findall(r"(mover|from|to)=(-?\d+)", line.partition(",actions=")[0]))
    if "mover" not in fields or ",actions=" not in line:
        raise MoveSyntaxError(
            f"{text[:80]!r} is not the whole text of a move", hint="It reads [Move:mover=…,actions=…]."
        )
    head = (int(fields["mover"]), int(fields.get("from", -1)), int(fields.get("to", -1)))
    alike = [move for move in moves if (move.mover, move.from_site, move.to_site) == head]
    found = [move for move in alike if move.text == line] or [move for move in alike if applied(move).text == line]
    if found:
        return found[0]
    raise IllegalMoveError(f"{text[:200]!r} is not legal here; {len(moves)} moves are")


def sites_of(text: str, names: Names | None) -> tuple[str, ...]:
    """The labels of one or two sites, in small letters; none where the text is not that."""
    parts = tuple(_BETWEEN.split(text.casefold()))
    if names is None or not 1 <= len(parts) <= 2:
        return ()
    if all(_is_site(part, names) for part in parts):
        return parts
    if len(parts) == 1:  # a1b2
        for cut in range(1, len(text)):
            halves = parts[0][:cut], parts[0][cut:]
            if all(_is_site(part, names) for part in halves):
                return halves
    return ()


def _is_site(label: str, names: Names) -> bool:
    if re.fullmatch(r"#\d{1,9}", label):
        return True
    folded = label.casefold()
    return any(known.casefold() == folded for labels in names.labels for known in labels)


def _known_shape(text: str, names: Names | None) -> bool:
    """Whether a text begins with sites and continues like the notation of a move."""
    found = re.match(rf"({_SITE}?)(?=[=~x/\s]|$)", text)
    head = re.split(r"[=~x/]| via | level", text)[0]
    return bool(found and head != text and sites_of(head.strip(), names))


def _malformed(text: str, names: Names | None) -> MoveSyntaxError:
    parts = [part for part in _BETWEEN.split(text) if part]
    unknown = [part for part in parts if names is not None and not _is_site(part, names)]
    labels = [] if names is None else list(names.labels[names.default])
    if labels and len(parts) <= 2 and unknown and re.fullmatch(r"#?\w+", unknown[0]):
        return MoveSyntaxError(
            f"{text!r} is not a move: there is no site {unknown[0]!r}", nearest=nearest(unknown[0], labels), hint=_FORMS
        )
    return MoveSyntaxError(f"{text[:80]!r} is not a move", hint=_FORMS)
