"""The pages of the reference as Markdown. Examples are loaded and played when a page is written."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache

from ludparse.description.description import load_description
from ludparse.exporters.authoring.language.pages import (
    Page,
    argument_enums,
    enumerations,
    ludemes,
    page_of,
    page_of_enum,
    related,
    takers,
    takers_of_enum,
)
from ludparse.exporters.pictures import position_svg
from ludparse.interpreter.game.load import load
from ludparse.library.library import BUNDLED
from ludparse.ludemes.base import Ludeme, walk
from ludparse.reader.formatter import format_text

__all__ = ["Played", "enumeration_page", "ludeme_page", "played", "section_of", "sections", "slug"]

PLIES = 6
"""So many random moves are played before the picture of an example is drawn."""
_SHOWN_MOVES = 6


@dataclass(frozen=True)
class Played:
    """What came of playing an example. choices: how many legal moves there were at the start; first: some of them.
    moves: what was played. svg: the position after that."""

    choices: int
    first: tuple[str, ...]
    moves: tuple[str, ...]
    svg: str


@cache
def played(game: str) -> Played:
    """Loads a description, plays some random moves and draws the position. Raises LudError for one that fails."""
    state = load(game, backend="python").start(seed=1)
    rng = random.Random(1)
    legal = state.legal_moves()
    first = tuple(dict.fromkeys(move.notation for move in legal[:50]))[:_SHOWN_MOVES]
    moves: list[str] = []
    while not state.over and len(moves) < PLIES:
        choices = state.legal_moves()
        if not choices:
            break
        move = state.apply(choices[rng.randrange(len(choices))])
        moves.append(move.notation)
    return Played(len(legal), first, tuple(moves), position_svg(state))


def slug(kind: type[Ludeme] | type[Enum]) -> str:
    """The name of the page's file, without suffix: two ludemes may begin alike, but their classes have names."""
    return kind.__name__


@cache
def sections() -> dict[str, tuple[type[Ludeme], ...]]:
    """What ludemes stand for, as `lud explain` says it -> its ludemes; the largest sections first."""
    found: dict[str, list[type[Ludeme]]] = {}
    for cls in ludemes():
        found.setdefault(section_of(cls), []).append(cls)
    ordered = sorted(found, key=lambda name: (name == _REST, -len(found[name]), name))
    return {name: tuple(sorted(found[name], key=lambda cls: (page_of(cls).title, slug(cls)))) for name in ordered}


_REST = "parts of other ludemes"


def section_of(cls: type[Ludeme]) -> str:
    """The section of a ludeme. Those that only stand for themselves are together in one."""
    kind = page_of(cls).stands_for
    return _REST if kind.startswith("(") else kind


def ludeme_page(cls: type[Ludeme]) -> str:
    """The page of a ludeme. Its picture is `SLUG.svg` beside it. Raises LudError if its example cannot be played."""
    page = page_of(cls)
    out = [f"# {code(page.title)}", "", f"*{page.stands_for}*", "", *_paragraphs(page.meaning)]
    out += ["## How it is written", "", *_block("\n".join(page.forms)), *_words(page, "It begins with")]
    out += _arguments(page, argument_enums(cls))
    if page.sketch is not None:
        out += ["## On a board", "", *_block(page.sketch.written), "```text", *page.sketch.lines(), "```", ""]
    out += _example(page, slug(cls))
    out += _links("May stand in", takers(cls), "whole descriptions only")
    out += _links("Related", related(cls), "")
    games = _users().get(cls.__name__, ())
    if games:
        out += ["## Used by", "", ", ".join(games), ""]
    return "\n".join(out)


def enumeration_page(enum: type[Enum]) -> str:
    """The page of an enumeration."""
    page = page_of_enum(enum)
    out = [f"# {page.title}", "", "*an enumeration*", "", *_paragraphs(page.meaning), *_words(page, "Its words")]
    return "\n".join([*out, *_links("Taken by", takers_of_enum(enum), "")])


def code(text: str) -> str:
    """Text in the type of code, also within a table."""
    return f"`{text}`"


def cell(text: str) -> str:
    """Text for a cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")


def _paragraphs(text: str) -> list[str]:
    lines: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text):
        lines += [_escaped(" ".join(paragraph.split())), ""]
    return lines


def _escaped(text: str) -> str:
    """Text without accidental markup; what stands between backquotes stays as it is."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(p if p.startswith("`") else re.sub(r"([*_<\[\]])", r"\\\1", p) for p in parts)


def _block(text: str) -> list[str]:
    return ["```lisp", text, "```", ""]


def _words(page: Page, title: str) -> list[str]:
    if not page.words:
        return []
    rows = [f"| {code(cell(word))} | {cell(_escaped(meaning))} |" for word, meaning in page.words.items()]
    return [f"## {title}", "", "| word | meaning |", "|---|---|", *rows, ""]


def _arguments(page: Page, enums: Iterable[type[Enum]]) -> list[str]:
    if not page.arguments:
        return []
    rows = []
    for argument in page.arguments:
        name = f"{argument.label}:" if argument.label else f"<{argument.name}>"
        need = "" if argument.required else "may be left out"
        if argument.default:
            written = " " not in argument.default or argument.default.startswith("(")
            need += f", which means {code(cell(argument.default)) if written else argument.default}"
        told = cell(_escaped(argument.meaning))
        rows.append(f"| {code(name)} | {told} | {cell(_escaped(argument.type))} | {need} |")
    out = ["## Arguments", "", "| argument | what it says | what it may be | |", "|---|---|---|---|", *rows, ""]
    known = {*enumerations()}
    links = [f"[{enum.__name__}](../enumerations/{slug(enum)}.md)" for enum in enums if enum in known]
    if links:
        out += ["Words that it takes: " + ", ".join(links) + ".", ""]
    return out


def _example(page: Page, name: str) -> list[str]:
    assert page.example is not None, f"{page.title} has no example"
    result = played(page.example.game)
    out = ["## Example", "", *_block(page.example.text)]
    whole = format_text(page.example.game).rstrip()
    lines = "\n".join(_block(whole)).split("\n")
    out += ['??? example "The whole game"', "", *("    " * bool(line) + line for line in lines)]
    out += [_told(result), "", f"![The position after these moves]({name}.svg){{ width=320 }}", ""]
    return out


def _told(result: Played) -> str:
    choices = f"{result.choices} legal move{'s' * (result.choices != 1)} at the start"
    first = ", ".join(code(text) for text in result.first)
    more = " …" if result.choices > len(result.first) else ""
    text = f"Played when this page was built: {choices}" + (f" ({first}{more})." if first else ".")
    if result.moves:
        text += " Random moves: " + ", ".join(code(move) for move in result.moves) + "."
    return text


def _links(title: str, classes: Iterable[type[Ludeme]], none: str) -> list[str]:
    links = [f"[{code(page_of(cls).title)}](../ludemes/{slug(cls)}.md)" for cls in classes]
    if not links:
        return [f"## {title}", "", none, ""] if none else []
    return [f"## {title}", "", ", ".join(links), ""]


@cache
def _users() -> dict[str, tuple[str, ...]]:
    """Name of a class -> the games of this project that use it, defines and default options included."""
    found: dict[str, list[str]] = {}
    for path in sorted(BUNDLED.glob("*/*.lud")):
        description = load_description(path)
        for name in {type(node).__name__ for node in walk(description.game)}:
            found.setdefault(name, []).append(description.name)
    return {name: tuple(sorted(games)) for name, games in found.items()}
