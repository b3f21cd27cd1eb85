"""`lud`: finds the command, and turns every error into a message and an exit code."""

from __future__ import annotations

import argparse
import atexit
import codecs
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import signal
import sys
import threading
import warnings
import weakref
from _thread import interrupt_main
from collections.abc import Sequence
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from ludparse.problems.errors import LudError, nearest

from ..terminal.writer import Writer, written_safely
from .common import INTERRUPTED, SHARED, Failure, library, tell_of_namesakes
from .moved import now_called

if TYPE_CHECKING:
    from traceback import FrameSummary

__all__ = ["COMMANDS", "GROUPS", "build_parser", "main", "script"]

GROUPS = {
    "write": ("check", "cover", "fmt", "explain", "new", "vary", "diff", "lsp"),
    "look": ("info", "show", "board", "describe", "find", "similar", "complete", "table"),
    "play": ("play", "trial", "why", "analyse", "solve", "perft"),
    "measure": ("playouts", "evaluate", "compare", "search-variants", "contest", "learn", "report", "bench"),
    "export": ("export", "site", "serve", "dataset"),
    "verify": ("crosscheck", "record"),
    "lud itself": ("cache", "completion"),
}
"""What commands are for, and which there are. Each is a module beside this one, with _ for -."""

COMMANDS = tuple(name for names in GROUPS.values() for name in names)

OK, PROBLEM, USAGE, DEFECT = 0, 1, 2, 3

_EPILOG = """\
GAME is a path of a .lud file, a game of a library, a bundled game ("Ex Nihilo"), or the text of a description.
lud GAME alone shows the game and its legal moves.

exit codes: 0 fine; 1 a problem in what was asked for (each is printed); 2 wrong use of the command line, or a
cross-check that had nothing to compare; 3 a defect of lud itself; 130 interrupted.
"""


def build_parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of the command line, or of some of its commands: only their modules are imported then."""
    parser, commands = _parser()
    for name in names:
        module = importlib.import_module(f"ludparse.exporters.cli.{name.replace('-', '_')}")
        help_text = (module.__doc__ or "").strip().split("\n", 1)[0]
        command = commands.add_parser(
            name, help=help_text.rstrip("."), description=module.__doc__, allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )  # fmt: skip
        for flags, settings in SHARED:
            # Also accepted after the command. A default here would override a value given before the command.
            command.add_argument(*flags, **{**settings, "default": argparse.SUPPRESS})
        command.set_defaults(run=module.run, parser=build_parser, problem_code=PROBLEM)
        module.configure(command)
    return parser


def _parser() -> tuple[argparse.ArgumentParser, argparse._SubParsersAction[argparse.ArgumentParser]]:
    """A parser that knows no command, and where commands are added to it."""
    parser = _Grouped(
        prog="lud",
        description="Read, check and play board games described in Ludii's language.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version, and end")
    for flags, settings in SHARED:
        parser.add_argument(*flags, **settings)
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=argparse.ArgumentParser
    )
    return parser, commands


class _Grouped(argparse.ArgumentParser):
    """A parser whose help lists the commands by what they are for."""

    def format_help(self) -> str:
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        assert self._subparsers is not None
        (commands,) = self._subparsers._group_actions
        known = {action.dest: action for action in commands._get_subactions()}  # type: ignore[attr-defined]
        options = [action for action in self._actions if action is not commands]
        sections = {head: [known[name] for name in names if name in known] for head, names in GROUPS.items()}
        for head, actions in (sections | {"options": options}).items():
            formatter.start_section(head)
            formatter.add_arguments(actions)
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()


class _Version(argparse.Action):
    """Prints the version, which is looked up only when somebody asks."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from ludparse.support.release import __version__

        print(f"lud {__version__}, Python {sys.version.split()[0]}")
        parser.exit()


def help_parser() -> argparse.ArgumentParser:
    """A parser that knows of each command only what the list of commands says: for command lines without one.

    No module of a command is imported, which would take a hundred times as long as to print the list.
    """
    parser, commands = _parser()
    for name in COMMANDS:
        commands.add_parser(name, help=_summary(name).rstrip("."), add_help=False)
    return parser


def _summary(name: str) -> str:
    """The first line of the docstring of a command's module, which begins the file."""
    module = f"ludparse.exporters.cli.{name.replace('-', '_')}"
    spec = importlib.util.find_spec(module)
    loader = spec.loader if spec else None
    source = loader.get_source(module) if isinstance(loader, importlib.machinery.SourceFileLoader) else None
    if source is None or not source.startswith('"""'):
        return (importlib.import_module(module).__doc__ or "").strip().split("\n", 1)[0]
    return source[3:].split("\n", 1)[0].removesuffix('"""')


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    with written_safely():
        try:
            return _run(argv)
        except KeyboardInterrupt:
            print("\nlud: interrupted", file=sys.stderr)
            return INTERRUPTED


def _run(argv: Sequence[str] | None) -> int:
    """The same; raises KeyboardInterrupt."""
    given = list(sys.argv[1:] if argv is None else argv)
    arguments, command = _with_command(list(given))
    if command and (said := now_called(command, arguments[arguments.index(command) + 1 :])):
        print(f"lud: {said}", file=sys.stderr)
        return USAGE
    parser = build_parser([command]) if command else help_parser()
    if not arguments:
        parser.print_help()
        return USAGE
    if len(arguments) > len(given) and (meant := _misspelt(arguments)):
        print(f"lud: there is no command and no game {meant[0]!r}\n  {meant[1]}", file=sys.stderr)
        return USAGE
    args = parser.parse_args(arguments)
    warnings.showwarning = _warn
    _write_whatever_comes(escaped=args.json or bool(vars(args).get("format")))
    try:
        tell_of_namesakes(args)
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except LudError as problem:
        return _fail(args, str(problem), [p.as_dict() for p in problem.problems], args.problem_code)
    except Failure as problem:
        code = problem.code or args.problem_code
        return _fail(args, str(problem), [{"kind": "Failure", "message": str(problem)}], code)
    except BrokenPipeError:
        _drop_output()  # the reader has gone (`lud … | head`)
        return OK
    except OSError as problem:
        name = f"{problem.filename!r}: " if problem.filename else ""
        text = f"{name}{problem.strerror or problem}"
        return _fail(args, text, [{"kind": "OSError", "message": text}], args.problem_code)
    except Exception as problem:  # a defect: a sentence for the user, and the traceback on request
        if args.traceback:
            raise
        what = f"{type(problem).__name__}: {problem}"
        theirs = _in_a_reference(problem)
        if theirs is not None:
            text = f"{theirs.filename}:{theirs.lineno}: {what}\n  This is in {theirs.name}: {theirs.line}"
            return _fail(args, text, [{"kind": type(problem).__name__, "message": text}], args.problem_code)
        text = f"lud has a defect, which showed as {what}\n  Please report it with the output of --traceback."
        return _fail(args, text, [{"kind": "defect", "message": what}], DEFECT)


def _in_a_reference(problem: Exception) -> FrameSummary | None:
    """The innermost line of a game's `reference.py`, where the problem came from one."""
    import traceback  # as all that only failures need

    from ..verification.reference.protocol import REFERENCE_FILES

    theirs = [frame for frame in traceback.extract_tb(problem.__traceback__) if frame.filename in REFERENCE_FILES]
    return theirs[-1] if theirs else None


def script() -> NoReturn:
    """The script `lud`: runs a command, and ends the process with its exit code. SIGTERM does what Ctrl-C does."""
    signal.signal(signal.SIGTERM, _interrupted)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored, as in a shell's background
        signal.signal(signal.SIGINT, _interrupted)
    # closed by who called (`>&-`): what is opened next would get the number of the stream, and the output
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    with written_safely():  # to the end: a traceback shows text of descriptions, too
        try:
            code = _run(None)
        except KeyboardInterrupt:
            # within this clause the frames are alive, and nobody takes apart what they hold
            _end("\nlud: interrupted\n")
        except Exception:
            sys.excepthook(*sys.exc_info())
            code = PROBLEM
        if code == INTERRUPTED:
            _end()
    sys.exit(code)


_TAKEN = threading.Event()
"""Whether the last signal that was sent again has been taken."""


def _interrupted(number: int, frame: FrameType | None) -> None:
    """Python drops what is raised while an object is freed: there the signal is sent again, a little later."""
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_code.co_filename == weakref.__file__:
            _TAKEN.clear()
            threading.Thread(target=_send, args=(number,), daemon=True).start()
            return
        frame = frame.f_back
    _TAKEN.set()
    raise KeyboardInterrupt


def _send(number: int) -> None:
    """Sends a signal to the main thread until it is taken: one that comes just before the thread waits does not wake
    it. Where none can be sent to a thread, it comes when that goes on."""
    while not _TAKEN.wait(0.02):
        if not hasattr(signal, "pthread_kill"):
            interrupt_main(signal.Signals(number))
            return
        signal.pthread_kill(threading.main_thread().ident or 0, number)


def _end(told: str = "") -> NoReturn:
    """End the process after an interruption, with a last word on standard error.

    Python would take every object apart before it ends, which takes up to half a second; Ctrl-C has to be quicker.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    atexit._run_exitfuncs()
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        sys.stderr.write(told)
        sys.stderr.flush()
    os._exit(INTERRUPTED)


def _with_command(arguments: list[str]) -> tuple[list[str], str]:
    """The arguments and their command: `lud GAME` is `lud show GAME`."""
    with_value = {flag for flags, settings in SHARED if settings.get("action") != "store_true" for flag in flags}
    at = 0
    while at < len(arguments) and arguments[at].startswith("-"):
        at += 2 if arguments[at] in with_value else 1
    if at >= len(arguments):
        return arguments, ""
    if arguments[at] not in COMMANDS and now_called(arguments[at], ()) is None:
        arguments.insert(at, "show")
    return arguments, arguments[at]


def _misspelt(arguments: Sequence[str]) -> tuple[str, str] | None:
    """The word that was taken for a game, and what may be meant.

    None where the word is a game, or stands alone and is near to no command.

    arguments: a command line in which `show` was put before the first word.
    """
    at = arguments.index("show")
    word, more = arguments[at + 1], [w for w in arguments[at + 2 : at + 3] if not w.startswith("-")]
    near = nearest(word, COMMANDS) if word.islower() else []
    if not near and not more:
        return None
    from ludparse.library.library import Library, find_source  # only needed here

    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--library")
    named = library(shared.parse_known_args(arguments)[0])
    try:
        find_source(word, Library.open(named) if named else None)
    except LudError:
        if near:
            return word, f"did you mean: lud {' or lud '.join(near)}?"
        return word, "lud --help lists the commands; a game's name of several words needs quotation marks"
    return None


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    """A warning as one line, without the place in the code where it was given."""
    print(f"lud: warning: {message}", file=sys.stderr)


def _fail(args: argparse.Namespace, text: str, problems: list[dict[str, object]], code: int) -> int:
    try:
        if args.json:
            print(json.dumps({"problems": problems}, ensure_ascii=False))
        sys.stdout.flush()
    except OSError:  # a full disk: it is told where it can be
        _drop_output()
        args.json = False
    if not args.json:
        print(text if ": error: " in text else f"lud: {text}" if "\n" not in text else text, file=sys.stderr)
    return code


def _drop_output() -> None:
    """From now on standard output goes nowhere: nothing can be printed, and the flush at exit would fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _write_whatever_comes(*, escaped: bool) -> None:
    """Lets the standard streams write what their encoding lacks: as `?`, or (escaped) as JSON writes it."""
    codecs.register_error("json", _escapes)
    for stream, errors in ((sys.stdout, "json" if escaped else "replace"), (sys.stderr, "replace")):
        stream = stream.stream if isinstance(stream, Writer) else stream
        if isinstance(stream, io.TextIOWrapper) and not (stream.encoding or "").lower().startswith("utf"):
            stream.reconfigure(errors=errors)


def _escapes(problem: UnicodeError) -> tuple[str, int]:
    assert isinstance(problem, UnicodeEncodeError)
    return json.dumps(problem.object[problem.start : problem.end])[1:-1], problem.end
