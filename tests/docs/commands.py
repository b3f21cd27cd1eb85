"""The tables of options in docs/commands.md, made from the parsers: `python -m tests.docs.commands` writes them."""

import argparse
import re
from collections import defaultdict
from collections.abc import Iterator

from ludparse.exporters.cli.common import SHARED
from ludparse.exporters.cli.main import COMMANDS, GROUPS, build_parser
from tests.corpus import REPO

PAGE = REPO / "docs" / "commands.md"
MARK = "<!-- from here on made by python -m tests.docs.commands -->\n"
EVERYWHERE = {flag for flags, _ in SHARED for flag in flags} | {"--help"}


def commands() -> dict[str, argparse.ArgumentParser]:
    """The parser of each command."""
    (found,) = (a for a in build_parser(COMMANDS)._actions if isinstance(a, argparse._SubParsersAction))
    return dict(found.choices)


def arguments(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """What a command has of its own: arguments, and options but for those of every command."""
    for action in parser._actions:
        if not EVERYWHERE & {*action.option_strings}:
            yield action


def name_of(action: argparse.Action) -> str:
    """The long name of an option; the name in the usage for an argument."""
    return action.option_strings[-1] if action.option_strings else str(action.metavar or action.dest)


def shared() -> dict[str, dict[str, argparse.Action]]:
    """The options that several commands have, by name and command."""
    found: dict[str, dict[str, argparse.Action]] = defaultdict(dict)
    for command, parser in commands().items():
        for action in arguments(parser):
            if action.option_strings:
                found[name_of(action)][command] = action
    return {name: where for name, where in sorted(found.items()) if len(where) > 1}


def made() -> str:
    """The part of the page that is made."""
    several = shared()
    lines = ["## One name for one thing", "", "| option | means | in |", "|---|---|---|"]
    for where in several.values():
        action = next(iter(where.values()))
        told = list(dict.fromkeys(re.sub(r" \((at first|default:?) .*\)$", "", _meaning(a)) for a in where.values()))
        lines.append(f"| {_written(action)} | {'; or: '.join(told)} | {', '.join(where)} |")
    for group, names in GROUPS.items():
        lines += ["", f"## Options: {group}"]
        for command in names:
            parser = commands()[command]
            own = [a for a in arguments(parser) if name_of(a) not in several]
            others = [_with_default(name, where[command]) for name, where in several.items() if command in where]
            lines += ["", f"### lud {command}", ""]
            lines += [f"- {_written(action)}: {_meaning(action)}" for action in own]
            lines += [f"- also {', '.join(others)}"] * bool(others)
    return "\n".join(lines) + "\n"


def _written(action: argparse.Action) -> str:
    metavar = action.metavar if isinstance(action.metavar, str) else " ".join(action.metavar or ())
    if action.nargs == 0 or (action.option_strings and not (metavar or action.choices)):
        value = ""
    else:
        value = metavar or "|".join(map(str, action.choices or ())) or action.dest
    return f"`{' '.join([', '.join(action.option_strings), value]).strip()}`".replace("|", "\\|")


def _with_default(name: str, action: argparse.Action) -> str:
    usual = action.default
    if usual is None or usual is False or usual == []:
        return f"`{name}`"
    return f"`{name}` ({usual:g})" if isinstance(usual, float) else f"`{name}` ({usual})"


def _meaning(action: argparse.Action) -> str:
    return (action.help or "").replace("%%", "%").replace("|", "\\|")


def page() -> str:
    """The page as it should be."""
    return PAGE.read_text(encoding="utf-8").split(MARK)[0] + MARK + "\n" + made()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
