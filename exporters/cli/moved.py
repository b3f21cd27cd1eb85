"""What commands and options of earlier versions are called now: said for one version, with exit code 2."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["now_called"]

_COMMANDS = {
    "list": "lud find",
    "concepts": "lud info --concepts, and of two games lud diff --concepts",
    "expand": "lud export --expanded",
}
_TRIAL = {
    "--ply": "lud show --trial FILE --ply N",
    **dict.fromkeys(("--go-on", "--random", "--as", "--save"), "lud play --trial FILE"),
}
_KEPT = {"--player": "--agent", "--number": "--games"}
_OPTIONS = {
    "bench": {"--seconds": "--time-each", "--lines": "--most"},
    "board": {"--seconds": "--pause"},
    "cache": {"--limit": "--megabytes"},
    "compare": {**_KEPT, "--seconds": "--time (--seconds is the time of an agent for a move)"},
    "contest": {"--number": "--games", "--playouts": 'the agents "flat(playouts=20)" and random',
                "-p": 'the agents "flat(playouts=20)" and random', "--everybody": "the agents flat and flat"},
    "crosscheck": {"--limit-seconds": "--time-each", "--limit-megabytes": "--megabytes", "--only": "--games-from",
                   "--report": "--html, and --json", "--causes": "--most", "--perft-seconds": "--perft-time",
                   "--save": "--case", "--plies": "--max-moves"},
    "diff": {"--first-option": "GAME twice, or a file of its own"},
    "evaluate": _KEPT,
    "find": {"--limit": "--most", "-n": "--most"},
    "new": {"--folder": "--output"},
    "play": {"--against": "--agent", "--save": "--output"},
    "playouts": {"--number": "--games"},
    "record": {"--plies": "--max-moves"},
    "search-variants": {**_KEPT, "--folder": "--output"},
    "site": {"--number": "--games"},
    "solve": {"--seconds": "--time"},
    "trial": _TRIAL,
}  # fmt: skip


def now_called(command: str, arguments: Sequence[str]) -> str | None:
    """What to say of a command line (after its command) that uses an earlier name; None where it does not."""
    if command in _COMMANDS:
        return f"`lud {command}` is now {_COMMANDS[command]}"
    for word in arguments:
        option = word.partition("=")[0]
        if option in _OPTIONS.get(command, {}):
            return f"`lud {command} {option}` is now {_OPTIONS[command][option]}"
    return None
