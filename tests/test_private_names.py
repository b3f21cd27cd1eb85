"""No module reads a name of another module that begins with an underscore, or runs before its names are there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.corpus import REPO

OF_OTHERS = {
    "_replace", "_asdict", "_fields",  # of every NamedTuple, documented
    "_exit", "_current_frames", "_run_exitfuncs",  # os, sys, atexit
    "_SubParsersAction", "_ActionsContainer", "_actions", "_group_actions", "_get_subactions",  # argparse
    "_processes",  # of a ProcessPoolExecutor: nothing else ends a process that hangs
}  # fmt: skip
"""Names of the standard library."""

ONE_ENGINE = {
    "interpreter/backends/c/engine.py": {"_begin"},
    "interpreter/backends/wasm/code.py":
        {"_bindings", "_context", "_from_ptr", "_func", "_wasmtime_func_call_unchecked"},
    "interpreter/game/vector_native.py":
        {"_flags", "_encoder", "_spots", "_sites", "_owned", "_exists"},
    "interpreter/search/native/alpha_beta.py": {"_grow", "_optimise_beside", "_set"},
    "interpreter/search/native/evaluation.py": {"_call"},
    "interpreter/search/native/proof_number.py": {"_call", "_optimise_beside", "_set"},
    "interpreter/search/native/retrograde.py": {"_call", "_compiling", "_optimise_beside", "_set"},
    "interpreter/search/native/uct.py": {"_call", "_grow", "_optimise_beside"},
    "interpreter/play/game_state.py": {"_table", "_number"},
    "interpreter/play/tensor_known.py": {"_size", "_owned"},
    "exporters/verification/ludii/live.py": {"_channel"},
}  # fmt: skip
"""What is left: what calls of wasmtime in a microsecond need (without it they go through its interface); parts of the
native engine, the tensors, moves and a running Ludii that lie in several modules."""

_MAY_READ = re.compile(r"(?<!self)(?<!cls)\._[a-z]|^from .* import .*\b_[a-z]", re.MULTILINE)


def modules() -> Iterator[tuple[str, ast.Module]]:
    for folder in ("ludparse", "interpreter", "exporters"):
        for path in sorted((REPO / folder).rglob("*.py")):
            parts = path.relative_to(REPO).parts
            if parts[:2] not in (("ludparse", "interpreter"), ("ludparse", "exporters"), ("ludparse", "games")):
                text = path.read_text("utf-8")
                if _MAY_READ.search(text) or "__main__" in text:  # parsing all takes long
                    yield Path(*parts).as_posix(), ast.parse(text)


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def read_elsewhere(tree: ast.Module) -> set[str]:
    """The private names that a module imports, or reads of something that is not its own."""
    own: set[str] = set()
    read: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                own.add(name)
            case ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
                own.add(name)
            case ast.Constant(value=str(name)):  # __slots__, and what a metaclass puts into a namespace
                own.add(name)
            case ast.keyword(arg=str(name)):
                own.add(name)
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                pass  # a base class's own
            case ast.Attribute(attr=name) if private(name):
                read.add(name)
            case ast.ImportFrom(names=names):
                read.update(alias.name for alias in names if private(alias.name))
            case _:
                pass
    return read - own - OF_OTHERS


def test_no_module_reads_private_names_of_another() -> None:
    found = {path: read for path, tree in modules() if (read := read_elsewhere(tree))}
    assert found == ONE_ENGINE


def test_names_are_told_apart() -> None:
    tree = ast.parse(
        "from a import _b, c\nclass D:\n    def __init__(self): self._e = 1\n"
        "    def f(self, g): return self._h + g._e + g._i + g.j\n"
    )
    assert read_elsewhere(tree) == {"_b", "_i"}


def test_what_runs_as_a_program_runs_when_all_is_defined() -> None:
    early = [
        f"{name}:{s.lineno}"
        for name, tree in modules()
        for s in tree.body[:-1]
        if isinstance(s, ast.If) and "__main__" in ast.unparse(s.test)
    ]
    assert not early, "what a module does as a program stands before what it needs"
