"""Counts what the house is made of, to be compared before and after a change: `python -m tools.counts [REVISION…]`.

REVISION: of the repository, such as HEAD~20; without any the files as they are. One JSON object for each: lines of
Python and C of each package as `wc -l` counts them, lines of imports, commands of `lud`, their options and the names of
these, modules of the exporters with one importer and fewer than 110 lines, places that look into the words of an error
or compare the name of an enumeration's member, enumerations of one member, and folds by hand: loops of lowerings that
do no more than to assign, include or push one value, under conditions, for which a builder has a word (`any_in` …).
"""

from __future__ import annotations

import ast
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

PACKAGES = ("ludparse", "interpreter", "exporters", "games")
_OPTIONS = """
import argparse, json
try:
    from ludparse.exporters.cli.main import COMMANDS, build_parser
except ModuleNotFoundError:  # an old revision
    from exporters.cli.main import COMMANDS, build_parser
parser = build_parser(COMMANDS)
found = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction)).choices
shared = {"--help", "--library", "--json", "--traceback"}
print(json.dumps({name: [a.option_strings[-1] for a in command._actions
    if a.option_strings and not shared & {*a.option_strings}] for name, command in found.items()}))
"""
_WORDS = re.compile(r"""["'] (not )?in (str\()?(problem|wrong|error|failure|e)\b(\.message\b|\))""")


_NAMES = re.compile(r"""\b(kind|type|at)\.name (==|!=|in) ["'({]""")
_ACCUMULATES = {"assign", "include", "push"}


def files(root: Path, package: str, *endings: str) -> list[Path]:
    """The files of a package."""
    return sorted(file for file in (root / package).rglob("*") if file.name.endswith(endings) and file.is_file())


def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n")


def importers(root: Path) -> dict[str, set[str]]:
    """For each module of the exporters the modules of all packages that import it."""
    modules = {".".join(f.relative_to(root).with_suffix("").parts): f for p in PACKAGES for f in files(root, p, ".py")}
    found: dict[str, set[str]] = defaultdict(set)
    for name, file in modules.items():
        package = name.split(".")[: None if file.name == "__init__.py" else -1]
        for node in ast.walk(tree(file)):
            if not isinstance(node, ast.ImportFrom):
                continue
            base = (node.module or "").removeprefix("ludparse.").split(".") if node.module else []
            if node.level:
                base = [*package[: len(package) - node.level + 1], *base]
            for target in [".".join(base), *(".".join([*base, alias.name]) for alias in node.names)]:
                if target in modules and target != name:
                    found[target].add(name)
    return {name: found[name] for name in modules if name.startswith("exporters.")}


def imports(module: ast.Module) -> int:
    """Lines of imports."""
    found = [n for n in ast.walk(module) if isinstance(n, ast.Import | ast.ImportFrom)]
    return sum((n.end_lineno or n.lineno) - n.lineno + 1 for n in found)


def folds(module: ast.Module) -> int:
    """Folds by hand; one within another counts once."""
    found: list[ast.With] = []
    for node in ast.walk(module):
        if not isinstance(node, ast.With) or any(node in ast.walk(other) for other in found):
            continue
        if any(head.startswith(("for_", "each_")) for head in _heads(node)) and _accumulates(node.body):
            found.append(node)
    return len(found)


def _heads(node: ast.With) -> list[str]:
    return [_called(item.context_expr) for item in node.items]


def _called(node: ast.expr) -> str:
    function = node.func if isinstance(node, ast.Call) else None
    return getattr(function, "attr", getattr(function, "id", ""))


def _accumulates(body: list[ast.stmt]) -> bool:
    """Whether the body of a loop only changes one value, under conditions and with names for what it reads."""
    work = [s for s in body if not isinstance(s, ast.Assign)]
    if len(work) == 1 and isinstance(work[0], ast.With):
        return all(h.startswith(("if_", "for_", "each_")) for h in _heads(work[0])) and _accumulates(work[0].body)
    done = [_called(s.value) if isinstance(s, ast.Expr) else "" for s in work]
    return bool(done) and done[0] in _ACCUMULATES and done[1:] in ([], ["break_"])


def counts(root: Path) -> dict[str, object]:
    """What is counted."""
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-c", _OPTIONS], cwd=root, env=environment, capture_output=True, text=True, check=True
    )
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
        for node in tree(f).body
        if isinstance(node, ast.ClassDef)
    )
    return {
        "lines": {p: sum(map(lines, files(root, p, ".py", ".c", ".h"))) for p in PACKAGES},
        "python": {p: sum(map(lines, files(root, p, ".py"))) for p in PACKAGES},
        "imports": {p: sum(imports(tree(f)) for f in files(root, p, ".py")) for p in PACKAGES},
        "folds by hand": sum(folds(tree(f)) for f in files(root, "interpreter/lower", ".py")),
        "commands": len(options),
        "options": sum(names.values()),
        "names of options": len(names),
        "modules with one importer": len(small),
        "errors known by their words": sum(len(_WORDS.findall(f.read_text(encoding="utf-8"))) for f in python),
        "kinds known by their names": sum(len(_NAMES.findall(f.read_text(encoding="utf-8"))) for f in python),
        "enumerations of one member": enums,
    }


def counts_at(revision: str) -> dict[str, object]:
    """What is counted at a revision."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", revision], capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
            packed.extractall(folder)
        return counts(Path(folder))


if __name__ == "__main__":
    made = {revision: counts_at(revision) for revision in sys.argv[1:]} or {"": counts(Path.cwd())}
    print(json.dumps(made, indent=1))
