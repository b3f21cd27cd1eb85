"""The import graph: no circles, one direction between the packages, and no ludeme file that others build on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).parents[1]
LAYERS = ("ludparse", "interpreter", "exporters")  # each may import itself and what stands before it
LOADED, TYPES = "when it runs", "for types only"

TYPE_CIRCLES = {
    # the ludemes of the language contain each other: `(to … (apply …))`, `(apply (from …))`
    frozenset({"ludparse.ludemes.moves_effects", "ludparse.ludemes.util"}),
    # a game makes states, and a state belongs to a game; the same with matches, which are made of games, and with the
    # action space and the tensors of a game
    frozenset(
        f"interpreter.{name}"
        for name in ("actions", "game", "match", "match_state", "state", "tensors.interface", "tensors.positions")
    ),
    # a rule of concepts is given the collector that runs it
    frozenset({"interpreter.concepts.collector", "interpreter.concepts.rules"}),
    # a lowering consists of parts, each of which holds the whole
    frozenset(
        f"interpreter.lower.{name}"
        for name in (
            "board.tables", "lowering", "puzzles.variables", "registry", "state.owned", "state.sites", "state.stacks",
        )
    ),
}  # fmt: skip
"""Circles that only imports under TYPE_CHECKING close, and why they are meant. Nothing is added here lightly."""


FACES = {("ludparse", "interpreter"), ("interpreter.showing", "exporters.pictures")}
"""Arrows that point the other way, each an import within a function. `ludparse.load` is `interpreter.load`: the name on
the package index is the name that one imports. `state.svg()` is drawn by the package of pictures."""


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def sources() -> dict[str, Path]:
    return {module_of(path): path for layer in LAYERS for path in sorted((ROOT / layer).rglob("*.py"))}


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
            yield from imports(module, path, child, TYPES if is_type_checking(child) else kind)


@cache
def graph(types: bool) -> nx.DiGraph[str]:
    """Modules, and an edge from each to those that it imports. types: also imports under TYPE_CHECKING."""
    made: nx.DiGraph[str] = nx.DiGraph()
    for module, path in sources().items():
        for name, kind in imports(module, path, ast.parse(path.read_text(encoding="utf-8"))):
            if types or kind == LOADED:
                made.add_edge(module, name)
    return made


def circles(made: nx.DiGraph[str]) -> set[frozenset[str]]:
    return {frozenset(part) for part in nx.strongly_connected_components(made) if len(part) > 1}


def test_the_graph_sees_all_kinds_of_imports() -> None:
    code = "from . import a\nif TYPE_CHECKING:\n    from ..flags import Feature\ndef f():\n    import ludparse.errors\n"
    path = ROOT / "interpreter/lower/once.py"
    found = list(imports("interpreter.lower.once", path, ast.parse(code)))
    assert found == [("interpreter.lower", LOADED), ("interpreter.flags", TYPES), ("ludparse.errors", LOADED)]
    assert circles(nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])) == {frozenset("abc")}


def test_no_import_circles() -> None:
    found = circles(graph(types=False))
    assert not found, f"modules that import each other: {[sorted(circle) for circle in found]}"


def test_imports_for_types_close_no_further_circles() -> None:
    found = circles(graph(types=True))
    assert found == TYPE_CIRCLES, f"not as listed above: {[sorted(circle) for circle in found ^ TYPE_CIRCLES]}"


def test_packages_import_in_one_direction() -> None:
    wrong = [
        f"{module} imports {name}"
        for module, name in graph(types=True).edges
        if LAYERS.index(name.split(".")[0]) > LAYERS.index(module.split(".")[0]) and (module, name) not in FACES
    ]
    assert not wrong


def gives_meanings(path: Path) -> bool:
    """Whether a module registers meanings of ludemes."""
    return any(
        isinstance(x, ast.Call) and isinstance(x.func, ast.Name) and x.func.id == "lowers"
        for x in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    )


@pytest.fixture(scope="module")
def ludeme_files() -> set[str]:
    return {m for m, path in sources().items() if m.startswith("interpreter.lower.") and gives_meanings(path)}


def test_nothing_imports_a_file_of_ludemes(ludeme_files: set[str]) -> None:
    """What several ludemes share stands in a file without ludemes, so that each ludeme can be read on its own."""
    assert len(ludeme_files) > 80, "the search for @lowers finds too little"
    wrong = [f"{module} imports {name}" for module, name in graph(types=True).edges if name in ludeme_files]
    assert not wrong
