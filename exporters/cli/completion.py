"""Print a completion script for a shell: bash, zsh or fish.

    lud completion bash > ~/.local/share/bash-completion/completions/lud
    lud completion zsh > ~/.zfunc/_lud        (with ~/.zfunc in fpath before compinit)
    lud completion fish > ~/.config/fish/completions/lud.fish

It completes commands, options, their choices and files. Needs shtab: pip install 'ludparse[completion]'.
"""

from __future__ import annotations

import argparse

from .common import Failure

__all__ = ["configure", "run"]

_FILES = ("game", "games", "file", "files", "library", "save", "output", "paths")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=["bash", "zsh", "fish"], help="bash, zsh or fish")


def run(args: argparse.Namespace) -> int:
    try:
        import shtab
    except ImportError:
        raise Failure("completion scripts need shtab: pip install 'ludparse[completion]'") from None
    parser = args.parser()
    _mark_files(parser, shtab.FILE)
    print(shtab.complete(parser, shell=args.shell))
    return 0


def _mark_files(parser: argparse.ArgumentParser, file: object) -> None:
    """Tell shtab which arguments of a parser and of its commands are files."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _mark_files(command, file)
        elif action.dest in _FILES and action.choices is None and action.nargs != 0:
            action.complete = file  # type: ignore[attr-defined]
