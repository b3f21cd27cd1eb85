"""Check descriptions: every problem with its place.

Takes games as all commands do, and folders, which are searched for *.lud. With none, or with -, reads standard input.
What a file NAME.expect expects of NAME.lud is looked at too (docs/expectations.md).
Every option item and every ruleset is looked at. Warnings are likely slips; docs/warnings.md explains each, and how to
silence it.
Exit code 1 when there is an error; with --strict also when there is a warning.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from ludparse.checks.run import choices_of
from ludparse.expansion.pipeline import expand_source
from ludparse.interpreter.game.checks import diagnose
from ludparse.interpreter.play.game import Game
from ludparse.library.library import Library, find_source, looks_like_text
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source

from ..authoring.diagnostics import github, sarif, text
from ..authoring.diagnostics.fixing import changed, fixed, moved_brackets, try_remedies
from ..terminal.output import Progress, colour, counted, terminal_width
from .common import Failure, add_games, library, print_json, rewrite, shown

__all__ = ["configure", "run"]

_STDIN = "<standard input>"
_PAUSE = 0.5


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("files", metavar="GAME", nargs="*", help="paths, also of folders, names, or texts; - is standard input")
    add("--format", choices=["text", "json", "sarif", "github"], help="how problems are printed (default: text)")
    add("--strict", action="store_true", help="warnings count as errors")
    add("--no-warnings", action="store_true", help="errors alone")
    add("--default-only", action="store_true", help="without the other option items and rulesets")
    add("--fix", action="store_true", help="put right what has one right answer, where that helps, and write the file")
    add("--explain", action="store_true", help="with --fix: say what was changed, and why")
    add("--play", action="store_true", help="play random games too, as many as --games says")
    add_games(parser, 50, "with --play: random games")
    add("--watch", action="store_true", help="check again whenever a file changes, until Ctrl-C")


def run(args: argparse.Namespace) -> int:
    names = args.files or ["-"]
    if args.explain and not args.fix:
        raise Failure("--explain says what --fix has changed: give both", 2)
    if args.watch:
        if "-" in names:
            raise Failure("standard input cannot be watched: name files or folders", 2)
        return _watch(args, names)
    return _check(args, _files(names))


def _check(args: argparse.Namespace, files: list[str]) -> int:
    form = args.format or ("json" if args.json else "text")
    opened = _library(args)
    progress = Progress("checked", len(files), quiet=form != "text")
    found: dict[str, list[LudError]] = {}
    made: dict[str, list[LudError]] = {}
    for number, file in enumerate(files, 1):
        problems, fixes = _problems(args, file, opened)
        kept, broken = _expectations(file, problems, opened)
        made.setdefault(shown(file), []).extend(fixes)
        progress(number, file)
        found.setdefault(shown(file), []).extend(problems)
        if broken:
            found.setdefault(str(kept), []).extend(broken)
        if fixes and args.explain and form == "text":
            progress.end()
            print("\n\n".join(map(_explained, fixes)), end="\n\n")
        if (told := problems + broken) and form == "text":
            progress.end()
            print("\n\n".join(_texts(told)), end="\n\n")
        elif form == "github":
            for where, problem in [(file, x) for x in problems] + [(str(kept), x) for x in broken]:
                print(github(where, problem))
    progress.end()
    errors = sum(error.severity == "error" for problems in found.values() for error in problems)
    warnings = sum(map(len, found.values())) - errors
    if form == "json":
        records = [
            {"file": f, "problems": [error.as_dict() for error in problems]}
            | ({"fixed": [_record(error) for error in made[f]]} if args.fix else {})
            for f, problems in found.items()
        ]
        print_json({"files": records, "problems": errors + warnings, "errors": errors, "warnings": warnings})
    elif form == "sarif":
        print_json(sarif(found), indent=2)
    elif form == "text":
        faulty = sum(bool(problems) for problems in found.values())
        print(_summary(len(files), errors, warnings, faulty, sum(map(len, made.values()))))
    return 1 if errors or (warnings and args.strict) else 0


def _texts(problems: list[LudError]) -> Iterator[str]:
    """The problems as text; those that say the same of three places or more are one."""
    alike: dict[tuple[str, str], list[LudError]] = {}
    for problem in problems:
        alike.setdefault((problem.severity, problem.message), []).append(problem)
    for problem in problems:
        same = alike[problem.severity, problem.message]
        if len(same) < _SAME:
            yield text(problem, colour, terminal_width())
        elif problem is same[0]:
            lines = list(dict.fromkeys(str(other.line) for other in same[1:] if other.line is not None))
            where = f" ({'line' if len(lines) == 1 else 'lines'} {', '.join(lines)})" if lines else ""
            more = f"\n  The same is wrong at {len(same) - 1} other places{where}."
            yield text(problem, colour, terminal_width()) + more


_SAME = 3
"""So many problems that say the same are told as one."""


def _explained(error: LudError) -> str:
    """What a fix has changed, and why; of brackets also where."""
    before, after = changed(error.fix)
    said = [f"{error.span}: put right: {error.message}"]
    if error.why:
        said.append(f"  {error.why}")
    elif error.expected and not error.nearest:
        said.append(f"  expected: {' or '.join(error.expected)}")
    elif error.hint:
        said.append(f"  {error.hint}")
    if moved := moved_brackets(error.fix):
        said.append(f"  {moved}")
    return "\n".join([*said, f"  - {before}", f"  + {after}"])


def _record(error: LudError) -> dict[str, object]:
    """The same for machines. Places are those of the text before this fix and after all before it."""
    before, after = changed(error.fix)
    return error.as_dict() | {"before": before, "after": after, "why": error.why}


def _summary(files: int, errors: int, warnings: int, faulty: int, mended: int) -> str:
    counts = [counted(n, what) for n, what in ((errors, "error"), (warnings, "warning")) if n]
    said = f"{' and '.join(counts)} in {counted(faulty, 'file')}" if counts else "no problems"
    put_right = f"; {counted(mended, 'problem')} put right" if mended else ""
    return f"{counted(files, 'file')} checked: {said}{put_right}"


def _problems(args: argparse.Namespace, file: str, opened: Library | None) -> tuple[list[LudError], list[LudError]]:
    """What is wrong with a file, and what was put right."""
    try:
        source = Source(_STDIN, sys.stdin.read()) if file == "-" else find_source(file, opened)
    except LudError as wrong:
        return list(wrong.problems), []

    def look(source: Source) -> list[LudError]:
        return diagnose(source, library=opened, warnings=not args.no_warnings, every_choice=not args.default_only)

    mended: list[LudError] = []
    if args.fix:
        if source.name != str(Path(file)):
            raise Failure(f"--fix writes a file, and {shown(file)} is none: give a path", 2)
        source, problems, mended = fixed(source, look)
    else:
        problems = look(source)
        try_remedies(source, problems, look)
    if mended:
        rewrite(Path(source.name), source.text)
    if not any(error.severity == "error" for error in problems):
        played = _played(args, source, opened)
        problems = problems + [p for p in played if p.severity == "error" or not args.no_warnings]
    return problems, mended


def _played(args: argparse.Namespace, source: Source, opened: Library | None) -> list[LudError]:
    """What play shows: of the usual game, and with --play of each option item and ruleset what is not told yet."""
    from ludparse.interpreter.game.play_checks import play_and_look  # imports all that playing needs

    if not args.play:
        return play_and_look(source, library=opened, games=0, backend="python")
    found = play_and_look(source, library=opened, games=args.games)
    told = {_where(problem) for problem in found}
    choices = () if args.default_only else choices_of(expand_source(source, opened))
    for choice in choices:
        more = play_and_look(
            source, library=opened, options=choice.options, ruleset=choice.ruleset, games=args.games
        )
        for problem in more:
            if _where(problem) not in told:
                told.add(_where(problem))
                problem.when = choice.words
                found.append(problem)
    return found


def _where(problem: LudError) -> tuple[str, int]:
    """What a problem is about, whatever numbers it tells."""
    return problem.code, -1 if problem.span is None else problem.span.start


def _expectations(file: str, problems: list[LudError], opened: Library | None) -> tuple[Path, list[LudError]]:
    """The file of expectations of a description without errors, and those of them that do not hold."""
    from ludparse.interpreter.game.expectations import beside, check_expectations

    kept = beside(Path(file)) if file.endswith(".lud") else Path(file)
    if kept.suffix != ".expect" or not kept.is_file() or any(x.severity == "error" for x in problems):
        return kept, []
    from ludparse.interpreter.game.load import load_sandboxed

    def game(options: tuple[str, ...], ruleset: str | None) -> Game:
        return load_sandboxed(file, library=opened, options=options, ruleset=ruleset)

    return kept, check_expectations(kept, game)


def _library(args: argparse.Namespace) -> Library | None:
    named = library(args)
    return None if named is None else Library.open(named)


def _files(names: Iterable[str]) -> list[str]:
    """The descriptions that are meant, each once."""
    found: dict[str, None] = {}
    for name in names:
        path = Path(name)
        if path.suffix == ".expect" and not looks_like_text(name):
            path = path.with_suffix(".lud")
            name = str(path)
        if name != "-" and not looks_like_text(name) and path.is_dir():
            below = sorted(path.rglob("*.lud"))
            if not below:
                raise Failure(f"there is no description (*.lud) below {name!r}")
            found.update(dict.fromkeys(map(str, below)))
        else:
            found[name] = None
    return list(found)


def _watch(args: argparse.Namespace, names: list[str]) -> int:
    """Check whenever a file changes, appears or vanishes; ended by Ctrl-C."""
    before: dict[str, float] = {}
    while True:
        files = _files(names)
        now = {file: _changed(file) for file in files}
        if now != before:
            if before:
                print(f"--- {time.strftime('%H:%M:%S')}")
            _check(args, [file for file in files if now[file] != before.get(file)] or files)
            sys.stdout.flush()
            # --fix changes files as well
            before = {file: _changed(file) for file in files}
        time.sleep(_PAUSE)


def _changed(file: str) -> float:
    try:
        return Path(file).stat().st_mtime
    except OSError:
        return -1.0
