"""Begin a game of your own: a folder with a description, what is expected of it, and a page for readers.

    lud new "Stone Circle"                        makes stone_circle/ here
    lud new "Stone Circle" --reference            with the same rules by hand, to check against, and a test
    lud new "Stone Circle" --template race        begins with the rules of a race
    lud new --from "Breakthrough" my_game.lud     copies a game of the library, with its options, under another name

What is made is a small game that works: `lud check`, `lud play`, and with --reference `lud crosscheck` and pytest run
on it from the start. A template is a game of its kind, with what is expected of it. Nothing that exists is overwritten.
"""

from __future__ import annotations

import argparse
import datetime
import keyword
import re
import tempfile
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from ludparse.description.description import load_description
from ludparse.library.library import Library, find_source
from ludparse.reader.comments import blank_comments

from .common import Failure, library, print_json, shown

__all__ = ["configure", "files_of", "run"]

_NAME = re.compile(r"[^\W_][\w '’!?.,&-]*", re.UNICODE)
MAX_NAME = 60
KINDS = ("chess", "connection", "dice", "draughts", "mancala", "race", "stacking")
"""The kinds of games to begin with."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="what the game is called; with --from also the file to make")
    parser.add_argument("--from", dest="copied", metavar="GAME", help="copy a game: a path, or a name of the library")
    parser.add_argument("--template", metavar="KIND", choices=KINDS, help=", ".join(KINDS))
    parser.add_argument(
        "--reference", action="store_true", help="also the same rules by hand in Python, and a test that compares"
    )
    parser.add_argument("--output", metavar="DIR", default=".", help="where its folder is made (default: here)")


def run(args: argparse.Namespace) -> int:
    if args.copied is not None and args.template is not None:
        raise Failure("--from copies the rules of a game, and --template begins with others: one of them", code=2)
    if args.reference and (args.copied or args.template) is not None:
        raise Failure("--reference has the rules of the small game alone: leave out --from and --template", code=2)
    return _new(args) if args.copied is None else _copy(args)


def _copy(args: argparse.Namespace) -> int:
    """A description that is there, under another name."""
    named = library(args)
    source = find_source(args.copied, None if named is None else Library.open(named))
    description = load_description(source, library=named)
    given = Path(args.name)
    name = given.stem.replace("_", " ").title() if given.suffix == ".lud" else " ".join(args.name.split())
    file = given if given.suffix == ".lud" else Path(args.output) / f"{_stem(name)}.lud"
    _stem(name)
    if not file.parent.is_dir():
        raise Failure(f"there is no folder {str(file.parent)!r} in which to make {file.name}")
    if file.exists():
        raise Failure(f"{str(file)!r} is there already, and nothing is overwritten; take another name, or remove it")
    text = source.text
    found = _NAMED.search(blank_comments(text))
    if found is None:
        raise Failure(f"{shown(args.copied)} has no name that could be changed")
    credit = " ".join(part for part in map(description.metadata.text, ("author", "credit")) if part)
    by = f", by {credit}" if credit and "\n" not in credit else ""
    head = f'// {name}: begun from "{description.name}"{by}.\n'
    file.write_text(f'{head}{text[: found.start(1)]}"{name}"{text[found.end(1) :]}', encoding="utf-8")
    if args.json:
        print_json({"game": name, "from": description.name, "files": [str(file)]})
    else:
        print(f"{file}: {name}, begun from {description.name!r}. Change its rules, and look:")
        for command in ("check", "play", "describe"):
            print(f"  lud {command} {_quoted(file)}")
        print(f"  lud diff {_quoted(Path(args.copied))} {_quoted(file)}")
    return 0


_NAMED = re.compile(r'\((?:game|match)\s+("[^"\\]*+(?:\\"?+[^"\\]*+)*+")')


def _new(args: argparse.Namespace) -> int:
    name = " ".join(args.name.split())
    stem = _stem(name)
    place = Path(args.output)
    if not place.is_dir():
        raise Failure(f"there is no folder {str(place)!r} in which to make one for the game")
    target = place / stem
    if target.exists():
        raise Failure(f"{str(target)!r} is there already, and nothing is overwritten; take another name, or remove it")
    files = files_of(name, stem, args.template, reference=args.reference)
    _make(target, files)
    if args.json:
        print_json({"game": name, "folder": str(target), "files": sorted(files)})
    else:
        description = target / f"{stem}.lud"
        print(f"{target}/ is made: {', '.join(sorted(files))}")
        twice = "in the description and in reference.py" if args.reference else "and what is expected of them"
        print(f"It holds a small game that works. Change its rules, {twice}, and look:")
        commands = [("check", description), ("play", description), ("crosscheck", target)]
        for command, what in commands if args.reference else commands[:2]:
            print(f"  lud {command} {_quoted(what)}")
    return 0


def _stem(name: str) -> str:
    """The name of the folder and its files. Raises Failure for a name that makes none."""
    if not _NAME.fullmatch(name) or len(name) > MAX_NAME:
        what = f"it begins with a letter or digit and holds letters, digits, blanks and - ' ! ? . , &, up to {MAX_NAME}"
        raise Failure(f"{name!r} cannot be the name of a game: {what}", code=2)
    stem = re.sub(r"\W+", "_", name.casefold().replace("'", "").replace("’", "")).strip("_")
    if not stem.isidentifier() or keyword.iskeyword(stem):
        stem = f"game_{stem}"
    return stem


def files_of(name: str, stem: str, kind: str | None = None, *, reference: bool = False) -> dict[str, str]:
    """The files of a new game by their names. kind: one of `KINDS`, to begin with its rules. reference: also the rules
    by hand, which only the game of no kind has."""
    templates = resources.files("ludparse.exporters") / "templates" / ("new_game" if kind is None else "kinds")
    sources = {f"{stem}.lud": f"{kind or 'game'}.lud", f"{stem}.expect": f"{kind or 'game'}.expect"}
    by_hand = {"reference.py": "reference.py", f"test_{stem}.py": "test.py"} if reference else {}
    if kind is None:
        sources |= {**by_hand, "README.md": "README.md"}
    rows = [f"| `{file}` | {what} |\n" for file, what in zip(by_hand, _BY_HAND, strict=False)]
    values = {"NAME": name, "FILE": stem, "YEAR": str(datetime.date.today().year), "ROWS": "".join(rows)}
    return {
        file: _filled((templates / f"{source}.txt").read_text(encoding="utf-8"), values)
        for file, source in sources.items()
    }


_BY_HAND = "the same rules by hand, to check against", "`pytest` checks, plays and compares"
"""What a game's page says of its reference and its test."""


def _filled(template: str, values: Mapping[str, str]) -> str:
    return re.sub(r"@([A-Z]+)@", lambda found: values[found[1]], template)


def _make(target: Path, files: Mapping[str, str]) -> None:
    """The folder with its files, whole or not at all."""
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".lud-new-") as draft:
        inside = Path(draft) / target.name
        inside.mkdir()
        for name, text in files.items():
            (inside / name).write_text(text, encoding="utf-8")
        inside.rename(target)


def _quoted(path: Path) -> str:
    text = str(path)
    return f'"{text}"' if " " in text else text
