"""A rulebook: the rules in words, with the set-up and moves from real play as pictures, as a page or as Markdown.

Each kind of move is shown where somebody made it, before and after, and where it was not possible, though the same
piece stood on the same site and made it shortly before or after. Sentences lead to the lines of the description that
they tell.
"""

from __future__ import annotations

import base64
import dataclasses
import html
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludparse import ludemes as L
from ludparse.description.description import Description
from ludparse.ludemes.base import replace, walk
from ludparse.ludemes.kinds import Decision
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Span

from ..templates import rendered
from .author_text import differences, said
from .description_words import Words, plain
from .description_words.told import Told

if TYPE_CHECKING:
    from ludparse.interpreter.game.game import SingleGame
    from ludparse.interpreter.play.game_state import GameState

__all__ = ["Example", "examples", "final", "page", "text"]

MOST_PLIES = 400
"""Of one random game."""


@dataclass(frozen=True)
class Example:
    """A move of one kind from random play.

    told: the kind in words. before, after: pictures. missed: a position in which the same move was not possible, as a
    picture; empty if none was found.
    """

    told: Told
    move: str
    before: str
    after: str
    missed: str


@dataclass(frozen=True)
class Kind:
    """A kind of move: in words without what follows from it, where it is written, and the numbers of the pieces that
    make it (none: whatever is moved)."""

    told: Told
    span: Span
    pieces: frozenset[int]


def kinds(game: SingleGame, words: Words) -> list[Kind]:
    """The kinds of moves that the rules have."""
    node = game.description.game
    assert isinstance(node, L.Game)
    roots: dict[Any, set[int]] = {}
    for piece in game.equipment.components[1:]:
        if piece.generator is not None:
            roots.setdefault(piece.generator, set()).add(piece.index)
    plays = [phase.play for phase in node.rules.phases or ()] + [node.rules.play]
    roots.update((play, set()) for play in plays if play is not None)
    found: dict[str, Kind] = {}
    words.choosing = True
    for root, pieces in roots.items():
        for part in walk(root):
            if not isinstance(part, Decision) or part.span is None:
                continue
            alone: Any = replace(part, then=None) if hasattr(part, "then") else part
            sentence = plain(words.of(alone))
            line = Told(sentence[:1].upper() + sentence[1:] + ".")
            line.span = part.span
            if sentence not in found:
                found[sentence] = Kind(line, part.span, frozenset(pieces))
            elif pieces:
                found[sentence] = replace_pieces(found[sentence], pieces)
    words.choosing = False
    return list(found.values())


def replace_pieces(kind: Kind, more: set[int]) -> Kind:
    """The kind, made by more pieces too."""
    return Kind(kind.told, kind.span, kind.pieces | more)


MOST_ASKED = 3
"""So many moves of a position are asked which ludeme makes them."""


def examples(game: SingleGame, words: Words, *, seconds: float = 20.0, seed: int = 0) -> list[Example]:
    """An example of each kind of move that random games of so many seconds show."""
    wanted = kinds(game, words)
    found: dict[int, Example] = {}
    made: dict[int, tuple[int, str, int, int]] = {}  # of each example: mover, move, site and piece
    until = time.monotonic() + seconds
    rng = random.Random(seed)
    while time.monotonic() < until and not (len(found) == len(wanted) and all(x.missed for x in found.values())):
        state = game.start(seed=rng.randrange(1 << 30))
        while not state.over and len(state.history) < MOST_PLIES and time.monotonic() < until:
            moves = state.legal_moves()
            _note_missed(state, {move.notation for move in moves}, found, made)
            rng.shuffle(moves)
            asked = 0
            for move in moves[:40]:
                possible = _possible(state, move, wanted)
                if all(kind in found for kind in possible) or move.is_pass or move.is_swap:
                    continue
                if len(possible) > 1:
                    asked += 1
                    possible = _asked(state, move, wanted, possible) if asked <= MOST_ASKED else []
                for kind in possible[:1]:
                    if kind not in found:
                        found[kind] = _example(wanted[kind].told, state, move)
                        made[kind] = state.mover, move.notation, move.from_site, _standing(state, move.from_site)
            state.apply(moves[0])
    return [found[kind] for kind in sorted(found)]


def _note_missed(state: GameState, names: set[str], found: dict[int, Example], made: dict[int, Any]) -> None:
    """Shows a position in which an example is not possible, though the same piece stands on the same site."""
    for kind, (mover, name, site, piece) in made.items():
        gone = bool(piece) and not found[kind].missed and state.mover == mover and name not in names
        if gone and _standing(state, site) == piece:
            found[kind] = dataclasses.replace(found[kind], missed=state.svg(last=False))


def _standing(state: GameState, site: int) -> int:
    """The number of the piece on a site, 0 for none."""
    rows: Any = state.sites()
    return next((row[2][0] for row in rows if row[0][1:] == str(site) and len(row) > 2), 0)


def _possible(state: GameState, move: Any, wanted: list[Kind]) -> list[int]:
    """The kinds that a move may be, by what it moves."""
    what = _standing(state, move.from_site)
    return [i for i, kind in enumerate(wanted) if not kind.pieces or what in kind.pieces]


def _asked(state: GameState, move: Any, wanted: list[Kind], possible: list[int]) -> list[int]:
    """The kind that a move is, as the rules tell; none where they do not."""
    try:
        places = [rule.place for rule in state.why(move).rules]
    except LudError:
        return []
    return [i for i in possible if any(at is not None and at[:3] == wanted[i].span[:3] for at in places)]


def _example(told: Told, state: GameState, move: Any) -> Example:
    after = state.copy()
    after.apply(move)
    return Example(told, move.notation, state.svg(moves=[move], last=False), after.svg(), "")


def final(game: SingleGame, *, seed: int = 0) -> str:
    """The last position of a random game that ends, as a picture; empty if none does."""
    for number in range(3):
        state, rng = game.start(seed=seed + number), random.Random(seed + number)
        while not state.over and len(state.history) < MOST_PLIES:
            state.apply(rng.choice(state.legal_moves()))
        if state.over:
            return state.svg(players=True)
    return ""


def variants(description: Description) -> list[tuple[str, list[tuple[str, str]]]]:
    """The options: what is chosen between, each with what its author says of it."""
    return [(o.name, [(item.name, item.text) for item in o.items]) for o in description.options if len(o.items) > 1]


def _line(told: str) -> int:
    """The line of the description that a sentence tells, 0 if it is in another file or none."""
    span: Span | None = getattr(told, "span", None)
    if span is None:
        return 0
    return span.places[-1].line


def page(description: Description, game: SingleGame, parts: list[tuple[str, list[str]]], shown: list[Example]) -> str:
    """The rulebook as one page of HTML without other files."""
    rows = [(head, [(line.split("\n"), _line(line)) for line in lines]) for head, lines in parts]
    told = [{"told": str(x.told), "line": _line(x.told), "move": x.move, "before": x.before, "after": x.after,
             "missed": x.missed} for x in shown]  # fmt: skip
    differ = differences(description, game.equipment)
    return rendered(
        "rulebook.html.jinja", title=description.name, author=said(description), differ=differ, parts=rows,
        start=game.svg(), examples=told, end=final(game), variants=variants(description),
        source=description.source.text.split("\n"),
    )  # fmt: skip


def text(description: Description, game: SingleGame, parts: list[tuple[str, list[str]]], shown: list[Example]) -> str:
    """The rulebook as Markdown; pictures are in it, as data."""
    out = [f"# {_escaped(description.name)}"]
    words = said(description)
    if words:
        out += ["## In the author's words", *(f"> {_escaped(line)}" for line in words)]
        out += [f"*{_escaped(line)}*" for line in differences(description, game.equipment)]
    out.append(_picture(game.svg(), "the position at the start"))
    for head, lines in parts:
        out.append(f"## {_escaped(head)}")
        out += [_markdown(line) for line in lines]
    if shown:
        out.append("## Moves, from real play")
    for x in shown:
        out.append(f"**{_escaped(str(x.told))}** {_reference(x.told)}")
        out += [f"{_escaped(x.move)}, before and after:", _picture(x.before, "before"), _picture(x.after, "after")]
        if x.missed:
            out += [f"Here {_escaped(x.move)} was not possible:", _picture(x.missed, "not possible")]
    last = final(game)
    if last:
        out += ["## A final position", _picture(last, "the end of a game")]
    choices = variants(description)
    if choices:
        out.append("## Variants")
        for name, items in choices:
            out.append(f"**{_escaped(name)}**")
            out.append("\n".join(f"- {_escaped(item)}: {_escaped(what)}" for item, what in items))
    return "\n\n".join(out) + "\n"


def _markdown(line: str) -> str:
    first, *more = line.split("\n")
    inner = [f"{' ' * (len(one) - len(one.lstrip()))}- {_escaped(one.lstrip(' -'))}" for one in more]
    return "\n".join([f"- {_escaped(first)} {_reference(line)}".rstrip(), *inner])


def _reference(told: str) -> str:
    number = _line(told)
    return f"(line {number})" if number else ""


_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]~|#$"})


def _escaped(words: str) -> str:
    return html.escape(" ".join(words.split()), quote=False).translate(_MARKS)


def _picture(svg: str, what: str) -> str:
    return f"![{what}](data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()})"
