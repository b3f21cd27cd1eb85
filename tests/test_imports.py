"""The import graph: no circles of modules or folders, arrows that run down, and no ludeme file that others build on."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).parents[1]
LINKED = ("interpreter", "exporters", "games")
LOADED, TYPES = "when it runs", "for types only"

FRONT = "text to typed tree"
ROOMS = (
    FRONT, "scheduling", "low", "program", "facts", "passes", "board", "equipment", "lower", "play", "backends",
    "concepts", "game", "search", "exporters",
)  # fmt: skip
"""From the ground up: the front end, the rooms of `ludparse.interpreter`, the exporters. Each imports itself and what
stands
before it."""

FACES = {
    "ludparse.interpreter.play.pictures": {"ludparse.exporters.pictures", "ludparse.exporters.terminal.screen"},
    "ludparse.interpreter.play.answers": {
        "ludparse.exporters.in_python", "ludparse.exporters.notebook.widget",
        "ludparse.exporters.statistics.evaluation",
        "ludparse.exporters.statistics.wishes", "ludparse.exporters.verification.crosscheck",
    },
}
"""Arrows that point up. How states, moves and boards are shown is asked of a state (`state.svg()`, `str(state)`), and
done by the packages that draw; words, statistics, pages and Ludii's answer are asked of a game. The last face is
`ludparse` itself with its modules (`ludparse.search`, …): what users import, and nothing within the packages does."""

TYPE_CIRCLES = {
    # the ludemes of the language contain each other: `(to … (apply …))`, `(apply (from …))`
    frozenset({"ludparse.ludemes.moves_effects", "ludparse.ludemes.util"}),
    # a game makes positions, and a position belongs to a game; the same with its tensors and positions that are set up
    frozenset(
        f"ludparse.interpreter.play.{name}"
        for name in (
            "arranged", "game", "game_state", "state", "state_bytes", "tensor_positions", "tensors",
        )
    ),
    # a match makes positions, and a position belongs to a match
    frozenset(f"ludparse.interpreter.game.{name}" for name in ("match", "match_state", "game")),
    # a rule of concepts is given the collector that runs it
    frozenset({"ludparse.interpreter.concepts.collector", "ludparse.interpreter.concepts.rules"}),
    # a lowering consists of parts, each of which holds the whole
    frozenset(
        f"ludparse.interpreter.lower.base.{name}"
        for name in ("lowering", "owned", "registry", "sites", "stacks", "tables", "variables")
    ),
    # a call names a function, which consists of statements
    frozenset(f"ludparse.interpreter.program.{name}" for name in ("expression_nodes", "ops", "program")),
}  # fmt: skip
"""Circles that only imports under TYPE_CHECKING close, and why they are meant. Nothing is added here lightly."""


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts[:-1] if parts[-1] == "__init__" else parts
    return ".".join(("ludparse", *parts) if parts[0] in LINKED else parts)


@cache
def sources() -> dict[str, Path]:
    found = {}
    for top in ("ludparse", *LINKED):
        for path in sorted((ROOT / top).rglob("*.py")):
            inner = path.relative_to(ROOT).parts
            if not (inner[0] == "ludparse" and inner[1] in LINKED):  # the links
                found[module_of(path)] = path
    return found


def is_face(module: str) -> bool:
    """Whether a module is a part of what users import: `ludparse` itself, or a module beside its folders."""
    return module == "ludparse" or (module.count(".") == 1 and sources()[module].name != "__init__.py")


def imported(module: str, path: Path, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """The modules of this project that a statement imports."""
    if isinstance(node, ast.Import):
        found = [alias.name for alias in node.names]
    else:
        base = node.module or ""
        if node.level:
            package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
            package = package[: len(package) - node.level + 1]
            base = ".".join([*package, *([node.module] if node.module else [])])
        found = [f"{base}.{alias.name}" if f"{base}.{alias.name}" in sources() else base for alias in node.names]
    yield from (name for name in found if name in sources() and name != module)


def named(module: str, node: ast.AST) -> Iterator[str]:
    """The modules that a text names, as tables of late imports and `import_module` do: one module, or with a text that
    goes on (`f"package.{name}"`) all of a package."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in sources():
        yield from {node.value} - {"ludparse"}  # the name of what is installed, too
    if isinstance(node, ast.JoinedStr) and isinstance(first := node.values[0], ast.Constant):
        package = str(first.value).removesuffix(".")
        if package in sources() and package != str(first.value):
            yield from (name for name in sources() if name.startswith(f"{package}.") and not name.endswith("__main__"))


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and any(
        isinstance(x, ast.Name) and x.id == "TYPE_CHECKING" for x in ast.walk(node.test)
    )


def imports(module: str, path: Path, node: ast.AST, kind: str = LOADED) -> Iterator[tuple[str, str]]:
    """(imported module, kind) of all imports below a node, those within functions included."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield from ((name, kind) for name in imported(module, path, child))
        else:
            yield from ((name, kind) for name in named(module, child))
            yield from imports(module, path, child, TYPES if is_type_checking(child) else kind)


@cache
def all_imports() -> list[tuple[str, str, str]]:
    """(module, imported module, kind)."""
    return [
        (module, *found)
        for module, path in sources().items()
        for found in imports(module, path, ast.parse(path.read_text(encoding="utf-8")))
    ]


@cache
def graph(types: bool) -> nx.DiGraph[str]:
    """Modules, and an edge from each to those that it imports. types: also imports under TYPE_CHECKING."""
    return nx.DiGraph([(module, name) for module, name, kind in all_imports() if types or kind == LOADED])


def circles(made: nx.DiGraph[str]) -> set[frozenset[str]]:
    return {frozenset(part) for part in nx.strongly_connected_components(made) if len(part) > 1}


def arrows() -> Iterator[tuple[str, str]]:
    """(module, module that it imports), for types as well, but for the arrows of the faces."""
    for module, name in graph(types=True).edges:
        if not is_face(module) and name not in FACES.get(module, ()):
            yield module, name


def folder(module: str) -> tuple[str, ...]:
    parts = tuple(module.split("."))
    return parts if sources()[module].name == "__init__.py" else parts[:-1]


def folders() -> dict[str, nx.DiGraph[str]]:
    """For each folder a graph of what lies in it: its folders, and `.` for its own modules."""
    made: dict[str, nx.DiGraph[str]] = {}
    for module, name in arrows():
        one, other = folder(module), folder(name)
        if one == other:
            continue
        same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        here = made.setdefault(".".join(one[:same]), nx.DiGraph())
        here.add_edge(one[same] if same < len(one) else ".", other[same] if same < len(other) else ".")
    return made


def room(module: str) -> str:
    parts = module.split(".")
    if len(parts) > 2 and parts[1] == "interpreter":
        return parts[2]
    return "exporters" if len(parts) > 1 and parts[1] == "exporters" else FRONT


def test_the_graph_sees_all_kinds_of_imports() -> None:
    code = (
        "from . import once\nif TYPE_CHECKING:\n    from ...equipment.flags import Feature\n"
        'def f():\n    import ludparse.problems.errors\n    import_module(f"ludparse.reader.{name}")\n'
        'TABLE = {"load": "ludparse.interpreter.game.load"}\n'
    )
    path = ROOT / "interpreter/lower/base/registry.py"
    found = list(imports("ludparse.interpreter.lower.base.registry", path, ast.parse(code)))
    assert found[:3] == [
        ("ludparse.interpreter.lower.base.once", LOADED), ("ludparse.interpreter.equipment.flags", TYPES),
        ("ludparse.problems.errors", LOADED),
    ]  # fmt: skip
    assert ("ludparse.reader.parser", LOADED) in found and found[-1] == ("ludparse.interpreter.game.load", LOADED)
    assert circles(nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])) == {frozenset("abc")}


def test_no_import_circles() -> None:
    found = circles(
        nx.DiGraph(
            edge for edge in graph(types=False).edges if not is_face(edge[0]) and edge[1] not in FACES.get(edge[0], ())
        )
    )
    assert not found, f"modules that import each other: {[sorted(circle) for circle in found]}"


def test_imports_for_types_close_no_further_circles() -> None:
    found = circles(nx.DiGraph(arrows()))
    assert found == TYPE_CIRCLES, f"not as listed above: {[sorted(circle) for circle in found ^ TYPE_CIRCLES]}"


def test_no_circle_of_folders_at_any_depth() -> None:
    wrong = {name: [sorted(part) for part in circles(made)] for name, made in folders().items() if circles(made)}
    assert not wrong


def test_no_arrow_between_rooms_runs_up() -> None:
    assert {room(name) for name in sources() if not is_face(name) and name.count(".") > 1} <= {*ROOMS}
    wrong = [
        f"{module} imports {name}" for module, name in arrows() if ROOMS.index(room(name)) > ROOMS.index(room(module))
    ]
    assert not wrong


def test_no_backend_imports_a_pass() -> None:
    """What backends need to know of a program are facts: an order of passes is nothing that they depend on."""
    wrong = [
        f"{module} imports {name}" for module, name in arrows() if (room(module), room(name)) == ("backends", "passes")
    ]
    assert not wrong


def test_the_house_has_at_most_ten_floors() -> None:
    rooms = nx.DiGraph((room(module), room(name)) for module, name in arrows() if room(module) != room(name))
    assert nx.dag_longest_path_length(rooms) + 1 <= 10, nx.dag_longest_path(rooms)


def test_nothing_within_the_packages_imports_what_users_import() -> None:
    wrong = [f"{module} imports {name}" for module, name in arrows() if is_face(name)]
    assert not wrong


@pytest.mark.parametrize("top", ["interpreter", "exporters"])
def test_a_package_holds_folders_and_few_of_them(top: str) -> None:
    inside = sorted(p.name for p in (ROOT / top).iterdir() if p.name not in ("__pycache__", "py.typed", "templates"))
    loose = [name for name in inside if name.endswith(".py")]
    assert loose == ["__init__.py"], f"modules lie loose at the root of {top}/"
    assert len(inside) - 1 <= 13


def test_no_folder_is_a_heap() -> None:
    one_each = {"interpreter/lower/moves", "exporters/cli", "ludparse/ludemes"}  # a module for each ludeme, or command
    counted: dict[str, int] = {}
    for path in sources().values():
        counted[str(path.parent.relative_to(ROOT))] = counted.get(str(path.parent.relative_to(ROOT)), 0) + 1
    assert {name for name, number in counted.items() if number > 33} <= one_each


@pytest.mark.parametrize("name", LINKED)
def test_a_package_has_one_name(name: str) -> None:
    done = subprocess.run([sys.executable, "-c", f"import {name}"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode and f"write `import ludparse.{name}`" in done.stderr


def gives_meanings(path: Path) -> bool:
    """Whether a module registers meanings of ludemes."""
    return any(
        isinstance(x, ast.Call) and isinstance(x.func, ast.Name) and x.func.id == "lowers"
        for x in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    )


@pytest.fixture(scope="module")
def ludeme_files() -> set[str]:
    return {m for m, path in sources().items() if m.startswith("ludparse.interpreter.lower.") and gives_meanings(path)}


def test_nothing_imports_a_file_of_ludemes(ludeme_files: set[str]) -> None:
    """What several ludemes share stands in a file without ludemes, so that each ludeme can be read on its own."""
    assert len(ludeme_files) > 80, "the search for @lowers finds too little"
    wrong = [f"{module} imports {name}" for module, name in arrows() if name in ludeme_files]
    assert not wrong
