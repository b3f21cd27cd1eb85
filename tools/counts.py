"""Counts what the house is made of, to be compared before and after a change: `python -m tools.counts [FOLDER]`.

FOLDER: another checkout (default: this one). One JSON object: lines of Python and C of each package as `wc -l` counts
them, commands of `lud`, their options and the names of these, modules of the exporters with one importer and fewer than
110 lines, places that look into the words of an error, and enumerations of one member.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

PACKAGES = ("ludparse", "interpreter", "exporters", "games")
_OPTIONS = """
import argparse, json
from ludparse.exporters.cli.main import COMMANDS, build_parser
parser = build_parser(COMMANDS)
found = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction)).choices
shared = {"--help", "--library", "--json", "--traceback"}
print(json.dumps({name: [a.option_strings[-1] for a in command._actions
    if a.option_strings and not shared & {*a.option_strings}] for name, command in found.items()}))
"""
_WORDS = re.compile(r"""["'] (not )?in (str\()?(problem|wrong|error|failure|e)\b(\.message\b|\))""")


def files(root: Path, package: str, *endings: str) -> list[Path]:
    """The files of a package as git knows them."""
    listed = subprocess.run(["git", "ls-files", package], cwd=root, capture_output=True, text=True, check=True).stdout
    return [root / name for name in listed.splitlines() if name.endswith(endings) and (root / name).is_file()]


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n")


def importers(root: Path) -> dict[str, set[str]]:
    """For each module of the exporters the modules of all packages that import it."""
    modules = {".".join(f.relative_to(root).with_suffix("").parts): f for p in PACKAGES for f in files(root, p, ".py")}
    found: dict[str, set[str]] = defaultdict(set)
    for name, file in modules.items():
        package = name.split(".")[: None if file.name == "__init__.py" else -1]
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ImportFrom):
                continue
            base = (node.module or "").removeprefix("ludparse.").split(".") if node.module else []
            if node.level:
                base = [*package[: len(package) - node.level + 1], *base]
            for target in [".".join(base), *(".".join([*base, alias.name]) for alias in node.names)]:
                if target in modules and target != name:
                    found[target].add(name)
    return {name: found[name] for name in modules if name.startswith("exporters.")}


def counts(root: Path) -> dict[str, object]:
    """What is counted."""
    done = subprocess.run([sys.executable, "-c", _OPTIONS], cwd=root, capture_output=True, text=True, check=True)
    options: dict[str, list[str]] = json.loads(done.stdout)
    names = Counter(name for some in options.values() for name in some)
    python = [f for p in PACKAGES for f in files(root, p, ".py")]
    small = [
        name for name, users in importers(root).items()
        if len(users) == 1 and lines(root / f"{name.replace('.', '/')}.py") < 110
    ] if (root / "exporters").is_dir() else []  # fmt: skip
    enums = sum(
        any(getattr(b, "id", "") == "Enum" for b in node.bases)
        and sum(isinstance(part, ast.Assign) for part in node.body) == 1
        for f in files(root, "ludparse/ludemes", ".py")
        for node in ast.parse(f.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    )
    return {
        "lines": {p: sum(map(lines, files(root, p, ".py", ".c", ".h"))) for p in PACKAGES},
        "python": {p: sum(map(lines, files(root, p, ".py"))) for p in PACKAGES},
        "commands": len(options),
        "options": sum(names.values()),
        "names of options": len(names),
        "modules with one importer": len(small),
        "errors known by their words": sum(len(_WORDS.findall(f.read_text(encoding="utf-8"))) for f in python),
        "enumerations of one member": enums,
    }


if __name__ == "__main__":
    print(json.dumps(counts(Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()), indent=1))
