"""Explain a word of the language: meaning, ways to write it, arguments, where it may stand, an example.

WORD is a keyword (is), a keyword with its first word ("is Line"), a constant (Mover), or the name of an enumeration
(RoleType); or an idea ("capture by jumping over"), for which what does it is named. Without WORD, lists all keywords
and enumerations.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap
from collections.abc import Iterator

from ludparse.binding.listing import reference
from ludparse.reader.formatter import format_text

from ..authoring.language.ideas import find_ideas
from ..authoring.language.pages import Page, enumerations, find_pages
from ..authoring.language.words import ENUMERATIONS
from ..terminal.output import colour, table
from .common import Failure, print_json

__all__ = ["configure", "run"]

_MANY = 3
"""From so many pages on, each takes one line, unless --all is given."""

_SHOWN = 10
"""So many of the ludemes in which a word may stand are named, unless --all is given."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("word", metavar="WORD", nargs="*", help="what to explain; several words are one")
    parser.add_argument("--all", action="store_true", help="all pages in full, with everything they may stand in")
    parser.add_argument("--whole", action="store_true", help="also the whole description that the example is from")


def run(args: argparse.Namespace) -> int:
    word = " ".join(args.word)
    if not word:
        return _list(args.json)
    pages, near = find_pages(word)
    ideas = () if pages or (near and len(args.word) == 1 and " " not in word) else find_ideas(word)
    if ideas and args.json:
        print_json({"word": word, "ideas": [idea._asdict() for idea in ideas]})
        return 0
    if ideas:
        print(f"No word of the language is {word!r}; this is how it is said:")
        print("\n".join(table([(idea.word, idea.how) for idea in ideas])))
        print(f"\nlud explain {ideas[0].word!r} says more.")
        return 0
    if not pages:
        found = f"; did you mean: {' or '.join(near)}?" if near else ""
        raise Failure(f"the language has no word {word!r}{found}")
    if args.json:
        print_json({"word": word, "pages": [page.as_dict() for page in pages]})
    elif len(pages) > _MANY and not args.all:
        print("\n".join(table([(page.title, _first_line(page)) for page in pages])))
        print(f"\n{len(pages)} pages. lud explain {_narrower(pages)!r} shows one, --all shows all.")
    else:
        print("\n\n".join("\n".join(_lines(page, args.all, args.whole)) for page in pages))
    return 0


def _list(as_json: bool) -> int:
    entries = [(entry.keyword, entry.kind, entry.doc.split("\n", 1)[0]) for entry in reference()]
    enums = sorted(enum.__name__ for enum in enumerations() if enum.__name__ in ENUMERATIONS)
    if as_json:
        ludemes = [{"keyword": word, "stands_for": kind, "meaning": doc} for word, kind, doc in entries]
        print_json({"ludemes": ludemes, "enumerations": [{"name": n, "meaning": ENUMERATIONS[n]} for n in enums]})
        return 0
    for word, kind, doc in entries:
        print(f"({word} …){'':<{max(1, 16 - len(word))}}{kind}: {doc}")
    print("\nenumerations:")
    for name in enums:
        print(f"{name:<22}{ENUMERATIONS[name]}")
    return 0


def _first_line(page: Page) -> str:
    return page.meaning.split("\n", 1)[0]


def _narrower(pages: tuple[Page, ...]) -> str:
    """What would be asked for to see one of the pages alone."""
    page = next((page for page in pages if page.words or " " in page.title.removesuffix(" …)")), pages[0])
    return page.title.strip("()").removesuffix(" …").split("|")[0] if page.sort == "ludeme" else page.name


def _lines(page: Page, whole: bool, game: bool) -> Iterator[str]:
    yield colour(page.title, "1") + (f"  {page.stands_for}" if page.stands_for else "  an enumeration")
    yield from _wrapped(page.meaning, "  ")
    if page.forms:
        yield ""
        narrow = sys.stdout.isatty()
        for form in page.forms:  # in one line where something else reads them
            yield from _wrapped(form, "  ", "      ") if narrow else [f"  {form}"]
    if page.arguments:
        yield ""
        yield "arguments:"
        width = max(len(_name(argument.label, argument.name)) for argument in page.arguments)
        for argument in page.arguments:
            first, further = f"  {_name(argument.label, argument.name):<{width}}  ", " " * (width + 4)
            if argument.meaning:
                yield from _wrapped(argument.meaning, first, further)
                first = further
            text = argument.type + (f"; {argument.need}" if argument.need else "")
            yield from _wrapped(text, first, further)
    if page.words:
        yield ""
        yield "begins with:" if page.sort == "ludeme" else "words:"
        yield from _words(page.words)
    if page.sketch:
        yield ""
        yield "on a board:"
        yield from _wrapped(page.sketch.written, "  ", "      ")
        yield ""
        yield from (f"  {line}".rstrip() for line in page.sketch.lines())
    if page.stands_in:
        yield ""
        shown = page.stands_in if whole else page.stands_in[:_SHOWN]
        more = len(page.stands_in) - len(shown)
        yield from _wrapped(", ".join(shown) + (f" and {more} more" if more else ""), "may stand in: ", "  ")
    if page.related:
        yield from _wrapped(", ".join(page.related), "related: ", "  ")
    if page.example:
        yield ""
        yield "example:"
        yield textwrap.indent(page.example.text, "  ")
        if game:
            yield ""
            yield "in the game:"
            yield textwrap.indent(format_text(page.example.game).rstrip(), "  ")


def _words(words: dict[str, str]) -> Iterator[str]:
    told = {word: meaning for word, meaning in words.items() if meaning}
    yield from (f"  {line}" for line in table([*told.items()]))
    rest = [word for word in words if word not in told]
    if rest:
        yield from _wrapped(", ".join(rest), "  ")


def _name(label: str | None, name: str) -> str:
    return f"{label}:" if label else f"<{name}>"


def _wrapped(text: str, first: str, further: str | None = None) -> list[str]:
    width = min(100, shutil.get_terminal_size().columns) if sys.stdout.isatty() else 100
    indent = first if further is None else further
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)
